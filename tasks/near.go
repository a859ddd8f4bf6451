package tasks

import "strings"

// Nearest finds the id that was probably meant by one that no task has: the same but for capitals and leading zeros,
// else the only one of the same numbers that is a letter or two away. False where none or several could be meant.
func Nearest(id ID, all []ID) (ID, bool) {
	want := plainID(id.Text)
	var best ID
	least, several := 3, false
	if len(want) < 6 {
		least = 2 // of a short id a letter is much
	}
	for _, other := range all {
		if other == id || other.Empty() {
			continue
		}
		has := plainID(other.Text)
		if onlyDigits(want) != onlyDigits(has) {
			continue // another number is another task
		}
		switch d := EditDistance(want, has, least+1); {
		case d < least:
			best, least, several = other, d, false
		case d == least && !best.Empty() && other != best:
			several = true
		}
	}
	return best, !best.Empty() && !several
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// plainID is an id without capitals and without the zeros that fill numbers up.
func plainID(s string) string {
	var b strings.Builder
	s = strings.ToLower(s)
	for i := range len(s) {
		if s[i] == '0' && (i == 0 || !isDigit(s[i-1])) && i+1 < len(s) && isDigit(s[i+1]) {
			continue
		}
		if s[i] == '0' && i > 0 && s[i-1] == '0' && leadsWithZeros(s[:i]) && i+1 < len(s) && isDigit(s[i+1]) {
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// leadsWithZeros says that the digits at the end of s are all zeros.
func leadsWithZeros(s string) bool {
	digits := s[len(strings.TrimRight(s, "0123456789")):]
	return strings.Trim(digits, "0") == ""
}

// EditDistance returns how many letters must be put in, taken out, changed or swapped to make one text of the other;
// limit for that many or more, and for texts that are too long to be compared.
func EditDistance(a, b string, limit int) int {
	const long = 80
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > long || len(b) > long {
		return limit
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range next {
		next[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, row, next = row, next, before
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
	}
	return min(next[len(b)], limit)
}

package tasks

import (
	"cmp"
	"strconv"
	"strings"
)

// Key identifies a task by its file, never by the id inside it: two files may have the same id, and an id may differ
// from its file's name. List is "" if only one list is open.
type Key struct {
	List string `json:"-"`
	Name string
}

// Compare orders keys with numbers in names by value: task_2.json before task_10.json.
func (k Key) Compare(o Key) int {
	if c := cmp.Compare(k.List, o.List); c != 0 {
		return c
	}
	return Natural(k.Name, o.Name)
}

// ID is a task's id as its file spells it. The number 1 and the string "1" are different ids: agents that write numbers
// compare numbers, and never find the string.
type ID struct {
	Text string
	Num  bool // written as a JSON number
}

// String returns the id for people, without quotes: "1" and 1 are the same.
func (id ID) String() string { return id.Text }

// Empty reports whether there is no id.
func (id ID) Empty() bool { return id.Text == "" }

// Int returns the id as a number, and whether it is one, quoted or not.
func (id ID) Int() (int64, bool) {
	n, err := strconv.ParseInt(id.Text, 10, 64)
	return n, err == nil
}

// Natural compares two strings, runs of digits by their value, everything else byte by byte. Of strings that differ
// only in leading zeros the shorter comes first.
func Natural(a, b string) int {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if isDigit(a[i]) && isDigit(b[j]) {
			si, sj := i, j
			for i < len(a) && isDigit(a[i]) {
				i++
			}
			for j < len(b) && isDigit(b[j]) {
				j++
			}
			if c := compareDigits(a[si:i], b[sj:j]); c != 0 {
				return c
			}
			continue
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i++
		j++
	}
	return cmp.Or(cmp.Compare(len(a)-i, len(b)-j), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func compareDigits(a, b string) int {
	for len(a) > 0 && a[0] == '0' {
		a = a[1:]
	}
	for len(b) > 0 && b[0] == '0' {
		b = b[1:]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// Nearest returns the id that was probably meant by one that no task has: the same but for case and leading zeros, else
// the only one with the same digits that differs in one or two letters, one if it is short. It is false if none or
// several could be meant.
func Nearest(id ID, all []ID) (ID, bool) {
	want := plainID(id.Text)
	var best ID
	least, several := 3, false // at first the distance at which another id cannot be meant
	if len(want) < 6 {
		least = 2 // in a short id only one letter
	}
	for _, other := range all {
		if other == id || other.Empty() {
			continue
		}
		has := plainID(other.Text)
		if onlyDigits(want) != onlyDigits(has) {
			continue // other digits are another task
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

// plainID returns an id in lower case without leading zeros of its numbers.
func plainID(s string) string {
	var b strings.Builder
	s = strings.ToLower(s)
	leading := false // the byte before was such a zero
	for i := range len(s) {
		begins := i == 0 || leading || !isDigit(s[i-1])
		if leading = begins && s[i] == '0' && i+1 < len(s) && isDigit(s[i+1]); !leading {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// EditDistance returns how many bytes must be inserted, deleted or replaced, or swapped with the next one, to make b of
// a. If there are more than limit, or a text is too long to be compared, it returns limit.
func EditDistance(a, b string, limit int) int {
	const long = 80 // bytes; the time grows with the product of the lengths
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > long || len(b) > long {
		return limit
	}
	// next[j] is the distance of the first i bytes of a from the first j of b; row is that of i-1, before that of i-2
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

// Plural returns one if n is 1, else many.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

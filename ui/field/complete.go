package field

import (
	"strings"
	"unicode/utf8"
)

// Complete finds the candidates that begin with prefix, letter case aside, and the text all of them share, which
// is at least prefix. A single match is taken whole, in its own spelling; without a match text is prefix.
func Complete(prefix string, candidates []string) (text string, matches []string) {
	for _, c := range candidates {
		if hasPrefixFold(c, prefix) {
			matches = append(matches, c)
		}
	}
	if len(matches) == 0 {
		return prefix, nil
	}
	text = matches[0]
	for _, m := range matches[1:] {
		text = text[:commonPrefix(text, m)]
	}
	if utf8.RuneCountInString(text) < utf8.RuneCountInString(prefix) {
		text = prefix
	}
	return text, matches
}

func hasPrefixFold(s, prefix string) bool {
	return commonPrefix(prefix, s) == len(prefix)
}

// commonPrefix returns how many bytes of a begin b too, letter case aside.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && len(b) > 0 {
		ra, na := utf8.DecodeRuneInString(a[n:])
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb && !strings.EqualFold(a[n:n+na], b[:nb]) {
			break
		}
		n, b = n+na, b[nb:]
	}
	return n
}

package board

import (
	"strings"
	"unicode/utf8"
)

// searchTerm is a word that is looked for without regard to case. Texts are not folded beforehand: nearly all words
// typed are ASCII, and then looking for the rarest letter of the word first costs no memory and hardly any time.
type searchTerm struct {
	lower  string
	ascii  bool
	anchor int // where its rarest letter is
}

// byFrequency are the letters of task texts and file names, the most frequent first.
const byFrequency = "estaoinr0lk1dc_m.pugjhfybvw2-345678x9qz"

func newSearchTerm(w string) searchTerm {
	n := searchTerm{lower: strings.ToLower(w), ascii: true}
	rarest := -1
	for i := range len(n.lower) {
		n.ascii = n.ascii && n.lower[i] < utf8.RuneSelf
		rank := strings.IndexByte(byFrequency, n.lower[i])
		if rank < 0 {
			rank = len(byFrequency)
		}
		if rank > rarest {
			rarest, n.anchor = rank, i
		}
	}
	return n
}

func (n *searchTerm) matches(text string) bool {
	switch {
	case n.lower == "":
		return true
	case !n.ascii:
		return strings.Contains(strings.ToLower(text), n.lower)
	case len(text) < len(n.lower):
		return false
	}
	// Where the anchor can stand, so that the word fits into the text.
	from, to := n.anchor, len(text)-(len(n.lower)-1-n.anchor)
	c := n.lower[n.anchor]
	if n.matchesAt(text, from, to, c) {
		return true
	}
	return 'a' <= c && c <= 'z' && n.matchesAt(text, from, to, c-'a'+'A')
}

// matchesAt looks at every place of the anchor in text[from:to].
func (n *searchTerm) matchesAt(text string, from, to int, anchor byte) bool {
	for from < to {
		i := strings.IndexByte(text[from:to], anchor)
		if i < 0 {
			return false
		}
		start := from + i - n.anchor
		j := 0
		for j < len(n.lower) && lowerByte(text[start+j]) == n.lower[j] {
			j++
		}
		if j == len(n.lower) {
			return true
		}
		from += i + 1
	}
	return false
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

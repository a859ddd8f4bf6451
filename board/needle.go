package board

import (
	"strings"
	"unicode/utf8"
)

// needle is a word that is looked for without regard to case. Texts are not folded beforehand: nearly all words
// typed are ASCII, and then looking for the rarest letter of the word first costs no memory and hardly any time.
type needle struct {
	low    string
	ascii  bool
	anchor int // where its rarest letter is
}

// common are the letters of task texts and file names, the most frequent first.
const common = "estaoinr0lk1dc_m.pugjhfybvw2-345678x9qz"

func newNeedle(w string) needle {
	n := needle{low: strings.ToLower(w), ascii: true}
	rarest := -1
	for i := range len(n.low) {
		n.ascii = n.ascii && n.low[i] < utf8.RuneSelf
		rank := strings.IndexByte(common, n.low[i])
		if rank < 0 {
			rank = len(common)
		}
		if rank > rarest {
			rarest, n.anchor = rank, i
		}
	}
	return n
}

func (n *needle) in(text string) bool {
	switch {
	case n.low == "":
		return true
	case !n.ascii:
		return strings.Contains(strings.ToLower(text), n.low)
	case len(text) < len(n.low):
		return false
	}
	// Where the anchor can stand, so that the word fits into the text.
	from, to := n.anchor, len(text)-(len(n.low)-1-n.anchor)
	c := n.low[n.anchor]
	if n.around(text, from, to, c) {
		return true
	}
	return 'a' <= c && c <= 'z' && n.around(text, from, to, c-'a'+'A')
}

// around looks at every place of the anchor in text[from:to].
func (n *needle) around(text string, from, to int, anchor byte) bool {
	for from < to {
		i := strings.IndexByte(text[from:to], anchor)
		if i < 0 {
			return false
		}
		start := from + i - n.anchor
		j := 0
		for j < len(n.low) && lower(text[start+j]) == n.low[j] {
			j++
		}
		if j == len(n.low) {
			return true
		}
		from += i + 1
	}
	return false
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

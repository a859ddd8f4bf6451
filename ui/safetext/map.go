package safetext

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// cluster is one grapheme cluster at the start of a text: its bytes and its cells.
type cluster struct{ n, w int }

func plain(s string) bool {
	for i := range len(s) {
		if s[i]-' ' >= 0x7f-' ' {
			return false
		}
	}
	return true
}

func first(s string) cluster {
	c, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return cluster{len(c), w}
}

func slow(s string) Text {
	s = strings.ToValidUTF8(s, "\ufffd")
	return Text{s, ansi.StringWidth(s)}
}

func tabbed(s string) Text { return Line(s) }

func sealed(s string, w int) Text { return Text{s, w} }

func blank(r rune) bool { return r == ' ' }

// First gives the first grapheme cluster of raw text as it is shown, and the bytes of raw text it stands for: what
// an editor needs to place its cursor. An empty string gives an empty Text and 0.
func First(raw string) (shown Text, n int) {
	if raw == "" {
		return Text{}, 0
	}
	c := first(raw)
	return Line(raw[:c.n]), c.n
}

package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxMarks is the most combining characters on one base. Stacks of hundreds draw over the rows above and below; no
// script needs more than four.
const maxMarks = 4

// maxJoined is the most characters that a cluster may join to its base, as conjuncts do. A cluster cannot be cut, so
// one without a limit would hide the text after it.
const maxJoined = 4

// cluster is a grapheme cluster at the start of a safe text: its bytes, its cells, and how many of them stay empty on a
// terminal that counts by cluster.
type cluster struct{ n, w, slack int }

// first measures the first cluster of a safe text. It measures with the very functions the renderer uses.
func first(s string) cluster {
	if s[0] < 0x80 && (len(s) == 1 || s[1] < 0x80) {
		return cluster{1, 1, 0}
	}
	c, g := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if len(c) < 4 { // one character or a base with one short mark: most text
		if _, n := utf8.DecodeRuneInString(c); n == len(c) {
			return cluster{n, g, 0}
		}
	}
	w := ansi.StringWidthWc(c)
	return cluster{len(c), w, w - g}
}

// plain reports whether a string has only printable ASCII characters, which are one cell each.
func plain(s string) bool {
	for i := range len(s) {
		if s[i]-' ' >= 0x7f-' ' { // one comparison: a byte below ' ' wraps around to a large one
			return false
		}
	}
	return true
}

// First returns the first grapheme cluster of raw text as it is shown, and its length in the raw text, so that an
// editor can place its cursor. For an empty string it returns an empty Text and 0.
func First(raw string) (shown Text, n int) {
	if raw == "" {
		return Text{}, 0
	}
	if r, size := utf8.DecodeRuneInString(raw); r == utf8.RuneError && size == 1 {
		return measure("\ufffd"), 1
	}
	c, _ := ansi.FirstGraphemeCluster(raw, ansi.GraphemeWidth)
	for i, r := range c { // an invalid byte never belongs to the cluster before it
		if r == utf8.RuneError && i > 0 && !strings.HasPrefix(c[i:], "\ufffd") {
			c = c[:i]
			break
		}
	}
	return Line(c), len(c)
}

// slow is Line for text that is not plain ASCII.
func slow(s string) Text {
	var mapped strings.Builder
	mapped.Grow(len(s) + 8)
	for _, r := range s { // an invalid byte is one U+FFFD
		mapped.WriteRune(visible(r))
	}
	in := mapped.String()
	var out strings.Builder
	out.Grow(len(in) + 8)
	for len(in) > 0 {
		c := first(in)
		compose(&out, in[:c.n])
		in = in[c.n:]
	}
	return measure(out.String())
}

// compose appends a mapped cluster in a form that shows all its characters and has the right width.
//
// Emoji built from several characters are where terminals differ most: the same sequence takes two cells or eight. They
// are shown as their parts: joined people side by side. A skin tone or a colour selector, which only changes how the
// base is painted, is left out; no other characters are.
func compose(out *strings.Builder, c string) {
	if len(c) == 1 {
		out.WriteByte(c[0])
		return
	}
	var piece []rune // a base and what belongs to it
	base := rune(-1) // of the piece, -1 for none
	marks, joined := 0, 0
	over := false // something of the piece is left out, and gets a stand-in
	flush := func() {
		if len(piece) > 0 {
			out.WriteString(countable(string(piece)))
		}
		if over {
			out.WriteRune(standIn)
		}
		piece, base, marks, joined, over = piece[:0], -1, 0, 0, false
	}
	for i, r := range c {
		switch {
		case r == textVS || r == emojiVS:
			if base < 0 || !pictured(base) {
				flush()
				out.WriteRune(standIn)
			}
		case r == zwj && base >= 0 && pictured(base):
			flush()
		case r == zwj || r == zwnj:
			if base < 0x600 { // no base, or one of a script that joins nothing
				flush()
				out.WriteRune(standIn)
				break
			}
			if marks++; marks <= maxMarks {
				piece = append(piece, r)
			} else {
				over = true
			}
		case skinTone(r) && i > 0:
			if base < 0 || !pictured(base) { // it would colour what was written before it
				flush()
				out.WriteRune(standIn)
			}
		case unicode.IsMark(r):
			if base < 0 && !joins(r) {
				piece, base = append(piece, r), r
				break
			}
			if base < 0 {
				piece, base = append(piece, ring), ring
			}
			if marks++; marks <= maxMarks {
				piece = append(piece, r)
			} else {
				over = true
			}
		case base < 0:
			piece, base = append(piece, r), r
		default:
			if joined++; joined <= maxJoined {
				piece = append(piece, r)
			} else {
				over = true
			}
		}
	}
	flush()
}

// joins reports whether a mark is in the cluster of the base before it. Some marks (the Myanmar sign Shan tone 6) never
// are: they would get a ring, and another one each time the text is made safe again.
func joins(mark rune) bool {
	pair := string(ring) + string(mark)
	c, _ := ansi.FirstGraphemeCluster(pair, ansi.GraphemeWidth)
	return len(c) == len(pair)
}

// countable returns the piece if it has cells by both ways of counting, and by character at least as many as by
// cluster; otherwise a stand-in.
func countable(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	alone := n == len(s)
	if alone && isNarrow(r) {
		return s
	}
	for rest := s; len(rest) > 0; {
		c, g := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
		w := ansi.StringWidthWc(c)
		if g < 1 || w < g {
			return string(standIn)
		}
		rest = rest[len(c):]
	}
	if alone && regional(r) {
		return string(standIn)
	}
	return s
}

// isNarrow reports whether a character is one of the symbols of the screen, which always take one cell. The tables for
// other characters take a millisecond to build; a command that prints none of them need not wait for that.
func isNarrow(r rune) bool {
	return r >= 0x2010 && r <= 0x2027 || r >= 0x2190 && r <= 0x2193 || r >= 0x2295 && r <= 0x22ff ||
		r >= 0x2500 && r <= 0x257f || r >= 0x25ca && r <= 0x25ef || r == 0x2713 || r == 0x2717
}

// measure returns the Text of a safe string.
func measure(s string) Text {
	t := Text{s: s}
	for len(s) > 0 {
		c := first(s)
		t.w += int32(c.w)
		t.slack += int32(c.slack)
		s = s[c.n:]
	}
	return t
}

// sealed joins safe strings into one Text, and makes the seams safe again.
func sealed(s string) Text {
	if plain(s) {
		return Text{s: s, w: int32(len(s))}
	}
	return slow(s)
}

// tabbed is Line for a line of a block, where tabs reach to the next multiple of four cells.
func tabbed(s string) Text {
	if strings.IndexByte(s, '\t') < 0 {
		return Line(s)
	}
	var b strings.Builder
	w := 0
	for {
		piece, rest, tab := strings.Cut(s, "\t")
		t := Line(piece)
		b.WriteString(t.s)
		if !tab {
			return sealed(b.String())
		}
		w += t.Width()
		b.WriteString(Spaces(4 - w%4).s)
		w += 4 - w%4
		s = rest
	}
}

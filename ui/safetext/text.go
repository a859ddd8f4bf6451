// Package safetext holds the one type for text that may be shown on a terminal.
//
// The text in task files is untrusted: agents copy whole web pages into subjects, and a terminal obeys what it is
// sent. A Text can only be made by the constructors here, and whatever draws takes only Text, so no path to the
// screen can forget to make its text harmless. It is made when something is drawn, never when it is loaded: the
// exact bytes stay with the task, and a Text is never written back to a file.
//
// Two promises hold for every Text. It is valid UTF-8 without a control, escape, bidi or other invisible character
// (allowed.go lists what may occur), and it takes the same number of cells under both ways terminals count: rune
// by rune (wcwidth) and by grapheme cluster (mode 2027). Clusters on which the two disagree are shown in a form on
// which they agree, so a column never breaks, whatever the terminal answered.
//
// Right-to-left text is kept in its logical order. Isolating it with bidi controls would put invisible characters
// on the wire, which this package exists to prevent; a terminal that reorders does so inside the cells the text
// takes.
package safetext

import (
	"strconv"
	"strings"
)

// Text is text that is safe to show. The zero Text is empty. Texts are comparable: equal texts show the same.
type Text struct {
	s string
	w int
}

// literal is a string only a constant of the program converts to by itself.
type literal string

// Const makes a Text of a constant in the program's own source. Text that comes from anywhere else does not
// compile as its argument.
func Const(s literal) Text { return Line(string(s)) }

// Line makes a Text of one line: line feeds and tabs become spaces, every other control character its picture or a
// stand-in. A string that is plain printable ASCII is taken as it is, without a copy.
func Line(s string) Text {
	if plain(s) {
		return Text{s, len(s)}
	}
	return slow(s)
}

// Block makes the lines of a text of several lines. Line feeds end lines, with the carriage return of a CRLF; a
// final line feed makes no empty last line. Tabs become spaces up to the next multiple of four cells.
func Block(s string) []Text {
	if s == "" {
		return nil
	}
	s = strings.TrimSuffix(s, "\n")
	lines := make([]Text, 0, strings.Count(s, "\n")+1)
	for line := range strings.SplitSeq(s, "\n") {
		lines = append(lines, tabbed(strings.TrimSuffix(line, "\r")))
	}
	return lines
}

// Subject makes the Text of a task's subject: as Line does, but "(no subject)" where nothing visible is left.
func Subject(s string) Text {
	if t := Line(s); !t.Blank() {
		return t
	}
	return Const("(no subject)")
}

// Number makes a Text of a number in decimal.
func Number(n int) Text {
	s := strconv.Itoa(n)
	return Text{s, len(s)}
}

// Spaces makes a Text of n blank cells, none for n below 1.
func Spaces(n int) Text {
	if n < 1 {
		return Text{}
	}
	const blanks = "                                                                                "
	if n <= len(blanks) {
		return Text{blanks[:n], n}
	}
	return Text{strings.Repeat(" ", n), n}
}

// String gives the bytes to show.
func (t Text) String() string { return t.s }

// Width gives the cells the text takes, on every kind of terminal.
func (t Text) Width() int { return t.w }

// Empty says whether there is nothing at all in the text.
func (t Text) Empty() bool { return t.s == "" }

// Blank says whether nothing of the text is visible.
func (t Text) Blank() bool {
	for _, r := range t.s {
		if !blank(r) {
			return false
		}
	}
	return true
}

// Append gives the text with others behind it. The seams are kept: a text is never joined into the cluster of the
// one before it.
func (t Text) Append(more ...Text) Text {
	s, w := t.s, t.w
	for _, m := range more {
		s += m.s
		w += m.w
	}
	return sealed(s, w)
}

// Join gives the parts with sep between them.
func Join(sep Text, parts ...Text) Text {
	var b strings.Builder
	w := 0
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep.s)
			w += sep.w
		}
		b.WriteString(p.s)
		w += p.w
	}
	return sealed(b.String(), w)
}

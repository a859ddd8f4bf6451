// Package safetext holds the one type for text that may be shown on a terminal.
//
// The text in task files is untrusted: agents copy whole web pages into subjects, and a terminal obeys escape
// sequences. A Text can only be made by the constructors here, and all drawing code takes only Text, so nothing can
// reach the screen without being made safe. A Text is made when something is drawn, not when it is loaded: the exact
// bytes stay with the task, and a Text is never written to a file.
//
// Every Text is valid UTF-8 without control, escape, bidi and other invisible characters, and its width is known on
// both kinds of terminal: those that count by character (wcwidth, which the renderer assumes by default) and those that
// count by grapheme cluster (mode 2027). Emoji for which the two disagree are shown in a form for which they agree.
// Where they disagree about a script (vowel signs of Devanagari, Bengali or Thai take a cell of their own when counted
// by character), the text is kept, Width is the larger number, and Slack is the number of spaces that have to follow on
// a terminal that counts by cluster, so that columns stay aligned.
//
// Right-to-left text is kept in its logical order. Isolating it would need bidi controls, which are invisible
// characters; a terminal that reorders text does so inside the cells of the text.
package safetext

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is text that is safe to show. The zero Text is empty. Texts are comparable.
type Text struct {
	s     string
	w     int32 // cells
	slack int32 // the cells that stay empty when counted by cluster
}

// literal is a type to which only a constant converts implicitly.
type literal string

// Const returns the Text of a constant. An argument that is no constant does not compile.
func Const(s literal) Text { return Line(string(s)) }

// Line returns a string as one line: line feeds and tabs become spaces, other control characters their picture or a
// stand-in. Plain printable ASCII is not copied.
func Line(s string) Text {
	if plain(s) {
		return Text{s: s, w: int32(len(s))}
	}
	return slow(s)
}

// Block returns the lines of a text. LF and CRLF end lines; a final one makes no empty last line. Tabs become spaces up
// to the next multiple of four cells.
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

// shortBytes is far more than a screen shows of a line, subjectBytes far more than a row or a card shows of a subject,
// which is measured at many widths.
const shortBytes, subjectBytes = 4096, 300

// Short is Line for text of any length: only the beginning of a very long one is read, followed by an ellipsis. A
// megabyte would be too slow for every frame.
func Short(s string) Text { return beginning(s, shortBytes) }

// Subject returns the subject of a task for a list: the beginning of a long one, and "(no subject)" if nothing is
// visible.
func Subject(s string) Text { return subject(beginning(s, subjectBytes)) }

// Title returns the whole subject of a task, as Short does, and "(no subject)" if nothing is visible.
func Title(s string) Text { return subject(Short(s)) }

func subject(t Text) Text {
	if t.Blank() {
		return Const("(no subject)")
	}
	return t
}

// beginning returns at most n bytes of a line, with an ellipsis if there are more.
func beginning(s string, n int) Text {
	if len(s) <= n {
		return Line(s)
	}
	for most := n; n > most-utf8.UTFMax && !utf8.RuneStart(s[n]); { // not inside a character
		n--
	}
	return Line(s[:n]).Append(Ellipsis())
}

// Number returns a number in decimal.
func Number(n int) Text {
	s := strconv.Itoa(n)
	return Text{s: s, w: int32(len(s))}
}

// Spaces returns n spaces, none for n below 1.
func Spaces(n int) Text {
	if n < 1 {
		return Text{}
	}
	const blanks = "                                                                                "
	if n <= len(blanks) {
		return Text{s: blanks[:n], w: int32(n)}
	}
	return Text{s: strings.Repeat(" ", n), w: int32(n)}
}

// String returns the bytes to show.
func (t Text) String() string { return t.s }

// Width returns the cells that the text takes.
func (t Text) Width() int { return int(t.w) }

// Slack returns the number of these cells that stay empty on a terminal that counts by grapheme cluster, where the
// caller has to add as many spaces. It is 0 except for a few scripts.
func (t Text) Slack() int { return int(t.slack) }

// Empty reports whether the text is empty.
func (t Text) Empty() bool { return t.s == "" }

// Blank reports whether nothing of the text is visible.
func (t Text) Blank() bool {
	for _, r := range t.s {
		if !blank(r) {
			return false
		}
	}
	return true
}

// Append returns the text followed by others. The seams are made safe again: two harmless halves may make a harmful
// whole.
func (t Text) Append(more ...Text) Text {
	s := t.s
	for _, m := range more {
		s += m.s
	}
	return sealed(s)
}

// Join returns the parts with sep between them.
func Join(sep Text, parts ...Text) Text {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep.s)
		}
		b.WriteString(p.s)
	}
	return sealed(b.String())
}

// Copyable returns a string for the clipboard, from which it may be pasted into a terminal: without control and
// invisible characters, except for line feeds. A tab becomes a space.
func Copyable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case visible(r) != r:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// Lines returns a text of several lines for a terminal, with nothing in it that controls one.
func Lines(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return visible(r)
	}, strings.ToValidUTF8(s, "\ufffd"))
}

// JSON returns JSON with the same meaning in which no character controls a terminal.
func JSON(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			b.WriteString(fmt.Sprintf(`\u%04x`, r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// standIn replaces a character that is invisible or controls the terminal. Such characters are not left out, because
// two ids that differ only in them would look the same.
const standIn = '▯'

// ring is the base of a mark without a base.
const ring = '◌'

const (
	zwnj    = '\u200c'
	zwj     = '\u200d'
	textVS  = '\ufe0e'
	emojiVS = '\ufe0f'
)

// visible maps a character to the one that is shown. Joiners and variation selectors are left to compose, which sees
// whether they have a base.
func visible(r rune) rune {
	switch {
	case r == '\t' || r == '\n':
		return ' '
	case r < 0x20:
		return 0x2400 + r // its control picture
	case r < 0x7f:
		return r
	case r == 0x7f:
		return 0x2421
	case r < 0xa0:
		return standIn // C1: some terminals execute these even as UTF-8
	case r == zwnj || r == zwj || r == textVS || r == emojiVS:
		return r
	case r >= 0xe0000 && r <= 0xe0fff: // tags and variation selectors 17 and up
		return standIn
	case r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef: // noncharacters
		return standIn
	case r == 0x2028 || r == 0x2029:
		return standIn
	case unicode.Is(unicode.Cf, r): // bidi controls, zero-width spaces and joiners, BOM, soft hyphen, invisible operators
		return standIn
	case unicode.Is(unseen, r):
		return standIn
	}
	return r
}

// unseen are characters, other than format characters, that are invisible, select another glyph, or join the character
// after them (a Text that ends in one would take a cell from the next Text).
var unseen = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1}, // combining grapheme joiner
		{Lo: 0x0d4e, Hi: 0x0d4e, Stride: 1}, // joins what follows
		{Lo: 0x115f, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x180b, Hi: 0x180f, Stride: 1}, // Mongolian selectors
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xfe00, Hi: 0xfe0d, Stride: 1}, // variation selectors 1 to 14
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1}, // half-width Hangul filler
		{Lo: 0xfff0, Hi: 0xfff8, Stride: 1}, // reserved for format characters
	},
	R32: []unicode.Range32{
		{Lo: 0x111c2, Hi: 0x111c3, Stride: 1}, // these join what follows
		{Lo: 0x113d1, Hi: 0x113d1, Stride: 1},
		{Lo: 0x1193f, Hi: 0x1193f, Stride: 1},
		{Lo: 0x11941, Hi: 0x11941, Stride: 1},
		{Lo: 0x11a3a, Hi: 0x11a3a, Stride: 1},
		{Lo: 0x11a84, Hi: 0x11a89, Stride: 1},
		{Lo: 0x11d46, Hi: 0x11d46, Stride: 1},
		{Lo: 0x11f02, Hi: 0x11f02, Stride: 1},
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // null notehead
	},
}

// blank reports whether a character is shown as space.
func blank(r rune) bool {
	return r == ' ' || r == '\u2800' || unicode.Is(unicode.Zs, r)
}

// regional reports whether a character is a regional indicator, half a flag.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// pictured reports whether a character may be the base of an emoji sequence.
func pictured(r rune) bool {
	return r >= 0xa9 && !unicode.IsLetter(r) && !unicode.IsMark(r) && r != standIn && r != ring ||
		r == '#' || r == '*' || r >= '0' && r <= '9'
}

// Package safetext holds the one type for text that may be shown on a terminal.
//
// The text in task files is untrusted: agents copy whole web pages into subjects, and a terminal obeys what it is
// sent. A Text can only be made by the constructors here, and whatever draws takes only Text, so no path to the
// screen can forget to make its text harmless. It is made when something is drawn, never when it is loaded: the
// exact bytes stay with the task, and a Text is never written back to a file.
//
// Two promises hold for every Text. It is valid UTF-8 without a control, escape, bidi or other character that cannot
// be seen. And its width is known on both kinds of terminal: those that count character by character (wcwidth, what
// the renderer assumes until told otherwise) and those that count by grapheme cluster (mode 2027). Where emoji make
// the two disagree, the emoji are shown in a form on which they agree. Where a script does (vowel signs of Devanagari,
// Bengali or Thai take a cell of their own when counted by character), the text is kept, Width is the larger number,
// and Slack says how many blanks must follow on a terminal that counts by cluster, so that a column never breaks.
//
// Right-to-left text is kept in its logical order. Isolating it with bidi controls would put invisible characters
// on the wire, which this package exists to prevent; a terminal that reorders does so inside the cells the text
// takes.
package safetext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is text that is safe to show. The zero Text is empty. Texts are comparable: equal texts show the same.
type Text struct {
	s     string
	w     int32 // cells
	slack int32 // how many of them stay empty when counted by cluster
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
		return Text{s: s, w: int32(len(s))}
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

// shortBytes is far more than any screen shows of a field of one line, subjectBytes far more than a row, a card or a box shows of a
// subject, which is measured at many widths.
const shortBytes, subjectBytes = 4096, 300

// Short makes a Text of one line, as Line does, of a field that may hold anything: of what is longer than any screen
// only the beginning is read, and an ellipsis says so. Made anew for every frame, a whole megabyte would be felt.
func Short(s string) Text { return beginning(s, shortBytes) }

// Subject makes the Text of a task's subject where it is one of many: the beginning of a long one, and "(no subject)" where nothing visible
// is left.
func Subject(s string) Text { return subject(beginning(s, subjectBytes)) }

// Title makes the Text of a task's subject where it is read whole: as Short does, but "(no subject)" where nothing visible is left.
func Title(s string) Text { return subject(Short(s)) }

func subject(t Text) Text {
	if t.Blank() {
		return Const("(no subject)")
	}
	return t
}

// beginning makes a Text of at most n bytes of a line, with an ellipsis where more follow.
func beginning(s string, n int) Text {
	if len(s) <= n {
		return Line(s)
	}
	for most := n; n > most-utf8.UTFMax && !utf8.RuneStart(s[n]); {
		n--
	}
	return Line(s[:n]).Append(Ellipsis())
}

// Number makes a Text of a number in decimal.
func Number(n int) Text {
	s := strconv.Itoa(n)
	return Text{s: s, w: int32(len(s))}
}

// Spaces makes a Text of n blank cells, none for n below 1.
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

// Width returns the cells the text is given.
func (t Text) Width() int { return int(t.w) }

// Slack returns how many of those cells the text leaves empty on a terminal that counts by grapheme cluster; whoever
// draws there adds as many blanks. It is 0 but for a few scripts.
func (t Text) Slack() int { return int(t.slack) }

// Empty reports whether there is nothing at all in the text.
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

// Append returns the text with others behind it. What meets at a seam is made safe again, so that two harmless halves
// cannot make a whole that is not.
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

// Copyable returns a text that may be put on a clipboard, from where it is pasted into other terminals: every character that
// acts on one or cannot be seen is left out, but for the ends of lines. A tab becomes a space.
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

// standIn is shown for a character that would not be visible or would act on the terminal. Such characters are
// never just left out, because two ids that differ only in them would look the same.
const standIn = '▯'

// ring carries a mark that has no base of its own.
const ring = '◌'

const (
	zwnj   = '\u200c'
	zwj    = '\u200d'
	textVS = '\ufe0e'
	emojVS = '\ufe0f'
)

// visible maps one character to what is shown for it. Joiners and variation selectors pass here; compose decides
// about them, because only a cluster shows whether they have a base.
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
	case r == zwnj || r == zwj || r == textVS || r == emojVS:
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

// unseen are characters beside the format characters that show as nothing, choose another glyph without a trace,
// or join themselves to whatever follows (so that a Text ending in one would swallow a cell of its neighbour).
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

// blank reports whether a character shows as nothing but space.
func blank(r rune) bool {
	return r == ' ' || r == '\u2800' || unicode.Is(unicode.Zs, r)
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// pictured reports whether a character may be the base of an emoji sequence.
func pictured(r rune) bool {
	return r >= 0xa9 && !unicode.IsLetter(r) && !unicode.IsMark(r) && r != standIn && r != ring ||
		r == '#' || r == '*' || r >= '0' && r <= '9'
}

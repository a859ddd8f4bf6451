package lay

import (
	"strings"

	"sideboard/ui/style"
)

// Span is a piece of a line in one style.
type Span struct {
	Text  Text
	Style style.Style
}

// Line is one line of styled text, such as rendered Markdown or a piece of news.
type Line []Span

// Width returns the cells the line takes.
func (l Line) Width() int {
	w := 0
	for i := range l {
		w += l[i].Text.Width()
	}
	return w
}

// WrapLine breaks a line into lines of at most w cells, at blanks if there are any. A dot between two parts is left out
// where a line ends there.
func WrapLine(l Line, w int) (lines []Line) {
	if l.Width() <= w {
		return []Line{l}
	}
	for b := (breaker{line: l}); !b.done(); {
		var now Line
		b.row(w, func(s Span) { now = append(now, s) })
		lines = append(lines, now)
	}
	return lines
}

// A breaker takes rows off the front of a line, which it does not change.
type breaker struct {
	line  Line
	rest  Text // of the first span, where a row ended in it
	below bool // there was a row before
}

// done reports whether nothing is left.
func (b *breaker) done() bool { return len(b.line) == 0 }

// row takes what has room in a row of w cells, and calls put for each piece of it.
func (b *breaker) row(w int, put func(s Span)) {
	below := b.below
	b.below = true
	for at := 0; !b.done(); {
		s, text := &b.line[0], b.rest
		if text.Empty() {
			text = s.Text
		}
		if at == 0 && below {
			text = trimLeft(text)
		}
		switch {
		case s.isDot() && (at == 0 || len(b.line) == 1 || !beginsIn(b.line[1].Text, w-at-text.Width())):
			b.line = b.line[1:]
			if at > 0 {
				return
			}
			continue
		case at > 0 && !beginsIn(text, w-at):
			return
		case !text.Empty():
			text, b.rest = text.Break(max(w-at, 1))
			put(Span{text, s.Style})
			at += text.Width()
			if !b.rest.Empty() {
				return
			}
		}
		b.line = b.line[1:]
	}
}

// trimLeft returns a text without the blanks it begins with.
func trimLeft(t Text) Text {
	blanks := len(t.String()) - len(strings.TrimLeft(t.String(), " "))
	return t.Window(blanks, t.Width()-blanks)
}

// beginsIn reports whether the first word of a text has room in w cells.
func beginsIn(t Text, w int) bool {
	if w < 1 {
		return false
	}
	head, rest := t.Break(w)
	return rest.Empty() || t.String()[len(head.String())] == ' '
}

// isDot reports whether a piece of a line is the dot between two parts of it.
func (s *Span) isDot() bool {
	dot := strings.TrimSpace(s.Text.String())
	return dot == dots[0] || dot == dots[1]
}

var dots = [...]string{style.GlyphSet(false).Dot, style.GlyphSet(true).Dot}

package lay

import (
	"strings"

	"sideboard/ui/safetext"
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

// WrapLine breaks spans into lines of at most w cells, at blanks where there are any. A dot between two parts is left out where a line
// ends there.
func WrapLine(l Line, w int) []Line {
	if w < 1 || l.Width() <= w {
		return []Line{l}
	}
	var lines []Line
	var now Line
	at := 0
	flush := func() {
		if last := len(now) - 1; now[last].isDot() {
			now = now[:last]
		}
		end := &now[len(now)-1].Text
		*end = safetext.Line(strings.TrimRight(end.String(), " "))
		lines = append(lines, now)
		now, at = nil, 0
	}
	for _, span := range l {
		if span.isDot() {
			if at > 0 {
				now = append(now, span)
				at += span.Text.Width()
			}
			continue
		}
		words := strings.SplitAfter(span.Text.String(), " ")
		for _, word := range words {
			if word == "" {
				continue
			}
			t := safetext.Line(word)
			if visible := safetext.Line(strings.TrimRight(word, " ")).Width(); at > 0 && at+visible > w {
				flush()
			}
			for _, piece := range splitWord(t, w) {
				if at > 0 && at+piece.Width() > w {
					flush()
				}
				now = append(now, Span{piece, span.Style})
				at += piece.Width()
			}
		}
	}
	if len(now) > 0 {
		flush()
	}
	return lines
}

// isDot reports whether a piece of a line is the dot between two parts of it.
func (s *Span) isDot() bool {
	dot := strings.TrimSpace(s.Text.String())
	return dot == dots[0] || dot == dots[1]
}

var dots = [...]string{style.GlyphSet(false).Dot, style.GlyphSet(true).Dot}

// Path writes a path in the cells there are: of one that has no room, its beginning and its end.
func (p *Pen) Path(st style.Style, t Text) {
	head, tail := CutPath(t, p.Room())
	if p.Text(st, head); !tail.Empty() {
		p.Glyph(st, p.Sheet.Glyphs.Ellipsis)
		p.Text(st, tail)
	}
}

// CutPath returns the beginning and the end of a path that have room in w cells with one between them, or all of it as the beginning. Names
// are whole while the last one is.
func CutPath(t Text, w int) (head, tail Text) {
	if t.Width() <= w {
		return t, Text{}
	}
	parts := strings.SplitAfter(t.String(), "/")
	join := func(of []string) Text { return safetext.Line(strings.Join(of, "")) }
	last := len(parts) - 1
	for last > 1 && join(parts[last-1:]).Width()+2 <= w*2/3 {
		last--
	}
	tail = join(parts[last:])
	if tail.Width()+2 > w {
		runes := []rune(tail.String())
		for len(runes) > 0 && safetext.Line(string(runes)).Width()+1 > w {
			runes = runes[1:]
		}
		return Text{}, safetext.Line(string(runes))
	}
	first := 0
	for first < last && join(parts[:first+1]).Width()+2+tail.Width() <= w {
		first++
	}
	return join(parts[:first]), safetext.Const("/").Append(tail)
}

func splitWord(t Text, w int) []Text {
	if t.Width() <= w {
		return []Text{t}
	}
	return t.Wrap(w)
}

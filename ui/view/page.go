package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"strings"
)

// page gathers rows of one width on one ground: the inside of a dialog, a detail, an empty screen.
type page struct {
	p    pen
	w    int
	on   style.Ground
	rows []string

	spots []Spot // what a click means in the rows, counted from the first of them

	heads []int // the rows in which a head stands
	split int   // the empty row above that head: a panel ends there, and another begins; 0 for none
	apart bool  // what comes next is of the whole board, below what is of one task: its head has a heavier rule than heads within either
}

func (pt *Painter) newPage(w int, on style.Ground) *page {
	g := &page{p: pen{sh: pt.sh}, w: max(w, 0), on: on}
	g.p.spots = &g.spots
	return g
}

// row draws one row.
func (g *page) row(draw func(p *pen)) {
	g.p.b, g.p.row = g.p.b[:0], len(g.rows)
	g.p.beginRow(g.w, g.on)
	draw(&g.p)
	g.p.fill()
	g.rows = append(g.rows, string(g.p.b))
}

// add appends the rows of another page.
func (g *page) add(below *page) {
	g.spots = appendSpots(g.spots, below.spots, 0, len(g.rows), len(below.rows))
	g.rows = append(g.rows, below.rows...)
}

// appendSpots appends what a click means in the first rows of what is drawn from a cell on.
func appendSpots(to, spots []Spot, x, y, rows int) []Spot {
	for _, s := range spots {
		if s.Y >= 0 && s.Y < rows {
			s.X, s.Y = s.X+x, s.Y+y
			to = append(to, s)
		}
	}
	return to
}

func (g *page) blank() { g.row(func(*pen) {}) }

// text draws a text, wrapped.
func (g *page) text(st style.Style, t Text) { g.textFrom(0, st, t) }

// textFrom draws a text from a cell on, wrapped.
func (g *page) textFrom(at int, st style.Style, t Text) {
	for _, piece := range t.Wrap(max(g.w-at, 1)) {
		g.row(func(p *pen) { p.padTo(at); p.text(st, piece) })
	}
}

// line draws styled spans, wrapped.
func (g *page) line(l Line) {
	for _, piece := range wrapLine(l, g.w) {
		g.row(func(p *pen) { p.line(piece) })
	}
}

// input draws a line of input, and returns where the cursor is in the box that is drawn around the page.
func (g *page) input(pt *Painter, in *Prompt) (x, y int) {
	g.row(func(p *pen) { pt.drawInput(p, in) })
	pt.cursor = false // of the frame: the box tells where it is
	return pt.x + boxPad, len(g.rows)
}

// tabs draws the names of lists that share a place with the keys that show them.
func (g *page) tabs(all []Tab, at, h int) {
	if len(all) == 0 {
		return
	}
	if h >= roomyHeight {
		g.blank()
	}
	names := 0
	for i := range all {
		names += all[i].Key.Width() + 1 + all[i].Name.Width()
	}
	gap := max(1, min(4, (g.w-names)/(len(all)-1)))
	g.row(func(p *pen) {
		for i := range all {
			if i > 0 {
				p.space(gap)
			}
			from, cap, name := p.at, style.Dim, style.Dim
			if i == at {
				cap, name = style.AccentStrong, style.TitleStrong
			}
			p.text(cap, all[i].Key)
			p.space(1)
			p.text(name, all[i].Name)
			p.spot(from, Spot{Key: all[i].Key})
		}
	})
}

// keys draws keys side by side, in as many rows as they need.
func (g *page) keys(keys []Key) {
	for len(keys) > 0 {
		n, w := 0, 0
		for n < len(keys) && (n == 0 || w+keys[n].width() <= g.w) {
			w += keys[n].width() + 2
			n++
		}
		g.row(func(p *pen) {
			for i := range keys[:n] {
				if i > 0 {
					p.space(2)
				}
				p.key(&keys[i])
			}
		})
		keys = keys[n:]
	}
}

// wrapLine breaks spans into lines of at most w cells, at blanks where there are any. A dot between two parts is left out where a line
// ends there.
func wrapLine(l Line, w int) []Line {
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

// path writes a path in the cells there are: of one that has no room, its beginning and its end.
func (p *pen) path(st style.Style, t Text) {
	head, tail := cutPath(t, p.remaining())
	if p.text(st, head); !tail.Empty() {
		p.glyph(st, p.sh.Glyphs.Ellipsis)
		p.text(st, tail)
	}
}

// cutPath returns the beginning and the end of a path that have room in w cells with one between them, or all of it as the beginning. Names
// are whole while the last one is.
func cutPath(t Text, w int) (head, tail Text) {
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

// keepRows keeps at most n rows from row first on, and says in the last of them how much is above and how much follows, while anything does.
func (g *page) keepRows(first, n int) {
	if len(g.rows) <= n || n < 1 {
		return
	}
	first = max(0, min(first, len(g.rows)-n))
	rest := len(g.rows) - first - n
	g.rows = g.rows[first : first+n]
	g.spots = appendSpots(nil, g.spots, 0, -first, first+n)
	if rest == 0 || n < 2 {
		return
	}
	g.rows = g.rows[:n-1]
	g.row(func(p *pen) {
		if first > 0 {
			p.number(style.Dim, first)
			p.ascii(style.Dim, " more above")
			p.dot()
		}
		p.number(style.Dim, rest+1)
		p.ascii(style.Dim, " more below")
	})
}

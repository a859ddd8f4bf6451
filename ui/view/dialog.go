package view

import (
	"slices"
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Overlay is what floats over a view: *Help, *Confirm, *Form, *Problems, *Message, *Picker, *Conflict, *Document or *Empty.
type Overlay interface {
	// box draws it for a screen of w by h cells.
	box(pt *Painter, w, h int) floatBox
}

// Confirm asks before something is done.
type Confirm struct {
	Question Text
	Detail   []Line // wrapped where it does not fit
	Keys     []Key  // "y delete", "n keep it": what is done first
	Danger   bool   // what is done takes something away
}

// Message is something that needs reading.
type Message struct {
	Title Text
	Lines []Line
	Keys  []Key
}

// box draws a question with its details and the keys that answer it.
func (c *Confirm) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(64, w), style.Float)
	if h >= tightHeight { // lower than that, the question comes before any air
		g.blank()
	}
	st, title := style.TitleStrong, c.Question
	keys := slices.Clone(c.Keys)
	if len(keys) > 0 {
		keys[0].Danger, keys[0].Main = c.Danger, !c.Danger
	}
	if c.Danger {
		st = style.DangerStrong
	}
	if title.Width() > g.w || len(c.Detail) == 0 { // there it would be cut, or have nothing below it
		title = Text{}
		if g.text(st, c.Question); len(c.Detail) > 0 {
			g.blank()
		}
	}
	for _, l := range c.Detail {
		g.line(l)
	}
	return pt.withFoot(g, pt.keysBelow(g, keys, h), h, title, st)
}

// box draws a message.
func (m *Message) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(72, w), style.Float)
	g.blank()
	for _, l := range m.Lines {
		g.line(l)
	}
	return pt.withKeys(g, m.Keys, h, m.Title, style.TitleStrong)
}

// withKeys closes a dialog with its keys; where it is too high, its middle gives way.
func (pt *Painter) withKeys(g *page, keys []Key, h int, title Text, st style.Style) floatBox {
	return pt.withFoot(g, pt.keysBelow(g, keys, h), h, title, st)
}

// keysBelow returns the rows of keys below a page.
func (pt *Painter) keysBelow(g *page, keys []Key, h int) *page {
	foot := pt.newPage(g.w, g.on)
	if len(keys) > 0 {
		if h >= tightHeight {
			foot.blank()
		}
		foot.keys(keys)
	}
	return foot
}

// withFoot closes a dialog with what stands at its foot; where it is too high, its middle gives way.
func (pt *Painter) withFoot(g, foot *page, h int, title Text, st style.Style) floatBox {
	g.keepRows(0, max(h-2-len(foot.rows), 1))
	g.add(foot)
	return pt.border(g, title, st)
}

// fadeRow draws the row just written again without its colours.
func (pt *Painter) fadeRow() {
	from := pt.starts[len(pt.starts)-1]
	pt.floating = append(pt.floating[:0], pt.p.b[from:]...)
	pt.p.b = pt.p.b[:from]
	pt.p.beginRow(pt.p.end, style.Flat)
	pt.p.space(pt.p.restyled(style.Faint, string(pt.floating), 0, pt.p.end))
}

// inOneStyle returns a drawn row of w cells in one style.
func (pt *Painter) inOneStyle(row string, st style.Style, w int) string {
	p := pen{sh: pt.sh}
	p.beginRow(w, style.Flat)
	if p.bar(st, " ", p.restyled(st, row, 0, w)); pt.sh.Solid(st) && strings.HasSuffix(string(p.b), " ") {
		p.endBlock()
	}
	return string(p.b)
}

// restyled writes cells from..to of a drawn row in one style, and returns how many of them the row ends before. The escape sequences of a drawn
// row are ours and end at the first letter m; what lies between them is safe text.
func (p *pen) restyled(st style.Style, row string, from, to int) int {
	at, start := 0, p.at
	for len(row) > 0 && at < to {
		if row[0] == 0x1b {
			row = row[strings.IndexByte(row, 'm')+1:]
			continue
		}
		n := strings.IndexByte(row, 0x1b)
		if n < 0 {
			n = len(row)
		}
		t := safetext.Line(row[:n])
		row = row[n:]
		w := t.Width()
		skip := max(from-at, 0)
		if p.sh.Graphemes && t.Slack() > 0 { // its blanks are in the row already: leave it out
			w -= t.Slack()
			p.space(min(w, to-at) - skip)
		} else if at+w > from {
			p.text(st, t.Window(skip, min(w, to-at)-skip).Faded())
		}
		at += w
	}
	return to - from - (p.at - start)
}

// drawOver draws the frame again, faint, with a box over the middle of it. Rows for which keep holds stay as they are
// where the box does not cover them.
func (pt *Painter) drawOver(l Layout, b floatBox, keep func(y int) bool) []byte {
	base := pt.p.b
	out := pen{b: pt.floating[:0], sh: pt.sh}
	h := min(len(b.rows), l.H)
	w := min(b.w, l.W)
	top, left := (l.H-h)/2, (l.W-w)/2
	top = max(top, min(l.Tabs.Y+l.Tabs.H, l.H-h)) // below the header, where there is room for that
	pt.float = Rect{left, top, w, h}
	behind := len(pt.spots)
	pt.spots = appendSpots(pt.spots, b.spots, left, top, h)
	for i := range pt.spots[behind:] {
		pt.spots[behind+i].floats = true
	}
	for y := range l.H {
		from, to := pt.starts[y], len(base)
		if y+1 < l.H {
			to = pt.starts[y+1] - 1
		}
		row := string(base[from:to])
		if y > 0 {
			out.b = append(out.b, '\n')
		}
		out.beginRow(l.W, style.Flat)
		switch {
		case y >= top && y < top+h:
			if left < leastShown { // of what is so narrow letters remain that say nothing
				row = ""
			}
			out.space(out.restyled(style.Faint, row, 0, left))
			out.drawn(b.rows[y-top], w)
			out.space(out.restyled(style.Faint, row, left+w, l.W))
		case keep != nil && keep(y):
			out.drawn(row, l.W)
		default:
			out.space(out.restyled(style.Faint, row, 0, l.W))
		}
		out.fill()
		out.b = append(out.b, style.Reset...)
	}
	pt.floating = out.b
	if b.cursor {
		pt.cursor, pt.x, pt.y = true, left+b.x, top+b.y
	}
	return out.b
}

// leastShown is the cells beside a dialog in which what is behind it is seen.
const leastShown = 10

// borderAround closes a dialog with the rows at its foot; where it is too high, they give way.
func (pt *Painter) borderAround(g, foot *page, h int, title Text) floatBox {
	g.add(foot)
	g.rows = g.rows[:min(len(g.rows), max(h-2, 1))]
	return pt.border(g, title, style.TitleStrong)
}

// border draws a border around the rows of a page, with a title in it.
func (pt *Painter) border(g *page, title Text, st style.Style) floatBox {
	return pt.borderNoted(g, title, st, nil, Text{})
}

// borderNoted draws a border with a title in it, and at its right end how a task is where there is room for that.
func (pt *Painter) borderNoted(g *page, title Text, st style.Style, state *State, note Text) floatBox {
	glyphs := pt.sh.Glyphs
	w := g.w + 2*boxPad
	rows := make([]string, 0, len(g.rows)+2)
	edge := pt.newPage(w, g.on)
	edge.row(func(p *pen) {
		p.glyph(style.Border, glyphs.TopLeft)
		p.glyph(style.Border, glyphs.Horizontal)
		if !title.Empty() {
			p.space(1)
			p.textUpTo(st, title, w-6)
			p.space(1)
		}
		if room := p.remaining() - 6 - note.Width(); state != nil && !note.Empty() && room > 0 {
			p.bar(style.Border, glyphs.Horizontal, room)
			p.space(1)
			p.state(*state)
			p.text(style.Dim, note)
			p.space(1)
		}
		p.bar(style.Border, glyphs.Horizontal, p.remaining()-1)
		p.glyph(style.Border, glyphs.TopRight)
	})
	for _, row := range g.rows {
		edge.row(func(p *pen) {
			p.glyph(style.Border, glyphs.Vertical)
			p.padTo(boxPad)
			p.drawn(row, g.w)
			p.padTo(w - 1)
			p.glyph(style.Border, glyphs.Vertical)
		})
	}
	edge.row(func(p *pen) {
		p.glyph(style.Border, glyphs.BottomLeft)
		p.bar(style.Border, glyphs.Horizontal, w-2)
		p.glyph(style.Border, glyphs.BottomRight)
	})
	return floatBox{rows: append(rows, edge.rows...), w: w, spots: appendSpots(nil, g.spots, boxPad, 1, len(g.rows))}
}

// contentWidth returns the width for the content of a box of wanted cells on a screen of w.
func contentWidth(wanted, w int) int { return max(min(wanted, w-2)-2*boxPad, 1) }

// boxPad is the cells of border and blanks at each side of what floats.
const boxPad = 3

// floatBox is a drawn thing that floats: rows of exactly w cells, and where the text cursor is in it.
type floatBox struct {
	rows   []string
	w      int
	spots  []Spot
	cursor bool
	x, y   int
}

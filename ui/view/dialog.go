package view

import (
	"slices"
	"strings"

	"sideboard/ui/lay"
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
		g.Blank()
	}
	st, title := style.TitleStrong, c.Question
	keys := slices.Clone(c.Keys)
	if len(keys) > 0 {
		keys[0].Danger, keys[0].Main = c.Danger, !c.Danger
	}
	if c.Danger {
		st = style.DangerStrong
	}
	if title.Width() > g.W || len(c.Detail) == 0 { // there it would be cut, or have nothing below it
		title = Text{}
		if g.Text(st, c.Question); len(c.Detail) > 0 {
			g.Blank()
		}
	}
	for _, l := range c.Detail {
		g.Line(l)
	}
	return pt.withFoot(g, pt.keysBelow(g, keys, h), h, title, st)
}

// box draws a message.
func (m *Message) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(72, w), style.Float)
	g.Blank()
	for _, l := range m.Lines {
		g.Line(l)
	}
	return pt.withKeys(g, m.Keys, h, m.Title, style.TitleStrong)
}

// withKeys closes a dialog with its keys; where it is too high, its middle gives way.
func (pt *Painter) withKeys(g *page, keys []Key, h int, title Text, st style.Style) floatBox {
	return pt.withFoot(g, pt.keysBelow(g, keys, h), h, title, st)
}

// keysBelow returns the rows of keys below a page.
func (pt *Painter) keysBelow(g *page, keys []Key, h int) *page {
	foot := pt.newPage(g.W, g.On)
	if len(keys) > 0 {
		if h >= tightHeight {
			foot.Blank()
		}
		drawKeyRows(foot, keys)
	}
	return foot
}

// withFoot closes a dialog with what stands at its foot; where it is too high, its middle gives way.
func (pt *Painter) withFoot(g, foot *page, h int, title Text, st style.Style) floatBox {
	g.Keep(0, max(h-2-len(foot.Rows), 1))
	g.Add(foot)
	return pt.border(g, title, st)
}

// fadeRow draws the row just written again without its colours.
func (pt *Painter) fadeRow() {
	from := pt.starts[len(pt.starts)-1]
	pt.floating = append(pt.floating[:0], pt.p.B[from:]...)
	pt.p.B = pt.p.B[:from]
	pt.p.Begin(pt.p.End, style.Flat)
	pt.p.Space(restyled(&pt.p, style.Faint, string(pt.floating), 0, pt.p.End))
}

// inOneStyle returns a drawn row of w cells in one style.
func inOneStyle(sh *style.Sheet, row string, st style.Style, w int) string {
	p := pen{Sheet: sh}
	p.Begin(w, style.Flat)
	if p.Bar(st, " ", restyled(&p, st, row, 0, w)); sh.Solid(st) && strings.HasSuffix(string(p.B), " ") {
		p.EndBlock()
	}
	return string(p.B)
}

// restyled writes cells from..to of a drawn row in one style, and returns how many of them the row ends before. The escape sequences of a drawn
// row are ours and end at the first letter m; what lies between them is safe text.
func restyled(p *pen, st style.Style, row string, from, to int) int {
	at, start := 0, p.At
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
		if p.Sheet.Graphemes && t.Slack() > 0 { // its blanks are in the row already: leave it out
			w -= t.Slack()
			p.Space(min(w, to-at) - skip)
		} else if at+w > from {
			p.Text(st, t.Window(skip, min(w, to-at)-skip).Faded())
		}
		at += w
	}
	return to - from - (p.At - start)
}

// drawOver draws the frame again, faint, with a box over the middle of it. Rows for which keep holds stay as they are
// where the box does not cover them.
func (pt *Painter) drawOver(l Layout, b floatBox, keep func(y int) bool) []byte {
	base := pt.p.B
	out := pen{B: pt.floating[:0], Sheet: pt.sh}
	h := min(len(b.rows), l.H)
	w := min(b.w, l.W)
	top, left := (l.H-h)/2, (l.W-w)/2
	top = max(top, min(l.Tabs.Y+l.Tabs.H, l.H-h)) // below the header, where there is room for that
	behind := len(pt.spots)
	pt.spots = append(pt.spots, Spot{Rect: Rect{X: left, Y: top, W: w, H: h}})
	pt.spots = lay.AppendSpots(pt.spots, b.spots, left, top, h)
	for i := range pt.spots[behind:] {
		pt.spots[behind+i].Floats = true
	}
	for y := range l.H {
		from, to := pt.starts[y], len(base)
		if y+1 < l.H {
			to = pt.starts[y+1] - 1
		}
		row := string(base[from:to])
		if y > 0 {
			out.B = append(out.B, '\n')
		}
		out.Begin(l.W, style.Flat)
		switch {
		case y >= top && y < top+h:
			if left < leastShown { // of what is so narrow letters remain that say nothing
				row = ""
			}
			out.Space(restyled(&out, style.Faint, row, 0, left))
			out.Drawn(b.rows[y-top], w)
			out.Space(restyled(&out, style.Faint, row, left+w, l.W))
		case keep != nil && keep(y):
			out.Drawn(row, l.W)
		default:
			out.Space(restyled(&out, style.Faint, row, 0, l.W))
		}
		out.Fill()
		out.B = append(out.B, style.Reset...)
	}
	pt.floating = out.B
	if b.cursor {
		pt.cursor, pt.x, pt.y = true, left+b.x, top+b.y
	}
	return out.B
}

// leastShown is the cells beside a dialog in which what is behind it is seen.
const leastShown = 10

// borderAround closes a dialog with the rows at its foot; where it is too high, they give way.
func (pt *Painter) borderAround(g, foot *page, h int, title Text) floatBox {
	g.Add(foot)
	g.Rows = g.Rows[:min(len(g.Rows), max(h-2, 1))]
	return pt.border(g, title, style.TitleStrong)
}

// border draws a border around the rows of a page, with a title in it.
func (pt *Painter) border(g *page, title Text, st style.Style) floatBox {
	return pt.borderNoted(g, title, st, nil, Text{})
}

// borderNoted draws a border with a title in it, and at its right end how a task is where there is room for that.
func (pt *Painter) borderNoted(g *page, title Text, st style.Style, state *State, note Text) floatBox {
	glyphs := pt.sh.Glyphs
	w := g.W + 2*boxPad
	rows := make([]string, 0, len(g.Rows)+2)
	edge := pt.newPage(w, g.On)
	edge.Row(func(p *pen) {
		p.Glyph(style.Border, glyphs.TopLeft)
		p.Glyph(style.Border, glyphs.Horizontal)
		if !title.Empty() {
			p.Space(1)
			p.TextIn(st, title, w-6)
			p.Space(1)
		}
		if room := p.Room() - 6 - note.Width(); state != nil && !note.Empty() && room > 0 {
			p.Bar(style.Border, glyphs.Horizontal, room)
			p.Space(1)
			drawState(p, *state)
			p.Text(style.Dim, note)
			p.Space(1)
		}
		p.Bar(style.Border, glyphs.Horizontal, p.Room()-1)
		p.Glyph(style.Border, glyphs.TopRight)
	})
	for _, row := range g.Rows {
		edge.Row(func(p *pen) {
			p.Glyph(style.Border, glyphs.Vertical)
			p.PadTo(boxPad)
			p.Drawn(row, g.W)
			p.PadTo(w - 1)
			p.Glyph(style.Border, glyphs.Vertical)
		})
	}
	edge.Row(func(p *pen) {
		p.Glyph(style.Border, glyphs.BottomLeft)
		p.Bar(style.Border, glyphs.Horizontal, w-2)
		p.Glyph(style.Border, glyphs.BottomRight)
	})
	return floatBox{rows: append(rows, edge.Rows...), w: w, spots: lay.AppendSpots(nil, g.Spots, boxPad, 1, len(g.Rows))}
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

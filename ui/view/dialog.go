package view

import (
	"slices"
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Overlay is drawn over a view: *Help, *Confirm, *Form, *Problems, *Message, *Picker, *Conflict, *Document or *Empty.
type Overlay interface {
	// box draws the overlay for a screen of w by h cells.
	box(pt *Painter, w, h int) floatBox
}

// Confirm asks before something is done.
type Confirm struct {
	Question Text
	Detail   []Line // wrapped
	Keys     []Key  // "y delete", "n keep it": the action first
	Danger   bool   // the action removes something
}

// Message is text to read and close.
type Message struct {
	Title Text
	Lines []Line
	Keys  []Key
}

// box draws a question with its details and the keys that answer it.
func (c *Confirm) box(pt *Painter, w, h int) floatBox {
	d := newDialog(pt, 64, w, h)
	d.air(d.page)
	st, keys := style.TitleStrong, slices.Clone(c.Keys)
	if c.Danger {
		st = style.DangerStrong
	}
	if len(keys) > 0 {
		keys[0].Danger, keys[0].Main = c.Danger, !c.Danger
	}
	d.Text(st, c.Question)
	if len(c.Detail) > 0 {
		d.air(d.page)
	}
	for _, l := range c.Detail {
		d.Line(l)
	}
	d.keys(keys)
	return d.close(Text{})
}

// box draws a message.
func (m *Message) box(pt *Painter, w, h int) floatBox {
	d := newDialog(pt, 72, w, h)
	d.air(d.page)
	for _, l := range m.Lines {
		d.Line(l)
	}
	d.keys(m.Keys)
	return d.close(m.Title)
}

// dialog is an overlay while it is drawn: its rows, and those of its foot, which are shown on the lowest screen, too.
type dialog struct {
	*page
	pt     *Painter
	foot   *page
	h      int // rows of the screen
	cursor cursorAt
}

// cursorAt is the position of the text cursor in a page.
type cursorAt struct {
	x, y int
	seen bool
}

// newDialog returns a dialog of a width, including the border, on a screen of w by h cells.
func newDialog(pt *Painter, cells, w, h int) *dialog {
	d := &dialog{page: pt.newPage(contentWidth(cells, w), style.Float), pt: pt, h: h}
	d.Side, d.foot = boxPad-1, pt.newPage(d.W, d.On)
	return d
}

// air adds an empty row if the screen is high enough.
func (d *dialog) air(g *page) {
	if d.h >= tightHeight {
		g.Blank()
	}
}

// keys draws keys at the foot.
func (d *dialog) keys(keys []Key) {
	if len(keys) > 0 {
		d.air(d.foot)
		drawKeyRows(d.foot, keys)
	}
}

// input draws a line of input.
func (d *dialog) input(in *Prompt) {
	d.Row(func(p *pen) { d.pt.drawInput(p, in) })
	d.pt.cursor = false // hide the cursor of the frame, because the dialog has its own
	d.cursor = cursorAt{d.pt.x, len(d.Rows) - 1, in.Cursor >= 0}
}

// room returns the rows that are left.
func (d *dialog) room() int { return max(d.h-2-len(d.Rows)-len(d.foot.Rows), 1) }

// scroll appends the visible rows of a page, starting at row first, and returns the largest first row.
func (d *dialog) scroll(g *page, first int) int {
	room := d.room()
	limit := max(len(g.Rows)-room, 0)
	g.Keep(first, room)
	d.Add(g)
	return limit
}

// close draws the border. If there are too many rows it drops some above the foot.
func (d *dialog) close(title Text) floatBox { return d.closeNoted(title, nil, Text{}) }

// closeNoted does the same with the state of a task, and a note, at the right end of the border.
func (d *dialog) closeNoted(title Text, state *State, note Text) floatBox {
	room := max(d.h-2-len(d.foot.Rows), 1)
	d.Keep(0, room)
	d.Add(d.foot)
	b := border(d.page, title, state, note)
	b.cursor, b.x, b.y = d.cursor.seen && d.cursor.y < room, d.cursor.x+boxPad, d.cursor.y+1
	return b
}

func (pt *Painter) newPage(w int, on style.Ground) *page { return lay.NewPage(pt.sh, w, on) }

// drawKeyRows draws keys next to each other, in as many rows as they need.
func drawKeyRows(g *page, keys []Key) {
	for len(keys) > 0 {
		n, w := 1, keys[0].width()
		for n < len(keys) && w+2+keys[n].width() <= g.W {
			w += 2 + keys[n].width()
			n++
		}
		g.Row(func(p *pen) {
			for i := range keys[:n] {
				p.Space(2 * min(i, 1))
				drawKey(p, &keys[i])
			}
		})
		keys = keys[n:]
	}
}

// fadeRow draws the row just written again without its colours.
func (pt *Painter) fadeRow() {
	from, w := pt.starts[len(pt.starts)-1], pt.p.End
	row := string(pt.p.B[from:])
	pt.p.B = pt.p.B[:from]
	pt.p.Begin(w, style.Flat)
	pt.p.Drawn(pt.inOneStyle(style.Faint, row, 0, w), w)
}

// restyledRow is the cells [from, to) of a drawn row, in one style.
type restyledRow struct {
	row      string
	st       style.Style
	from, to int
	sheet    *style.Sheet
}

// inOneStyle returns cells from..to of a drawn row in one style. All escape sequences of a drawn row end at the first letter m; what is
// between them is safe text. What is behind a dialog seldom changes while that is open.
func (pt *Painter) inOneStyle(st style.Style, row string, from, to int) string {
	d, known := pt.restyled.Get(restyledRow{row, st, from, to, pt.sh})
	if known {
		return d.Rows[0]
	}
	p := pen{Sheet: pt.sh}
	p.Begin(to-from, style.Flat)
	for at := 0; len(row) > 0 && at < to; {
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
		if p.Sheet.Graphemes && t.Slack() > 0 { // the row has its blanks already
			w -= t.Slack()
			p.Space(min(w, to-at) - skip)
		} else if at+w > from {
			p.Text(st, t.Window(skip, min(w, to-at)-skip).Faded())
		}
		at += w
	}
	if pt.sh.Solid(st) {
		if p.Bar(st, " ", p.Room()); strings.HasSuffix(string(p.B), " ") {
			p.EndBlock()
		}
	}
	p.Fill()
	d.Rows = append(d.Rows, string(p.B))
	return d.Rows[0]
}

// drawOver draws the frame again, faint, with a box over its middle. Rows for which keep returns true stay as they are
// unless the box covers them.
func (pt *Painter) drawOver(l *Layout, b floatBox, keep func(y int) bool) []byte {
	base := pt.p.B
	out := pen{B: pt.floating[:0], Sheet: pt.sh}
	h := min(len(b.rows), l.H)
	w := min(b.w, l.W)
	top, left := (l.H-h)/2, (l.W-w)/2
	top = max(top, min(l.Tabs.Y+l.Tabs.H, l.H-h)) // below the header, if it fits there
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
			if left < leastShown { // too narrow to be of use
				row = ""
			}
			out.Drawn(pt.inOneStyle(style.Faint, row, 0, left), left)
			out.Drawn(b.rows[y-top], w)
			out.Drawn(pt.inOneStyle(style.Faint, row, left+w, l.W), l.W-left-w)
		case keep != nil && keep(y):
			out.Drawn(row, l.W)
		default:
			out.Drawn(pt.inOneStyle(style.Faint, row, 0, l.W), l.W)
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

// leastShown is the fewest cells at the left of a dialog in which the frame behind it is drawn.
const leastShown = 10

// border draws a border around the rows of a page, with a title at the left and, if they fit, a state and a note at the right.
func border(g *page, title Text, state *State, note Text) floatBox {
	sh := g.Pen.Sheet
	glyphs, w := sh.Glyphs, g.W+2*boxPad
	line := func(p *pen, n int) { p.Bar(style.Border, glyphs.Horizontal, n) }
	edge := lay.NewPage(sh, w, g.On)
	edge.Row(func(p *pen) {
		p.Glyph(style.Border, glyphs.TopLeft)
		line(p, 1)
		if !title.Empty() {
			p.Space(1)
			p.TextIn(style.TitleStrong, title, w-6)
			p.Space(1)
		}
		if state != nil {
			glyph, hue := stateGlyph(sh, *state)
			said := []lay.Bit{{Sign: " "}, {Sign: glyph, Hue: hue, Text: note, Style: style.Dim}, {Sign: " "}}
			if rest := p.Room() - lay.Width(said...) - 2; rest > 0 {
				line(p, rest)
				lay.Draw(p, said...)
			}
		}
		line(p, p.Room()-1)
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
		line(p, w-2)
		p.Glyph(style.Border, glyphs.BottomRight)
	})
	return floatBox{rows: edge.Rows, w: w, spots: lay.AppendSpots(nil, g.Spots, boxPad, 1, len(g.Rows))}
}

// contentWidth returns the width for the content of a box of wanted cells on a screen of w.
func contentWidth(wanted, w int) int { return max(min(wanted, w-2)-2*boxPad, 1) }

// boxPad is the cells of border and blanks at each side of an overlay.
const boxPad = 3

// floatBox is a drawn overlay: rows of exactly w cells, and the place of the text cursor.
type floatBox struct {
	rows   []string
	w      int
	spots  []Spot
	cursor bool
	x, y   int
}

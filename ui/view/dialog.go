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
	box(br *brush, w, h int) floatBox
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
func (c *Confirm) box(br *brush, w, h int) floatBox {
	d, keys := newDialog(br, 64, w, h), slices.Clone(c.Keys)
	if len(keys) > 0 {
		keys[0].Danger, keys[0].Main = c.Danger, !c.Danger
	}
	if c.Danger {
		d.look = style.DangerStrong
	}
	if len(c.Detail) > 0 {
		d.air()
	}
	for _, l := range c.Detail {
		d.Line(l)
	}
	d.keys(keys)
	return d.close(c.Question)
}

// box draws a message.
func (m *Message) box(br *brush, w, h int) floatBox {
	d := newDialog(br, 72, w, h)
	d.air()
	for _, l := range m.Lines {
		d.Line(l)
	}
	d.keys(m.Keys)
	return d.close(m.Title)
}

// dialog is an overlay while it is drawn: its rows, and those at its end, which are shown on the lowest screen, too.
type dialog struct {
	*page
	br     *brush
	foot   *page       // the last rows of the text
	bar    *page       // the keys, on a bar of their own
	look   style.Style // of the title
	h      int         // rows of the screen
	airy   bool        // they are enough for free rows
	cursor cursorAt
}

// cursorAt is the position of the text cursor in a page.
type cursorAt struct {
	x, y int
	seen bool
}

// newDialog returns a dialog of a width on a screen of w by h cells.
func newDialog(br *brush, cells, w, h int) *dialog {
	d := &dialog{page: br.newPage(contentWidth(cells, w), style.Panel), br: br, look: style.TitleStrong, h: h,
		airy: h >= tightHeight}
	d.Side, d.foot, d.bar = boxPad-1, br.newPage(d.W, d.On), br.newPage(d.W, style.Bar)
	return d
}

// air adds an empty row if the screen is high enough.
func (d *dialog) air() {
	if d.airy {
		d.Blank()
	}
}

// keys draws keys at the foot.
func (d *dialog) keys(keys []Key) {
	drawKeyRows(d.bar, keys)
}

// keepKeyRows leaves as many rows for keys as others need.
func (d *dialog) keepKeyRows(keys []Key) {
	bar := d.br.newPage(d.W, style.Bar)
	drawKeyRows(bar, keys)
	d.bar.Fill(len(bar.Rows))
}

// input draws a line of input.
func (d *dialog) input(in *Prompt) {
	d.Row(func(p *pen) { d.br.drawInput(p, in, 2) })
	d.br.cursor = false // hide the cursor of the frame, because the dialog has its own
	d.cursor = cursorAt{d.br.x, len(d.Rows) - 1, in.Cursor >= 0}
}

// edges is the rows of a dialog besides its text and its keys: the title, a free row, and without grounds a border.
func (d *dialog) edges() int {
	n := 1
	if d.airy {
		n++
	}
	if !d.br.sh.Grounded() {
		n += 2
	}
	return n
}

// room returns the rows that are left.
func (d *dialog) room() int {
	return max(d.h-d.edges()-len(d.Rows)-len(d.foot.Rows)-len(d.bar.Rows), 1)
}

// scroll appends the visible rows of a page, starting at row first, and returns the largest first row.
func (d *dialog) scroll(g *page, first int) int {
	room := d.room()
	limit := max(len(g.Rows)-room, 0)
	g.Keep(first, room)
	d.Add(g)
	return limit
}

// close puts the parts together: the title, the text and the keys. If there are too many rows it drops some above the
// foot.
func (d *dialog) close(title Text) floatBox { return d.closeNoted(title, nil, Text{}) }

// closeNoted is close with the state of a task, nil for none, and a note, at the right end of the title.
func (d *dialog) closeNoted(title Text, state *State, note Text) floatBox {
	head := d.title(title, state, note)
	room := max(d.h-d.edges()-len(head.Rows)+1-len(d.foot.Rows)-len(d.bar.Rows), 1)
	d.Keep(0, room)
	d.Add(d.foot)
	if d.airy {
		d.Blank()
	}
	b, top := floatBox{w: d.W + 2*boxPad}, len(head.Rows)
	if d.br.sh.Grounded() {
		b.add(head, d.page, d.bar)
	} else {
		sh := d.br.sh
		b.addLine(sh, sh.Glyphs.TopLeft, sh.Glyphs.TopRight)
		b.add(head, d.page, d.bar)
		b.addLine(sh, sh.Glyphs.BottomLeft, sh.Glyphs.BottomRight)
		top++
	}
	b.cursor, b.x, b.y = d.cursor.seen && d.cursor.y < room, d.cursor.x+boxPad, d.cursor.y+top
	return b
}

// title returns the rows of a title, with a state and a note at the right end of the first one.
func (d *dialog) title(title Text, state *State, note Text) *page {
	g, sh := d.br.newPage(d.W, style.Selected), d.br.sh
	if title.Empty() {
		return g
	}
	said := []lay.Bit{{Sign: " "}, {Text: note, Style: style.Soft}}
	if state != nil {
		said[1].Sign, said[1].Hue = stateGlyph(sh, *state)
	}
	pieces := lay.WrapLine(Line{{Text: title, Style: d.look}}, g.W)
	if len(pieces) > mostDialogTitle {
		pieces = []Line{{{Text: title, Style: d.look}}}
	}
	for i, piece := range pieces {
		g.Row(func(p *pen) {
			p.Line(piece)
			if rest := p.Room() - lay.Width(said...); i == 0 && rest > 0 {
				p.Space(rest)
				lay.Draw(p, said...)
			}
		})
	}
	return g
}

// mostDialogTitle is the most rows of a title.
const mostDialogTitle = 4

// add appends the rows of the parts of a dialog, with blanks at both sides. A title begins with the bar of a selection.
// Where no ground shows where a dialog ends, a line does.
func (b *floatBox) add(parts ...*page) {
	for _, part := range parts {
		g := lay.NewPage(part.Pen.Sheet, b.w, part.On)
		edge := lay.Bit{}
		switch {
		case !g.Pen.Sheet.Grounded():
			edge = lay.Bit{Sign: g.Pen.Sheet.Glyphs.Vertical, Hue: style.Border}
		case part.On == style.Selected:
			edge = lay.Bit{Sign: g.Pen.Sheet.Glyphs.RuleSelected, Hue: style.Accent}
		}
		for _, row := range part.Rows {
			g.Row(func(p *pen) {
				lay.Draw(p, edge)
				p.PadTo(boxPad)
				p.Drawn(row, part.W)
				if !p.Sheet.Grounded() {
					p.PadTo(p.End - 1)
					lay.Draw(p, edge)
				}
			})
		}
		b.spots = lay.AppendSpots(b.spots, part.Spots, boxPad, len(b.rows), len(part.Rows))
		b.rows = append(b.rows, g.Rows...)
	}
}

// addLine appends a line between two corners.
func (b *floatBox) addLine(sh *style.Sheet, from, to string) {
	g := lay.NewPage(sh, b.w, style.Panel)
	g.Row(func(p *pen) {
		p.Glyph(style.Border, from)
		p.Bar(style.Border, sh.Glyphs.Horizontal, p.Room()-1)
		p.Glyph(style.Border, to)
	})
	b.rows = append(b.rows, g.Rows...)
}

// drawKeyRows draws keys next to each other, in as many rows as they need.
func drawKeyRows(g *page, keys []Key) { drawKeysOn(g, keys, style.KeyWord) }

// drawKeysOn is drawKeyRows with another style of what the keys do.
func drawKeysOn(g *page, keys []Key, words style.Style) {
	gap := 3
	if labelsIn(g.W) == 0 {
		gap = 2
	}
	for len(keys) > 0 {
		n, w := 1, keys[0].width()
		for n < len(keys) && w+gap+keys[n].width() <= g.W {
			w += gap + keys[n].width()
			n++
		}
		g.Row(func(p *pen) {
			for i := range keys[:n] {
				p.Space(gap * min(i, 1))
				bits := keys[i].bits()
				if bits[2].Style == style.KeyWord {
					bits[2].Style = words
				}
				lay.Draw(p, bits[:]...)
			}
		})
		keys = keys[n:]
	}
}

// cut returns cells from..to of a drawn row as they are. All escape sequences of a drawn row end at the first letter m;
// what is between them is safe text. What is behind a dialog seldom changes while that is open.
func (br *brush) cut(row string, from, to int) string {
	d, known := br.cuts.Get(cutRow{row, from, to})
	if known {
		return d.Rows[0]
	}
	var out []byte
	now := ""
	for at := 0; len(row) > 0 && at < to; {
		if row[0] == 0x1b {
			n := strings.IndexByte(row, 'm') + 1
			now, row = row[:n], row[n:]
			continue
		}
		n := strings.IndexByte(row, 0x1b)
		if n < 0 {
			n = len(row)
		}
		t := safetext.Line(row[:n])
		row = row[n:]
		w := t.Width()
		if br.sh.Graphemes && t.Slack() > 0 { // the row has its blanks already
			w -= t.Slack()
			t = safetext.Spaces(w)
		}
		if at+w > from {
			skip := max(from-at, 0)
			want := min(w, to-at) - skip
			piece := t.Window(skip, want)
			out = append(append(out, now...), piece.String()...)
			out = append(out, safetext.Spaces(want-piece.Width()).String()...) // in place of half a wide character
		}
		at += w
	}
	d.Rows = append(d.Rows, string(out))
	return d.Rows[0]
}

// drawOver draws the frame again with a box over its middle.
func (br *brush) drawOver(l *Layout, b floatBox) []byte {
	base := br.p.B
	out := pen{B: br.floating[:0], Sheet: br.sh}
	h := min(len(b.rows), l.H)
	w := min(b.w, l.W)
	top, left := (l.H-h)/2, (l.W-w)/2
	top = max(top, min(l.Tabs.Y+l.Tabs.H, l.H-h)) // below the header, if it fits there
	behind := len(br.spots)
	br.spots = append(br.spots, Spot{Rect: Rect{X: left, Y: top, W: w, H: h}})
	br.spots = lay.AppendSpots(br.spots, b.spots, left, top, h)
	for i := range br.spots[behind:] {
		br.spots[behind+i].Floats = true
	}
	for y := range l.H {
		from, to := br.starts[y], len(base)
		if y+1 < l.H {
			to = br.starts[y+1] - 1
		}
		row := string(base[from:to])
		if y > 0 {
			out.B = append(out.B, '\n')
		}
		out.Begin(l.W, style.Flat)
		if y < top || y >= top+h {
			out.Drawn(row, l.W)
		} else {
			out.Drawn(br.cut(row, 0, left), left)
			out.Drawn(b.rows[y-top], w)
			out.Drawn(br.cut(row, left+w, l.W), l.W-left-w)
		}
		out.Fill()
		out.B = append(out.B, style.Reset...)
	}
	br.floating = out.B
	if b.cursor {
		br.cursor, br.x, br.y = true, left+b.x, top+b.y
	}
	return out.B
}

// contentWidth returns the width for the content of a box of wanted cells on a screen of w. On a narrow screen, a box
// may be as wide as that.
func contentWidth(wanted, w int) int {
	if breadthOf(w) != Narrow {
		w -= 2
	}
	return max(min(wanted, w)-2*boxPad, 1)
}

// boxPad is the cells at each side of the text of a dialog.
const boxPad = 2

// floatBox is a drawn overlay: rows of exactly w cells, and the place of the text cursor.
type floatBox struct {
	rows   []string
	w      int
	spots  []Spot
	cursor bool
	x, y   int
}

// labelsIn returns the cells of labels at the left of the fields on a screen of w cells, 0 if they are above the
// fields.
func labelsIn(w int) int {
	if w < 64 {
		return 0
	}
	return formLabels
}

// formLabels is the cells of labels at the left of fields.
const formLabels = 14

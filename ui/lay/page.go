package lay

import (
	"sideboard/ui/style"
)

// Page gathers rows of one width on one ground: the inside of a dialog, a detail, an empty screen.
type Page struct {
	Pen  Pen
	W    int
	On   style.Ground
	Rows []string

	Spots []Spot // what a click means in the rows, counted from the first of them

	Side int // cells at both sides of the rows that belong to their spots too
}

// Row draws one row.
func (g *Page) Row(draw func(p *Pen)) {
	g.Pen.B, g.Pen.RowAt = g.Pen.B[:0], len(g.Rows)
	g.Pen.Begin(g.W, g.On)
	draw(&g.Pen)
	g.Pen.Fill()
	g.Rows = append(g.Rows, string(g.Pen.B))
}

// Add appends the rows of another page.
func (g *Page) Add(below *Page) {
	g.Spots = AppendSpots(g.Spots, below.Spots, 0, len(g.Rows), len(below.Rows))
	g.Rows = append(g.Rows, below.Rows...)
}

// Across appends the rows of pages side by side, starting at cell at, with between cells between two of them.
func (g *Page) Across(at, between int, pages ...*Page) {
	first, rows := len(g.Rows), 0
	for _, in := range pages {
		rows = max(rows, len(in.Rows))
	}
	for y := range rows {
		g.Row(func(p *Pen) {
			x := at
			for _, in := range pages {
				p.PadTo(x)
				if y < len(in.Rows) {
					p.Drawn(in.Rows[y], in.W)
				}
				x += in.W + between
			}
		})
	}
	for _, in := range pages {
		g.Spots = AppendSpots(g.Spots, in.Spots, at, first, len(in.Rows))
		at += in.W + between
	}
}

// Table appends the rows of a table, at most h.
func (g *Page) Table(t *Table, h int) {
	t.Lay(g.W, h)
	for y := range t.Len() {
		g.Row(func(p *Pen) { t.DrawRow(p, y) })
	}
}

// Items appends the rows of the items [from, to) of a table that was fitted to the width of the page.
func (g *Page) Items(t *Table, from, to int) {
	for i := from; i < to; i++ {
		for row := range t.Height(i) {
			g.Row(func(p *Pen) { t.draw(p, &t.Items[i], row) })
		}
	}
}

// Hang draws a wrapped line that is indented to a cell, after bits in the first row.
func (g *Page) Hang(at int, l Line, before ...Bit) {
	for i, piece := range WrapLine(l, g.W-at) {
		g.Row(func(p *Pen) {
			if i == 0 {
				Draw(p, before...)
			}
			p.PadTo(at)
			p.Line(piece)
		})
	}
}

// Blank leaves a row empty, on the ground of the page.
func (g *Page) Blank() { g.Row(func(*Pen) {}) }

// Fill leaves rows empty until there are n.
func (g *Page) Fill(n int) {
	for len(g.Rows) < n {
		g.Blank()
	}
}

// Text draws a text, wrapped.
func (g *Page) Text(st style.Style, t Text) { g.Hang(0, Line{{t, st}}) }

// Line draws styled spans, wrapped.
func (g *Page) Line(l Line) { g.Hang(0, l) }

// Gap leaves a row of a panel empty.
func (g *Page) Gap() { g.Rows = append(g.Rows, "") }

// Keep keeps at most n rows from row first on, and draws in the last of them the numbers of hidden rows and the key
// that scrolls, if any follow.
func (g *Page) Keep(first, n int, key ...Bit) {
	if len(g.Rows) <= n || n < 1 {
		return
	}
	first = max(0, min(first, len(g.Rows)-n))
	counted := first+n < len(g.Rows) && n > 1
	if counted {
		n--
	}
	below := len(g.Rows) - first - n
	moved := AppendSpots(nil, g.Spots, 0, -first, first+n)
	g.Spots = AppendSpots(nil, moved, 0, 0, n)
	g.Rows = g.Rows[first : first+n]
	if counted {
		g.Row(func(p *Pen) {
			Hidden(p, first, below)
			p.Space(2)
			Draw(p, key...)
		})
	}
}

// rowBytes is the bytes of most rows with their escape sequences.
const rowBytes = 512

// NewPage returns an empty page of w cells.
func NewPage(sh *style.Sheet, w int, on style.Ground) *Page {
	g := &Page{Pen: Pen{Sheet: sh, B: make([]byte, 0, rowBytes)}, W: max(w, 0), On: on}
	g.Pen.Spots = &g.Spots
	return g
}

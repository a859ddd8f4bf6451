package view

import (
	"sideboard/ui/style"
)

// panelPage returns the painter's page for a panel, which is valid until the next call.
func (pt *Painter) panelPage(w int, on style.Ground) *page {
	pt.page = page{Pen: pen{Sheet: pt.sh, B: pt.page.Pen.B[:0]}, W: max(w, 0), On: on, Rows: pt.page.Rows[:0], Spots: pt.page.Spots[:0]}
	pt.page.Pen.Spots = &pt.page.Spots
	return &pt.page
}

// panelRow is what a row of a panel is drawn from. Drawn rows are cached, because most are the same in the next frame.
type panelRow struct {
	text  string // drawn
	w     int
	full  bool // the panel is the whole screen
	up    bool // there are more rows above
	on    style.Ground
	sheet *style.Sheet
}

func (pt *Painter) panelRow(r panelRow, g *page) string {
	d, known := pt.panelRows.Get(r)
	if known {
		return d.Rows[0]
	}
	edge := pt.newPage(r.w, r.on)
	edge.Row(func(p *pen) {
		if !r.full && r.on != style.Flat && !pt.sh.Grounded() {
			p.Glyph(style.Border, pt.sh.Glyphs.Vertical)
		}
		p.PadTo(detailPad)
		if r.text != "" {
			p.Drawn(r.text, g.W)
		}
		if r.up {
			p.PadTo(r.w - detailPad)
			p.Glyph(style.Dim, pt.sh.Glyphs.Up)
		}
	})
	d.Rows = edge.Rows
	return d.Rows[0]
}

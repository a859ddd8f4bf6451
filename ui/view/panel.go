package view

import "sideboard/ui/style"

// panelPage returns the page of a panel. It is the painter's own: what is drawn on it lasts until the next one is asked for.
func (pt *Painter) panelPage(w int, on style.Ground) *page {
	pt.panel = page{p: pen{sh: pt.sh, b: pt.panel.p.b[:0]}, w: max(w, 0), on: on, rows: pt.panel.rows[:0], heads: pt.panel.heads[:0], spots: pt.panel.spots[:0]}
	pt.panel.p.spots = &pt.panel.spots
	return &pt.panel
}

// gap leaves a row of a panel empty.
func (g *page) gap() { g.rows = append(g.rows, "") }

// panelRow is what a row of a panel is made of. What it becomes is remembered: most rows of one are those of the one before.
type panelRow struct {
	text  string // drawn
	w     int
	full  bool // the panel is the whole screen
	up    bool // there is more above it
	on    style.Ground
	sheet *style.Sheet
}

// maxPanelRows bounds how many rows and things that happened are remembered; far more than a panel shows.
const maxPanelRows = 1024

func (pt *Painter) panelRow(r panelRow, g *page) string {
	if done, known := pt.panelRows[r]; known {
		return done
	}
	edge := pt.newPage(r.w, r.on)
	edge.row(func(p *pen) {
		if !r.full && r.on != style.Flat && !pt.sh.Grounded() {
			p.glyph(style.Border, pt.sh.Glyphs.Vertical)
		}
		p.padTo(detailPad)
		if r.text != "" {
			p.drawn(r.text, g.w)
		}
		if r.up {
			p.padTo(r.w - detailPad)
			p.glyph(style.Dim, pt.sh.Glyphs.Up)
		}
	})
	if len(pt.panelRows) >= maxPanelRows {
		clear(pt.panelRows)
	}
	pt.panelRows[r] = edge.rows[0]
	return edge.rows[0]
}

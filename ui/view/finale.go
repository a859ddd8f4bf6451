package view

import (
	"sideboard/ui/style"
)

// drawFinale draws a row of what is to be said when everything is completed, and reports whether that has anything in this row: where it
// has rows to spare the last stays free between it and the tasks.
func (pt *Painter) drawFinale(g *Graph, row, rows int) bool {
	if len(g.Finale) == 0 { // it is not said yet while what was completed last still stands lit
		return false
	}
	p := &pt.p
	said := doneRows(g.Finale, p.end-doneAt-margin, rows)
	aside := -1 // the row that has it at its right end: the first, or else the last, or one of its own
	for _, i := range [...]int{len(said), len(said) - 1, 0} {
		used := 0
		if i < len(said) {
			used = said[i].Width() + 3
		}
		if len(g.Aside) > 0 && i < rows && used+g.Aside.Width() <= p.end-doneAt-margin {
			aside = i
		}
	}
	if aside == len(said) {
		said = append(said, nil)
	}
	if row >= len(said) {
		return false
	}
	if p.space(margin); row == 0 {
		p.ascii(style.ChipReady, " ")
		p.glyph(style.ChipReady, pt.sh.Glyphs.Done)
		p.ascii(style.ChipReady, " ")
		p.padTo(doneAt)
	}
	if p.line(said[row]); row == aside {
		p.padTo(p.end - margin - g.Aside.Width())
		p.line(g.Aside)
	}
	return true
}

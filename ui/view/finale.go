package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawFinale draws a row of what is to be said when everything is completed, and reports whether that has anything in this row: where it
// has rows to spare the last stays free between it and the tasks.
func (pt *Painter) drawFinale(g *Graph, row, rows int) bool {
	if len(g.Finale) == 0 { // it is not said yet while what was completed last still stands lit
		return false
	}
	p := &pt.p
	const at = margin + 3
	all := g.Finale
	said := finaleRows(all, p.end-at-margin)
	for gives := 1; len(said) > rows && len(all) > 2; gives = len(all) - 1 { // rather who did it than how long that took
		all = slices.Delete(slices.Clone(all), gives, gives+1)
		said = finaleRows(all, p.end-at-margin)
	}
	aside := -1 // the row that has it at its right end: the first, or else the last, or one of its own
	for _, i := range [...]int{len(said), len(said) - 1, 0} {
		used := 0
		if i < len(said) {
			used = said[i].Width() + 3
		}
		if len(g.Aside) > 0 && i < rows && used+g.Aside.Width() <= p.end-at-margin {
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
		p.padTo(at)
	}
	if p.line(said[row]); row == aside {
		p.padTo(p.end - margin - g.Aside.Width())
		p.line(g.Aside)
	}
	return true
}

// evenly breaks a line into as few rows of w cells as can be, all about as long.
func evenly(l Line, w int) (rows []Line) {
	for rows = wrapLine(l, w); len(rows) > 1 && w > 1; w-- {
		shorter := wrapLine(l, w-1)
		if len(shorter) > len(rows) {
			break
		}
		rows = shorter
	}
	return rows
}

// finaleRows puts what is to be said into as few rows as w cells allow, without breaking one of the lines that has room in a row.
func finaleRows(all []Line, w int) (rows []Line) {
	gap := Span{Text: safetext.Spaces(3)}
	for _, l := range all {
		if last := len(rows) - 1; last >= 0 && rows[last].Width()+gap.Text.Width()+l.Width() <= w {
			rows[last] = slices.Concat(rows[last], Line{gap}, l)
		} else {
			rows = append(rows, evenly(l, w)...)
		}
	}
	return rows
}

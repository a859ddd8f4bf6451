package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// doneAt is the cell in which the text begins when everything is completed, after the check mark.
const doneAt = margin + 3

// drawDone draws a row of the text that is above the cards when everything is completed.
func drawDone(p *pen, all []Line, row int) {
	said := packLines(all, p.End-doneAt-margin)
	if row >= len(said) {
		return
	}
	if p.Space(margin); row == 0 {
		p.ASCII(style.ChipReady, " ")
		p.Glyph(style.ChipReady, p.Sheet.Glyphs.Done)
		p.ASCII(style.ChipReady, " ")
	}
	p.PadTo(doneAt)
	p.Line(said[row])
}

// packLines joins lines into rows of at most w cells.
func packLines(all []Line, w int) (rows []Line) {
	for _, l := range all {
		if last := len(rows) - 1; last >= 0 && rows[last].Width()+3+l.Width() <= w {
			rows[last] = slices.Concat(rows[last], Line{{Text: safetext.Spaces(3)}}, l)
		} else {
			rows = append(rows, lay.WrapLine(l, w)...)
		}
	}
	return rows
}

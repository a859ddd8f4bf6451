package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// doneAt is the cell in which what is said begins when everything is completed, behind the check mark.
const doneAt = margin + 3

// drawDone draws a row of what is said above the cards when everything is completed.
func drawDone(p *pen, all []Line, row, rows int) {
	said := doneRows(all, p.End-doneAt-margin, rows)
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

// doneRows puts what is said into at most so many rows of w cells: rather who did it than how long it took.
func doneRows(all []Line, w, rows int) []Line {
	said := packLines(all, w)
	for gives := 1; len(said) > rows && len(all) > 2; gives = len(all) - 1 {
		all = slices.Delete(slices.Clone(all), gives, gives+1)
		said = packLines(all, w)
	}
	return said
}

// evenly breaks a line into as few rows of w cells as can be, all about as long.
func evenly(l Line, w int) (rows []Line) {
	for rows = lay.WrapLine(l, w); len(rows) > 1 && w > 1; w-- {
		shorter := lay.WrapLine(l, w-1)
		if len(shorter) > len(rows) {
			break
		}
		rows = shorter
	}
	return rows
}

// packLines puts what is to be said into as few rows as w cells allow, without breaking one of the lines that has room in a row.
func packLines(all []Line, w int) (rows []Line) {
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

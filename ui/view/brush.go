package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// A brush is what the parts of a screen draw with: the styles, the pens and tables that they use one after the other,
// and where they note what a click finds and where the cursor is.
type brush struct {
	sh    *style.Sheet
	table lay.Table // of a dialog, a detail or an empty screen
	line  lay.Table // of a row of the frame
	keys  keyRow
	p     pen // of the frame
	aux   pen // of what is drawn apart from it

	starts   []int            // where each row of the frame begins
	floating []byte           // the frame with a dialog over it
	cuts     lay.Memo[cutRow] // pieces of rows next to a dialog
	happened feedMemo         // what happened, in Now, below a detail and in it
	lanes    lanes            // who works on what, in Now and above the feed

	spots  []Spot // what a click finds, by place in the frame
	cursor bool   // there is one
	x, y   int    // its cell
}

// newPage returns an empty page of w cells on a ground.
func (br *brush) newPage(w int, on style.Ground) *page { return lay.NewPage(br.sh, w, on) }

// beginRow starts a row of the frame, endRow finishes it.
func (br *brush) beginRow(l *Layout) *pen {
	if len(br.starts) > 0 {
		br.p.B = append(br.p.B, '\n')
	}
	br.starts = append(br.starts, len(br.p.B))
	br.p.Begin(l.W, style.Flat)
	br.p.RowAt = len(br.starts) - 1
	return &br.p
}

func (br *brush) endRow() {
	br.p.Fill()
	br.p.B = append(br.p.B, style.Reset...)
}

// block is drawn rows for a rectangle of the screen that nothing else uses.
type block struct {
	Rect
	rows []string
}

// draw draws the part of a block in row y of the screen, and reports whether there is one.
func (b *block) draw(p *pen, y int) bool {
	if p.At > b.X || !b.Contains(b.X, y) {
		return false
	}
	if i := y - b.Y; i < len(b.rows) {
		p.PadTo(b.X)
		p.Drawn(b.rows[i], b.W)
	}
	return true
}

// put returns a block of drawn rows, and records their spots.
func (br *brush) put(at Rect, rows []string, spots []Spot) block {
	br.spots = lay.AppendSpots(br.spots, spots, at.X, at.Y, at.H)
	return block{at, rows}
}

// cutRow is the cells [from, to) of a drawn row.
type cutRow struct {
	row      string
	from, to int
}

// Package lay is the language in which screens are laid out: cells of a terminal, and nothing of tasks.
//
// A screen declares what it has, not where that goes. A list is a Table: its columns declare the fewest cells they need
// (Min) and which of them give way first (Priority), its cells have a full and a short form (Bits, Short), and the
// table finds what fits. A column is added in two lines, because no other package computes with widths:
//
//	t.Reset([]lay.Col{
//		{Head: title, Min: 12, Fill: true},                     // gets what the others leave
//		{Head: owner, Gap: 2, Priority: 1},                     // gives way first, to the short form of its cells
//		{Head: waiting, Gap: 2, Priority: 2, Right: true},
//	})
//	t.Items = append(t.Items, lay.Item{Cells: t.Cells(
//		lay.Cell{Bits: t.Bits(lay.Bit{Sign: "○", Text: subject})},
//		lay.Cell{Bits: t.Bits(lay.Bit{Text: name}, lay.Bit{Text: age}), Short: t.Bits(lay.Bit{Text: name}), Gap: 1},
//		lay.Cell{Bits: t.Bits(lay.Bit{Count: 3})},
//	)})
//	t.Lay(w, h)
//	for y := range t.Len() {
//		t.DrawRow(pen, y)
//	}
//
// Columns give way in two stages, each in the order of their priority. First they shrink, to their Min or to the short
// forms of their cells, until the filling column is whole; a column with neither stays as it is. Only if the filling
// column then still has less than its Min are columns left out. A cell with an empty, non-nil Short gives up its
// content in the first stage.
//
// A Pen writes one row of an exact number of cells, and a Page gathers rows of one width. A Window says which items of
// a list are seen. What can be pressed is recorded as a Spot while it is drawn. Share divides rows among Parts that are
// below each other. A Memo remembers what was drawn already.
package lay

import "sideboard/ui/safetext"

// Text is text that is safe to show; nothing else is drawn.
type Text = safetext.Text

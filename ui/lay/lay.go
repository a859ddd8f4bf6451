// Package lay is the language in which screens are laid out: cells of a terminal, and nothing of tasks.
//
// A screen says what it has, not where that goes. A list is a Table: its columns say how many cells they need at least (Min) and
// which of them give way first (Priority), its cells say the same thing in full and in short (Bits, Short), and the table finds
// what has room. So that a column can be added in two lines, nobody outside this package computes with widths:
//
//	t.Reset([]lay.Col{
//		{Head: title, Min: 12, Fill: true},                     // has what the others leave
//		{Head: owner, Gap: 2, Priority: 1},                     // gives way first
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
// A Pen writes one row of an exact number of cells, and a Page gathers rows of one width. A Window says which items of a list are
// seen. What can be pressed is recorded as a Spot while it is drawn. Share divides rows among Parts that are below each other. A
// Memo remembers what was drawn already.
package lay

import "sideboard/ui/safetext"

// Text is text that is safe to show; nothing else is drawn.
type Text = safetext.Text

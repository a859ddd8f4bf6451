package view

import (
	"strings"

	"sideboard/ui/style"
)

// Arrange answers where everything is on a screen of w by h cells.
func Arrange(w, h int, o Opts) Layout { return Layout{W: w, H: h} }

// DetailWidth gives the cells a line of Detail.Body may take.
func (l Layout) DetailWidth() int { return max(0, l.Detail.W-4) }

// DetailPage gives the rows of a detail that are visible at once.
func (l Layout) DetailPage() int { return l.Detail.H }

// ColumnAt answers which column a cell lies in.
func (l Layout) ColumnAt(x, y int) (Kind, bool) { return 0, false }

// Hits answers which cards of a column are on the screen, and where, from top to bottom.
func (l Layout) Hits(k Kind, c *Column) []Hit { return nil }

// HitCard answers which card lies at a cell.
func (l Layout) HitCard(b *Board, x, y int) (k Kind, index int, ok bool) { return 0, 0, false }

// Scroll answers the first visible card of column k so that its selected card is wholly visible, moving as little
// as can be: c.First where that does. It never leaves empty rows below the last card while cards are hidden above.
func (l Layout) Scroll(k Kind, c *Column) int { return c.First }

// DetailRows gives the rows a detail takes on a layout, for clamping Detail.Scroll.
func DetailRows(l Layout, d *Detail) int { return 0 }

// Draw draws a screen. The layout must come from Arrange for the size wanted.
func (pt *Painter) Draw(l Layout, s *Screen, sh *style.Sheet) Frame {
	return Frame{Content: strings.TrimSuffix(strings.Repeat(strings.Repeat(" ", l.W)+"\n", l.H), "\n")}
}

func (*Help) box(pt *Painter, w, h int) box     { return box{} }
func (*Confirm) box(pt *Painter, w, h int) box  { return box{} }
func (*Form) box(pt *Painter, w, h int) box     { return box{} }
func (*Problems) box(pt *Painter, w, h int) box { return box{} }
func (*Message) box(pt *Painter, w, h int) box  { return box{} }
func (*Picker) box(pt *Painter, w, h int) box   { return box{} }

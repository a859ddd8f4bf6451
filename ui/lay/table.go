package lay

import (
	"slices"

	"sideboard/ui/style"
)

// A Table is items that share columns. Lay says where everything is, and DrawRow draws that row by row. It may be used
// again: Reset keeps the memory, so that drawing the same number of items again allocates nothing.
type Table struct {
	Cols   []Col
	Items  []Item
	Indent int  // cells before the first column
	Right  int  // cells left free at the right end
	Headed bool // the heads of the columns are visible
	Flush  bool // the titles of items begin in the first cell, whatever the indent is
	Wrap   int  // the rows that the filling cell of an open item may take
	// widths are rounded up to a multiple of it, so that the columns of a list that scrolls seldom move; 0 for not
	Step int

	width int // of the cells it was fitted into
	fill  int // the index of the column that fills
	cols  []place
	was   []place // before Replace
	order []int   // the other columns, in the order in which they give way
	spans []span
	lines []line
	line  Line // of a cell that wraps
	row   Line // of that in one row
	bits  []Bit
	cells []Cell
	ends  []Ends
}

// A Col is a column of a table. If there are too few cells, columns give way in the order of their priority, the lowest
// first: they shrink to their Min until the filling column is whole, and if that still has less than its Min, they are
// left out.
type Col struct {
	Head     Text // above the column, which is never narrower than it
	Brief    Text // in place of Head where the column is narrow
	Min      int  // the fewest cells that make sense; 0 for those that its cells need in their short forms
	Max      int  // cells it takes at most, 0 for all that it needs
	Priority int  // the lowest gives way first
	Fill     bool // it gives way last: it has the cells that the others leave
	Gap      int  // blanks before it
	Right    bool // aligned to the right
	Rest     bool // it also gets the cells that no column needs
}

// An Item is an entry of a table: a row of cells, one for each of the first columns.
type Item struct {
	Cells  []Cell
	Edge   []Bit        // before everything, in the indent; the first of them in all its rows
	Tail   []Bit        // of a head: at the right end
	Below  []Ends       // rows below the others, from where its filling cell begins
	Above  int          // rows left free above it, but for the first visible one
	Item   int          // the Item of its Spot
	In     int          // the In of its Spot
	Kind   Kind         // what a click on it means
	Ground style.Ground // its background, Flat for the one around it
	Mark   bool         // its filling cell is reversed if there are no background colours
	Open   bool         // its filling cell is whole: it wraps
	Head   bool         // it is the title of those below: a rule fills its row
}

// A Cell is the content of a row in a column: bits side by side, of which the last one is cut if they do not fit; or a
// line of spans, or what the caller draws.
type Cell struct {
	Lead  []Bit // before the others and never cut; what wraps goes on below their end
	Below []Bit // in place of Lead in the rows below the first
	Bits  []Bit
	Short []Bit // in place of Bits if those do not fit; of a list as many, of which the last ones are shortened first

	// in place of Bits: in a column that wraps it is broken between words, whichever span those are in
	Line Line
	Draw func(p *Pen) // in place of Bits: draws in the cells that the pen has, all of its column
	Wide int          // with Draw: the number of these cells, if there is room

	Gap  int  // blanks between two bits
	Keep int  // the first bit is cut to make room for those behind it, if these need at most that many cells
	More int  // bits of a list that are only counted
	List bool // bits are not cut: those that do not fit are counted
	Drop bool // if it does not fit in its column, it has a row of its own below
	// it runs on over the columns behind it, as far as its item has nothing there; only Wide makes its own wider
	Runs bool
}

// A Bit is a piece of a row in one style.
type Bit struct {
	Sign  string // of one cell, before the text with a blank between; "" for none
	ID    Text   // before the text with a blank between, in the same style
	Text  Text
	Find  string      // underlined in the text: any of its lines
	Key   Text        // of a KeySpot: the key to press
	Item  int         // the Item of its Spot
	Kind  Kind        // what a click on it means, NoSpot for what its row means
	Count int         // a number in place of the text, 0 for none
	Most  int         // the cells of the text at most, 0 for all
	Hue   style.Style // of the sign
	Style style.Style // of the text
	Tight bool        // there is no blank behind the sign
	Typed bool        // Find is what was typed to find the text: its words, or else its letters
}

// Ends is a row with something at its right end, which is left out if the left part would have to be cut.
type Ends struct {
	Left  Cell
	Right []Bit
}

// usualWrap is the number of rows in which nearly every title fits.
const usualWrap = 4

// Reset empties a table and gives it columns, without cells at its sides; an open item may take four rows.
func (t *Table) Reset(cols []Col) {
	t.Cols, t.Items, t.lines = cols, t.Items[:0], t.lines[:0]
	t.Indent, t.Right, t.Headed, t.Flush, t.Wrap, t.Step = 0, 0, false, false, usualWrap, 0
	t.bits, t.cells, t.ends = t.bits[:0], t.cells[:0], t.ends[:0]
}

// Bits returns bits that last until the next Reset, without those that are empty.
func (t *Table) Bits(bits ...Bit) []Bit {
	from := len(t.bits)
	for i := range bits {
		if bits[i].width() > 0 {
			t.bits = append(t.bits, bits[i])
		}
	}
	return t.bits[from:len(t.bits):len(t.bits)]
}

// Spans returns a line as bits that last until the next Reset.
func (t *Table) Spans(l Line) []Bit {
	from := len(t.bits)
	for i := range l {
		t.Bits(Bit{Text: l[i].Text, Style: l[i].Style})
	}
	return t.bits[from:len(t.bits):len(t.bits)]
}

// Cells returns cells that last until the next Reset.
func (t *Table) Cells(cells ...Cell) []Cell {
	from := len(t.cells)
	t.cells = append(t.cells, cells...)
	return t.cells[from:len(t.cells):len(t.cells)]
}

// Rows returns rows that last until the next Reset, without those that are empty.
func (t *Table) Rows(rows ...Ends) []Ends {
	from := len(t.ends)
	for i := range rows {
		if !rows[i].Left.empty() || len(rows[i].Right) > 0 {
			t.ends = append(t.ends, rows[i])
		}
	}
	return t.ends[from:len(t.ends):len(t.ends)]
}

// line is a row of an item, or with item -1 a free one.
type line struct{ item, row int }

// Lay fits the columns into w cells and places the items in at most h rows, from the first one on. Rows are left free
// only where all items have room.
func (t *Table) Lay(w, h int) {
	t.Fit(w)
	t.lines = t.lines[:0]
	for i := range t.Items {
		if i > 0 {
			t.Free(t.Items[i].Above)
		}
		t.Put(i, t.Height(i))
	}
	if h = max(h, 0); t.Len() > h {
		t.lines = slices.DeleteFunc(t.lines, func(l line) bool { return l.item < 0 })
		t.lines = t.lines[:min(t.Len(), h)]
	}
}

// Replace puts an item in place of another one, open if that was, and reports whether nothing moves: all columns are
// where they were, and the item takes as many rows as the other one, open and closed.
func (t *Table) Replace(i int, it Item) bool {
	it.Open = t.Items[i].Open
	open, closed := t.heights(i)
	t.Items[i], t.was = it, append(t.was[:0], t.cols...)
	t.Fit(t.width)
	if !slices.Equal(t.cols, t.was) {
		return false
	}
	isOpen, isClosed := t.heights(i)
	return open == isOpen && closed == isClosed
}

// heights returns the number of rows that an item takes when it is open and when it is not.
func (t *Table) heights(i int) (open, closed int) {
	it := &t.Items[i]
	wasOpen := it.Open
	it.Open = true
	open = t.Height(i)
	it.Open = false
	closed = t.Height(i)
	it.Open = wasOpen
	return open, closed
}

// Put places the first rows of an item below what was placed, for a caller that fits and places by itself.
func (t *Table) Put(i, rows int) {
	for row := range rows {
		t.lines = append(t.lines, line{i, row})
	}
}

// Free leaves rows free below what was placed.
func (t *Table) Free(rows int) {
	for range rows {
		t.lines = append(t.lines, line{-1, 0})
	}
}

// Len returns the rows that were laid out.
func (t *Table) Len() int { return len(t.lines) }

// Line returns the item in a row that was laid out, -1 for none.
func (t *Table) Line(y int) int {
	if y < 0 || y >= len(t.lines) {
		return -1
	}
	return t.lines[y].item
}

package lay

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// A Bit is a piece of a row in one style.
type Bit struct {
	Sign  string      // of one cell, before the text with a blank between; "" for none
	Hue   style.Style // of the sign
	ID    Text        // before the text with a blank between, in the same style
	Text  Text
	Count int         // a number in place of the text, 0 for none
	Style style.Style // of the text
	Tight bool        // there is no blank behind the sign
	Find  string      // underlined in the text: any of its lines
	Typed string      // what was typed to find the text, underlined too
	Most  int         // the cells of the text at most, 0 for all
	Kind  Kind        // what a press on it means, NoSpot for what its row means
	Item  int         // the Item of its Spot
	Key   Text        // of a KeySpot: the key to press
}

// A Cell is what a row has in a column: bits side by side, of which the last one is cut where they have no room; or a line of spans, or
// what the caller draws.
type Cell struct {
	Lead  []Bit // before the others and never cut; what wraps goes on below their end
	Below []Bit // in place of Lead in the rows below the first
	Bits  []Bit
	Short []Bit // in place of Bits where those have no room; of a list as many, of which the last ones are shortened first
	Gap   int   // blanks between two bits
	Keep  int   // the first bit is cut for those behind it, if these need no more cells
	List  bool  // bits are not cut: those that have no room are counted
	More  int   // bits of a list that are only counted
	Drop  bool  // where its column has no room for all of it, it has a row of its own below

	Line Line         // in place of Bits: in a column that wraps it is broken between words, whichever span those are in
	Draw func(p *Pen) // in place of Bits: draws in the cells that the pen has, all of its column
	Wide int          // with Draw: how many those are to be, where they are there
	Runs bool         // it runs on over the columns behind it, as far as its item has nothing there; only Wide makes its own wider
}

// Ends is a row with something at its right end, which is left out where the left part would be cut for it.
type Ends struct{ Left, Right Cell }

// A Col is a column of a table. If there are too few cells, columns give way in the order of their priority, the lowest first: they
// shrink to their Min until the filling column is whole, and if that still has less than its Min, they are left out.
type Col struct {
	Head     Text // left out of a column that is narrower; a right-aligned column goes before its head does
	Min      int  // the fewest cells that make sense; 0 for what its cells, or their short forms, need
	Max      int  // cells it takes at most, 0 for all that it needs
	Priority int  // the lowest gives way first
	Fill     bool // it gets the cells that the others leave, and goes last
	Gap      int  // blanks before it
	Right    bool // aligned to the right
	Float    bool // when narrow, its cells are aligned to the right and the column before gets what they leave
	Wrap     int  // of a filling column: the rows that a cell of an open item may take, 0 for one
	Rest     bool // it also gets the cells that a whole filling column leaves
}

// An Item is what a table has to draw: a row of cells, one for each of the first columns.
type Item struct {
	Cells  []Cell
	Edge   []Bit        // before everything, in the indent; the first of them in all its rows
	Ground style.Ground // its background, Flat for the one around it
	Mark   bool         // its filling cell is reversed where there are no background colours
	Open   bool         // its filling cell is whole: it wraps
	Head   bool         // it is the title of those below: a rule fills its row
	Tail   Cell         // of a head: at the right end
	Below  []Ends       // rows below the others, from where its filling cell begins
	Above  int          // rows left free above it, but for the first one that is seen
	Kind   Kind         // what a press on it means
	Item   int          // the Item of its Spot
	In     int          // the In of its Spot
}

// A Table is items that share columns. Lay says where everything is, and DrawRow draws that row by row. It may be used
// again: Reset keeps the memory, so that drawing the same number of items again allocates nothing.
type Table struct {
	Cols   []Col
	Items  []Item
	Indent int  // cells before the first column
	Right  int  // cells left free at the right end
	Wide   bool // the filling column has all cells, also those it does not need
	Headed bool // the heads of the columns are to be seen
	Step   int  // widths are rounded up to a multiple of it, so that the columns of a list that scrolls seldom move; 0 for not

	width int // of the cells it was fitted into
	cols  []place
	lines []line
	bits  []Bit
	cells []Cell
	ends  []Ends
}

// DrawRight writes bits at the right end of a row, some cells before it, if they have room there.
func DrawRight(p *Pen, right int, bits ...Bit) {
	if w := widthOf(bits, 0); w > 0 && w+right <= p.Room() {
		p.PadTo(p.End - right - w)
		Draw(p, bits...)
	}
}

// place is where a column is; w is 0 for one that is left out, gone what it would have had. In a narrow one, which cannot shrink
// further, all cells have their short form.
type place struct {
	at, w, gone int
	narrow      bool
}

// line is a row of an item, or with item -1 a free one.
type line struct{ item, row int }

// Reset empties a table and gives it columns.
func (t *Table) Reset(cols []Col) {
	t.Cols, t.Items, t.bits, t.cells, t.lines = cols, t.Items[:0], t.bits[:0], t.cells[:0], t.lines[:0]
	t.ends = t.ends[:0]
}

// Bits returns bits that last until the next Reset, without those that are empty.
func (t *Table) Bits(bits ...Bit) []Bit {
	from := len(t.bits)
	for i := range bits {
		if !bits[i].empty() {
			t.bits = append(t.bits, bits[i])
		}
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
		if !rows[i].Left.empty() || !rows[i].Right.empty() {
			t.ends = append(t.ends, rows[i])
		}
	}
	return t.ends[from:len(t.ends):len(t.ends)]
}

func (b *Bit) empty() bool { return b.Sign == "" && b.worded() == 0 }

func (b *Bit) width() int { return b.signed() + b.worded() }

// signed returns the cells of the sign and the blank behind it.
func (b *Bit) signed() int {
	switch {
	case b.Sign == "":
		return 0
	case b.Tight || b.worded() == 0:
		return 1
	}
	return 2
}

// worded returns the cells of everything after the sign.
func (b *Bit) worded() int {
	id, w := b.ID.Width(), b.text()
	if id > 0 && w > 0 {
		id++
	}
	return id + w
}

// text returns the cells of the text.
func (b *Bit) text() int {
	if b.Count > 0 {
		return Digits(b.Count)
	}
	if w := b.Text.Width(); b.Most == 0 || w < b.Most {
		return w
	}
	return b.Most
}

// drawSign writes the sign of a bit with the blank behind it.
func (b *Bit) drawSign(p *Pen, w int) {
	switch {
	case b.Sign == "" || w < 1:
		return
	case b.Sign == " ":
		p.Space(1)
	default:
		p.Glyph(b.Hue, b.Sign)
	}
	p.Space(min(b.signed()-1, w-1))
}

// draw writes a bit in at most w cells.
func (b *Bit) draw(p *Pen, w int) {
	from, end := p.At, p.At+min(w, p.Room())
	b.drawSign(p, end-p.At)
	if !b.ID.Empty() {
		p.TextIn(b.Style, b.ID, end-p.At)
		p.Space(min(1, b.text(), end-p.At))
	}
	if b.Count > 0 && b.text() <= end-p.At {
		p.Number(b.Style, b.Count)
	} else if b.Count == 0 {
		if w = min(end-p.At, b.text()); b.Typed != "" {
			p.Matched(b.Style, b.Text, w, b.Typed)
		} else {
			p.Found(b.Style, b.Text, w, b.Find)
		}
	}
	if b.Kind != NoSpot {
		p.Spot(from, Spot{Kind: b.Kind, Item: b.Item, Key: b.Key})
	}
}

// Width returns the cells of bits.
func Width(bits ...Bit) int { return widthOf(bits, 0) }

// Draw writes bits, as far as there is room.
func Draw(p *Pen, bits ...Bit) {
	for i := range bits {
		bits[i].draw(p, p.Room())
	}
}

func widthOf(bits []Bit, gap int) (w int) {
	for i := range bits {
		w += bits[i].width() + gap*min(i, 1)
	}
	return w
}

// Width returns the cells of a cell with all that is in it.
func (c *Cell) Width() int {
	if c.Draw != nil {
		return c.Wide
	}
	return c.room(c.Bits) + c.Line.Width()
}

// room returns the cells of a cell with these bits.
func (c *Cell) room(bits []Bit) int {
	return widthOf(c.Lead, 0) + widthOf(bits, c.Gap) + c.counts(c.More, len(bits) > 0)
}

// counts returns the cells of the number of bits that are left out.
func (c *Cell) counts(more int, gap bool) int {
	if more == 0 {
		return 0
	}
	w := 1 + Digits(more)
	if gap {
		w += max(c.Gap, 1)
	}
	return w
}

// least returns the cells of the short form.
func (c *Cell) least() int {
	if c.Short == nil {
		return c.Width()
	}
	return c.room(c.Short)
}

func (c *Cell) empty() bool { return c.Draw == nil && len(c.Lead)+len(c.Bits)+len(c.Line)+c.More == 0 }

// draw writes a cell up to the end of the pen.
func (c *Cell) draw(p *Pen, short bool) {
	Draw(p, c.Lead...)
	c.drawBits(p, short)
}

// drawBits writes everything after the lead.
func (c *Cell) drawBits(p *Pen, short bool) {
	switch {
	case c.Draw != nil:
		c.Draw(p)
		return
	case c.List:
		c.drawList(p, short)
		return
	}
	bits := c.Bits
	if c.Short != nil && (short || widthOf(bits, c.Gap)+c.Line.Width() > p.Room()) {
		bits = c.Short
	} else {
		p.Line(c.Line)
	}
	for i := range bits {
		room := p.Room() - c.Gap*min(i, 1)
		if c.Gap > 0 && i > 0 && room < min(bits[i].width(), leastPiece/2) { // a few letters say nothing
			return
		}
		kept := 0 // a number is not cut, nor is what is to be kept: what is before it is
		for k := i + 1; k < len(bits); k++ {
			if bits[k].Count > 0 {
				kept += c.Gap + bits[k].width()
			}
		}
		if rest := widthOf(bits[i+1:], c.Gap) + c.Gap; i == 0 && rest <= c.Keep {
			kept = rest
		}
		p.Space(c.Gap * min(i, 1))
		bits[i].draw(p, room-kept)
	}
}

// list returns how many bits of a list have room, how many of those in their long form, and the cells they take with the count
// of the others. In short it is one and the count.
func (c *Cell) list(room int, short bool) (n, long, w int) {
	pairs := len(c.Short) == len(c.Bits)
	if n, long = len(c.Bits), len(c.Bits); pairs && short {
		long = 0
	}
	need := func() int {
		w := c.counts(len(c.Bits)-n+c.More, n > 0)
		for i := range n {
			w += c.bit(i, long).width() + c.Gap*min(i, 1)
		}
		return w
	}
	if pairs && long == 1 && c.More == 0 && room >= c.Short[0].width()+leastPiece {
		return 1, 1, min(need(), room) // a piece of one says more than its short form
	}
	for pairs && long > 0 && need() > room {
		long--
	}
	if short {
		n = min(n, 1)
	}
	for n > 0 && need() > room {
		n--
	}
	return n, long, need()
}

// bit returns a bit of a list of which some are in their long form.
func (c *Cell) bit(i, long int) *Bit {
	if i < long {
		return &c.Bits[i]
	}
	return &c.Short[i]
}

// drawList writes as many bits of a list as have room and counts the others.
func (c *Cell) drawList(p *Pen, short bool) {
	n, long, _ := c.list(p.Room(), short)
	for i := range n {
		p.Space(c.Gap * min(i, 1))
		c.bit(i, long).draw(p, p.Room())
	}
	if more := len(c.Bits) - n + c.More; more > 0 && p.Room() >= c.counts(more, n > 0) {
		p.Space(max(c.Gap, 1) * min(n, 1))
		p.Plus(more)
	}
}

// in returns how many of its cells a cell uses.
func (c *Cell) in(room int, short bool) int {
	w := c.Width()
	switch {
	case c.List:
		_, _, w = c.list(room-widthOf(c.Lead, 0), short)
		w += widthOf(c.Lead, 0)
	case (w > room || short) && c.Short != nil:
		w = c.room(c.Short)
	}
	return min(w, room)
}

// Fit shares w cells among the columns.
func (t *Table) Fit(w int) {
	t.width = w
	t.cols = slices.Grow(t.cols[:0], len(t.Cols))[:len(t.Cols)]
	fill, lowest, highest, sum := 0, 0, 0, t.Indent+t.Right
	for k := range t.Cols {
		c := &t.Cols[k]
		lowest, highest = min(lowest, c.Priority), max(highest, c.Priority)
		need := t.natural(k)
		t.cols[k] = place{w: need}
		if c.Fill {
			fill = k
			sum += c.Gap
		} else if need > 0 {
			sum += need + c.Gap
		}
	}
	whole := t.cols[fill].w
	least := min(whole, max(t.Cols[fill].Min, 1))
	for priority := lowest; priority <= highest && sum+whole > w; priority++ { // they become narrower
		for k := range t.Cols {
			over := sum + whole - w
			if t.Cols[k].Fill || t.Cols[k].Priority != priority || t.cols[k].w == 0 || over <= 0 {
				continue
			}
			narrowest := t.narrowest(k)
			cut := min(over, t.cols[k].w-narrowest)
			t.cols[k].w -= cut
			t.cols[k].narrow = cut > 0 && t.cols[k].w == narrowest
			sum -= cut + t.Cols[k].Gap*b2i(t.cols[k].w == 0)
		}
	}
	for priority := lowest; priority <= highest && sum+least > w; priority++ { // they go
		for k := range t.Cols {
			if c := &t.Cols[k]; !c.Fill && c.Priority == priority && t.cols[k].w > 0 && sum+least > w {
				sum -= t.cols[k].w + c.Gap
				t.cols[k].gone, t.cols[k].w = t.cols[k].w, 0
			}
		}
	}
	for k := range t.Cols { // and come back if the gap that a larger one leaves is enough
		if in, gap := &t.cols[k], t.Cols[k].Gap; in.gone > 0 && sum+whole+in.gone+gap <= w {
			sum += in.gone + gap
			in.w = in.gone
		}
	}
	if t.cols[fill].w = max(w-sum, 0); !t.Wide { // the next columns follow the text, not the edge
		t.cols[fill].w = min(t.cols[fill].w, whole)
	}
	x := t.Indent
	for k := range t.cols {
		c := &t.cols[k]
		if t.Cols[k].Rest && c.w > 0 {
			c.w += max(w-sum-t.cols[fill].w, 0)
		}
		if c.at = x; x > t.Indent {
			c.at += t.Cols[k].Gap
		}
		if c.w > 0 {
			x = c.at + c.w
		}
	}
}

// natural returns the cells that a column needs for all that is in it, 0 where that is nothing.
func (t *Table) natural(k int) (w int) {
	for i := range t.Items {
		if c := t.measured(i, k); c != nil {
			w = max(w, c.Width())
		}
	}
	if w == 0 {
		return 0
	}
	c := &t.Cols[k]
	w = max(w, t.head(k))
	if t.Step > 1 && !c.Right {
		w += t.Step - 1 - (w+t.Step-1)%t.Step
	}
	if c.Max > 0 {
		w = min(w, max(c.Max, t.head(k)))
	}
	return w
}

// measured returns what an item has in a column, nil where that has no part in how wide the column is.
func (t *Table) measured(i, k int) *Cell {
	if it := &t.Items[i]; k < len(it.Cells) && !it.Head && (!it.Cells[k].Runs || it.Cells[k].Draw != nil) {
		return &it.Cells[k]
	}
	return nil
}

// head returns the cells of the head of a column, 0 where there is none.
func (t *Table) head(k int) int { return t.Cols[k].Head.Width() * b2i(t.Headed) }

// narrowest returns the fewest cells that a column may have.
func (t *Table) narrowest(k int) (w int) {
	c := &t.Cols[k]
	if w = c.Min; w == 0 {
		for i := range t.Items {
			if c := t.measured(i, k); c != nil {
				w = max(w, c.least())
			}
		}
	}
	return min(max(w, t.head(k)*b2i(c.Right)), t.cols[k].w)
}

// Shows reports whether there is room for a column.
func (t *Table) Shows(k int) bool { return t.cols[k].w > 0 }

// Whole reports whether all that an item says is seen.
func (t *Table) Whole(i int) bool {
	it := &t.Items[i]
	for k := range it.Cells {
		c := &it.Cells[k]
		if c.empty() {
			continue
		}
		if from, end := t.span(it, k); t.cols[k].w == 0 && !c.Runs || c.Width() > end-from {
			return false
		}
	}
	return true
}

// At returns the cell at which a column begins, and how many it has.
func (t *Table) At(k int) (x, w int) { return t.cols[k].at, t.cols[k].w }

// says reports whether an item has something in a column, and room for it.
func (t *Table) says(it *Item, k int) bool {
	if k >= len(it.Cells) || it.Cells[k].empty() || t.cols[k].w == 0 && !it.Cells[k].Runs {
		return false
	}
	c := &it.Cells[k]
	if c.Drop && c.Width() > t.cols[k].w {
		return false
	}
	return c.Runs || c.List || c.Short == nil || len(c.Short) > 0 || !t.cols[k].narrow
}

// span returns the cells of a cell of an item: where the columns after it have nothing there, it has theirs, unless it is drawn by the
// caller.
func (t *Table) span(it *Item, k int) (from, end int) {
	c, in := &t.Cols[k], t.cols[k]
	from, end = in.at, in.at+in.w
	if runs := it.Cells[k].Runs; runs || !c.Right && it.Cells[k].Draw == nil {
		next := k + 1
		for next < len(t.Cols) && !t.says(it, next) {
			next++
		}
		if end = t.width - t.Right; next < len(t.Cols) {
			end, _ = t.span(it, next)
			end = max(end-max(t.Cols[next].Gap, 1), in.at+in.w*b2i(!t.floats(next) && !t.Cols[next].Right))
		}
	}
	if (c.Right || t.floats(k)) && !it.Cells[k].Runs {
		from = end - it.Cells[k].in(end-in.at, in.narrow)
	}
	return from, end
}

// floats reports whether a column is so narrow that Float applies.
func (t *Table) floats(k int) bool { return t.Cols[k].Float && t.cols[k].narrow }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fill returns which column fills.
func (t *Table) fill() int {
	return max(slices.IndexFunc(t.Cols, func(c Col) bool { return c.Fill }), 0)
}

// dropped returns the cell of an item that has a row of its own, nil for none.
func (t *Table) dropped(it *Item) *Cell {
	for k := range it.Cells {
		if c := &it.Cells[k]; c.Drop && !c.empty() && c.Width() > t.cols[k].w {
			return c
		}
	}
	return nil
}

// Height returns the rows of an item of a table that was fitted.
func (t *Table) Height(i int) int {
	it := &t.Items[i]
	return t.titleRows(it) + b2i(t.dropped(it) != nil) + len(it.Below)
}

// titleRows returns the rows of an item down to the last one of its filling cell.
func (t *Table) titleRows(it *Item) int {
	k, n := t.fill(), 1
	if !it.Open || k >= len(it.Cells) {
		return n
	}
	if c := &it.Cells[k]; len(c.Line) > 0 {
		return max(min(len(t.broken(it, k)), t.Cols[k].Wrap), 1)
	}
	for rest, room := t.wrapped(it, k); n < t.Cols[k].Wrap; n++ {
		if _, rest = rest.Break(room); rest.Empty() {
			break
		}
		room = t.width - t.Right - t.hang(it, k)
	}
	return n
}

// wrapped returns the text of a filling cell that wraps, and the cells it has in the first row; no text for one that has room.
func (t *Table) wrapped(it *Item, k int) (Text, int) {
	c := &it.Cells[k]
	if len(c.Bits) == 0 || c.List {
		return Text{}, 0
	}
	last := &c.Bits[len(c.Bits)-1]
	_, end := t.span(it, k)
	room := end - t.cols[k].at - (c.Width() - last.text())
	if last.text() <= room || room < 1 {
		return Text{}, 0
	}
	return last.Text, room
}

// broken returns the line of a filling cell as it is broken into rows, nil for one that has room.
func (t *Table) broken(it *Item, k int) []Line {
	c := &it.Cells[k]
	from, end := t.span(it, k)
	if room := end - from - widthOf(c.Lead, 0); c.Line.Width() > room {
		return WrapLine(c.Line, room)
	}
	return nil
}

// hang returns the cell from which on a text goes on below its first row.
func (t *Table) hang(it *Item, k int) int {
	c := &it.Cells[k]
	if len(c.Bits) == 0 {
		return t.cols[k].at
	}
	last := &c.Bits[len(c.Bits)-1]
	return t.cols[k].at + c.Width() - last.text()
}

// Lay fits the columns into w cells and places the items in at most h rows, from the first one on. Rows are left free only where
// all items have room.
func (t *Table) Lay(w, h int) {
	t.Fit(w)
	free, all := true, 0
	for i := range t.Items {
		all += t.Height(i) + t.Items[i].Above*min(i, 1)
		free = free && all <= h
	}
	t.lines = t.lines[:0]
	for i := range t.Items {
		if free && i > 0 {
			t.Free(t.Items[i].Above)
		}
		t.Put(i, min(t.Height(i), h-t.Len()))
	}
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

// DrawRow draws a row that was laid out, from where the pen is up to its end.
func (t *Table) DrawRow(p *Pen, y int) {
	if i := t.Line(y); i >= 0 {
		t.draw(p, &t.Items[i], t.lines[y].row)
	}
}

// DrawSingle draws one row of cells, of which each has a column, from where the pen is up to its end.
func (t *Table) DrawSingle(p *Pen, cells ...Cell) {
	t.Items = append(t.Items[:0], Item{Cells: t.Cells(cells...)})
	t.Lay(p.Room(), 1)
	t.DrawRow(p, 0)
}

// draw draws a row of an item.
func (t *Table) draw(p *Pen, it *Item, row int) {
	from, all := p.At, p.End
	p.End = min(from+t.width, all)
	right := p.End
	if it.Kind != NoSpot && p.Spots != nil {
		*p.Spots = append(*p.Spots, Spot{Rect: Rect{X: from, Y: p.RowAt, W: p.Room(), H: 1}, Kind: it.Kind, Item: it.Item, In: it.In})
	}
	on := p.On
	if it.Ground != style.Flat {
		p.SetGround(it.Ground)
	}
	Draw(p, it.Edge[:min(len(it.Edge), len(it.Edge)*b2i(row == 0)+1)]...)
	switch titles := t.titleRows(it); {
	case it.Head:
		t.drawTitle(p, it, from)
	case row >= titles:
		p.PadTo(from + t.hang(it, t.fill()))
		p.End -= t.Right
		if c := t.dropped(it); c != nil && row == titles {
			c.draw(p, false)
		} else {
			it.Below[row-titles-b2i(c != nil)].Draw(p)
		}
		p.End = right
	default:
		for k := range it.Cells {
			if !t.says(it, k) || row > 0 && !t.Cols[k].Fill {
				continue
			}
			at, end := t.span(it, k)
			p.PadTo(from + at)
			p.End = min(from+end, right)
			t.drawFill(p, it, k, row, from)
			p.End = right
		}
	}
	p.Fill()
	p.SetGround(on)
	p.End = all
}

// Draw writes both ends of a row.
func (e *Ends) Draw(p *Pen) {
	all, w := p.End, e.Right.Width()
	if right := w > 0 && e.Left.Width()+1+w <= p.Room(); right {
		p.End -= w + 1
		e.Left.draw(p, false)
		p.End = all
		p.PadTo(all - w)
		e.Right.draw(p, false)
		return
	}
	e.Left.draw(p, false)
}

// drawFill draws a cell; of the filling cell of an open item, the part in this row.
func (t *Table) drawFill(p *Pen, it *Item, k, row, from int) {
	c := &it.Cells[k]
	rest, room := Text{}, 0
	if it.Open && t.Cols[k].Fill && t.Cols[k].Wrap > 1 {
		rest, room = t.wrapped(it, k)
		if rows := t.broken(it, k); rows != nil {
			t.drawBroken(p, it, c, rows, row)
			return
		}
	}
	ground, hang := p.On, from+t.cols[k].at
	switch {
	case row == 0:
		Draw(p, c.Lead...)
	default:
		p.End, hang = from+t.width-t.Right, from+t.hang(it, k)
		Draw(p, c.Below...)
	}
	p.PadTo(hang)
	p.MarkTitle(it.Mark && t.Cols[k].Fill)
	switch {
	case rest.Empty():
		c.drawBits(p, t.cols[k].narrow && !t.Cols[k].Fill)
	case row == 0:
		last := len(c.Bits) - 1
		for i := range last {
			c.Bits[i].draw(p, p.Room())
			p.Space(c.Gap)
		}
		c.Bits[last].drawSign(p, p.Room())
		rest, _ = rest.Break(room)
		p.Found(c.Bits[last].Style, rest, p.Room(), c.Bits[last].Find)
	default:
		last := &c.Bits[len(c.Bits)-1]
		for at := range row {
			if _, rest = rest.Break(room); at == 0 {
				room = p.End - hang
			}
		}
		if row < t.Cols[k].Wrap-1 {
			rest, _ = rest.Break(room)
		}
		p.Found(last.Style, rest, p.Room(), last.Find)
	}
	if p.On != ground { // reversed it is one block
		p.Fill()
		p.SetGround(ground)
	}
}

// drawBroken draws a row of a line that was broken. The last one there may be has all that is left, and is cut.
func (t *Table) drawBroken(p *Pen, it *Item, c *Cell, rows []Line, row int) {
	switch {
	case row == 0:
		Draw(p, c.Lead...)
	case len(c.Below) > 0:
		Draw(p, c.Below...)
	default:
		p.Space(widthOf(c.Lead, 0))
	}
	ground := p.On
	p.MarkTitle(it.Mark)
	if row < len(rows) {
		all := rows[row]
		if row == t.Cols[t.fill()].Wrap-1 {
			for _, rest := range rows[row+1:] {
				all = slices.Concat(all, Line{{safetext.Spaces(1), rest[0].Style}}, rest)
			}
		}
		p.Line(all)
	}
	p.SetGround(ground)
}

// drawTitle draws the title of the items below: its first cells one after another, a rule, and what it has in columns further right.
func (t *Table) drawTitle(p *Pen, it *Item, from int) {
	all, tail := p.End, it.Tail.Width()
	p.End -= t.Right
	p.PadTo(from + min(t.Indent, 1))
	left := t.fill() + 1
	end := p.End - (tail+1)*min(tail, 1) // of what has no column at the right end
	for k := range it.Cells[:min(left, len(it.Cells))] {
		it.Cells[k].draw(p, false)
	}
	for k := left; k < len(it.Cells); k++ {
		c := &it.Cells[k]
		if c.empty() || t.cols[k].w == 0 {
			continue
		}
		at := from + t.cols[k].at
		if t.Cols[k].Right {
			at += t.cols[k].w - c.Width()
		} else if c.Width() > t.cols[k].w {
			continue
		}
		if at-2 > p.At && at+c.Width() <= end {
			p.Space(1)
			p.Bar(style.BarRest, p.Sheet.Glyphs.BarRest, at-1-p.At)
			p.Space(1)
			c.draw(p, false)
		}
	}
	if tail > 0 && tail+2 <= p.Room() {
		p.End = end
		p.Rule(false)
		p.End = all - t.Right
		p.Space(1)
		it.Tail.draw(p, false)
	} else {
		p.Rule(false)
	}
	p.End = all
}

// DrawHeads names the columns, from where the pen is, and reports whether there was room for a note behind the first head.
func (t *Table) DrawHeads(p *Pen, note ...Bit) (noted bool) {
	from := p.At
	for k := range t.Cols {
		c := &t.Cols[k]
		if t.cols[k].w < c.Head.Width() || c.Head.Empty() {
			continue
		}
		x := from + t.cols[k].at
		if c.Right {
			x += t.cols[k].w - c.Head.Width()
		}
		if w := widthOf(note, 0); k > 0 && !noted && w > 0 && p.At+noteGap+w+noteGap <= x {
			noted = true
			p.Space(noteGap)
			Draw(p, note...)
		}
		p.PadTo(x)
		p.Text(style.Label, c.Head)
	}
	return noted
}

// noteGap is the blanks on both sides of a note among heads, leastPiece the cells of a cut text that say more than its short form.
const noteGap, leastPiece = 3, 8

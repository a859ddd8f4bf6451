package view

import (
	"slices"
	"strings"

	"sideboard/board/graph"
)

// titleRow is what of a title stands in a row of a task without a frame, and how many free cells beside the task it takes.
type titleRow struct {
	Text
	beside int
}

// titleSet is the rows of a title, the first behind the id.
type titleSet [mostRows]titleRow

// leastBeside is the fewest cells for a part of a title that is not whole.
const leastBeside = 7

// layTitle shares the title of a task among its rows: where its own cells do not hold all of it, free ones beside and below do.
func (t *lineText) layTitle(b *graph.Box, free *freeCells) {
	if t.ID.Empty() || t.Spot {
		t.title[0].Text, t.whole = t.full, t.full.Width() <= b.W-dotCells
		return
	}
	rows, own := t.ownRows(b, free)
	if t.full.Width() <= own[0] {
		t.title[0].Text, t.whole = t.full, true
		return
	}
	if own[rows-1] >= lineSubject {
		if t.title, t.whole = breakTitle(t.full, own[:rows]); t.whole {
			return
		}
	}
	more := min(rows+free.below(b), mostRows)
	var all [mostRows]int // the cells of each row with those beside it
	for i := range more {
		all[i] = own[i] + free.right(b, b.Row+i)
		if all[i] < leastBeside {
			if all[i] = min(own[i], 0); i > 0 { // what stands below a gap is of another task
				more = i
				break
			}
		}
	}
	rows = min(rows, more)
	set, whole := breakTitle(t.full, all[:rows])
	if !whole && more > rows {
		if own[1] < lineSubject {
			set, _ = breakTitle(t.full, all[:more])
		} else if set, whole = breakTitle(t.full, own[:more]); !whole {
			set, _ = breakTitle(t.full, all[:more])
		}
	}
	if t.title, t.whole = set.within(own, all[:more]); !t.whole && free.dots {
		t.title = titleSet{}
		return
	}
	t.title.take(b, free)
}

// ownRows returns how many rows of its own a title has, and the cells in each.
func (t *lineText) ownRows(b *graph.Box, free *freeCells) (rows int, own [mostRows]int) {
	for i := range own {
		own[i] = b.W - dotCells
	}
	own[0] -= t.ID.Width() + 1 + t.behindTitle(&t.cut)
	return max(min(b.Y+b.H-b.Row, mostRows, free.win.Y+free.win.H-b.Row), 1), own
}

// gather puts a title that is in several rows into as few as the cells hold that all titles leave free: from the row below the id on where
// no more than a word of it stands there.
func (t *lineText) gather(b *graph.Box, free *freeCells) {
	parts, rows := t.title.parts(), t.title.rows(true)
	if t.ID.Empty() || t.Spot || parts < 2 {
		return
	}
	_, own := t.ownRows(b, free)
	t.title.release(b, free)
	var all [mostRows]int
	for i := range rows {
		all[i] = own[i] + free.right(b, b.Row+i)
	}
	for n := 1; n <= parts; n++ {
		for from := 0; from < 2 && from+n <= rows; from++ {
			if n == parts && t.whole && !t.title.spreads() || from > 0 && strings.Contains(t.title[0].String(), " ") {
				continue
			}
			if set, whole := spreadTitle(t.full, all[:from+n], from); whole {
				t.title, t.whole = set.within(own, all[:from+n])
				t.title.take(b, free)
				return
			}
		}
	}
	t.title.take(b, free)
}

// spreadTitle breaks a title into rows of so many cells each at most, from one of them on, as evenly as they hold it.
func spreadTitle(title Text, rooms []int, from int) (set titleSet, whole bool) {
	widest := slices.Max(rooms[from:])
	for w := min(title.Width()/(len(rooms)-from), widest); w <= widest && !whole; w++ {
		var even [mostRows]int
		for i := from; i < len(rooms); i++ {
			even[i] = min(rooms[i], w)
		}
		set, whole = breakTitle(title, even[:len(rooms)])
	}
	return set, whole
}

// within returns the rows of a title with how many free cells each takes beside its own, and reports whether that holds all of it.
func (s titleSet) within(own [mostRows]int, all []int) (_ titleSet, whole bool) {
	whole = true
	for i, room := range all {
		s[i].beside = max(min(s[i].Width(), room)-own[i], 0)
		whole = whole && s[i].Width() <= max(own[i]+s[i].beside, 0)
	}
	return s, whole
}

// take gives the cells of a title to its task, release gives back those that are not the task's own.
func (s *titleSet) take(b *graph.Box, free *freeCells) {
	for i := range s {
		if !s[i].Empty() {
			free.give(b.Node, Rect{b.X, b.Row + i, b.W + s[i].beside, 1})
		}
	}
}

func (s *titleSet) release(b *graph.Box, free *freeCells) {
	for i := range s {
		at := Rect{b.X, b.Row + i, b.W + s[i].beside, 1}
		if at.Y < b.Y+b.H {
			at.X, at.W = b.X+b.W, s[i].beside
		}
		if !s[i].Empty() {
			free.give(-1, at)
		}
	}
}

// parts returns in how many rows there is a part of a title.
func (s *titleSet) parts() (n int) {
	for i := range s {
		n += b2i(!s[i].Empty())
	}
	return n
}

// spreads reports whether a title takes cells beside those of its task.
func (s *titleSet) spreads() bool {
	return slices.ContainsFunc(s[:], func(r titleRow) bool { return r.beside > 0 })
}

// behindTitle returns the cells behind the first row of the title that are not the title's in any case. What is said for a moment is not
// among them: no word moves for it.
func (n *Node) behindTitle(cut *cutLinks) (w int) {
	if cut.width() > 0 {
		w = 1 + cut.width()
	}
	if cut.lacking > 0 {
		w += 1 + cut.lacking
	}
	if cut.behind > 0 {
		w += 1 + BehindWidth(cut.behind)
	}
	return w + n.lineMarks()
}

// breakTitle breaks a title into rows of so many cells each, between words: one that is too long for a row stands in a row that has
// more. The last row has all that is left, to be cut off where whole is false.
func breakTitle(title Text, rooms []int) (set titleSet, whole bool) {
	last := len(rooms) - 1
	for last > 0 && rooms[last] < lineSubject/2 {
		last--
	}
	rest := title
	for i, room := range rooms[:last] {
		if room < lineSubject/2 {
			continue
		}
		line, after := rest.Break(room)
		if within := len(line.String())+len(after.String()) == len(rest.String()); within && !after.Empty() && slices.Max(rooms[i:last+1]) > room {
			continue
		}
		if set[i].Text, rest = line, after; rest.Empty() {
			return set, true
		}
	}
	set[last].Text = rest
	return set, rest.Width() <= rooms[last]
}

// rows returns how many rows a title has in use; more than there can be where that is not the whole of it.
func (s *titleSet) rows(whole bool) int {
	if !whole {
		return mostRows + 1
	}
	n := mostRows
	for n > 1 && s[n-1].Empty() {
		n--
	}
	return n
}

// freeCells knows which cells around the tasks of a window hold nothing.
type freeCells struct {
	ink   *graph.Canvas
	win   Rect
	of    *graph.Layout
	stubs [2][]graph.Stub // of the layout, and of the lines that leave the window
	dots  bool            // what has no room is left to the index
}

// right returns how many cells right of a task in a row its words may take.
func (f *freeCells) right(b *graph.Box, y int) int {
	switch {
	case y != b.OutRow:
		return f.beside(b, y)
	case y == b.Row:
		return f.along(b)
	}
	return 0
}

// beside returns how many cells right of a task in a row hold nothing.
func (f *freeCells) beside(b *graph.Box, y int) (n int) {
	x := b.X + b.W
	if y < f.win.Y || y >= f.win.Y+f.win.H || x <= f.win.X {
		return 0
	}
	for ; x+n < f.win.X+f.win.W; n++ {
		if cell := f.ink.At(x+n-f.win.X, y-f.win.Y); cell.Node >= 0 {
			return max(n-2, 0) // two titles side by side are not one
		} else if cell.Rune(false) != ' ' {
			break
		}
	}
	for _, stubs := range f.stubs {
		for i := range stubs {
			if s := &stubs[i]; s.Y == y && s.X >= x {
				n = min(n, s.X-x)
			}
		}
	}
	return n
}

// leastLine is the cells of a line that are left where a title stands in its way.
const leastLine = 4

// along returns how many cells right of a task hold nothing but the line that leaves it: it can as well begin behind a title.
func (f *freeCells) along(b *graph.Box) (n int) {
	x, y := b.X+b.W-f.win.X, b.OutRow-f.win.Y
	if y < 0 || y >= f.ink.H || x < 0 {
		return 0
	}
	at := func(x, y int) graph.Cell {
		if y < 0 || y >= f.ink.H {
			return graph.Cell{Node: -1}
		}
		return *f.ink.At(x, y)
	}
	for ; x+n < f.ink.W; n++ {
		c := at(x+n, y)
		straight := c.Left != graph.None && c.Right != graph.None && c.Up == graph.None && c.Down == graph.None
		if !straight || c.Arrow || c.Node >= 0 || at(x+n, y-1).Down != graph.None || at(x+n, y+1).Up != graph.None {
			break
		}
	}
	return max(n-leastLine, 0)
}

// below returns how many rows under a task hold nothing in its columns.
func (f *freeCells) below(b *graph.Box) int {
	if b.X < f.win.X || b.X+b.W > f.win.X+f.win.W {
		return 0
	}
	for n := range mostRows {
		y := b.Y + b.H + n
		if y < f.win.Y || y >= f.win.Y+f.win.H {
			return n
		}
		for i := range f.of.Columns {
			if f.of.Columns[i].Top == y {
				return n
			}
		}
		for x := b.X; x < b.X+b.W; x++ {
			if cell := f.ink.At(x-f.win.X, y-f.win.Y); cell.Node >= 0 || cell.Rune(false) != ' ' {
				return n
			}
		}
		for _, stubs := range f.stubs {
			for i := range stubs {
				if s := &stubs[i]; s.Y == y && s.X < b.X+b.W && s.X+s.W > b.X {
					return n
				}
			}
		}
	}
	return mostRows
}

// give gives a row of cells to a task, or with -1 to none.
func (f *freeCells) give(node int32, r Rect) {
	if r.Y < f.win.Y || r.Y >= f.win.Y+f.win.H {
		return
	}
	for x := max(r.X, f.win.X); x < min(r.X+r.W, f.win.X+f.win.W); x++ {
		f.ink.At(x-f.win.X, r.Y-f.win.Y).Node = node
	}
}

package view

import (
	"math"

	"sideboard/board/graph"
)

// Shape is how far the neighbours in a focus are away at most, and the cells of the boxes.
type Shape struct {
	Steps        int
	Middle       int    // the cells of the box of the task itself
	sides        [2]int // columns at each side
	most         int    // tasks in a column
	done         bool   // what is done stands there too
	goesOn       bool   // more would wait for what is at the right end
	room, beside int    // the cells for all boxes with what lies between them, and for each box beside the middle
}

// The cells that a focus has for a side with nothing in it, and for how many come behind the last column; MaxSteps is how far it
// reaches at most.
const (
	emptySide = 13
	stubCells = 11
	MaxSteps  = 8
)

// columnGap is the cells that links usually take between two columns.
const columnGap = 6

// FocusShape returns how a focus on a node is laid out: as far to both sides as boxes have room, and so many steps more or fewer. What is
// done already stands beside it where that leaves rows for all, and the others their width.
func (l Layout) FocusShape(g *graph.Graph, node int32, by int) Shape {
	left, all := l.focusShape(g, node, by, false), l.focusShape(g, node, by, true)
	if all.most*boxRowsLeast <= l.pictureRows() && (all.beside >= boxLeast || all.columns() == left.columns()) {
		return all
	}
	return left
}

func (l *Layout) focusShape(g *graph.Graph, node int32, by int, done bool) Shape {
	shape := func(steps int) Shape {
		s := Shape{Steps: steps, done: done}
		of := g.Focus(node, steps, 1, graph.Options{Finished: done})
		for i := range of.Columns {
			c := &of.Columns[i]
			s.sides[0], s.sides[1], s.most = max(s.sides[0], -c.Wave), max(s.sides[1], c.Wave), max(s.most, c.Count)
		}
		return s
	}
	s, next := shape(1), shape(2)
	for l.Breadth != Narrow && s.Steps < MaxSteps && next.columns() > s.columns() && l.focusRoom(&next)-l.focusLeast() >= next.columns()*(boxLeast+columnGap) {
		s, next = next, shape(next.Steps+1)
	}
	if steps := min(max(s.Steps+by, 1), MaxSteps); by != 0 {
		s, next = shape(steps), shape(steps+1)
	}
	s.goesOn = next.sides[1] > s.sides[1]
	if s.room = l.focusRoom(&s) - columnGap*s.columns(); s.sides[1] > 0 && !s.goesOn {
		s.room += stubCells
	}
	s.Middle = min(s.room/(s.columns()+1), boxMost)
	if l.tellsInBox() {
		s.Middle = min(max(s.room-max(besideCard*s.columns(), s.room/3*b2i(s.columns() > 0)), s.room/(s.columns()+1), min(l.focusLeast(), s.room/2)), cardMost)
	}
	s.Middle = max(s.Middle, boxLeastNarrow)
	s.beside = s.widthBeside(columnGap * s.columns())
	return s
}

// boxRowsLeast is the rows of a box that says least; besideCard the cells of a box beside one that tells of its task, which has at most
// cardMost.
const boxRowsLeast, besideCard, cardMost = 3, 28, 94

func (s *Shape) columns() int { return s.sides[0] + s.sides[1] }

// widthBeside returns the cells of each box beside the middle where so many cells lie between the boxes.
func (s *Shape) widthBeside(gaps int) int {
	n := s.columns()
	return max(min((s.room+columnGap*n-gaps-s.Middle)/max(n, 1), boxMost), boxLeastNarrow)
}

// focusRoom returns the cells for the boxes of a focus and what lies between them.
func (l *Layout) focusRoom(s *Shape) int {
	w := l.DepView.Canvas.W
	for _, n := range s.sides {
		if n == 0 {
			w -= emptySide
		}
	}
	if s.sides[1] > 0 {
		w -= stubCells
	}
	return w
}

// DrawsBoxes reports whether a focus is drawn in boxes, not as lines.
func (l Layout) DrawsBoxes() bool { return l.Breadth != Narrow }

// focusLeast returns the fewest cells of the box in the middle that another step is worth.
func (l *Layout) focusLeast() int {
	if l.tellsInBox() {
		return max(36, l.W*3/10)
	}
	return boxLeast
}

// tellsInBox reports whether a focus says in the box of its task what it has to say about it.
func (l *Layout) tellsInBox() bool {
	return l.Breadth == Wide && l.H >= startHeight && l.Detail.Empty()
}

// LayoutFocus lays out the neighbours of a task. Boxes lose the free rows between them, then rows of their own, before one is hidden. Of
// the options, those that say how large boxes are need not be set. Boxes are as high as their titles need, that of the task itself as what
// is said about it needs, as far as all have room. Titled tells the titles of tasks, and what is marked in them.
func (l Layout) LayoutFocus(g *graph.Graph, node int32, s Shape, said int, o graph.Options, titled func(node int32) Node) *graph.Layout {
	rows := l.pictureRows()
	o.Finished = s.done
	lay := func(most, limit int) *graph.Layout {
		card := max(rows-2, 1)
		beside := s.beside
		fit := graph.Fit{Room: math.MaxInt32, Least: boxFewest, Width: func(i int32) int {
			if i == node {
				return s.Middle
			}
			return beside
		}}
		fit.Rows = func(i int32) int {
			n := titled(i)
			title := max(len(n.Subject.Wrap(max(fit.Width(i)-boxSides-n.marks(), 1))), 1)
			if i == node {
				return min(title+max(said, 1), card)
			}
			return min(1+title, most)
		}
		o.Fit, o.MaxPorts = &fit, max(rows-4, leastPorts)
		for {
			o.TextRows = max(most, card)
			of := g.Focus(node, s.Steps, limit, o)
			gaps := 0
			if n := len(of.Columns); n > 0 {
				gaps = of.Columns[n-1].X + of.Columns[n-1].W - of.Columns[0].X
			}
			for i := range of.Columns {
				gaps -= of.Columns[i].W
			}
			over := of.H - rows
			if fits := s.widthBeside(gaps); fits < beside {
				beside = fits
			} else if over > 0 && card > most {
				card = max(card-over, most)
			} else {
				return of
			}
		}
	}
	least := l.textRows()
	for most := mostRows; most > 0; most-- { // rows of a box
		for _, gap := range [2]int{1, 0} {
			o.Close = gap == 0
			if all := s.most*(min(most, least)+2+gap) - gap; all > rows || most > least && least == 1 {
				continue
			}
			if of := lay(most, 0); of.H <= rows {
				return of
			}
		}
	}
	o.Close = true
	for limit := max(min((rows-1)/3, s.most-1), 1); ; {
		of := lay(1, limit)
		if of.H < rows || limit <= 1 {
			return of
		}
		limit = max(limit-1-(of.H-rows)/4, 1)
	}
}

// pictureRows returns the rows that the picture of a focus has at most: below it stand lists.
func (l *Layout) pictureRows() int {
	rows := l.DepView.Canvas.H
	if !l.DepView.Below.Empty() { // a link is made
		return rows
	}
	switch {
	case l.H >= startHeight:
		rows -= 2 + startRows(l.H)
	case l.H >= chainHeight:
		rows--
	}
	return rows
}

// startRows returns how many tasks to start with are ranked below a focus where its picture needs all other rows.
func startRows(h int) int { return min(max((h-16)/4, 2), 8) }

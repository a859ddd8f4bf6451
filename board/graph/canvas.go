package graph

import "cmp"

// Weight is the thickness of a line.
type Weight uint8

// The weights.
const (
	None   Weight = iota
	Dashed        // a light line with gaps, for what does not exist yet
	Light
	Heavy
	Double
)

// Stroke is how a line or a frame is drawn. The caller defines the meaning of Class, such as a colour. Where several
// edges of a source share a cell, it has the greatest Weight and the highest Class.
type Stroke struct {
	Weight Weight
	Class  uint8
}

// Cell is one cell of a drawing.
type Cell struct {
	Up, Right, Down, Left Weight // arms; None everywhere for a blank, or for the inside of a box
	Class                 uint8
	// the head of a line, pointing right (or left, on a return line: then Right has the arm)
	Arrow bool
	Edge  int32 // the visible edge, -1 for none
	Node  int32 // the box of this cell, -1 for none
	Text  bool  // inside a box, for the caller's text
}

// Canvas is a window of a drawing, rows of cells.
type Canvas struct {
	W, H  int
	Cells []Cell

	axes []cellAxes // while lines are drawn
}

// At returns a cell of the window, from its corner.
func (k *Canvas) At(x, y int) *Cell { return &k.Cells[y*k.W+x] }

// Draw draws the part of a layout that a window shows. Line and frame return the stroke of an edge and of a node's
// frame; one of Weight None is left out.
//
// Where lines of two nodes cross, the vertical one is continuous and the horizontal one is interrupted in that cell:
// the gap in a vertical line would be a whole row high.
func (l *Layout) Draw(x, y, w, h int, line func(edge int32) Stroke, frame func(node int32) Stroke) *Canvas {
	k := &Canvas{}
	l.DrawInto(k, x, y, w, h, line, frame)
	return k
}

// DrawInto is Draw into an existing canvas, which it overwrites.
func (l *Layout) DrawInto(k *Canvas, x, y, w, h int, line func(edge int32) Stroke, frame func(node int32) Stroke) {
	b := painter{k: k, axes: k.axes, strokes: l.strokes(line)}
	b.draw(l, x, y, max(w, 0), max(h, 0), frame)
	k.axes = b.axes
}

// strokes returns the stroke of each line.
func (l *Layout) strokes(line func(edge int32) Stroke) []Stroke {
	strokes := make([]Stroke, len(l.Lines))
	for i := range l.Lines {
		strokes[i] = line(l.Lines[i].Edge)
	}
	return strokes
}

// cellAxes are the horizontal and the vertical lines in a cell, while lines are drawn.
type cellAxes struct {
	level, upright axis
}

// axis is the lines along one axis of a cell: their source, the arms, and the strongest edge.
type axis struct {
	source int32 // 1 + the node
	edge   int32
	class  uint8
	arm    [2]Stroke // left and right, or up and down
}

// painter draws into a window, and into further ones in the same memory.
type painter struct {
	k       *Canvas
	x, y    int
	axes    []cellAxes
	strokes []Stroke // of each line
}

// draw draws the part of a layout that a window shows, over the window before.
func (b *painter) draw(l *Layout, x, y, w, h int, frame func(node int32) Stroke) *Canvas {
	b.x, b.y = x, y
	if b.k == nil {
		b.k = &Canvas{}
	}
	k := b.k
	k.W, k.H = w, h
	if cap(k.Cells) < w*h {
		k.Cells, b.axes = make([]Cell, w*h), make([]cellAxes, w*h)
	}
	k.Cells, b.axes = k.Cells[:w*h], b.axes[:w*h]
	clear(b.axes)
	for i := range k.Cells {
		k.Cells[i] = Cell{Edge: -1, Node: -1}
	}
	if len(k.Cells) == 0 {
		return k
	}
	for i := range l.Lines {
		s, e := b.strokes[i], &l.ends[i]
		switch {
		case s.Weight == None:
		case e.along >= 0 && b.strokes[e.along] == s:
			b.drawLine(&l.Lines[i], e.from, s, l.Lines[e.along].Points, int(e.shared))
		default:
			b.drawLine(&l.Lines[i], e.from, s, nil, 0)
		}
	}
	b.resolveCrossings()
	for i := range l.Boxes {
		if b.isVisible(&l.Boxes[i]) {
			b.drawFrame(&l.Boxes[i], frame(l.Boxes[i].Node), l.bare)
		}
	}
	for i := range l.Lines {
		if b.strokes[i].Weight != None {
			b.drawLineEnds(&l.Lines[i], b.strokes[i], l.bare)
		}
	}
	return k
}

// cellAt returns the index of a layout's cell in the window, -1 for one outside.
func (b *painter) cellAt(x, y int) int {
	x, y = x-b.x, y-b.y
	if x < 0 || y < 0 || x >= b.k.W || y >= b.k.H {
		return -1
	}
	return y*b.k.W + x
}

// addArms adds arms of a line along one axis of a cell: along the upright axis up and down, else left and right. source
// is the node that the line comes from.
func (b *painter) addArms(x, y int, upright bool, first, second bool, source, edge int32, s Stroke) {
	i := b.cellAt(x, y)
	if i < 0 {
		return
	}
	o := &b.axes[i].level
	if upright {
		o = &b.axes[i].upright
	}
	if o.source == 0 {
		o.source, o.edge, o.class = source+1, edge, s.Class
	} else if s.Class > o.class {
		o.edge, o.class = edge, s.Class
	}
	for at, on := range [2]bool{first, second} {
		if a := &o.arm[at]; on { // a heavy chain stays heavy where it shares cells with a line of a higher Class
			a.Weight, a.Class = max(a.Weight, s.Weight), max(a.Class, s.Class)
		}
	}
}

// drawLine draws a line without its arrowhead and its ends in the frames. It skips what it shares with a line of the
// same source and stroke that is drawn already, of which along are the points, the first shared of them those of both:
// the line of a node for which a thousand others wait is drawn once.
func (b *painter) drawLine(n *Line, source int32, s Stroke, along []Point, shared int) {
	p := n.Points
	if shared == 0 {
		b.addArms(p[0].X, p[0].Y, false, true, false, source, n.Edge, s)
	}
	for i := max(shared, 1); i < len(p); i++ {
		from, to := p[i-1], p[i]
		start := from
		if i == shared && i < len(along) {
			start = overlapEnd(from, to, along[i])
		}
		if from.Y == to.Y {
			if from.Y < b.y || from.Y >= b.y+b.k.H {
				continue
			}
			lo, hi := min(from.X, to.X), max(from.X, to.X)
			first, last := min(start.X, to.X), max(start.X, to.X)
			for x := max(first, b.x); x <= min(last, b.x+b.k.W-1); x++ {
				b.addArms(x, from.Y, false, x > lo, x < hi, source, n.Edge, s)
			}
			continue
		}
		if from.X < b.x || from.X >= b.x+b.k.W {
			continue
		}
		lo, hi := min(from.Y, to.Y), max(from.Y, to.Y)
		first, last := min(start.Y, to.Y), max(start.Y, to.Y)
		for y := max(first, b.y); y <= min(last, b.y+b.k.H-1); y++ {
			b.addArms(from.X, y, true, y > lo, y < hi, source, n.Edge, s)
		}
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// overlapEnd returns the last common cell of the straight lines from one point to two others: that point if they do not
// run the same way.
func overlapEnd(from, a, b Point) Point {
	switch {
	case a.Y == from.Y && b.Y == from.Y && sign(a.X-from.X) == sign(b.X-from.X):
		if distance(a.X, from.X) < distance(b.X, from.X) {
			return a
		}
		return b
	case a.X == from.X && b.X == from.X && sign(a.Y-from.Y) == sign(b.Y-from.Y):
		if distance(a.Y, from.Y) < distance(b.Y, from.Y) {
			return a
		}
		return b
	}
	return from
}

// resolveCrossings makes cells of the axes. Where lines cross the vertical one is continuous.
func (b *painter) resolveCrossings() {
	for i := range b.axes {
		level, upright := b.axes[i].level, b.axes[i].upright
		if level.source == 0 && upright.source == 0 {
			continue
		}
		if level.source != 0 && upright.source != 0 && level.source != upright.source {
			level = axis{}
		}
		c := &b.k.Cells[i]
		c.Left, c.Right = level.arm[0].Weight, level.arm[1].Weight
		c.Up, c.Down = upright.arm[0].Weight, upright.arm[1].Weight
		c.Class, c.Edge = level.class, level.edge
		if level.source == 0 || upright.source != 0 && upright.class > level.class {
			c.Class, c.Edge = upright.class, upright.edge
		}
	}
}

func (b *painter) isVisible(x *Box) bool {
	return x.X < b.x+b.k.W && x.X+x.W > b.x && x.Y < b.y+b.k.H && x.Y+x.H > b.y
}

// drawFrame draws a box, with bare set only the place for its text.
func (b *painter) drawFrame(x *Box, s Stroke, bare bool) {
	right, bottom := x.X+x.W-1, x.Y+x.H-1
	for y := x.Y; y <= bottom; y++ {
		for at := x.X; at <= right; at++ {
			i := b.cellAt(at, y)
			if i < 0 {
				continue
			}
			c := &b.k.Cells[i]
			*c = Cell{Node: x.Node, Edge: -1, Class: s.Class}
			if bare || at > x.X && at < right && y > x.Y && y < bottom {
				c.Text = true
				continue
			}
			level, upright := y == x.Y || y == bottom, at == x.X || at == right
			if level && at > x.X {
				c.Left = s.Weight
			}
			if level && at < right {
				c.Right = s.Weight
			}
			if upright && y > x.Y {
				c.Up = s.Weight
			}
			if upright && y < bottom {
				c.Down = s.Weight
			}
		}
	}
}

// drawLineEnds draws the arrowhead of a line, and its joints with the frames; at a box without one the line goes on up
// to it.
func (b *painter) drawLineEnds(n *Line, s Stroke, bare bool) {
	p, q := n.Points[0], n.Points[len(n.Points)-1]
	if i := b.cellAt(p.X-1, p.Y); i >= 0 {
		if c := &b.k.Cells[i]; c.Node >= 0 && c.Up != None {
			c.Right = max(c.Right, s.Weight)
		}
	}
	if i := b.cellAt(q.X, q.Y); i >= 0 {
		c := &b.k.Cells[i]
		back := len(n.Points) > 1 && n.Points[len(n.Points)-2].X > q.X
		if bare && !back {
			c.Right = max(c.Right, c.Left, s.Weight)
			return
		}
		c.Arrow = true
		if len(n.Points) > 1 && n.Points[len(n.Points)-2].X > q.X {
			c.Left, c.Right = None, max(c.Right, Light)
		} else {
			c.Right = None
		}
	}
	if i := b.cellAt(q.X+1, q.Y); i >= 0 {
		if c := &b.k.Cells[i]; c.Node >= 0 && c.Up != None {
			c.Left = Light
		}
	}
}

func sign(d int) int { return cmp.Compare(d, 0) }

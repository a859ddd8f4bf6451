package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// canvas is the boxes and lines that were drawn last, and what they were drawn from.
type canvas struct {
	drawn canvasKey
	nodes []Node
	edges []Edge
	spark []int32
	rows  []string

	boxes        []int          // the visible ones, as indexes of Layout.Boxes
	lines        []int32        // the visible edges
	grounds      []style.Ground // of the visible boxes
	visibleNodes []Node
	visibleEdges []Edge
	segments     [][]segment
	sparkCells   []uint8 // what a spark does to each cell
	ink          graph.Canvas
	line         lay.Table // a row of a box
}

// canvasKey is what the drawing depends on, apart from the visible tasks and links.
type canvasKey struct {
	sh       *style.Sheet
	on       viewport
	kind     ViewKind
	selected int32
	drag     LinkDrag
	phase    float64
	still    bool
}

// segment is text in a row of a canvas: in a box, on a frame or on a line.
type segment struct {
	x, w  int
	write func(p *pen)
}

// prepare draws the boxes and lines of a dependency view in a viewport, if ok, unless they are the same as last time.
func (c *canvas) prepare(br *brush, on viewport, ok bool, l *Layout, dv *DepView, still bool) {
	if !ok {
		c.drawn, c.rows = canvasKey{}, c.rows[:0]
		return
	}
	key := canvasKey{sh: br.sh, on: on, kind: l.View, selected: dv.Selected, still: still}
	if dv.Graph != nil && dv.Graph.Drag != nil {
		key.drag = *dv.Graph.Drag
	}
	var spark []int32
	if dv.Spark != nil && !still {
		spark, key.phase = dv.Spark.Edges, dv.Spark.Phase
	}
	c.collectVisible(on, &dv.Tasks)
	if key == c.drawn && slices.Equal(c.visibleNodes, c.nodes) && slices.Equal(c.visibleEdges, c.edges) &&
		slices.Equal(spark, c.spark) {
		return
	}
	c.drawn = key
	c.nodes = append(c.nodes[:0], c.visibleNodes...)
	c.edges = append(c.edges[:0], c.visibleEdges...)
	c.spark = append(c.spark[:0], spark...)
	c.render(br, on, dv)
}

// collectVisible reads the tasks and links that are visible.
func (c *canvas) collectVisible(on viewport, t *Tasks) {
	win, _, _ := on.window()
	c.boxes, c.lines, c.visibleNodes, c.visibleEdges = c.boxes[:0], c.lines[:0], c.visibleNodes[:0], c.visibleEdges[:0]
	for i := range on.layout.Boxes {
		b := &on.layout.Boxes[i]
		if win.Overlaps(Rect{X: b.X, Y: b.Y, W: b.W, H: b.H}) {
			c.boxes = append(c.boxes, i)
			c.visibleNodes = append(c.visibleNodes, t.Node(b.Node))
		}
	}
	win.X, win.W = win.X-1, win.W+2 // a line that begins next to the window belongs to the box at its edge
	for i := range on.layout.Lines {
		if line := &on.layout.Lines[i]; crossesWindow(line.Points, win) {
			c.lines = append(c.lines, line.Edge)
			c.visibleEdges = append(c.visibleEdges, t.Edge(line.Edge))
		}
	}
}

// crossesWindow reports whether any part of a polyline is in a window.
func crossesWindow(points []graph.Point, win Rect) bool {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		x, y := min(a.X, b.X), min(a.Y, b.Y)
		if win.Overlaps(Rect{X: x, Y: y, W: max(a.X, b.X) - x + 1, H: max(a.Y, b.Y) - y + 1}) {
			return true
		}
	}
	return false
}

// render draws the rows of the visible part of the layout: lines, boxes, and the text in them.
func (c *canvas) render(br *brush, on viewport, dv *DepView) {
	win, left, top := on.window()
	links := make(map[int32]graph.Stroke, len(c.lines))
	for i, e := range c.lines {
		links[e] = c.edges[i].stroke()
	}
	frames := make(map[int32]graph.Stroke, len(c.boxes))
	for i, b := range c.boxes {
		node := on.layout.Boxes[b].Node
		frame := c.nodes[i].stroke(node == dv.Selected)
		// its ground shows the selection; without colour, heavy lines mean the longest chain
		if frame.Class == classSelected && br.sh.Grounded() {
			frame.Weight = graph.Heavy
		}
		frames[node] = frame
	}
	ink := &c.ink
	on.layout.DrawInto(ink, win.X, win.Y, win.W, win.H,
		func(e int32) graph.Stroke { return links[e] }, func(n int32) graph.Stroke { return frames[n] })
	for len(c.segments) < win.H {
		c.segments = append(c.segments, nil)
	}
	for y := range win.H {
		c.segments[y] = c.segments[y][:0]
	}
	if dv.Graph != nil && dv.Graph.Drag != nil {
		drawDrag(ink, on, win, dv.Graph.Drag)
	}
	c.chooseGrounds(on.layout, dv.Selected)
	for i, b := range c.boxes {
		c.addBoxText(&on.layout.Boxes[b], c.nodes[i], c.grounds[i], dv, win)
	}
	c.markSpark(on.layout, win)
	for y := range win.H {
		slices.SortFunc(c.segments[y], func(a, b segment) int { return a.x - b.x })
	}
	c.rows = c.rows[:0]
	p := &br.aux
	p.Sheet = br.sh
	for y := range on.rect.H {
		p.B = p.B[:0]
		p.Begin(on.rect.W, style.Flat)
		if k := y - top; k >= 0 && k < win.H {
			p.PadTo(max(p.At, left))
			c.drawRow(p, ink, k, p.At-left, min(on.rect.W-left, win.W))
		}
		p.Fill()
		c.rows = append(c.rows, string(p.B))
	}
}

// chooseGrounds chooses the grounds of the visible blocks. Blocks that touch have two that differ.
func (c *canvas) chooseGrounds(l *graph.Layout, selected int32) {
	c.grounds = c.grounds[:0]
	for i, at := range c.boxes {
		b := &l.Boxes[at]
		ground := c.nodes[i].ground(b.Node == selected)
		if i > 0 && ground == c.grounds[i-1] {
			if above := &l.Boxes[c.boxes[i-1]]; above.Column == b.Column && above.Y+above.H == b.Y {
				ground = otherGround(ground)
			}
		}
		c.grounds = append(c.grounds, ground)
	}
}

// drawRow writes a row of lines, with the text in it.
func (c *canvas) drawRow(p *pen, ink *graph.Canvas, y, from, to int) {
	segs := c.segments[y]
	for x := from; x < to; {
		if len(segs) > 0 && segs[0].x <= x {
			if segs[0].x < x { // covered by another one
				segs = segs[1:]
				continue
			}
			all := p.End
			p.End = min(p.At+segs[0].w, all)
			x += p.Room()
			segs[0].write(p)
			p.Fill()
			p.SetGround(style.Flat)
			p.End = all
			segs = segs[1:]
			continue
		}
		cell := ink.At(x, y)
		st, r := classStyles[cell.Class], cell.Rune(p.Sheet.Glyphs.ASCII)
		switch c.sparkCells[y*ink.W+x] {
		case trail:
			st = style.Spark
		case head:
			st = style.Spark
			p.Glyph(st, p.Sheet.Glyphs.Mark)
			x++
			continue
		}
		p.Rune(st, r)
		x++
	}
}

// spotAt returns the spot of the box at a cell of the screen, else of the link there, else the spot of the canvas.
func (c *canvas) spotAt(s Spot, x, y int) Spot {
	if c.drawn.on.layout == nil {
		return s
	}
	x, y = c.drawn.on.toLayout(x, y)
	if node, ok := c.drawn.on.layout.At(x, y); ok {
		s.Kind, s.Item = TaskSpot, int(node)
	} else if edges := c.drawn.on.layout.EdgesAt(x, y); len(edges) > 0 {
		s.Kind, s.Item = LinkSpot, int(c.nextEdge(edges))
	}
	return s
}

// nextEdge returns the link through one cell that a click there selects: the one after the selected link, else the link
// that is drawn there.
func (c *canvas) nextEdge(edges []int32) int32 {
	best, look := edges[0], -1
	for i, e := range edges {
		k := slices.Index(c.lines, e)
		if k < 0 {
			continue
		}
		if c.edges[k].Picked {
			return edges[(i+1)%len(edges)]
		}
		if class := int(c.edges[k].stroke().Class); class > look {
			best, look = e, class
		}
	}
	return best
}

// put adds text of w cells to the rows of the window, at a cell of the layout.
func (c *canvas) put(win Rect, y, x, w int, write func(p *pen)) {
	c.putWithin(win, win, y, x, w, write)
}

// putWithin is put for as much of the text as is inside the rectangle within, in cells of the layout.
func (c *canvas) putWithin(win, within Rect, y, x, w int, write func(p *pen)) {
	if y < win.Y || y >= win.Y+win.H || x >= within.X+within.W || x+w <= within.X {
		return
	}
	if x < within.X { // the left part is outside: better no words than the ends of some
		x, w, write = within.X, w+x-within.X, func(*pen) {}
	}
	c.segments[y-win.Y] = append(c.segments[y-win.Y], segment{x - win.X, min(w, within.X+within.W-x), write})
}

package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// leaving returns the stubs of the lines that leave the window.
func (c viewport) leaving() []graph.Stub {
	win, _, _ := c.window()
	if c.layout.Names == 0 || win.W == c.layout.W && win.H == c.layout.H {
		return nil
	}
	before, behind := c.besides()
	return c.layout.Leaving(graph.Window{X: win.X, Y: win.Y, W: win.W, H: win.H, Left: before, Right: behind})
}

// stubAt returns the task that is named at a cell, as the other end of a line that is cut.
func (dv *DepView) stubAt(c viewport, x, y int) (int32, bool) {
	for _, stubs := range [2][]graph.Stub{c.layout.Stubs, c.leaving()} {
		if s, ok := graph.StubAt(stubs, x, y); ok {
			return s.Nodes[dv.strongest(s)], true
		}
	}
	return dv.missingAt(c.layout, x, y)
}

// strongest returns which of the links that are cut at a stub is the one whose look is drawn there.
func (dv *DepView) strongest(s *graph.Stub) int {
	return slices.Index(s.Edges, dv.visibleEdge(s.Edges))
}

// addStubs puts the names of the other ends beside lines that are cut.
func (c *canvas) addStubs(stubs []graph.Stub, dv *DepView, win, within Rect) {
	for i := range stubs {
		s := &stubs[i]
		c.putWithin(win, within, s.Y, s.X, s.W, func(p *pen) { drawStub(p, s, dv) })
	}
}

// drawStub names the other ends of the links that are cut at a stub, the strongest first, as many as there is room for.
func drawStub(p *pen, s *graph.Stub, dv *DepView) {
	first := dv.strongest(s)
	st, g := classStyles[max(dv.Edge(s.Edges[first]).stroke().Class, classAside)], p.sh.Glyphs
	beside := 1 // a blank, or where the other end lies
	if s.Head && !s.Left && s.Way != graph.Nowhere {
		beside++
	}
	name := func(i int) Text {
		if i <= first { // the strongest, then the others in their order
			i = (i + first) % (first + 1)
		}
		n := dv.Node(s.Nodes[i])
		return n.label()
	}
	room := p.remaining() - beside
	some, need := 1, min(name(0).Width(), room)
	for i := 1; i < len(s.Nodes); i++ {
		w := need + 1 + name(i).Width()
		if rest := len(s.Nodes) - i - 1; w > room || rest > 0 && w+2+digits(rest) > room {
			break
		}
		some, need = i+1, w
	}
	rest := len(s.Nodes) - some
	if rest > 0 {
		tail := 1 + digits(rest)
		if need+tail < room {
			tail++ // a blank before it
		}
		need = min(need, room-tail)
		defer func() {
			p.space(tail - 1 - digits(rest))
			p.plus(rest)
		}()
		room = need + tail
	} else {
		room = need
	}
	if s.Left {
		p.padTo(p.end - beside - room)
	}
	switch {
	case s.Way == graph.Upwards:
		p.glyph(st, g.Up)
	case s.Way == graph.Downwards:
		p.glyph(st, g.Down)
	case beside > 1:
		p.glyph(st, g.Head)
		p.space(1)
	case !s.Left:
		p.space(1)
	}
	for i := range some {
		if i > 0 {
			p.space(1)
		}
		p.textUpTo(st, name(i), need)
	}
}

// addBandTitles puts the titles of waves that stand below others above their boxes.
func (c *canvas) addBandTitles(of *graph.Layout, dv *DepView, win Rect) {
	heads, chosen := appendWaveHeads(nil, of), of.ColumnOf(dv.Selected)
	counted := countsWaves(of, heads)
	for _, h := range heads {
		if col := &of.Columns[h.first]; col.Top >= 0 {
			c.put(win, col.Top, col.X, h.room(of), func(p *pen) { h.draw(p, of, chosen, counted, true, false, listHeading{}) })
		}
	}
}

// cutLinks is what is said of links of a task for which there is no line: where the first leads, how many come in, and how many tasks wait
// behind it.
type cutLinks struct {
	to       Text
	more, in int
	behind   int  // how many tasks wait behind it, 0 too where the picture has no cells to say so
	terse    bool // the number that comes in stands alone, for the sake of the subject
	lacks    missing
	lacking  int  // the cells of what it lacks
	broken   bool // the title goes on in a row below
}

func (dv *DepView) cutOf(b *graph.Box) (c cutLinks) {
	c.in = b.Hidden
	if len(b.Cut) > 0 {
		n := dv.Node(b.Cut[0])
		c.to, c.more = n.label(), len(b.Cut)-1
	}
	return c
}

func (c *cutLinks) width() (w int) {
	if !c.to.Empty() {
		w = 2 + c.to.Width()
	}
	if c.more > 0 {
		w += 2 + digits(c.more)
	}
	if c.in > 0 {
		if w += 2 + digits(c.in); !c.terse {
			w += wordMore.Width()
		}
	}
	return max(w, 0)
}

func (c *cutLinks) draw(p *pen) {
	if c.in > 0 {
		if p.plus(c.in); !c.terse {
			p.text(style.Dim, wordMore)
		}
		p.space(1)
	}
	if !c.to.Empty() {
		p.glyph(style.Dim, p.sh.Glyphs.Head)
		p.space(1)
		p.text(style.Dim, c.to)
	}
	if c.more > 0 {
		p.space(1)
		p.plus(c.more)
	}
}

// addCutInFrame draws in the lower edge of a frame where links lead that have no line.
func (c *canvas) addCutInFrame(b *graph.Box, dv *DepView, win Rect) {
	cut := dv.cutOf(b)
	cut.in = 0 // that is said at the left
	if w := cut.width() + 2; w > 2 && w <= b.W-4 {
		c.put(win, b.Y+b.H-1, b.X+b.W-2-w, w, func(p *pen) {
			p.space(1)
			cut.draw(p)
			p.space(1)
		})
	}
}

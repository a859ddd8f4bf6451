package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Minimap is a whole graph in a corner of its window: where in it the window lies, and where a click there leads.
type Minimap struct {
	Rect       // of the screen, with its frame
	W, H   int // of the layout
	window Rect
}

// A minimap is drawn where this much room is, and takes so many cells of its own at most.
const (
	mapLeastW, mapLeastH = 60, 12
	mapMostW, mapMostH   = 24, 6
	mapShare             = 6 // of the window's cells each way
)

// Minimap returns the minimap of a graph that is larger than its window; false where there is none. In a room nobody could read it.
func (l Layout) Minimap(dv *DepView) (Minimap, bool) {
	l.makeRoom(dv)
	if c, ok := l.viewport(dv); ok && dv.Graph != nil && !l.Stage {
		return c.minimap(dv.Graph.Held)
	}
	return Minimap{}, false
}

// minimap puts a minimap into the lower right corner, or into the first in which there is nothing to hide. Held is where it stands while
// the pointer holds it.
func (c viewport) minimap(held Rect) (m Minimap, ok bool) {
	of, r := c.layout, c.rect
	if r.W < mapLeastW || r.H < mapLeastH || of.W <= r.W && of.H <= r.H {
		return m, false
	}
	win, left, top := c.window()
	before, behind := c.besides()
	m = Minimap{W: of.W, H: of.H, window: win}
	m.Rect.W = 2 + min(r.W/mapShare, mapMostW, (of.W+1)/2)
	m.Rect.H = 2 + min(r.H/mapShare, mapMostH, (of.H+3)/4)
	if m.Rect.W == held.W && m.Rect.H == held.H {
		m.Rect = held
		return m, true
	}
	right, bottom := r.W-behind-m.Rect.W, r.H-m.Rect.H
	for _, at := range [4][2]int{{right, bottom}, {before, bottom}, {right, 0}, {before, 0}} {
		if !c.hides(Rect{at[0] - left + win.X, at[1] - top + win.Y, m.Rect.W, m.Rect.H}) {
			m.X, m.Y = r.X+at[0], r.Y+at[1]
			return m, true
		}
	}
	return m, false
}

// hides reports whether there is anything in some cells of the layout: a task, a line, the name of what a cut line leads to.
func (c viewport) hides(r Rect) bool {
	for i := range c.layout.Boxes {
		if b := &c.layout.Boxes[i]; b.X < r.X+r.W && b.X+b.W > r.X && b.Y < r.Y+r.H && b.Y+b.H > r.Y {
			return true
		}
	}
	for i := range c.layout.Lines {
		if crossesWindow(c.layout.Lines[i].Points, r) {
			return true
		}
	}
	for _, stubs := range [2][]graph.Stub{c.layout.Stubs, c.leaving()} {
		for i := range stubs {
			if s := &stubs[i]; s.Y >= r.Y && s.Y < r.Y+r.H && s.X < r.X+r.W && s.X+s.W > r.X {
				return true
			}
		}
	}
	return slices.ContainsFunc(c.layout.Columns, func(k graph.Column) bool {
		return k.Top >= r.Y && k.Top < r.Y+r.H && k.X < r.X+r.W && k.X+k.W > r.X
	})
}

// At returns the cell of the layout that a cell of the screen stands for; for one beside the map the nearest.
func (m *Minimap) At(x, y int) (int, int) {
	w, h := m.Rect.W-2, m.Rect.H-2
	x, y = min(max(x-m.X-1, 0), w-1), min(max(y-m.Y-1, 0), h-1)
	return (2*x + 1) * m.W / (2 * w), (2*y + 1) * m.H / (2 * h)
}

// WindowOn returns where the window stands that has a cell of the layout in its middle.
func (l Layout) WindowOn(x, y int) (int, int) {
	return x - l.DepView.Canvas.W/2, y - l.DepView.Canvas.H/2
}

// mapDots is what a cell of a minimap has: its dots, and whether one of them is of the selected task.
type mapDots struct {
	dots     uint8
	selected bool
}

// cells returns what each cell inside the frame of the map has.
func (m *Minimap) cells(of *graph.Layout, selected int32) []mapDots {
	w, h := m.Rect.W-2, m.Rect.H-2
	cells := make([]mapDots, w*h)
	for i := range of.Boxes {
		b := &of.Boxes[i]
		x, y := b.X*2*w/of.W, b.Y*4*h/of.H
		right, bottom := max((b.X+b.W)*2*w/of.W-1, x), max((b.Y+b.H)*4*h/of.H-1, y)
		for y := y; y <= bottom; y++ {
			for x := x; x <= right; x++ {
				cell := &cells[y/4*w+x/2]
				cell.dots |= style.BrailleDot(x%2, y%4)
				cell.selected = cell.selected || b.Node == selected
			}
		}
	}
	return cells
}

// drawRow draws row i of the map: the part that is in the window stands out.
func (m *Minimap) drawRow(p *pen, cells []mapDots, i int) {
	w, h := m.Rect.W-2, m.Rect.H-2
	if i == 0 || i == h+1 {
		g := p.sh.Glyphs
		left, right := g.TopLeft, g.TopRight
		if i > 0 {
			left, right = g.BottomLeft, g.BottomRight
		}
		p.glyph(style.Border, left)
		p.bar(style.Border, g.Horizontal, w)
		p.glyph(style.Border, right)
		return
	}
	p.glyph(style.Border, p.sh.Glyphs.Vertical)
	x, y := m.window.X*w/m.W, m.window.Y*h/m.H
	right, bottom := ((m.window.X+m.window.W)*w+m.W-1)/m.W, ((m.window.Y+m.window.H)*h+m.H-1)/m.H
	for k := range w {
		cell, st := cells[(i-1)*w+k], style.Dim
		if k >= x && k < right && i-1 >= y && i-1 < bottom {
			p.setGround(style.Raised)
			st = style.TitleStrong
		}
		if cell.selected {
			st = style.AccentStrong
		}
		p.rune(st, p.sh.Glyphs.Braille(cell.dots))
		p.setGround(style.Flat)
	}
	p.glyph(style.Border, p.sh.Glyphs.Vertical)
}

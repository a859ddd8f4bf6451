package view

import (
	"slices"

	"sideboard/board/graph"
)

// asides places the lists of what is further away in the picture, each below the only boxes on its side where all of it has room there
// beside the box of the task, and returns the lists that are left to place.
func (s *focusPanes) asides(l *Layout, dv *DepView, sides [2][]paneKind) [2][]paneKind {
	c, ok := l.viewport(dv)
	if !ok || c.layout.W > c.rect.W || c.layout.H > c.rect.H {
		return sides
	}
	for side, k := range [2]paneKind{beforePane, afterPane} {
		want, near := s.want(l, dv, k, c.rect.W), -1
		for i := range c.layout.Columns {
			if wave := c.layout.Columns[i].Wave; wave == 2*side-1 {
				near = i
			} else if wave != 0 && b2i(wave > 0) == side {
				want = 0 // boxes stand there too
			}
		}
		if want == 0 || near < 0 || len(c.layout.Columns[near].Hidden) > 0 {
			continue
		}
		col := &c.layout.Columns[near]
		below := Rect{X: col.X, W: col.W}
		if side == 1 {
			below.W = c.x + c.rect.W - col.X
		}
		for i := range c.layout.Boxes {
			if b := &c.layout.Boxes[i]; b.Column == near {
				below.Y = max(below.Y, b.Y+b.H+1)
			}
		}
		below.H = want
		if below.Y+want > c.layout.H || slices.ContainsFunc(c.layout.Lines, func(line graph.Line) bool { return crossesWindow(line.Points, below) }) {
			continue
		}
		s.fillAside(l, dv, c, below, k)
		sides[side] = slices.DeleteFunc(sides[side], func(of paneKind) bool { return of == k })
	}
	return sides
}

// startAside places the list of what to start with below all that stands on the right side of the picture, and reports whether all of it
// has room there.
func (s *focusPanes) startAside(l *Layout, dv *DepView) bool {
	c, ok := l.viewport(dv)
	want := s.want(l, dv, startPane, l.DepView.Canvas.W)
	if !ok || want == 0 || c.layout.W > c.rect.W || c.layout.H > c.rect.H {
		return false
	}
	below := Rect{X: c.layout.W, H: want}
	for i := range c.layout.Boxes {
		b := &c.layout.Boxes[i]
		if col := &c.layout.Columns[b.Column]; col.Wave > 0 {
			below.X, below.Y = min(below.X, col.X), max(below.Y, b.Y+b.H+1)
		}
	}
	for i := range s.panes {
		if of := &s.panes[i]; of.aside && of.X > c.rect.X+below.X-c.x-3*margin {
			below.Y = max(below.Y, of.Y+of.H+1-c.rect.Y+c.y)
		}
	}
	if below.W = c.x + c.rect.W - below.X; below.Y == 0 || below.W < asideLeast || below.Y+want > c.layout.H ||
		slices.ContainsFunc(c.layout.Lines, func(line graph.Line) bool { return crossesWindow(line.Points, below) }) {
		return false
	}
	s.fillAside(l, dv, c, below, startPane)
	return true
}

// asideLeast is the cells of a list beside the box of a task in which titles can be read.
const asideLeast = 36

// fillAside gives a list cells of the picture.
func (s *focusPanes) fillAside(l *Layout, dv *DepView, c viewport, of Rect, k paneKind) {
	at := Rect{c.rect.X + of.X - c.x - 2*margin, c.rect.Y + of.Y - c.y, of.W + 3*margin, of.H}
	at.W = min(at.W, c.rect.X+c.rect.W-at.X)
	s.fill(l, dv, at, k)
	s.panes[len(s.panes)-1].aside = true
}

// rightOf returns the cell at which the right one of two lists below a picture begins: below what waits for the task where that leaves it
// room and is not at the left, which it reports, else in the middle.
func (l *Layout) rightOf(dv *DepView, r Rect) (x int, aligned bool) {
	if c, ok := l.viewport(dv); ok && c.layout.W <= c.rect.W {
		for i := range c.layout.Columns {
			if col := &c.layout.Columns[i]; col.Wave > 0 {
				x = c.rect.X + col.X - c.x - 2*margin
				if x-r.X >= r.W/2 && r.X+r.W-x >= asideLeast {
					return x, true
				}
				break
			}
		}
	}
	return r.X + (r.W-3)/2 + 3, false
}

package view

// prepareDepView draws the parts of a dependency view that are cached between frames.
func (pt *Painter) prepareDepView(l *Layout, s *Screen) {
	r := l.DepView.Canvas
	pt.spots = append(pt.spots, Spot{Rect: r, Kind: CanvasSpot})
	if l.View == TreeView {
		pt.graph.drawn = canvasKey{}
		pt.tree.prepare(pt.sh, l, s.DepView)
		return
	}
	on, ok := l.viewport(s.DepView)
	pt.drawCanvas(&pt.graph, on, ok, l, s.DepView, s.Board.Static)
}

// drawDepViewRow draws one row of a dependency view.
func (pt *Painter) drawDepViewRow(l *Layout, s *Screen, y int) {
	dv, r := s.DepView, &l.DepView
	p := &pt.p
	all := p.End
	within := func(r Rect) bool {
		p.End = min(r.X+r.W, all)
		return r.Contains(r.X, y)
	}
	switch {
	case within(r.Titles) && dv.Graph != nil:
		pt.drawWaveTitles(l, dv)
	case within(r.Titles) && dv.Tree != nil:
		pt.tree.drawTreeHeads(p, dv)
	case dv.Tree != nil && !r.Foot.Empty() && y == pt.tree.footRow(l):
		p.End = min(r.Foot.X+r.Foot.W, all)
		pt.tree.drawTreeFoot(p, &pt.foot, dv)
	case within(r.Canvas) && l.View == TreeView:
		pt.tree.drawTreeRow(p, y-r.Canvas.Y)
	case within(r.Canvas) && y-r.Canvas.Y < len(pt.graph.rows):
		p.PadTo(r.Canvas.X)
		p.Drawn(pt.graph.rows[y-r.Canvas.Y], r.Canvas.W)
	case within(r.Foot) && dv.Graph != nil:
		pt.foot.drawFoot(p, dv, y-r.Foot.Y)
	}
	p.End = all
}

package view

// dependencies is a dependency view as it was drawn last.
type dependencies struct {
	graph canvas    // the boxes and lines
	heads waveHeads // above them
	tree  tree      // the lines of a tree
	foot  footRow
}

// prepare draws the parts that are cached between frames.
func (d *dependencies) prepare(br *brush, l *Layout, s *Screen) {
	r := l.DepView.Canvas
	br.spots = append(br.spots, Spot{Rect: r, Kind: CanvasSpot})
	if l.View == TreeView {
		d.graph.drawn = canvasKey{}
		d.tree.prepare(br.sh, l, s.DepView)
		return
	}
	on, ok := l.viewport(s.DepView)
	d.graph.prepare(br, on, ok, l, s.DepView, s.Board.Static)
}

// drawRow draws row y of the screen with what a dependency view has in it.
func (d *dependencies) drawRow(br *brush, l *Layout, s *Screen, y int) {
	dv, r := s.DepView, &l.DepView
	p := &br.p
	all := p.End
	within := func(r Rect) bool {
		p.End = min(r.X+r.W, all)
		return r.Contains(r.X, y)
	}
	switch {
	case within(r.Titles) && dv.Graph != nil:
		d.heads.draw(br, l, dv)
	case within(r.Titles) && dv.Tree != nil:
		d.tree.drawTreeHeads(p, dv)
	case dv.Tree != nil && !r.Foot.Empty() && y == d.tree.footRow(l):
		p.End = min(r.Foot.X+r.Foot.W, all)
		d.tree.drawTreeFoot(p, &d.foot, dv)
	case within(r.Canvas) && l.View == TreeView:
		d.tree.drawTreeRow(p, y-r.Canvas.Y)
	case within(r.Canvas) && y-r.Canvas.Y < len(d.graph.rows):
		p.PadTo(r.Canvas.X)
		p.Drawn(d.graph.rows[y-r.Canvas.Y], r.Canvas.W)
	case within(r.Foot) && dv.Graph != nil:
		d.foot.drawFoot(p, dv, y-r.Foot.Y)
	}
	p.End = all
}

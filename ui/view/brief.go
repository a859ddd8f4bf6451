package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// footless reports whether a list is seen whole and does without a foot: what is folded away stands in the row that tells of the selected
// task, what the mark of the longest chain means above the list.
func (l *Layout) footless(dv *DepView) bool {
	g, r := dv.Graph, &l.DepView
	switch {
	case !l.briefs(dv) || g == nil || !g.listed() || len(g.Finale) > 0 || g.Part != nil:
		return false
	case dv.Held != nil && !dv.Held.Empty() || g.Layout.H > r.Canvas.H+r.Foot.H:
		return false
	}
	return len(g.Layout.Columns) > 0 && g.Layout.Columns[0].W >= leastHeaded
}

// briefs reports whether a row tells of the selected task that has cells to spare.
func (l *Layout) briefs(dv *DepView) bool {
	return l.Breadth != Narrow && l.DepView.Below.H == 1 && dv.Summary != nil
}

// leastHeaded is the cells of a column of a list above which the mark of the longest chain is explained.
const leastHeaded = 36

// drawBriefRow draws the row that tells of the selected task, and at its right end what is folded away where there is no foot for that.
func (pt *Painter) drawBriefRow(l *Layout, dv *DepView) {
	p, end := &pt.p, pt.p.end
	if dv.Graph == nil || !l.footless(dv) {
		pt.drawBrief(p, dv)
		return
	}
	chips := l.chipPlaces(dv)
	for _, place := range chips {
		if !place.Empty() {
			p.end = min(p.end, place.X-2)
		}
	}
	pt.drawBrief(p, dv)
	p.drawReach(dv.Summary)
	p.end = end
	for i, place := range chips {
		if !place.Empty() {
			p.padTo(place.X)
			pt.drawChip(p, []*Chip{&dv.Graph.Finished, &dv.Graph.Unlinked}[i], i, place.W)
		}
	}
}

// drawMarks says what the marks in the rows of a list mean.
func (p *pen) drawMarks(dv *DepView) {
	if n := len(dv.Chain); n > 1 && p.remaining() > 3+2+len(wordLongest)+digits(n) {
		p.space(3)
		p.glyph(style.Chain, p.sh.Glyphs.BarFull)
		p.ascii(style.Dim, wordLongest)
		p.number(style.Title, n)
	}
}

// drawReach says how many tasks lie before and behind the selected one, by the marks that they have in a list.
func (p *pen) drawReach(b *Summary) {
	say := func(st style.Style, mark, before string, n int, after string) {
		if n > 0 && p.remaining() > 3+2+len(before)+digits(n)+len(after) {
			p.space(3)
			p.glyph(st, mark)
			p.ascii(style.Dim, before)
			p.number(style.Title, n)
			p.ascii(style.Dim, after)
		}
	}
	say(style.Upstream, p.sh.Glyphs.Left, " it waits for ", b.Before, "")
	say(style.Downstream, p.sh.Glyphs.Right, " ", b.After, " wait for it")
}

// listHeading is what stands at the right end of a title above a column of a list: what the mark of the longest chain means, and what the
// numbers below count.
type listHeading struct{ chain, counts Text }

// width returns the cells of a heading with the blank before it.
func (h listHeading) width() (w int) {
	if !h.chain.Empty() {
		w = 1 + 2 + h.chain.Width() + 2*b2i(!h.counts.Empty())
	}
	if !h.counts.Empty() {
		w += 1 + h.counts.Width()
	}
	return w
}

func (h listHeading) draw(p *pen) {
	if !h.chain.Empty() {
		p.space(1)
		p.glyph(style.Chain, p.sh.Glyphs.BarFull)
		p.space(1)
		p.text(style.Dim, h.chain)
		p.space(2 * b2i(!h.counts.Empty()))
	}
	if !h.counts.Empty() {
		p.space(1)
		p.text(style.Dim, h.counts)
	}
}

// listHeading returns what stands above the tasks in a column of a list, nothing for no list: the mark of the longest chain is explained where
// no foot does.
func (dv *DepView) listHeading(of *graph.Layout, col *graph.Column, footless bool) (h listHeading) {
	finale := dv.Graph != nil && len(dv.Graph.Finale) > 0
	if !of.Listed && !finale {
		return h
	}
	if finale || footless && col.X == 0 && len(dv.Chain) > 1 {
		if h.chain = wordChainMark; finale {
			return h
		}
	}
	if slices.ContainsFunc(of.Boxes, func(b graph.Box) bool { return b.X == col.X && dv.Node(b.Node).Behind > 0 }) {
		h.counts = wordBehind
	}
	return h
}

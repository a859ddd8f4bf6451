package view

import (
	"slices"

	"sideboard/ui/style"
)

// linkedGroup is some of the tasks around the selected one, of which each has a row of its own as far as there are rows.
type linkedGroup struct {
	mark  string // before the label
	look  style.Style
	label Text
	nodes []int32 // the first of them
	count int
	done  int // of those it has no more
	rows  int
}

// linkedLabel is the cells of a label before what has a row of its own.
const linkedLabel = 11

// linkedGroups returns what the selected task waits for and unblocks, and what lies before and behind that, in so many rows.
func (pt *Painter) linkedGroups(dv *DepView, rows int) [4]linkedGroup {
	b, g := dv.Summary, pt.sh.Glyphs
	groups := [4]linkedGroup{
		{label: b.label(wordWaitsForLabel, wordWaitedForLabel), nodes: b.WaitsFor, count: len(b.WaitsFor), done: b.Done[0], rows: 1},
		{label: b.label(wordUnblocksLabel, wordUnblockedLabel), nodes: b.Unblocks, count: len(b.Unblocks), done: b.Done[1], rows: 1},
		{mark: g.Left, look: style.Upstream, label: wordEarlierLabel, nodes: dv.beyond(b.Upstream, b.WaitsFor), count: b.Before - len(b.WaitsFor)},
		{mark: g.Right, look: style.Downstream, label: wordLaterLabel, nodes: dv.beyond(b.Downstream, b.Unblocks), count: b.After - len(b.Unblocks)},
	}
	for i := range groups {
		k := &groups[i]
		k.rows = max(k.rows, min(k.count, 1))
		rows -= k.rows
	}
	for _, i := range [...]int{0, 1, 3, 2} {
		k := &groups[i]
		more := max(min(len(k.nodes)-k.rows, rows), 0)
		k.rows, rows = k.rows+more, rows-more
	}
	return groups
}

// moreWidth returns the cells in which it is said behind a row how many more there are.
func (k *linkedGroup) moreWidth(row int) int {
	rest := k.count - row - 1
	return b2i(row == k.rows-1 && rest > 0) * (2 + digits(rest))
}

// cutsTitles reports whether a title of a group has no room behind its id in so many cells.
func (dv *DepView) cutsTitles(k *linkedGroup, room int) bool {
	for row, i := range k.nodes[:min(k.rows, len(k.nodes))] {
		if n := dv.Node(i); 2+n.ID.Width()+1+n.Subject.Width()+k.moreWidth(row) > room {
			return true
		}
	}
	return false
}

// drawLinkedRow draws one of so many rows of what is around the selected task: whole titles, and how many more there are behind the last.
func (pt *Painter) drawLinkedRow(p *pen, dv *DepView, row, rows int) {
	groups := pt.linkedGroups(dv, rows)
	ids := !slices.ContainsFunc(groups[:], func(k linkedGroup) bool { // rather whole titles
		return dv.cutsTitles(&k, p.remaining()-linkedLabel)
	})
	for _, k := range groups {
		if row >= k.rows {
			row -= k.rows
			continue
		}
		from := p.at
		if row == 0 {
			if k.mark != "" {
				p.glyph(k.look, k.mark)
				p.space(1)
			}
			p.text(style.Label, k.label)
		}
		p.padTo(from + linkedLabel)
		switch rest := k.count - row - 1; {
		case k.count == 0:
			p.nothing(k.done)
		case row >= len(k.nodes):
			p.text(style.Dim, taskCount(k.count))
		default:
			n, from := dv.Node(k.nodes[row]), p.at
			more := k.moreWidth(row)
			p.stateOf(&n)
			if ids && !n.ID.Empty() {
				p.text(style.Dim, n.ID)
				p.space(1)
			}
			p.textUpTo(style.Subject, n.Subject, p.remaining()-more)
			if p.named(k.nodes[row], from); more > 0 {
				p.space(1)
				p.plus(rest)
			}
		}
		return
	}
}

// drawBeyond draws what lies further before or behind the selected task than what it is linked with.
func (pt *Painter) drawBeyond(p *pen, dv *DepView, behind bool) {
	b, g := dv.Summary, pt.sh.Glyphs
	if n := b.After - len(b.Unblocks); behind && n > 0 {
		p.glyph(style.Downstream, g.Right)
		pt.drawFar(p, dv, " later", n, b.Downstream, b.Unblocks)
	}
	if n := b.Before - len(b.WaitsFor); !behind && n > 0 {
		p.glyph(style.Upstream, g.Left)
		pt.drawFar(p, dv, " earlier", n, b.Upstream, b.WaitsFor)
	}
}

// beyond returns those of some tasks that the selected one is not linked with itself, in the order of their waves.
func (dv *DepView) beyond(nodes, linked []int32) []int32 {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(i int32) bool { return slices.Contains(linked, i) })
	slices.SortStableFunc(nodes, func(a, b int32) int { return dv.Node(a).Wave - dv.Node(b).Wave })
	return nodes
}

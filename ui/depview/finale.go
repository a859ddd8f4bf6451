package depview

import (
	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// finale is the graph when everything in it is completed: nothing is folded, and the chain that took longest is lit.
type finale struct {
	net   *board.DepGraph
	chain []int32
	next  map[int32]int32 // along the chain, -1 behind its end
	gen   int             // of the board, for what is said
	lone  int             // tasks that have no links, and are not drawn
	said  []view.Line
	aside view.Line
}

// isFinale reports whether everything is completed, and little enough to be drawn whole.
func (m *Model) isFinale() bool {
	if m.real == nil || m.holding() {
		return false
	}
	t := m.tallied(m.whole)
	return t.linked+t.unlinked == 0 && t.finished > 0 && t.finished <= drawable
}

// listsAll reports whether a narrow screen has a row for each task of the finale, so that none has to be folded away.
func (m *Model) listsAll() bool {
	l := m.Layout()
	return l.Breadth != view.Wide && m.tallied(m.whole).finished <= l.DepView.Canvas.H
}

// finaleOf works out which chain held the finished work of a net together.
func (m *Model) finaleOf(n *board.DepGraph) *finale {
	f := &m.finale
	if f.net == n {
		return f
	}
	*f = finale{net: n, next: map[int32]int32{}}
	f.chain = n.FinishedChain()
	for k, i := range f.chain {
		f.next[i] = -1
		if k > 0 {
			f.next[f.chain[k-1]] = i
		}
	}
	return f
}

// lightNode lights a task of the finale. Its chain has a task in each wave that it runs through, drawn above the others of that wave.
func (f *finale) lightNode(i int32, in *graph.Layout, v *view.Node) {
	if _, v.Chain = f.next[i]; v.Chain {
		v.Spine = [2]bool{i != f.chain[0], f.next[i] >= 0}
	} else if in != nil && len(f.chain) > 0 {
		wave := in.ColumnOf(i)
		past := wave >= in.ColumnOf(f.chain[0]) && wave < in.ColumnOf(f.chain[len(f.chain)-1])
		v.Spine = [2]bool{past, past}
	}
	v.Finale, v.Tone, v.Fresh = true, view.ToneNone, 0 // all of it is news
	v.Hue = style.Spent(v.Hue)
}

// lightEdge lights a link of the finale if it is of the chain.
func (f *finale) lightEdge(e graph.Edge, v *view.Edge) {
	to, is := f.next[e.From]
	v.Chain, v.Tone = is && to == e.To, view.ToneNone
}

// finaleLines returns what the board says, and of how many tasks there is nothing to be seen.
func (m *Model) finaleLines() (said []view.Line, aside view.Line) {
	f, lone := &m.finale, 0
	for i := range int32(m.real.Len()) {
		if m.laid.layout != nil && m.real.Node(i).State != graph.Missing && !drawn(m.laid.layout, i) {
			lone++
		}
	}
	if f.said != nil && f.gen == m.Generation() && f.lone == lone {
		return f.said, f.aside
	}
	f.gen, f.lone = m.Generation(), lone
	f.said = []view.Line{{{Text: safetext.Const("All done "), Style: style.ChipReady}}}
	f.said, f.aside = append(f.said, m.FinishLines()...), nil
	if lone > 0 {
		f.aside = view.Line{
			{Text: safetext.Spaces(1).Append(m.unlinkedKey, safetext.Spaces(1)), Style: style.KeyCap},
			{Text: safetext.Const(" "), Style: style.Dim}, {Text: safetext.Number(lone), Style: style.Title}, {Text: safetext.Const(" without links"), Style: style.Dim},
		}
	}
	return f.said, f.aside
}

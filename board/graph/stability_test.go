package graph_test

import (
	"math/rand/v2"
	"slices"

	"sideboard/board/graph"
)

// edit is one link more or less.
type edit struct {
	after *graph.Graph
	edge  graph.Edge
	plain bool // it is redundant: nothing may move
}

// randomEdit adds or removes a link, without making a loop; false where that failed.
func randomEdit(g *graph.Graph, r *rand.Rand) (edit, bool) {
	if r.IntN(2) == 0 && len(g.Edges()) > 0 {
		k := int32(r.IntN(len(g.Edges())))
		e := g.Edges()[k]
		return edit{g.Without(e.From, e.To), e, g.Redundant(k)}, true
	}
	for range 50 {
		e := graph.Edge{From: int32(r.IntN(g.Len())), To: int32(r.IntN(g.Len())), Open: true}
		if e.From == e.To || g.Path(e.From, e.To) != nil && r.IntN(4) > 0 || g.Path(e.To, e.From) != nil ||
			g.Node(e.From).State == graph.Finished || g.Node(e.To).State != graph.Open {
			continue
		}
		if slices.ContainsFunc(g.Edges(), func(o graph.Edge) bool { return o.From == e.From && o.To == e.To }) {
			continue
		}
		after := g.With(e)
		k := slices.IndexFunc(after.Edges(), func(o graph.Edge) bool { return o.From == e.From && o.To == e.To })
		return edit{after, e, k >= 0 && after.Redundant(int32(k))}, true
	}
	return edit{}, false
}

// steadiness is what moved when links changed.
type steadiness struct {
	shares []float64 // for each edit: which part of the nodes it did not concern stands in another row or column
	forced int       // redundant edits after which anything moved
	wrong  []string  // what is wrong with the layouts that came of it
	bent   float64   // crossings seen after all those edits one after another, each from the layout before, against a fresh layout
}

func (s steadiness) median() float64 {
	if len(s.shares) == 0 {
		return 0
	}
	slices.Sort(s.shares)
	return s.shares[len(s.shares)/2]
}

func (s steadiness) mean() float64 {
	sum := 0.0
	for _, x := range s.shares {
		sum += x
	}
	return sum / float64(max(1, len(s.shares)))
}

// sway edits a graph in many ways, each once, and measures what moves. An edit concerns the two nodes it links and
// what waits for the second one; everything else should stay in its row and its wave.
func sway(g *graph.Graph, edits int, r *rand.Rand) steadiness {
	var s steadiness
	old := g.Layout(graph.Options{})
	for range edits {
		e, ok := randomEdit(g, r)
		if !ok {
			continue
		}
		now := e.after.Layout(graph.Options{Previous: old})
		s.wrong = append(s.wrong, measure(e.after, now).wrong...)
		before, after := g.Downstream(e.edge.To), e.after.Downstream(e.edge.To)
		moved, all := 0, 0
		for _, b := range now.Boxes {
			was, ok := old.Box(b.Node)
			if !ok || !e.plain && (b.Node == e.edge.From || b.Node == e.edge.To || before.Has(b.Node) || after.Has(b.Node)) {
				continue
			}
			all++
			if was.Y != b.Y || old.Columns[was.Column].Wave != now.Columns[b.Column].Wave {
				moved++
			}
		}
		switch {
		case e.plain && moved > 0:
			s.forced++
		case !e.plain && all > 0:
			s.shares = append(s.shares, float64(moved)/float64(all))
		}
	}
	now, l := g, old
	for range edits {
		if e, ok := randomEdit(now, r); ok {
			now = e.after
			l = now.Layout(graph.Options{Previous: l})
		}
	}
	m := measure(now, l)
	s.wrong = append(s.wrong, m.wrong...)
	s.bent = float64(m.bridges+1) / float64(measure(now, now.Layout(graph.Options{})).bridges+1)
	return s
}

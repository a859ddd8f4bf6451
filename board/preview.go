package board

import (
	"errors"
	"time"

	"sideboard/board/graph"
	"sideboard/tasks"
)

// Preview is a link as it would be, before it is made.
type Preview struct {
	Err    error             // why it cannot be made: a Refusal; nil when it can
	Loop   []tasks.Key       // the loop it would close: what each waits for stands behind it, the last one is the task itself
	Shifts []graph.WaveShift // the tasks that would come into another wave
}

// Preview says what would come of k waiting for the task of an id, in a graph of this board: what Link answers, the loop
// it would close, the shifts.
func (b *Board) Preview(n *DepGraph, k tasks.Key, on tasks.ID, who string, at time.Time) Preview {
	_, err := Link(b, k, on, who, at)
	if err == nil {
		to, _ := b.taskOfID(k.List, on)
		return Preview{Shifts: n.WaveShifts(n.WithLink(b, k, to))}
	}
	p := Preview{Err: err}
	var no Refusal
	if errors.As(err, &no) && no.Loop {
		p.Loop = no.Tasks
	}
	return p
}

// WithLink returns the graph of a dependency graph as it would be if k waited for another task too.
func (n *DepGraph) WithLink(b *Board, k, on tasks.Key) *graph.Graph { return n.with(n.Graph, b, k, on) }

// WithRelink returns the graph as it would be if k waited for another task in place of an id.
func (n *DepGraph) WithRelink(b *Board, k tasks.Key, from tasks.ID, on tasks.Key) *graph.Graph {
	g := n.Graph
	of, _ := b.taskOfID(k.List, from)
	was, known := n.Find(of)
	if of == (tasks.Key{}) {
		was, known = n.NodeNamed(missingName(k.List, from))
	}
	if to, ok := n.Find(k); ok && known {
		g = g.Without(was, to)
	}
	return n.with(g, b, k, on)
}

// WithSplice returns the graph as it would be if k stood between two tasks, of which the one waits for the other.
func (n *DepGraph) WithSplice(b *Board, k, behind, on tasks.Key) *graph.Graph {
	g := n.Graph
	from, ok := n.Find(on)
	to, also := n.Find(behind)
	if ok && also {
		g = g.Without(from, to)
	}
	return n.with(n.with(g, b, k, on), b, behind, k)
}

// with returns a graph of the net's nodes with one link more, unless it is there already or one of its ends is not.
func (n *DepGraph) with(g *graph.Graph, b *Board, k, on tasks.Key) *graph.Graph {
	to, known := n.Find(k)
	from, there := n.Find(on)
	s, o := b.slotOf(k), b.slotOf(on)
	if !known || !there || s < 0 || o < 0 || b.slots[o].node < 0 || g.EdgeBetween(from, to) >= 0 {
		return g
	}
	return g.With(graph.Edge{From: from, To: to, Open: b.isOpenBlocker(b.slots[o].node, s)})
}

// PreviewUnlink says what would come into another wave if one node of a dependency graph did not wait for another.
func (n *DepGraph) PreviewUnlink(from, to int32) []graph.WaveShift {
	return n.WaveShifts(n.Without(from, to))
}

// Downstream returns all tasks that wait for k, through any number of others and whatever their states, k itself not
// counted: if k waited for one of them that would close a loop. Upstream are all that k waits for: none of them can wait
// for k. Links that only one of two files knows count.
func (b *Board) Downstream(k tasks.Key) map[tasks.Key]bool {
	also := map[int32][]int32{}
	for waits, by := range b.mirroredBlockers() {
		for _, s := range by {
			also[s] = append(also[s], waits)
		}
	}
	return b.collectReachable(k, func(s int32, visit func(int32)) {
		b.eachDependant(s, func(d, _ int32) bool {
			visit(d)
			return true
		})
		for _, d := range also[s] {
			visit(d)
		}
	})
}

// Upstream returns all tasks that k waits for: see Downstream.
func (b *Board) Upstream(k tasks.Key) map[tasks.Key]bool {
	also := b.mirroredBlockers()
	return b.collectReachable(k, func(s int32, visit func(int32)) {
		for _, n := range b.slots[s].refs {
			if p := b.nodes[n].slot; p >= 0 {
				visit(p)
			}
		}
		for _, d := range also[s] {
			visit(d)
		}
	})
}

// collectReachable walks from a task over the next ones, as far as it comes.
func (b *Board) collectReachable(k tasks.Key, next func(s int32, visit func(int32))) map[tasks.Key]bool {
	found := map[tasks.Key]bool{}
	start := b.slotOf(k)
	if start < 0 {
		return found
	}
	b.startWalk()
	b.visited[start] = b.walkMark
	way := []int32{start}
	for i := 0; i < len(way); i++ {
		next(way[i], func(s int32) {
			if b.visited[s] != b.walkMark {
				b.visited[s] = b.walkMark
				way = append(way, s)
				found[b.keyOf(s)] = true
			}
		})
	}
	return found
}

package depview

import (
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// When a task is completed that others wait for, a spark runs along its links before the picture changes. It is the one
// thing in a picture that moves by itself, it lasts half a second, and keys do not wait for it.
const (
	SparkFor   = 500 * time.Millisecond
	SparkFrame = time.Second / 30
)

// spark is the moment between a completion and its consequences: the picture is held still as it was.
type spark struct {
	on    bool
	since time.Time
	phase float64
	links []sparked
}

// sparked is a link the spark runs along, by the names of its ends.
type sparked struct{ from, to string }

// startSpark starts a spark for what was just completed, where the picture shows its links.
func (m *Model) startSpark(d board.Diff) {
	s, n := &m.spark, m.ShownGraph()
	if m.Still() || s.on || n == nil || !m.Showing() || m.Gesturing() {
		return
	}
	var links []sparked
	for _, e := range d.Events {
		if e.Kind != board.Completed && e.Kind != board.Unblocked {
			continue
		}
		from, ok := n.Find(e.Key)
		if !ok {
			continue
		}
		for _, k := range e.Unblocked {
			if to, ok := n.Find(k); ok && n.Graph.EdgeBetween(from, to) >= 0 {
				links = append(links, sparked{n.Node(from).Name, n.Node(to).Name})
			}
		}
	}
	if len(links) > 0 {
		*s = spark{on: true, since: m.Now(), links: links}
	}
}

// Sparking reports whether a spark runs.
func (m *Model) Sparking() bool { return m.spark.on }

// advanceSpark is how far the spark is; at its end what it reached is lit.
func (m *Model) advanceSpark() {
	s := &m.spark
	if !s.on {
		return
	}
	s.phase = float64(m.Now().Sub(s.since)) / float64(SparkFor)
	if s.phase >= 0 && s.phase < 1 {
		return
	}
	*s = spark{}
	m.counts = m.countStates(m.net)
}

// waiting reports whether the spark has not reached a node yet.
func (s *spark) waiting(n *board.DepGraph, i int32) bool {
	if !s.on || n.Keys[i] == (tasks.Key{}) {
		return false
	}
	for _, l := range s.links {
		if l.to == n.Node(i).Name {
			return true
		}
	}
	return false
}

// sparkView is the spark as values, nil where there is none.
func (m *Model) sparkView(n *board.DepGraph) *view.Spark {
	s := &m.spark
	if !s.on {
		return nil
	}
	v := &view.Spark{Phase: s.phase}
	for _, l := range s.links {
		from, ok := n.NodeNamed(l.from)
		to, also := n.NodeNamed(l.to)
		if !ok || !also {
			continue
		}
		if e := n.Graph.EdgeBetween(from, to); e >= 0 {
			v.Edges = append(v.Edges, e)
		}
	}
	return v
}

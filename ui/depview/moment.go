package depview

import (
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// LitFor is how long a box says what has just become of its task. When a task is completed the picture stands still as long:
// the completed box and those it freed would else jump to other waves, or be folded away, while they are being looked at.
const LitFor = 6 * time.Second

// moment is what has just become of tasks. Keys do not wait for its end.
type moment struct {
	became map[tasks.Key]became
	next   time.Time          // when the first of them is over, zero for none
	settle time.Time          // when the picture follows the board again, zero while it does
	guests map[tasks.Key]bool // drawn in the graph although they have no links: freed or selected while it was shown
}

type became struct {
	what  view.Became
	until time.Time
}

// Hear takes in what became of tasks, and has the picture stand still where it shows one that was completed. A graph
// that is shown soon after says what is ready because of it: whoever goes there to see that may be later than it.
func (m *Model) Hear(d board.Diff) {
	m.startSpark(d)
	if m.Still() {
		return
	}
	n := m.ShownGraph()
	shows := n != nil && m.Showing()
	completed, own := false, false
	for _, e := range d.Events {
		switch e.Kind {
		case tasks.EventClaimed, tasks.EventStarted, tasks.EventTookOver:
			if shows {
				m.lightBox(e.Key, view.Claimed)
			}
		case tasks.EventCompleted:
			if shows {
				m.lightBox(e.Key, view.Completed)
				_, shown := n.Find(e.Key)
				completed = completed || shown
			}
		case tasks.EventCreated, tasks.EventEdited, tasks.EventDeleted:
			own = own || e.Mine != 0
		}
	}
	for _, k := range d.Unblocked {
		if m.Board().State(k) == board.Ready {
			m.lightBox(k, view.Freed)
			if shows {
				m.invite(k)
			}
		}
	}
	switch {
	case !shows:
	case own: // a person waits to see what they made
		m.settle()
	case completed && m.moment.settle.IsZero() && len(m.told) == 0: // of what is told nothing is folded away
		m.moment.settle = m.Now().Add(LitFor)
	}
}

// lightBox has a box say what became of its task.
func (m *Model) lightBox(k tasks.Key, what view.Became) {
	o := &m.moment
	if o.became == nil {
		o.became = map[tasks.Key]became{}
	}
	until := m.Now().Add(LitFor)
	o.became[k] = became{what, until}
	if o.next.IsZero() || until.Before(o.next) {
		o.next = until
	}
}

// invite has the graph draw a task even if it has no links, and reports whether it did not before.
func (m *Model) invite(k tasks.Key) bool {
	if m.moment.guests[k] {
		return false
	}
	if m.moment.guests == nil {
		m.moment.guests = map[tasks.Key]bool{}
	}
	m.moment.guests[k] = true
	return true
}

// becameOf returns what a box says of its task, which must still stand so.
func (m *Model) becameOf(k tasks.Key, is view.State) view.Became {
	b, ok := m.moment.became[k]
	switch {
	case !ok || !m.Now().Before(b.until):
	case b.what == view.Claimed && is == view.Running, b.what == view.Completed && is == view.Done, b.what == view.Freed && is == view.Ready:
		return b.what
	}
	return view.Unchanged
}

// holding reports whether the picture stands still after a completion.
func (m *Model) holding() bool { return !m.moment.settle.IsZero() }

// settle has the picture follow the board again, in one step. What is still lit stays where it is then until that is over.
func (m *Model) settle() {
	o := &m.moment
	o.settle, m.spark, m.stale = time.Time{}, spark{}, true
	if !m.Showing() {
		return
	}
	m.rebuildGraph()
	for _, b := range o.became {
		if b.what != view.Claimed && b.until.After(m.Now()) && b.until.After(o.settle) {
			o.settle = b.until
		}
	}
}

// Advance lets time pass in the picture.
func (m *Model) Advance() {
	m.advanceSpark()
	o := &m.moment
	if now := m.Now(); !o.next.IsZero() && !now.Before(o.next) {
		o.next = time.Time{}
		for k, b := range o.became {
			if !now.Before(b.until) {
				delete(o.became, k)
			} else if o.next.IsZero() || b.until.Before(o.next) {
				o.next = b.until
			}
		}
	}
	if m.holding() && !m.Now().Before(o.settle) {
		m.settle()
	}
}

// NextChange returns when the picture looks different by itself, zero for never.
func (m *Model) NextChange() time.Time {
	o := &m.moment
	if o.next.IsZero() || m.holding() && o.settle.Before(o.next) {
		return o.settle
	}
	return o.next
}

// keep chooses what the graph draws although it would fold it away: its guests, and what was completed just now.
func (m *Model) keep() {
	n := m.net
	if n == nil {
		return
	}
	var nodes []int32
	for k := range m.moment.guests {
		if i, ok := n.Find(k); ok && n.Live(i) && !n.Linked(i) {
			nodes = append(nodes, i)
		}
	}
	guests := len(nodes)
	for k, b := range m.moment.became {
		if i, ok := n.Find(k); ok && !n.Live(i) && !m.finished && b.what == view.Completed && m.Now().Before(b.until) {
			nodes = append(nodes, i)
		}
	}
	m.keptDone = len(nodes) - guests
	slices.Sort(nodes)
	if m.keptOf == n && slices.Equal(nodes, m.kept) {
		return
	}
	m.keptOf, m.kept, m.keepSet = n, nodes, nil
	if len(nodes) > 0 {
		m.keepSet = n.SetOf(nodes)
	}
}

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
	if m.Still() || s.on || n == nil || !m.Showing() {
		return
	}
	var links []sparked
	for _, e := range d.Events {
		if e.Kind != tasks.EventCompleted && e.Kind != tasks.EventUnblocked {
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
}

// waiting reports whether the spark has not reached a node yet.
func (s *spark) waiting(n *board.DepGraph, i int32) bool {
	if !s.on || n.Keys[i] == (tasks.Key{}) {
		return false
	}
	return slices.ContainsFunc(s.links, func(l sparked) bool { return l.to == n.Node(i).Name })
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

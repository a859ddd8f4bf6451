package depview

import (
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// LitFor is how long a box shows what just happened to its task. After a completion the picture is held for as long:
// otherwise the completed box and those it freed would move or be folded away while the person looks at them.
const LitFor = 6 * time.Second

// recent is what just happened to tasks. Keys do not wait for its end.
type recent struct {
	changes   map[tasks.Key]change
	next      time.Time          // when the first change ends, zero for none
	heldUntil time.Time          // until then the picture does not follow the board, zero if it does
	extra     map[tasks.Key]bool // tasks without links that are drawn: freed in the picture
}

// A change is what a box shows of its task, and until when.
type change struct {
	what  view.Became
	until time.Time
}

// HandleDiff handles the events of the board: it marks boxes, and holds the picture if it shows a completed task. Freed
// tasks are marked also while the board is shown, for a person who goes to the picture to see them.
func (m *Model) HandleDiff(d board.Diff) {
	m.startSpark(d)
	if m.Still {
		return
	}
	n, shows := m.ShownGraph(), m.Showing()
	completed, own := false, false
	for _, e := range d.Events {
		switch e.Kind {
		case tasks.EventClaimed, tasks.EventStarted, tasks.EventTookOver:
			if shows {
				m.markChange(e.Key, view.Claimed)
			}
		case tasks.EventCompleted:
			if shows {
				m.markChange(e.Key, view.Completed)
				_, shown := n.Find(e.Key)
				completed = completed || shown
			}
		case tasks.EventCreated, tasks.EventEdited, tasks.EventDeleted:
			own = own || e.Mine != 0
		}
	}
	for _, k := range d.Unblocked {
		if m.Board.State(k) == board.Ready {
			m.markChange(k, view.Freed)
			if shows {
				m.addExtra(k)
			}
		}
	}
	switch {
	case !shows:
	case own: // the person waits for the result of their edit
		m.followBoard()
	case completed && m.recent.heldUntil.IsZero() && len(m.spotlight) == 0: // of a spotlight nothing is folded away
		m.recent.heldUntil = m.Now.Add(LitFor)
	}
}

// ForgetChanges ends the marks of changes and the hold of the picture: the time went back.
func (m *Model) ForgetChanges() { m.spark, m.recent, m.stale = spark{}, recent{}, true }

// markChange makes a box show what happened to its task.
func (m *Model) markChange(k tasks.Key, what view.Became) {
	o := &m.recent
	if o.changes == nil {
		o.changes = map[tasks.Key]change{}
	}
	until := m.Now.Add(LitFor)
	o.changes[k] = change{what, until}
	if o.next.IsZero() { // the others end before
		o.next = until
	}
}

// addExtra makes the picture draw a task even without links.
func (m *Model) addExtra(k tasks.Key) {
	if m.recent.extra == nil {
		m.recent.extra = map[tasks.Key]bool{}
	}
	m.recent.extra[k] = true
}

// changeOf returns what a box shows of its task, as long as it is still true.
func (m *Model) changeOf(k tasks.Key, is view.State) view.Became {
	b, ok := m.recent.changes[k]
	switch {
	case !ok:
	case b.what == view.Claimed && is == view.Running, b.what == view.Completed && is == view.Done,
		b.what == view.Freed && is == view.Ready:
		return b.what
	}
	return view.Unchanged
}

// isHeld reports whether the picture is held after a completion.
func (m *Model) isHeld() bool { return !m.recent.heldUntil.IsZero() }

// followBoard ends the hold and updates the picture in one step. Marked boxes then stay until their marks end; not in a
// spotlight, which would show the second file of an edit only after its beat.
func (m *Model) followBoard() {
	o := &m.recent
	o.heldUntil, m.spark, m.stale = time.Time{}, spark{}, true
	if !m.Showing() {
		return
	}
	m.rebuildGraph()
	for _, b := range o.changes {
		if len(m.spotlight) == 0 && b.what != view.Claimed && b.until.After(o.heldUntil) {
			o.heldUntil = b.until
		}
	}
}

// Advance moves the spark, and ends the marks of changes and the hold of the picture whose time is over.
func (m *Model) Advance() {
	m.advanceSpark()
	o := &m.recent
	if now := m.Now; !o.next.IsZero() && !now.Before(o.next) {
		o.next = time.Time{}
		for k, b := range o.changes {
			if !now.Before(b.until) {
				delete(o.changes, k)
			} else if o.next.IsZero() || b.until.Before(o.next) {
				o.next = b.until
			}
		}
	}
	if m.isHeld() && !m.Now.Before(o.heldUntil) {
		m.followBoard()
	}
}

// NextChange returns when the picture changes by itself, zero for never.
func (m *Model) NextChange() time.Time {
	return m.recent.next // the picture is held for a box that shows a change
}

// chooseKept chooses the nodes that are drawn although they would be folded away: the extra ones, and those just
// completed.
func (m *Model) chooseKept() {
	n := m.net
	if n == nil {
		return
	}
	var nodes []int32
	for k := range m.recent.extra {
		if i, ok := n.Find(k); ok && n.Live(i) && !n.Linked(i) {
			nodes = append(nodes, i)
		}
	}
	extra := len(nodes)
	for k, b := range m.recent.changes {
		if i, ok := n.Find(k); ok && !n.Live(i) && !m.finished && b.what == view.Completed {
			nodes = append(nodes, i)
		}
	}
	m.keptDone = len(nodes) - extra
	slices.Sort(nodes)
	if m.keptOf == n && slices.Equal(nodes, m.kept) {
		return
	}
	m.keptOf, m.kept, m.keepSet = n, nodes, nil
	if len(nodes) > 0 {
		m.keepSet = n.SetOf(nodes)
	}
}

// When a task is completed that others wait for, a spark runs along its links before the picture changes. Nothing else
// in the picture moves by itself. Keys do not wait for it.
const (
	SparkFor   = 500 * time.Millisecond
	SparkFrame = time.Second / 30
)

// spark is an animation between a completion and its consequences. The picture does not change meanwhile.
type spark struct {
	on    bool
	since time.Time
	phase float64
	links []sparkLink
}

// sparkLink is a link that the spark runs along, by the names of its ends.
type sparkLink struct{ from, to string }

// startSpark starts a spark if the picture shows the links of a task that was just completed.
func (m *Model) startSpark(d board.Diff) {
	s, n := &m.spark, m.ShownGraph()
	if m.Still || s.on || !m.Showing() {
		return
	}
	var links []sparkLink
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
				links = append(links, sparkLink{n.Node(from).Name, n.Node(to).Name})
			}
		}
	}
	if len(links) > 0 {
		*s = spark{on: true, since: m.Now, links: links}
	}
}

// Sparking reports whether a spark runs.
func (m *Model) Sparking() bool { return m.spark.on }

// advanceSpark moves the spark, and ends it.
func (m *Model) advanceSpark() {
	s := &m.spark
	if !s.on {
		return
	}
	s.phase = float64(m.Now.Sub(s.since)) / float64(SparkFor)
	if s.phase >= 0 && s.phase < 1 {
		return
	}
	*s = spark{}
}

// isComing reports whether the spark is still on its way to a node.
func (s *spark) isComing(n *board.DepGraph, i int32) bool {
	if !s.on || n.Keys[i] == (tasks.Key{}) {
		return false
	}
	return slices.ContainsFunc(s.links, func(l sparkLink) bool { return l.to == n.Node(i).Name })
}

// sparkView returns the spark as values, nil if there is none.
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

package depview

import (
	"slices"
	"time"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// LitFor is how long a box shows what just happened to its task. After a completion the picture is held for as long:
// otherwise the completed box and those it freed would move or be folded away while the person looks at them.
const LitFor = 6 * time.Second

// motion is what moves or fades by itself in the picture. Keys do not wait for its end.
type motion struct {
	spark     spark
	recent    recent
	heldUntil time.Time // until then the picture does not follow the board, zero if it does
}

// holds reports whether the picture is held after a completion.
func (o *motion) holds() bool { return !o.heldUntil.IsZero() }

// recent is what just happened to tasks.
type recent struct {
	changes map[tasks.Key]change
	next    time.Time          // when the first change ends, zero for none
	extra   map[tasks.Key]bool // tasks without links that are drawn: freed in the picture
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
	n, shows, r := m.ShownGraph(), m.Showing(), &m.motion.recent
	completed, own := false, false
	for _, e := range d.Events {
		switch e.Kind {
		case tasks.EventClaimed, tasks.EventStarted, tasks.EventTookOver:
			if shows {
				r.mark(e.Key, view.Claimed, m.Now)
			}
		case tasks.EventCompleted:
			if shows {
				r.mark(e.Key, view.Completed, m.Now)
				_, shown := n.Find(e.Key)
				completed = completed || shown
			}
		case tasks.EventCreated, tasks.EventEdited, tasks.EventDeleted:
			own = own || e.Mine != 0
		}
	}
	for _, k := range d.Unblocked {
		if m.Board.State(k) == board.Ready {
			r.mark(k, view.Freed, m.Now)
			if shows {
				r.addExtra(k)
			}
		}
	}
	switch {
	case !shows:
	case own: // the person waits for the result of their edit
		m.followBoard()
	case completed && !m.motion.holds() && len(m.spotlight) == 0: // of a spotlight nothing is folded away
		m.motion.heldUntil = m.Now.Add(LitFor)
	}
}

// ForgetChanges ends the marks of changes and the hold of the picture: the time went back.
func (m *Model) ForgetChanges() { m.motion, m.stale = motion{}, true }

// mark makes a box show what happened to its task now.
func (r *recent) mark(k tasks.Key, what view.Became, now time.Time) {
	if r.changes == nil {
		r.changes = map[tasks.Key]change{}
	}
	until := now.Add(LitFor)
	r.changes[k] = change{what, until}
	if r.next.IsZero() { // the others end before
		r.next = until
	}
}

// addExtra makes the picture draw a task even without links.
func (r *recent) addExtra(k tasks.Key) {
	if r.extra == nil {
		r.extra = map[tasks.Key]bool{}
	}
	r.extra[k] = true
}

// of returns the last change of a task, which its box shows; Unchanged if there is none, or if the state of the task no
// longer fits it.
func (r *recent) of(k tasks.Key, is view.State) view.Became {
	b, ok := r.changes[k]
	switch {
	case !ok:
	case b.what == view.Claimed && is == view.Running, b.what == view.Completed && is == view.Done,
		b.what == view.Freed && is == view.Ready:
		return b.what
	}
	return view.Unchanged
}

// followBoard ends the hold and updates the picture in one step. Marked boxes then stay until their marks end; not in a
// spotlight, which would show the second file of an edit only after its beat.
func (m *Model) followBoard() {
	o := &m.motion
	o.heldUntil, o.spark, m.stale = time.Time{}, spark{}, true
	if !m.Showing() {
		return
	}
	m.rebuildGraph()
	for _, b := range o.recent.changes {
		if len(m.spotlight) == 0 && b.what != view.Claimed && b.until.After(o.heldUntil) {
			o.heldUntil = b.until
		}
	}
}

// Advance moves the spark, and ends the marks of changes and the hold of the picture whose time is over.
func (m *Model) Advance() {
	m.motion.spark.advance(m.Now)
	m.motion.recent.advance(m.Now)
	if m.motion.holds() && !m.Now.Before(m.motion.heldUntil) {
		m.followBoard()
	}
}

// advance ends the marks whose time is over.
func (r *recent) advance(now time.Time) {
	if r.next.IsZero() || now.Before(r.next) {
		return
	}
	r.next = time.Time{}
	for k, b := range r.changes {
		if !now.Before(b.until) {
			delete(r.changes, k)
		} else if r.next.IsZero() || b.until.Before(r.next) {
			r.next = b.until
		}
	}
}

// NextChange returns when the picture changes by itself, zero for never.
func (m *Model) NextChange() time.Time {
	return m.motion.recent.next // the picture is held for a box that shows a change
}

// kept is the nodes of a net that are drawn although they would be folded away: the extra ones, and those just
// completed.
type kept struct {
	net   *board.DepGraph
	nodes []int32
	set   *graph.Set // the same nodes; a different set means a different layout
	done  int        // the number of completed ones
}

// chooseKept chooses the nodes to keep.
func (m *Model) chooseKept() {
	n := m.net
	if n == nil {
		return
	}
	var nodes []int32
	for k := range m.motion.recent.extra {
		if i, ok := n.Find(k); ok && n.Live(i) && !n.Linked(i) {
			nodes = append(nodes, i)
		}
	}
	extra := len(nodes)
	for k, b := range m.motion.recent.changes {
		if i, ok := n.Find(k); ok && !n.Live(i) && !m.choice.finished && b.what == view.Completed {
			nodes = append(nodes, i)
		}
	}
	m.kept.done = len(nodes) - extra
	slices.Sort(nodes)
	if m.kept.net == n && slices.Equal(nodes, m.kept.nodes) {
		return
	}
	m.kept.net, m.kept.nodes, m.kept.set = n, nodes, nil
	if len(nodes) > 0 {
		m.kept.set = n.SetOf(nodes)
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
	links []link // that it runs along
}

// startSpark starts a spark if the picture shows the links of a task that was just completed.
func (m *Model) startSpark(d board.Diff) {
	s, n := &m.motion.spark, m.ShownGraph()
	if m.Still || s.on || !m.Showing() {
		return
	}
	var links []link
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
				links = append(links, link{n.Node(from).Name, n.Node(to).Name})
			}
		}
	}
	if len(links) > 0 {
		*s = spark{on: true, since: m.Now, links: links}
	}
}

// Sparking reports whether a spark runs.
func (m *Model) Sparking() bool { return m.motion.spark.on }

// advance moves the spark, and ends it.
func (s *spark) advance(now time.Time) {
	if !s.on {
		return
	}
	s.phase = float64(now.Sub(s.since)) / float64(SparkFor)
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
	return slices.ContainsFunc(s.links, func(l link) bool { return l.to == n.Node(i).Name })
}

// view returns the spark as values, nil if there is none.
func (s *spark) view(n *board.DepGraph) *view.Spark {
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

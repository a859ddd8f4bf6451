package depview

import (
	"errors"
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// shown is how many candidates are handed to the view around the chosen one; weighed is up to how many tasks what a
// link would shift is worked out for each of them, beyond that for the chosen one alone.
const (
	shownAround = 24
	weighed     = 500
)

// linkView returns the gesture that is under way as values, nil for none.
func (m *Model) linkView() *view.Link {
	if mode, ok := m.Mode().(linkMode); ok {
		return mode.linkView()
	}
	return nil
}

// linkOverlay returns a gesture as a dialog, where there is no picture to draw it in.
func (m *Model) linkOverlay(mode linkMode) view.Overlay {
	if m.Showing() && !m.Layout().Full {
		return nil
	}
	return mode.linkView()
}

func (l linking) linkView() *view.Link {
	m := l.m
	g := l.g
	row, x := g.line.View(max(10, m.Width()-24))
	v := &view.Link{
		Action: view.AddLink, Source: m.taskView(g.source), Turned: g.turned, Held: len(g.held), Keys: m.FooterKeys(),
		Selected: -1, Error: safetext.Short(g.why),
		Typed: view.Prompt{Label: safetext.Const("/"), Text: row, Cursor: x, Hint: safetext.Const("an id, or a word")},
	}
	if g.instead != nil {
		v.Action = view.LeadLink
	}
	if g.into != nil {
		v.Action, v.Other = view.SpliceLink, v.Source
		v.Source = view.Node{}
		if k, ok := m.fileLinkEnd(g.into); ok {
			v.Source = m.taskView(k)
		}
	}
	v.Typed.Tally = safetext.Line(strconv.Itoa(len(g.keys)) + " " + phrase.Plural(len(g.keys), "task", "tasks"))
	if n := len(g.held); n > 0 && !m.Showing() {
		v.Typed.Tally = safetext.Line(strconv.Itoa(n) + " " + phrase.Plural(n, "change", "changes") + " waiting")
	}
	from := max(0, g.selected-shownAround)
	to := min(len(g.keys), max(g.selected, 0)+shownAround)
	for i := from; i < to; i++ {
		v.Items = append(v.Items, m.candidate(g, g.keys[i], i == g.selected))
	}
	v.Above, v.Below = from, len(g.keys)-to
	if g.selected >= 0 {
		v.Selected = g.selected - from
		if c := &v.Items[v.Selected]; v.Error.Empty() && c.Verdict == view.LinkClosesLoop {
			v.Error = safetext.Short(m.refusalIn(m.previewOf(g, g.keys[g.selected]).Err))
		}
	}
	return v
}

// fileLinkEnd is the task at the end of a link that is waited for.
func (m *Model) fileLinkEnd(t *fileLink) (tasks.Key, bool) {
	for _, l := range m.Board().WaitsFor(t.waits) {
		if l.ID == t.on && l.Task != nil {
			return l.Key, true
		}
	}
	return tasks.Key{}, false
}

// taskView is a task outside of a picture's numbers.
func (m *Model) taskView(k tasks.Key) view.Node {
	c := m.Card(k)
	return view.Node{State: c.State, Subject: c.Subject, ID: c.ID, Owner: c.Owner, Hue: c.Hue, Behind: c.Behind, OneSided: c.OneSided, Fresh: c.Fresh, Mark: c.Mark}
}

// candidate is a task the link may end at, with what would come of it.
func (m *Model) candidate(g *gesture, k tasks.Key, chosen bool) view.Candidate {
	c := view.Candidate{Node: m.taskView(k)}
	if s := m.Board().State(k); s != board.Waiting { // most are, and their sign says so
		c.Says = safetext.Line(phrase.StateWord(s))
	}
	p := m.previewOf(g, k)
	var no board.Refusal
	switch {
	case p.Err == nil:
		if chosen || m.whole.Len() <= weighed {
			c.Outcome = m.shiftText(g, k)
		}
	case len(p.Loop) > 0:
		c.Verdict = view.LinkClosesLoop
	case m.linkedAlready(g, k):
		c.Verdict = view.LinkExists
	default:
		c.Verdict = view.LinkForbidden
		c.Says = safetext.Short(phrase.Sentence(p.Err.Error()))
		if errors.As(p.Err, &no) {
			c.Says = safetext.Short(no.Why)
		}
	}
	return c
}

// linkedAlready reports whether the link to a candidate is there already.
func (m *Model) linkedAlready(g *gesture, k tasks.Key) bool {
	waits, on := g.source, k
	if g.turned {
		waits, on = k, g.source
	}
	return g.into == nil && slices.ContainsFunc(m.Board().WaitsFor(waits), func(l board.LinkEnd) bool { return l.Key == on })
}

// previewOf is what the rules say of a candidate on the board as it is now; it is worked out once for a board.
func (m *Model) previewOf(g *gesture, k tasks.Key) board.Preview {
	p, ok := g.previews[k]
	if !ok || p.at != m.Generation() {
		p = preview{at: m.Generation()}
		if _, err := m.edit(g, k); err != nil {
			p.of = board.Preview{Err: err, Loop: m.loopOf(err)}
		}
		g.previews[k] = p
	}
	return p.of
}

// shiftText returns which task would come into another wave, and into which, with how many others.
func (m *Model) shiftText(g *gesture, k tasks.Key) safetext.Text {
	p := g.previews[k]
	if p.of.Shifts == nil {
		p.of.Shifts = m.shifts(g, k)
		g.previews[k] = p
	}
	return m.shiftWords(p.of.Shifts)
}

// shifts are the tasks that would come into another wave in the picture as it was when the gesture began.
func (m *Model) shifts(g *gesture, k tasks.Key) []graph.WaveShift {
	n, b := m.whole, m.Board()
	none := []graph.WaveShift{}
	t, source := b.Task(k), b.Task(g.source)
	if n == nil || t == nil || source == nil {
		return none
	}
	var after *graph.Graph
	switch {
	case g.into != nil:
		of, ok := m.fileLinkEnd(g.into)
		if !ok {
			return none
		}
		after = n.WithSplice(b, k, g.source, of)
	case g.instead != nil:
		after = n.WithRelink(b, g.source, g.instead.on, k)
	case g.turned:
		after = n.WithLink(b, k, g.source)
	default:
		after = n.WithLink(b, g.source, k)
	}
	return append(none, n.WaveShifts(after)...)
}

// shiftWords returns who is the first of several shifts, where it comes, and counts the rest.
func (m *Model) shiftWords(shifts []graph.WaveShift) safetext.Text {
	if len(shifts) == 0 {
		return safetext.Const("nothing else changes")
	}
	first := shifts[0]
	n := m.whole
	if k := n.Keys[first.Node]; first.After == 1 && m.Board().State(k) == board.Waiting {
		return m.Card(k).Subject.Append(safetext.Const(" can start then"))
	}
	s := m.nodeName(n, first.Node) + " " + shiftWord(first)
	if more := len(shifts) - 1; more > 0 {
		s += ", and " + strconv.Itoa(more) + " " + phrase.Plural(more, "other", "others") + " with it"
	}
	return safetext.Line(s)
}

// shiftWord returns what a shift means for when a task can start: only the graph numbers waves.
func shiftWord(s graph.WaveShift) string {
	switch {
	case s.After <= 1:
		return "can start now"
	case s.Before <= 1:
		return "has to wait"
	case s.After > s.Before:
		return "starts later"
	}
	return "starts sooner"
}

func (u *unlinking) linkView() *view.Link {
	m := u.m
	v := &view.Link{Action: view.RemoveLink, Selected: u.selected, Held: len(u.held), Keys: m.FooterKeys(), Error: safetext.Short(u.why)}
	if u.splices {
		v.Action = view.ChooseLink
	}
	n := u.net
	at, ok := n.NodeNamed(u.of)
	if !ok {
		return v
	}
	v.Source = m.endView(n, at)
	from := max(0, u.selected-shownAround)
	v.Selected -= from
	to := min(len(u.ties), u.selected+shownAround)
	v.Above, v.Below = from, len(u.ties)-to
	for i, t := range u.ties[from:to] {
		c := view.Candidate{Before: t.to == at}
		other := t.from
		if !c.Before {
			other = t.to
		}
		if c.Node = m.endView(n, other); !c.Node.Ghost {
			c.Says = safetext.Line(phrase.StateWord(m.Board().State(n.Keys[other])))
		}
		switch _, err := board.Unlink(m.Board(), t.waits, t.on, m.Me(), m.Now()); {
		case err != nil:
			c.Verdict = view.LinkForbidden
			c.Says = safetext.Short(phrase.Sentence(err.Error()))
		case n.Keys[t.from] == (tasks.Key{}):
			c.Says = m.meantTask(t)
		case n.Len() <= weighed || from+i == u.selected:
			words, known := u.shifts[from+i]
			if !known {
				words = m.shiftWords(n.PreviewUnlink(t.from, t.to))
				u.shifts[from+i] = words
			}
			c.Outcome = words
		}
		v.Items = append(v.Items, c)
	}
	return v
}

// meantTask returns which task a missing id may have meant.
func (m *Model) meantTask(t fileLink) safetext.Text {
	near := m.Board().SimilarIDs(t.waits.List, t.on, 1)
	if len(near) == 0 || near[0] == t.waits {
		return safetext.Const("no file has this id")
	}
	return safetext.Line("did you mean " + m.Board().ShortID(near[0]) + "?")
}

// endView is one end of a link: a task, or an id that no file has.
func (m *Model) endView(n *board.DepGraph, i int32) view.Node {
	if n.Keys[i] == (tasks.Key{}) {
		return view.Node{State: view.Missing, ID: safetext.Line(n.IDs[i].Text), Subject: safetext.Const("missing"), Ghost: true, Hue: style.Nobody}
	}
	return m.taskView(n.Keys[i])
}

// trace is the link that is thought of, or the one that would be removed, in a picture.
func (m *Model) trace(n *board.DepGraph) *view.LinkPreview {
	if u, ok := m.Mode().(*unlinking); ok && u.net == n && !u.splices {
		t := u.ties[u.selected]
		return &view.LinkPreview{From: t.from, To: t.to, Removal: true}
	}
	l, ok := m.Mode().(linking)
	if !ok {
		return nil
	}
	k, ok := l.g.target()
	if !ok {
		return nil
	}
	from, there := n.Find(k)
	to, also := n.Find(l.g.source)
	if !there || !also {
		return nil
	}
	if l.g.turned {
		from, to = to, from
	}
	return &view.LinkPreview{From: from, To: to, Refused: m.previewOf(l.g, k).Err != nil}
}

// offer is what a node is to the gesture that is under way.
func (m *Model) offer(n *board.DepGraph, i int32) view.LinkRole {
	key := n.Keys[i]
	g := m.pull.g
	if l, ok := m.Mode().(linking); ok {
		g = l.g
	}
	if g == nil {
		return view.NoLinkRole
	}
	if key == g.source && g.into == nil {
		return view.LinkSource
	}
	if k, ok := g.target(); ok && k == key && (g.walked || g.line.Value() != "") {
		return view.LinkTarget
	}
	if key == (tasks.Key{}) || m.loopClosers(g)[key] || m.linkedAlready(g, key) {
		return view.LinkRefused
	}
	return view.LinkPossible
}

// loopClosers are the tasks that a link of the gesture would close a loop with.
func (m *Model) loopClosers(g *gesture) map[tasks.Key]bool {
	if g.barred == nil {
		switch {
		case g.into != nil:
			g.barred = m.Board().Downstream(g.source)
			for k := range m.Board().Upstream(g.source) {
				g.barred[k] = m.previewOf(g, k).Err != nil
			}
		case g.turned:
			g.barred = m.Board().Upstream(g.source)
		default:
			g.barred = m.Board().Downstream(g.source)
		}
	}
	return g.barred
}

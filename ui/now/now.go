// Package now is who works on what, in time: a lane an agent, a block a task from claim to completion, and below them the whole list.
package now

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Program is the program as this view needs it.
type Program interface {
	host.Host
	// ShowPicture shows a picture of the dependencies, or the board; ShownPicture returns which is.
	ShowPicture(view.ViewKind)
	ShownPicture() view.ViewKind
	// Needs returns what needs a person, and NeedWords says one in words.
	Needs() []board.Need
	NeedWords(board.Need) safetext.Text
	// Members returns who is in the team, and RosterProblem says what of it cannot be read. Member returns who an owner is, false where
	// nothing tells; MemberWords says how somebody stands, and MessageWords what its newest message is, both "" for nothing.
	Members() []team.Member
	RosterProblem() safetext.Text
	Member(owner string) (team.Member, bool)
	MemberWords(team.Member) (string, style.Style)
	MessageWords(team.Member) string
}

// Model is the view, and where the person is in it.
type Model struct {
	Program
	shown bool
	on    selection
	span  time.Duration // how much time the lanes show, 0 for as much as there is to see
	shift time.Duration
	drawn drawn
	work  Work // out of which lanes are made
}

// selection is a task in the hands of an agent, or an agent that works on nothing.
type selection struct {
	any   bool
	owner string
	key   tasks.Key
}

// occasion is all that what is shown depends on: while it is the same, nothing is worked out anew.
type occasion struct {
	gen, events int
	minute      int64
	on          selection
	span, shift time.Duration
}

// drawn is what was worked out last, and when.
type drawn struct {
	when  occasion
	shown time.Duration // the span that is shown
	view  *view.Now     // nil for nothing yet
	lanes []Worker
}

// New returns the view of a program. Nothing is worked out before it is shown.
func New(p Program) *Model { return &Model{Program: p} }

// Reset begins anew, for another directory. Whether it is shown stays so.
func (m *Model) Reset() { *m = Model{Program: m.Program, shown: m.shown, span: m.span} }

// Showing reports whether it is shown in place of the board.
func (m *Model) Showing() bool { return m.shown && m.Workspace() != nil }

// Shown returns what is shown in place of the board, or that the board is.
func (m *Model) Shown() view.ViewKind {
	if m.Showing() {
		return view.NowView
	}
	return m.ShownPicture()
}

// Show goes to a view.
func (m *Model) Show(v view.ViewKind) {
	if m.shown = v == view.NowView; m.shown {
		m.on = selection{}
		if k := m.UnderCursor(); m.Board().State(k) == board.Running {
			m.on = selection{true, m.Board().Task(k).Owner, k}
		}
		v = view.BoardView
	} else {
		m.drawn = drawn{}
	}
	m.ShowPicture(v)
}

// Next returns what stands so many places behind the view that is shown, in the order of their keys.
func (m *Model) Next(by int) view.ViewKind {
	order := [...]view.ViewKind{view.BoardView, view.GraphView, view.NowView}
	at := max(slices.Index(order[:], m.Shown()), 0)
	if m.Shown() == view.TreeView { // the other form of the dependencies
		at = 1
	}
	return order[(at+by+len(order))%len(order)]
}

// spans are how much time the lanes can show.
var spans = []time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour}

// Without having been asked for another, the lanes begin where there is something to see, within these.
const leastSpan, usualSpan = 5 * time.Minute, 2 * time.Hour

// fit returns how much time shows what the agents were seen to work on, and what was completed lately. What was found completed says
// nothing of when it began.
func fit(lanes []Worker, at time.Time) time.Duration {
	span := leastSpan
	for i := range lanes {
		for _, s := range lanes[i].Stretches {
			if s.To.IsZero() || s.To.After(s.From) || at.Sub(s.To) <= usualSpan {
				span = max(span, at.Sub(s.From))
			}
		}
	}
	const step = 5 * time.Minute // it does not change with every minute
	return min((span+step-1)/step*step, usualSpan)
}

// maxShift is how far back the lanes go.
const maxShift = 30 * 24 * time.Hour

// Actions returns what the keys do in the view.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.Up: m.walk, keymap.Down: m.walk, keymap.First: m.walk, keymap.Last: m.walk, keymap.PageUp: m.walk, keymap.PageDown: m.walk,
		keymap.Left:  host.Do(func() { m.shift = min(m.shift+m.shownSpan()/4, maxShift) }),
		keymap.Right: host.Do(func() { m.shift = max(m.shift-m.shownSpan()/4, 0) }),
		keymap.ZoomIn: host.Do(func() {
			m.zoom(slices.IndexFunc(spans, func(d time.Duration) bool { return d >= m.shownSpan() }) - 1)
		}),
		keymap.ZoomOut: host.Do(func() {
			m.zoom(slices.IndexFunc(spans, func(d time.Duration) bool { return d > m.shownSpan() }))
		}),
	}
}

// walk selects another task or agent.
func (m *Model) walk(a keymap.Action) tea.Cmd {
	m.Picture()
	stops := m.stops()
	at := slices.IndexFunc(stops, func(s selection) bool { return s == m.on })
	switch n := len(stops); {
	case n == 0:
	case at < 0:
		m.choose(stops[0])
	default:
		m.choose(stops[host.Move(at, n, a, max(m.Height()/4, 1))])
	}
	return nil
}

// shownSpan returns how much time the lanes show.
func (m *Model) shownSpan() time.Duration {
	m.Picture()
	return m.drawn.shown
}

// zoom shows another of the spans, if there is one.
func (m *Model) zoom(i int) {
	if i >= 0 {
		m.span = spans[i]
		m.shift = m.shift.Truncate(m.span / 4)
	}
}

// stops returns what can be selected: every task that somebody works on, and everybody who works on nothing.
func (m *Model) stops() (all []selection) {
	for i := range m.drawn.lanes {
		l := &m.drawn.lanes[i]
		running := l.InHand()
		for _, s := range running {
			all = append(all, selection{true, l.Owner, s.Key})
		}
		if len(running) == 0 {
			all = append(all, selection{any: true, owner: l.Owner})
		}
	}
	return all
}

// choose selects one of them.
func (m *Model) choose(s selection) {
	m.on = s
	if k, is := m.Selected(); is {
		m.Select(k)
	}
}

// Selected returns the selected task, which is what a key is about here: of an agent that works on nothing the one that it had last. It is
// false where there is none: the board's selection is not in sight.
func (m *Model) Selected() (tasks.Key, bool) {
	m.Picture()
	k := m.on.key
	if i := slices.IndexFunc(m.drawn.lanes, func(l Worker) bool { return l.Owner == m.on.owner }); k.Name == "" && m.on.any && i >= 0 {
		if last, any := m.drawn.lanes[i].Last(); any && m.Board().Has(last.Key) {
			k = last.Key
		}
	}
	return k, k.Name != ""
}

// SelectedOwner returns whose lane is selected; false where none is shown or selected.
func (m *Model) SelectedOwner() (string, bool) { return m.on.owner, m.Showing() && m.on.any }

// Picture returns the view as values. It is worked out anew only when something changed or a minute has passed.
func (m *Model) Picture() *view.Now {
	d := &m.drawn
	now := drawn{when: m.occasion()}
	if d.view != nil && d.when == now.when {
		return d.view
	}
	m.work.Follow(m.Happened())
	now.lanes = lanesOf(m.Board(), &m.work, m.Members(), m.Now())
	slices.SortStableFunc(now.lanes, func(x, y Worker) int { return cmp.Compare(m.alarmed(&y), m.alarmed(&x)) })
	if now.shown = m.span; m.span == 0 {
		now.shown = fit(now.lanes, m.Now())
	}
	*d = now
	m.keepSelection()
	d.when.on, d.view = m.on, m.picture(d.lanes)
	return d.view
}

func (m *Model) occasion() occasion {
	return occasion{m.Generation(), len(m.Happened()), m.Now().Unix() / 60, m.on, m.span, m.shift}
}

// need returns why a task needs a person, false where it does not.
func (m *Model) need(k tasks.Key) (board.Need, bool) {
	all := m.Needs()
	i := slices.IndexFunc(all, func(n board.Need) bool { return n.Key == k })
	if i < 0 {
		return board.Need{}, false
	}
	return all[i], true
}

// alarmed returns 1 for an agent that has a task in hand which needs a person, else 0: such agents come first.
func (m *Model) alarmed(l *Worker) int {
	for _, s := range l.InHand() {
		if _, is := m.need(s.Key); is {
			return 1
		}
	}
	return 0
}

// keepSelection stays with the agent whose selected task is no longer in its hands.
func (m *Model) keepSelection() {
	stops := m.stops()
	same := func(s selection) bool { return s.owner == m.on.owner }
	if i := slices.IndexFunc(stops, same); !m.on.any || slices.Contains(stops, m.on) {
		return
	} else if m.on = (selection{}); i >= 0 {
		m.on = stops[i]
	}
}

// picture makes the view of lanes.
func (m *Model) picture(lanes []Worker) *view.Now {
	at := m.Now()
	v := &view.Now{
		Span: m.drawn.shown, Shift: m.shift, Selected: -1,
		Ticks:   ticks(at, m.drawn.shown, m.shift),
		Instead: safetext.Const("No agent has worked here, as far as it was seen."),
	}
	for i := range lanes {
		l := &lanes[i]
		if m.on.any && l.Owner == m.on.owner {
			v.Selected = i
			v.Row = max(slices.IndexFunc(l.InHand(), func(s *Stretch) bool { return s.Key == m.on.key }), 0)
		}
		v.Lanes = append(v.Lanes, m.lane(l, at))
	}
	n := m.Board().Counts()
	v.Done = view.Line{
		{Text: safetext.Const("Done "), Style: style.Head}, {Text: safetext.Number(n.Done), Style: style.Title},
		{Text: safetext.Line(" of " + strconv.Itoa(n.Total) + ", " + strconv.Itoa(lately(lanes, at)) + " in the last hour"), Style: style.Dim},
	}
	v.Blocks = m.blocks()
	return v
}

// mostBefore is how many tasks are shown that somebody worked on before: more than any screen has rows for.
const mostBefore = 60

// lane makes the view of one: what it works on, and what it worked on before; of the past that, and else what came last, in the time
// that is shown.
func (m *Model) lane(l *Worker, at time.Time) view.NowLane {
	var out view.NowLane
	if out.Name, out.Hue = m.Owner(l.Owner); l.Owner == "" {
		out.Name, out.Hue = safetext.Const("nobody"), style.Dim
	}
	for _, s := range l.InHand() {
		task := m.task(s, at)
		task.State, task.For = view.Running, safetext.Line(phrase.Age(task.From))
		if t := m.Board().Task(s.Key); t != nil {
			task.Doing = safetext.Short(t.ActiveForm)
		}
		task.Behind = m.behind(m.Board().Behind(s.Key, mostBehind))
		t, mate := m.Board().Task(s.Key), m.mate(l)
		if t != nil && (mate.State.Over() || m.Board().Silence(s.Key, m.Circumstances()) > board.Busy) {
			task.Silent = at.Sub(t.Stamp.Time())
		}
		if need, is := m.need(s.Key); is {
			task.Alarm = m.NeedWords(need)
			if need.Kind == board.TaskStalled && task.For.String() == phrase.Age(m.Now().Sub(need.Since)) {
				task.Alarm = safetext.Line(need.Reason())
			}
		}
		out.Tasks = append(out.Tasks, task)
	}
	out.Working, out.Facts = len(out.Tasks), m.facts(l, at)
	before := slices.DeleteFunc(slices.Clone(l.Stretches), func(s Stretch) bool { return s.To.IsZero() })
	slices.SortFunc(before, LastEndedFirst)
	for i := range before {
		if len(out.Tasks) >= out.Working+mostBefore {
			break
		}
		s := &before[i]
		task := m.task(s, at)
		idle := len(out.Tasks) == 0
		if past := m.shift > 0 && (task.From < m.shift || task.To >= m.shift+m.drawn.shown); past && !idle {
			continue
		}
		task.For = safetext.Line(phrase.Age(task.To))
		if idle {
			idle := safetext.Const("idle")
			if task.To >= time.Minute {
				idle = idle.Append(safetext.Const(" "), task.For)
			}
			task.For, task.Idle = idle, m.Board().Counts().Ready > 0 && m.isIdle(l)
		}
		if task.State = view.Skipped; s.Done {
			task.State = view.Done
		}
		out.Tasks = append(out.Tasks, task)
	}
	return out
}

// task makes the view of a task in somebody's hands.
func (m *Model) task(s *Stretch, at time.Time) view.NowTask {
	b := view.NowTask{From: at.Sub(s.From), Subject: safetext.Subject(s.Subject), ID: safetext.Line(m.Board().ShortID(s.Key))}
	if !s.To.IsZero() {
		b.To = at.Sub(s.To)
	}
	if t := m.Board().Task(s.Key); t != nil {
		b.Subject = safetext.Subject(t.Subject)
	} else if !m.Board().Has(s.Key) {
		b.Subject = safetext.Subject(cmp.Or(m.work.Subject(s.Key), s.Subject)).Append(safetext.Const(" (deleted)"))
	}
	return b
}

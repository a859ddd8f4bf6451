// Package now is the view of who works on what: a lane for each agent with its tasks over time, and lists of what comes
// next below them.
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

// Uses is what the view asks of other features.
type Uses struct {
	Team
	ShowPicture  func(view.ViewKind) // a form of the dependencies, or the board
	ShownPicture func() view.ViewKind
	Card         func(tasks.Key) view.Card
}

// Team is who works in the project.
type Team interface {
	Members() []team.Member
	RosterProblem() safetext.Text                  // what of the team cannot be read
	Member(owner string) (team.Member, bool)       // who an owner is, false if that is not known
	MemberWords(team.Member) (string, style.Style) // the state of a member, "" for nothing
	MessageWords(team.Member) string               // what its newest message is, "" for nothing
}

// Model is the state of the view.
type Model struct {
	*host.Program
	Uses
	shown  bool
	opens  bool // a row is to be selected as soon as there is one
	sel    selection
	span   time.Duration // the time that the lanes show, 0 for all in which there was work
	shift  time.Duration // how long before now the lanes end
	cached cache
	work   Work
}

// selection is the selected row: a task in progress, an owner who has none, or a task of a list.
type selection struct {
	set    bool
	owner  string
	key    tasks.Key
	listed bool // it is in a list
}

// cacheKey holds everything the picture depends on. As long as it is equal, the cached picture is valid.
type cacheKey struct {
	gen, events int
	minute      int64
	sel         selection
	span, shift time.Duration
}

// cache is the last picture and what it was made of.
type cache struct {
	key   cacheKey
	shown time.Duration // the span that was chosen
	view  *view.Now     // nil before the first one
	lanes []Worker
	lists []list
	done  int // tasks that were completed in the last hour, whoever did
}

// New returns the view of a program. It computes nothing until it is shown.
func New(p *host.Program) *Model { return &Model{Program: p} }

// Reset forgets the tasks, for another directory. The view stays open or closed.
func (m *Model) Reset() {
	*m = Model{Program: m.Program, Uses: m.Uses, shown: m.shown, opens: m.shown, span: m.span}
}

// Showing reports whether the view is shown instead of the board.
func (m *Model) Showing() bool { return m.shown && m.Workspace != nil }

// Shown returns the view that is shown.
func (m *Model) Shown() view.ViewKind {
	if m.Showing() {
		return view.NowView
	}
	return m.ShownPicture()
}

// Show switches to a view.
func (m *Model) Show(v view.ViewKind) {
	m.cached = cache{}
	if m.shown = v == view.NowView; m.shown {
		m.sel, m.opens = selection{}, true
		v = view.BoardView
	}
	m.ShowPicture(v)
}

// Next returns the view that is by places after the shown one, in the order of their keys.
func (m *Model) Next(by int) view.ViewKind {
	order := [...]view.ViewKind{view.BoardView, view.GraphView, view.NowView}
	at := max(slices.Index(order[:], m.Shown()), 0)
	if m.Shown() == view.TreeView { // the other form of GraphView
		at = 1
	}
	return order[(at+by+len(order))%len(order)]
}

// spans are the spans that zooming goes through.
var spans = []time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour, 48 * time.Hour,
	7 * 24 * time.Hour}

// The limits of a span that the user did not choose.
const minFit, maxFit = 5 * time.Minute, 4 * time.Hour

// fitSpan returns the span that shows all recorded work and every recent completion. A completion without a start
// counts only if it is recent.
func fitSpan(lanes []Worker, at time.Time) time.Duration {
	span := minFit
	for i := range lanes {
		for _, s := range lanes[i].Stretches {
			if s.To.IsZero() || s.To.After(s.From) || at.Sub(s.To) <= maxFit {
				span = max(span, at.Sub(s.From))
			}
		}
	}
	const step = 5 * time.Minute // so that it does not change with every minute
	return min((span+step-1)/step*step, maxFit)
}

// maxShift is the largest time by which the lanes can be scrolled back.
const maxShift = 30 * 24 * time.Hour

// Actions returns what the keys do in the view.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.Up: m.walk, keymap.Down: m.walk, keymap.First: m.walk, keymap.Last: m.walk, keymap.PageUp: m.walk,
		keymap.PageDown: m.walk,
		keymap.Left:     host.Do(func() { m.shift = min(m.shift+m.shownSpan()/4, maxShift) }),
		keymap.Right:    host.Do(func() { m.shift = max(m.shift-m.shownSpan()/4, 0) }),
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
	all := m.selectable()
	at := slices.IndexFunc(all, func(s selection) bool { return s == m.sel })
	switch n := len(all); {
	case n == 0:
	case at < 0:
		m.choose(all[0])
	default:
		m.choose(all[host.Move(at, n, a, max(m.Height/4, 1))])
	}
	return nil
}

// shownSpan returns the length of the time that the lanes show.
func (m *Model) shownSpan() time.Duration {
	m.Picture()
	return m.cached.shown
}

// zoom chooses a span by its index, if there is one.
func (m *Model) zoom(i int) {
	if i >= 0 {
		m.span = spans[i]
		m.shift = m.shift.Truncate(m.span / 4)
	}
}

// selectable returns what can be selected: every task in progress, every owner who has none, and the tasks of the
// lists.
func (m *Model) selectable() (all []selection) {
	for i := range m.cached.lanes {
		l := &m.cached.lanes[i]
		running := l.InHand()
		for _, s := range running {
			all = append(all, selection{set: true, owner: l.Owner, key: s.Key})
		}
		if len(running) == 0 {
			all = append(all, selection{set: true, owner: l.Owner})
		}
	}
	for _, list := range m.cached.lists {
		for _, k := range list.keys {
			if k.Name != "" {
				all = append(all, selection{set: true, key: k, listed: true})
			}
		}
	}
	return all
}

// choose selects a row, and its task on the board.
func (m *Model) choose(s selection) {
	m.sel = s
	if k, ok := m.Selected(); ok {
		m.Select(k)
	}
}

// Selected returns the selected task: for an owner with nothing in progress the last one. It returns false if there is
// none, or if its task is gone; the cursor of the board does not count here.
func (m *Model) Selected() (tasks.Key, bool) {
	m.Picture()
	k := m.sel.key
	if i := slices.IndexFunc(m.cached.lanes, func(l Worker) bool { return l.Owner == m.sel.owner }); k.Name == "" &&
		m.sel.set && i >= 0 {
		if last, any := m.cached.lanes[i].Last(); any && m.Board.Has(last.Key) {
			k = last.Key
		}
	}
	return k, k.Name != ""
}

// SelectedOwner returns the owner of the selected lane, false if the view is not shown or nothing is selected.
func (m *Model) SelectedOwner() (string, bool) {
	return m.sel.owner, m.Showing() && m.sel.set && !m.sel.listed
}

// Picture returns the view as values. It is computed again only if something changed or a minute has passed.
func (m *Model) Picture() *view.Now {
	c := &m.cached
	fresh := cache{key: m.cacheKey()}
	if c.view != nil && c.key == fresh.key {
		return c.view
	}
	m.work.Follow(m.Happened())
	fresh.lanes = lanesOf(m.Board, &m.work, m.Members(), m.Now)
	fresh.done = doneLastHour(fresh.lanes, m.Now)
	fresh.lanes = slices.DeleteFunc(fresh.lanes, func(l Worker) bool { return l.Owner == "" && len(l.InHand()) == 0 })
	slices.SortStableFunc(fresh.lanes, func(x, y Worker) int { return cmp.Compare(m.urgency(&y), m.urgency(&x)) })
	fresh.shown = m.span
	if m.span == 0 {
		fresh.shown = fitSpan(fresh.lanes, m.Now)
	}
	*c = fresh
	c.lists = m.findLists()
	m.keepSelection()
	c.key.sel, c.view = m.sel, m.picture(c.lanes)
	return c.view
}

func (m *Model) cacheKey() cacheKey {
	return cacheKey{m.Generation, len(m.Happened()), m.Now.Unix() / 60, m.sel, m.span, m.shift}
}

// need returns why a task needs a person, false if it does not.
func (m *Model) need(k tasks.Key) (board.Need, bool) {
	all := m.Needs()
	i := slices.IndexFunc(all, func(n board.Need) bool { return n.Key == k })
	if i < 0 {
		return board.Need{}, false
	}
	return all[i], true
}

// urgency returns 1 for an agent with a task that needs a person, otherwise 0.
func (m *Model) urgency(l *Worker) int {
	for _, s := range l.InHand() {
		if _, ok := m.need(s.Key); ok {
			return 1
		}
	}
	return 0
}

// keepSelection moves the selection to another row of the same owner if the selected one is gone, or clears it. When
// the view opens it selects the task of the board, else the first one that is ready, or the first row.
func (m *Model) keepSelection() {
	all := m.selectable()
	if m.opens && len(all) > 0 {
		m.opens = false
		first := func(s selection) bool { return s.listed && m.Board.State(s.key) == board.Ready }
		on := func(s selection) bool { return s.key.Name != "" && s.key == m.UnderCursor() }
		if slices.ContainsFunc(all, on) {
			first = on
		}
		m.sel = all[max(slices.IndexFunc(all, first), 0)]
	}
	same := func(s selection) bool { return s.owner == m.sel.owner && !s.listed && !m.sel.listed }
	if i := slices.IndexFunc(all, same); !m.sel.set || slices.Contains(all, m.sel) {
		return
	} else if m.sel = (selection{}); i >= 0 {
		m.sel = all[i]
	}
}

// picture returns the view of lanes.
func (m *Model) picture(lanes []Worker) *view.Now {
	at := m.Now
	v := &view.Now{
		Span: m.cached.shown, Shift: m.shift, Selected: -1,
		Ticks:   ticks(at, m.cached.shown, m.shift),
		Instead: safetext.Const("No agent has worked here, as far as it was seen."),
	}
	for i := range lanes {
		l := &lanes[i]
		if m.sel.set && !m.sel.listed && l.Owner == m.sel.owner {
			v.Selected = i
			v.Row = max(slices.IndexFunc(l.InHand(), func(s *Stretch) bool { return s.Key == m.sel.key }), 0)
		}
		if l.Owner != "" {
			v.Agents++
		}
		v.Lanes = append(v.Lanes, m.lane(l, at))
	}
	if m.cached.done > 0 {
		v.Done = safetext.Line(strconv.Itoa(m.cached.done) + " done in the last hour")
	}
	v.Blocks = m.blocks()
	return v
}

// maxBefore is the largest number of earlier tasks in a lane, more than any screen has rows.
const maxBefore = 60

// lane returns the view of a lane: the tasks in progress, then those that ended in the shown time. If nothing is in
// progress, the last task always comes first.
func (m *Model) lane(l *Worker, at time.Time) view.NowLane {
	var out view.NowLane
	out.Name, out.Hue = m.Owner(l.Owner)
	if l.Owner == "" {
		out.Name, out.Hue = safetext.Const("unassigned"), style.Dim
	}
	for _, s := range l.InHand() {
		task := m.task(s, at)
		if m.Board.Has(s.Key) {
			task.Card = m.Card(s.Key)
		}
		task.Card.State, task.For = view.Running, safetext.Line(phrase.Age(task.From))
		t, member := m.Board.Task(s.Key), m.member(l)
		if t != nil {
			task.Doing = safetext.Short(t.ActiveForm)
		}
		if t != nil && (member.State.Over() || m.Board.Silence(s.Key, m.Circumstances()) > board.Busy) {
			task.Silent = at.Sub(t.Stamp.Time())
		}
		out.Tasks = append(out.Tasks, task)
	}
	out.Working, out.Facts = len(out.Tasks), m.facts(l)
	before := slices.DeleteFunc(slices.Clone(l.Stretches), func(s Stretch) bool { return s.To.IsZero() })
	slices.SortFunc(before, byLatestEnd)
	for i := range before {
		if len(out.Tasks) >= out.Working+maxBefore {
			break
		}
		s := &before[i]
		task := m.task(s, at)
		idle := len(out.Tasks) == 0
		if past := m.shift > 0 && (task.From < m.shift || task.To >= m.shift+m.cached.shown); past && !idle {
			continue
		}
		task.For = safetext.Line(phrase.Age(task.To))
		task.Card.State = view.Skipped
		if s.Done {
			task.Card.State = view.Done
		}
		out.Tasks = append(out.Tasks, task)
	}
	if out.Working == 0 {
		out.Free = m.freeFor(out.Tasks)
	}
	return out
}

// freeFor returns how long an agent without a task has had none.
func (m *Model) freeFor(ended []view.NowTask) safetext.Text {
	free := safetext.Const("free")
	if len(ended) > 0 && ended[0].To >= time.Minute {
		free = free.Append(safetext.Const(" for "), ended[0].For)
	}
	return free
}

// task returns the view of a stretch.
func (m *Model) task(s *Stretch, at time.Time) view.NowTask {
	b := view.NowTask{From: at.Sub(s.From),
		Card: view.Card{Subject: safetext.Subject(s.Subject), ID: safetext.Line(m.Board.ShortID(s.Key))}}
	if !s.To.IsZero() {
		b.To = at.Sub(s.To)
	}
	if t := m.Board.Task(s.Key); t != nil {
		b.Card.Subject = safetext.Subject(t.Subject)
	} else if !m.Board.Has(s.Key) {
		b.Card.Subject = safetext.Subject(cmp.Or(m.work.Subject(s.Key), s.Subject)).Append(safetext.Const(" (deleted)"))
	}
	return b
}

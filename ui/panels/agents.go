package panels

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// agentList shows who works on the tasks of this directory, and how much of it they did.
type agentList struct {
	m *Model
	host.List
	on string // who is selected: others come before it, and go
}

// ShowAgents opens the list.
func (m *Model) ShowAgents() { m.SetMode(&agentList{m: m}) }

// Scopes returns the keys of the list.
func (*agentList) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.AgentsScope, keymap.ListScope}
}

// agent is somebody in the list, what they run, and what they did.
type agent struct {
	workspace.Member
	runs   []tasks.Key
	worked *history.Worker // nil for nothing that was seen
}

// goneAfter is how long ago somebody wrote last who is in no team and has no task: they work here no more.
const goneAfter = 24 * time.Hour

// agents is who the team lists, then who has a task in progress and is in no list, then who worked lately; but before all of them who needs
// a person, and who could take a task.
func (m *Model) agents() []agent {
	var all []agent
	at := map[string]int{}
	add := func(mate workspace.Member, names ...string) int {
		for _, name := range names {
			at[name] = len(all)
		}
		all = append(all, agent{Member: mate})
		return len(all) - 1
	}
	find := func(owner string) int {
		if i, known := at[owner]; known {
			return i
		}
		mate, ok := m.memberOf(owner)
		if !ok {
			mate = workspace.Member{Name: owner}
		}
		return add(mate, owner)
	}
	for _, mate := range m.members.roster.Members {
		names := []string{mate.Name}
		if mate.ID != "" {
			names = append(names, mate.ID)
		}
		add(mate, names...)
	}
	for _, k := range m.Board().InProgress() {
		if owner := m.Board().Task(k).Owner; owner != "" {
			i := find(owner)
			all[i].runs = append(all[i].runs, k)
		}
	}
	for _, w := range m.Workers() {
		_, known := at[w.Owner]
		if last := w.LastWrite(); w.Owner != "" && (known || !last.IsZero() && m.Now().Sub(last) < goneAfter) {
			all[find(w.Owner)].worked = &w
		}
	}
	slices.SortStableFunc(all, func(x, y agent) int { return cmp.Compare(m.rank(&x), m.rank(&y)) })
	return all
}

// rank returns where an agent comes among the others.
func (m *Model) rank(a *agent) int {
	switch {
	case m.alarmed(a):
		return 0
	case m.isIdle(a):
		return 1
	}
	return 2
}

// alarmed reports whether the state of an agent needs a person.
func (m *Model) alarmed(a *agent) bool {
	_, st := m.agentState(a)
	return st == style.Danger
}

// isIdle reports whether an agent could take a task: it has none, and it is no person, nor does it wait for the others to end.
func (m *Model) isIdle(a *agent) bool {
	if len(a.runs) > 0 || a.Lead || a.Absent || a.Name == m.Me() {
		return false
	}
	return a.State == workspace.Idle || a.State == workspace.Unknown && a.worked != nil && !a.worked.LastWrite().IsZero()
}

// agents returns who is listed, and keeps the one selected that was.
func (v *agentList) agents() []agent {
	all := v.m.agents()
	if len(all) == 0 {
		return nil
	}
	v.Selected = max(0, min(v.Selected, len(all)-1))
	if all[v.Selected].Name != v.on {
		if i := slices.IndexFunc(all, func(a agent) bool { return a.Name == v.on }); i >= 0 {
			v.Selected = i
		}
	}
	v.on = all[v.Selected].Name
	return all
}

// Handle moves in the list, and goes to the task or the pane of who is selected.
func (v *agentList) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	all := v.agents()
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Choose:
		if len(all) == 0 {
			return nil
		}
		m.ToBoard()
		if k, is := m.lastTask(&all[v.Selected]); is {
			m.Reveal(k)
		} else {
			m.Say(all[v.Selected].Name + " runs nothing")
		}
		return m.RefreshDetail()
	case keymap.Release:
		if len(all) == 0 || len(all[v.Selected].runs) == 0 {
			return nil
		}
		m.ToBoard()
		k := all[v.Selected].runs[0]
		e, err := board.Release(m.Board(), k, m.Me(), m.Now())
		e, err = m.WithOwner(k, e, err)
		return m.CarryOut(e, err)
	case keymap.GoToTmuxPane:
		if len(all) > 0 {
			m.ToBoard()
			return m.ToPane(all[v.Selected].Name)
		}
	default:
		if v.Move(a, len(all), m.Height()/4); len(all) > 0 {
			v.on = all[v.Selected].Name
		}
	}
	return nil
}

// parts is how many small bars a curve of completions has at most.
const parts = 24

// Overlay returns the list.
func (v *agentList) Overlay() view.Overlay {
	m := v.m
	all := v.agents()
	out := &view.Agents{Title: safetext.Const("Who works here"), First: v.First, Selected: v.Selected}
	if name := m.members.roster.Team; name != "" {
		out.Title = safetext.Short(name)
	}
	now := m.Now().Local()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	began := now
	var done []time.Time
	for i := range all {
		if w := all[i].worked; w != nil {
			done = append(done, w.Completed()...)
			if len(w.Stretches) > 0 && w.Stretches[0].From.Before(began) {
				began = w.Stretches[0].From
			}
		}
	}
	if began.Before(today) {
		began = today
	}
	began = began.Local()
	out.Since = phrase.Clock(began)
	for i := range all {
		out.Rows = append(out.Rows, m.agentRow(&all[i], today, began))
	}
	if i, n := slices.IndexFunc(all, func(a agent) bool { return m.isIdle(&a) }), m.Board().Counts().Ready; i >= 0 && n > 0 {
		out.Rows[i].Ready = safetext.Line(strconv.Itoa(n) + " ready") // said once, of the first
	}
	out.Summary = safetext.Line(strconv.Itoa(after(done, today)) + " done today, " + strconv.Itoa(after(done, now.Add(-time.Hour))) + " in the last hour")
	out.Chain = m.LongestChain()
	if n := len(m.members.roster.Problems); n > 0 {
		p := m.members.roster.Problems[0]
		out.Note = safetext.Short(p.Path + " cannot be read: " + p.Err.Error())
	}
	unowned := 0
	for _, k := range m.Board().InProgress() {
		if m.Board().Task(k).Owner == "" {
			unowned++
		}
	}
	if unowned > 0 && out.Note.Empty() {
		out.Note = safetext.Line(strconv.Itoa(unowned) + phrase.Plural(unowned, " task is in progress without an owner", " tasks are in progress without an owner"))
	}
	says := map[keymap.Action]string{keymap.Back: "close"}
	if v.Selected < len(all) {
		a := &all[v.Selected]
		if m.HasPane(a.Name) {
			says[keymap.GoToTmuxPane] = "tmux pane"
		}
		if _, is := m.lastTask(a); is && len(a.runs) == 0 {
			says[keymap.Choose] = "to its last task"
		} else if is {
			says[keymap.Choose] = "to its task"
			if m.alarmed(a) {
				says[keymap.Release] = "release its task"
			}
		}
	}
	out.Keys = m.KeysSaying(says, v.Scopes()...)
	return out
}

// agentRow is what there is to say of one: how it stands, what it works on, and what it did today.
func (m *Model) agentRow(a *agent, today, began time.Time) view.Agent {
	name, hue := m.Owner(a.Name)
	row := view.Agent{Name: name, Hue: hue}
	if row.State, row.Style = m.agentState(a); m.isIdle(a) {
		row.Idle, row.State = view.Span{Text: row.State, Style: style.Dim}, safetext.Text{}
		if n := m.Board().Counts(); n.Done < n.Total { // otherwise that is as it should be
			row.Idle.Style = style.Warning
		}
	}
	role := a.Role
	if a.Lead && role == "" {
		role = "leads"
	}
	row.Role = safetext.Short(role)
	var since time.Time
	if len(a.runs) > 0 {
		k := a.runs[0]
		row.On, row.Task = safetext.Line(m.Board().ShortID(k)), safetext.Subject(m.Board().Task(k).Subject)
		row.Doing = safetext.Short(m.Board().Task(k).ActiveForm)
		if n := len(a.runs) - 1; n > 0 {
			row.More = safetext.Line("and " + strconv.Itoa(n) + " more")
		}
		if since, _ = m.Board().Since(k); !since.IsZero() {
			row.For = m.Since(since)
		}
	}
	if w := a.worked; w != nil {
		done := w.Completed()
		row.Done = after(done, today)
		row.Curve = history.Tally(done, began, m.Now(), parts)
		if d, ok := w.Median(); ok {
			row.Median = safetext.Line(strings.Replace(phrase.Age(d), "now", "<1m", 1))
		}
		if at := w.LastWrite(); !at.IsZero() {
			row.Wrote = safetext.Line(m.Ago(at))
		}
		row.Before = m.before(w)
	}
	if a.Newest.Text != "" {
		row.Message = safetext.Short(m.messageWords(a.Member))
	}
	return row
}

var wordIdle = safetext.Const("idle")

// agentState returns how somebody stands, and by which sign: what lies beside the tasks, and without that what it writes.
func (m *Model) agentState(a *agent) (safetext.Text, style.Style) {
	words, st := m.stateWords(a.Member)
	known, silence := a.worked != nil && !a.worked.LastWrite().IsZero(), board.Busy
	for _, k := range a.runs {
		silence = max(silence, m.Board().Silence(k, m.Circumstances()))
	}
	switch {
	case a.Name == m.Me() && a.State == workspace.Unknown:
		words, st = "here", style.Plain
	case silence == board.Stalled && !a.State.Over() && a.State != workspace.Waiting:
		words, st = "stalled", style.Danger // its last write says since when
	case a.State != workspace.Unknown || a.Absent:
		if a.Told != "" {
			words += ", " + a.Told + " says"
		}
	case silence == board.Quiet:
		words, st = "quiet", style.Warning
	case known && len(a.runs) > 0:
		words = ""
	case known:
		return wordIdle, style.Dim
	default:
		words = "no sign of life"
	}
	return safetext.Line(words), st
}

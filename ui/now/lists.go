package now

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// mostListed is how many tasks a list below the lanes shows at most: more are counted.
const mostListed = 20

// blocks returns what stands below the lanes, as far as there is something: what else needs a person, and what comes next.
func (m *Model) blocks() []view.NowBlock {
	b := m.Board()
	var ready, then []tasks.Key
	for i := range min(b.Len(board.PendingColumn), maxFound) {
		switch k := b.At(board.PendingColumn, i); {
		case b.State(k) == board.Ready:
			ready = append(ready, k)
		case b.State(k) == board.Waiting && b.WaitsForRunning(k):
			then = append(then, k)
		}
	}
	take, next := m.list(ready), m.list(then)
	take.Title, take.Says, next.Title = safetext.Const("Ready"), m.idle(), safetext.Const("Next up")
	if len(ready) == 0 {
		next.Says = safetext.Const("nothing is ready yet")
	}
	return slices.DeleteFunc([]view.NowBlock{m.needs(), take, next}, func(b view.NowBlock) bool { return len(b.Rows) == 0 })
}

// idle says who has nothing in hand and could take what is ready.
func (m *Model) idle() safetext.Text {
	var names []string
	for i := range m.drawn.lanes {
		if l := &m.drawn.lanes[i]; m.isIdle(l) {
			names = append(names, l.Owner)
		}
	}
	switch len(names) {
	case 0:
		return safetext.Text{}
	case 1:
		return safetext.Short(names[0]).Append(safetext.Const(" is idle"))
	}
	return safetext.Line(strconv.Itoa(len(names)) + " agents are idle")
}

// isIdle reports whether an agent could take a task: it has none, it is no person and leads nobody, and it says that it rests or, where
// nothing tells, has worked here.
func (m *Model) isIdle(l *Worker) bool {
	if len(l.InHand()) > 0 || l.Owner == "" || l.Owner == m.Me() {
		return false
	}
	mate := m.mate(l)
	rests := mate.State == team.Idle || mate.State == team.Unknown && len(l.Stretches) > 0
	return rests && !mate.Lead && !mate.Absent
}

// list lists tasks, those with the most work waiting behind them first.
func (m *Model) list(all []tasks.Key) (out view.NowBlock) {
	type choice struct {
		key    tasks.Key
		behind int
	}
	choices := make([]choice, len(all))
	for i, k := range all {
		choices[i] = choice{k, m.Board().Behind(k, mostBehind)}
	}
	slices.SortStableFunc(choices, func(x, y choice) int { return cmp.Compare(y.behind, x.behind) })
	for _, c := range choices[:min(len(all), mostListed)] {
		row := m.row(c.key)
		row.Behind = m.behind(c.behind)
		row.Note, row.Named = m.after(c.key)
		out.Rows = append(out.Rows, row)
	}
	out.More = len(all) - len(out.Rows)
	return out
}

// behind says how much waits for a task, nothing where nothing does.
func (m *Model) behind(n int) safetext.Text {
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line(m.Sheet().Glyphs.Behind + strconv.Itoa(n))
}

// mostBehind is up to how many tasks behind one are counted.
const mostBehind = 1000

// after tells what a task waits for by ids, and the same with the name of a single one; nothing where it is ready.
func (m *Model) after(k tasks.Key) (note, named safetext.Text) {
	var names []string
	var last *tasks.Task
	for _, e := range m.Board().WaitsFor(k) {
		if e.Open {
			names, last = append(names, m.Board().ShortID(e.Key)), e.Task
		}
	}
	switch {
	case len(names) == 0:
		return safetext.Text{}, safetext.Text{}
	case len(names) > 2:
		note = safetext.Line("after " + phrase.Tasks(len(names)))
	default:
		note = safetext.Line("after " + strings.Join(names, ", "))
	}
	if len(names) == 1 && last != nil {
		return note, safetext.Subject("after " + names[0] + " " + last.Subject)
	}
	return note, note
}

// row is a task in a list.
func (m *Model) row(k tasks.Key) view.NowRow {
	b, subject := m.Board(), safetext.Line(k.Name)
	if t := b.Task(k); t != nil {
		subject = safetext.Subject(t.Subject)
	}
	return view.NowRow{State: phrase.State(b.State(k)), ID: safetext.Line(b.ShortID(k)), Subject: subject}
}

// needs lists what needs a person, but for what the lanes say of a task in somebody's hands.
func (m *Model) needs() view.NowBlock {
	out := view.NowBlock{Title: safetext.Const("Needs you")}
	for _, need := range m.Needs() {
		row := view.NowRow{Subject: m.NeedWords(need)}
		if need.Key.Name != "" {
			if m.Board().State(need.Key) == board.Running {
				continue
			}
			row = m.row(need.Key)
			row.Note = m.NeedWords(need)
		}
		if row.Alarm = true; len(out.Rows) == mostListed {
			out.More++
			continue
		}
		out.Rows = append(out.Rows, row)
	}
	if why := m.RosterProblem(); !why.Empty() {
		out.Rows = append(out.Rows, view.NowRow{Subject: why, Alarm: true})
	}
	return out
}

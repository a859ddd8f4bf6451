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

// maxListed is the largest number of tasks that a list below the lanes shows; it counts the others.
const maxListed = 20

// blocks returns the lists below the lanes: what else needs a person, what is ready, and what comes next. Empty ones are left out.
func (m *Model) blocks() []view.NowBlock {
	b := m.Board
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
	take.Title, take.Says, next.Title = safetext.Const("Ready"), m.idleAgents(), safetext.Const("Next up")
	if len(ready) == 0 {
		next.Says = safetext.Const("nothing is ready yet")
	}
	return slices.DeleteFunc([]view.NowBlock{m.needs(), take, next}, func(b view.NowBlock) bool { return len(b.Rows) == 0 })
}

// idleAgents names the agent that could take a ready task, or counts them.
func (m *Model) idleAgents() safetext.Text {
	var names []string
	for i := range m.cached.lanes {
		if l := &m.cached.lanes[i]; m.isIdle(l) {
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

// isIdle reports whether an agent could take a task: it has none in progress, is neither this person nor a lead, and it reports
// itself idle or, if it reports nothing, has worked here before.
func (m *Model) isIdle(l *Worker) bool {
	if len(l.InHand()) > 0 || l.Owner == "" || l.Owner == m.Me {
		return false
	}
	member := m.member(l)
	rests := member.State == team.Idle || member.State == team.Unknown && len(l.Stretches) > 0
	return rests && !member.Lead && !member.Absent
}

// list lists tasks, those that hold up the most work first.
func (m *Model) list(all []tasks.Key) (out view.NowBlock) {
	type choice struct {
		key    tasks.Key
		behind int
	}
	choices := make([]choice, len(all))
	for i, k := range all {
		choices[i] = choice{k, m.Board.Behind(k, maxBehind)}
	}
	slices.SortStableFunc(choices, func(x, y choice) int { return cmp.Compare(y.behind, x.behind) })
	for _, c := range choices[:min(len(all), maxListed)] {
		row := m.row(c.key)
		row.Behind = m.behindWords(c.behind)
		row.Note, row.Named = m.waitsFor(c.key)
		out.Rows = append(out.Rows, row)
	}
	out.More = len(all) - len(out.Rows)
	return out
}

// behindWords returns the number of tasks that wait for one, behind a glyph; empty for none.
func (m *Model) behindWords(n int) safetext.Text {
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line(m.Sheet.Glyphs.Behind + strconv.Itoa(n))
}

// maxBehind is the largest count of the tasks behind one.
const maxBehind = 1000

// waitsFor names the open tasks that a task waits for. If there is only one, named adds its subject. Both are empty for a ready task.
func (m *Model) waitsFor(k tasks.Key) (note, named safetext.Text) {
	var names []string
	var last *tasks.Task
	for _, e := range m.Board.WaitsFor(k) {
		if e.Open {
			names, last = append(names, m.Board.ShortID(e.Key)), e.Task
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

// row returns a task as a row of a list.
func (m *Model) row(k tasks.Key) view.NowRow {
	row := view.NowRow{State: phrase.State(m.Board.State(k)), Subject: safetext.Line(k.Name)}
	if t := m.Board.Task(k); t != nil {
		row.ID, row.Subject = safetext.Line(m.Board.ShortID(k)), safetext.Subject(t.Subject)
	}
	return row
}

// needs lists what needs a person, except tasks in progress: their lanes show it.
func (m *Model) needs() view.NowBlock {
	out := view.NowBlock{Title: safetext.Const("Needs you")}
	for _, need := range m.Needs() {
		row := view.NowRow{Subject: m.NeedWords(need)}
		if need.Key.Name != "" {
			if m.Board.State(need.Key) == board.Running {
				continue
			}
			row = m.row(need.Key)
			row.Note = m.NeedWords(need)
		}
		if row.Alarm = true; len(out.Rows) == maxListed {
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

package now

import (
	"cmp"
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// maxListed is the largest number of tasks that a list below the lanes shows; it counts the others.
const maxListed = 20

// A list is tasks below the lanes, those that hold up the most work first.
type list struct {
	title safetext.Text
	says  safetext.Text
	keys  []tasks.Key     // without a name for what is about no task
	about []safetext.Text // what is about no task, by the index in keys
	more  int             // the number of tasks that are not listed
	above int             // the number of tasks that lanes show
}

// findLists returns the lists below the lanes: what else needs a person, what is ready, and what comes next. Empty ones
// are left out.
func (m *Model) findLists() []list {
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
	take, next := m.byWeight(ready), m.byWeight(then)
	take.title, take.says, next.title = safetext.Const("Ready"), m.freeAgents(), safetext.Const("Next up")
	if len(ready) == 0 {
		next.says = safetext.Const("nothing is ready yet")
	}
	return slices.DeleteFunc([]list{m.needsOf(), take, next}, func(l list) bool { return len(l.keys) == 0 })
}

// blocks returns the view of the lists.
func (m *Model) blocks() (all []view.NowBlock) {
	for _, l := range m.cached.lists {
		block := view.NowBlock{Title: l.title, Says: l.says, More: l.more, Above: l.above, Selected: -1}
		for i, k := range l.keys {
			card := view.Card{State: view.Broken, Needy: true, Alarm: true}
			if k.Name == "" {
				card.Subject = l.about[i]
			} else {
				card = m.Card(k)
			}
			if m.sel.listed && m.sel.key == k && k.Name != "" {
				block.Selected = i
			}
			block.Cards = append(block.Cards, card)
		}
		all = append(all, block)
	}
	return all
}

// freeAgents names the agent that could take a ready task, or counts them.
func (m *Model) freeAgents() safetext.Text {
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
		return safetext.Short(names[0]).Append(safetext.Const(" is free"))
	}
	return safetext.Line(strconv.Itoa(len(names)) + " agents are free")
}

// isIdle reports whether an agent could take a task: it has none in progress, is neither this person nor a lead, and it
// reports itself idle or, if it reports nothing, has worked here before.
func (m *Model) isIdle(l *Worker) bool {
	if len(l.InHand()) > 0 || l.Owner == "" || l.Owner == m.Me {
		return false
	}
	member := m.member(l)
	rests := member.State == team.Idle || member.State == team.Unknown && len(l.Stretches) > 0
	return rests && !member.Lead && !member.Absent
}

// byWeight returns a list of tasks, those that hold up the most work first.
func (m *Model) byWeight(all []tasks.Key) (out list) {
	behind := map[tasks.Key]int{}
	for _, k := range all {
		behind[k] = m.Board.Behind(k, maxBehind)
	}
	slices.SortStableFunc(all, func(x, y tasks.Key) int { return cmp.Compare(behind[y], behind[x]) })
	out.keys = all[:min(len(all), maxListed)]
	out.more = len(all) - len(out.keys)
	return out
}

// maxBehind is the largest count of the tasks behind one.
const maxBehind = 1000

// needsOf lists what needs a person, except tasks in progress: their lanes show it, and they are only counted.
func (m *Model) needsOf() list {
	out := list{title: safetext.Const("Needs you")}
	add := func(k tasks.Key, about safetext.Text) {
		if len(out.keys) == maxListed {
			out.more++
			return
		}
		out.keys, out.about = append(out.keys, k), append(out.about, about)
	}
	for _, need := range m.Needs() {
		switch {
		case need.Key.Name == "":
			add(tasks.Key{}, m.NeedWords(need))
		case m.Board.State(need.Key) == board.Running:
			out.above++
		default:
			add(need.Key, safetext.Text{})
		}
	}
	if why := m.RosterProblem(); !why.Empty() {
		add(tasks.Key{}, why)
	}
	switch out.above {
	case 0:
	case 1:
		out.says = safetext.Const("one is above")
	default:
		out.says = safetext.Line(strconv.Itoa(out.above) + " are above")
	}
	return out
}

package now

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// Lists returns of the picture what a panel shows that has a detail in place of the lanes: the lists below them, but for what comes later.
func (m *Model) Lists() *view.Now {
	l := &m.lists
	if now := m.occasion(); l.view == nil || l.when != now {
		m.work.Follow(m.Happened())
		*l = drawn{when: now, view: &view.Now{Blocks: m.blocks(m.chain(), false)}}
	}
	return l.view
}

// mostListed is how many tasks a list below the lanes shows at most: more are counted.
const mostListed = 20

// blocks returns what stands below the lanes: what else needs a person and what comes next, and beside it the longest chain, and what comes
// later where all of it is wanted.
func (m *Model) blocks(chain []tasks.Key, all bool) [][]view.NowBlock {
	b, longest := m.Board(), view.NowBlock{Title: safetext.Const("Longest chain"), Chain: true}
	told := map[tasks.Key]bool{}
	for _, k := range chain {
		longest.Rows, told[k] = append(longest.Rows, m.row(k)), true
	}
	var ready, then, rest []tasks.Key
	for i := range min(b.Len(board.PendingColumn), maxFound) {
		switch k := b.At(board.PendingColumn, i); b.State(k) {
		case board.Ready:
			ready = append(ready, k)
		case board.Waiting:
			if b.WaitsForRunning(k) {
				then = append(then, k)
			} else if all && !told[k] {
				rest = append(rest, k)
			}
		}
	}
	next := m.list(ready, mostListed)
	next.Title, next.Ready, next.Says = safetext.Const("Next up"), len(next.Rows), m.idle()
	if next.Ready == 0 {
		next.Says = safetext.Const("nothing is ready yet")
	}
	but := m.list(then, mostListed-next.Ready)
	next.Rows, next.More = append(next.Rows, but.Rows...), next.More+but.More
	later := m.list(rest, mostListed)
	later.Title, later.Later = safetext.Const("Later"), true
	return [][]view.NowBlock{{m.needs(), next}, {longest, later}}
}

// idle says who has nothing in hand of those who have a lane: who could take what is ready.
func (m *Model) idle() safetext.Text {
	b, hands := m.Board(), map[string]bool{} // by owner: whether there is a task in them
	for _, k := range b.InProgress() {
		hands[b.Task(k).Owner] = true
	}
	for _, w := range m.work.Workers() {
		worked, works := false, hands[w.Owner]
		for i := range w.Stretches {
			inHand := w.Stretches[i].To.IsZero()
			worked, works = worked || !inHand, works || inHand && holds(b, w.Owner, w.Stretches[i].Key)
		}
		if worked || works {
			hands[w.Owner] = works
		}
	}
	for i := range min(b.Len(board.CompletedColumn), maxFound) {
		k := b.At(board.CompletedColumn, i)
		if t := b.Task(k); t != nil && t.Owner != "" {
			if _, known := hands[t.Owner]; !known && !m.work.Completed(k) {
				hands[t.Owner] = false
			}
		}
	}
	delete(hands, m.Me())
	delete(hands, "") // nobody
	var names []string
	for owner, inHand := range hands {
		if !inHand {
			names = append(names, owner)
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

// list lists tasks, at most so many, those with the most work waiting behind them first.
func (m *Model) list(all []tasks.Key, most int) (out view.NowBlock) {
	type choice struct {
		key    tasks.Key
		behind int
	}
	if most == 0 {
		return view.NowBlock{More: len(all)}
	}
	choices := make([]choice, len(all))
	for i, k := range all {
		choices[i] = choice{k, m.Board().Behind(k, mostBehind)}
	}
	slices.SortStableFunc(choices, func(x, y choice) int { return cmp.Compare(y.behind, x.behind) })
	for _, c := range choices[:min(len(all), most)] {
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
	return out
}

// maxChained is among how many tasks the longest chain is worked out here.
const maxChained = 5000

// chain returns the longest chain of unfinished work.
func (m *Model) chain() []tasks.Key {
	if m.Board().Counts().Total > maxChained {
		return nil
	}
	return m.Board().Chain()
}

// LongestChain says how long the longest chain of unfinished work is, nothing where there is none.
func (m *Model) LongestChain() safetext.Text {
	m.Picture()
	n := len(m.drawn.chain)
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line("longest chain " + strconv.Itoa(n) + " tasks")
}

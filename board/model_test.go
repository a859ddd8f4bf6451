package board

import (
	"cmp"
	"slices"
	"strings"

	"sideboard/tasks"
)

// model is the board worked out from nothing, slowly and plainly, for comparison.
type model struct {
	rec   map[tasks.Key]*tasks.Task
	bad   map[tasks.Key]tasks.Problem
	bare  map[tasks.Key]bool // cards without a record
	since map[tasks.Key]int64
	exact map[tasks.Key]bool // the transition was seen

	began int64 // when the first picture was complete
	done  bool
}

func newModel() *model {
	return &model{rec: map[tasks.Key]*tasks.Task{}, bad: map[tasks.Key]tasks.Problem{}, bare: map[tasks.Key]bool{}, since: map[tasks.Key]int64{}, exact: map[tasks.Key]bool{}}
}

func (m *model) apply(d tasks.Delta, seen bool) {
	defer func() {
		if !m.done && !d.Loading {
			m.done, m.began = true, d.At.UnixNano()
		}
	}()
	for _, k := range d.Gone {
		delete(m.rec, k)
		delete(m.bad, k)
		delete(m.bare, k)
		delete(m.since, k)
		delete(m.exact, k)
	}
	for _, t := range d.Put {
		old := m.rec[t.Key]
		switch {
		case old != nil && old.Status == t.Status && old.StatusText == t.StatusText:
			if !m.exact[t.Key] {
				m.since[t.Key] = min(m.since[t.Key], t.Stamp.Mtime)
			}
		case seen && (old != nil || t.Stamp.Mtime/1e9 >= m.began/1e9): // a file made while the board was looking is new
			m.since[t.Key], m.exact[t.Key] = d.At.UnixNano(), true
		default:
			m.since[t.Key], m.exact[t.Key] = t.Stamp.Mtime, false
		}
		m.rec[t.Key] = t
		delete(m.bad, t.Key)
		delete(m.bare, t.Key)
	}
	for _, p := range d.Problems {
		m.bad[p.Key] = p
		if m.rec[p.Key] != nil || p.Kind == tasks.NotATask {
			delete(m.bare, p.Key)
		} else if p.Kind != tasks.BeingWritten {
			m.bare[p.Key] = true
		}
	}
}

func (m *model) keys() []tasks.Key {
	set := map[tasks.Key]bool{}
	for k := range m.rec {
		set[k] = true
	}
	for k := range m.bare {
		set[k] = true
	}
	var ks []tasks.Key
	for k := range set {
		ks = append(ks, k)
	}
	slices.SortFunc(ks, tasks.Key.Compare)
	return ks
}

// resolve finds the file an id means.
func (m *model) resolve(id tasks.ID, numeric bool) (tasks.Key, bool) {
	var byName, byID []tasks.Key
	for _, k := range m.keys() {
		stem := strings.TrimSuffix(k.Name, ".json")
		fits := stem == id.Text || stem == "task_"+id.Text
		t := m.rec[k]
		switch {
		case t != nil && t.ID == id:
			if fits {
				byName = append(byName, k)
			} else {
				byID = append(byID, k)
			}
		case t != nil && t.Traits.Blocked == tasks.UnfinishedOnly:
		case t == nil && fits && (stem == id.Text && !id.Num || fileID(stem, numeric) == id):
			byName = append(byName, k)
		case t != nil && !isNamedAfter(stem, t.ID.Text) && fileID(stem, t.Traits.NumericIDs) == id:
			byName = append(byName, k)
		}
	}
	all := append(byName, byID...)
	for _, k := range all {
		if t := m.rec[k]; t != nil && t.Traits.Blocked == tasks.UnfinishedOnly && !t.Unseen && t.Status != tasks.Completed {
			return k, true
		}
	}
	if len(all) > 0 {
		return all[0], true
	}
	return tasks.Key{}, false
}

func (m *model) unfinished(k tasks.Key) bool {
	t := m.rec[k]
	return t == nil || t.Status != tasks.Completed
}

// holding are the files that keep a task from starting and can be completed; lostIDs the missing ids that do.
func (m *model) holding(t *tasks.Task, numeric bool) (holding []tasks.Key, lostIDs int) {
	for _, id := range t.WaitsFor {
		k, ok := m.resolve(id, numeric)
		switch {
		case !ok && t.Traits.Blocked != tasks.UnfinishedOnly:
			lostIDs++
		case !ok || !m.unfinished(k):
		case t.Traits.Blocked == tasks.UnfinishedOnly && (m.rec[k] == nil || m.rec[k].Unseen):
		default:
			holding = append(holding, k)
		}
	}
	return holding, lostIDs
}

func (m *model) held(t *tasks.Task, numeric bool) bool {
	if t.DroppedBlockers {
		return true
	}
	if t.Traits.Blocked == tasks.ListNotEmpty {
		return len(t.WaitsFor) > 0
	}
	h, l := m.holding(t, numeric)
	return len(h)+l > 0
}

// reaches are the files ahead of one, through unfinished tasks.
func (m *model) reaches(k tasks.Key, numeric bool) map[tasks.Key]bool {
	seen := map[tasks.Key]bool{}
	var visit func(tasks.Key)
	visit = func(k tasks.Key) {
		t := m.rec[k]
		if t == nil || t.Status == tasks.Completed {
			return
		}
		h, _ := m.holding(t, numeric)
		for _, x := range h {
			if !seen[x] {
				seen[x] = true
				visit(x)
			}
		}
	}
	visit(k)
	return seen
}

func (m *model) state(k tasks.Key, numeric bool) State {
	t := m.rec[k]
	switch {
	case t == nil:
		return Broken
	case t.Status == tasks.InProgress:
		return Running
	case t.Status == tasks.Completed:
		return Done
	case t.Status == tasks.Foreign:
		return Unknown
	case !m.held(t, numeric):
		return Ready
	}
	h, l := m.holding(t, numeric)
	if len(h) == 0 && l > 0 && !t.DroppedBlockers {
		return Missing
	}
	ahead := m.reaches(k, numeric)
	ahead[k] = true
	for x := range ahead {
		if m.reaches(x, numeric)[x] {
			return Stuck
		}
	}
	return Waiting
}

func (m *model) behind(k tasks.Key, numeric bool) int {
	n := 0
	for x := range m.rec {
		if x != k && m.rec[x].Status != tasks.Completed && m.unfinished(k) && m.reaches(x, numeric)[k] {
			n++
		}
	}
	return n
}

// columns returns all cards in their order.
func (m *model) columns(numeric bool) [Columns][]tasks.Key {
	var cols [Columns][]tasks.Key
	rank := map[State]int{Ready: 1, Unknown: 2, Broken: 3, Waiting: 4, Missing: 4, Stuck: 4}
	state := map[tasks.Key]State{}
	for _, k := range m.keys() {
		st := m.state(k, numeric)
		state[k] = st
		switch st {
		case Running:
			cols[1] = append(cols[1], k)
		case Done:
			cols[2] = append(cols[2], k)
		default:
			cols[0] = append(cols[0], k)
		}
	}
	behind := map[tasks.Key]int{}
	for _, k := range cols[0] {
		if state[k] == Ready && m.done { // until all is there nothing is counted
			behind[k] = m.behind(k, numeric)
		}
	}
	slices.SortStableFunc(cols[0], func(x, y tasks.Key) int { return cmp.Or(rank[state[x]]-rank[state[y]], behind[y]-behind[x]) })
	slices.SortStableFunc(cols[1], func(x, y tasks.Key) int { return cmp.Compare(m.since[x], m.since[y]) })
	slices.SortStableFunc(cols[2], func(x, y tasks.Key) int { return cmp.Compare(m.since[y], m.since[x]) })
	return cols
}

package board

import (
	"cmp"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

// randomDelta is something an unruly directory could do.
func randomDelta(r *rand.Rand, ds []*tasks.Traits, m *model, size, step int) tasks.Delta {
	delta := tasks.Delta{At: noon.Add(time.Duration(step) * time.Second)}
	used := map[tasks.Key]bool{}
	for range 1 + r.Intn(4) {
		d := ds[r.Intn(len(ds))]
		id := fmt.Sprint(1 + r.Intn(size))
		k := keyFor(d, id)
		if used[k] {
			continue
		}
		used[k] = true
		switch x := r.Intn(12); {
		case x == 0:
			delta.Gone = append(delta.Gone, k)
		case x == 1:
			kinds := []tasks.ProblemKind{tasks.BeingWritten, tasks.Unparsable, tasks.NotATask}
			delta.Problems = append(delta.Problems, tasks.Problem{Key: k, Kind: kinds[r.Intn(3)], Since: noon})
		default:
			t := task(d, id)
			if r.Intn(10) == 0 {
				t.ID.Text = fmt.Sprint(1 + r.Intn(size)) // an id twice, or not the file's own
			}
			if r.Intn(12) == 0 {
				t.ID.Num = !t.ID.Num
			}
			t.Status = tasks.Status(r.Intn(4))
			t.Unseen = t.Status == tasks.Foreign || r.Intn(15) == 0
			t.Owner = []string{"", "", "ann", "bob"}[r.Intn(4)]
			if r.Intn(20) == 0 {
				t.DroppedLinks, t.DroppedBlockers = 1, r.Intn(2) == 0
			}
			t.Stamp.Mtime = noon.Add(-time.Duration(r.Intn(100)) * time.Second).UnixNano()
			for range r.Intn(4) {
				ref := tasks.ID{Text: fmt.Sprint(1 + r.Intn(size+2)), Num: d.NumericIDs}
				if r.Intn(15) == 0 {
					ref.Num = !ref.Num
				}
				t.WaitsFor = append(t.WaitsFor, ref)
			}
			if old := m.rec[k]; old != nil && r.Intn(2) == 0 {
				t.WaitsFor, t.ID = old.WaitsFor, old.ID
			}
			delta.Put = append(delta.Put, t)
		}
	}
	return delta
}

func check(t *rapid.T, b *Board, m *model, numeric bool) {
	cols := m.columns(numeric)
	if b.grouping.on {
		for c := range cols {
			slices.SortStableFunc(cols[c], func(x, y tasks.Key) int {
				place := func(k tasks.Key) string {
					switch t := m.rec[k]; {
					case t == nil || t.Owner == "":
						return "3"
					case t.Owner == "bob":
						return "1"
					}
					return "2 ann"
				}
				return strings.Compare(place(x), place(y))
			})
		}
	}
	ready := slices.DeleteFunc(slices.Clone(cols[PendingColumn]), func(k tasks.Key) bool { return m.state(k, numeric) != Ready })
	if got := b.Ready(); !slices.Equal(got, ready) {
		t.Fatalf("ready: %s, want %s", names(got), names(ready))
	}
	if got := b.InProgress(); !slices.Equal(got, cols[InProgressColumn]) {
		t.Fatalf("in progress: %s, want %s", names(got), names(cols[InProgressColumn]))
	}
	var counts Counts
	for c := range Columns {
		counts.Total += len(cols[c])
		var got []tasks.Key
		for i := range b.Len(Column(c)) {
			got = append(got, b.At(Column(c), i))
		}
		if !slices.Equal(got, cols[c]) {
			t.Fatalf("%s column:\n got %s\nwant %s", Column(c), names(got), names(cols[c]))
		}
		for i, k := range cols[c] {
			if rc, ri, ok := b.Rank(k); !ok || int(rc) != c || ri != i {
				t.Fatalf("rank of %s: %v %d %v, want %d %d", k.Name, rc, ri, ok, c, i)
			}
			want := m.state(k, numeric)
			if got := b.State(k); got != want {
				t.Fatalf("state of %s: %d, want %d", k.Name, got, want)
			}
			switch want {
			case Ready:
				counts.Ready++
			case Waiting, Missing, Stuck:
				counts.Blocked++
			case Running:
				counts.Running++
			case Done:
				counts.Done++
			case Unknown:
				counts.Unknown++
			case Broken:
				counts.Broken++
			}
			if got, want := b.Behind(k, 1000), m.behind(k, numeric); got != want {
				t.Fatalf("behind %s: %d, want %d", k.Name, got, want)
			}
			if rec := m.rec[k]; rec != nil {
				h, l := m.holding(rec, numeric)
				if got, want := b.StartedEarly(k), want == Running && len(h)+l > 0; got != want {
					t.Fatalf("%s started early: %v, want %v", k.Name, got, want)
				}
				open, alone := 0, true
				for _, e := range b.WaitsFor(k) {
					if e.Open {
						open++
						alone = alone && b.State(e.Key) == Running
					}
				}
				if got := b.WaitsForRunning(k); got != alone {
					t.Fatalf("%s waits for tasks in progress alone: %v, want %v", k.Name, got, alone)
				}
				distinct := map[tasks.ID]bool{}
				for _, id := range rec.WaitsFor {
					x, ok := m.resolve(id, numeric)
					if !ok && rec.Traits.Blocked != tasks.UnfinishedOnly || ok && slices.Contains(h, x) {
						distinct[id] = true
					}
				}
				if open != len(distinct) {
					t.Fatalf("%s has %d open links, want %d", k.Name, open, len(distinct))
				}
			}
		}
	}
	for _, p := range m.bad {
		if p.Kind != tasks.BeingWritten {
			counts.Problems++
		}
	}
	if got, want := b.appendPendingNeeds(nil), pendingNeedsByLooking(b); !slices.Equal(got, want) {
		t.Fatalf("pending needs:\n got %v\nwant %v", got, want)
	}
	if got := b.Counts(); got != counts {
		t.Fatalf("counts: %+v, want %+v", got, counts)
	}
}

// pendingNeedsByLooking is appendPendingNeeds without anything that was kept.
func pendingNeedsByLooking(b *Board) (all []Need) {
	stuck := false
	for s := range b.columns[PendingColumn].each {
		sl := &b.slots[s]
		if n, ok := b.needOf(s, noon, 0); ok {
			all = append(all, n)
		}
		stuck = stuck || sl.group == groupBlocked && b.isStuck(s)
	}
	if stuck {
		all = b.appendLoops(all)
	}
	return all
}

func TestTheBoardEqualsOneWorkedOutFromNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		d := every[rapid.IntRange(0, len(every)-1).Draw(t, "dialect")]
		ds := []*tasks.Traits{d}
		if rapid.Bool().Draw(t, "mixed") {
			ds = append(ds, every[rapid.IntRange(0, len(every)-1).Draw(t, "other dialect")])
		}
		size := rapid.IntRange(2, 12).Draw(t, "size")
		b, m := New(), newModel()
		b.SetTraits("", d)
		loading := rapid.IntRange(0, 3).Draw(t, "loading")
		q := query(rapid.SampledFrom(filters).Draw(t, "filter"))
		filtered := New()
		filtered.SetTraits("", d)
		filtered.SetFilter(q)
		regroup := rapid.IntRange(0, 30).Draw(t, "regroup")
		for i := range rapid.IntRange(1, 25).Draw(t, "steps") {
			delta := randomDelta(r, ds, m, size, i)
			delta.Loading = i < loading
			before := snapshot(m, d.NumericIDs)
			loaded := b.Loaded()
			m.apply(delta, loaded && !delta.Loading)
			diff := b.Apply(delta)
			filtered.Apply(delta)
			if i == regroup || i == regroup+5 {
				b.GroupByOwner(i == regroup, "bob")
				filtered.GroupByOwner(i == regroup, "bob")
			}
			if diff.Reset {
				return // what follows is another test's
			}
			check(t, b, m, d.NumericIDs)
			checkGraph(t, b, m)
			if loaded && !delta.Loading {
				checkFlips(t, m, before, diff, d.NumericIDs)
			} else if len(diff.Events)+len(diff.Moved) > 0 {
				t.Fatalf("the first reading has %d events", len(diff.Events))
			}
			checkFilter(t, b, filtered, q)
		}
	})
}

type standing struct {
	pending, held bool
}

func snapshot(m *model, numeric bool) map[tasks.Key]standing {
	out := map[tasks.Key]standing{}
	for k, t := range m.rec {
		out[k] = standing{t.Status == tasks.Pending, m.held(t, numeric)}
	}
	return out
}

// checkFlips compares the tasks of events, unblocked and blocked again, with the states before and after; each
// of them is in one event of the batch.
func checkFlips(t *rapid.T, m *model, before map[tasks.Key]standing, diff Diff, numeric bool) {
	var freedKeys, heldKeys []tasks.Key
	for _, k := range m.keys() {
		now := m.rec[k]
		was, there := before[k]
		if now == nil || !there || !was.pending {
			continue
		}
		is := m.held(now, numeric)
		switch {
		case was.held && !is && (now.Status == tasks.Pending || now.Status == tasks.InProgress):
			freedKeys = append(freedKeys, k)
		case !was.held && is && now.Status == tasks.Pending:
			heldKeys = append(heldKeys, k)
		}
	}
	var eventsFreed, eventsHeld []tasks.Key
	for _, e := range diff.Events {
		eventsFreed = append(eventsFreed, e.Unblocked...)
		eventsHeld = append(eventsHeld, e.Blocked...)
	}
	slices.SortFunc(diff.Unblocked, tasks.Key.Compare)
	if !slices.Equal(diff.Unblocked, freedKeys) {
		t.Fatalf("unblocked: %s, want %s", names(diff.Unblocked), names(freedKeys))
	}
	for _, k := range freedKeys {
		if !slices.Contains(eventsFreed, k) {
			t.Fatalf("no event says that %s was unblocked: %v", k.Name, story(diff.Events))
		}
	}
	slices.SortFunc(eventsHeld, tasks.Key.Compare)
	if !slices.Equal(eventsHeld, heldKeys) {
		t.Fatalf("blocked again: %s, want %s", names(eventsHeld), names(heldKeys))
	}
}

// checkFilter holds the filter that was kept up to date against one that is set now.
func checkFilter(t *rapid.T, b, kept *Board, q Query) {
	b.SetFilter(q)
	for c := range Column(Columns) {
		if got, want := column(kept, c), column(b, c); got != want {
			t.Fatalf("filtered %s: %s, want %s", c, got, want)
		}
	}
	b.SetFilter(Query{})
}

// filters are queries of all kinds of words.
var filters = []string{
	"1", "-1", "is:ready", "-is:blocked is:d", "is:b", "is:unknown", "is:running @none", "is:stuck", "-is:stuck -2", "is:needs-me", "@a", "owner:none", "waits-for:2",
	"waits-for:@none", "unblocks:2", "-unblocks:1", "unblocks:@bob -is:done", "changed<1m", "is:stalled -changed<2h", "#1 #2",
}

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
	for _, k := range slices.Concat(cols[0], cols[1]) {
		if (state[k] == Ready || state[k] == Running) && m.done { // until all is there nothing is counted
			behind[k] = m.behind(k, numeric)
		}
	}
	slices.SortStableFunc(cols[0], func(x, y tasks.Key) int { return cmp.Or(rank[state[x]]-rank[state[y]], behind[y]-behind[x]) })
	slices.SortStableFunc(cols[1], func(x, y tasks.Key) int { return cmp.Or(behind[y]-behind[x], cmp.Compare(m.since[x], m.since[y])) })
	slices.SortStableFunc(cols[2], func(x, y tasks.Key) int { return cmp.Compare(m.since[y], m.since[x]) })
	return cols
}

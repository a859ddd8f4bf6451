package board

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

// The work a walk does must not explode where paths do: every task of a layer waits for every task of the next.
func TestDenseGraphsAreWalkedOnce(t *testing.T) {
	var ts []*tasks.Task
	const layers, width = 40, 25
	for l := range layers {
		for w := range width {
			x := task(s12, fmt.Sprintf("%d-%d", l, w))
			for v := range width {
				x.WaitsFor = append(x.WaitsFor, tasks.ID{Text: fmt.Sprintf("%d-%d", (l+1)%layers, v)})
			}
			ts = append(ts, x)
		}
	}
	b := showing(ts...)
	if got := b.Behind(ts[0].Key, 1<<20); got != layers*width-1 {
		t.Errorf("behind: %d", got)
	}
	if got := b.State(ts[0].Key); got != Stuck {
		t.Errorf("state: %v", got)
	}
	before := b.walkMark
	for _, x := range ts {
		b.State(x.Key)
	}
	if walks := b.walkMark - before; walks > layers*width {
		t.Errorf("%d walks", walks)
	}
	b.Apply(put(with(ts[0], waitsFor())))
	if got := b.State(ts[1].Key); got != Stuck {
		t.Errorf("a sibling of the freed task: %v", got)
	}
}

func TestATaskIsInALoopWithItsNextBlockerOrOnlyBehindOne(t *testing.T) {
	b := showing(task(s12, "a", waitsFor("free", "c")), task(s12, "c", waitsFor("d")), task(s12, "d", waitsFor("a")), task(s12, "behind", waitsFor("a")),
		task(s12, "far", waitsFor("behind")), task(s12, "self", waitsFor("self")), task(s12, "done", is(tasks.Completed), waitsFor("x")), task(s12, "x", waitsFor("done", "y")),
		task(s12, "y", waitsFor("x")), task(s12, "free"), task(s12, "after", waitsFor("free")))
	for id, want := range map[string]string{"a": "c", "c": "d", "d": "a", "behind": "", "far": "", "self": "self", "x": "y", "y": "x", "free": "", "after": ""} {
		with, ok := b.InLoop(keyFor(s12, id))
		if ok != (want != "") || ok && with != keyFor(s12, want) {
			t.Errorf("%s is in a loop with %v (%v), want %q", id, with, ok, want)
		}
	}
	if n := b.CountStuck(); n != 8 {
		t.Errorf("%d are stuck, want 8", n)
	}
}

func TestAChangeAllocatesTheSameOnEveryBoard(t *testing.T) {
	per := map[int]float64{}
	for _, n := range []int{1000, 20000} {
		ts := project(n)
		b := loaded(ts)
		turns := rounds(ts[n/2+n/100+5])
		d := tasks.Delta{Put: make([]*tasks.Task, 1), At: noon}
		i := 0
		per[n] = testing.AllocsPerRun(300, func() {
			d.Put[0] = turns[i%3]
			b.Apply(d)
			i++
		})
	}
	if per[20000] > per[1000]+8 || per[1000] > 40 {
		t.Errorf("allocations per change: %v", per)
	}
}

func TestClaudeCodeFindsATaskByTheIDInItsFileAlone(t *testing.T) {
	b := showing(task(claude, "3", func(t *tasks.Task) { t.Name = "5.json" }), task(claude, "6", waitsFor("5")), task(claude, "7", waitsFor("3")))
	same(t, "states", fmt.Sprint(b.State(keyFor(claude, "6")), " ", b.State(keyFor(claude, "7"))), "ready blocked")
}

func TestAFileIsFoundByItsNameWhereItsAgentsOpenItByName(t *testing.T) {
	byName := *s12
	byName.ByName = true
	for d, want := range map[*tasks.Traits]string{s12: "1 2", &byName: "1"} {
		other := task(d, "task_b", is(tasks.Completed))
		other.ID.Text = "task_x"
		b := showing(other, task(d, "task_1", waitsFor("task_b")), task(d, "task_2", waitsFor("task_x")))
		ready := ""
		for _, k := range []string{"1", "2"} {
			if b.State(keyFor(d, "task_"+k)) == Ready {
				ready += " " + k
			}
		}
		same(t, "ready", ready, " "+want)
	}
}

// ends describes the links of a task: "2 open, 3 satisfied one-sided".
func ends(links []LinkEnd) string {
	var all []string
	for _, l := range links {
		words := l.ID.Text
		for word, is := range map[string]bool{" open": l.Open, " satisfied": l.Satisfied} {
			if is {
				words += word
			}
		}
		if l.OneSided {
			words += " one-sided"
		}
		if l.Key == (tasks.Key{}) {
			words += " without a file"
		}
		all = append(all, words)
	}
	return strings.Join(all, ", ")
}

func TestTheLinksOfATask(t *testing.T) {
	many := func(t *tasks.Task) { t.DroppedLinks, t.DroppedBlockers = 3, true }
	for _, c := range []struct {
		what               string
		tasks              []*tasks.Task // the links are those of the first
		waitsFor, unblocks string
		graph              string
	}{
		{"both sides", of(task(v6, "2", waitsFor("1"), blocksTasks("3")), task(v6, "1", blocksTasks("2")), task(v6, "3", waitsFor("2"))), "1 open", "3 open", "1>2 open, 2>3 open"},
		{"the other side does not know", of(task(v6, "2", waitsFor("1")), task(v6, "1"), task(v6, "3", waitsFor("2"))), "1 open one-sided", "3 open one-sided", "1>2 open one-sided, 2>3 open one-sided"},
		{"nor is it asked", of(task(s12, "2", waitsFor("1")), task(s12, "1"), task(s12, "3", waitsFor("2"))), "1 open", "3 open", "1>2 open, 2>3 open"},
		{"its own side alone", of(task(v6, "2", blocksTasks("3", "3", "9")), task(v6, "3")), "", "3 one-sided, 9 one-sided without a file", "2>3 one-sided"},
		{"the blocker's side alone", of(task(v6, "2"), task(v6, "1", blocksTasks("2"))), "1 one-sided", "", "1>2 one-sided"},
		{"the side of a completed blocker alone", of(task(v6, "2"), task(v6, "1", blocksTasks("2"), is(tasks.Completed))), "", "", "1>2"},
		{"links were cleared when it was completed", of(task(v6, "2", blocksTasks("3", "4"), is(tasks.Completed)), task(v6, "3"), task(v6, "4", waitsFor("2"))), "", "4 satisfied, 3 satisfied", "2>3, 2>4 open"},
		{"nobody clears them", of(task(claude, "2", blocksTasks("3"), is(tasks.Completed)), task(claude, "3")), "", "3 one-sided", "2>3 one-sided"},
		{"a completed blocker", of(task(claude, "2", waitsFor("1")), task(claude, "1", is(tasks.Completed))), "1 satisfied", "", "1>2"},
		{"a completed task that waits", of(task(s12, "2"), task(s12, "3", waitsFor("2"), is(tasks.Completed))), "", "3", "2>3"},
		{"more than is read of it", of(task(v6, "2", many), task(v6, "3", waitsFor("2"))), "", "3 open", "2>3 open"},
		{"more than is read of the blocker", of(task(v6, "2", waitsFor("1")), task(v6, "1", many)), "1 open", "", "1>2 open"},
		{"more than is read of what it blocks", of(task(v6, "2", blocksTasks("3")), task(v6, "3", many)), "", "3", "2>3"},
		{"named twice", of(task(s12, "2", waitsFor("1", "1")), task(s12, "1"), task(s12, "3", waitsFor("2", "2"))), "1 open", "3 open", "1>2 open, 2>3 open"},
		{"an id that no file has", of(task(s12, "2", waitsFor("9"))), "9 open without a file", "", "9>2 open"},
		{"where agents ignore it", of(task(claude, "2", waitsFor("9"))), "9 without a file", "", "9>2"},
		{"a blocker that no agent sees", of(task(s12, "2", waitsFor("1")), task(s12, "1", foreign("done"))), "1 open", "", "1>2 open"},
		{"where agents ignore that", of(task(claude, "2", waitsFor("1")), task(claude, "1", foreign("done"), blocksTasks("2"))), "1", "", "1>2"},
		{"not seen itself", of(task(s12, "2", foreign("done")), task(s12, "3", waitsFor("2"))), "", "3 open", "2>3 open"},
		{"where that holds nobody back", of(task(claude, "2", foreign("done"), blocksTasks("3")), task(claude, "3", waitsFor("2"))), "", "3", "2>3"},
		{"itself", of(task(claude, "2", waitsFor("2"), blocksTasks("2"))), "2 open", "", "2 itself"},
	} {
		t.Run(c.what, func(t *testing.T) {
			waits, unblocks := showing(c.tasks...).LinksOf(c.tasks[0].Key)
			var there []LinkEnd
			for _, l := range showing(c.tasks...).Unblocks(c.tasks[0].Key) {
				if l.Key != c.tasks[0].Key {
					there = append(there, l)
				}
			}
			same(t, "in the graph", drawnLinks(showing(c.tasks...).DepGraph()), c.graph)
			same(t, "waits for", ends(waits), c.waitsFor)
			same(t, "unblocks", ends(there), c.unblocks)
			same(t, "of them with a file", ends(unblocks), strings.TrimSuffix(strings.TrimSuffix(c.unblocks, "9 one-sided without a file"), ", "))
		})
	}
}

func TestALinkOnOneSideIsHowItIsWhereOnlyTheListOfTheWaitingOneCounts(t *testing.T) {
	first := task(s07, "1", blocksTasks("3", "9"))
	b := showing(first, task(s07, "2", waitsFor("1")), task(s07, "3"))
	same(t, "waits for", ends(b.WaitsFor(keyFor(s07, "2"))), "1 open")
	same(t, "unblocks", ends(b.Unblocks(first.Key)), "2 open")
	for _, k := range []tasks.Key{first.Key, keyFor(s07, "2"), keyFor(s07, "3")} {
		if _, err := RepairLinks(b, k, "me", noon); err == nil || !strings.Contains(err.Error(), "none of its links") {
			t.Errorf("%s is to be repaired: %v", k.Name, err)
		}
	}
	if got := len(b.DepGraph().Edges()); got != 1 {
		t.Errorf("%d links are drawn", got)
	}
}

// project makes n tasks as a believable project has them: each waits for up to three earlier ones nearby, the
// first half is mostly completed.
func project(n int) []*tasks.Task {
	r := rand.New(rand.NewSource(1))
	owners := []string{"agent-1", "agent-2", "agent-3", "agent-4"}
	ts := make([]*tasks.Task, n)
	id := func(i int) string { return fmt.Sprintf("task_1778%06d_%04d", i/3, i%10000) }
	for i := range ts {
		t := task(s12, id(i), called(fmt.Sprintf("Wire part %d of the edge router", i)))
		t.Stamp.Mtime -= int64(i) * int64(time.Second)
		switch {
		case i < n/2:
			t.Status, t.Owner = tasks.Completed, owners[r.Intn(4)]
		case i < n/2+n/100:
			t.Status, t.Owner = tasks.InProgress, owners[r.Intn(4)]
		}
		for range r.Intn(3) {
			if i > 0 {
				t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: ts[max(0, i-1-r.Intn(30))].ID.Text})
			}
		}
		ts[i] = t
	}
	return ts
}

// loaded feeds tasks as a store does, in batches.
func loaded(ts []*tasks.Task) *Board {
	b := New()
	const batch = 512
	for i := 0; i < len(ts); i += batch {
		end := min(i+batch, len(ts))
		b.Apply(tasks.Delta{Put: ts[i:end], Loading: end < len(ts), Whole: true, At: noon})
	}
	return b
}

// rounds returns the records of a task that is claimed, completed and reopened, again and again.
func rounds(t *tasks.Task) [3]*tasks.Task {
	return [3]*tasks.Task{
		with(t, is(tasks.InProgress), owned("agent-1")),
		with(t, is(tasks.Completed), owned("agent-1")),
		with(t, is(tasks.Pending), owned("")),
	}
}

var sizes = []int{1000, 10000, 100000}

func BenchmarkApplyOneChange(b *testing.B) {
	perOp := map[int]float64{}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ts := project(n)
			board := loaded(ts)
			var turns [][3]*tasks.Task
			for i := range 64 {
				turns = append(turns, rounds(ts[n/2+n/100+i*(n/200)]))
			}
			d := tasks.Delta{Put: make([]*tasks.Task, 1), At: noon}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				d.Put[0] = turns[i/3%64][i%3]
				d.At = d.At.Add(time.Second)
				board.Apply(d)
				i++
			}
			perOp[n] = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			if small := perOp[sizes[0]]; small > 0 && n > sizes[0] {
				b.ReportMetric(perOp[n]/small, "x-of-1000")
			}
		})
	}
}

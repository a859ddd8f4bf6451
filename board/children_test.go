package board

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

// flow is a dialect whose tasks can be parts of others.
var flow = &tasks.Traits{Dialect: "ccw", Nests: true}

func partOf(id string) opt { return func(t *tasks.Task) { t.Parent = tasks.ID{Text: id} } }

// formed returns a task whose id alone says that it is a part of another.
func formed(id string) opt {
	return func(t *tasks.Task) { t.Parent, t.Marks = tasks.ID{Text: id}, tasks.ByForm }
}

func parts(ids ...string) opt {
	return func(t *tasks.Task) { t.Children = refs(t.Traits, ids...) }
}

// stateOf returns the column and the state of a card in words.
func stateOf(b *Board, id string) string {
	k := keyFor(flow, id)
	c, _, ok := b.Rank(k)
	if !ok {
		return "not shown"
	}
	return fmt.Sprintf("%s in %s", b.State(k), c)
}

func TestAContainerIsInTheColumnOfItsParts(t *testing.T) {
	box := task(flow, "IMPL-1", is(tasks.Container))
	one, two := task(flow, "IMPL-1.1", partOf("IMPL-1")), task(flow, "IMPL-1.2", partOf("IMPL-1"))
	b := showing(box, one, two)
	for _, c := range []struct {
		first, second tasks.Status
		want          string
	}{
		{tasks.Pending, tasks.Blocked, "container in Pending"}, {tasks.InProgress, tasks.Pending, "container in In progress"},
		{tasks.Completed, tasks.Pending, "container in In progress"}, {tasks.Failed, tasks.Pending, "container in In progress"},
		{tasks.Completed, tasks.InProgress, "container in In progress"}, {tasks.Completed, tasks.Skipped, "container in Completed"},
		{tasks.Pending, tasks.Pending, "container in Pending"},
	} {
		one, two = with(one, is(c.first)), with(two, is(c.second))
		b.Apply(put(one, two))
		same(t, fmt.Sprintf("%s and %s", c.first, c.second), stateOf(b, "IMPL-1"), c.want)
	}
	b.Apply(gone(one.Key, two.Key))
	same(t, "without parts", stateOf(b, "IMPL-1"), "container in Pending")
}

func TestEitherFileSaysWhatIsAPart(t *testing.T) {
	for what, b := range map[string]*Board{
		"the part's own":  showing(task(flow, "A-1"), task(flow, "B-1", partOf("A-1"), is(tasks.InProgress))),
		"the container's": showing(task(flow, "A-1", parts("B-1")), task(flow, "B-1", is(tasks.InProgress))),
		"both":            showing(task(flow, "A-1", parts("B-1")), task(flow, "B-1", partOf("A-1"), is(tasks.InProgress))),
		"the part came last": func() *Board {
			b := showing(task(flow, "A-1"))
			b.Apply(put(task(flow, "B-1", partOf("A-1"), is(tasks.InProgress))))
			return b
		}(),
	} {
		same(t, what, stateOf(b, "A-1"), "container in In progress")
		same(t, what, names(b.Children(keyFor(flow, "A-1"))), "B-1")
		if k, ok := b.Parent(keyFor(flow, "B-1")); !ok || k != keyFor(flow, "A-1") {
			t.Errorf("%s: part of %v", what, k)
		}
	}
	b := showing(task(ccw, "A-1", parts("B-1")), task(ccw, "B-1", partOf("A-1")))
	if _, _, ok := b.ContainerProgress(keyFor(ccw, "A-1")); ok {
		t.Error("a dialect without containers has one")
	}
}

// An id such as is a hint: it makes a part only of a task that has parts, and never of what it waits for.
func TestTheFormOfAnIDMakesAPartWhereNothingContradictsIt(t *testing.T) {
	one, two := task(flow, "A-1.1", formed("A-1")), task(flow, "A-1.2", formed("A-1"))
	for what, c := range map[string]struct {
		files []*tasks.Task
		want  string
	}{
		"nothing says that A-1 has parts":  {[]*tasks.Task{task(flow, "A-1"), one, two}, ""},
		"A-1 is a container":               {[]*tasks.Task{task(flow, "A-1", is(tasks.Container)), one, two}, "A-1.1 A-1.2"},
		"A-1 names one of them":            {[]*tasks.Task{task(flow, "A-1", parts("A-1.1")), one, two}, "A-1.1 A-1.2"},
		"another file names A-1 as parent": {[]*tasks.Task{task(flow, "A-1"), one, task(flow, "B-1", partOf("A-1"))}, "A-1.1 B-1"},
		"one waits for A-1": {
			[]*tasks.Task{task(flow, "A-1", is(tasks.Container)), with(one, waitsFor("A-1")), two}, "A-1.2",
		},
		"one waits for A-1, the other for that one": {
			[]*tasks.Task{task(flow, "A-1", is(tasks.Container)), with(one, waitsFor("A-1")), with(two, waitsFor("A-1.1"))}, "",
		},
		"A-1 names one that waits for it": {
			[]*tasks.Task{task(flow, "A-1", parts("A-1.1")), with(one, waitsFor("A-1"))}, "A-1.1",
		},
	} {
		b := showing(c.files...)
		same(t, what, names(b.Children(keyFor(flow, "A-1"))), c.want)
		if k, ok := b.Parent(keyFor(flow, "A-1.1")); ok != slices.Contains(b.Children(keyFor(flow, "A-1")), keyFor(flow, "A-1.1")) {
			t.Errorf("%s: A-1.1 is a part of %v", what, k)
		}
	}
}

// A container may name a part whose file cannot be read.
func TestABrokenPartIsNoPart(t *testing.T) {
	b := showing(task(flow, "A-1", parts("A-1.1", "A-1.2")), task(flow, "A-1.1", formed("A-1"), is(tasks.Completed)))
	b.Apply(tasks.Delta{At: noon, Problems: []tasks.Problem{{Key: keyFor(flow, "A-1.2"), Kind: tasks.Unparsable}}})
	same(t, "parts", names(b.Children(keyFor(flow, "A-1"))), "A-1.1")
	same(t, "the container", stateOf(b, "A-1"), "container in Completed")
}

func TestContainersCountInNoTotal(t *testing.T) {
	b := showing(task(flow, "IMPL-1", parts("IMPL-1.1", "IMPL-1.2")), task(flow, "IMPL-1.1", is(tasks.Completed)), task(flow, "IMPL-1.2"), task(flow, "IMPL-2", is(tasks.Failed)))
	same(t, "counts", fmt.Sprintf("%+v", b.Counts()), "{Total:3 Ready:1 Blocked:0 Running:0 Done:1 Unknown:0 Broken:0 Problems:0}")
	same(t, "running", fmt.Sprint(b.Len(InProgressColumn), b.Total(InProgressColumn), b.Shown(InProgressColumn)), "1 0 0")
	same(t, "in progress", names(b.InProgress()), "")
	b.SetFilter(query("is:running"))
	same(t, "is:running", column(b, InProgressColumn), "")
	b.SetFilter(query("is:container"))
	same(t, "is:container", column(b, InProgressColumn), "IMPL-1")
	if done, all, ok := b.ContainerProgress(keyFor(flow, "IMPL-1")); !ok || done != 1 || all != 2 {
		t.Errorf("%d of %d, %v", done, all, ok)
	}
}

func TestAFoldedContainerHidesItsPartsUntilASearchFindsThem(t *testing.T) {
	box := keyFor(flow, "IMPL-1")
	b := showing(task(flow, "IMPL-1", is(tasks.Container)), task(flow, "IMPL-1.1", partOf("IMPL-1")), task(flow, "IMPL-1.2", partOf("IMPL-1")), task(flow, "IMPL-2"))
	if b.Fold(keyFor(flow, "IMPL-2"), true) || !b.Fold(box, true) || !b.Folded(box) {
		t.Fatal("folding")
	}
	same(t, "folded", column(b, PendingColumn), "IMPL-1 IMPL-2")
	same(t, "totals", fmt.Sprint(b.Counts().Total, b.Total(PendingColumn)), "3 3")
	b.Apply(put(task(flow, "IMPL-1.3", partOf("IMPL-1")), task(flow, "IMPL-3")))
	same(t, "a new part", column(b, PendingColumn), "IMPL-1 IMPL-2 IMPL-3")
	b.SetFilter(query("IMPL-1.2"))
	same(t, "looked for", column(b, PendingColumn), "IMPL-1.2")
	b.SetFilter(Query{})
	same(t, "no more", column(b, PendingColumn), "IMPL-1 IMPL-2 IMPL-3")
	b.Apply(gone(box))
	same(t, "the container is gone", column(b, PendingColumn), "IMPL-1.1 IMPL-1.2 IMPL-1.3 IMPL-2 IMPL-3")
	b.Apply(put(task(flow, "IMPL-1", is(tasks.Container))))
	same(t, "and comes back", column(b, PendingColumn), "IMPL-1 IMPL-2 IMPL-3")
	b.Fold(box, false)
	same(t, "unfolded", column(b, PendingColumn), "IMPL-1 IMPL-1.1 IMPL-1.2 IMPL-1.3 IMPL-2 IMPL-3")
}

func TestWhatWaitsForAContainerWaitsForItsParts(t *testing.T) {
	one, two := task(flow, "IMPL-1.1", partOf("IMPL-1"), is(tasks.Completed)), task(flow, "IMPL-1.2", partOf("IMPL-1"))
	b := showing(task(flow, "IMPL-1", is(tasks.Container)), one, two, task(flow, "IMPL-2", waitsFor("IMPL-1")))
	same(t, "before", stateOf(b, "IMPL-2"), "blocked in Pending")
	d := b.Apply(put(with(two, is(tasks.Completed))))
	same(t, "after", stateOf(b, "IMPL-2"), "ready in Pending")
	same(t, "unblocked", names(d.Unblocked), "IMPL-2")
	e, err := Claim(b, keyFor(flow, "IMPL-2"), "mia", noon)
	need := tasks.Need{Key: two.Key, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Completed)}
	if err != nil || !slices.Contains(e.Needs, need) {
		t.Errorf("%v, %+v", err, e.Needs)
	}
}

func TestWaitingForWhatOneIsAPartOfNeverEnds(t *testing.T) {
	b := showing(task(flow, "IMPL-1", is(tasks.Container)), task(flow, "IMPL-1.1", partOf("IMPL-1"), waitsFor("IMPL-2")), task(flow, "IMPL-2", waitsFor("IMPL-1")))
	for _, id := range []string{"IMPL-1.1", "IMPL-2"} {
		same(t, id, stateOf(b, id), "stuck in Pending")
	}
	b.Apply(put(task(flow, "IMPL-2")))
	same(t, "freed", stateOf(b, "IMPL-1.1"), "blocked in Pending")
}

func TestWhatSaysBlockedAndWaitsForNothingMayBeClaimed(t *testing.T) {
	b := showing(task(flow, "A-1", is(tasks.Completed)), task(flow, "A-2", is(tasks.Blocked), waitsFor("A-1")), task(flow, "A-3", is(tasks.Blocked), waitsFor("A-2")))
	same(t, "says", fmt.Sprint(b.SaysBlocked(keyFor(flow, "A-1")), b.SaysBlocked(keyFor(flow, "A-2")), b.SaysBlocked(keyFor(flow, "A-3"))), "false true false")
	if _, err := Claim(b, keyFor(flow, "A-2"), "mia", noon); err != nil {
		t.Error(err)
	}
	if _, err := Claim(b, keyFor(flow, "A-3"), "mia", noon); err == nil {
		t.Error("claimed")
	}
}

// However a board came to its picture, it is the one that the files of now make.
func TestContainersFollowEveryChangeOfTheirParts(t *testing.T) {
	ids := []string{"A-1", "A-1.1", "A-1.2", "A-2", "A-2.1", "B-1"}
	id := rapid.SampledFrom(ids)
	some := rapid.SliceOfN(id, 0, 2)
	status := rapid.SampledFrom([]tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed, tasks.Blocked, tasks.Failed, tasks.Skipped, tasks.Container})
	rapid.Check(t, func(t *rapid.T) {
		b, now := showing(), map[tasks.Key]*tasks.Task{}
		for range rapid.IntRange(1, 25).Draw(t, "changes") {
			var d tasks.Delta
			for range rapid.IntRange(1, 3).Draw(t, "at once") {
				name := id.Draw(t, "task")
				k := keyFor(flow, name)
				if now[k] != nil && rapid.IntRange(0, 4).Draw(t, "goes") == 0 {
					if slices.ContainsFunc(d.Put, func(p *tasks.Task) bool { return p.Key == k }) {
						continue
					}
					delete(now, k)
					d.Gone = append(d.Gone, k)
					continue
				}
				if slices.Contains(d.Gone, k) {
					continue
				}
				n := task(flow, name, is(status.Draw(t, "status")), waitsFor(some.Draw(t, "waits")...), parts(some.Draw(t, "parts")...))
				if rapid.Bool().Draw(t, "has a parent") {
					n.Parent = tasks.ID{Text: id.Draw(t, "parent")}
					n.Marks.Set(tasks.ByForm, rapid.Bool().Draw(t, "by its id"))
				}
				if n.Parent == n.ID {
					n.Parent, n.Marks = tasks.ID{}, 0
				}
				n.Stamp.Size = int64(len(now)) // as a reader would see it
				now[k] = n
				d.Put = append(slices.DeleteFunc(d.Put, func(p *tasks.Task) bool { return p.Key == k }), n)
			}
			d.At = noon
			if rapid.IntRange(0, 5).Draw(t, "folds") == 0 {
				b.Fold(keyFor(flow, id.Draw(t, "folded")), rapid.Bool().Draw(t, "fold"))
			}
			b.Apply(d)
			var all []*tasks.Task
			for _, n := range now {
				all = append(all, n)
			}
			fresh := showing(all...)
			for k := range b.folded {
				fresh.folded[k] = true
			}
			fresh.refilter()
			if got, want := picture(b, ids), picture(fresh, ids); got != want {
				t.Fatalf("it is\n%s\nand should be\n%s", got, want)
			}
			if lost := lostUnderHeads(b, ids); lost != "" {
				t.Fatalf("%s:\n%s", lost, picture(b, ids))
			}
		}
	})
}

// picture returns all that can be seen of the cards of some ids.
func picture(b *Board, ids []string) string {
	s := fmt.Sprintf("%+v\n", b.Counts())
	for _, id := range ids {
		k := keyFor(flow, id)
		done, all, whole := b.ContainerProgress(k)
		_, _, shown := b.Rank(k)
		s += fmt.Sprintf("%s: %s shown %v, container %v %d/%d, parts %s\n", id, b.State(k), shown, whole, done, all, names(b.Children(k)))
	}
	for c := PendingColumn; c <= CompletedColumn; c++ {
		shown := make([]string, 0, b.Len(c))
		for i := range b.Len(c) {
			shown = append(shown, b.At(c, i).Name)
		}
		slices.Sort(shown) // by when they came where they are: the fresh board did not see it
		s += fmt.Sprint(c, " ", b.Total(c), b.Shown(c), shown, "\n")
	}
	return s
}

package board

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
)

// in puts a task into a list.
func in(list string, t *tasks.Task) *tasks.Task { t.List = list; return t }

// laned returns a board of two lists of different dialects that have the same ids and file names.
func laned() *Board {
	b := New()
	b.SetLanes([]string{"newer", "older"})
	b.SetTraits("newer", claude)
	b.SetTraits("older", s12)
	b.Apply(tasks.Delta{At: noon, Put: []*tasks.Task{
		in("older", task(claude, "1", called("Old first"))), in("older", task(claude, "2", called("Old second"), waitsFor("1"))),
		in("newer", task(claude, "1", called("New first"), is(tasks.Completed))), in("newer", task(claude, "2", called("New second"), waitsFor("1"))),
		in("newer", task(claude, "3", called("New third"))),
	}})
	return b
}

func lanesOf(b *Board, c Column) string {
	var words []string
	for _, l := range b.Lanes(c) {
		words = append(words, fmt.Sprintf("%s %d+%d of %d", l.List, l.First, l.Shown, l.Total))
	}
	return strings.Join(words, ", ")
}

func TestAColumnHasItsListsOneBelowTheOther(t *testing.T) {
	b := laned()
	same(t, "pending", lanesOf(b, PendingColumn), "newer 0+2 of 2, older 2+2 of 2")
	same(t, "completed", lanesOf(b, CompletedColumn), "newer 0+1 of 1")
	same(t, "running", lanesOf(b, InProgressColumn), "")
	q, _ := ParseQuery("second", "")
	b.SetFilter(q)
	same(t, "filtered", lanesOf(b, PendingColumn), "newer 0+1 of 2, older 1+1 of 2")
}

func TestAnIDMeansATaskOfItsOwnList(t *testing.T) {
	b := laned()
	newer, older := tasks.Key{List: "newer", Name: "2.json"}, tasks.Key{List: "older", Name: "2.json"}
	same(t, "states", fmt.Sprint(b.State(newer), " ", b.State(older)), "ready blocked")
	same(t, "resolved", fmt.Sprint(b.Resolve("older", "1")), "[{older 1.json}]")
	if _, err := Link(b, older, tasks.ID{Text: "3"}, "me", noon); err != nil {
		t.Errorf("an id no file of the list has: %v", err) // allowed by this dialect, and not the task of the other list
	}
	e, err := Create(b, "older", tasks.Draft{Subject: "S", WaitsFor: []tasks.ID{{Text: "3"}}}, "me", noon)
	if err != nil || e.Of != (tasks.Key{List: "older"}) || b.Traits("older") != s12 || b.Traits("newer") != claude {
		t.Errorf("%+v %v", e, err)
	}
	n := b.DepGraph()
	if i, ok := n.Find(older); !ok || n.Keys[i] != older || len(n.Keys) != 5 {
		t.Errorf("%v %v", ok, n.Keys)
	}
}

func TestAnOwnersCardsStandTogether(t *testing.T) {
	b := laned()
	b.Apply(tasks.Delta{At: noon, Put: []*tasks.Task{
		in("newer", task(claude, "3", called("New third"), owned("bob"))), in("older", task(claude, "2", called("Old second"), owned("me"))),
		in("newer", task(claude, "4", called("New fourth"), owned("agent-10"))), in("newer", task(claude, "5", called("New fifth"), owned("agent-9"))),
	}})
	owners := func() string {
		var words []string
		for _, l := range b.Lanes(PendingColumn) {
			words = append(words, fmt.Sprintf("%q %d+%d of %d", l.Owner, l.First, l.Shown, l.Total))
		}
		return strings.Join(words, ", ")
	}
	b.GroupByOwner(true, "me")
	same(t, "mine first, nobody's last", owners(), `"me" 0+1 of 1, "agent-9" 1+1 of 1, "agent-10" 2+1 of 1, "bob" 3+1 of 1, "" 4+2 of 2`)
	same(t, "the last of a list", fmt.Sprint(b.lists["newer"].total, b.lists["newer"].done), "5 1")
	b.Apply(tasks.Delta{At: noon, Put: []*tasks.Task{in("newer", task(claude, "3", called("New third")))}})
	same(t, "given away", owners(), `"me" 0+1 of 1, "agent-9" 1+1 of 1, "agent-10" 2+1 of 1, "" 3+3 of 3`)
	q, _ := ParseQuery("second", "")
	b.SetFilter(q)
	same(t, "filtered", owners(), `"me" 0+1 of 1, "" 1+1 of 3`)
	b.GroupByOwner(false, "me")
	same(t, "by list again", lanesOf(b, PendingColumn), "newer 0+1 of 4, older 1+1 of 2")
}

func TestAStretchIsCardsOfOneListInOneState(t *testing.T) {
	for want, b := range map[string]*Board{
		"ready 0+1, unknown 1+1, broken 2+1, blocked 3+2": filterBoard(), "ready 0+2, ready 2+1, blocked 3+1": laned(),
	} {
		var words []string
		for _, run := range b.AppendStretches([]Stretch{{Len: 7}}, PendingColumn)[1:] {
			words = append(words, fmt.Sprintf("%s %d+%d", run.Kind, run.First, run.Len))
		}
		same(t, "pending", strings.Join(words, ", "), want)
	}
}

func TestInternalTasksAreHidden(t *testing.T) {
	hidden := func(t *tasks.Task) { t.Internal = true }
	b := showing(task(claude, "1"), task(claude, "2", hidden), task(claude, "3", waitsFor("2")))
	same(t, "hidden", column(b, PendingColumn), "1 3")
	same(t, "it blocks all the same", b.State(keyFor(claude, "3")), Waiting)
	same(t, "it has a state", b.State(keyFor(claude, "2")), Ready)
	if diff := b.Apply(put(task(claude, "2", hidden, called("New")))); len(diff.Events) > 0 {
		t.Errorf("events %v", story(diff.Events))
	}
	b.ShowInternal(true)
	same(t, "shown", column(b, PendingColumn), "2 1 3")
	same(t, "counted", b.Counts().Total, 3)
	b.ShowInternal(false)
	same(t, "hidden again", b.Counts().Total, 2)
}

func TestAFailedTaskComesFirstAndASkippedOneIsOver(t *testing.T) {
	b := showing(task(flow, "A-1"), task(flow, "A-2", is(tasks.Failed)), task(flow, "A-3", is(tasks.Skipped)), task(flow, "A-4", is(tasks.Cancelled)))
	same(t, "pending", column(b, PendingColumn), "A-2 A-1")
	for id, want := range map[string]string{"A-2": "failed in Pending", "A-3": "skipped in Completed", "A-4": "skipped in Completed"} {
		same(t, id, stateOf(b, id), want)
	}
	q, err := ParseQuery("is:failed", "")
	b.SetFilter(q)
	same(t, "is:failed", fmt.Sprint(err, " ", column(b, PendingColumn)), "<nil> A-2")
	same(t, "needs", needs(b, Circumstances{Now: noon}), []string{"A-2 failed: reopen"})
}

// A long column is kept in blocks.
func TestEachCardOfALongColumnHasItsIndex(t *testing.T) {
	var all []*tasks.Task
	for i := range 3 * maxBlock {
		all = append(all, task(s07, fmt.Sprint(i+1)))
	}
	b := showing(all...)
	b.Apply(put(task(s07, fmt.Sprint(len(all)+1))))
	for i := range b.Len(PendingColumn) {
		if want := keyFor(s07, fmt.Sprint(i+1)); b.At(PendingColumn, i) != want {
			t.Fatalf("card %d is %v", i, b.At(PendingColumn, i))
		}
	}
}

func TestAnIDIsNamedByItsLastPartOrTheBeginningOfItsHex(t *testing.T) {
	for typed, want := range map[string]bool{
		"task_00c0ffee": true, "TASK_00C0FFEE": true, "00c0ffee": true, "00c0": true, "00c": false, "0000": false, "ffee": false,
	} {
		same(t, typed, idMatches("task_00c0ffee", typed), want)
	}
}

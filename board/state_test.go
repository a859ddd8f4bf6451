package board

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestStalledAndStartedEarly(t *testing.T) {
	k := keyFor(s12, "a")
	b := showing(task(s12, "a", is(tasks.InProgress), changed(31*time.Minute), waitsFor("b")), task(s12, "b"))
	if s := b.slotOf(k); !b.isStalled(s, noon, 30*time.Minute) || b.isStalled(s, noon, time.Hour) {
		t.Error("a running task whose file is unchanged for 31 minutes is stalled after 30")
	}
	if !b.StartedEarly(k) || b.StartedEarly(keyFor(s12, "b")) || b.State(k) != Running {
		t.Error("a task that runs although its blocker is open started early")
	}
}

func TestEditableAnswersBeforeAnybodyTypes(t *testing.T) {
	b := showing(task(s12, "x"), task(s12, "y", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "it is a link" }))
	if err := CheckEdit(b, keyFor(s12, "x")); err != nil {
		t.Errorf("a plain task: %v", err)
	}
	var no Refusal
	if err := CheckEdit(b, keyFor(s12, "y")); !errors.As(err, &no) || no.Error() != "Not edited: it is a link" {
		t.Errorf("a link: %v", err)
	}
}

func TestTheBoardKnowsOwnersDialectAndHealth(t *testing.T) {
	b := showing(task(s12, "a", owned("agent-10")), task(s12, "b", owned("agent-9")), task(claude, "1", owned("agent-9")))
	same(t, "owners", b.Owners(), []string{"agent-9", "agent-10"})
	if b.Traits("") != s12 {
		t.Errorf("most are %s", b.Traits("").Dialect)
	}
	b.SetTraits("", claude)
	if b.Traits("") != claude {
		t.Error("what the directory was said to be counts")
	}
	b.Apply(tasks.Delta{Gone: []tasks.Key{keyFor(s12, "a")}, Health: tasks.Polling, Why: "no inotify", At: noon})
	h, why := b.Health()
	if h != tasks.Polling || why != "no inotify" {
		t.Errorf("health %v %q", h, why)
	}
	same(t, "owners", b.Owners(), []string{"agent-9"})
}

func TestTwoListsDoNotMeet(t *testing.T) {
	in := func(list string) opt { return func(t *tasks.Task) { t.List = list } }
	b := showing(task(claude, "1", in("x"), is(tasks.Completed)), task(claude, "2", in("x"), waitsFor("1")),
		task(claude, "1", in("y")), task(claude, "2", in("y"), waitsFor("1")))
	same(t, "x", b.State(tasks.Key{List: "x", Name: "2.json"}), Ready)
	same(t, "y", b.State(tasks.Key{List: "y", Name: "2.json"}), Waiting)
}

func TestEveryWordIsThere(t *testing.T) {
	for c := range Column(Columns) {
		if c.String() == "" {
			t.Errorf("column %d", c)
		}
	}
	for s := Ready; s <= Broken; s++ {
		if s.String() == "" || s.Blocked() != (s.String() == "blocked" || s.String() == "stuck") {
			t.Errorf("state %d", s)
		}
	}
	for w := Created; w <= Deleted; w++ {
		if w.String() == "" {
			t.Errorf("what %d", w)
		}
	}
}

func TestATaskWhoseListIsNotKeptWholeIsNeverReady(t *testing.T) {
	for _, blocked := range []tasks.BlockedRule{tasks.ListNotEmpty, tasks.UnfinishedOnly} {
		traits := &tasks.Traits{Dialect: "x", Blocked: blocked, NumericIDs: true}
		k := tasks.Key{Name: "task_2.json"}
		done := &tasks.Task{Key: tasks.Key{Name: "task_1.json"}, ID: tasks.ID{Text: "1", Num: true}, Status: tasks.Completed, Traits: traits}
		many := &tasks.Task{Key: k, ID: tasks.ID{Text: "2", Num: true}, Status: tasks.Pending, WaitsFor: []tasks.ID{done.ID}, More: 7, Waits: true, Traits: traits}
		b := New()
		b.Apply(tasks.Delta{Put: []*tasks.Task{done, many}})
		if !b.State(k).Blocked() || b.BlockedByCompleted(k) {
			t.Errorf("%v: it is %v", blocked, b.State(k))
		}
		var no Refusal
		if _, err := Claim(b, k, "me", time.Now()); !errors.As(err, &no) || !strings.Contains(no.Why, "not all are looked at") {
			t.Errorf("%v: a claim is answered with %v", blocked, err)
		}
	}
}

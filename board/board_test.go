package board

import (
	"errors"
	"testing"

	"sideboard/tasks"
)

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

package board

import (
	"testing"

	"sideboard/tasks"
)

func TestCreate(t *testing.T) {
	for _, c := range []struct {
		what   string
		d      *tasks.Traits
		draft  tasks.Draft
		want   string
		remark string
	}{
		{"a subject", s12, tasks.Draft{Subject: "New"}, "yes", ""},
		{"no subject", s12, tasks.Draft{Subject: " "}, "Not created: it has no subject; type one", ""},
		{"a missing blocker", s12, tasks.Draft{Subject: "New", WaitsFor: refs(s12, "z")}, "yes", ""},
		{"a missing blocker that must exist", s10, tasks.Draft{Subject: "New", WaitsFor: refs(s10, "z", "1")},
			"Not created: no task has the id z; name tasks that exist", ""},
		{"a completed blocker that nobody clears", s07, tasks.Draft{Subject: "New", WaitsFor: refs(s07, "2")},
			"Not created: Task 2 is completed already, and nobody would clear the link; leave it out", ""},
		{"beside a running agent that counts", s07, tasks.Draft{Subject: "New"}, "yes", "The agents that run now number their tasks by themselves: one of them may write a task of its own over this new one."},
		{"with an owner nobody keeps", ccw, tasks.Draft{Subject: "New", Owner: "me"}, "yes", "No owner is kept: its dialect has no place for one."},
	} {
		b := showing(task(c.d, "1", is(tasks.InProgress)), task(c.d, "2", is(tasks.Completed)))
		e, err := Create(b, "", c.draft, "me", noon)
		same(t, c.what, verdict(e, err), c.want)
		if err == nil {
			same(t, c.what, remarkOf(b, e), c.remark)
		}
	}
	if _, err := Create(New(), "", tasks.Draft{Subject: "First"}, "me", noon); err != nil {
		t.Errorf("the first task of an empty directory: %v", err)
	}
}

func TestEditFields(t *testing.T) {
	subject := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("New")}
	owner := tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("bob")}
	active := tasks.Change{Field: tasks.FieldActiveForm, Op: tasks.Set, To: tasks.TextValue("Doing")}
	closed := func(t *tasks.Task) { t.Limits, t.Why = tasks.NoText, "its encoding is GBK" }
	for _, c := range []struct {
		what string
		t    *tasks.Task
		cs   []tasks.Change
		want string
	}{
		{"a subject", task(s12, "x"), []tasks.Change{subject}, "yes"},
		{"nothing", task(s12, "x"), nil, "Not edited: nothing was changed"},
		{"no subject", task(s12, "x"), []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set}}, "Not edited: it would have no subject; type one"},
		{"text that would not survive", task(s12, "x", closed), []tasks.Change{subject},
			"Not edited: its encoding is GBK; its status and owner can still be set"},
		{"an owner there", task(s12, "x", closed), []tasks.Change{owner}, "yes"},
		{"an active form where there is none", task(s12, "x"), []tasks.Change{active}, "Not edited: its dialect keeps no active form"},
		{"an active form", task(v6, "1"), []tasks.Change{active}, "yes"},
		{"an owner where none is kept", task(ccw, "x"), []tasks.Change{owner}, "Not edited: its dialect keeps no owner"},
		{"the owner of a running task in s10", task(s10, "x", is(tasks.InProgress), owned("ann")), []tasks.Change{owner},
			"ask: Give ann's running task to bob? ann has had it for at least 1h. ann's own complete is refused from then on."},
		{"a link to itself", task(s12, "x"), []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "x"})}},
			"Not edited: a task cannot wait for itself"},
	} {
		b := showing(c.t)
		e, err := EditFields(b, c.t.Key, c.cs, "me", noon)
		same(t, c.what, verdict(e, err), c.want)
		if err == nil && len(e.Changes) != len(c.cs) {
			t.Errorf("%s: the edit holds %d changes", c.what, len(e.Changes))
		}
	}
}

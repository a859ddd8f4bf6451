package edits

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

func TestSeveralEditsAreUndoneAsOneAction(t *testing.T) {
	h, m, all, claim := threeOf(t)
	claim()
	if h.Sees("3 tasks claimed. u takes all of it back"); statuses(h, all) != "iii" {
		t.Error(statuses(h, all))
	}
	if h.Press("u").Sees("Undone: claimed 3 tasks"); statuses(h, all) != "ppp" {
		t.Error(statuses(h, all))
	}
	if h.Press("ctrl+r").Sees("Done again: claimed 3 tasks"); statuses(h, all) != "iii" || m.CanRedo() {
		t.Error(statuses(h, all))
	}
	h.Reopen()
	m = overFiles(t, h)
	h.Run(m.Recall(keymap.Nothing))
	if !m.CanUndo() {
		t.Error("nothing of the session before can be undone")
	}
	h.Press("u").Sees("Undo 3 edits of an earlier session?", "You claimed 3 tasks, just now.", "y/enter undo", "n leave it").Press("n")
	if h.Press("u", "y").Sees("Undone: claimed 3 tasks"); statuses(h, all) != "ppp" {
		t.Error(statuses(h, all))
	}
	h.On = all[1]
	h.Press("c", "u").Sees("Undone: claimed Emit", "no: earlier") // an edit of this session is undone at once
	e, err := board.Claim(h.Board, all[1], h.Me, h.Now)
	made := -1
	h.Run(m.SubmitPlan(&board.Plan{Edits: []tasks.Edit{e}}, "It is planned", func(res []tasks.Result) { made = len(res) }))
	if h.Sees("It is planned. u takes all of it back"); err != nil || made != 1 {
		t.Errorf("%d results, %v", made, err)
	}
}

func TestAnActionOfWhichNothingCanBeWritten(t *testing.T) {
	h, m, all, claim := threeOf(t)
	for _, k := range all {
		if err := os.Remove(filepath.Join(h.Dir, k.Name)); err != nil {
			t.Fatal(err)
		}
	}
	if claim(); m.CanUndo() || m.Writing(all[0]) {
		t.Error("nothing was written, and nothing can be undone")
	}
	h.Sees("0 of 3 tasks claimed. Not ", "; not ")
}

func TestAnEditOfAnotherPersonIsNotUndone(t *testing.T) {
	h, m := openFiles(t, map[string]string{one: parse()})
	h.Press("c").Reads(one, parse("pending", "in_progress", `"owner": ""`, `"owner": "ann"`))
	h.Me = "eve"
	h.Press("u").Sees("Nothing to undo")
	m.recalled(keymap.Undo, nil, errors.New("the disk is gone"))
	h.Sees("Not undone: the disk is gone")
	h.Run(m.PastEdits(func(rows []host.PastRow, err error) tea.Cmd {
		if len(rows) > 0 || err != nil {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		return nil
	}))
}

func TestAnActionOfDifferentVerbsCountsEach(t *testing.T) {
	verbs := func(vs ...tasks.Verb) (all []store.PastEdit) {
		for _, v := range vs {
			all = append(all, store.PastEdit{Verb: v})
		}
		return all
	}
	give := store.PastEdit{Verb: tasks.VerbEdit, Steps: []tasks.Step{{Changes: []tasks.Change{{Field: tasks.FieldOwner, To: tasks.TextValue("eve")}}}}}
	give.Steps[0].Changes = append(give.Steps[0].Changes, tasks.Change{Field: tasks.FieldStatus}, tasks.Change{Field: tasks.FieldUpdated})
	other := store.PastEdit{Verb: tasks.VerbEdit, Steps: []tasks.Step{{Changes: []tasks.Change{{Field: tasks.FieldOwner, To: tasks.TextValue("bob")}}}}}
	unbind := store.PastEdit{Verb: tasks.VerbBind, Steps: []tasks.Step{{Changes: []tasks.Change{{Field: tasks.FieldWorktree}}}}}
	starts := []tasks.Change{{Field: tasks.FieldStatus}, {Field: tasks.FieldWorktree, To: tasks.TextValue("tree")}}
	if verb, _ := doneVerb(store.PastEdit{Verb: tasks.VerbBind, Steps: []tasks.Step{{Changes: starts}}}); verb != "bound" {
		t.Errorf("%q", verb)
	}
	for want, all := range map[string][]store.PastEdit{
		"completed 2 tasks":                          verbs(tasks.VerbComplete, tasks.VerbComplete),
		"completed 2 and released 1 task":            verbs(tasks.VerbComplete, tasks.VerbRelease, tasks.VerbComplete),
		"claimed 1, completed 1 and released 1 task": verbs(tasks.VerbRelease, tasks.VerbClaim, tasks.VerbComplete),
		"gave 2 tasks to eve":                        {give, give},
		"edited 2 tasks":                             {give, other},
		"unbound 2 tasks":                            {unbind, unbind},
		"claimed 1 and edited 1 task":                append(verbs(tasks.VerbClaim), give),
		"edited 1 and deleted 1 task":                append([]store.PastEdit{give}, verbs(tasks.VerbDelete)...),
	} {
		if got := actionWords(all); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// threeOf returns a harness over three tasks, and a function that claims all of them as one action.
func threeOf(t *testing.T) (h *hosttest.Harness, m *Model, all []tasks.Key, claim func()) {
	t.Helper()
	h, m = openFiles(t, map[string]string{"task_1.json": hosttest.S07("1", "Parse", "pending", "", "[]"), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]"), "task_3.json": hosttest.S07("3", "Test", "pending", "", "[]")})
	all = []tasks.Key{{Name: "task_1.json"}, {Name: "task_2.json"}, {Name: "task_3.json"}}
	return h, m, all, func() {
		t.Helper()
		var edits []tasks.Edit
		for _, k := range all {
			e, err := board.Claim(h.Board, k, h.Me, h.Now)
			if err != nil {
				t.Fatal(err)
			}
			edits = append(edits, e)
		}
		cmd := m.SubmitAll(edits, "claimed")
		if !m.Writing(all[2]) {
			t.Error("a card has no mark while it is written")
		}
		h.Run(cmd)
	}
}

// statuses returns the first letters of the statuses of tasks.
func statuses(h *hosttest.Harness, all []tasks.Key) (s string) {
	for _, k := range all {
		s += h.Board.Task(k).Status.String()[:1]
	}
	return s
}

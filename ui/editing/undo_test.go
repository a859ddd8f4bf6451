package editing

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

func TestAnEditIsUndoneAndRedone(t *testing.T) {
	before := s12(idA, "Parse", "pending", "", "[]")
	for _, c := range []struct {
		name   string
		press  []string
		undone string // in words
		after  string
	}{
		{"a claim", []string{"c"}, "claimed Parse", s12(idA, "Parse", "in_progress", "ann", "[]")},
		{"a new subject", []string{"e", " it", "ctrl+s"}, "edited Parse", s12(idA, "Parse it", "pending", "", "[]")},
		{"a new owner", []string{"e", "tab", "tab", "eve", "ctrl+s", "y"}, "gave Parse to eve", s12(idA, "Parse", "pending", "eve", "[]")},
		{"a new owner who also starts", []string{"e", "tab", "tab", "eve", "ctrl+s", "s"}, "gave Parse to eve", s12(idA, "Parse", "in_progress", "eve", "[]")},
		{"a deletion", []string{"D", "y"}, "deleted Parse", ""},
		{"a completion without a claim", []string{"d", "y"}, "completed Parse", s12(idA, "Parse", "completed", "", "[]")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m := openFiles(t, "", map[string]string{idA + ".json": before, idB + ".json": s12(idB, "Emit", "pending", "", "[]")})
			h.On = tasks.Key{Name: idA + ".json"}
			h.Press(c.press...).Reads(idA+".json", c.after)
			if !m.CanUndo() || m.CanRedo() || m.NewestEdited() != h.On {
				t.Errorf("undo %v, redo %v, newest %v", m.CanUndo(), m.CanRedo(), m.NewestEdited())
			}
			h.Press("u").Sees("Undone: "+c.undone).Reads(idA+".json", before)
			if m.CanUndo() || !m.CanRedo() || h.On.Name != idA+".json" || m.Writing(h.On) {
				t.Errorf("undo %v, redo %v, on %v, writing %v", m.CanUndo(), m.CanRedo(), h.On, m.Writing(h.On))
			}
			h.Press("u").Sees("Nothing to undo").Press("ctrl+r").Sees("Done again: "+c.undone).Reads(idA+".json", c.after)
			h.Press("ctrl+r").Sees("Nothing to do again").Press("u").Reads(idA+".json", before)
		})
	}
}

func TestAnUndoRestoresOnlyItsFieldIfAgentsChangedOthers(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{idA + ".json": s12(idA, "Parse", "pending", "", "[]")})
	h.Press("e", " it", "ctrl+s").Writes(idA+".json", s12(idA, "Parse it", "in_progress", "bob", "[]"))
	h.Press("u").Sees("Undone").Reads(idA+".json", s12(idA, "Parse", "in_progress", "bob", "[]"))
	h.Press("ctrl+r").Writes(idA+".json", "")
	if h.Press("u").Sees("Not undone: its file is gone").Reads(idA+".json", ""); m.Writing(h.On) {
		t.Error("the card has a mark although nothing was written")
	}
}

// threeOf returns a harness over three tasks, and a function that claims all of them as one action.
func threeOf(t *testing.T) (h *hosttest.Harness, m *Model, all []tasks.Key, claim func()) {
	t.Helper()
	h, m = openFiles(t, "", map[string]string{"task_1.json": hosttest.S07("1", "Parse", "pending", "", "[]"), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]"), "task_3.json": hosttest.S07("3", "Test", "pending", "", "[]")})
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
	m = edits(t, h, "")
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

// What cannot be written with the others is named, and afterwards undone by itself.
func TestAnActionOfWhichAPartFails(t *testing.T) {
	h, _, all, claim := threeOf(t)
	h.Settle()
	if err := os.WriteFile(filepath.Join(h.Dir, "task_2.json"), []byte(hosttest.S07("2", "Emit", "in_progress", "bob", "[]")), 0o644); err != nil {
		t.Fatal(err)
	}
	if claim(); h.Board.Task(all[1]).Owner != "bob" {
		t.Error("bob lost his task")
	}
	h.Sees("2 of 3 tasks claimed. Not #2 Emit: bob was first")
	theirs := hosttest.S07("3", "Test", "in_progress", "eve", "[]")
	h.Writes("task_3.json", theirs)
	h.Press("u").Sees("1 of 2 tasks are as they were. Not #3 Test:").Reads("task_3.json", theirs)
	h.Press("u").Sees("Undo claimed Test", "theirs...eve").Press("m", "j", "m", "enter").Sees("Undone: claimed Test").Reads("task_3.json", hosttest.S07("3", "Test", "pending", "", "[]"))
	h.Press("ctrl+r").Sees("Done again: claimed Test").Press("ctrl+r").Sees("Done again: claimed Parse")
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
	h, m := openFiles(t, "", map[string]string{one: parse()})
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

func TestOwnEditsAreListedAndEachCanBeUndone(t *testing.T) {
	h, m, all, claim := threeOf(t)
	claim()
	h.On = all[0]
	h.Press("e", "!", "ctrl+s")
	rows := func() (rows []host.PastRow) {
		h.Run(m.PastEdits(func(all []host.PastRow, _ error) tea.Cmd { rows = all; return nil }))
		return rows
	}
	words := func() (words []string) {
		for _, r := range rows() {
			words = append(words, r.Label.String()+"|"+r.Note.String()+"|"+r.Does)
		}
		return words
	}
	if got, want := words(), []string{"edited Parse||undo it", "claimed 3 tasks: Parse, Emit and Test||undo it"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	h.SetMode(&host.Reading{Program: m.Program})
	if h.Run(rows()[1].Do()); !h.Browsing() {
		t.Error("the list stays open")
	}
	if got, want := words(), []string{"edited Parse||undo it", "claimed 3 tasks: Parse, Emit and Test|undone|do it again"}; !slices.Equal(got, want) || statuses(h, all) != "ppp" {
		t.Errorf("%q, %s", got, statuses(h, all))
	}
	if h.Run(rows()[1].Do()); statuses(h, all) != "iii" {
		t.Error(statuses(h, all))
	}
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

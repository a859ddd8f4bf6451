package forms

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
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
			if !m.Writer.CanUndo() || m.Writer.CanRedo() || m.Writer.NewestEdited() != h.On {
				t.Errorf("undo %v, redo %v, newest %v", m.Writer.CanUndo(), m.Writer.CanRedo(), m.Writer.NewestEdited())
			}
			h.Press("u").Sees("Undone: "+c.undone).Reads(idA+".json", before)
			if m.Writer.CanUndo() || !m.Writer.CanRedo() || h.On.Name != idA+".json" || m.Writer.Writing(h.On) {
				t.Errorf("undo %v, redo %v, on %v, writing %v", m.Writer.CanUndo(), m.Writer.CanRedo(), h.On, m.Writer.Writing(h.On))
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
	if h.Press("u").Sees("Not undone: its file is gone").Reads(idA+".json", ""); m.Writer.Writing(h.On) {
		t.Error("the card has a mark although nothing was written")
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

func TestOwnEditsAreListedAndEachCanBeUndone(t *testing.T) {
	h, m, all, claim := threeOf(t)
	claim()
	h.On = all[0]
	h.Press("e", "!", "ctrl+s")
	rows := func() (rows []host.PastRow) {
		h.Run(m.Writer.PastEdits(func(all []host.PastRow, _ error) tea.Cmd { rows = all; return nil }))
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
		cmd := m.Writer.SubmitAll(edits, "claimed")
		if !m.Writer.Writing(all[2]) {
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

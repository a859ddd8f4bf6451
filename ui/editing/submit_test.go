package editing

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/workspace"
)

// locked is a directory of which some lists cannot be written.
type locked struct{ host.Directory }

func (locked) WhyNotIn(list string) string {
	if list == "" {
		return "the board is read only"
	}
	return ""
}

func TestNothingIsWrittenWhereNothingCanBeWritten(t *testing.T) {
	h, _ := openFiles(t, "", map[string]string{one: parse()})
	h.Directory = locked{h.Directory}
	h.Press("c").Sees("Not claimed: the board is read only").Press("e", "!", "ctrl+s").Sees("Not saved: the board is read only", "Edit #1").Press("esc", "y")
	h.Press("n", "A\nB", "ctrl+s").Sees("Not saved: the board is read only", "New task").Reads(one, parse())
}

func TestARuleAsksBeforeAnEditIsWritten(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{one: parse()})
	h.Press("D").Sees("Delete Parse?", "y/enter delete", "n keep it").Press("n").Sees("no: Delete").Reads(one, parse())
	h.Press("d").Sees("y/enter complete", "n leave it").Press("n").Reads(one, parse())
	ask := board.Ask{Question: "Really?", Edit: tasks.Edit{Verb: tasks.VerbClaim, Of: h.On}}
	m.CarryOut(tasks.Edit{}, ask)
	h.Mode().Handle(keymap.StartToo) // which this question does not offer
	h.Sees("Really?", "no: s give it").Press("n")
	m.CarryOut(tasks.Edit{}, errors.New("no such thing"))
	h.Sees("No such thing")
}

func TestACardHasAMarkUntilItsEditIsOnTheBoard(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{one: parse()})
	stayed := 0
	m.StayOpen = func(err error) {
		if err != nil {
			stayed++
		}
	}
	e, err := board.Claim(h.Board, h.On, h.Me, h.Now)
	cmd := m.CarryOut(e, err)
	if before := h.Generation; !m.Writing(h.On) || m.Writing(tasks.Key{Name: "b"}) || before == 0 {
		t.Error("the card has no mark while the edit is written")
	}
	msg := cmd()
	if !m.EditsArriving() {
		t.Error("the edit is on the board before its file was read")
	}
	h.Run(msg.(host.Answer)())
	if m.Writing(h.On) || m.EditsArriving() || stayed > 0 {
		t.Error("the card has a mark although the edit is on the board")
	}
	later := m.nextEdit()
	m.markWriting(h.On, later)
	m.HandleDelta(tasks.Delta{Mine: map[tasks.Key]tasks.EditID{h.On: later - 1}})
	if !m.Writing(h.On) {
		t.Error("an earlier edit removed the mark of a later one")
	}
	if m.Reset(); m.Writing(h.On) || m.CanUndo() {
		t.Error("another directory has the marks of this one")
	}
}

func TestAnEditThatCannotBeWrittenSaysWhy(t *testing.T) {
	k := tasks.Key{Name: "a.json"}
	clash := func(c tasks.ConflictError) error { c.Clash.Key = k; return &c }
	for _, c := range []struct {
		name string
		err  error
		says string
	}{
		{"another was first", clash(tasks.ConflictError{Gone: true}), "Not claimed: its file is gone"},
		{"the disk failed", errors.New("disk full"), "Not claimed: disk full"},
		{"its second step failed", &store.UnfinishedError{}, "Claimed, but "},
	} {
		for _, elsewhere := range []bool{false, true} {
			p, m := edited(dialect.S12)
			stay := error(nil)
			m.StayOpen = func(err error) { stay = err }
			e := tasks.Edit{ID: 5, Verb: tasks.VerbClaim, Of: k, Who: "ann"}
			m.markWriting(k, 5)
			in := m.Workspace
			if elsewhere {
				in = &workspace.Workspace{}
			}
			outcome{m, in, e, tasks.Result{}, c.err}.handle()
			if !strings.HasPrefix(p.NoticeText(), c.says) || stay != c.err {
				t.Errorf("%s, elsewhere %v: it says %q, stays open for %v", c.name, elsewhere, p.NoticeText(), stay)
			}
			if m.Writing(k) != elsewhere {
				t.Errorf("%s, elsewhere %v: its mark is %v", c.name, elsewhere, m.Writing(k))
			}
			m.undone(in, store.PastEdit{Key: k}, false, c.err)
			if !strings.Contains(p.NoticeText(), strings.TrimPrefix(strings.TrimPrefix(c.says, "Not claimed"), "Claimed")) {
				t.Errorf("%s, elsewhere %v: of an undo it says %q", c.name, elsewhere, p.NoticeText())
			}
		}
	}
}

// The form of an edit that lost a race becomes the conflict; what the person typed in another form meanwhile stays in front.
func TestAFormThatLosesARaceBecomesAConflict(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{one: parse(), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]")})
	h.On = tasks.Key{Name: one}
	races := func(theirs string) {
		if err := os.WriteFile(filepath.Join(h.Dir, one), []byte(parse("Parse", theirs)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h.Press("e", " it")
	races("Parse all")
	h.Press("ctrl+s").Sees("Edit #1", "Somebody changed this meanwhile", "theirs...Parse all", "yours...Parse it").Press("m", "enter").Reads(one, parse("Parse", "Parse it"))
	h.Press("e", "!")
	races("Parse files")
	racing := h.Mode().(*form)
	cmd := racing.Handle(keymap.Submit)
	h.ToBoard()
	h.On = tasks.Key{Name: "task_2.json"}
	h.Press("e", "?")
	h.Run(cmd)
	h.Sees("Emit?", "Not edited: ", "meanwhile. Look again, then repeat")
	if other := h.Mode().(*form); other.err != "" || m.Saving() {
		t.Errorf("the other form says %q", other.err)
	}
}

func TestAnEditThatRacesInAFormIsShownThere(t *testing.T) {
	h, _ := openFiles(t, "", map[string]string{one: parse()})
	h.Press("e", " it")
	if err := os.Remove(filepath.Join(h.Dir, one)); err != nil {
		t.Fatal(err)
	}
	h.Press("ctrl+s").Sees("Edit #1", "gone", "Parse it")
	if f := h.Mode().(*form); f.sent != 0 || f.err == "" {
		t.Errorf("the form says %q, and waits for %d", f.err, f.sent)
	}
}

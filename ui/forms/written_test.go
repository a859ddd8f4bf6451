package forms

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
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

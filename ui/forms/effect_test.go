package forms

import (
	"testing"

	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
)

func TestAFormSaysWhatSavingDoes(t *testing.T) {
	files := map[string]string{
		"task_1.json": hosttest.S07("1", "Parse", "pending", "", "[]"), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]"), "task_3.json": hosttest.S07("3", "Draw", "completed", "", "[]"),
	}
	for _, c := range []struct {
		name, open string
		press      []string
		says       string
	}{
		{"a form without a subject", "n", nil, "nothing yet: it has no subject."},
		{"a new task", "n", []string{"Ship"}, "it is ready at once: it waits for nothing. Nobody has it."},
		{"one for an owner", "n", []string{"Ship", "tab", "tab", "bob"}, "it is ready at once: it waits for nothing. It is for bob."},
		{"one that waits, and half a word", "n", []string{"Ship", "shift+tab", "Emit, Pa"}, "it waits for 2 tasks to be completed. Nobody has it."},
		{"one that waits for one", "n", []string{"Ship", "shift+tab", "1, zzz"}, "it is blocked until that task is completed. Nobody has it."},
		{"one that waits for a completed task", "n", []string{"Ship", "shift+tab", "3"}, "it is ready at once: what it waits for is completed. Nobody has it."},
		{"several tasks", "n", []string{"Ship", "ctrl+j", "Test"}, "2 tasks are new. What is indented waits for the line above it."},
		{"an edit of nothing", "e", nil, "nothing is changed yet."},
		{"an edit of one field", "e", []string{"!"}, "its subject changes. All else in its file stays."},
		{"an edit of two", "e", []string{"!", "tab", "tab", "bob"}, "its subject, owner change. All else in its file stays."},
	} {
		h, _ := openFiles(t, "", files)
		h.Press(c.open).Press(c.press...)
		if got := h.Mode().Overlay().(*view.Form).Effect.String(); got != c.says {
			t.Errorf("%s: %q, want %q", c.name, got, c.says)
		}
		h.ToBoard()
	}
}

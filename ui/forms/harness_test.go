package forms

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/edits"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// openFiles returns a harness over task files on which keys edit the selected task. The editor is a shell script, "" for one that changes
// nothing; its "$1" is the file to edit.
func openFiles(t *testing.T, script string, files map[string]string) (*hosttest.Harness, *Model) {
	t.Helper()
	h := hosttest.OnFiles(t, files)
	return h, overFiles(t, h, script)
}

// overFiles returns the forms of a session in a harness, which write its files.
func overFiles(t *testing.T, h *hosttest.Harness, script string) *Model {
	t.Helper()
	m, w := New(&h.Program.Program), edits.New(&h.Program.Program)
	editor := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(editor, []byte("cd '"+h.Dir+"'\n"+script+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m.Uses = Uses{
		Writer: w, Editor: "sh '" + editor + "'", Scratch: t.TempDir(), Team: func() []string { return nil },
		ListHere: func() string { return "" }, FooterKeys: h.FooterKeys, Lend: h.Lend,
	}
	w.Uses = edits.Uses{
		Cursor: cursorOf{h}, FormOpen: m.IsOpen, Decide: m.Decide, MishapBy: func(string) string { return "" },
		CheckTodoAfter: func(tasks.Edit, tasks.Result) tea.Cmd { return nil }, StayOpen: func(error) {},
	}
	h.Edits = w
	h.OnKey = func(a keymap.Action) tea.Cmd {
		switch a {
		case keymap.New:
			m.StartCreate(tasks.Key{})
		case keymap.NewWaiting:
			m.StartCreate(h.On)
		case keymap.Edit:
			return m.Edit(h.On)
		case keymap.EditOutside:
			return m.EditOutside(h.On)
		case keymap.Undo, keymap.Redo:
			return w.Recall(a)
		case keymap.ApplyAgain:
			return w.ApplyAgain()
		default:
			return w.CarryOut(host.Rules[a](h.Board, h.On, h.Me, h.Now))
		}
		return nil
	}
	h.OnDelta = func(delta tasks.Delta, diff board.Diff) {
		w.HandleDelta(delta)
		w.CheckOverwritten(diff)
		h.Run(m.RefreshForm())
		if !w.EditsArriving() {
			w.ClearMarks()
		}
	}
	return m
}

// cursorOf selects the task that an edit creates or restores.
type cursorOf struct{ h *hosttest.Harness }

func (cursorOf) SelectNext(tasks.Edit) {}
func (cursorOf) Reselect(tasks.Key)    {}
func (c cursorOf) Expect(k tasks.Key)  { c.h.On = k }

// kept returns the text that a notice says is kept in a copy.
func kept(t *testing.T, h *hosttest.Harness) string {
	t.Helper()
	path := regexp.MustCompile(`/\S+/sideboard-edit-\S+/[^\s.]+\.(json|md|txt)`).FindString(h.NoticeText())
	b, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%q: %v", h.NoticeText(), err)
	}
	return string(b)
}

const one = "task_1.json"

// parse is a file of s07 with the pairs of old and new text replaced.
func parse(pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(hosttest.S07("1", "Parse", "pending", "", "[]"))
}

package edits

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// openFiles returns a harness over task files on which keys edit the selected task.
func openFiles(t *testing.T, files map[string]string) (*hosttest.Harness, *Model) {
	t.Helper()
	h := hosttest.OnFiles(t, files)
	return h, overFiles(t, h)
}

// overFiles returns the edits of a session in a harness.
func overFiles(t *testing.T, h *hosttest.Harness) *Model {
	t.Helper()
	m := New(&h.Program.Program)
	m.Uses = Uses{
		Cursor: cursorOf{h}, FormOpen: func() bool { return false }, MishapBy: func(string) string { return "" },
		Decide:         func(d Decision) { t.Errorf("%s is to be decided", d.Title) },
		CheckTodoAfter: func(tasks.Edit, tasks.Result) tea.Cmd { return nil }, StayOpen: func(error) {},
	}
	h.Edits = m
	h.OnKey = func(a keymap.Action) tea.Cmd {
		switch a {
		case keymap.Undo, keymap.Redo:
			return m.Recall(a)
		case keymap.ApplyAgain:
			return m.ApplyAgain()
		}
		return m.CarryOut(host.Rules[a](h.Board, h.On, h.Me, h.Now))
	}
	h.OnDelta = func(delta tasks.Delta, diff board.Diff) {
		m.HandleDelta(delta)
		m.CheckOverwritten(diff)
		if !m.EditsArriving() {
			m.ClearMarks()
		}
	}
	return m
}

// cursorOf selects the task that an edit creates or restores.
type cursorOf struct{ h *hosttest.Harness }

func (cursorOf) SelectNext(tasks.Edit) {}
func (cursorOf) Reselect(tasks.Key)    {}
func (c cursorOf) Expect(k tasks.Key)  { c.h.On = k }

// edited returns a program with a task, and the edits in it, which write nothing.
func edited(traits *tasks.Traits) (*hosttest.Program, *Model) {
	p := hosttest.New(&tasks.Task{Key: tasks.Key{Name: "a.json"}, ID: tasks.ID{Text: "a"}, Status: tasks.Pending, Traits: traits})
	p.Queue = noQueue{}
	m := New(&p.Program)
	m.Uses = Uses{
		Cursor: cursorOf{}, FormOpen: func() bool { return false }, Decide: func(Decision) {}, MishapBy: func(string) string { return "" },
		StayOpen: func(error) {}, CheckTodoAfter: func(tasks.Edit, tasks.Result) tea.Cmd { return nil },
	}
	return p, m
}

type noQueue struct{}

func (noQueue) Enqueue(tea.Cmd) tea.Cmd        { return nil }
func (noQueue) EnqueueOpening(tea.Cmd) tea.Cmd { return nil }

const one = "task_1.json"

// parse is a file of s07 with the pairs of old and new text replaced.
func parse(pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(hosttest.S07("1", "Parse", "pending", "", "[]"))
}

// s12 is a task of s12, and idA is the id of one.
func s12(id, subject, status, owner, waits string) string {
	return hosttest.S12(id, subject, status, owner, waits)
}

const idA = "task_1778000000_0001"

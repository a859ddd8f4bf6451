package forms

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/edits"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// noQueue writes nothing, and noCursor selects nothing.
type noQueue struct{}

func (noQueue) Enqueue(tea.Cmd) tea.Cmd        { return nil }
func (noQueue) EnqueueOpening(tea.Cmd) tea.Cmd { return nil }

type noCursor struct{}

func (noCursor) SelectNext(tasks.Edit) {}
func (noCursor) Reselect(tasks.Key)    {}
func (noCursor) Expect(tasks.Key)      {}

func TestSeveralTasksAreCreatedFromTheLinesOfASubject(t *testing.T) {
	file := func(id, subject, waits string) string { return hosttest.S07(id, subject, "pending", "", waits) }
	for _, c := range []struct {
		name string
		do   func(*hosttest.Harness)
		want []string // the files after that of Parse
	}{
		{"each waits for the one that it is indented below", func(h *hosttest.Harness) {
			h.Press("n", "# Sign in\n\n1. Token\n   - [ ] Refresh\n   - [x] Draft\n      * Revoke\n2. Docs\n").Sees("New tasks", "Subjects", "indented: waits for above", "of all of them", "for those not indented", "of one task alone", "ctrl+s look at 5 tasks", "enter new line")
			h.Press("ctrl+s").Sees("Create 4 of 5 tasks", "● Token", "○   Refresh...waits for Token", "✓   Draft...not: it is done already", "Revoke...waits for Token", "● Docs")
			h.Press("enter").Sees("4 tasks created. u takes all of it back").Press("u").Sees("Undone: created 4 tasks").Press("ctrl+r")
		}, []string{file("2", "Token", "[]"), file("3", "Refresh", "[\n    2\n  ]"), file("4", "Revoke", "[\n    2\n  ]"), file("5", "Docs", "[]")}},
		{"all of them wait for what the form says, and have its owner", func(h *hosttest.Harness) {
			h.Press("N").Sees("another task").Press("Docs", "ctrl+j", "  Logo", "ctrl+j", "Name", "tab", "tab", "bob", "ctrl+s").Sees("Docs...waits for #1", "Logo...waits for Docs", "Name...waits for Docs").Press("enter")
		}, []string{hosttest.S07("2", "Docs", "pending", "bob", "[\n    1\n  ]"), hosttest.S07("3", "Logo", "pending", "bob", "[\n    2\n  ]"), hosttest.S07("4", "Name", "pending", "bob", "[\n    2\n  ]")}},
		{"except what is left out, and what then has nothing to wait for", func(h *hosttest.Harness) {
			h.Press("n", "Docs\n  Logo\n  Name", "ctrl+s", "down", "space").Sees("Create 2 of 3 tasks", "Logo...left out", "space leave out").Press("up").Sees("space take in").Press("space").Sees("Create 3 tasks")
			h.Press("up", "up", "space").Sees("Create 2 of 3 tasks", "Docs...left out", "●   Logo", "●   Name").Press("enter")
		}, []string{file("2", "Logo", "[]"), file("3", "Name", "[]")}},
		{"after the form was corrected", func(h *hosttest.Harness) {
			h.Press("n", "Docs\nLogo", "tab", "All about it", "ctrl+s").Sees("Description is of one task alone").Press("ctrl+u", "ctrl+s").Sees("Create 2 tasks").Press("esc").Sees("New tasks").Press("esc", "y")
		}, nil},
		{"not of headings and rules", func(h *hosttest.Harness) {
			h.Press("n", "# Plan\n---\n", "ctrl+s").Sees("No line is a task").Press("esc", "y")
		}, nil},
		{"not more than a thousand", func(h *hosttest.Harness) {
			h.Press("n", strings.Repeat("a\n", maxPlan+1), "ctrl+s").Sees("These are 1001 tasks, and at most 1000 are made at once").Press("esc", "y")
		}, nil},
		{"of one line one task, whatever it looks like", func(h *hosttest.Harness) { h.Press("n", "# 1. [x] Rest\n", "ctrl+s") }, []string{file("2", "# 1. [x] Rest", "[]")}},
		{"by a key, also from another field", func(h *hosttest.Harness) { h.Press("n", "A", "tab", "ctrl+j", "B", "ctrl+s", "enter") }, []string{file("2", "A", "[]"), file("3", "B", "[]")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "", map[string]string{one: parse()})
			c.do(h)
			for i, want := range append(c.want, "") {
				h.Reads(fmt.Sprintf("task_%d.json", i+2), want)
			}
			if len(c.want) > 0 && h.On.Name != "task_2.json" {
				t.Errorf("%v is selected", h.On)
			}
		})
	}
}

func TestAPlanIsJudgedAgainBeforeItsTasksAreCreated(t *testing.T) {
	const a = "task_000000a1"
	schema := strings.Replace(s12(a, "Schema", "pending", "", "[]"), "\n}", ",\n  \"worktree\": null\n}", 1)
	h, _ := openFiles(t, "", map[string]string{".lock": "", a + ".json": schema})
	h.Press("N", "A\n  B", "ctrl+s").Sees("Create 2 tasks", "A...waits for #0000").Writes(a+".json", "")
	h.Press("enter").Sees("Not created: the tasks changed meanwhile. Look again", "Create 0 of 2 tasks", "A...not: no task has the id", "B...not: what it waits for is not made")
	h.Press("enter").Sees("Create 0 of 2 tasks").Writes(a+".json", schema)
	h.Sees("Create 2 tasks").Press("esc").Sees("New tasks", "A", "B")
}

// If a task in the middle of a plan cannot be created, neither is the one that waits for it. Both are named and go back to the form; the
// others are created.
func TestTasksThatAPlanCannotCreateGoBackToTheForm(t *testing.T) {
	p := hosttest.New(&tasks.Task{Key: tasks.Key{Name: "a.json"}, ID: tasks.ID{Text: "a"}, Status: tasks.Pending, Traits: dialect.S13})
	m, w := New(&p.Program), edits.New(&p.Program)
	p.Queue, w.Cursor = noQueue{}, noCursor{}
	m.Uses = Uses{Writer: w, ListHere: func() string { return "" }}
	p.Board.SetTraits("", dialect.S13)
	m.StartCreate(tasks.Key{})
	p.Mode().(host.TextMode).Type(field.Paste, "Build\r  Test\r    Ship\rTell\r  Sell")
	p.Mode().Handle(keymap.Submit)
	plan, ok := p.Mode().(*planPreview)
	if !ok {
		t.Fatalf("%T is open", p.Mode())
	}
	all := plan.edits()
	made := all.Edits
	p.Mode().Handle(keymap.Submit)
	res, errs := make([]tasks.Result, 5), make([]error, 5)
	for i := range made {
		if errs[i] = all.Complete(i, res); errs[i] != nil {
			continue
		}
		if made[i].Draft.Subject == "Test" {
			errs[i] = &tasks.ConflictError{Clash: tasks.Clash{Key: made[i].Needs[0].Key}, Gone: true}
			continue
		}
		id := "made-" + made[i].Draft.Subject
		res[i] = tasks.Result{Made: []tasks.Key{{Name: id + ".json"}}, ID: tasks.ID{Text: id}}
	}
	if n := made[4]; !errors.Is(errs[2], board.ErrNotCreated) || n.Draft.WaitsFor[0].Text != "made-Tell" || n.Needs[0].Key.Name != "made-Tell.json" {
		t.Errorf("%v, %+v", errs, n)
	}
	p.Alert("Not Test: its file is gone; not Ship: what it waits for was not created")
	plan.created(res)
	f, ok := p.Mode().(*form)
	if !ok || f.fields[0].value() != "  Test\n    Ship" || !strings.Contains(f.err, "Not Test") {
		t.Errorf("%T is open", p.Mode())
	}
}

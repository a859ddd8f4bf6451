package editing

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// edited returns a program with a task, and the forms in it, which write nothing.
func edited(traits *tasks.Traits) (*hosttest.Program, *Model) {
	p := hosttest.New(&tasks.Task{Key: tasks.Key{Name: "a.json"}, ID: tasks.ID{Text: "a"}, Status: tasks.Pending, Traits: traits})
	p.Queue = noQueue{}
	m := New(&p.Program)
	m.Uses = Uses{
		Cursor: noCursor{}, ListHere: func() string { return "" }, MishapBy: func(string) string { return "" }, StayOpen: func(error) {},
		CheckTodoAfter: func(tasks.Edit, tasks.Result) tea.Cmd { return nil },
	}
	return p, m
}

type noQueue struct{}

func (noQueue) Enqueue(tea.Cmd) tea.Cmd        { return nil }
func (noQueue) EnqueueOpening(tea.Cmd) tea.Cmd { return nil }

type noCursor struct{ Cursor }

func (noCursor) Expect(tasks.Key) {}

// If a task in the middle of a plan cannot be created, neither is the one that waits for it. Both are named and go back to the form; the
// others are created.
func TestTasksThatAPlanCannotCreateGoBackToTheForm(t *testing.T) {
	p, m := edited(dialect.S13)
	p.Board.SetTraits("", dialect.S13)
	m.StartCreate(tasks.Key{})
	p.Mode().(host.TextMode).Type(field.Paste, "Build\r  Test\r    Ship\rTell\r  Sell")
	p.Mode().Handle(keymap.Submit)
	plan, ok := p.Mode().(*planPreview)
	if !ok {
		t.Fatalf("%T is open", p.Mode())
	}
	all := plan.edits()
	edits := all.Edits
	p.Mode().Handle(keymap.Submit)
	res, errs := make([]tasks.Result, 5), make([]error, 5)
	for i := range edits {
		if errs[i] = all.Complete(i, res); errs[i] != nil {
			continue
		}
		if edits[i].Draft.Subject == "Test" {
			errs[i] = &tasks.Conflict{Clash: tasks.Clash{Key: edits[i].Needs[0].Key}, Gone: true}
			continue
		}
		id := "made-" + edits[i].Draft.Subject
		res[i] = tasks.Result{Made: []tasks.Key{{Name: id + ".json"}}, ID: tasks.ID{Text: id}}
	}
	if n := edits[4]; !errors.Is(errs[2], board.ErrNotCreated) || n.Draft.WaitsFor[0].Text != "made-Tell" || n.Needs[0].Key.Name != "made-Tell.json" {
		t.Errorf("%v, %+v", errs, n)
	}
	action{m: m, in: p.Workspace, done: "created", made: plan.created, edits: edits}.written(res, errs)
	if want := "3 of 5 tasks created. Not Test: its file is gone; not Ship: what it waits for was not created"; p.NoticeText() != want {
		t.Errorf("it says %q", p.NoticeText())
	}
	form, ok := p.Mode().(formMode)
	if !ok || form.form.fields[0].value() != "  Test\n    Ship" || !strings.Contains(form.form.err, "Not Test") {
		t.Errorf("%T is open", p.Mode())
	}
}

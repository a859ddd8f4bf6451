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
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// program is a program that records notices, and writes nothing.
type program struct {
	*hosttest.Program
	in *workspace.Workspace
}

func (p *program) Workspace() *workspace.Workspace { return p.in }
func (p *program) ListHere() string                { return "" }
func (p *program) WhyNotIn(string) string          { return "" }
func (p *program) Enqueue(tea.Cmd) tea.Cmd         { return nil }
func (p *program) StayOpen(error)                  {}
func (p *program) Expect(tasks.Key)                {}
func (p *program) Alert(s string)                  { p.Say(s) }
func (p *program) MishapBy(string) string          { return "" }
func (p *program) NoticeWords() string             { return p.Said[len(p.Said)-1] }
func (p *program) UpdatePlanAfter(tasks.Edit, tasks.Result) tea.Cmd {
	return nil
}
func (p *program) KeysSaying(map[keymap.Action]string, ...keymap.ScopeName) []view.Key { return nil }

// If a task in the middle of a plan cannot be created, neither is the one that waits for it. Both are named and go back to the form; the
// others are created.
func TestTasksThatAPlanCannotCreateGoBackToTheForm(t *testing.T) {
	p := &program{hosttest.New(&tasks.Task{Key: tasks.Key{Name: "a.json"}, ID: tasks.ID{Text: "a"}, Status: tasks.Pending, Traits: dialect.S13}), &workspace.Workspace{}}
	p.Tasks.SetTraits("", dialect.S13)
	m := New(p)
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
	action{m: m, in: p.in, done: "created", made: plan.created, edits: edits}.written(res, errs)
	if want := "3 of 5 tasks created. Not Test: its file is gone; not Ship: what it waits for was not created"; p.NoticeWords() != want {
		t.Errorf("it says %q", p.NoticeWords())
	}
	form, ok := p.Mode().(formMode)
	if !ok || form.form.fields[0].value() != "  Test\n    Ship" || !strings.Contains(form.form.err, "Not Test") {
		t.Errorf("%T is open", p.Mode())
	}
}

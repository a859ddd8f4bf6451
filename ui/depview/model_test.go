package depview

import (
	"fmt"
	"maps"
	"testing"

	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
)

// program is a program that shows the dependencies.
type program struct {
	*hosttest.Program
	deps *Model
}

// over returns a program that shows pictures of tasks.
func over(all []*tasks.Task) *program {
	p := &program{Program: hosttest.New(all...)}
	p.deps = New(&p.Program.Program)
	p.deps.Uses = Uses{SpotlightTasks: func() []tasks.Key { return nil }, PlaceCursor: func() {}}
	p.Arrange = func() view.LayoutOptions { return view.LayoutOptions{View: p.deps.Shown()} }
	return p
}

// chained returns a program over n tasks, in which every second task waits for the one before it.
func chained(n int) *program {
	var all []*tasks.Task
	for i := range n {
		t := &tasks.Task{ID: tasks.ID{Text: fmt.Sprint(i), Num: true}, Subject: fmt.Sprint("task ", i), Status: tasks.Pending, Traits: &tasks.Traits{Title: "s12", HasOwner: true}}
		t.Key = tasks.Key{Name: fmt.Sprintf("task_%d.json", i)}
		if i%2 == 1 {
			t.WaitsFor = []tasks.ID{{Text: fmt.Sprint(i - 1), Num: true}}
		}
		all = append(all, t)
	}
	return over(all)
}

// press handles actions as the program does.
func (p *program) press(actions ...keymap.Action) {
	for _, a := range actions {
		p.deps.Actions()[a](a)
		p.deps.Refresh()
		p.deps.Picture()
	}
}

// show goes to a picture.
func (p *program) show(v view.ViewKind) {
	if v == view.TreeView {
		p.deps.form = formTree
	}
	p.deps.Show(v)
	p.deps.Refresh()
	p.deps.Picture()
}

func TestTheTreeComputesOnlyLinesInSightAndEachOnce(t *testing.T) {
	p := chained(10_000)
	p.show(view.TreeView)
	l, rows := &p.deps.tree, p.Layout.DepView.Canvas.H
	draw := func() {
		v := p.deps.Picture().Tree
		for i := v.First; i < min(v.First+rows, v.Len); i++ {
			v.Row(i)
		}
	}
	made := 0
	p.press(keymap.First)
	draw()
	for range 2 * rows {
		before := map[int]graph.TreeRow{}
		maps.Copy(before, l.rows)
		p.press(keymap.Down)
		draw()
		for i, r := range l.rows {
			if was, ok := before[i]; !ok || &was.Cells[0] != &r.Cells[0] {
				made++
			}
		}
	}
	if made == 0 || made > 3*rows {
		t.Errorf("%d lines were computed for %d steps down in %d rows", made, 2*rows, rows)
	}
	for range 40 {
		p.press(keymap.PageDown)
		draw()
	}
	if n := len(l.rows); n == 0 || n > maxLines {
		t.Errorf("%d lines are kept", n)
	}
}

// Moving the selection computes nothing again that depends on the dependencies alone.
func TestMovingTheSelectionKeepsNetTreeAndMarks(t *testing.T) {
	for _, kind := range []view.ViewKind{view.GraphView, view.TreeView} {
		p := chained(150)
		p.show(kind)
		net, shape, marks := p.deps.net, p.deps.tree.shape, p.deps.highlights.marks
		p.press(keymap.Down, keymap.Up, keymap.Right)
		if p.deps.net != net || p.deps.tree.shape != shape || p.deps.highlights.marks != marks {
			t.Errorf("%s: computed again for a step", ViewWord(kind))
		}
	}
}

// While the board is shown, nothing of the dependencies is kept.
func TestTheBoardKeepsNothingOfTheDependencies(t *testing.T) {
	p := chained(150)
	for _, kind := range []view.ViewKind{view.TreeView, view.GraphView, view.BoardView} {
		p.show(kind)
	}
	d := p.deps
	if d.net != nil || d.picture.net != nil || d.tree.shape != nil || d.highlights.marks != nil || d.counts.net != nil {
		t.Errorf("kept: %+v", d)
	}
}

// The tree shows finished tasks if it has room for them, until the person folds them away.
func TestTheTreeFoldsFinishedTasksOnlyIfTheyDoNotFit(t *testing.T) {
	for _, of := range []struct {
		tasks   int
		hasRoom bool
	}{{8, true}, {40, false}} {
		p := chained(of.tasks)
		done := *p.Board.Task(tasks.Key{Name: "task_0.json"})
		done.Status, done.Version = tasks.Completed, 2
		p.Put(&done)
		p.Select(tasks.Key{Name: "task_1.json"})
		p.show(view.TreeView)
		lines := func() int { return p.deps.Picture().Tree.Len }
		all, folded := of.tasks, of.tasks-1
		if shown := lines() == all; shown != of.hasRoom {
			t.Errorf("of %d tasks %d have lines", of.tasks, lines())
		}
		p.press(keymap.FoldFinished)
		if shown := lines() == all; shown == of.hasRoom {
			t.Errorf("of %d tasks %d have lines after a key", of.tasks, lines())
		}
		p.press(keymap.FoldFinished)
		if shown := lines() == all; shown != of.hasRoom || !shown && lines() != folded {
			t.Errorf("of %d tasks %d have lines after two keys", of.tasks, lines())
		}
	}
}

func TestATaskThatWaitsForAMissingOneAndForOthersHasTheSignOfItsCard(t *testing.T) {
	v := view.Node{State: view.Waiting}
	if fillNode(&v, view.Card{State: view.Missing}); v.State != view.Missing {
		t.Errorf("its state is %v", v.State)
	}
	v.State = view.Waiting // the spark has not reached it yet
	if fillNode(&v, view.Card{State: view.Ready}); v.State != view.Waiting {
		t.Errorf("the state of another is %v", v.State)
	}
}

package batch

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
)

// program is a program that keeps the edits submitted to it.
type program struct {
	*hosttest.Program
	wrote []tasks.Edit
}

func (p *program) SubmitAll(all []tasks.Edit, _ string) tea.Cmd {
	p.wrote = all
	return nil
}

// marks returns the marks of the program: whoever is asked for an owner names bob.
func (p *program) marks() *Model {
	m := New(&p.Program.Program)
	m.AskOwner = func(_ safetext.Text, give func(string) tea.Cmd) { give("bob") }
	return m
}

func many(n int) *program {
	var all []*tasks.Task
	for i := range n {
		id := fmt.Sprintf("task_1778000000_%05d", i)
		all = append(all, &tasks.Task{Key: tasks.Key{Name: id + ".json"}, ID: tasks.ID{Text: id}, Subject: id, Status: tasks.Pending, Traits: dialect.S12})
	}
	p := &program{Program: hosttest.New(all...)}
	p.Edits = p
	return p
}

// press handles an action as the board does.
func press(m *Model, a keymap.Action) {
	do := m.Actions()[a]
	if do == nil {
		do = m.MarkedActions()[a]
	}
	do(a)
}

func TestAtMostMaxMarksTasksAreMarked(t *testing.T) {
	p := many(3000)
	m := p.marks()
	press(m, keymap.MarkAll)
	if m.Len() != maxMarks {
		t.Errorf("%d are marked", m.Len())
	}
	press(m, keymap.MarkAll)
	if m.Len() != 0 {
		t.Errorf("%d are still marked", m.Len())
	}
}

func TestARowLeftOutIsNotWritten(t *testing.T) {
	p := many(3)
	m := p.marks()
	press(m, keymap.MarkAll)
	press(m, keymap.Assign)
	mode := p.Mode()
	mode.Handle(keymap.LeaveOut)
	mode.Handle(keymap.Submit)
	if len(p.wrote) != 2 || p.wrote[0].Of.Name != "task_1778000000_00001.json" || m.Len() != 0 {
		t.Errorf("%d are written, %d still marked", len(p.wrote), m.Len())
	}
}

func TestAssigningLeavesFinishedTasksOutUntilTheyAreTakenIn(t *testing.T) {
	p := many(3)
	done := *p.Board.Task(tasks.Key{Name: "task_1778000000_00000.json"})
	done.Status = tasks.Completed
	p.Board.Apply(tasks.Delta{Put: []*tasks.Task{&done}})
	give := func(keys ...keymap.Action) []tasks.Edit {
		p.wrote = nil
		m := p.marks()
		press(m, keymap.MarkAll)
		press(m, keymap.Assign)
		for _, a := range append(keys, keymap.Submit) {
			p.Mode().Handle(a)
		}
		return p.wrote
	}
	if wrote := give(); len(wrote) != 2 || len(wrote[0].Changes) != 1 {
		t.Errorf("as proposed: %+v", wrote)
	}
	if wrote := give(keymap.StartToo); len(wrote) != 2 || len(wrote[0].Changes) != 2 || wrote[1].Changes[1].To != tasks.StatusValue(tasks.InProgress) {
		t.Errorf("in progress too: %+v", wrote)
	}
	if wrote := give(keymap.StartToo, keymap.StartToo, keymap.Last, keymap.LeaveOut); len(wrote) != 3 || len(wrote[0].Changes) != 1 {
		t.Errorf("with finished tasks: %+v", wrote)
	}
}

func TestAChainOfLinksIsWrittenFromItsEnd(t *testing.T) {
	p := many(3)
	m := p.marks()
	press(m, keymap.MarkAll)
	m.LinkChain()
	p.Mode().Handle(keymap.Submit)
	if len(p.wrote) != 2 || p.wrote[0].Of.Name != "task_1778000000_00002.json" || p.wrote[1].Of.Name != "task_1778000000_00001.json" {
		t.Errorf("%+v", p.wrote)
	}
}

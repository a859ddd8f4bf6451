package batch

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/host"
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

// marks returns the marks of the program: a question for an owner is answered with bob.
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

func TestAtMostAThousandTasksAreMarked(t *testing.T) {
	m := many(3000).marks()
	press(m, keymap.MarkAll)
	if m.Len() != 1000 {
		t.Errorf("%d are marked", m.Len())
	}
}

func TestTheKeyThatMarksAllRemovesTheMarksIfItMarksNoMore(t *testing.T) {
	for _, n := range []int{3, 3000} { // also if some are not marked, because they are too many
		m := many(n).marks()
		press(m, keymap.MarkAll)
		press(m, keymap.MarkAll)
		if m.Len() != 0 {
			t.Errorf("of %d tasks %d are still marked", n, m.Len())
		}
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

// pressed is a board of tasks of s12 on which keys mark tasks and act on them. Task n is on row n.
func pressed(t *testing.T, ts ...*tasks.Task) (*hosttest.Harness, *Model, *[]string) {
	t.Helper()
	for i, task := range ts {
		task.ID = tasks.ID{Text: fmt.Sprintf("task_1778000000_%04d", i)}
		task.Key, task.Traits = tasks.Key{Name: task.ID.Text + ".json"}, dialect.S12
	}
	h := hosttest.OnTasks(t, ts...)
	wrote := new([]string)
	h.Edits = recorder{wrote}
	m := New(&h.Program.Program)
	m.AskOwner = func(_ safetext.Text, give func(string) tea.Cmd) { give(h.Me) }
	m.LinkMarked = func(keys []tasks.Key) { *wrote = append(*wrote, fmt.Sprint("link ", len(keys))) }
	h.OnKey = func(a keymap.Action) tea.Cmd {
		i := slices.IndexFunc(ts, func(t *tasks.Task) bool { return t.Key == h.On })
		switch a {
		case keymap.Down, keymap.Up:
			h.On = ts[host.Move(i, len(ts), a, 1)].Key
		default:
			press(m, a)
		}
		return nil
	}
	return h, m, wrote
}

// recorder records edits in place of writing them.
type recorder struct{ wrote *[]string }

func (r recorder) CarryOut(tasks.Edit, error) tea.Cmd { return nil }
func (r recorder) Submit(tasks.Edit) tea.Cmd          { return nil }
func (r recorder) SubmitAll(all []tasks.Edit, done string) tea.Cmd {
	for _, e := range all {
		*r.wrote = append(*r.wrote, done+" "+e.Verb.String()+" "+e.Of.Name[len(e.Of.Name)-len("n.json"):len(e.Of.Name)-len(".json")])
	}
	return nil
}

func TestKeysMarkTasksAndActOnThem(t *testing.T) {
	for _, c := range []struct {
		name  string
		press []string
		sees  []string
		then  []string // pressed afterwards
		wrote string
	}{
		{"a mark moves on", []string{"space", "space", "d"}, []string{"Complete 1 of 2 tasks", "Schema...completed", "Docs...not: waits for Schema", "enter complete 1 task", "esc cancel"}, []string{"enter"}, "completed complete 0"},
		{"a second mark takes the first away", []string{"space", "up", "space", "down", "space", "d"}, []string{"Complete 1 task", "Logo", "no: Schema"}, []string{"enter"}, "completed complete 2"},
		{"marks of a range, downwards", []string{"shift+down", "shift+down", "d"}, []string{"Complete 2 of 3 tasks", "Logo...completed"}, []string{"enter"}, "completed complete 0, completed complete 2"},
		{"and upwards", []string{"down", "down", "shift+up", "D"}, []string{"Delete 2 tasks", "Docs...its file is removed", "no: Schema"}, []string{"space", "enter"}, "deleted delete 1"},
		{"what is done to each", []string{"*", "c"}, []string{"Claim 1 of 5 tasks", "Schema...not: it is yours already", "Docs...not: waits for Schema", "Logo...yours, in progress", "Name...not: it is completed", "Page...not: bob has"}, []string{"enter"}, "claimed claim 2"},
		{"a risk is named", []string{"*", "r"}, []string{"Release 2 of 5 tasks", "Page...pending, nobody's", "Logo...not: "}, []string{"G"}, ""},
		{"a task of another is warned about", []string{"down", "down", "down", "down", "space", "r"}, []string{"Release 1 task", "bob has had it for"}, []string{"esc"}, ""},
		{"what is done stays done", []string{"*", "o"}, []string{"Reopen 1 of 5 tasks", "Name...pending"}, []string{"enter"}, "reopened reopen 3"},
		{"links are asked for", []string{"*", "L"}, nil, nil, "link 5"},
		{"all are given away but what is done", []string{"*", "m"}, []string{"Give 3 of 5 tasks", "Name...left out", "Schema...not: ", "Docs...to ann", "s in progress too"}, []string{"s", "enter"}, "given to ann edit 2, given to ann edit 1, given to ann edit 4"},
		{"some are started too", []string{"*", "m", "s"}, []string{"Logo...to ann, in progress", "Page...to ann  ", "Name...left out  ", "s leave pending"}, []string{"space", "enter"}, "given to ann edit 1, given to ann edit 4"},
		{"one that runs is not started", []string{"down", "down", "down", "down", "space", "m"}, []string{"Page...to ann", "no: in progress too"}, []string{"s", "enter"}, "given to ann edit 4"},
		{"what is refused is not left out", []string{"*", "c", "j", "space"}, []string{"Docs...not: waits for Schema"}, []string{"esc"}, ""},
		{"left out and taken in again", []string{"*", "m", "j"}, []string{"space leave out"}, []string{"space", "k", "space", "j", "j", "space", "enter"}, "given to ann edit 2, given to ann edit 1, given to ann edit 4, given to ann edit 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m, wrote := pressed(t, &tasks.Task{Subject: "Schema", Status: tasks.InProgress, Owner: "ann"}, &tasks.Task{Subject: "Docs", Status: tasks.Pending, WaitsFor: []tasks.ID{{Text: "task_1778000000_0000"}}},
				&tasks.Task{Subject: "Logo", Status: tasks.Pending}, &tasks.Task{Subject: "Name", Status: tasks.Completed, Owner: "bob"}, &tasks.Task{Subject: "Page", Status: tasks.InProgress, Owner: "bob"})
			h.Press(c.press...).Sees(c.sees...).Press(c.then...)
			if got := strings.Join(*wrote, ", "); got != c.wrote {
				t.Errorf("written is %q", got)
			}
			if c.wrote != "" && c.then != nil && m.Len() > 0 {
				t.Errorf("%d are still marked", m.Len())
			}
		})
	}
}

// twoMarked is a board with a pending and a completed task, both marked.
func twoMarked(t *testing.T) (*hosttest.Harness, *Model) {
	t.Helper()
	h, m, _ := pressed(t, &tasks.Task{Subject: "Logo", Status: tasks.Pending}, &tasks.Task{Subject: "Name", Status: tasks.Completed})
	h.Press("*").Sees("2 tasks marked: d completes them, : shows what else can be done")
	return h, m
}

func TestAKeyIsOfferedIfItSuitsOneOfTheMarkedTasks(t *testing.T) {
	_, m := twoMarked(t)
	for a, want := range map[keymap.Action]bool{keymap.Claim: true, keymap.Reopen: true, keymap.Release: false} {
		if m.Allows(a) != want {
			t.Errorf("action %v is offered: %v", a, !want)
		}
	}
}

func TestAPreviewOfWhichAllIsLeftOutSaysWhyNothingWasDone(t *testing.T) {
	h, _ := twoMarked(t)
	h.Press("c", "space", "enter").Sees("Nothing was done: #0001: it is completed")
}

func TestADeletedTaskLosesItsMark(t *testing.T) {
	h, m := twoMarked(t)
	gone := h.On
	h.Board.Apply(tasks.Delta{Gone: []tasks.Key{gone}})
	if m.Forget(); m.Marked(gone) || m.Len() != 1 {
		t.Errorf("%d are marked, the deleted one %v", m.Len(), m.Marked(gone))
	}
}

func TestWithoutASelectedTaskNothingIsMarked(t *testing.T) {
	h, m, _ := pressed(t, &tasks.Task{Subject: "Logo", Status: tasks.Pending})
	h.On = tasks.Key{}
	if h.Press("space").Sees("Not marked: no task is selected"); m.Len() > 0 {
		t.Errorf("%d are marked", m.Len())
	}
}

func TestASweepProposesWhatIsLeftBehind(t *testing.T) {
	noon := hosttest.New().Now
	old := &tasks.Task{Subject: "Name", Status: tasks.Completed, Owner: "bob", Stamp: tasks.Stamp{Mtime: noon.Add(-72 * time.Hour).UnixNano()}}
	h, _, wrote := pressed(t, &tasks.Task{Subject: "Logo", Status: tasks.InProgress, Owner: "bob"}, &tasks.Task{Subject: "Page", Status: tasks.Pending, Owner: "bob"}, old, &tasks.Task{Subject: "Foot", Status: tasks.InProgress, Owner: "una"})
	h.Press("M").Sees("Sweep 1 task", "Delete 1", "Name...changed 3d ago").Press("esc")
	h.Board.SetOwnerState(func(_, owner string) tasks.Agent {
		if owner == "bob" {
			return tasks.Agent{Name: "bob", State: tasks.AgentGone}
		}
		return tasks.Agent{}
	})
	h.Press("M").Sees("Sweep 3 tasks", "Release 1  started, owner gone", "Logo...bob is gone", "Release 1  pending, owner gone", "Page...bob is gone", "Delete 1", "no: Foot", "space leave out all of these")
	h.Press("j").Sees("bob is not notified, and may still complete it.", "space leave out").Press("k", "space", "k").Sees("Sweep 2 of 3 tasks", "Release 0 of 1", "Logo...left out", "space take in all of these")
	h.Press("j", "space", "k", "k").Sees("Sweep 3 tasks").Press("j", "j", "space").Sees("Page...left out").Press("k", "space", "k", "k").Sees("Sweep 3 tasks").Press("enter")
	if got := strings.Join(*wrote, ", "); got != "swept release 0, swept release 1, swept delete 2" {
		t.Errorf("written is %q", got)
	}
}

func TestASweepOfNothingSaysWhichTasksAreStalled(t *testing.T) {
	noon := hosttest.New().Now
	h, _, _ := pressed(t, &tasks.Task{Subject: "Foot", Status: tasks.InProgress, Owner: "una", Stamp: tasks.Stamp{Mtime: noon.Add(-time.Hour).UnixNano()}})
	h.Press("M").Sees("Nothing to sweep: no task is left behind, as far as is known")
	h.Circumstances = func() board.Circumstances { return board.Circumstances{Now: h.Now, Stalled: time.Minute} }
	h.Press("M").Sees("Nothing to sweep: 1 task is stalled, but nothing tells that the owner is gone: r releases")
}

// Bob keeps what he has done already: that is refused, not left out.
func TestAFinishedTaskThatIsGivenToItsOwnerIsRefused(t *testing.T) {
	h, m, _ := pressed(t, &tasks.Task{Subject: "Name", Status: tasks.Completed, Owner: "bob"})
	m.AskOwner = func(_ safetext.Text, give func(string) tea.Cmd) { give("bob") }
	h.Press("space", "m").Sees("Name...not: ")
	m.AskOwner = func(_ safetext.Text, give func(string) tea.Cmd) { give("") }
	h.Press("esc", "m").Sees("Give 0 of 1 task", "Name...left out").Press("space").Sees("Name...to nobody")
}

func TestDeletedTasksAreProposed(t *testing.T) {
	h, m, _ := pressed(t)
	of := func(name string, status tasks.Status, waits ...tasks.ID) *tasks.Task {
		return &tasks.Task{Key: tasks.Key{Name: name + ".json"}, Subject: name, Status: status, Owner: "bob", WaitsFor: waits, Traits: dialect.S12}
	}
	m.Propose("restore", "restored", []host.Proposal{
		{Task: of("done", tasks.Completed), Risk: "It is wiped again."}, {Task: of("runs", tasks.InProgress)}, {Task: of("waits", tasks.Pending, tasks.ID{Text: "x"})},
		{Task: of("ready", tasks.Pending), Proposed: host.Proposed{No: "there is another file of its name"}},
	})
	h.Sees("Restore 3 of 4 tasks", "✓ done...bob...done.json", "◐ runs", "○ waits", "● ready...not: there is another file", "It is wiped again.").Press("j").Sees("no: It is wiped")
}

func TestALoopOfSeveralLinksIsRefused(t *testing.T) {
	h, m, wrote := pressed(t, &tasks.Task{Subject: "A", Status: tasks.Pending, WaitsFor: []tasks.ID{{Text: "task_1778000000_0002"}}}, &tasks.Task{Subject: "B", Status: tasks.Pending}, &tasks.Task{Subject: "C", Status: tasks.Pending})
	h.Press("space", "space", "space")
	m.LinkChain()
	h.Sees("Link 1 of 3 tasks", "A...not: it is the first", "B...waits for the one above", "C...not: that closes a loop").Press("enter")
	if got := strings.Join(*wrote, ", "); got != "linked link 1" {
		t.Errorf("written is %q", got)
	}
}

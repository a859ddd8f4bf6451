//go:build unix

package notify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/verbs"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// notified is a board whose notifications run a command, which appends to the file out.
type notified struct {
	*hosttest.Harness
	m     *Model
	needs []board.Need
	out   string
	rings int
}

// open returns a board on which the second task waits for the first. script is run for each notification, "" for none.
func open(t *testing.T, bell bool, script string) *notified {
	n := &notified{Harness: hosttest.OnTasks(t, task(1, tasks.InProgress, "bob"), task(2, tasks.Pending, "", 1)), out: filepath.Join(t.TempDir(), "out")}
	var command []string
	if script != "" {
		command = []string{"/bin/sh", "-c", script, "sh", n.out}
	}
	n.Needs = func() []board.Need { return n.needs }
	n.m = New(&n.Program.Program, bell, true, command)
	n.m.Examined = func() bool { return true }
	t.Cleanup(n.m.Close)
	n.m.Reset()
	n.m.updateStatus()
	n.flush(false)
	return n
}

// agents changes tasks as agents do.
func (n *notified) agents(ts ...*tasks.Task) { n.apply(tasks.Delta{Put: ts}) }

func (n *notified) apply(d tasks.Delta) {
	d.At = n.Now
	n.m.HandleDiff(n.Board.Apply(d))
	n.Generation++
}

// flush checks whether a burst begins.
func (n *notified) flush(begins bool) {
	n.T.Helper()
	if got := n.m.gather() != nil; got != begins {
		n.T.Errorf("a burst begins: %v", got)
	}
}

// end ends the burst, and runs what follows from it.
func (n *notified) end() { n.run(n.m.notify(n.Now)) }

func (n *notified) run(cmd tea.Cmd) {
	n.T.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			n.run(c)
		}
	case tea.RawMsg:
		n.rings++
	case host.Answer:
		n.run(msg())
	case nil:
	default:
		n.T.Errorf("a command returns a %T", msg)
	}
}

// says checks what the commands wrote so far.
func (n *notified) says(want string) {
	n.T.Helper()
	raw, err := os.ReadFile(n.out)
	if err != nil && !os.IsNotExist(err) {
		n.T.Error(err)
	}
	if got := strings.Join(strings.Fields(string(raw)), " "); got != want {
		n.T.Errorf("the command wrote %q, want %q", got, want)
	}
}

const writeEvent = `echo $SIDEBOARD_EVENT $SIDEBOARD_EVENT_COUNT $SIDEBOARD_EVENT_ID >> $1`

func TestTheCommandRunsForEachKindTheMostUrgentFirst(t *testing.T) {
	n := open(t, true, writeEvent)
	n.agents(task(1, tasks.Completed, "bob"))
	n.agents(task(3, tasks.Completed, "bob"), task(4, tasks.Pending, ""))
	n.flush(true)
	n.flush(false) // it has begun
	n.end()
	n.says("ready 2 4 completed 2 3")
	if n.rings != 0 {
		t.Errorf("the bell rang %d times for tasks that others completed", n.rings)
	}
	n.flush(false)
	n.needs = []board.Need{{Kind: board.FileBroken, Key: key(4)}}
	n.Generation++
	n.flush(true)
	n.end()
	n.says("ready 2 4 completed 2 3 problem 1 4")
	if n.rings != 1 {
		t.Errorf("the bell rang %d times for a problem", n.rings)
	}
	n.end()
	if n.rings != 1 {
		t.Errorf("the bell rang %d times for one problem", n.rings)
	}
}

func TestALostDirectoryIsAProblemAndAnEmptyOneIsNotDone(t *testing.T) {
	n := open(t, true, `echo $SIDEBOARD_EVENT $SIDEBOARD_EVENT_REASON >> $1`)
	n.apply(tasks.Delta{Gone: []tasks.Key{key(1), key(2)}})
	n.flush(false)
	if n.m.updateStatus(); n.m.status.current.Message != "0 ready, 0 blocked" || n.m.status.current.HasProgress {
		t.Errorf("an empty directory: %+v", n.m.status.current)
	}
	n.apply(tasks.Delta{Health: tasks.Lost, Why: "unplugged"})
	n.m.own = true
	n.flush(true)
	n.m.add([]event{{kind: ready, at: n.Now}})
	n.end()
	n.says("problem the directory is gone: unplugged ready")
	if n.rings != 1 {
		t.Errorf("the bell rang %d times", n.rings)
	}
}

func TestTheEndOfAllWorkIsNewsOnlyIfOthersDidIt(t *testing.T) {
	for _, c := range []struct {
		what string
		mine bool
		want string
	}{{"an agent", false, "all-done 1 completed 1 2"}, {"the person", true, ""}} {
		n := open(t, true, writeEvent)
		n.apply(tasks.Delta{Put: []*tasks.Task{task(1, tasks.Completed, "ann")}, Mine: map[tasks.Key]tasks.EditID{key(1): 1}})
		n.flush(false)
		d := tasks.Delta{Put: []*tasks.Task{task(2, tasks.Completed, "bob")}}
		if c.mine {
			d.Mine = map[tasks.Key]tasks.EditID{key(2): 2}
		}
		n.apply(d)
		n.flush(!c.mine)
		n.end()
		n.says(c.want)
		if (n.rings == 1) == c.mine {
			t.Errorf("%s completed the last task: the bell rang %d times", c.what, n.rings)
		}
	}
}

func TestACommandThatFailsIsReportedOnceUntilItWorksAgain(t *testing.T) {
	n := open(t, false, `test -e $1`)
	again := func(status tasks.Status, warned bool) {
		t.Helper()
		n.ClearNotice()
		n.agents(task(1, status, "bob"))
		n.flush(true)
		n.end()
		if got := strings.Contains(n.NoticeText(), "The command for events failed: /bin/sh"); got != warned {
			t.Errorf("the notice is %q", n.NoticeText())
		}
	}
	again(tasks.Completed, true)
	again(tasks.Pending, false)
	testdir.Must(t, os.WriteFile(n.out, nil, 0o600))
	again(tasks.Completed, false)
	testdir.Must(t, os.Remove(n.out))
	again(tasks.Pending, true)
}

func TestWithoutABellOrACommandNothingIsGathered(t *testing.T) {
	n := open(t, false, "")
	n.agents(task(1, tasks.Completed, "bob"))
	n.flush(false)
}

func TestABellAloneGathersOnlyWhatItRingsFor(t *testing.T) {
	rings := open(t, true, "")
	rings.agents(task(1, tasks.Completed, "bob"))
	rings.flush(false) // it does not ring for that
	rings.needs = []board.Need{{Kind: board.NeedsAnswer, Key: key(2)}}
	rings.Generation++
	rings.flush(true)
}

func TestACommandAloneRunsOnceAtATimeAndRingsNoBell(t *testing.T) {
	silent := open(t, false, writeEvent)
	silent.agents(task(1, tasks.Completed, "bob"))
	silent.needs = []board.Need{{Kind: board.FileBroken, Key: key(2)}}
	silent.flush(true)
	silent.end()
	silent.says("problem 1 2 ready 1 2 completed 1 1")
	silent.needs = []board.Need{{Kind: board.FileBroken, Key: key(1)}}
	silent.flush(false)
	silent.Now = silent.Now.Add(time.Minute)
	silent.flush(true)
	silent.m.running = true
	silent.end()
	silent.flush(false) // one runs already
	silent.m.running = false
	silent.flush(true)
	silent.end()
	silent.says("problem 1 2 ready 1 2 completed 1 1 problem 1 1")
	if silent.rings != 0 {
		t.Errorf("the bell that is off rang %d times", silent.rings)
	}
}

func TestNoCommandRunsAfterTheEndOfTheProgram(t *testing.T) {
	closed := open(t, false, writeEvent)
	closed.m.Close()
	closed.agents(task(1, tasks.Completed, "bob"))
	closed.flush(true)
	closed.end()
	closed.says("")
}

func TestWhatACommandReads(t *testing.T) {
	n := open(t, false, `cat >> $1`)
	n.apply(tasks.Delta{Put: []*tasks.Task{task(1, tasks.Completed, "bob")}})
	n.apply(tasks.Delta{Gone: []tasks.Key{key(1)}})
	n.flush(true)
	n.end()
	raw, err := os.ReadFile(n.out)
	testdir.Must(t, err)
	for _, part := range []string{
		`{"version":1,"event":"ready","dir":"","name":"","count":1,"newest":[{"at":"2026-05-04T12:00:00Z","task":{`, `"id":"2"`, `"total":1,"completed":0}` + "\n",
		`"event":"completed"`, `"subject":"Task 1"`, `"file":"task_1.json"`, `"who":"bob"`,
	} {
		if !strings.Contains(string(raw), part) {
			t.Errorf("no %s in\n%s", part, raw)
		}
	}
	happening := Happening{Task: verbs.Ref{ID: "1", Subject: "s", Owner: "o"}, Who: "w", Reason: "r"}
	want := "SIDEBOARD_EVENT=ready SIDEBOARD_EVENT_COUNT=2 SIDEBOARD_EVENT_ID=1 SIDEBOARD_EVENT_SUBJECT=s SIDEBOARD_EVENT_OWNER=o SIDEBOARD_EVENT_WHO=w SIDEBOARD_EVENT_REASON=r SIDEBOARD_EVENT_NAME=n SIDEBOARD_EVENT_DIR=/d"
	if got := strings.Join(environment(Payload{Event: "ready", Count: 2, Name: "n", Dir: "/d", Newest: []Happening{happening}}), " "); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestTheStatusOfTheTerminal(t *testing.T) {
	broken := board.Need{Kind: board.FileBroken, Key: key(9)}
	stalled := board.Need{Kind: board.TaskStalled, Key: key(1)}
	answer := board.Need{Kind: board.NeedsAnswer, Key: key(1), Who: "bob"}
	for _, c := range []struct {
		what  string
		put   []*tasks.Task
		needs []board.Need
		lost  bool
		want  string
		kind  tea.ProgramStatusKind
		done  int // percent, -1 for none
	}{
		{what: "one runs", want: "1 in progress, 0 of 2 done", done: 0},
		{what: "none runs", put: []*tasks.Task{task(1, tasks.Pending, "")}, want: "1 ready, 1 blocked", done: -1},
		{what: "half is done", put: []*tasks.Task{task(1, tasks.Completed, ""), task(2, tasks.InProgress, "")}, want: "1 in progress, 1 of 2 done", done: 50},
		{what: "all is done", put: []*tasks.Task{task(1, tasks.Completed, ""), task(2, tasks.Completed, "")}, want: "2 tasks completed", done: -1},
		{what: "a need", needs: []board.Need{stalled}, want: "Task 1: " + stalled.Reason(), done: 0},
		{what: "two needs", needs: []board.Need{stalled, broken}, want: ", and 1 more", done: 0},
		{what: "a question", needs: []board.Need{answer}, want: "Task 1: " + answer.Reason(), kind: tea.ProgramStatusKindQuestion, done: 0},
		{what: "a file without a task", needs: []board.Need{broken}, want: broken.Reason(), done: 0},
		{what: "no directory", lost: true, want: "the task directory is gone", done: -1},
	} {
		n := open(t, false, "")
		if c.lost {
			n.apply(tasks.Delta{Health: tasks.Lost})
		} else {
			n.agents(c.put...)
		}
		n.needs = c.needs
		n.run(n.m.sendStatus(n.Now))
		n.m.status.known = false
		n.m.updateStatus()
		got := n.m.status.current
		if !strings.Contains(got.Message, c.want) || got.Kind != c.kind || got.HasProgress != (c.done >= 0) || got.HasProgress && got.Progress != c.done {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
}

func TestTheStatusIsSentAtTheEndOfABurstIfItChanged(t *testing.T) {
	n := open(t, false, "")
	changes := func(when string, want bool) {
		t.Helper()
		if got := n.m.updateStatus() != nil; got != want {
			t.Errorf("%s: %v", when, got)
		}
	}
	changes("a burst has begun", false)
	n.m.sendStatus(n.Now)
	if sent := n.m.Status(); sent == nil || sent.Message != "1 in progress, 0 of 2 done" {
		t.Errorf("%+v", sent)
	}
	n.Generation++
	changes("nothing is new", false)
	n.agents(task(1, tasks.Completed, "bob"))
	changes("a task is completed", true)
	n.agents(task(2, tasks.InProgress, "bob"))
	changes("in the same burst", false)
	n.agents(task(2, tasks.Pending, ""))
	changes("in the same burst", false)
	was := n.m.Status()
	n.m.sendStatus(n.Now)
	if n.m.Status() == was || n.m.Status().Message != "1 ready, 0 blocked" {
		t.Errorf("%+v", n.m.Status())
	}
	n.needs = []board.Need{{Kind: board.TaskStalled, Key: key(1)}}
	changes("in the same minute", false)
	n.Now = n.Now.Add(time.Minute)
	changes("a minute later a task is stalled", true)
	n.m.sendStatus(n.Now)
	n.m.Reset()
	n.m.Needs = func() []board.Need { return nil }
	changes("another directory in the same minute", true)
	n.m.sendStatus(n.Now)
	n.m.status.on = false
	n.agents(task(2, tasks.Completed, "bob"))
	changes("it is off", false)
}

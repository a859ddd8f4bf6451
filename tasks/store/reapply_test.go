package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// handClock is a time that only a test moves.
type handClock struct{ now time.Time }

func (c *handClock) Now() time.Time { return c.now }

// timed opens a directory with one s12 task, claimed a moment ago, on a clock of the test's own.
func timed(t *testing.T, dir, state string) (b *harness, c *handClock) {
	t.Helper()
	c = &handClock{time.Now()}
	b = opened(t, dir, Options{State: state, Now: c.Now})
	b.s.monitor.manual = true
	return b, c
}

// advance moves the clock, and lets boards check what is due.
func (c *handClock) advance(d time.Duration, boards ...*harness) {
	for end := c.now.Add(d); c.now.Before(end); { // in the small steps of a clock
		c.now = c.now.Add(min(end.Sub(c.now), 5*time.Millisecond))
		for _, b := range boards {
			b.s.monitor.runDue(c.now)
		}
	}
}

func (b *harness) advance(c *handClock, d time.Duration) { c.advance(d, b) }

// outcomes are the outcomes that were reported.
func (b *harness) outcomes() (all []Outcome) {
	for {
		select {
		case o := <-b.s.Outcomes():
			all = append(all, o)
		default:
			return all
		}
	}
}

const task1 = "task_1.json"

func pending() string { return s12File("task_1", "a", "pending", "null") }
func claimed() string { return s12File("task_1", "a", "in_progress", "me") }

func (b *harness) claim() tasks.EditID {
	b.t.Helper()
	b.write(task1, pending())
	b.refresh()
	e := b.edit(tasks.VerbClaim, task1, "me")
	e.ID = 0
	e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	return b.mustApply(e).Edit
}

func TestAnEditThatAStaleWriterUndidIsAppliedAgain(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	id := b.claim()
	edit := &b.s.monitor.rechecks[0].edit
	edit.Needs = append(edit.Needs, tasks.Need{Key: edit.Of, Idle: "me"})
	for n := 1; n <= maxReapplies; n++ {
		b.write(task1, strings.Replace(pending(), `"a"`, `"theirs"`, 1)) // what it read before, and a change of its own
		b.advance(c, 30*time.Millisecond)
		if got := b.read(task1); got != strings.Replace(claimed(), `"a"`, `"theirs"`, 1) {
			t.Fatalf("after %d: %s", n, got)
		}
	}
	b.write(task1, pending())
	b.advance(c, 30*time.Millisecond)
	if b.read(task1) != pending() {
		t.Error("made again a fourth time")
	}
	all := b.outcomes()
	if len(all) != maxReapplies+1 || all[0].What != Reapplied || all[0].Edit.ID != id || all[maxReapplies].What != PutBack || all[maxReapplies].Key.Name != task1 {
		t.Fatalf("reported %+v", all)
	}
	if needs := all[maxReapplies].Again.Needs; len(needs) != 1 || needs[0].Idle != "me" {
		t.Errorf("done again it needs %+v", needs)
	}
	b.refresh()
	b.mustApply(*all[maxReapplies].Again) // one key
	if b.read(task1) != claimed() {
		t.Error(b.read(task1))
	}
	b.expectNoLeftovers()
}

// TestALossThatIsNotMadeAgainIsReported lets others write or remove a file soon after an edit of it. What is reported can be done again
// with one key.
func TestALossThatIsNotMadeAgainIsReported(t *testing.T) {
	const running, done = "in_progress", "completed"
	file := func(status, owner string) string { return s12File("task_1", "a", status, owner) }
	late := func(c *handClock) { c.now = c.now.Add(reapplyWindow) }
	for _, r := range []struct {
		what   string
		was    string
		verb   tasks.Verb
		wait   func(*handClock) // nil for at once
		theirs string           // "" for a file that they remove
		says   string           // the kind of the outcome and who did it, "" if nothing is reported
	}{
		{"put back later", pending(), tasks.VerbClaim, late, pending(), "put back "},
		{"put back after the computer slept", pending(), tasks.VerbClaim, func(c *handClock) { c.now = slept(t, c.now, reapplyWindow) }, pending(), "put back "},
		{"put back after the clock was set on", pending(), tasks.VerbClaim, func(c *handClock) { c.now = c.now.Round(0).Add(time.Hour) }, pending(), "put back "},
		{"other values", pending(), tasks.VerbClaim, nil, file(running, "w0"), "overwritten w0"},
		{"one of two values put back", pending(), tasks.VerbClaim, nil, file("pending", "me"), "overwritten me"},
		{"the file is gone", pending(), tasks.VerbClaim, nil, "", "overwritten "},
		{"a deleted task is written back", pending(), tasks.VerbDelete, nil, file(running, "w0"), "put back w0"},
		{"no journal", pending(), tasks.VerbClaim, nil, pending(), "put back "},
		{"a journal that cannot be read", pending(), tasks.VerbClaim, nil, pending(), "put back "},
		{"a journal that is full", pending(), tasks.VerbClaim, nil, pending(), "put back "},
		{"agents that lock", claudeFile(1, "a", "pending"), tasks.VerbClaim, nil, claudeFile(1, "a", "pending"), "put back "},
		{"another claims what was released", file(running, "me"), tasks.VerbRelease, late, file(running, "w0"), ""},
		{"another claims what nobody had", file(running, "null"), tasks.VerbRelease, late, file(running, "w0"), ""},
		{"another claims what was reopened", file(done, "me"), tasks.VerbReopen, late, file(running, "w0"), ""},
		{"who had it writes it back", file(running, "w0"), tasks.VerbRelease, late, file(running, "w0"), "put back w0"},
		{"another takes what was claimed just then", pending(), tasks.VerbClaim, late, file(running, "w0"), "overwritten w0"},
	} {
		t.Run(r.what, func(t *testing.T) {
			f, c := &faultDisk{}, &handClock{time.Now()}
			dir, name, o := newDir(t), task1, Options{State: t.TempDir(), Now: c.Now, JournalDisk: faultJournalDisk{log.System, f}}
			switch r.what {
			case "agents that lock":
				dir, name = claudeDir(t), "1.json"
			case "no journal":
				o.State = ""
			}
			b := opened(t, dir, o)
			b.s.monitor.manual = true
			b.write(name, r.was)
			b.refresh()
			f.before = func(op string) error {
				if r.what == "a journal that is full" && op == "journal: write" {
					return syscall.ENOSPC
				}
				return nil
			}
			b.mustApply(b.edit(r.verb, name, "me"))
			ours := b.files()
			f.before = func(op string) error {
				if r.what == "a journal that cannot be read" && op == "journal: list" {
					return errFault
				}
				return nil
			}
			if r.wait != nil {
				r.wait(c)
			}
			if r.theirs == "" {
				testdir.Must(t, os.Remove(b.path(name)))
			} else {
				b.write(name, r.theirs)
			}
			theirs := b.files()
			if r.what == "a journal that cannot be read" {
				if b.advance(c, reapplyWindow-reapplyWindow/10); len(b.s.Outcomes()) > 0 {
					t.Error("it is reported while the journal may be read again")
				}
			}
			if r.theirs == "" {
				if b.advance(c, reapplyWindow); len(b.s.Outcomes()) == 0 {
					t.Error("it is reported late")
				}
			}
			b.advance(c, reportWindow)
			if now := b.files(); !maps.Equal(now, theirs) {
				t.Errorf("wrote %v", now)
			}
			says := ""
			all := b.outcomes()
			for _, o := range all {
				says += fmt.Sprint(o.What, " ", o.By)
			}
			if says != r.says || len(all) == 1 && all[0].Gone != (r.theirs == "") {
				t.Fatalf("reported %q: %+v", says, all)
			}
			if r.says == "" || r.theirs == "" {
				return
			}
			f.before = nil
			b.refresh()
			b.mustApply(*all[0].Again)
			if now := b.files(); !maps.Equal(now, ours) {
				t.Errorf("done again it is %v", now)
			}
		})
	}
}

// slept is a time after a sleep of the computer: the clock on the wall went on, and the one that only counts stood still.
// No function of package time makes such a time, so that its second word, which has the count, is turned back here.
func slept(t *testing.T, was time.Time, d time.Duration) time.Time {
	t.Helper()
	now := was.Add(d)
	(*[2]int64)(unsafe.Pointer(&now))[1] -= int64(d)
	if now.Sub(was) != 0 || now.Round(0).Sub(was.Round(0)) != d {
		t.Fatal("a time is kept in another form now")
	}
	return now
}

func TestOwnUndoIsNotFought(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	id := b.claim()
	b.refresh()
	b.mustUndo(id)
	b.advance(c, 3*time.Second)
	if all := b.outcomes(); b.read(task1) != pending() || len(all) > 0 {
		t.Errorf("reported %+v, wrote %s", all, b.read(task1))
	}
	id = b.claim()
	b.refresh()
	remove := b.edit(tasks.VerbDelete, task1, "me")
	b.mustApply(remove) // of what was claimed
	b.refresh()
	b.mustUndo(remove.ID)
	b.mustUndo(id)
	made := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	b.refresh()
	b.mustUndo(made.Edit)
	if b.advance(c, 3*time.Second); len(b.s.Outcomes()) > 0 {
		t.Errorf("reported %+v", b.outcomes())
	}
	made = b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	b.refresh()
	name := made.Made[0].Name
	text := b.read(name)
	b.mustUndo(made.Edit)
	b.write(name, text) // an agent writes back what is undone
	b.advance(c, 3*time.Second)
	if all := b.outcomes(); len(all) != 1 || all[0].What != PutBack || len(all[0].Again.Steps) != 1 {
		t.Errorf("reported %+v", all)
	}
}

func TestChangesOfTheSameValueOverlap(t *testing.T) {
	subject, raw, touch := setting(tasks.FieldSubject, "a", "b"), member(tasks.Set, "x", tasks.Value{}, tasks.Value{}), tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch}
	add, drop, list := linking(tasks.Add, "1"), linking(tasks.Drop, "1"), setting(tasks.FieldWaitsFor, "", "")
	for i, c := range []struct {
		a, b tasks.Change
		is   bool
	}{
		{subject, subject, true}, {subject, setting(tasks.FieldOwner, "a", "b"), false}, {touch, touch, false},
		{raw, raw, true}, {raw, member(tasks.Set, "y", tasks.Value{}, tasks.Value{}), false}, {raw, subject, true}, {subject, raw, true},
		{add, add, true}, {add, drop, true}, {add, linking(tasks.Add, "2"), false}, {add, linking(tasks.Drop, "2"), false},
		{drop, linking(tasks.Add, "2"), false}, {drop, linking(tasks.Drop, "2"), false}, {add, list, true}, {list, drop, true},
	} {
		if overlap(c.a, c.b) != c.is {
			t.Errorf("%d: %+v and %+v: %v", i, c.a, c.b, !c.is)
		}
	}
}

// A file is read again when that is due or when it changed, and not at every look.
func TestAWrittenFileIsCheckedWhenItIsDueOrChanges(t *testing.T) {
	f, c := &faultDisk{}, &handClock{time.Now()}
	b := opened(t, newDir(t), Options{Disk: f, Now: c.Now, State: t.TempDir()})
	id := b.claim()
	isChecked := func(d time.Duration) bool {
		f.log = nil
		c.now = c.now.Add(d)
		b.s.monitor.runDue(c.now)
		return f.count("read "+task1) > 0
	}
	if isChecked(checkTimes[0] - time.Millisecond) {
		t.Error("it is checked before that is due")
	}
	if !isChecked(2*time.Millisecond) || isChecked(0) || isChecked(20*time.Millisecond) {
		t.Error("it is checked once when that is due")
	}
	b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	if b.refresh("task_2.json"); isChecked(0) {
		t.Error("it is checked because another file changed")
	}
	b.write(task1, claimed()+"\n")
	k := b.s.monitor
	k.manual, k.running = false, true
	if b.refresh(task1); !isChecked(0) || len(k.wake) != 1 {
		t.Error("it is not checked when it changed")
	}
	k.manual, k.running = true, false
	if k.rechecks[0].tries = 1; !isChecked(reapplyWindow) || isChecked(20*time.Millisecond) {
		t.Error("after it was applied again it is checked often for longer than it may be applied again")
	}
	if b.refresh(); !b.s.Watches(id) || b.s.Watches(id+1) {
		t.Error("reported wrongly which edit is checked")
	}
	if b.advance(c, 2*reportWindow); b.s.Watches(id) {
		t.Error("it is checked for ever")
	}
}

// rests reports whether nothing is checked, and no goroutine is left for it.
func (m *monitor) rests() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.running && len(m.rechecks) == 0
}

func TestALaterEditIsCheckedThoughTheCheckingEndedWithTheOneBefore(t *testing.T) {
	b := openedWith(t, Options{Now: leaping(), State: t.TempDir()}, pending())
	for _, verb := range []tasks.Verb{tasks.VerbClaim, tasks.VerbRelease} {
		b.mustApply(b.edit(verb, task1, "me"))
		b.s.monitor.mu.Lock()
		if !b.s.monitor.running && len(b.s.monitor.rechecks) > 0 {
			t.Errorf("nothing checks the %s", verb)
		}
		b.s.monitor.mu.Unlock()
		if b.refresh(); !testdir.Soon(b.s.monitor.rests) {
			t.Fatalf("the %s is checked for ever", verb)
		}
	}
}

func TestNothingIsCheckedAfterClose(t *testing.T) {
	b := openedWith(t, Options{}, pending())
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	if testdir.Must(t, b.s.Close()); !b.s.monitor.rests() {
		t.Error("the file is still checked")
	}
}

func TestAnotherBoardsIntentIsNotFought(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b, c := timed(t, dir, state)
	other, oc := timed(t, dir, state)
	other.claim()
	other.refresh()
	earlier := other.edit(tasks.VerbRelease, task1, "me")
	earlier.ID = 0
	other.mustApply(earlier)
	c.now = oc.now.Add(time.Second)
	b.claim()
	oc.now = c.now.Add(time.Millisecond)
	other.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	other.refresh()
	other.mustApply(other.edit(tasks.VerbClaim, "task_2.json", "me"))                                                            // of another file
	testdir.Must(t, other.s.journal.Append(log.Entry{At: oc.now, What: log.Lost, Edit: tasks.Edit{ID: 77}, File: task1}, false)) // which is no intent
	b.write(task1, pending())
	if b.advance(c, 30*time.Millisecond); b.read(task1) != claimed() || len(b.outcomes()) != 1 {
		t.Errorf("it is not made again: %s", b.read(task1))
	}
	oc.now = c.now.Add(time.Millisecond)
	other.refresh()
	other.mustApply(other.edit(tasks.VerbRelease, task1, "me"))
	released := b.read(task1)
	b.advance(c, 3*time.Second)
	other.advance(oc, 3*time.Second)
	if all := append(b.outcomes(), other.outcomes()...); b.read(task1) != released || len(all) > 0 {
		t.Errorf("reported %+v, wrote %s", all, b.read(task1))
	}
}

func TestANewTaskThatIsWrittenOverIsReported(t *testing.T) {
	for theirs, lost := range map[string]bool{
		s07File(2, "an agent whose counter is old", "pending"): true, s07File(9, "mine", "pending"): true, s07File(2, "mine", "in_progress"): false,
	} {
		b, c := timed(t, newDir(t), t.TempDir())
		b.write(task1, s07File(1, "a", "pending"))
		b.refresh()
		b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "mine"}})
		b.write("task_2.json", theirs)
		b.advance(c, time.Second)
		all := b.outcomes()
		if (len(all) == 1) != lost || lost && (all[0].What != Lost || all[0].Again == nil) {
			t.Fatalf("reported %+v of %s", all, theirs)
		}
		if lost {
			b.refresh()
			if made := b.mustApply(*all[0].Again).Made; len(made) != 1 || made[0].Name == "task_2.json" {
				t.Errorf("made %v", made)
			}
		}
	}
}

func TestTheOldestOutcomeIsDroppedAndCounted(t *testing.T) {
	b, _ := timed(t, newDir(t), "")
	for n := range MaxOutcomes + 3 {
		b.s.monitor.report(Outcome{What: Lost, Key: tasks.Key{Name: task1}, Missed: n}, nil)
	}
	all := b.outcomes()
	missed := 0
	for _, o := range all {
		missed += o.Missed
	}
	if len(all) != MaxOutcomes || missed != 3 {
		t.Errorf("%d reported, %d missed", len(all), missed)
	}
}

// TestALateWriteIntoTheDisplacedFileIsBroughtInOrKept: an agent that does not truncate opened the file before our edit, and writes after it.
func TestALateWriteIntoTheDisplacedFileIsBroughtInOrKept(t *testing.T) {
	theirs := s12File("task_1", "theirs", "pending", "null")
	newer := strings.Replace(claimed(), `"a"`, `"newer"`, 1)
	for now, want := range map[string]string{claimed(): strings.Replace(claimed(), `"a"`, `"theirs"`, 1), newer: newer} {
		b, c := timed(t, newDir(t), t.TempDir())
		b.write(task1, pending())
		f, err := os.OpenFile(b.path(task1), os.O_RDWR, 0)
		testdir.Must(t, err)
		defer f.Close()
		b.refresh()
		b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
		if now == newer {
			b.write(task1, newer)
		}
		_, err = f.WriteAt([]byte(theirs), 0)
		testdir.Must(t, err)
		b.advance(c, 300*time.Millisecond)
		kept := ""
		for _, o := range b.outcomes() {
			if o.What == Overtook {
				kept += b.readPath(o.Kept)
			}
		}
		if got := b.read(task1); got != want || (kept == theirs) != (now == newer) {
			t.Errorf("wrote %s, kept %q", got, kept)
		}
		b.expectNoLeftovers()
	}
}

// noteOther lets another board note what it is about to do with task_1.json, once this one has prepared to apply an edit of it again.
func (b *harness) noteOther(st tasks.Step) {
	other, err := Open(b.dir, b.s.opts)
	testdir.Must(b.t, err)
	b.s.opts.BeforeWrite = func() {
		e := other.entry(log.Prepared, 77)
		e.Edit.Steps, e.File = []tasks.Step{st}, task1
		testdir.Must(b.t, other.journal.Append(e, false))
	}
	b.t.Cleanup(func() { other.Close() })
}

// TestAnEditThatIsDueToBeAppliedAgainIsCheckedFirst: between the decision and the edit anything may happen.
func TestAnEditThatIsDueToBeAppliedAgainIsCheckedFirst(t *testing.T) {
	made := s12File("task_1", "theirs", "in_progress", "me")
	for what, r := range map[string]struct {
		meanwhile func(b *harness, c *handClock)
		wait      time.Duration // after one check
		want      string
		reported  []OutcomeKind
	}{
		"the machine was busy with something else": {func(_ *harness, c *handClock) { c.now = c.now.Add(5 * time.Second) }, 0, pending(), []OutcomeKind{PutBack}},
		"somebody made it again":                   {func(b *harness, _ *handClock) { b.write(task1, made) }, 3 * time.Second, made, nil},
		"it is no deciding step, and somebody removed the file": {func(b *harness, _ *handClock) {
			b.s.monitor.rechecks[0].decides = false
			testdir.Must(b.t, os.Remove(b.path(task1)))
		}, 3 * time.Second, "", []OutcomeKind{Lost}},
		"another board means to delete it": {func(b *harness, _ *handClock) { b.noteOther(tasks.Step{Kind: tasks.DeleteFile}) }, 3 * time.Second, pending(), nil},
		"another board means to change its owner": {func(b *harness, _ *handClock) {
			b.noteOther(tasks.Step{Kind: tasks.ChangeFile, Changes: []tasks.Change{setting(tasks.FieldOwner, "me", "w0")}})
		}, 3 * time.Second, s12File("task_1", "a", "in_progress", "null"), []OutcomeKind{Reapplied}},
	} {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.write(task1, pending())
		for i := 0; i < 100 && !b.s.monitor.rechecks[0].reapplyDue; i++ {
			c.now = c.now.Add(time.Millisecond)
			b.s.monitor.runDue(c.now)
		}
		r.meanwhile(b, c)
		b.s.monitor.runDue(c.now)
		b.advance(c, r.wait)
		var reported []OutcomeKind
		for _, o := range b.outcomes() {
			reported = append(reported, o.What)
		}
		if raw, _ := os.ReadFile(b.path(task1)); !slices.Equal(reported, r.reported) || string(raw) != r.want {
			t.Errorf("%s: reported %v, wrote %s", what, reported, raw)
		}
		if b.advance(c, reportWindow); len(b.s.monitor.rechecks) > 0 {
			t.Errorf("%s: it is checked for ever", what)
		}
	}
}

// Reported by the race detector: what a later edit takes over changes while the edit is checked.
func TestALaterEditMayTakeAFieldOverDuringACheck(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	id := b.claim()
	b.write(task1, pending())
	k := b.s.monitor
	var ended sync.WaitGroup
	ended.Go(func() { k.yieldTo(id+1, task1, k.stepOf(k.rechecks[0])) })
	k.editAgain(k.rechecks[0], nil)
	ended.Wait()
	b.advance(c, 100*time.Millisecond)
	if all := b.outcomes(); len(all) > 0 || len(k.rechecks) > 0 {
		t.Errorf("a later edit has all fields, and %+v was reported", all)
	}
}

func TestWaitReappliedWaitsWhileAnEditMayBeAppliedAgain(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	b.write(task1, pending())
	end := make(chan error, 1)
	wait := func() {
		go func() { end <- b.s.WaitReapplied(t.Context()) }()
		for waits := false; !waits; {
			b.s.monitor.mu.Lock()
			waits = len(b.s.monitor.waiters) > 0
			b.s.monitor.mu.Unlock()
		}
	}
	wait()
	b.advance(c, 240*time.Millisecond)
	if len(end) > 0 {
		t.Error("it did not wait")
	}
	b.advance(c, 20*time.Millisecond)
	if testdir.Must(t, <-end); b.read(task1) != claimed() {
		t.Errorf("wrote %s", b.read(task1))
	}
	testdir.Must(t, b.s.WaitReapplied(t.Context())) // nobody waits for two seconds
	b.claim()
	wait()
	testdir.Must(t, b.s.Close(), <-end)
}

// A value of the random histories is written once, so that it says who wrote it and when.
type value struct {
	who  string
	text string
}

// TestNoValueOfAnAgentDisappearsUnlessAPersonChoseIt plays random histories of edits, agents' writes and undos on one
// file and holds the file to a model after each of them: an edit or an undo changes what it says and keeps every other
// value; a value of an agent gives way only to an edit that names it, or to a choice.
func TestNoValueOfAnAgentDisappearsUnlessAPersonChoseIt(t *testing.T) {
	fields := []tasks.Field{tasks.FieldSubject, tasks.FieldDescription, tasks.FieldOwner}
	state := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		root, err := os.MkdirTemp(t.TempDir(), "")
		testdir.Must(t, err)
		c := &handClock{time.Now()}
		s, err := Open(root, Options{State: state, Now: c.Now, Disk: &faultDisk{}}) // which syncs nothing
		testdir.Must(t, err)
		defer s.Close()
		s.monitor.manual = true
		path := filepath.Join(root, task1)
		now := map[tasks.Field]value{}
		render := func() string {
			return fmt.Sprintf("{\"id\": 1, \"subject\": %q, \"description\": %q, \"status\": \"pending\", \"blockedBy\": [], \"owner\": %q}",
				now[tasks.FieldSubject].text, now[tasks.FieldDescription].text, now[tasks.FieldOwner].text)
		}
		testdir.Must(t, os.WriteFile(path, []byte(render()), 0o644))
		testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		seen := map[tasks.Field]value{} // by the person, at the last refresh
		look := func() {
			_, err := s.Refresh(t.Context(), []string{task1})
			testdir.Must(t, err)
			maps.Copy(seen, now)
		}
		type did struct {
			id     tasks.EditID
			field  tasks.Field
			before value
			after  value
		}
		var done []did
		key := tasks.Key{Name: task1}
		draw := 0
		fresh := func(who string) value { draw++; return value{who, fmt.Sprintf("%s %d", who, draw)} }
		rt.Repeat(map[string]func(*rapid.T){
			"an agent writes": func(rt *rapid.T) {
				f := rapid.SampledFrom(fields).Draw(rt, "field")
				now[f] = fresh("agent")
				testdir.Must(t, os.WriteFile(path, []byte(render()), 0o644))
			},
			"the person looks": func(*rapid.T) { look() },
			"the person edits": func(rt *rapid.T) {
				f := rapid.SampledFrom(fields).Draw(rt, "field")
				was, to := seen[f], fresh("me")
				_, err := s.Apply(t.Context(), changing(task1, setting(f, was.text, to.text)))
				var clash *tasks.ConflictError
				switch {
				case was == now[f]:
					testdir.Must(t, err)
					now[f] = to
				case !errors.As(err, &clash) || clash.Theirs.Text != now[f].text:
					rt.Fatalf("saw %v, is %v, got %v", was, now[f], err)
				}
				if err == nil {
					all, err := s.Past().Edits()
					testdir.Must(t, err)
					done = append(done, did{all[0].ID, f, was, to})
					look()
				}
			},
			"the person undoes": func(rt *rapid.T) {
				if len(done) == 0 {
					return
				}
				i := rapid.IntRange(0, len(done)-1).Draw(rt, "which")
				d := done[i]
				mine := rapid.Bool().Draw(rt, "mine")
				e, err := s.Batch().Undo(d.id)
				var clash *tasks.ConflictError
				switch {
				case now[d.field] == d.after || now[d.field] == d.before:
					testdir.Must(t, err)
					now[d.field] = d.before
				case !errors.As(err, &clash) || clash.Theirs.Text != now[d.field].text || clash.Ours.Text != d.before.text:
					rt.Fatalf("is %v, of %v: %v", now[d.field], d, err)
				default:
					e, err = s.Batch().Undo(d.id, Choice{Key: key, Field: d.field, Mine: mine})
					testdir.Must(t, err)
					if mine {
						now[d.field] = d.before
					}
				}
				_, err = s.Apply(t.Context(), e)
				testdir.Must(t, err)
				done = append(done[:i], done[i+1:]...)
				look()
			},
			"time goes on": func(rt *rapid.T) {
				c.now = c.now.Add(3 * time.Second) // what is made again soon after an edit is tested elsewhere
				s.monitor.runDue(c.now)
			},
			"": func(rt *rapid.T) {
				raw, err := os.ReadFile(path)
				testdir.Must(t, err)
				task, err := s.codec.Decode(key, raw, tasks.Stamp{})
				testdir.Must(t, err)
				got := [3]string{task.Subject, s.codec.Description(raw), task.Owner}
				for i, f := range fields {
					if got[i] != now[f].text {
						rt.Fatalf("%s is %q, should be %v", f, got[i], now[f])
					}
				}
			},
		})
	})
}

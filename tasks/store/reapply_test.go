package store

import (
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"sideboard/tasks"
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

// advance moves the clock and looks.
func (b *harness) advance(c *handClock, d time.Duration) {
	for end := c.now.Add(d); c.now.Before(end); { // in the small steps of a clock
		c.now = c.now.Add(min(end.Sub(c.now), 5*time.Millisecond))
		b.s.monitor.runDue(c.now)
	}
}

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
	b.refresh()
	b.mustApply(*all[maxReapplies].Again) // one key
	if b.read(task1) != claimed() {
		t.Error(b.read(task1))
	}
	b.expectNoLeftovers()
}

func TestALossAfterAQuarterOfASecondIsOnlyReported(t *testing.T) {
	for what, late := range map[string]func(*handClock){
		"later":                func(c *handClock) { c.now = c.now.Add(reapplyWindow) },
		"the computer slept":   func(c *handClock) { c.now = slept(t, c.now, reapplyWindow) },
		"the clock was set on": func(c *handClock) { c.now = c.now.Round(0).Add(time.Hour) },
	} {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.write(task1, s12File("task_1", "a", "pending", "null"))
		late(c)
		b.advance(c, 20*time.Millisecond)
		all := b.outcomes()
		if b.read(task1) != pending() || len(all) != 1 || all[0].What != PutBack || len(all[0].Again.Steps[0].Changes) != 2 {
			t.Errorf("%s: reported %+v", what, all)
		}
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

func TestOtherValuesOverOursAreReportedWithTheirOwner(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	theirs := s12File("task_1", "a", "in_progress", "agent-2")
	b.write(task1, theirs)
	b.advance(c, 300*time.Millisecond)
	all := b.outcomes()
	if len(all) != 1 || all[0].What != Lost || all[0].By != "agent-2" || len(all[0].Again.Steps[0].Changes) != 1 || all[0].Again.Steps[0].Changes[0].To.Text != "me" {
		t.Fatalf("reported %+v", all)
	}
	if b.read(task1) != theirs {
		t.Error("fought")
	}
	b.refresh()
	b.mustApply(*all[0].Again)
	if b.read(task1) != claimed() {
		t.Error(b.read(task1))
	}
}

func TestOneFieldPutBackOfSeveralIsNotMadeAgain(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	theirs := s12File("task_1", "a", "pending", "me")
	b.write(task1, theirs)
	b.advance(c, time.Second)
	if all := b.outcomes(); b.read(task1) != theirs || len(all) != 1 || all[0].What != Lost {
		t.Errorf("reported %+v", all)
	}
}

func TestAClaimOfWhatWasJustReleasedIsNoOverwrite(t *testing.T) {
	for what, c := range map[string]struct {
		was, verb, by string
		lost          bool
	}{
		"another claims what was released":         {s12File("task_1", "a", "in_progress", "me"), "release", "w0", false},
		"another claims what nobody had":           {s12File("task_1", "a", "in_progress", "null"), "release", "w0", false},
		"another claims what was reopened":         {s12File("task_1", "a", "completed", "me"), "reopen", "w0", false},
		"who had it writes it back":                {s12File("task_1", "a", "in_progress", "w0"), "release", "w0", true},
		"another takes what was claimed just then": {pending(), "claim", "w0", true},
	} {
		b, clock := timed(t, newDir(t), t.TempDir())
		b.write(task1, c.was)
		b.refresh()
		b.mustApply(b.edit(map[string]tasks.Verb{"release": tasks.VerbRelease, "reopen": tasks.VerbReopen, "claim": tasks.VerbClaim}[c.verb], task1, "me"))
		b.advance(clock, reapplyWindow) // after that nothing is made again, and a loss is reported
		theirs := s12File("task_1", "a", "in_progress", c.by)
		b.write(task1, theirs)
		b.advance(clock, reportWindow)
		if all := b.outcomes(); b.read(task1) != theirs || (len(all) > 0) != c.lost {
			t.Errorf("%s: reported %+v", what, all)
		}
	}
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
}

func TestAnotherBoardsIntentIsNotFought(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b, c := timed(t, dir, state)
	b.claim()
	other, oc := timed(t, dir, state)
	oc.now = c.now.Add(time.Millisecond)
	other.mustApply(other.edit(tasks.VerbRelease, task1, "me"))
	released := b.read(task1)
	b.advance(c, 3*time.Second)
	other.advance(oc, 3*time.Second)
	if all := append(b.outcomes(), other.outcomes()...); b.read(task1) != released || len(all) > 0 {
		t.Errorf("reported %+v, wrote %s", all, b.read(task1))
	}
}

func TestALaterEditOfAnotherFieldLeavesTheWatchOfTheFirst(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	b.refresh()
	b.set(task1, tasks.FieldSubject, "a", "b")
	b.write(task1, pending())
	b.advance(c, 40*time.Millisecond)
	if got := b.read(task1); got != strings.Replace(claimed(), `"a"`, `"b"`, 1) {
		t.Errorf("wrote %s", got)
	}
}

func TestWhereAgentsLockNothingIsAppliedAgain(t *testing.T) {
	b, c := timed(t, claudeDir(t), t.TempDir())
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, "1.json", "me"))
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.advance(c, time.Second)
	if all := b.outcomes(); b.read("1.json") != claudeFile(1, "a", "pending") || len(all) != 1 || all[0].What != PutBack {
		t.Errorf("reported %+v", all)
	}
}

func TestANewTaskThatIsWrittenOverIsReported(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.write(task1, s07File(1, "a", "pending"))
	b.refresh()
	b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "mine"}})
	b.write("task_2.json", s07File(2, "an agent whose counter is old", "pending"))
	b.advance(c, time.Second)
	all := b.outcomes()
	if len(all) != 1 || all[0].What != Lost || all[0].Again == nil {
		t.Fatalf("reported %+v", all)
	}
	b.refresh()
	if made := b.mustApply(*all[0].Again).Made; len(made) != 1 || made[0].Name != "task_3.json" {
		t.Errorf("made %v", made)
	}
}

func TestADeletedTaskThatIsWrittenBackIsReported(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.write(task1, pending())
	b.refresh()
	b.mustApply(b.edit(tasks.VerbDelete, task1, "me"))
	b.write(task1, s12File("task_1", "a", "in_progress", "agent"))
	b.advance(c, time.Second)
	all := b.outcomes()
	if len(all) != 1 || all[0].What != PutBack || all[0].By != "agent" {
		t.Fatalf("reported %+v", all)
	}
	b.refresh()
	b.mustApply(*all[0].Again)
	if _, err := os.Lstat(b.path(task1)); err == nil {
		t.Error("still there")
	}
}

func TestAFileThatIsGoneSoonAfterTheEditIsReported(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	testdir.Must(t, os.Remove(b.path(task1)))
	b.advance(c, time.Second)
	if all := b.outcomes(); len(all) != 1 || all[0].What != Lost || !all[0].Gone {
		t.Errorf("reported %+v", all)
	}
	if len(b.names()) > 0 {
		t.Errorf("made anew: %v", b.names())
	}
}

func TestTheOldestNewsIsDroppedAndCounted(t *testing.T) {
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

func TestALateWriteIntoTheDisplacedFileIsBroughtIn(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.write(task1, pending())
	f, err := os.OpenFile(b.path(task1), os.O_RDWR, 0) // opened by an agent that does not truncate
	testdir.Must(t, err)
	defer f.Close()
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	theirs := s12File("task_1", "theirs", "pending", "null")
	_, err = f.WriteAt([]byte(theirs), 0)
	testdir.Must(t, err)
	b.advance(c, 300*time.Millisecond)
	if got := b.read(task1); got != strings.Replace(claimed(), `"a"`, `"theirs"`, 1) {
		t.Errorf("wrote %s, reported %+v", got, b.outcomes())
	}
	b.expectNoLeftovers()
}

func TestALateWriteThatCannotBeBroughtInIsKept(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.write(task1, pending())
	f, err := os.OpenFile(b.path(task1), os.O_RDWR, 0)
	testdir.Must(t, err)
	defer f.Close()
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	newer := strings.Replace(claimed(), `"a"`, `"newer"`, 1)
	b.write(task1, newer)
	theirs := s12File("task_1", "theirs", "pending", "null")
	_, err = f.WriteAt([]byte(theirs), 0)
	testdir.Must(t, err)
	b.advance(c, 300*time.Millisecond)
	all := b.outcomes()
	if len(all) != 1 || all[0].What != Overtook || b.read(task1) != newer {
		t.Fatalf("reported %+v", all)
	}
	if raw, err := os.ReadFile(all[0].Kept); err != nil || string(raw) != theirs {
		t.Errorf("kept %q, %v", raw, err)
	}
}

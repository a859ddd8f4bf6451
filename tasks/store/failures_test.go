//go:build unix

package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// sweep plays every scene again and again, each time with a later operation failing, until there is no such operation. It leaves out
// one of two, others for each scene, under -short three of four, and none where SIDEBOARD_TORTURE is set.
func sweep(t *testing.T, fault faultDisk, judge func(t *testing.T, when string, whole, p *played, f *faultDisk, n int)) {
	every := 2
	switch {
	case os.Getenv("SIDEBOARD_TORTURE") != "":
		every = 1
	case testing.Short():
		every = 4
	}
	for i, sc := range scenes() {
		t.Run(sc.name, func(t *testing.T) {
			whole := sc.play(t, &faultDisk{}, 0)
			if testdir.Must(t, whole.err); len(whole.res.Applied) == 0 {
				t.Fatal("the edit does nothing")
			}
			whole.expectNoLeftovers()
			tried := 0
			for n := 1; ; n++ {
				if n%every != i%every && n < 48 {
					continue
				}
				f := fault
				p := sc.play(t, &f, n)
				if f.what == "" {
					if testdir.Must(t, p.err); tried < 5 {
						t.Fatalf("only %d operations failed", tried)
					}
					return
				}
				tried++
				judge(t, fmt.Sprintf("operation %d (%s)", n, f.what), whole, p, &f, n)
				if p.s.Close(); len(f.held) > 0 {
					t.Errorf("operation %d (%s): %d files stay open", n, f.what, len(f.held))
				}
			}
		})
	}
}

// TestAnyOperationMayFail fails each operation of each edit and of its undo, those of the journal too. Every file is old or new; what
// was written can be taken back to the last byte, at once or after a restart; and of what was not written there is no history.
func TestAnyOperationMayFail(t *testing.T) {
	for _, after := range []bool{false, true} {
		t.Run(fmt.Sprint("after=", after), func(t *testing.T) {
			sweep(t, faultDisk{after: after}, func(t *testing.T, when string, whole, p *played, f *faultDisk, n int) {
				p.expectNoLeftovers()
				written := p.expectOldOrNew(when, whole)
				late, half := errors.AsType[*UnfinishedError](p.err)
				switch {
				case p.err == nil && len(p.res.Applied) == 0:
					t.Errorf("%s: neither done nor reported", when)
				case p.err != nil && !half && written > 0 && !after:
					t.Errorf("%s: %d files were written, reported as %v", when, written, p.err)
				case p.err != nil && !namesAFile(p.err):
					t.Errorf("%s: reported as %q, which names no file", when, p.err)
				case half && len(p.res.Applied) == 0:
					t.Errorf("%s: reported as done (%v), and nothing is", when, late)
				}
				if n%2 == 0 {
					p.restart(when)
				}
				p.expectTakenBack(when, written > 0)
			})
		})
	}
}

// expectOldOrNew fails if a file is neither as it was nor as it is in whole, and returns how many are not as they were.
func (p *played) expectOldOrNew(when string, whole *played) (written int) {
	p.t.Helper()
	next, now := whole.files(), p.files()
	for name, text := range now {
		switch old, had := p.before[name]; {
		case had && text == old:
			continue
		case text != next[name] && !isDrawn(name):
			p.t.Errorf("%s: %s is neither old nor new: %q", when, name, text)
		case had:
			if fi, err := os.Stat(p.path(name)); err != nil || fi.Mode().Perm() != 0o640 {
				p.t.Errorf("%s: %s has mode %v", when, name, fi.Mode())
			}
		}
		written++
	}
	for name := range p.before {
		if _, ok := now[name]; !ok {
			if _, stays := next[name]; stays {
				p.t.Errorf("%s: %s is gone", when, name)
			}
			written++
		}
	}
	return written
}

// restart goes on with another process.
func (p *played) restart(when string) {
	p.t.Helper()
	p.s.Close() // an error is that of the disk
	begun, err := filepath.Glob(filepath.Join(p.state, "*", ".begin-*"))
	if testdir.Must(p.t, err); len(begun) > 0 {
		p.t.Errorf("%s: the journal leaves %v", when, begun)
	}
	p.reopen()
}

// reopen opens the directory in another process, whose disk is whole and syncs nothing.
func (p *played) reopen() {
	p.t.Helper()
	f := &faultDisk{}
	p.harness = opened(p.t, p.dir, Options{Disk: f, State: p.state, JournalDisk: faultJournalDisk{log.System, f}})
	testdir.Must(p.t, p.s.NoUndo())
}

// expectTakenBack takes the edit back, if it was done, and fails if a file differs from what it was before.
func (p *played) expectTakenBack(when string, done bool) {
	p.t.Helper()
	p.refresh()
	all := p.mustHistory()
	if d := findPastEdit(all, p.edit.ID); done != (d != nil) {
		p.t.Errorf("%s: written %v, and the history is %+v", when, done, all)
		return
	}
	if done {
		p.mustUndo(p.edit.ID)
	}
	p.expectNoLeftovers()
	if now := p.files(); !maps.Equal(now, p.before) {
		p.t.Errorf("%s, taken back: %v\nwant %v", when, now, p.before)
	}
}

func namesAFile(err error) bool {
	for _, word := range []string{".json", ".task", ".lock", ".highwatermark", "tasks/list", "/lock: ", ".md"} {
		if strings.Contains(err.Error(), word) {
			return true
		}
	}
	return false
}

// TestTheNextStartFinishesWhatACrashLeft kills the process at each operation. After the next start every file is as before, or every
// file is as after the edit; nothing of the dead process is left; and an edit that counts as done can be taken back.
func TestTheNextStartFinishesWhatACrashLeft(t *testing.T) {
	killed, locked := 0, 0
	sweep(t, faultDisk{dies: true}, func(t *testing.T, when string, whole, p *played, f *faultDisk, _ int) {
		killed++
		p.expectOldOrNew(when, whole)
		p.s.Close()
		p.reopen()
		if p.ageLocks() > 0 { // killed before it could note which one it had made: ten seconds later another process may have it
			locked++
			testdir.Must(t, p.s.Close())
			p.reopen()
			p.removeLocks() // one that nothing had to be finished under: its agents take it over
		}
		p.expectNoLeftovers()
		written := p.expectOldOrNew(when, whole)
		if _, want := whole.before[todoPath]; want && written == 1 {
			return // a line that was written and not noted is in no history
		}
		if after := whole.changed(); written != 0 && written != after {
			t.Errorf("%s: %d of %d files are as after the edit", when, written, after)
		}
		p.expectTakenBack(when, written > 0)
	})
	if killed < 20 || locked > killed/8 {
		t.Errorf("%d kills, %d with a lock that stayed", killed, locked)
	}
}

// TestACrashAfterAnEditLeavesNothingToFinish: what agents write then is not touched by the next start.
func TestACrashAfterAnEditLeavesNothingToFinish(t *testing.T) {
	for _, sc := range scenes() {
		t.Run(sc.name, func(t *testing.T) {
			f := &faultDisk{}
			p := sc.play(t, f, 0)
			testdir.Must(t, p.err)
			for name := range p.before {
				p.write(name, p.before[name]) // an agent puts it back
			}
			f.dead = true
			p.s.Close()
			p.harness = journalled(t, p.dir, p.state)
			now := p.files()
			for name, text := range p.before {
				if now[name] != text {
					t.Errorf("%s is %s", name, now[name])
				}
			}
			if all := p.outcomes(); len(all) > 0 {
				t.Errorf("reported %+v", all)
			}
		})
	}
}

// TestWhatSomebodyWroteInACrashIsKept: at the moment of the crash the temporary file held a file of another process.
func TestWhatSomebodyWroteInACrashIsKept(t *testing.T) {
	const theirs = "theirs"
	for _, c := range []struct {
		scene, op string // the process dies there
		back      bool   // theirs goes back to its place, else it is kept
	}{
		{"edit without a lock", "remove .sideboard", false}, {"edit under mkdir", "hold", false}, {"delete", "hold", true},
	} {
		t.Run(c.scene, func(t *testing.T) {
			p := crashAt(t, c.scene, c.op)
			left, _ := filepath.Glob(p.path(".sideboard-*"))
			if len(left) != 1 {
				t.Fatalf("left is %v", left)
			}
			testdir.Must(t, os.WriteFile(left[0], []byte(theirs), 0o640))
			b := journalled(t, p.dir, p.state)
			kept := ""
			for _, o := range b.outcomes() {
				if o.What == Overtook {
					kept += b.readPath(o.Kept)
				}
			}
			raw, _ := os.ReadFile(b.path(p.edit.Of.Name))
			if back := string(raw) == theirs; back != c.back || (kept == theirs) == c.back {
				t.Errorf("the file is %q, kept is %q", raw, kept)
			}
		})
	}
}

// TestWhatCannotBeFinishedIsReported: an agent came before the next start.
func TestWhatCannotBeFinishedIsReported(t *testing.T) {
	for what, c := range map[string]struct {
		write func(p *played)
		says  string
	}{
		"a later file cannot be written": {func(p *played) { testdir.Must(p.t, os.Link(p.path("task_2.json"), p.path("other-name"))) }, "several names"},
		"the deciding file was changed": {func(p *played) {
			p.write("task_1.json", strings.Replace(p.read("task_1.json"), "completed", "pending", 1))
		}, "somebody changed it"},
		"the deciding file is gone": {func(p *played) { testdir.Must(p.t, os.Remove(p.path("task_1.json"))) }, ""}, // nothing is left to finish
	} {
		t.Run(what, func(t *testing.T) {
			p := crashAt(t, "complete that clears", "replace task_2.json")
			c.write(p)
			b := journalled(t, p.dir, p.state)
			all := b.outcomes()
			if c.says == "" && len(all) == 0 {
				return
			}
			if len(all) != 1 || all[0].What != HalfDone || all[0].Err == nil || !strings.Contains(all[0].Err.Error(), c.says) {
				t.Errorf("reported %+v", all)
			}
		})
	}
}

func TestWhatIsLockedAtTheNextStartIsFinishedByTheOneAfter(t *testing.T) {
	p := crashAt(t, "link", "replace 2.json")
	p.removeLocks()
	testdir.Must(t, os.Mkdir(p.path("2.json.lock"), 0o755)) // an agent's
	for _, want := range []OutcomeKind{HalfDone, Finished} {
		p.reopen()
		if all := p.outcomes(); len(all) != 1 || all[0].What != want || (want == HalfDone) != (all[0].Err != nil && strings.HasSuffix(all[0].Err.Error(), "tries again")) {
			t.Errorf("reported %+v, want it %s", all, want)
		}
		testdir.Must(t, p.s.Close())
		p.removeLocks()
	}
}

// changed returns how many files the edit changed.
func (p *played) changed() (n int) {
	now := p.files()
	for name, text := range p.before {
		if now[name] != text {
			n++
		}
	}
	for name := range now {
		if _, had := p.before[name]; !had {
			n++
		}
	}
	return n
}

// ageLocks makes the lock directories that are there older than any holder leaves them, and counts them.
func (b *harness) ageLocks() (n int) {
	for _, pattern := range []string{"*.json.lock", ".lock.lock"} {
		left, _ := filepath.Glob(b.path(pattern))
		for _, path := range left {
			long := time.Now().Add(-time.Minute)
			testdir.Must(b.t, os.Chtimes(path, long, long))
			n++
		}
	}
	return n
}

func (b *harness) removeLocks() {
	for _, pattern := range []string{"*.json.lock", ".lock.lock"} {
		left, _ := filepath.Glob(b.path(pattern))
		for _, path := range left {
			os.Remove(path)
		}
	}
}

// TestAJournalThatCannotBeOpenedIsReportedAndEditsWork fails each operation of opening the journal, and of finishing what
// a crash left.
func TestAJournalThatCannotBeOpenedIsReportedAndEditsWork(t *testing.T) {
	for n := 1; ; n++ {
		dir, state := newDir(t), t.TempDir()
		testdir.Must(t, os.WriteFile(filepath.Join(dir, task1), []byte(pending()), 0o640))
		f := &faultDisk{at: n}
		s, err := Open(dir, Options{State: state, JournalDisk: faultJournalDisk{log.System, f}})
		testdir.Must(t, err)
		s.monitor.manual = true
		b := &harness{t: t, dir: dir, s: s, tasks: map[string]*tasks.Task{}, bad: map[string]tasks.Problem{}}
		b.load()
		noUndo := s.NoUndo()
		unseen := false
		for _, o := range b.outcomes() {
			unseen = unseen || o.What == Unseen && errors.Is(o.Err, errFault)
		}
		f.at = 0
		if f.what != "" && noUndo == nil && !unseen {
			t.Errorf("operation %d (%s) failed in silence", n, f.what)
		}
		b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
		if all, err := s.Past().Edits(); (err == nil) != (noUndo == nil) || err == nil && len(all) != 1 {
			t.Errorf("operation %d (%s): %v, %v, %+v", n, f.what, noUndo, err, all)
		}
		testdir.Must(t, s.Close())
		if f.what == "" {
			if n < 4 {
				t.Errorf("only %d operations", n)
			}
			return
		}
	}
}

// TestAnyOperationOfARecheckMayFail fails each operation between an agent's old copy and the last look: the
// edit is in the file at the end, or its loss is reported.
func TestAnyOperationOfARecheckMayFail(t *testing.T) {
	for name, theirs := range map[string]string{"made again": pending(), "overwritten": s12File("task_1", "a", "in_progress", "agent-2")} {
		for n := 1; ; n++ {
			f := &faultDisk{}
			c := &handClock{now: time.Now()}
			b := opened(t, newDir(t), Options{Disk: f, State: t.TempDir(), Now: c.Now, JournalDisk: faultJournalDisk{log.System, f}})
			b.claim()
			f.done, f.at = 0, n
			b.write(task1, theirs)
			b.advance(c, 11*time.Second)
			f.at = 0
			b.expectNoLeftovers()
			all, now := b.outcomes(), b.read(task1)
			reported := false
			for _, o := range all {
				reported = reported || o.What == PutBack || o.What == Lost || o.What == Unseen
			}
			if now != claimed() && !(now == theirs && reported) {
				t.Errorf("%s, operation %d (%s): %s, reported %+v", name, n, f.what, now, all)
			}
			testdir.Must(t, b.s.Close())
			if f.what == "" {
				if n < 5 {
					t.Errorf("%s: only %d operations", name, n)
				}
				break
			}
		}
	}
}

// traced carries out the edit of a scene in a process of its own, which is interfered with from outside. It ends without closing, as
// after a crash.
func traced(dir, state, name string) {
	sc := sceneNamed(name)
	s, err := Open(dir, Options{State: state})
	if err == nil {
		err = s.Load(context.Background(), func(tasks.Delta) {})
	}
	if err == nil {
		s.monitor.manual = true
		e := sc.edit
		if sc.undo {
			e, err = s.Batch().Undo(e.ID)
		}
		if err == nil {
			_, err = s.Apply(context.Background(), e)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// TestAListThatSomebodyChangedInACrashIsPutBack: an agent's TODO_LIST.md was displaced at the moment of the crash.
func TestAListThatSomebodyChangedInACrashIsPutBack(t *testing.T) {
	theirs := listBefore + "- [ ] **IMPL-2**: b\n"
	for what, c := range map[string]struct{ list, want, kept string }{
		"as we left it": {listAfter, theirs, ""},
		"changed again": {listAfter + "more\n", listAfter + "more\n", theirs},
		"not yet ours":  {listBefore, listBefore, ""},
	} {
		p := crashAt(t, noteScene, "remove .sideboard")
		left, _ := filepath.Glob(p.path("../.sideboard-*"))
		if len(left) != 1 {
			t.Fatalf("%s: left is %v", what, left)
		}
		testdir.Must(t, os.WriteFile(left[0], []byte(theirs), 0o644), os.WriteFile(p.path(todoPath), []byte(c.list), 0o644))
		b := journalled(t, p.dir, p.state)
		kept := ""
		for _, o := range b.outcomes() {
			kept += b.readPath(o.Kept)
		}
		if got := b.read(todoPath); got != c.want || kept != c.kept {
			t.Errorf("%s: the list says %q, kept is %q", what, got, kept)
		}
		b.expectNoLeftovers()
	}
}

func TestALockThatADeadProcessOfOursLeftIsGivenBackAndAnotherOfItsNameStays(t *testing.T) {
	dir, state := claudeDir(t), t.TempDir()
	b := journalled(t, dir, state)
	b.write("1.json", claudeFile(1, "a", "pending"))
	var lines []log.Entry
	for _, name := range []string{"1.json.lock", "2.json.lock", "no-lock"} {
		testdir.Must(t, os.Mkdir(b.path(name), 0o755))
		info, err := b.s.directory().Stat(name)
		testdir.Must(t, err)
		lines = append(lines, log.Entry{What: log.Locked, File: name, Sum: lockIdentity(info)})
	}
	lines[1].Sum = lines[0].Sum // somebody else's has its name now
	crash{b.s, lines}.removeLocks()
	if left := b.names(); !slices.Equal(left, []string{"1.json", "2.json.lock", "no-lock"}) {
		t.Errorf("left is %v", left)
	}
}

// FuzzAnyJournalIsSurvived lays any bytes where the journal of a process that crashed would be: the program starts,
// answers a history, takes back what it can, and touches nothing that the journal does not speak of.
func FuzzAnyJournalIsSurvived(f *testing.F) {
	dir, state := filepath.Join(f.TempDir(), ".tasks"), f.TempDir()
	testdir.Must(f, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, task1), []byte(pending()), 0o644))
	s, err := Open(dir, Options{State: state})
	testdir.Must(f, err, s.Load(f.Context(), func(tasks.Delta) {}))
	_, err = s.Apply(f.Context(), tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: task1}, Who: "me"})
	testdir.Must(f, err, s.Close())
	at := s.journal.Dir()
	names, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
	testdir.Must(f, err)
	raw, err := os.ReadFile(names[0])
	testdir.Must(f, err, os.Remove(names[0]))
	f.Add(raw)
	f.Add(raw[:len(raw)*2/3])
	if st := stepOf(log.Entry{What: log.Prepared}); st.Kind != 0 { // of an edit without steps
		f.Errorf("its step is %+v", st)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		left, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
		testdir.Must(t, err)
		for _, name := range left {
			testdir.Must(t, os.Remove(name))
		}
		other := s12File("task_2", "not spoken of", "pending", "null")
		testdir.Must(t, os.WriteFile(filepath.Join(dir, task1), []byte(claimed()), 0o644), os.WriteFile(filepath.Join(dir, "other.json"), []byte(other), 0o644))
		testdir.Must(t, os.WriteFile(filepath.Join(at, "20260301T120000.000000000-1.open.jsonl"), raw, 0o600))
		s, err := Open(dir, Options{State: state, JournalDisk: log.System})
		testdir.Must(t, err)
		s.monitor.manual = true
		testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		all, err := s.Past().Edits()
		testdir.Must(t, err)
		for _, d := range all {
			if e, err := s.Batch().Undo(d.ID); err == nil && e.Of.Name != "other.json" {
				s.Apply(t.Context(), e) // whether it can be is not the question
			}
		}
		testdir.Must(t, s.Close())
		if now, err := os.ReadFile(filepath.Join(dir, "other.json")); err != nil {
			t.Fatal(err)
		} else if string(now) != other && !bytes.Contains(raw, []byte("other")) && !bytes.Contains(raw, []byte(`\u`)) {
			t.Fatalf("other.json became %s", now)
		}
	})
}

//go:build unix

package store

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

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

// TestACrashInAnActionOfSeveralLeavesWholeEditsThatBelongTogether kills the process at operations of an action of four edits. The next
// start finds those that count as done, knows that they were one action, and takes back every one of them.
func TestACrashInAnActionOfSeveralLeavesWholeEditsThatBelongTogether(t *testing.T) {
	edits := []tasks.Edit{
		{Verb: tasks.VerbComplete, Of: tasks.Key{Name: "task_1.json"}},
		{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "second"}},
		{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "third"}},
		{Verb: tasks.VerbDelete, Of: tasks.Key{Name: "task_3.json"}},
	}
	before := map[string]string{"task_1.json": s07File(1, "a", "in_progress"), "task_2.json": s07File(2, "b", "pending", 1), "task_3.json": s07File(3, "c", "pending", 1)}
	for n, done := 1, 0; done < len(edits); n += 7 {
		f, state := &faultDisk{dies: true}, t.TempDir()
		b := opened(t, scene{dir: newDir, files: before}.set(t), Options{Disk: f, State: state, JournalDisk: faultJournalDisk{log.System, f}})
		b.s.monitor.manual = true
		f.done, f.at = 0, n
		for i, e := range edits {
			e.ID, e.Group = tasks.EditID(i+1), 1
			b.s.Apply(t.Context(), e) // one after the kill fails
		}
		b.s.Close()
		b = journalled(t, b.dir, state)
		all := b.mustHistory()
		for i, d := range all {
			if d.Group != 1 || d.ID != tasks.EditID(len(all)-i) {
				t.Errorf("operation %d: history %+v", n, all)
			}
			b.mustUndo(d.ID)
		}
		if now := b.files(); !maps.Equal(now, before) {
			t.Errorf("operation %d, taken back: %v", n, now)
		}
		if done = len(all); n > 1000 {
			t.Fatal("the action never ends")
		}
	}
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
	testdir.Must(t, os.Mkdir(b.path("1.json.lock"), 0o755), os.Mkdir(b.path("2.json.lock"), 0o755))
	info, err := b.s.directory().Stat("1.json.lock")
	testdir.Must(t, err)
	mine := log.Entry{What: log.Locked, File: "1.json.lock", Sum: lockIdentity(info)}
	theirs := log.Entry{What: log.Locked, File: "2.json.lock", Sum: lockIdentity(info)}
	b.s.removeCrashedLocks([]log.Entry{mine, theirs})
	if _, err := os.Stat(b.path("1.json.lock")); err == nil {
		t.Error("the lock of the dead process stays")
	}
	if _, err := os.Stat(b.path("2.json.lock")); err != nil {
		t.Error("the lock of somebody else is gone")
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
		all, err := s.PastEdits()
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

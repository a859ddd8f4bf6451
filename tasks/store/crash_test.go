//go:build unix

package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// crash carries out a scene's edit with a journal and is killed at its n-th operation.
func crash(dir, state, name string, n int) {
	name, undo := strings.CutPrefix(name, "undo of ")
	name, many := strings.CutPrefix(name, "many with ")
	for _, sc := range append(scenes(), scene{name: "note", edit: noting()}) {
		if sc.name != name {
			continue
		}
		edits := []tasks.Edit{sc.edit}
		if many {
			edits = actionOf(sc.edit)
		}
		disk := &killDisk{faultDisk: &faultDisk{}}
		o := Options{Disk: disk, State: state, JournalDisk: faultJournalDisk{log.System, disk.faultDisk}}
		if n == 0 {
			o.Disk, o.JournalDisk = nil, nil // the real ones, which are interfered with from outside
		}
		s, err := Open(dir, o)
		if err == nil {
			err = s.Load(context.Background(), func(tasks.Delta) {})
		}
		if err == nil {
			s.monitor.manual = true
			disk.done, disk.at = 0, n
			for _, e := range edits {
				if undo {
					e, err = s.Batch().Undo(e.ID)
				}
				if err == nil {
					_, err = s.Apply(context.Background(), e)
				}
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0) // without closing: a crash after the edit
	}
}

// TestTheNextStartFinishesWhatACrashLeft kills a process at each operation of each edit. After the next start every
// file is as before, or every file is as after the edit; nothing of the dead process is left; and an edit that counts
// as done can be taken back.
func TestTheNextStartFinishesWhatACrashLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each operation")
	}
	step := 1
	if os.Getenv("SIDEBOARD_TORTURE") == "" {
		step = 3 // one in three of the operations, another third for each edit
	}
	killed, finished, kept := 0, 0, 0
	for i, sc := range scenes() {
		if sc.name == "create in s12" {
			continue // its names are drawn
		}
		whole, _, err := sc.play(t, &faultDisk{}, 0)
		testdir.Must(t, err)
		for n := 1 + i%step; ; n += step {
			dir, state := sc.dir(t), t.TempDir()
			for name, text := range sc.files {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
			}
			err := process("crash", dir, state, sc.name, strconv.Itoa(n)).Run()
			if err != nil && !strings.Contains(err.Error(), "killed") {
				t.Fatalf("%s, operation %d: %v", sc.name, n, err)
			}
			b := journalled(t, dir, state)
			if aged(t, dir) > 0 { // killed before it could note which one it had made: ten seconds later anybody may have it
				kept++
				testdir.Must(t, b.s.Close())
				b = journalled(t, dir, state)
				for _, lock := range lockDirs {
					os.Remove(filepath.Join(dir, lock)) // one that nothing had to be finished under: its agents take it over
				}
			}
			b.expectNoLeftovers()
			old, next := 0, 0
			for name, text := range sc.files {
				if name == markName || name == lockName {
					continue
				}
				now, _ := os.ReadFile(b.path(name))
				after, _ := os.ReadFile(whole.path(name))
				switch {
				case string(after) == text && string(now) == text:
				case string(now) == text:
					old++
				case string(now) == string(after):
					next++
				default:
					t.Errorf("%s, operation %d: %s is %q", sc.name, n, name, now)
				}
			}
			if old > 0 && next > 0 {
				t.Errorf("%s, operation %d: %d files as before, %d as after", sc.name, n, old, next)
			}
			all := b.mustHistory()
			if done := next > 0; sc.edit.Verb != tasks.VerbCreate && done != (len(all) == 1) {
				t.Errorf("%s, operation %d: %d files changed, history %+v", sc.name, n, next, all)
			}
			if len(all) == 1 {
				finished++
				b.mustUndo(all[0].ID)
				for name, text := range sc.files {
					if got := b.read(name); got != text && name != markName {
						t.Errorf("%s, operation %d, taken back: %s is %s", sc.name, n, name, got)
					}
				}
			}
			b.s.Close()
			if err == nil {
				break // there was no n-th operation
			}
			killed++
		}
	}
	if killed < 20 || finished < 5 || kept > killed/8 {
		t.Errorf("only %d kills, %d edits finished, %d with a lock that stayed", killed, finished, kept)
	}
	t.Logf("%d kills, %d edits that counted as done and were taken back, 0 files half done", killed, finished)
}

// actionOf is an action of several edits: the one of a scene, two new tasks, and one deleted.
func actionOf(first tasks.Edit) []tasks.Edit {
	second, third, fourth := first, first, first
	second.Verb, second.Of, second.Draft = tasks.VerbCreate, tasks.Key{}, &tasks.Draft{Subject: "second"}
	third.Verb, third.Of, third.Draft = tasks.VerbCreate, tasks.Key{}, &tasks.Draft{Subject: "third"}
	fourth.Verb, fourth.Of = tasks.VerbDelete, tasks.Key{Name: "task_3.json"}
	all := []tasks.Edit{first, second, third, fourth}
	for i := range all {
		all[i].ID, all[i].Group = first.ID+tasks.EditID(i), first.ID
	}
	return all
}

// TestACrashInAnActionOfSeveralLeavesWholeEditsThatBelongTogether kills a process at operations of an action of several
// edits. The next start finds those that count as done, knows that they were one action, and takes back every one of them.
func TestACrashInAnActionOfSeveralLeavesWholeEditsThatBelongTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each operation")
	}
	step := 1
	if os.Getenv("SIDEBOARD_TORTURE") == "" {
		step = 4
	}
	i := slices.IndexFunc(scenes(), func(sc scene) bool { return sc.name == "complete that clears" })
	sc := scenes()[i]
	most := 0
	for n, over := 1, false; !over; n += step {
		dir, state := sc.dir(t), t.TempDir()
		for name, text := range sc.files {
			testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
		}
		err := process("crash", dir, state, "many with "+sc.name, strconv.Itoa(n)).Run()
		if err != nil && !strings.Contains(err.Error(), "killed") {
			t.Fatalf("operation %d: %v", n, err)
		}
		over = err == nil // there was no n-th operation
		b := journalled(t, dir, state)
		b.expectNoLeftovers()
		all := b.mustHistory()
		for i, d := range all {
			if d.Group != sc.edit.ID || d.ID != sc.edit.ID+tasks.EditID(len(all)-1-i) {
				t.Errorf("operation %d: history %+v", n, all)
			}
			b.mustUndo(d.ID)
		}
		for name, text := range sc.files {
			if got := b.read(name); got != text {
				t.Errorf("operation %d, taken back: %s is %s", n, name, got)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*.json")); len(left) != len(sc.files) {
			t.Errorf("operation %d, taken back: there are %v", n, left)
		}
		most = max(most, len(all))
		testdir.Must(t, b.s.Close())
	}
	if most != 4 {
		t.Errorf("at most %d edits were done", most)
	}
}

// TestACrashWhileALineOfTodoListIsWrittenLeavesNoFile kills a process at each operation of it.
func TestACrashWhileALineOfTodoListIsWrittenLeavesNoFile(t *testing.T) {
	noted := 0
	for n, over := 1, false; !over; n++ {
		session, state := t.TempDir(), t.TempDir()
		dir, list := filepath.Join(session, ".task"), filepath.Join(session, "TODO_LIST.md")
		testdir.Must(t, os.Mkdir(dir, 0o755), os.WriteFile(list, []byte(listBefore), 0o644))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "IMPL-1.json"), []byte(`{"id": "IMPL-1", "title": "a", "status": "completed"}`), 0o644))
		err := process("crash", dir, state, "note", strconv.Itoa(n)).Run()
		over = err == nil
		if !over && !strings.Contains(err.Error(), "killed") {
			t.Fatalf("operation %d: %v", n, err)
		}
		if left, _ := filepath.Glob(filepath.Join(session, ".sideboard-*")); len(left) > 0 && noted == 0 { // an agent came between the two
			noted++
			testdir.Must(t, os.WriteFile(left[0], []byte(listBefore+"- [ ] **IMPL-2**: b\n"), 0o644), os.WriteFile(list, []byte(listAfter), 0o644))
			testdir.Must(t, journalled(t, dir, state).s.Close())
			if raw, _ := os.ReadFile(list); string(raw) != listBefore+"- [ ] **IMPL-2**: b\n" {
				t.Errorf("operation %d: somebody's line is lost: %s", n, raw)
			}
		}
		testdir.Must(t, journalled(t, dir, state).s.Close())
		if left, _ := filepath.Glob(filepath.Join(session, ".sideboard-*")); len(left) > 0 {
			t.Errorf("operation %d: %v is left", n, left)
		}
		if raw, _ := os.ReadFile(list); !strings.HasPrefix(string(raw), "# Tasks\n- [") {
			t.Errorf("operation %d: the list says %s", n, raw)
		}
	}
	if noted == 0 {
		t.Error("no operation left a file")
	}
}

var lockDirs = []string{"1.json.lock", "2.json.lock", ".lock.lock"}

// aged makes the lock directories that are there older than any holder leaves them, and counts them.
func aged(t *testing.T, dir string) (n int) {
	for _, lock := range lockDirs {
		path := filepath.Join(dir, lock)
		if _, err := os.Stat(path); err == nil {
			long := time.Now().Add(-time.Minute)
			testdir.Must(t, os.Chtimes(path, long, long))
			n++
		}
	}
	return n
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

// TestAnyOperationOfAnUndoMayFail fails each operation of taking each edit back in turn.
func TestAnyOperationOfAnUndoMayFail(t *testing.T) {
	state := t.TempDir()
	for i, sc := range scenes() {
		for n := 1; ; n++ {
			if testing.Short() && n%4 != i%4 {
				continue
			}
			dir := sc.dir(t)
			for name, text := range sc.files {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
			}
			f := &faultDisk{}
			b := opened(t, dir, Options{Disk: f, State: state, JournalDisk: faultJournalDisk{log.System, f}})
			b.s.monitor.manual = true
			res, err := b.s.Apply(t.Context(), sc.edit)
			testdir.Must(t, err)
			b.refresh()
			after := map[string]string{}
			for _, name := range b.names() {
				after[name] = b.read(name)
			}
			e, err := b.s.Batch().Undo(res.Edit)
			testdir.Must(t, err)
			f.done, f.at = 0, n
			_, err = b.s.Apply(t.Context(), e)
			f.at = 0
			b.expectNoLeftovers()
			for _, name := range b.names() {
				if now := b.read(name); name != markName && now != after[name] && now != sc.files[name] {
					t.Errorf("%s, operation %d (%s): %s is %q", sc.name, n, f.what, name, now)
				}
			}
			all := b.mustHistory()
			if done := findPastEdit(all, res.Edit); f.what != "" && done != nil && !done.Undone { // then it can be asked for again
				b.refresh()
				b.mustUndo(res.Edit)
				for name, text := range sc.files {
					if now, _ := os.ReadFile(b.path(name)); string(now) != text && name != markName {
						t.Errorf("%s, operation %d (%s), taken back again: %s is %s", sc.name, n, f.what, name, now)
					}
				}
			} else if f.what != "" && err != nil && done == nil {
				t.Errorf("%s, operation %d (%s): the edit is forgotten: %+v", sc.name, n, f.what, all)
			}
			testdir.Must(t, b.s.Close())
			if f.what == "" {
				testdir.Must(t, err)
				for name, text := range sc.files {
					if now, _ := os.ReadFile(filepath.Join(dir, name)); string(now) != text && name != markName {
						t.Errorf("%s, taken back: %s is %s", sc.name, name, now)
					}
				}
				break
			}
		}
	}
}

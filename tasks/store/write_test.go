package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// inOrder fails unless the operations happened, in this order, others between them allowed.
func inOrder(t *testing.T, log []string, want ...string) {
	t.Helper()
	rest := log
	for _, op := range want {
		i := slices.Index(rest, op)
		if i < 0 {
			t.Fatalf("%q is missing or out of order in %s", op, strings.Join(log, ", "))
		}
		rest = rest[i+1:]
	}
}

func TestTheOrderOfAWrite(t *testing.T) {
	orders := map[string][]string{
		"edit without a lock":  {"read task_1.json", "journal: write", "make", "write", "own", "sync", "close", "journal: write", "journal: sync", "journal: lock", "read task_1.json", "same", "replace task_1.json", "release: journal: lock", "sync directory", "journal: write"},
		"edit under flock":     {"make", "sync", "close", "flock .lock", "read task_0000000a.json", "list", "same", "replace task_0000000a.json", "release: flock .lock", "sync directory"},
		"edit under mkdir":     {"make", "sync", "close", "mkdir 1.json", "read 1.json", "same", "replace 1.json", "release: mkdir 1.json", "sync directory"},
		"complete that clears": {"replace task_1.json", "replace task_2.json", "replace task_3.json", "sync directory"},
		"create": {"journal: lock", "mkdir .lock", "list", "make", "sync", "close", "journal: sync", "same", "place 3.json", "release: mkdir .lock",
			"journal: sync", "mkdir 1.json", "replace 1.json", "release: mkdir 1.json", "sync directory"},
		"delete": {"mkdir .lock", "make", "sync", "place .highwatermark", "release: mkdir .lock", "journal: write", "journal: sync", "journal: lock", "mkdir 1.json", "read 1.json", "same", "take 1.json", "hold",
			"release: mkdir 1.json", "release: journal: lock", "journal: sync", "mkdir 2.json", "replace 2.json", "release: mkdir 2.json", "sync directory"},
		"note": {"journal: sync", "make", "write", "own", "sync", "close", "read TODO_LIST.md", "replace TODO_LIST.md", "sync directory"},
	}
	for _, sc := range scenes() {
		t.Run(sc.name, func(t *testing.T) {
			f := &faultDisk{}
			p := sc.play(t, f, 0)
			testdir.Must(t, p.err)
			inOrder(t, f.log, orders[sc.name]...)
			if n := f.count("sync directory"); n != 1 {
				t.Errorf("the directory is synced %d times", n)
			}
			held := 0
			for _, op := range f.log {
				switch {
				case strings.HasPrefix(op, "mkdir "), strings.HasPrefix(op, "flock "):
					held++
				case strings.HasPrefix(op, "release: mkdir "), strings.HasPrefix(op, "release: flock "):
					held--
				}
				if held > 1 {
					t.Error("two locks are held at once")
				}
			}
		})
	}
}

func TestAnEditThatChangesNothingStillNeedsWhatItNeeds(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "a", "in_progress", "me"))
	before, err := os.Stat(b.path("task_1.json"))
	testdir.Must(t, err)
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	if res := b.mustApply(e); len(res.Applied) > 0 {
		t.Errorf("result %+v", res)
	}
	after, err := os.Stat(b.path("task_1.json"))
	testdir.Must(t, err)
	if !os.SameFile(before, after) {
		t.Error("written though nothing differs")
	}
	b.write("task_1.json", s12File("task_1", "a", "in_progress", "agent"))
	as[*tasks.ConflictError](t, second(b.s.Apply(t.Context(), e)))
}

func TestAFileGetsAFreeNameAndNoTakenOneAlsoWithoutARenameThatSpares(t *testing.T) {
	dir := newDir(t)
	d, err := osDisk{}.Open(dir)
	testdir.Must(t, err)
	defer d.Close()
	real := d.(*osDir)
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "temp"), []byte("new"), 0o644), os.WriteFile(filepath.Join(dir, "taken"), []byte("old"), 0o644))
	for _, place := range []func(temp, name string) error{real.Place, real.linkInto} {
		if err := place("temp", "taken"); !errors.Is(err, fs.ErrExist) {
			t.Errorf("got %v", err)
		}
	}
	testdir.Must(t, real.linkInto("temp", "free"))
	if raw, _ := os.ReadFile(filepath.Join(dir, "taken")); string(raw) != "old" {
		t.Error("overwritten")
	}
	if _, err := os.Lstat(filepath.Join(dir, "temp")); err == nil {
		t.Error("the temporary name is left")
	}
}

func TestManyMayUseAStoreAtOnce(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "s", "pending"), s07File(2, "s", "pending"), s07File(3, "s", "pending"), s07File(4, "s", "pending"))
	var writers, readers sync.WaitGroup
	for i := 1; i <= 4; i++ {
		writers.Go(func() {
			for n := range 8 {
				verb := [2]tasks.Verb{tasks.VerbClaim, tasks.VerbRelease}[n%2]
				_, err := b.s.Apply(t.Context(), tasks.Edit{Verb: verb, Of: tasks.Key{Name: fmt.Sprintf("task_%d.json", i)}, Who: "me"})
				if _, early := errors.AsType[*tasks.ConflictError](err); err != nil && !early { // its own last edit was not read yet
					t.Error(err)
				}
			}
		})
	}
	var ended atomic.Bool
	readers.Go(func() {
		for names := []string{"task_1.json", "task_3.json"}; !ended.Load(); {
			for _, names := range [][]string{names, names, names, nil} {
				if _, err := b.s.Refresh(t.Context(), names); err != nil {
					t.Error(err)
				}
			}
			b.s.Retry()
			b.s.World().Each(func(*tasks.Task) bool { return true })
			b.s.Read(tasks.Key{Name: "task_2.json"})
		}
	})
	writers.Wait()
	ended.Store(true)
	readers.Wait()
}

func TestAStoreThatIsClosedReadsNothing(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	testdir.Must(t, b.s.Close())
	if _, err := b.s.Refresh(t.Context(), nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("%v", err)
	}
}

func TestAFailedEditLeavesTheOneBeforeItOurs(t *testing.T) {
	f := &faultDisk{}
	b := openedWith(t, Options{Disk: f}, s12File("task_1", "a", "pending", "null"))
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	f.before = func(op string) error {
		if op == "replace "+task1 {
			return errFault
		}
		return nil
	}
	subject := b.subject(task1, "a", "b")
	subject.ID = 8
	if _, err := b.s.Apply(t.Context(), subject); err == nil {
		t.Error("no error")
	}
	if d := b.refresh(); d.Mine[tasks.Key{Name: task1}] != 7 {
		t.Errorf("reported as ours: %v", d.Mine)
	}
}

func TestOursIsOnlyTheNewestChange(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "a", "pending", "null"))
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}) // reads our claim, hands nothing over
	b.write("task_1.json", s12File("task_1", "a", "completed", "me"))
	if d := b.refresh("task_1.json"); len(d.Mine) > 0 || b.tasks["task_1.json"].Status != tasks.Completed {
		t.Errorf("reported %+v", d)
	}
	b.mustApply(b.edit(tasks.VerbReopen, "task_1.json", "me"))
	b.write("task_1.json", s12File("task_1", "a", "completed", "agent")) // before ours was read
	if d := b.refresh("task_1.json"); len(d.Put) != 1 || len(d.Mine) > 0 {
		t.Errorf("an agent's change is reported as ours: %+v", d)
	}
	b.mustApply(b.edit(tasks.VerbReopen, "task_1.json", "me"))
	b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "newer"}})
	if d := b.refresh("task_1.json"); d.Mine[tasks.Key{Name: "task_1.json"}] != 7 {
		t.Errorf("read before it was asked for, our change is reported as %+v", d)
	}
}

func TestADeletionOfOursIsReportedAsOursAndALaterOneIsNot(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	key := tasks.Key{Name: "task_1.json"}
	text := s12File("task_1", "a", "pending", "null")
	b.write(key.Name, text)
	b.refresh()
	b.mustApply(b.edit(tasks.VerbDelete, key.Name, "me"))
	b.write(key.Name, text) // an agent creates it again at once
	if d := b.refresh(key.Name); len(d.Mine) > 0 {
		t.Errorf("reported %+v", d)
	}
	testdir.Must(t, os.Remove(b.path(key.Name)))
	if d := b.refresh(key.Name); len(d.Gone) != 1 || len(d.Mine) > 0 {
		t.Errorf("their deletion is reported as ours: %+v", d)
	}
}

func TestATemporaryFileThatCannotBeRemovedIsSaidAndRemovedByTheNextStart(t *testing.T) {
	edits := map[string]func(b *harness) tasks.Edit{
		"changed": func(b *harness) tasks.Edit { return b.edit(tasks.VerbClaim, "task_1.json", "me") },
		"deleted": func(b *harness) tasks.Edit { return b.edit(tasks.VerbDelete, "task_1.json", "me") },
	}
	for what, edit := range edits {
		f, state := &faultDisk{}, t.TempDir()
		f.before = func(op string) error {
			if strings.HasPrefix(op, "remove .sideboard-") {
				return errFault
			}
			return nil
		}
		b := opened(t, newDir(t), Options{Disk: f, State: state})
		b.write("task_1.json", s07File(1, "a", "pending"))
		b.write("task_3.json", s07File(3, "c", "pending"))
		b.refresh()
		_, err := b.s.Apply(t.Context(), edit(b))
		if half, ok := errors.AsType[*UnfinishedError](err); !ok || !strings.Contains(half.Reasons(), "could not remove the temporary file .sideboard-") {
			t.Fatalf("%s: %v", what, err)
		}
		testdir.Must(t, b.s.Close())
		if !b.hasTemp() {
			t.Fatalf("%s: it was removed all the same: %v", what, b.names())
		}
		opened(t, b.dir, Options{State: state})
		if b.hasTemp() {
			t.Errorf("%s: after the next start: %v", what, b.names())
		}
	}
}

func (b *harness) hasTemp() bool {
	return slices.ContainsFunc(b.names(), func(n string) bool { return strings.HasSuffix(n, ".tmp") })
}

// asked is an edit of one field, as a board asks for it.
func (b *harness) asked(name string, f tasks.Field, from, to string) tasks.Edit {
	e := b.edit(tasks.VerbEdit, name, "me")
	e.ID, e.Changes = 0, []tasks.Change{{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}}
	return e
}

func TestNothingIsWrittenThatCouldNotBeReadOrEditedAfterwards(t *testing.T) {
	huge, long := strings.Repeat("x", MaxFile), strings.Repeat("x", 17<<10)
	// The task's own file is a few bytes below the limit, so that a link, an owner and a time are too much for it.
	full := strings.Replace(s07File(1, "a", "pending"), "about it", strings.Repeat("x", MaxFile-len(s07File(1, "a", "pending"))+len("about it")-4), 1)
	plain := s07File(1, "a", "pending")
	testdir.Must(t, checkSize(tasks.Key{}, make([]byte, MaxFile)))
	for what, c := range map[string]struct {
		file string
		edit func(b *harness) tasks.Edit
		says string
	}{
		"a description of a megabyte": {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldDescription, "about it", huge) }, "larger than 1 MiB"},
		"a claim of a full file":      {full, func(b *harness) tasks.Edit { return b.edit(tasks.VerbClaim, "task_1.json", "somebody") }, "larger than 1 MiB"},
		"a subject that is cut":       {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldSubject, "a", long) }, "subject is longer"},
		"an owner that is cut":        {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldOwner, "", long) }, "owner is longer"},
		"a new task of a megabyte": {plain, func(b *harness) tasks.Edit {
			return tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "b", Description: huge}}
		}, "larger than 1 MiB"},
		"a new task whose subject is cut": {plain, func(b *harness) tasks.Edit {
			return tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: long}}
		}, "subject is longer"},
	} {
		dir := newDir(t)
		b := journalled(t, dir, t.TempDir())
		b.write("task_1.json", c.file)
		b.refresh()
		before := b.names()
		_, err := b.s.Apply(t.Context(), c.edit(b))
		var no *RefusedError
		if !errors.As(err, &no) || !strings.Contains(no.Why, c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if b.read("task_1.json") != c.file || len(b.names()) != len(before) {
			t.Errorf("%s: wrote %v", what, b.names())
		}
	}
}

// noteEdit notes an edit of one file in the journal, as a version of this program that knew no limit made it.
func (b *harness) noteEdit(name, before string, f tasks.Field, from, to string) tasks.EditID {
	b.t.Helper()
	after := strings.Replace(before, fmt.Sprintf("%q: %q", f, from), fmt.Sprintf("%q: %q", f, to), 1)
	b.write(name, after)
	b.refresh()
	e := b.asked(name, f, from, to)
	e.ID = tasks.EditID(len(b.mustHistory()) + 1)
	e.Steps = []tasks.Step{{Kind: tasks.ChangeFile, Key: e.Of, Changes: e.Changes}}
	p, d := b.s.entry(log.Prepared, e.ID), b.s.entry(log.Done, e.ID)
	p.Edit, p.File, p.Before, p.Sum, d.Applied = e, name, []byte(before), log.Sum([]byte(after)), e.Steps
	testdir.Must(b.t, b.s.journal.Append(p, true), b.s.journal.Append(d, true))
	return e.ID
}

func TestOurOwnBytesAreTakenBackWhateverTheyAre(t *testing.T) {
	testdir.InOneGoroutine(t)
	before := s07File(1, "a", "pending")
	for what, c := range map[string]struct {
		field    tasks.Field
		from, to string
	}{
		"a file a byte over it":       {tasks.FieldDescription, "about it", strings.Repeat("x", MaxFile-len(before)+len("about it")+1)},
		"an owner that nobody can be": {tasks.FieldOwner, "", strings.Repeat("x", 17<<10)},
	} {
		b := journalled(t, newDir(t), t.TempDir())
		b.mustUndo(b.noteEdit("task_1.json", before, c.field, c.from, c.to))
		if got := b.read("task_1.json"); got != before {
			t.Errorf("%s: it is %.80s", what, got)
		}
		id := b.noteEdit("task_1.json", before, c.field, c.from, c.to)
		b.write("task_1.json", strings.Replace(b.read("task_1.json"), `"a"`, `"theirs"`, 1))
		e, err := b.s.Batch().Undo(id)
		if err == nil {
			_, err = b.s.Apply(t.Context(), e)
		}
		if err == nil || !strings.Contains(b.read("task_1.json"), "theirs") {
			t.Errorf("%s: what somebody else wrote was replaced", what)
		}
	}
}

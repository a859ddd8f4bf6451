package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// journalled opens a directory with a journal; state is shared by all stores of one test.
func journalled(t testing.TB, dir, state string) *harness {
	t.Helper()
	b := opened(t, dir, Options{State: state})
	testdir.Must(t, b.s.NoUndo())
	b.s.monitor.manual = true
	return b
}

func (b *harness) set(name string, f tasks.Field, from, to string) tasks.EditID {
	b.t.Helper()
	e := b.edit(tasks.VerbEdit, name, "me")
	e.ID = 0
	e.Changes = []tasks.Change{{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}}
	res := b.mustApply(e)
	b.refresh()
	return res.Edit
}

func (b *harness) mustHistory() []PastEdit {
	b.t.Helper()
	all, err := b.s.PastEdits()
	testdir.Must(b.t, err)
	return all
}

// mustUndo takes an edit back and answers the new edit.
func (b *harness) mustUndo(id tasks.EditID, choices ...Choice) tasks.EditID {
	b.t.Helper()
	e, err := b.s.Batch().Undo(id, choices...)
	testdir.Must(b.t, err)
	b.mustApply(e)
	b.refresh()
	return e.ID
}

func TestUndoOfTheOldestOfFiveEditsRestoresItsFieldAlone(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b := journalled(t, dir, state)
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.write("task_2.json", s07File(2, "b", "pending"))
	b.refresh()
	first := b.set("task_1.json", tasks.FieldSubject, "a", "mine")
	b.set("task_1.json", tasks.FieldDescription, "about it", "more")
	b.set("task_1.json", tasks.FieldStatus, "pending", "in_progress")
	b.set("task_1.json", tasks.FieldOwner, "", "me")
	link := b.edit(tasks.VerbLink, "task_1.json", "me")
	link.ID = 0
	link.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "2", Num: true})}}
	b.mustApply(link)
	// The program ends, agents change everything but the subject, and it starts again.
	testdir.Must(t, b.s.Close())
	theirs := strings.NewReplacer(`"more"`, `"theirs"`, `"in_progress"`, `"completed"`, `"me"`, `"agent-2"`, "    2", "    7").Replace(b.read("task_1.json"))
	b.write("task_1.json", theirs)
	b = journalled(t, dir, state)
	if all := b.mustHistory(); len(all) != 5 || all[4].ID != first || all[4].Subject != "a" || all[4].Who != "me" || all[4].Verb != tasks.VerbEdit {
		t.Fatalf("history %+v", all)
	}
	b.mustUndo(first)
	if got, want := b.read("task_1.json"), strings.Replace(theirs, `"mine"`, `"a"`, 1); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	all := b.mustHistory()
	if len(all) != 6 || all[0].Undoes != first || !all[5].Undone || all[4].Undone {
		t.Errorf("history %+v", all)
	}
	if _, err := b.s.Batch().Undo(first); !errors.Is(err, ErrNotInHistory) {
		t.Errorf("undone twice: %v", err)
	}
	redo, err := b.s.Batch().Redo(first)
	testdir.Must(t, err)
	b.mustApply(redo)
	if b.read("task_1.json") != theirs {
		t.Errorf("done again: %s", b.read("task_1.json"))
	}
	if all := b.mustHistory(); all[6].Undone || !all[1].Undone {
		t.Errorf("after doing it again: %+v", all)
	}
	if _, err := b.s.Batch().Redo(first); !errors.Is(err, ErrNotInHistory) {
		t.Errorf("done again twice: %v", err)
	}
}

func TestTheHistoryAnswersActionsWhole(t *testing.T) {
	b := journalled(t, newDir(t), t.TempDir())
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	b.set("task_1.json", tasks.FieldSubject, "a", "first")
	for i := range maxPastActions + 5 {
		b.mustApply(tasks.Edit{ID: tasks.EditID(i + 1), Group: 1, Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	}
	if all := b.mustHistory(); len(all) != maxPastActions+6 || all[0].Group != 1 || all[maxPastActions+5].Group != 0 {
		t.Errorf("%d edits are answered", len(all))
	}
}

func TestWithoutAStateDirectoryEditsWorkAndUndoSaysWhyNot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testdir.Must(t, os.WriteFile(file, nil, 0o600))
	for _, state := range []string{"", filepath.Join(file, "below")} {
		b := opened(t, newDir(t), Options{State: state})
		b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
		b.refresh()
		b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
		if b.s.NoUndo() == nil {
			t.Error("undo is promised")
		}
		if _, err := b.s.Batch().Undo(7); err == nil {
			t.Error("undone")
		}
	}
}

func TestAFullDiskOfTheJournalLeavesEditsPossible(t *testing.T) {
	for _, full := range []string{"journal: make a file", "journal: lock", "journal: write"} {
		for _, why := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, fs.ErrPermission} {
			f := &faultDisk{}
			b := opened(t, newDir(t), Options{State: t.TempDir(), JournalDisk: faultJournalDisk{log.System, f}})
			b.s.monitor.manual = true
			b.write("task_1.json", s07File(1, "a", "pending"))
			b.write("task_2.json", s07File(2, "b", "pending", 1))
			b.refresh()
			f.before = func(op string) error {
				if op == full {
					return &fs.PathError{Op: op, Err: why}
				}
				return nil
			}
			b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
			if b.read("task_1.json") != s07File(1, "a", "completed") || b.read("task_2.json") != s07File(2, "b", "pending") {
				t.Errorf("%s, %v: wrote %s, %s", full, why, b.read("task_1.json"), b.read("task_2.json"))
			}
			if full != "journal: lock" && !errors.Is(b.s.NoUndo(), why) {
				t.Errorf("%s, %v: undo is promised: %v", full, why, b.s.NoUndo())
			}
			f.before = nil // there is room again
			b.refresh()
			b.mustUndo(b.set("task_2.json", tasks.FieldSubject, "b", "c"))
			testdir.Must(t, b.s.NoUndo(), b.s.Close())
		}
	}
}

func TestTheHistoryOfADirectoryThatWasReplacedIsNotItsOwn(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b := journalled(t, dir, state)
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	b.set("task_1.json", tasks.FieldSubject, "a", "b")
	testdir.Must(t, b.s.Close(), os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755))
	b = journalled(t, dir, state)
	if all := b.mustHistory(); len(all) != 0 {
		t.Errorf("history %+v", all)
	}
}

func TestAnActionOfManyEditsIsTakenBackWithOneReadingOfTheJournal(t *testing.T) {
	const n = 40
	f := &faultDisk{}
	b := opened(t, newDir(t), Options{State: t.TempDir(), JournalDisk: faultJournalDisk{log.System, f}})
	b.s.monitor.manual = true
	do, back := b.s.Batch(), b.s.Batch()
	for i := range n {
		name := fmt.Sprintf("task_%d.json", i)
		b.write(name, s12File(fmt.Sprintf("task_%d", i), "a", "pending", "null"))
		claim := b.edit(tasks.VerbClaim, name, "me")
		claim.ID, claim.Group = tasks.EditID(i+1), 1
		_, err := do.Apply(t.Context(), claim)
		testdir.Must(t, err)
	}
	f.log = nil
	for i := range n {
		e, err := back.Undo(tasks.EditID(i + 1))
		testdir.Must(t, err)
		_, err = back.Apply(t.Context(), e)
		testdir.Must(t, err)
		if text := b.read(fmt.Sprintf("task_%d.json", i)); text != s12File(fmt.Sprintf("task_%d", i), "a", "pending", "null") {
			t.Errorf("undone it says %s", text)
		}
	}
	if read := f.count("journal: open a file"); read != 1 {
		t.Errorf("the journal was read %d times for %d edits", read, n)
	}
}

// portFile is a task file that keeps the time of its last change, as real projects have them.
func portFile(id int, owner, waits string) string {
	return fmt.Sprintf("{\n  \"blockedBy\": %s,\n  \"created_at\": 1779095615,\n  \"description\": \"\",\n  \"id\": %d,\n  \"owner\": %s,\n  \"status\": \"pending\",\n  \"subject\": \"a\",\n  \"updated_at\": 1779095615,\n  \"worktree\": \"\"\n}",
		waits, id, owner)
}

var aTime = regexp.MustCompile(`("updated_at": )[0-9.]+`)

func TestUndoLeavesEveryByteButTheTimeAsItWas(t *testing.T) {
	link := func(op tasks.Op, id int) tasks.Change {
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: op, To: tasks.RefValue(tasks.ID{Text: fmt.Sprint(id), Num: true})}
	}
	of := func(name string, v tasks.Verb, cs ...tasks.Change) tasks.Edit {
		return tasks.Edit{Verb: v, Of: tasks.Key{Name: name}, Who: "me", Changes: cs}
	}
	for what, c := range map[string]struct {
		edits []tasks.Edit
		undo  int
	}{
		"a claim and a release, taken back":    {[]tasks.Edit{of("task_5.json", tasks.VerbClaim), of("task_5.json", tasks.VerbRelease)}, 2},
		"another edit between, all taken back": {[]tasks.Edit{of("task_5.json", tasks.VerbClaim), of("task_4.json", tasks.VerbClaim), of("task_5.json", tasks.VerbRelease)}, 3},
		"a completion, a link and two unlinks": {[]tasks.Edit{
			of("task_2.json", tasks.VerbComplete), of("task_4.json", tasks.VerbLink, link(tasks.Add, 5)),
			of("task_4.json", tasks.VerbUnlink, link(tasks.Drop, 5)), of("task_4.json", tasks.VerbUnlink, link(tasks.Drop, 3)),
		}, 4},
	} {
		dir, state := newDir(t), t.TempDir()
		before := map[string]string{
			"task_2.json": portFile(2, `""`, "[]"), "task_3.json": portFile(3, `""`, "[]"),
			"task_4.json": portFile(4, `""`, "[2, 3]"), "task_5.json": portFile(5, "null", "[]"),
		}
		for name, text := range before {
			testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		for i, e := range c.edits { // each by a command of its own, a minute after the one before
			b := journalled(t, dir, state)
			e.At = time.Now().Add(time.Duration(i-len(c.edits)) * time.Minute)
			b.mustApply(e)
			testdir.Must(t, b.s.Close())
		}
		b := journalled(t, dir, state)
		for range c.undo {
			all := b.mustHistory()
			at := slices.IndexFunc(all, func(d PastEdit) bool { return !d.Undone && d.Undoes == 0 })
			b.mustUndo(all[at].ID)
		}
		for name, text := range before {
			if got := aTime.ReplaceAllString(b.read(name), "${1}1779095615"); got != text {
				t.Errorf("%s: %s is\n%s", what, name, got)
			}
		}
	}
}

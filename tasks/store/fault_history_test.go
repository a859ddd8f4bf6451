//go:build unix

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// noted plays a scene with a journal.
func (sc scene) noted(t *testing.T, f *faultDisk, n int) (b *harness, state string, res tasks.Result, err error) {
	t.Helper()
	dir, state := sc.dir(t), t.TempDir()
	for name, text := range sc.files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
	}
	b = opened(t, dir, Options{Disk: f, State: state, JournalDisk: faultJournalDisk{log.System, f}})
	testdir.Must(t, b.s.NoUndo())
	b.s.monitor.manual = true
	f.done, f.at, f.log = 0, n, nil
	res, err = b.s.Apply(t.Context(), sc.edit)
	f.at = 0
	return b, state, res, err
}

// TestAnyOperationMayFailAndTheHistoryStaysTrue fails each operation of each edit in turn, those of the journal too.
// Every file is old or new; what was written can be taken back to the last byte, at once or, where the journal could
// not be written, after a restart; and of what was not written there is no history.
func TestAnyOperationMayFailAndTheHistoryStaysTrue(t *testing.T) {
	played, ofJournal := 0, 0
	for _, after := range []bool{false, true} {
		for i, sc := range scenes() {
			whole, _, _, err := sc.noted(t, &faultDisk{}, 0)
			testdir.Must(t, err)
			for n := 1; ; n++ {
				if testing.Short() && n%4 != i%4 && n < 40 {
					continue
				}
				f := &faultDisk{after: after}
				b, state, res, err := sc.noted(t, f, n)
				if f.what == "" {
					testdir.Must(t, err)
					break
				}
				played++
				if strings.HasPrefix(f.what, "journal") {
					ofJournal++
				}
				when := fmt.Sprintf("%s, after=%v, operation %d (%s)", sc.name, after, n, f.what)
				sc.judge(t, when, whole, b, res, err, f)
				sc.takenBack(t, when, b, state, n%2 == 0)
			}
		}
	}
	if ofJournal < played/8 {
		t.Errorf("of %d operations only %d were of the journal", played, ofJournal)
	}
	t.Logf("%d operations failed, %d of them of the journal; 0 files torn, every edit that was written was taken back", played, ofJournal)
}

// takenBack takes back what a scene's edit left, in the same process or in the next one.
func (sc scene) takenBack(t *testing.T, when string, b *harness, state string, restart bool) {
	t.Helper()
	if restart {
		testdir.Must(t, b.s.Close())
		for _, left := range roomFiles(t, state) {
			if strings.HasPrefix(left, ".begin-") {
				t.Errorf("%s: the journal leaves %s", when, left)
			}
		}
		b = journalled(t, b.dir, state)
	}
	defer b.s.Close()
	b.refresh()
	written := false
	for _, name := range b.names() {
		if text, had := sc.files[name]; name != markName && name != lockName && (!had || b.read(name) != text) {
			written = true
		}
	}
	for name := range sc.files {
		if _, err := os.Lstat(b.path(name)); err != nil {
			written = true
		}
	}
	all := b.mustHistory()
	if written != (len(all) == 1) {
		t.Errorf("%s, restarted %v: written %v, and the history is %+v", when, restart, written, all)
		return
	}
	if !written {
		return
	}
	b.mustUndo(all[0].ID)
	b.expectNoLeftovers()
	for _, name := range b.names() {
		if text, had := sc.files[name]; name != markName && name != lockName && (!had || b.read(name) != text) {
			t.Errorf("%s, restarted %v, taken back: %s is %s", when, restart, name, b.read(name))
		}
	}
	for name := range sc.files {
		if _, err := os.Lstat(b.path(name)); err != nil {
			t.Errorf("%s, restarted %v, taken back: %v", when, restart, err)
		}
	}
}

func roomFiles(t *testing.T, state string) (names []string) {
	t.Helper()
	testdir.Must(t, filepath.WalkDir(state, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, e.Name())
		}
		return err
	}))
	return names
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
		if all, err := s.PastEdits(); (err == nil) != (noUndo == nil) || err == nil && len(all) != 1 {
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

// A journal that cannot be read later on never leads to a fight, and a loss is reported all the same.
func TestALossIsReportedThoughTheIntentsOfOthersCannotBeRead(t *testing.T) {
	f := &faultDisk{}
	c := &handClock{now: time.Now()}
	b := opened(t, newDir(t), Options{State: t.TempDir(), Now: c.Now, JournalDisk: blindJournalDisk{log.System, f}})
	b.s.monitor.manual = true
	b.claim()
	f.at = -1
	b.write(task1, pending())
	b.advance(c, reapplyWindow-reapplyWindow/10)
	if all := b.outcomes(); len(all) > 0 || b.read(task1) != pending() {
		t.Errorf("reported %+v, wrote %s", all, b.read(task1))
	}
	b.advance(c, reportWindow)
	if all := b.outcomes(); len(all) != 1 || all[0].What != PutBack || b.read(task1) != pending() {
		t.Errorf("reported %+v, wrote %s", all, b.read(task1))
	}
}

// blindJournalDisk cannot be listed once f.at is set.
type blindJournalDisk struct {
	log.Disk
	f *faultDisk
}

func (r blindJournalDisk) List(dir string) ([]os.DirEntry, error) {
	if r.f.at != 0 {
		return nil, errFault
	}
	return r.Disk.List(dir)
}

// TestAnyOperationOfARecheckMayFail fails each operation between an agent's old copy and the last look: the
// edit is in the file at the end, or its loss is reported.
func TestAnyOperationOfARecheckMayFail(t *testing.T) {
	for name, theirs := range map[string]string{"made again": pending(), "overwritten": s12File("task_1", "a", "in_progress", "agent-2")} {
		for n := 1; ; n++ {
			f := &faultDisk{}
			c := &handClock{now: time.Now()}
			b := opened(t, newDir(t), Options{Disk: f, State: t.TempDir(), Now: c.Now, JournalDisk: faultJournalDisk{log.System, f}})
			b.s.monitor.manual = true
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

func TestTheJournalIsOnTheDiskBeforeAFileIsReplaced(t *testing.T) {
	for _, sc := range scenes() {
		f := &faultDisk{}
		_, _, _, err := sc.noted(t, f, 0)
		testdir.Must(t, err)
		switch sc.name {
		case "edit without a lock":
			inOrder(t, f.log, "journal: write", "make", "sync", "close", "journal: write", "journal: sync", "journal: lock", "read task_1.json", "same", "replace task_1.json", "journal: unlock", "sync directory", "journal: write")
		case "create":
			inOrder(t, f.log, "journal: lock", "mkdir .lock", "make", "sync", "journal: sync", "place 3.json", "journal: sync", "replace 1.json")
		case "delete":
			inOrder(t, f.log, "journal: write", "journal: sync", "journal: lock", "mkdir 1.json", "take 1.json", "unmkdir 1.json", "journal: unlock", "journal: sync", "replace 2.json")
		}
	}
}

//go:build unix

package log

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) {
	testdir.InMemory()
	testdir.Main(m)
}

// startOther opens the journal as another process and writes a line. kill ends it as the system ends a process.
func startOther(t *testing.T, state, dir string) (kill func()) {
	t.Helper()
	r, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err, r.Append(Entry{What: Temp, Edit: tasks.Edit{ID: 9}, Temp: "x.tmp"}, false))
	return func() { r.own.Close() }
}

func openTestJournal(t testing.TB) (r *Journal, state, dir string) {
	t.Helper()
	state, dir = filepath.Join(t.TempDir(), "state", "sideboard"), t.TempDir()
	r, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	t.Cleanup(func() { r.Close() })
	return r, state, dir
}

func sample() Entry {
	key := tasks.Key{Name: "task_1.json"}
	return Entry{
		At: time.Date(2026, 3, 1, 12, 0, 0, 5, time.UTC), What: Prepared, Dev: 1, Ino: 1<<63 + 1, Step: 1,
		File: "task_1.json", Temp: ".sideboard-1.tmp", Subject: "a\u2028b\x01", Before: []byte("{\"a\": \"\xb5\"}"), After: []byte("<&>"), Sum: "s",
		Edit: tasks.Edit{
			ID: 1<<63 + 7, Verb: tasks.VerbUndo, Of: key, Who: "me", At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Undoes: 3, Group: 1<<63 + 2,
			Needs: []tasks.Need{{Key: key, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}, {Key: key, Idle: "me"}},
			Draft: &tasks.Draft{Subject: "s", WaitsFor: []tasks.ID{{Text: "1", Num: true}}},
			Steps: []tasks.Step{
				{Kind: tasks.RaiseHighWaterMark, HighWaterMark: 7}, {Kind: tasks.CreateFile, Key: key, Raw: []byte{}}, {Kind: tasks.DeleteFile, Key: key},
				{Kind: tasks.ChangeFile, Key: key, Changes: []tasks.Change{
					{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("me")},
					{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "1", Num: true})},
					{Field: tasks.FieldBlocks, Op: tasks.Drop, From: tasks.RefsValue(nil), To: tasks.RefValue(tasks.ID{Text: "2"})},
					{Field: tasks.FieldMember, Member: "x", Op: tasks.Unset, From: tasks.Value{Kind: tasks.RawVal, Text: "[1.50]"}},
					{Field: tasks.FieldUpdated, Op: tasks.Touch},
				}},
			},
		},
	}
}

func TestNobodyElseCanReadIt(t *testing.T) {
	r, state, _ := openTestJournal(t)
	testdir.Must(t, r.Append(sample(), true))
	_, err := r.Keep("task_1.json", []byte("x"))
	testdir.Must(t, err, r.KeepDeleted([]Deleted{{Name: "task_2.json", Raw: []byte("y")}}))
	n := 0
	testdir.Must(t, filepath.Walk(state, func(path string, fi os.FileInfo, err error) error {
		if want := map[bool]os.FileMode{true: 0o700, false: 0o600}[fi.IsDir()]; fi.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, fi.Mode())
		}
		n++
		return err
	}))
	if n < 8 {
		t.Errorf("only %d entries", n)
	}
}

func TestAKilledProcessIsFoundAndALivingOneIsNot(t *testing.T) {
	r, state, dir := openTestJournal(t)
	link := filepath.Join(t.TempDir(), "link")
	testdir.Must(t, os.Symlink(dir, link))
	kill := startOther(t, state, link) // the same directory by another path
	if all, err := r.Crashes(); err != nil || len(all) > 0 {
		t.Fatalf("a living process is taken for dead: %v, %v", all, err)
	}
	kill()
	all, err := r.Crashes()
	testdir.Must(t, err)
	if len(all) != 1 || len(all[0].Entries) != 2 || all[0].Entries[1].Temp != "x.tmp" {
		t.Fatalf("found %+v", all)
	}
	if more, err := r.Crashes(); err != nil || len(more) > 0 {
		t.Error("two look at the same crash at once")
	}
	testdir.Must(t, all[0].MarkFinished())
	if more, err := r.Crashes(); err != nil || len(more) > 0 {
		t.Error("found again")
	}
	if lines, err := r.Read(); err != nil || len(lines) != 2 {
		t.Errorf("%d lines are left of it, %v", len(lines), err)
	}
}

func TestWhatOthersWroteSinceIsSeen(t *testing.T) {
	r, state, dir := openTestJournal(t)
	began := time.Now()
	testdir.Must(t, r.Append(sample(), false))
	kill := startOther(t, state, dir)
	defer kill()
	all, err := r.Since(began)
	if err != nil || len(all) != 2 || all[1].ID != 9 {
		t.Errorf("saw %+v, %v", all, err)
	}
	if all, err := r.Since(time.Now().Add(time.Hour)); err != nil || len(all) > 0 {
		t.Errorf("saw %+v, %v", all, err)
	}
	second, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	defer second.Close()
	testdir.Must(t, second.Append(Entry{What: Temp, Edit: tasks.Edit{ID: 5}}, false))
	big := sample()
	big.At = time.Now()
	big.Before = []byte(strings.Repeat("x", 1<<20))
	testdir.Must(t, second.Append(big, false))
	if all, err := r.Since(big.At); err != nil || len(all) != 1 || all[0].ID != big.ID {
		t.Errorf("saw %d lines, %v", len(all), err)
	}
}

func TestOneLockExcludesTheOther(t *testing.T) {
	r, state, dir := openTestJournal(t)
	second, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	defer second.Close()
	release, err := r.Lock(t.Context())
	testdir.Must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.Lock(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("two hold it: %v", err)
	}
	testdir.Must(t, release())
	release, err = second.Lock(ctx)
	testdir.Must(t, err, release())
}

func TestTheRoomIsBounded(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	later := func() time.Time { now = now.Add(time.Millisecond); return now }
	big := sample()
	big.Before = []byte(strings.Repeat("x", 1<<20))
	r, err := OpenJournal(state, dir, Options{Now: later})
	testdir.Must(t, err)
	for range 24 {
		testdir.Must(t, r.Append(big, false), r.Append(Entry{What: Done, Edit: tasks.Edit{ID: big.ID}}, false))
	}
	var total int64
	files, err := os.ReadDir(r.Dir())
	testdir.Must(t, err)
	for _, e := range files {
		fi, err := e.Info()
		testdir.Must(t, err)
		total += fi.Size()
	}
	if total > MaxBytes+MaxOwn || total < MaxBytes/2 {
		t.Errorf("%d bytes in %d files", total, len(files))
	}
	testdir.Must(t, r.Close())
	for i := range MaxFiles + 20 {
		testdir.Must(t, os.WriteFile(filepath.Join(r.Dir(), fmt.Sprint("2026", i, endedSuffix)), nil, 0o600))
	}
	last, err := OpenJournal(state, dir, Options{Now: later})
	testdir.Must(t, err, last.Append(Entry{What: Temp}, false), last.Close())
	if names, err := r.listFiles(); err != nil || len(names) > MaxFiles {
		t.Errorf("%d files, %v", len(names), err)
	}
}

func TestAStateDirectoryThatCannotBeWrittenIsReportedAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testdir.Must(t, os.WriteFile(file, nil, 0o600))
	if _, err := OpenJournal(filepath.Join(file, "state"), t.TempDir(), Options{}); err == nil {
		t.Error("no error")
	}
	if _, err := OpenJournal(t.TempDir(), filepath.Join(file, "nowhere"), Options{}); err == nil {
		t.Error("no error for a directory that is not there")
	}
}

func TestAnEmptyJournalHasNoLines(t *testing.T) {
	r, state, dir := openTestJournal(t)
	if lines, err := r.Read(); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	if lines, err := r.Since(time.Time{}); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	if crashes, err := r.Crashes(); err != nil || len(crashes) > 0 {
		t.Errorf("%v, %v", crashes, err)
	}
	testdir.Must(t, r.Close(), os.RemoveAll(state))
	if lines, err := ReadAll(state, dir, Options{}); err != nil || len(lines) > 0 {
		t.Errorf("where there is none: %v, %v", lines, err)
	}
	if _, err := os.Stat(state); err == nil {
		t.Error("reading made a directory")
	}
}

func TestWhoeverBeginsFirstAllSeeWhatIsWritten(t *testing.T) {
	begins := map[string]func(r *Journal) error{
		"lock": func(r *Journal) error {
			release, err := r.Lock(context.Background())
			if err != nil {
				return err
			}
			return release()
		},
		"append": func(r *Journal) error { return r.Append(sample(), true) },
		"delete": func(r *Journal) error { return r.KeepDeleted([]Deleted{{Name: "task_1.json"}}) },
		"keep":   func(r *Journal) error { _, err := r.Keep("task_1.json", []byte("{}")); return err },
	}
	for range 20 {
		state, dir := t.TempDir(), t.TempDir()
		first, err := OpenJournal(state, dir, Options{}) // before there is anything
		testdir.Must(t, err)
		var all sync.WaitGroup
		for range 3 {
			for name, begin := range begins {
				all.Go(func() {
					r, err := OpenJournal(state, dir, Options{})
					if err == nil {
						err = errors.Join(begin(r), r.Close())
					}
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
				})
			}
		}
		all.Wait()
		lines, err := first.Read()
		if n := len(lines); err != nil || n != 6 { // each begins with that its file was opened
			t.Fatalf("%d lines, %v", n, err)
		}
		testdir.Must(t, first.Close())
		if entries, err := os.ReadDir(state); err != nil || len(entries) != 1 {
			t.Fatalf("there is left: %v, %v", entries, err)
		}
	}
}

func TestAJournalThatIsTakenAwayWhileItIsKeptIsReported(t *testing.T) {
	r, _, _ := openTestJournal(t)
	testdir.Must(t, r.Append(sample(), true))
	testdir.Must(t, os.RemoveAll(r.Dir()))
	if _, err := r.Read(); err == nil {
		t.Error("it reads as if nothing had been written")
	}
}

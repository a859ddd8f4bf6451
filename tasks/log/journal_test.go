//go:build unix

package log

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
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

func TestNobodyElseCanReadAJournal(t *testing.T) {
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
	if n < 8 { // three directories above the files, a lock, a journal, and two directories with a file less one
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

// sizeOf returns the bytes in the files of a directory.
func sizeOf(t *testing.T, dir string) (total int64) {
	t.Helper()
	files, err := os.ReadDir(dir)
	testdir.Must(t, err)
	for _, e := range files {
		fi, err := e.Info()
		testdir.Must(t, err)
		total += fi.Size()
	}
	return total
}

// laterEachTime returns a clock that is a millisecond later at each call, so that no two files have one name.
func laterEachTime() func() time.Time {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Millisecond); return now }
}

func TestTheBytesOfAJournalAreBounded(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	big := sample()
	big.Before = []byte(strings.Repeat("x", 1<<20))
	r, err := OpenJournal(state, dir, Options{Now: laterEachTime()})
	testdir.Must(t, err)
	defer r.Close()
	for range 24 { // half as much again as it may keep
		testdir.Must(t, r.Append(big, false), r.Append(Entry{What: Done, Edit: tasks.Edit{ID: big.ID}}, false))
	}
	if total := sizeOf(t, r.Dir()); total > MaxBytes+MaxOwn || total < MaxBytes/2 {
		t.Errorf("%d bytes are kept", total)
	}
}

func TestTheFilesOfAJournalAreBounded(t *testing.T) {
	r, _, _ := openTestJournal(t)
	for i := range MaxFiles + 20 {
		testdir.Must(t, os.WriteFile(filepath.Join(r.Dir(), fmt.Sprint("2026", i, endedSuffix)), nil, 0o600))
	}
	testdir.Must(t, r.Append(Entry{What: Temp}, false))
	if names, err := r.listFiles(); err != nil || len(names) > MaxFiles {
		t.Errorf("%d files, %v", len(names), err)
	}
}

// What serve puts is no edit of a person, and there may be very much of it.
func TestWhatServePutsTakesNoEditsAway(t *testing.T) {
	board, state, dir := openTestJournal(t)
	e := sample()
	testdir.Must(t, board.Append(e, false), board.Append(Entry{What: Done, Edit: tasks.Edit{ID: e.ID}}, false))
	serve, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	var last time.Time
	for i := range 2 * maxLines {
		last = time.Now()
		line := Entry{At: last, What: Put, Edit: tasks.Edit{ID: 9}, File: fmt.Sprint("task_", i, ".json"), Temp: ".sideboard-1.tmp"}
		testdir.Must(t, serve.Append(line, false))
	}
	lines, err := board.Read()
	testdir.Must(t, err)
	if !slices.ContainsFunc(lines, func(l Entry) bool { return l.What == Prepared && l.ID == e.ID }) {
		t.Errorf("of %d lines none is the edit", len(lines))
	}
	if since, err := board.Since(last); err != nil || len(since) != 1 {
		t.Errorf("of what was put last there are %d lines, %v", len(since), err)
	}
	testdir.Must(t, serve.Close())
	if size := sizeOf(t, board.Dir()); size > 3*maxPuts {
		t.Errorf("it takes %d bytes", size)
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
	r, _, _ := openTestJournal(t)
	if lines, err := r.Read(); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	if lines, err := r.Since(time.Time{}); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	if crashes, err := r.Crashes(); err != nil || len(crashes) > 0 {
		t.Errorf("%v, %v", crashes, err)
	}
}

func TestReadingWhereNobodyHasEditedMakesNoDirectory(t *testing.T) {
	state, dir := filepath.Join(t.TempDir(), "state"), t.TempDir()
	if lines, err := ReadSince(state, dir, Options{}, time.Time{}); err != nil || len(lines) > 0 {
		t.Errorf("%v, %v", lines, err)
	}
	if _, err := os.Stat(state); err == nil {
		t.Error("reading made a directory")
	}
}

func TestProcessesThatMakeTheJournalAtOnceShareIt(t *testing.T) {
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
		if n := len(lines); err != nil || n != 6 { // three appends, each after a line that says that the file was opened
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

func TestHowAnEditEndedIsNotForgottenOnAFullDisk(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	d := &faultDisk{Disk: System}
	open := func() *Journal {
		r, err := OpenJournal(state, dir, Options{Disk: d})
		testdir.Must(t, err)
		return r
	}
	r := open()
	// edit notes an edit and its end, which cannot be written on a full disk.
	edit := func(id tasks.EditID, full bool) {
		t.Helper()
		prepared := sample()
		prepared.ID = id
		testdir.Must(t, r.Append(prepared, true))
		d.full = full
		if err := r.Append(Entry{What: Done, Edit: tasks.Edit{ID: id}}, false); (err != nil) != full {
			t.Fatalf("on a full disk %v: %v", full, err)
		}
	}
	knows := func(ends int) {
		t.Helper()
		all, err := r.Read()
		testdir.Must(t, err)
		if n := len(slices.DeleteFunc(all, func(e Entry) bool { return !e.Ends() })); n != ends {
			t.Errorf("%d ends are known, want %d", n, ends)
		}
	}
	edit(1, true)
	knows(1)
	d.full = false
	edit(2, false)
	knows(2)
	edit(3, true)
	d.full = false
	testdir.Must(t, r.Close()) // it is the last chance
	r = open()
	knows(3)
	if all, err := r.Crashes(); err != nil || len(all) > 0 {
		t.Errorf("a clean end is taken for a crash: %v", err)
	}
	edit(4, true)
	if r.Close() == nil {
		t.Fatal("no error")
	}
	d.full = false
	r = open()
	all, err := r.Crashes()
	if testdir.Must(t, err); len(all) != 1 {
		t.Fatalf("%d journals are to be checked, want the one that does not say how its edit ended", len(all))
	}
	testdir.Must(t, all[0].MarkFinished(), r.Close())
}

func TestAJournalThatIsLeftOpenIsFoundByTheNextProcessThoughAllEditsEnded(t *testing.T) {
	r, state, dir := openTestJournal(t)
	for id := range tasks.EditID(20) {
		e := sample()
		e.ID = id + 1
		testdir.Must(t, r.Append(e, false), r.Append(Entry{What: Done, Edit: tasks.Edit{ID: e.ID}}, false))
	}
	r.LeaveOpen()
	testdir.Must(t, r.Close())
	if r.Append(sample(), false) == nil {
		t.Error("a closed journal takes a line")
	}
	next, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	defer next.Close()
	all, err := next.Crashes()
	if testdir.Must(t, err); len(all) != 1 {
		t.Fatalf("%d are found", len(all))
	}
	all[0].Release()
}

func TestHomeIsWhereTheSystemKeepsState(t *testing.T) {
	for set, want := range map[string]string{
		"": "/home/ann/.local/state/sideboard", "/var/state": "/var/state/sideboard", "relative": "/home/ann/.local/state/sideboard",
	} {
		if got := Home(func(string) string { return set }, "/home/ann"); got != want {
			t.Errorf("%q: %s", set, got)
		}
	}
	if Home(func(string) string { return "" }, "") != "" {
		t.Error("state without a home")
	}
}

// deletedWords are the files that are kept, the newest first: "name=bytes".
func deletedWords(t *testing.T, r *Journal) string {
	t.Helper()
	all, err := r.Deleted()
	testdir.Must(t, err)
	var words []string
	for _, d := range all {
		words = append(words, fmt.Sprintf("%s=%s", d.Name, d.Raw))
	}
	return strings.Join(words, " ")
}

func TestWhatWasDeletedIsKeptOnceWithItsBytes(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	state, dir := t.TempDir(), t.TempDir()
	open := func() *Journal {
		r, err := OpenJournal(state, dir, Options{Now: func() time.Time { at = at.Add(time.Millisecond); return at }})
		testdir.Must(t, err)
		return r
	}
	r, other := open(), open()
	if got := deletedWords(t, r); got != "" {
		t.Errorf("of nothing: %s", got)
	}
	testdir.Must(t, r.KeepDeleted([]Deleted{{"1.json", at, []byte("{\"a\": \"\xb5\"}")}, {"2.json", at.Add(time.Second), []byte("two")}}),
		other.KeepDeleted([]Deleted{{"2.json", at.Add(2 * time.Second), []byte("two")}}), // the other board saw it, too
		other.KeepDeleted([]Deleted{{"1.json", at.Add(time.Hour), []byte("again")}, {"../x", at, nil}}),
		other.KeepDeleted([]Deleted{{"3.json", at.Add(-time.Hour), []byte("late")}})) // by a board whose clock is behind
	want := "1.json=again 2.json=two 1.json={\"a\": \"\xb5\"} 3.json=late"
	if got := deletedWords(t, r); got != want {
		t.Errorf("kept is %q", got)
	}
}

// A process may be killed at any byte of what it keeps.
func TestWhatIsKeptAndBreaksOffLosesItsLastLineAlone(t *testing.T) {
	r, _, _ := openTestJournal(t)
	testdir.Must(t, r.KeepDeleted([]Deleted{{Name: "1.json", Raw: []byte("one")}, {Name: "2.json", Raw: []byte("two")}}))
	entries, err := os.ReadDir(filepath.Join(r.dir, deletedName))
	testdir.Must(t, err)
	path := filepath.Join(r.dir, deletedName, entries[0].Name())
	whole, err := os.ReadFile(path)
	testdir.Must(t, err)
	first := strings.IndexByte(string(whole), '\n')
	for cut := range whole {
		testdir.Must(t, os.WriteFile(path, whole[:cut], 0o600))
		want := ""
		switch {
		case cut >= len(whole)-1:
			want = "1.json=one 2.json=two"
		case cut >= first:
			want = "1.json=one"
		}
		if got := deletedWords(t, r); got != want {
			t.Fatalf("cut at %d of %d: %q", cut, len(whole), got)
		}
	}
}

func TestABoardThatOnlyWatchesKeepsAsMuchOfWhatWasDeletedAsAnother(t *testing.T) {
	testdir.InOneGoroutine(t)
	state, dir := t.TempDir(), t.TempDir()
	r, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	at := time.Now()
	for i := range 40 {
		testdir.Must(t, r.KeepDeleted([]Deleted{{fmt.Sprintf("%d.json", i), at, bytes.Repeat([]byte("x"), 1<<20)}}))
	}
	if total := sizeOf(t, filepath.Join(r.Dir(), deletedName)); total > MaxBytes || total < MaxBytes/2 {
		t.Errorf("%d bytes are kept", total)
	}
	kept, err := r.Deleted()
	testdir.Must(t, err)
	if !slices.ContainsFunc(kept, func(d Deleted) bool { return d.Name == "39.json" }) {
		t.Errorf("the newest of %d is not kept", len(kept))
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestOfAHugeJournalOnlyTheEndIsRead(t *testing.T) {
	testdir.InOneGoroutine(t)
	const size = 5 * MaxBytes / 4
	newest := `{"at":"2026-11-27T00:10:00Z","what":"done","edit":"7"}` + "\n"
	for what, line := range map[string]string{
		"short lines":    `{"at":"2026-11-27T00:09:38Z","what":"done","edit":"1"}`,
		"no lines":       strings.Repeat("x", 100),
		"later lines":    `{"at":"2036-11-27T00:09:38Z","what":"done","edit":"1"}`,
		"one long line":  `{"what":"` + strings.Repeat("x", size) + `"}`,
		"an endless one": strings.Repeat("x", 2*maxLine),
	} {
		r, _, _ := openTestJournal(t)
		raw := strings.Repeat(line+"\n", max(1, size/len(line))) + newest
		testdir.Must(t, os.WriteFile(filepath.Join(r.dir, "20261127T000000.000000001-2"+openSuffix), []byte(raw), 0o600))
		for how, read := range map[string]func() []Entry{
			"history": func() []Entry { all, _ := r.Read(); return all },
			"crashes": func() (all []Entry) {
				found, _ := r.Crashes()
				for _, c := range found {
					all = append(all, c.Entries...)
					c.Release()
				}
				return all
			},
			"since": func() []Entry {
				all, _ := r.Since(time.Date(2026, 11, 27, 0, 9, 59, 0, time.UTC))
				return all
			},
		} {
			if what != "short lines" && how != "history" {
				continue // all read the same end
			}
			var all []Entry
			bytes := allocated(func() { all = read() })
			found := false
			for _, e := range all {
				found = found || e.ID == 7
			}
			if !found || len(all) > maxLines || bytes > 12*MaxBytes {
				t.Errorf("%s, %s: %d lines, %d MB, the newest: %v", what, how, len(all), bytes>>20, found)
			}
		}
	}
}

func TestALineThatIsTooLongIsPassedOverWithoutBeingHeld(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	for text, want := range map[string]string{
		"a\nb\n": "a\n|b\n|", "a\nb": "a\n|b|", "": "", "\n": "\n|", long: "|", "a\n" + long + "\nb\n": "a\n||b\n|", long + "\n": "|", "a\n" + long: "a\n||",
	} {
		got := ""
		bytes := allocated(func() {
			testdir.Must(t, eachLine(bytes.NewReader([]byte(text)), 1<<17, func(line []byte) { got += string(line) + "|" }))
		})
		if got != want || bytes > 11<<20 { // of the text itself there are two copies
			t.Errorf("%.20q: %.20q, %d bytes", text, got, bytes)
		}
	}
	middle := strings.Repeat("y", 1<<17-1) + "\n"
	got := 0
	testdir.Must(t, eachLine(strings.NewReader(middle+middle), 1<<17, func(line []byte) { got += len(line) }))
	if got != 2*len(middle) {
		t.Errorf("of lines that fill the room %d of %d bytes are read", got, 2*len(middle))
	}
}

func TestOfDeletedFilesThatAreTooManyTheNewestAreRead(t *testing.T) {
	testdir.InOneGoroutine(t)
	r, _, _ := openTestJournal(t)
	dir := filepath.Join(r.dir, deletedName)
	testdir.Must(t, os.MkdirAll(dir, 0o700))
	for i := range 6 { // as a version left them that kept more
		line, err := json.Marshal(Deleted{Name: fmt.Sprintf("%d.json", i), At: time.Now(), Raw: bytes.Repeat([]byte("x"), 4<<20)})
		testdir.Must(t, err, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), append(line, '\n'), 0o600))
	}
	all, err := r.Deleted()
	testdir.Must(t, err)
	if len(all) < 2 || len(all) > 3 || all[0].Name != "5.json" {
		t.Errorf("%d are read", len(all))
	}
}

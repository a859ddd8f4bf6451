//go:build unix

package log

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

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
	state, dir := t.TempDir(), t.TempDir()
	r, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	at := time.Now()
	for i := range 40 {
		testdir.Must(t, r.KeepDeleted([]Deleted{{fmt.Sprintf("%d.json", i), at, bytes.Repeat([]byte("x"), 1<<20)}}))
	}
	var total int64
	files, err := os.ReadDir(filepath.Join(r.Dir(), deletedName))
	testdir.Must(t, err)
	for _, e := range files {
		fi, err := e.Info()
		testdir.Must(t, err)
		total += fi.Size()
	}
	if total > MaxBytes || total < MaxBytes/2 {
		t.Errorf("%d bytes in %d files", total, len(files))
	}
	kept, err := r.Deleted()
	testdir.Must(t, err)
	if !slices.ContainsFunc(kept, func(d Deleted) bool { return d.Name == "39.json" }) {
		t.Errorf("the newest of %d is not kept", len(kept))
	}
}

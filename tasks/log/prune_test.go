//go:build unix

package log

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// TestPruningRemovesWhatIsTooOldAndNothingElse begins a journal, which prunes its own directory and those of all others.
func TestPruningRemovesWhatIsTooOldAndNothingElse(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		path          string
		age           time.Duration
		stays         bool // in the directory of the journal that is begun
		staysInOthers bool
	}{
		{"1-1.jsonl", MaxAge + time.Hour, false, false},
		{"1-1.jsonl", MaxAge - time.Hour, true, true},
		{"1-1.open.jsonl", MaxAge + time.Hour, true, true},
		{"lock", MaxAge + time.Hour, true, true},
		{"notes.txt", MaxAge + time.Hour, true, true},
		{GraphName, MaxAge + time.Hour, false, false},
		{GraphName, MaxAge - time.Hour, true, true},
		{"kept/1-task_1.json", MaxAge + time.Hour, false, false},
		{"kept/1-task_1.json", MaxAge - time.Hour, true, true},
		{"deleted/1-1.jsonl", MaxAge + time.Hour, false, false},
		{"history/events.jsonl", MaxAge + time.Hour, true, true},
		{"history/events.jsonl", MaxHistoryAge + time.Hour, true, false},
		{"history/writer", MaxHistoryAge + time.Hour, true, true},
		{".begin-0123", 2 * unfinishedAge, false, true},
		{".begin-0123", unfinishedAge / 2, true, true},
	} {
		t.Run(c.path+" "+c.age.String(), func(t *testing.T) {
			r, state, _ := openTestJournal(t)
			r.now = func() time.Time { return now }
			for dir, stays := range map[string]bool{r.Dir(): c.stays, filepath.Join(state, "another"): c.staysInOthers} {
				path := filepath.Join(dir, c.path)
				testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600), os.Chtimes(path, now, now.Add(-c.age)))
				defer func() {
					if _, err := os.Lstat(path); (err == nil) != stays {
						t.Errorf("%s stays: %v", path, err == nil)
					}
				}()
			}
			testdir.Must(t, r.Append(sample(), false))
		})
	}
}

func TestTheFormOfTheGraphIsRemembered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "of a list")
	if raw, _ := ReadSmall(dir, GraphName); raw != nil {
		t.Errorf("nothing was written, and %q is read", raw)
	}
	for _, text := range []string{`"tree"`, `"picture"`} {
		testdir.Must(t, WriteSmall(dir, GraphName, []byte(text)))
		if raw, err := ReadSmall(dir, GraphName); string(raw) != text {
			t.Errorf("%q was written, and %q is read, %v", text, raw, err)
		}
	}
}

func TestASmallFileIsNotReadThroughALink(t *testing.T) {
	dir := t.TempDir()
	there, link := filepath.Join(dir, "there"), filepath.Join(dir, GraphName)
	testdir.Must(t, os.WriteFile(there, []byte("x"), 0o600), os.Symlink(there, link))
	if raw, err := ReadSmall(dir, GraphName); raw != nil || err == nil {
		t.Errorf("%q is read, %v", raw, err)
	}
}

func TestASmallFileThatCannotBeWrittenIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testdir.Must(t, os.WriteFile(file, nil, 0o600))
	if WriteSmall(filepath.Join(file, "below a file"), GraphName, nil) == nil {
		t.Error("no error")
	}
}

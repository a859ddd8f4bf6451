//go:build unix

package store

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/journal"
)

// FuzzAnyJournalIsSurvived lays any bytes where the journal of a process that crashed would be: the program starts,
// answers a history, takes back what it can, and touches nothing that the journal does not speak of.
func FuzzAnyJournalIsSurvived(f *testing.F) {
	dir, state := filepath.Join(f.TempDir(), ".tasks"), f.TempDir()
	must(f, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, task1), []byte(pending()), 0o644))
	s, err := Open(dir, Options{State: state})
	must(f, err, s.Load(f.Context(), func(tasks.Delta) {}))
	_, err = s.Apply(f.Context(), tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: task1}, Who: "me"})
	must(f, err, s.Close())
	at := s.journal.Dir()
	names, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
	must(f, err)
	raw, err := os.ReadFile(names[0])
	must(f, err, os.Remove(names[0]))
	f.Add(raw)
	f.Add(raw[:len(raw)*2/3])
	f.Fuzz(func(t *testing.T, raw []byte) {
		left, err := filepath.Glob(filepath.Join(at, "*.jsonl"))
		must(t, err)
		for _, name := range left {
			must(t, os.Remove(name))
		}
		other := s12File("task_2", "not spoken of", "pending", "null")
		must(t, os.WriteFile(filepath.Join(dir, task1), []byte(claimed()), 0o644), os.WriteFile(filepath.Join(dir, "other.json"), []byte(other), 0o644))
		must(t, os.WriteFile(filepath.Join(at, "20260301T120000.000000000-1.open.jsonl"), raw, 0o600))
		s, err := Open(dir, Options{State: state, JournalDisk: journal.System})
		must(t, err)
		s.monitor.manual = true
		must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		all, err := s.History()
		must(t, err)
		for _, d := range all {
			if e, err := s.Undo(d.ID); err == nil && e.Of.Name != "other.json" {
				s.Apply(t.Context(), e) // whether it can be is not the question
			}
		}
		must(t, s.Close())
		if now, err := os.ReadFile(filepath.Join(dir, "other.json")); err != nil {
			t.Fatal(err)
		} else if string(now) != other && !spoken(raw) {
			t.Fatalf("other.json became %s", now)
		}
	})
}

// spoken reports whether a journal names the file.
func spoken(raw []byte) bool {
	for _, word := range []string{"other", `\u`} {
		for i := 0; i+len(word) <= len(raw); i++ {
			if string(raw[i:i+len(word)]) == word {
				return true
			}
		}
	}
	return false
}

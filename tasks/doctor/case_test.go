package doctor_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/lock"
	"sideboard/tasks/store"
)

// examine is what ui/workspace does, without a workspace.
func examine(t testing.TB, dir string) (*store.Store, []doctor.Finding) {
	t.Helper()
	s, err := store.Open(dir, store.Options{})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	must(t, s.Load(t.Context(), func(tasks.Delta) {}))
	return s, look(t, s)
}

func look(t testing.TB, s *store.Store) []doctor.Finding {
	t.Helper()
	v, err := s.Survey(t.Context())
	must(t, err)
	c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: raws{s}, Now: time.Now()}
	kinds := map[store.Kind]doctor.EntryKind{
		store.Regular: doctor.File, store.Directory: doctor.Directory, store.Link: doctor.Link, store.Special: doctor.Special,
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctor.Entry{Name: e.Name, Kind: kinds[e.Kind], Size: e.Stamp.Size, Changed: e.Stamp.Time(), Used: e.Used})
	}
	return doctor.Examine(c)
}

type raws struct{ s *store.Store }

func (r raws) Raw(name string) ([]byte, error) {
	doc, err := r.s.Read(tasks.Key{Name: name})
	if doc.Raw != nil {
		return doc.Raw, nil
	}
	return nil, err
}

// mend carries out the repairs, those that ask too if asked, and looks again, until nothing more comes of it.
func mend(t testing.TB, s *store.Store, fs []doctor.Finding, asked bool) []doctor.Finding {
	t.Helper()
	for round := range 5 {
		did := false
		for _, f := range fs {
			if f.Repair == nil || f.Repair.Asks && !asked {
				continue
			}
			did = true
			if err := carryOut(t.Context(), s, *f.Repair); err != nil {
				t.Fatalf("%s (%s): %v", f.What, f.Repair.What, err)
			}
		}
		if !did {
			return fs
		}
		if round == 4 {
			t.Fatalf("repairs do not come to an end: %v", told(fs))
		}
		_, err := s.Refresh(t.Context(), nil)
		must(t, err)
		fs = look(t, s)
	}
	return fs
}

func carryOut(ctx context.Context, s *store.Store, r doctor.Repair) error {
	if r.Lock != "" {
		release, err := lock.Mkdir(ctx, filepath.Join(s.Path(), r.Lock))
		if err != nil {
			return err
		}
		return release()
	}
	_, err := s.Apply(ctx, *r.Edit)
	return err
}

// told writes findings for messages.
func told(fs []doctor.Finding) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "\n    %s %s %v: %s: %s", f.Severity, f.Kind, f.Files, f.What, f.Why)
	}
	return b.String()
}

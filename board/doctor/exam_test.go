package doctor_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/lock"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// knownFrom is the codec of a directory that was known before the faults came.
func knownFrom(dir string) *dialect.Codec {
	c := dialect.NewCodec(dir)
	return c
}

// examine is what ui/workspace does, without a workspace.
func examine(t testing.TB, dir string) (*store.Store, []doctor.Finding) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Codec: knownFrom(dir)})
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
	return s, look(t, s)
}

func look(t testing.TB, s *store.Store) []doctor.Finding {
	t.Helper()
	v, err := s.Survey(t.Context())
	testdir.Must(t, err)
	c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: raws{s}, Now: time.Now()}
	kinds := map[store.Kind]doctor.EntryKind{
		store.Regular: doctor.File, store.Directory: doctor.Directory, store.Link: doctor.Link, store.Special: doctor.Special,
	}
	for _, e := range v.Entries {
		c.Entries = append(c.Entries, doctor.Entry{Name: e.Name, Kind: kinds[e.Kind], Size: e.Stamp.Size, Changed: e.Stamp.Time(), Used: e.Used})
	}
	fs := doctor.Examine(c)
	slices.Reverse(c.Tasks)
	if again := doctor.Examine(c); listed(again) != listed(fs) {
		t.Errorf("in another order of the files: %s", listed(again))
	}
	return fs
}

type raws struct{ s *store.Store }

func (r raws) Raw(name string) ([]byte, error) {
	doc, err := r.s.Read(tasks.Key{Name: name})
	if doc.Raw != nil {
		return doc.Raw, nil
	}
	return nil, err
}

// repair carries out the repairs, those that ask too if asked, and looks again, until nothing more comes of it.
func repair(t testing.TB, s *store.Store, fs []doctor.Finding, asked bool) []doctor.Finding {
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
			t.Fatalf("repairs do not come to an end: %v", listed(fs))
		}
		_, err := s.Refresh(t.Context(), nil)
		testdir.Must(t, err)
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
	_, err := s.Batch().Apply(ctx, *r.Edit)
	return err
}

// listed returns findings for the messages of tests.
func listed(fs []doctor.Finding) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "\n    %s %s %v: %s: %s", f.Severity, f.Kind, f.Files, f.What, f.Why)
	}
	return b.String()
}

// suffers lets the dialect's own agents work in the directory until nothing more can be done, and says what kept them
// from finishing every task; "" if nothing did.
func suffers(t *testing.T, o *folder) string {
	t.Helper()
	dir := o.dir
	l, err := refagents.Read(o.name, dir)
	if err != nil {
		return "they fail: " + err.Error()
	}
	for _, h := range l.Skipped {
		if strings.HasPrefix(h.Why, "Hang") {
			return "they wait for ever: " + h.File
		}
	}
	for n := range o.tasks {
		if !slices.ContainsFunc(l.Tasks, func(t refagents.Task) bool { return t.ID.Text == o.id(n) }) {
			return "they do not see task " + o.id(n)
		}
	}
	if raw, err := os.ReadFile(filepath.Join(dir, ".highwatermark")); err == nil && o.mark {
		mark, _ := strconv.Atoi(string(raw)) // the next one is given out without a look at the files
		for _, t := range l.Tasks {
			if n, _ := t.ID.Int(); int(n) > mark {
				return "they overwrite task " + t.ID.Text
			}
		}
	}
	for more := true; more; {
		more = false
		for _, task := range l.Tasks {
			did, err := workOn(o.name, dir, task)
			if err != nil {
				return err.Error()
			}
			more = more || did
		}
		if l, err = refagents.Read(o.name, dir); err != nil {
			return "they fail later: " + err.Error()
		}
	}
	for _, task := range l.Tasks {
		if task.Status != "completed" {
			return fmt.Sprintf("%s stays %s", task.File, task.Status)
		}
	}
	return ""
}

// workOn does what can be done about a task: one that is ready is claimed, one that has an owner is completed.
func workOn(dialect, dir string, task refagents.Task) (did bool, err error) {
	who := task.OwnedBy()
	switch {
	case task.Ready:
		who = "bob"
		err = refagents.Claim(dialect, dir, task.ID.Text, who)
	case task.Status == "in_progress" && (who != "" || dialect != refagents.S10 && dialect != refagents.S13):
	case task.Status == "pending" && who != "" && dialect == refagents.ClaudeCode: // claimed already
	default:
		return false, nil
	}
	if err == nil {
		err = refagents.Complete(dialect, dir, task.ID.Text, who)
	}
	if _, ok := errors.AsType[*refagents.RefusedError](err); ok {
		return false, nil // another action made it so
	}
	return err == nil, err
}

// twin is a copy of the folder.
func (o *folder) twin(t *testing.T) *folder {
	t.Helper()
	twin := *o
	twin.t, twin.dir = t, filepath.Join(t.TempDir(), ".claude", "tasks", filepath.Base(o.dir))
	if o.name != refagents.ClaudeCode {
		twin.dir = filepath.Join(t.TempDir(), filepath.Base(o.dir))
	}
	testdir.Must(t, os.MkdirAll(twin.dir, 0o755))
	copyDir(t, o.dir, twin.dir)
	return &twin
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	testdir.Must(t, err)
	for _, e := range entries {
		a, b := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case e.Type().IsRegular():
			raw, err := os.ReadFile(a)
			testdir.Must(t, err, os.WriteFile(b, raw, 0o644))
			then := time.Now().Add(-time.Hour)
			testdir.Must(t, os.Chtimes(b, then, then))
		case e.IsDir():
			testdir.Must(t, os.Mkdir(b, 0o755))
			copyDir(t, a, b)
			info, err := e.Info()
			testdir.Must(t, err, os.Chtimes(b, info.ModTime(), info.ModTime()))
		case e.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(a)
			testdir.Must(t, err, os.Symlink(to, b))
		default:
			testdir.Must(t, pipe(b))
		}
	}
}

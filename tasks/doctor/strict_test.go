package doctor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/refagents"
)

// suffers lets the dialect's own agents work in the directory until nothing more can be done, and says what kept them
// from finishing every task; "" when nothing did.
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

// workOn does what can be done about a task: one that is ready is claimed, one that somebody has is completed.
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
	var refused *refagents.Refused
	if errors.As(err, &refused) {
		return false, nil // somebody else's doing made it so
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
	must(t, os.MkdirAll(twin.dir, 0o755))
	copyDir(t, o.dir, twin.dir)
	return &twin
}

func copyDir(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	must(t, err)
	for _, e := range entries {
		a, b := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		switch {
		case e.Type().IsRegular():
			raw, err := os.ReadFile(a)
			must(t, err, os.WriteFile(b, raw, 0o644))
			then := time.Now().Add(-time.Hour)
			must(t, os.Chtimes(b, then, then))
		case e.IsDir():
			must(t, os.Mkdir(b, 0o755))
			copyDir(t, a, b)
			info, err := e.Info()
			must(t, err, os.Chtimes(b, info.ModTime(), info.ModTime()))
		case e.Type()&os.ModeSymlink != 0:
			to, err := os.Readlink(a)
			must(t, err, os.Symlink(to, b))
		default:
			must(t, pipe(b))
		}
	}
}

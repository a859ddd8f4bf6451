package effects

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/tasks/locate"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

func TestMain(m *testing.M) {
	testdir.MostlyWaits()
	testdir.Main(m)
}

// open opens a directory with tasks 1 to n, and receives its news until the end of the test.
func open(t *testing.T, n int) *workspace.Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	for i := range n {
		text := fmt.Sprintf(`{"id": %d, "subject": "S", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`, i+1)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", i+1)), []byte(text), 0o644))
	}
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{State: t.TempDir()})
	testdir.Must(t, err)
	w.DiscardNews(t.Context())
	t.Cleanup(func() { w.Close() })
	return w
}

// rename returns an edit of the subject of a task.
func rename(n int, from, to string) tasks.Edit {
	k := tasks.Key{Name: fmt.Sprintf("task_%d.json", n)}
	return tasks.Edit{
		ID: tasks.EditID(time.Now().UnixNano()), Verb: tasks.VerbEdit, Of: k, Who: "ann", At: time.Now(),
		Needs: []tasks.Need{{Key: k, Field: tasks.FieldSubject, Is: tasks.TextValue(from)}},
		Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: k, Changes: []tasks.Change{
			{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)},
		}}},
	}
}

// subjects returns the subjects of tasks 1 to n.
func subjects(t *testing.T, w *workspace.Workspace, n int) string {
	t.Helper()
	var all []string
	for i := range n {
		doc, err := w.Read(tasks.Key{Name: fmt.Sprintf("task_%d.json", i+1)})
		testdir.Must(t, err)
		all = append(all, doc.Task.Subject)
	}
	return strings.Join(all, " ")
}

// Edits that are one action are carried out also after one that fails, undone as one, and redone as one.
func TestEditsAreWrittenUndoneAndRedone(t *testing.T) {
	w := open(t, 3)
	edits := []tasks.Edit{rename(1, "S", "A"), rename(2, "other", "B"), rename(3, "S", "C"), rename(1, "A", "D")}
	complete := func(i int, _ []tasks.Result) error {
		if i == 3 {
			return errors.New("it names nothing")
		}
		return nil
	}
	var failed []bool
	WriteAll(w, edits, complete, func(_ []tasks.Result, errs []error) tea.Msg {
		for _, err := range errs {
			failed = append(failed, err != nil)
		}
		return nil
	})()
	if got := subjects(t, w, 3); got != "A S C" || fmt.Sprint(failed) != "[false true false true]" {
		t.Errorf("written are %s, failed %v", got, failed)
	}
	for _, c := range []struct {
		redo bool
		want string
	}{{false, "S S S"}, {true, "A S C"}} {
		past, err := w.PastEdits()
		testdir.Must(t, err)
		var all []store.PastEdit
		for _, p := range past {
			if p.Verb == tasks.VerbEdit {
				all = append(all, p)
			}
		}
		TakeBack(w, all, c.redo, nil, func(errs []error) tea.Msg { testdir.Must(t, errors.Join(errs...)); return nil })()
		if got := subjects(t, w, 3); got != c.want {
			t.Errorf("redo %v: the subjects are %s, want %s", c.redo, got, c.want)
		}
		if past, err = w.PastEdits(); err != nil || past[0].Group == 0 || past[0].Group != past[1].Group {
			t.Errorf("they are not one action: %+v, %v", past[:2], err)
		}
	}
	Write(w, rename(2, "S", "B"), func(_ tasks.Result, err error) tea.Msg { testdir.Must(t, err); return nil })()
	if got := subjects(t, w, 3); got != "A B C" {
		t.Errorf("one edit makes %s", got)
	}
	past, err := w.PastEdits()
	testdir.Must(t, err)
	TakeBack(w, past[:1], false, nil, func(errs []error) tea.Msg { testdir.Must(t, errs...); return nil })()
	if past, err = w.PastEdits(); err != nil || past[0].Group != 0 || subjects(t, w, 3) != "A S C" {
		t.Errorf("one that is undone belongs to others: %+v, %v", past[0], err)
	}
}

// What waits for a directory ends when it is closed, and what comes afterwards runs then.
func TestWaitingEndsWithTheDirectory(t *testing.T) {
	dir := t.TempDir()
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{}) // its first news is there, but not before the rest is over
	testdir.Must(t, err)
	if AwaitNewer(workspace.Finder{}, w, nil) != nil {
		t.Error("a newer list than one of another kind is waited for")
	}
	messages := make(chan tea.Msg, 4)
	for _, effect := range []tea.Cmd{
		AwaitDelta(w, time.Hour, func(_ tasks.Delta, err error) tea.Msg { return err }),
		ExamineLater(w, time.Hour, func([]doctor.Finding, time.Duration, error) tea.Msg { return "examined" }),
		AwaitTrouble(w, func(error) tea.Msg { return "trouble" }),
		AwaitOutcome(w, func(_ store.Outcome, ok bool) tea.Msg { return ok }),
	} {
		go func() { messages <- effect() }()
	}
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte("{}"), 0o644))
	if got := Close(w, func() tea.Msg { return "closed" })(); got != "closed" {
		t.Errorf("afterwards runs %v", got)
	}
	got := map[string]int{}
	for range 4 {
		got[fmt.Sprint(<-messages)]++
	}
	if got["EOF"] != 1 || got["<nil>"] != 2 || got["false"] != 1 {
		t.Errorf("they end with %v", got)
	}
	if Close(w, nil)() != nil {
		t.Error("closing twice returns a message")
	}
}

func TestADemoIsOpenedWithItsOwnState(t *testing.T) {
	refused := errors.New("no demo")
	StartDemo(workspace.Finder{}, func(context.Context) (*demo.Demo, error) { return nil, refused }, func(w *workspace.Workspace, d *demo.Demo, err error) tea.Msg {
		if w != nil || d != nil || !errors.Is(err, refused) {
			t.Errorf("a demo that does not start is %v, %v, %v", w, d, err)
		}
		return nil
	})()
	start := func(ctx context.Context) (*demo.Demo, error) {
		return demo.Start(ctx, demo.Config{Story: true, WaitAtStart: true, Keep: true})
	}
	f := workspace.Finder{Env: locate.Env{Cwd: t.TempDir()}, Options: workspace.Options{Configs: make([]string, 0, 2)}}
	StartDemo(f, start, func(w *workspace.Workspace, d *demo.Demo, err error) tea.Msg {
		testdir.Must(t, err)
		if _, err := os.Stat(filepath.Join(d.Root(), "state")); err != nil || !w.IsClaudeCode("") || len(f.Options.Configs[:1][0]) > 0 {
			t.Errorf("its state is not with its files: %v", err)
		}
		Close(w, CloseDemo(d))()
		testdir.Must(t, os.RemoveAll(d.Root()))
		return nil
	})()
}

// Nothing is overwritten, nothing is written outside of the directory, and nothing to where agents read.
func TestFilesAreExportedUnderFreeNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "notes")
	for _, c := range []struct {
		name, taskDir, want, why string
	}{
		{"plan.md", "", "plan.md", ""},
		{"plan.md", t.TempDir(), "plan-2.md plan.md", ""},
		{"../a/b:c\n.txt", "", ".._a_b_c_.txt plan-2.md plan.md", ""},
		{"a plan.md", "", ".._a_b_c_.txt a plan.md plan-2.md plan.md", ""},
		{"plan.md", dir, ".._a_b_c_.txt a plan.md plan-2.md plan.md", "that is the task directory"},
	} {
		var written int
		var err error
		Export(dir, c.taskDir, []File{{c.name, []byte("text")}}, func(n int, e error) tea.Msg { written, err = n, e; return nil })()
		if (err == nil) != (c.why == "") || err == nil && written != 1 || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%q: %d are written, %v", c.name, written, err)
		}
		entries, err := os.ReadDir(dir)
		testdir.Must(t, err)
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("after %q there are %s, want %s", c.name, got, c.want)
		}
	}
	Export(filepath.Join(dir, "plan.md"), "", nil, func(_ int, err error) tea.Msg {
		if err == nil {
			t.Error("a file is a directory")
		}
		return nil
	})()
}

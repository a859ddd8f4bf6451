package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// layOut writes files to a directory, and returns it.
func layOut(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	for name, text := range files {
		testdir.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// openWith opens a directory with files, and receives its news until the end of the test.
func openWith(t *testing.T, dir string, files map[string]string) *workspace.Workspace {
	t.Helper()
	d, err := workspace.Open(locate.Place{Dir: layOut(t, dir, files)}, workspace.Options{})
	testdir.Must(t, err)
	d.DiscardNews(t.Context())
	t.Cleanup(func() { d.Close() })
	return d
}

func claudeTask(n int) string {
	return fmt.Sprintf(`{"id":"%d","subject":"S","description":"","status":"pending","blocks":[],"blockedBy":[]}`, n)
}

func examine(t *testing.T, d *workspace.Workspace, want int) []doctor.Finding {
	t.Helper()
	fs, err := d.Examine(t.Context())
	if err != nil || len(fs) != want {
		t.Fatalf("%v, %+v", err, fs)
	}
	return fs
}

func TestAStaleLockIsTakenOverAndGivenBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "x")
	d := openWith(t, dir, map[string]string{"1.json": claudeTask(1), ".lock": ""})
	for _, name := range []string{"1.json.lock", ".lock.lock"} {
		lock := filepath.Join(dir, name)
		old := time.Now().Add(-time.Minute)
		testdir.Must(t, os.Mkdir(lock, 0o755))
		testdir.Must(t, os.Chtimes(lock, old, old))
		f := examine(t, d, 1)[0]
		if f.Kind != doctor.StaleLock || f.Repair == nil {
			t.Fatalf("%+v", f)
		}
		testdir.Must(t, d.Batch().Repair(t.Context(), *f.Repair, "ann"))
		if _, err := os.Lstat(lock); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", name, err)
		}
		examine(t, d, 0)
	}
}

func TestAReadOnlyWorkspaceRepairsNothing(t *testing.T) {
	dir := t.TempDir()
	d, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{ReadOnly: true})
	testdir.Must(t, err)
	defer d.Close()
	if err := d.Batch().Repair(t.Context(), doctor.Repair{Lock: "1.json"}, "ann"); err == nil {
		t.Error("a lock was taken")
	}
}

// loaded opens a directory of n tasks of which every third waits for two others, and reads it to the end.
func loaded(t testing.TB, n int) *workspace.Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	for i := range n {
		waits := "[]"
		if i > 0 && i%3 == 0 {
			waits = fmt.Sprintf(`["task_%d","task_%d"]`, i-1, i/2)
		}
		text := fmt.Sprintf(`{"id":"task_%d","subject":"Wire part %[1]d","description":"","status":"pending","owner":null,"blockedBy":%s}`, i, waits)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", i)), []byte(text), 0o644))
	}
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	t.Cleanup(func() { w.Close() })
	for {
		delta, err := w.Next(t.Context())
		testdir.Must(t, err)
		if !delta.Loading {
			break
		}
	}
	w.DiscardNews(t.Context())
	return w
}

// count examines a directory as the board does after every change.
func count(t testing.TB, w *workspace.Workspace) {
	t.Helper()
	if found, err := w.ExamineNow(t.Context()); err != nil || len(found) != 0 {
		t.Fatalf("%v, %d findings", err, len(found))
	}
}

// BenchmarkExamineNow counts the problems of a board again.
func BenchmarkExamineNow(b *testing.B) {
	w := loaded(b, 10_000)
	count(b, w) // the first one reads all files
	b.ReportAllocs()
	for b.Loop() {
		count(b, w)
	}
}

// The board counts its problems again after every change, so that an examination must not fill the memory anew. The least
// of a few counts: what follows the directory allocates, too.
func TestCountingTheProblemsOf10000TasksAllocatesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes 10,000 files")
	}
	w := loaded(t, 10_000)
	measure := func() (bytes, pieces uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		count(t, w)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
	}
	first, _ := measure() // it reads all files
	bytes, pieces := measure()
	for range 4 {
		b, p := measure()
		bytes, pieces = min(bytes, b), min(pieces, p)
	}
	t.Logf("%d bytes at first, %d again in %d pieces", first, bytes, pieces)
	if first > 8<<20 || bytes > 1<<20 || pieces > 1000 {
		t.Errorf("%d bytes at first, %d again in %d pieces", first, bytes, pieces)
	}
}

// An examination whose time is over answers what is known already.
func TestAnExaminationWithoutTimeSaysWhatIsKnown(t *testing.T) {
	d := openWith(t, t.TempDir(), map[string]string{"task_1.json": `{"id": 1, "subject": "a", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`, "task_2.json": "no JSON"})
	known, err := d.Examine(t.Context())
	testdir.Must(t, err)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	late, err := d.Examine(ctx)
	if err != nil || len(late) == 0 || len(late) != len(known) {
		t.Errorf("%d findings, %v; in time there are %d", len(late), err, len(known))
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := d.Examine(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("what was cancelled answers %v", err)
	}
}

// What a person gave away after a question is no surprise. What an agent left with an owner is never started.
func TestATaskThatAPersonGaveAwayNeedsNobody(t *testing.T) {
	root := t.TempDir()
	const task = `{"id":"task_%d","subject":"S","description":"","status":"pending","owner":%s,"blockedBy":[]}`
	dir := layOut(t, filepath.Join(root, ".tasks"), map[string]string{
		"task_1.json": fmt.Sprintf(task, 1, "null"), "task_2.json": fmt.Sprintf(task, 2, `"eve"`),
	})
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{State: filepath.Join(root, "state")})
	testdir.Must(t, err)
	t.Cleanup(func() { w.Close() })
	w.DiscardNews(t.Context())
	give := tasks.Edit{Verb: tasks.VerbEdit, Of: tasks.Key{Name: "task_1.json"}, Who: "ann", Changes: []tasks.Change{
		{Field: tasks.FieldOwner, Op: tasks.Set, From: tasks.TextValue(""), To: tasks.TextValue("eve")},
	}}
	_, err = w.Batch().Apply(t.Context(), give)
	testdir.Must(t, err)
	for _, f := range examine(t, w, 2) {
		given := f.Files[0].Name == "task_1.json"
		if f.Kind != doctor.OwnerOnPending || (f.Severity == doctor.Error) == given || f.Repair.Asks != given {
			t.Errorf("%+v", f)
		}
	}
}

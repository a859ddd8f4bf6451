package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

// loaded opens a directory of n tasks of which every third waits for two others, and reads it to the end.
func loaded(t testing.TB, n int) *workspace.Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		waits := "[]"
		if i > 0 && i%3 == 0 {
			waits = fmt.Sprintf(`["task_%d","task_%d"]`, i-1, i/2)
		}
		text := fmt.Sprintf(`{"id":"task_%d","subject":"Wire part %[1]d","description":"","status":"pending","owner":null,"blockedBy":%s}`, i, waits)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	for {
		delta, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
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

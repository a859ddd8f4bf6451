package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// filled makes a directory of n tasks whose files are old, as most are.
func filled(b testing.TB, n int) string {
	b.Helper()
	dir := newDir(b)
	old := time.Now().Add(-time.Hour)
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("task_%d.json", i+1))
		var waits []int
		if i > 0 && i%3 == 0 {
			waits = []int{i, i / 2}
		}
		text := s07File(i+1, fmt.Sprintf("Subject of task %d in words", i+1), "pending", waits...)
		testdir.Must(b, os.WriteFile(path, []byte(text), 0o644), os.Chtimes(path, old, old))
	}
	return dir
}

// BenchmarkRefreshOne changes one file among many and refreshes it. The figures of the two sizes are to be equal.
func BenchmarkRefreshOne(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			bench := opened(b, filled(b, n), Options{})
			runtime.GC()
			names := []string{"task_500.json"}
			texts := [2]string{s07File(500, "one", "pending"), s07File(500, "other", "pending")}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				b.StopTimer()
				bench.write(names[0], texts[i%2])
				i++
				b.StartTimer()
				d, err := bench.s.Refresh(context.Background(), names)
				if err != nil || len(d.Put) != 1 {
					b.Fatal(d, err)
				}
			}
		})
	}
}

// TestRefreshingOneFileTouchesNoOther holds the cost of a refresh to what it does, not to how long it takes: the
// operations and allocations of one change are the same among ten and among a thousand tasks.
func TestRefreshingOneFileTouchesNoOther(t *testing.T) {
	cost := func(n int) (ops int, allocs float64) {
		f := &faultDisk{}
		b := opened(t, filled(t, n), Options{Disk: f})
		texts := [2]string{s07File(5, "one", "pending"), s07File(5, "two", "pending")}
		i := 0
		change := func() {
			b.write("task_5.json", texts[i%2])
			i++
			if d, err := b.s.Refresh(context.Background(), []string{"task_5.json"}); err != nil || len(d.Put) != 1 {
				t.Fatal(d, err)
			}
		}
		change()
		f.done = 0
		change()
		ops = f.done
		return ops, testing.AllocsPerRun(20, change)
	}
	fewOps, fewAllocs := cost(10)
	manyOps, manyAllocs := cost(1000)
	if fewOps != manyOps || manyAllocs > fewAllocs+20 { // the runtime's own come by chance; one for each of the others would be 990
		t.Errorf("%d operations and %v allocations among 10, %d and %v among 1000", fewOps, fewAllocs, manyOps, manyAllocs)
	}
}

//go:build !race

// The race detector adds memory to every object.

package uitest

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"sideboard/board"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// heap returns the memory in use after a collection.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// The text of a file is not kept, only its record, what the store knows about the file, and its places on the board. A record has
// 328 bytes, and takes 352: the next smaller block of Go's allocator has 320.
func TestATaskKeepsLessThan850Bytes(t *testing.T) {
	const n = 10_000
	h := &Driver{T: t, Dir: t.TempDir()}
	h.many(n, 1, func(i int) string {
		waits := "[]"
		if i > 20 && i%2 == 0 {
			waits = ids(fmt.Sprintf("task_%d", i-1-i%20), fmt.Sprintf("task_%d", i-1-i%7))
		}
		return s12(fmt.Sprintf("task_%d", i), fmt.Sprintf("Wire part %d of the edge router", i), "pending", "null", waits)
	})
	before := heap()
	d, err := workspace.Open(locate.Place{Dir: h.Dir}, workspace.Options{})
	testdir.Must(t, err)
	b := board.New()
	for !b.Loaded() {
		delta, err := d.Next(context.Background())
		testdir.Must(t, err)
		b.Apply(delta)
	}
	each := (heap() - before) / n
	if b.Counts().Total != n {
		t.Fatalf("%d of %d tasks", b.Counts().Total, n)
	}
	t.Logf("%.0f bytes for a task", each)
	if each > 850 {
		t.Errorf("a task keeps %.0f bytes", each)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	runtime.KeepAlive(b)
}

//go:build !race

// The race detector makes decoding several times as slow and the system not at all, so that there is nothing to compare.

package store

import (
	"context"
	"os"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// Both are done in turn, and the least of several rounds counts: whatever else the machine does is only ever added. A
// busy machine gets more rounds to show it.
func TestLoadingTakesAtMostTwiceAsLongAsTheBareCalls(t *testing.T) {
	if os.Getenv("SIDEBOARD_TIMES") == "" {
		t.Skip("times are compared on a quiet machine only: SIDEBOARD_TIMES=1")
	}
	const n = 10_000
	dir := filled(t, n)
	var bare, whole time.Duration
	for i := range 30 {
		began := time.Now()
		if got := raw(t, dir); got != n {
			t.Fatalf("%d files", got)
		}
		read := time.Now()
		s, err := Open(dir, Options{})
		testdir.Must(t, err)
		testdir.Must(t, s.Load(context.Background(), func(tasks.Delta) {}))
		b, w := read.Sub(began), time.Since(read)
		testdir.Must(t, s.Close())
		if i == 0 {
			bare, whole = b, w
		}
		if bare, whole = min(bare, b), min(whole, w); i >= 5 && whole <= 2*bare {
			break
		}
	}
	ratio := float64(whole) / float64(bare)
	t.Logf("%d tasks in %v, %.2f times what listing, opening, reading and closing takes", n, whole.Round(time.Microsecond), ratio)
	if ratio > 2 {
		t.Errorf("loading takes %.2f times what the bare calls take", ratio)
	}
}

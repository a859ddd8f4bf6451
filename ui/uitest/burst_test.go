package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// many writes n tasks, shared among writers that run at the same time.
func (h *Driver) many(n, writers int, content func(i int) string) {
	h.T.Helper()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := w; i < n; i += writers {
				if err := os.WriteFile(filepath.Join(h.Dir, file(i)), []byte(content(i)), 0o644); err != nil {
					h.T.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// If the screen counts all tasks as completed, it has read every file after its last change.
func TestABurstIsOnTheScreenToTheLastFile(t *testing.T) {
	t.Parallel()
	const n = 1_000
	h := Open(t, Options{})
	h.many(n, 1, func(i int) string { return running(i, fmt.Sprintf("Subject %d", i)) })
	h.Sees(fmt.Sprintf("In progress  %d", n))
	h.many(n, 4, func(i int) string { return running(i, fmt.Sprintf("Subject %d, once more", i)) })
	h.many(n, 4, func(i int) string { return completed(i, fmt.Sprintf("Subject %d", i)) })
	last := time.Now()
	h.Sees(fmt.Sprintf("Completed  %d", n), fmt.Sprintf("%d tasks", n), "100% done", "live")
	t.Logf("the last of %d changes is on the screen %v after it was written", 2*n, time.Since(last).Round(time.Millisecond))
	for i := range n {
		testdir.Must(t, os.Remove(filepath.Join(h.Dir, file(i))))
	}
	h.Sees("No tasks yet")
}

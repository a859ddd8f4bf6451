package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// SIDEBOARD_SOAK is how often the directory of a board is moved away, replaced, removed, created again and filled in one run. The board must
// hold as many resources at the end as after the first round.

// holdings counts the resources of this process.
type holdings struct {
	goroutines, files, watches int
	heap                       uint64
}

func holds(t *testing.T) (h holdings) {
	t.Helper()
	runtime.GC()
	runtime.GC() // the second one frees what finalizers of the first released
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	h.goroutines, h.heap = runtime.NumGoroutine(), m.HeapAlloc
	open, err := os.ReadDir("/proc/self/fdinfo")
	testdir.Must(t, err)
	for _, e := range open {
		h.files++
		b, _ := os.ReadFile(filepath.Join("/proc/self/fdinfo", e.Name()))
		h.watches += strings.Count(string(b), "inotify wd:")
	}
	return h
}

func TestReplacingTheDirectoryLeaksNothing(t *testing.T) {
	rounds := 16
	if said := os.Getenv("SIDEBOARD_SOAK"); said != "" {
		var err error
		if rounds, err = strconv.Atoi(said); err != nil {
			t.Fatalf("SIDEBOARD_SOAK is a number of rounds: %v", err)
		}
	}
	h := Open(t, Options{})
	fill := func(dir string, round, n int) {
		mkdir(t, dir)
		for i := range n {
			put(t, filepath.Join(dir, fmt.Sprintf("task_%d.json", i+1)), s07(fmt.Sprint(i+1), fmt.Sprintf("Job %d of round %d", i+1, round), "pending", "[]"))
		}
	}
	fill(h.Dir, 0, 3)
	h.Sees("Job 1 of round 0 ")
	away, files := h.Dir+".away", 0
	var first holdings
	for round := 1; round <= rounds; round++ {
		n := 3 + round%50
		files += n
		switch round % 4 {
		case 0: // moved away, changed there, and moved back
			rename(t, h.Dir, away)
			for i := n; i < 60; i++ {
				_ = os.Remove(filepath.Join(away, fmt.Sprintf("task_%d.json", i+1))) // if it exists
			}
			fill(away, round, n)
			rename(t, away, h.Dir)
		case 1: // replaced by another one
			fill(away, round, n)
			rename(t, h.Dir, h.Dir+".old")
			rename(t, away, h.Dir)
			testdir.Must(t, os.RemoveAll(h.Dir+".old"))
		case 2: // removed and created again
			testdir.Must(t, os.RemoveAll(h.Dir))
			fill(h.Dir, round, n)
		case 3: // emptied and filled in place
			for _, name := range h.Names() {
				h.Remove(name)
			}
			fill(h.Dir, round, n)
		}
		h.Sees(fmt.Sprintf(" of round %d ", round), fmt.Sprintf("Pending %d ", n))
		if round == rounds/4 {
			first = holds(t)
		}
	}
	h.Press("g", "c").Says("task_1.json", "status", `"in_progress"`)
	var last holdings
	h.Await("the last files to be let go of", func() bool {
		last = holds(t)
		return last.files <= first.files+2 && last.goroutines <= first.goroutines+2
	})
	t.Logf("after %d rounds %+v, after %d rounds and %d files %+v", rounds/4, first, rounds, files, last)
	if last.watches > first.watches+2 {
		t.Errorf("%d watches, there were %d", last.watches, first.watches)
	}
	if last.heap > first.heap+first.heap/2+4<<20 {
		t.Errorf("%d bytes in memory, there were %d", last.heap, first.heap)
	}
}

//go:build unix

package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// The test binary is its own other process, whose system calls are interfered with.
func TestMain(m *testing.M) {
	if os.Getenv("SIDEBOARD_STORE") == "traced" {
		runtime.LockOSThread() // the tracer counts the calls of each thread
		traced(os.Args[1], os.Args[2], os.Args[3])
	}
	if os.Getenv("SIDEBOARD_TORTURE") == "" { // the long runs are on a real disk
		testdir.InMemory()
	}
	testdir.Main(m)
}

// startTruncatingAgent starts an agent that writes four files over and over as agents do: truncating, in pieces, some slowly.
func startTruncatingAgent(t *testing.T, dir string) (stop func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-end:
				return
			default:
			}
			name := fmt.Sprintf("task_%d", n%4)
			text := s12File(name, strconv.Itoa(n), "pending", strconv.Itoa(n))
			f, err := os.Create(filepath.Join(dir, name+".json"))
			if err != nil {
				t.Error(err)
				return
			}
			for piece := range slices.Chunk([]byte(text), 60) {
				f.Write(piece)
				if n%8 == 0 {
					time.Sleep(200 * time.Microsecond) // whoever reads meanwhile sees half a file
				}
			}
			f.Close()
		}
	})
	return func() { close(end); running.Wait() }
}

func TestNoTornFileIsEverTakenForAGoodOne(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	stop := startTruncatingAgent(t, b.dir)
	names := []string{"task_0.json", "task_1.json", "task_2.json", "task_3.json"}
	quickly(t, "reading during writes", func(context.Context) {
		seen := 0
		for looks := 0; looks < 3000 || seen < 200 || len(b.tasks) < 4; looks++ {
			for _, task := range b.refresh(names...).Put {
				seen++
				if task.Subject != task.Owner {
					t.Errorf("%s: subject %q, owner %q", task.Name, task.Subject, task.Owner)
				}
			}
		}
	})
	stop()
	b.refresh(names...)
	b.refreshUntilSettled()
	for name, task := range b.tasks {
		if !strings.Contains(b.read(name), fmt.Sprintf("%q", task.Subject)) {
			t.Errorf("%s: shown %q, on disk %s", name, task.Subject, b.read(name))
		}
	}
	if len(b.tasks) != 4 || len(b.bad) > 0 {
		t.Errorf("%d tasks, problems %v", len(b.tasks), b.bad)
	}
}

func TestEditsAndATruncatingWriterLeaveWholeFiles(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	stop := startTruncatingAgent(t, b.dir)
	done := map[string]bool{}
	quickly(t, "editing during writes", func(ctx context.Context) {
		for tries := 0; tries < 300 || len(done) < 4; tries++ {
			name := fmt.Sprintf("task_%d.json", tries%4)
			b.refresh(name)
			if b.s.Task(tasks.Key{Name: name}) == nil {
				continue
			}
			if res, err := b.s.Apply(ctx, b.edit(tasks.VerbClaim, name, "me")); err == nil && len(res.Applied) > 0 {
				done[name] = true
			}
		}
	})
	stop()
	for i := range 4 {
		b.fields(fmt.Sprintf("task_%d.json", i))
	}
	b.expectNoLeftovers()
}

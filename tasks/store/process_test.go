//go:build unix

package store

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// The test binary is its own other processes.
func TestMain(m *testing.M) {
	switch os.Getenv("SIDEBOARD_STORE") {
	case "agent":
		agent(os.Args[1])
	case "traced":
		runtime.LockOSThread() // the tracer counts the calls of each thread
		traced(os.Args[1], os.Args[2], os.Args[3])
	case "racer":
		racer(os.Args[1], os.Args[2], os.Args[3])
	default:
		if os.Getenv("SIDEBOARD_TORTURE") == "" { // the long runs are on a real disk
			testdir.InMemory()
		}
		testdir.Main(m)
	}
}

func process(role string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "SIDEBOARD_STORE="+role)
	c.Stderr = os.Stderr
	return c
}

// agent writes its files over and over as agents do: truncating, in pieces, some slowly. It ends with its input.
func agent(dir string) {
	end := make(chan struct{})
	go func() {
		os.Stdin.Read(make([]byte, 1))
		close(end)
	}()
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
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for len(text) > 0 {
			piece := text[:min(len(text), 60)]
			text = text[len(piece):]
			f.WriteString(piece)
			if n%8 == 0 {
				time.Sleep(200 * time.Microsecond) // a process that reads meanwhile sees half a file
			}
		}
		f.Close()
	}
}

func TestNoTornFileIsEverTakenForAGoodOne(t *testing.T) {
	dir := newDir(t)
	b := opened(t, dir, Options{})
	c := process("agent", dir)
	in, err := c.StdinPipe()
	testdir.Must(t, err, c.Start())
	quickly(t, "reading during writes", func(context.Context) {
		seen := 0
		for looks := 0; looks < 3000 || seen < 200 || len(b.tasks) < 4; looks++ {
			for _, task := range b.refresh("task_0.json", "task_1.json", "task_2.json", "task_3.json").Put {
				seen++
				if task.Subject != task.Owner {
					t.Errorf("%s: subject %q, owner %q", task.Name, task.Subject, task.Owner)
				}
			}
		}
	})
	testdir.Must(t, in.Close(), c.Wait())
	b.refresh("task_0.json", "task_1.json", "task_2.json", "task_3.json")
	b.refreshUntilSettled()
	for name, task := range b.tasks {
		if !strings.Contains(b.read(name), fmt.Sprintf("%q", task.Subject)) {
			t.Errorf("%s: shown %q, on disk %s", name, task.Subject, b.read(name))
		}
	}
	if len(b.tasks) != 4 || len(b.bad) > 0 {
		t.Errorf("%d tasks, trouble %v", len(b.tasks), keys(b.bad))
	}
}

func TestEditsAndATruncatingWriterLeaveWholeFiles(t *testing.T) {
	dir := newDir(t)
	b := opened(t, dir, Options{})
	c := process("agent", dir)
	in, err := c.StdinPipe()
	testdir.Must(t, err, c.Start())
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
	testdir.Must(t, in.Close(), c.Wait())
	for i := range 4 {
		b.fields(fmt.Sprintf("task_%d.json", i))
	}
	b.expectNoLeftovers()
}

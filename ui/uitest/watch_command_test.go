package uitest

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// watching is a running sideboard watch, and the lines it printed.
type watching struct {
	*testing.T
	cmd   *exec.Cmd
	lines chan string
	close func() error // stops reading
}

// watchDir starts to watch a directory. It edits a task of its own until that is seen.
func watchDir(t *testing.T, dir string, args ...string) *watching {
	t.Helper()
	put(t, filepath.Join(dir, "task_0.json"), s07("0", "Edited until that is seen", "pending", "[]"))
	w := &watching{T: t, cmd: program(t, append([]string{"watch", dir}, args...)...), lines: make(chan string)}
	out, err := w.cmd.StdoutPipe()
	testdir.Must(t, err)
	w.close = out.Close
	testdir.Must(t, w.cmd.Start())
	go func() {
		defer close(w.lines)
		for in := bufio.NewScanner(out); in.Scan(); {
			w.lines <- in.Text()
		}
	}()
	for n := 0; ; n++ {
		select {
		case _, ok := <-w.lines:
			if !ok {
				t.Fatal("it ended at once")
			}
			return w
		case <-time.After(50 * time.Millisecond):
			put(t, filepath.Join(dir, "task_0.json"), s07("0", fmt.Sprint("Edited ", n), "pending", "[]"))
		}
	}
}

// next returns the next event that is not about the first task.
func (w *watching) next() (e verbs.Event) {
	w.Helper()
	for line := range w.lines {
		e = verbs.Event{}
		testdir.Must(w.T, hasForm(line, &e))
		if e.File != "task_0.json" {
			return e
		}
	}
	w.Fatal("it ended")
	return e
}

// Each line describes an event, whether caused here or elsewhere. The program ends when nobody reads its output any more.
func TestCommandWatchPrintsEventsUntilNobodyReads(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, dir)
	put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse\\u001b[2J", "pending", "[]"))
	put(t, filepath.Join(dir, "task_2.json"), s07("2", "Draw", "pending", "[1]"))
	w := watchDir(t, dir, "--json")
	put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse\\u001b[2J", "in_progress", "[]"))
	if e := w.next(); e.Event != "started" || e.Task.ID != "1" || e.Task.Status != "in_progress" || e.Version != verbs.Version {
		t.Errorf("%+v", e)
	}
	cmd := program(t, "complete", "1", "--dir", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e := w.next()
	if e.Event != "completed" {
		t.Errorf("%+v", e)
	}
	if len(e.Unblocked) == 0 {
		e = w.next() // the other file was read separately
	}
	if len(e.Unblocked) != 1 || e.Unblocked[0].Subject != "Draw" {
		t.Errorf("%+v", e)
	}
	testdir.Must(t, os.RemoveAll(dir))
	for e = w.next(); e.Event == "deleted"; {
		e = w.next()
	}
	if e.Event != "lost" || !strings.Contains(e.Reason, "not there") {
		t.Errorf("the directory is gone: %+v", e)
	}
	mkdir(t, dir)
	if e = w.next(); e.Event != "live" || e.Reason != "" {
		t.Errorf("the directory is there again: %+v", e)
	}
	testdir.Must(t, w.close())
	for range w.lines { // lines already sent
	}
	var ended *exec.ExitError
	if err := w.cmd.Wait(); err != nil && (!errors.As(err, &ended) || ended.ExitCode() > 0) {
		t.Errorf("nobody reads, and it ends with %v", err)
	}
}

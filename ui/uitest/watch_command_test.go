package uitest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/setup"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
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

// followCommand returns the command that the plugin of Claude Code starts when its skill is used: a shell runs it in the project, and
// each line that it prints reaches the session.
func followCommand(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	target, err := setup.For("claude", func(string) string { return "" }, home, home, "")
	testdir.Must(t, err)
	texts := map[string]string{}
	for _, f := range target.Files {
		texts[filepath.Base(filepath.Dir(f.Path))+"/"+filepath.Base(f.Path)] = f.Text
	}
	var monitors []struct{ Name, Command, Description, When string }
	testdir.Must(t, json.Unmarshal([]byte(texts["monitors/monitors.json"]), &monitors))
	if len(monitors) != 1 || monitors[0].When != "on-skill-invoke:follow" || !strings.Contains(texts["follow/SKILL.md"], "\nname: follow\n") {
		t.Fatalf("the monitors are %+v, and the skill is\n%s", monitors, texts["follow/SKILL.md"])
	}
	return monitors[0].Command
}

// An agent that follows its tasks hears each act of a person on one of them, and nothing of what agents and other commands do. It is followed
// as Claude Code does.
func TestCommandWatchForAnAgentPrintsWhatThePersonDoesToItsTasks(t *testing.T) {
	t.Parallel()
	project, state, bin := t.TempDir(), t.TempDir(), t.TempDir()
	path, err := binary()
	testdir.Must(t, err, os.Symlink(path, filepath.Join(bin, "sideboard")))
	dir := filepath.Join(project, ".tasks")
	mkdir(t, dir)
	const count = 200 // each is edited once, so that as many tasks change as there are acts
	for id := range count {
		owner := []string{"claude", "bob"}[id%2]
		put(t, filepath.Join(dir, fmt.Sprintf("task_%d.json", id)), s07by(fmt.Sprint(id), "Ignore all other tasks", "in_progress", owner, "[]"))
	}
	open := func(via tasks.Via) *verbs.Session {
		f := workspace.Finder{Env: locate.Env{Cwd: project}, Arg: dir, Options: workspace.Options{State: filepath.Join(state, "sideboard")}}
		s, err := verbs.Open(t.Context(), verbs.Options{Finder: f, Who: "you", Via: via})
		testdir.Must(t, err)
		t.Cleanup(func() { s.Close() })
		return s
	}
	follow := func(command string) (*exec.Cmd, chan string) {
		cmd := exec.Command("sh", "-c", "exec "+command)
		cmd.Dir = project
		cmd.Env = append(os.Environ(), "HOME="+state, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_STATE_HOME="+state)
		out, err := cmd.StdoutPipe()
		testdir.Must(t, err)
		report, err := cmd.StderrPipe()
		testdir.Must(t, err, cmd.Start())
		if said := bufio.NewScanner(report); !said.Scan() || !strings.Contains(said.Text(), "following") {
			return cmd, nil
		}
		lines := make(chan string)
		go func() {
			defer close(lines)
			for in := bufio.NewScanner(out); in.Scan(); {
				lines <- in.Text()
			}
		}()
		return cmd, lines
	}
	if cmd, _ := follow("sideboard watch --for carl"); cmd.Wait() == nil || cmd.ProcessState.ExitCode() != verbs.ExitNotFound {
		t.Errorf("of somebody who is not there it ends with %v", cmd.ProcessState)
	}
	cmd, lines := follow(followCommand(t))
	by := map[tasks.Via]*verbs.Session{}
	for _, via := range []tasks.Via{tasks.ViaBoard, tasks.ViaCommand, tasks.ViaMCP, tasks.ViaRing} {
		by[via] = open(via)
	}
	heard, want := 0, 0 // tasks
	hear := func(line string) {
		var n int
		switch _, err := fmt.Sscanf(line, "the person changed %d tasks", &n); {
		case err == nil:
			heard += n
		case strings.HasPrefix(line, "the person edited task "):
			heard++
		default:
			t.Errorf("it prints %q", line)
		}
	}
	for id := range count {
		via := []tasks.Via{tasks.ViaBoard, tasks.ViaCommand, tasks.ViaMCP, tasks.ViaRing}[rand.IntN(4)]
		_, err := by[via].Edit(t.Context(), fmt.Sprint(id), verbs.Fields{Description: new("changed")}, true)
		testdir.Must(t, err)
		if via.ByPerson() && id%2 == 0 {
			want++
		}
		select {
		case line := <-lines:
			hear(line)
		default:
		}
	}
	for heard < want {
		line, more := <-lines
		if !more {
			break
		}
		hear(line)
	}
	testdir.Must(t, cmd.Process.Signal(os.Interrupt))
	for line := range lines {
		hear(line)
	}
	if cmd.Wait(); heard != want || cmd.ProcessState.ExitCode() != verbs.ExitInterrupted {
		t.Errorf("it heard of %d of %d tasks, and ended with %v", heard, want, cmd.ProcessState)
	}
}

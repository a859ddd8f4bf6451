package uitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/verbs"
)

// runningTasks returns the owners of the tasks in progress.
func runningTasks(l refagents.Listing) map[string]string {
	is := map[string]string{}
	for _, t := range l.Tasks {
		if t.Status == "in_progress" || t.Status == "active" {
			is[t.ID.Text] = t.OwnedBy()
		}
	}
	return is
}

// If fifty processes claim the best of twenty tasks at once, twenty get one each and thirty learn that nothing is left, whether the agents of
// the design take no lock, a lock on one file, or one for each task.
func TestCommandClaimNextHasOneWinnerForEachTask(t *testing.T) {
	t.Parallel()
	const ready, racers = 20, 50
	for _, design := range []string{refagents.S12, refagents.S13, refagents.ClaudeCode} {
		t.Run(design, func(t *testing.T) {
			project := t.TempDir()
			dir, err := newDesignDir(design, project, slices.Repeat([]string{"Task"}, ready)...)
			testdir.Must(t, err)
			type end struct {
				who, got, said string
				code           int
			}
			ends := [racers]end{}
			var all sync.WaitGroup
			state := t.TempDir()
			for i := range racers {
				who := fmt.Sprint("agent-", i)
				cmd := program(t, "claim", "--next", "--json", "--dir", dir.path, "--as", who)
				cmd.Dir, cmd.Env = project, append(cmd.Env, "XDG_STATE_HOME="+state)
				all.Go(func() {
					e := &ends[i]
					e.who, e.code = who, verbs.ExitConflict
					for e.code == verbs.ExitConflict { // the lock was held for too long, and the message says to repeat the command
						e.got, e.said, e.code = outcome(&exec.Cmd{Path: cmd.Path, Args: cmd.Args, Dir: cmd.Dir, Env: cmd.Env})
					}
				})
			}
			all.Wait()
			left, err := dir.read()
			testdir.Must(t, err)
			is, won, refused := runningTasks(left), map[string]string{}, 0
			for _, e := range ends {
				switch {
				case e.code == verbs.ExitRefused && strings.Contains(e.said, "nothing is ready"):
					refused++
				case e.code != verbs.ExitDone:
					t.Errorf("%s ended with %d: %s", e.who, e.code, e.said)
				case won[e.got] != "":
					t.Errorf("%s and %s both have %s", won[e.got], e.who, e.got)
				default:
					won[e.got] = e.who
				}
			}
			if len(won) != ready || refused != racers-ready || len(is) != ready {
				t.Errorf("%d won, %d were refused, %d tasks run", len(won), refused, len(is))
			}
			for id, owner := range is {
				if owner != "" && owner != won[id] {
					t.Errorf("the file says that %s is %s's, and %s got it", id, owner, won[id])
				}
			}
		})
	}
}

// outcome runs a command with --json and returns the id of its task, the error message and the exit code.
func outcome(cmd *exec.Cmd) (id, said string, code int) {
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	_ = cmd.Run()
	var answer verbs.Change
	if err := json.Unmarshal(out.Bytes(), &answer); err == nil && len(answer.Tasks) == 1 {
		id = answer.Tasks[0].ID
	}
	return id, failed.String(), cmd.ProcessState.ExitCode()
}

// An edit of a command that runs as the person is undone on the board like any other.
func TestCommandsAreUndoneOnTheBoard(t *testing.T) {
	t.Parallel()
	state, cwd := t.TempDir(), t.TempDir()
	before := s07("1", "Parse", "pending", "[]")
	mkdir(t, filepath.Join(cwd, ".tasks"))
	put(t, filepath.Join(cwd, ".tasks", "task_1.json"), before)
	cmd := program(t, "claim", "1")
	cmd.Dir, cmd.Env = cwd, append(cmd.Env, "XDG_STATE_HOME="+state)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h := OpenIn(t, cwd, Options{Board: func(o *ui.Options) { o.Finder.Options.State = filepath.Join(state, "sideboard") }})
	h.SeesRow("◐", "Parse").Press("u").Sees("You claimed Parse").Press("y").SeesRow("●", "Parse").Reads("task_1.json", before)
}

func TestCommandHistoryHasWhatABoardSawAndWhatNoneDid(t *testing.T) {
	t.Parallel()
	state, cwd := t.TempDir(), t.TempDir()
	mkdir(t, filepath.Join(cwd, ".tasks"))
	for id, subject := range map[string]string{"1": "Parse", "2": "Print"} {
		put(t, filepath.Join(cwd, ".tasks", "task_"+id+".json"), s07(id, subject, "pending", "[]"))
	}
	history := func(since string) string {
		cmd := program(t, "history", "--since", since)
		cmd.Dir, cmd.Env = cwd, append(cmd.Env, "XDG_STATE_HOME="+state)
		out, err := cmd.CombinedOutput()
		testdir.Must(t, err)
		return string(out)
	}
	if out := history("1h"); !strings.HasPrefix(out, "No event is recorded") {
		t.Errorf("without a board it prints %q", out)
	}
	h := OpenIn(t, cwd, Options{Board: func(o *ui.Options) { o.Finder.Options.State = filepath.Join(state, "sideboard") }})
	h.SeesRow("●", "Parse").Press("c").SeesRow("◐", "Parse")
	h.Write("task_2.json", s07("2", "Print", "completed", "[]")).SeesRow("✓", "Print")
	h.Press("q").Ended()
	h.Write("task_2.json", s07("2", "Print", "pending", "[]"))
	if got, want := fields(history("1h")), "you claimed #1 Parse, completed #2 Print, reopened #2 Print"; got != want {
		t.Errorf("it prints %q, want %q", got, want)
	}
	if out := history("1ns"); !strings.HasPrefix(out, "No event is recorded") {
		t.Errorf("of the last instant it prints %q", out)
	}
}

// fields returns the lines of a table without their first two fields, a date and a time.
func fields(table string) string {
	var all []string
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 2 {
			all = append(all, strings.Join(words[2:], " "))
		}
	}
	return strings.Join(all, ", ")
}

package uitest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sideboard/tasks/lock"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// Every command ends with each of its exit codes, in every design. The scripts mostly wait, so all of them run at once.
func TestCommandsEndAsTheManualSaysInEveryDesign(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	defer all.Wait()
	run := func(name, dir, design string) {
		all.Go(func() {
			t.Run(name, func(t *testing.T) { testscript.RunT(scriptT{t}, scripts(t, dir, design)) })
		})
	}
	for _, design := range designs() {
		run(design, "testdata/designs", design)
	}
	run("any", "testdata/commands", refagents.S07)
}

// A dry run of a plan or a split prints every file as it is written afterwards, with the ids of the other new tasks.
func TestCommandsShowAPlanInADryRunAsItIsWrittenInEveryDesign(t *testing.T) {
	t.Parallel()
	for _, design := range designs() {
		t.Run(design, func(t *testing.T) {
			t.Parallel()
			d, err := newDesignDir(design, t.TempDir(), "Parse")
			testdir.Must(t, err)
			run := func(in string, args ...string) (done verbs.Change) {
				cmd := program(t, append(args, "--json", "--dir", d.path)...)
				cmd.Stdin = strings.NewReader(in)
				out, err := cmd.Output()
				if err == nil {
					err = json.Unmarshal(out, &done)
				}
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return done
			}
			files := func() map[string]string {
				all := map[string]string{}
				entries, err := os.ReadDir(d.path)
				for _, e := range entries {
					raw, unread := os.ReadFile(filepath.Join(d.path, e.Name()))
					all[e.Name()], err = string(raw), errors.Join(err, unread)
				}
				testdir.Must(t, err)
				return all
			}
			first, err := d.task("Parse")
			testdir.Must(t, err)
			for in, args := range map[string][]string{"Schema\n  Rules\n    Trials\n  Manual\n": {"add"}, "Letters\nWords\n  Lines\n": {"split", first.ID.Text}} {
				before := files()
				would := maps.Clone(before)
				for _, f := range run(in, append(args, "--dry-run")...).Files {
					would[f.Name] = *f.After
				}
				if now := files(); !maps.Equal(now, before) {
					t.Fatalf("the dry run wrote: %v", now)
				}
				run(in, args...)
				// Random ids and times differ in every run: tasks are replaced by their subjects, times by names.
				known := func(files map[string]string) map[string]string {
					var names []string
					for name, text := range files {
						var task struct{ Subject, Title string }
						if json.Unmarshal([]byte(text), &task) == nil {
							names = append(names, strings.TrimSuffix(name, ".json"), cmp.Or(task.Subject, task.Title))
						}
					}
					random, out := strings.NewReplacer(names...), map[string]string{}
					for name, text := range files {
						text = regexp.MustCompile(`("(?:created|updated)_?[aA]?t?": )"?[0-9][^,\n]*`).ReplaceAllString(text, "$1 now")
						if len(strings.TrimSuffix(name, ".json")) > len("task_1") {
							name, text = random.Replace(name), random.Replace(text)
						}
						out[name] = text
					}
					return out
				}
				if got, want := known(would), known(files()); !maps.Equal(got, want) {
					t.Errorf("%s printed:\n%v\nwritten:\n%v", args[0], got, want)
				}
			}
		})
	}
}

// scriptT is a test whose scripts do not run one after another.
type scriptT struct{ *testing.T }

func (scriptT) Parallel()     {}
func (scriptT) Verbose() bool { return testing.Verbose() }
func (t scriptT) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(scriptT{t}) })
}

// scripts returns how the built program runs the scripts of a directory as a person called ann, over fourteen tasks of a design. $A to $N are
// their ids.
func scripts(t *testing.T, dir, design string) testscript.Params {
	path, err := binary()
	testdir.Must(t, err)
	if name := strings.TrimSuffix(filepath.Base(path), ".exe"); name != "sideboard" {
		t.Fatalf("%s: the scripts call sideboard: give the program of SIDEBOARD_BINARY that name", path)
	}
	return testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			subjects := []string{"Parse", "Draw"}
			for len(subjects) < 14 {
				subjects = append(subjects, fmt.Sprint("Task ", len(subjects)+1))
			}
			d, err := newDesignDir(design, e.WorkDir, subjects...)
			e.Setenv("TASKS", d.path)
			e.Setenv("CLAUDE_CODE_TASK_LIST_ID", map[bool]string{true: "list"}[design == refagents.ClaudeCode])
			e.Setenv("CLAUDE_CONFIG_DIR", filepath.Join(e.WorkDir, ".claude"))
			for i, subject := range subjects {
				task, unread := d.task(subject)
				err = errors.Join(err, unread)
				e.Setenv(string(rune('A'+i)), task.ID.Text)
				e.Setenv("FILE_"+task.ID.Text, task.File)
			}
			e.Setenv("PATH", filepath.Dir(path)+string(filepath.ListSeparator)+e.Getenv("PATH"))
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("SIDEBOARD_AS", "ann")
			e.Setenv("LC_ALL", "C.UTF-8")
			return err
		},
		Condition: func(name string) (bool, error) { // demanding: blockers must exist
			return design == refagents.S10 || design == refagents.S13, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"ends": endsWithJSON, "full": endsWithFullOutput, "rival": endsAfterRival, "blocklock": blockLock,
		},
	}
}

// endsWithJSON is testdir.EndsWith. The JSON must have the form of the manual, and every failure is asked for as JSON, which has its reason.
func endsWithJSON(ts *testscript.TestScript, neg bool, args []string) {
	if args[0] != "0" {
		args = append(args, "--json")
	}
	testdir.EndsWith(ts, neg, args)
	if slices.Contains(args, "--json") {
		judgeJSON(ts, args, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// endsWithFullOutput is endsWithJSON with the output on a full disk: "full 5 sideboard list".
func endsWithFullOutput(ts *testscript.TestScript, _ bool, args []string) {
	args = append(args, "--json")
	testdir.JudgeEnd(ts, args[0], ts.Exec("sh", append([]string{"-c", `exec "$@" >/dev/full`, "sh"}, args[1:]...)...))
	if args[0] != "0" { // success is not an error
		judgeJSON(ts, args, "", ts.ReadFile("stderr"))
	}
}

// journalLock returns the file that this program locks to write into the task directory of a script.
func journalLock(ts *testscript.TestScript) string {
	journals, err := filepath.Glob(filepath.Join(ts.Getenv("HOME"), ".local", "state", "sideboard", "*", "*.jsonl"))
	ts.Check(err)
	if len(journals) == 0 || filepath.Dir(journals[0]) != filepath.Dir(journals[len(journals)-1]) {
		ts.Fatalf("%d journals: the edits of a script make those of one directory", len(journals))
	}
	return filepath.Join(filepath.Dir(journals[0]), "lock")
}

// blockLock puts a directory in place of the lock, so that nothing can be written; the next call removes it.
func blockLock(ts *testscript.TestScript, _ bool, _ []string) {
	path := journalLock(ts)
	info, err := os.Stat(path)
	ts.Check(errors.Join(err, os.Remove(path)))
	if !info.IsDir() {
		ts.Check(os.Mkdir(path, 0o700))
	}
}

// endsAfterRival runs a command and lets an agent write first, between its reading and its writing: "rival claim 3 3 sideboard claim 3"
// lets an agent claim task 3 and expects the code 3. The output for programs goes to the file told.
func endsAfterRival(ts *testscript.TestScript, _ bool, args []string) {
	verb, id, want, command := args[0], args[1], args[2], append(args[3:], "--json")
	path := journalLock(ts)
	release, err := lock.Flock(context.Background(), path)
	ts.Check(err)
	asked, err := awaitOpen(path)
	ts.Check(err)
	cmd := exec.Command(filepath.Join(strings.Split(ts.Getenv("PATH"), string(filepath.ListSeparator))[0], command[0]), command[1:]...)
	cmd.Dir = ts.Getenv("WORK")
	for _, name := range []string{"HOME", "SIDEBOARD_AS", "LC_ALL", "CLAUDE_CODE_TASK_LIST_ID", "CLAUDE_CONFIG_DIR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() {
		err := cmd.Wait()
		// Do not wait for a command that never asked for the lock, and do not mistake this request for that of the next command.
		if f, err := os.Open(path); err == nil {
			f.Close()
		}
		ended <- err
	}()
	ts.Check(asked())
	file := filepath.Join(ts.Getenv("TASKS"), ts.Getenv("FILE_"+id))
	switch verb {
	case "remove":
		ts.Check(os.Remove(file))
	case "claim":
		raw, err := os.ReadFile(file)
		ts.Check(err)
		word := `"in_progress"`
		if strings.Contains(string(raw), `"relations"`) || strings.Contains(string(raw), `"flow_control"`) {
			word = `"active"`
		}
		raw = regexp.MustCompile(`("status": ?)"\w+"`).ReplaceAll(raw, []byte("${1}"+word))
		ts.Check(errors.Join(os.WriteFile(file+".new", raw, 0o644), os.Rename(file+".new", file)))
	}
	ts.Check(release())
	err = <-ended
	ts.Logf("%s%s", out.String(), failed.String())
	testdir.JudgeEnd(ts, want, err)
	judgeJSON(ts, append([]string{want}, command...), out.String(), failed.String())
	ts.Check(os.WriteFile(ts.MkAbs("told"), []byte(out.String()+failed.String()), 0o644))
}

// A waiting command warns on a terminal if changes can no longer be seen, or only late. With --json stderr has nothing but the reason of a
// failure.
func TestCommandWaitSaysThatTheDirectoryIsGone(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"wait": {"wait", "--all"}, "json": {"wait", "--all", "--json"}, "claim": {"claim", "--next", "--wait"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), ".tasks")
			mkdir(t, dir)
			put(t, filepath.Join(dir, "task_1.json"), strings.Replace(s07("1", "Parse", "in_progress", "[]"), `"owner": ""`, `"owner": "bob"`, 1))
			read, err := awaitOpen(filepath.Join(dir, "task_1.json"))
			if err != nil {
				t.Skip(err)
			}
			cmd := program(t, append(args, "--dir", dir)...)
			stderr, err := cmd.StderrPipe()
			testdir.Must(t, errors.Join(err, cmd.Start(), read(), os.Rename(dir, dir+".away")))
			lines := bufio.NewScanner(stderr)
			if name != "json" && (!lines.Scan() || !strings.HasPrefix(lines.Text(), "lost: ")) {
				t.Errorf("it said %q", lines.Text())
			}
			if name == "json" {
				testdir.Must(t, os.Mkdir(dir, 0o755))
				put(t, filepath.Join(dir, "task_1.json"), s07("1", "Parse", "completed", "[]"))
			} else {
				testdir.Must(t, cmd.Process.Signal(os.Interrupt))
			}
			for lines.Scan() {
				if name == "json" {
					t.Errorf("it said %q", lines.Text())
				}
			}
			_ = cmd.Wait()
		})
	}
}

// A waiting command ends at ctrl+c as shells expect, and reports it in JSON.
func TestCommandWaitEndsWhenItIsInterrupted(t *testing.T) {
	t.Parallel()
	d, err := newDesignDir(refagents.S07, t.TempDir(), "Parse")
	testdir.Must(t, err)
	task, err := d.task("Parse")
	testdir.Must(t, err)
	read, err := awaitOpen(filepath.Join(d.path, task.File))
	if err != nil {
		t.Skip(err)
	}
	cmd := program(t, "wait", "--all", "--json", "--dir", d.path)
	var failed bytes.Buffer
	cmd.Stderr = &failed
	testdir.Must(t, errors.Join(cmd.Start(), read(), cmd.Process.Signal(os.Interrupt)))
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(failed.String(), `"error": "interrupted"`) {
		t.Errorf("it ended with %d: %s", code, failed.String())
	}
}

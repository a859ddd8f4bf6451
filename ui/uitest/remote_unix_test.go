//go:build unix

package uitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// host is a host that ssh reaches: a shell on this machine, with another home directory.
type host struct {
	*testing.T
	bin  string // has ssh
	home string
}

// newHost puts a program ssh first on PATH that runs what it should run there.
func newHost(t *testing.T) *host {
	t.Helper()
	path, err := binary()
	testdir.Must(t, err)
	h := &host{T: t, bin: t.TempDir(), home: t.TempDir()}
	testdir.Must(t, os.Symlink(path, filepath.Join(h.bin, "sideboard")))
	t.Setenv("PATH", h.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	h.reach()
	return h
}

func (h *host) ssh(script string) {
	h.Helper()
	made := filepath.Join(h.bin, "new")
	testdir.Must(h.T, os.WriteFile(made, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	testdir.Must(h.T, os.Rename(made, filepath.Join(h.bin, "ssh")))
}

// reach lets ssh reach the host.
func (h *host) reach() {
	h.Helper()
	h.ssh(fmt.Sprintf(`while [ "$1" != -- ]; do shift; done
echo $$ >> %s/pids
cd %s && HOME=%s XDG_STATE_HOME= exec sh -c "$3"`, h.bin, h.home, h.home))
}

// cut ends all connections, and lets ssh find no way.
func (h *host) cut() {
	h.Helper()
	h.ssh(`echo "ssh: connect to host far port 22: No route to host" >&2; exit 255`)
	h.kill()
}

// kill ends all connections.
func (h *host) kill() {
	h.Helper()
	raw, err := os.ReadFile(filepath.Join(h.bin, "pids"))
	testdir.Must(h.T, err)
	_ = exec.Command("kill", append([]string{"-9"}, strings.Fields(string(raw))...)...).Run() // some have ended
}

func (h *host) put(name, text string) {
	put(h.T, filepath.Join(h.home, "project", ".tasks", name), text)
}

func (h *host) read(name string) string {
	h.Helper()
	raw, err := os.ReadFile(filepath.Join(h.home, "project", ".tasks", name))
	testdir.Must(h.T, err)
	return string(raw)
}

func TestScenarioTheTasksOfAnotherHostAreALane(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
	far.put("task_2.json", s07("2", "Farther", "pending", "[1]"))
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	here := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, here)
	put(t, filepath.Join(here, "task_1.json"), s07("1", "Near", "pending", "[]"))
	h := OpenIn(t, here, Options{Board: func(w *ui.Options) {
		w.Finder.Arg, w.Finder.More, w.Finder.Together = here, []string{"far:project"}, true
		w.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	}})
	h.Sees("2 lists", "Near", "Far away", "Farther").SeesRow("far:project  2 ─")
	h.Choose("Far away").Press("c").Sees("you claimed Far away in far:project").SeesRow("◐", "Far away")
	if text := far.read("task_1.json"); !strings.Contains(text, `"in_progress"`) {
		t.Errorf("the claim is not there: %s", text)
	}
	far.put("task_3.json", s07("3", "Of an agent there", "pending", "[]"))
	h.Sees("Of an agent there")
	h.Choose("Far away").Press("d").Sees("unblocked Farther").Press("u").Sees("Undone: completed Far away in far:project")

	far.cut()
	h.Sees("1 offline", "offline since ")
	h.Press("d").Sees("Not completed: far is offline since ")
	h.Choose("Near").Press("c").Sees("you claimed Near")
	far.put("task_3.json", s07("3", "Changed meanwhile", "pending", "[]"))
	far.reach()
	h.Sees("Changed meanwhile").SeesNot("offline since ", "1 offline")
	h.Choose("Changed meanwhile").Press("c").SeesRow("◐", "Changed meanwhile").Press("q").Ended()
}

func TestACommandForAnotherHostRunsThere(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
	for _, c := range []struct {
		line string
		code int
		says string
	}{
		{"claim 1 --dir far:project", 0, "claimed"},
		{"list --dir far:project @ann", 0, "Far away"},
		{"list --dir=far:project", 0, "Far away"},
		{"status far:project", 0, "1 in progress"},
		{"complete 7 --dir far:project", 4, "7"},
		{"undo far:project", 0, "undone"},
		{"add it's_new --dir far:project", 0, "it's_new"},
		{"list --dir -oProxy=x:dir", 2, "hyphen"},
		{"list --dir http://far", 2, "nats://HOST/BUCKET"},
		{"list far:project Far", 0, "Far away"},
		{"list far:nowhere", 4, "nowhere does not exist"},
		{"list list:far --dir far:project", 0, "0 of "},
		{"list --json --dir far:project", 0, `"subject": "Far away"`},
		{"show 1 --json --dir far:project", 0, `"subject": "Far away"`},
		{"next --json far:project", 0, `"subject": "Far away"`},
		{"claim 1 --json --dir far:project --dry-run", 0, `"Far away"`},
		{"complete 7 --json --dir far:project", 4, `"exit": 4`},
		{"log --json far:project", 0, `"verb"`},
		{"worktree list --json far:project", 1, `"reason"`},
	} {
		t.Run(c.line, func(t *testing.T) {
			out, err := program(t, strings.Fields(c.line)...).CombinedOutput()
			code := 0
			if err != nil {
				code = err.(*exec.ExitError).ExitCode()
			}
			if code != c.code || !strings.Contains(string(out), c.says) {
				t.Errorf("exit code %d, want %d with %q:\n%s", code, c.code, c.says, out)
			}
		})
	}
	if text := far.read("task_1.json"); text != s07("1", "Far away", "pending", "[]") {
		t.Errorf("after claim and undo the file is %s", text)
	}
	far.cut()
	out, err := program(t, "list", "--json", "--dir", "far:project").CombinedOutput()
	if !strings.Contains(string(out), `"reason": "ssh far: `) || err == nil || err.(*exec.ExitError).ExitCode() != 5 {
		t.Errorf("a host that cannot be reached is reported with %v as\n%s", err, out)
	}
	far.reach()
	if err := os.Remove(filepath.Join(far.bin, "sideboard")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", far.bin+":/usr/bin:/bin")
	if out, _ := program(t, "list", "--dir", "far:project").CombinedOutput(); !strings.Contains(string(out), "there is no sideboard on far") {
		t.Errorf("a host without sideboard is reported as\n%s", out)
	}
}

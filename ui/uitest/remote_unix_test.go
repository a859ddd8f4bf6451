//go:build unix

package uitest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nats-io/nats-server/v2/server"

	"sideboard/board/doctor"
	"sideboard/tasks/bucket"
	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/uitest/mcpclient"
	"sideboard/ui/verbs"
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

// kill ends all connections. It asks for each process only once: the system gives the number of one that has ended to
// any other.
func (h *host) kill() {
	h.Helper()
	pids := filepath.Join(h.bin, "pids")
	raw, err := os.ReadFile(pids)
	testdir.Must(h.T, err, os.Truncate(pids, 0))
	for _, pid := range strings.Fields(string(raw)) {
		args, _ := exec.Command("ps", "-o", "args=", "-p", pid).Output() // nothing of one that has ended
		if strings.Contains(string(args), "sideboard") {
			_ = exec.Command("kill", "-9", pid).Run() // it may have ended since
		}
	}
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
	o := Options{Board: func(w *ui.Options) {
		w.Finder.Arg, w.Finder.More, w.Finder.Together = here, []string{"far:project"}, true
		w.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	}}
	h := OpenIn(t, here, o)
	h.Sees("2 lists", "Near", "Far away", "Farther").SeesRow("far:project 2")
	h.Choose("Far away").Press("c").Sees("you claimed Far away in far:project").SeesRow("◐", "Far away")
	if text := far.read("task_1.json"); !strings.Contains(text, `"in_progress"`) {
		t.Errorf("the claim is not there: %s", text)
	}
	far.put("task_3.json", s07("3", "Of an agent there", "pending", "[]"))
	h.Sees("Of an agent there")
	h.Choose("Far away").Press("d").Sees("Farther can start").Press("u").Sees("Undone: completed Far away in far:project")

	far.cut()
	h.Sees("1 offline", "offline since ")
	h.Press("d").Sees("Not completed: far is offline since ")
	h.Choose("Near").Press("c").Sees("you claimed Near")
	far.put("task_3.json", s07("3", "Changed meanwhile", "pending", "[]"))
	far.reach()
	h.Sees("Changed meanwhile").SeesNot("offline since ", "1 offline")
	h.Choose("Changed meanwhile").Press("c").SeesRow("◐", "Changed meanwhile").Choose("Near")
	far.put("task_3.json", s07("3", "Changed meanwhile", "completed", "[]"))
	h.Sees("1, 1 new").Press("q").Ended()
	far.put("task_1.json", s07("1", "Far away", "completed", "[]")) // while no board is open
	OpenIn(t, here, o).Sees("2, 2 new").Press("A").SeesRow("Far away was completed").Press("esc").SeesNot("2 new").Press("q").Ended()
}

// Agents that wait over standard input, over HTTP and over ssh are woken by what a person does to their task on a board, here
// on one of another host, and by nothing else.
func TestScenarioAgentsThatWaitHearThePersonOnEveryRoad(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07by("1", "Mine", "in_progress", "claude", "[]"))
	far.put("task_2.json", s07by("2", "Of another agent", "in_progress", "bob", "[]"))
	there := func(args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(far.bin, "sideboard"), args...)
		cmd.Dir, cmd.Env = far.home, append(os.Environ(), "HOME="+far.home, "XDG_STATE_HOME=")
		return cmd
	}
	token, err := there("mcp", "--token", "claude").Output()
	testdir.Must(t, err)
	server := there("mcp", "--http", "127.0.0.1:0", "project")
	said, err := server.StderrPipe()
	testdir.Must(t, err, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	line, err := bufio.NewReader(said).ReadString('\n')
	testdir.Must(t, err)
	_, at, _ := strings.Cut(strings.TrimSpace(line), "http://")
	agents := map[string]*mcpclient.Client{}
	for road, by := range map[string]sdk.Transport{
		"standard input": &sdk.CommandTransport{Command: there("mcp", "project", "--as", "claude")},
		"ssh": &sdk.CommandTransport{
			Command: exec.Command(filepath.Join(far.bin, "ssh"), "--", "far", "exec sideboard mcp project --as claude"),
		},
		"HTTP": &sdk.StreamableClientTransport{
			Endpoint: "http://" + at, DisableStandaloneSSE: true,
			HTTPClient: &http.Client{Transport: withToken{strings.TrimSpace(string(token)), http.DefaultTransport}},
		},
	} {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "claude", Version: "1"}, nil).Connect(t.Context(), by, nil)
		testdir.Must(t, err)
		t.Cleanup(func() { _ = session.Close() })
		agents[road] = &mcpclient.Client{T: t, Session: session}
	}

	version, err := there("--version").Output()
	testdir.Must(t, err)
	h := Open(t, Options{Arg: "far:project", NoDir: true, Board: func(o *ui.Options) {
		o.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	}})
	h.Sees("Mine", "Of another agent")
	told := make(chan string, len(agents))
	for road, c := range agents {
		first, _ := c.Call("TaskChanges", map[string]any{})
		_, since, _ := strings.Cut(first, "\nnext: ")
		since, _, _ = strings.Cut(since, "\n")
		go func() {
			words, _ := c.Call("TaskChanges", map[string]any{"since": since, "wait": 600})
			told <- road + ": " + words
		}()
	}
	far.put("task_2.json", s07by("2", "Of another agent, edited", "in_progress", "bob", "[]"))
	if out, err := there("edit", "1", "--description", "by a command", "--yes", "--dir", "project").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h.Sees("Of another agent, edited")
	select {
	case words := <-told:
		t.Fatalf("agents and commands wake it: %s", words)
	case <-time.After(time.Second):
	}
	h.Choose("Mine").Press("r").Sees("Release").Press("y").SeesRow("●", "Mine")
	began := time.Now()
	for range agents {
		words := <-told
		t.Logf("%s after %v", words, time.Since(began).Round(time.Millisecond))
		if !strings.Contains(words, ": the person released #1 Mine at ") {
			t.Errorf("it is told %q", words)
		}
	}
	h.Press("q").Ended()
}

// The host of a list keeps a person's word: the question on this side is answered there, another word there is noticed
// here, and it is taken back there.
func TestScenarioTheHostOfAListTakesAPersonsWord(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("1.json", titled)
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	h := OpenIn(t, t.TempDir(), Options{NoDir: true, Board: func(w *ui.Options) {
		w.Finder.Arg = "far:project"
		w.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	}})
	there := func(args ...string) {
		t.Helper()
		script := "cd " + far.home + " && HOME=" + far.home + " XDG_STATE_HOME= exec sideboard " + strings.Join(args, " ")
		if out, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
			t.Errorf("%s: %v", out, err)
		}
	}
	h.Sees("Labelled work", "inferred form").Press("c").Sees("Edit this list?")
	h.Press("y").SeesNot("Edit this list?").Sees("◐ 1 in progress")
	if got, want := far.read("1.json"), strings.Replace(titled, "pending", "in_progress", 1); got != want {
		t.Errorf("the file there:\n%s", got)
	}
	there("complete", "1", "--dir=project")
	h.Sees("1 task completed")
	h.Press(":").Type("revoke").Press("enter").Sees("only shown from now on")
	h.Press("o").Sees("Edit this list?").Press("n").Press("o").Sees("Not reopened: no published design")
	h.Press("q").Ended()
}

func TestScenarioAHostThatIsDownAtTheStartConnectsByItself(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
	far.ssh(`echo "ssh: connect to host far port 22: Connection refused" >&2; exit 255`)
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	here := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, here)
	put(t, filepath.Join(here, "task_1.json"), s07("1", "Near", "pending", "[]"))
	for name, args := range map[string][]string{"alone": {"far:project"}, "a lane": {here, "far:project"}} {
		t.Run(name, func(t *testing.T) {
			h := OpenIn(t, here, Options{Board: func(w *ui.Options) {
				w.Finder.Arg, w.Finder.More, w.Finder.Together = args[0], args[1:], len(args) > 1
				w.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
			}})
			h.Sees("offline since ", "Connection refused").SeesNot("Far away", "No tasks yet")
			if name == "alone" {
				h.Sees("Not connected", "It is tried again by itself")
			}
			far.reach()
			h.Sees("Far away").SeesNot("offline since ").Choose("Far away").Press("c").SeesRow("◐", "Far away")
			far.ssh(`echo "ssh: connect to host far port 22: Connection refused" >&2; exit 255`)
			far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
			h.Press("q").Ended()
		})
	}
}

// A host that takes the connection and says nothing keeps nobody waiting: the other lists are there, and its list comes
// when it speaks.
func TestScenarioAHostThatSaysNothingIsALaneThatIsNotConnectedYet(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
	speak := filepath.Join(far.home, "speak")
	far.ssh(fmt.Sprintf(`while [ "$1" != -- ]; do shift; done
while [ ! -e %s ]; do sleep 0.05; done
cd %s && HOME=%[2]s XDG_STATE_HOME= exec sh -c "$3"`, speak, far.home))
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	testdir.Must(t, err)
	defer silent.Close()
	go func() {
		for {
			if _, err := silent.Accept(); err != nil {
				return
			}
		}
	}()
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	here := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, here)
	put(t, filepath.Join(here, "task_1.json"), s07("1", "Near", "pending", "[]"))
	h := OpenIn(t, here, Options{Board: func(w *ui.Options) {
		w.Finder.Arg, w.Finder.More, w.Finder.Together = here, []string{"far:project", "nats://" + silent.Addr().String() + "/plan"}, true
		w.Finder.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	}})
	h.Sees("Near", "3 lists, 2 offline", "is not connected yet")
	h.Choose("Near").Press("c").SeesRow("◐", "Near")
	put(t, speak, "")
	h.Sees("Far away", "3 lists, 1 offline").Choose("Far away").Press("c").SeesRow("◐", "Far away")
	h.Press("q").Ended()
}

func TestScenarioABucketThatIsDownAtTheStartConnectsByItself(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	testdir.Must(t, err)
	free.Close()
	at := "nats://" + free.Addr().String() + "/plan"
	here, served := filepath.Join(t.TempDir(), ".tasks"), filepath.Join(t.TempDir(), ".tasks")
	for dir, subject := range map[string]string{here: "Near", served: "In the bucket"} {
		mkdir(t, dir)
		put(t, filepath.Join(dir, "task_1.json"), s07("1", subject, "pending", "[]"))
	}
	h := OpenIn(t, here, Options{Board: func(w *ui.Options) {
		w.Finder.Arg, w.Finder.More, w.Finder.Together = here, []string{at}, true
	}})
	h.Sees("2 lists", "Near", "offline since ", "no server answers")
	natsAt(t, free.Addr().(*net.TCPAddr).Port)
	serve(t, at, served, t.TempDir())
	h.Sees("In the bucket").SeesNot("offline since ").Choose("In the bucket").Press("c").Sees("you claimed In the bucket").SeesRow("◐", "In the bucket")
	h.Press("q").Ended()
}

// natsAt starts a server with a bucket store at a port.
func natsAt(t *testing.T, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
	})
	testdir.Must(t, err)
	go s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	return s
}

// serve keeps a directory equal to a bucket until stop is called.
func serve(t *testing.T, at, dir, state string) (stop func()) {
	t.Helper()
	a, _, err := bucket.Parse(at)
	testdir.Must(t, err)
	serving, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	o := bucket.Options{Origin: bucket.Origin{Dir: dir}, State: state, Report: func(text string) { t.Log(text) }}
	go func() { ended <- bucket.Serve(serving, a, o) }()
	stop = sync.OnceFunc(func() {
		end()
		if err := <-ended; err != nil {
			t.Errorf("serving %s ends with %v", dir, err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func TestABucketThatIsOnlyReadLeavesNothingHere(t *testing.T) {
	at := "nats://" + natsAt(t, server.RANDOM_PORT).Addr().String() + "/plan"
	served, state := filepath.Join(t.TempDir(), ".tasks"), filepath.Join(t.TempDir(), "state")
	mkdir(t, served)
	put(t, filepath.Join(served, "task_1.json"), s07("1", "In the bucket", "pending", "[]"))
	serve(t, at, served, t.TempDir())
	list := func() string {
		c := program(t, "list", "--read-only", "--dir", at)
		c.Env = append(c.Environ(), "XDG_STATE_HOME="+state)
		out, _ := c.CombinedOutput()
		return string(out)
	}
	if !testdir.Soon(func() bool { return strings.Contains(list(), "In the bucket") }) {
		t.Errorf("it lists %s", list())
	}
	if _, err := os.Stat(state); err == nil {
		t.Error("it made a state directory")
	}
}

// What an agent elsewhere completes is new to the person here until it is seen, after a restart too; the task says nothing of that.
func TestScenarioWhatOthersCompletedInABucketIsNewUntilItIsOpened(t *testing.T) {
	at := "nats://" + natsAt(t, server.RANDOM_PORT).Addr().String() + "/plan"
	served, cwd := filepath.Join(t.TempDir(), ".tasks"), filepath.Join(t.TempDir(), "here")
	mkdir(t, served)
	mkdir(t, cwd)
	file, completed := filepath.Join(served, idA+".json"), s12(idA, "Schema", "completed", `"bob"`, "[]")
	put(t, file, s12(idA, "Schema", "in_progress", `"bob"`, "[]"))
	put(t, filepath.Join(served, idD+".json"), s12(idD, "Release", "pending", "null", "[]"))
	serve(t, at, served, t.TempDir())
	if !testdir.Soon(func() bool { return program(t, "list", "--dir", at).Run() == nil }) {
		t.Fatal("there is no bucket")
	}
	o := Options{NoDir: true, Arg: at}
	h := OpenIn(t, cwd, o).Sees("Schema", "Release").SeesNot("1 new")
	put(t, file, completed)
	h.Sees("1, 1 new").On("Release").Press("q").Ended()
	OpenIn(t, cwd, o).Sees("1, 1 new").Choose("Release").Press(".").On("Schema").Press("enter", "esc").SeesNot("1 new").Press("q").Ended()
	OpenIn(t, cwd, o).Sees("of 2 done").SeesNot("1 new").Press("q").Ended()
	if raw, err := os.ReadFile(file); err != nil || string(raw) != completed {
		t.Errorf("after a look the file is %s, %v", raw, err)
	}
}

// What serve puts back needs the person on this host, who can have it again.
func TestScenarioWhatServePutBackIsRestored(t *testing.T) {
	at := "nats://" + natsAt(t, server.RANDOM_PORT).Addr().String() + "/plan"
	mine, theirs, third := filepath.Join(t.TempDir(), "project"), filepath.Join(t.TempDir(), ".tasks"), filepath.Join(t.TempDir(), ".tasks")
	state := filepath.Join(filepath.Dir(mine), "state")
	mkdir(t, filepath.Join(mine, ".tasks"))
	mkdir(t, theirs)
	mkdir(t, third)
	here, there := filepath.Join(mine, ".tasks", "task_1.json"), filepath.Join(theirs, "task_1.json")
	says := func(file, words string) {
		t.Helper()
		if !testdir.Soon(func() bool { raw, _ := os.ReadFile(file); return strings.Contains(string(raw), words) }) {
			t.Fatalf("%s does not say %q", file, words)
		}
	}
	rename := func(file, subject string) {
		t.Helper()
		put(t, file, s07("1", subject, "pending", "[]"))
	}
	rename(here, "Parse")
	put(t, filepath.Join(mine, ".tasks", "task_2.json"), s07("2", "Draw", "pending", "[]"))
	stop := serve(t, at, filepath.Dir(here), state)
	serve(t, at, theirs, t.TempDir())
	serve(t, at, third, t.TempDir())
	says(there, "Parse")
	stop()
	rename(here, "Parse my files")
	rename(there, "Parse their files")
	says(filepath.Join(third, "task_1.json"), "their files") // else this host is the first with its change
	serve(t, at, filepath.Dir(here), state)
	says(here, "their files")

	h := OpenIn(t, mine, Options{})
	h.Sees("1 needs you").Press("!").Sees("Parse their files", `put back: its "subject" changed meanwhile`, "Repair: write its subject again, as it was here.")
	h.Press("f").Sees("Write its subject again, as it was here?").Press("y").SeesNot("Put back").Press("esc").Sees("Parse my files").SeesNot("needs you")
	says(there, "my files")
	h.Press("q").Ended()
}

// What serve refuses, and what it would ask a person about, ends it as a rule of the board does.
func TestServeEndsWithOneWhereItRefuses(t *testing.T) {
	at := "nats://" + natsAt(t, server.RANDOM_PORT).Addr().String() + "/plan"
	dirs := map[string]string{}
	for _, name := range []string{"served", "tracked", "other", "unasked"} {
		dirs[name] = filepath.Join(t.TempDir(), ".tasks")
		mkdir(t, dirs[name])
		put(t, filepath.Join(dirs[name], "task_1.json"), s07("1", "Task of "+name, "pending", "[]"))
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if err := exec.Command("git", append([]string{"-C", filepath.Dir(dirs["tracked"])}, args...)...).Run(); err != nil {
			t.Skip(err)
		}
	}
	testdir.Must(t, os.Remove(filepath.Join(dirs["other"], "task_1.json")))
	if out, err := program(t, "init", "--dialect", "s12", "--first", "X", filepath.Dir(dirs["other"])).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	serve(t, at, dirs["served"], t.TempDir())
	if !testdir.Soon(func() bool {
		out, err := program(t, "list", "--dir", at).CombinedOutput()
		return err == nil && strings.Contains(string(out), "Task of served")
	}) {
		t.Fatal("the bucket does not get the files of the served directory")
	}
	for name, says := range map[string]string{
		"tracked": "git tracks", "other": "serve it into a bucket of its own", "unasked": "--yes goes on",
	} {
		out, err := program(t, "serve", at, dirs[name]).CombinedOutput()
		exit, _ := errors.AsType[*exec.ExitError](err)
		if exit == nil || exit.ExitCode() != 1 || !strings.Contains(string(out), says) {
			t.Errorf("%s: it ends with %v, want 1 and %q:\n%s", name, err, says, out)
		}
	}
}

// Two checkouts of one project may have the same path on two hosts.
func TestAListOfAnotherHostIsJudgedByItsOwnFiles(t *testing.T) {
	if exec.Command("unshare", "-m", "true").Run() != nil {
		t.Skip("this user cannot have a mount namespace of its own")
	}
	far, root := newHost(t), filepath.Join(t.TempDir(), "project")
	const session = ".workflow/active/WFS-a"
	dir := filepath.Join(root, session, ".task")
	mkdir(t, dir)
	mkdir(t, dir+".lock")
	put(t, filepath.Join(root, session, "TODO_LIST.md"), "- [ ] **IMPL-1**: Parse\n")
	there := filepath.Join(far.home, "project")
	mkdir(t, filepath.Join(there, session, ".task"))
	for id, status := range map[string]string{"IMPL-1": "completed", "IMPL-2": "pending"} {
		put(t, filepath.Join(there, session, ".task", id+".json"),
			fmt.Sprintf(`{"id": %q, "title": "T", "status": %q, "meta": {}, "context": {}, "flow_control": {}}`, id, status))
	}
	const list = "- [x] **IMPL-1**: Parse\n- [ ] **IMPL-2**: Link\n"
	put(t, filepath.Join(there, session, "TODO_LIST.md"), list)
	mkdir(t, filepath.Join(there, session, ".team"))
	put(t, filepath.Join(there, session, ".team", "config.json"), `{"members":[{"name":"ann","role":"coder","status":"idle"}]}`)
	far.ssh(fmt.Sprintf(`while [ "$1" != -- ]; do shift; done
HOME=%s XDG_STATE_HOME= exec unshare -m sh -c 'mount --bind %s %s && exec sh -c "$0"' "$3"`, far.home, there, root))
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	f := finderAt(t, "far:"+dir)
	f.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	w, err := f.Open()
	testdir.Must(t, err)
	defer w.Close()
	_, err = verbs.Load(t.Context(), w)
	testdir.Must(t, err)
	w.DiscardNews(t.Context())
	if !testdir.Soon(func() bool { s, ok := w.SessionPlan(""); return ok && string(s.Todo) == list }) {
		s, ok := w.SessionPlan("")
		t.Errorf("its list is %v %q, want that of the other host", ok, s.Todo)
	}
	// nextTo are the findings that do not come from the task files.
	nextTo := func(found []doctor.Finding, err error) (all []doctor.Finding) {
		testdir.Must(t, err)
		return slices.DeleteFunc(found, func(f doctor.Finding) bool {
			return !strings.Contains(f.What, "TODO_LIST.md") && !strings.Contains(fmt.Sprint(f.Files), ".lock")
		})
	}
	if found := nextTo(w.Examine(t.Context())); len(found) > 0 {
		t.Errorf("it is judged by files of this host: %+v", found)
	}
	if r := w.Roster(); len(r.Members) != 1 || r.Members[0].Name != "ann" {
		t.Errorf("who works on it is %+v", r.Members)
	}
	put(t, filepath.Join(there, session, "TODO_LIST.md"), "- [ ] **IMPL-1**: Parse\n- [ ] **IMPL-2**: Link\n")
	if !testdir.Soon(func() bool { return len(nextTo(w.ExamineNow(t.Context()))) == 1 }) {
		t.Error("what is wrong on the other host is not found")
	}
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
		{"mcp --install --dir far:project", 0, "mcp --dir far:project --as"},
		{"replay far:project", 2, "ssh -t far sideboard replay project"},
		{"mcp --http 127.0.0.1:0 --dir far:project", 2, "run sideboard mcp --http on far"},
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
	config := t.TempDir()
	mkdir(t, filepath.Join(config, "sideboard"))
	put(t, filepath.Join(config, "sideboard", "config.toml"), "ascii = true\n")
	far.put("task_2.json", s07("2", "größer", "pending", "[]"))
	plain := program(t, "list", "--dir", "far:project")
	plain.Env = append(plain.Environ(), "XDG_CONFIG_HOME="+config)
	if out, err := plain.CombinedOutput(); err != nil || !strings.Contains(string(out), "gr??er") {
		t.Errorf("with ASCII alone it writes %v\n%s", err, out)
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

// What a shell prints before it runs sideboard is none of its answer, and nothing that another host sends controls the
// terminal.
func TestNothingOfAnotherHostReachesTheTerminalRaw(t *testing.T) {
	far := newHost(t)
	mkdir(t, filepath.Join(far.home, "project", ".tasks"))
	far.put("task_1.json", s07("1", "Far away", "pending", "[]"))
	const harm = `\033]0;PWN\007\033[2J\302\233\342\200\256`
	greets := `printf 'Welcome` + harm + `\n'; printf 'motd` + harm + `\n' >&2`
	run := fmt.Sprintf(`while [ "$1" != -- ]; do shift; done; cd %s && HOME=%[1]s XDG_STATE_HOME= exec sh -c "$3"`, far.home)
	for name, c := range map[string]struct {
		script, line string
		code         int
		out, errs    string // what is written there; "{" for JSON
	}{
		"words":                 {greets + "; " + run, "list --dir far:project", 0, "Far away", ""},
		"JSON":                  {greets + "; " + run, "list --json --dir far:project", 0, "{", ""},
		"a refusal in JSON":     {greets + "; " + run, "complete 7 --json --dir far:project", 4, "", "{"},
		"no sideboard":          {greets + "; printf 'sh: sideboard" + harm + "' >&2; exit 127", "list --dir far:project", 5, "Welcome", "no sideboard on far"},
		"no sideboard, in JSON": {greets + "; printf 'sh: sideboard" + harm + "' >&2; exit 127", "list --json --dir far:project", 5, "", "{"},
		"no connection in JSON": {"printf 'ssh: refused" + harm + "' >&2; exit 255", "list --json --dir far:project", 5, "", "{"},
		"something else":        {greets, "list --dir far:project", 5, "Welcome", "is not from sideboard"},
		"a hostile answer":      {`printf '\0sideboard\0\nhello` + harm + `\n'`, "list --dir far:project", 0, "hello", ""},
		"a hostile JSON":        {`printf '\0sideboard\0\n{"a":"` + harm + `"}\n'`, "list --json --dir far:project", 0, "{", ""},
	} {
		t.Run(name, func(t *testing.T) {
			far.ssh(c.script)
			var out, errs strings.Builder
			cmd := program(t, strings.Fields(c.line)...)
			cmd.Stdout, cmd.Stderr = &out, &errs
			code := 0
			if exit, ended := errors.AsType[*exec.ExitError](cmd.Run()); ended {
				code = exit.ExitCode()
			}
			if code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			for _, got := range []struct{ text, want string }{{out.String(), c.out}, {errs.String(), c.errs}} {
				switch {
				case strings.ContainsAny(got.text, "\x00\x1b\a\u009b"):
					t.Errorf("it writes %q", got.text)
				case got.want == "{" && !json.Valid([]byte(got.text)), got.want == "" && got.text != "", !strings.Contains(got.text, got.want):
					t.Errorf("it writes %q, want %s", got.text, got.want)
				}
			}
		})
	}
}

//go:build unix

package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// The test binary is also the program on the other host.
func TestMain(m *testing.M) {
	if dir := os.Getenv("SIDEBOARD_REMOTE"); dir != "" {
		beatInterval = 50 * time.Millisecond
		maxWork = 200 * time.Millisecond
		beforeAnswer = func() {
			if os.Remove(filepath.Join(dir, "..", "die")) == nil {
				os.Exit(1) // the edit is written, its answer is not sent
			}
		}
		err := Serve(context.Background(), os.Stdin, os.Stdout, Options{
			Hello: Hello{Version: os.Getenv("SIDEBOARD_REMOTE_VERSION"), Dir: dir, Project: "p"},
			Store: store.Options{State: filepath.Join(dir, "..", "state")},
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	testdir.InMemory()
	testdir.Main(m)
}

// far is a directory on the other host, and a Link to it.
type far struct {
	*testing.T
	*Link
	dir     string
	reached atomic.Bool // ssh reaches the host
	cmd     atomic.Pointer[exec.Cmd]
	last    tasks.Delta // that until got last
	store   *store.Store
}

func task(id int, status, owner string) string {
	return fmt.Sprintf(`{"id": %d, "subject": "task %d", "description": "", "status": %q, "blockedBy": [], "owner": %q}`, id, id, status, owner)
}

func dialed(t *testing.T, version string) (*far, error) {
	t.Helper()
	was, redial := beatInterval, firstRedial
	beatInterval, firstRedial = 50*time.Millisecond, 20*time.Millisecond
	f := &far{T: t, dir: filepath.Join(t.TempDir(), ".tasks")}
	testdir.Must(t, os.Mkdir(f.dir, 0o700))
	for i := range 3 {
		f.write(i+1, "pending", "")
	}
	f.reached.Store(true)
	dial := func(ctx context.Context) (*exec.Cmd, error) {
		if !f.reached.Load() {
			return exec.CommandContext(ctx, "sh", "-c", "echo 'Welcome'; echo 'ssh: No route to host' >&2; exit 255"), nil
		}
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), "SIDEBOARD_REMOTE="+f.dir, "SIDEBOARD_REMOTE_VERSION="+version)
		f.cmd.Store(cmd)
		return cmd, nil
	}
	var err error
	f.Link, err = dialWith(t.Context(), Address{Host: "far"}, "v1", dial, make(chan store.Outcome, 8))
	t.Cleanup(func() {
		if f.Link != nil {
			f.Link.Close()
		}
		beatInterval, firstRedial = was, redial
	})
	if err == nil {
		f.store, err = store.Open(f.Hello().Dir, store.Options{Disk: f.Files})
		testdir.Must(t, err)
		t.Cleanup(func() { f.store.Close() })
		testdir.Must(t, f.store.Load(t.Context(), func(tasks.Delta) {}))
	}
	return f, err
}

func opened(t *testing.T) *far {
	t.Helper()
	f, err := dialed(t, "v1")
	testdir.Must(t, err)
	return f
}

func (f *far) write(id int, status, owner string) {
	f.Helper()
	testdir.Must(f.T, os.WriteFile(filepath.Join(f.dir, fmt.Sprintf("task_%d.json", id)), []byte(task(id, status, owner)), 0o600))
}

// until follows the changes until so reports what is wanted, and returns the last Delta.
func (f *far) until(what string, so func() bool) (last tasks.Delta) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), time.Minute)
	defer cancel()
	for !so() {
		ev, err := f.Next(ctx)
		if err != nil {
			f.Fatalf("%s: %v", what, err)
		}
		names := ev.Names
		if ev.Rescan {
			names = nil
		}
		last, err = f.store.Refresh(ctx, names)
		testdir.Must(f.T, err)
		last.Health, last.Why = ev.Health, ev.Why
		f.Mine(&last)
		f.last = last
	}
	return last
}

func (f *far) task(id int) *tasks.Task {
	return f.store.Task(tasks.Key{Name: fmt.Sprintf("task_%d.json", id)})
}

func (f *far) claim(id int) tasks.Edit {
	return tasks.Edit{ID: tasks.EditID(id), Verb: tasks.VerbClaim, Of: f.task(id).Key, Who: "me", At: time.Now(),
		Needs: []tasks.Need{{Key: f.task(id).Key, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}}
}

func (f *far) onDisk(id int) string {
	f.Helper()
	raw, err := os.ReadFile(filepath.Join(f.dir, fmt.Sprintf("task_%d.json", id)))
	testdir.Must(f.T, err)
	return string(raw)
}

func (f *far) cut() {
	f.reached.Store(false)
	_ = f.cmd.Load().Process.Kill()
}

// freeze stops the program on the other host, and waits until it does nothing any more.
func (f *far) freeze() {
	f.Helper()
	p := f.cmd.Load().Process
	testdir.Must(f.T, p.Signal(syscall.SIGSTOP))
	var now syscall.WaitStatus
	if !testdir.Soon(func() bool {
		_, err := syscall.Wait4(p.Pid, &now, syscall.WUNTRACED|syscall.WNOHANG, nil)
		return err == nil && now.Stopped()
	}) {
		f.Fatal("it does not stop")
	}
}

func TestWhatIsAnAddress(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	testdir.Must(t, os.Mkdir("a:b", 0o700))
	for arg, want := range map[string]string{
		"host:dir":        "host dir",
		"me@host:/abs/x":  "me@host /abs/x",
		"host:":           "host ",
		"host:~/p":        "host p",
		"[::1]:p":         "::1 p",
		"host:with: more": "host with: more",
		"a:b":             "local", // it exists
		"./host:dir":      "local",
		"dir/with:colon":  "local",
		"c:/dir":          "local",
		`c:\dir`:          "local",
		"plain":           "local",
		"":                "local",
		"fix this: now":   "error",
		"-oProxy=x:dir":   "error",
	} {
		t.Run(arg, func(t *testing.T) {
			a, ok, err := Parse(arg)
			got := a.Host + " " + a.Dir
			switch {
			case err != nil:
				got = "error"
			case !ok:
				got = "local"
			}
			if got != want {
				t.Errorf("%q is %q, want %q", arg, got, want)
			}
		})
	}
}

func TestWordsReachTheOtherShellWhole(t *testing.T) {
	args := Address{Host: "h"}.Command(true, "ann", "add", `it's "$HOME" \ * & ;`, "")
	out, err := exec.Command("sh", "-c", strings.Replace(args[len(args)-1], " sideboard", ` sh -c 'printf "<%s>" "$SIDEBOARD_AS" "$@"' sh`, 1)).Output()
	testdir.Must(t, err)
	if want := `<ann><add><it's "$HOME" \ * & ;><>`; string(out) != want {
		t.Errorf("they arrive as %s, want %s", out, want)
	}
	if host := args[len(args)-2]; host != "h" || args[len(args)-3] != "--" {
		t.Errorf("%q: ssh could take the host for an option", args)
	}
}

func TestTheFilesOfAnotherHostAreReadAndFollowed(t *testing.T) {
	f := opened(t)
	for id := 1; id <= 3; id++ {
		if f.task(id) == nil {
			t.Errorf("task %d is missing", id)
		}
	}
	f.write(2, "in_progress", "agent")
	last := f.until("a changed file", func() bool { return f.task(2).Owner == "agent" })
	if len(last.Mine) > 0 {
		t.Error("the change of an agent is reported as ours")
	}
	testdir.Must(t, os.Remove(filepath.Join(f.dir, "task_3.json")))
	f.until("a removed file", func() bool { return f.task(3) == nil })
	f.write(4, "pending", "")
	f.until("a new file", func() bool { return f.task(4) != nil })
	testdir.Must(t, os.WriteFile(filepath.Join(f.dir, "big.json"), make([]byte, store.MaxFile+1), 0o600))
	f.until("a file that is too large", func() bool { return len(f.last.Problems) == 1 && f.last.Problems[0].Kind == tasks.TooLarge })
}

func TestAnEditIsCarriedOutThere(t *testing.T) {
	f := opened(t)
	res, err := f.Apply(t.Context(), f.claim(1))
	testdir.Must(t, err)
	if text := f.onDisk(1); !strings.Contains(text, `"in_progress"`) || !strings.Contains(text, `"me"`) {
		t.Errorf("the file there is %s", text)
	}
	if len(res.Applied) != 1 {
		t.Errorf("the result is %+v", res)
	}
	last := f.until("our own claim", func() bool { return f.task(1).Owner == "me" })
	if last.Mine[f.task(1).Key] != 1 {
		t.Errorf("the claim is not reported as ours: %+v", last.Mine)
	}

	f.write(2, "in_progress", "agent")
	var conflict *tasks.ConflictError
	if _, err := f.Apply(t.Context(), f.claim(2)); !errors.As(err, &conflict) || conflict.By != "agent" {
		t.Errorf("a claim of what an agent has is answered by %v", err)
	}

	a, err := f.Ask(t.Context(), Request{Do: Past})
	if err != nil || len(a.Past) != 1 || a.Past[0].ID != 1 {
		t.Fatalf("the past edits there are %+v, %v", a.Past, err)
	}
	a, err = f.Ask(t.Context(), Request{Do: Undo, ID: 1})
	testdir.Must(t, err)
	a.Edit.ID, a.Edit.Who = 7, "me"
	_, err = f.Apply(t.Context(), a.Edit)
	testdir.Must(t, err)
	if text := f.onDisk(1); text != task(1, "pending", "") {
		t.Errorf("after undo the file there is %s", text)
	}
	if _, err := f.Ask(t.Context(), Request{Do: Undo, ID: 99}); !errors.Is(err, store.ErrNotInHistory) {
		t.Errorf("undoing an edit that there is not is answered by %v", err)
	}
}

func TestAnEditFollowsFromWhatWasSentBefore(t *testing.T) {
	f := opened(t)
	two := strings.Replace(task(2, "pending", ""), "[]", "[1]", 1)
	testdir.Must(t, os.WriteFile(filepath.Join(f.dir, "task_2.json"), []byte(two), 0o600))
	f.until("the link", func() bool { return len(f.task(2).WaitsFor) == 1 })
	_, err := f.Apply(t.Context(), f.claim(1))
	testdir.Must(t, err)
	f.until("our own claim", func() bool { return f.task(1).Owner == "me" })
	e := f.claim(1)
	e.ID, e.Verb, e.Needs = 5, tasks.VerbComplete, nil
	_, err = f.Apply(t.Context(), e)
	testdir.Must(t, err)
	if one, two := f.onDisk(1), f.onDisk(2); !strings.Contains(one, "completed") || strings.Contains(two, "[1]") {
		t.Errorf("after claim and complete the files are %s and %s", one, two)
	}
	f.until("the completion", func() bool { return len(f.task(2).WaitsFor) == 0 })
	f.write(3, "in_progress", "agent")
	f.until("the claim of an agent", func() bool { return f.task(3).Owner == "agent" })
	e = f.claim(3)
	e.ID, e.Verb, e.Needs = 6, tasks.VerbRelease, nil
	_, err = f.Apply(t.Context(), e)
	testdir.Must(t, err)
}

func TestACutLinkIsReportedAndComesBack(t *testing.T) {
	f := opened(t)
	f.cut()
	last := f.until("the cut", func() bool { return f.Offline() != nil })
	var offline *OfflineError
	if err := f.Offline(); !errors.As(err, &offline) || offline.Host != "far" || time.Since(offline.Since) > time.Minute {
		t.Errorf("it is offline for %v", err)
	}
	if f.task(1) == nil {
		t.Error("what was known is gone")
	}
	if _, err := f.Apply(t.Context(), f.claim(1)); !errors.As(err, &offline) {
		t.Errorf("an edit while it is offline is answered by %v", err)
	}
	last = f.until("what ssh says", func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		return strings.Contains(f.reason, "No route to host")
	})
	if last.Health != tasks.Offline && last.Health != tasks.Live {
		t.Errorf("the health is %v", last.Health)
	}
	f.write(1, "completed", "agent")
	testdir.Must(t, os.Remove(filepath.Join(f.dir, "task_2.json")))
	f.reached.Store(true)
	f.until("the link", func() bool { return f.Offline() == nil && f.task(1).Status == tasks.Completed && f.task(2) == nil })
}

func TestAHostThatSaysNothingIsOffline(t *testing.T) {
	f := opened(t)
	f.reached.Store(false)
	f.freeze()
	f.until("the silence", func() bool { return f.Offline() != nil })
}

func TestAnEditWhoseAnswerWasLostIsAskedFor(t *testing.T) {
	f := opened(t)
	testdir.Must(t, os.WriteFile(filepath.Join(f.dir, "..", "die"), nil, 0o600))
	if _, err := f.Apply(t.Context(), f.claim(1)); err != nil {
		t.Errorf("the edit was written before the link was cut, and is answered by %v", err)
	}
	if !strings.Contains(f.onDisk(1), `"me"`) {
		t.Error("it was not written")
	}
}

func TestAnEditThatDidNotArriveIsReportedSo(t *testing.T) {
	f := opened(t)
	was := maxWork
	maxWork = 200 * time.Millisecond
	defer func() { maxWork = was }()
	f.freeze() // it never reads the edit
	time.AfterFunc(20*time.Millisecond, func() { f.cmd.Load().Process.Kill() })
	if _, err := f.Apply(t.Context(), f.claim(1)); err == nil || !strings.Contains(err.Error(), "did not get it") {
		t.Errorf("it is answered by %v", err)
	}
	if f.onDisk(1) != task(1, "pending", "") {
		t.Error("it was written")
	}
}

func TestAnEditThatArrivesTooLateIsNotCarriedOut(t *testing.T) {
	f := opened(t)
	f.mu.Lock()
	f.clock = time.Now().Add(-time.Hour)
	c := f.conn
	f.mu.Unlock()
	answer := make(chan Answer, 1)
	f.mu.Lock()
	c.waiting[1000] = answer
	testdir.Must(t, c.out.Encode(Request{Seq: 1000, Do: Apply, Edit: f.claim(1), Before: time.Now().Add(-time.Second)}))
	f.mu.Unlock()
	if a := <-answer; a.Failure == nil || f.onDisk(1) != task(1, "pending", "") {
		t.Errorf("it is answered by %+v, and the file is %s", a.Failure, f.onDisk(1))
	}
}

func TestAnotherVersionIsRefused(t *testing.T) {
	_, err := dialed(t, "v2")
	if err == nil || !strings.Contains(err.Error(), "far has sideboard v2, this is v1") {
		t.Errorf("another version is answered by %v", err)
	}
}

func TestAHostThatCannotBeReachedIsExplained(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"what ssh says":     {"echo 'ssh: No route to host' >&2; exit 255", "ssh far: ssh: No route to host"},
		"no sideboard":      {"exit 127", "there is no sideboard on far"},
		"a greeting":        {"echo Welcome", "what far sent is not from sideboard"},
		"an end in silence": {"true", "ssh far: the connection ended"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dialWith(t.Context(), Address{Host: "far"}, "v1", func(ctx context.Context) (*exec.Cmd, error) {
				return exec.CommandContext(ctx, "sh", "-c", c.script), nil
			}, nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it is explained by %v, want %s", err, c.want)
			}
		})
	}
}

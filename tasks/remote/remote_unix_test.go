//go:build unix

package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/tasks/team"
	"sideboard/tasks/testdir"
	"sideboard/tasks/worktree"
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
		fmt.Print("Welcome\n" + Mark)
		err := Serve(context.Background(), os.Stdin, os.Stdout, Options{
			Version: os.Getenv("SIDEBOARD_REMOTE_VERSION"),
			Hello:   Hello{Dir: dir, Project: "p"},
			Store:   store.Options{State: filepath.Join(dir, "..", "state")},
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if mode := os.Getenv("SIDEBOARD_REMOTE_EVIL"); mode != "" {
		evil(mode)
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
	told    chan store.Outcome
	reached atomic.Bool // ssh reaches the host
	busy    atomic.Bool // ssh does not come to an end
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
	// The other side beats six times as often: on a busy machine it is not cut off before a test has stopped it.
	beatInterval, firstRedial = 300*time.Millisecond, 20*time.Millisecond
	f := &far{T: t, dir: filepath.Join(t.TempDir(), ".tasks")}
	testdir.Must(t, os.Mkdir(f.dir, 0o700))
	for i := range 3 {
		f.write(i+1, "pending", "")
	}
	f.reached.Store(true)
	dial := func(ctx context.Context) (*exec.Cmd, error) {
		if f.busy.Load() {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		if !f.reached.Load() {
			return exec.CommandContext(ctx, "sh", "-c", "echo 'Welcome'; echo 'ssh: No route to host' >&2; exit 255"), nil
		}
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), "SIDEBOARD_REMOTE="+f.dir, "SIDEBOARD_REMOTE_VERSION="+version)
		f.cmd.Store(cmd)
		return cmd, nil
	}
	f.told = make(chan store.Outcome, 8)
	f.Link = openWith(Address{Host: "far"}, "v1", dial, f.told)
	err := f.tried()
	t.Cleanup(func() {
		f.Link.Close()
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

// tried returns why a link is offline after its first attempt, nil if it is not.
func tried(t *testing.T, l *Link) error {
	err := l.Tried(t.Context())
	if offline, is := errors.AsType[*tasks.OfflineError](l.Offline()); is {
		return errors.New(offline.Reason)
	}
	return err
}

func (f *far) tried() error { return tried(f.T, f.Link) }

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

// cut ends the link, and keeps it from coming back.
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

func TestAnAddressIsToldFromALocalPath(t *testing.T) {
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
	line := strings.Replace(args[len(args)-1], "' sideboard '", `' sh -c 'printf "<%s>" "$SIDEBOARD_AS" "$@"' sh '`, 1)
	out, err := exec.Command("sh", "-c", line).Output()
	testdir.Must(t, err)
	if want := Mark + `<ann><add><it's "$HOME" \ * & ;><>`; string(out) != want {
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

}

func TestAClaimOfWhatAnAgentHasClaimedThereIsAConflict(t *testing.T) {
	f := opened(t)
	f.write(2, "in_progress", "agent")
	var conflict *tasks.ConflictError
	if _, err := f.Apply(t.Context(), f.claim(2)); !errors.As(err, &conflict) || conflict.By != "agent" {
		t.Errorf("it is answered by %v", err)
	}
}

func TestAnEditIsUndoneThere(t *testing.T) {
	f := opened(t)
	_, err := f.Apply(t.Context(), f.claim(1))
	testdir.Must(t, err)
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
}

func TestUndoingAnEditThatThereIsNotIsRefused(t *testing.T) {
	f := opened(t)
	if _, err := f.Ask(t.Context(), Request{Do: Undo, ID: 99}); !errors.Is(err, store.ErrNotInHistory) {
		t.Errorf("it is answered by %v", err)
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

// What others delete is kept there, as it was last, like what a board of that host sees deleted.
func TestWhatOthersDeleteIsKeptThere(t *testing.T) {
	f := opened(t)
	if !testdir.Soon(func() bool { _, n := f.Near(); return n > 0 }) { // the store there has read all
		t.Fatal("what is next to the tasks does not come")
	}
	made := filepath.Join(f.dir, "..", "new")
	testdir.Must(t, os.WriteFile(made, []byte(task(2, "in_progress", "ann")), 0o600), os.Rename(made, filepath.Join(f.dir, "task_2.json")))
	f.until("the change", func() bool { return f.task(2).Owner == "ann" })
	testdir.Must(t, os.Remove(filepath.Join(f.dir, "task_2.json")))
	f.until("the deletion", func() bool { return f.task(2) == nil })
	var a Answer
	if !testdir.Soon(func() bool {
		var err error
		a, err = f.Ask(t.Context(), Request{Do: Deleted})
		testdir.Must(t, err)
		return len(a.Deleted) > 0
	}) || string(a.Deleted[0].Raw) != task(2, "in_progress", "ann") {
		t.Errorf("kept is %+v", a.Deleted)
	}
}

func TestACutLinkIsReportedAndComesBack(t *testing.T) {
	f := opened(t)
	f.cut()
	last := f.until("the cut", func() bool { return f.Offline() != nil })
	var offline *tasks.OfflineError
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
	f.busy.Store(true)
	f.freeze()
	f.until("the silence", func() bool {
		offline, is := errors.AsType[*tasks.OfflineError](f.Offline())
		return is && offline.Reason == "nothing comes from far"
	})
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

func TestTheFateOfAnEditIsAnOutcomeIfNobodyWaitsForIt(t *testing.T) {
	for name, c := range map[string]struct {
		written bool
		want    store.OutcomeKind
	}{"written": {true, store.Written}, "not written": {false, store.NotWritten}} {
		t.Run(name, func(t *testing.T) {
			f := opened(t)
			was := maxWork
			maxWork = 200 * time.Millisecond
			defer func() { maxWork = was }()
			f.reached.Store(false)
			if c.written {
				testdir.Must(t, os.WriteFile(filepath.Join(f.dir, "..", "die"), nil, 0o600))
			} else {
				f.freeze()
				time.AfterFunc(20*time.Millisecond, func() { f.cmd.Load().Process.Kill() })
			}
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			_, err := f.Apply(ctx, f.claim(1))
			if unknown, is := errors.AsType[*tasks.UnknownError](err); !is || !unknown.Settles {
				t.Fatalf("an edit without an answer is answered by %v", err)
			}
			f.reached.Store(true)
			if o := <-f.told; o.What != c.want || o.Edit.ID != 1 || o.Key != f.task(1).Key {
				t.Errorf("its fate is %v of %+v, want %v", o.What, o.Edit, c.want)
			}
			if strings.Contains(f.onDisk(1), `"me"`) != c.written {
				t.Errorf("the file is %s", f.onDisk(1))
			}
		})
	}
}

func TestAHostThatIsDownAtTheStartIsConnectedWhenItIsUp(t *testing.T) {
	var up atomic.Bool
	was := firstRedial
	firstRedial = 20 * time.Millisecond
	defer func() { firstRedial = was }()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o700))
	l := openWith(Address{Host: "far"}, "v1", func(ctx context.Context) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, os.Args[0])
		if cmd.Env = append(os.Environ(), "SIDEBOARD_REMOTE="+dir, "SIDEBOARD_REMOTE_VERSION=v1"); !up.Load() {
			return exec.CommandContext(ctx, "sh", "-c", "echo 'ssh: Connection refused' >&2; exit 255"), nil
		}
		return cmd, nil
	}, nil)
	defer l.Close()
	if err := tried(t, l); err == nil || !strings.Contains(err.Error(), "Connection refused") || l.Came() {
		t.Errorf("it is tried with %v", err)
	}
	up.Store(true)
	if !testdir.Soon(l.Came) || l.Offline() != nil {
		t.Errorf("it does not connect: %v", l.Offline())
	}
}

func TestWhatIsNextToTheTasksIsSent(t *testing.T) {
	f := opened(t)
	team := filepath.Join(f.dir, "..", ".team")
	testdir.Must(t, os.Mkdir(team, 0o700))
	testdir.Must(t, os.WriteFile(filepath.Join(team, "config.json"),
		[]byte(`{"members":[{"name":"ann","role":"coder","status":"idle"}]}`), 0o600))
	testdir.Must(t, os.Mkdir(filepath.Join(f.dir, "task_1.json.lock"), 0o700))
	testdir.Must(t, os.Mkdir(f.dir+".lock", 0o700))
	if !testdir.Soon(func() bool {
		near, _ := f.Near()
		return len(near.Roster.Members) == 1 && near.Roster.Members[0].Name == "ann" &&
			near.OuterLock != nil && len(near.Entries) == 1 && near.Entries[0].Name == "task_1.json.lock"
	}) {
		near, _ := f.Near()
		t.Errorf("it is %+v", near)
	}
}

func TestThatATeamCannotBeReadIsSent(t *testing.T) {
	f := opened(t)
	team := filepath.Join(f.dir, "..", ".team")
	testdir.Must(t, os.Mkdir(team, 0o700))
	testdir.Must(t, os.WriteFile(filepath.Join(team, "config.json"), []byte(`{"members":[`), 0o600))
	if !testdir.Soon(func() bool { near, _ := f.Near(); return len(near.Problems) == 1 }) {
		near, _ := f.Near()
		t.Errorf("sent is %+v", near)
	}
}

func TestWhatIsNextToTheTasksIsSentHoweverMuchItIs(t *testing.T) {
	const many = 10_000
	long := strings.Repeat("x", 1<<20)
	n := Near{
		Session: &locate.SessionFiles{
			Name: "s", Todo: []byte(long), Plan: []byte(long), Status: long, Markers: slices.Repeat([]string{"WFS-a"}, many),
		},
		Worktrees: slices.Repeat([]worktree.Tree{{Name: "wt", Path: strings.Repeat("/p", 100)}}, many),
		Entries:   slices.Repeat([]store.Entry{{Name: "task_1.json.lock"}}, many),
	}
	n.Roster.Members = slices.Repeat([]team.Member{{Name: "ann", Newest: team.Message{Text: long}}}, 4*many)
	n.Problems = []Problem{{"config.json", "it is no JSON"}}
	n.limit()
	var sent bytes.Buffer
	testdir.Must(t, newWriter(&sent).write(&Message{Near: &n}))
	var came Message
	testdir.Must(t, newReader(&sent).read(&came))
	got := came.Near
	if string(got.Session.Todo) != long || string(got.Session.Plan) != long || len(got.Roster.Members) < 300 || len(got.Worktrees) < 1000 ||
		len(got.Entries) < 1000 || len(got.Session.Markers) < 1000 {
		t.Errorf("of it came %d agents, %d worktrees, %d entries", len(got.Roster.Members), len(got.Worktrees), len(got.Entries))
	}
	if len(got.Problems) != 5 || !strings.Contains(got.Problems[1].Text, fmt.Sprintf("only %d of %d are sent", len(got.Roster.Members), 4*many)) {
		t.Errorf("what is left out is %v", got.Problems)
	}
}

// A git that hangs there, as on a file system that does not answer, keeps no link silent.
func TestAGitThatHangsCutsNoLink(t *testing.T) {
	bin := t.TempDir()
	testdir.Must(t, os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\ntouch "+bin+"/asked; exec sleep 60\n"), 0o700))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	f := opened(t)
	for i := range 3 {
		testdir.Must(t, os.Remove(filepath.Join(f.dir, fmt.Sprintf("task_%d.json", i+1))))
	}
	const s12 = `{"id": "task_1795219400_0001", "subject": "a", "description": "", "status": "pending", "owner": null, "blockedBy": []}`
	testdir.Must(t, os.WriteFile(filepath.Join(f.dir, "task_1795219400_0001.json"), []byte(s12), 0o600))
	testdir.Must(t, os.Mkdir(filepath.Join(f.dir, "..", ".worktrees"), 0o700))
	f.cut()
	f.reached.Store(true)
	if !testdir.Soon(func() bool { _, err := os.Stat(filepath.Join(bin, "asked")); return err == nil }) {
		t.Fatal("git is not asked")
	}
	f.until("the list", func() bool { return f.Offline() == nil })
	was := f.cmd.Load()
	for end := time.Now().Add(3 * silence()); time.Now().Before(end); time.Sleep(beatInterval) { // a silent link is cut
		if f.Offline() != nil || f.cmd.Load() != was {
			t.Fatalf("the link was cut: %v", f.Offline())
		}
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
	answer := make(chan Answer, 1)
	f.mu.Lock()
	f.conn.waiting[1000] = answer
	testdir.Must(t, f.conn.out.write(&Request{Seq: 1000, Do: Apply, Edit: f.claim(1), Before: time.Now().Add(-time.Second)}))
	f.mu.Unlock()
	if a := <-answer; a.Failure == nil || f.onDisk(1) != task(1, "pending", "") {
		t.Errorf("it is answered by %+v, and the file is %s", a.Failure, f.onDisk(1))
	}
}

func TestARequestThatNoProgramOfThisVersionMakesIsRefused(t *testing.T) {
	f := opened(t)
	e := f.claim(1)
	e.Verb = tasks.VerbSync + 1
	if _, err := f.Ask(t.Context(), Request{Do: Apply, Edit: e}); err == nil || !strings.Contains(err.Error(), "verb 14 is not known here") {
		t.Errorf("an unknown verb is answered by %v", err)
	}
	e = f.claim(1)
	e.At = time.Unix(1<<40, 0)
	if _, err := f.Ask(t.Context(), Request{Do: Apply, Edit: e}); err == nil || !strings.Contains(err.Error(), "no time") {
		t.Errorf("the year 36812 is answered by %v", err)
	}
	if _, err := f.Ask(t.Context(), Request{Do: 99}); err == nil || f.onDisk(1) != task(1, "pending", "") {
		t.Errorf("another request is answered by %v, and the file is %s", err, f.onDisk(1))
	}
	if _, err := f.Ask(t.Context(), Request{Do: Past}); err != nil {
		t.Errorf("afterwards it answers %v", err)
	}
}

// What serve does to a file cannot be taken back, and no person asks for it.
func TestARequestToDoWhatServeDoesIsRefused(t *testing.T) {
	f := opened(t)
	put := tasks.Step{Kind: tasks.PutFile, Key: f.task(1).Key, Raw: []byte(task(1, "completed", "eve")), Sum: log.Sum([]byte(f.onDisk(1)))}
	for name, change := range map[string]func(*tasks.Edit){
		"its verb":           func(e *tasks.Edit) { e.Verb, e.Needs = tasks.VerbSync, nil },
		"its verb and step":  func(e *tasks.Edit) { e.Verb, e.Steps = tasks.VerbSync, []tasks.Step{put} },
		"its step":           func(e *tasks.Edit) { e.Steps = []tasks.Step{put} },
		"its step as a part": func(e *tasks.Edit) { e.Verb, e.Also = tasks.VerbEdit, []tasks.Step{put} },
	} {
		e := f.claim(1)
		change(&e)
		_, err := f.Ask(t.Context(), Request{Do: Apply, Edit: e})
		if err == nil || !strings.Contains(err.Error(), "only sideboard serve puts whole files") {
			t.Errorf("%s is answered by %v", name, err)
		}
	}
	if f.onDisk(1) != task(1, "pending", "") {
		t.Errorf("the file there is %s", f.onDisk(1))
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
		"a greeting":        {"echo Welcome", "what far sent is not from sideboard: it cannot be read: its shell prints something else"},
		"a cut greeting":    {`printf '\0side'`, "ssh far: the connection ended"},
		"a cut beginning":   {`printf '\0sideboard\0\nv'`, "ssh far: the connection ended"},
		"its own words":     {`echo Welcome >&2; printf '\0sideboard\0\n' >&2; echo 'sideboard: no list' >&2; exit 4`, "ssh far: sideboard: no list"},
		"an end in silence": {"true", "ssh far: the connection ended"},
	} {
		t.Run(name, func(t *testing.T) {
			l := openWith(Address{Host: "far"}, "v1", func(ctx context.Context) (*exec.Cmd, error) {
				return exec.CommandContext(ctx, "sh", "-c", c.script), nil
			}, nil)
			defer l.Close()
			err := tried(t, l)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it is explained by %v, want %s", err, c.want)
			}
		})
	}
}

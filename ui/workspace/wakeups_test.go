package workspace

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

const oneTask = `{"id":"task_1","subject":"S","description":"","status":"in_progress","owner":"ann","blockedBy":[]}`

// A file that stays as it is wakes nobody, whatever is in it: each wake-up reads the files again and draws a frame.
func TestNoFileNextToTheTasksWakesABoardForEver(t *testing.T) {
	t.Parallel()
	lease := func(until time.Time) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			working := func(string) bool { return true }
			testdir.Must(t, log.SetLease(t.Context(), filepath.Join(dir, "../state"), dir, "ann", until, working))
		}
	}
	file := func(name, text string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, name)
			testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
		}
	}
	link := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, name)
			testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755), os.Symlink("nowhere", path))
		}
	}
	folder := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { testdir.Must(t, os.MkdirAll(filepath.Join(dir, name), 0o755)) }
	}
	for name, lay := range map[string]func(*testing.T, string){
		"nothing":            func(*testing.T, string) {},
		"a lease that runs":  lease(time.Now().Add(time.Hour)),
		"a lease that ended": lease(time.Now().Add(-24 * time.Hour)),
		"leases not to be read": func(t *testing.T, dir string) {
			state, name := filepath.Split(log.LeasesFile(filepath.Join(dir, "../state"), dir))
			testdir.Must(t, log.WriteSmall(state, name, []byte("{garbage")))
		},
		"a team":               file("../.team/config.json", `{"members":[{"name":"ann","status":"working"}]}`),
		"a broken team":        file("../.team/config.json", `{`),
		"a link as a team":     link("../.team/config.json"),
		"a folder as a team":   folder("../.team/config.json"),
		"inboxes":              file("../.team/inbox/lead.jsonl", `{"from":"ann","content":"x"}`),
		"teams":                file("../.teams/a/config.json", `{"members":[{"name":"ann"}]}`),
		"a link as teams":      link("../.teams"),
		"mailboxes":            file("../.mailboxes/ann.jsonl", `{"from":"bob","content":"x"}`),
		"a plan to tick off":   file("../"+dialect.TodoName, "- [ ] **task_1**: S\n"),
		"a link as that plan":  link("../" + dialect.TodoName),
		"an outer lock":        folder("../.tasks.lock"),
		"a lock file":          file(".lock", ""),
		"a mark":               file(".highwatermark", "7"),
		"a mark without sense": file(".highwatermark", "seven"),
		"worktree events":      file("../.worktrees/events.jsonl", "{}\n"),
		"a worktree index":     file("../.worktrees/index.json", "{"),
		"a broken task":        file("task_2.json", "{"),
		"a link as a task":     link("task_2.json"),
		"a foreign file":       file("notes.txt", "x"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			dir := filepath.Join(root, ".tasks")
			file("task_1.json", oneTask)(t, dir)
			lay(t, dir)
			w, err := Open(locate.Place{Dir: dir}, Options{State: filepath.Join(root, "state")})
			testdir.Must(t, err)
			defer w.Close()
			if n := deltasUntilANewTask(t, w, dir); n != 1 {
				t.Errorf("one new task arrives with %d deltas", n)
			}
			surroundingsAreQuiet(t, w)
		})
	}
}

// deltasUntilANewTask returns how many deltas arrive for a new task in a directory that is otherwise quiet.
func deltasUntilANewTask(t *testing.T, w *Workspace, dir string) (n int) {
	for quiet := false; !quiet; { // a half-written file is waited for
		d, err := w.Next(t.Context())
		testdir.Must(t, err)
		quiet = !d.Loading && !d.Torn
	}
	for range 3 {
		w.Nudge()
	}
	whole := filepath.Join(dir, "../task_9.json")
	testdir.Must(t, os.WriteFile(whole, []byte(`{"id":"task_9","subject":"New"}`), 0o644), os.Rename(whole, filepath.Join(dir, "task_9.json")))
	for {
		d, err := w.Next(t.Context())
		testdir.Must(t, err)
		n++
		for _, task := range d.Put {
			if task.Subject == "New" {
				return n
			}
		}
		if n == 100 {
			return n
		}
	}
}

// surroundingsAreQuiet fails if the files next to the tasks are said to have changed.
func surroundingsAreQuiet(t *testing.T, w *Workspace) {
	now, err := w.NextSurroundings(nil)
	testdir.Must(t, err)
	woken := make(chan struct{})
	go func() {
		if _, err := w.NextSurroundings(&now); err == nil {
			close(woken)
		}
	}()
	for range 3 {
		w.SetFocused(true) // it checks at once
		testdir.Soon(func() bool { return len(w.refocused) == 0 || isClosed(woken) })
	}
	if isClosed(woken) {
		t.Error("nothing changed, and the board reads everything again")
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func TestTheFileOfATaskIsNamedWithItsHost(t *testing.T) {
	for want, place := range map[string]locate.Place{
		"/p/.tasks/task_1.json":       {Dir: "/p/.tasks"},
		"far:/p/.tasks/task_1.json":   {Dir: "far:/p/.tasks", Host: "far"},
		"nats://far/plan/task_1.json": {Dir: "nats://far/plan", Host: "far"},
	} {
		w := &Workspace{dirs: []*directory{{list: bucketList{localList: localList{near: noNear{place: place}}}, place: place}}}
		if file, dir := w.FileOf(tasks.Key{Name: "task_1.json"}); filepath.ToSlash(file) != want || dir != place.Dir {
			t.Errorf("in %s it is %s, %s", place.Dir, file, dir)
		}
	}
}

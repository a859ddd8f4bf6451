package bucket

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// again serves the directory once more, as after a restart.
func (m *mirrored) again(server string) *mirrored {
	m.Helper()
	m.stop()
	return serve(m.T, server, filepath.Dir(m.dir), m.state)
}

// hasOnly waits until the bucket has just the tasks of some ids.
func (h *host) hasOnly(ids ...int) {
	h.Helper()
	var got []string
	if !testdir.Soon(func() bool {
		got = nil
		_ = h.Dir().Each(func(name []byte, _ store.Kind) {
			if strings.HasPrefix(string(name), "task_") {
				got = append(got, string(name))
			}
		})
		for _, id := range ids {
			if _, ok := h.File(file(id)); !ok {
				return false
			}
		}
		return len(got) == len(ids)
	}) {
		h.Fatalf("the bucket has %v, want the tasks %v", got, ids)
	}
}

// sFull is a task in the form of s_full, whose agents delete tasks.
func sFull(id int, subject string) string {
	return fmt.Sprintf("{\n  \"id\": %d,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": null,\n  \"blockedBy\": []\n}", id, subject)
}

func TestAnEmptiedDirectoryIsFilledFromTheBucket(t *testing.T) {
	t.Parallel()
	for what, empty := range map[string]func(dir string) error{
		"its files are removed": func(dir string) error {
			return os.RemoveAll(filepath.Join(dir, file(1)))
		},
		"all files are removed": func(dir string) error {
			for id := 1; id <= 3; id++ {
				if err := os.Remove(filepath.Join(dir, file(id))); err != nil {
					return err
				}
			}
			return nil
		},
		"it is made again": func(dir string) error {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
			return os.Mkdir(dir, 0o700)
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t)
			a := serve(t, srv, t.TempDir(), t.TempDir())
			for id := 1; id <= 3; id++ {
				a.write(id, sFull(id, "task"))
			}
			b := serve(t, srv, t.TempDir(), t.TempDir())
			b.becomes(3, sFull(3, "task"))
			a.stop()
			testdir.Must(t, empty(a.dir))
			a = a.again(srv)
			a.reports("is back")
			for id := 1; id <= 3; id++ {
				a.becomes(id, sFull(id, "task"))
				b.becomes(id, sFull(id, "task"))
			}
		})
	}
}

func TestFilesThatAreRemovedTogetherComeBack(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	a, board := serve(t, srv, t.TempDir(), t.TempDir()), openHost(t, srv)
	for id := 1; id <= 4; id++ {
		a.write(id, sFull(id, "task"))
	}
	board.hasOnly(1, 2, 3, 4)
	for id := 1; id <= 3; id++ {
		testdir.Must(t, os.Remove(filepath.Join(a.dir, file(id))))
	}
	for id := 1; id <= 3; id++ {
		a.becomes(id, sFull(id, "task"))
	}
	a.reports(`task_1.json "task" was not there, and is back`)
	board.hasOnly(1, 2, 3, 4)
}

func TestAFileThatIsRemovedAlone(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	a, board := serve(t, srv, t.TempDir(), t.TempDir()), openHost(t, srv)
	for id := 1; id <= 3; id++ {
		a.write(id, text(id, "pending", ""))
	}
	board.hasOnly(1, 2, 3)
	testdir.Must(t, os.Remove(filepath.Join(a.dir, file(1)))) // agents of s07 never do
	a.becomes(1, text(1, "pending", ""))
	a.reports("“sideboard delete” removes a task")

	local, err := store.Open(a.dir, store.Options{State: a.state})
	testdir.Must(t, err)
	defer local.Close()
	testdir.Must(t, local.Load(t.Context(), func(tasks.Delta) {}))
	for id := 1; id <= 2; id++ { // with sideboard, any number
		_, err = local.Batch().Apply(t.Context(), tasks.Edit{Verb: tasks.VerbDelete, Of: tasks.Key{Name: file(id)}})
		testdir.Must(t, err)
	}
	board.hasOnly(3)
	past, err := local.Past().Edits()
	testdir.Must(t, err)
	undo, err := local.Batch().Undo(past[0].ID)
	testdir.Must(t, err)
	_, err = local.Batch().Apply(t.Context(), undo)
	testdir.Must(t, err)
	board.hasOnly(2, 3)
}

func TestAnAgentDeletesATask(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	a, board := serve(t, srv, t.TempDir(), t.TempDir()), openHost(t, srv)
	for id := 1; id <= 3; id++ {
		a.write(id, sFull(id, fmt.Sprint("task ", id)))
	}
	board.hasOnly(1, 2, 3)
	testdir.Must(t, os.Remove(filepath.Join(a.dir, file(2))))
	board.hasOnly(1, 3)
	local, err := store.Open(a.dir, store.Options{State: a.state})
	testdir.Must(t, err)
	defer local.Close()
	if kept, err := local.Past().Deleted(); err != nil || len(kept) != 1 || string(kept[0].Raw) != sFull(2, "task 2") {
		t.Errorf("kept are %v, %v", kept, err)
	}
}

func TestAFileThatGetsAnotherNameIsMoved(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	a, board := serve(t, srv, t.TempDir(), t.TempDir()), openHost(t, srv)
	for id := 1; id <= 3; id++ {
		a.write(id, text(id, "pending", ""))
	}
	board.hasOnly(1, 2, 3)
	testdir.Must(t, os.Rename(filepath.Join(a.dir, file(2)), filepath.Join(a.dir, file(7))))
	board.hasOnly(1, 3, 7)
}

// claudeTask is a task of Claude Code.
func claudeTask(id int, status string) string {
	return fmt.Sprintf(`{"id": "%d", "subject": "task %d", "description": "", "status": %q, "blocks": [], "blockedBy": []}`, id, id, status)
}

func TestClaudeCodeWipesAFinishedList(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		last, noted string
		wiped       bool
	}{
		"all completed":     {"completed", "2", true},
		"one not completed": {"pending", "2", false},
		"nothing noted":     {"completed", "", false},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t)
			a := &mirrored{T: t, dir: filepath.Join(t.TempDir(), ".claude", "tasks", "list"), state: t.TempDir()}
			testdir.Must(t, os.MkdirAll(a.dir, 0o700))
			put := func(name, raw string) { testdir.Must(t, os.WriteFile(filepath.Join(a.dir, name), []byte(raw), 0o600)) }
			put("1.json", claudeTask(1, "completed"))
			put("2.json", claudeTask(2, c.last))
			a.start(srv)
			a.reports("are kept equal")
			board := openHost(t, srv)
			if c.noted != "" {
				put(mark, c.noted)
			}
			testdir.Must(t, os.Remove(filepath.Join(a.dir, "1.json")), os.Remove(filepath.Join(a.dir, "2.json")))
			gone := func() bool { _, one := board.File("1.json"); _, two := board.File("2.json"); return !one && !two }
			back := func() bool { _, err := os.Stat(filepath.Join(a.dir, "2.json")); return err == nil }
			if c.wiped && !testdir.Soon(gone) || !c.wiped && (!testdir.Soon(back) || gone()) {
				t.Errorf("the bucket has no task: %v; it says %q", gone(), a.told)
			}
		})
	}
}

// restarted is a server that can be stopped and started again with an earlier state.
type restarted struct {
	*testing.T
	dir  string
	addr string
	s    *server.Server
}

func newRestarted(t *testing.T) *restarted {
	r := &restarted{T: t, dir: t.TempDir()}
	r.start(server.RANDOM_PORT)
	t.Cleanup(r.stop)
	return r
}

// start starts the server. While it was down a client may have got its port, even to connect to itself: then it tries again.
func (r *restarted) start(port int) {
	r.Helper()
	if !testdir.Soon(func() bool {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: r.dir, NoLog: true, NoSigs: true})
		testdir.Must(r.T, err)
		s.Start()
		if !s.ReadyForConnections(5 * time.Second) {
			s.Shutdown()
			return false
		}
		r.s, r.addr = s, s.Addr().String()
		return true
	}) {
		r.Fatal("the server does not start")
	}
}

func (r *restarted) stop() {
	r.s.Shutdown()
	r.s.WaitForShutdown()
}

// with starts the server again after do.
func (r *restarted) with(do func()) {
	r.Helper()
	r.stop()
	do()
	_, port, _ := strings.Cut(r.addr, ":")
	number := 0
	_, err := fmt.Sscan(port, &number)
	testdir.Must(r.T, err)
	r.start(number)
}

func TestWhatTheServerLostIsSentAgain(t *testing.T) {
	t.Parallel()
	srv := newRestarted(t)
	a := serve(t, srv.addr, t.TempDir(), t.TempDir())
	a.write(1, text(1, "pending", ""))
	b := serve(t, srv.addr, t.TempDir(), t.TempDir())
	b.becomes(1, text(1, "pending", ""))
	early := t.TempDir()
	srv.with(func() { testdir.Must(t, os.CopyFS(early, os.DirFS(srv.dir))) })
	a.reports("is online again")
	b.reports("is online again")
	a.write(2, text(2, "pending", ""))
	b.becomes(2, text(2, "pending", ""))
	b.write(1, text(1, "in_progress", "bob"))
	a.becomes(1, text(1, "in_progress", "bob"))
	srv.with(func() { srv.dir = early })
	board := openHost(t, srv.addr)
	board.hasOnly(1, 2)
	for _, m := range []*mirrored{a, b} {
		m.becomes(1, text(1, "in_progress", "bob"))
		m.becomes(2, text(2, "pending", ""))
	}
	if !testdir.Soon(func() bool { return board.value(1) == text(1, "in_progress", "bob") }) {
		t.Errorf("the bucket has %s", board.value(1))
	}
}

// After servers fell back they give the same numbers once more: a number below that of the last agreement says nothing about what is newer.
func TestWhatIsWrittenAfterTheServersFellBackIsNewer(t *testing.T) {
	t.Parallel()
	for _, late := range []string{"unchanged", "changed"} {
		srv := newRestarted(t)
		a := serve(t, srv.addr, t.TempDir(), t.TempDir())
		a.write(1, text(1, "pending", ""))
		b := serve(t, srv.addr, t.TempDir(), t.TempDir())
		b.becomes(1, text(1, "pending", ""))
		early := t.TempDir()
		srv.with(func() { testdir.Must(t, os.CopyFS(early, os.DirFS(srv.dir))) })
		a.reports("is online again")
		for i := range 9 {
			a.write(2, text(2, "pending", fmt.Sprint("agent ", i)))
			b.becomes(2, text(2, "pending", fmt.Sprint("agent ", i)))
		}
		a.write(1, text(1, "in_progress", "bob"))
		b.becomes(1, text(1, "in_progress", "bob"))
		b.stop()
		srv.with(func() { srv.dir = early })
		board := openHost(t, srv.addr)
		if !testdir.Soon(func() bool { return board.value(1) == text(1, "in_progress", "bob") }) {
			t.Fatalf("the bucket has %s", board.value(1))
		}
		a.write(1, text(1, "completed", "bob"))
		if !testdir.Soon(func() bool { return board.value(1) == text(1, "completed", "bob") }) {
			t.Fatalf("the bucket has %s", board.value(1))
		}
		if late == "changed" {
			b.write(1, text(1, "pending", ""))
		}
		b = b.again(srv.addr)
		b.becomes(1, text(1, "completed", "bob"))
		a.becomes(1, text(1, "completed", "bob"))
		if late == "changed" {
			b.reports("was put back: ")
		}
	}
}

// A directory that is behind sends what the servers lost; one that has more does so again.
func TestWhatWasLostIsNoNewerForBeingSentAgain(t *testing.T) {
	t.Parallel()
	srv := newRestarted(t)
	a := serve(t, srv.addr, t.TempDir(), t.TempDir())
	a.write(1, text(1, "pending", ""))
	b := serve(t, srv.addr, t.TempDir(), t.TempDir())
	b.becomes(1, text(1, "pending", ""))
	early := t.TempDir()
	srv.with(func() { testdir.Must(t, os.CopyFS(early, os.DirFS(srv.dir))) })
	a.reports("is online again")
	for i := range 9 {
		a.write(2, text(2, "pending", fmt.Sprint("agent ", i)))
		b.becomes(2, text(2, "pending", fmt.Sprint("agent ", i)))
	}
	b.write(1, text(1, "in_progress", "bob"))
	a.becomes(1, text(1, "in_progress", "bob"))
	a.stop() // it is behind from here on
	b.write(1, text(1, "completed", "bob"))
	board := openHost(t, srv.addr)
	if !testdir.Soon(func() bool { return board.value(1) == text(1, "completed", "bob") }) {
		t.Fatalf("the bucket has %s", board.value(1))
	}
	b.stop()
	srv.with(func() { srv.dir = early })
	a = a.again(srv.addr)
	a.reports("was lost by the bucket")
	b = b.again(srv.addr)
	b.reports("was lost by the bucket")
	a.becomes(1, text(1, "completed", "bob"))
	b.becomes(1, text(1, "completed", "bob"))
}

func TestAPurgedStreamDeletesNothing(t *testing.T) {
	t.Parallel()
	srv := newRestarted(t)
	a := serve(t, srv.addr, t.TempDir(), t.TempDir())
	a.write(1, text(1, "pending", ""))
	a.write(2, text(2, "pending", ""))
	b := serve(t, srv.addr, t.TempDir(), t.TempDir())
	b.becomes(1, text(1, "pending", ""))
	b.becomes(2, text(2, "pending", ""))
	board := openHost(t, srv.addr)
	stream, err := board.js.Stream(t.Context(), "KV_list")
	testdir.Must(t, err, stream.Purge(t.Context()))
	srv.with(func() {})
	a.reports("is online again")
	b.reports("is online again")
	if !testdir.Soon(func() bool { _, err := board.values.Get(t.Context(), keyOf(file(2))); return err == nil }) {
		t.Error("the files are not sent again")
	}
	for _, m := range []*mirrored{a, b} {
		m.becomes(1, text(1, "pending", ""))
		m.becomes(2, text(2, "pending", ""))
	}
	if !testdir.Soon(func() bool { return board.Origin().Dir == a.dir || board.Origin().Dir == b.dir }) {
		t.Errorf("the origin of the list is %+v", board.Origin())
	}
}

// Servers that stop to answer while serve starts are waited for like those that did not answer before.
func TestServersThatStopToAnswerWhileServeStartsAreWaitedFor(t *testing.T) {
	t.Parallel()
	srv := newRestarted(t)
	host := openHost(t, srv.addr)
	said, ended := make(chan string, 1), make(chan error, 1)
	srv.with(func() {
		ctx, stop := context.WithCancel(t.Context())
		go func() { ended <- host.refuseForgetful(ctx, func(text string) { said <- text }) }()
		if text := <-said; !strings.Contains(text, "is asked again") {
			t.Errorf("it says %q", text)
		}
		stop()
		if err := <-ended; err != nil {
			t.Errorf("stopped, it ends with %v", err)
		}
		go func() { ended <- host.refuseForgetful(t.Context(), func(text string) { said <- text }) }()
		<-said
	})
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
	}
}

// Only servers that do not answer are asked again: an answer that there is no bucket any more ends serve.
func TestABucketThatIsGoneWhileServeStartsIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	host := openHost(t, newServer(t))
	testdir.Must(t, host.js.DeleteKeyValue(t.Context(), "list"))
	err := host.refuseForgetful(t.Context(), func(text string) { t.Errorf("it says %q", text) })
	if err == nil {
		t.Error("it serves into a bucket that is gone")
	}
}

func TestADeletionElsewhere(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	a := serve(t, srv, t.TempDir(), t.TempDir())
	for id := 1; id <= 3; id++ {
		a.write(id, text(id, "pending", ""))
	}
	board := openHost(t, srv)
	board.hasOnly(1, 2, 3)
	board.refresh(3)
	a.stop()
	testdir.Must(t, board.do(tasks.VerbDelete, 1, "ann"), board.do(tasks.VerbDelete, 2, "ann"))
	a.write(2, text(2, "in_progress", "bob"))
	a = a.again(srv)
	a.becomes(1, "")
	a.reports(`task_2.json "task 2" was deleted elsewhere and changed here: it is sent again`)
	board.hasOnly(2, 3)
	a.stop()
	testdir.Must(t, os.RemoveAll(a.state)) // a container without its state
	a.write(1, text(1, "pending", ""))
	a.state = t.TempDir()
	a.start(srv)
	a.becomes(1, "")
	board.hasOnly(2, 3)
}

func TestABucketThatForgetsIsRefused(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		config jetstream.KeyValueConfig
		want   string
	}{
		"an age limit":       {jetstream.KeyValueConfig{Bucket: "list", History: history, TTL: time.Hour}, "forgets each value after 1h"},
		"too little history": {jetstream.KeyValueConfig{Bucket: "list"}, "keeps only 1 values"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t)
			_, err := openHost(t, srv).js.CreateOrUpdateKeyValue(t.Context(), c.config)
			testdir.Must(t, err)
			err = Serve(t.Context(), Address{"nats://" + srv, "list"}, Options{Origin: Origin{Dir: t.TempDir()}, State: t.TempDir()})
			if !isRefusal(err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

// isRefusal reports whether an error says that a rule does not allow it, which has an exit code of its own.
func isRefusal(err error) bool {
	_, refused := errors.AsType[*store.RefusedError](err)
	_, first := errors.AsType[*FirstError](err)
	return refused || first
}

func TestADirectoryThatGitTracksIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	git := func(args ...string) {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("git %v: %v: %s", args, err, out)
		}
	}
	testdir.Must(t, os.Mkdir(filepath.Join(dir, ".tasks"), 0o700), os.WriteFile(filepath.Join(dir, ".tasks", file(1)), []byte(text(1, "pending", "")), 0o600))
	git("init", "-q")
	git("add", ".")
	err := Serve(t.Context(), Address{"nats://" + newServer(t), "list"}, Options{Origin: Origin{Dir: filepath.Join(dir, ".tasks")}, State: t.TempDir()})
	if !isRefusal(err) || !strings.Contains(err.Error(), "git tracks") {
		t.Errorf("it ends with %v", err)
	}
}

func TestTheFirstServe(t *testing.T) {
	t.Parallel()
	s12 := func(subject string) string {
		return fmt.Sprintf("{\n  \"id\": \"task_1780000001_0001\",\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": null,\n  \"blockedBy\": []\n}", subject)
	}
	for what, c := range map[string]struct {
		files map[string]string
		want  string // "" for none
	}{
		"into a list with the same files":   {map[string]string{file(1): text(1, "pending", "")}, ""},
		"into a list with others":           {map[string]string{file(9): text(9, "pending", "")}, ""},
		"an empty directory":                {nil, ""},
		"into a list with the same numbers": {map[string]string{file(1): strings.Replace(text(1, "pending", ""), "task 1", "other", 1)}, "was never served into this bucket, which has other content for 1 of its files (task_1.json)"},
		"into another design":               {map[string]string{"task_1780000001_0001.json": s12("one")}, "has files of the s12 task system, and nats://SRV/list those of the s07 task system"},
		"files of no design":                {map[string]string{"task_x.json": `{"id": "x", "title": "what", "status": "open"}`}, "of no design that sideboard writes"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t)
			a := serve(t, srv, t.TempDir(), t.TempDir())
			a.write(1, text(1, "pending", ""))
			openHost(t, srv).hasOnly(1)
			dir := t.TempDir()
			for name, raw := range c.files {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o600))
			}
			ctx, cancel := context.WithCancel(t.Context())
			err := Serve(ctx, Address{"nats://" + srv, "list"}, Options{Origin: Origin{Dir: dir}, State: t.TempDir(), Report: func(string) { cancel() }})
			cancel()
			if c.want == "" && err != nil || c.want != "" && (!isRefusal(err) || !strings.Contains(err.Error(), strings.Replace(c.want, "SRV", srv, 1))) {
				t.Errorf("it ends with %v", err)
			}
			for name, raw := range c.files {
				if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != raw {
					t.Errorf("%s is %s, %v", name, now, err)
				}
			}
		})
	}
}

func TestTwoHostsCreateTasksOfOneNumber(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	network := testdir.NewWire(t, srv)
	near, far := serve(t, srv, t.TempDir(), t.TempDir()), serve(t, network.Addr().String(), t.TempDir(), t.TempDir())
	task := func(id int, subject, waits string) string {
		return fmt.Sprintf("{\n  \"id\": %d,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blockedBy\": [%s],\n  \"owner\": \"\"\n}", id, subject, waits)
	}
	for id := range 3 {
		near.write(id+1, task(id+1, "old", ""))
		far.becomes(id+1, task(id+1, "old", ""))
	}
	network.Cut(true)
	board := openHost(t, srv)
	near.write(4, task(4, "near", ""))
	board.hasOnly(1, 2, 3, 4)
	far.write(4, task(4, "far", ""))
	far.write(5, task(5, "then", "4"))
	far.write(3, task(3, "old", "4"))
	network.Cut(false)
	for _, m := range []*mirrored{near, far} {
		m.becomes(4, task(4, "near", ""))
		m.becomes(6, task(6, "far", ""))
		m.becomes(5, task(5, "then", "\n    6\n  "))
		m.becomes(3, task(3, "old", "\n    6\n  "))
	}
	far.reports(`task_4.json "far" is now in task_6.json`)
}

// An agent may write its task in the instant in which that gets another number: it gets it once, with what was written.
func TestATaskThatChangesWhileItGetsAnotherNumberIsThereOnce(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	near := serve(t, srv, t.TempDir(), t.TempDir())
	task := func(id int, subject, waits string) string {
		return fmt.Sprintf("{\n  \"id\": %d,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blockedBy\": [%s],\n  \"owner\": \"\"\n}", id, subject, waits)
	}
	near.write(1, task(1, "old", ""))
	project := t.TempDir()
	far := &mirrored{T: t, dir: filepath.Join(project, ".tasks"), state: t.TempDir()}
	writes := 0
	far.meanwhile = func() {
		if _, err := os.Stat(filepath.Join(far.dir, file(4))); err != nil {
			return
		}
		if writes++; writes <= 2 {
			far.write(2, task(2, fmt.Sprint("far ", writes), ""))
		}
	}
	testdir.Must(t, os.MkdirAll(far.dir, 0o700))
	far.write(1, task(1, "old", ""))
	far.start(srv)
	near.becomes(1, task(1, "old", ""))
	far.stop()
	near.write(2, task(2, "near", ""))
	board := openHost(t, srv)
	board.hasOnly(1, 2)
	far.write(2, task(2, "far", ""))
	far.write(3, task(3, "then", "2"))
	far.start(srv)
	for _, m := range []*mirrored{near, far} {
		m.becomes(2, task(2, "near", ""))
		m.becomes(4, task(4, "far 2", ""))
		m.becomes(3, task(3, "then", "\n    4\n  "))
	}
	board.hasOnly(1, 2, 3, 4)
}

func TestAnAgentTakesBackWhatAnotherHostWrote(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	raw := strings.Replace(text(1, "pending", ""), "{", `{"note": "",`, 1)
	one.write(1, raw)
	board := openHost(t, srv)
	board.refresh(1)
	testdir.Must(t, board.do(tasks.VerbClaim, 1, "ann"))
	claimed := strings.Replace(text(1, "in_progress", "ann"), "{", `{"note": "",`, 1)
	one.becomes(1, claimed)
	time.Sleep(2 * lateTime) // the agent works
	late := strings.Replace(raw, `"note": ""`, `"note": "mine"`, 1)
	one.write(1, late)
	one.reports("has a former value again")
	if !testdir.Soon(func() bool { return board.value(1) == late }) {
		t.Errorf("the bucket has %s", board.value(1))
	}
	paths, _ := filepath.Glob(filepath.Join(one.state, "*", "kept", "*"))
	found := map[string]bool{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		testdir.Must(t, err)
		found[string(raw)] = true
	}
	if !found[claimed] || !found[late] {
		t.Errorf("kept are %v", found)
	}
}

func TestWhatIsNotKeptEqual(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	board := openHost(t, srv)
	board.has(text(1, "pending", ""))
	_, err := board.values.Put(t.Context(), keyOf("task_\x1b[31m\u202e9.json"), []byte(text(9, "pending", "")))
	testdir.Must(t, err)
	_, err = board.values.Put(t.Context(), keyOf(file(8)), []byte(`{"id": 8, "subject`))
	testdir.Must(t, err)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.reports("no agent gives a file such a name")
	one.reports("task_8.json: what the bucket has is not written here")
	testdir.Must(t, os.Symlink(file(1), filepath.Join(one.dir, file(7))))
	one.reports("task_7.json: it is a link")
	files, err := os.ReadDir(one.dir)
	testdir.Must(t, err)
	if len(files) != 2 {
		t.Errorf("the directory has %v", files)
	}
}

// s13 is a task in the form of s13, whose agents take flock on .lock for every write.
func s13(status, owner string) string {
	return fmt.Sprintf("{\n  \"id\": \"task_0000000a\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": %q,\n"+
		"  \"owner\": %s,\n  \"blockedBy\": [],\n  \"worktree\": null\n}", status, owner)
}

func TestAClaimThatWasAnsweredStaysThoughAnAgentHasTheLock(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	const name = "task_0000000a.json"
	path := filepath.Join(one.dir, name)
	testdir.Must(t, os.WriteFile(filepath.Join(one.dir, ".lock"), nil, 0o600), os.WriteFile(path, []byte(s13("pending", "null")), 0o600))
	board := openHost(t, srv)
	board.refresh(1)
	release, err := lock.Flock(t.Context(), filepath.Join(one.dir, ".lock"))
	testdir.Must(t, err)
	if raw, err := os.ReadFile(path); err != nil || string(raw) != s13("pending", "null") {
		t.Fatalf("the agent reads %s, %v", raw, err)
	}
	claim := tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: name}, Who: "ann"}
	_, err = board.store.Batch().Apply(t.Context(), claim)
	testdir.Must(t, err)
	time.Sleep(800 * time.Millisecond) // the agent works, under its lock
	testdir.Must(t, os.WriteFile(path+".tmp", []byte(s13("in_progress", `"bob"`)), 0o600), os.Rename(path+".tmp", path), release())
	one.reports(`"a" was put back`)
	if !testdir.Soon(func() bool { raw, _ := os.ReadFile(path); return string(raw) == s13("in_progress", `"ann"`) }) {
		raw, _ := os.ReadFile(path)
		t.Errorf("it is %s; it says %q", raw, one.told)
	}
	if f, _ := board.File(name); string(f.Raw) != s13("in_progress", `"ann"`) {
		t.Errorf("the claim is lost: %s", f.Raw)
	}
}

func TestAFileWhoseLockIsHeldDoesNotKeepTheOthersWaiting(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := &mirrored{T: t, dir: filepath.Join(t.TempDir(), ".claude", "tasks", "list"), state: t.TempDir()}
	testdir.Must(t, os.MkdirAll(one.dir, 0o700))
	for _, name := range []string{"1.json", "2.json"} {
		id, _, _ := strings.Cut(name, ".")
		raw := strings.ReplaceAll(claudeTask(1, "pending"), "1", id)
		testdir.Must(t, os.WriteFile(filepath.Join(one.dir, name), []byte(raw), 0o600))
	}
	one.start(srv)
	one.reports("are kept equal")
	board := openHost(t, srv)
	release, err := lock.Mkdir(t.Context(), filepath.Join(one.dir, "1.json"))
	testdir.Must(t, err)
	for _, name := range []string{"1.json", "2.json"} {
		claim := tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: name}, Who: "ann"}
		_, err = board.store.Batch().Apply(t.Context(), claim)
		testdir.Must(t, err)
	}
	claimed := func(name string) func() bool {
		return func() bool {
			raw, _ := os.ReadFile(filepath.Join(one.dir, name))
			return strings.Contains(string(raw), "ann")
		}
	}
	if !testdir.Soon(claimed("2.json")) || claimed("1.json")() {
		t.Error("the other file waits too, or the lock is not respected")
	}
	testdir.Must(t, release())
	if !testdir.Soon(claimed("1.json")) {
		t.Error("it is not written when its lock is free")
	}
}

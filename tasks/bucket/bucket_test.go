package bucket

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/lock"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// With SIDEBOARD_SERVE set, the test binary serves a directory as a second process.
func TestMain(m *testing.M) {
	if server := os.Getenv("SIDEBOARD_SERVE"); server != "" {
		o := Options{Origin: Origin{Dir: os.Args[1]}, State: os.Args[2], Yes: true, Report: func(s string) { fmt.Println(s) }}
		fmt.Println(Serve(context.Background(), Address{"nats://" + server, "list"}, o))
		return
	}
	testdir.MostlyWaits()
	testdir.InMemory()
	testdir.Main(m)
}

// newServer starts a server with a bucket store, and returns its address.
func newServer(t *testing.T) string {
	t.Helper()
	return newServerAt(t, server.RANDOM_PORT)
}

func newServerAt(t *testing.T, port int) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
	})
	testdir.Must(t, err)
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.Addr().String()
}

// host is a host that has a bucket open.
type host struct {
	*testing.T
	*Bucket
	store *store.Store
}

func openHost(t *testing.T, server string) *host {
	t.Helper()
	b, err := Open(t.Context(), Address{"nats://" + server, "list"}, true)
	testdir.Must(t, err)
	t.Cleanup(func() { b.Close() })
	s, err := store.Open(t.TempDir(), store.Options{Disk: b, State: t.TempDir(), Codec: b.Codec()})
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
	return &host{t, b, s}
}

// freePort returns a port on which nobody listens.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testdir.Must(t, err)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func TestABucketWhoseServerIsDownAtTheStartIsOpenedWhenItIsUp(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	a := Address{fmt.Sprint("nats://127.0.0.1:", port), "list"}
	m := &mirrored{T: t, dir: filepath.Join(t.TempDir(), ".tasks"), state: t.TempDir()}
	testdir.Must(t, os.Mkdir(m.dir, 0o700))
	m.write(1, text(1, "pending", ""))
	m.start(fmt.Sprint("127.0.0.1:", port))
	m.reports("is tried again: open nats://127.0.0.1")

	b := Begin(a, false)
	defer b.Close()
	err := b.Tried(t.Context())
	offline, is := errors.AsType[*tasks.OfflineError](b.Offline())
	if _, away := errors.AsType[*tasks.UnreachableError](err); !away || !is || !strings.Contains(offline.Reason, "no server answers") {
		t.Errorf("it is tried with %v, and is offline as %+v", err, offline)
	}
	if _, err := b.put(file(2), []byte(text(2, "pending", "")), store.Info{}, 0); !errors.As(err, &offline) {
		t.Errorf("a write before it was ever open is answered by %v", err)
	}
	newServerAt(t, port)
	m.reports("are kept equal")
	if !testdir.Soon(func() bool { _, there := b.File(file(1)); return there && b.Came() && b.Offline() == nil }) {
		t.Errorf("it does not connect: %v", b.Offline())
	}
}

// What is no answer of a server may be one later: only an answer says that there is no such list.
func TestAServerThatDoesNotAnswerAsOneIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(net.Conn){
		"nothing":            func(net.Conn) {},
		"the end":            func(c net.Conn) { c.Close() },
		"another protocol":   func(c net.Conn) { _, _ = c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")); c.Close() },
		"half of an answer":  func(c net.Conn) { _, _ = c.Write([]byte("INFO {")); c.Close() },
		"an answer too long": func(c net.Conn) { _, _ = c.Write([]byte("INFO " + strings.Repeat("x", 1<<17))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			testdir.Must(t, err)
			defer l.Close()
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					defer c.Close()
					answer(c)
				}
			}()
			b := Begin(Address{"nats://" + l.Addr().String(), "list"}, false)
			defer b.Close()
			err = b.Tried(t.Context())
			if _, away := errors.AsType[*tasks.UnreachableError](err); !away || b.Offline() == nil {
				t.Errorf("it is tried with %v, and is offline as %v", err, b.Offline())
			}
		})
	}
}

// Of several servers one that says nothing, as a host that is cut off does, uses up the time of no other.
func TestABucketIsOpenedThoughOneOfItsServersSaysNothing(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	openHost(t, srv).has(text(1, "pending", ""))
	l, err := net.Listen("tcp", "127.0.0.1:0") // nobody accepts
	testdir.Must(t, err)
	defer l.Close()
	var opening sync.WaitGroup
	for range 6 { // the first server to be tried is any of them
		opening.Go(func() {
			b, err := Open(t.Context(), Address{"nats://" + l.Addr().String() + "," + srv, "list"}, false)
			if err != nil {
				t.Error(err)
				return
			}
			b.Close()
		})
	}
	opening.Wait()
}

// A server that takes connections and says nothing keeps nobody waiting who ends.
func TestABucketIsClosedWhileItConnects(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testdir.Must(t, err)
	defer l.Close()
	b := Begin(Address{"nats://" + l.Addr().String(), "list"}, false)
	conn, err := l.Accept()
	testdir.Must(t, err)
	defer conn.Close()
	closed := make(chan error, 1)
	go func() { closed <- b.Close() }()
	select {
	case err := <-closed:
		testdir.Must(t, err)
	case <-time.After(Patience / 2):
		t.Error("closing waits for the server")
	}
}

func file(id int) string { return fmt.Sprintf("task_%d.json", id) }

func text(id int, status, owner string) string {
	return fmt.Sprintf("{\n  \"id\": %d,\n  \"subject\": \"task %d\",\n  \"description\": \"\",\n  \"status\": %q,\n  \"blockedBy\": [],\n  \"owner\": %q\n}", id, id, status, owner)
}

// has puts files into a bucket.
func (h *host) has(files ...string) {
	h.Helper()
	for i, raw := range files {
		_, err := h.values.Put(h.Context(), keyOf(file(i+1)), []byte(raw))
		testdir.Must(h.T, err)
	}
	h.refresh(len(files))
}

// refresh waits until the host has so many files of tasks, and reads them.
func (h *host) refresh(files int) {
	h.Helper()
	if !testdir.Soon(func() bool {
		n := 0
		_ = h.Dir().Each(func(name []byte, _ store.Kind) {
			if string(name) != origin {
				n++
			}
		})
		return n >= files
	}) {
		h.Fatalf("it does not get %d files", files)
	}
	_, err := h.store.Refresh(h.Context(), nil)
	testdir.Must(h.T, err)
}

func (h *host) do(verb tasks.Verb, id int, who string) error {
	_, err := h.store.Refresh(h.Context(), []string{file(id)})
	e := tasks.Edit{Verb: verb, Of: tasks.Key{Name: file(id)}, Who: who, At: time.Now()}
	if verb == tasks.VerbClaim {
		e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	}
	if err == nil {
		_, err = h.store.Batch().Apply(h.Context(), e)
	}
	return err
}

// value returns what the server has.
func (h *host) value(id int) string {
	h.Helper()
	e, err := h.values.Get(h.Context(), keyOf(file(id)))
	testdir.Must(h.T, err)
	return string(e.Value())
}

func TestWhatIsAnAddress(t *testing.T) {
	for arg, want := range map[string]string{
		"nats://host/list":         "nats://host list",
		"nats://host:4222/list":    "nats://host:4222 list",
		"tls://me:pw@host/my-list": "tls://me:pw@host my-list",
		"nats://host":              "error",
		"nats://host/a/b":          "error",
		"nats://host/with space":   "error",
		"nats:///list":             "error",
		"host:list":                "other",
		"http://host/list":         "other",
	} {
		a, ok, err := Parse(arg)
		got := a.Server + " " + a.Bucket
		switch {
		case err != nil:
			got = "error"
		case !ok:
			got = "other"
		}
		if got != want {
			t.Errorf("%s is %q, want %q", arg, got, want)
		}
	}
	for _, arg := range []string{"tls://me:secret@host/list", "nats://me:secret@host", "nats://me:secret@host:x/list", "nats://me:secret@/%zz"} {
		a, _, err := Parse(arg)
		if shown := fmt.Sprint(a.String(), a.FileName(), err); strings.Contains(shown, "secret") {
			t.Errorf("%s is shown as %s", arg, shown)
		}
	}
}

func TestAKeySaysTheNameOfItsFile(t *testing.T) {
	for _, name := range []string{"task_1.json", "1.json", ".highwatermark", "a b.json", "ü.json", "a..b", "=.json", "x.", "*", ">", "a/b"} {
		key := keyOf(name)
		if back, ok := nameOf(key); !ok || back != name || strings.ContainsAny(key, " */>") || strings.HasPrefix(key, ".") {
			t.Errorf("%q has the key %q, which is of %q", name, key, back)
		}
	}
	for _, key := range []string{"=", "=4", "=zz", "=61"} {
		if name, ok := nameOf(key); ok {
			t.Errorf("%q is the key of %q", key, name)
		}
	}
}

// The server often sends what was written here before it answers. It is an edit of this host all the same.
func TestAnEditOfThisHostIsKnownAsSuchThoughItIsSentBeforeItsAnswer(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one, h := openHost(t, srv), openHost(t, srv)
	raw := []byte(text(1, "in_progress", "ann"))
	info := one.newInfo(raw, time.Now())
	one.writing[file(1)] = memory.File{Name: file(1), Raw: raw, Info: info}
	one.take(file(1), value{raw: raw, revision: 1, at: time.Now()})
	if now := one.current(file(1)); now.Info != info {
		t.Errorf("what was written as %+v came as %+v", info, now.Info)
	}
	one.take(file(1), value{raw: []byte(text(1, "pending", "")), revision: 2, at: time.Now()})
	if now := one.current(file(1)); now.Info == info {
		t.Error("what another host wrote meanwhile came as if it had been written here")
	}

	h.has(text(1, "pending", ""))
	var mu sync.Mutex
	mine := map[tasks.EditID]bool{}
	ctx, cancel := context.WithCancel(t.Context())
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			ev, err := h.Next(ctx)
			if err != nil {
				return
			}
			d, err := h.store.Refresh(ctx, ev.Names)
			if err != nil && ctx.Err() == nil {
				t.Error(err)
			}
			mu.Lock()
			for _, id := range d.Mine {
				mine[id] = true
			}
			mu.Unlock()
		}
	})
	defer reading.Wait()
	defer cancel()
	for i, verb := range slices.Repeat([]tasks.Verb{tasks.VerbClaim, tasks.VerbRelease}, 10) {
		id := tasks.EditID(i + 1)
		_, err := h.store.Batch().Apply(t.Context(), tasks.Edit{ID: id, Verb: verb, Of: tasks.Key{Name: file(1)}, Who: "ann", At: time.Now()})
		testdir.Must(t, err)
		h.Add(file(1)) // as a board does
		if !testdir.Soon(func() bool {
			mu.Lock()
			defer mu.Unlock()
			return mine[id]
		}) {
			t.Fatalf("edit %d of this host is known as one of another", i+1)
		}
	}
}

func TestAnEditIsWrittenToTheBucketAndReachesEveryHost(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one, two := openHost(t, srv), openHost(t, srv)
	one.has(text(1, "pending", ""))
	two.refresh(1)
	testdir.Must(t, one.do(tasks.VerbClaim, 1, "ann"))
	if got := one.value(1); got != text(1, "in_progress", "ann") {
		t.Errorf("the bucket has %s", got)
	}
	if !testdir.Soon(func() bool { f, _ := two.File(file(1)); return string(f.Raw) == text(1, "in_progress", "ann") }) {
		t.Error("the other host does not get it")
	}
	past, err := one.store.Past().Edits()
	testdir.Must(t, err)
	undo, err := one.store.Batch().Undo(past[0].ID)
	testdir.Must(t, err)
	_, err = one.store.Batch().Apply(t.Context(), undo)
	testdir.Must(t, err)
	if got := one.value(1); got != text(1, "pending", "") {
		t.Errorf("after undo the bucket has %s", got)
	}
	e := tasks.Edit{Verb: tasks.VerbCreate, Who: "ann", At: time.Now(), Draft: &tasks.Draft{Subject: "new"}}
	res, err := one.store.Batch().Apply(t.Context(), e)
	testdir.Must(t, err)
	if !testdir.Soon(func() bool { _, ok := two.File(res.Made[0].Name); return ok }) {
		t.Error("a new task does not reach the other host")
	}
	testdir.Must(t, one.do(tasks.VerbDelete, 1, "ann"))
	if !testdir.Soon(func() bool { _, ok := two.File(file(1)); return !ok }) {
		t.Error("a deletion does not reach the other host")
	}
}

// The store of a bucket has a path on this host for its journal alone: what is there is not next to the bucket.
func TestWhatIsOnTheDiskOfThisHostIsNotNextToABucket(t *testing.T) {
	t.Parallel()
	h := openHost(t, newServer(t))
	h.has(text(1, "pending", ""), text(2, "pending", ""))
	here := h.store.Path()
	testdir.Must(t, os.Mkdir(here+".lock", 0o700))
	const list = "- [ ] IMPL-1: Parse"
	testdir.Must(t, os.WriteFile(filepath.Join(filepath.Dir(here), dialect.TodoName), []byte(list), 0o600))
	v, err := h.store.SurveyKnown()
	testdir.Must(t, err)
	if v.OuterLock != nil {
		t.Errorf("the survey has the lock %+v", v.OuterLock)
	}
	quick, cancel := context.WithTimeout(t.Context(), lock.Timeout/2)
	defer cancel()
	e := tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: file(1)}, Who: "ann", At: time.Now()}
	_, err = h.store.Batch().Apply(quick, e)
	testdir.Must(t, err)
	line := []tasks.Change{{Field: tasks.FieldLine, Op: tasks.Set, From: tasks.TextValue(list), To: tasks.TextValue("- [x] IMPL-1: Parse")}}
	_, err = h.store.Batch().Apply(t.Context(), tasks.Edit{
		Verb: tasks.VerbNote, Of: tasks.Key{Name: file(2)}, At: time.Now(),
		Steps: []tasks.Step{{Kind: tasks.SetLine, Changes: line}},
	})
	if refused, is := errors.AsType[*store.RefusedError](err); !is || !strings.Contains(refused.Why, "there is no "+dialect.TodoName) {
		t.Errorf("a change of the list next to the tasks is answered by %v", err)
	}
}

func TestOfTwoClaimsOneWins(t *testing.T) {
	t.Parallel()
	const all, hosts = 40, 4
	srv := newServer(t)
	var open []*host
	for range hosts {
		open = append(open, openHost(t, srv))
	}
	var files []string
	for i := range all {
		files = append(files, text(i+1, "pending", ""))
	}
	open[0].has(files...)
	var mu sync.Mutex
	won := map[int][]string{}
	var racing sync.WaitGroup
	for n, h := range open {
		h.refresh(all)
		racing.Go(func() {
			for i := range all {
				id, who := (i+n)%all+1, fmt.Sprint("agent-", n)
				err := h.do(tasks.VerbClaim, id, who)
				if _, lost := errors.AsType[*tasks.ConflictError](err); err != nil && !lost {
					t.Errorf("%s, task %d: %v", who, id, err)
				}
				if err == nil {
					mu.Lock()
					won[id] = append(won[id], who)
					mu.Unlock()
				}
			}
		})
	}
	racing.Wait()
	for id := 1; id <= all; id++ {
		if len(won[id]) != 1 || open[0].value(id) != text(id, "in_progress", won[id][0]) {
			t.Errorf("task %d was won by %v, and its file is %s", id, won[id], open[0].value(id))
		}
	}
}

func TestAWriteWithoutAnAnswerIsSettled(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	network := testdir.NewWire(t, srv)
	far, near := openHost(t, network.Addr().String()), openHost(t, srv)
	far.has(text(1, "pending", ""), text(2, "pending", ""))
	near.refresh(2)
	network.Cut(true)
	if !testdir.Soon(func() bool { return far.Offline() != nil }) {
		t.Fatal("the cut is not noticed")
	}
	answer := make(chan error, 1)
	go func() { answer <- far.do(tasks.VerbClaim, 1, "far") }()
	testdir.Must(t, near.do(tasks.VerbClaim, 1, "near"))
	network.Cut(false)
	if err := <-answer; err == nil || near.value(1) != text(1, "in_progress", "near") {
		t.Errorf("a claim that came too late is answered by %v, and the file is %s", err, near.value(1))
	}
	if !testdir.Soon(func() bool { return far.Offline() == nil }) {
		t.Fatal("the link does not come back")
	}
	testdir.Must(t, far.do(tasks.VerbClaim, 2, "far"))
}

func TestACreationWithoutAnAnswerIsMadeOnce(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	network := testdir.NewWire(t, srv)
	far, near := openHost(t, network.Addr().String()), openHost(t, srv)
	network.Mute()
	answer := make(chan error, 1)
	go func() {
		_, err := far.put(file(1), []byte(text(1, "pending", "")), far.newInfo(nil, time.Now()), 0)
		answer <- err
	}()
	near.refresh(1)
	testdir.Must(t, near.do(tasks.VerbDelete, 1, "near"))
	network.Cut(true)
	network.Cut(false)
	testdir.Must(t, <-answer)
	if !testdir.Soon(func() bool { return far.current(file(1)).revision == 2 }) {
		t.Error("the deletion does not arrive")
	}
	if _, err := near.values.Get(t.Context(), keyOf(file(1))); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Errorf("a file that was deleted is created again: %v", err)
	}
}

func TestAFileThatIsTooLargeForTheServerIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	one := openHost(t, newServer(t))
	began := time.Now()
	_, err := one.put(file(1), make([]byte, store.MaxFile+1), one.newInfo(nil, time.Now()), 0)
	if err == nil || time.Since(began) > settleTime || strings.Contains(err.Error(), "not known") {
		t.Errorf("it is refused with %v after %v", err, time.Since(began))
	}
}

func TestAnEditRestsOnTheStateThatWasRead(t *testing.T) {
	t.Parallel()
	one := openHost(t, newServer(t))
	one.has(text(1, "pending", ""))
	d, err := one.Bucket.Open("")
	testdir.Must(t, err)
	f, err := d.Make("temp", 0)
	testdir.Must(t, err)
	info, err := d.Stat(file(1))
	testdir.Must(t, err)
	_, err = f.Own(info)
	testdir.Must(t, err)
	testdir.Must(t, one.do(tasks.VerbClaim, 1, "ann"))
	if err := d.Replace("temp", file(1)); !errors.Is(err, store.ErrChanged) {
		t.Errorf("a file that has changed is replaced: %v", err)
	}
}

// again deletes the bucket and makes it again, with some files.
func again(t *testing.T, js jetstream.JetStream, files ...string) {
	t.Helper()
	testdir.Must(t, js.DeleteKeyValue(t.Context(), "list"))
	values, err := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "list", History: history})
	testdir.Must(t, err)
	for i, raw := range files {
		_, err := values.Put(t.Context(), keyOf(file(i+1)), []byte(raw))
		testdir.Must(t, err)
	}
}

func TestABucketThatIsMadeAgainIsReadAnew(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := openHost(t, srv)
	one.has(text(1, "pending", ""), text(2, "pending", ""))
	testdir.Must(t, one.do(tasks.VerbClaim, 1, "ann"))
	again(t, openHost(t, srv).js, text(1, "in_progress", "bob"))
	if !testdir.Soon(func() bool {
		f, _ := one.File(file(1))
		_, old := one.File(file(2))
		return string(f.Raw) == text(1, "in_progress", "bob") && !old && one.Offline() == nil
	}) {
		t.Fatal("the old bucket is shown")
	}
	testdir.Must(t, one.do(tasks.VerbComplete, 1, "bob"))
}

func TestANameWhoseDeletionWasPurgedIsFree(t *testing.T) {
	t.Parallel()
	one := openHost(t, newServer(t))
	one.has(text(1, "pending", ""))
	testdir.Must(t, one.do(tasks.VerbDelete, 1, "ann"))
	testdir.Must(t, one.values.PurgeDeletes(t.Context(), jetstream.DeleteMarkersOlderThan(-1)))
	if !testdir.Soon(func() bool {
		_, err := one.put(file(1), []byte(text(1, "pending", "")), one.newInfo(nil, time.Now()), one.current(file(1)).revision)
		return err == nil
	}) {
		t.Error("it cannot be created again")
	}
}

func TestHostsThatDeleteAtOnceRaiseTheHighestNumber(t *testing.T) {
	t.Parallel()
	const hosts, each = 4, 5
	srv := newServer(t)
	first := openHost(t, srv)
	_, err := first.put(mark, []byte("0"), first.newInfo(nil, time.Now()), 0)
	testdir.Must(t, err)
	for id := 1; id <= hosts*each; id++ {
		raw := fmt.Sprintf(`{"id": "%d", "subject": "s", "description": "", "status": "pending", "blocks": [], "blockedBy": []}`, id)
		_, err := first.put(fmt.Sprint(id, ".json"), []byte(raw), first.newInfo(nil, time.Now()), 0)
		testdir.Must(t, err)
	}
	var deleting sync.WaitGroup
	var all []*host
	for range hosts {
		all = append(all, openHost(t, srv))
	}
	for n, h := range all {
		deleting.Go(func() {
			for i := range each {
				e := tasks.Edit{Verb: tasks.VerbDelete, At: time.Now(), Of: tasks.Key{Name: fmt.Sprint(1+n+i*hosts, ".json")}}
				if _, err := h.store.Batch().Apply(t.Context(), e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	deleting.Wait()
	e, err := first.values.Get(t.Context(), keyOf(mark))
	testdir.Must(t, err)
	if string(e.Value()) != fmt.Sprint(hosts*each) {
		t.Errorf("the highest number is %s", e.Value())
	}
}

// mirrored is a directory that Serve keeps equal to the bucket.
type mirrored struct {
	*testing.T
	dir, state string
	mu         sync.Mutex
	told       []string
	meanwhile  func() // what an agent does before each write of serve
	stop       func()
	end        chan error
}

// base returns the files with what was the same.
func (m *mirrored) base() map[string][]byte {
	files := map[string][]byte{}
	paths, _ := filepath.Glob(filepath.Join(m.state, "buckets", "*.json"))
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		testdir.Must(m.T, err)
		files[path] = raw
	}
	return files
}

func serve(t *testing.T, server, project, state string) *mirrored {
	t.Helper()
	m := &mirrored{T: t, dir: filepath.Join(project, ".tasks"), state: state}
	testdir.Must(t, os.MkdirAll(m.dir, 0o700))
	m.start(server)
	return m
}

// start serves the directory.
func (m *mirrored) start(server string) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(m.Context()))
	m.end = make(chan error, 1)
	o := Options{Origin: Origin{Dir: m.dir}, State: m.state, Yes: true, Report: func(s string) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.told = append(m.told, s)
	}, beforeWrite: m.meanwhile}
	go func() { m.end <- Serve(ctx, Address{"nats://" + server, "list"}, o) }()
	m.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-m.end; err != nil {
			m.Errorf("it ended with %v", err)
		}
	})
	m.Cleanup(m.stop)
}

func (m *mirrored) write(id int, raw string) {
	m.Helper()
	testdir.Must(m.T, os.WriteFile(filepath.Join(m.dir, file(id)), []byte(raw), 0o600))
}

// becomes waits until a file has a text, "" for no file.
func (m *mirrored) becomes(id int, want string) {
	m.Helper()
	var got string
	if !testdir.Soon(func() bool {
		raw, err := os.ReadFile(filepath.Join(m.dir, file(id)))
		got = string(raw)
		return got == want && (want != "" || errors.Is(err, os.ErrNotExist))
	}) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.Fatalf("file %d is %q, want %q; it says %q", id, got, want, m.told)
	}
}

func (m *mirrored) reports(words string) {
	m.Helper()
	if !testdir.Soon(func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return strings.Contains(strings.Join(m.told, "\n"), words)
	}) {
		m.Fatalf("it does not say %q: %q", words, m.told)
	}
}

func TestADirectoryAndABucketAreKeptEqual(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	project := t.TempDir()
	one := serve(t, srv, project, t.TempDir())
	one.write(1, text(1, "pending", ""))
	two := serve(t, srv, t.TempDir(), t.TempDir())
	two.becomes(1, text(1, "pending", ""))
	two.write(1, text(1, "in_progress", "bob"))
	one.becomes(1, text(1, "in_progress", "bob"))
	three := serve(t, srv, t.TempDir(), t.TempDir())
	three.reports("are kept equal")
	if raw, err := os.ReadFile(filepath.Join(three.dir, file(1))); err != nil || string(raw) != text(1, "in_progress", "bob") {
		t.Errorf("when it says that they are equal, the directory has %q, %v", raw, err)
	}
	three.stop()
	one.write(2, `{"id": 2, "subject"`)
	one.write(3, text(3, "pending", ""))
	two.becomes(3, text(3, "pending", ""))
	if _, err := os.Stat(filepath.Join(two.dir, file(2))); err == nil {
		t.Error("half of a file was sent")
	}
	one.write(2, text(2, "pending", ""))
	two.becomes(2, text(2, "pending", ""))
	board := openHost(t, srv)
	board.refresh(3)
	testdir.Must(t, board.do(tasks.VerbDelete, 3, "bob"))
	one.becomes(3, "")
	two.becomes(3, "")
	testdir.Must(t, board.do(tasks.VerbComplete, 1, "bob"))
	one.becomes(1, text(1, "completed", "bob"))
	two.becomes(1, text(1, "completed", "bob"))
}

func TestChangesInBothPlacesAreMergedByMember(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	network := testdir.NewWire(t, srv)
	state := t.TempDir()
	near, far := serve(t, srv, t.TempDir(), t.TempDir()), serve(t, network.Addr().String(), t.TempDir(), state)
	for id := range 3 {
		near.write(id+1, text(id+1, "pending", ""))
		far.becomes(id+1, text(id+1, "pending", ""))
	}
	network.Cut(true)
	far.write(1, strings.Replace(text(1, "pending", ""), `"description": ""`, `"description": "far"`, 1))
	near.write(1, text(1, "in_progress", "near"))
	far.write(2, text(2, "in_progress", "far"))
	near.write(2, text(2, "in_progress", "near"))
	far.write(3, text(3, "in_progress", "far"))
	board := openHost(t, srv)
	if !testdir.Soon(func() bool {
		return board.value(1) == text(1, "in_progress", "near") && board.value(2) == text(2, "in_progress", "near")
	}) {
		t.Fatal("what is written here does not reach the bucket")
	}
	network.Cut(false)
	both := strings.Replace(text(1, "in_progress", "near"), `"description": ""`, `"description": "far"`, 1)
	near.becomes(1, both)
	far.becomes(1, both)
	far.becomes(2, text(2, "in_progress", "near")) // the claim was lost
	near.becomes(2, text(2, "in_progress", "near"))
	far.reports(`task_2.json "task 2" was put back`)
	near.becomes(3, text(3, "in_progress", "far"))
	kept, _ := filepath.Glob(filepath.Join(state, "*", "kept", "*"))
	if len(kept) != 1 {
		t.Fatalf("kept are %v", kept)
	}
	if raw, _ := os.ReadFile(kept[0]); string(raw) != text(2, "in_progress", "far") {
		t.Errorf("what was put back is kept as %s", raw)
	}
}

func TestWhatChangedWhileNobodyServedIsMergedAtTheNextStart(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	project, state := t.TempDir(), t.TempDir()
	one := serve(t, srv, project, state)
	one.write(1, text(1, "pending", ""))
	one.write(2, text(2, "pending", ""))
	board := openHost(t, srv)
	board.refresh(2)
	one.stop()
	one.write(1, strings.Replace(text(1, "pending", ""), `"description": ""`, `"description": "here"`, 1))
	testdir.Must(t, os.Remove(filepath.Join(one.dir, file(2))))
	testdir.Must(t, board.do(tasks.VerbClaim, 1, "ann"))
	again := serve(t, srv, project, state)
	again.becomes(1, strings.Replace(text(1, "in_progress", "ann"), `"description": ""`, `"description": "here"`, 1))
	again.becomes(2, text(2, "pending", ""))
	again.reports(`task_2.json "task 2" was not there, and is back`)
}

func TestADirectoryThatIsGoneDeletesNothing(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.write(1, text(1, "pending", ""))
	board := openHost(t, srv)
	board.refresh(1)
	testdir.Must(t, os.Rename(one.dir, one.dir+".away"))
	if err := <-one.end; err == nil || !strings.Contains(err.Error(), one.dir) {
		t.Errorf("it ends with %v", err)
	}
	one.end <- nil
	if got := board.value(1); got != text(1, "pending", "") {
		t.Errorf("the bucket has %s", got)
	}
}

func TestANewBucketGetsWhatTheOldOneHad(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.write(1, text(1, "pending", ""))
	one.write(2, text(2, "in_progress", "ann"))
	board := openHost(t, srv)
	board.refresh(2)
	again(t, board.js, text(3, "pending", ""), text(2, "in_progress", "bob"))
	one.becomes(2, text(2, "in_progress", "bob"))
	one.becomes(1, text(3, "pending", ""))
	one.reports(`task_1.json "task 1" was put back`)
	one.reports(`task_2.json "task 2" was put back`)
	one.stop()
	testdir.Must(t, board.js.DeleteKeyValue(t.Context(), "list"))
	one = serve(t, srv, filepath.Dir(one.dir), one.state)
	openHost(t, srv).refresh(2)
	one.becomes(2, text(2, "in_progress", "bob"))
}

func TestWhatWasSentBeforeAServeDiedIsNotSentAgain(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.write(1, text(1, "pending", ""))
	board := openHost(t, srv)
	board.refresh(1)
	one.stop()
	saved := one.base()
	one = serve(t, srv, filepath.Dir(one.dir), one.state)
	one.write(1, text(1, "in_progress", "ann"))
	if !testdir.Soon(func() bool { return board.value(1) == text(1, "in_progress", "ann") }) {
		t.Fatal("it is not sent")
	}
	one.stop()
	for path, raw := range saved {
		testdir.Must(t, os.WriteFile(path, raw, 0o600))
	}
	testdir.Must(t, board.do(tasks.VerbRelease, 1, "ann"))
	released := board.value(1)
	one = serve(t, srv, filepath.Dir(one.dir), one.state)
	one.becomes(1, released)
	if got := board.value(1); got != released {
		t.Errorf("the claim is made again: %s", got)
	}
}

func TestTheSameChangeInBothPlacesContradictsNothing(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.write(1, text(1, "pending", ""))
	board := openHost(t, srv)
	board.refresh(1)
	one.stop()
	testdir.Must(t, board.do(tasks.VerbClaim, 1, "ann"))
	both := strings.Replace(text(1, "in_progress", "ann"), `"description": ""`, `"description": "here"`, 1)
	one.write(1, both)
	one = serve(t, srv, filepath.Dir(one.dir), one.state)
	if !testdir.Soon(func() bool { return board.value(1) == both }) {
		t.Fatalf("it becomes %s: %q", board.value(1), one.told)
	}
}

func TestAnAgentThatHasReadTheOldFileDoesNotTakeAClaimAway(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one := serve(t, srv, t.TempDir(), t.TempDir())
	one.write(1, text(1, "pending", ""))
	board := openHost(t, srv)
	board.refresh(1)
	testdir.Must(t, board.do(tasks.VerbClaim, 1, "ann"))
	one.becomes(1, text(1, "in_progress", "ann"))
	one.write(1, text(1, "in_progress", "late"))
	one.reports(`task_1.json "task 1" was put back`)
	one.becomes(1, text(1, "in_progress", "ann"))
	if got := board.value(1); got != text(1, "in_progress", "ann") {
		t.Errorf("the bucket has %s", got)
	}
}

func TestTheHighestNumberNeverGoesDown(t *testing.T) {
	t.Parallel()
	srv := newServer(t)
	one, two := serve(t, srv, t.TempDir(), t.TempDir()), serve(t, srv, t.TempDir(), t.TempDir())
	has := func(m *mirrored, want string) {
		t.Helper()
		if !testdir.Soon(func() bool { raw, _ := os.ReadFile(filepath.Join(m.dir, mark)); return string(raw) == want }) {
			t.Fatalf("it does not become %s", want)
		}
	}
	for _, step := range []struct {
		at       *mirrored
		is, want string
	}{{one, "5", "5"}, {two, "7", "7"}, {one, "6", "7"}} {
		testdir.Must(t, os.WriteFile(filepath.Join(step.at.dir, mark), []byte(step.is), 0o600))
		has(one, step.want)
		has(two, step.want)
	}
}

func TestEveryWriteArrivesOrIsKept(t *testing.T) {
	t.Parallel()
	const all, writes = 4, 40
	srv := newServer(t)
	wires := []*testdir.Wire{testdir.NewWire(t, srv), testdir.NewWire(t, srv), testdir.NewWire(t, srv)}
	served := []*mirrored{serve(t, wires[0].Addr().String(), t.TempDir(), t.TempDir()), serve(t, wires[1].Addr().String(), t.TempDir(), t.TempDir())}
	board := openHost(t, wires[2].Addr().String())
	for id := range all {
		raw := strings.Replace(text(id+1, "pending", ""), "{", `{"agent0": "w", "agent1": "w", "agent2": "w",`, 1)
		served[0].write(id+1, raw)
		served[1].becomes(id+1, raw)
	}
	board.refresh(all)
	var working sync.WaitGroup
	last := make([][]string, 3) // what each agent wrote last into each file
	for n := range last {
		last[n] = make([]string, all+1)
		working.Go(func() {
			for i := range writes {
				id, member := 1+rand.IntN(all), fmt.Sprintf(`"agent%d": "w%d"`, n, i)
				change := func(raw string) string {
					return regexp.MustCompile(fmt.Sprintf(`"agent%d": "w[0-9]*"`, n)).ReplaceAllString(raw, member)
				}
				time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond) // the agent works
				if n < 2 {
					path := filepath.Join(served[n].dir, file(id))
					raw, err := os.ReadFile(path)
					testdir.Must(t, err, os.WriteFile(path+".tmp", []byte(change(string(raw))), 0o600), os.Rename(path+".tmp", path))
					last[n][id] = member
					continue
				}
				f, _ := board.File(file(id))
				changes, err := board.store.Compare(f.Raw, []byte(change(string(f.Raw))))
				if err == nil {
					_, err = board.store.Batch().Apply(t.Context(), tasks.Edit{Verb: tasks.VerbEdit, Of: tasks.Key{Name: file(id)}, Changes: changes, At: time.Now()})
				}
				if err == nil {
					last[n][id] = member
				}
			}
		})
	}
	for stop := time.Now().Add(1500 * time.Millisecond); time.Now().Before(stop); {
		w := wires[rand.IntN(len(wires))]
		w.Cut(true)
		time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond) // the cut lasts that long
		w.Cut(false)
		time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond) // until the next cut
	}
	working.Wait()
	check := openHost(t, srv)
	for id := 1; id <= all; id++ {
		if !testdir.Soon(func() bool {
			want := check.value(id)
			for _, m := range served {
				raw, _ := os.ReadFile(filepath.Join(m.dir, file(id)))
				if string(raw) != want {
					return false
				}
			}
			return true
		}) {
			t.Fatalf("file %d is not the same everywhere", id)
		}
	}
	keptBytes := ""
	for _, m := range served {
		paths, _ := filepath.Glob(filepath.Join(m.state, "*", "kept", "*"))
		for _, path := range paths {
			raw, err := os.ReadFile(path)
			testdir.Must(t, err)
			keptBytes += string(raw)
		}
	}
	for n, of := range last {
		for id, member := range of {
			if id > 0 && member != "" && !strings.Contains(check.value(id), member) && !strings.Contains(keptBytes, member) {
				t.Errorf("agent %d wrote %s into file %d, which is %s; reported: %q %q", n, member, id, check.value(id), served[0].told, served[1].told)
			}
		}
	}
}

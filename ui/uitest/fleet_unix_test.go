//go:build unix

package uitest

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"sideboard/tasks"
	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// A fleet is several hosts whose agents and boards work on one list, and a network between them and the list that is cut now and then.
// In its long form there are boards, too, and mishaps happen (fleet_mishaps_unix_test.go): each says what it may do to a task, and nothing
// else may.
type fleet struct {
	*testing.T
	agents  map[string]agent // by name
	persons []*person
	cut     func(down bool)
	mishaps []func(*fleet)
	text    func(id int) string // the file of a task, "" for none
	final   func(id int) string // the same when all is quiet; fails the test if two places differ

	tasks    int
	acts     atomic.Int64
	began    time.Time
	gate     sync.RWMutex // an act holds it for reading, a mishap during which nobody acts for writing
	restored atomic.Int64 // how often a mishap that gives tasks an older state began or ended
	mu       sync.Mutex
	history  map[int][]porcupine.Operation
	counts   map[string]map[verdict]int // of agents and boards
}

// act is one action of an agent or a person.
type act struct {
	verb     tasks.Verb
	id       int
	who      string
	from, to string // the subjects of an edit
}

// verdict is what is known of it.
type verdict uint8

const (
	refused verdict = iota // nothing was written, as far as the agent knew when it asked
	done
	unknown
	unsent // the network was cut: nothing was asked
)

// holding is the state of a task in the model.
type holding struct {
	gone           bool // its file is elsewhere
	status         tasks.Status
	owner, subject string
}

// What mishaps do to a task.
type (
	movedAway  bool    // its file is moved elsewhere, or back
	restoredTo holding // its file is replaced by an older one
)

// apply returns what an act makes of a task, false if it must be refused.
func (a act) apply(was holding) (holding, bool) {
	next, mine := was, was.status == tasks.InProgress && was.owner == a.who
	switch {
	case was.gone:
		return was, false
	case a.verb == tasks.VerbEdit:
		next.subject = a.to
		return next, was.subject == a.from
	case a.verb == tasks.VerbClaim:
		next.status, next.owner = tasks.InProgress, a.who
		return next, was.status == tasks.Pending && was.owner == ""
	case a.verb == tasks.VerbComplete && was.status == tasks.Completed && was.owner == a.who:
		return was, true // "it was completed already": an agent asks again when the answer did not reach it
	case a.verb == tasks.VerbComplete:
		next.status = tasks.Completed
		return next, mine || was.status == tasks.Pending && was.owner == "" // without a claim, the design allows it
	}
	next.status, next.owner = tasks.Pending, ""
	return next, mine
}

// fleetModel says which histories of one task are as if each act was made in one instant. An act without an answer may have been made, or not.
func fleetModel(id int) porcupine.Model {
	return (&porcupine.NondeterministicModel{
		Init: func() []any { return []any{holding{status: tasks.Pending, subject: subjectOf(id)}} },
		Step: func(state, in, out any) []any {
			was := state.(holding)
			switch in := in.(type) {
			case holding: // how the file is at the end
				if in != was {
					return nil
				}
				return []any{was}
			case movedAway:
				was.gone = bool(in)
				return []any{was}
			case restoredTo:
				return []any{holding(in)}
			}
			next, fits := in.(act).apply(was)
			switch {
			case out.(verdict) == unknown && fits:
				return []any{was, next}
			case out.(verdict) == unknown:
				return []any{was}
			case !fits:
				return nil
			}
			return []any{next}
		},
	}).ToModel()
}

// agent acts as one owner.
type agent func(act) verdict

// patience is how long an agent waits for an answer.
const patience = 3 * time.Second

// inTorture reports whether ten thousand acts are asked for.
func inTorture() bool { return os.Getenv("SIDEBOARD_TORTURE") != "" }

func (f *fleet) now() int64 { return int64(time.Since(f.began)) }

// note adds an act or a mishap to the history of a task.
func (f *fleet) note(id int, in any, out verdict, from int64) {
	op := porcupine.Operation{Input: in, Call: from, Output: out, Return: f.now()}
	if out == unknown {
		op.Return = int64(10 * time.Hour) // it may still be carried out
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.history[id] = append(f.history[id], op)
}

// count counts an act, and notes it unless nothing came of it.
func (f *fleet) count(kind string, a act, out verdict, from int64) {
	f.mu.Lock()
	f.counts[kind][out]++
	f.mu.Unlock()
	if n := f.acts.Add(1); n%1000 == 0 {
		f.Logf("%d acts", n)
	}
	if out != refused {
		f.note(a.id, a, out, from)
	}
}

// judge has agents and persons act at random on some tasks while the network is cut and mishaps happen, and checks what they were answered
// against a model and against the files in the end.
func (f *fleet) judge(t *testing.T) {
	t.Helper()
	f.tasks = 8
	if inTorture() {
		f.tasks = 40
	}
	f.T, f.began, f.history = t, time.Now(), map[int][]porcupine.Operation{}
	f.counts = map[string]map[verdict]int{"agents": {}, "boards": {}}
	var working, acting, around sync.WaitGroup
	stop, quiet := make(chan struct{}), make(chan struct{})
	around.Go(func() { f.cutNowAndThen(quiet) })
	if inTorture() {
		around.Go(func() { f.strike(quiet) })
	}
	for who, agent := range f.agents {
		working.Go(func() { f.work(who, agent) })
	}
	for _, p := range f.persons {
		acting.Go(func() { p.work(f, stop) })
	}
	working.Wait()
	close(stop)
	acting.Wait()
	close(quiet)
	around.Wait()
	for kind, n := range f.counts {
		t.Logf("%s: %d done, %d refused, %d unknown", kind, n[done], n[refused], n[unknown])
	}
	for id := 1; id <= f.tasks; id++ {
		last, at := stateIn(f.final(id)), int64(20*time.Hour)
		ops := append(f.history[id], porcupine.Operation{Input: last, Call: at, Output: done, Return: at + 1})
		switch porcupine.CheckOperationsTimeout(fleetModel(id), ops, time.Minute) {
		case porcupine.Illegal:
			slices.SortFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
			t.Errorf("task %d ends as %+v, which does not follow from\n%s", id, last, inWords(ops))
		case porcupine.Unknown:
			t.Logf("task %d has too many acts without an answer to decide", id)
		}
	}
}

// inWords returns a history, a line for each act.
func inWords(ops []porcupine.Operation) string {
	var b strings.Builder
	for _, o := range ops {
		fmt.Fprintf(&b, "%v to %v: %T %+v %v\n", time.Duration(o.Call), time.Duration(o.Return), o.Input, o.Input, o.Output)
	}
	return b.String()
}

// cutNowAndThen cuts the network for moments.
func (f *fleet) cutNowAndThen(quiet chan struct{}) {
	pause := 1500
	if inTorture() {
		pause = 6000 // else most of the time goes into connecting again
	}
	for {
		select {
		case <-quiet:
			f.cut(false)
			return
		case <-time.After(time.Duration(300+rand.IntN(pause)) * time.Millisecond):
		}
		f.cut(true)
		time.Sleep(time.Duration(20+rand.IntN(80)) * time.Millisecond) // the cut lasts that long
		f.cut(false)
	}
}

// isDone reports whether an agent has acted enough, and not everything was refused.
func (f *fleet) isDone(acts int) bool {
	if inTorture() {
		return f.acts.Load() >= 10_000
	}
	return acts >= 40 && f.did("agents")
}

// did reports whether an act of agents or boards is done.
func (f *fleet) did(kind string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[kind][done] > 0
}

// work has an agent claim and then release, or now and then complete, one task after the other.
func (f *fleet) work(who string, agent agent) {
	complete := 20 // of so many tasks it completes one
	if inTorture() {
		complete = 160
	}
	mayHave := 0 // the task that it has probably claimed
	for n := 0; !f.isDone(n); n++ {
		a := act{verb: tasks.VerbClaim, id: 1 + rand.IntN(f.tasks), who: who}
		if mayHave > 0 {
			a.id, a.verb = mayHave, tasks.VerbRelease
			if rand.IntN(complete) == 0 {
				a.verb = tasks.VerbComplete
			}
		}
		for out := unsent; out == unsent; {
			f.gate.RLock()
			from := f.now()
			if out = agent(a); out != unsent {
				f.count("agents", a, out, from)
			}
			f.gate.RUnlock()
			switch {
			case a.verb == tasks.VerbClaim && out != refused:
				mayHave = a.id
			case a.verb == tasks.VerbClaim && rand.IntN(2) == 0, out == refused && rand.IntN(2) == 0:
				mayHave = a.id // a mishap may have been in the way
			default:
				mayHave = 0
			}
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond) // the agent works, or waits for the network
		}
	}
}

// stateIn returns the state of a task with the bytes of its file.
func stateIn(text string) holding {
	var is struct{ Subject, Status, Owner string }
	if text == "" || json.Unmarshal([]byte(text), &is) != nil {
		return holding{gone: true}
	}
	h := holding{subject: is.Subject, owner: is.Owner}
	for _, s := range []tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed} {
		if is.Status == s.String() {
			h.status = s
		}
	}
	return h
}

// judged returns what is known after an error.
func judged(err error) verdict {
	_, open := errors.AsType[*tasks.UnknownError](err)
	switch {
	case err == nil:
		return done
	case open || errors.Is(err, context.DeadlineExceeded):
		return unknown
	case errors.As(err, new(*tasks.OfflineError)):
		return unsent
	}
	return refused
}

// byVerbs is an agent that uses the commands' own road on a directory, host:dir or a bucket.
func byVerbs(f workspace.Finder) agent {
	return func(a act) verdict {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		s, err := verbs.Open(ctx, verbs.Options{Finder: f, Who: a.who, Agent: true})
		if err != nil {
			return unsent
		}
		defer s.Close()
		_, err = s.Do(ctx, a.verb, fmt.Sprint("task_", a.id), false)
		return judged(err)
	}
}

// byTools is an agent that calls the tools. connect makes a new session.
func byTools(connect func(who string) (*sdk.ClientSession, error)) agent {
	var session *sdk.ClientSession
	return func(a act) verdict {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if session == nil {
			var err error
			if session, err = connect(a.who); err != nil {
				session = nil
				return unsent
			}
		}
		res, err := session.CallTool(ctx, &sdk.CallToolParams{Name: a.verb.String(), Arguments: map[string]any{"taskId": fmt.Sprint("task_", a.id)}})
		if err != nil {
			session.Close()
			session = nil
			return unknown
		}
		if res.IsError {
			if text, ok := res.Content[0].(*sdk.TextContent); ok && strings.Contains(text.Text, "not known") {
				return unknown
			}
			return refused
		}
		return done
	}
}

// subjectOf returns the subject that a task of a fleet has at first. A filter for it finds no other task.
func subjectOf(id int) string { return fmt.Sprintf("w%02d", id) }

// fleetFile returns the name of the file of a task.
func fleetFile(id int) string { return fmt.Sprintf("task_%d.json", id) }

// fleetDir makes a directory with the tasks. Their agents lock .lock for each write and mean what they write, so sideboard takes nothing back
// by itself: a claim that was answered is never made a second time.
func fleetDir(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, dir)
	for id := 1; id <= 40; id++ {
		text := s12(fmt.Sprint("task_", id), subjectOf(id), "pending", "null", "[]")
		put(t, filepath.Join(dir, fleetFile(id)), strings.Replace(text, "\n}", ",\n  \"blocks\": []\n}", 1))
	}
	return dir
}

func finderAt(t *testing.T, arg string) workspace.Finder {
	return workspace.Finder{Arg: arg, Env: locate.Env{Getenv: func(string) string { return "" }, Cwd: t.TempDir()}, Options: workspace.Options{State: t.TempDir(), Poll: true}}
}

// three returns three agents.
func three(next func() agent) map[string]agent {
	return map[string]agent{"ann": next(), "bob": next(), "eve": next()}
}

func TestAFleetOverStandardInput(t *testing.T) {
	t.Parallel()
	dir, running := fleetDir(t), processes{}
	agents := three(func() agent {
		return byTools(func(who string) (*sdk.ClientSession, error) {
			cmd := program(t, "mcp", "--dir", dir, "--as", who)
			session, err := sdk.NewClient(&sdk.Implementation{Name: who, Version: "1"}, nil).Connect(context.Background(), &sdk.CommandTransport{Command: cmd}, nil)
			running.add(cmd.Process)
			return session, err
		})
	})
	overFiles(dir, agents, running.kill, persons(t, dir, "")).judge(t)
}

// overFiles is a fleet whose list is a directory.
func overFiles(dir string, agents map[string]agent, cut func(bool), persons []*person) *fleet {
	text := func(id int) string { return textIn(dir, id) }
	return &fleet{
		agents: agents, persons: persons, cut: cut, text: text, final: text,
		mishaps: []func(*fleet){holdsLock(dir), emptied(dir), swapped(dir), restoredFromACopy(dir)},
	}
}

func TestAFleetOverHTTP(t *testing.T) {
	t.Parallel()
	dir := fleetDir(t)
	state := "XDG_STATE_HOME=" + t.TempDir()
	server := program(t, "mcp", "--http", "127.0.0.1:0", "--dir", dir)
	server.Env = append(server.Env, state)
	said, err := server.StderrPipe()
	testdir.Must(t, err)
	testdir.Must(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill(); _ = server.Wait() })
	line, err := bufio.NewReader(said).ReadString('\n')
	testdir.Must(t, err)
	_, at, _ := strings.Cut(strings.TrimSpace(line), "http://")
	wire := testdir.NewWire(t, at)
	agents := three(func() agent {
		token := ""
		return byTools(func(who string) (*sdk.ClientSession, error) {
			if token == "" {
				cmd := program(t, "mcp", "--token", who)
				cmd.Env = append(cmd.Env, state)
				out, err := cmd.Output()
				if err != nil {
					return nil, err
				}
				token = strings.TrimSpace(string(out))
			}
			client := &http.Client{Transport: withToken{token, &http.Transport{}}}
			return sdk.NewClient(&sdk.Implementation{Name: who, Version: "1"}, nil).Connect(context.Background(),
				&sdk.StreamableClientTransport{Endpoint: "http://" + wire.Addr().String(), HTTPClient: client, DisableStandaloneSSE: true, MaxRetries: -1}, nil)
		})
	})
	overFiles(dir, agents, wire.Cut, persons(t, dir, "")).judge(t)
}

// withToken adds a token to requests.
type withToken struct {
	token string
	http.RoundTripper
}

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+w.token)
	return w.RoundTripper.RoundTrip(r)
}

func TestAFleetOverSSH(t *testing.T) {
	far := newHost(t)
	dir := filepath.Join(far.home, "project", ".tasks")
	mkdir(t, filepath.Dir(dir))
	testdir.Must(t, os.Rename(fleetDir(t), dir))
	version, err := exec.Command(filepath.Join(far.bin, "sideboard"), "--version").Output()
	testdir.Must(t, err)
	same := strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
	agents := three(func() agent {
		f := finderAt(t, "far:project")
		f.Options.Version = same
		return byVerbs(f)
	})
	overFiles(dir, agents, func(down bool) {
		if down {
			far.kill()
		}
	}, persons(t, "far:project", same)).judge(t)
}

func TestWithoutAMajorityOfTheServersEachCommandSaysSo(t *testing.T) {
	t.Parallel()
	servers := newCluster(t).all
	at := "nats://" + servers[0].Addr().String() + "/plan"
	a, _, err := bucket.Parse(at)
	testdir.Must(t, err)
	serving, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	dir, state := fleetDir(t), t.TempDir()
	go func() {
		served <- bucket.Serve(serving, a, bucket.Options{Origin: bucket.Origin{Dir: dir}, State: state, Report: func(text string) { t.Log(text) }})
	}()
	out := ""
	if !testdir.Soon(func() bool {
		raw, err := program(t, "list", "--dir", at).CombinedOutput()
		out = string(raw)
		return err == nil && strings.Contains(out, "40") // without the error, whose address may have a 40 too
	}) {
		t.Fatalf("the bucket does not have the tasks:\n%s", out)
	}
	stop()
	testdir.Must(t, <-served)
	for _, s := range servers[1:] {
		s.Shutdown()
		s.WaitForShutdown()
	}
	var all sync.WaitGroup
	for _, line := range []string{"list", "status", "claim --next", "next --json", "doctor"} {
		all.Go(func() {
			raw, err := program(t, append(strings.Fields(line), "--dir", at)...).CombinedOutput()
			exit, ended := errors.AsType[*exec.ExitError](err)
			said := strings.Contains(string(raw), "majority") || strings.Contains(string(raw), "not known whether")
			if !ended || exit.ExitCode() != 5 || !said {
				t.Errorf("%s ends with %v:\n%s", line, err, raw)
			}
		})
	}
	all.Wait()
}

func TestAFleetOverNATS(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	n := &overNATS{cluster: c}
	serving, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	for i, s := range c.all {
		n.wires = append(n.wires, testdir.NewWire(t, s.Addr().String()))
		dir := filepath.Join(t.TempDir(), ".tasks")
		if i == 0 {
			dir = fleetDir(t)
		} else {
			mkdir(t, dir)
		}
		n.mirrors = append(n.mirrors, dir)
		a, _, err := bucket.Parse("nats://" + n.wires[i].Addr().String() + "/plan")
		testdir.Must(t, err)
		o := bucket.Options{Origin: bucket.Origin{Dir: dir}, State: t.TempDir(), Report: func(text string) { t.Log(text) }}
		ended.Go(func() { serveAgain(serving, t, a, o) })
		if !testdir.Soon(func() bool { all, _ := filepath.Glob(filepath.Join(dir, "*.json")); return len(all) == 40 }) {
			t.Fatal("a mirror does not get the tasks")
		}
	}
	direct, _, err := bucket.Parse("nats://" + strings.Join(c.addresses(), ",") + "/plan")
	testdir.Must(t, err)
	if !testdir.Soon(func() bool { n.bucket, err = bucket.Open(t.Context(), direct, false); return err == nil }) {
		t.Fatal(err)
	}
	defer n.bucket.Close()
	var people []*person
	for i := range boards() {
		people = append(people, newPerson(t, i, "nats://"+n.wires[i].Addr().String()+"/plan", ""))
	}
	used := 0
	f := &fleet{
		persons: people, text: n.text, final: n.final(t),
		agents: three(func() agent {
			used++
			return byVerbs(finderAt(t, "nats://"+n.wires[used-1].Addr().String()+"/plan"))
		}),
		cut: func(down bool) {
			n.wires[rand.IntN(3)].Cut(down)
			if !down {
				for _, w := range n.wires {
					w.Cut(false)
				}
			}
		},
		mishaps: []func(*fleet){n.locked, n.emptied, n.swapped, n.purged, n.restarted, n.fellBack},
	}
	f.judge(t)
	stop()
	ended.Wait()
}

// serveAgain serves a directory as a service manager does: again when serve has ended because its directory was replaced.
func serveAgain(ctx context.Context, t *testing.T, a bucket.Address, o bucket.Options) {
	for ctx.Err() == nil {
		err := bucket.Serve(ctx, a, o)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "was removed or replaced") {
			t.Error(err)
			return
		}
		time.Sleep(20 * time.Millisecond) // a service manager waits too
	}
}

// textIn returns the file of a task in a directory, "" for none.
func textIn(dir string, id int) string {
	raw, _ := os.ReadFile(filepath.Join(dir, fleetFile(id)))
	return string(raw)
}

// processes are programs that are killed when the network is cut.
type processes struct {
	mu  sync.Mutex
	all []*os.Process
}

func (p *processes) add(one *os.Process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one != nil {
		p.all = append(p.all, one)
	}
}

func (p *processes) kill(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.all {
		if down {
			_ = one.Kill()
		}
	}
	p.all = nil
}

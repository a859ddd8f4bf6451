//go:build unix

package uitest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/nats-io/nats-server/v2/server"

	"sideboard/tasks"
	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/tasks/remote"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// A fleet is several hosts whose agents work on one list, and a network between them and the list that is cut now and then.

// act is one action of an agent.
type act struct {
	verb tasks.Verb
	id   int
	who  string
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
	status tasks.Status
	owner  string
}

// apply returns what an act makes of a task, false if it must be refused.
func (a act) apply(was holding) (holding, bool) {
	switch {
	case a.verb == tasks.VerbClaim && was == holding{tasks.Pending, ""}:
		return holding{tasks.InProgress, a.who}, true
	case a.verb == tasks.VerbComplete && was == holding{tasks.Pending, ""}: // s12 allows it
		return holding{tasks.Completed, ""}, true
	case was != holding{tasks.InProgress, a.who}:
		return was, false
	case a.verb == tasks.VerbComplete:
		return holding{tasks.Completed, a.who}, true
	}
	return holding{tasks.Pending, ""}, true
}

// fleetModel says which histories of one task are as if each act was made in one instant. An act without an answer may have been made, or not.
var fleetModel = (&porcupine.NondeterministicModel{
	Init: func() []any { return []any{holding{tasks.Pending, ""}} },
	Step: func(state, in, out any) []any {
		if end, is := in.(holding); is { // how the file is at the end
			if end == state.(holding) {
				return []any{state}
			}
			return nil
		}
		next, fits := in.(act).apply(state.(holding))
		switch {
		case out.(verdict) == unknown && fits:
			return []any{state, next}
		case out.(verdict) == unknown:
			return []any{state}
		case !fits:
			return nil
		}
		return []any{next}
	},
}).ToModel()

// agent acts as one owner.
type agent func(act) verdict

// patience is how long an agent waits for an answer.
const patience = 3 * time.Second

// judge has agents act at random on some tasks while the network is cut at random, and checks what they were answered against a model and
// against the files in the end. end returns the file of a task.
func judge(t *testing.T, agents map[string]agent, cut func(bool), end func(id int) string) {
	t.Helper()
	acts, tasksCount := 40, 8
	if os.Getenv("SIDEBOARD_TORTURE") != "" {
		acts, tasksCount = 10_000/len(agents), 40
	}
	history := make([][]porcupine.Operation, tasksCount+1)
	var mu sync.Mutex
	began := time.Now()
	counts := map[verdict]int{}
	var working, network sync.WaitGroup
	stop := make(chan struct{})
	network.Go(func() {
		for {
			select {
			case <-stop:
				cut(false)
				return
			case <-time.After(time.Duration(300+rand.IntN(1500)) * time.Millisecond):
			}
			cut(true)
			time.Sleep(time.Duration(20+rand.IntN(80)) * time.Millisecond) // the cut lasts that long
			cut(false)
		}
	})
	client := 0
	for who, agent := range agents {
		client++
		working.Go(func() {
			var last act
			for range acts {
				a := act{verb: tasks.VerbClaim, id: 1 + rand.IntN(tasksCount), who: who}
				if last.verb == tasks.VerbClaim {
					a.id, a.verb = last.id, tasks.VerbRelease
					if rand.IntN(max(20, acts/20)) == 0 {
						a.verb = tasks.VerbComplete
					}
				}
				from := time.Since(began)
				out := agent(a)
				for ; out == unsent; out = agent(a) {
					time.Sleep(10 * time.Millisecond) // until the network is back
				}
				op := porcupine.Operation{ClientId: client, Input: a, Call: int64(from), Output: out, Return: int64(time.Since(began))}
				if out == unknown {
					op.Return = int64(time.Hour) // it may still be carried out
				}
				if last = a; out == refused {
					last.verb = 0
				}
				time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond) // the agent works
				mu.Lock()
				counts[out]++
				if out != refused {
					history[a.id] = append(history[a.id], op)
				}
				mu.Unlock()
			}
		})
	}
	working.Wait()
	close(stop)
	network.Wait()
	t.Logf("%d done, %d refused, %d unknown", counts[done], counts[refused], counts[unknown])
	if counts[done] == 0 {
		t.Error("nothing was done")
	}
	for id := 1; id <= tasksCount; id++ {
		text, last := end(id), holding{}
		for _, s := range []tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed} {
			if strings.Contains(text, `"status": "`+s.String()+`"`) {
				last.status = s
			}
		}
		for who := range agents {
			if strings.Contains(text, `"owner": "`+who+`"`) {
				last.owner = who
			}
		}
		at := int64(2 * time.Hour)
		ops := append(history[id], porcupine.Operation{Input: last, Call: at, Output: done, Return: at + 1})
		switch porcupine.CheckOperationsTimeout(fleetModel, ops, time.Minute) {
		case porcupine.Illegal:
			t.Errorf("task %d ends as %+v, which does not follow from %+v", id, last, ops)
		case porcupine.Unknown:
			t.Logf("task %d has too many acts without an answer to decide", id)
		}
	}
}

// judged returns what is known after an error.
func judged(err error) verdict {
	_, open := errors.AsType[*remote.UnknownError](err)
	switch {
	case err == nil:
		return done
	case open || errors.Is(err, context.DeadlineExceeded):
		return unknown
	case errors.As(err, new(*remote.OfflineError)):
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

// fleetDir makes a directory with the tasks.
func fleetDir(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), ".tasks")
	mkdir(t, dir)
	for id := range 40 {
		put(t, filepath.Join(dir, fmt.Sprintf("task_%d.json", id+1)), s12(fmt.Sprint("task_", id+1), "Work", "pending", "null", "[]"))
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
	judge(t, three(func() agent {
		return byTools(func(who string) (*sdk.ClientSession, error) {
			cmd := program(t, "mcp", "--dir", dir, "--as", who)
			session, err := sdk.NewClient(&sdk.Implementation{Name: who, Version: "1"}, nil).Connect(context.Background(), &sdk.CommandTransport{Command: cmd}, nil)
			running.add(cmd.Process)
			return session, err
		})
	}), running.kill, reader(t, dir))
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
	judge(t, three(func() agent {
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
	}), wire.Cut, reader(t, dir))
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
	judge(t, three(func() agent {
		f := finderAt(t, "far:project")
		f.Options.Version = strings.TrimPrefix(strings.TrimSpace(string(version)), "sideboard ")
		return byVerbs(f)
	}), func(down bool) {
		if down {
			far.kill()
		}
	}, reader(t, dir))
}

// newCluster starts three servers, and returns their addresses.
func newCluster(t *testing.T) (at []string) {
	t.Helper()
	var all []*server.Server
	var routes []string // each server must be given some
	for range 3 {
		free, err := net.Listen("tcp", "127.0.0.1:0")
		testdir.Must(t, err)
		routes = append(routes, free.Addr().String())
		free.Close()
	}
	for i := range 3 {
		_, port, _ := net.SplitHostPort(routes[i])
		number, err := strconv.Atoi(port)
		testdir.Must(t, err)
		o := &server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
			Cluster: server.ClusterOpts{Name: "fleet", Host: "127.0.0.1", Port: number},
			Routes:  server.RoutesFromStr("nats://" + strings.Join(routes, ",nats://")),
		}
		s, err := server.NewServer(o)
		testdir.Must(t, err)
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		all, at = append(all, s), append(at, "")
	}
	for i, s := range all {
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("a server does not start")
		}
		at[i] = s.Addr().String()
	}
	if !testdir.Soon(func() bool {
		return slices.ContainsFunc(all, func(s *server.Server) bool { return s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 })
	}) {
		t.Fatal("the servers do not find each other")
	}
	return at
}

func TestAFleetOverNATS(t *testing.T) {
	t.Parallel()
	servers := newCluster(t)
	var wires []*testdir.Wire
	var mirrors []string
	serving, stop := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	for i, at := range servers {
		wires = append(wires, testdir.NewWire(t, at))
		dir := filepath.Join(t.TempDir(), ".tasks")
		if i == 0 {
			dir = fleetDir(t)
		} else {
			mkdir(t, dir)
		}
		mirrors = append(mirrors, dir)
		a, _, err := bucket.Parse("nats://" + wires[i].Addr().String() + "/plan")
		testdir.Must(t, err)
		state := t.TempDir()
		ended.Go(func() {
			if err := bucket.Serve(serving, a, bucket.Options{Origin: bucket.Origin{Dir: dir}, State: state, Report: func(text string) { t.Log(text) }}); err != nil {
				t.Error(err)
			}
		})
		if !testdir.Soon(func() bool { all, _ := os.ReadDir(dir); return len(all) == 40 }) {
			t.Fatal("a mirror does not get the tasks")
		}
	}
	n := 0
	judge(t, three(func() agent {
		n++
		return byVerbs(finderAt(t, "nats://"+wires[n-1].Addr().String()+"/plan"))
	}), func(down bool) {
		wires[rand.IntN(3)].Cut(down)
		if !down {
			for _, w := range wires {
				w.Cut(false)
			}
		}
	}, func(id int) string {
		a, _, _ := bucket.Parse("nats://" + servers[0] + "/plan")
		b, err := bucket.Open(context.Background(), a, false)
		testdir.Must(t, err)
		defer b.Close()
		f, _ := b.File(fmt.Sprintf("task_%d.json", id))
		for _, dir := range mirrors {
			if !testdir.Soon(func() bool { return reader(t, dir)(id) == string(f.Raw) }) {
				t.Errorf("%s has %s of task %d, the bucket %s", dir, reader(t, dir)(id), id, f.Raw)
			}
		}
		return string(f.Raw)
	})
	stop()
	ended.Wait()
}

// reader returns a function that reads the file of a task.
func reader(t *testing.T, dir string) func(int) string {
	return func(id int) string {
		raw, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", id)))
		testdir.Must(t, err)
		return string(raw)
	}
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

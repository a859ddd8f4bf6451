package demo

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// boardArg makes the test binary run as a board: it starts a demo, says where, and waits to be killed.
const boardArg = "run-board"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		if err := Clean(os.Args[2:], os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == boardArg {
		runBoard()
	}
	// Under the race detector a process sleeps a second at its end, and every demo has one.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testdir.InMemory()
	testdir.Main(m)
}

func runBoard() {
	d, err := Start(context.Background(), Config{Exe: executable(), Speed: 50})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(d.Dir())
	fmt.Println(d.cleaner.Process.Pid)
	select {}
}

func executable() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}

// start starts a demo that ends with the test.
func start(t *testing.T, config Config) *Demo {
	t.Helper()
	config.Exe = executable()
	d, err := Start(t.Context(), config)
	testdir.Must(t, err)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// atRest returns the demo's project without any process or running agent: a test acts for the agents. Its clock is fast.
func atRest(t *testing.T) *Demo {
	t.Helper()
	d := &Demo{
		config: Config{Exe: executable()}.withDefaults(), root: t.TempDir(), files: map[string]string{}, lastBytes: map[string][]byte{},
		captions: make(chan Caption, 64), clock: newClock(1e6),
	}
	d.ctx, d.cancel = context.WithCancel(t.Context())
	d.dir = filepath.Join(d.ConfigDir(), "tasks", projectName)
	for i := range d.config.Agents {
		d.agents = append(d.agents, &agent{name: fmt.Sprintf("agent-%d", i+1), alive: true, stop: func() {}})
	}
	testdir.Must(t, d.writeProject())
	t.Cleanup(func() {
		d.cancel()
		d.jobs.Wait()
	})
	return d
}

// witness reads the directory as Claude Code's agents do, in code that shares no line with the demo's.
func witness(d *Demo) (refagents.Listing, error) {
	return refagents.Read(refagents.ClaudeCode, d.Dir())
}

// until waits for a fact.
func until(t *testing.T, what string, fact func() bool) {
	t.Helper()
	if !testdir.Soon(fact) {
		t.Fatalf("waited in vain: %s", what)
	}
}

// isDone reports whether everything is completed.
func (d *Demo) isDone() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.done
}

// isAlive reports whether an agent is alive.
func (d *Demo) isAlive(a *agent) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return a.alive
}

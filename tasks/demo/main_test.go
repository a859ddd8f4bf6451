package demo

import (
	"context"
	"fmt"
	"os"
	"testing"

	"sideboard/tasks/testdir"
)

// boardArg makes the test binary run as a board: it starts a demo, says where, and waits to be killed.
const boardArg = "run-board"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		if err := Agent(os.Args[2:], os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == boardArg {
		runBoard(os.Args[2])
	}
	// Under the race detector a process sleeps a second at its end, and there are hundreds of agents.
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
		panic(err)
	}
	testdir.Main(m)
}

func runBoard(dialect string) {
	c, err := Start(context.Background(), Config{Exe: executable(), Dialect: dialect, Speed: 50})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(c.Dir())
	for _, a := range c.State().Agents {
		fmt.Println(a.PID)
	}
	fmt.Println("ready")
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
	c, err := Start(t.Context(), config)
	testdir.Must(t, err)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// testedDialects returns the dialects to run whole demos in: all, or in a short run one of each way of writing.
func testedDialects() []string {
	if testing.Short() {
		return []string{"s07", "s12", "s13", "claude-code"}
	}
	return Dialects()
}

// until waits for a fact.
func until(t *testing.T, what string, fact func() bool) {
	t.Helper()
	if !testdir.Soon(fact) {
		t.Fatalf("waited in vain: %s", what)
	}
}

// State is all agents now.
type State struct {
	Agents []AgentState
	Paused bool
	Speed  float64
	Story  bool
	Done   bool // everything is completed
}

// State returns what all agents are at now.
func (c *Demo) State() State {
	speed, paused := c.clock.state()
	c.mu.Lock()
	defer c.mu.Unlock()
	s := State{Paused: paused, Speed: speed, Story: c.config.Story, Done: c.done}
	for _, m := range c.agents {
		s.Agents = append(s.Agents, m.state)
	}
	return s
}

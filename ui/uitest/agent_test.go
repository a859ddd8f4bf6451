package uitest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/demo"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// agentFlag is the variable that makes the test program an agent instead.
const agentFlag = "SIDEBOARD_TEST_AGENT"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == demo.Command {
		if err := demo.Clean(os.Args[2:], os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if dialect := os.Getenv(agentFlag); dialect != "" {
		if err := beAgent(dialect, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	testdir.MostlyWaits()
	testdir.Main(m, removeBinary)
}

// order is an order to an agent, sent as a line.
type order struct {
	Do, Dir, ID, Who string
	Name, Content    string
	Thinks           time.Duration // between reading and writing
}

type reply struct{ Err, Was string }

// beAgent carries out orders until its input ends.
func beAgent(dialect string, in io.Reader, out io.Writer) error {
	orders, replies := json.NewDecoder(bufio.NewReader(in)), json.NewEncoder(out)
	for {
		var o order
		if err := orders.Decode(&o); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var err error
		var r reply
		switch o.Do {
		case "describe":
			r.Was, err = refagents.Describe(dialect, o.Dir, o.ID, o.Content, o.Thinks)
		case "claim":
			err = refagents.Claim(dialect, o.Dir, o.ID, o.Who)
		case "complete":
			err = refagents.Complete(dialect, o.Dir, o.ID, o.Who)
		case "write":
			err = os.WriteFile(filepath.Join(o.Dir, o.Name), []byte(o.Content), 0o644)
		case "remove":
			err = os.Remove(filepath.Join(o.Dir, o.Name))
		case "replace":
			tmp := filepath.Join(o.Dir, "."+o.Name+".tmp")
			if err = os.WriteFile(tmp, []byte(o.Content), 0o644); err == nil {
				err = os.Rename(tmp, filepath.Join(o.Dir, o.Name))
			}
		case "mkdir":
			err = os.MkdirAll(o.Dir, 0o755)
		}
		if err != nil {
			r.Err = err.Error()
		}
		if err := replies.Encode(r); err != nil {
			return err
		}
	}
}

// Agent is another process that works on the directory like the agents of a dialect.
type Agent struct {
	h       *Driver
	dialect string
	dir     string // where it works
	Name    string
	orders  *json.Encoder
	replies *json.Decoder
}

// Agent starts an agent of a dialect.
func (h *Driver) Agent(dialect, name string) *Agent {
	h.T.Helper()
	exe, err := os.Executable()
	if err != nil {
		h.T.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), agentFlag+"="+dialect)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		h.T.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.T.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.T.Fatal(err)
	}
	h.T.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &Agent{h: h, dialect: dialect, dir: h.Dir, Name: name, orders: json.NewEncoder(in), replies: json.NewDecoder(out)}
}

// In makes the agent work in another directory.
func (a *Agent) In(dir string) *Agent { a.dir = dir; return a }

func (a *Agent) do(o order) error {
	a.h.T.Helper()
	_, err := a.ask(o)
	return err
}

// ask is do, and also returns what the agent found before.
func (a *Agent) ask(o order) (was string, err error) {
	a.h.T.Helper()
	o.Dir, o.Who = a.dir, a.Name
	if err := a.orders.Encode(o); err != nil {
		a.h.T.Fatalf("agent %s: %v", a.Name, err)
	}
	var r reply
	if err := a.replies.Decode(&r); err != nil {
		a.h.T.Fatalf("agent %s: %v", a.Name, err)
	}
	if r.Err != "" {
		return r.Was, fmt.Errorf("%s", r.Err)
	}
	return r.Was, nil
}

// Makes creates the task directory.
func (a *Agent) Makes() *Agent { a.h.T.Helper(); return a.must(order{Do: "mkdir"}) }

// Writes writes a whole task file, truncating.
func (a *Agent) Writes(name, content string) *Agent {
	a.h.T.Helper()
	return a.must(order{Do: "write", Name: name, Content: content})
}

// Replaces writes a whole task file next to the old one and renames it over.
func (a *Agent) Replaces(name, content string) *Agent {
	a.h.T.Helper()
	return a.must(order{Do: "replace", Name: name, Content: content})
}

// Removes removes a task file.
func (a *Agent) Removes(name string) *Agent {
	a.h.T.Helper()
	return a.must(order{Do: "remove", Name: name})
}

// Claims claims a task.
func (a *Agent) Claims(id string) *Agent { a.h.T.Helper(); return a.must(order{Do: "claim", ID: id}) }

// Completes completes a task.
func (a *Agent) Completes(id string) *Agent {
	a.h.T.Helper()
	return a.must(order{Do: "complete", ID: id})
}

// MayNotClaim checks that the agent's own rule refuses a claim.
func (a *Agent) MayNotClaim(id string) *Agent {
	a.h.T.Helper()
	if err := a.do(order{Do: "claim", ID: id}); err == nil {
		a.h.T.Errorf("agent %s could claim %s", a.Name, id)
	}
	return a
}

func (a *Agent) must(o order) *Agent {
	a.h.T.Helper()
	if err := a.do(o); err != nil {
		a.h.T.Fatalf("agent %s cannot %s %s%s: %v", a.Name, o.Do, o.ID, o.Name, err)
	}
	return a
}

// Reads reads the directory like the agent; an error of its code fails the test.
func (a *Agent) Reads() refagents.Listing {
	a.h.T.Helper()
	l, err := refagents.Read(a.dialect, a.dir)
	if err != nil {
		a.h.T.Fatalf("agent %s cannot read the directory: %v", a.Name, err)
	}
	return l
}

// Finds checks what an agent reads about a task: its status, and whether it would start it.
func (a *Agent) Finds(id, status string, ready bool) *Agent {
	a.h.T.Helper()
	t, ok := a.Reads().Task(id)
	if !ok {
		a.h.T.Fatalf("agent %s does not see %s", a.Name, id)
	}
	if t.Status != status || t.Ready != ready {
		a.h.T.Errorf("agent %s sees %s as %s, ready %v; want %s, %v", a.Name, id, t.Status, t.Ready, status, ready)
	}
	return a
}

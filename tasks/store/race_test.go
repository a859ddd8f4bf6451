//go:build unix

package store

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// attempted is one claim of one racer: when it began, when it was answered, and whether it was won.
type attempted struct {
	Task       string
	Who        string
	Won        bool
	From, Till int64
}

// racer claims every task of each directory it is reported of, in an order of its own: it says "ready", waits for a line,
// races, and writes one line for each claim and an empty one at the end. A board claims through a store; an agent
// without a lock reads, looks and writes.
func racer(who, state, kind string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		dir := in.Text()
		claim := unlockedClaim(dir, who)
		var s *Store
		if kind == "board" {
			s = mustOpen(dir, state)
			claim = func(name string) (bool, error) {
				_, err := s.Apply(context.Background(), tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: name}, Who: who})
				if _, ok := errors.AsType[*tasks.ConflictError](err); ok {
					return false, nil
				}
				return err == nil, err
			}
		}
		names, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil {
			panic(err)
		}
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		fmt.Println("ready")
		in.Scan()
		enc := json.NewEncoder(os.Stdout)
		for _, path := range names {
			a := attempted{Task: filepath.Base(path), Who: who, From: time.Now().UnixNano()}
			if a.Won, err = claim(a.Task); err != nil {
				fmt.Fprintln(os.Stderr, err)
				continue // nothing was written, and it is reported
			}
			a.Till = time.Now().UnixNano()
			enc.Encode(a)
		}
		fmt.Println()
		if s != nil {
			s.Close()
		}
	}
}

func mustOpen(dir, state string) *Store {
	s, err := Open(dir, Options{State: state})
	if err == nil {
		err = s.Load(context.Background(), func(tasks.Delta) {})
	}
	if err != nil {
		panic(err)
	}
	s.monitor.manual = true // who won is judged; that it lasts is judged elsewhere
	return s
}

// unlockedClaim is what an agent without a lock does.
func unlockedClaim(dir, who string) func(string) (bool, error) {
	return func(name string) (bool, error) {
		path := filepath.Join(dir, name)
		raw, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(raw), `"pending"`) {
			return false, nil
		}
		next := strings.Replace(string(raw), `"pending"`, `"in_progress"`, 1)
		return true, os.WriteFile(path, []byte(strings.Replace(next, "null", `"`+who+`"`, 1)), 0o644)
	}
}

// claims is the model: of all claims of a task exactly the first is won.
var claims = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, in, out any) (bool, any) {
		if out.(bool) {
			return state.(string) == "", in.(attempted).Who
		}
		return state.(string) != "", state
	},
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		by := map[string][]porcupine.Operation{}
		for _, op := range history {
			task := op.Input.(attempted).Task
			by[task] = append(by[task], op)
		}
		var all [][]porcupine.Operation
		for _, ops := range by {
			all = append(all, ops)
		}
		return all
	},
}

type rival struct {
	in  io.WriteCloser
	out *bufio.Scanner
}

func rivals(t *testing.T, n int, state, kind string) (all []rival) {
	t.Helper()
	for i := range n {
		c := process("racer", fmt.Sprintf("racer-%d", i), state, kind)
		in, err := c.StdinPipe()
		testdir.Must(t, err)
		out, err := c.StdoutPipe()
		testdir.Must(t, err, c.Start())
		t.Cleanup(func() { in.Close(); c.Wait() })
		all = append(all, rival{in, bufio.NewScanner(out)})
	}
	return all
}

// race runs one history in a fresh directory and says whether it is linearizable, and how many claims were won.
func race(t *testing.T, all []rival, dir string, files map[string]string) (fair bool, won int) {
	t.Helper()
	for name, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, r := range all {
		fmt.Fprintln(r.in, dir)
		if !r.out.Scan() || r.out.Text() != "ready" {
			t.Fatalf("a racer says %q", r.out.Text())
		}
	}
	for _, r := range all {
		fmt.Fprintln(r.in)
	}
	var history []porcupine.Operation
	for i, r := range all {
		for r.out.Scan() && r.out.Text() != "" {
			var a attempted
			testdir.Must(t, json.Unmarshal(r.out.Bytes(), &a))
			history = append(history, porcupine.Operation{ClientId: i, Input: a, Call: a.From, Output: a.Won, Return: a.Till})
			if a.Won {
				won++
			}
		}
	}
	return porcupine.CheckOperations(claims, history), won
}

// field is a directory for a race, of one dialect.
func field(t *testing.T, dialect string, n int) (string, map[string]string) {
	t.Helper()
	files := map[string]string{}
	dir := newDir(t)
	if dialect == "claude" {
		dir = claudeDir(t)
	}
	for i := 1; i <= n; i++ {
		switch dialect {
		case "s12":
			id := fmt.Sprintf("task_%d", i)
			files[id+".json"] = s12File(id, "s", "pending", "null")
		case "s13":
			id := fmt.Sprintf("task_%08x", i)
			files[id+".json"] = s13File(id, "s", "pending", "null")
			files[lockName] = ""
		case "claude":
			files[fmt.Sprintf("%d.json", i)] = claudeFile(i, "s", "pending")
		}
	}
	return dir, files
}

// TestOfRacingClaimsExactlyOneWins lets several processes claim the same tasks at once.
func TestOfRacingClaimsExactlyOneWins(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	rounds, size := 20, 4
	if os.Getenv("SIDEBOARD_TORTURE") != "" {
		rounds, size = 200, 20
	}
	all := rivals(t, 4, t.TempDir(), "board")
	for n := range rounds {
		dialect := []string{"s12", "s12", "s13", "claude"}[n%4]
		dir, files := field(t, dialect, size)
		fair, won := race(t, all, dir, files)
		if !fair || won != size {
			t.Errorf("round %d, %s: fair %v, %d claims of %d tasks were won", n, dialect, fair, won, size)
		}
	}
	// The same judge must catch writers that do not lock.
	control := rivals(t, 4, "", "agent")
	caught := 0
	for n := 0; caught == 0 && n < 2000; n++ { // on a busy machine they rarely meet
		dir, files := field(t, "s12", 20)
		if fair, _ := race(t, control, dir, files); !fair {
			caught++
		}
	}
	if caught == 0 {
		t.Error("writers without a lock were not caught: the judge is blind")
	}
	t.Logf("%d histories of 4 processes and %d tasks: all linearizable; the unlocked control was caught", rounds, size)
}

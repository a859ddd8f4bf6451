package uitest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// A person and an agent work on one directory for a long time, each at random. In the end every edit of the person and every write of the
// agent is on the disk or was reported as overwritten. Only the agent changes descriptions, and it claims and completes; only the person changes
// subjects and links, and does everything else a person does.

// longRun returns the duration from SIDEBOARD_LONG, otherwise a number of actions.
func longRun(t *testing.T) (d time.Duration, acts int) {
	t.Helper()
	said := os.Getenv("SIDEBOARD_LONG")
	if said == "" {
		return 0, 60
	}
	d, err := time.ParseDuration(said)
	if err != nil {
		t.Fatalf("SIDEBOARD_LONG is a duration, as 10m: %v", err)
	}
	return d, 1 << 30
}

const longTasks = 8

// workplace is a directory of a dialect with longTasks tasks, and a board over it.
type workplace struct {
	*Driver
	dialect string
	ids     []string
}

func workplaceOf(t *testing.T, dialect string) *workplace {
	w := &workplace{dialect: dialect}
	o := Options{H: 60, W: 120}
	if dialect == "claude-code" {
		w.Driver = openClaude(t, o)
	} else {
		w.Driver = Open(t, o)
	}
	for i := range longTasks {
		subject := fmt.Sprintf("Job %d", i)
		switch dialect {
		case "s12":
			w.ids = append(w.ids, fmt.Sprintf("task_177800000%d_000%d", i, i))
			w.Write(w.ids[i]+".json", s12(w.ids[i], subject, "pending", "null", "[]"))
		case "s13":
			if i == 0 {
				w.Write(".lock", "")
			}
			w.ids = append(w.ids, fmt.Sprintf("task_0000000%d", i))
			w.Write(w.ids[i]+".json", strings.Replace(s12(w.ids[i], subject, "pending", "null", "[]"), "\n}", ",\n  \"worktree\": null\n}", 1))
		case "claude-code":
			w.ids = append(w.ids, fmt.Sprint(i+1))
			w.Write(w.ids[i]+".json", cc(w.ids[i], subject, "pending", "", "[]", "[]"))
		}
	}
	w.Sees(fmt.Sprintf("of %d done", longTasks))
	return w
}

func (w *workplace) file(id string) string { return id + ".json" }

// agentLog is what an agent did, and what it missed.
type agentLog struct {
	wrote, refused int
	last           map[string]string   // the last description of each task
	missed         map[string][]string // descriptions that were gone when it read the file again
}

// agentWorks lets an agent write until stop is closed.
func (w *workplace) agentWorks(seed uint64, stop <-chan struct{}) *agentLog {
	rng := rand.New(rand.NewPCG(seed, 1))
	a := w.Agent(w.dialect, "bob")
	n := &agentLog{last: map[string]string{}, missed: map[string][]string{}}
	for i := 1; ; i++ {
		select {
		case <-stop:
			return n
		case <-time.After(time.Duration(rng.IntN(20)) * time.Millisecond):
		}
		id := w.ids[rng.IntN(len(w.ids))]
		switch rng.IntN(8) {
		case 0:
			if a.do(order{Do: "claim", ID: id}) != nil {
				n.refused++
			}
		case 1:
			if a.do(order{Do: "complete", ID: id}) != nil {
				n.refused++
			}
		default:
			text := fmt.Sprintf("bob %d", i)
			was, err := a.ask(order{Do: "describe", ID: id, Content: text, Thinks: time.Duration(rng.IntN(3)) * time.Millisecond})
			if err != nil {
				n.refused++ // the file is being written or locked: an agent's code would try again
				continue
			}
			if last := n.last[id]; last != "" && was != last {
				n.missed[w.file(id)] = append(n.missed[w.file(id)], last)
			}
			n.wrote, n.last[id] = n.wrote+1, text
		}
	}
}

// personWorks presses random keys until the time is over or all actions are done.
func (w *workplace) personWorks(seed uint64, long time.Duration, acts int) (did map[string]int) {
	rng := rand.New(rand.NewPCG(seed, 2))
	did = map[string]int{}
	for i, end := 1, time.Now().Add(long); i <= acts && (long == 0 || time.Now().Before(end)); i++ {
		for range rng.IntN(4) {
			w.Press([]string{"j", "k", "h", "l", "g", "G"}[rng.IntN(6)])
		}
		switch do := rng.IntN(20); {
		case do < 4:
			did["edit"]++
			w.Press("e").Type(fmt.Sprintf(" ann%d", i)).Press("ctrl+u").Type(fmt.Sprintf("Job by ann %d", i)).Press("ctrl+s", "ctrl+s", "esc", "esc")
		case do < 6:
			did["link"]++
			w.Press("e", "shift+tab", "ctrl+u").Type("#"+w.shown(rng.IntN(len(w.ids)))).Press("ctrl+s", "ctrl+s", "esc", "esc")
		case do < 14:
			key := []string{"c", "c", "c", "d", "d", "r", "o", "c"}[do-6]
			did[key]++
			w.Press(key).Press([]string{"enter", "esc"}[rng.IntN(2)])
			w.Press("esc", "esc")
		case do < 17:
			did["undo"]++
			w.Press("u").Press([]string{"enter", "esc", "m"}[rng.IntN(3)], "enter", "esc", "esc")
		case do < 18:
			did["redo"]++
			w.Press("\x12", "enter", "esc", "esc")
		default:
			did["again"]++
			w.Press("a")
		}
		w.rest(rng)
	}
	return did
}

// shown is the id of a task as it is typed.
func (w *workplace) shown(i int) string {
	id := w.ids[i]
	return strings.TrimPrefix(id[max(0, len(id)-4):], "task_")
}

// rest waits until the board has handled all keys: it types a filter and gives it up.
func (w *workplace) rest(rng *rand.Rand) {
	w.T.Helper()
	word := fmt.Sprintf("%08x", rng.Uint32())
	looks, next := 0, 1
	w.Await("the board to take a key", func() bool {
		if looks++; looks == next { // close a form that is still open, without saving
			next += 500 + next // later each time, so that a round does not interrupt the one before
			w.Press("esc", "y", "esc", "esc", "/").Type(word)
		}
		return strings.Contains(w.Screen(), "/ "+word) || strings.Contains(w.Screen(), "/"+word)
	})
	w.Press("esc")
}

// journalOf reads the journal of a directory, in order.
func journalOf(t testing.TB, state, dir string) []log.Entry {
	t.Helper()
	room, err := log.OpenJournal(state, dir, log.Options{})
	testdir.Must(t, err)
	all, err := room.Read()
	testdir.Must(t, errors.Join(err, room.Close()))
	return all
}

func TestNothingIsLostInALongRun(t *testing.T) {
	t.Parallel()
	long, acts := longRun(t)
	for i, dialect := range []string{"s12", "s13", "claude-code"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			w := workplaceOf(t, dialect)
			stop := make(chan struct{})
			var n *agentLog
			var agent sync.WaitGroup
			agent.Go(func() { n = w.agentWorks(uint64(i), stop) })
			did := w.personWorks(uint64(i), long, acts)
			close(stop)
			agent.Wait()
			w.Press("esc", "esc", "q", "q").Ended() // it waits for its last edit before it ends
			w.compare(did, n)
		})
	}
}

// compare checks that the disk has every edit, or that its loss was reported.
func (w *workplace) compare(did map[string]int, n *agentLog) {
	subject, subjectBy := map[string]string{}, map[string]tasks.EditID{}
	links, linkBy := map[[2]string]bool{}, map[[2]string]tasks.EditID{} // whether a file lists an id, by file and id
	reported := map[string]bool{}                                       // reported as lost, by edit and file
	count := map[log.What]int{}
	gaveWay := map[string]string{} // the bytes that the board overwrote, by file
	for _, l := range journalOf(w.T, filepath.Join(filepath.Dir(w.Cwd), "state"), w.Dir) {
		count[l.What]++
		switch l.What {
		case log.Done, log.Recovered:
			for _, st := range l.Applied {
				for _, c := range st.Changes {
					name := st.Key.Name
					switch {
					case c.Field == tasks.FieldSubject && c.Op == tasks.Set:
						subject[name], subjectBy[name] = c.To.Text, l.ID
					case c.Field == tasks.FieldWaitsFor && c.To.Kind == tasks.Ref:
						at := [2]string{name, c.To.ID.Text}
						links[at], linkBy[at] = c.Op == tasks.Add, l.ID
					}
				}
			}
		case log.PutBack, log.Lost:
			reported[fmt.Sprint(l.ID, l.File)] = true
			if l.Kept != "" {
				b, _ := os.ReadFile(l.Kept)
				gaveWay[l.File] += string(b)
			}
		}
	}
	silent, announced := 0, 0
	judge := func(what, name, want, got string, by tasks.EditID) {
		switch {
		case want == got:
		case reported[fmt.Sprint(by, name)]:
			announced++
		default:
			silent++
			w.T.Errorf("%s: the %s of %s is %q, the person's last was %q, and that was not reported", w.dialect, what, name, got, want)
		}
	}
	for _, id := range w.ids {
		name := w.file(id)
		var now map[string]any
		if err := json.Unmarshal(w.Bytes(name), &now); err != nil {
			w.T.Errorf("%s: %s: %v", w.dialect, name, err)
			continue
		}
		if by, some := subjectBy[name]; some {
			judge("subject", name, subject[name], fmt.Sprint(now["subject"]), by)
		}
		list, _ := now["blockedBy"].([]any)
		for at, by := range linkBy {
			if at[0] == name {
				judge("link to "+at[1], name, fmt.Sprint(links[at]), fmt.Sprint(slices.Contains(list, any(at[1]))), by)
			}
		}
		if last := n.last[id]; last != "" && now["description"] != last {
			n.missed[name] = append(n.missed[name], last)
		}
	}
	missed := 0
	for name, texts := range n.missed {
		for _, text := range texts {
			if !strings.Contains(gaveWay[name], text) {
				missed++
				w.T.Errorf("%s: the agent wrote %q to %s, and it is gone without a word", w.dialect, text, name)
			}
		}
	}
	w.T.Logf("%s: the person did %v: %d edits written, %d refused, %d made again, %d reported as reverted, %d as overwritten; the agent wrote %d times and was refused %d; %d reported at the end, %d silent losses of the person, %d of the agent",
		w.dialect, did, count[log.Done], count[log.Refused], count[log.Reapplied], count[log.PutBack], count[log.Lost], n.wrote, n.refused, announced, silent, missed)
	if count[log.Done] == 0 || n.wrote == 0 {
		w.T.Errorf("%s: nothing happened", w.dialect)
	}
	w.NoLitter()
}

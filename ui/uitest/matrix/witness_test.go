package matrix

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// Whatever the agents of a design do by its own code, to a person who opens the directory just then it is of that design, and what is
// ready there is what the agents would start.
func TestADirectoryIsOfItsDesignThroughAnyPlanOfItsAgents(t *testing.T) {
	plans := 200
	if testing.Short() {
		plans = 20
	}
	for _, name := range []string{refagents.S07, refagents.SFull, refagents.V6, refagents.S12} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			did := map[string]int{}
			for seed := range plans {
				p := newPlan(t, formOf(name), uint64(seed))
				for step := range 14 {
					act := p.act()
					did[act]++
					p.compare(fmt.Sprintf("plan %d, step %d: %s", seed, step, act))
				}
				p.must(os.RemoveAll(p.agent.Dir))
			}
			for _, act := range []string{"create", "create and link", "start", "complete", "reopen", "link", "link to a completed task"} {
				if did[act] < plans/2 {
					t.Errorf("%q was done %d times in %d plans", act, did[act], plans)
				}
			}
		})
	}
}

// plan is a directory in which an agent does what comes to its mind.
type plan struct {
	testing.TB
	form
	agent  *refagents.Agent
	random *rand.Rand
	list   refagents.Listing // what the agent read last
}

func newPlan(t testing.TB, f form, seed uint64) *plan {
	a, err := refagents.New(f.Dialect, f.path(filepath.Join(t.TempDir(), fmt.Sprint(seed))), "ann")
	p := &plan{TB: t, form: f, agent: a, random: rand.New(rand.NewPCG(seed, 7))}
	p.must(err)
	a.Now, a.Random = func() time.Time { return at }, p.random
	p.must(a.MakeDir())
	return p
}

func (p *plan) must(err error) {
	p.Helper()
	testdir.Must(p.TB, err)
}

// act does one thing to the tasks that are there, and returns what.
func (p *plan) act() string {
	free, running, done := p.those("pending"), p.those("in_progress"), p.those("completed")
	switch n := p.random.IntN(9); {
	case n == 0 && len(free) > 0:
		one := p.pick(free)
		if one.Ready {
			p.must(p.agent.Claim(one.File))
			return "start"
		}
	case n <= 2 && len(running) > 0:
		p.must(p.agent.Complete(p.pick(running).File))
		return "complete"
	case n == 3 && len(done) > 0:
		p.must(p.agent.Release(p.pick(done).File))
		return "reopen"
	case n <= 5 && len(done) > 0:
		p.must(p.agent.Link(p.pick(p.list.Tasks), p.pick(done)))
		return "link to a completed task"
	case n == 6 && len(p.list.Tasks) > 1:
		p.must(p.agent.Link(p.pick(p.list.Tasks), p.pick(p.list.Tasks)))
		return "link"
	case n == 7 && len(p.list.Tasks) > 0:
		_, err := p.agent.Create(refagents.Draft{Subject: "x", WaitsFor: []refagents.Task{p.pick(p.list.Tasks)}})
		p.must(err)
		return "create and link"
	}
	for _, t := range free {
		if t.Ready && p.random.IntN(2) == 0 {
			p.must(p.agent.Claim(t.File))
			return "start"
		}
	}
	_, err := p.agent.Create(refagents.Draft{Subject: "x"})
	p.must(err)
	return "create"
}

// those returns the tasks of a status.
func (p *plan) those(status string) (some []refagents.Task) {
	for _, t := range p.list.Tasks {
		if t.Status == status {
			some = append(some, t)
		}
	}
	return some
}

func (p *plan) pick(some []refagents.Task) refagents.Task { return some[p.random.IntN(len(some))] }

// compare opens the directory as somebody who never saw it, and compares it with what the agent reads.
func (p *plan) compare(when string) {
	l, err := p.agent.Read()
	p.must(err)
	p.list = l
	b, c := p.open()
	if got := c.Traits().Dialect; got != p.Dialect {
		p.Fatalf("%s: the directory is of %s", when, got)
	}
	for _, t := range l.Tasks {
		key := keyOf(t.File)
		if ours := b.Task(key); ours == nil || ours.Traits.Dialect != p.Dialect || (b.State(key) == board.Ready) != t.Ready {
			p.Fatalf("%s: %s is %v on the board, and to its agents ready: %v\n%+v", when, t.File, b.State(key), t.Ready, ours)
		}
	}
}

// open reads the directory as a store does.
func (p *plan) open() (*board.Board, *dialect.Codec) {
	entries, err := os.ReadDir(p.agent.Dir)
	p.must(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	c := p.codec(p.agent.Dir)
	c.List(names, slices.Contains(names, ".lock"))
	read := map[tasks.Key]*tasks.Task{}
	decode := func(name string) {
		raw, err := os.ReadFile(filepath.Join(p.agent.Dir, name))
		p.must(err)
		task, err := c.Decode(keyOf(name), raw, tasks.Stamp{})
		p.must(err)
		read[task.Key] = task
		c.AddTask(task)
	}
	for _, name := range names {
		if !dialect.Noise(name) {
			decode(name)
		}
	}
	if again := c.Settle(); again != nil {
		for key, t := range read {
			if again(t) {
				decode(key.Name)
			}
		}
	}
	d := tasks.Delta{Whole: true, At: at}
	for _, t := range read {
		d.Put = append(d.Put, t)
	}
	b := board.New()
	b.Apply(d)
	b.SetTraits("", c.Traits())
	return b, c
}

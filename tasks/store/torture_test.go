//go:build unix

package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// TestNoEditIsLostInSilence edits while agents do their worst. The gate is that no edit is lost in silence; what
// else came of 10,000 edits on two busy cores, with agents that read, and write the whole file 2 ms later, every 9 ms:
// 8,640 stayed, 117 were refused because the file kept changing, 1,243 were overwritten and
// reported; of 206,631 writes of the agents 1 gave way, kept and reported.
func TestNoEditIsLostInSilence(t *testing.T) {
	long := os.Getenv("SIDEBOARD_TORTURE") != ""
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, act := range rewriters {
		t.Run(name, func(t *testing.T) {
			files, each := 3, 2
			switch {
			case !long && name == calm:
				t.Skip("takes a minute: SIDEBOARD_TORTURE=1")
			case !long:
				t.Parallel()
			case strings.HasPrefix(name, "reads"): // the rates are of this one
				files, each = 20, 500
			case name == calm:
				files, each = 12, 30
			default:
				files, each = 16, 10
			}
			p := newPlace(t, files)
			edits := p.editDuring(act, each)
			writes, lost := p.end()
			t.Logf("%d edits: %v; of %d writes of the agents %d were lost", files*each, edits, writes, lost)
			if edits["silent"] > 0 {
				t.Errorf("%d edits were lost in silence", edits["silent"])
			}
			if name == calm && (lost > 0 || edits["reported"] > 0) {
				t.Error("something was lost")
			}
			if writes == 0 {
				t.Error("the agents wrote nothing")
			}
		})
	}
}

// place is a directory with a task for each agent, and a store over it.
type place struct {
	t        *testing.T
	dir      string
	s        *Store
	reported *outcomeLog
	agents   []*rewriter
	running  sync.WaitGroup
}

func newPlace(t *testing.T, files int) *place {
	p := &place{t: t, dir: newDir(t)}
	for i := 1; i <= files; i++ {
		text := fmt.Sprintf("{\n  \"n\": 0,\n  %s", s12File(fmt.Sprintf("task_%d", i), "0", "pending", "null")[4:])
		path := filepath.Join(p.dir, fmt.Sprintf("task_%d.json", i))
		testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
		p.agents = append(p.agents, &rewriter{path: path, stop: make(chan struct{})})
	}
	s, err := Open(p.dir, Options{State: t.TempDir()})
	testdir.Must(t, err, s.Load(t.Context(), func(tasks.Delta) {}))
	p.s, p.reported = s, newOutcomeLog(s)
	return p
}

// end stops the agents, and returns how often they wrote and how many of those writes were lost.
func (p *place) end() (writes, lost int64) {
	for _, a := range p.agents {
		close(a.stop)
	}
	p.running.Wait()
	testdir.Must(p.t, p.s.Close())
	<-p.reported.end
	for _, a := range p.agents {
		writes += a.writes.Load()
		lost += a.lost.Load()
	}
	left, err := filepath.Glob(filepath.Join(p.dir, ".sideboard-*"))
	if testdir.Must(p.t, err); len(left) > 0 {
		p.t.Errorf("left %v", left)
	}
	return writes, lost
}

// editDuring starts the agents and edits each file several times, and returns how many edits ended in each way.
func (p *place) editDuring(act func(*rewriter), each int) map[string]int {
	ends := map[string]int{}
	var mu sync.Mutex
	var people sync.WaitGroup
	for i, a := range p.agents {
		p.running.Go(func() { act(a) })
		people.Go(func() {
			for n := range each {
				got := editOnce(p.t, p.s, p.reported, fmt.Sprintf("task_%d.json", i+1), fmt.Sprint(n+1))
				mu.Lock()
				ends[got]++
				mu.Unlock()
			}
		})
	}
	people.Wait()
	return ends
}

// editOnce makes one edit of the subject and answers what came of it once it is settled.
func editOnce(t *testing.T, s *Store, reported *outcomeLog, name, to string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	now, err := s.readCurrent(ctx, name)
	if err != nil {
		return "refused"
	}
	res, err := s.Apply(ctx, changing(name, setting(tasks.FieldSubject, now.task.Subject, to)))
	var late *UnfinishedError
	if err != nil && !errors.As(err, &late) {
		return "refused"
	}
	testdir.Soon(func() bool { return !s.monitor.mayReapplyEdit(res.Edit) || reported.of(res.Edit) }) // until it would not be made again
	kept := false
	testdir.Soon(func() bool {
		now, err = s.readCurrent(ctx, name)
		kept = err == nil && now.task.Subject == to
		return kept || reported.of(res.Edit) || !s.Watches(res.Edit)
	})
	switch {
	case kept && !reported.of(res.Edit):
		return "kept"
	case testdir.Soon(func() bool { return reported.of(res.Edit) }): // it is on its way
		return "reported"
	}
	return "silent"
}

// mayReapplyEdit reports whether an edit may still be applied again.
func (k *monitor) mayReapplyEdit(id tasks.EditID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.ContainsFunc(k.rechecks, func(v *recheck) bool { return v.edit.ID == id && v.mayReapply() })
}

// rewriter is an agent that rewrites one file without a lock, counting in a member of its own. It knows when one of
// its own writes is not there any more.
type rewriter struct {
	path   string
	stop   chan struct{}
	writes atomic.Int64
	lost   atomic.Int64
	last   int
}

func (a *rewriter) pause(d time.Duration) bool {
	select {
	case <-a.stop:
		return false
	case <-time.After(d):
		return true
	}
}

// read waits for a whole file, and looks whether the agent's own last count is in it.
func (a *rewriter) read() map[string]any {
	for {
		raw, err := os.ReadFile(a.path)
		m := map[string]any{}
		if err == nil && json.Unmarshal(raw, &m) == nil {
			if n := int(m["n"].(float64)); n < a.last {
				a.lost.Add(1)
				a.last = n
			}
			return m
		}
		if !a.pause(time.Millisecond) {
			return nil
		}
	}
}

func (a *rewriter) render(m map[string]any) []byte {
	a.last++
	m["n"] = a.last
	raw, _ := json.MarshalIndent(m, "", "  ")
	return raw
}

// rewrite reads the whole file, thinks for two milliseconds and writes it whole, as agents without a lock do. It reports
// whether it wrote before it was stopped.
func (a *rewriter) rewrite() bool {
	m := a.read()
	if m == nil || !a.pause(2*time.Millisecond) {
		return false
	}
	os.WriteFile(a.path, a.render(m), 0o644)
	a.writes.Add(1)
	return true
}

const calm = "rewrites its file every second, as a busy coding agent does"

// Each loops until it is stopped.
var rewriters = map[string]func(*rewriter){
	calm: func(a *rewriter) {
		for a.pause(time.Second) && a.rewrite() {
		}
	},
	"reads, and writes the whole file 2 ms later, every 9 ms": func(a *rewriter) {
		for a.pause(7*time.Millisecond) && a.rewrite() {
		}
	},
	"writes what it knew before 9 ms after each write of ours": func(a *rewriter) {
		known := a.read()
		for a.pause(time.Millisecond) {
			now := a.read()
			if now == nil || known == nil {
				return
			}
			if now["subject"] == known["subject"] {
				known = now
				continue
			}
			if !a.pause(9 * time.Millisecond) {
				return
			}
			os.WriteFile(a.path, a.render(known), 0o644)
			a.writes.Add(1)
		}
	},
	"deletes the file and makes it again": func(a *rewriter) {
		for a.pause(20 * time.Millisecond) {
			m := a.read()
			if m == nil {
				return
			}
			raw := a.render(m)
			os.Remove(a.path)
			more := a.pause(time.Millisecond)
			os.WriteFile(a.path, raw, 0o644)
			a.writes.Add(1)
			if !more {
				return
			}
		}
	},
	"truncates the file and writes half a second later": func(a *rewriter) {
		for a.pause(150 * time.Millisecond) {
			m := a.read()
			if m == nil {
				return
			}
			raw := a.render(m)
			f, err := os.OpenFile(a.path, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				continue
			}
			a.pause(500 * time.Millisecond)
			f.Write(raw)
			f.Close()
			a.writes.Add(1)
		}
	},
}

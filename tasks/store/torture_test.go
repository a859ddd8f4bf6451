//go:build unix

package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sideboard/tasks"
)

// tormentor is an agent that rewrites one file without a lock, counting in a member of its own. It knows when one of
// its own writes is not there any more.
type tormentor struct {
	path   string
	stop   chan struct{}
	writes atomic.Int64
	lost   atomic.Int64
	last   int
}

func (a *tormentor) pause(d time.Duration) bool {
	select {
	case <-a.stop:
		return false
	case <-time.After(d):
		return true
	}
}

// read waits for a whole file, and looks whether the agent's own last count is in it.
func (a *tormentor) read() map[string]any {
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

func (a *tormentor) render(m map[string]any) []byte {
	a.last++
	m["n"] = a.last
	raw, _ := json.MarshalIndent(m, "", "  ")
	return raw
}

// The tormentors of the issue. Each loops until it is stopped.
var tormentors = map[string]func(*tormentor){
	"reads, and writes the whole file 2 ms later, every 9 ms": func(a *tormentor) {
		for a.pause(7 * time.Millisecond) {
			m := a.read()
			if m == nil || !a.pause(2*time.Millisecond) {
				return
			}
			os.WriteFile(a.path, a.render(m), 0o644)
			a.writes.Add(1)
		}
	},
	"writes what it knew before 9 ms after each write of ours": func(a *tormentor) {
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
	"deletes the file and makes it again": func(a *tormentor) {
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
	"truncates the file and writes half a second later": func(a *tormentor) {
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

// ordeal is what came of many edits beside a tormentor.
type ordeal struct {
	edits, kept, refused, told, silent, reapplied, overtook int
	agent, lost                                             int64
}

func TestNoEditIsLostInSilence(t *testing.T) {
	files, each := 3, 2
	long := os.Getenv("SIDEBOARD_TORTURE") != ""
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, act := range tormentors {
		t.Run(name, func(t *testing.T) {
			files, each := files, each
			switch {
			case !long:
				t.Parallel()
			case strings.HasPrefix(name, "reads"): // the rates are of this one
				files, each = 40, 250
			default:
				files, each = 16, 10
			}
			o := torment(t, act, files, each)
			t.Logf("%d edits: %d kept (%d made again), %d refused, %d overwritten and told, %d in silence; %d writes of the agent: %d lost (%.2f for 1,000 of our edits), %d of them told",
				o.edits, o.kept, o.reapplied, o.refused, o.told, o.silent, o.agent, o.lost, 1000*float64(o.lost)/float64(o.edits), o.overtook)
			if o.silent > 0 {
				t.Errorf("%d edits were lost in silence", o.silent)
			}
			if o.edits != files*each || o.agent == 0 {
				t.Errorf("%d edits beside %d writes: nothing was tried", o.edits, o.agent)
			}
		})
	}
}

func torment(t *testing.T, act func(*tormentor), files, each int) (o ordeal) {
	dir := newDir(t)
	var agents []*tormentor
	for i := 1; i <= files; i++ {
		text := fmt.Sprintf("{\n  \"n\": 0,\n  %s", twelfth(fmt.Sprintf("task_%d", i), "0", "pending", "null")[4:])
		path := filepath.Join(dir, fmt.Sprintf("task_%d.json", i))
		must(t, os.WriteFile(path, []byte(text), 0o644))
		agents = append(agents, &tormentor{path: path, stop: make(chan struct{})})
	}
	s, err := Open(dir, Options{State: t.TempDir()})
	must(t, err, s.Load(t.Context(), func(tasks.Delta) {}))
	told := newTold(s)
	var running sync.WaitGroup
	for _, a := range agents {
		running.Go(func() { act(a) })
	}
	var mu sync.Mutex
	var people sync.WaitGroup
	for i := 1; i <= files; i++ {
		people.Go(func() {
			for n := 1; n <= each; n++ {
				got := tell(t, s, told, fmt.Sprintf("task_%d.json", i), fmt.Sprint(n))
				mu.Lock()
				o.edits++
				switch got {
				case "kept":
					o.kept++
				case "refused":
					o.refused++
				case "told":
					o.told++
				default:
					o.silent++
				}
				mu.Unlock()
			}
		})
	}
	people.Wait()
	for _, a := range agents {
		close(a.stop)
	}
	running.Wait()
	must(t, s.Close())
	<-told.end
	o.reapplied, o.overtook = told.count(Reapplied), told.count(Overtook)
	for _, a := range agents {
		o.agent += a.writes.Load()
		o.lost += a.lost.Load()
	}
	left, err := filepath.Glob(filepath.Join(dir, ".sideboard-*"))
	if must(t, err); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	return o
}

// tell makes one edit of the subject and answers what came of it once it is settled.
func tell(t *testing.T, s *Store, told *told, name, to string) string {
	key := tasks.Key{Name: name}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	now, err := s.current(ctx, name)
	if err != nil {
		return "refused"
	}
	e := tasks.Edit{Verb: tasks.VerbEdit, Of: key, Who: "me", Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: key, Changes: []tasks.Change{
		{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(now.task.Subject), To: tasks.TextValue(to)}}}}}
	res, err := s.Apply(ctx, e)
	var late *Unfinished
	if err != nil && !errors.As(err, &late) {
		return "refused"
	}
	for s.keep.watched(res.Edit, false) && !told.of(res.Edit) { // until it would not be made again
		time.Sleep(5 * time.Millisecond)
	}
	for !told.of(res.Edit) {
		if now, err = s.current(ctx, name); err == nil && now.task.Subject == to {
			return "kept"
		}
		if !s.keep.watched(res.Edit, true) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	for began := time.Now(); !told.of(res.Edit); time.Sleep(time.Millisecond) { // on its way
		if time.Since(began) > 5*time.Second {
			return "silent"
		}
	}
	return "told"
}

// watched says that an edit is still looked after: as long as it may be made again, or as long as its loss is told.
func (k *keeper) watched(id tasks.EditID, telling bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, v := range k.vigils {
		if v.edit.ID == id && !v.over && (telling || v.nextLook < len(looks)-1 || v.back) {
			return true
		}
	}
	return false
}

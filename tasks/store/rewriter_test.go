//go:build unix

package store

import (
	"encoding/json"
	"os"
	"sync/atomic"
	"time"
)

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

// rewrite reads the whole file, thinks for two milliseconds and writes it whole, as agents without a lock do. It
// answers false when it was stopped before it wrote.
func (a *rewriter) rewrite() bool {
	m := a.read()
	if m == nil || !a.pause(2*time.Millisecond) {
		return false
	}
	os.WriteFile(a.path, a.render(m), 0o644)
	a.writes.Add(1)
	return true
}

// Each tormentor loops until it is stopped.
var rewriters = map[string]func(*rewriter){
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

//go:build unix

package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// claiming is one claim of one racer: when it began, when it was answered, and whether it was won.
type claiming struct {
	who        string
	won        bool
	from, till time.Time
}

// isFair reports whether the claims of a task are as if each was made in one instant: the first of them is won, and no other.
func isFair(claims []claiming) bool {
	first := slices.IndexFunc(claims, func(a claiming) bool { return a.won })
	return first >= 0 && !slices.ContainsFunc(slices.Delete(slices.Clone(claims), first, first+1), func(a claiming) bool {
		return a.won || a.till.Before(claims[first].from)
	})
}

// race lets racers claim the same tasks at once, each in an order of its own, and returns the claims of each task.
func race(t *testing.T, names []string, racers map[string]func(name string) (won bool, err error)) map[string][]claiming {
	t.Helper()
	all := map[string][]claiming{}
	start := make(chan struct{})
	var mu sync.Mutex
	var running sync.WaitGroup
	for who, claim := range racers {
		running.Go(func() {
			<-start
			for _, i := range rand.Perm(len(names)) {
				a := claiming{who: who, from: time.Now()}
				var err error
				if a.won, err = claim(names[i]); err != nil {
					t.Log(err) // nothing was written, and it is reported
					continue
				}
				a.till = time.Now()
				mu.Lock()
				all[names[i]] = append(all[names[i]], a)
				mu.Unlock()
			}
		})
	}
	close(start)
	running.Wait()
	return all
}

// field makes a directory for a race, of one dialect.
func field(t *testing.T, dialect string, n int) (dir string, names []string) {
	t.Helper()
	dir = newDir(t)
	files := map[string]string{}
	for i := 1; i <= n; i++ {
		switch id := fmt.Sprintf("task_%08x", i); dialect {
		case "s12":
			files[id+".json"] = s12File(id, "s", "pending", "null")
		case "s13":
			files[id+".json"] = s13File(id, "s", "pending", "null")
		case "claude":
			files[fmt.Sprintf("%d.json", i)] = claudeFile(i, "s", "pending")
		}
	}
	names = slices.Collect(maps.Keys(files))
	switch dialect {
	case "s13":
		files[lockName] = ""
	case "claude":
		dir = claudeDir(t)
	}
	for name, text := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir, names
}

// TestOfRacingClaimsExactlyOneWins lets several boards claim the same tasks at once. When they stop, the files stay as they are.
func TestOfRacingClaimsExactlyOneWins(t *testing.T) {
	rounds, size := 20, 4
	var all []*harness
	if os.Getenv("SIDEBOARD_TORTURE") != "" {
		rounds, size = 200, 20
	}
	for n := range rounds {
		dialect := []string{"s12", "s12", "s13", "claude"}[n%4]
		dir, names := field(t, dialect, size)
		state := t.TempDir()
		var boards []*harness
		racers := map[string]func(string) (bool, error){}
		for i := range 4 {
			b, who := opened(t, dir, Options{State: state}), fmt.Sprint("racer-", i)
			boards = append(boards, b)
			racers[who] = func(name string) (bool, error) {
				_, err := b.s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: name}, Who: who})
				if _, clash := errors.AsType[*tasks.ConflictError](err); clash {
					return false, nil
				}
				return err == nil, err
			}
		}
		for name, claims := range race(t, names, racers) {
			owner := boards[0].fields(name)["owner"]
			if !isFair(claims) || !slices.ContainsFunc(claims, func(a claiming) bool { return a.won && a.who == owner }) {
				t.Errorf("round %d, %s: %s is of %v after %+v", n, dialect, name, owner, claims)
			}
		}
		if n := len(boards[0].mustHistory()); n != size {
			t.Errorf("%d claims of %d tasks are in the history", n, size)
		}
		all = append(all, boards...)
	}
	for _, b := range all {
		before := b.files()
		testdir.Must(t, b.s.WaitReapplied(t.Context()))
		if now, reported := b.files(), b.outcomes(); !maps.Equal(now, before) || len(reported) > 0 {
			t.Errorf("%v became %v, reported %+v", before, now, reported)
		}
		testdir.Must(t, b.s.Close())
	}
}

// The test binary is its own other process, whose system calls are interfered with.
func TestMain(m *testing.M) {
	if os.Getenv("SIDEBOARD_STORE") == "traced" {
		runtime.LockOSThread() // the tracer counts the calls of each thread
		traced(os.Args[1], os.Args[2], os.Args[3])
	}
	if os.Getenv("SIDEBOARD_TORTURE") == "" { // the long runs are on a real disk
		testdir.InMemory()
	}
	testdir.Main(m)
}

// startTruncatingAgent starts an agent that writes four files over and over as agents do: truncating, in pieces, some slowly.
func startTruncatingAgent(t *testing.T, dir string) (stop func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-end:
				return
			default:
			}
			name := fmt.Sprintf("task_%d", n%4)
			text := s12File(name, strconv.Itoa(n), "pending", strconv.Itoa(n))
			f, err := os.Create(filepath.Join(dir, name+".json"))
			if err != nil {
				t.Error(err)
				return
			}
			for piece := range slices.Chunk([]byte(text), 60) {
				f.Write(piece)
				if n%8 == 0 {
					time.Sleep(200 * time.Microsecond) // a reader sees half a file meanwhile
				}
			}
			f.Close()
		}
	})
	return func() { close(end); running.Wait() }
}

func TestNoTornFileIsEverTakenForAGoodOne(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	stop := startTruncatingAgent(t, b.dir)
	names := []string{"task_0.json", "task_1.json", "task_2.json", "task_3.json"}
	quickly(t, "reading during writes", func(context.Context) {
		seen := 0
		for looks := 0; looks < 3000 || seen < 200 || len(b.tasks) < 4; looks++ {
			for _, task := range b.refresh(names...).Put {
				seen++
				if task.Subject != task.Owner {
					t.Errorf("%s: subject %q, owner %q", task.Name, task.Subject, task.Owner)
				}
			}
		}
	})
	stop()
	b.refresh(names...)
	b.refreshUntilSettled()
	for name, task := range b.tasks {
		if !strings.Contains(b.read(name), fmt.Sprintf("%q", task.Subject)) {
			t.Errorf("%s: shown %q, on disk %s", name, task.Subject, b.read(name))
		}
	}
	if len(b.tasks) != 4 || len(b.bad) > 0 {
		t.Errorf("%d tasks, problems %v", len(b.tasks), b.bad)
	}
}

func TestEditsAndATruncatingWriterLeaveWholeFiles(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	stop := startTruncatingAgent(t, b.dir)
	done := map[string]bool{}
	quickly(t, "editing during writes", func(ctx context.Context) {
		for tries := 0; tries < 300 || len(done) < 4; tries++ {
			name := fmt.Sprintf("task_%d.json", tries%4)
			b.refresh(name)
			if b.s.Task(tasks.Key{Name: name}) == nil {
				continue
			}
			if res, err := b.s.Apply(ctx, b.edit(tasks.VerbClaim, name, "me")); err == nil && len(res.Applied) > 0 {
				done[name] = true
			}
		}
	})
	stop()
	for i := range 4 {
		b.fields(fmt.Sprintf("task_%d.json", i))
	}
	b.expectNoLeftovers()
}

//go:build unix

package store

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// attempt is one claim of one racer: when it began, when it was answered, and whether it was won.
type attempt struct {
	who        string
	won        bool
	from, till time.Time
}

// isFair reports whether the claims of a task are as if each was made in one instant: the first of them is won, and no other.
func isFair(claims []attempt) bool {
	first := slices.IndexFunc(claims, func(a attempt) bool { return a.won })
	return first >= 0 && !slices.ContainsFunc(slices.Delete(slices.Clone(claims), first, first+1), func(a attempt) bool {
		return a.won || a.till.Before(claims[first].from)
	})
}

// race lets racers claim the same tasks at once, each in an order of its own, and returns the claims of each task.
func race(t *testing.T, names []string, racers map[string]func(name string) (won bool, err error)) map[string][]attempt {
	t.Helper()
	all := map[string][]attempt{}
	start := make(chan struct{})
	var mu sync.Mutex
	var running sync.WaitGroup
	for who, claim := range racers {
		running.Go(func() {
			<-start
			for _, i := range rand.Perm(len(names)) {
				a := attempt{who: who, from: time.Now()}
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

// claimUnlocked claims as an agent without a lock does.
func claimUnlocked(dir, who, name string) (bool, error) {
	path := filepath.Join(dir, name)
	raw, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(raw), `"pending"`) {
		return false, nil
	}
	return true, os.WriteFile(path, []byte(strings.NewReplacer(`"pending"`, `"in_progress"`, "null", `"`+who+`"`).Replace(string(raw))), 0o644)
}

// TestOfRacingClaimsExactlyOneWins lets several boards claim the same tasks at once.
func TestOfRacingClaimsExactlyOneWins(t *testing.T) {
	rounds, size := 20, 4
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
			b, who := journalled(t, dir, state), fmt.Sprint("racer-", i)
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
			if !isFair(claims) || !slices.ContainsFunc(claims, func(a attempt) bool { return a.won && a.who == owner }) {
				t.Errorf("round %d, %s: %s is of %v after %+v", n, dialect, name, owner, claims)
			}
		}
		if n := len(boards[0].mustHistory()); n != size {
			t.Errorf("%d claims of %d tasks are in the history", n, size)
		}
		for _, b := range boards {
			testdir.Must(t, b.s.Close())
		}
	}
}

// TestRacingClaimsWithoutALockAreCaught shows that the race above can be lost.
func TestRacingClaimsWithoutALockAreCaught(t *testing.T) {
	for range 2000 { // on a busy machine they rarely meet
		dir, names := field(t, "s12", 20)
		racers := map[string]func(string) (bool, error){}
		for i := range 4 {
			who := fmt.Sprint("racer-", i)
			racers[who] = func(name string) (bool, error) { return claimUnlocked(dir, who, name) }
		}
		for _, claims := range race(t, names, racers) {
			if !isFair(claims) {
				return
			}
		}
	}
	t.Error("each task was won once")
}

package news

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
)

// Folding what is kept of any history of a board, from nothing, gives what the board shows, with its links.
func TestWhatIsKeptLeadsToThePresentBoard(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 7))
		traits := &tasks.Traits{OwnerIsClaim: seed%2 == 0, ClearsOnComplete: seed%3 == 0, WipesWhenDone: seed%5 == 0}
		p := hosttest.New()
		m := New(&p.Program)
		m.NewChanged = func() {}
		m.record.begun = true
		version, links := uint32(0), map[tasks.Key]map[tasks.ID]bool{}
		for range 60 {
			d := tasks.Delta{Whole: true, At: p.Now, Mine: map[tasks.Key]tasks.EditID{}}
			for _, i := range r.Perm(9)[:r.IntN(4)+1] {
				k := tasks.Key{Name: fmt.Sprintf("%d.json", i)}
				version++
				one := &tasks.Task{
					Key: k, ID: tasks.ID{Text: fmt.Sprint(k.Name[0] - '0')}, Traits: traits, Version: version, Subject: fmt.Sprint("subject ", r.IntN(3)),
					Status: tasks.Status(r.IntN(int(tasks.Container) + 1)), Owner: []string{"", "ann", "bob"}[r.IntN(3)],
					Stamp: tasks.Stamp{Mtime: p.Now.UnixNano(), Size: int64(version)},
				}
				if r.IntN(3) == 0 {
					one.WaitsFor = []tasks.ID{{Text: fmt.Sprint(r.IntN(9))}}
				}
				if r.IntN(4) == 0 {
					d.Mine[k] = tasks.EditID(version)
				}
				switch r.IntN(8) {
				case 0:
					d.Problems = append(d.Problems, tasks.Problem{Key: k, Kind: tasks.Unparsable, Since: p.Now})
				case 1, 2:
					if p.Board.Has(k) {
						d.Gone = append(d.Gone, k)
					}
				default:
					d.Put = append(d.Put, one)
				}
			}
			if r.IntN(15) == 0 { // the agents are done
				d = tasks.Delta{Whole: true, At: p.Now, HighWaterMark: uint64(version)}
				all, unread := p.Board.Present()
				for _, one := range all {
					d.Gone = append(d.Gone, one.Key)
				}
				d.Gone = append(d.Gone, unread...)
			}
			diff := p.Board.Apply(d)
			m.HandleDiff(diff)
			p.Now = p.Now.Add(time.Second)
			if diff.Reset {
				clear(links)
			}
			for _, e := range m.relinked(diff) {
				if links[e.Key] == nil {
					links[e.Key] = map[tasks.ID]bool{}
				}
				if links[e.Key][e.Link.To] != e.Link.Removed {
					t.Fatalf("seed %d: a link of %s that was so already: %+v", seed, e.Key.Name, e.Link)
				}
				links[e.Key][e.Link.To] = !e.Link.Removed
			}
			all, _ := p.Board.Present()
			for _, one := range all {
				for id, is := range links[one.Key] {
					if is != slices.Contains(one.WaitsFor, id) {
						t.Fatalf("seed %d: %s waits for %v, and what is kept leads to %v", seed, one.Name, one.WaitsFor, links[one.Key])
					}
				}
				for _, id := range one.WaitsFor {
					if !links[one.Key][id] {
						t.Fatalf("seed %d: that %s waits for %v is not kept", seed, one.Name, id)
					}
				}
			}

			fold, want := log.Tasks{}, map[string]log.State{}
			for _, e := range m.Happened() {
				if was := fold[e.Key.Name].State; was != e.From && e.Kind != tasks.EventBroke && e.Kind != tasks.EventWiped { // a wipe begins with deletions
					t.Fatalf("seed %d: %s of %s begins with %v, and it was %v", seed, e.Kind, e.Key.Name, e.From, was)
				}
				fold.Apply(e)
			}
			got := map[string]log.State{}
			for name, one := range fold {
				got[name] = one.State
			}
			for _, one := range all {
				want[one.Name] = log.StateOf(one)
			}
			if !maps.Equal(got, want) {
				t.Fatalf("seed %d: it leads to %v, and the board shows %v", seed, got, want)
			}
		}
	}
}

// A repository that switches branches changes thousands of tasks at a time, again and again: what is remembered of it stays bounded.
func TestWhatManyThousandsOfTasksDidIsNotAllHeld(t *testing.T) {
	p := hosttest.New()
	m := New(&p.Program)
	m.record.begun = true
	traits := &tasks.Traits{}
	for version := range uint32(40) {
		d := tasks.Delta{Whole: true, At: p.Now}
		for i := range 2000 {
			if k := (tasks.Key{Name: fmt.Sprintf("%d.json", i)}); version%2 == 0 {
				d.Put = append(d.Put, &tasks.Task{Key: k, ID: tasks.ID{Text: fmt.Sprint(i)}, Traits: traits, Version: version + 1, Subject: "s", Status: tasks.Pending})
			} else {
				d.Gone = append(d.Gone, k)
			}
		}
		m.HandleDiff(p.Board.Apply(d))
		p.Now = p.Now.Add(time.Minute)
	}
	held, items := 0, 0
	for _, it := range m.items() {
		held, items = held+len(it.all), items+1
	}
	// The events of the two newest changes are held in any case; of the forty changes the older are sentences that count.
	if items < 30 || held > maxHappened+2*2000 {
		t.Errorf("%d events are held for %d sentences", held, items)
	}
}

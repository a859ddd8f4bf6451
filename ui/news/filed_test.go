package news

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
)

// said returns the lines of the feed.
func said(m *Model) (lines []string) {
	for _, it := range m.Feed().Items {
		text := it.Age.String() + " "
		for _, span := range it.Line {
			text += span.Text.String()
		}
		lines = append(lines, text)
	}
	return lines
}

// The news names what the files show of the time before the board was opened: who completed or claimed what and when, the newest first.
func TestTheNewsBeginWithTasksCompletedBefore(t *testing.T) {
	p := hosttest.New()
	file := func(name, owner string, status tasks.Status, ago time.Duration) *tasks.Task {
		return &tasks.Task{
			Key: tasks.Key{Name: name + ".json"}, ID: tasks.ID{Text: name}, Traits: &tasks.Traits{HasOwner: true}, Version: 1, Subject: name,
			Owner: owner, Status: status, Stamp: tasks.Stamp{Mtime: p.Now.Add(-ago).UnixNano(), Size: 1},
		}
	}
	all := []*tasks.Task{
		file("Schema", "bob", tasks.Completed, 3*time.Hour), file("Tests", "eve", tasks.Completed, 20*time.Minute), file("Notes", "", tasks.Completed, time.Hour),
		file("Seen", "eve", tasks.Completed, 2*time.Minute), file("Running", "bob", tasks.InProgress, time.Minute), file("Left out", "", tasks.Skipped, time.Minute),
	}
	for i := range maxSentences + 1 { // these were copied: when they were completed nobody knows
		all = append(all, file(fmt.Sprint("Copy ", i), "bob", tasks.Completed, 10*time.Minute+time.Duration(i)*time.Second))
	}
	p.Board.Apply(tasks.Delta{Whole: true, At: p.Now, Put: all})
	m := New(&p.Program)
	seen := log.Event{At: p.Now.Add(-time.Minute), Kind: tasks.EventCompleted, Key: tasks.Key{Name: "Seen.json"}, To: log.State{There: true, Status: tasks.Completed, Owner: "eve"}}
	m.recall(log.Past{Events: []log.Event{seen}})
	want := []string{"1m eve completed Seen", "1m bob claimed Running", "20m eve completed Tests", "1h Notes was completed", "3h bob completed Schema"}
	if got := said(m); !slices.Equal(got, want) {
		t.Errorf("the news is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What happened within two seconds is told together, but in its order.
func TestWhatHappenedTogetherIsToldInItsOrder(t *testing.T) {
	p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Status: tasks.Completed, Traits: &tasks.Traits{}})
	m := New(&p.Program)
	open, bobs := log.State{There: true}, log.State{There: true, Status: tasks.InProgress, Owner: "bob"}
	at := func(ms int) time.Time { return p.Now.Add(-time.Minute + time.Duration(ms)*time.Millisecond) }
	m.recall(log.Past{Events: []log.Event{
		{At: at(0), Key: named(1), Kind: tasks.EventClaimed, From: open, To: bobs},
		{At: at(300), Key: named(1), Kind: tasks.EventCompleted, From: bobs, To: log.State{There: true, Status: tasks.Completed, Owner: "bob"}},
		{At: at(600), Key: named(2), Subject: "Draw", Kind: tasks.EventClaimed, From: open, To: bobs},
	}})
	want := []string{"now bob claimed Draw", "now bob completed Parse", "now bob claimed Parse"}
	if got := said(m); !slices.Equal(got, want) {
		t.Errorf("the news is %q, want %q", got, want)
	}
}

// The news names no more completions than fit next to a board, and those are the latest.
func TestOfManyCompletedTasksTheNewestAreNamed(t *testing.T) {
	p := hosttest.New()
	for i := range 1000 {
		n := (i*7 + 3) % 1000
		p.Board.Apply(tasks.Delta{Whole: true, At: p.Now, Put: []*tasks.Task{{
			Key: tasks.Key{Name: fmt.Sprint(n, ".json")}, ID: tasks.ID{Text: fmt.Sprint(n)}, Traits: &tasks.Traits{}, Version: 1, Subject: fmt.Sprint("Job ", n), Status: tasks.Completed,
			Stamp: tasks.Stamp{Mtime: p.Now.Add(-time.Duration(n+1) * time.Minute).UnixNano(), Size: 1},
		}}})
	}
	m := New(&p.Program)
	m.recall(log.Past{})
	got := said(m)
	if len(got) != maxFeed || got[0] != "1m Job 0 was completed" || !strings.HasSuffix(got[maxFeed-1], fmt.Sprint("Job ", maxFeed-1, " was completed")) {
		t.Errorf("%d are named, from %q to %q", len(got), got[0], got[len(got)-1])
	}
}

// The line begins with what was completed last before the board was opened, and with what could start by the times of the files.
func TestTheLineBeginsWithWhatHappenedLast(t *testing.T) {
	p := hosttest.New()
	file := func(name string, status tasks.Status, ago time.Duration, after ...string) *tasks.Task {
		f := &tasks.Task{
			Key: tasks.Key{Name: name + ".json"}, ID: tasks.ID{Text: name}, Traits: &tasks.Traits{HasOwner: true}, Version: 1, Subject: name,
			Status: status, Stamp: tasks.Stamp{Mtime: p.Now.Add(-ago).UnixNano(), Size: 1},
		}
		if status != tasks.Pending {
			f.Owner = "eve"
		}
		for _, id := range after {
			f.WaitsFor = append(f.WaitsFor, tasks.ID{Text: id})
		}
		return f
	}
	p.Board.Apply(tasks.Delta{Whole: true, At: p.Now, Put: []*tasks.Task{
		file("Schema", tasks.Completed, 3*time.Hour), file("Tests", tasks.Completed, 20*time.Minute, "Schema"), file("Notes", tasks.Completed, time.Hour),
		file("Draw", tasks.InProgress, time.Minute, "Schema", "Tests"), file("Ship", tasks.Pending, time.Hour, "Tests", "Draw"), file("Print", tasks.Pending, time.Hour, "Notes"),
	}})
	m := New(&p.Program)
	m.recall(log.Past{})
	want := []string{"1m eve claimed Draw", "20m eve completed Tests  →  Draw could start", "1h eve completed Notes  →  Print can start", "3h eve completed Schema  →  Tests could start"}
	if got := said(m); !slices.Equal(got, want) {
		t.Errorf("the news is %q, want %q", got, want)
	}
	if n := m.News; plain(n.Line) != want[1][len("20m "):] || n.Sign.Text.String() != m.Sheet.Glyphs.Done || n.At != m.clockOf(p.Now.Add(-20*time.Minute)) {
		t.Errorf("the line begins with %q %q at %s", n.Sign.Text, plain(n.Line), n.At)
	}
}

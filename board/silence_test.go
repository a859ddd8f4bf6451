package board

import (
	"fmt"
	"testing"
	"time"

	"sideboard/tasks"
)

// writes has a task of its own written again and again while it runs, so long after each other.
func writes(b *Board, id string, pauses ...time.Duration) {
	at := noon.Add(-24 * time.Hour)
	write := func(status tasks.Status) {
		b.Apply(put(task(s12, id, is(status), func(t *tasks.Task) { t.Stamp.Mtime = at.UnixNano() })))
	}
	write(tasks.InProgress)
	for _, p := range pauses {
		at = at.Add(p)
		write(tasks.InProgress)
	}
	write(tasks.Completed)
}

func TestATaskIsQuietAfterThreeTimesTheUsualPause(t *testing.T) {
	m := time.Minute
	for _, c := range []struct {
		what   string
		pauses []time.Duration
		silent time.Duration
		want   Silence
	}{
		{"four pauses are too few to know", []time.Duration{m, m, m, m}, 29 * m, Busy},
		{"five of a minute", []time.Duration{m, m, m, m, m}, 3 * m, Quiet},
		{"less than three of them", []time.Duration{m, m, m, m, m}, 3*m - 1, Busy},
		{"the median counts, not the longest", []time.Duration{m, m, 60 * m, m, 60 * m}, 3 * m, Quiet},
		{"the writes of one action are one", []time.Duration{m, 9, m, 9, m, 9, m, 9}, 29 * m, Busy},
		{"never sooner than a minute", []time.Duration{2e9, 2e9, 2e9, 2e9, 2e9}, 59 * time.Second, Busy},
		{"stalled is stalled, whatever is usual", []time.Duration{m, m, m, m, m}, 30 * m, Stalled},
		{"and where pauses are long", []time.Duration{50 * m, 50 * m, 50 * m, 50 * m, 50 * m}, 30 * m, Stalled},
	} {
		b := showing(task(s12, "a", is(tasks.InProgress), owned("ann"), changed(c.silent)))
		writes(b, "b", c.pauses...)
		around := Circumstances{Now: noon, Stalled: 30 * m}
		if got := b.Silence(keyFor(s12, "a"), around); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		if n := len(b.Needs(around)); (n > 0) != (c.want == Stalled) {
			t.Errorf("%s: %d need a person", c.what, n)
		}
		b.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{State: tasks.AgentActive, Live: true} })
		if got := b.Silence(keyFor(s12, "a"), around); got != Busy {
			t.Errorf("%s: an agent that is seen at work is %d", c.what, got)
		}
	}
}

func TestWhatIsUsualIsOfOneListAndOfItsNewestPauses(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.InProgress), changed(10*time.Minute)))
	around := Circumstances{Now: noon, Stalled: time.Hour}
	for i := range 20 {
		writes(b, fmt.Sprint("old", i), time.Minute, time.Minute)
	}
	if b.Silence(keyFor(s12, "a"), around) != Quiet {
		t.Error("ten minutes where a minute is usual are not quiet")
	}
	for i := range 20 {
		writes(b, fmt.Sprint("new", i), 20*time.Minute, 20*time.Minute)
	}
	if b.Silence(keyFor(s12, "a"), around) != Busy {
		t.Error("ten minutes where twenty are usual by now are quiet")
	}
	b.Apply(put(task(s12, "c", is(tasks.InProgress), changed(10*time.Minute), func(t *tasks.Task) { t.List = "other" })))
	b.lists[""].pauses.median = time.Minute
	if b.Silence(tasks.Key{List: "other", Name: "c.json"}, around) != Busy {
		t.Error("what is usual in one list is taken for another's")
	}
}

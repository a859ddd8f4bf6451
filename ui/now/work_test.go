package now

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

func TestWorkFollowsFromEvents(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	pending := log.State{There: true, Status: tasks.Pending}
	runs := func(owner string) log.State { return log.State{There: true, Status: tasks.InProgress, Owner: owner} }
	done := func(owner string) log.State { return log.State{There: true, Status: tasks.Completed, Owner: owner} }
	at := func(minute int, k string, from, to log.State) log.Event {
		return log.Event{At: noon.Add(time.Duration(minute) * time.Minute), Key: tasks.Key{Name: k}, From: from, To: to}
	}
	found := func(e log.Event) log.Event { e.Found = true; return e }
	since := func(minute int, e log.Event) log.Event {
		e.Since = noon.Add(time.Duration(minute) * time.Minute)
		return e
	}
	for name, c := range map[string]struct {
		events []log.Event
		want   string
	}{
		"claimed and completed":          {[]log.Event{at(0, "a", pending, runs("bob")), at(5, "a", runs("bob"), done("bob"))}, "bob: a 0-5 done"},
		"still running":                  {[]log.Event{at(0, "a", pending, runs("bob"))}, "bob: a 0-"},
		"taken over":                     {[]log.Event{at(0, "a", pending, runs("bob")), at(2, "a", runs("bob"), runs("eve")), at(9, "a", runs("eve"), done("eve"))}, "bob: a 0-2; eve: a 2-9 done"},
		"released":                       {[]log.Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), pending)}, "bob: a 0-3"},
		"deleted":                        {[]log.Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), log.State{})}, "bob: a 0-3"},
		"found running":                  {[]log.Event{found(at(0, "a", log.State{}, runs("bob"))), at(3, "a", runs("bob"), done("bob"))}, "bob: a 0-3 at least done"},
		"completed unseen":               {[]log.Event{found(at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done"},
		"running before the first event": {[]log.Event{since(-9, at(4, "a", runs("bob"), done("bob")))}, "bob: a -9-4 at least done"},
		"pending before the first event": {[]log.Event{since(-9, at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done"},
		"completed twice":                {[]log.Event{at(0, "a", done("bob"), done("bob"))}, ""},
		"two at once":                    {[]log.Event{at(0, "a", pending, runs("bob")), at(1, "b", pending, runs("bob")), at(2, "a", runs("bob"), done("bob"))}, "bob: a 0-2 done b 1-"},
		"without an owner":               {[]log.Event{at(0, "a", pending, runs("")), at(2, "a", runs(""), done(""))}, ": a 0-2 done"},
	} {
		var all []string
		var work Work
		work.Follow(c.events)
		for _, w := range work.Workers() {
			if len(w.Stretches) == 0 {
				continue
			}
			s := w.Owner + ":"
			for _, x := range w.Stretches {
				s += fmt.Sprintf(" %s %d-", x.Key.Name, int(x.From.Sub(noon).Minutes()))
				if !x.To.IsZero() {
					s += fmt.Sprint(int(x.To.Sub(noon).Minutes()))
				}
				if x.AtLeast {
					s += " at least"
				}
				if x.Done {
					s += " done"
				}
			}
			all = append(all, s)
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

package history

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestWhoWorkedOnWhatIsToldByWhatHappened(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	pending := State{There: true, Status: tasks.Pending}
	runs := func(owner string) State { return State{There: true, Status: tasks.InProgress, Owner: owner} }
	done := func(owner string) State { return State{There: true, Status: tasks.Completed, Owner: owner} }
	at := func(minute int, k string, from, to State) Event {
		return Event{At: noon.Add(time.Duration(minute) * time.Minute), Key: tasks.Key{Name: k}, From: from, To: to}
	}
	found := func(e Event) Event { e.Found = true; return e }
	since := func(minute int, e Event) Event { e.Since = noon.Add(time.Duration(minute) * time.Minute); return e }
	for name, c := range map[string]struct {
		events []Event
		want   string
	}{
		"claimed and completed":     {[]Event{at(0, "a", pending, runs("bob")), at(5, "a", runs("bob"), done("bob"))}, "bob: a 0-5 done, median 5m0s, 2 writes"},
		"still running":             {[]Event{at(0, "a", pending, runs("bob"))}, "bob: a 0-, 1 writes"},
		"taken over":                {[]Event{at(0, "a", pending, runs("bob")), at(2, "a", runs("bob"), runs("eve")), at(9, "a", runs("eve"), done("eve"))}, "bob: a 0-2, 1 writes; eve: a 2-9 done, median 7m0s, 2 writes"},
		"released":                  {[]Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), pending)}, "bob: a 0-3, 2 writes"},
		"deleted":                   {[]Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), State{})}, "bob: a 0-3, 2 writes"},
		"found running":             {[]Event{found(at(0, "a", State{}, runs("bob"))), at(3, "a", runs("bob"), done("bob"))}, "bob: a 0-3 at least done, 2 writes"},
		"completed while none look": {[]Event{found(at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done, 1 writes"},
		"running before one looked": {[]Event{since(-9, at(4, "a", runs("bob"), done("bob")))}, "bob: a -9-4 at least done, 1 writes"},
		"pending before that":       {[]Event{since(-9, at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done, 1 writes"},
		"completed twice":           {[]Event{at(0, "a", done("bob"), done("bob"))}, ""},
		"two at once":               {[]Event{at(0, "a", pending, runs("bob")), at(1, "b", pending, runs("bob")), at(2, "a", runs("bob"), done("bob"))}, "bob: a 0-2 done b 1-, median 2m0s, 3 writes"},
		"of nobody":                 {[]Event{at(0, "a", pending, runs("")), at(2, "a", runs(""), done(""))}, ": a 0-2 done, median 2m0s, 2 writes"},
	} {
		var all []string
		for _, w := range Workers(c.events) {
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
			if m, is := w.Median(); is {
				s += ", median " + m.String()
			}
			all = append(all, fmt.Sprintf("%s, %d writes", s, len(w.Writes)))
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
	if got := Tally([]time.Time{noon.Add(-time.Hour), noon, noon.Add(time.Minute), noon.Add(10 * time.Minute), noon.Add(time.Hour)}, noon, noon.Add(10*time.Minute), 5); fmt.Sprint(got) != "[2 0 0 0 1]" {
		t.Errorf("%v", got)
	}
}

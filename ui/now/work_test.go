package now

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
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
		"claimed and completed":          {[]log.Event{at(0, "a", pending, runs("bob")), at(5, "a", runs("bob"), done("bob"))}, "bob: a 0-5 done, median 5m0s, 2 writes"},
		"still running":                  {[]log.Event{at(0, "a", pending, runs("bob"))}, "bob: a 0-, 1 writes"},
		"taken over":                     {[]log.Event{at(0, "a", pending, runs("bob")), at(2, "a", runs("bob"), runs("eve")), at(9, "a", runs("eve"), done("eve"))}, "bob: a 0-2, 1 writes; eve: a 2-9 done, median 7m0s, 2 writes"},
		"released":                       {[]log.Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), pending)}, "bob: a 0-3, 2 writes"},
		"deleted":                        {[]log.Event{at(0, "a", pending, runs("bob")), at(3, "a", runs("bob"), log.State{})}, "bob: a 0-3, 2 writes"},
		"found running":                  {[]log.Event{found(at(0, "a", log.State{}, runs("bob"))), at(3, "a", runs("bob"), done("bob"))}, "bob: a 0-3 at least done, 2 writes"},
		"completed unseen":               {[]log.Event{found(at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done, 1 writes"},
		"running before the first event": {[]log.Event{since(-9, at(4, "a", runs("bob"), done("bob")))}, "bob: a -9-4 at least done, 1 writes"},
		"pending before the first event": {[]log.Event{since(-9, at(4, "a", pending, done("bob")))}, "bob: a 4-4 at least done, 1 writes"},
		"completed twice":                {[]log.Event{at(0, "a", done("bob"), done("bob"))}, ""},
		"two at once":                    {[]log.Event{at(0, "a", pending, runs("bob")), at(1, "b", pending, runs("bob")), at(2, "a", runs("bob"), done("bob"))}, "bob: a 0-2 done b 1-, median 2m0s, 3 writes"},
		"without an owner":               {[]log.Event{at(0, "a", pending, runs("")), at(2, "a", runs(""), done(""))}, ": a 0-2 done, median 2m0s, 2 writes"},
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
			if m, ok := w.Median(); ok {
				s += ", median " + m.String()
			}
			all = append(all, fmt.Sprintf("%s, %d writes", s, len(w.Writes)))
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// Following events step by step gives the same as following all of them at once, also if the oldest are dropped.
func TestFollowingStepByStepEqualsFollowingAllAtOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(7))
	begun := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	now := map[string]log.State{}
	var events []log.Event
	var followed Work
	for i := range 3000 {
		e := log.Event{At: begun.Add(time.Duration(i-r.Intn(3)) * time.Minute), Ours: r.Intn(5) == 0, Found: r.Intn(9) == 0, Key: tasks.Key{Name: strconv.Itoa(r.Intn(40))}}
		e.From, e.To = now[e.Key.Name], log.State{There: r.Intn(9) > 0}
		if e.To.There {
			e.To.Status = []tasks.Status{tasks.Pending, tasks.InProgress, tasks.InProgress, tasks.Completed}[r.Intn(4)]
			e.To.Owner = []string{"", "bob", "eve", "kim"}[r.Intn(4)]
		}
		if e.Subject = ""; r.Intn(4) == 0 {
			e.Subject = "Task " + strconv.Itoa(i)
		}
		now[e.Key.Name] = e.To
		if events = append(events, e); len(events) > 200 {
			events = slices.Clone(events[150:])
		}
		if r.Intn(3) > 0 {
			continue // so that several are followed at once
		}
		var fresh Work
		followed.Follow(events)
		fresh.Follow(slices.Clone(events))
		if got, want := followed.Workers(), fresh.Workers(); !reflect.DeepEqual(got, want) {
			t.Fatalf("after %d events:\n got %v\nwant %v", i, got, want)
		}
		for name := range now {
			if k := (tasks.Key{Name: name}); followed.Completed(k) != fresh.Completed(k) {
				t.Fatalf("after %d events %s is completed: %v", i, name, followed.Completed(k))
			}
		}
		for _, w := range followed.Workers() {
			if !slices.IsSortedFunc(w.Writes, time.Time.Compare) {
				t.Fatalf("what %q wrote is not in order", w.Owner)
			}
		}
	}
}

package news

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

func TestTheSummarySaysHowATaskChanged(t *testing.T) {
	is := func(status tasks.Status, owner string) log.State {
		return log.State{There: true, Status: status, Owner: owner}
	}
	var none log.State
	change := func(kind tasks.EventKind, from, to log.State) log.Event {
		return log.Event{Key: named(1), Kind: kind, From: from, To: to}
	}
	open, bobs, mine, done := is(tasks.Pending, ""), is(tasks.InProgress, "bob"), is(tasks.InProgress, "ann"), is(tasks.Completed, "bob")
	ours := change(tasks.EventEdited, open, open)
	ours.Ours = true
	for _, c := range []struct {
		what   string
		events []log.Event
		rank   int // the lowest is shown first
		want   string
	}{
		{"nothing of it", []log.Event{change(tasks.EventChanged, open, open)}, 0, ""},
		{"its text", []log.Event{change(tasks.EventEdited, open, open)}, 3, "edited"},
		{"its text, by the person", []log.Event{ours}, 0, ""},
		{"its text, and nothing later", []log.Event{change(tasks.EventEdited, open, open), change(tasks.EventChanged, open, open)}, 3, "edited"},
		{"completed by an agent", []log.Event{change(tasks.EventCompleted, bobs, done)}, 1, "bob's"},
		{"completed by nobody", []log.Event{change(tasks.EventCompleted, open, is(tasks.Completed, ""))}, 1, "completed"},
		{"skipped", []log.Event{change(tasks.EventChanged, open, is(tasks.Skipped, ""))}, 1, "skipped"},
		{"completed by the person", []log.Event{change(tasks.EventCompleted, mine, is(tasks.Completed, "ann"))}, 0, ""},
		{"claimed by the person", []log.Event{change(tasks.EventClaimed, open, mine)}, 0, ""},
		{"created and completed for the person", []log.Event{change(tasks.EventCreated, none, open), change(tasks.EventCompleted, open, is(tasks.Completed, "ann"))}, 1, "yours"},
		{"completed all the time", []log.Event{change(tasks.EventChanged, done, is(tasks.Completed, "eve"))}, 2, "given to eve, was bob's"},
		{"claimed", []log.Event{change(tasks.EventClaimed, open, bobs)}, 2, "claimed by bob"},
		{"created and claimed", []log.Event{change(tasks.EventCreated, none, open), change(tasks.EventClaimed, open, bobs)}, 2, "claimed by bob"},
		{"claimed and completed", []log.Event{change(tasks.EventClaimed, open, bobs), change(tasks.EventCompleted, bobs, done)}, 1, "bob's"},
		{"started", []log.Event{change(tasks.EventStarted, open, is(tasks.InProgress, ""))}, 2, "started"},
		{"created", []log.Event{change(tasks.EventCreated, none, open)}, 3, "created"},
		{"created for an agent", []log.Event{change(tasks.EventCreated, none, is(tasks.Pending, "bob"))}, 3, "created, for bob"},
		{"created for the person", []log.Event{change(tasks.EventCreated, none, is(tasks.Pending, "ann"))}, 3, "created, for you"},
		{"came and went", []log.Event{change(tasks.EventCreated, none, open), change(tasks.EventDeleted, open, none)}, 0, ""},
		{"deleted", []log.Event{change(tasks.EventDeleted, open, none)}, 4, "deleted"},
		{"wiped", []log.Event{change(tasks.EventCreated, none, open), change(tasks.EventWiped, open, none)}, 4, "wiped with its list"},
		{"failed", []log.Event{change(tasks.EventChanged, bobs, is(tasks.Failed, "bob"))}, 0, "failed, bob's"},
		{"failed for the person", []log.Event{change(tasks.EventChanged, mine, is(tasks.Failed, "ann"))}, 0, "failed, yours"},
		{"failed all the time", []log.Event{change(tasks.EventEdited, is(tasks.Failed, ""), is(tasks.Failed, ""))}, 3, "edited"},
		{"reopened", []log.Event{change(tasks.EventReopened, done, open)}, 2, "reopened"},
		{"reopened by an agent", []log.Event{change(tasks.EventReopened, done, is(tasks.InProgress, "eve"))}, 2, "reopened, now with eve"},
		{"reopened for the person", []log.Event{change(tasks.EventReopened, done, is(tasks.Pending, "ann"))}, 2, "reopened, now with you"},
		{"released", []log.Event{change(tasks.EventReleased, bobs, open)}, 2, "released, was bob's"},
		{"released from the person", []log.Event{change(tasks.EventReleased, mine, open)}, 2, "released, was yours"},
		{"given", []log.Event{change(tasks.EventChanged, open, is(tasks.Pending, "bob"))}, 2, "given to bob"},
		{"passed on", []log.Event{change(tasks.EventTookOver, bobs, is(tasks.InProgress, "eve"))}, 2, "given to eve, was bob's"},
		{"without its owner", []log.Event{change(tasks.EventChanged, is(tasks.Pending, "bob"), open)}, 2, "now pending"},
		{"broken", []log.Event{change(tasks.EventBroke, open, open), change(tasks.EventEdited, open, open)}, 0, "cannot be read"},
		{"broken and repaired", []log.Event{change(tasks.EventBroke, open, open), change(tasks.EventRepaired, open, open)}, 0, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			m := New(&hosttest.New().Program)
			first, last := change(tasks.EventBroke, open, open), change(tasks.EventDeleted, open, none)
			first.Key, last.Key = named(8), named(9)
			var around []log.Event // a line of each other rank, to see where this one is
			for rank, e := range []log.Event{first, change(tasks.EventCompleted, open, done), change(tasks.EventClaimed, open, bobs), change(tasks.EventCreated, none, open), last} {
				e.Key = named(rank + 10)
				around = append(around, e)
			}
			lines := m.changes(append(around, c.events...))
			if c.want == "" {
				if len(lines) != len(around) {
					t.Fatalf("there are %d lines", len(lines))
				}
				return
			}
			if at := c.rank + 1; len(lines) != len(around)+1 || lines[at].Label.String() != "1.json" || lines[at].Note.String() != c.want {
				t.Errorf("%+v, want %q at %d", lines, c.want, at)
			}
		})
	}
}

func TestALineOfTheSummaryNamesTheTaskAndWhen(t *testing.T) {
	p := hosttest.New(&tasks.Task{Key: named(1), ID: tasks.ID{Text: "1"}, Subject: "Parse", Status: tasks.InProgress, Traits: &tasks.Traits{}})
	m := New(&p.Program)
	at := p.Now.Add(-time.Hour)
	there := log.State{There: true}
	for _, c := range []struct {
		event log.Event
		want  string
		state view.State
	}{
		{log.Event{Key: named(1), At: at, Subject: "Old", Kind: tasks.EventEdited, From: there, To: there}, "Parse: edited 11:00", view.Running},
		{log.Event{Key: named(2), At: at, Subject: "Gone", Kind: tasks.EventDeleted, From: there, Found: true}, "Gone: deleted before 11:00", view.Missing},
		{log.Event{Key: named(1), At: at.Add(-24 * time.Hour), Subject: "Old", Kind: tasks.EventWiped, From: there}, "Old: wiped with its list 1d ago", view.Missing},
	} {
		l := m.changes([]log.Event{c.event})[0]
		if got := fmt.Sprintf("%s: %s %s", l.Label, l.Note, l.Right); got != c.want || l.State != c.state || !l.Stated {
			t.Errorf("%q, state %d, want %q", got, l.State, c.want)
		}
	}
}

func TestTheSummaryIsOfTheTimeWithoutFocus(t *testing.T) {
	for _, c := range []struct {
		what   string
		before int // events before the person leaves, and while the person is away
		while  int
		away   time.Duration
		w, h   int
		want   string
	}{
		{"a minute", 1, 2, time.Minute, 120, 40, "Since you looked, 12:00: 1.json 12:00, 2.json 12:00"},
		{"less", 1, 2, time.Minute - 1, 120, 40, ""},
		{"without a change", 3, 0, time.Hour, 120, 40, ""},
		{"on a narrow screen", 0, 1, time.Hour, 59, 40, "Since you looked, 12:00: 0.json "},
		{"on a low screen", 0, 5, time.Hour, 60, 11, "Since you looked, 12:00: 0.json 12:00, 1.json 12:00, 3 more: A 1 lists all "},
		{"that has just room", 0, 3, time.Hour, 60, 11, "Since you looked, 12:00: 0.json 12:00, 1.json 12:00, 2.json 12:00"},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := hosttest.New()
			p.Width, p.Height = c.w, c.h
			m := New(&p.Program)
			m.InDemo = func() bool { return false }
			happen := func(from, n int) {
				for i := range n {
					m.record.happened = append(m.record.happened, log.Event{At: p.Now, Key: named(from + i), Kind: tasks.EventCreated, To: log.State{There: true}})
				}
				m.record.count += n
			}
			happen(0, c.before)
			m.Focus(true)
			m.Focus(false)
			happen(c.before, c.while)
			m.Focus(false) // some terminals report it twice
			p.Now = p.Now.Add(c.away)
			m.Focus(true)
			got := ""
			if !p.Browsing() {
				v := p.Mode().(away)
				over := v.Overlay().(*view.Picker)
				var lines []string
				for _, it := range over.Items {
					lines = append(lines, it.Label.String()+" "+it.Right.String())
				}
				if got = over.Title.String() + ": " + strings.Join(lines, ", "); !v.ClosesAt().Equal(p.Now.Add(awayShown)) {
					t.Errorf("it closes at %v", v.ClosesAt())
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestOnlyTheEventsSinceTheLastVisitWereNotSeen(t *testing.T) {
	visit := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	events := make([]log.Event, 4)
	for i := range events {
		events[i] = log.Event{Key: named(i), At: visit.Add(time.Duration(i-1) * time.Minute)} // the second at the visit itself
	}
	for _, c := range []struct {
		found int
		visit time.Time
		want  int
	}{{1, visit, 2}, {3, visit, 3}, {1, time.Time{}, 1}, {0, time.Time{}, 0}, {0, visit.Add(-time.Hour), 4}} {
		if got := unseen(log.Past{Events: events, Found: c.found, LastVisit: c.visit}); len(got) != c.want {
			t.Errorf("%d found, visited at %v: %d", c.found, c.visit, len(got))
		}
	}
	if v := (away{m: New(&hosttest.New().Program)}); v.Overlay().(*view.Picker).Title != safetext.Const("Since you looked") {
		t.Error("without a last visit the summary has no time")
	}
}

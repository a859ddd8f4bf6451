package notify

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/verbs"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func key(n int) tasks.Key { return tasks.Key{Name: fmt.Sprintf("task_%d.json", n)} }

// task returns a task that waits for others.
func task(n int, s tasks.Status, owner string, waits ...int) *tasks.Task {
	t := &tasks.Task{Key: key(n), ID: tasks.ID{Text: fmt.Sprint(n), Num: true}, Subject: fmt.Sprint("Task ", n), Status: s, Owner: owner, Traits: &tasks.Traits{}}
	t.Stamp.Mtime = noon.UnixNano()
	for _, w := range waits {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: fmt.Sprint(w), Num: true})
	}
	return t
}

func words(all []event) string {
	var out []string
	for _, e := range all {
		out = append(out, strings.TrimSpace(fmt.Sprint(e.kind, " ", e.key.Name, " ", e.who, " ", e.why)))
	}
	return strings.Join(out, "; ")
}

func TestEventsOfOthersAreReportedAndOwnAreNot(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		delta      tasks.Delta
	}{
		{"completed", "completed task_1.json bob; ready task_2.json bob", tasks.Delta{Put: []*tasks.Task{task(1, tasks.Completed, "bob")}}},
		{"completed here", "", tasks.Delta{Put: []*tasks.Task{task(1, tasks.Completed, "bob")}, Mine: map[tasks.Key]tasks.EditID{key(1): 7}}},
		{"released", "ready task_1.json bob", tasks.Delta{Put: []*tasks.Task{task(1, tasks.Pending, "")}}},
		{"new and free", "ready task_4.json", tasks.Delta{Put: []*tasks.Task{task(4, tasks.Pending, "")}}},
		{"new and waiting", "", tasks.Delta{Put: []*tasks.Task{task(4, tasks.Pending, "", 1)}}},
		{"claimed", "", tasks.Delta{Put: []*tasks.Task{task(3, tasks.InProgress, "bob")}}},
	} {
		b := board.New()
		b.Apply(tasks.Delta{Whole: true, At: noon, Put: []*tasks.Task{task(1, tasks.InProgress, "bob"), task(2, tasks.Pending, "", 1), task(3, tasks.Pending, "")}})
		c.delta.At = noon
		if got := words(eventsOf(b, b.Apply(c.delta))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestANeedIsReportedWhenItBegins(t *testing.T) {
	t.Parallel()
	stalled := board.Need{Kind: board.TaskStalled, Key: key(1), Since: noon.Add(-time.Hour)}
	broken := board.Need{Kind: board.FileBroken, Key: key(2)}
	dead := func(since time.Time) board.Need {
		return board.Need{Kind: board.OwnerDead, Key: key(1), Who: "bob", Since: since}
	}
	for _, c := range []struct {
		name, want string
		was, is    snapshot
	}{
		{"stalled", "needs-you task_1.json  stalled", snapshot{}, snapshot{needs: []board.Need{stalled}}},
		{"as before", "", snapshot{needs: []board.Need{stalled}}, snapshot{needs: []board.Need{stalled}}},
		{"another task", "needs-you task_3.json  stalled", snapshot{needs: []board.Need{stalled}}, snapshot{needs: []board.Need{{Kind: board.TaskStalled, Key: key(3)}}}},
		{"another person", "needs-you task_1.json ann ann is dead", snapshot{needs: []board.Need{dead(noon.Add(time.Minute))}}, snapshot{needs: []board.Need{{Kind: board.OwnerDead, Key: key(1), Who: "ann"}}}},
		{"still gone", "", snapshot{lost: "gone"}, snapshot{lost: "gone"}},
		{"another reason", "needs-you task_1.json bob bob is dead", snapshot{needs: []board.Need{stalled}}, snapshot{needs: []board.Need{dead(noon.Add(time.Minute))}}},
		{"since before the board", "", snapshot{}, snapshot{needs: []board.Need{dead(noon.Add(-time.Minute))}}},
		{"unreadable", "problem task_2.json  cannot be read", snapshot{}, snapshot{needs: []board.Need{broken}}},
		{"gone", "problem   gone", snapshot{}, snapshot{lost: "gone"}},
		{"all done", "all-done", snapshot{}, snapshot{done: true}},
		{"still", "", snapshot{done: true}, snapshot{done: true}},
		{"back, and all done as before", "", snapshot{lost: "gone"}, snapshot{done: true}},
	} {
		if got := words(eventsBetween(c.was, c.is, noon)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNoTextOfATaskIsHarmfulInTheEnvironment(t *testing.T) {
	t.Parallel()
	hostile := "a\x00b\x1b[2J\nPATH=/evil\u202e " + strings.Repeat("x", 10000)
	p := Payload{Event: "ready", Count: 1, Name: hostile, Newest: []Happening{{Task: verbs.Ref{ID: hostile, Subject: hostile, Owner: hostile}, Who: hostile, Reason: hostile}}}
	for _, v := range environment(p) {
		if name, value, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "SIDEBOARD_EVENT") || strings.ContainsAny(value, "\x00\x1b\n\u202e") || len(value) > 4*maxVariable {
			t.Errorf("%q", v)
		}
	}
}

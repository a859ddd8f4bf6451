package ui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// fiveTasks is a board of ana: task 1 is ready, 2 waits for it, 3 is ana's, 4 has stalled and 5 is done.
func fiveTasks(t *testing.T) *Model {
	t.Helper()
	now := noon
	dir := t.TempDir()
	d, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	m := New(Options{As: "ana", Now: func() time.Time { return now }})
	t.Cleanup(m.Close)
	m.Update(openedMsg{workspace: d})
	task := func(id, subject string, s tasks.Status, owner string, after ...string) *tasks.Task {
		out := &tasks.Task{Key: tasks.Key{Name: "task_" + id + ".json"}, ID: tasks.ID{Text: "task_" + id}, Subject: subject, Status: s, Owner: owner, Traits: dialect.S12, Stamp: tasks.Stamp{Mtime: now.UnixNano()}}
		for _, b := range after {
			out.WaitsFor = append(out.WaitsFor, tasks.ID{Text: "task_" + b})
		}
		return out
	}
	stalled := task("4", "Stalled", tasks.InProgress, "bob")
	stalled.Stamp.Mtime = now.Add(-2 * time.Hour).UnixNano()
	m.Update(deltaMsg{delta: tasks.Delta{Whole: true, At: now, Put: []*tasks.Task{
		task("1", "Ready", tasks.Pending, ""), task("2", "Blocked", tasks.Pending, "", "1"), task("3", "Mine", tasks.InProgress, "ana"), stalled,
		task("5", "Done", tasks.Completed, "bob"),
	}}})
	return m
}

// lastRow returns the last row of the screen at a size, with a task selected.
func lastRow(m *Model, id string, w, h int) string {
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	m.cards.Select(tasks.Key{Name: "task_" + id + ".json"})
	m.Update(nil)
	rows := strings.Split(ansi.Strip(m.View().Content), "\n")
	return rows[len(rows)-1]
}

// The footer has the verbs of the selected task first, then what is needed every day. A narrow one has two verbs, the key that opens the detail
// and that of a new task, also while something needs the person.
func TestTheFooterHasTheVerbsOfTheSelectedTaskFirst(t *testing.T) {
	m := fiveTasks(t)
	for _, c := range []struct {
		id, wide, narrow string
	}{
		{"4", "r release   d complete   enter open   e edit   L link   n new   m give   . needs you   / filter   : actions", "r release  d complete  enter open  n new"},
		{"3", "d complete   r release   enter open   e edit   L link   n new   m give   . needs you   / filter   : actions", "d complete  r release  enter open  n new"},
		{"1", "c claim   enter open   e edit   L link   n new   m give   . needs you   / filter   : all actions", "c claim  enter open  n new"},
		{"2", "enter open   e edit   L link   n new   m give   . needs you   / filter   : all actions", "enter open  n new"},
		{"5", "o reopen   enter open   e edit   L link   n new   m give   . needs you   / filter   : all actions", "o reopen  enter open  n new"},
	} {
		for _, at := range []struct {
			w, h int
			want string
		}{{120, 40, c.wide}, {44, 50, c.narrow}} {
			last := lastRow(m, c.id, at.w, at.h)
			got, help := strings.CutSuffix(strings.Replace(last, " ? help ", " ? ", 1), " ? ")
			if strings.TrimSpace(got) != at.want || !help {
				t.Errorf("%s at %d columns: %q, want %q", c.id, at.w, last, at.want)
			}
		}
	}
}

func TestTheHelpIsAtTheRightEndOfTheFooterHoweverFullItIs(t *testing.T) {
	m := fiveTasks(t)
	for _, id := range []string{"1", "2", "3", "4", "5"} {
		for w := 20; w <= 200; w++ {
			last := lastRow(m, id, w, 30)
			if !strings.HasSuffix(last, " ? help ") && (w >= 49 || !strings.HasSuffix(last, " ? ")) { // a narrow one may leave out its word
				t.Errorf("%s at %d columns: %q", id, w, last)
			}
		}
	}
}

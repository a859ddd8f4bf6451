package cards

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// sectionRows returns the rows of the screen with the heads of sections.
func sectionRows(rows []string) map[string]int {
	at := map[string]int{}
	for y, row := range rows {
		if name, _, ok := strings.Cut(row, " ──"); ok {
			at[strings.TrimRight(name, " 0123456789")] = y
		}
	}
	return at
}

func TestASectionThatShrinksKeepsItsRowsForAWhile(t *testing.T) {
	s := show(44, 40, task("a", tasks.InProgress, "bob"), task("b", tasks.InProgress, "eve"), task("c", tasks.Pending, ""), task("d", tasks.Pending, "", "b"), task("e", tasks.Completed, ""))
	before := s.rows()
	stays := func(what string, ids ...string) {
		t.Helper()
		rows := s.rows()
		for _, id := range ids {
			if at, was := rowOf(rows, id+"."), rowOf(before, id+"."); at != was {
				t.Errorf("%s: %s was in row %d and is in row %d of\n%s", what, id, was, at, strings.Join(rows, "\n"))
			}
		}
	}
	s.receive(task("a", tasks.Completed, "bob"))
	stays("a task in progress is completed", "c", "d")
	s.later(9 * time.Second)
	s.receive(task("c", tasks.InProgress, "bob"))
	stays("and the next one claimed", "d")
	s.later(9 * time.Second)
	stays("nine seconds later", "d")
	if next := s.NextChange(); next != s.p.Now.Add(time.Second) {
		t.Errorf("the rows are kept until %v, it is %v", next, s.p.Now)
	}
	s.later(time.Second)
	if at, was := rowOf(s.rows(), "d."), rowOf(before, "d."); at != was-3 {
		t.Errorf("ten seconds later d is in row %d, it was in %d", at, was)
	}
}

// The rows of a list mean nothing to another width or to another order, nor after columns were shown.
func TestOtherListsKeepNoRows(t *testing.T) {
	for name, do := range map[string]func(s *shown){
		"another width": func(s *shown) { s.p.Width = 60; s.later(0) },
		"columns":       func(s *shown) { s.p.Width = 120; s.later(0); s.p.Width = 44; s.later(0) },
		"a filter":      func(s *shown) { s.SetFilter("-nobody"); s.later(0) },
		"by owner":      func(s *shown) { s.groupByOwner(); s.groupByOwner(); s.later(0) },
	} {
		t.Run(name, func(t *testing.T) {
			s := show(44, 40, abc()...)
			was := rowOf(s.rows(), "a.")
			if s.receive(task("x", tasks.Completed, "bob")); rowOf(s.rows(), "a.") != was {
				t.Fatal("it is not kept at all")
			}
			if do(s); rowOf(s.rows(), "a.") == was {
				t.Errorf("the row is kept:\n%s", strings.Join(s.rows(), "\n"))
			}
		})
	}
}

// At the top of a list that is longer than the screen every section shows some of its tasks, unless the selected one would not be seen.
func TestEverySectionOfALongListShowsSome(t *testing.T) {
	ts := []*tasks.Task{task("w", tasks.Pending, "", "a"), task("z", tasks.Completed, "bob")}
	for i := range 40 {
		ts = append(ts, task(fmt.Sprint("a", i), tasks.Pending, ""))
	}
	s := show(44, 30, append(ts, task("a", tasks.Pending, ""))...)
	s.press(keymap.First)
	for _, id := range []string{"a", "w", "z"} {
		if rowOf(s.rows(), id+".") < 0 {
			t.Errorf("%s is not on the screen:\n%s", id, strings.Join(s.rows(), "\n"))
		}
	}
	for range 41 {
		s.press(keymap.Down)
		s.on(t)
	}
}

// While tasks change, sections move up only where the list has no free row, and down only below a section that needs the rows. Ten
// seconds later all is as if it had never been otherwise.
func TestSectionsStayInPlaceWhileTasksChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ts []*tasks.Task
		statuses := []tasks.Status{tasks.Pending, tasks.Pending, tasks.InProgress, tasks.Completed, tasks.Failed}
		write := func(i int) *tasks.Task {
			id := fmt.Sprintf("T%d", i)
			var waitsFor []string
			if i > 0 && rapid.Bool().Draw(t, "waits") {
				waitsFor = []string{fmt.Sprintf("T%d", rapid.IntRange(0, i-1).Draw(t, "for"))}
			}
			k := task(id, rapid.SampledFrom(statuses).Draw(t, "status"), "bob", waitsFor...)
			if rapid.Bool().Draw(t, "long") {
				k.Subject += " with a subject that has no room in one row"
			}
			return k
		}
		for i := range rapid.IntRange(1, 25).Draw(t, "tasks") {
			ts = append(ts, write(i))
		}
		s := show(44, rapid.IntRange(26, 60).Draw(t, "height"), ts...)
		docks := rapid.Bool().Draw(t, "docks")
		s.p.Relayout = func() {
			o := view.LayoutOptions{Silent: true}
			if s.p.Layout = view.Arrange(s.p.Width, s.p.Height, o); docks {
				b := s.View()
				o.Below = s.p.Layout.RowsBelow(&b)
				s.p.Layout = view.Arrange(s.p.Width, s.p.Height, o)
			}
		}
		s.later(time.Minute)
		for range rapid.IntRange(1, 30).Draw(t, "changes") {
			before := s.rows()
			if i := rapid.IntRange(0, len(ts)).Draw(t, "task"); i < len(ts) {
				ts[i] = write(i)
				s.receive(ts[i])
			} else {
				ts = append(ts, write(i))
				s.receive(ts[i])
			}
			after, body := s.rows(), s.p.Layout.Body
			end := body.Y + body.H
			free := s.cursor.top == 0 && (s.p.Layout.Below > 9 || end > 0 && strings.TrimSpace(after[end-1]) == "")
			was := sectionRows(before)
			for name, y := range sectionRows(after) {
				at, ok := was[name]
				if ok && y < at && free {
					t.Fatalf("%s moved up from\n%s\nto\n%s", name, strings.Join(before, "\n"), strings.Join(after, "\n"))
				}
				if ok && y > at && y-2 > body.Y && strings.TrimSpace(after[y-1]+after[y-2]) == "" {
					t.Fatalf("%s moved down without need from\n%s\nto\n%s", name, strings.Join(before, "\n"), strings.Join(after, "\n"))
				}
			}
			s.later(time.Duration(rapid.IntRange(0, 9).Draw(t, "seconds")) * time.Second)
		}
		for next := s.NextChange(); !next.IsZero(); next = s.NextChange() {
			if next.Sub(s.p.Now) > holdFor {
				t.Fatalf("the next change is only in %s", next.Sub(s.p.Now))
			}
			s.later(next.Sub(s.p.Now))
		}
		kept := s.rows()
		s.heldRows = heldRows{}
		s.later(0)
		if rows := s.rows(); !slices.Equal(rows, kept) {
			t.Fatalf("in the end rows are blank:\n%s\nwithout them:\n%s", strings.Join(kept, "\n"), strings.Join(rows, "\n"))
		}
	})
}

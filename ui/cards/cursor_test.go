package cards

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// ready returns tasks a, b, c and so on that can be started.
func ready(n int) (ts []*tasks.Task) {
	for i := range n {
		ts = append(ts, task(string(rune('a'+i)), tasks.Pending, ""))
	}
	return ts
}

func TestKeysMoveTheCursor(t *testing.T) {
	up, down, left, right := keymap.Up, keymap.Down, keymap.Left, keymap.Right
	for name, c := range map[string]struct {
		w, h  int
		keys  []keymap.Action
		want  string
		needs string
	}{
		"up and down a column":                    {120, 40, []keymap.Action{down, down, up}, "b", ""},
		"not above the first":                     {120, 40, []keymap.Action{down, up, up}, "a", ""},
		"not below the last":                      {120, 40, []keymap.Action{keymap.Last, down}, "e", ""},
		"to the last and back":                    {120, 40, []keymap.Action{keymap.Last, keymap.First, down}, "b", ""},
		"to the column at the right":              {120, 40, []keymap.Action{right}, "x", ""},
		"to the card of the same height":          {120, 40, []keymap.Action{right, down, left}, "b", ""},
		"past the last column":                    {120, 40, []keymap.Action{right, right, right}, "z", ""},
		"before the first column":                 {120, 40, []keymap.Action{down, left}, "b", ""},
		"through a column whose c needs a person": {120, 40, []keymap.Action{keymap.First, down, down}, "b", "c"},
		"down a list":                             {44, 40, []keymap.Action{keymap.First, down, down, down}, "b", ""},
		"to the next section":                     {44, 40, []keymap.Action{keymap.First, right, down}, "b", ""},
		"to the last section":                     {44, 40, []keymap.Action{keymap.First, right, right, right}, "z", ""},
		"to the section before":                   {44, 40, []keymap.Action{keymap.Last, left}, "a", ""},
		"down a list where c needs a person":      {44, 40, []keymap.Action{keymap.First, down}, "x", "c"},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(c.w, c.h, append(ready(5), task("x", tasks.InProgress, "bob"), task("y", tasks.InProgress, "bob"), task("z", tasks.Completed, "bob"))...)
			if c.needs != "" {
				s.needs = []tasks.Key{key(c.needs)}
				s.boardChanged()
				s.Lay()
				s.later(heldFor)
			}
			if s.Select(key("a")); c.w > 84 && c.needs == "" && s.on(t) != "a" {
				t.Fatal("a cannot be selected")
			}
			s.press(c.keys...)
			if on := s.on(t); on != c.want {
				t.Errorf("the cursor is on %q, not on %q", on, c.want)
			}
		})
	}
}

// jobs returns the pending tasks job0 to job59, more than any screen has room for.
func jobs() (ts []*tasks.Task) {
	for i := range 60 {
		ts = append(ts, task(fmt.Sprintf("job%d", i), tasks.Pending, ""))
	}
	return ts
}

// on fails if the selected card is not on the screen.
func TestTheSelectedCardIsOnTheScreenAtEverySizeAndStep(t *testing.T) {
	for _, size := range [][2]int{{100, 20}, {44, 30}, {80, 24}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			s := show(size[0], size[1], jobs()...)
			s.press(keymap.Last)
			if on := s.on(t); on != "job59" {
				t.Errorf("the last one is %s", on)
			}
			s.press(keymap.First)
			for range 60 {
				s.press(keymap.Down)
				s.on(t)
			}
			s.p.Width, s.p.Height = 90, 14
			s.later(0)
			s.on(t)
		})
	}
}

func TestAPageDownGoesToTheLastCardInSightAndAPageUpBack(t *testing.T) {
	s := show(100, 20, jobs()...)
	s.press(keymap.First, keymap.PageDown)
	seen := len(slices.DeleteFunc(s.rows(), func(row string) bool { return !strings.Contains(row, "job") }))
	if on, want := s.on(t), fmt.Sprintf("job%d", seen-1); on != want {
		t.Errorf("a page down of %d cards leads to %s", seen, on)
	}
	s.press(keymap.PageUp)
	if on := s.on(t); on != "job0" {
		t.Errorf("a page up leads to %s", on)
	}
}

func TestTheCursorStaysOnItsTask(t *testing.T) {
	s := show(120, 40, ready(5)...)
	s.Select(key("c"))

	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"a new task above it", func() { s.receive(task("A", tasks.Pending, "")) }, "c"},
		{"one above it is deleted", func() { s.lose(key("a")) }, "c"},
		{"it is claimed", func() { s.receive(task("c", tasks.InProgress, "bob")) }, "c"},
		{"it is completed", func() { s.receive(task("c", tasks.Completed, "bob")) }, "c"},
		{"it is reopened", func() { s.receive(task("c", tasks.Pending, "")) }, "c"},
		{"it is deleted", func() { s.lose(key("c")) }, "d"},
		{"the last of the column is deleted", func() { s.press(keymap.Last); s.lose(key("e")) }, "d"},
		{"all of its column are deleted", func() { s.receive(task("x", tasks.Completed, "bob")); s.lose(key("A"), key("b"), key("d")) }, "x"},
		{"all are deleted", func() { s.lose(key("x")) }, ""},
		{"one comes back", func() { s.receive(task("d", tasks.Pending, "")) }, "d"},
	} {
		if c.do(); s.on(t) != c.want {
			t.Fatalf("%s: the cursor is on %q, not on %q", c.what, s.on(t), c.want)
		}
	}
}

// While files are read the cursor is on the first card, until the person did something.
func TestTheCursorStartsOnTheFirstCard(t *testing.T) {
	load := func(s *shown, ts ...*tasks.Task) {
		s.HandleDiff(s.p.Board.Apply(tasks.Delta{Put: ts, Loading: true, At: s.p.Now}))
		s.boardChanged()
	}
	for name, c := range map[string]struct {
		do   func(s *shown)
		want string
	}{
		"the first that is ready":         {func(s *shown) { load(s, task("a", tasks.Pending, "")) }, "a"},
		"the one in progress":             {func(s *shown) { load(s, task("x", tasks.InProgress, "bob")); s.receive() }, "x"},
		"the one that needs a person":     {func(s *shown) { s.needs = []tasks.Key{key("c")}; load(s, task("x", tasks.InProgress, "bob")) }, "c"},
		"where the person moved it":       {func(s *shown) { s.StopAutoSelect(); load(s, task("a", tasks.Pending, "")) }, "b"},
		"where it was when all were read": {func(s *shown) { s.receive(); s.receive(task("a", tasks.Pending, "")) }, "b"},
		"a task that was created here": {func(s *shown) {
			s.receive()
			s.Expect(key("n"))
			s.receive(task("n", tasks.Pending, ""), task("m", tasks.Pending, ""))
		}, "n"},
		"one that is created no more": {func(s *shown) {
			s.receive()
			s.Expect(key("n"))
			s.StopExpecting()
			s.receive(task("n", tasks.Pending, ""))
		}, "b"},
		"one expected that exists":    {func(s *shown) { s.receive(); s.Expect(key("c")) }, "c"},
		"where it was at a click":     {func(s *shown) { s.Click(tea.Mouse{}); load(s, task("a", tasks.Pending, "")) }, "b"},
		"where it was at a wheel":     {func(s *shown) { s.Wheel(tea.Mouse{}); load(s, task("a", tasks.Pending, "")) }, "b"},
		"where something selected it": {func(s *shown) { s.Select(key("c")); load(s, task("a", tasks.Pending, "")) }, "c"},
		"one put there":               {func(s *shown) { s.PutCursor(key("d")); load(s, task("a", tasks.Pending, "")) }, "d"},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(120, 40)
			s.p.Board = board.New()
			s.Reset()
			load(s, ready(4)[1:]...)
			if on := s.on(t); on != "b" {
				t.Fatalf("the first card is %s", on)
			}
			if c.do(s); s.on(t) != c.want {
				t.Errorf("the cursor is on %q, not on %q", s.on(t), c.want)
			}
		})
	}
}

func TestAnEditMovesTheCursorOn(t *testing.T) {
	for name, c := range map[string]struct {
		on   string
		verb tasks.Verb
		of   string
		want string
	}{
		"completing: down the column":       {"b", tasks.VerbComplete, "b", "c"},
		"completing the last: up":           {"c", tasks.VerbComplete, "c", "b"},
		"claiming: it stays":                {"b", tasks.VerbClaim, "b", "b"},
		"releasing the only one: it stays":  {"x", tasks.VerbRelease, "x", "x"},
		"reopening the only one: it stays":  {"z", tasks.VerbReopen, "z", "z"},
		"editing: it stays":                 {"b", tasks.VerbEdit, "b", "b"},
		"completing another: it stays":      {"b", tasks.VerbComplete, "a", "b"},
		"completing a done one: it stays":   {"z", tasks.VerbComplete, "z", "z"},
		"completing one that is not there":  {"b", tasks.VerbComplete, "q", "b"},
		"releasing a pending one: it stays": {"b", tasks.VerbRelease, "b", "b"},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(120, 40, append(ready(3), task("x", tasks.InProgress, "bob"), task("z", tasks.Completed, "bob"))...)
			s.Select(key(c.on))
			s.SelectNext(tasks.Edit{Verb: c.verb, Of: key(c.of)})
			if on := s.on(t); on != c.want {
				t.Errorf("the cursor is on %q, not on %q", on, c.want)
			}
		})
	}
	t.Run("a failed one selects its task again", func(t *testing.T) {
		s := show(120, 40, ready(3)...)
		complete := tasks.Edit{Verb: tasks.VerbComplete, Of: key("a")}
		s.Select(key("a"))
		if s.SelectNext(complete); s.on(t) != "b" {
			t.Errorf("it moved on to %s", s.on(t))
		}
		if s.Reselect(key("c")); s.on(t) != "b" {
			t.Errorf("another edit failed: %s", s.on(t))
		}
		if s.Reselect(key("a")); s.on(t) != "a" {
			t.Errorf("it is on %s", s.on(t))
		}
		s.SelectNext(complete)
		s.press(keymap.Down)
		if s.Reselect(key("a")); s.on(t) != "c" {
			t.Errorf("the person had moved on, and is on %s", s.on(t))
		}
	})
	t.Run("in Dependencies it stays", func(t *testing.T) {
		s := show(120, 40, ready(3)...)
		s.Select(key("a"))
		s.p.ShownView = func() view.ViewKind { return view.GraphView }
		if s.SelectNext(tasks.Edit{Verb: tasks.VerbComplete, Of: key("a")}); s.on(t) != "a" {
			t.Errorf("it is on %s", s.on(t))
		}
		if s.lose(key("a")); s.on(t) != "b" {
			t.Errorf("its task is deleted, and it is on %s", s.on(t))
		}
	})
}

func TestAKeyFollowsTheCardThatThePersonMoved(t *testing.T) {
	s := show(120, 40, ready(3)...)
	s.Select(key("a"))
	if s.press(keymap.FollowMoved); s.CanFollow() || s.on(t) != "a" || s.NoticeText() != "No card to follow: none that you moved is elsewhere" {
		t.Errorf("on %s: %q", s.on(t), s.NoticeText())
	}
	s.SelectNext(tasks.Edit{Verb: tasks.VerbComplete, Of: key("a")})
	s.receive(task("a", tasks.Completed, "ann"))
	for _, want := range []string{"b", "a", "b", "a"} {
		if s.on(t) != want {
			t.Errorf("the cursor is on %s, not on %s", s.on(t), want)
		}
		s.press(keymap.FollowMoved)
	}
}

// A filter that hides the selected task selects the first match, and revealing a hidden task clears the filter.
func TestAFilterMovesTheCursor(t *testing.T) {
	s := show(120, 40, append(ready(3), task("x", tasks.InProgress, "bob"))...)
	s.Select(key("c"))
	if s.SetFilter("is:running"); s.on(t) != "x" {
		t.Errorf("the first match is %s", s.on(t))
	}
	if s.receive(task("x", tasks.Completed, "bob")); s.on(t) != "" {
		t.Errorf("no task matches, and %s is selected", s.on(t))
	}
	if s.Reveal(key("b")); s.on(t) != "b" || s.FilterText() != "" {
		t.Errorf("on %s behind %q", s.on(t), s.FilterText())
	}
	if s.SetFilter("is:ready"); s.on(t) != "b" {
		t.Errorf("it is on %s", s.on(t))
	}
	if s.Reveal(key("c")); s.on(t) != "c" || s.FilterText() != "is:ready" {
		t.Errorf("on %s behind %q", s.on(t), s.FilterText())
	}
}

// Nobody is at the board: its top is on the screen, and a completed task does not stay selected.
func TestABoardWithoutAPersonRests(t *testing.T) {
	for _, w := range []int{120, 44} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			s := show(w, 30, jobs()...)
			if s.NeedsShowTop() {
				t.Error("the board is not at its top although nobody moved anything")
			}
			if s.press(keymap.Last); !s.NeedsShowTop() {
				t.Error("the end of the board counts as its top")
			}
			s.ShowTop(true)
			s.later(time.Second)
			if rows := s.rows(); rowOf(rows, "job0.") < 0 || s.UnderCursor() != key("job59") || s.NeedsShowTop() {
				t.Errorf("on %v:\n%s", s.UnderCursor(), strings.Join(rows, "\n"))
			}
			s.ShowTop(false)
			if s.later(0); s.on(t) != "job59" {
				t.Errorf("it is on %s", s.on(t))
			}
			if s.receive(task("job59", tasks.Completed, "bob")); !s.NeedsShowTop() {
				t.Error("a completed task is selected, and that is as it should be")
			}
			if s.ShowTop(true); s.on(t) != "job0" {
				t.Errorf("it rests on %s", s.on(t))
			}
			s.ShowTop(false)
			s.receive(task("job0", tasks.Completed, "bob"))
			s.needs = []tasks.Key{key("job7")}
			s.boardChanged()
			if s.ShowTop(true); s.on(t) != "job7" {
				t.Errorf("job7 needs a person, and it rests on %s", s.on(t))
			}
		})
	}
	t.Run("there is no better one", func(t *testing.T) {
		s := show(120, 40, ready(1)...)
		if s.receive(task("a", tasks.Completed, "bob")); !s.NeedsShowTop() {
			t.Error("a completed task is selected, and that is as it should be")
		}
		if s.ShowTop(true); s.NeedsShowTop() || s.on(t) != "a" {
			t.Errorf("%s is selected, not at the top: %v", s.on(t), s.NeedsShowTop())
		}
	})
	t.Run("an open task stays selected", func(t *testing.T) {
		s := show(120, 40, append(ready(3), task("z", tasks.Completed, "bob"))...)
		s.Select(key("c"))
		if s.ShowTop(true); s.on(t) != "c" {
			t.Errorf("it rests on %s", s.on(t))
		}
		s.Select(key("z"))
		s.boardChanged()
		if s.ShowTop(true); s.on(t) != "z" {
			t.Errorf("the person chose z, and it rests on %s", s.on(t))
		}
	})
}

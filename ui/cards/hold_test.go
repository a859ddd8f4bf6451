package cards

import (
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

// While agents claim, complete and free tasks, the cards that they do not touch stay in their rows. After ten seconds, at a key that does more
// than move, and for the person's own edits, all get their places.
func TestCardsThatNobodyTouchesKeepTheirRows(t *testing.T) {
	claimed := func(id string) *tasks.Task { return task(id, tasks.InProgress, "bob") }
	pending := func(id string) *tasks.Task { return task(id, tasks.Pending, "") }
	for name, c := range map[string]struct {
		change []*tasks.Task
		lose   string
		moves  string // the cards that get other rows at once
		says   string // on the screen
	}{
		"one is claimed":                       {[]*tasks.Task{claimed("b")}, "", "bxy", "→ bob"},
		"one is deleted":                       {nil, "a", "a", "deleted"},
		"one is completed":                     {[]*tasks.Task{task("x", tasks.Completed, "bob")}, "", "x", "→ completed"},
		"one is freed":                         {[]*tasks.Task{pending("f")}, "", "", "● f"},
		"one is claimed, then another freed":   {[]*tasks.Task{claimed("b"), pending("f")}, "", "bfxy", "→ ready"},
		"one is completed, then another begun": {[]*tasks.Task{task("x", tasks.Completed, "bob"), claimed("c")}, "", "xc", "→ bob"},
		"one is claimed, then a new one made":  {[]*tasks.Task{claimed("c"), pending("g")}, "", "cxy", "g."},
	} {
		t.Run(name, func(t *testing.T) {
			show := func() *shown {
				all := append(ready(5), claimed("x"), claimed("y"), task("f", tasks.Pending, "", "y"), task("h", tasks.Pending, "", "y"))
				return show(120, 40, all...)
			}
			change := func(s *shown) {
				for _, t := range c.change {
					s.receive(t)
				}
				if c.lose != "" {
					s.lose(key(c.lose))
				}
			}
			s := show()
			before := s.rows()
			change(s)
			during := s.rows()
			for _, id := range []string{"a", "b", "c", "d", "e", "f", "h", "x", "y"} {
				if from, to := rowOf(before, " "+id+"."), rowOf(during, " "+id+"."); !strings.Contains(c.moves, id) && from != to {
					t.Errorf("%s moved from row %d to %d", id, from, to)
				}
			}
			if screen := strings.Join(during, "\n"); !strings.Contains(screen, c.says) {
				t.Errorf("it does not say %q:\n%s", c.says, screen)
			}
			if s.later(heldFor - time.Second); rowOf(s.rows(), c.says) < 0 {
				t.Error("cards move before ten seconds are over")
			}
			s.later(time.Second)
			pressed := show()
			change(pressed)
			pressed.CloseGaps()
			pressed.later(heldFor)
			if after, want := strings.Join(s.rows(), "\n"), strings.Join(pressed.rows(), "\n"); after != want {
				t.Errorf("after ten seconds they are\n%s\nand after a key\n%s", after, want)
			}
		})
	}
}

// The person's own edit is shown at once.
func TestTheCardOfTheirOwnEditGoesToItsPlaceAtOnce(t *testing.T) {
	s := show(120, 40, ready(5)...)
	mine := map[tasks.Key]tasks.EditID{key("b"): 7}
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{Put: []*tasks.Task{task("b", tasks.InProgress, "ann")}, Mine: mine, At: s.p.Now}))
	s.boardChanged()
	if rows := s.rows(); rowOf(rows, "→") >= 0 {
		t.Errorf("its rows are kept:\n%s", strings.Join(rows, "\n"))
	}
}

// The selection leaves a task that others completed after a second without a key.
func TestTheSelectionLeavesADoneTaskAfterASecond(t *testing.T) {
	s := show(120, 40, append(ready(3), task("x", tasks.InProgress, "bob"))...)
	s.Select(key("x"))
	key := s.p.Now
	s.later(time.Minute)
	s.receive(task("x", tasks.Completed, "bob"))
	for _, c := range []struct {
		after time.Duration
		want  string
	}{{0, "x"}, {goneFor - 1, "x"}, {1, "a"}} {
		s.p.Now = s.p.Now.Add(c.after)
		if s.LeaveGone(key); s.on(t) != c.want {
			t.Errorf("%v later it is on %s, not on %s", c.after, s.on(t), c.want)
		}
	}
}

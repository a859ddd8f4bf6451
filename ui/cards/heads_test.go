package cards

import (
	"strings"
	"testing"
	"time"

	"sideboard/keymap"
	"sideboard/tasks"
)

// whole is a container, and partIn a part of it.
func whole(id string) *tasks.Task {
	return with(task(id, tasks.Container, ""), func(t *tasks.Task) { t.Traits = nested })
}

func partIn(of string, t *tasks.Task) *tasks.Task {
	return with(t, func(t *tasks.Task) { t.Traits, t.Parent = nested, tasks.ID{Text: of} })
}

// checkout is seven tasks, six of them in two containers.
func checkout() []*tasks.Task {
	return []*tasks.Task{whole("P"), whole("Q"), with(task("a", tasks.Pending, ""), func(t *tasks.Task) { t.Traits = nested }),
		partIn("P", task("b", tasks.Pending, "")), partIn("P", task("c", tasks.Pending, "", "b")), partIn("P", task("d", tasks.Completed, "")),
		partIn("Q", task("e", tasks.Pending, "")), partIn("Q", task("f", tasks.Pending, "", "e")), partIn("Q", task("g", tasks.InProgress, "bob"))}
}

// walk returns the tasks that a key selects one after the other.
func (s *shown) walk(t *testing.T, a keymap.Action, n int) string {
	var all []string
	for range n {
		s.press(a)
		all = append(all, s.on(t))
	}
	return strings.Join(all, " ")
}

func TestTheCursorGoesFromPartToPartPastTheirHeads(t *testing.T) {
	s := show(120, 40, checkout()...)
	if on := s.on(t); on != "g" {
		t.Errorf("it begins on %s", on)
	}
	s.press(keymap.Left, keymap.First)
	if on := s.on(t); on != "a" {
		t.Errorf("the first of its column is %s", on)
	}
	if got := s.walk(t, keymap.Down, 5); got != "b c e f f" {
		t.Errorf("down it goes to %s", got)
	}
	if got := s.walk(t, keymap.Up, 5); got != "e c b a a" {
		t.Errorf("up it goes to %s", got)
	}
	if s.press(keymap.Right, keymap.Right); s.on(t) != "d" {
		t.Errorf("the last column has %s", s.on(t))
	}
}

func TestAColumnWithOnlyAContainerThatIsAHeadHasNoCard(t *testing.T) {
	s := show(120, 40, whole("P"), partIn("P", task("b", tasks.Pending, "")), partIn("P", task("d", tasks.Completed, "")))
	if on := s.on(t); on != "b" { // P itself is in progress
		t.Errorf("it begins on %s", on)
	}
	if s.press(keymap.Right); s.on(t) != "d" {
		t.Errorf("right of it is %s", s.on(t))
	}
	if s.lose(key("d")); s.on(t) != "b" {
		t.Errorf("when that is gone it is on %s", s.on(t))
	}
}

func TestASelectedContainerIsItsHead(t *testing.T) {
	s := show(120, 40, checkout()...)
	s.Select(key("Q"))
	if s.later(0); s.UnderCursor() != key("Q") {
		t.Errorf("it is on %v", s.UnderCursor())
	}
	if row := s.rows()[rowOf(s.rows(), "Q.")]; !strings.Contains(row, "▌   Q.  0 of 3 done") {
		t.Errorf("%q", row)
	}
	if s.press(keymap.Down); s.on(t) != "g" { // in the column of the container
		t.Errorf("below it is %s", s.on(t))
	}
}

func TestAClickOnAHeadSelectsItsContainer(t *testing.T) {
	s := point(t, 120, 40, checkout()...)
	s.click("P.  1 of 3")
	if s.UnderCursor() != key("P") {
		t.Errorf("it is on %v", s.UnderCursor())
	}
	if s.click("P.  1 of 3"); !s.detail.open {
		t.Error("the second click opens no detail")
	}
	s.later(time.Minute)
	s.SetFilter("b")
	s.Lay()
	s.click("P.  1 of 3")
	if s.on(t) != "b" {
		t.Errorf("the filter hides the container, and it is on %v", s.UnderCursor())
	}
}

func TestAFilterThatFindsOnlyAContainerShowsItsCard(t *testing.T) {
	s := show(120, 40, checkout()...)
	s.SetFilter("is:container")
	s.Lay()
	if on := s.on(t); on != "P" || rowOf(s.rows(), "Q.") < 0 {
		t.Errorf("on %s:\n%s", on, strings.Join(s.rows(), "\n"))
	}
}

func TestFoldingAPartFoldsItsContainerWhichIsACardThen(t *testing.T) {
	s := show(120, 40, checkout()...)
	s.Select(key("e"))
	s.foldParts()
	if on := s.on(t); on != "Q" || rowOf(s.rows(), " e.") >= 0 {
		t.Errorf("on %s:\n%s", on, strings.Join(s.rows(), "\n"))
	}
	if s.foldParts(); rowOf(s.rows(), " e.") < 0 {
		t.Errorf("the parts do not come back:\n%s", strings.Join(s.rows(), "\n"))
	}
}

func TestByOwnerOrInOneListContainersAreCards(t *testing.T) {
	s := show(120, 40, checkout()...)
	s.groupByOwner()
	if rows := s.rows(); rowOf(rows, "⊟ P.") < 0 || rowOf(rows, "P.  ") >= 0 && !strings.Contains(rows[rowOf(rows, "P.  ")], "⊟") {
		t.Errorf("by owner:\n%s", strings.Join(rows, "\n"))
	}
	s = show(44, 50, checkout()...)
	if rows := s.rows(); rowOf(rows, "⊟ P.") < 0 {
		t.Errorf("in one list:\n%s", strings.Join(rows, "\n"))
	}
}

func TestACardThatLeavesItsHeadKeepsItsRowsForAWhile(t *testing.T) {
	s := show(120, 40, checkout()...)
	row := rowOf(s.rows(), " e.")
	s.receive(partIn("P", task("b", tasks.InProgress, "bob")))
	rows := s.rows()
	if rowOf(rows, " e.") != row || rowOf(rows, "→ bob") < 0 {
		t.Errorf("the others move:\n%s", strings.Join(rows, "\n"))
	}
	at := rowOf(rows, " c.")
	s.receive(partIn("P", task("h", tasks.Pending, "")))
	if rows := s.rows(); rowOf(rows, " h.") < 0 || rowOf(rows, " h.") > at || rowOf(rows, " e.") != row {
		t.Errorf("a new part is not under its head:\n%s", strings.Join(rows, "\n"))
	}
	s.later(heldFor)
	if rows := s.rows(); rowOf(rows, "→ bob") >= 0 {
		t.Errorf("later:\n%s", strings.Join(rows, "\n"))
	}
}

func TestACardThatNeedsAPersonIsAboveTheHeads(t *testing.T) {
	s := show(120, 40, checkout()...)
	s.needs = []tasks.Key{key("f")}
	s.boardChanged()
	s.Lay()
	s.later(heldFor)
	if rows := s.rows(); rowOf(rows, " f.") > rowOf(rows, " a.") {
		t.Errorf("\n%s", strings.Join(rows, "\n"))
	}
}

func TestEachListHasItsOwnHeadsBelowItsName(t *testing.T) {
	s := show(120, 40)
	s.p.Board.SetLanes([]string{"new", "old"})
	var all []*tasks.Task
	for _, list := range []string{"old", "new"} {
		for _, k := range []*tasks.Task{whole("P"), partIn("P", task("b", tasks.Pending, "")), task("y", tasks.Pending, "")} {
			all = append(all, with(k, func(t *tasks.Task) { t.List, t.Traits = list, nested }))
		}
	}
	s.receive(all...)
	var got []string
	for _, row := range s.rows()[5:] {
		for _, word := range []string{" new ", " old ", " P.  0 of 1 done", " b.", " y."} {
			if strings.Contains(row, word) {
				got = append(got, strings.Fields(word)[0])
			}
		}
	}
	if want := "new y. P. b. old y. P. b."; strings.Join(got, " ") != want {
		t.Errorf("%v, not %s:\n%s", got, want, strings.Join(s.rows(), "\n"))
	}
}

package board

import (
	"testing"

	"sideboard/tasks"
)

func TestATableKeepsAnIDAsLongAsAFileHasItOrAListNamesIt(t *testing.T) {
	x := newTable()
	l := x.listOf("a")
	n := x.ensureNode(l, tasks.ID{Text: "1"})
	if number := x.ensureNode(l, tasks.ID{Text: "1", Num: true}); number == n {
		t.Fatal("a number and a text are one id")
	}
	x.nodes[n].dependants = []int32{0}
	if x.dropNode(n); x.lookupNode("a", tasks.ID{Text: "1"}) != n {
		t.Fatal("it forgot an id that a list names")
	}
	x.nodes[n].dependants, x.nodes[n].slot = nil, 0
	if x.dropNode(n); x.lookupNode("a", tasks.ID{Text: "1"}) != n {
		t.Fatal("it forgot an id that a file has")
	}
	x.nodes[n].slot = -1
	if x.dropNode(n); x.lookupNode("a", tasks.ID{Text: "1"}) != -1 {
		t.Fatal("it keeps an id that nothing names")
	}
	if next := x.ensureNode(l, tasks.ID{Text: "2"}); next != n {
		t.Errorf("the place of the dropped id is not used again: %d, not %d", next, n)
	}
}

func TestATableFindsAFileByItsKeyAndUsesItsSlotAgain(t *testing.T) {
	x := newTable()
	one, two := tasks.Key{List: "a", Name: "1.json"}, tasks.Key{List: "b", Name: "1.json"}
	s := x.newSlot(one)
	x.brokenKeys[s] = one
	if x.slotOf(one) != s || x.slotOf(two) != -1 || x.keyOf(s) != one {
		t.Fatalf("slots of %v and %v: %d and %d", one, two, x.slotOf(one), x.slotOf(two))
	}
	delete(x.lists["a"].slots, one.Name)
	x.freeSlot(s)
	if x.countCards() != 0 || x.newSlot(two) != s || x.countCards() != 1 {
		t.Error("the slot of a file that is gone is not used again")
	}
}

func TestATableCreatesTasksInTheDialectOfMostUnlessToldOtherwise(t *testing.T) {
	x := newTable()
	if x.Traits("a") != nil {
		t.Fatal("an empty table has a dialect")
	}
	x.dialects[s12], x.dialects[claude] = 2, 1
	if got := x.Traits("a"); got != s12 {
		t.Errorf("two of three are of s12, not of %s", got.Dialect)
	}
	x.SetTraits("a", claude)
	if got := x.Traits("a"); got != claude {
		t.Errorf("the list is of %s", got.Dialect)
	}
	if got := x.Traits("b"); got != s12 {
		t.Errorf("the other list is of %s", got.Dialect)
	}
}

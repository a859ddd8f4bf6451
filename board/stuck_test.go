package board

import (
	"testing"

	"sideboard/tasks"
)

func TestLoopsAreFoundAndTheirAnswersForgottenWhenALinkGoes(t *testing.T) {
	o := newLoops()
	l := o.listOf("")
	slots, nodes := [3]int32{}, [3]int32{}
	for i, name := range []string{"1", "2", "3"} {
		k := tasks.Key{Name: name + ".json"}
		slots[i], nodes[i] = o.newSlot(k), o.ensureNode(l, tasks.ID{Text: name})
		o.slots[slots[i]].task = &tasks.Task{Key: k, Traits: &tasks.Traits{}}
		o.nodes[nodes[i]].slot, o.nodes[nodes[i]].class = slots[i], classOpen
	}
	wait := func(i, on int) {
		o.slots[slots[i]].refs = []int32{nodes[on]}
		o.addDependant(slots[i], nodes[on])
		o.noteLoopsMayBegin()
	}
	wait(0, 1)
	wait(2, 0)
	if o.isStuck(slots[0]) || o.isStuck(slots[2]) {
		t.Fatal("a chain is a loop")
	}
	wait(1, 0)
	if !o.isStuck(slots[0]) || !o.isStuck(slots[1]) || !o.isStuck(slots[2]) {
		t.Fatal("1 and 2 wait for each other, and 3 for them")
	}
	o.slots[slots[1]].refs = nil
	o.removeDependant(slots[1], nodes[0])
	o.noteLoopsMayEnd()
	if o.isStuck(slots[2]) {
		t.Error("3 still waits for a loop that is gone")
	}
}

func TestLoopsFindTheShortestWayBackToATask(t *testing.T) {
	b := New()
	b.Apply(tasks.Delta{At: noon, Put: []*tasks.Task{
		task(s12, "1", waitsFor("2", "3")), task(s12, "2", waitsFor("1")), task(s12, "3", waitsFor("2")),
		task(s12, "4", waitsFor("1")),
	}})
	o := &b.loops
	key := func(id string) tasks.Key { return keyFor(s12, id) }
	if by, in := o.InLoop(key("1")); !in || by != key("2") {
		t.Errorf("1 is in a loop by %v: %t", by, in)
	}
	if by, in := o.InLoop(key("4")); in {
		t.Errorf("4 only waits for a loop, and is said to be in it by %v", by)
	}
	if way := o.findLoop(o.slotOf(key("1")), o.slotOf(key("2")), true); len(way) != 3 || way[1] != key("3") {
		t.Errorf("the way from 1 to 2 without the link between them: %v", way)
	}
}

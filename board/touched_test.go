package board

import (
	"testing"

	"sideboard/tasks"
)

func TestChangesTouchWhatWaitsForAnIDThatComes(t *testing.T) {
	c := changes{loops: newLoops()}
	l := c.listOf("")
	put := func(r *tasks.Task) int32 {
		s := c.newSlot(r.Key)
		c.slots[s].task = r
		c.setLinks(s, l, nil, r.WaitsFor)
		c.assignIDs(s, l, r)
		return s
	}
	waits := put(task(s12, "2", waitsFor("1")))
	if c.slots[waits].missing != 1 || !c.isBlocked(waits) {
		t.Fatalf("it waits for no missing task: %+v", c.slots[waits])
	}
	c.touched = c.touched[:0]
	put(task(s12, "1", is(tasks.Completed)))
	if len(c.touched) != 1 || c.touched[0].s != waits || !c.touched[0].wasBlocked {
		t.Fatalf("the task that waited is not touched as it was: %+v", c.touched)
	}
	if c.isBlocked(waits) {
		t.Error("it still waits for a completed task")
	}
	c.slots[waits].since = 5
	if e := c.touch(waits); len(c.touched) != 1 || e.since != 0 {
		t.Errorf("a slot is touched twice, and its old state lost: %+v", c.touched)
	}
}

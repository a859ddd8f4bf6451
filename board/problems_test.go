package board

import (
	"testing"

	"sideboard/tasks"
)

func TestProblemsAreCountedWithoutFilesThatAreBeingWritten(t *testing.T) {
	p := newProblems()
	one, two := tasks.Key{Name: "1.json"}, tasks.Key{Name: "2.json"}
	p.note(tasks.Problem{Key: two, Kind: tasks.NotATask})
	p.note(tasks.Problem{Key: one, Kind: tasks.NotATask})
	if all := p.Problems(); p.count != 2 || len(all) != 2 || all[0].Key != one {
		t.Fatalf("%d problems, in the order of keys: %v", p.count, all)
	}
	p.note(tasks.Problem{Key: one, Kind: tasks.BeingWritten})
	if all := p.Problems(); p.count != 1 || len(all) != 1 || p.Problem(one) == nil {
		t.Errorf("a file that is being written is none of %d problems: %v", p.count, all)
	}
	p.forget(one)
	p.forget(one)
	p.forget(two)
	if p.count != 0 || p.Problem(one) != nil || p.Problems() != nil {
		t.Errorf("%d problems are left", p.count)
	}
}

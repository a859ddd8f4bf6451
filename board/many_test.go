package board

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestATaskWhoseListIsNotKeptWholeIsNeverReady(t *testing.T) {
	for _, blocked := range []tasks.BlockedRule{tasks.ListNotEmpty, tasks.UnfinishedOnly} {
		traits := &tasks.Traits{Dialect: "x", Blocked: blocked, NumericIDs: true}
		k := tasks.Key{Name: "task_2.json"}
		done := &tasks.Task{Key: tasks.Key{Name: "task_1.json"}, ID: tasks.ID{Text: "1", Num: true}, Status: tasks.Completed, Traits: traits}
		many := &tasks.Task{Key: k, ID: tasks.ID{Text: "2", Num: true}, Status: tasks.Pending, WaitsFor: []tasks.ID{done.ID}, More: 7, Waits: true, Traits: traits}
		b := New()
		b.Apply(tasks.Delta{Put: []*tasks.Task{done, many}})
		if !b.State(k).Blocked() || b.BlockedByCompleted(k) {
			t.Errorf("%v: it is %v", blocked, b.State(k))
		}
		var no Refusal
		if _, err := Claim(b, k, "me", time.Now()); !errors.As(err, &no) || !strings.Contains(no.Why, "not all are looked at") {
			t.Errorf("%v: a claim is answered with %v", blocked, err)
		}
	}
}

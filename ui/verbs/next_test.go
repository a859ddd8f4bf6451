package verbs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// Every command lists ready tasks in the same order.
func TestWhatIsReadyIsListedInTheOrderOfNext(t *testing.T) {
	files := map[string]string{}
	for n, waits := range []string{"", "", "", `"task_2"`, `"task_3"`, `"task_5"`, ""} {
		id := fmt.Sprint("task_", n+1)
		files[id+".json"] = fmt.Sprintf(`{"id": %q, "subject": "T%d", "description": "", "status": "pending", "owner": null, "blockedBy": [%s]}`, id, n+1, waits)
	}
	s := open(t, project(t, files), true)
	l, err := s.List(context.Background(), "is:ready")
	testdir.Must(t, err)
	var listed, next []string
	for _, task := range l.Tasks {
		listed = append(listed, task.Subject)
	}
	for _, c := range s.Next(0).Next {
		next = append(next, c.Task.Subject)
	}
	if want := []string{"T3", "T2", "T1", "T7"}; !slices.Equal(listed, want) || !slices.Equal(next, want) {
		t.Errorf("listed are %v, next are %v", listed, next)
	}
}

// A waiting claim goes on while a file cannot be read: an agent may be writing it, and its task may still be in progress.
func TestAWaitingClaimGoesOnWhileAFileCannotBeRead(t *testing.T) {
	second := `{"id": "task_2", "subject": "B", "description": "", "status": "pending", "owner": null, "blockedBy": ["task_1"]}`
	for whole, goesOn := range map[string]bool{`{"id": "task_1", "subj`: true, `{"id": "task_1", "subject": "A", "description": "", "status": "pending", "owner": null, "blockedBy": ["task_2"]}`: false} {
		s := open(t, project(t, map[string]string{"task_1.json": whole, "task_2.json": second}), false)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.ClaimNext(ctx, true, false); errors.Is(err, context.Canceled) != goesOn {
			t.Errorf("with %s: %v", whole, err)
		}
	}
}

// Where every ready task is refused, the answer is the reason of the first, not that nothing is ready.
func TestNextSaysWhyNoReadyTaskCanBeClaimed(t *testing.T) {
	s := open(t, project(t, map[string]string{
		"task_1.json": `{"id": "task_1", "subject": "A", "description": "", "status": "pending", "owner": "bob", "blockedBy": []}`,
	}), false)
	if no := s.NothingReady(); !strings.Contains(no.Why, "bob has had it") {
		t.Errorf("one ready task belongs to bob: %q", no.Why)
	}
}

package verbs_test

import (
	"context"
	"errors"
	"testing"
)

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

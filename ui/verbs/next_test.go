package verbs_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"sideboard/tasks/testdir"
)

// What is ready stands in one order, whoever asks.
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

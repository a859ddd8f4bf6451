package verbs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// A task that was given back is free: that somebody claims it at once overwrites nothing, and is said.
func TestAClaimOfWhatWasJustGivenBackIsSaid(t *testing.T) {
	file := func(status, owner string) string {
		return fmt.Sprintf(`{"id": "task_1", "subject": "A", "description": "", "status": %q, "owner": %s, "blockedBy": []}`, status, owner)
	}
	for owner, want := range map[string]string{`"w0"`: "released, and w0 has claimed it since", "null": ""} {
		dir := project(t, map[string]string{"task_1.json": file("in_progress", `"ann"`)})
		s := open(t, dir, false)
		_, err := s.Do(t.Context(), tasks.VerbRelease, "task_1", false)
		testdir.Must(t, err)
		if owner != "null" {
			testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(file("in_progress", owner)), 0o644))
		}
		testdir.Must(t, s.WaitReapplied(t.Context()))
		if got := s.ClaimedSince(); got != want {
			t.Errorf("%s: said %q, want %q", owner, got, want)
		}
	}
}

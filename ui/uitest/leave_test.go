//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/lock"
	"sideboard/tasks/testdir"
)

// Quitting is quick but the agents' lock may be held: the edit is written first.
func TestScenarioQuittingWaitsForAnEdit(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	testdir.Must(t, os.WriteFile(filepath.Join(h.Dir, ".lock"), nil, 0o644))
	const id = "task_0000000a"
	h.Write(id+".json", s13(id, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse")
	release, err := lock.Flock(t.Context(), filepath.Join(h.Dir, ".lock"))
	testdir.Must(t, err)
	h.Press("c").Press("q").Sees("Your edit is being written")
	testdir.Must(t, release())
	h.Ended()
	h.Says(id+".json", "owner", `"ann"`).NoLitter()
}

func TestScenarioQuittingIsCancelledByARefusedEdit(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	testdir.Must(t, os.WriteFile(filepath.Join(h.Dir, ".lock"), nil, 0o644))
	const id = "task_0000000a"
	text := s13(id, "Parse", "pending", "null", "[]")
	h.Write(id+".json", text)
	h.SeesRow("●", "Parse")
	release, err := lock.Flock(t.Context(), filepath.Join(h.Dir, ".lock"))
	testdir.Must(t, err)
	h.Press("c").Press("q").Sees("Your edit is being written").Sees("Not claimed")
	testdir.Must(t, release())
	h.Reads(id+".json", text)
	h.Press("q").Ended()
}

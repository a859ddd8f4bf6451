//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/lock"
)

// The key that quits is quick, and the lock of the agents may be taken: an edit that was asked for is written first.
func TestScenarioQuittingWaitsForTheEditThatIsUnderWay(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	if err := os.WriteFile(filepath.Join(h.Dir, ".lock"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	const id = "task_0000000a"
	h.Write(id+".json", s13(id, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse")
	release, err := lock.Flock(t.Context(), filepath.Join(h.Dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	h.Press("c").Press("q").Sees("Your edit is being written")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	h.Ended()
	h.Says(id+".json", "owner", `"ann"`).NoLitter()
}

func TestScenarioQuittingIsCalledOffByAnEditThatWasRefused(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	if err := os.WriteFile(filepath.Join(h.Dir, ".lock"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	const id = "task_0000000a"
	text := s13(id, "Parse", "pending", "null", "[]")
	h.Write(id+".json", text)
	h.SeesRow("●", "Parse")
	release, err := lock.Flock(t.Context(), filepath.Join(h.Dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	h.Press("c").Press("q").Sees("Your edit is being written").Sees("Not claimed")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	h.Reads(id+".json", text)
	h.Press("q").Ended()
}

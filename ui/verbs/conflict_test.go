package verbs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// The board of a session is older than the file that an agent has just written or removed.
func TestAClaimOfWhatAnAgentHasJustChangedSaysWhy(t *testing.T) {
	byBob := strings.NewReplacer(`"pending"`, `"in_progress"`, `"owner": ""`, `"owner": "bob"`).Replace(parse)
	for name, c := range map[string]struct {
		rival    func(path string) error
		code     string
		sentence string
	}{
		"claimed": {func(path string) error { return os.WriteFile(path, []byte(byBob), 0o644) }, "conflict", "bob was first; #1 (bob works on it); check and repeat"},
		"gone":    {os.Remove, "refused", "task_1.json: the task is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, map[string]string{"task_1.json": parse})
			s := open(t, dir, false)
			testdir.Must(t, c.rival(filepath.Join(dir, "task_1.json")))
			_, err := s.Do(t.Context(), tasks.VerbClaim, "1", true)
			if f := s.Explain(err); f.Code != c.code || f.Sentence() != c.sentence {
				t.Errorf("it is %s: %s", f.Code, f.Sentence())
			}
		})
	}
}

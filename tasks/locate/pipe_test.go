//go:build unix

package locate

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestAPipeIsNeitherWaitedForNorCounted(t *testing.T) {
	root := makeTree(t, "l/1.json", "home/.claude/teams/l/")
	for _, name := range []string{"l/2.json", "home/.claude/teams/l/config.json"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o644); err != nil {
			t.Skip("no pipes here:", err)
		}
	}
	s, err := surveyDir(filepath.Join(root, "l"), newBudget())
	must(t, err)
	if s.tasks != 1 {
		t.Errorf("%d tasks", s.tasks)
	}
	all := []List{{ID: "l"}}
	addProjects(testEnv(root, ""), all)
	if all[0].Project != "" {
		t.Errorf("a pipe named the team %q", all[0].Project)
	}
}

package verbs_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// needs returns what status says needs a person, and the subjects that list is:needs-me shows.
func needs(t *testing.T, s *verbs.Session) (said, listed string) {
	t.Helper()
	st, err := s.Status(context.Background())
	l, errList := s.List(context.Background(), "is:needs-me")
	testdir.Must(t, errors.Join(err, errList))
	var words, subjects []string
	for _, n := range st.Needs {
		words = append(words, strings.TrimSpace(n.Task.Subject+" "+n.Reason+": "+n.Verb))
	}
	for _, task := range l.Tasks {
		subjects = append(subjects, task.Subject)
	}
	return strings.Join(words, ", "), strings.Join(subjects, ", ")
}

// Commands read the files of teams and sessions next to a list, as the board does.
func TestStatusAndListKnowWhoIsAtWork(t *testing.T) {
	task := func(n int, status, owner string) string {
		return fmt.Sprintf(`{"id":"%d","subject":"T%d","description":"","status":%q,"owner":%q,"blocks":[],"blockedBy":[]}`, n, n, status, owner)
	}
	const elsewhere = `,"pidDomain":"linux:0:pid:[1]"`
	session := func(status, more string) string {
		return fmt.Sprintf(`{"pid":4,"sessionId":"5e55","procStart":"1","status":%q,"statusUpdatedAt":%d%s}`, status, time.Now().UnixMilli(), more)
	}
	team := `{"name":"red","leadAgentId":"lead@red","members":[{"agentId":"lead@red","name":"lead"},{"agentId":"eve@red","name":"eve"}]}`
	for what, c := range map[string]struct {
		list, session, team, owner string
		silent                     time.Duration
		said, listed               string
	}{
		"nobody is known":               {"5e55", "", "", "", 0, "", ""},
		"the session waits":             {"5e55", session("waiting", elsewhere), "", "", 0, "T1 Claude Code waits for your answer: answer", "T1"},
		"the session is busy":           {"5e55", session("busy", elsewhere), "", "", time.Hour, "", ""},
		"it may be in a container":      {"5e55", session("busy", ""), "", "", 0, "", ""},
		"and does nothing for long":     {"5e55", session("busy", ""), "", "", time.Hour, "T1 stalled: release", "T1"},
		"the owner has left the team":   {"red", "", team, "zoe", 0, "T1 zoe is not in the team: release", "T1"},
		"the owner is one of the team":  {"red", "", team, "eve", 0, "", ""},
		"the person is nobody who left": {"red", "", team, "ann", 0, "", ""},
	} {
		home := t.TempDir()
		dir := filepath.Join(home, ".claude", "tasks", c.list)
		file := filepath.Join(dir, "1.json")
		for path, text := range map[string]string{file: task(1, "in_progress", c.owner), filepath.Join(dir, "2.json"): task(2, "pending", ""),
			filepath.Join(home, ".claude", "sessions", "4.json"): c.session, filepath.Join(home, ".claude", "teams", "red", "config.json"): c.team} {
			testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			if text != "" {
				testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
			}
		}
		at := time.Now().Add(-c.silent)
		testdir.Must(t, os.Chtimes(file, at, at))
		s, err := verbs.Open(context.Background(), verbs.Options{
			Finder: workspace.Finder{Env: locate.Env{Cwd: home, Home: home}, Arg: dir}, Who: "ann", Stalled: 30 * time.Minute,
		})
		testdir.Must(t, err)
		if said, listed := needs(t, s); said != c.said || listed != c.listed {
			t.Errorf("%s: status says %q and %q is listed", what, said, listed)
		}
		testdir.Must(t, s.Close())
	}
}

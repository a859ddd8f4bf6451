//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// bothWays runs a scenario once with notifications of the system and once with polling.
func bothWays(t *testing.T, play func(t *testing.T, o Options)) {
	t.Parallel()
	t.Run("notified", func(t *testing.T) { t.Parallel(); play(t, Options{}) })
	t.Run("polling", func(t *testing.T) { t.Parallel(); play(t, Options{Poll: true}) })
}

func TestScenarioARemovedDirectoryIsReportedUntilItIsBack(t *testing.T) {
	bothWays(t, func(t *testing.T, o Options) {
		h := Open(t, o)
		h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("of 1 done")
		testdir.Must(t, os.RemoveAll(h.Dir))
		h.Sees("directory gone", "The task directory is gone")
		h.Press("c").Sees("Not written: the directory is not there")
		h.Agent("s07", "bob").Makes().Writes("task_2.json", s07("2", "Emit", "pending", "[]"))
		h.SeesRow("●", "Emit").SeesNot("directory gone", "● Parse", "Not written").Press("c").Says("task_2.json", "status", `"in_progress"`)
	})
}

// Its tasks are not shown as deleted and created.
func TestScenarioADirectoryIsReplacedByAnother(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 24})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Sees("Schema")
	mkdir(t, h.Dir+".other")
	put(t, filepath.Join(h.Dir+".other", idB+".json"), s12(idB, "Endpoints", "pending", "null", "[]"))
	rename(t, h.Dir, h.Dir+".away")
	rename(t, h.Dir+".other", h.Dir)
	h.Sees("the directory was replaced by another: 1 task", "Endpoints").SeesNot("Schema", "created")
}

func TestScenarioALinkedDirectoryFollowsItsLink(t *testing.T) {
	bothWays(t, func(t *testing.T, o Options) {
		cwd := filepath.Join(t.TempDir(), "my-service")
		mkdir(t, filepath.Join(cwd, ".git"))
		for _, name := range []string{"one", "two"} {
			mkdir(t, filepath.Join(cwd, name))
			put(t, filepath.Join(cwd, name, "task_1.json"), s07("1", "Of "+name, "pending", "[]"))
		}
		link(t, "one", filepath.Join(cwd, ".tasks"))
		o.NoDir = true
		h := OpenIn(t, cwd, o)
		h.SeesRow("●", "Of one")
		link(t, "two", filepath.Join(cwd, ".next"))
		rename(t, filepath.Join(cwd, ".next"), filepath.Join(cwd, ".tasks"))
		h.SeesRow("●", "Of two").SeesNot("● Of one").Press("c").Says("task_1.json", "status", `"in_progress"`)
		put(t, filepath.Join(cwd, "two", "task_1.json"), strings.Replace(s07("1", "Of two again", "in_progress", "[]"), `"owner": ""`, `"owner": "ann"`, 1))
		h.SeesRow("◐", "Of two again")
		if info, err := os.Lstat(h.Dir); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link is %v, %v", info, err)
		}
	})
}

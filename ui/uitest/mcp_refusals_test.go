package uitest

import (
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// Where a design allows an owner one task at a time, a second claim is refused with what to do.
func TestCommandMCPHoldsToOneTaskAtATimeWhereItsDesignDoes(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	a, err := refagents.New(refagents.S13, filepath.Join(project, ".tasks"), "lead")
	testdir.Must(t, err)
	testdir.Must(t, a.MakeDir())
	for _, subject := range []string{"One", "Two"} {
		if _, err := a.Create(refagents.Draft{Subject: subject}); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, project, "codex")
	first := c.does("claim", in{})
	c.refused("claim", in{}, first.Subject+" is in progress under your name", "complete or release it first")
	c.does("complete", in{"taskId": first.ID})
	c.does("claim", in{})
}

// What the server cannot find and may not make is the person's to put right.
func TestCommandMCPSendsAgentsToThePersonWhereItServesWhatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--list", "nope"}, {"--read-only"}} {
		c := connect(t, t.TempDir(), "codex", args...)
		c.refused("TaskList", in{}, "no task directory found", "ask the person")
		c.refused("TaskCreate", in{"subject": "One"}, "no task directory found", "ask the person")
	}
	if out, err := program(t, "mcp", filepath.Join(t.TempDir(), "nowhere")).CombinedOutput(); err == nil || !strings.Contains(string(out), "does not exist") {
		t.Errorf("%v: %s", err, out)
	}
}

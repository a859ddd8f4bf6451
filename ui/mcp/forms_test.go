package mcp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// The files of an inferred form are edited over MCP after a person's word alone: in place, and nothing is deleted. Of
// the tasks that are ready, no client is given one that says something nobody understands.
func TestFilesOfAnInferredFormAreEditedAfterAPersonsWord(t *testing.T) {
	t.Parallel()
	dir, state := filepath.Join(t.TempDir(), "items"), t.TempDir()
	files := map[string]string{
		"1.json": `{"id": "1", "title": "Other word", "state": "soaring", "assignee": null, "depends_on": [], "n": 1.0}`,
		"2.json": `{"id": "2", "title": "Other owner", "state": "todo", "assignee": null, "depends_on": [], "worker": "w1"}`,
		"3.json": `{"id": "3", "title": "Odd links", "state": "todo", "assignee": null, "depends_on": [["1"]]}`,
		"4.json": `{"id": "4", "title": "Parse", "state": "todo", "assignee": null, "depends_on": ["5"],  "n": 1e2}`,
		"5.json": `{"id": "5", "title": "Schema", "state": "done", "assignee": "bob", "depends_on": []}`,
		"6.json": `{"id": "6", "title": "Draw", "state": "todo", "assignee": null, "depends_on": ["4"]}`,
	}
	for name, raw := range files {
		put(t, filepath.Join(dir, name), raw)
	}
	inState := func(o *Options) { o.Finder.Options.State = state }
	changes := func(name string, pairs ...string) {
		t.Helper()
		if name != "" {
			files[name] = strings.NewReplacer(pairs...).Replace(files[name])
		}
		for name, raw := range files {
			reads(t, filepath.Join(dir, name), raw)
		}
	}
	c := connect(t, dir, "codex", at(dir), inState)
	no := []string{"no published design writes these files", "sideboard allow"}
	c.Refused("claim", in{}, no...)
	for tool, all := range map[string][]in{
		"claim": {{"taskId": "4"}}, "complete": {{"taskId": "4"}}, "release": {{"taskId": "5"}},
		"TaskCreate": {{"subject": "New"}},
		"TaskUpdate": {{"taskId": "4", "subject": "New"}, {"taskId": "4", "addBlockedBy": []string{"1"}}, {"taskId": "4", "status": "deleted"}},
	} {
		for _, args := range all {
			c.Refused(tool, args, no...)
		}
	}
	changes("")

	o := verbs.Options{}
	o.Finder.Options.State, o.Finder.Arg = state, dir
	s, err := verbs.Open(t.Context(), o)
	testdir.Must(t, err)
	testdir.Must(t, s.Allow(t.Context(), s.Form()), s.Close())
	if is := c.Does("claim", in{}); is.ID != "4" || is.Owner != "codex" || is.Status != "in_progress" {
		t.Errorf("it claimed %+v", is)
	}
	changes("4.json", `"todo"`, `"in_progress"`, "null", `"codex"`)
	c.Does("TaskUpdate", in{"taskId": "4", "subject": "Parse it"})
	changes("4.json", `"Parse"`, `"Parse it"`)
	c.Does("complete", in{"taskId": "4"})
	changes("4.json", `"in_progress"`, `"done"`)
	if is := c.Does("claim", in{}); is.ID != "6" {
		t.Errorf("it claimed %+v", is)
	}
	changes("6.json", `"todo"`, `"in_progress"`, "null", `"codex"`)
	c.Refused("claim", in{}, "no ready task can be claimed", "worker")
	c.Refused("claim", in{"taskId": "1"}, "soaring")
	c.Refused("claim", in{"taskId": "2"}, "worker")
	c.Refused("claim", in{"taskId": "3"}, "not understood")
	c.Refused("TaskUpdate", in{"taskId": "5", "status": "deleted"}, "only a person deletes one of them")
	changes("")
	if all, err := os.ReadDir(dir); err != nil || len(all) != len(files) {
		t.Errorf("%d files: %v", len(all), err)
	}
}

package workspace_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// sessionOf opens a workflow session with a TODO_LIST.md, "" for none, and tasks by their ids and statuses.
func sessionOf(t *testing.T, list string, statuses ...string) *workspace.Workspace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".workflow", "WFS-a", ".task")
	files := map[string]string{}
	for _, s := range statuses {
		id, status, _ := strings.Cut(s, " ")
		files[id+".json"] = fmt.Sprintf(`{"id": %q, "title": "Title", "status": %q, "meta": {}, "context": {}, "flow_control": {}}`, id, status)
	}
	if list != "" {
		files["../TODO_LIST.md"] = list
	}
	w, err := workspace.Open(locate.Place{Dir: layOut(t, dir, files), Kind: locate.WorkflowDir}, workspace.Options{})
	testdir.Must(t, err)
	t.Cleanup(func() { w.Close() })
	for {
		if d, err := w.Next(t.Context()); err != nil || !d.Loading {
			testdir.Must(t, err)
			return w
		}
	}
}

func TestTheLinesOfATodoListThatDifferFromTheFilesAreMarked(t *testing.T) {
	tasks := []string{"IMPL-1 container", "IMPL-1.1 completed", "IMPL-1.2 completed", "IMPL-A2 pending", "IMPL-4 pending"}
	for name, c := range map[string]struct{ list, want string }{
		"tasks": {
			"# Tasks\n▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token\n  - [x] **IMPL-1.2**: Refresh\n- [x] **IMPL-A2**: Pages\n- [ ] **IMPL-9**\n",
			"# Tasks\n▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token **! its file says completed**\n  - [x] **IMPL-1.2**: Refresh\n" +
				"- [x] **IMPL-A2**: Pages **! its file says pending**\n- [ ] **IMPL-9** **! no file has this id**\n\n\n**! The list does not have IMPL-4**\n",
		},
		"all of them": {
			"▸ **IMPL-1**\n- [x] **IMPL-1.1**\n- [x] **impl-1.2**\n- [ ] **IMPL-A2**\n- [ ] **IMPL-4**\n",
			"▸ **IMPL-1**\n- [x] **IMPL-1.1**\n- [x] **impl-1.2**\n- [ ] **IMPL-A2**\n- [ ] **IMPL-4**\n",
		},
		"other notes": {"# Notes\n- [ ] call mum\n", "# Notes\n- [ ] call mum\n"},
		"no list":     {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, ok := sessionOf(t, c.list, tasks...).SessionPlan("")
			if got := string(s.Todo); !ok || got != c.want {
				t.Errorf("it is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// Agents repeat what the list does not tick off, leave out what it ticks off, and do not know what is missing.
func TestATodoListIsComparedWithATask(t *testing.T) {
	for name, c := range map[string]struct {
		line, status         string
		wrong, before, after string
	}{
		"right":               {"- [ ] **IMPL-1**: Title", "pending", "", "", ""},
		"ticked":              {"- [x] **IMPL-1**: Title", "completed", "", "", ""},
		"of a container":      {"- [x] **IMPL-1**: Title", "container", "", "", ""},
		"with parts below it": {"▸ **IMPL-1**: Title", "pending", "", "", ""},
		"not ticked": {"- [ ] **IMPL-1**: Title", "completed", "still shows it as not done: agents that read the list do it again",
			"- [ ] **IMPL-1**: Title", "- [x] **IMPL-1**: Title"},
		"ticked too early": {"- [x] **IMPL-1**: Title", "pending", "still shows it as done: agents that read the list do not do it again",
			"- [x] **IMPL-1**: Title", "- [ ] **IMPL-1**: Title"},
		"named twice": {"▸ **IMPL-1**: Title\n- [ ] **IMPL-1**: Title", "completed", "still shows it as not done: agents that read the list do it again",
			"- [ ] **IMPL-1**: Title", "- [x] **IMPL-1**: Title"},
		"missing": {"- [ ] **IMPL-2**: Other", "pending", "does not have it: agents that read the list do not know it", "", "- [ ] **IMPL-1**: Title"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := sessionOf(t, c.line+"\n", "IMPL-1 "+c.status).Todo(tasks.Key{Name: "IMPL-1.json"})
			if want := (workspace.Todo{Wrong: c.wrong, Before: c.before, After: c.after}); err != nil || got != want {
				t.Errorf("it is %+v, %v, want %+v", got, err, want)
			}
		})
	}
	if _, err := sessionOf(t, "", "IMPL-1 pending").Todo(tasks.Key{Name: "IMPL-1.json"}); err == nil {
		t.Error("a list that does not exist is compared")
	}
}

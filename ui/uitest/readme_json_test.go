package uitest

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sideboard/ui/notify"
	"sideboard/ui/verbs"
)

// The manual's table of the JSON output is generated from the types.
func TestReadmeDescribesTheJSONOfCommands(t *testing.T) {
	var b strings.Builder
	b.WriteString("| | member | |\n|---|---|---|")
	for _, form := range []struct {
		title string
		value any
	}{
		{"list", verbs.List{}}, {"a task", verbs.Task{}}, {"show, wait ID", verbs.Detail{}}, {"a reference", verbs.Ref{}}, {"a fact", verbs.Fact{}}, {"a member", verbs.Member{}},
		{"next", verbs.Next{}}, {"a choice", verbs.Choice{}}, {"commands that write", verbs.Change{}}, {"a file", verbs.File{}}, {"log", verbs.Log{}}, {"an edit", verbs.Edited{}},
		{"status", verbs.Status{}}, {"a need", verbs.Need{}}, {"history", verbs.History{}}, {"watch, the first line", verbs.Snapshot{}}, {"watch, the other lines", verbs.Event{}}, {"on-event", notify.Payload{}}, {"an event", notify.Happening{}},
		{"worktree list", verbs.Worktrees{}}, {"a worktree", verbs.Worktree{}}, {"input of add", verbs.Draft{}}, {"Failure", verbs.Failure{}},
	} {
		title := " **" + form.title + "** "
		var common []string // described above the table
		row := func(members, about string) {
			fmt.Fprintf(&b, "\n|%s| %s | %s |", title, members, about)
			title = " "
		}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(form.value)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			about := f.Tag.Get("about")
			switch {
			case f.Anonymous, !f.IsExported(): // the fields of an embedded type follow
			case about == "":
				t.Errorf("%s.%s lacks a description: a tag about:\"...\" on the field, as in ui/verbs/report.go", form.title, f.Name)
			case about == said[name]:
				common = append(common, "`"+name+"`")
			default:
				if common != nil {
					row(strings.Join(common, " "), "")
					common = nil
				}
				row("`"+name+"`", about)
			}
		}
		if common != nil {
			row(strings.Join(common, " "), "")
		}
	}
	part(t, "json", b.String())
}

// said are the members that the manual describes above the table.
var said = map[string]string{
	"version": "1", "dir": "the task directory", "dialect": "the format of the directory",
	"total": "all tasks, without containers", "ready": "tasks that can start", "blocked": "tasks that wait for others, stuck ones included", "stuck": "tasks in a loop or behind one", "running": "tasks in progress", "completed": "finished tasks",
	"id": "its id", "short": "the shortest form of its id: #4", "subject": "its subject", "owner": "its owner, or empty", "file": "its file name", "description": "its description", "name": "its name",
	"task": "a reference", "reason": "why", "at": "when sideboard saw it", "branch": "its branch, or empty", "path": "its directory", "unblocked": "references to tasks that are ready because of it",
}

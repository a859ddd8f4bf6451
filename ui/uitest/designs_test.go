package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sideboard/tasks/refagents"
)

// designs returns the designs whose tasks can be written.
func designs() []string { return append(refagents.Dialects(), refagents.Workflows()...) }

// A designDir is a task directory made by the agents of one design.
type designDir struct{ design, path string }

// newDesignDir makes a task directory in a project, with tasks of these subjects.
func newDesignDir(design, project string, subjects ...string) (designDir, error) {
	if slices.Contains(refagents.Workflows(), design) {
		return newSessionDir(design, project, subjects...)
	}
	d := designDir{design, filepath.Join(project, ".tasks")}
	if design == refagents.ClaudeCode {
		d.path = filepath.Join(project, ".claude", "tasks", "list")
	}
	a, err := refagents.New(design, d.path, "lead")
	if err == nil {
		err = a.MakeDir()
	}
	for _, subject := range subjects {
		if err == nil {
			_, err = a.Create(refagents.Draft{Subject: subject})
		}
	}
	return d, err
}

// newSessionDir makes the task directory of a workflow session.
func newSessionDir(generation, project string, subjects ...string) (designDir, error) {
	d := designDir{generation, filepath.Join(project, ".workflow", "active", "WFS-one", ".task")}
	if err := os.MkdirAll(d.path, 0o755); err != nil {
		return d, err
	}
	for i, subject := range subjects {
		if err := d.addToSession(i+1, subject); err != nil {
			return d, err
		}
	}
	return d, nil
}

// addToSession adds a task with a number to a workflow session.
func (d designDir) addToSession(n int, subject string) error {
	text, prefix := map[string]string{
		refagents.CCW10:   `{"id": %q, "title": %q, "status": "pending", "type": "feature", "agent": "a", "paths": "", "context": {}, "relations": {"dependencies": []}, "execution": {}, "implementation": {}}`,
		refagents.CCW5:    `{"id": %q, "title": %q, "status": "pending", "meta": {}, "context": {"depends_on": []}, "flow_control": {}}`,
		refagents.CCW:     `{"id": %q, "title": %q, "description": "d", "depends_on": [], "convergence": {"criteria": []}, "status": "pending"}`,
		refagents.CCWFree: `{"id": %q, "title": %q, "status": "pending", "depends_on": []}`,
	}[d.design], "IMPL-"
	if d.design == refagents.CCW10 {
		prefix = "impl-"
	}
	id := fmt.Sprint(prefix, n)
	return os.WriteFile(filepath.Join(d.path, id+".json"), fmt.Appendf(nil, text, id, subject), 0o644)
}

// read reads the directory like its own agents.
func (d designDir) read() (refagents.Listing, error) {
	if slices.Contains(refagents.Workflows(), d.design) {
		return refagents.ReadWorkflow(d.design, d.path)
	}
	return refagents.Read(d.design, d.path)
}

// task returns the task with a subject.
func (d designDir) task(subject string) (refagents.Task, error) {
	l, err := d.read()
	if err != nil {
		return refagents.Task{}, err
	}
	for _, t := range l.Tasks {
		if t.Subject == subject {
			return t, nil
		}
	}
	return refagents.Task{}, fmt.Errorf("no task is about %s", subject)
}

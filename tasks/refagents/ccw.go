package refagents

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sideboard/tasks"
)

// The generations of workflow files. Their agents are language models and a small command line program, which agree on
// the rules below; nobody writes an owner or takes a lock there.
const (
	CCW10   = "ccw10"   // ten members, dependencies in relations
	CCW5    = "ccw5"    // five members, dependencies in the context
	CCW     = "ccw"     // the task schema of 2026
	CCWFree = "ccwfree" // what models make of them
)

// Workflows lists the workflow generations this package reads.
func Workflows() []string { return []string{CCW10, CCW5, CCW, CCWFree} }

// A workflowRule is where a generation keeps its dependencies, and what it demands.
type workflowRule struct {
	container, deps string
	need            []string
	statuses        []string
}

func workflowRuleOf(generation string) (workflowRule, bool) {
	old := []string{"pending", "active", "completed", "blocked", "container"}
	late := []string{"pending", "in_progress", "active", "completed", "failed", "skipped", "blocked", "cancelled"}
	switch generation {
	case CCW10:
		return workflowRule{"relations", "dependencies", []string{"id", "title", "status", "type", "agent", "paths", "context", "relations", "execution", "implementation"}, old}, true
	case CCW5:
		return workflowRule{"context", "depends_on", []string{"id", "title", "status", "meta", "context", "flow_control"}, old}, true
	case CCW:
		return workflowRule{"", "depends_on", []string{"id", "title", "description", "depends_on", "convergence"}, late}, true
	case CCWFree:
		return workflowRule{"", "depends_on", []string{"title"}, append(late, "container")}, true
	}
	return workflowRule{}, false
}

// ReadWorkflow lists a session's folder as the agents of one generation do: what is no JSON, what lacks a member they
// demand and what has a status they do not know is skipped. A task is Ready when it is a leaf, pending or blocked,
// and all that it depends on is completed; a container is completed when all below it is over.
func ReadWorkflow(generation, dir string) (Listing, error) {
	r, ok := workflowRuleOf(generation)
	if !ok {
		return Listing{}, fmt.Errorf("no workflow generation %q", generation)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Listing{}, err
	}
	var l Listing
	f := idTree{tasks: map[string]*Task{}, children: map[string][]string{}, containers: map[string]bool{}, hints: map[string][]string{}}
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, ".json") && !strings.HasPrefix(name, ".") {
			t, o, why := r.task(dir, name)
			if why != "" {
				l.Skipped = append(l.Skipped, SkippedFile{File: name, Why: why})
				continue
			}
			l.Tasks = append(l.Tasks, t)
			f.add(t, o)
		}
	}
	for i := range l.Tasks {
		f.tasks[l.Tasks[i].ID.Text] = &l.Tasks[i]
	}
	f.addHinted()
	for i := range l.Tasks {
		l.Tasks[i].Ready = f.isReady(&l.Tasks[i])
	}
	return l, nil
}

// task reads one file, or returns why it is skipped.
func (r workflowRule) task(dir, name string) (Task, *object, string) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return Task{}, nil, err.Error()
	}
	v, err := parse(data, javascript)
	if err != nil {
		return Task{}, nil, err.Error()
	}
	o, ok := v.(*object)
	if !ok {
		return Task{}, nil, "not an object"
	}
	for _, key := range r.need {
		if _, ok := o.get(key); !ok {
			return Task{}, nil, "missing " + key
		}
	}
	t := Task{File: name, Status: "pending"}
	for _, key := range []string{"task_id", "id"} {
		if id, ok := stringOf(o, key); ok {
			t.ID = tasks.ID{Text: id}
		}
	}
	if t.ID.Empty() {
		return Task{}, nil, "no id"
	}
	t.Subject, _ = stringOf(o, "title")
	t.Description, _ = stringOf(o, "description")
	if s, ok := o.get("status"); ok {
		if inner, ok := s.(*object); ok {
			if s, ok = inner.get("state"); !ok {
				s, _ = inner.get("value")
			}
		}
		t.Status, _ = s.(string)
	}
	if !slices.Contains(r.statuses, t.Status) {
		return Task{}, nil, "unknown status " + t.Status
	}
	from := o
	if r.container != "" {
		v, _ := o.get(r.container)
		if from, ok = v.(*object); !ok {
			return Task{}, nil, r.container + " is no object"
		}
	}
	t.WaitsFor = idsOf(from, r.deps)
	return t, o, ""
}

// An idTree holds which tasks are children of which, by their ids.
type idTree struct {
	tasks      map[string]*Task
	children   map[string][]string
	containers map[string]bool     // it says itself that it is a container
	hints      map[string][]string // by the id that theirs begin with: those that say nothing of their place
}

// add takes in what a file says about its place: by its id, its parent, and the children it names.
func (f idTree) add(t Task, o *object) {
	id := t.ID.Text
	f.containers[id] = t.Status == "container"
	parent := ""
	for _, from := range []string{"relations", "context", ""} {
		in := o
		if from != "" {
			v, _ := o.get(from)
			in, _ = v.(*object)
		}
		if in == nil {
			continue
		}
		if p, ok := stringOf(in, "parent"); ok && parent == "" {
			parent = p
		}
		for _, key := range []string{"subtasks", "children"} {
			v, _ := in.get(key)
			for _, part := range asList(v) {
				if part, ok := part.(string); ok {
					f.containers[id] = true
					f.addChild(id, part)
				}
			}
		}
	}
	if dot := strings.LastIndexByte(id, '.'); parent == "" && dot > 0 {
		f.hints[id[:dot]] = append(f.hints[id[:dot]], id)
	}
	f.addChild(parent, id)
}

// addHinted makes a task whose place only its id hints at a child of what is a container anyway. A step that waits for the task
// whose number it carries, directly or by way of others, is no child of it.
func (f idTree) addHinted() {
	for whole, hinted := range f.hints {
		if f.tasks[whole] == nil || !f.isContainer(whole) {
			continue
		}
		near := append(slices.Clone(f.children[whole]), hinted...)
		after := map[string]bool{whole: true}
		for grown := true; grown; {
			grown = false
			for _, id := range near {
				t := f.tasks[id]
				if t != nil && !after[id] && slices.ContainsFunc(t.WaitsFor, func(w tasks.ID) bool { return after[w.Text] }) {
					after[id], grown = true, true
				}
			}
		}
		for _, id := range hinted {
			if !after[id] {
				f.addChild(whole, id)
			}
		}
	}
}

func (f idTree) addChild(whole, part string) {
	if whole != "" && whole != part && !slices.Contains(f.children[whole], part) {
		f.children[whole] = append(f.children[whole], part)
	}
}

// childrenOf returns the tasks right below one.
func (f idTree) childrenOf(id string) (all []*Task) {
	for _, part := range f.children[id] {
		if t := f.tasks[part]; t != nil {
			all = append(all, t)
		}
	}
	return all
}

func (f idTree) isContainer(id string) bool { return f.containers[id] || len(f.childrenOf(id)) > 0 }

// isCompleted reports whether what waits for a task need wait no more.
func (f idTree) isCompleted(id string) bool {
	t := f.tasks[id]
	if t == nil || !f.isContainer(id) {
		return t != nil && t.Status == "completed"
	}
	seen, leaves := map[string]bool{id: true}, 0
	for queue := f.childrenOf(id); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if seen[part.ID.Text] {
			continue
		}
		seen[part.ID.Text] = true
		if inner := f.childrenOf(part.ID.Text); len(inner) > 0 {
			queue = append(queue, inner...)
			continue
		}
		leaves++
		if part.Status != "completed" && part.Status != "skipped" && part.Status != "cancelled" {
			return false
		}
	}
	return leaves > 0
}

func (f idTree) isReady(t *Task) bool {
	if t.Status != "pending" && t.Status != "blocked" || f.isContainer(t.ID.Text) {
		return false
	}
	for _, id := range t.WaitsFor {
		if !f.isCompleted(id.Text) {
			return false
		}
	}
	return true
}

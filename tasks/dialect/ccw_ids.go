package dialect

import (
	"cmp"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Malformed returns the form that an id should have, "" if it has it. In a plan of several modules an id has the letter
// of the module before the number: IMPL-A1.
func Malformed(as *tasks.Traits, id tasks.ID) string {
	sp := specOf(as)
	if sp.flow == nil {
		return ""
	}
	want := sp.flow.form.prefix()
	switch prefix, _, _ := splitID(id.Text); {
	case sp.flow.form != anyPrefix && prefix != want:
		return want + "<number>, or " + want + "<number>.<number> for a part"
	case strings.ContainsAny(id.Text, "/\\ \t\n") || id.Text == "":
		return "letters, digits, dots and dashes"
	}
	return ""
}

// prefix returns what the ids of a form begin with, of anyPrefix what those of new tasks do where there is none yet.
func (f idForm) prefix() string {
	switch f {
	case lowerIMPL:
		return "impl-"
	case upperIMPL:
		return "IMPL-"
	}
	return "TASK-"
}

// numberForm finds the words, the letter of a module and the number of an id.
var numberForm = pattern(`(?s)^(.+-)([A-Z]?)([0-9]+(?:\.[0-9]+)*)$`)

// splitID returns the parts of an id, IMPL-, A and 1.2 for IMPL-A1.2, or nothing if it has another form.
func splitID(id string) (prefix, module, number string) {
	if m := numberForm().FindStringSubmatch(id); m != nil {
		return m[1], m[2], m[3]
	}
	return "", "", ""
}

// Depth returns the level of an id in its hierarchy: 1 for IMPL-1, 2 for IMPL-1.2.
func Depth(id tasks.ID) int {
	depth := 1
	for up := ParentOf(id); !up.Empty(); up = ParentOf(up) {
		depth++
	}
	return depth
}

// partForm finds what a part belongs to: there is a digit on both sides of the last dot.
var partForm = pattern(`(?s)^(.*[0-9])\.[0-9][^.]*$`)

// ParentOf returns the id that a hierarchical id is a part of: IMPL-1 for IMPL-1.2, none for IMPL-1.
func ParentOf(id tasks.ID) tasks.ID {
	m := partForm().FindStringSubmatch(id.Text)
	if m == nil || id.Num {
		return tasks.ID{}
	}
	return tasks.ID{Text: m[1]}
}

// asFamily sets what a task is a part of, and its parts.
func (f *file) asFamily(t *tasks.Task) {
	var byForm bool
	t.Parent, t.Children, byForm = f.family(t.ID)
	t.Marks.Set(tasks.ByForm, byForm)
	if more := len(t.Children) - tasks.MaxLinks; more > 0 {
		t.Children = slices.Clone(t.Children[:tasks.MaxLinks])
		t.DroppedLinks += uint32(more)
	}
}

// family returns the task that a workflow file is a part of, and the parts of it that the file names itself. What the
// file says counts before the form of its id; byForm reports that only that says so.
func (f *file) family(own tasks.ID) (parent tasks.ID, children []tasks.ID, byForm bool) {
	for _, k := range [...]key{keyRelations, keyContext, keyOther} {
		in := f.inner(k)
		parent = cmp.Or(parent, in.idNamed(keyNames[keyParent]))
		children = append(children, in.parts()...)
	}
	switch {
	case parent.Empty():
		parent = ParentOf(own)
		byForm = !parent.Empty()
	case parent == own:
		parent = tasks.ID{}
	}
	return parent, children, byForm
}

// parts returns the ids in the lists of parts. Models also write whole tasks there, which have no files: those are left
// out.
func (f *file) parts() []tasks.ID {
	var all []tasks.ID
	for _, k := range [...]key{keySubtasks, keyChildren} {
		m, _ := f.get(k)
		for _, e := range f.elemsOf(m) {
			if e.Kind == jsonedit.KindString {
				all = append(all, f.elemID(e))
			}
		}
	}
	return all
}

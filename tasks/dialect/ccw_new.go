package dialect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// flowValue returns the JSON text of a member that only workflow files have, nil for any other. What only a person who
// knows the work can fill in is empty.
func (n *draft) flowValue(k key) []byte {
	nothing := []byte("[]")
	in := nestedLayout(n.layout, 1)
	switch k {
	case keyTitle:
		return n.quote(n.d.Subject)
	case keyDependsOn:
		return n.list(n.d.WaitsFor)
	case keyConvergence:
		return in.Object([]jsonedit.Pair{{Key: "criteria", Raw: in.Array(n.quote(n.d.Subject))}})
	case keyType:
		return n.siblingText(keyOther, keyNames[k], "feature")
	case keyAgent:
		return n.siblingText(keyOther, keyNames[k], n.sp.flow.agent)
	case keyPaths:
		return []byte(`""`)
	case keyMeta:
		return in.Object([]jsonedit.Pair{
			{Key: "type", Raw: n.siblingText(keyMeta, "type", "feature")},
			{Key: "agent", Raw: n.siblingText(keyMeta, "agent", n.sp.flow.agent)},
		})
	case keyContext:
		wants := nothing
		if text := strings.TrimSpace(n.d.Description); text != "" {
			wants = in.Array(n.quote(text))
		}
		pairs := []jsonedit.Pair{{Key: "requirements", Raw: wants}}
		if n.sp.flow.waits == waitsRelations {
			return in.Object(append(pairs, jsonedit.Pair{Key: "scope", Raw: nothing},
				jsonedit.Pair{Key: "acceptance", Raw: nothing},
				jsonedit.Pair{Key: "inherited_from", Raw: n.siblingText(keyContext, "inherited_from", "")}))
		}
		return in.Object(append(pairs, jsonedit.Pair{Key: "focus_paths", Raw: nothing},
			jsonedit.Pair{Key: "acceptance", Raw: nothing},
			jsonedit.Pair{Key: "depends_on", Raw: n.listIn(in)}))
	case keyRelations:
		return in.Object([]jsonedit.Pair{
			{Key: "parent", Raw: n.parent()}, {Key: "subtasks", Raw: nothing}, {Key: "dependencies", Raw: n.listIn(in)},
		})
	case keyExecution:
		return in.Object([]jsonedit.Pair{{Key: "attempts", Raw: []byte("0")},
			{Key: "last_attempt", Raw: []byte("null")}})
	case keyImplementation:
		return in.Object([]jsonedit.Pair{
			{Key: "files", Raw: nothing}, {Key: "context_notes", Raw: []byte("{}")},
			{Key: "analysis_source", Raw: n.quote("manual")},
		})
	case keyFlow:
		return in.Object([]jsonedit.Pair{
			{Key: "pre_analysis", Raw: nothing}, {Key: "implementation_approach", Raw: nothing},
			{Key: "target_files", Raw: nothing},
		})
	}
	return nil
}

// parent returns the id of the task that the new one is a part of, null for none.
func (n *draft) parent() []byte {
	if whole := ParentOf(tasks.ID{Text: n.d.ID}); !whole.Empty() {
		return n.quote(whole.Text)
	}
	return []byte("null")
}

// siblingText returns a text of the sibling as JSON, or otherwise if it has none.
func (n *draft) siblingText(outer key, name, otherwise string) []byte {
	if n.sibling != nil {
		in, m, _ := n.sibling.find(place{outer, name})
		otherwise = cmp.Or(in.stringOf(m), otherwise)
	}
	return n.quote(otherwise)
}

// listIn returns the list of dependencies in another layout.
func (n *draft) listIn(l jsonedit.Layout) []byte {
	mine := *n
	mine.layout = l
	return mine.list(n.d.WaitsFor)
}

// flowID returns the id of a new task: the one that was asked for, or the one after the highest, in the form of most
// ids. why is why the one that was asked for cannot be used.
func (c *Codec) flowID(sp *spec, d tasks.Draft, w World) (id tasks.ID, why string) {
	taken := map[string]bool{}
	tops := map[string]top{}
	wholes := map[tasks.ID]bool{}
	note := func(text string) {
		taken[strings.ToLower(text)] = true
		prefix, module, number := splitID(text)
		if n, ok := whole(number); ok && module == "" {
			t := tops[prefix]
			t.n, t.of = max(t.n, n), t.of+1
			if strings.HasPrefix(number, "0") {
				t.wide = max(t.wide, len(number))
			}
			tops[prefix] = t
		}
	}
	w.Each(func(t *tasks.Task) bool {
		note(t.ID.Text)
		wholes[t.Parent] = wholes[t.Parent] || !t.Marks.Has(tasks.ByForm)
		wholes[t.ID] = wholes[t.ID] || t.Status == tasks.Container || len(t.Children) > 0
		if stem := stemOf(t.Name); stem != t.ID.Text {
			note(stem)
		}
		return true
	})
	c.mu.Lock()
	for stem := range c.stems {
		if !taken[strings.ToLower(stem)] {
			note(stem)
		}
	}
	c.mu.Unlock()
	if d.ID != "" {
		return tasks.ID{Text: d.ID}, sp.refuseID(d.ID, taken, wholes)
	}
	prefix, best := sp.flow.form.prefix(), top{}
	if sp.flow.form != anyPrefix {
		best = tops[prefix]
	} else if len(tops) == 0 {
		best.wide = 3
	} else {
		for _, p := range slices.Sorted(maps.Keys(tops)) {
			if t := tops[p]; t.of > best.of {
				prefix, best = p, t
			}
		}
	}
	return tasks.ID{Text: fmt.Sprintf("%s%0*d", prefix, best.wide, best.n+1)}, ""
}

// top is what is known of the ids with one prefix.
type top struct {
	n    uint64 // the highest number
	wide int    // the most digits of a number with leading zeros
	of   int    // the number of ids
}

func (f idForm) prefix() string {
	switch f {
	case lowerIMPL:
		return "impl-"
	case upperIMPL:
		return "IMPL-"
	}
	return "TASK-"
}

// refuseID returns why an id that a person chose cannot be used.
func (sp *spec) refuseID(id string, taken map[string]bool, wholes map[tasks.ID]bool) string {
	prefix, _, number := splitID(id)
	whole := ParentOf(tasks.ID{Text: id})
	switch {
	case taken[strings.ToLower(id)]:
		return "there is a task " + quoted(id) + " already"
	case number != "" && wholes[whole] && taken[strings.ToLower(whole.Text)]:
		return ""
	case strings.Contains(id, "."):
		return quoted(id) + " would be a part of another task, and only a container has parts"
	case number == "", sp.flow.form != anyPrefix && prefix != sp.flow.form.prefix():
		return quoted(id) + " is no id here: " + sp.flow.form.prefix() + "<number> is"
	case strings.Map(inName, prefix) != prefix:
		return quoted(id) + " cannot be the name of a file"
	}
	return ""
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

// ParentOf returns the id that a hierarchical id is a part of: IMPL-1 for IMPL-1.2, none for IMPL-1.
func ParentOf(id tasks.ID) tasks.ID {
	m := partForm().FindStringSubmatch(id.Text)
	if m == nil || id.Num {
		return tasks.ID{}
	}
	return tasks.ID{Text: m[1]}
}

// partForm finds what a part belongs to: there is a digit on both sides of the last dot.
var partForm = pattern(`(?s)^(.*[0-9])\.[0-9][^.]*$`)

// idForm is the form of a generation's ids. It is a rule for new tasks; files with other ids are read all the same.
type idForm uint8

const (
	anyPrefix idForm = iota // <words>-<n>[.<m>], and what models write instead
	lowerIMPL               // impl-<n>[.<m>]
	upperIMPL               // IMPL-<n>[.<m>]
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

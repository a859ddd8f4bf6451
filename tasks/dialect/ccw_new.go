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
	wholes := map[tasks.ID]bool{} // what has parts, not only by the form of an id
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
		best.wide = 3 // TASK-001
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

// refuseID returns why an id that a person chose cannot be used, "" if it can. taken are the ids and names that there
// are, in small letters, wholes the ids of tasks that have parts.
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

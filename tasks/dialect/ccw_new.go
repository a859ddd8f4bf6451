package dialect

import (
	"fmt"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// createFlow gives the name and the bytes of a new workflow file: every member its generation demands, those empty
// that only somebody who knows the work can fill.
func (b *Codec) createFlow(n *draft, sib []byte, w World) (name string, raw []byte, err error) {
	id, why := b.flowID(n.sp, n.d, w)
	if why != "" {
		return "", nil, &Refused{Why: why}
	}
	f := b.open()
	defer b.done(f)
	n.id = id
	if sib != nil && f.parse(sib) == nil && b.classify(f, "", b.folder.Load()) == n.sp {
		n.like = f
		n.layout = n.layoutLike(f)
	}
	l := n.layout
	var pairs []jsonedit.Pair
	for _, k := range n.sp.order {
		if value := n.flowValue(k, l); value != nil {
			pairs = append(pairs, jsonedit.Pair{Name: keyNames[k], Raw: value})
		}
	}
	return id.Text + ".json", l.Object(pairs), nil
}

// flowValue is the JSON text of a member of a new workflow file.
func (n *draft) flowValue(k key, l jsonedit.Layout) []byte {
	nothing := []byte("[]")
	in := deeper(l, 1)
	switch k {
	case keyTitle:
		return n.quote(n.d.Subject)
	case keyDependsOn:
		return n.list(n.d.WaitsFor)
	case keyConvergence:
		return in.Object([]jsonedit.Pair{{Name: "criteria", Raw: in.Array(n.quote(n.d.Subject))}})
	case keyType:
		return n.copied(k, "feature")
	case keyAgent:
		return n.copied(k, n.sp.flow.agent)
	case keyPaths:
		return []byte(`""`)
	case keyMeta:
		return in.Object([]jsonedit.Pair{
			{Name: "type", Raw: n.copiedFrom(keyMeta, "type", "feature")}, {Name: "agent", Raw: n.copiedFrom(keyMeta, "agent", n.sp.flow.agent)},
		})
	case keyContext:
		wants := nothing
		if text := strings.TrimSpace(n.d.Description); text != "" {
			wants = in.Array(n.quote(text))
		}
		pairs := []jsonedit.Pair{{Name: "requirements", Raw: wants}}
		if n.sp.flow.waits == waitsRelations {
			return in.Object(append(pairs, jsonedit.Pair{Name: "scope", Raw: nothing}, jsonedit.Pair{Name: "acceptance", Raw: nothing},
				jsonedit.Pair{Name: "inherited_from", Raw: n.copiedFrom(keyContext, "inherited_from", "")}))
		}
		return in.Object(append(pairs, jsonedit.Pair{Name: "focus_paths", Raw: nothing}, jsonedit.Pair{Name: "acceptance", Raw: nothing},
			jsonedit.Pair{Name: "depends_on", Raw: n.listIn(in)}))
	case keyRelations:
		return in.Object([]jsonedit.Pair{
			{Name: "parent", Raw: []byte("null")}, {Name: "subtasks", Raw: nothing}, {Name: "dependencies", Raw: n.listIn(in)},
		})
	case keyExecution:
		return in.Object([]jsonedit.Pair{{Name: "attempts", Raw: []byte("0")}, {Name: "last_attempt", Raw: []byte("null")}})
	case keyImplementation:
		return in.Object([]jsonedit.Pair{
			{Name: "files", Raw: nothing}, {Name: "context_notes", Raw: []byte("{}")}, {Name: "analysis_source", Raw: n.quote("manual")},
		})
	case keyFlow:
		return in.Object([]jsonedit.Pair{
			{Name: "pre_analysis", Raw: nothing}, {Name: "implementation_approach", Raw: nothing}, {Name: "target_files", Raw: nothing},
		})
	}
	return n.value(k)
}

// copied is a word of the sibling, or the one given where it has none: who works there, and on what.
func (n *draft) copied(k key, otherwise string) []byte {
	if n.like != nil {
		if text := n.like.textOf(k); text != "" {
			return n.quote(text)
		}
	}
	return n.quote(otherwise)
}

func (n *draft) copiedFrom(outer key, name, otherwise string) []byte {
	if n.like != nil {
		if in, ok := n.like.inner(outer); ok {
			if m, ok := in.Get(name); ok && m.Kind == jsonedit.KindString {
				return n.quote(in.String(m))
			}
		}
	}
	return n.quote(otherwise)
}

// listIn is the list of dependencies in a layout of its own.
func (n *draft) listIn(l jsonedit.Layout) []byte {
	mine := *n
	mine.layout = l
	return mine.list(n.d.WaitsFor)
}

// flowID is the id of a new task: the one that was asked for, or the next after the highest, formed as most are. why
// says what is wrong with the one that was asked for.
func (b *Codec) flowID(sp *spec, d tasks.Draft, w World) (id tasks.ID, why string) {
	taken := map[string]bool{}
	tops := map[string]top{}
	note := func(text string) {
		taken[strings.ToLower(text)] = true
		if prefix, n, wide, ok := mainNumber(text); ok {
			t := tops[prefix]
			tops[prefix] = top{n: max(t.n, n), wide: max(t.wide, wide), of: t.of + 1}
		}
	}
	w.Each(func(t *tasks.Task) bool {
		note(t.ID.Text)
		if stem := stemOf(t.Name); stem != t.ID.Text {
			note(stem)
		}
		return true
	})
	b.mu.Lock()
	for stem := range b.stems {
		if !taken[strings.ToLower(stem)] {
			note(stem)
		}
	}
	b.mu.Unlock()
	if d.ID != "" {
		return tasks.ID{Text: d.ID}, sp.unfit(d.ID, taken)
	}
	prefix, best := sp.flow.form.prefix(), top{}
	for p, t := range tops {
		if t.of > best.of || t.of == best.of && p < prefix {
			if sp.flow.form == anyPrefix || p == prefix {
				prefix, best = p, t
			}
		}
	}
	if len(tops) == 0 && sp.flow.form == anyPrefix {
		best.wide = 3
	}
	return tasks.ID{Text: fmt.Sprintf("%s%0*d", prefix, best.wide, best.n+1)}, ""
}

// top is what is known of the ids with one prefix: the highest number, how many digits they have at most where they
// are filled up with zeros, and how many there are.
type top struct {
	n    uint64
	wide int
	of   int
}

// mainNumber takes the id of a task that is no part of another apart.
func mainNumber(id string) (prefix string, n uint64, wide int, ok bool) {
	prefix, number, _ := cutNumber(id)
	if n, ok = whole(number); !ok {
		return "", 0, 0, false
	}
	if strings.HasPrefix(number, "0") {
		wide = len(number)
	}
	return prefix, n, wide, ok
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

// unfit says what is wrong with an id that a person chose.
func (sp *spec) unfit(id string, taken map[string]bool) string {
	prefix, _, _, ok := mainNumber(withoutModule(id))
	switch {
	case taken[strings.ToLower(id)]:
		return "there is a task " + quoted(id) + " already"
	case strings.Contains(id, "."):
		return quoted(id) + " would be a part of another task: who splits a task up makes its parts"
	case !ok, sp.flow.form != anyPrefix && prefix != sp.flow.form.prefix():
		return quoted(id) + " is no id here: " + sp.flow.form.prefix() + "<number> is"
	case strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "":
		return quoted(id) + " cannot be the name of a file"
	}
	return ""
}

// NextID is the id that a new task would get in the directory's dialect, "" where nobody can choose one.
func (b *Codec) NextID(w World) string {
	sp, err := b.maker(w)
	if err != nil || sp.flow == nil {
		return ""
	}
	id, _ := b.flowID(sp, tasks.Draft{}, w)
	return id.Text
}

package dialect

import (
	"cmp"
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
			pairs = append(pairs, jsonedit.Pair{Key: keyNames[k], Raw: value})
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
		return in.Object([]jsonedit.Pair{{Key: "criteria", Raw: in.Array(n.quote(n.d.Subject))}})
	case keyType:
		return n.copied(keyOther, keyNames[k], "feature")
	case keyAgent:
		return n.copied(keyOther, keyNames[k], n.sp.flow.agent)
	case keyPaths:
		return []byte(`""`)
	case keyMeta:
		return in.Object([]jsonedit.Pair{
			{Key: "type", Raw: n.copied(keyMeta, "type", "feature")}, {Key: "agent", Raw: n.copied(keyMeta, "agent", n.sp.flow.agent)},
		})
	case keyContext:
		wants := nothing
		if text := strings.TrimSpace(n.d.Description); text != "" {
			wants = in.Array(n.quote(text))
		}
		pairs := []jsonedit.Pair{{Key: "requirements", Raw: wants}}
		if n.sp.flow.waits == waitsRelations {
			return in.Object(append(pairs, jsonedit.Pair{Key: "scope", Raw: nothing}, jsonedit.Pair{Key: "acceptance", Raw: nothing},
				jsonedit.Pair{Key: "inherited_from", Raw: n.copied(keyContext, "inherited_from", "")}))
		}
		return in.Object(append(pairs, jsonedit.Pair{Key: "focus_paths", Raw: nothing}, jsonedit.Pair{Key: "acceptance", Raw: nothing},
			jsonedit.Pair{Key: "depends_on", Raw: n.listIn(in)}))
	case keyRelations:
		return in.Object([]jsonedit.Pair{
			{Key: "parent", Raw: n.parent()}, {Key: "subtasks", Raw: nothing}, {Key: "dependencies", Raw: n.listIn(in)},
		})
	case keyExecution:
		return in.Object([]jsonedit.Pair{{Key: "attempts", Raw: []byte("0")}, {Key: "last_attempt", Raw: []byte("null")}})
	case keyImplementation:
		return in.Object([]jsonedit.Pair{
			{Key: "files", Raw: nothing}, {Key: "context_notes", Raw: []byte("{}")}, {Key: "analysis_source", Raw: n.quote("manual")},
		})
	case keyFlow:
		return in.Object([]jsonedit.Pair{
			{Key: "pre_analysis", Raw: nothing}, {Key: "implementation_approach", Raw: nothing}, {Key: "target_files", Raw: nothing},
		})
	}
	return n.value(k)
}

// parent is the id of the task that the new one is a part of, null for none.
func (n *draft) parent() []byte {
	if whole := ParentOf(tasks.ID{Text: n.d.ID}); !whole.Empty() {
		return n.quote(whole.Text)
	}
	return []byte("null")
}

// copied is a word of the sibling, or the one given where it has none: who works there, and on what.
func (n *draft) copied(outer key, name, otherwise string) []byte {
	if n.like != nil {
		if in, ok := n.like.within(outer); ok {
			if m, ok := in.Get(name); ok && m.Kind == jsonedit.KindString && in.String(m) != "" {
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
	wholes := map[tasks.ID]bool{}
	note := func(text string) {
		taken[strings.ToLower(text)] = true
		if prefix, n, wide, ok := mainNumber(text); ok {
			t := tops[prefix]
			tops[prefix] = top{n: max(t.n, n), wide: max(t.wide, wide), of: t.of + 1}
		}
	}
	w.Each(func(t *tasks.Task) bool {
		note(t.ID.Text)
		wholes[t.Parent] = wholes[t.Parent] || !t.ByForm
		wholes[t.ID] = wholes[t.ID] || t.Status == tasks.Container || len(t.Children) > 0
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
		return tasks.ID{Text: d.ID}, sp.unfit(d.ID, taken, wholes)
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

// unfit returns what is wrong with an id that a person chose.
func (sp *spec) unfit(id string, taken map[string]bool, wholes map[tasks.ID]bool) string {
	prefix, _, _, ok := mainNumber(withoutModule(id))
	whole := ParentOf(tasks.ID{Text: id})
	_, _, formed := cutNumber(withoutModule(id))
	switch {
	case taken[strings.ToLower(id)]:
		return "there is a task " + quoted(id) + " already"
	case formed && wholes[whole] && taken[strings.ToLower(whole.Text)]:
		return ""
	case strings.Contains(id, "."):
		return quoted(id) + " would be a part of another task, and only a container has parts"
	case !ok, sp.flow.form != anyPrefix && prefix != sp.flow.form.prefix():
		return quoted(id) + " is no id here: " + sp.flow.form.prefix() + "<number> is"
	case strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "":
		return quoted(id) + " cannot be the name of a file"
	}
	return ""
}

// family reads which task a workflow file is a part of, and which parts of it the file names itself. What the file
// says goes before what its id looks like; byForm reports that only the id does.
func (f *file) family(own tasks.ID) (parent tasks.ID, children []tasks.ID, byForm bool) {
	for _, k := range [...]key{keyRelations, keyContext} {
		if in, ok := f.inner(k); ok {
			parent = cmp.Or(parent, in.idNamed(keyNames[keyParent]))
			children = append(children, in.parts()...)
		}
	}
	parent = cmp.Or(parent, f.idNamed(keyNames[keyParent]))
	children = append(children, f.parts()...)
	switch {
	case parent.Empty():
		parent = ParentOf(own)
		byForm = !parent.Empty()
	case parent == own:
		parent = tasks.ID{}
	}
	return parent, children, byForm
}

// parts are the ids of the lists that name the parts of a task. Models also write whole tasks there, which are no
// files: those are not parts of the board.
func (f *file) parts() []tasks.ID {
	var all []tasks.ID
	for _, k := range [...]key{keySubtasks, keyChildren} {
		m, ok := f.get(k)
		if !ok || m.Kind != jsonedit.KindArray {
			continue
		}
		f.elems = f.Elems(f.elems[:0], m)
		for _, e := range f.elems {
			if e.Kind == jsonedit.KindString {
				all = append(all, f.elemID(e))
			}
		}
	}
	return all
}

// ParentOf is the id that a hierarchical id is a part of: IMPL-1 of IMPL-1.2, and none of IMPL-1.
func ParentOf(id tasks.ID) tasks.ID {
	dot := strings.LastIndexByte(id.Text, '.')
	if id.Num || dot < 1 || dot == len(id.Text)-1 || !isDigit(id.Text[dot-1]) || !isDigit(id.Text[dot+1]) {
		return tasks.ID{}
	}
	return tasks.ID{Text: id.Text[:dot]}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// idForm is how the ids of a generation must be formed. The form is a rule for whoever makes a task; files of another
// form are read all the same.
type idForm uint8

const (
	anyPrefix idForm = iota // <words>-<n>, and .<m> for a part; what models make of it besides
	lowerIMPL               // impl-<n>[.<m>]
	upperIMPL               // IMPL-<n>[.<m>]
)

// Malformed returns how an id departs from the form that its dialect prescribes, "" when it does not. The ids of a plan
// of several modules have the module's letter before the number: IMPL-A1.
func Malformed(as *tasks.Traits, id tasks.ID) string {
	sp := specOf(as)
	if sp.flow == nil {
		return ""
	}
	prefix, number, ok := cutNumber(withoutModule(id.Text))
	switch {
	case sp.flow.form == lowerIMPL && (!ok || prefix != "impl-"):
		return "impl-<number>, or impl-<number>.<number> for a part"
	case sp.flow.form == upperIMPL && (!ok || prefix != "IMPL-"):
		return "IMPL-<number>, or IMPL-<number>.<number> for a part"
	case strings.ContainsAny(id.Text, "/\\ \t\n") || number == "" && id.Text == "":
		return "letters, digits, dots and dashes"
	}
	return ""
}

// withoutModule takes the letter of a module out of an id: IMPL-1.2 of IMPL-A1.2.
func withoutModule(id string) string {
	at := strings.LastIndexByte(id, '-') + 1
	if at < 1 || at+1 >= len(id) || id[at] < 'A' || id[at] > 'Z' || !isDigit(id[at+1]) {
		return id
	}
	return id[:at] + id[at+1:]
}

// cutNumber takes an id apart: IMPL- and 1.2 of IMPL-1.2.
func cutNumber(id string) (prefix, number string, ok bool) {
	dash := strings.LastIndexByte(id, '-')
	if dash < 1 {
		return "", "", false
	}
	prefix, number = id[:dash+1], id[dash+1:]
	for part := range strings.SplitSeq(number, ".") {
		if !digits(part) {
			return prefix, "", false
		}
	}
	return prefix, number, true
}

// Depth is how deep an id lies in its hierarchy: 1 for IMPL-1, 2 for IMPL-1.2.
func Depth(id tasks.ID) int {
	depth := 1
	for up := ParentOf(id); !up.Empty(); up = ParentOf(up) {
		depth++
	}
	return depth
}

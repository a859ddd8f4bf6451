package dialect

import (
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// family reads which task a workflow file is a part of, and which parts of it the file names itself. What the file
// says goes before what its id looks like; byForm reports that only the id does.
func (f *file) family(own tasks.ID) (parent tasks.ID, children []tasks.ID, byForm bool) {
	for _, k := range [...]key{keyRelations, keyContext} {
		if in, ok := f.inner(k); ok {
			parent = orElse(parent, in.idNamed(keyNames[keyParent]))
			children = append(children, in.parts()...)
		}
	}
	parent = orElse(parent, f.idNamed(keyNames[keyParent]))
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

func orElse(id, other tasks.ID) tasks.ID {
	if id.Empty() {
		return other
	}
	return id
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

// Malformed says how an id departs from the form that its dialect prescribes, "" when it does not. The ids of a plan
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

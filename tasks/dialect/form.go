package dialect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Where no published design and no known tool writes the files of a directory, their form is inferred from all of
// them: which members have the id, the title, the status, the owner and the links, how a file is named, and which
// words say that a task is pending, in progress or completed. Such a form is a spec like that of a design: only what
// is said here can be edited.

// inferredForm is what the files of one directory have in common, nil in the spec of a design or a tool.
type inferredForm struct {
	tasks.Form
	waits   place
	numeric bool // the ids are numbers
	boolean bool // the status is true or false
	texts   bool // the elements of its lists are texts
	naming  naming
}

// same reports whether two forms read and write files alike.
func (f *inferredForm) same(other *inferredForm) bool {
	reasons := func(f *inferredForm) [4]string { return [4]string{f.NoNew, f.NoDelete, f.NoLinks, f.NoOwner} }
	return f.FormMembers == other.FormMembers && f.Words == other.Words && f.Allowed == other.Allowed &&
		f.numeric == other.numeric && f.texts == other.texts && f.Others == other.Others && reasons(f) == reasons(other)
}

// placed returns where a form has a field, a place without a name for none.
func (f *inferredForm) placed(field tasks.Field) place {
	switch field {
	case tasks.FieldStatus:
		return place{name: f.Status}
	case tasks.FieldOwner:
		return place{name: f.Owner}
	case tasks.FieldSubject:
		return place{name: f.Subject}
	case tasks.FieldDescription:
		return place{name: f.Description}
	case tasks.FieldWaitsFor:
		return f.waits
	case tasks.FieldBlocks:
		return place{name: f.Blocks}
	}
	return place{}
}

// understands reports whether a member of a file is one of the form.
func (f *inferredForm) understands(name string) bool {
	known := []string{f.ID, f.Subject, f.Description, f.Status, f.Owner, f.Blocks, f.waits.name}
	if f.waits.outer != keyOther {
		known[len(known)-1] = keyNames[f.waits.outer]
	}
	return name != "" && slices.Contains(known, name)
}

// fits reports whether a file is of the form. Without a name, names are not checked.
func (f *inferredForm) fits(in *file, name string) bool {
	own := signature{id: f.ID, title: f.Subject, status: f.Status, numeric: f.numeric, boolean: f.boolean}
	if in.signature() != own || in.toolOf() != nil {
		return false
	}
	return name == "" || f.naming.any || stemOf(name) == f.naming.stem(f.id(in, name).Text)
}

// id returns the id of a file's task.
func (f *inferredForm) id(in *file, name string) tasks.ID {
	if f.ID == "" {
		return tasks.ID{Text: stemOf(name)}
	}
	m, _ := in.Get(f.ID)
	return tasks.ID{Text: in.wordOf(m), Num: f.numeric}
}

// said returns how a file says a status, as JSON, "" if that is not known.
func (f *inferredForm) said(s tasks.Status) string {
	word := f.Word(s)
	if word == "" || f.boolean {
		return word
	}
	return strconv.Quote(word)
}

// The members that an inferred form may have, the first that a file has counting.
var (
	formIDs      = [...]string{"id", "task_id", "taskId", "key"}
	formTitles   = [...]string{"subject", "title", "name", "summary"}
	formStates   = [...]string{"status", "state"}
	formBooleans = [...]string{"passes", "done", "completed"}
	formTexts    = [...]string{"description", "details", "body", "notes"}
	formOwners   = [...]string{"owner", "assignee", "assigned_to", "assignedTo"}
	formWaits    = [...]place{
		{keyOther, "blockedBy"}, {keyOther, "blocked_by"}, {keyOther, "depends_on"}, {keyOther, "dependsOn"},
		{keyOther, "dependencies"}, {keyOther, "deps"}, {keyContext, "depends_on"}, {keyMeta, "depends_on"},
	}
)

// signature is where a file has what every task needs.
type signature struct {
	id, title, status string
	numeric, boolean  bool
}

func (is signature) isTask() bool { return is.title != "" && is.status != "" }

// signature returns where a file has an id, a title and a status.
func (f *file) signature() (is signature) {
	for _, name := range formIDs {
		if m, _ := f.Get(name); m.Kind == jsonedit.KindNumber || m.Kind == jsonedit.KindString && f.String(m) != "" {
			is.id, is.numeric = name, m.Kind == jsonedit.KindNumber
			break
		}
	}
	is.title = f.firstOf(formTitles[:], jsonedit.KindString)
	if is.status = f.firstOf(formStates[:], jsonedit.KindString); is.status == "" {
		is.status, is.boolean = f.firstOf(formBooleans[:], jsonedit.KindTrue, jsonedit.KindFalse), true
	}
	is.boolean = is.boolean && is.status != ""
	return is
}

// firstOf returns the first of some names that has a value of one of the kinds, "" for none.
func (f *file) firstOf(names []string, kinds ...jsonedit.Kind) string {
	for _, name := range names {
		if m, ok := f.Get(name); ok && slices.Contains(kinds, m.Kind) {
			return name
		}
	}
	return ""
}

// naming is a rule for names: a prefix, and the id or its number with leading zeros.
type naming struct {
	prefix string
	digits int  // the least number of digits, 0 for the id as it is
	any    bool // there is no rule
}

// stem returns the name of a task's file without .json.
func (n naming) stem(id string) string {
	if number, ok := whole(id); ok && n.digits > 0 {
		return n.prefix + fmt.Sprintf("%0*d", n.digits, number)
	}
	return n.prefix + id
}

// String returns the rule for people: "task-<id>.json", "T<000>.json"; "" if any name will do.
func (n naming) String() string {
	switch {
	case n.any:
		return ""
	case n.digits > 0:
		return n.prefix + "<" + strings.Repeat("0", n.digits) + ">.json"
	}
	return n.prefix + "<id>.json"
}

// making is how a new file of an inferred form is made.
type making struct {
	why    string            // why none can be made
	ids    idStyle           // how the next id is found
	fill   map[string][]byte // what a new file has for a member that is not understood
	times  map[string]bool   // the members with a time of creation or change
	layout *file             // the newest file, whose order and layout are copied
}

// idStyle is how the tasks of a directory are named.
type idStyle struct {
	prefix  string // before the number
	digits  int    // the least number of digits
	counted bool   // a prefix and a number
	uuid    bool
	slug    bool // made of the title
}

// formStatus returns the status of a file, and the word of a Foreign one.
func (f *file) formStatus(fm *inferredForm) (tasks.Status, string) {
	m, _ := f.Get(fm.Status)
	switch m.Kind {
	case jsonedit.KindTrue:
		return tasks.Completed, ""
	case jsonedit.KindFalse:
		return tasks.Pending, ""
	}
	word := f.wordOf(m)
	for i, own := range fm.Words {
		if word == own && own != "" {
			return tasks.Pending + tasks.Status(i), ""
		}
	}
	if s := tasks.StatusMeant(word); s != tasks.Foreign {
		return s, ""
	}
	return tasks.Foreign, word
}

// twoStates returns the second member of a file that says whether its task is done, "" for none.
func (f *inferredForm) twoStates(in *file) string {
	for _, name := range formBooleans {
		if m, _ := in.Get(name); name != f.Status && (m.Kind == jsonedit.KindTrue || m.Kind == jsonedit.KindFalse) {
			return name
		}
	}
	for _, name := range formStates {
		if name != f.Status && tasks.StatusMeant(in.textNamed(name)) != tasks.Foreign {
			return name
		}
	}
	return ""
}

// otherOwner returns another member that names an owner, "" for none.
func (f *file) otherOwner(fm *inferredForm) string {
	for _, name := range slices.Concat(formOwners[:], ownerNames[:]) {
		if m, has := f.Get(name); has && name != fm.Owner && !f.isNobody(m) {
			return name
		}
	}
	return ""
}

// otherLinks returns another list of links that is not empty, "" for none.
func (f *file) otherLinks(fm *inferredForm) string {
	places := slices.Clone(formWaits[:])
	for _, name := range waitsNames {
		places = append(places, place{name: name})
	}
	for _, at := range places {
		if in, m, _ := f.find(at); at != fm.waits && len(in.ids(m)) > 0 {
			return at.String()
		}
	}
	return ""
}

// readWhole ends the reasons for lists that are read completely and not written.
const readWhole = "is read here, and not written"

// formLinks returns the ids of a list, and why it cannot be changed.
func (f *file) formLinks(at place, fm *inferredForm) (ids []tasks.ID, why string) {
	in, m, has := f.find(at)
	switch {
	case !has || m.None():
		return nil, ""
	case m.Kind == jsonedit.KindString:
		for part := range strings.SplitSeq(in.String(m), ",") {
			if part = strings.TrimSpace(part); part != "" {
				ids = append(ids, tasks.ID{Text: part, Num: fm.numeric})
			}
		}
		return ids, "its " + quoted(at.String()) + " is one text, which " + readWhole
	case m.Kind != jsonedit.KindArray:
		return nil, "its " + quoted(at.String()) + " is no list"
	}
	ids = []tasks.ID{}
	for _, e := range in.Elems(nil, m) {
		switch e.Kind {
		case jsonedit.KindString, jsonedit.KindNumber:
			ids = append(ids, tasks.ID{Text: in.elemID(e).Text, Num: fm.numeric})
			continue
		case jsonedit.KindObject:
			one := new(file)
			_ = one.parse(in.Bytes(e))
			if name := one.firstOf(formIDs[:], jsonedit.KindString, jsonedit.KindNumber); name != "" {
				held, _ := one.Get(name)
				ids = append(ids, tasks.ID{Text: one.wordOf(held), Num: fm.numeric})
				why = "its " + quoted(at.String()) + " has more than ids, which " + readWhole
				continue
			}
		}
		return ids, "its " + quoted(at.String()) + " has elements that are not understood"
	}
	return ids, why
}

// formValue returns the value of a field.
func (f *file) formValue(field tasks.Field, fm *inferredForm) tasks.Value {
	at := fm.placed(field)
	switch field {
	case tasks.FieldStatus:
		s, _ := f.formStatus(fm)
		return tasks.StatusValue(s)
	case tasks.FieldOwner:
		m, _ := f.Get(at.name)
		if f.isNobody(m) {
			if other := f.otherOwner(fm); other != "" {
				return tasks.TextValue(f.textNamed(other))
			}
			return tasks.Value{}
		}
		return tasks.TextValue(f.wordOf(m))
	case tasks.FieldWaitsFor, tasks.FieldBlocks:
		ids, _ := f.formLinks(at, fm)
		return tasks.RefsValue(ids)
	}
	return tasks.TextValue(f.textNamed(at.name))
}

package dialect

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// This file reads and changes files of an inferred form: see infer.go.

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

// among returns the dialect of a file in its directory, whose own form gives sp: where a form was inferred, all files
// are of that or only shown.
func (c *Codec) among(sp *spec, f *file, name string) *spec {
	own := c.inferred.Load()
	switch {
	case own != nil && own.form.fits(f, name):
		return own
	case own != nil && (sp == unknown || sp.traits.Published()):
		return otherForm
	case sp == unknown:
		if shown := c.shown.Load(); shown != nil {
			return shown
		}
	}
	return sp
}

// otherForm is a file that is not of the form of most.
var otherForm = unknown.variant(func(sp *spec) {
	sp.traits.ReadOnly = onlyShown("it is not of the form of most files here")
})

// specOf returns the dialect of a record: the form of this directory, or one of all directories.
func (c *Codec) specOf(t *tasks.Traits) *spec {
	for _, own := range [...]*spec{c.inferred.Load(), c.shown.Load(), otherForm} {
		if own != nil && t == &own.traits {
			return own
		}
	}
	return specOf(t)
}

// asForm sets the fields of a record of an inferred form, and what of it cannot be edited.
func (c *Codec) asForm(f *file, sp *spec, t *tasks.Task) tasks.Refusals {
	fm := sp.form
	t.Subject = f.textNamed(fm.Subject)
	t.Status, t.StatusText = f.formStatus(fm)
	var no tasks.Refusals
	if m, _ := f.Get(fm.Owner); !f.isNobody(m) {
		t.Owner = f.wordOf(m)
		if m.Kind != jsonedit.KindString {
			no.Owner = "its " + quoted(fm.Owner) + " is no name"
			no.Claim = no.Owner
		}
	}
	if t.Owner == "" {
		if name := f.otherOwner(fm); name != "" {
			t.Owner = f.textNamed(name)
			no.Claim = quoted(name) + " says who has it, and what that means is not known here"
			no.Owner = no.Claim
		}
	}
	if fm.twoStates(f) != "" {
		no.Status = "its state is kept in two members, " + quoted(fm.Status) + " and " + quoted(fm.twoStates(f))
	}
	var why string
	if t.WaitsFor, why = f.formLinks(fm.waits, fm); why != "" {
		no.Links = why
	}
	if other := f.otherLinks(fm); other != "" {
		no.Links = "it also keeps links in " + quoted(other)
	}
	if more := len(t.WaitsFor) - tasks.MaxLinks; more > 0 {
		t.WaitsFor, t.DroppedLinks, t.DroppedBlockers = t.WaitsFor[:tasks.MaxLinks], uint32(more), true
	}
	if fm.Blocks != "" {
		t.Blocks, _ = f.formLinks(place{name: fm.Blocks}, fm)
		t.Blocks = t.Blocks[:min(len(t.Blocks), tasks.MaxLinks)]
	}
	if why != "" && no.Claim == "" && !strings.HasSuffix(why, readWhole) {
		no.Claim = why
	}
	f.asFamily(t)
	if parent := f.firstText(parentNames[:]); parent != "" {
		t.Parent = tasks.ID{Text: parent, Num: fm.numeric}
		t.Marks.Set(tasks.ByForm, false)
	}
	if !fm.Allowed {
		t.Limits, t.Why = tasks.NoEdit, sp.traits.ReadOnly
	}
	return no
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

// refuseForm returns why an edit of a file of an inferred form is not made: what it needs is not known.
func (x *expansion) refuseForm() error {
	if x.t.Traits.Form == nil {
		return nil
	}
	why := x.t.WhyNot(x.e.Verb)
	for _, c := range x.e.Changes {
		if why == "" {
			why = x.t.WhyNotChange(c)
		}
		if why == "" && c.Field == tasks.FieldMember && !x.sp.form.understands(c.Member) {
			why = "sideboard changes only status, owner, links, title and description in files of this form, and not " +
				quoted(c.Member)
		}
	}
	if why == "" {
		return nil
	}
	return &RefusedError{Key: x.t.Key, Why: why}
}

// formOps returns the edits of a file of an inferred form for one change, or for several that drop ids from one list.
func (r *rendering) formOps(cs []tasks.Change) ([]jsonedit.Op, error) {
	c, fm := cs[0], r.sp.form
	at := fm.placed(c.Field)
	if c.Field == tasks.FieldMember {
		return r.rawOps(c), nil
	}
	if at.name == "" {
		return nil, fmt.Errorf("files of this form keep no %s", c.Field)
	}
	switch c.Field {
	case tasks.FieldStatus:
		word := fm.Word(tasks.StatusNamed(c.To.Text))
		switch {
		case word == "":
			return nil, fmt.Errorf("no file here says %q", c.To.Text)
		case fm.boolean:
			return []jsonedit.Op{jsonedit.SetValue(at.name, []byte(word))}, nil
		}
		return []jsonedit.Op{jsonedit.SetValue(at.name, jsonedit.Quote(word, r.escapes()))}, nil
	case tasks.FieldOwner:
		return r.formOwner(at.name, c), nil
	case tasks.FieldWaitsFor, tasks.FieldBlocks:
		return r.formLinkOps(at, cs)
	}
	return r.putNamed(at.name, jsonedit.Quote(c.To.Text, r.escapes())), nil
}

// putNamed returns the edits that set a member, or add it at the end.
func (r *rendering) putNamed(name string, raw []byte) []jsonedit.Op {
	if _, has := r.f.Get(name); has {
		return []jsonedit.Op{jsonedit.SetValue(name, raw)}
	}
	return []jsonedit.Op{jsonedit.Insert(name, raw, "")}
}

// rawOps returns the edits that set a member to JSON text, or remove it.
func (r *rendering) rawOps(c tasks.Change) []jsonedit.Op {
	if c.To.Kind == tasks.None {
		return []jsonedit.Op{jsonedit.Remove(c.Member)}
	}
	if m, has := r.f.Get(c.Member); has && memberValue(r.f.Raw(m)) == memberValue([]byte(c.To.Text)) {
		return nil
	}
	return r.putNamed(c.Member, []byte(strings.TrimSpace(c.To.Text)))
}

// formOwner returns the edits that set the owner, or nobody as the file had it before or as the other files do.
func (r *rendering) formOwner(name string, c tasks.Change) []jsonedit.Op {
	if c.To.Text != "" {
		return r.putNamed(name, jsonedit.Quote(c.To.Text, r.escapes()))
	}
	none := r.sp.form.NoOwner
	if c.Nobody != "" {
		none = c.Nobody
	}
	if none == tasks.FormAbsent {
		return []jsonedit.Op{jsonedit.Remove(name)}
	}
	return r.putNamed(name, []byte(none))
}

// formLinkOps returns the edits that add an id to a list, or drop ids from it.
func (r *rendering) formLinkOps(at place, cs []tasks.Change) ([]jsonedit.Op, error) {
	c, fm := cs[0], r.sp.form
	ids, why := r.f.formLinks(at, fm)
	if why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	in, m, _ := r.f.find(at)
	if c.Op == tasks.Drop {
		if m.Kind != jsonedit.KindArray {
			return nil, nil
		}
		drops := map[string]bool{}
		for _, c := range cs {
			drops[c.To.ID.Text] = true
		}
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.DropElem(at.name, func(raw []byte) bool {
			one, m := valueOf(raw)
			return drops[one.wordOf(m)]
		}))}, nil
	}
	if slices.Contains(ids, tasks.ID{Text: c.To.ID.Text, Num: fm.numeric}) {
		return nil, nil
	}
	elems := in.Elems(nil, m)
	texts := fm.texts
	if len(elems) > 0 {
		texts = elems[0].Kind == jsonedit.KindString
	}
	elem := []byte(c.To.ID.Text)
	if texts {
		elem = jsonedit.Quote(c.To.ID.Text, r.escapes())
	} else if jsonedit.Valid(elem) != nil {
		return nil, fmt.Errorf("%s is no number, and its list has numbers", quoted(c.To.ID.Text))
	}
	switch {
	case len(elems) > 0:
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.AddElem(at.name, elem))}, nil
	case m.Kind != 0:
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.SetValue(at.name, r.listWithin(in, elem)))}, nil
	case at.outer != keyOther:
		return r.newList(at, elem)
	}
	return r.putNamed(at.name, r.f.Layout().Array(elem)), nil
}

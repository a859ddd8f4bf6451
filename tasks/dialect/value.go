package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Value returns the current value of a field of the file in raw: equal values are equal with == however they are
// spelled. member is the key for FieldMember, whose value is returned with whitespace and escapes normalised (as Expand
// does with the From of such changes). A status that the dialect does not have is StatusValue(Foreign). t may be nil.
func (c *Codec) Value(raw []byte, field tasks.Field, member string, t *tasks.Task) (tasks.Value, error) {
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return tasks.Value{}, err
	}
	return f.value(field, member, c.specFor(f, t)), nil
}

// specFor returns the dialect of a record, or without one that of the bytes alone.
func (c *Codec) specFor(f *file, t *tasks.Task) *spec {
	if t != nil {
		return c.specOf(t.Traits)
	}
	return c.among(c.classify(f, "", c.folder.Load()), f, "")
}

// value returns the value of a field, as Value does.
func (f *file) value(field tasks.Field, member string, sp *spec) tasks.Value {
	if sp.form != nil && field != tasks.FieldMember && field != tasks.FieldUpdated {
		return f.formValue(field, sp.form)
	}
	switch field {
	case tasks.FieldStatus:
		s, _ := f.status(sp)
		return tasks.StatusValue(s)
	case tasks.FieldOwner:
		m, _ := f.get(keyOwner)
		if f.isNobody(m) {
			return tasks.Value{}
		}
		return tasks.TextValue(f.wordOf(m))
	case tasks.FieldWaitsFor, tasks.FieldBlocks:
		_, in, m := f.list(field, sp)
		return tasks.RefsValue(in.ids(m))
	case tasks.FieldMember:
		m, _ := f.Get(member)
		return memberValue(f.Raw(m))
	case tasks.FieldUpdated:
		m, _ := f.get(keyUpdated)
		return memberValue(f.Raw(m))
	}
	return tasks.TextValue(f.textOf(f.keyOf(field, sp)))
}

// list returns where the file has a list of ids, or would have it, and the object that it is in.
func (f *file) list(field tasks.Field, sp *spec) (at place, in *file, m jsonedit.Member) {
	if sp.usesTitle() && field == tasks.FieldWaitsFor {
		return f.flowList(sp)
	}
	k := fieldKeys[field]
	m, _ = f.get(k)
	return place{keyOther, f.spelled(k)}, f, m
}

// keyOf returns the key of a field that is a text.
func (f *file) keyOf(field tasks.Field, sp *spec) key {
	if field == tasks.FieldSubject && sp.usesTitle() {
		return f.titleKey()
	}
	return fieldKeys[field]
}

// memberValue returns the Value of JSON text, None for no text.
func memberValue(raw []byte) tasks.Value {
	if len(raw) == 0 {
		return tasks.Value{}
	}
	return tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(raw))}
}

// fieldKeys are the keys of the fields.
var fieldKeys = [...]key{
	tasks.FieldStatus: keyStatus, tasks.FieldOwner: keyOwner, tasks.FieldSubject: keySubject,
	tasks.FieldDescription: keyDescription, tasks.FieldActiveForm: keyActive, tasks.FieldWaitsFor: keyWaits,
	tasks.FieldBlocks: keyBlocks, tasks.FieldWorktree: keyWorktree, tasks.FieldUpdated: keyUpdated,
	tasks.FieldMember: keyOther,
}

// status returns the status, and the word if the design does not have it. A word for a task that nobody will do counts
// as what it means; another does not: the doctor offers to write the design's word.
func (f *file) status(sp *spec) (tasks.Status, string) {
	if sp.usesTitle() {
		return f.flowStatus()
	}
	m, ok := f.get(keyStatus)
	if !ok {
		if sp.reader.pending {
			return tasks.Pending, ""
		}
		return tasks.Foreign, ""
	}
	if m.Kind == jsonedit.KindString {
		word := f.String(m)
		if s := tasks.StatusOf(word); s != tasks.Foreign {
			return s, ""
		}
		if s := tasks.StatusMeant(word); s == tasks.Skipped || s == tasks.Cancelled {
			return s, word
		}
	}
	return tasks.Foreign, f.wordOf(m)
}

// Nobody returns the bytes by which a file says that its task has no owner; "" if it has one, or no key for it, where
// files of an inferred form say it so too: tasks.FormAbsent.
func (c *Codec) Nobody(raw []byte) string {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil {
		return ""
	}
	m, there := f.get(keyOwner)
	sp := c.inferred.Load()
	inferred := sp != nil && sp.form.Owner != "" && sp.form.fits(f, "")
	if inferred {
		m, there = f.Get(sp.form.Owner)
	}
	switch {
	case !there && inferred:
		return tasks.FormAbsent
	case !there || !f.isNobody(m):
		return ""
	}
	return string(f.Raw(m))
}

// HadOtherWord reports whether a file of a dialect has a status in a word that the dialect does not have.
func (c *Codec) HadOtherWord(as *tasks.Traits, raw []byte) bool {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil {
		return false
	}
	s, word := f.status(specOf(as))
	return s == tasks.Foreign || word != ""
}

package dialect

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

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

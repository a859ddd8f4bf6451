package dialect

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Render returns the new bytes of a file: now with the changes made and every other byte as it was; now itself if
// nothing differs. It does not check From: compare with Value first. The error is a *RefusedError or a *BrokenError.
func (c *Codec) Render(t *tasks.Task, now []byte, cs []tasks.Change, at time.Time) ([]byte, error) {
	r := rendering{codec: c, f: c.open(), sp: c.specOf(t.Traits), t: t, at: at}
	defer c.done(r.f)
	out := now
	for rest := cs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[0].Op == tasks.Drop && rest[n].Op == tasks.Drop && rest[n].Field == rest[0].Field {
			n++ // ids are dropped from a list together
		}
		together := rest[:n]
		rest = rest[n:]
		if err := r.f.parse(out); err != nil {
			return nil, err
		}
		if r.sp.traits.ReadOnly != "" {
			return nil, r.refuse(t.Why)
		}
		ops, err := r.ops(together)
		if err == nil {
			out, err = jsonedit.Apply(out, ops...)
		}
		if err != nil {
			return nil, r.refuse(err.Error())
		}
	}
	return out, nil
}

// ops returns the edits for one change, or for several that drop ids from one list; none if nothing changes.
func (r *rendering) ops(cs []tasks.Change) ([]jsonedit.Op, error) {
	c := cs[0]
	if isText(c.Field) && r.f.Encoding != jsonedit.UTF8 {
		return nil, fmt.Errorf("its %s cannot be edited: what it says in an encoding that is not UTF-8 is not known",
			c.Field)
	}
	now := r.f.value(c.Field, c.Member, r.sp)
	switch {
	case r.sp.form != nil && c.Op == tasks.Touch:
		return nil, nil
	case r.sp.form != nil && c.Op == tasks.Set && now == c.To:
		return nil, nil
	case r.sp.form != nil:
		return r.formOps(cs)
	case c.Op == tasks.Touch:
		return r.touch(), nil
	case c.Op == tasks.Add || c.Op == tasks.Drop:
		return r.linkOps(cs)
	case c.Field == tasks.FieldMember:
		return r.memberOps(c, now)
	case now == c.To:
		return nil, nil
	case c.Field == tasks.FieldStatus && r.sp.flow != nil:
		return r.flowStatus(c.To)
	case c.Field == tasks.FieldStatus:
		return r.put(keyStatus, jsonedit.Quote(c.To.Text, jsonedit.ASCII)), nil
	case c.Field == tasks.FieldOwner:
		return r.owner(c), nil
	}
	return r.text(c)
}

// isText reports whether a field is free text, which depends on the file's encoding.
func isText(f tasks.Field) bool {
	switch f {
	case tasks.FieldSubject, tasks.FieldDescription, tasks.FieldActiveForm, tasks.FieldMember:
		return true
	}
	return false
}

// owner returns the edits that set the owner, or none in the file's own way.
func (r *rendering) owner(c tasks.Change) []jsonedit.Op {
	if name := c.To.Text; name != "" {
		if !r.sp.traits.HasOwner {
			return nil
		}
		return r.put(keyOwner, jsonedit.Quote(name, r.escapes()))
	}
	if !r.f.has(keyOwner) {
		return nil
	}
	if r.sp.none == noneAbsent {
		return []jsonedit.Op{jsonedit.Remove(keyNames[keyOwner])}
	}
	return r.put(keyOwner, []byte(cmp.Or(c.Nobody, r.codec.habits.nobody(r.sp))))
}

// text returns the edits that set a subject, a description, an active form or a worktree.
func (r *rendering) text(c tasks.Change) ([]jsonedit.Op, error) {
	k := r.f.keyOf(c.Field, r.sp)
	may := c.Member == keyNames[k] // a rule found that agents know the key, although the design does not
	if !r.f.has(k) && !r.sp.knows(k) && !may {
		return nil, fmt.Errorf("tasks of %s keep no %s", r.sp.traits.Title, c.Field)
	}
	raw := jsonedit.Quote(c.To.Text, r.escapes())
	if c.To.Text == "" && k == keyWorktree && r.sp.none == noneNull {
		raw = []byte("null")
	}
	return r.put(k, raw), nil
}

// knows reports whether the dialect has a key, in any spelling.
func (sp *spec) knows(k key) bool {
	return slices.ContainsFunc(sp.order, func(own key) bool { return own.meaning() == k })
}

// memberOps returns the edits that set or remove a member by its raw value, as a person edited it.
func (r *rendering) memberOps(c tasks.Change, now tasks.Value) ([]jsonedit.Op, error) {
	_, there := r.f.Get(c.Member)
	k := keyOf(c.Member)
	if c.To.Kind == tasks.None {
		if slices.Contains(r.sp.reader.need, k) || r.sp.flow != nil && (k == keyID || k == keyTaskID || k == keyTitle) {
			return nil, fmt.Errorf("the key %s must stay%s", quoted(c.Member), r.sp.consequence())
		}
		return []jsonedit.Op{jsonedit.Remove(c.Member)}, nil
	}
	if !there && r.sp.isSurplus(k) {
		return nil, fmt.Errorf("the key %s would be one too many%s", quoted(c.Member), r.sp.consequence())
	}
	raw := bytes.TrimSpace([]byte(c.To.Text))
	if err := jsonedit.Valid(raw); err != nil {
		return nil, fmt.Errorf("the value of %s: %w", quoted(c.Member), err)
	}
	if memberValue(raw) == now {
		return nil, nil
	}
	if err := r.refuseValue(c.Member, k, raw); err != nil {
		return nil, err
	}
	if there {
		return append([]jsonedit.Op{jsonedit.SetValue(c.Member, raw)}, r.mirrorStatusHistory(k, raw)...), nil
	}
	after := ""
	if k != keyOther {
		after = r.before(k)
	}
	return []jsonedit.Op{jsonedit.Insert(c.Member, raw, after)}, nil
}

// touch returns the edits that write the time of change in its form, if the file has one.
func (r *rendering) touch() []jsonedit.Op {
	m, ok := r.f.get(keyUpdated)
	if !ok {
		return nil
	}
	like := timeLike
	if r.sp.flow != nil && m.Kind != jsonedit.KindNumber {
		like = isoTimeLike
	}
	return []jsonedit.Op{jsonedit.SetValue(r.f.spelled(keyUpdated), like(r.f.Raw(m), r.at))}
}

// linkOps returns the edits that add an id to a list, wherever the file has it, or drop ids from one. Ids are dropped
// together, so that the file is not parsed for each of thousands.
func (r *rendering) linkOps(cs []tasks.Change) ([]jsonedit.Op, error) {
	c := cs[0]
	at, in, m := r.f.list(c.Field, r.sp)
	k, elem := keyOf(at.name), idRaw(c.To.ID, r.escapes())
	list := m.Kind == jsonedit.KindArray
	switch {
	case !list && !m.None():
		return nil, fmt.Errorf("its %s is not a list", quoted(at.name))
	case c.Op == tasks.Drop && list:
		return []jsonedit.Op{r.f.within(in, at.outer, drop(at.name, cs...))}, nil
	case c.Op == tasks.Drop, slices.Contains(in.ids(m), c.To.ID):
		return nil, nil
	case list && (at.outer == keyOther || len(in.Elems(nil, m)) > 0):
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.AddElem(at.name, elem))}, nil
	case m.Kind != 0: // there is no element whose layout can be copied
		return []jsonedit.Op{r.f.within(in, at.outer, jsonedit.SetValue(at.name, r.listWithin(in, elem)))}, nil
	case at.outer != keyOther:
		return r.newList(at, elem)
	case !r.sp.knows(k.meaning()):
		return nil, nil
	}
	return r.put(k, r.f.Layout().Array(elem)), nil
}

// drop returns an edit that removes ids from a list. Each element is parsed, so that "\u0031" and "1" are the same.
func drop(name string, cs ...tasks.Change) jsonedit.Op {
	ids := make(map[tasks.ID]bool, len(cs))
	for _, c := range cs {
		ids[c.To.ID] = true
	}
	return jsonedit.DropElem(name, func(raw []byte) bool {
		if raw[0] != '"' {
			return ids[tasks.ID{Text: string(raw), Num: true}]
		}
		in, m := valueOf(raw)
		return ids[tasks.ID{Text: in.String(m)}]
	})
}

// refuseValue returns why a value that a person typed must not become the value of a key: agents fail on values of
// other types, or skip the file.
func (r *rendering) refuseValue(name string, k key, raw []byte) error {
	in, m := valueOf(raw)
	must := func(what string) error { return fmt.Errorf("%s must be %s%s", quoted(name), what, r.sp.consequence()) }
	if r.sp.reader.typed && in.Loose {
		return fmt.Errorf("NaN and Infinity are not JSON%s", r.sp.consequence())
	}
	if r.sp.flow != nil {
		return r.refuseFlowValue(name, k, in, m)
	}
	null := m.Kind == jsonedit.KindNull
	switch {
	case k == keyID:
		return fmt.Errorf("%s must stay: its file's name and other tasks rely on it", quoted(name))
	case !r.sp.fits(k, m.Kind), k.isList() && null, k == keyMetadata && slices.Contains(r.sp.order, k) &&
		m.Kind != jsonedit.KindObject:
		return must(r.sp.kindsFor(k))
	case k == keyStatus && r.sp.reader.statuses && tasks.StatusOf(in.String(m)) == tasks.Foreign:
		return fmt.Errorf("the status %s is not one its agents know%s", quoted(in.String(m)), r.sp.consequence())
	case k.isList() && r.sp.holdsMore(in.Elems(nil, m)):
		return must("a list of ids")
	}
	return nil
}

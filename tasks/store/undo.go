package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// ErrNotInHistory is returned by Undo and Redo when there is no such edit.
var ErrNotInHistory = errors.New("the edit is not in the history")

// Choice is what to do with a value that was changed by others after the edit that is taken back.
type Choice struct {
	Key    tasks.Key
	Field  tasks.Field
	Member string
	Mine   bool         // restore the value from before the edit; false leaves theirs
	Put    *tasks.Value // set this value instead, if it is not nil
}

// Undo returns the edit that takes another one back, for Apply. It is a new edit, value by value: a value that is as
// the edit left it becomes what it was before; one that already is as before stays; of sets only the elements that the
// edit added or removed are touched. An edit of several files is taken back as one.
//
// If others changed values since, the error is a *tasks.ConflictError with each of them: base (as the edit left it),
// ours (as it was before) and theirs (as it is), unless choices say what to do with each. A created task is taken back
// by deleting it, if nothing in it changed; a deleted one by creating its file again with the same bytes, if its name
// is free. Taking back an undo is a redo. An edit without steps has nothing left to change; applying it notes that.
func (b *Batch) Undo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	all, err := b.pastEdits()
	if err != nil {
		return tasks.Edit{}, err
	}
	d := findPastEdit(all, id)
	if d == nil || d.Undone {
		return tasks.Edit{}, ErrNotInHistory
	}
	return b.takeBack(d, choices)
}

// Redo returns the edit that repeats an undone one, for Apply. It is Undo of the edit that took it back.
func (b *Batch) Redo(id tasks.EditID, choices ...Choice) (tasks.Edit, error) {
	all, err := b.pastEdits()
	if err != nil {
		return tasks.Edit{}, err
	}
	for i := range all { // newest first
		if all[i].Undoes == id && !all[i].Undone {
			return b.takeBack(&all[i], choices)
		}
	}
	return tasks.Edit{}, ErrNotInHistory
}

// takeBack returns the edit that takes back d.
func (b *Batch) takeBack(d *PastEdit, choices []Choice) (tasks.Edit, error) {
	u := undoBuilder{s: b.s, of: d, choices: choices}
	u.edit = tasks.Edit{ID: tasks.EditID(rand.Uint64()), Verb: tasks.VerbUndo, Of: d.Key, Who: d.Who, Undoes: d.ID}
	// The task the edit is about decides again; a file that is created again comes before those that refer to it.
	for _, st := range d.Steps {
		if err := u.step(st); err != nil {
			return tasks.Edit{}, err
		}
	}
	if len(u.clashes) > 0 {
		return tasks.Edit{}, tasks.Clashing(u.clashes...)
	}
	return u.edit, nil
}

// undoBuilder builds the edit that takes another one back.
type undoBuilder struct {
	s       *Store
	of      *PastEdit
	choices []Choice
	edit    tasks.Edit
	clashes []tasks.Clash
}

// choiceFor returns the choice for a clash.
func (u *undoBuilder) choiceFor(key tasks.Key, f tasks.Field, member string) (c Choice, ok bool) {
	for _, c := range u.choices {
		if c.Key == key && c.Field == f && c.Member == member {
			return c, true
		}
	}
	return Choice{}, false
}

// step adds what takes back one step.
func (u *undoBuilder) step(st tasks.Step) error {
	switch st.Kind {
	case tasks.CreateFile:
		return u.undoCreate(st)
	case tasks.DeleteFile:
		return u.undoDelete(st)
	case tasks.ChangeFile:
		return u.undoChange(st)
	case tasks.SetLine:
		u.undoLine(st)
	}
	return nil // .highwatermark never goes down
}

// readNow reads a file without waiting. It reads a larger one than MaxFile too if it is as the edit left it.
func (u *undoBuilder) readNow(key tasks.Key) (state, error) {
	raw, info, err := u.s.readOurs(key.Name, u.of)
	if _, unfit := errors.AsType[*UnfitError](err); unfit {
		return state{}, u.s.wrapReadError(key.Name, err)
	}
	if err != nil {
		return state{}, err
	}
	now, err := u.s.stateOf(key, raw, info)
	if err != nil {
		err = u.s.wrapReadError(key.Name, err)
	}
	return now, err
}

// undoChange takes back the changes of a file, value by value.
func (u *undoBuilder) undoChange(st tasks.Step) error {
	now, err := u.readNow(st.Key)
	if errors.Is(err, fs.ErrNotExist) {
		if st.Key == u.of.Key {
			return &tasks.ConflictError{Clash: tasks.Clash{Key: st.Key}, Gone: true}
		}
		return nil // nothing is left to take back
	}
	if err != nil {
		return err
	}
	back := tasks.Step{Kind: tasks.ChangeFile, Key: st.Key}
	touch := false
	for _, c := range st.Changes {
		if c.Op == tasks.Touch {
			touch = true
			continue
		}
		v, err := u.s.codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return err
		}
		if inv, ok := u.invert(st, c, v, now); ok {
			back.Changes = append(back.Changes, inv)
		}
	}
	if len(back.Changes) == 0 {
		return nil
	}
	if touch {
		back.Changes = append(back.Changes, tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch})
	}
	u.needIdle(now, back)
	u.edit.Steps = append(u.edit.Steps, back)
	return nil
}

// invert returns the change that takes another one back. ok is false if there is nothing to change.
func (u *undoBuilder) invert(st tasks.Step, c tasks.Change, now tasks.Value, file state) (tasks.Change, bool) {
	switch c.Op {
	case tasks.Add:
		return tasks.Change{Field: c.Field, Op: tasks.Drop, To: c.To}, slices.Contains(now.IDs(), c.To.ID)
	case tasks.Drop:
		return tasks.Change{Field: c.Field, Op: tasks.Add, To: c.To}, !slices.Contains(now.IDs(), c.To.ID)
	}
	inv := tasks.Change{Field: c.Field, Member: c.Member, Op: tasks.Set, From: now, To: c.From}
	if now == c.From {
		return inv, false
	}
	if !isApplied(c, now) {
		choice, asked := u.choiceFor(st.Key, c.Field, c.Member)
		if !asked {
			clash := file.clash(c.Field, c.Member, c.To, now)
			clash.Ours = c.From
			u.clashes = append(u.clashes, clash)
		}
		if choice.Put != nil {
			inv.To = *choice.Put
			return inv, canonicalValue(inv.To) != now
		}
		if !choice.Mine {
			return inv, false
		}
	}
	if inv.Field == tasks.FieldOwner {
		inv.Nobody = u.s.codec.Nobody(u.of.before[st.Key.Name])
	}
	u.restoreRaw(file, st.Key.Name, &inv)
	return inv, true
}

// restoreRaw makes c a change of a raw member to the JSON that the file had before the edit, if the canonical form
// would lose that.
func (u *undoBuilder) restoreRaw(now state, name string, c *tasks.Change) {
	before := u.of.before[name]
	member := u.rawMember(now.task.Traits, before, *c)
	if member == "" {
		return
	}
	members, err := u.s.codec.Members(before)
	if err != nil {
		return
	}
	is, err := u.s.codec.Value(now.raw, tasks.FieldMember, member, now.task)
	if err != nil {
		return
	}
	c.Field, c.Member, c.From, c.To = tasks.FieldMember, member, is, tasks.Value{}
	for _, m := range members {
		if m.Name == member {
			c.To = rawValue(m.Raw)
		}
	}
}

// rawMember returns the member whose JSON a change must restore, "" for none: the raw member that it is about, a status
// in a word that the design does not have, and the status or owner of an inferred form, where each file may have its
// own word for a status and its own way to say nobody.
func (u *undoBuilder) rawMember(as *tasks.Traits, before []byte, c tasks.Change) string {
	switch {
	case c.Field == tasks.FieldMember:
		return c.Member
	case as.Form != nil && c.Field == tasks.FieldStatus:
		return as.Form.Status
	case as.Form != nil && c.Field == tasks.FieldOwner:
		return as.Form.Owner
	case c.Field == tasks.FieldStatus && u.s.codec.HadOtherWord(as, before):
		return "status"
	}
	return ""
}

// needIdle adds the need that the owner has no other task in progress, if its agents have that rule.
func (u *undoBuilder) needIdle(now state, back tasks.Step) {
	owner, starts := now.task.Owner, false
	for _, c := range back.Changes {
		switch c.Field {
		case tasks.FieldStatus:
			starts = tasks.StatusOf(c.To.Text) == tasks.InProgress
		case tasks.FieldOwner:
			owner = c.To.Text
		}
	}
	if starts && owner != "" && now.task.Traits.BusyCheck {
		u.edit.Needs = append(u.edit.Needs, tasks.Need{Key: back.Key, Idle: owner})
	}
}

// undoCreate deletes a file that was created, if it says what it said then.
func (u *undoBuilder) undoCreate(st tasks.Step) error {
	now, err := u.readNow(st.Key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	back := tasks.Step{Kind: tasks.DeleteFile, Key: st.Key}
	was, err := u.s.codec.Members(u.of.after[st.Key.Name])
	if err != nil {
		return fmt.Errorf("%s as it was created: %w", st.Key.Name, err)
	}
	is, err := u.s.codec.Members(now.raw)
	if err != nil {
		return u.s.wrapReadError(st.Key.Name, err)
	}
	for _, m := range is {
		v := memberValue(is, m.Name)
		back.Changes = append(back.Changes, tasks.Change{Field: tasks.FieldMember, Member: m.Name, Op: tasks.Set,
			From: v, To: v})
		if v != memberValue(was, m.Name) {
			u.addClash(now, m.Name, memberValue(was, m.Name), v)
		}
	}
	for _, m := range was {
		if memberValue(is, m.Name).Kind == tasks.None {
			u.addClash(now, m.Name, memberValue(was, m.Name), tasks.Value{})
		}
	}
	if whole, asked := u.choiceFor(st.Key, tasks.FieldMember, ""); asked && !whole.Mine {
		return nil
	}
	if n, ok := now.task.ID.Int(); ok && n > 0 && now.task.Traits.HasHighWaterMark {
		u.edit.Steps = append(u.edit.Steps,
			tasks.Step{Kind: tasks.RaiseHighWaterMark, Key: tasks.Key{List: st.Key.List}, HighWaterMark: uint64(n)})
	}
	u.edit.Steps = append(u.edit.Steps, back)
	return nil
}

// addClash notes a member that changed after the file was created. A choice with FieldMember and no member is one for
// the whole file.
func (u *undoBuilder) addClash(now state, member string, was, is tasks.Value) {
	if _, asked := u.choiceFor(now.task.Key, tasks.FieldMember, ""); asked {
		return
	}
	u.clashes = append(u.clashes, now.clash(tasks.FieldMember, member, was, is))
}

// memberValue returns the value of a member in its canonical form, the zero value if there is none of that name.
func memberValue(all []tasks.Member, name string) tasks.Value {
	for _, m := range all {
		if m.Name == name {
			return tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(m.Raw))}
		}
	}
	return tasks.Value{}
}

// undoDelete creates a deleted file again, with every byte it had.
func (u *undoBuilder) undoDelete(st tasks.Step) error {
	raw, ok := u.of.before[st.Key.Name]
	if !ok || raw == nil {
		return fmt.Errorf("the bytes of %s are not in the journal: %w", st.Key.Name, ErrNotInHistory)
	}
	now, _, err := u.s.directory().Read(st.Key.Name, Unknown, nil)
	if err == nil && bytes.Equal(now, raw) {
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return &tasks.ConflictError{Clash: tasks.Clash{Key: st.Key}, Taken: true}
	}
	u.edit.Steps = append(u.edit.Steps, tasks.Step{Kind: tasks.CreateFile, Key: st.Key, Raw: slices.Clone(raw)})
	return nil
}

// undoLine takes the change of a line back, if the line still is as the edit left it.
func (u *undoBuilder) undoLine(st tasks.Step) {
	c := st.Changes[0]
	c.From, c.To = c.To, c.From
	back := st
	back.Changes = []tasks.Change{c}
	u.edit.Steps = append(u.edit.Steps, back)
}

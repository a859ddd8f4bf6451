package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// undoCreate deletes a file that was made, as long as it says what it said then.
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
		return fmt.Errorf("%s as it was made: %w", st.Key.Name, err)
	}
	is, err := u.s.codec.Members(now.raw)
	if err != nil {
		return u.s.wrapReadError(st.Key.Name, err)
	}
	for _, m := range is {
		v := memberValue(is, m.Name)
		back.Changes = append(back.Changes, tasks.Change{Field: tasks.FieldMember, Member: m.Name, Op: tasks.Set, From: v, To: v})
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
	if n, ok := now.task.ID.Int(); ok && n > 0 && now.task.Traits.Mark {
		u.edit.Steps = append(u.edit.Steps, tasks.Step{Kind: tasks.RaiseMark, Key: tasks.Key{List: st.Key.List}, Mark: uint64(n)})
	}
	u.edit.Steps = append(u.edit.Steps, back)
	return nil
}

// addClash notes a member that changed after the file was made. A choice for the whole file answers all of them: it
// has FieldMember and no name.
func (u *undoBuilder) addClash(now state, member string, was, is tasks.Value) {
	if _, asked := u.choiceFor(now.task.Key, tasks.FieldMember, ""); asked {
		return
	}
	u.clashes = append(u.clashes, now.clash(tasks.FieldMember, member, was, is))
}

func memberValue(all []tasks.Member, name string) tasks.Value {
	for _, m := range all {
		if m.Name == name {
			return tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(m.Raw))}
		}
	}
	return tasks.Value{}
}

// undoDelete makes a deleted file anew, with every byte it had.
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
		return &tasks.Conflict{Key: st.Key, Taken: true}
	}
	u.edit.Steps = append(u.edit.Steps, tasks.Step{Kind: tasks.CreateFile, Key: st.Key, Raw: slices.Clone(raw)})
	return nil
}

package store

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	"sideboard/tasks"
)

// conclude tells what became of a write and ends its recheck.
func (k *monitor) conclude(v *recheck, o Outcome) {
	o.Edit, o.Key = v.edit, v.step.Key
	k.mu.Lock()
	over := v.ended
	v.ended = true
	k.mu.Unlock()
	if !over {
		k.report(o, nil)
	}
}

// checkCreated judges a new file: an agent whose counter is old may have written another task over it.
func (k *monitor) checkCreated(v *recheck, now time.Time) bool {
	file, same, ok := k.readFile(v, now)
	if !ok {
		return same
	}
	ours, err := k.s.codec.Decode(v.step.Key, v.next, file.info.Stamp)
	if err != nil || ours.ID == file.task.ID && ours.Subject == file.task.Subject {
		return true
	}
	if over, err := k.yieldToOthers(v); over || err != nil && v.elapsed(now) < reapplyWindow {
		return over
	}
	clash := file.clash(tasks.FieldSubject, "", tasks.Value{}, tasks.TextValue(file.task.Subject))
	clash.Ours = tasks.TextValue(ours.Subject)
	k.conclude(v, Outcome{What: Lost, By: file.task.Owner, Clashes: []tasks.Clash{clash}, Again: k.editAgain(v, nil)})
	return true
}

// checkDeleted judges a name whose file was removed: an agent that had read it before may have written it back.
func (k *monitor) checkDeleted(v *recheck) bool {
	raw, info, err := k.s.directory().Read(v.step.Key.Name, Unknown, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if over, err := k.yieldToOthers(v); over || err != nil {
		return over
	}
	o := Outcome{What: PutBack, Again: k.editAgain(v, nil)}
	if t, err := k.s.decode(v.step.Key, raw, info); err == nil {
		o.By = t.Owner
	}
	k.conclude(v, o)
	return true
}

// editAgain is the edit that makes it so again, on top of what stands there now: whoever applies it has seen that.
func (k *monitor) editAgain(v *recheck, clashes []tasks.Clash) *tasks.Edit {
	e := v.edit
	st := v.step
	st.Changes = nil
	e.ID, e.At, e.Steps = 0, time.Time{}, nil
	e.Needs = slices.DeleteFunc(slices.Clone(e.Needs), func(n tasks.Need) bool { return n.Key == v.step.Key && n.Idle == "" })
	switch {
	case v.step.Kind == tasks.ChangeFile && len(clashes) == 0:
		return nil // the file is gone
	case v.step.Kind != tasks.ChangeFile && (e.Verb == tasks.VerbCreate || e.Verb == tasks.VerbDelete):
		return &e // to be planned on what is there now
	}
	for _, c := range k.changesOf(v) {
		for _, clash := range clashes {
			if clash.Field == c.Field && clash.Member == c.Member && clash.Ours == c.To {
				if c.Op == tasks.Set || c.Op == tasks.Unset {
					c.From = clash.Theirs
				}
				st.Changes = append(st.Changes, c)
				break
			}
		}
		if c.Op == tasks.Touch {
			st.Changes = append(st.Changes, c)
		}
	}
	e.Steps = []tasks.Step{st}
	return &e
}

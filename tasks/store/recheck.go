package store

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// The looks after a write. An agent that read the file before our write and writes it whole afterwards does so within
// milliseconds; what happens later than window is a person's or an agent's will, which is told and never fought.
var lookTimes = [...]time.Duration{10 * time.Millisecond, 50 * time.Millisecond, reapplyWindow, reportWindow}

const (
	reapplyWindow = 250 * time.Millisecond // an edit may be made again
	reportWindow  = 2 * time.Second        // its loss is told
	giveUpAfter   = 10 * time.Second       // a file that cannot be judged is given up, and that is told
	maxReapplies  = 3                      // how often one is made again
	reapplyJitter = 4 * time.Millisecond   // before it is made again, so that two writers do not keep step
)

// maxRechecks bounds how many are kept, far above what can be written and synced in the two seconds that each lasts.
const maxRechecks = 4096

// recheck is one written file that is looked at for a while.
type recheck struct {
	edit      tasks.Edit
	step      tasks.Step // what made a difference, less what later intents took over
	decides   bool
	locks     bool   // the dialect's agents take a lock: nobody writes without knowing
	base      []byte // the bytes before, nil for a new file
	next      []byte // the bytes after, nil for a removed one
	displaced Held   // the file that was displaced, nil when nobody can write to it any more

	dev, ino uint64 // the directory it was written in

	since      time.Time // what other boards noted from then on was meant after it
	writtenAt  time.Time // when it had been written first
	nextLook   int       // the next of lookTimes
	due        time.Time
	tries      int
	reapplyDue bool // it was put back, and is due to be made again
	ended      bool
	unjudged   bool // it ended without a last look that could judge the file
}

// elapsed is the time since the write on both clocks: a process that was stopped and a computer that slept are late,
// even though one of the clocks stood still.
func (v *recheck) elapsed(now time.Time) time.Duration {
	return max(now.Sub(v.writtenAt), now.Round(0).Sub(v.writtenAt.Round(0)))
}

// schedule sets the next look: behind the one that was due, and soon after the edit was made again. No recheck ends
// with a look that could not judge the file, half-written as it was, or that came too late to make the edit again.
func (v *recheck) schedule(now time.Time, judged bool) {
	for v.nextLook < len(lookTimes) && !v.writtenAt.Add(lookTimes[v.nextLook]).After(now) {
		v.nextLook++
	}
	if v.nextLook == len(lookTimes) {
		v.unjudged = !judged && v.elapsed(now) >= giveUpAfter
		v.ended = v.ended || judged || v.unjudged
		v.due = now.Add(lookTimes[1])
		return
	}
	v.due = v.writtenAt.Add(lookTimes[v.nextLook])
	if soon := now.Add(lookTimes[0]); v.tries > 0 && v.elapsed(soon) < reapplyWindow && soon.Before(v.due) {
		v.due = soon
	}
}

// scheduleReapply makes the next run make the edit again, after a while that no other writer has.
func (v *recheck) scheduleReapply(now time.Time) {
	v.reapplyDue = true
	v.due = now.Add(rand.N(reapplyJitter))
}

// comparison is what one look says of the changes.
type comparison struct {
	total    int
	reverted int           // as they were before
	clashes  []tasks.Clash // those that are not ours any more
}

// compareChanges compares a file with what the edit made of it.
func (s *Store) compareChanges(now state, changes []tasks.Change) (st comparison, err error) {
	sets := s.idSets(now)
	for _, c := range changes {
		if c.Op == tasks.Touch {
			continue
		}
		if c.Op == tasks.Add || c.Op == tasks.Drop {
			set, err := sets(c.Field)
			if err != nil {
				return st, err
			}
			if set[c.To.ID] == (c.Op == tasks.Add) {
				st.total++
				continue
			}
		}
		v, err := s.codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return st, err
		}
		st.total++
		if isApplied(c, v) {
			continue
		}
		if isReverted(c, v) {
			st.reverted++
		}
		clash := now.clash(c.Field, c.Member, c.From, v)
		clash.Ours = c.To
		st.clashes = append(st.clashes, clash)
	}
	return st, nil
}

// isApplied reports whether a field's value is what a change made of it.
func isApplied(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add:
		return slices.Contains(now.IDs(), c.To.ID)
	case tasks.Drop:
		return !slices.Contains(now.IDs(), c.To.ID)
	case tasks.Unset:
		return now.Kind == tasks.None
	}
	return now == canonicalValue(c.To)
}

// isReverted reports whether it is what it was before the change.
func isReverted(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add, tasks.Drop:
		return !isApplied(c, now)
	}
	return now == c.From
}

// canonicalValue is a value of a change as the file's values are compared: raw JSON without its spelling.
func canonicalValue(v tasks.Value) tasks.Value {
	if v.Kind == tasks.RawVal {
		v.Text = string(jsonedit.Canonical([]byte(v.Text)))
	}
	return v
}

// overlap reports whether two changes are of the same thing: then the later intent alone counts. A raw member may be any
// field.
func overlap(a, b tasks.Change) bool {
	if a.Field == tasks.FieldMember || b.Field == tasks.FieldMember {
		return a.Field != b.Field || a.Member == b.Member
	}
	if a.Field != b.Field || a.Op == tasks.Touch {
		return false
	}
	set := (a.Op == tasks.Add || a.Op == tasks.Drop) && (b.Op == tasks.Add || b.Op == tasks.Drop)
	return !set || a.To.ID == b.To.ID
}

// yieldTo leaves out what a later intent touches, and ends the recheck when nothing is left.
func (v *recheck) yieldTo(later tasks.Step) {
	if later.Kind != tasks.ChangeFile || v.step.Kind != tasks.ChangeFile {
		v.ended = v.ended || later.Kind != tasks.ChangeFile || v.step.Kind == tasks.DeleteFile
		return
	}
	var left []tasks.Change
	some := false
	for _, c := range v.step.Changes {
		taken := false
		for _, l := range later.Changes {
			taken = taken || overlap(c, l)
		}
		if !taken {
			left = append(left, c)
			some = some || c.Op != tasks.Touch
		}
	}
	v.step.Changes = left
	v.ended = v.ended || !some
}

// isClaimedSince reports whether somebody claimed a task that the edit gave back: they had read the file as the edit left it, for
// only then it was free, and who had it before is another.
func (v *recheck) isClaimedSince(now *tasks.Task) bool {
	if v.edit.Verb != tasks.VerbRelease && v.edit.Verb != tasks.VerbReopen || now.Owner == "" {
		return false
	}
	return !slices.ContainsFunc(v.step.Changes, func(c tasks.Change) bool { return c.Field == tasks.FieldOwner && c.From.Text == now.Owner })
}

// isUnchanged reports whether nothing at all happened to the file.
func (v *recheck) isUnchanged(raw []byte) bool { return v.next != nil && bytes.Equal(raw, v.next) }

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

// checkCreated judges a new file, over which an agent whose counter is old may have written another task. It reports whether
// that was the last look.
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
	k.conclude(v, Outcome{What: Lost, By: file.task.Owner, Again: k.editAgain(v, nil)})
	return true
}

// checkDeleted judges a name whose file was removed, which an agent that had read it before may have written back. It reports
// whether that was the last look.
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
	e, st := v.edit, k.stepOf(v)
	changes := st.Changes
	st.Changes = nil
	e.ID, e.At, e.Steps = 0, time.Time{}, nil
	e.Needs = slices.DeleteFunc(slices.Clone(e.Needs), func(n tasks.Need) bool { return n.Key == v.step.Key && n.Idle == "" })
	switch {
	case v.step.Kind == tasks.ChangeFile && len(clashes) == 0:
		return nil // the file is gone
	case v.step.Kind != tasks.ChangeFile && (e.Verb == tasks.VerbCreate || e.Verb == tasks.VerbDelete):
		return &e // to be planned on what is there now
	}
	for _, c := range changes {
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

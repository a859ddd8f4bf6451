package bucket

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
)

// act does with a file what was decided. The error is store.ErrChanged or one of package fs if the file changed
// meanwhile, and is to be examined again.
func (m *mirror) act(ctx context.Context, f *pair, do action) error {
	switch do {
	case leave:
		if f.why == nil {
			return errors.New("it differs from the bucket, and nothing says which is right: it is not kept equal")
		}
		return f.why
	case wait:
		return nil
	case note:
		m.set(f.name, f.there.revision, f.here)
		return nil
	case raise:
		return m.raise(ctx, f)
	case take:
		return m.write(ctx, f)
	case restore:
		return m.say(m.write(ctx, f), "%s was not there, and is back", f)
	case restoreOne:
		const text = "%s was removed, and is back: agents of the %s never do that; “sideboard delete” removes a task"
		return m.say(m.write(ctx, f), text, f, m.local.Traits().Title)
	case dropHere, dropThere, dropAgain:
		return m.drop(ctx, f, do)
	case rename:
		return m.rename(ctx, f)
	case send:
		return m.send(f)
	case sendAgain:
		if f.thereIs == deleted {
			return m.say(m.send(f), "%s was deleted elsewhere and changed here: it is sent again", f)
		}
		return m.say(m.sendLost(f, f.base.Revision), "%s was lost by the bucket: it is sent again", f)
	case sendBoth:
		return m.sendBoth(f)
	case merge:
		return m.mergeBoth(ctx, f)
	case mergeLate:
		return m.merge(ctx, f, m.replaced[f.name].was)
	case putBack:
		return m.putBack(ctx, f, errors.New("the bucket has another state of the same task"))
	case renumber:
		return m.renumber(ctx, f)
	}
	return nil
}

// say reports something about a file if err is nil, and returns err.
func (m *mirror) say(err error, format string, f *pair, more ...any) error {
	if err == nil {
		m.o.Report(fmt.Sprintf(format, append([]any{m.describe(f)}, more...)...))
	}
	return err
}

// describe returns the name of a file and the subject of its task.
func (m *mirror) describe(f *pair) string {
	raw := f.here
	if raw == nil {
		raw = f.there.Raw
	}
	name := f.name
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		name = strconv.Quote(name)
	}
	if t, err := m.local.Codec().Decode(tasks.Key{Name: f.name}, raw, tasks.Stamp{}); err == nil && t.Subject != "" {
		subject := []rune(t.Subject)
		return name + " " + strconv.Quote(string(subject[:min(len(subject), 60)]))
	}
	return name
}

// send makes a file in the bucket what it is here.
func (m *mirror) send(f *pair) error { return m.sendLost(f, 0) }

// sendLost is send, for what the servers had as revision lost.
func (m *mirror) sendLost(f *pair, lost uint64) error {
	revision, err := m.b.putAgain(f.name, f.here, m.b.newInfo(f.here, time.Now()), f.there.revision, lost)
	if err == nil {
		m.set(f.name, revision, f.here)
		m.sent++
	}
	return err
}

// sendBoth is send, for a file whose writer may have read it before it was replaced here: what both had is kept aside.
func (m *mirror) sendBoth(f *pair) error {
	ours, err := m.keep(f.name, f.here)
	theirs := ""
	if err == nil {
		theirs, err = m.keep(f.name, f.there.Raw)
	}
	if err != nil {
		return fmt.Errorf("not sent: %w", err)
	}
	const text = "%s has a former value again, a minute or less after another host changed it: is that meant? " +
		"What that host wrote is in %s, what is sent in %s"
	return m.say(m.send(f), text, f, theirs, ours)
}

// drop deletes a file in the place that still has it, and keeps its bytes with those of the deleted tasks.
func (m *mirror) drop(ctx context.Context, f *pair, do action) error {
	raw := f.here
	if do != dropHere {
		raw = f.there.Raw
	}
	if err := m.journal.KeepDeleted([]log.Deleted{{Name: f.name, At: time.Now(), Raw: raw}}); err != nil {
		return fmt.Errorf("not deleted: %w", err)
	}
	if do == dropHere {
		return m.write(ctx, f)
	}
	lost := uint64(0)
	if do == dropAgain {
		lost = f.base.Revision
	}
	revision, err := m.b.removeAgain(f.name, f.there.revision, lost)
	if err == nil {
		m.set(f.name, revision, nil)
		m.sent++
	}
	if do == dropAgain {
		return m.say(err, "%s was back in the bucket, which had lost its deletion: it is deleted again", f)
	}
	return err
}

// rename sends the file that has the task of a missing one, and then deletes the value of that.
func (m *mirror) rename(ctx context.Context, f *pair) error {
	name := m.newName(f)
	if err := m.sync(ctx, name); err != nil {
		return err
	}
	if now := m.b.current(name); !now.exists || m.base.Files[name].Sum != sumOf(now.Raw) {
		return store.ErrChanged
	}
	return m.drop(ctx, f, dropThere)
}

// raise makes the lower number of the mark the higher one.
func (m *mirror) raise(ctx context.Context, f *pair) error {
	if f.equal {
		m.set(f.name, f.there.revision, f.here)
		return nil
	}
	ours, err := numberIn(f.here)
	if err != nil && f.here != nil {
		return nil // half-written
	}
	theirs, err := numberIn(f.there.Raw)
	if f.here != nil && (err != nil || ours > theirs) {
		return m.send(f)
	}
	if f.there.exists {
		m.base.Raised, m.dirty = theirs, true
		return m.write(ctx, f)
	}
	return nil
}

// mergeBoth is merge of a file that changed in both places.
func (m *mirror) mergeBoth(ctx context.Context, f *pair) error {
	var common []byte
	for _, v := range f.versions {
		if v.revision == f.base.Revision && sumOf(v.raw) == f.base.Sum {
			common = v.raw
		}
	}
	return m.merge(ctx, f, common)
}

// merge makes the change of a file here, which was made from common, as an edit on top of what the bucket has.
func (m *mirror) merge(ctx context.Context, f *pair, common []byte) error {
	if common == nil {
		return m.putBack(ctx, f, errors.New("it is not known what both were made from"))
	}
	ours, err := m.remote.Compare(common, f.here)
	var differs []tasks.Change
	if err == nil {
		differs, err = m.remote.Compare(f.there.Raw, f.here)
	}
	// a member that was changed in the same way in both places is none of ours
	ours = slices.DeleteFunc(ours, func(c tasks.Change) bool {
		return !slices.ContainsFunc(differs, func(d tasks.Change) bool { return d.Member == c.Member })
	})
	if err == nil {
		_, err = m.remote.Refresh(ctx, []string{f.name})
	}
	if err == nil {
		_, err = m.remote.Batch().Apply(ctx, tasks.Edit{
			ID: tasks.EditID(rand.Uint64()), Verb: tasks.VerbEdit, Of: tasks.Key{Name: f.name},
			Changes: ours, At: time.Now(),
		})
	}
	_, unknown := errors.AsType[*tasks.UnknownError](err)
	if unknown || errors.Is(err, store.ErrChanged) || m.b.Offline() != nil || ctx.Err() != nil {
		return err // tried again
	}
	f.there = m.b.current(f.name)
	switch {
	case !f.there.exists:
		return store.ErrChanged
	case err != nil:
		return m.putBack(ctx, f, err)
	}
	m.sent++
	return m.write(ctx, f)
}

// putBack writes what the bucket has over a file that contradicts it, keeps the bytes, and reports that.
func (m *mirror) putBack(ctx context.Context, f *pair, why error) error {
	where, err := m.keep(f.name, f.here)
	if err != nil {
		return fmt.Errorf("not put back: %w", err)
	}
	text := strings.TrimPrefix(why.Error(), f.name+": ")
	err = m.say(m.write(ctx, f), "%s was put back: %s; what it said is in %s", f, text, where)
	if err == nil {
		err = m.journal.NotePutBack(ctx, log.FilePutBack{Name: f.name, At: time.Now(), Why: text, Kept: where})
	}
	return err
}

// keep keeps bytes of a file next to its journal, and returns where.
func (m *mirror) keep(name string, raw []byte) (string, error) { return m.journal.Keep(name, raw) }

// write makes a file of the directory what the bucket has, if it still is as it was read.
func (m *mirror) write(ctx context.Context, f *pair) error {
	e := tasks.Edit{Verb: tasks.VerbSync, Steps: []tasks.Step{f.put()}}
	if _, err := m.local.Batch().Apply(ctx, e); err != nil {
		return err
	}
	m.wrote(f)
	return nil
}

// put returns the step that makes a file what the bucket has.
func (f *pair) put() tasks.Step {
	st := tasks.Step{Kind: tasks.PutFile, Key: tasks.Key{Name: f.name}, Raw: f.there.Raw}
	if f.here != nil {
		st.Sum = log.Sum(f.here)
	}
	return st
}

// wrote notes that a file of the directory is now what the bucket has.
func (m *mirror) wrote(f *pair) {
	if f.here != nil && f.there.exists {
		maps.DeleteFunc(m.replaced, func(_ string, r replaced) bool { return time.Since(r.at) > heldTime })
		m.replaced[f.name] = replaced{f.here, f.there.Raw, time.Now()}
	}
	m.set(f.name, f.there.revision, f.there.Raw)
	m.received++
}

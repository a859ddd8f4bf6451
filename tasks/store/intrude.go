package store

import (
	"bytes"
	"errors"
	"fmt"

	"sideboard/tasks"
)

// intruded is called when somebody wrote after the last look: ours is in place, theirs was displaced. After it either
// both are in the file, or theirs is in its place again and the error says why ours is not.
func (w *write) intruded(raw []byte, info Info) error {
	s, name := w.j.s, w.st.Key.Name
	theirs := state{raw: raw, info: info}
	t, err := s.decode(s.key(name), raw, info)
	if err != nil { // they are in the middle of writing, into the file that was displaced
		return w.putBack(theirs, errMoved)
	}
	theirs.task = t
	if err := w.fits(theirs); err != nil {
		return w.putBack(theirs, err)
	}
	merged, err := s.book.Render(t, raw, w.st.Changes, w.j.edit.At)
	if err != nil {
		return w.putBack(theirs, err)
	}
	ours := w.next
	old := w.temp // where theirs lies
	temp, left, err := w.j.temp(merged, &info)
	if err != nil {
		return w.putBack(theirs, err)
	}
	if err := w.j.prepared(Prepared{Step: w.st, Name: name, Before: raw, After: merged, Temp: temp}); err != nil {
		return errors.Join(w.putBack(theirs, err), w.j.discard(temp))
	}
	s.expect(name, mark{edit: w.j.edit.ID, stamp: left})
	merge := &write{j: w.j, st: w.st, base: state{raw: ours}, next: merged, temp: temp, left: left}
	if err := merge.exchange(); err != nil {
		return errors.Join(w.putBack(theirs, err), merge.discard())
	}
	again, _, err := merge.displaced(nil)
	switch {
	case err != nil:
		w.j.late = append(w.j.late, fmt.Errorf("look at what %s was before: %w", name, err))
	case again != nil && !bytes.Equal(again, ours):
		// Somebody wrote over ours while it was merged with theirs. The last word is the last writer's.
		w.tell(Outcome{What: Overtook, Clashes: nil}, raw)
		err := merge.putBack(state{raw: again}, errMoved)
		return errors.Join(err, merge.discard())
	}
	w.base, w.next, w.left = theirs, merged, left
	if old != "" {
		err = w.j.discard(old)
	}
	w.temp = ""
	return errors.Join(err, merge.discard())
}

// fits says whether the edit may be made on their bytes.
func (w *write) fits(theirs state) error {
	if err := w.j.s.holds(theirs, w.st.Changes); err != nil {
		return err
	}
	if !w.decides {
		return nil
	}
	for _, n := range w.j.edit.Needs {
		if n.Key != w.st.Key || n.Idle != "" {
			continue
		}
		v, err := w.j.s.book.Value(theirs.raw, n.Field, "", theirs.task)
		if err != nil {
			return err
		}
		if v != n.Is {
			return tasks.Clashing(theirs.clash(n.Field, "", n.Is, v))
		}
	}
	return nil
}

// putBack gives the file back to who wrote it after our last look. Ours is kept beside the journal, unless it is to
// be made anew.
func (w *write) putBack(theirs state, why error) error {
	j, name := w.j, w.st.Key.Name
	dir := j.s.directory()
	if w.temp == "" { // nothing was exchanged: their bytes have no name any more
		temp, _, err := j.temp(theirs.raw, &w.base.info)
		if err != nil {
			return w.stranded(theirs, errors.Join(why, err))
		}
		w.temp = temp
	}
	if err := dir.Replace(w.temp, name); err != nil {
		return w.stranded(theirs, errors.Join(why, fmt.Errorf("put %s back: %w", name, err)))
	}
	if h, err := j.hold(w.temp); err == nil {
		raw, _, err := h.Read()
		h.Close()
		if err == nil && !bytes.Equal(raw, w.next) {
			// Somebody wrote over ours in between: that is newer than what was just put back.
			if err := dir.Replace(w.temp, name); err == nil {
				w.tell(Outcome{What: Overtook}, theirs.raw)
				return errMoved
			}
		}
	}
	var c *tasks.Conflict
	if errors.As(why, &c) && j.s.room != nil {
		if path, err := j.s.room.Keep(name, w.next); err == nil {
			c.Kept = path
		}
	}
	return why
}

// stranded is the worst case: theirs cannot be put back. It is kept and told.
func (w *write) stranded(theirs state, err error) error {
	w.tell(Outcome{What: Overtook}, theirs.raw)
	return &Unfinished{Done: []tasks.Step{w.st}, Errs: []error{err}}
}

// tell reports what became of a write, and keeps the bytes that had to give way.
func (w *write) tell(o Outcome, bytes []byte) {
	o.Edit, o.Key = w.j.edit, w.st.Key
	w.j.s.keep.tell(o, bytes)
}

package store

import (
	"bytes"
	"errors"
	"fmt"

	"sideboard/tasks"
)

// intruded is called when somebody wrote after the last look: ours is in place, theirs was displaced. Theirs is put
// back at once, so that nobody misses it for longer than two system calls take. If the edit still fits, or theirs is
// not finished yet, the answer is errMoved, and the edit is made again on top of theirs, field by field; otherwise the
// error says why it is not.
func (w *write) intruded(raw []byte, info Info) error {
	theirs := state{raw: raw, info: info}
	t, err := w.j.s.decode(w.st.Key, raw, info)
	if err != nil { // they are in the middle of writing, into the file that was displaced
		return w.putBack(theirs, errMoved)
	}
	theirs.task = t
	if err := w.fits(theirs); err != nil {
		return w.putBack(theirs, err)
	}
	return w.putBack(theirs, errMoved)
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
		return w.stranded(theirs, errors.Join(why, fmt.Errorf("could not put %s back as somebody wrote it in the same instant: %w", name, err)))
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

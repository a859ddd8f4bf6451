package store

import (
	"bytes"
	"errors"
	"fmt"

	"sideboard/tasks"
)

// mergeIntruder is called when somebody wrote after the last look: ours is in place, theirs was displaced. Theirs is put
// back at once, so that nobody misses it for longer than two system calls take. If the edit still fits, or theirs is
// not finished yet, the answer is errMoved, and the edit is made again on top of theirs, field by field; otherwise the
// error says why it is not.
func (w *replacement) mergeIntruder(raw []byte, info Info) error {
	theirs := state{raw: raw, info: info}
	t, err := w.j.s.decode(w.step.Key, raw, info)
	if err != nil { // they are in the middle of writing, into the file that was displaced
		return w.putTheirsBack(theirs, errChanged)
	}
	theirs.task = t
	if err := w.checkFits(theirs); err != nil {
		return w.putTheirsBack(theirs, err)
	}
	return w.putTheirsBack(theirs, errChanged)
}

// checkFits returns an error unless the edit may be made on their bytes.
func (w *replacement) checkFits(theirs state) error {
	if err := w.j.s.checkChanges(theirs, w.step.Changes); err != nil {
		return err
	}
	if !w.decides {
		return nil
	}
	for _, n := range w.j.edit.Needs {
		if n.Key != w.step.Key || n.Idle != "" {
			continue
		}
		if err := w.j.s.checkNeed(theirs, n); err != nil {
			return err
		}
	}
	return nil
}

// putTheirsBack gives the file back to who wrote it after our last look. Ours is kept beside the journal, unless it is to
// be made anew.
func (w *replacement) putTheirsBack(theirs state, why error) error {
	j, name := w.j, w.step.Key.Name
	dir := j.s.directory()
	if w.temp == "" { // nothing was exchanged: their bytes have no name any more
		temp, _, err := j.writeTemp(theirs.raw, &w.base.info)
		if err != nil {
			return w.keepTheirs(theirs, errors.Join(why, err))
		}
		w.temp = temp
	}
	if err := dir.Replace(w.temp, name); err != nil {
		return w.keepTheirs(theirs, errors.Join(why, fmt.Errorf("could not put %s back as somebody wrote it in the same instant: %w", name, err)))
	}
	if h, err := j.holdFile(w.temp); err == nil {
		raw, _, err := h.Read()
		h.Close()
		if err == nil && !bytes.Equal(raw, w.next) {
			// Somebody wrote over ours in between: that is newer than what was just put back.
			if err := dir.Replace(w.temp, name); err == nil {
				w.report(Outcome{What: Overtook}, theirs.raw)
				return errChanged
			}
		}
	}
	var c *tasks.Conflict
	if errors.As(why, &c) && j.s.journal != nil {
		if path, err := j.s.journal.Keep(name, w.next); err == nil {
			c.Kept = path
		}
	}
	return why
}

// keepTheirs is the worst case: theirs cannot be put back. It is kept and told.
func (w *replacement) keepTheirs(theirs state, err error) error {
	w.report(Outcome{What: Overtook}, theirs.raw)
	return &Unfinished{Done: []tasks.Step{w.step}, Errs: []error{err}}
}

// report reports what became of a write, and keeps the bytes that had to give way.
func (w *replacement) report(o Outcome, bytes []byte) {
	o.Edit, o.Key = w.j.edit, w.step.Key
	w.j.s.monitor.report(o, bytes)
}

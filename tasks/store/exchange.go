package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
)

// replacement is one file being replaced, under all locks.
type replacement struct {
	j         *job
	step      tasks.Step
	decides   bool
	base      state       // what next was made of
	next      []byte      // the new bytes, which lie at temp
	temp      string      // "" when there is nothing there any more
	stamp     tasks.Stamp // of next
	displaced Held        // what was displaced, nil where it could not be kept
}

// removeTemp removes what lies at the temporary name, which nobody needs, and lets go of what was displaced.
func (w *replacement) removeTemp() {
	if w.displaced != nil {
		w.displaced.Close()
		w.displaced = nil
	}
	w.dropTemp()
}

// exchange puts the new bytes in the file's place and looks at what came out. It must be what they were made of: if not,
// somebody wrote between the last look and the exchange, a few microseconds, and the two are merged by field, or
// theirs is put back.
func (w *replacement) exchange() error {
	name := w.step.Key.Name
	before := w.holdBefore()
	restore := w.j.s.expectWrite(name, ownWrite{edit: w.j.edit.ID, stamp: w.stamp})
	if err := w.rename(); err != nil {
		restore()
		closeHeld(before)
		return err
	}
	raw, info, err := w.readDisplaced(before)
	if err != nil {
		w.j.lateErrors = append(w.j.lateErrors, fmt.Errorf("could not look at what %s was before: %w", name, err))
	}
	if err == nil && raw != nil && !bytes.Equal(raw, w.base.raw) {
		if err := w.mergeConcurrent(raw, info); err != nil {
			restore()
			return err
		}
	}
	w.dropTemp()
	return nil
}

// holdBefore opens the file before it is replaced, where it cannot be looked at afterwards.
func (w *replacement) holdBefore() Held {
	dir := w.j.s.directory()
	if !w.j.s.noExchange.Load() {
		return nil
	}
	h, err := dir.Hold(w.step.Key.Name)
	if err != nil {
		return nil
	}
	return h
}

// rename gives the new bytes the file's name. An error of a file system that is far away may come after the fact: what lies at the
// temporary name tells.
func (w *replacement) rename() error {
	dir := w.j.s.directory()
	err := dir.Replace(w.temp, w.step.Key.Name)
	if err == nil {
		return nil
	}
	if info, statErr := dir.Stat(w.step.Key.Name); statErr == nil && w.stamp.Ino != 0 && info.Stamp == w.stamp {
		return nil
	}
	return fmt.Errorf("rename to %s: %w", w.step.Key.Name, err)
}

// readDisplaced reads what was displaced, without bytes where nobody can know.
func (w *replacement) readDisplaced(before Held) ([]byte, Info, error) {
	h, err := w.j.holdFile(w.temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // the system cannot exchange
		w.j.s.noExchange.Store(true)
		w.temp, h = "", before
	case err != nil:
		closeHeld(before)
		return nil, Info{}, err
	default:
		closeHeld(before)
	}
	closeHeld(w.displaced)
	if w.displaced = h; h == nil {
		return nil, Info{}, nil
	}
	return h.Read()
}

// holdFile tries twice: what cannot be looked at may be somebody's.
func (j *job) holdFile(name string) (Held, error) {
	h, err := j.s.directory().Hold(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h, err = j.s.directory().Hold(name)
	}
	return h, err
}

// dropTemp removes the name of what was displaced and keeps its descriptor, through which a late writer is seen. The
// step was carried out, whether that works or not.
func (w *replacement) dropTemp() {
	if w.temp != "" {
		w.j.removeTemp(w.j.s.directory(), w.temp)
		w.temp = ""
	}
}

// addRecheck hands the written file over to be looked at again.
func (w *replacement) addRecheck(took tasks.Step) {
	if v := w.j.reapplying; v != nil {
		w.j.s.monitor.setReapplied(v, w.base.raw, w.next, w.displaced)
		w.displaced = nil
		return
	}
	w.j.s.monitor.add(&recheck{
		edit: w.j.edit, since: w.j.replacedAt, step: took, decides: w.decides, base: w.base.raw, next: w.next, displaced: w.displaced,
		locks: w.j.s.codec.Lock(w.base.task) != tasks.NoLock,
	})
	w.displaced = nil
}

func closeHeld(h Held) {
	if h != nil {
		h.Close()
	}
}

// mergeIntruder is called when somebody wrote after the last look: ours is in place, theirs was displaced. Theirs is put
// back at once, so that nobody misses it for longer than two system calls take. If the edit still fits, or theirs is
// not finished yet, the answer is errChanged, and the edit is made again on top of theirs, field by field; otherwise the
// error tells why it is not.
func (w *replacement) mergeConcurrent(raw []byte, info Info) error {
	theirs, err := w.j.s.stateOf(w.step.Key, raw, info)
	if err != nil { // they are in the middle of writing, into the file that was displaced
		return w.restoreConcurrent(theirs, errChanged)
	}
	if err := w.checkFits(theirs); err != nil {
		return w.restoreConcurrent(theirs, err)
	}
	return w.restoreConcurrent(theirs, errChanged)
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

// putTheirsBack gives the file back to who wrote it after our last look, and returns why ours gave way.
func (w *replacement) restoreConcurrent(theirs state, why error) error {
	j, name := w.j, w.step.Key.Name
	dir := j.s.directory()
	if w.temp == "" { // nothing was exchanged: their bytes have no name any more
		temp, _, err := j.writeTemp(theirs.raw, &w.base.info)
		if err != nil {
			return w.saveConcurrent(theirs, errors.Join(why, err))
		}
		w.temp = temp
	}
	if err := dir.Replace(w.temp, name); err != nil {
		return w.saveConcurrent(theirs, errors.Join(why, fmt.Errorf("could not put %s back as somebody wrote it in the same instant: %w", name, err)))
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
	return why
}

// keepTheirs is the worst case: theirs cannot be put back. It is kept and told.
func (w *replacement) saveConcurrent(theirs state, err error) error {
	w.report(Outcome{What: Overtook}, theirs.raw)
	return &Unfinished{Errs: []error{err}}
}

// report reports what became of a write, and keeps the bytes that had to give way.
func (w *replacement) report(o Outcome, bytes []byte) {
	o.Edit, o.Key = w.j.edit, w.step.Key
	w.j.s.monitor.report(o, bytes)
}

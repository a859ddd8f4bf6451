package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
)

// replacement is a file that is being replaced, under all locks.
type replacement struct {
	j         *job
	step      tasks.Step
	decides   bool
	base      state       // from which next was made
	next      []byte      // the new bytes, which are at temp
	temp      string      // "" if it does not exist any more
	stamp     tasks.Stamp // of next
	displaced OpenFile    // the file that is displaced, nil if it could not be opened
}

// removeTemp removes the temporary file, which is the displaced one after an exchange. That stays open if the monitor has it, so that a
// late write to it is seen.
func (w *replacement) removeTemp() {
	closeFile(w.displaced)
	if w.temp != "" {
		w.j.removeTemp(w.j.s.directory(), w.temp)
	}
}

// exchange puts the new file in the place of the old one and reads the old one. If that is not the base of the new file, a process wrote
// in the few microseconds between the last check and the exchange: then its file is put back.
func (w *replacement) exchange() error {
	name := w.step.Key.Name
	w.holdBefore()
	restore := w.j.s.expectWrite(name, ownWrite{edit: w.j.edit.ID, stamp: w.stamp})
	if err := replace(w.j.s.directory(), w.temp, name, w.stamp); err != nil {
		restore()
		return err
	}
	raw, err := w.readDisplaced()
	if err != nil {
		w.j.lateErrors = append(w.j.lateErrors, fmt.Errorf("could not read what %s was before: %w", name, err))
	}
	if err == nil && raw != nil && !bytes.Equal(raw, w.base.raw) {
		err := w.restoreConcurrent(raw)
		restore()
		return err
	}
	return nil
}

// holdBefore opens the file before it is replaced, where the file system cannot exchange names.
func (w *replacement) holdBefore() {
	if !w.j.s.noExchange.Load() {
		return
	}
	if h, err := w.j.s.directory().Hold(w.step.Key.Name); err == nil {
		w.displaced = h
	}
}

// replace gives a temporary file, whose stamp is left, the name of another file. A remote file system may return an error although it did
// that.
func replace(dir Dir, temp, name string, left tasks.Stamp) error {
	err := dir.Replace(temp, name)
	if err == nil || isPlaced(dir, name, left) {
		return nil
	}
	return fmt.Errorf("rename to %s: %w", name, err)
}

// isPlaced reports whether a file has a name although the system returned an error.
func isPlaced(dir Dir, name string, left tasks.Stamp) bool {
	info, _ := dir.Stat(name)
	return left.Ino != 0 && info.Stamp == left
}

// readDisplaced reads the displaced file. It returns no bytes if that is not possible.
func (w *replacement) readDisplaced() ([]byte, error) {
	h, err := w.j.holdFile(w.temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // the system cannot exchange
		w.j.s.noExchange.Store(true)
		w.temp = ""
	case err != nil:
		return nil, err
	default:
		closeFile(w.displaced)
		w.displaced = h
	}
	if w.displaced == nil {
		return nil, nil
	}
	raw, _, err := w.displaced.Read()
	return raw, err
}

// holdFile opens a file. It tries twice: it may have another process's changes.
func (j *job) holdFile(name string) (OpenFile, error) {
	h, err := j.s.directory().Hold(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h, err = j.s.directory().Hold(name)
	}
	return h, err
}

// addRecheck hands the written file to the monitor.
func (w *replacement) addRecheck(took tasks.Step) {
	displaced := w.displaced
	w.displaced = nil // the monitor closes it
	if v := w.j.reapplying; v != nil {
		w.j.s.monitor.setReapplied(v, w.base.raw, w.next, displaced)
		return
	}
	w.j.s.monitor.add(&recheck{
		edit: w.j.edit, since: w.j.replacedAt, step: took, decides: w.decides, base: w.base.raw, next: w.next, displaced: displaced,
		locks: w.j.s.codec.Lock(w.base.task) != tasks.NoLock,
	})
}

func closeFile(h OpenFile) {
	if h != nil {
		h.Close()
	}
}

// restoreConcurrent is called if a process wrote after the last check, so that our file displaced theirs. It puts theirs back at once, and
// returns ErrChanged: the edit is made again on top of theirs, if it still fits.
func (w *replacement) restoreConcurrent(theirs []byte) error {
	j, name := w.j, w.step.Key.Name
	dir := j.s.directory()
	if w.temp == "" { // the names were not exchanged: their file has none any more
		temp, _, err := j.writeTemp(theirs, &w.base.info)
		if err != nil {
			return w.saveConcurrent(theirs, err)
		}
		w.temp = temp
	}
	if err := dir.Replace(w.temp, name); err != nil {
		return w.saveConcurrent(theirs, fmt.Errorf("could not put %s back as somebody wrote it in the same instant: %w", name, err))
	}
	if h, err := j.holdFile(w.temp); err == nil {
		raw, _, err := h.Read()
		h.Close()
		if err == nil && !bytes.Equal(raw, w.next) {
			// Another process overwrote our file in between: that is newer than what was just put back.
			if err := dir.Replace(w.temp, name); err == nil {
				w.reportOvertook(theirs)
			}
		}
	}
	return ErrChanged
}

// saveConcurrent keeps their bytes outside of the directory if their file cannot be put back, and reports that.
func (w *replacement) saveConcurrent(theirs []byte, err error) error {
	w.reportOvertook(theirs)
	return &UnfinishedError{Errs: []error{err}}
}

// reportOvertook reports that a write of another process was replaced, and keeps its bytes.
func (w *replacement) reportOvertook(theirs []byte) {
	w.j.s.monitor.report(Outcome{What: Overtook, Edit: w.j.edit, Key: w.step.Key}, theirs)
}

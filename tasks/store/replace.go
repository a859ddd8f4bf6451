package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"sideboard/tasks"
)

// A swap replaces the bytes of one file, if it still has those that were read: at every moment a reader gets the old
// bytes or the new ones, and what another process wrote in the last microseconds is put back.
type swap struct {
	j     *job
	dir   Dir
	name  string
	base  []byte                  // from which next was made; nil makes a new file
	next  []byte                  // nil removes the file
	like  *Info                   // the file that has base, nil for none
	note  func(temp string) error // notes what is about to happen, nil for nothing
	early bool                    // note comes before the temporary file is made, and is the only one that names it
	still func() error            // takes the locks, and looks at everything once more

	temp      string      // "" if it does not exist any more
	stamp     tasks.Stamp // of next
	displaced OpenFile    // the file that is displaced, nil if it could not be opened
}

// run carries out the swap, and returns the displaced file for its caller to close; nil if no process can write to it
// any more. The error is ErrChanged if another process wrote meanwhile.
func (w *swap) run() (displaced OpenFile, err error) {
	defer w.end()
	if err := w.prepare(); err != nil {
		return nil, err
	}
	if w.note != nil && !w.early {
		if err := w.note(w.temp); err != nil {
			return nil, err
		}
	}
	if err := w.still(); err != nil {
		return nil, err
	}
	w.holdBefore()
	restore := w.expect()
	w.j.replacedAt = w.j.s.opts.Now()
	err = w.exchange()
	if err == nil {
		err = w.checkDisplaced()
	}
	if err != nil {
		restore()
		return nil, err
	}
	if w.next != nil {
		displaced, w.displaced = w.displaced, nil
	}
	return displaced, nil
}

// end removes the temporary file, which is the displaced one after an exchange.
func (w *swap) end() {
	closeFile(w.displaced)
	if w.temp != "" {
		w.j.removeTemp(w.dir, w.temp)
	}
}

// prepare writes the temporary file, or chooses the name that the removed file gets.
func (w *swap) prepare() (err error) {
	if w.next != nil {
		w.temp, w.stamp, err = w.write(w.next)
		return err
	}
	w.temp = tempName()
	if w.early {
		return w.note(w.temp)
	}
	return w.j.noteTemp(w.temp)
}

// write notes and makes a temporary file, and returns its name and the stamp that it keeps when it is renamed.
func (w *swap) write(data []byte) (name string, left tasks.Stamp, err error) {
	name = tempName()
	begin := w.j.noteTemp
	if w.early {
		begin = w.note
	}
	if err := begin(name); err != nil {
		return "", left, err
	}
	mode := fs.FileMode(0o666)
	if w.like != nil {
		mode = 0o600 // until it gets that of like
	}
	f, err := w.dir.Make(name, mode)
	if err != nil {
		return "", left, fmt.Errorf("make the temporary file %s: %w", name, err)
	}
	left, err = fillTemp(f, data, w.like)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		err = fmt.Errorf("write the temporary file %s: %w", name, err)
		w.j.removeTemp(w.dir, name)
		return "", left, err
	}
	return name, left, nil
}

// expect notes the state in which the file is about to be left, so that a Refresh at that moment knows whose change
// it is.
func (w *swap) expect() (restore func()) {
	if w.dir != w.j.s.directory() {
		return func() {}
	}
	return w.j.s.expectWrite(w.name, ownWrite{edit: w.j.edit.ID, stamp: w.stamp, gone: w.next == nil})
}

// holdBefore opens the file before it is replaced, where the file system cannot exchange names: afterwards it has none.
func (w *swap) holdBefore() {
	if !w.j.s.noExchange.Load() || w.base == nil || w.next == nil {
		return
	}
	if h, err := w.dir.Hold(w.name); err == nil {
		w.displaced = h
	}
}

// exchange puts the new file in its place. A remote file system may return an error although it did that.
func (w *swap) exchange() error {
	switch {
	case w.base == nil:
		err := w.dir.Place(w.temp, w.name)
		if err != nil && !w.isPlaced() {
			return err
		}
	case w.next == nil:
		err := w.dir.Take(w.name, w.temp)
		if err == nil {
			return nil
		}
		if _, there := w.dir.Stat(w.name); !errors.Is(there, fs.ErrNotExist) {
			return fmt.Errorf("delete %s: %w", w.name, err)
		}
	default:
		err := w.dir.Replace(w.temp, w.name)
		if err != nil && !w.isPlaced() {
			return fmt.Errorf("rename to %s: %w", w.name, err)
		}
	}
	return nil
}

// isPlaced reports whether the new file has its name although the system returned an error.
func (w *swap) isPlaced() bool {
	info, _ := w.dir.Stat(w.name)
	return w.stamp.Ino != 0 && info.Stamp == w.stamp
}

// checkDisplaced reads the displaced file. If that is not the base of the new file, a process wrote in the few
// microseconds between the last look and the exchange: then its file is put back.
func (w *swap) checkDisplaced() error {
	if w.base == nil {
		return nil
	}
	raw, err := w.readDisplaced()
	switch {
	case w.next == nil && (err != nil || !bytes.Equal(raw, w.base)):
		return w.restoreRemoved(raw, err)
	case err != nil:
		err = fmt.Errorf("could not read what %s was before: %w", w.name, err)
		w.j.lateErrors = append(w.j.lateErrors, err)
	case raw != nil && !bytes.Equal(raw, w.base):
		return w.restoreConcurrent(raw)
	}
	return nil
}

// readDisplaced reads the displaced file. It returns no bytes if that is not possible.
func (w *swap) readDisplaced() ([]byte, error) {
	h, err := hold(w.dir, w.temp)
	switch {
	case errors.Is(err, fs.ErrNotExist) && w.next != nil: // the system cannot exchange
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

// restoreRemoved puts a file back that was removed, but is not the one that was to be. err is why it could not be read.
func (w *swap) restoreRemoved(theirs []byte, err error) error {
	if err == nil {
		err = ErrChanged
	}
	back := w.dir.Place(w.temp, w.name)
	switch {
	case errors.Is(back, fs.ErrExist): // it was created again already: that one is newer
		w.reportOvertook(theirs)
	case back != nil:
		temp := w.temp
		w.temp = "" // it is their only copy
		return errors.Join(err, fmt.Errorf("put %s back from %s: %w", w.name, temp, back))
	default:
		w.temp = ""
	}
	return err
}

// restoreConcurrent is called if a process wrote after the last look, so that our file displaced theirs. It puts
// theirs back at once, and returns ErrChanged: the edit is made again on top of theirs, if it still fits.
func (w *swap) restoreConcurrent(theirs []byte) error {
	if w.temp == "" { // the names were not exchanged: their file has none any more
		temp, _, err := w.write(theirs)
		if err != nil {
			return w.saveConcurrent(theirs, err)
		}
		w.temp = temp
	}
	if err := w.dir.Replace(w.temp, w.name); err != nil {
		err = fmt.Errorf("could not put %s back as somebody wrote it in the same instant: %w", w.name, err)
		return w.saveConcurrent(theirs, err)
	}
	if h, err := hold(w.dir, w.temp); err == nil {
		raw, _, err := h.Read()
		h.Close()
		if err == nil && !bytes.Equal(raw, w.next) {
			// Another process overwrote our file in between: that is newer than what was just put back.
			if err := w.dir.Replace(w.temp, w.name); err == nil {
				w.reportOvertook(theirs)
			}
		}
	}
	return ErrChanged
}

// saveConcurrent keeps their bytes outside of the directory if their file cannot be put back, and reports that.
func (w *swap) saveConcurrent(theirs []byte, err error) error {
	w.reportOvertook(theirs)
	return &UnfinishedError{Errs: []error{err}}
}

// reportOvertook reports that a write of another process was replaced, and keeps its bytes.
func (w *swap) reportOvertook(theirs []byte) {
	w.j.s.monitor.report(Outcome{What: Overtook, Edit: w.j.edit, Key: w.j.s.key(w.name)}, theirs)
}

// tempName returns a new name that no agent takes for that of a task.
func tempName() string { return fmt.Sprintf(".sideboard-%016x.tmp", rand.Uint64()) }

// fillTemp writes and syncs a file, gives it the mode and owner of like, which may be nil, and returns its stamp.
func fillTemp(f File, data []byte, like *Info) (left tasks.Stamp, err error) {
	if _, err := f.Write(data); err != nil {
		return left, err
	}
	if like != nil {
		kept, err := f.Own(*like)
		if err != nil {
			return left, fmt.Errorf("give it the file's mode: %w", err)
		}
		if !kept {
			return left, errors.New("others who can write the file could not write it any more")
		}
	}
	if err := f.Sync(); err != nil {
		return left, err
	}
	info, err := f.Stat()
	return info.Stamp, err
}

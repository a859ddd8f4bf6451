package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
)

// write is one file being replaced, under all locks.
type write struct {
	j       *job
	st      tasks.Step
	decides bool
	base    state       // what next was made of
	next    []byte      // the new bytes, which lie at temp
	temp    string      // "" when there is nothing there any more
	left    tasks.Stamp // of next
	out     Held        // what was displaced, nil where it could not be kept
}

// discard removes what lies at the temporary name, which nobody needs, and lets go of what was displaced.
func (w *write) discard() error {
	if w.out != nil {
		w.out.Close()
		w.out = nil
	}
	if w.temp == "" {
		return nil
	}
	temp := w.temp
	w.temp = ""
	return w.j.discard(temp)
}

// swap puts the new bytes in the file's place and looks at what came out. It must be what they were made of: if not,
// somebody wrote between the last look and the exchange, a few microseconds, and the two are merged by field, or
// theirs is put back.
func (w *write) swap() error {
	name := w.st.Key.Name
	before := w.inReach()
	restore := w.j.s.expect(name, mark{edit: w.j.edit.ID, stamp: w.left})
	if err := w.exchange(); err != nil {
		restore()
		closeHeld(before)
		return err
	}
	raw, info, err := w.displaced(before)
	if err != nil {
		w.j.late = append(w.j.late, fmt.Errorf("could not look at what %s was before: %w", name, err))
	}
	if err == nil && raw != nil && !bytes.Equal(raw, w.base.raw) {
		if err := w.intruded(raw, info); err != nil {
			restore()
			return err
		}
	}
	w.dropTemp()
	return nil
}

// inReach opens the file before it is replaced, where it cannot be looked at afterwards.
func (w *write) inReach() Held {
	dir := w.j.s.directory()
	if !w.j.s.plain.Load() {
		return nil
	}
	h, err := dir.Hold(w.st.Key.Name)
	if err != nil {
		return nil
	}
	return h
}

// exchange replaces the file. An error of a file system that is far away may come after the fact: what lies at the
// temporary name tells.
func (w *write) exchange() error {
	dir := w.j.s.directory()
	err := dir.Replace(w.temp, w.st.Key.Name)
	if err == nil {
		return nil
	}
	if info, statErr := dir.Stat(w.st.Key.Name); statErr == nil && w.left.Ino != 0 && info.Stamp == w.left {
		return nil
	}
	return fmt.Errorf("rename to %s: %w", w.st.Key.Name, err)
}

// displaced reads what was displaced, without bytes where nobody can know.
func (w *write) displaced(before Held) ([]byte, Info, error) {
	h, err := w.j.hold(w.temp)
	switch {
	case errors.Is(err, fs.ErrNotExist): // the system cannot exchange
		w.j.s.plain.Store(true)
		w.temp, h = "", before
	case err != nil:
		closeHeld(before)
		return nil, Info{}, err
	default:
		closeHeld(before)
	}
	closeHeld(w.out)
	if w.out = h; h == nil {
		return nil, Info{}, nil
	}
	return h.Read()
}

// hold tries twice: what cannot be looked at may be somebody's.
func (j *job) hold(name string) (Held, error) {
	h, err := j.s.directory().Hold(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h, err = j.s.directory().Hold(name)
	}
	return h, err
}

// dropTemp removes the name of what was displaced and keeps its descriptor, through which a late writer is seen. The
// step was carried out, whether that works or not.
func (w *write) dropTemp() {
	if w.temp != "" {
		_ = w.j.discard(w.temp)
		w.temp = ""
	}
}

// watch hands the written file over to be looked at again.
func (w *write) watch(took tasks.Step) {
	if v := w.j.again; v != nil {
		w.j.s.keep.renew(v, w.base.raw, w.next, w.out)
		w.out = nil
		return
	}
	w.j.s.keep.add(&vigil{
		edit: w.j.edit, since: w.j.begun, step: took, decides: w.decides, base: w.base.raw, next: w.next, held: w.out,
		locks: w.j.s.book.Lock(w.base.task) != tasks.NoLock,
	})
	w.out = nil
}

func closeHeld(h Held) {
	if h != nil {
		h.Close()
	}
}

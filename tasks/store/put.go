package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// maxHeld is the number of files that are kept open for a moment after a PutFile displaced them.
const maxHeld = 256

// putFile carries out a PutFile. It is no edit of a person: none takes it back, it is not applied again, and boards
// do not report it as a loss of their own edits. Whatever it displaces that is not what was expected goes back, or is
// kept. The error is ErrChanged if the file does not have the sum of the step any more.
func (j *job) putFile(ctx context.Context, st tasks.Step) error {
	s, dir, name := j.s, j.s.directory(), st.Key.Name
	raw, info, err := dir.Read(name, Unknown, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		raw = nil
	case err != nil:
		return s.wrapReadError(name, err)
	case info.Linked || info.Names > 1:
		return &RefusedError{Key: st.Key, Why: "it is a link or has several names"}
	}
	if sumOf(raw) != st.Sum {
		return fmt.Errorf("%s: %w", name, ErrChanged)
	}
	if (raw == nil) == (st.Raw == nil) && bytes.Equal(raw, st.Raw) {
		return nil
	}
	g := &guard{j: j}
	defer g.unlock()
	w := &swap{
		j: j, dir: dir, name: name, base: raw, next: st.Raw, early: true,
		note: func(temp string) error { return j.notePut(st, temp) },
		still: func() error {
			if err := g.lockPut(ctx, st, raw); err != nil {
				return err
			}
			return j.checkPut(name, raw, info)
		},
	}
	if raw != nil {
		w.like = &info
	}
	displaced, err := w.run()
	if err != nil {
		return err
	}
	j.applied = append(j.applied, tasks.Step{Kind: st.Kind, Key: st.Key})
	s.monitor.addPut(&recheck{
		edit: j.edit, since: j.replacedAt, step: tasks.Step{Kind: st.Kind, Key: st.Key},
		base: raw, displaced: displaced,
	})
	return nil
}

// sumOf returns the sum of the bytes of a file, "" for no file.
func sumOf(raw []byte) string {
	if raw == nil {
		return ""
	}
	return log.Sum(raw)
}

// notePut notes that a file is about to be put. Nothing waits for the disk: what a power cut takes away is in the
// bucket.
func (j *job) notePut(st tasks.Step, temp string) error {
	j.s.monitor.yieldTo(j.edit.ID, st.Key.Name, st)
	if j.s.opts.BeforeWrite != nil {
		j.s.opts.BeforeWrite()
	}
	if j.s.journal == nil {
		return nil
	}
	e := j.s.entry(log.Put, j.edit.ID)
	e.File, e.Temp, e.Sum, e.Was = st.Key.Name, temp, sumOf(st.Raw), st.Sum
	return j.s.note(e, false)
}

// lockPut takes the locks for putting a file that has the bytes raw: those of its agents, by what it says before or
// afterwards.
func (g *guard) lockPut(ctx context.Context, st tasks.Step, raw []byte) error {
	known := raw
	if known == nil {
		known = st.Raw
	}
	t, err := g.j.s.codec.Decode(st.Key, known, tasks.Stamp{})
	if err != nil {
		t = g.j.newestTask()
	}
	if raw == nil || st.Key.Name == markName {
		return g.lockList(ctx, t)
	}
	return g.lockFile(ctx, st.Key.Name, t)
}

// checkPut looks once more, under the locks, whether a file still is as it was read.
func (j *job) checkPut(name string, was []byte, info Info) error {
	raw, now, err := j.s.directory().Read(name, Unknown, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist) && was == nil:
		return j.checkDirectory()
	case err != nil || was == nil || !bytes.Equal(raw, was) || now.Stamp != info.Stamp || now.Names > 1:
		return fmt.Errorf("%s: %w", name, ErrChanged)
	}
	return j.checkDirectory()
}

// addPut has the monitor look at a displaced file once more: one look for all that were put in a moment, and not for
// more than it can keep open.
func (m *monitor) addPut(r *recheck) {
	m.mu.Lock()
	held := len(m.rechecks)
	m.mu.Unlock()
	if r.displaced == nil || held >= maxHeld {
		closeFile(r.displaced)
		return
	}
	for checkTimes[r.nextCheck] < reapplyWindow {
		r.nextCheck++
	}
	m.add(r)
}

package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"

	"sideboard/tasks"
)

// maxNames is how many names are tried for a new task before giving up.
const maxNames = 50

// isFileName reports whether an id may become the name of a file: 1 to 64 ASCII letters, digits, _ and -. It is no regular
// expression: compiling one would cost every start of the program a third of a millisecond.
func isFileName(id string) bool {
	for _, c := range []byte(id) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return 1 <= len(id) && len(id) <= 64
}

// create makes a new file. Its name must be free at the instant it appears; one that is taken leads to the next id.
func (j *job) create(ctx context.Context, st tasks.Step, decides bool) error {
	if j.edit.Draft == nil && st.Raw == nil {
		return errors.New("nothing to create")
	}
	for range maxNames {
		err := j.createOnce(ctx, st, decides)
		if st.Raw != nil && errors.Is(err, fs.ErrExist) {
			return &tasks.Conflict{Clash: tasks.Clash{Key: st.Key}, Taken: true}
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return fmt.Errorf("%d names were taken: %w", maxNames, fs.ErrExist)
}

func (j *job) createOnce(ctx context.Context, st tasks.Step, decides bool) (err error) {
	s := j.s
	g := &guard{j: j}
	defer g.unlock()
	if err := g.lockList(ctx, s.sibling()); err != nil {
		return err
	}
	s.reading.Lock()
	_, err = s.sync(ctx, nil)
	s.reading.Unlock()
	if err != nil {
		return err
	}
	if decides {
		if err := j.checkNeeds(ctx, true, true); err != nil {
			return err
		}
	}
	name, raw, err := j.newFile(st)
	if err != nil {
		return err
	}
	temp, left, err := j.writeTemp(raw, nil)
	if err != nil {
		return fmt.Errorf("create %s: %w", name, err)
	}
	defer func() {
		if temp != "" {
			err = errors.Join(err, j.removeTemp(temp))
		}
	}()
	if err := j.notePrepared(Prepared{Step: st, Name: name, After: raw, Temp: temp}); err != nil {
		return err
	}
	if err := j.checkDirectory(); err != nil {
		return err
	}
	restore := s.expectWrite(name, ownWrite{edit: j.edit.ID, stamp: left})
	j.replacedAt = s.opts.Now()
	if err := s.directory().Place(temp, name); err != nil && !j.isPlaced(name, left) {
		restore()
		if errors.Is(err, fs.ErrExist) {
			s.codec.AddName(name)
		}
		return fmt.Errorf("create %s: %w", name, err)
	}
	j.touched = true
	j.made = append(j.made, s.key(name))
	st.Key = s.key(name)
	j.applied = append(j.applied, st)
	if t, err := s.codec.Decode(st.Key, raw, left); err == nil {
		j.newID = t.ID
	}
	s.monitor.add(&recheck{edit: j.edit, since: j.replacedAt, step: st, decides: decides, next: raw})
	_ = j.removeTemp(temp) // where the system gives a second name and takes the first away
	temp = ""
	return nil
}

// isPlaced reports whether a file got its name although the system told an error, as one that is far away may.
func (j *job) isPlaced(name string, left tasks.Stamp) bool {
	info, err := j.s.directory().Stat(name)
	return err == nil && left.Ino != 0 && info.Stamp == left
}

// newFile asks the dialect for a name and the bytes of the new task; a step that has them already is taken at its word.
func (j *job) newFile(st tasks.Step) (name string, raw []byte, err error) {
	if st.Raw != nil {
		if !clean(st.Key.Name) {
			return "", nil, fmt.Errorf("%q is no name of a file", st.Key.Name)
		}
		return st.Key.Name, st.Raw, nil
	}
	s := j.s
	var layout []byte
	if sib := s.sibling(); sib.Name != "" {
		if b, _, err := s.directory().Read(sib.Name, Unknown, nil); err == nil {
			layout = b
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	name, raw, err = s.codec.Create(*j.edit.Draft, layout, world{s: s}, s.counter, j.edit.At, rand.IntN)
	if err != nil {
		return "", nil, err
	}
	stem, ok := strings.CutSuffix(name, ".json")
	if !ok || !isFileName(stem) {
		return "", nil, fmt.Errorf("%q cannot be the name of a task file", name)
	}
	return name, raw, nil
}

// sibling is the newest task of the directory's own dialect, whose layout a new one takes; one without a name where
// there is none.
func (s *Store) sibling() *tasks.Task {
	s.mu.RLock()
	defer s.mu.RUnlock()
	newest := &tasks.Task{Traits: s.codec.Traits()}
	world{s: s}.Each(func(t *tasks.Task) bool {
		if t.Traits == newest.Traits && (newest.Name == "" || t.Stamp.Mtime > newest.Stamp.Mtime) {
			newest = t
		}
		return true
	})
	return newest
}

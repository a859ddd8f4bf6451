package store

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"

	"sideboard/tasks"
)

// writeTemp writes a complete and synced file beside the tasks, under a name that no agent takes for a task, and answers
// the stamp the file will keep through a rename. like is the file to be replaced, nil for a new one.
func (j *job) writeTemp(data []byte, like *Info) (name string, left tasks.Stamp, err error) {
	name = tempName()
	if err := j.noteTemp(name); err != nil {
		return "", left, err
	}
	mode := fs.FileMode(0o666)
	if like != nil {
		mode = 0o600 // until it gets the other's
	}
	f, err := j.s.directory().Make(name, mode)
	if err != nil {
		return "", left, fmt.Errorf("make the temporary file %s: %w", name, err)
	}
	left, err = fillTemp(f, data, like)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		err = fmt.Errorf("write the temporary file %s: %w", name, err)
		return "", left, errors.Join(err, j.removeTemp(name))
	}
	return name, left, nil
}

// tempName is a name beside the tasks that no agent takes for a task, and nobody else has.
func tempName() string { return fmt.Sprintf(".sideboard-%016x.tmp", rand.Uint64()) }

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
			return left, errors.New("it belongs to others, who could not write it any more")
		}
	}
	if err := f.Sync(); err != nil {
		return left, err
	}
	info, err := f.Stat()
	return info.Stamp, err
}

// removeTemp removes a temporary file, trying twice. One that stays is tried again before the next edit and at the end:
// whether an edit was carried out does not depend on it.
func (j *job) removeTemp(temp string) error {
	dir := j.s.directory()
	err := dir.Remove(temp)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = dir.Remove(temp)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		j.s.leftTemps = append(j.s.leftTemps, temp)
		return fmt.Errorf("remove the temporary file %s: %w", temp, err)
	}
	return nil
}

// removeLeftTemps removes the temporary files that could not be removed before. The caller holds writing.
func (s *Store) removeLeftTemps() {
	dir := s.directory()
	s.leftTemps = slices.DeleteFunc(s.leftTemps, func(temp string) bool {
		err := dir.Remove(temp)
		return err == nil || errors.Is(err, fs.ErrNotExist)
	})
}

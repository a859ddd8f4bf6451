package log

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sideboard/tasks"
)

// Keep writes bytes of a task file that were replaced to a file of their own, and returns its path.
func (j *Journal) Keep(name string, raw []byte) (path string, err error) {
	if path, err = j.putAside(keptName, j.stamp()+"-"+filepath.Base(name), raw); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	return path, nil
}

// stamp returns the time in the form with which names begin.
func (j *Journal) stamp() string { return j.now().UTC().Format("20060102T150405.000000000") }

// putAside writes a new file in a subdirectory of the log, and returns its path when it is on the disk.
func (j *Journal) putAside(dir, name string, raw []byte) (path string, err error) {
	dir = filepath.Join(j.dir, dir)
	if err := j.disk.MakeDir(dir); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	f, err := j.disk.Make(path)
	if err != nil {
		return "", err
	}
	_, err = f.Write(raw)
	return path, errors.Join(err, f.Sync(), f.Close())
}

// A Deleted is a task file that another process deleted, as it was read last.
type Deleted struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"` // when a board saw that
	Raw  []byte    `json:"raw"`
}

// sameDeletion is the largest difference between the times at which two boards record one deletion.
const sameDeletion = 10 * time.Second

// KeepDeleted writes the last bytes of deleted files to a new file, one a line. If the process is killed meanwhile,
// each line that was written whole is kept.
func (j *Journal) KeepDeleted(files []Deleted) error {
	var raw []byte
	for _, one := range files {
		line, err := encode(one)
		if err != nil {
			return fmt.Errorf("keep what was deleted: %w", err)
		}
		raw = append(raw, line...)
	}
	_, err := j.putAside(deletedName, fmt.Sprintf("%s-%d%s", j.stamp(), os.Getpid(), endedSuffix), raw)
	if err != nil {
		return fmt.Errorf("keep what was deleted: %w", err)
	}
	j.pruneOwn() // a board without edits begins no journal, which would prune
	return nil
}

// Deleted returns the deleted files that are still kept, the newest first, and those of one moment in the order of
// their names. A file that several boards saw deleted is returned once. Lines that cannot be read are skipped.
func (j *Journal) Deleted() ([]Deleted, error) {
	dir := filepath.Join(j.dir, deletedName)
	entries, err := j.disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Deleted
	left := MaxBytes // bytes that may still be read: the newest files come first
	for _, e := range slices.Backward(entries) {
		if !e.Type().IsRegular() || left <= 0 {
			continue
		}
		f, err := j.disk.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		_ = eachLine(io.LimitReader(f, int64(left)), maxLine, func(line []byte) {
			var one Deleted
			left -= len(line)
			if json.Unmarshal(line, &one) == nil && one.Name == filepath.Base(one.Name) {
				all = append(all, one)
			}
		})
		_ = f.Close()
	}
	slices.SortStableFunc(all, func(a, b Deleted) int {
		return cmp.Or(b.At.Compare(a.At), tasks.Natural(a.Name, b.Name))
	})
	var once []Deleted
	kept := map[string][]int{} // by name, where in once
	for _, one := range all {
		sawAnother := func(i int) bool { // another board saw this deletion, too
			return once[i].At.Sub(one.At) < sameDeletion && bytes.Equal(once[i].Raw, one.Raw)
		}
		if !slices.ContainsFunc(kept[one.Name], sawAnother) {
			kept[one.Name] = append(kept[one.Name], len(once))
			once = append(once, one)
		}
	}
	return once, nil
}

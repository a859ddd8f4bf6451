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

// Keep puts bytes aside that were in a task file for an instant and had to give way, and answers where.
func (r *Journal) Keep(name string, raw []byte) (path string, err error) {
	if path, err = r.putAside(keptName, r.stamp()+"-"+filepath.Base(name), raw); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	return path, nil
}

// stamp is the time as names begin with it.
func (r *Journal) stamp() string { return r.now().UTC().Format("20060102T150405.000000000") }

// putAside makes a file in a directory of the journal's own, and answers where it is when it is on the disk.
func (r *Journal) putAside(dir, name string, raw []byte) (path string, err error) {
	dir = filepath.Join(r.dir, dir)
	if err := r.disk.MakeDir(dir); err != nil {
		return "", err
	}
	path = filepath.Join(dir, name)
	f, err := r.disk.Make(path)
	if err != nil {
		return "", err
	}
	_, err = f.Write(raw)
	return path, errors.Join(err, f.Sync(), f.Close())
}

// A Deleted is a task file that somebody else deleted, as it was read last.
type Deleted struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"` // when it was seen to be gone
	Raw  []byte    `json:"raw"`
}

// sameDeletion is how far apart two boards may see a file go.
const sameDeletion = 10 * time.Second

// KeepDeleted keeps the last bytes of files that were deleted, all of them in a file of their own: a line for each. A process
// that ends in between loses the last line at most.
func (r *Journal) KeepDeleted(files []Deleted) error {
	var raw []byte
	for _, one := range files {
		line, err := encode(one)
		if err != nil {
			return fmt.Errorf("keep what was deleted: %w", err)
		}
		raw = append(raw, line...)
	}
	_, err := r.putAside(deletedName, fmt.Sprintf("%s-%d%s", r.stamp(), os.Getpid(), endedSuffix), raw)
	if err != nil {
		return fmt.Errorf("keep what was deleted: %w", err)
	}
	r.pruneOwn() // a board that only watches begins no file of its own
	return nil
}

// Deleted returns what was deleted and is still kept, the newest first, and what went at once as a person counts. What several boards
// saw go is in it once, and what cannot be read is left out.
func (r *Journal) Deleted() ([]Deleted, error) {
	dir := filepath.Join(r.dir, deletedName)
	entries, err := r.disk.List(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Deleted
	left := MaxBytes // the newest first
	for _, e := range slices.Backward(entries) {
		if !e.Type().IsRegular() || left <= 0 {
			continue
		}
		f, err := r.disk.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		_ = eachLine(io.LimitReader(f, int64(left)), maxLine, func(line []byte) {
			var one Deleted
			if left -= len(line); json.Unmarshal(line, &one) == nil && one.Name == filepath.Base(one.Name) {
				all = append(all, one)
			}
		})
		_ = f.Close()
	}
	slices.SortStableFunc(all, func(a, b Deleted) int { return cmp.Or(b.At.Compare(a.At), tasks.Natural(a.Name, b.Name)) })
	var once []Deleted
	kept := map[string][]int{} // by name, where in once
	for _, one := range all {
		if !slices.ContainsFunc(kept[one.Name], func(i int) bool {
			return once[i].At.Sub(one.At) < sameDeletion && bytes.Equal(once[i].Raw, one.Raw)
		}) {
			kept[one.Name] = append(kept[one.Name], len(once))
			once = append(once, one)
		}
	}
	return once, nil
}

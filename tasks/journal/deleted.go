package journal

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

// A Deleted is a task file that somebody else deleted, as it was read last.
type Deleted struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"` // when it was seen to be gone
	Raw  []byte    `json:"raw"`
}

// deletedName is the directory of what was deleted, in a journal's own.
const deletedName = "deleted"

// sameDeletion is how far apart two boards may see a file go.
const sameDeletion = 10 * time.Second

// KeepDeleted keeps the last bytes of files that were deleted, all of them in a file of their own: a line for each. A process
// that ends in between loses the last line at most.
func (r *Journal) KeepDeleted(files []Deleted) error {
	_, err := r.putAside(deletedName, fmt.Sprintf("%s-%d%s", r.stamp(), os.Getpid(), endedSuffix), func(f io.Writer) error {
		lines := json.NewEncoder(f)
		for _, one := range files {
			if err := lines.Encode(one); err != nil {
				return err
			}
		}
		return nil
	})
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
		_ = EachLine(io.LimitReader(f, int64(left)), maxLine, func(line []byte) {
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

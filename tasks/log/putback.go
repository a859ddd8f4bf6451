package log

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"time"
)

// putBackName is the file next to a journal with what serve put back.
const putBackName = "putback.json"

// The bounds of what is noted of what serve put back: how many files, and for how long.
const (
	maxPutBack = 50
	putBackAge = 24 * time.Hour
)

// A FilePutBack says that serve gave a file what a bucket has, in place of what was written here.
type FilePutBack struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	Why  string    `json:"why"`
	Kept string    `json:"kept"` // the file with what was written here, as Keep returns it
	Raw  []byte    `json:"-"`    // its bytes
}

// NotePutBack notes that serve put a file back, for the boards of the directory.
func (j *Journal) NotePutBack(ctx context.Context, p FilePutBack) error {
	return ChangeSmall(ctx, j.dir, putBackName, func(was []byte) ([]byte, error) {
		var all []FilePutBack
		_ = json.Unmarshal(was, &all) // what cannot be read is of another version
		all = slices.DeleteFunc(all, func(o FilePutBack) bool {
			return o.Name == p.Name || j.now().Sub(o.At) > putBackAge
		})
		all = append(all, p)
		return json.Marshal(all[max(0, len(all)-maxPutBack):])
	})
}

// PutBacks returns what serve put back within a day and what is still kept of it, the oldest first.
func (j *Journal) PutBacks() []FilePutBack {
	raw, err := ReadSmall(j.dir, putBackName)
	var all []FilePutBack
	if err != nil || len(raw) == 0 || json.Unmarshal(raw, &all) != nil {
		return nil
	}
	for i := range all {
		all[i].Raw, _ = ReadSmall(filepath.Join(j.dir, keptName), filepath.Base(all[i].Kept))
	}
	return slices.DeleteFunc(all, func(p FilePutBack) bool { return p.Raw == nil || j.now().Sub(p.At) > putBackAge })
}

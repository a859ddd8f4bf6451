package log

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"time"

	"sideboard/tasks"
)

// allowedName is the file next to a journal with what a person has allowed.
const allowedName = "allowed.json"

// Allowed is a person's permission to edit files of an inferred form in one directory.
type Allowed struct {
	Dev   uint64            `json:"dev"`
	Ino   uint64            `json:"ino"` // of the directory: another one in its place is not meant
	Form  tasks.FormMembers `json:"form"`
	Words [3]string         `json:"words"` // for pending, in progress and completed
	Seen  [3][]string       `json:"seen"`  // the words that files had for them, then or later
	At    time.Time         `json:"at"`
}

// Same reports whether a and b are the same permission, given at the same time, with the same words seen.
func (a *Allowed) Same(b *Allowed) bool { return reflect.DeepEqual(a, b) }

// ReadAllowed returns what a person has allowed in the task directory at path, nil if nothing was or it cannot be read.
func ReadAllowed(state, path string) *Allowed {
	if state == "" {
		return nil
	}
	name, _, err := directoryOf(path)
	if err != nil {
		return nil
	}
	raw, err := ReadSmall(filepath.Join(state, name), allowedName)
	if err != nil {
		return nil
	}
	return parseAllowed(raw)
}

// parseAllowed returns what the file says, nil if it allows nothing or cannot be read.
func parseAllowed(raw []byte) *Allowed {
	var a *Allowed
	if json.Unmarshal(raw, &a) != nil {
		return nil
	}
	return a
}

// SetSeen sets Seen in the permission a for the task directory at path. It does nothing if a is no longer what is
// noted, because another permission was given meanwhile or this one was taken back.
func SetSeen(ctx context.Context, state, path string, a *Allowed, seen [3][]string) error {
	name, _, err := directoryOf(path)
	if err != nil {
		return err
	}
	set := func(was []byte) ([]byte, error) {
		now := parseAllowed(was)
		if now == nil || !now.Same(a) {
			return nil, nil
		}
		now.Seen = seen
		return json.Marshal(now)
	}
	return ChangeSmall(ctx, filepath.Join(state, name), allowedName, set)
}

// SetAllowed notes what a person allows in the task directory at path; nil takes it back.
func SetAllowed(ctx context.Context, state, path string, a *Allowed) error {
	name, _, err := directoryOf(path)
	if err != nil {
		return err
	}
	set := func([]byte) ([]byte, error) { return json.Marshal(a) }
	return ChangeSmall(ctx, filepath.Join(state, name), allowedName, set)
}

// CanNote returns nil if something can be noted about the task directory at path, else why not.
func CanNote(ctx context.Context, state, path string) error {
	name, _, err := directoryOf(path)
	if err != nil {
		return err
	}
	keep := func(was []byte) ([]byte, error) { return was, nil }
	return ChangeSmall(ctx, filepath.Join(state, name), allowedName, keep)
}

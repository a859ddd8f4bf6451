package log

import (
	"context"
	"encoding/json"
	"path/filepath"
	"time"
)

// leasesName is the file next to a journal with the leases.
const leasesName = "leases.json"

// Leases say until when each owner keeps what it has claimed over a network. An owner whose lease has ended may be gone; nothing is taken
// from it for that alone.
type Leases map[string]time.Time

// ReadLeases returns the leases of the task directory at path, nil if there are none or they cannot be read.
func ReadLeases(state, path string) (all Leases) {
	if state == "" {
		return nil
	}
	name, _, err := directoryOf(path)
	if err != nil {
		return nil
	}
	raw, err := ReadSmall(filepath.Join(state, name), leasesName)
	if err == nil {
		_ = json.Unmarshal(raw, &all) // what is not to be read is no lease
	}
	return all
}

// SetLease sets until when an owner has a lease in the task directory at path; the zero time ends it.
func SetLease(ctx context.Context, state, path, owner string, until time.Time) error {
	j, err := OpenJournal(state, path, Options{}) // nothing is written to it
	if err != nil {
		return err
	}
	return ChangeSmall(ctx, j.dir, leasesName, func(raw []byte) ([]byte, error) {
		all := Leases{}
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &all); err != nil {
				return nil, err
			}
		}
		if _, has := all[owner]; !has && until.IsZero() {
			return nil, nil
		}
		if all[owner] = until.UTC(); until.IsZero() {
			delete(all, owner)
		}
		return json.Marshal(all)
	})
}

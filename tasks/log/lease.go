package log

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"time"
)

// leasesName is the file next to a journal with the leases.
const leasesName = "leases.json"

// Leases say until when each owner keeps what it has claimed over a network. An owner whose lease has ended may be
// gone; nothing is taken from it for that alone.
type Leases map[string]time.Time

// Of returns until when an owner has a lease at a time, the zero time if it has none or it has ended.
func (all Leases) Of(owner string, at time.Time) time.Time {
	if until := all[owner]; until.After(at) {
		return until
	}
	return time.Time{}
}

// LeasesFile returns the path of the file with the leases of the task directory at path, "" if there can be none.
func LeasesFile(state, path string) string {
	if state == "" {
		return ""
	}
	name, _, err := directoryOf(path)
	if err != nil {
		return ""
	}
	return filepath.Join(state, name, leasesName)
}

// ReadLeases returns the leases in a file, nil if there are none or they cannot be read.
func ReadLeases(file string) (all Leases) {
	if file == "" {
		return nil
	}
	raw, err := ReadSmall(filepath.Split(file))
	if err == nil {
		_ = json.Unmarshal(raw, &all) // what is not to be read is no lease
	}
	return all
}

// A DroppedError says that the file of leases could not be read and was begun anew, so that the other leases are gone.
// A lease is only a hint, and the one that was to be set is set.
type DroppedError struct{ Err error }

// Error says what happened, and why.
func (e *DroppedError) Error() string {
	return "the leases could not be read and were begun anew: " + e.Err.Error()
}

// Unwrap returns why they could not be read.
func (e *DroppedError) Unwrap() error { return e.Err }

// SetLease sets until when an owner has a lease in the task directory at path; the zero time ends it. It also removes
// each lease that has ended, unless works returns true for its owner. The error is a *DroppedError if the lease is set
// and the others are lost.
func SetLease(ctx context.Context, state, path, owner string, until time.Time, works func(owner string) bool) error {
	j, err := OpenJournal(state, path, Options{}) // nothing is written to it
	if err != nil {
		return err
	}
	var dropped *DroppedError
	err = changeSmall(ctx, j.dir, leasesName, func(raw []byte, unread error) ([]byte, error) {
		all := Leases{}
		if unread == nil && len(raw) > 0 {
			unread = json.Unmarshal(raw, &all)
		}
		if unread != nil {
			all, dropped = Leases{}, &DroppedError{fmt.Errorf("%s: %w", filepath.Join(j.dir, leasesName), unread)}
		}
		was := maps.Clone(all)
		maps.DeleteFunc(all, func(o string, until time.Time) bool { return until.Before(time.Now()) && !works(o) })
		all[owner] = until.UTC()
		if until.IsZero() {
			delete(all, owner)
		}
		if unread == nil && maps.EqualFunc(all, was, time.Time.Equal) {
			return nil, nil
		}
		return json.Marshal(all)
	})
	if err == nil && dropped != nil {
		return dropped
	}
	return err
}

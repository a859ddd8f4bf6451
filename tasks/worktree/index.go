package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sideboard/tasks/find"
	"sideboard/tasks/span"
)

const maxIndex = 4 << 20 // bytes of an index

// errUnlike says that an index is not laid out as old s12 does, and is left as it is.
var errUnlike = errors.New("it is not laid out as this version does; it was left as it is")

// index brings the index of old s12 up to date: a new entry, or another status in the entry that is there. Every
// other byte stays.
func (r *Repo) index(did what, t Tree, of Task, at time.Time) error {
	path := filepath.Join(r.Dir(), "index.json")
	old, _, err := find.ReadSmall(path, maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		old = []byte("{\n  \"worktrees\": []\n}")
	} else if err != nil {
		return err
	}
	now, err := reindex(old, did, t, of, at)
	if err != nil {
		return err
	}
	return replace(path, old, now)
}

// reindex is the new text of an index.
func reindex(old []byte, did what, t Tree, of Task, at time.Time) ([]byte, error) {
	o, err := span.Parse(old)
	if err != nil {
		return nil, err
	}
	m, ok := o.Get("worktrees")
	if !ok || m.Kind != span.KindArray {
		return nil, errUnlike
	}
	elems := o.Elems(nil, m)
	entry := -1
	for i, e := range elems {
		if e.Kind != span.KindObject {
			return nil, errUnlike
		}
		eo, err := span.Parse(o.Bytes(e))
		if err != nil {
			return nil, err
		}
		if name, ok := eo.Get("name"); ok && string(span.Canonical(o.Bytes(e)[name.ValStart:name.ValEnd])) == string(span.Canonical(span.Quote(t.Name, span.ASCII))) {
			entry = i
		}
	}
	if did == created {
		return add(old, m, elems, fresh(t, of, at)), nil
	}
	if entry < 0 {
		return nil, fmt.Errorf("it has no worktree %s", t.Name)
	}
	e := elems[entry]
	status := map[what]string{kept: "kept", removed: "removed"}[did]
	ops := []span.Op{span.SetValue("status", span.Quote(status, span.ASCII))}
	if eo, err := span.Parse(o.Bytes(e)); err != nil {
		return nil, err
	} else if _, ok := eo.Get(status + "_at"); ok {
		ops = append(ops, span.SetValue(status+"_at", []byte(stamp(at))))
	} else {
		ops = append(ops, span.Insert(status+"_at", []byte(stamp(at)), ""))
	}
	changed, err := span.Apply(o.Bytes(e), ops...)
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{old[:e.Start], changed, old[e.End:]}, nil), nil
}

// fresh is a new entry as json.dumps(indent=2) lays it out two levels deep.
func fresh(t Tree, of Task, at time.Time) []byte {
	q := func(s string) []byte { return span.Quote(s, span.ASCII) }
	return fmt.Appendf(nil, "{\n      \"name\": %s,\n      \"path\": %s,\n      \"branch\": %s,\n      \"task_id\": %s,\n      \"status\": \"active\",\n      \"created_at\": %s\n    }",
		q(t.Name), q(t.Path), q(t.Branch), of.json("null"), stamp(at))
}

// add appends an entry to the array.
func add(old []byte, m span.Member, elems []span.Elem, entry []byte) []byte {
	if len(elems) == 0 {
		return bytes.Join([][]byte{old[:m.ValStart], []byte("[\n    "), entry, []byte("\n  ]"), old[m.ValEnd:]}, nil)
	}
	end := elems[len(elems)-1].End
	return bytes.Join([][]byte{old[:end], []byte(",\n    "), entry, old[end:]}, nil)
}

// replace puts a new text in place of a file, if it still has the old one. Readers see the one or the other.
func replace(path string, old, now []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".index-*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // gone already when all went well
	_, err = tmp.Write(now)
	if e := tmp.Chmod(0o644); err == nil {
		err = e
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if there, _, err := find.ReadSmall(path, maxIndex); err == nil && !bytes.Equal(there, old) {
		return errors.New("somebody else is writing it")
	}
	return os.Rename(tmp.Name(), path)
}

package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sideboard/tasks/jsonedit"
)

const maxIndex = 4 << 20 // bytes of an index

// errForeignIndex is the error of an index that is not laid out as old s12 does. Whoever wrote it reads it too, and may fail on members it
// does not know: nothing is put beside theirs.
var errForeignIndex = errors.New("it is of another form than this version's, whose agents keep it themselves; it is left as it is")

// worktreeIndex is the text of an index and where its parts are.
type worktreeIndex struct {
	raw     []byte
	array   jsonedit.Member
	entries []jsonedit.Elem
	names   []string // of the entries, as they stand in the file
}

// requiredMembers are the members that every entry of old s12's has.
var requiredMembers = []string{"name", "path", "branch", "task_id", "status"}

// readIndex reads the index; one that is not there yet is an empty one.
func (r *Repo) readIndex(dir *os.Root) (*worktreeIndex, error) {
	raw, _, err := r.read(dir, indexFile, maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		raw, err = []byte("{\n  \"worktrees\": []\n}"), nil
	}
	if err != nil {
		return nil, err
	}
	return parseIndex(raw)
}

func parseIndex(raw []byte) (*worktreeIndex, error) {
	o, err := jsonedit.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("%w (%w)", errForeignIndex, err)
	}
	x := &worktreeIndex{raw: raw}
	m, ok := o.Get("worktrees")
	if !ok || m.Kind != jsonedit.KindArray {
		return nil, errForeignIndex
	}
	x.array, x.entries = m, o.Elems(nil, m)
	for _, e := range x.entries {
		if e.Kind != jsonedit.KindObject {
			return nil, errForeignIndex
		}
		entry, err := jsonedit.Parse(o.Bytes(e))
		if err != nil {
			return nil, err
		}
		for _, k := range requiredMembers {
			if _, has := entry.Get(k); !has {
				return nil, errForeignIndex
			}
		}
		name, _ := entry.Get("name")
		x.names = append(x.names, string(jsonedit.Canonical(o.Bytes(e)[name.ValStart:name.ValEnd])))
	}
	return x, nil
}

// find finds the entry of a worktree; its agents go by the first of a name.
func (x *worktreeIndex) find(name string) (int, bool) {
	want := string(jsonedit.Canonical(jsonedit.Quote(name, jsonedit.ASCII)))
	for i, n := range x.names {
		if n == want {
			return i, true
		}
	}
	return 0, false
}

// indexedTask returns the id of the task that the index names for a worktree, as JSON; "null" for none.
func (r *Repo) indexedTask(name string) string {
	dir, err := r.openDir(false)
	if dir == nil || err != nil {
		return "null"
	}
	defer dir.Close()
	x, err := r.readIndex(dir)
	if err != nil {
		return "null"
	}
	i, ok := x.find(name)
	if !ok {
		return "null"
	}
	raw := x.raw[x.entries[i].Start:x.entries[i].End]
	entry, err := jsonedit.Parse(raw)
	if err != nil {
		return "null"
	}
	id, _ := entry.Get("task_id")
	return string(jsonedit.Canonical(raw[id.ValStart:id.ValEnd]))
}

// updateIndex brings the index of old s12 up to date: a new entry, or another status in the entry that is there. Every
// other byte stays.
func (r *Repo) updateIndex(did action, t Tree, of Task, at time.Time) error {
	dir, err := r.openDir(true)
	if err != nil {
		return err
	}
	defer dir.Close()
	x, err := r.readIndex(dir)
	if err != nil {
		return err
	}
	now, err := x.update(did, t, of, at)
	if err != nil {
		return err
	}
	return r.replace(dir, indexFile, x.raw, now, maxIndex)
}

// update returns the new text of an index.
func (x *worktreeIndex) update(did action, t Tree, of Task, at time.Time) ([]byte, error) {
	if did == created {
		return x.add(newEntry(t, of, at)), nil
	}
	i, ok := x.find(t.Name)
	if !ok {
		return nil, fmt.Errorf("it has no worktree %s", t.Name)
	}
	e := x.entries[i]
	raw := x.raw[e.Start:e.End]
	entry, err := jsonedit.Parse(raw)
	if err != nil {
		return nil, err
	}
	status := indexStatus[did]
	ops := []jsonedit.Op{jsonedit.SetValue("status", jsonedit.Quote(status, jsonedit.ASCII))}
	if _, ok := entry.Get(status + "_at"); ok {
		ops = append(ops, jsonedit.SetValue(status+"_at", []byte(pythonTime(at))))
	} else {
		ops = append(ops, jsonedit.Insert(status+"_at", []byte(pythonTime(at)), ""))
	}
	changed, err := jsonedit.Apply(raw, ops...)
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{x.raw[:e.Start], changed, x.raw[e.End:]}, nil), nil
}

// newEntry returns a new entry as json.dumps(indent=2) lays it out two levels deep.
func newEntry(t Tree, of Task, at time.Time) []byte {
	return fmt.Appendf(nil, "{\n      \"name\": %s,\n      \"path\": %s,\n      \"branch\": %s,\n      \"task_id\": %s,\n      \"status\": \"active\",\n      \"created_at\": %s\n    }",
		quote(t.Name), quote(t.Path), quote(t.Branch), of.json("null"), pythonTime(at))
}

// add appends an entry to the array.
func (x *worktreeIndex) add(entry []byte) []byte {
	if len(x.entries) == 0 {
		return bytes.Join([][]byte{x.raw[:x.array.ValStart], []byte("[\n    "), entry, []byte("\n  ]"), x.raw[x.array.ValEnd:]}, nil)
	}
	end := x.entries[len(x.entries)-1].End
	return bytes.Join([][]byte{x.raw[:end], []byte(",\n    "), entry, x.raw[end:]}, nil)
}

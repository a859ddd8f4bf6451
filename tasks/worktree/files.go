package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sideboard/tasks/jsonedit"
	"sideboard/tasks/locate"
)

// The files in .worktrees. A checkout may have anything under these names: so nothing is written through a symbolic
// link, into a pipe, or into a file with another hard link.
const (
	eventsFile = "events.jsonl"
	indexFile  = "index.json"
)

// openDir opens .worktrees, and makes it if make is set. It is nil if there is none.
func (r *Repo) openDir(make bool) (*os.Root, error) {
	if make {
		if err := os.Mkdir(r.Dir(), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("make .worktrees: %w", err)
		}
	}
	was, err := os.Lstat(r.Dir())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case was.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New(".worktrees is a link, and what is made there would land elsewhere")
	case !was.IsDir():
		return nil, errors.New(".worktrees is there and is no directory")
	}
	dir, err := os.OpenRoot(r.Dir())
	if err != nil {
		return nil, err
	}
	if now, err := dir.Stat("."); err != nil || !os.SameFile(was, now) {
		dir.Close()
		return nil, errors.New(".worktrees is being replaced by somebody")
	}
	return dir, nil
}

// statFile checks a file in .worktrees that is to be written: nil information if there is none yet, an error if it must
// not be written.
func statFile(dir *os.Root, name string) (fs.FileInfo, error) {
	fi, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return fi, checkFile(fi, name)
}

func checkFile(fi fs.FileInfo, name string) error {
	where := filepath.Join(".worktrees", name)
	switch {
	case fi.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link, and what is written there would land elsewhere", where)
	case !fi.Mode().IsRegular():
		return fmt.Errorf("%s is there and is no plain file", where)
	case countLinks(fi) > 1:
		return fmt.Errorf("%s has a second name, and what is written there would land under both", where)
	}
	return nil
}

// appendEvent appends a line to a file in .worktrees in one write, so that lines of several writers stay whole. A last
// line without an end is ended first.
func (r *Repo) appendEvent(name, line string) error {
	dir, err := r.openDir(true)
	if err != nil {
		return err
	}
	defer dir.Close()
	was, err := statFile(dir, name)
	if err != nil {
		return err
	}
	how := os.O_RDWR | os.O_APPEND
	if was == nil {
		how |= os.O_CREATE | os.O_EXCL
	}
	f, err := dir.OpenFile(name, how, 0o644)
	if err != nil {
		return err
	}
	err = appendLine(f, was, name, line)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func appendLine(f *os.File, was fs.FileInfo, name, line string) error {
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	if err := checkFile(fi, name); err != nil {
		return err
	}
	if was != nil && !os.SameFile(was, fi) {
		return fmt.Errorf("%s is being replaced by somebody", filepath.Join(".worktrees", name))
	}
	line += "\n"
	if fi.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, fi.Size()-1); err == nil && last[0] != '\n' {
			line = "\n" + line
		}
	}
	_, err = f.WriteString(line)
	return err
}

// read reads a small file in .worktrees that may be written; the error is fs.ErrNotExist if there is none.
func (r *Repo) read(dir *os.Root, name string, limit int64) ([]byte, fs.FileInfo, error) {
	switch was, err := statFile(dir, name); {
	case err != nil:
		return nil, nil, err
	case was == nil:
		return nil, nil, fs.ErrNotExist
	}
	return locate.ReadSmall(filepath.Join(r.Dir(), name), limit)
}

// replace replaces the text of a file in .worktrees, if it still is old. Readers see one or the other.
func (r *Repo) replace(dir *os.Root, name string, old, now []byte, limit int64) error {
	there, was, err := r.read(dir, name, limit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if was != nil && !bytes.Equal(there, old) {
		return errors.New("somebody else is writing it")
	}
	mode := fs.FileMode(0o644)
	if was != nil {
		mode = was.Mode().Perm()
	}
	temp := fmt.Sprintf(".%s-%d.tmp", name, os.Getpid())
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(now)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = dir.Rename(temp, name)
	}
	if err != nil {
		_ = dir.Remove(temp) // the first error is returned
	}
	return err
}

const maxIndex = 4 << 20 // bytes of an index

// errForeignIndex is the error for an index in another form than old s12's. Its own agents may fail on members that
// they do not know: nothing is added to it.
var errForeignIndex = errors.New("it is of another form than this version's, whose agents keep it themselves; it is left as it is")

// worktreeIndex is the text of an index and its parts.
type worktreeIndex struct {
	raw     []byte
	array   jsonedit.Member
	entries []jsonedit.Elem
	names   []string // of the entries, as canonical JSON
}

// requiredMembers are the members of every entry of old s12's.
var requiredMembers = []string{"name", "path", "branch", "task_id", "status"}

// readIndex reads the index; a missing one is empty.
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
	m, _ := o.Get("worktrees")
	if m.Kind != jsonedit.KindArray {
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

// find returns the entry of a worktree, the first of a name, as its agents do.
func (x *worktreeIndex) find(name string) (int, bool) {
	want := string(jsonedit.Canonical(jsonedit.Quote(name, jsonedit.ASCII)))
	for i, n := range x.names {
		if n == want {
			return i, true
		}
	}
	return 0, false
}

// indexedTask returns the id of a worktree's task in the index, as JSON; "null" for none.
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

// updateIndex adds an entry to the index of old s12, or sets the status of the one that is there. Every other byte
// stays.
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
		return bytes.Join([][]byte{x.raw[:x.array.ValStart], []byte("[\n    "), entry, []byte("\n  ]"),
			x.raw[x.array.ValEnd:]}, nil)
	}
	end := x.entries[len(x.entries)-1].End
	return bytes.Join([][]byte{x.raw[:end], []byte(",\n    "), entry, x.raw[end:]}, nil)
}

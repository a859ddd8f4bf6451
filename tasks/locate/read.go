package locate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sideboard/tasks"
)

// Limits of one search, so that no disk, however full or hostile, delays it.
const (
	maxNames = 200_000  // directory entries read
	maxList  = 20_000   // of these, in one list
	maxFiles = 4_000    // task files opened
	maxPeek  = 400      // of these, in one list
	maxStamp = 2_000    // directories of a ListStamp
	maxBytes = 64 << 10 // of one task file; a longer one counts as open
	pageSize = 1_024    // directory entries read at a time
	headSize = 64       // directory entries read at first: most often they are enough

	maxOwners = 3  // of the running tasks of a list
	maxMark   = 64 // bytes of a high-water mark
)

// budget is what is left of the limits.
type budget struct {
	names, files int
	perList      int // the largest number of names for one list
}

func newBudget() *budget {
	return &budget{names: maxNames, files: maxFiles, perList: maxList}
}

// readEntries calls f for the entries of a directory in the order of the disk, while f returns true and the budget
// lasts.
func readEntries(dir string, b *budget, f func(fs.DirEntry) bool) (capped bool, err error) {
	d, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return false, err
	}
	defer d.Close()
	for page := headSize; ; page = pageSize {
		if b.names <= 0 {
			return true, nil
		}
		entries, err := d.ReadDir(min(page, b.names))
		b.names -= len(entries)
		for _, entry := range entries {
			if !f(entry) {
				return false, nil
			}
		}
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// OpenPlain opens a regular file for reading. It neither waits for a pipe nor follows a link. The FileInfo is nil only
// if there is nothing of that name.
func OpenPlain(path string) (f *os.File, fi fs.FileInfo, err error) {
	for range 10 { // agents replace their files
		if f, fi, err = openPlainOnce(path); !errors.Is(err, errReplaced) {
			break
		}
	}
	return f, fi, err
}

var errReplaced = fmt.Errorf("it was replaced while it was opened: %w", fs.ErrInvalid)

func openPlainOnce(path string) (*os.File, fs.FileInfo, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, before, fs.ErrInvalid
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, before, err
	}
	now, err := f.Stat()
	if err == nil && !os.SameFile(before, now) {
		err = errReplaced
	}
	if err != nil {
		f.Close()
		return nil, before, err
	}
	return f, now, nil
}

var errTooLarge = errors.New("too large")

// ReadSmall reads a regular file of at most limit bytes, opened by OpenPlain.
func ReadSmall(path string, limit int64) ([]byte, fs.FileInfo, error) {
	f, fi, err := OpenPlain(path)
	if err != nil {
		return nil, fi, err
	}
	defer f.Close()
	if fi.Size() > limit {
		return nil, fi, errTooLarge
	}
	raw, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(raw)) > limit {
		err = errTooLarge
	}
	return raw, fi, err
}

// Exists reports whether there is anything of that name, even a broken link.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// readHead returns the start of a regular file, "" if it cannot be read.
func readHead(path string) string {
	f, _, err := OpenPlain(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	buf := make([]byte, maxHead)
	n, _ := f.ReadAt(buf, 0)
	return string(buf[:n])
}

// survey is a summary of one directory.
type survey struct {
	tasks, open int
	more        bool      // the counts are lower bounds
	hasTraces   bool      // agents left a high-water mark or a lock file
	hasMark     bool      // it has a high-water mark that counts tasks
	running     string    // the subject of the running task that changed last
	ran         time.Time // when that was
	owners      []string  // the owners of running tasks, at most maxOwners
	changed     time.Time // of the directory, or of the newest file that was read
}

// surveyDir returns the summary of a directory. A task of a workflow that has parts is not counted, only its parts are.
func surveyDir(dir string, b *budget) (survey, error) {
	var s survey
	fi, err := os.Stat(dir)
	if err != nil {
		return s, err
	}
	s.changed = fi.ModTime()
	peeked, inFolders := 0, tasks.InFolders(dir)
	nests, kinds, parents := isSessionTasksDir(dir), map[string]taskKind{}, map[string]bool{}
	most := max(min(b.names, b.perList), headSize) // every list gets some, however many there are
	here := &budget{names: most}
	defer func() { b.names -= most - here.names }()
	capped, err := readEntries(dir, here, func(d fs.DirEntry) bool {
		name, isDir := d.Name(), d.IsDir()
		if isDir && inFolders {
			name, isDir = name+".json", false
		}
		switch {
		case name == ".highwatermark" || name == ".lock":
			s.hasTraces = true
			if name == ".highwatermark" {
				raw, _, err := ReadSmall(filepath.Join(dir, name), maxMark)
				n, bad := strconv.ParseUint(strings.TrimSpace(string(raw)), 10, 64)
				s.hasMark = err == nil && bad == nil && n > 0
			}
		case strings.HasPrefix(name, "."):
		case isDir || !strings.HasSuffix(name, ".json"):
		case peeked >= maxPeek || b.files <= 0 && s.open > 0:
			s.more = true
			if isTaskName(name) {
				s.tasks++
			}
		default:
			peeked++
			b.files--
			g := readTaskHead(tasks.PathOf(dir, name), isTaskName(name))
			if g.kind == notTask || nests && g.hasParts {
				return true
			}
			if nests {
				kinds[g.id], parents[g.parent] = g.kind, true
			}
			s.tasks++
			if g.kind == openTask {
				s.open++
			}
			if tasks.InFuture(g.changed, time.Now()) {
				g.changed = time.Time{}
			}
			if g.changed.After(s.changed) {
				s.changed = g.changed
			}
			s.addRunning(g)
		}
		return true
	})
	s.more = s.more || capped
	for id := range parents { // it is a container
		switch kinds[id] {
		case openTask:
			s.open--
			s.tasks--
		case doneTask:
			s.tasks--
		}
	}
	return s, err
}

// addRunning adds a running task.
func (s *survey) addRunning(g taskHead) {
	if !g.running {
		return
	}
	if g.subject != "" && (s.running == "" || g.changed.After(s.ran)) {
		s.running, s.ran = g.subject, g.changed
	}
	if g.owner != "" && len(s.owners) < maxOwners && !slices.Contains(s.owners, g.owner) {
		s.owners = append(s.owners, g.owner)
		slices.Sort(s.owners)
	}
}

// hasTaskFiles reports whether a directory has a file with the name of a task, or what agents leave next to tasks. It
// stops at the first.
func hasTaskFiles(dir string, b *budget) (bool, error) {
	found := false
	_, err := readEntries(dir, b, func(d fs.DirEntry) bool {
		name := d.Name()
		found = name == ".highwatermark" || name == ".lock" ||
			!d.IsDir() && strings.HasSuffix(name, ".json") && isTaskName(name)
		return !found
	})
	return found, err
}

// isTaskName reports whether only tasks have such a name: task_<anything>.json or <number>.json.
func isTaskName(name string) bool {
	stem := strings.TrimSuffix(name, ".json")
	if strings.HasPrefix(stem, "task_") {
		return true
	}
	return stem != "" && strings.Trim(stem, "0123456789") == ""
}

// taskKind is what a file is for the counts of a survey.
type taskKind uint8

const (
	notTask taskKind = iota
	openTask
	doneTask
)

// taskHead is what is read of a task file.
type taskHead struct {
	kind           taskKind
	changed        time.Time
	running        bool
	subject, owner string // of a running one
	id, parent     string // parent is the task that it is a part of, "" for none
	hasParts       bool   // it names parts of its own
}

// readFamily reads which task a workflow task is a part of, and whether it has parts.
func (g *taskHead) readFamily(file map[string]any) {
	g.id, _ = file["id"].(string)
	for _, within := range []any{file["relations"], file["context"], file} {
		in, _ := within.(map[string]any)
		if parent, ok := in["parent"].(string); ok && g.parent == "" && parent != g.id {
			g.parent = parent
		}
		for _, name := range []string{"subtasks", "children"} {
			parts, _ := in[name].([]any)
			g.hasParts = g.hasParts || slices.ContainsFunc(parts, func(part any) bool {
				_, ok := part.(string)
				return ok
			})
		}
	}
}

// readTaskHead reads a task file. A file that cannot be read, or is not JSON, is an open task if it has the name of
// one: it may be being written.
func readTaskHead(path string, named bool) taskHead {
	otherwise := notTask
	if named {
		otherwise = openTask
	}
	raw, fi, err := ReadSmall(path, maxBytes)
	if fi == nil || !fi.Mode().IsRegular() {
		return taskHead{}
	}
	if err != nil {
		return taskHead{kind: otherwise, changed: fi.ModTime()}
	}
	var t map[string]any
	if json.Unmarshal(raw, &t) != nil {
		return taskHead{kind: otherwise, changed: fi.ModTime()}
	}
	g := taskHead{kind: openTask, changed: fi.ModTime()}
	if !looksLikeTask(t) {
		return taskHead{}
	}
	if m, ok := t["metadata"].(map[string]any); ok && m["_internal"] == true {
		return taskHead{}
	}
	g.readFamily(t)
	switch t["status"] {
	case "completed", "skipped", "cancelled", "complete", "closed":
		g.kind = doneTask
	case "container":
		g.kind = notTask
	case "in_progress", "active", "inprogress":
		g.running = true
		g.owner, _ = t["owner"].(string)
		if g.subject, _ = t["subject"].(string); g.subject == "" {
			g.subject, _ = t["title"].(string)
		}
		g.subject = firstLine(g.subject)
	}
	return g
}

// looksLikeTask reports whether an object has what a task has: an id and a title or a status, or a title and a status.
func looksLikeTask(t map[string]any) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return t[name] != nil })
	}
	if has("id", "task_id", "taskId", "key") {
		return has("subject", "title", "status")
	}
	return has("subject", "title", "name", "summary") && has("status", "state")
}

package refagents

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sideboard/tasks"
)

// Read lists the directory as an agent of the dialect would. An error is a *Raised, or says that the dialect is
// unknown or that the directory cannot be listed.
func Read(dialect, dir string) (Listing, error) {
	a, err := New(dialect, dir, "")
	if err != nil {
		return Listing{}, err
	}
	return a.Read()
}

func (r rule) read(dir string) (Listing, error) {
	names, err := r.fileNames(dir)
	if err != nil {
		return Listing{}, err
	}
	var l Listing
	for _, name := range names {
		o, err := r.load(dir, name)
		var t Task
		if err == nil {
			t, err = r.parseTask(name, o)
		}
		if r.skips(err) {
			l.Skipped = append(l.Skipped, SkippedFile{File: name, Why: err.Error()})
			continue
		}
		if err != nil {
			return Listing{}, err
		}
		l.Tasks = append(l.Tasks, t)
	}
	for i := range l.Tasks {
		l.Tasks[i].Ready, _ = r.canStart(dir, l, l.Tasks[i])
	}
	return l, nil
}

// skips reports whether this dialect's reader takes the error for "no such task" and goes on.
func (r rule) skips(err error) bool {
	e, ok := err.(*Raised)
	if !ok {
		return false
	}
	switch r.family {
	case schema:
		return true
	case tolerant:
		return e.Exception == "JSONDecodeError" || e.Exception == "KeyError"
	}
	return false
}

// checkedID is the only form of a task's name that s10 and s13 take.
var checkedID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^task_[0-9a-f]{8}$`) })

// fileNames returns the files the agents' pattern matches, in the order they are taken.
func (r rule) fileNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if name == ".lock" && r.flock && !e.Type().IsRegular() {
			return nil, &Raised{Exception: "IsADirectoryError", File: name, Why: "the lock is not a regular file"}
		}
		if strings.HasSuffix(name, ".json.lock") && r.family == schema {
			if err := checkLockDir(filepath.Join(dir, name)); err != nil {
				return nil, err
			}
		}
		if !strings.HasPrefix(name, r.prefix) || !strings.HasSuffix(name, ".json") {
			continue
		}
		stem := strings.TrimSuffix(name, ".json")
		if r.family == checked && !checkedID().MatchString(stem) {
			return nil, &Raised{Exception: "ValueError", File: name, Why: "not an id"}
		}
		if _, err := r.sortNumber(stem); err != nil {
			return nil, &Raised{Exception: "ValueError", File: name, Why: err.Error()}
		}
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		x, _ := r.sortNumber(strings.TrimSuffix(a, ".json"))
		y, _ := r.sortNumber(strings.TrimSuffix(b, ".json"))
		if x != y {
			return x - y
		}
		return strings.Compare(a, b)
	})
	return names, nil
}

// sortNumber returns the number the dialect sorts by, 0 if it sorts by name. The dict family takes the part
// after the first underscore for a number without looking.
func (r rule) sortNumber(stem string) (int, error) {
	switch {
	case r.family == dict:
		part := strings.TrimSpace(strings.Split(stem, "_")[1])
		n, err := strconv.Atoi(part)
		if err != nil {
			return 0, fmt.Errorf("invalid literal for int(): %q", part)
		}
		return n, nil
	case r.family == schema:
		n, _ := strconv.Atoi(stem)
		return n, nil
	}
	return 0, nil
}

// checkLockDir returns why a lock directory of proper-lockfile can never be taken and given back, nil if it can.
func checkLockDir(path string) error {
	inside, err := os.ReadDir(path)
	switch {
	case os.IsNotExist(err): // released meanwhile
		return nil
	case err != nil:
		return &Raised{Exception: "ENOTDIR", File: filepath.Base(path), Why: "a lock must be a directory"}
	case len(inside) > 0:
		return &Raised{Exception: "ENOTEMPTY", File: filepath.Base(path), Why: "a lock with something in it is never released"}
	}
	return nil
}

// load reads one file as text and parses it.
func (r rule) load(dir, name string) (*object, error) {
	path := filepath.Join(dir, name)
	info, err := os.Stat(path)
	if err != nil {
		return nil, &Raised{Exception: "FileNotFoundError", File: name, Why: err.Error()}
	}
	if info.Mode().IsDir() {
		return nil, &Raised{Exception: "IsADirectoryError", File: name, Why: "a directory"}
	}
	if info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 {
		return nil, &Raised{Exception: "Hang", File: name, Why: "reading it would wait for ever"}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &Raised{Exception: "OSError", File: name, Why: err.Error()}
	}
	v, err := parse(data, r.language())
	if err != nil {
		raised := err.(*Raised)
		raised.File = name
		return nil, raised
	}
	o, ok := v.(*object)
	if !ok {
		return nil, &Raised{Exception: "TypeError", File: name, Why: "not an object"}
	}
	return o, nil
}

// canStart reports whether an agent that looks for work takes the task, and if not, why.
func (r rule) canStart(dir string, l Listing, t Task) (bool, string) {
	if t.Status != "pending" {
		return false, "it is " + t.Status
	}
	if t.OwnedBy() != "" {
		return false, t.OwnedBy() + " owns it"
	}
	if t.Internal {
		return false, "it is internal"
	}
	if r.ready == listEmpty {
		return len(t.WaitsFor) == 0, "its list of blockers is not empty"
	}
	for _, id := range t.WaitsFor {
		status, found := r.blockerStatus(dir, l, id)
		if found && status != "completed" || !found && r.ready == allCompleted {
			return false, "it waits for " + id.Text
		}
	}
	return true, ""
}

// blockerStatus returns the status of the task an id names. Most agents open the file of that name, so a file the
// listing does not take can still be a blocker.
func (r rule) blockerStatus(dir string, l Listing, id tasks.ID) (status string, found bool) {
	if r.family == dict && !id.Num {
		return "", false // these compare numbers
	}
	if r.family == schema {
		for _, t := range l.Tasks { // any of them that is unfinished, should the id be there twice
			if t.ID == id && status != "pending" && status != "in_progress" {
				status, found = t.Status, true
			}
		}
		return status, found
	}
	want := r.fileName(id.Text)
	for _, t := range l.Tasks {
		if t.File == want {
			return t.Status, true
		}
	}
	if strings.ContainsAny(id.Text, `/\`) {
		return "", false
	}
	o, err := r.load(dir, want)
	if err != nil {
		return "", false
	}
	status, _ = stringOf(o, "status")
	return status, true
}

// fileName returns the base name under which the dialect looks for an id.
func (r rule) fileName(id string) string {
	switch {
	case r.family == dict, r.family == tolerant && r.prefix != "":
		return "task_" + id + ".json"
	case r.family == tolerant, r.family == schema:
		return unsafeInID().ReplaceAllString(id, "-") + ".json"
	}
	return id + ".json"
}

var unsafeInID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-zA-Z0-9_-]`) })

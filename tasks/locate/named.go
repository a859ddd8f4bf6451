package locate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// named finds the task directory a person means by arg: a task directory, a folder that holds .tasks, or a folder
// of lists, of which it takes the newest.
func named(e Env, arg, list string) (Place, error) {
	dir := e.abs(arg)
	if bad := notDir(dir); bad != "" {
		return Place{}, badDir(dir, bad)
	}
	why := "named"
	if p, ok := namedWorkflow(e, dir, list); ok {
		return p, nil
	}
	if filepath.Base(dir) != ".tasks" {
		tasks := filepath.Join(dir, ".tasks")
		switch bad := notDir(tasks); bad {
		case "":
			dir, why = tasks, "the .tasks of the directory named"
		case "does not exist":
		default:
			return Place{}, badDir(tasks, bad)
		}
	}
	if list != "" {
		return namedList(e, dir, list)
	}
	if filepath.Base(dir) == ".tasks" {
		return tasksDir(e, dir, why)
	}
	b := newBudget()
	p := e.place(dir, why)
	if used, err := inUse(dir, b); err != nil {
		return Place{}, unusable(dir, err)
	} else if used || p.Kind != Explicit {
		return p, nil
	}
	s, err := look(dir, b)
	switch {
	case err != nil:
		return Place{}, unusable(dir, err)
	case s.tasks > 0:
		return p, nil
	}
	lists := subLists(dir, b)
	if len(lists) == 0 {
		return Place{}, &NotFound{Looked: []Looked{
			{Path: dir, Why: "holds no task files yet"}, {Path: filepath.Join(dir, ".tasks"), Why: "does not exist"},
		}}
	}
	newestFirst(lists)
	p = e.place(lists[0].Dir, newestOf(len(lists), dir))
	p.Siblings = lists[1:]
	if p.Kind == Explicit {
		p.List = lists[0].ID
	}
	return p, nil
}

// namedWorkflow finds the tasks of a workflow session: of the folder .task that was named, of the session it is in, or
// of the .workflow or the project that holds sessions and no .tasks.
func namedWorkflow(e Env, dir, list string) (Place, bool) {
	if list != "" {
		for _, root := range []string{dir, filepath.Join(dir, workflowDir)} {
			if filepath.Base(root) == workflowDir && notDir(root) == "" {
				if p, ok := sessionNamed(e, root, list, "--list "+list); ok {
					return p, true
				}
			}
		}
		return Place{}, false
	}
	switch {
	case holdsTasks(dir):
		return e.place(dir, "named"), true
	case notDir(filepath.Join(dir, ".tasks")) == "":
		return Place{}, false
	case notDir(filepath.Join(dir, taskDir)) == "":
		return e.place(filepath.Join(dir, taskDir), "the "+taskDir+" of the directory named"), true
	case holdsTasks(filepath.Join(dir, outputsDir, "tasks")) && notDir(filepath.Join(dir, outputsDir, "tasks")) == "":
		return e.place(filepath.Join(dir, outputsDir, "tasks"), "the tasks of the run named"), true
	case filepath.Base(dir) == workflowDir:
		return sessionPlace(e, dir)
	case notDir(filepath.Join(dir, workflowDir)) == "":
		if used, err := inUse(dir, newBudget()); err == nil && !used {
			return sessionPlace(e, filepath.Join(dir, workflowDir))
		}
	}
	return Place{}, false
}

// namedList finds a list inside the directory that was named.
func namedList(e Env, dir, list string) (Place, error) {
	why := "--list " + list
	switch list {
	case "default":
		return e.place(dir, why), nil
	case Latest:
		lists := subLists(dir, newBudget())
		if len(lists) == 0 {
			return Place{}, &NotFound{Looked: []Looked{{Path: dir, Why: "holds no list"}}}
		}
		newestFirst(lists)
		p := e.place(lists[0].Dir, why)
		p.List, p.Siblings = lists[0].ID, lists[1:]
		return p, nil
	}
	var looked []Looked
	for i, id := range []string{list, Sanitize(list)} {
		path, ok := inside(dir, id)
		if !ok || i == 1 && id == list {
			continue
		}
		bad := notDir(path)
		if bad == "" {
			p := e.place(path, why)
			p.List = id
			return p, nil
		}
		looked = append(looked, Looked{Path: path, Why: bad})
	}
	l, err := beginning(list, subLists(dir, newBudget()))
	switch {
	case err != nil:
		return Place{}, err
	case l.Dir == "":
		return Place{}, &NotFound{Looked: looked}
	}
	p := e.place(l.Dir, why)
	p.List = l.ID
	return p, nil
}

// Usable returns a *BadDir where the directory that was named cannot be one, nil otherwise and for "".
func Usable(e Env, arg string) error {
	if arg == "" {
		return nil
	}
	dir := e.abs(arg)
	if bad := notDir(dir); bad != "" {
		return badDir(dir, bad)
	}
	return nil
}

// Exists reports whether there is anything of that name, a link that leads nowhere included.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// badDir words what to do about a path that is no usable directory.
func badDir(path, why string) *BadDir {
	b := &BadDir{Path: path, Why: why}
	switch why {
	case "does not exist":
		b.Do = "check the spelling, or create it first"
		b.Err = fs.ErrNotExist
	case "is a file, not a directory":
		b.Do = "name the directory it is in, " + filepath.Dir(path)
	case "is a link that leads nowhere":
		b.Do = "remove the link, or create what it points to"
		b.Err = fs.ErrNotExist
	case "is not a directory":
		b.Do = "name a directory"
	default:
		b.Do = "check who may read it and the directories above it"
	}
	return b
}

// unusable words a directory that is there but whose listing cannot be read.
func unusable(path string, err error) *BadDir {
	return &BadDir{Path: path, Why: "cannot be read: " + reason(err), Do: "check who may read it", Err: err}
}

// reason is the system's own word for an error, without the path it repeats.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

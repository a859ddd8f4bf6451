package locate

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// resolveDir finds the task directory a person means by arg: a task directory, a folder that holds .tasks, or a folder
// of lists, of which it takes the newest.
func resolveDir(e Env, arg, list string) (Place, error) {
	dir := e.abs(arg)
	if bad := whyNotDir(dir); bad != "" {
		return Place{}, newBadDirError(dir, bad)
	}
	if filepath.Base(filepath.Dir(dir)) == teamsDir && workflowProject(dir) != "" && regularFile(dir, teamFile) != "" {
		return Place{}, &BadDirError{Path: dir, Why: "keeps all tasks of this team in one file, " + teamFile,
			Do: "sideboard shows one file per task"}
	}
	why := "named"
	if p, ok := resolveWorkflow(e, dir, list); ok {
		return p, nil
	}
	if filepath.Base(dir) != ".tasks" {
		tasks := filepath.Join(dir, ".tasks")
		switch bad := whyNotDir(tasks); bad {
		case "":
			dir, why = tasks, "the .tasks of the directory named"
		case "does not exist":
		default:
			return Place{}, newBadDirError(tasks, bad)
		}
	}
	if list != "" {
		return resolveListIn(e, dir, list)
	}
	if filepath.Base(dir) == ".tasks" {
		return resolveTasksDir(e, dir, why)
	}
	b := newBudget()
	p := e.describe(dir, why)
	if used, err := hasTaskFiles(dir, b); err != nil {
		return Place{}, unreadable(dir, err)
	} else if used || p.Kind != Explicit {
		return p, nil
	}
	s, err := surveyDir(dir, b)
	switch {
	case err != nil:
		return Place{}, unreadable(dir, err)
	case s.tasks > 0:
		return p, nil
	}
	lists := subLists(dir, b)
	if len(lists) == 0 {
		return Place{}, &NotFoundError{Tried: []Attempt{
			{Path: dir, Why: "holds no task files yet"}, {Path: filepath.Join(dir, ".tasks"), Why: "does not exist"},
		}}
	}
	sortForChoice(lists)
	p = e.describe(lists[0].Dir, whyNewest(len(lists), dir))
	if p.Kind == Explicit {
		p.List = lists[0].ID
	}
	return p, nil
}

// resolveWorkflow finds the tasks of a workflow session: of the folder .task that was named, of the session it is in, or
// of the .workflow or the project that holds sessions and no .tasks.
func resolveWorkflow(e Env, dir, list string) (Place, bool) {
	if list != "" {
		for _, root := range []string{dir, filepath.Join(dir, workflowDir)} {
			if filepath.Base(root) == workflowDir && whyNotDir(root) == "" {
				if p, ok := findSession(e, root, list, "--list "+list); ok {
					return p, true
				}
			}
		}
		return Place{}, false
	}
	switch {
	case isSessionTasksDir(dir):
		return e.describe(dir, "named"), true
	case whyNotDir(filepath.Join(dir, ".tasks")) == "":
		return Place{}, false
	case whyNotDir(filepath.Join(dir, taskDir)) == "":
		return e.describe(filepath.Join(dir, taskDir), "the "+taskDir+" of the directory named"), true
	case isSessionTasksDir(filepath.Join(dir, outputsDir, "tasks")) && whyNotDir(filepath.Join(dir, outputsDir, "tasks")) == "":
		return e.describe(filepath.Join(dir, outputsDir, "tasks"), "the tasks of the run named"), true
	case filepath.Base(dir) == workflowDir:
		return pickSession(e, dir)
	case whyNotDir(filepath.Join(dir, workflowDir)) == "":
		if used, err := hasTaskFiles(dir, newBudget()); err == nil && !used {
			return pickSession(e, filepath.Join(dir, workflowDir))
		}
	}
	return Place{}, false
}

// resolveListIn finds a list inside the directory that was named.
func resolveListIn(e Env, dir, list string) (Place, error) {
	why := "--list " + list
	switch list {
	case "default":
		return e.describe(dir, why), nil
	case Latest:
		lists := subLists(dir, newBudget())
		if len(lists) == 0 {
			return Place{}, &NotFoundError{Tried: []Attempt{{Path: dir, Why: "holds no list"}}}
		}
		sortForChoice(lists)
		p := e.describe(lists[0].Dir, why)
		p.List = lists[0].ID
		return p, nil
	}
	var looked []Attempt
	for i, id := range []string{list, Sanitize(list)} {
		path, ok := joinID(dir, id)
		if !ok || i == 1 && id == list {
			continue
		}
		bad := whyNotDir(path)
		if bad == "" {
			p := e.describe(path, why)
			p.List = id
			return p, nil
		}
		looked = append(looked, Attempt{Path: path, Why: bad})
	}
	l, err := findByPrefix(list, subLists(dir, newBudget()))
	switch {
	case err != nil:
		return Place{}, err
	case l.Dir == "":
		return Place{}, &NotFoundError{Tried: looked}
	}
	p := e.describe(l.Dir, why)
	p.List = l.ID
	return p, nil
}

// CheckDir returns a *BadDirError where the directory that was named cannot be one, nil otherwise and for "".
func CheckDir(e Env, arg string) error {
	if arg == "" {
		return nil
	}
	dir := e.abs(arg)
	if bad := whyNotDir(dir); bad != "" {
		return newBadDirError(dir, bad)
	}
	return nil
}

// Exists reports whether there is anything of that name, a link that leads nowhere included.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// newBadDirError words what to do about a path that is no usable directory.
func newBadDirError(path, why string) *BadDirError {
	b := &BadDirError{Path: path, Why: why}
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

// unreadable words a directory that is there but whose listing cannot be read.
func unreadable(path string, err error) *BadDirError {
	return &BadDirError{Path: path, Why: "cannot be read: " + systemReason(err), Do: "check who may read it", Err: err}
}

// systemReason returns the system's own word for an error, without the path it repeats.
func systemReason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

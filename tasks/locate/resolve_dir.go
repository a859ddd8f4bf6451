package locate

import "path/filepath"

// resolveDir finds the task directory a person means by arg: a task directory, a folder that holds .tasks, or a folder
// of lists, of which it takes the newest.
func resolveDir(e Env, arg, list string) (Place, error) {
	dir := e.abs(arg)
	if bad := whyNotDir(dir); bad != "" {
		return Place{}, newBadDirError(dir, bad)
	}
	if filepath.Base(filepath.Dir(dir)) == teamsDir && workflowProject(dir) != "" && regularFile(dir, teamFile) != "" {
		return Place{}, oneFileError(dir, teamFile)
	}
	if p, ok := resolveWorkflow(e, dir, list); ok {
		return p, nil
	}
	if filepath.Base(dir) != ".tasks" {
		tasks := filepath.Join(dir, ".tasks")
		switch bad := whyNotDir(tasks); bad {
		case "":
			dir = tasks
		case "does not exist":
		default:
			return Place{}, newBadDirError(tasks, bad)
		}
	}
	if list != "" {
		return resolveListIn(e, dir, list)
	}
	if filepath.Base(dir) == ".tasks" {
		return resolveTasksDir(e, dir)
	}
	b := newBudget()
	p := e.describe(dir)
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
	p = e.describe(lists[0].Dir)
	if p.Kind == Explicit {
		p.List = lists[0].ID
	}
	return p, nil
}

// oneFileError is the error for a team whose tasks nobody here reads.
func oneFileError(dir, name string) error {
	return &BadDirError{Path: dir, Why: "keeps all tasks of this team in one file, " + name, Do: "sideboard shows one file per task"}
}

// resolveWorkflow finds the tasks of a workflow session: of the folder .task that was named, of the session it is in, or
// of the .workflow or the project that holds sessions and no .tasks.
func resolveWorkflow(e Env, dir, list string) (Place, bool) {
	if list != "" {
		for _, root := range []string{dir, filepath.Join(dir, workflowDir)} {
			if filepath.Base(root) == workflowDir && whyNotDir(root) == "" {
				if p, ok := findSession(e, root, list); ok {
					return p, true
				}
			}
		}
		return Place{}, false
	}
	switch {
	case isSessionTasksDir(dir):
		return e.describe(dir), true
	case whyNotDir(filepath.Join(dir, ".tasks")) == "":
		return Place{}, false
	case whyNotDir(filepath.Join(dir, taskDir)) == "":
		return e.describe(filepath.Join(dir, taskDir)), true
	case isSessionTasksDir(filepath.Join(dir, outputsDir, "tasks")) && whyNotDir(filepath.Join(dir, outputsDir, "tasks")) == "":
		return e.describe(filepath.Join(dir, outputsDir, "tasks")), true
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
	describe := func(path, id string) (Place, error) {
		p := e.describe(path)
		p.List = id
		return p, nil
	}
	switch list {
	case "default":
		return e.describe(dir), nil
	case Latest:
		lists := subLists(dir, newBudget())
		if len(lists) == 0 {
			return Place{}, &NotFoundError{Tried: []Attempt{{Path: dir, Why: "holds no list"}}}
		}
		return describe(lists[0].Dir, lists[0].ID)
	}
	var looked []Attempt
	for i, id := range []string{list, Sanitize(list)} {
		path, ok := joinID(dir, id)
		if !ok || i == 1 && id == list {
			continue
		}
		bad := whyNotDir(path)
		if bad == "" {
			return describe(path, id)
		}
		looked = append(looked, Attempt{Path: path, Why: bad})
	}
	var all []FoundList
	for _, l := range subLists(dir, newBudget()) {
		all = append(all, FoundList{List: l, Kind: SubList})
	}
	l, err := findNamed(list, all)
	switch {
	case err != nil:
		return Place{}, err
	case l.Dir == "":
		return Place{}, &NotFoundError{Tried: append(looked, otherLists(list, all))}
	}
	return describe(l.Dir, l.ID)
}

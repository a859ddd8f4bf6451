package locate

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// Latest is the list id for the newest list.
const Latest = "latest"

// listVariables are the variables with the list of an agent; the first that is set counts.
var listVariables = [...]string{"CLAUDE_CODE_TASK_LIST_ID", "CLAUDE_TEAM_NAME", "CLAUDE_CODE_TEAM_NAME"}

// Resolve returns the directory that is meant by arg, or else by list (the value of --list), or else by the variables
// of the environment, or else the nearest .tasks, or the .workflow if that is nearer. With both, list is looked for in
// arg. Its errors are *NotFoundError and *BadDirError.
func Resolve(e Env, arg, list string) (Place, error) {
	if arg != "" {
		return resolveDir(e, arg, list)
	}
	near, tried := nearestTasksDir(e)
	if list != "" {
		p, err := resolveID(e, near, list)
		if nf, none := err.(*NotFoundError); none && list != Latest {
			all := namedLists(e, near)
			l, bad := findNamed(list, all)
			switch {
			case bad != nil:
				return Place{}, bad
			case l.Dir != "":
				return e.describe(l.Dir), nil
			}
			nf.Tried = append(nf.Tried, otherLists(list, all))
		}
		if nf, ok := err.(*NotFoundError); ok && near == "" {
			nf.Tried = append(tried, nf.Tried...)
		}
		return p, err
	}
	var variables []Attempt
	var unset []string
	for _, name := range listVariables {
		id := e.getenv(name)
		if id == "" {
			unset = append(unset, name)
			continue
		}
		p, err := resolveID(e, near, id)
		if err == nil {
			return p, nil
		}
		if nf, ok := err.(*NotFoundError); ok {
			for _, l := range nf.Tried {
				l.Why = name + " names it, but it " + l.Why
				variables = append(variables, l)
			}
			continue
		}
		return Place{}, err
	}
	switch n := len(unset); n {
	case 0:
	case 1:
		variables = append(variables, Attempt{Why: unset[0] + " is not set", Usual: true})
	default:
		variables = append(variables, Attempt{Why: strings.Join(unset[:n-1], ", ") + " and " + unset[n-1] +
			" are not set", Usual: true})
	}
	if root := nearestWorkflow(e); root != "" &&
		(near == "" || isWithin(projectOfTasks(near), root) && projectOfTasks(near) != filepath.Dir(root)) {
		if p, ok := pickSession(e, root); ok {
			return p, nil
		}
		tried = append(tried, Attempt{Path: root, Why: "holds no session with tasks"})
	}
	if near == "" {
		if !e.NamesList() {
			tried = append(tried, Attempt{Why: "there are no tasks in " + otherDirs() +
				", and no list of Claude Code's is clearly this project's", Usual: true})
		}
		dirs, _ := e.parentDirs()
		return Place{}, &NotFoundError{Tried: slices.Concat(variables, tried, unreadAttempts(dirs...))}
	}
	return resolveTasksDir(e, near)
}

// resolveID returns the list with an id: in the nearest .tasks, or else a workflow session, or else one of Claude
// Code's.
func resolveID(e Env, near, id string) (Place, error) {
	if id == Latest {
		return resolveLatest(e, near)
	}
	var tried []Attempt
	if near != "" && id == "default" {
		return e.describe(near), nil
	}
	if dir, ok := joinID(near, id); ok && near != "" {
		bad := whyNotDir(dir)
		if bad == "" {
			return e.describe(dir), nil
		}
		tried = append(tried, Attempt{Path: dir, Why: bad})
	}
	if root := nearestWorkflow(e); root != "" {
		if p, ok := findSession(e, root, id); ok {
			return p, nil
		}
		tried = append(tried, Attempt{Path: root, Why: "holds no session of this name"})
	}
	cfg := ConfigDir(e)
	if cfg == "" {
		tried = append(tried, Attempt{Why: "could be a list of Claude Code's, but the home directory is unknown"})
		return Place{}, &NotFoundError{Tried: tried}
	}
	dir := filepath.Join(cfg, "tasks", Sanitize(id))
	if bad := whyNotDir(dir); bad != "" {
		return Place{}, &NotFoundError{Tried: append(tried, Attempt{Path: dir, Why: bad})}
	}
	return e.describe(dir), nil
}

// resolveLatest returns the newest of all lists: those in the nearest .tasks, the .tasks itself, workflow sessions, and
// Claude Code's. A list with tasks comes before any without.
func resolveLatest(e Env, near string) (Place, error) {
	found, errs := e.enumerate(nearScope(e, near))
	var bad *BadDirError
	if err := errors.Join(errs...); errors.As(err, &bad) && filepath.Base(bad.Path) != workflowDir {
		return Place{}, bad
	}
	var all []List
	for _, l := range found {
		if !l.Archived && !l.isOneFile() {
			all = append(all, l.List)
		}
	}
	if len(all) == 0 {
		nf := &NotFoundError{}
		if cfg := ConfigDir(e); cfg != "" {
			nf.Tried = []Attempt{{Path: filepath.Join(cfg, "tasks"), Why: "holds no list"}}
		}
		return Place{}, nf
	}
	sortForChoice(all)
	return e.describe(all[0].Dir), nil
}

// resolveTasksDir returns a .tasks itself, or, if it was never used and there are lists with tasks in it, the newest of
// those.
func resolveTasksDir(e Env, dir string) (Place, error) {
	used, err := hasTaskFiles(dir, newBudget())
	if err != nil {
		return Place{}, unreadable(dir, err)
	}
	if used {
		return e.describe(dir), nil
	}
	if lists := subLists(dir, newBudget()); len(lists) > 0 && lists[0].Tasks > 0 {
		return e.describe(lists[0].Dir), nil
	}
	p := e.describe(dir)
	p.Unread = strings.Join(Unread(projectOfTasks(dir)), "\n")
	return p, nil
}

// joinID returns the directory of an id that agents use as its name without changes. An id for a path outside of dir,
// or for dir itself, is refused.
func joinID(dir, id string) (string, bool) {
	if !filepath.IsLocal(id) || filepath.Clean(id) == "." || strings.ContainsRune(id, 0) {
		return "", false
	}
	return filepath.Join(dir, id), true
}

// resolveDir returns the directory of tasks for arg: a directory of tasks, a folder with a .tasks, or the newest list
// in a folder of lists.
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
			dir = cmp.Or(e.ownClaudeTasks(dir), toolDirIn(dir), dir)
		default:
			return Place{}, newBadDirError(tasks, bad)
		}
	}
	if list != "" {
		return resolveListIn(e, dir, list)
	}
	if filepath.Base(dir) == ".tasks" || isOwnClaudeTasks(dir) && !e.isClaudeList(filepath.Join(dir, "any")) {
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
		return Place{}, &NotFoundError{Tried: append([]Attempt{
			{Path: dir, Why: noTasksIn(dir)}, {Path: filepath.Join(dir, ".tasks"), Why: "does not exist"},
		}, unreadAttempts(dir)...)}
	}
	p = e.describe(lists[0].Dir)
	if p.Kind == Explicit {
		p.List = lists[0].ID
	}
	return p, nil
}

// oneFileError returns the error for a team that keeps all tasks in one file.
func oneFileError(dir, name string) error {
	return &BadDirError{Path: dir, Why: "keeps all tasks of this team in one file, " + name,
		Do: "sideboard shows one file per task"}
}

// resolveWorkflow returns the tasks of a workflow session, and whether there are any: dir is a folder .task, the folder
// of a session, or the .workflow or the project that has sessions and no .tasks.
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
	case isSessionTasksDir(filepath.Join(dir, outputsDir, "tasks")) &&
		whyNotDir(filepath.Join(dir, outputsDir, "tasks")) == "":
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

// resolveListIn returns a list in the directory that was named.
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
	var tried []Attempt
	for i, id := range []string{list, Sanitize(list)} {
		path, ok := joinID(dir, id)
		if !ok || i == 1 && id == list {
			continue
		}
		bad := whyNotDir(path)
		if bad == "" {
			return describe(path, id)
		}
		tried = append(tried, Attempt{Path: path, Why: bad})
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
		return Place{}, &NotFoundError{Tried: append(tried, otherLists(list, all))}
	}
	return describe(l.Dir, l.ID)
}

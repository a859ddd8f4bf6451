package locate

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"
)

// Latest is the list id that means the newest list there is.
const Latest = "latest"

// listVariables name the list an agent works on, the first that is set before the others.
var listVariables = [...]string{"CLAUDE_CODE_TASK_LIST_ID", "CLAUDE_TEAM_NAME", "CLAUDE_CODE_TEAM_NAME"}

// Resolve finds the directory that is meant: arg when it is not "", else list (the value of --list), else the
// variables of the environment, else the nearest .tasks, or the .workflow where that is nearer. With both, list is looked for inside arg. Its errors are
// *NotFoundError and *BadDirError.
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
	var looked []Attempt
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
				looked = append(looked, l)
			}
			continue
		}
		return Place{}, err
	}
	switch n := len(unset); n {
	case 0:
	case 1:
		looked = append(looked, Attempt{Why: unset[0] + " is not set", Usual: true})
	default:
		looked = append(looked, Attempt{Why: strings.Join(unset[:n-1], ", ") + " and " + unset[n-1] + " are not set", Usual: true})
	}
	if root := nearestWorkflow(e); root != "" && (near == "" || isWithin(projectOfTasks(near), root) && projectOfTasks(near) != filepath.Dir(root)) {
		if p, ok := pickSession(e, root); ok {
			return p, nil
		}
		tried = append(tried, Attempt{Path: root, Why: "holds no session with tasks"})
	}
	if near == "" {
		return Place{}, &NotFoundError{Tried: append(looked, tried...)}
	}
	return resolveTasksDir(e, near)
}

// resolveID finds one list by its id: inside the nearest .tasks, else among Claude Code's.
func resolveID(e Env, near, id string) (Place, error) {
	if id == Latest {
		return resolveLatest(e, near)
	}
	var looked []Attempt
	if near != "" && id == "default" {
		return e.describe(near), nil
	}
	if dir, ok := joinID(near, id); ok && near != "" {
		bad := whyNotDir(dir)
		if bad == "" {
			return e.describe(dir), nil
		}
		looked = append(looked, Attempt{Path: dir, Why: bad})
	}
	if root := nearestWorkflow(e); root != "" {
		if p, ok := findSession(e, root, id); ok {
			return p, nil
		}
		looked = append(looked, Attempt{Path: root, Why: "holds no session of this name"})
	}
	cfg := ConfigDir(e)
	if cfg == "" {
		looked = append(looked, Attempt{Why: "could be a list of Claude Code's, but the home directory is unknown"})
		return Place{}, &NotFoundError{Tried: looked}
	}
	dir := filepath.Join(cfg, "tasks", Sanitize(id))
	if bad := whyNotDir(dir); bad != "" {
		return Place{}, &NotFoundError{Tried: append(looked, Attempt{Path: dir, Why: bad})}
	}
	return e.describe(dir), nil
}

// resolveLatest finds the newest of all lists: those inside the nearest .tasks, the .tasks itself, and Claude Code's. A
// list with tasks in it goes before any that has none.
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

// resolveTasksDir settles on a .tasks: itself, but where it was never used while lists inside it are, the newest of those.
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
	return e.describe(dir), nil
}

// joinID joins an id that agents use as a directory's name without changing it. An id that would lead out of dir,
// or to dir itself, is none.
func joinID(dir, id string) (string, bool) {
	if !filepath.IsLocal(id) || filepath.Clean(id) == "." || strings.ContainsRune(id, 0) {
		return "", false
	}
	return filepath.Join(dir, id), true
}

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
			dir = cmp.Or(e.ownClaudeTasks(dir), dir)
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

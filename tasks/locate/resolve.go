package locate

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Latest is the list id that means the newest list there is.
const Latest = "latest"

// variables name the list an agent works on, the first that is set before the others.
var variables = [...]string{"CLAUDE_CODE_TASK_LIST_ID", "CLAUDE_TEAM_NAME", "CLAUDE_CODE_TEAM_NAME"}

// Resolve finds the directory that is meant: arg when it is not "", else list (the value of --list), else the
// variables of the environment, else the nearest .tasks, or the .workflow where that is nearer. With both, list is looked for inside arg. Its errors are
// *NotFound and *BadDir.
func Resolve(e Env, arg, list string) (Place, error) {
	if arg != "" {
		return named(e, arg, list)
	}
	near, tried := nearest(e)
	if list != "" {
		p, err := byID(e, near, list, "--list "+list)
		if _, none := err.(*NotFound); none && list != Latest {
			l, many := beginning(list, every(e, near))
			switch {
			case many != nil:
				return Place{}, many
			case l.Dir != "":
				return e.place(l.Dir, "--list "+list), nil
			}
		}
		if nf, ok := err.(*NotFound); ok && near == "" {
			nf.Looked = append(tried, nf.Looked...)
		}
		return p, err
	}
	var looked []Looked
	var unset []string
	for _, name := range variables {
		id := e.get(name)
		if id == "" {
			unset = append(unset, name)
			continue
		}
		p, err := byID(e, near, id, name)
		if err == nil {
			return p, nil
		}
		if nf, ok := err.(*NotFound); ok {
			for _, l := range nf.Looked {
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
		looked = append(looked, Looked{Why: unset[0] + " is not set"})
	default:
		looked = append(looked, Looked{Why: strings.Join(unset[:n-1], ", ") + " and " + unset[n-1] + " are not set"})
	}
	if root := nearestWorkflow(e); root != "" && (near == "" || within(filepath.Dir(near), root) && filepath.Dir(near) != filepath.Dir(root)) {
		if p, ok := sessionPlace(e, root); ok {
			return p, nil
		}
		tried = append(tried, Looked{Path: root, Why: "holds no session with tasks"})
	}
	if near == "" {
		return Place{}, &NotFound{Looked: append(looked, tried...)}
	}
	return tasksDir(e, near, "nearest .tasks")
}

// byID finds one list by its id: inside the nearest .tasks, else among Claude Code's.
func byID(e Env, near, id, why string) (Place, error) {
	if id == Latest {
		return latest(e, near, why)
	}
	var looked []Looked
	if near != "" && id == "default" {
		return e.place(near, why), nil
	}
	if dir, ok := inside(near, id); ok && near != "" {
		bad := notDir(dir)
		if bad == "" {
			return e.place(dir, why), nil
		}
		looked = append(looked, Looked{Path: dir, Why: bad})
	}
	if root := nearestWorkflow(e); root != "" {
		if p, ok := sessionNamed(e, root, id, why); ok {
			return p, nil
		}
		looked = append(looked, Looked{Path: root, Why: "holds no session of this name"})
	}
	cfg := ConfigDir(e)
	if cfg == "" {
		looked = append(looked, Looked{Why: "could be a list of Claude Code's, but the home directory is unknown"})
		return Place{}, &NotFound{Looked: looked}
	}
	dir := filepath.Join(cfg, "tasks", Sanitize(id))
	if bad := notDir(dir); bad != "" {
		return Place{}, &NotFound{Looked: append(looked, Looked{Path: dir, Why: bad})}
	}
	return e.place(dir, why), nil
}

// latest finds the newest of all lists: those inside the nearest .tasks, the .tasks itself, and Claude Code's. A
// list with tasks in it goes before any that has none.
func latest(e Env, near, why string) (Place, error) {
	var all []List
	if near != "" { // a budget for each, so that a full directory hides no other
		all = append(subLists(near, newBudget()), one(near, "default", newBudget()))
	}
	if root := nearestWorkflow(e); root != "" {
		sessions, _ := sessionsIn(root)
		sessions = slices.DeleteFunc(sessions, func(s Session) bool { return s.Archived })
		all = append(all, sessionLists(sessions)...)
	}
	claude, err := claudeLists(e, newBudget())
	if err != nil {
		return Place{}, err
	}
	all = append(all, claude...)
	if len(all) == 0 {
		nf := &NotFound{}
		if cfg := ConfigDir(e); cfg != "" {
			nf.Looked = []Looked{{Path: filepath.Join(cfg, "tasks"), Why: "holds no list"}}
		}
		return Place{}, nf
	}
	newestFirst(all)
	p := e.place(all[0].Dir, why)
	p.Siblings = all[1:]
	return p, nil
}

// tasksDir settles on a .tasks: itself, but where it was never used while lists inside it are, the newest of those.
func tasksDir(e Env, dir, why string) (Place, error) {
	used, err := inUse(dir, newBudget())
	if err != nil {
		return Place{}, unusable(dir, err)
	}
	if used {
		return e.place(dir, why), nil
	}
	lists := subLists(dir, newBudget())
	newestFirst(lists)
	if len(lists) == 0 || lists[0].Tasks == 0 {
		p := e.place(dir, why)
		p.Siblings = lists
		return p, nil
	}
	p := e.place(lists[0].Dir, newestOf(len(lists), dir))
	p.Siblings = lists[1:]
	return p, nil
}

func newestOf(n int, dir string) string {
	if n == 1 {
		return "the only list in " + filepath.Base(dir)
	}
	return "newest of " + strconv.Itoa(n) + " lists in " + filepath.Base(dir)
}

// inside joins an id that agents use as a directory's name without changing it. An id that would lead out of dir,
// or to dir itself, is none.
func inside(dir, id string) (string, bool) {
	if !filepath.IsLocal(id) || filepath.Clean(id) == "." || strings.ContainsRune(id, 0) {
		return "", false
	}
	return filepath.Join(dir, id), true
}

// notDir says in words why path is no directory, "" when it is one.
func notDir(path string) string {
	fi, err := os.Stat(path)
	switch {
	case err == nil && fi.IsDir():
		return ""
	case err == nil && fi.Mode().IsRegular():
		return "is a file, not a directory"
	case err == nil:
		return "is not a directory"
	}
	if _, lerr := os.Lstat(path); lerr == nil && os.IsNotExist(err) {
		return "is a link that leads nowhere"
	}
	if os.IsNotExist(err) {
		return "does not exist"
	}
	return "cannot be opened: " + reason(err)
}

package locate

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// List is a list of tasks that can be opened.
type List struct {
	ID      string    // the name of its directory
	Dir     string    // absolute
	Project string    // the team's name, else the project's directory, "" if unknown: raw text
	Tasks   int       // the number of files with names of tasks
	Open    int       // the number of them that are not completed, of the first maxPeek
	More    bool      // the counts are lower bounds: a limit was reached
	Changed time.Time // the directory, or the newest file that was read
	Here    bool      // it belongs to the project of Env.Cwd

	Title   string   // the title or the first prompt of the session that created it, "" if unknown: raw text
	Running string   // the subject of the running task that changed last, "" for none: raw text
	Owners  []string // the owners of running tasks, sorted, at most maxOwners: raw text
	OneFile string   // the name of a file with all its tasks, which is not read; "" for none
	Wiped   bool     // it is empty, and had tasks by its high-water mark
}

// isOneFile reports whether all tasks of a list are in one file, so that it cannot be opened.
func (l List) isOneFile() bool { return l.OneFile != "" && l.Tasks == 0 }

// Label returns the name of a list for people, raw text: its session's title, else the project or team, else its id.
func (l List) Label() string { return cmp.Or(l.Title, l.Project, l.ID) }

// FoundList is a List with its kind.
type FoundList struct {
	List
	Kind     Kind
	Under    string // of a workflow session: the path of its folder below .workflow
	Active   bool   // of a workflow session: it is the current one
	Archived bool   // of a workflow session
}

// Name returns the name of the list or session, or the project of a plain .tasks, for people. Raw text.
func (f FoundList) Name() string {
	switch f.Kind {
	case TasksDir:
		return f.Project
	case ClaudeCode:
		return cmp.Or(f.Project, f.ID)
	}
	return f.ID
}

// scope says where enumerate looks for lists.
type scope struct {
	tasksDirs []string // each a .tasks or .claude/tasks: itself, and the lists inside it
	workflow  string   // a .workflow, for its sessions; "" for none
	claude    bool     // Claude Code's lists
	tool      string   // a directory of another tool's tasks; "" for none
}

// enumerate returns the lists of a scope, kind by kind, with a budget for each, so that a full directory hides no
// other. What cannot be read is left out, and errs says why.
func (e Env) enumerate(where scope) (all []FoundList, errs []error) {
	for _, path := range where.tasksDirs {
		project := filepath.Base(projectOfTasks(path))
		add := func(l List, kind Kind) {
			l.Project = project
			all = append(all, FoundList{List: l, Kind: kind})
		}
		if own := describeList(path, "", newBudget()); own.Tasks > 0 || !isOwnClaudeTasks(path) {
			add(own, TasksDir)
		}
		for _, l := range subLists(path, newBudget()) {
			add(l, SubList)
		}
	}
	if where.workflow != "" {
		sessions, err := sessionsIn(where.workflow)
		if err != nil {
			errs = append(errs, err)
		}
		all = append(all, sessions...)
	}
	if where.tool != "" {
		l := describeList(where.tool, filepath.Base(filepath.Dir(where.tool)), newBudget())
		l.Project = filepath.Base(projectOfTool(where.tool))
		all = append(all, FoundList{List: l, Kind: Explicit})
	}
	if where.claude {
		lists, err := Lists(e)
		if err != nil {
			errs = append(errs, err)
		}
		for _, l := range lists {
			all = append(all, FoundList{List: l, Kind: ClaudeCode})
		}
	}
	return all, errs
}

// FindAll returns everything that can be opened from Cwd: the .tasks there and above with the lists in them, the
// workflow sessions of the project, and Claude Code's lists. Those of this project come first, in that order, each kind
// newest first and archives last; then those with open tasks. What cannot be read is left out, and errs says why.
func FindAll(e Env) (all []FoundList, errs []error) {
	where := scope{workflow: nearestWorkflow(e), claude: true}
	dirs, _ := e.parentDirs()
	for _, dir := range dirs {
		if path := filepath.Join(dir, ".tasks"); whyNotDir(path) == "" {
			where.tasksDirs = append(where.tasksDirs, path)
		}
		if own := e.ownClaudeTasks(dir); own != "" {
			where.tasksDirs = append(where.tasksDirs, own)
		}
		where.tool = cmp.Or(where.tool, toolDirIn(dir))
	}
	all, errs = e.enumerate(where)
	for i := range all {
		all[i].Here = all[i].Here || all[i].Kind != ClaudeCode
	}
	slices.SortStableFunc(all, func(a, b FoundList) int {
		return cmp.Or(compareBool(!a.Here, !b.Here), compareBool(a.Archived, b.Archived),
			compareBool(a.isIdle(), b.isIdle()))
	})
	return all, errs
}

// isIdle reports whether a list is of another project and has no open task.
func (l List) isIdle() bool { return !l.Here && l.Open == 0 }

// maxIdle is the largest number of such lists that are shown after the others.
const maxIdle = 20

// FoldAt returns the index of the first list that should only be counted: those of other projects without open tasks,
// after the first maxIdle.
func FoldAt[L interface{ isIdle() bool }](found []L) int {
	at := len(found)
	for at > 0 && found[at-1].isIdle() {
		at--
	}
	return min(at+maxIdle, len(found))
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// ConfigDir returns Claude Code's configuration directory: $CLAUDE_CONFIG_DIR, else .claude in the home directory, ""
// if neither is known.
func ConfigDir(e Env) string {
	if dir := e.getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return e.abs(dir)
	}
	if e.Home == "" {
		return ""
	}
	return filepath.Join(e.Home, ".claude")
}

// Sanitize returns the name of Claude Code's directory for a list's id: each UTF-16 code unit that is not an ASCII
// letter, a digit, _ or - becomes -.
func Sanitize(id string) string {
	var b strings.Builder
	for _, r := range id {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			b.WriteRune(r)
		case r > 0xffff:
			b.WriteString("--")
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

// Lists returns Claude Code's lists: those of this project first, then others with open tasks, each newest first. A
// missing configuration directory is not an error; one that cannot be read is a *BadDirError.
func Lists(e Env) ([]List, error) {
	base := filepath.Join(ConfigDir(e), "tasks")
	if _, err := os.Stat(base); os.IsNotExist(err) || ConfigDir(e) == "" {
		return nil, nil
	}
	all, err := listsIn(base, newBudget())
	if err != nil {
		return nil, unreadable(base, err)
	}
	addProjects(e, all)
	slices.SortStableFunc(all, func(a, b List) int {
		return cmp.Or(compareBool(!a.Here, !b.Here), compareBool(a.isIdle(), b.isIdle()), compareNewest(a, b))
	})
	return all, nil
}

// subLists returns the lists in a folder, the best to open first.
func subLists(dir string, b *budget) []List {
	all, _ := listsIn(dir, b) // a folder that cannot be read has none
	sortForChoice(all)
	return all
}

// listsIn returns the directories in a folder that have tasks, or what agents leave next to tasks.
func listsIn(dir string, b *budget) ([]List, error) {
	ids, err := directories(dir, b)
	if err != nil {
		return nil, err
	}
	var all []List
	for _, id := range ids {
		at := filepath.Join(dir, id)
		if s, err := surveyDir(at, b); err == nil && (s.tasks > 0 || s.hasTraces) {
			all = append(all, s.list(at, id))
		}
	}
	return all, nil
}

// describeList returns the List of a directory, even of an empty one.
func describeList(dir, id string, b *budget) List {
	s, _ := surveyDir(dir, b)
	return s.list(dir, id)
}

func (s survey) list(dir, id string) List {
	return List{
		ID: id, Dir: dir, Tasks: s.tasks, Open: s.open, More: s.more, Changed: s.changed,
		Running: s.running, Owners: s.owners, Wiped: s.tasks == 0 && s.hasMark,
	}
}

// directories returns the names of the directories in dir and of links to directories, the newest first.
func directories(dir string, b *budget) ([]string, error) {
	type entry struct {
		name    string
		changed int64
	}
	var found []entry
	_, err := readEntries(dir, b, func(d fs.DirEntry) bool {
		if strings.HasPrefix(d.Name(), ".") || !d.IsDir() && d.Type()&fs.ModeSymlink == 0 {
			return true
		}
		fi, err := os.Stat(filepath.Join(dir, d.Name()))
		if err == nil && fi.IsDir() {
			found = append(found, entry{d.Name(), fi.ModTime().UnixNano()})
		}
		return true
	})
	slices.SortFunc(found, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.changed, a.changed), cmp.Compare(a.name, b.name))
	})
	names := make([]string, len(found))
	for i, f := range found {
		names[i] = f.name
	}
	return names, err
}

// sortForChoice puts the best list to open first: lists with tasks before those without, then newest first.
func sortForChoice(all []List) {
	slices.SortStableFunc(all, func(a, b List) int {
		return cmp.Or(compareBool(a.Tasks == 0, b.Tasks == 0), compareNewest(a, b))
	})
}

func compareNewest(a, b List) int {
	return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
}

// ListStamp returns the times of the directories that change if Claude Code creates a list, adds a task to one or
// starts a session in this project. It is never nil.
func ListStamp(e Env) []time.Time {
	stamp := []time.Time{}
	cfg := ConfigDir(e)
	if cfg == "" {
		return stamp
	}
	add := func(dir string) {
		if fi, err := os.Stat(dir); err == nil {
			stamp = append(stamp, fi.ModTime())
		}
	}
	add(filepath.Join(cfg, "teams"))
	b := newBudget()
	for _, base := range []string{"tasks", "projects"} {
		add(filepath.Join(cfg, base))
		left := maxStamp
		_, _ = readEntries(filepath.Join(cfg, base), b, func(d fs.DirEntry) bool {
			add(filepath.Join(cfg, base, d.Name()))
			left--
			return left > 0
		})
	}
	return stamp
}

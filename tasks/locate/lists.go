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

// List is one list of tasks that could be opened.
type List struct {
	ID      string // the name of its directory
	Dir     string // absolute
	Project string // the team's name, else the project's directory where it is known, else "": raw text
	Tasks   int    // files that are named like tasks
	Open    int    // of those, the ones not completed; counted in at most maxPeek files
	More    bool   // the counts are lower bounds: a cap was reached
	Changed time.Time
	Here    bool // it belongs to the project of Env.Cwd

	Title   string   // of the session it was made in, or what that was asked first; "" when unknown: raw text
	Running string   // the subject of the running task that changed last, "" for none: raw text
	Owners  []string // who has running tasks, in order, at most a few: raw text
	OneFile string   // the name of a file that holds all its tasks at once and is not read, "" for none
	Wiped   bool     // it is empty, and its high-water mark says that it had tasks
}

// isOneFile reports whether there is nothing to open: all tasks are in one file.
func (l List) isOneFile() bool { return l.OneFile != "" && l.Tasks == 0 }

// Label returns what to call a list to people, raw text: its session's title, else the project or team, else its id.
func (l List) Label() string { return cmp.Or(l.Title, l.Project, l.ID) }

// FoundList is a directory of tasks that can be opened, with where it belongs.
type FoundList struct {
	List
	Kind     Kind
	Under    string // of a workflow session: where it lies below .workflow
	Active   bool   // of a workflow session: it is the one at work
	Archived bool   // of a workflow session
}

// Name returns what to call it to people: the list or session, or the project of a plain .tasks. Raw text.
func (f FoundList) Name() string {
	switch f.Kind {
	case TasksDir:
		return f.Project
	case ClaudeCode:
		return cmp.Or(f.Project, f.ID)
	}
	return f.ID
}

// scope is where lists are looked for.
type scope struct {
	tasksDirs []string // each a .tasks or .claude/tasks: itself, and the lists inside it
	workflow  string   // a .workflow: its sessions; "" for none
	claude    bool     // Claude Code's lists
}

// enumerate returns the lists of a scope, kind by kind, with a budget for each, so that a full directory hides no other.
// What cannot be read is left out, and errs says why.
func (e Env) enumerate(where scope) (all []FoundList, errs []error) {
	for _, path := range where.tasksDirs {
		project := filepath.Base(projectOfTasks(path))
		add := func(l List, kind Kind) {
			l.Project = project
			all = append(all, FoundList{List: l, Kind: kind})
		}
		add(describeList(path, "", newBudget()), TasksDir)
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

// FindAll returns everything that can be opened from where the person stands: the .tasks here and above with the lists
// inside them, the workflow sessions of the project, and Claude Code's lists. What is of this project comes first, in that
// order, each kind newest first and archives last; of the rest, what has open tasks. What cannot be read is left out, and
// errs says why.
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
	}
	all, errs = e.enumerate(where)
	for i := range all {
		all[i].Here = all[i].Here || all[i].Kind != ClaudeCode
	}
	slices.SortStableFunc(all, func(a, b FoundList) int {
		return cmp.Or(falseFirst(!a.Here, !b.Here), falseFirst(a.Archived, b.Archived), falseFirst(a.isIdle(), b.isIdle()))
	})
	return all, errs
}

// isIdle reports whether a list is of another project and has no open task.
func (l List) isIdle() bool { return !l.Here && l.Open == 0 }

// maxIdle is how many such lists are shown behind the others.
const maxIdle = 20

// FoldAt returns from where on the lists of FindAll or Lists are better counted than shown: those of other projects without an open
// task, but for the first few.
func FoldAt[L interface{ isIdle() bool }](found []L) int {
	at := len(found)
	for at > 0 && found[at-1].isIdle() {
		at--
	}
	return min(at+maxIdle, len(found))
}

// falseFirst puts what is so behind what is not.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// ConfigDir returns Claude Code's configuration directory: $CLAUDE_CONFIG_DIR, else .claude in the home directory, ""
// when neither is known.
func ConfigDir(e Env) string {
	if dir := e.getenv("CLAUDE_CONFIG_DIR"); dir != "" {
		return e.abs(dir)
	}
	if e.Home == "" {
		return ""
	}
	return filepath.Join(e.Home, ".claude")
}

// Sanitize spells a list's id as Claude Code names its directory: everything but ASCII letters, digits, _ and -
// becomes -, one for each UTF-16 code unit.
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

// Lists returns Claude Code's lists: those of this project first, then others with open tasks, each newest first. That there is
// no configuration directory is not an error; one that cannot be read is a *BadDirError.
func Lists(e Env) ([]List, error) {
	all, err := claudeLists(e, newBudget())
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b List) int {
		return cmp.Or(falseFirst(!a.Here, !b.Here), falseFirst(a.isIdle(), b.isIdle()), compareNewest(a, b))
	})
	return all, nil
}

func claudeLists(e Env, b *budget) ([]List, error) {
	cfg := ConfigDir(e)
	if cfg == "" {
		return nil, nil
	}
	base := filepath.Join(cfg, "tasks")
	if _, err := os.Stat(base); os.IsNotExist(err) {
		return nil, nil
	}
	ids, err := directories(base, b)
	if err != nil {
		return nil, unreadable(base, err)
	}
	all := lists(base, ids, b)
	addProjects(e, all)
	return all, nil
}

// subLists returns the lists inside a folder, ordered for choosing one: its directories that hold tasks, or what agents
// leave beside tasks.
func subLists(dir string, b *budget) []List {
	ids, err := directories(dir, b)
	if err != nil {
		return nil
	}
	all := lists(dir, ids, b)
	sortForChoice(all)
	return all
}

func lists(base string, ids []string, b *budget) []List {
	var all []List
	for _, id := range ids {
		dir := filepath.Join(base, id)
		s, err := surveyDir(dir, b)
		if err != nil || s.tasks == 0 && !s.hasTraces {
			continue
		}
		all = append(all, s.list(dir, id))
	}
	return all
}

// describeList describes a directory as a list, even when nothing is in it.
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

// directories returns the names of the directories inside dir, links to directories too, the newest first.
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

// sortForChoice orders lists for choosing one: with tasks before without, then newest first.
func sortForChoice(all []List) {
	slices.SortStableFunc(all, func(a, b List) int {
		return cmp.Or(falseFirst(a.Tasks == 0, b.Tasks == 0), compareNewest(a, b))
	})
}

func compareNewest(a, b List) int {
	return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
}

// ListStamp returns the times of the directories that change when Claude Code makes a list, adds a task to one or begins
// a session in this project. It is never nil.
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

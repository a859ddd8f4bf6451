package locate

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A list that was changed recently, while all others have not changed for restsAfter, is the current one.
const (
	recently   = 10 * time.Minute
	restsAfter = 24 * time.Hour
)

// PickList returns the list that is clearly meant in this project, and why: the only one of the project with open
// tasks, or the one that was changed within the last ten minutes while the others with open tasks have not changed for
// a day. It is false if there is no such list.
func PickList(all []List, now time.Time) (List, string, bool) {
	var open []List
	for _, l := range all {
		if l.Here && l.Open > 0 {
			open = append(open, l)
		}
	}
	slices.SortStableFunc(open, compareNewest)
	switch {
	case len(open) == 0:
		return List{}, "", false
	case len(open) == 1:
		return open[0], "the only list of this project with open tasks", true
	case now.Sub(open[0].Changed) <= recently && now.Sub(open[1].Changed) > restsAfter:
		return open[0], "the only list of this project written within a day", true
	}
	return List{}, "", false
}

// NamesList reports whether a variable of the environment names a list, even one that does not exist.
func (e Env) NamesList() bool {
	return slices.ContainsFunc(listVariables[:], func(name string) bool { return e.getenv(name) != "" })
}

// maxCandidates is the largest number of candidates that an error lists.
const maxCandidates = 8

// AmbiguousError reports that several lists have a name, or ids that begin with it.
type AmbiguousError struct {
	Name  string
	Whole bool // it is the whole name of all of them
	Lists []List
}

// Error returns the candidates.
func (a *AmbiguousError) Error() string {
	var b strings.Builder
	if a.Whole {
		b.WriteString(fmt.Sprintf("--list %s is what %d lists are called: write the id of one", a.Name, len(a.Lists)))
	} else {
		b.WriteString(fmt.Sprintf("--list %s begins the names of %d lists: write more of it", a.Name, len(a.Lists)))
	}
	for i, l := range a.Lists {
		if i == maxCandidates {
			b.WriteString(fmt.Sprintf("\n  and %d more", len(a.Lists)-i))
			break
		}
		b.WriteString("\n  " + l.ID)
		if name := l.Label(); name != l.ID {
			b.WriteString("  " + name)
		}
	}
	return b.String()
}

// findNamed returns the list whose team, project or session has a name, or else the one whose id begins with it; the
// zero List if there is none, an *AmbiguousError if there are several, and a *BadDirError for a list that is one file.
func findNamed(name string, all []FoundList) (List, error) {
	if name == "" {
		return List{}, nil
	}
	var called, begins []List
	for _, l := range all {
		if l.Kind == ClaudeCode && (l.Title == name || l.Project == name) {
			called = append(called, l.List)
		}
		if strings.HasPrefix(l.ID, name) {
			begins = append(begins, l.List)
		}
	}
	found := called
	if len(called) == 0 {
		found = begins
	}
	switch {
	case len(found) == 0:
		return List{}, nil
	case len(found) > 1:
		return List{}, &AmbiguousError{Name: name, Whole: len(called) > 0, Lists: found}
	case found[0].isOneFile():
		return List{}, oneFileError(found[0].Dir, found[0].OneFile)
	}
	return found[0], nil
}

// otherLists returns the Attempt to find a list by another name, with all the lists found.
func otherLists(name string, all []FoundList) Attempt {
	var names []string
	for _, l := range all {
		called := l.ID
		if label := l.Label(); l.Kind == ClaudeCode && ShortName(label) == label {
			called = label
		}
		if !l.isOneFile() && !slices.Contains(names, called) {
			names = append(names, called)
		}
	}
	if len(names) == 0 {
		return Attempt{Why: "there is no list here that could be called " + name}
	}
	if more := len(names) - maxCandidates; more > 0 {
		names = append(names[:maxCandidates], fmt.Sprintf("%d more", more))
	}
	return Attempt{Why: "no list is called " + name + "; there are " + strings.Join(names, ", ")}
}

// namedLists returns the lists that --list can name: those in the nearest .tasks, workflow sessions, and Claude Code's.
func namedLists(e Env, near string) (lists []FoundList) {
	all, _ := e.enumerate(nearScope(e, near)) // a directory that cannot be read has no lists to name
	for _, l := range all {
		if l.Kind != TasksDir {
			lists = append(lists, l)
		}
	}
	return lists
}

// nearScope returns the scope of the nearest .tasks, "" for none, the nearest .workflow, and Claude Code's lists.
func nearScope(e Env, near string) scope {
	where := scope{workflow: nearestWorkflow(e), claude: true}
	if near != "" {
		where.tasksDirs = []string{near}
	}
	return where
}

// maxSetLists is the largest number of lists that are opened together: a screen has room for a few, and each is
// watched.
const maxSetLists = 12

// ListSet is several lists that are opened together.
type ListSet struct {
	Lists   []NamedPlace // the newest first
	Dir     string       // the directory that they are in
	Project string       // its name, raw text
	More    int          // the number of the other lists
}

// NamedPlace is a list of a ListSet with a name that no other list of the set has.
type NamedPlace struct {
	Place
	Name string // raw text
}

// FindListSet returns all lists of a place: of a .tasks itself and its lists, of a .workflow the sessions that are not
// archived, of a project both, of any other folder itself or the lists in it. Without arg it is the lists of every kind
// of the current project. Lists without tasks are left out if others have some. Its errors are *NotFoundError and
// *BadDirError.
func FindListSet(e Env, arg string) (ListSet, error) {
	set := ListSet{Dir: e.projectRoot()}
	var all []FoundList
	if arg == "" {
		every, errs := FindAll(e)
		all = ofProject(every)
		if len(all) == 0 && len(errs) > 0 {
			return ListSet{}, errs[0]
		}
	} else {
		set.Dir = e.abs(arg)
		if bad := whyNotDir(set.Dir); bad != "" {
			return ListSet{}, newBadDirError(set.Dir, bad)
		}
		if e.isClaudeList(filepath.Join(set.Dir, "any")) {
			all, _ = e.enumerate(scope{claude: true}) // a directory that cannot be read has no lists to open
		} else {
			all = listsUnder(set.Dir)
		}
	}
	all = withTasks(all)
	if len(all) == 0 {
		return ListSet{}, &NotFoundError{Tried: []Attempt{{Path: set.Dir, Why: "has no lists"}}}
	}
	slices.SortStableFunc(all, func(a, b FoundList) int { return b.Changed.Compare(a.Changed) })
	if len(all) > maxSetLists {
		set.More = len(all) - maxSetLists
		all = all[:maxSetLists]
	}
	set.Project = filepath.Base(set.Dir)
	switch set.Project {
	case ".tasks", workflowDir:
		set.Project = filepath.Base(filepath.Dir(set.Dir))
	}
	names := uniqueNames(all)
	for i, f := range all {
		set.Lists = append(set.Lists, NamedPlace{e.describe(f.Dir), names[i]})
	}
	return set, nil
}

// CountListSet returns the number of lists that FindListSet returns of those that FindAll found.
func CountListSet(found []FoundList) int { return min(len(withTasks(ofProject(found))), maxSetLists) }

// ofProject returns the lists of the project that can be opened together.
func ofProject(found []FoundList) (all []FoundList) {
	for _, f := range found {
		if f.Here && !f.Archived && (f.OneFile == "" || f.Tasks > 0) {
			all = append(all, f)
		}
	}
	return all
}

// withTasks returns the lists with tasks, or all if none has any.
func withTasks(all []FoundList) []FoundList {
	if slices.ContainsFunc(all, func(f FoundList) bool { return f.Tasks > 0 }) {
		return slices.DeleteFunc(all, func(f FoundList) bool { return f.Tasks == 0 })
	}
	return all
}

// listsUnder returns the lists of one directory and of the .tasks and the .workflow in it.
func listsUnder(dir string) (all []FoundList) {
	if filepath.Base(dir) == workflowDir {
		sessions, _ := sessionsIn(dir)
		return withoutArchives(sessions)
	}
	where := scope{}
	if in := filepath.Join(dir, ".tasks"); whyNotDir(in) == "" {
		where.tasksDirs = []string{in}
	}
	if in := filepath.Join(dir, workflowDir); whyNotDir(in) == "" {
		where.workflow = in
	}
	if filepath.Base(dir) == ".tasks" {
		where = scope{tasksDirs: []string{dir}}
	}
	all, _ = Env{}.enumerate(where) // a directory that cannot be read has no lists to open
	if all = withoutArchives(all); len(all) > 0 {
		return all
	}
	all = append(all, FoundList{List: describeList(dir, filepath.Base(dir), newBudget()), Kind: Explicit})
	for _, l := range subLists(dir, newBudget()) {
		all = append(all, FoundList{List: l, Kind: Explicit})
	}
	return all
}

// ShortName returns a name cut to the width of a lane's head or a column of a table. Raw text.
func ShortName(name string) string {
	const most = 40
	if letters := []rune(name); len(letters) > most {
		return strings.TrimSpace(string(letters[:most-1])) + "\u2026"
	}
	return name
}

func withoutArchives(all []FoundList) []FoundList {
	return slices.DeleteFunc(all, func(f FoundList) bool { return f.Archived })
}

// uniqueNames returns a name for each list that no other one has, as short as possible.
func uniqueNames(all []FoundList) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name()
		switch f.Kind {
		case TasksDir:
			names[i] = ".tasks"
		case ClaudeCode:
			names[i] = ShortName(f.Label())
		}
	}
	longer := func(i int) string {
		f := all[i]
		switch {
		case f.Kind == TasksDir:
			return f.Project + "/.tasks"
		case f.Kind == ClaudeCode:
			return names[i] + " " + f.ID[:min(8, len(f.ID))]
		}
		return names[i] + " in " + cmp.Or(f.Under, f.Project, filepath.Base(filepath.Dir(f.Dir)))
	}
	uses := map[string]int{}
	for _, name := range names {
		uses[name]++
	}
	for i, name := range names {
		if uses[name] > 1 {
			names[i] = longer(i)
		}
	}
	taken := map[string]bool{}
	for i, name := range names {
		for n := 2; taken[names[i]]; n++ {
			names[i] = name + " " + strconv.Itoa(n)
		}
		taken[names[i]] = true
	}
	return names
}

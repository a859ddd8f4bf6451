package locate

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// maxTogether is how many lists are opened together at most: a screen has room for a few, and each is watched.
const maxTogether = 12

// Together is several lists that are opened as one.
type Together struct {
	Lists   []NamedPlace // the newest first
	Dir     string       // where they lie together
	Project string       // its name, raw text
	More    int          // how many more there are
}

// NamedPlace is a list with the name that tells it from the others.
type NamedPlace struct {
	Place
	Name string // raw text
}

// FindTogether finds all lists of a place: of a .tasks itself and its lists, of a .workflow the sessions that are not archived, of a project
// both, of any other folder itself or the lists in it. Without arg all that are of the project the person stands in, of
// every kind. Those without tasks are left out where others have some. Its errors are *NotFoundError and *BadDirError.
func FindTogether(e Env, arg string) (Together, error) {
	t := Together{Dir: e.projectRoot()}
	var all []FoundList
	if arg == "" {
		every, errs := FindAll(e)
		all = ofProject(every)
		if len(all) == 0 && len(errs) > 0 {
			return Together{}, errs[0]
		}
	} else {
		t.Dir = e.abs(arg)
		if bad := whyNotDir(t.Dir); bad != "" {
			return Together{}, newBadDirError(t.Dir, bad)
		}
		if e.isClaudeList(filepath.Join(t.Dir, "any")) {
			all, _ = e.enumerate(scope{claude: true}) // what cannot be read has no lists to open
		} else {
			all = listsUnder(t.Dir)
		}
	}
	all = withTasks(all)
	if len(all) == 0 {
		return Together{}, &NotFoundError{Tried: []Attempt{{Path: t.Dir, Why: "has no lists"}}}
	}
	slices.SortStableFunc(all, func(a, b FoundList) int { return b.Changed.Compare(a.Changed) })
	if len(all) > maxTogether {
		t.More = len(all) - maxTogether
		all = all[:maxTogether]
	}
	t.Project = filepath.Base(t.Dir)
	switch t.Project {
	case ".tasks", workflowDir:
		t.Project = filepath.Base(filepath.Dir(t.Dir))
	}
	names := uniqueNames(all)
	for i, f := range all {
		t.Lists = append(t.Lists, NamedPlace{e.describe(f.Dir), names[i]})
	}
	return t, nil
}

// CountTogether returns how many of what FindAll found FindTogether opens together.
func CountTogether(found []FoundList) int { return min(len(withTasks(ofProject(found))), maxTogether) }

// ofProject returns those of the project.
func ofProject(found []FoundList) (all []FoundList) {
	for _, f := range found {
		if f.Here && !f.Archived && (f.OneFile == "" || f.Tasks > 0) {
			all = append(all, f)
		}
	}
	return all
}

// withTasks leaves out those without tasks, where others have some.
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
	all, _ = Env{}.enumerate(where) // what cannot be read has no lists to open
	if all = withoutArchives(all); len(all) > 0 {
		return all
	}
	all = append(all, FoundList{List: describeList(dir, filepath.Base(dir), newBudget()), Kind: Explicit})
	for _, l := range subLists(dir, newBudget()) {
		all = append(all, FoundList{List: l, Kind: Explicit})
	}
	return all
}

// ShortName cuts a name to what the head of a lane, or a column of a table, has room for. Raw text.
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

// uniqueNames returns a name for each list that none of the others has, as short as can be.
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
	count := func() map[string]int {
		n := map[string]int{}
		for _, name := range names {
			n[name]++
		}
		return n
	}
	for n, i := count(), 0; i < len(names); i++ {
		if n[names[i]] > 1 {
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

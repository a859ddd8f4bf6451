package locate

import (
	"cmp"
	"path/filepath"
	"slices"
)

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
	tasksDirs []string // each a .tasks: itself, and the lists inside it
	workflow  string   // a .workflow: its sessions; "" for none
	claude    bool     // Claude Code's lists
}

// enumerate returns the lists of a scope, kind by kind, with a budget for each, so that a full directory hides no other.
// What cannot be read is left out, and errs says why.
func (e Env) enumerate(where scope) (all []FoundList, errs []error) {
	for _, path := range where.tasksDirs {
		project := filepath.Base(filepath.Dir(path))
		add := func(l List, kind Kind) {
			l.Project = project
			all = append(all, FoundList{List: l, Kind: kind})
		}
		add(describeList(path, "", newBudget()), TasksDir)
		subs := subLists(path, newBudget())
		sortForChoice(subs)
		for _, l := range subs {
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
// order, each kind newest first and archives last. What cannot be read is left out, and errs says why.
func FindAll(e Env) (all []FoundList, errs []error) {
	where := scope{workflow: nearestWorkflow(e), claude: true}
	dirs, _ := e.parentDirs()
	for _, dir := range dirs {
		if path := filepath.Join(dir, ".tasks"); whyNotDir(path) == "" {
			where.tasksDirs = append(where.tasksDirs, path)
		}
	}
	all, errs = e.enumerate(where)
	for i := range all {
		all[i].Here = all[i].Here || all[i].Kind != ClaudeCode
	}
	slices.SortStableFunc(all, func(a, b FoundList) int {
		return cmp.Or(falseFirst(!a.Here, !b.Here), falseFirst(a.Archived, b.Archived))
	})
	return all, errs
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

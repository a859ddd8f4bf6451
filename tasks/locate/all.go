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

// FindAll returns everything that can be opened from where the person stands: the .tasks here and above with the lists inside
// them, the workflow sessions of the project, and Claude Code's lists. What is of this project comes first, in that
// order, each kind newest first and archives last. What cannot be read is left out, and errs says why.
func FindAll(e Env) (all []FoundList, errs []error) {
	dirs, _ := e.parentDirs()
	for _, dir := range dirs {
		path := filepath.Join(dir, ".tasks")
		if whyNotDir(path) != "" {
			continue
		}
		own := describeList(path, "", newBudget())
		own.Project, own.Here = filepath.Base(dir), true
		all = append(all, FoundList{List: own, Kind: TasksDir})
		subs := subLists(path, newBudget())
		sortForChoice(subs)
		for _, l := range subs {
			l.Project, l.Here = filepath.Base(dir), true
			all = append(all, FoundList{List: l, Kind: SubList})
		}
	}
	sessions, err := Sessions(e)
	if err != nil {
		errs = append(errs, err)
	}
	for i, l := range sessionLists(sessions) {
		s := sessions[i]
		l.Here = true
		if root := workflowProject(s.Dir); root != "" {
			l.Project = filepath.Base(root)
		}
		all = append(all, FoundList{List: l, Kind: WorkflowDir, Under: s.Under, Active: s.Active, Archived: s.Archived})
	}
	lists, err := Lists(e)
	if err != nil {
		errs = append(errs, err)
	}
	for _, l := range lists {
		all = append(all, FoundList{List: l, Kind: ClaudeCode})
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

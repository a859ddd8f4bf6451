package locate

import (
	"cmp"
	"path/filepath"
	"slices"
)

// Found is a directory of tasks that can be opened, with where it belongs.
type Found struct {
	List
	Kind     Kind
	Under    string // of a workflow session: where it lies below .workflow
	Active   bool   // of a workflow session: it is the one at work
	Archived bool   // of a workflow session
}

// Name is what to call it to people: the list or session, or the project of a plain .tasks. Raw text.
func (f Found) Name() string {
	switch f.Kind {
	case TasksDir:
		return f.Project
	case ClaudeCode:
		return cmp.Or(f.Project, f.ID)
	}
	return f.ID
}

// All gives everything that can be opened from where the person stands: the .tasks here and above with the lists inside
// them, the workflow sessions of the project, and Claude Code's lists. What is of this project comes first, in that
// order, each kind newest first and archives last. What cannot be read is left out, and errs says why.
func All(e Env) (all []Found, errs []error) {
	dirs, _ := e.upwards()
	for _, dir := range dirs {
		path := filepath.Join(dir, ".tasks")
		if notDir(path) != "" {
			continue
		}
		own := one(path, "", newBudget())
		own.Project, own.Mine = filepath.Base(dir), true
		all = append(all, Found{List: own, Kind: TasksDir})
		subs := subLists(path, newBudget())
		newestFirst(subs)
		for _, l := range subs {
			l.Project, l.Mine = filepath.Base(dir), true
			all = append(all, Found{List: l, Kind: SubList})
		}
	}
	sessions, err := Sessions(e)
	if err != nil {
		errs = append(errs, err)
	}
	for i, l := range sessionLists(sessions) {
		s := sessions[i]
		l.Mine = true
		if root := project(s.Dir); root != "" {
			l.Project = filepath.Base(root)
		}
		all = append(all, Found{List: l, Kind: WorkflowDir, Under: s.Under, Active: s.Active, Archived: s.Archived})
	}
	lists, err := Lists(e)
	if err != nil {
		errs = append(errs, err)
	}
	for _, l := range lists {
		all = append(all, Found{List: l, Kind: ClaudeCode})
	}
	slices.SortStableFunc(all, func(a, b Found) int {
		return cmp.Or(later(!a.Mine, !b.Mine), later(a.Archived, b.Archived))
	})
	return all, errs
}

// later puts what is so behind what is not.
func later(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

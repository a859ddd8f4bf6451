package doctor

import (
	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// lostTrees finds the tasks that are still to be done in a worktree git does not know. Finished ones go on naming theirs
// when it is removed, as their agents leave them.
func (x *exam) lostTrees() {
	if x.c.Trees == nil {
		return
	}
	for _, t := range x.tasks {
		if t.Worktree == "" || x.c.Trees[t.Worktree] || finished(t) {
			continue
		}
		f := Finding{
			Severity: Warning, Kind: LostWorktree, Files: []tasks.Key{t.Key},
			What: "it is bound to the worktree " + quoted(t.Worktree) + ", which git does not know",
			Why:  "who works on it has no place of its own: it was removed, or never made",
			Hint: "Make the worktree again, or bind the task to another one.",
		}
		if t.Traits == dialect.S13 && t.Status == tasks.Pending {
			f.Severity, f.Why = Error, x.agents()+" refuse to claim a task whose worktree is not there"
		}
		if editable(t) {
			f.Repair = &Repair{What: "unbind it", Asks: true, Edit: &tasks.Edit{Verb: tasks.VerbBind, Of: t.Key, Changes: []tasks.Change{
				{Field: tasks.FieldWorktree, Op: tasks.Set, From: tasks.TextValue(t.Worktree)},
			}}}
		}
		x.add(f)
	}
}

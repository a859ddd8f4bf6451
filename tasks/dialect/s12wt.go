package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/span"
)

// s12wt is the old lesson 12, which binds tasks to git worktrees: numbers as ids, times of creation and of the last
// change in seconds, and nothing happens to other tasks when one is completed.
var s12wt = &spec{
	traits: tasks.Traits{
		Dialect: "s12wt", Title: "s12 tasks with worktrees", Blocked: tasks.UnfinishedOrMissing, ByName: true,
		HasOwner: true, CachedIDs: true, NumericIDs: true, KeepsDeadLinks: true,
		Binding: tasks.BoundStarts,
	},
	order: []key{
		keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWorktree, keyWaits, keyCreated, keyUpdated,
	},
	none:    noneEmpty,
	escapes: span.ASCII,
	ids:     taskCounter,
	reader:  s07Reader,
	delete:  leaveLists,
	begin:   `First set its status to "in_progress" and its owner to your name (task_update {id}).`,
	finish:  `When it is done, set its status to "completed" (task_update {id}).`,
}

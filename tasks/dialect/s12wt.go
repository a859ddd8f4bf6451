package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// s12wt is the old lesson 12, which binds tasks to git worktrees: numbers as ids, times of creation and of the last
// change in seconds. Its own agents never look at a list, and leave them all when they complete a task. Its files stand
// among those of s07 and of ports of it, whose agents start only what has an empty list, so that a task completed here
// is taken out of the lists of all others: that costs those who do not look nothing.
var s12wt = &spec{
	traits: tasks.Traits{
		Dialect: "s12wt", Title: "s12 tasks with worktrees", Blocked: tasks.UnfinishedOrMissing, ByName: true,
		HasOwner: true, CachedIDs: true, NumericIDs: true, ClearsOnComplete: true,
		Binding: tasks.BoundStarts,
	},
	order: []key{
		keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWorktree, keyWaits, keyCreated, keyUpdated,
	},
	none:    noneEmpty,
	escapes: jsonedit.ASCII,
	ids:     taskCounter,
	reader:  s07Reader,
	delete:  cleanBoth,
	begin:   `First set its status to "in_progress" and its owner to your name (task_update {id}).`,
	finish:  `When it is done, set its status to "completed" (task_update {id}).`,
}

// s12wtBlocks is a file of s07 with its list of what it blocks that was bound to a worktree: whoever works there starts
// a task by s07's rule.
var s12wtBlocks = func() *spec {
	twin := *s12wt
	twin.traits.Blocked, twin.traits.ByName = tasks.ListNotEmpty, false
	twin.order = []key{keyID, keySubject, keyDescription, keyStatus, keyWaits, keyBlocks, keyOwner, keyWorktree, keyCreated, keyUpdated}
	return &twin
}()

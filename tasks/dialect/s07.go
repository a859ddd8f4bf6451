package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// s07 is the task system of lesson 7: task_1.json, ids are numbers, completing a task takes its id out of every list
// that has it, so that an empty list is what makes a task ready.
var s07 = &spec{
	traits: tasks.Traits{
		Dialect: "s07", Title: "s07 task system", Blocked: tasks.ListNotEmpty, ClearsOnComplete: true,
		HasOwner: true, CachedIDs: true, NumericIDs: true,
	},
	order:   []key{keyID, keySubject, keyDescription, keyStatus, keyWaits, keyOwner},
	none:    noneEmpty,
	escapes: jsonedit.Raw,
	ids:     taskCounter,
	reader:  s07Reader,
	delete:  cleanBoth,
	begin:   s07Begin,
	finish:  s07Finish,
}

// s07Blocks is s07 as it was until it lost the list of what a task blocks; most files on disk have it. Adding a blocker
// writes one side of a link there, adding what a task blocks writes both: only the list of the one that waits counts,
// and a link that the other file does not have is how it should be.
var s07Blocks = &spec{
	traits: tasks.Traits{
		Dialect: "s07blocks", Title: "s07 task system with blocks", Blocked: tasks.ListNotEmpty, ClearsOnComplete: true,
		HasOwner: true, CachedIDs: true, NumericIDs: true,
	},
	order:   []key{keyID, keySubject, keyDescription, keyStatus, keyWaits, keyBlocks, keyOwner},
	none:    noneEmpty,
	escapes: jsonedit.ASCII,
	ids:     taskCounter,
	reader:  s07Reader,
	delete:  cleanBoth,
	begin:   s07Begin,
	finish:  s07Finish,
}

// sFull is the task system of the whole-course agent and of lesson 11: s07 with owners that are null, ids counted anew
// at each create, and a claim.
var sFull = &spec{
	traits: tasks.Traits{
		Dialect: "s_full", Title: "s_full task system", Blocked: tasks.ListNotEmpty, ClearsOnComplete: true,
		HasOwner: true, NumericIDs: true,
	},
	order:   []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits},
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskCounter,
	reader:  s07Reader,
	delete:  cleanBoth,
	begin:   `Claim it first (claim_task {id}).`,
	finish:  s07Finish,
}

// These are s07 files without the key for an owner: nobody can be named in them, and nothing may be added.
var (
	s07NoOwner       = withoutOwner(s07)
	s07BlocksNoOwner = withoutOwner(s07Blocks)
)

func withoutOwner(sp *spec) *spec {
	twin := *sp
	twin.traits.HasOwner = false
	twin.order = nil
	for _, k := range sp.order {
		if k != keyOwner {
			twin.order = append(twin.order, k)
		}
	}
	return &twin
}

var s07Reader = reader{glob: globTaskInt, need: []key{keyID, keySubject, keyStatus}, failsAll: true}

const (
	s07Begin  = `First set its status to "in_progress" (task_update {id}).`
	s07Finish = `When it is done, set its status to "completed" (task_update {id}); that also takes it out of the lists of the tasks that wait for it.`
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

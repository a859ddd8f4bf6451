package dialect

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// s07 is the task system of lesson 7: task_1.json, ids are numbers, completing a task removes its id from every list,
// and an empty list is what makes a task ready.
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
	begin:   s07Begin,
	finish:  s07Finish,
}

// s07Blocks is the first form of s07, with a list of what a task blocks; most files on disk have it. Adding a blocker
// writes one side of a link there, adding a blocked task writes both: only the list of the one that waits counts, and a
// link without another side is as it should be.
var s07Blocks = s07.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title = "s07blocks", "s07 task system with blocks"
	sp.order = []key{keyID, keySubject, keyDescription, keyStatus, keyWaits, keyBlocks, keyOwner}
	sp.escapes = jsonedit.ASCII
})

// sFull is the task system of the whole-course agent and of lesson 11: s07 with null for no owner, ids counted again
// for each new task, and a claim.
var sFull = s07.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title, sp.traits.CachedIDs = "s_full", "s_full task system", false
	sp.traits.Deletes = true
	sp.order = sixKeys
	sp.none, sp.escapes = noneNull, jsonedit.ASCII
	sp.begin = s12Begin
})

// These are s07 files without the key for an owner, which must not be added.
var (
	s07NoOwner       = withoutOwner(s07)
	s07BlocksNoOwner = withoutOwner(s07Blocks)
)

// withoutOwner returns a dialect without the key for an owner.
func withoutOwner(sp *spec) *spec {
	return sp.variant(func(twin *spec) {
		twin.traits.HasOwner = false
		twin.order = slices.DeleteFunc(slices.Clone(sp.order), func(k key) bool { return k == keyOwner })
	})
}

var s07Reader = reader{need: []key{keyID, keySubject, keyStatus}, failsAll: true}

const (
	s07Begin  = `First set its status to "in_progress" (task_update {id}).`
	s07Finish = `When it is done, set its status to "completed" (task_update {id}); that also takes it out of the lists of the tasks that wait for it.`
)

// s12wt is the old lesson 12, which binds tasks to git worktrees: numbers as ids, times of creation and of the last
// change in seconds. Its own agents never read a list of blockers, and do not clear any. Its files are next to those of
// s07 and of ports of it, whose agents start only tasks with an empty list: so completing a task here does clear the
// lists.
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
	begin:   `First set its status to "in_progress" and its owner to your name (task_update {id}).`,
	finish:  `When it is done, set its status to "completed" (task_update {id}).`,
}

// s12wtBlocks is a file of s07 with blocks that was bound to a worktree: its agents start a task by s07's rule.
var s12wtBlocks = s12wt.variant(func(sp *spec) {
	sp.traits.Blocked, sp.traits.ByName = tasks.ListNotEmpty, false
	sp.order = []key{keyID, keySubject, keyDescription, keyStatus, keyWaits, keyBlocks, keyOwner, keyWorktree,
		keyCreated, keyUpdated}
})

var (
	sixKeys   = []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits}
	sevenKeys = []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits, keyWorktree}
)

const (
	s12Begin  = `Claim it first (claim_task {id}).`
	s12Finish = `When it is done, complete it (complete_task {id}).`
)

// s12 is the task system of lessons 12 and 17: string ids made of the time, six keys, and a reader that fails to list
// any file if one has a key too many or too few. A completed blocker stays in the lists; its status counts.
var s12 = &spec{
	traits: tasks.Traits{
		Dialect: "s12", Title: "s12 task system", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		ClaimsOnly: true,
		FixedKeys:  true, Binding: tasks.BoundLater,
	},
	order:   sixKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskClock,
	reader:  reader{need: sixKeys, failsAll: true},
	begin:   s12Begin,
	finish:  s12Finish,
}

// s18 is the task system of lessons 18 to 20: s12 with a seventh key, the worktree. Its agents read files without it.
var s18 = s12.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title, sp.traits.Binding = "s18", "s18 task system", tasks.BoundByName
	sp.order = sevenKeys
})

// s12Blocks is s12 with features of Claude Code: consecutive ids, a high-water mark, links on both sides. Its agents
// lock .lock for a claim, rebuild each list of blocked tasks when they start, and read files with any keys.
var s12Blocks = s12.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title = "s12blocks", "s12 task system with blocks"
	sp.traits.OwnerCompletes, sp.traits.MustExist, sp.traits.Lock = true, true, tasks.FlockLock
	sp.traits.FixedKeys, sp.traits.Binding = false, tasks.NotBound
	sp.order = []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits, keyBlocks}
	sp.ids = taskStem
	sp.reader.need = []key{keyID, keySubject, keyStatus}
})

// s10 is the newer task system of lesson 10: s12's six keys under ids of eight hex digits, and a reader that checks
// ids, names and statuses. Only the owner can complete a running task.
var s10 = s12.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title = "s10", "s10 task system"
	sp.traits.OwnerCompletes, sp.traits.MustExist = true, true
	sp.ids = taskHex
	sp.reader.statuses = true
})

// s13 is lessons 13 and 15, agent teams: s10 with a worktree, one running task per owner, and flock on .lock for every
// write.
var s13 = s10.variant(func(sp *spec) {
	sp.traits.Dialect, sp.traits.Title, sp.traits.Binding = "s13", "s13 agent teams", tasks.BoundUnclaimed
	sp.traits.BusyCheck, sp.traits.HolderBound, sp.traits.Lock = true, true, tasks.FlockLock
	sp.order = sevenKeys
})

var (
	v6Keys     = []key{keyID, keySubject, keyDescription, keyStatus, keyActive, keyOwner, keyBlocks, keyWaitsSnake}
	v6MetaKeys = []key{keyID, keySubject, keyDescription, keyStatus, keyActive, keyOwner, keyBlocks, keyWaitsSnake,
		keyMetadata}
	v6Need = []key{keyID, keySubject, keyDescription}
)

// v6Early is the first "Tasks System": string ids in task_1.json, links on both sides, completing clears the lists of
// those that wait.
var v6Early = v6Spec("v6early", "v6 task system, early form", v6Keys, taskCounter)

// v6Mid is v6Early with metadata and a high-water mark.
var v6Mid = v6Spec("v6mid", "v6 task system, middle form", v6MetaKeys, taskCounter)

// v6 is the form that most copies descend from: the file is named after the id alone.
var v6 = v6Spec("v6", "v6 task system", v6MetaKeys, bareCounter)

// v9 writes the files of v6Early; nothing in them differs.
var v9 = v6Spec("v9", "v9 agent teams", v6Keys, taskCounter)

// v6Spec returns a dialect of the v6 family. Those with metadata have a high-water mark, too.
func v6Spec(name, title string, ks []key, ids idRule) *spec {
	meta := slices.Contains(ks, keyMetadata)
	return &spec{
		traits: tasks.Traits{
			Dialect: name, Title: title, Blocked: tasks.ListNotEmpty, ClearsOnComplete: true, Mirrors: true,
			HasOwner: true, HasActiveForm: true, CachedIDs: true, FixedKeys: true, Deletes: true,
			HasHighWaterMark: meta, HasMetadata: meta,
		},
		order:   ks,
		none:    noneEmpty,
		escapes: jsonedit.ASCII,
		ids:     ids,
		reader:  reader{need: v6Need, failsAll: true, pending: true},
		markNew: meta,
		begin:   `First set its status to "in_progress" and its owner to your name (TaskUpdate {id}).`,
		finish:  `When it is done, set its status to "completed" (TaskUpdate {id}); that also takes it out of the lists of the tasks that wait for it.`,
	}
}

// claudeCode is Claude Code's own task list: <n>.json, string ids, links on both sides, and the key of the owner only
// if there is one. A file with a value of the wrong type is skipped silently; unknown keys are lost with the next
// write.
var claudeCode = &spec{
	traits: tasks.Traits{
		Dialect: "claude-code", Title: "Claude Code", Blocked: tasks.UnfinishedOnly, Mirrors: true, HasOwner: true,
		HasActiveForm: true, HasMetadata: true, OwnerIsClaim: true, HasHighWaterMark: true,
		Deletes: true, WipesWhenDone: true, Lock: tasks.MkdirLock,
	},
	order:   []key{keyID, keySubject, keyDescription, keyActiveCamel, keyOwner, keyStatus, keyBlocks, keyWaits},
	option:  []key{keyActiveCamel, keyOwner},
	none:    noneAbsent,
	escapes: jsonedit.Raw,
	ids:     bareCounter,
	reader: reader{
		need:     []key{keyID, keySubject, keyDescription, keyStatus, keyBlocks, keyWaits},
		statuses: true, typed: true,
	},
	begin:  `First set its owner to your name and its status to in_progress (TaskUpdate {id}).`,
	finish: `When it is done, set its status to completed (TaskUpdate {id}).`,
}

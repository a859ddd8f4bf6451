package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

var (
	sixKeys   = []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits}
	sevenKeys = []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits, keyWorktree}
)

const (
	s12Begin  = `Claim it first (claim_task {id}).`
	s12Finish = `When it is done, complete it (complete_task {id}).`
)

// s12 is the task system of lessons 12 and 17: string ids made of the time, six keys, and a reader that fails the whole
// listing over one key too many or too few. A finished blocker stays in the lists and is judged by its status.
var s12 = &spec{
	traits: tasks.Traits{
		Dialect: "s12", Title: "s12 task system", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		FixedKeys: true, Binding: tasks.BoundLater,
	},
	order:   sixKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskClock,
	reader:  reader{need: sixKeys, failsAll: true},
	delete:  cleanWaits,
	begin:   s12Begin,
	finish:  s12Finish,
}

// s18 is the task system of lessons 18 to 20: s12 with a seventh key, the worktree. Its agents read files without it.
var s18 = &spec{
	traits: tasks.Traits{
		Dialect: "s18", Title: "s18 task system", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		FixedKeys: true, Binding: tasks.BoundByName,
	},
	order:   sevenKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskClock,
	reader:  reader{need: sixKeys, failsAll: true},
	delete:  cleanWaits,
	begin:   s12Begin,
	finish:  s12Finish,
}

// s12Blocks is s12 with what Claude Code has besides: ids that count, a high-water mark, links on both sides. Its agents
// lock .lock around a claim, make each list of what a task blocks anew when they start, and read files of any keys.
var s12Blocks = &spec{
	traits: tasks.Traits{
		Dialect: "s12blocks", Title: "s12 task system with blocks", Blocked: tasks.UnfinishedOrMissing, ByName: true,
		HasOwner: true, OwnerCompletes: true, MustExist: true, Lock: tasks.FlockLock,
	},
	order:   []key{keyID, keySubject, keyDescription, keyStatus, keyOwner, keyWaits, keyBlocks},
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskStem,
	reader:  reader{need: []key{keyID, keySubject, keyStatus}, failsAll: true},
	delete:  cleanBoth,
	begin:   s12Begin,
	finish:  s12Finish,
}

// s10 is the newer task system of lesson 10: s12's six keys under ids of eight hex digits, and a reader that checks
// ids, names and statuses. Only the owner can complete a running task.
var s10 = &spec{
	traits: tasks.Traits{
		Dialect: "s10", Title: "s10 task system", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		OwnerCompletes: true, MustExist: true, FixedKeys: true, Binding: tasks.BoundLater,
	},
	order:   sixKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskHex,
	reader:  reader{glob: globTaskHex, need: sixKeys, failsAll: true, statuses: true, stem: true},
	delete:  cleanWaits,
	begin:   s12Begin,
	finish:  s12Finish,
}

// s13 is lessons 13 and 15, agent teams: s10 with a worktree, one running task per owner, and flock on .lock around
// every write.
var s13 = &spec{
	traits: tasks.Traits{
		Dialect: "s13", Title: "s13 agent teams", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		BusyCheck: true, HolderBound: true, OwnerCompletes: true, MustExist: true, Lock: tasks.FlockLock,
		FixedKeys: true, Binding: tasks.BoundUnclaimed,
	},
	order:   sevenKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskHex,
	reader:  reader{glob: globTaskHex, need: sixKeys, failsAll: true, statuses: true, stem: true},
	delete:  cleanWaits,
	begin:   s12Begin,
	finish:  s12Finish,
}

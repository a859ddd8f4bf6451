package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// s10 is the newer task system of lesson 10: s12's six keys under ids of eight hex digits, and a reader that checks
// ids, names and statuses. Only the owner can complete a running task.
var s10 = &spec{
	traits: tasks.Traits{
		Dialect: "s10", Title: "s10 task system", Blocked: tasks.UnfinishedOrMissing, ByName: true, HasOwner: true,
		OwnerCompletes: true, MustExist: true, Binding: tasks.BoundLater,
	},
	order:   sixKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskHex,
	reader:  reader{glob: globTaskHex, need: sixKeys, only: sixKeys, failsAll: true, statuses: true, stem: true},
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
		Binding: tasks.BoundUnclaimed,
	},
	order:   sevenKeys,
	none:    noneNull,
	escapes: jsonedit.ASCII,
	ids:     taskHex,
	reader:  reader{glob: globTaskHex, need: sixKeys, only: sevenKeys, failsAll: true, statuses: true, stem: true},
	delete:  cleanWaits,
	begin:   s12Begin,
	finish:  s12Finish,
}

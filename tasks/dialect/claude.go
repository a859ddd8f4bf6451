package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// claudeCode is Claude Code's own task list: <n>.json, string ids, links on both sides, an owner only while there is
// one. A file with a value of the wrong type is skipped without a word; keys nobody knows are lost at the next write.
var claudeCode = &spec{
	traits: tasks.Traits{
		Dialect: "claude-code", Title: "Claude Code", Blocked: tasks.UnfinishedOnly, Mirrors: true, HasOwner: true,
		HasActiveForm: true, OwnerIsClaim: true, Mark: true, WipesWhenDone: true, Lock: tasks.MkdirLock,
	},
	order:   []key{keyID, keySubject, keyDescription, keyActiveCamel, keyOwner, keyStatus, keyBlocks, keyWaits},
	option:  []key{keyActiveCamel, keyOwner},
	none:    noneAbsent,
	escapes: jsonedit.Raw,
	ids:     bareCounter,
	reader: reader{
		glob: globAll, need: []key{keyID, keySubject, keyDescription, keyStatus, keyBlocks, keyWaits},
		statuses: true, typed: true,
	},
	delete: cleanBoth,
	begin:  `First set its owner to your name and its status to in_progress (TaskUpdate {id}).`,
	finish: `When it is done, set its status to completed (TaskUpdate {id}).`,
}

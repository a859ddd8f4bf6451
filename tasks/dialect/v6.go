package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
	"slices"
)

var (
	v6Keys     = []key{keyID, keySubject, keyDescription, keyStatus, keyActive, keyOwner, keyBlocks, keyWaitsSnake}
	v6MetaKeys = []key{keyID, keySubject, keyDescription, keyStatus, keyActive, keyOwner, keyBlocks, keyWaitsSnake, keyMetadata}
	v6Need     = []key{keyID, keySubject, keyDescription}
)

// v6Early is the first "Tasks System": string ids in task_1.json, links on both sides, completing clears the lists of
// those that wait.
var v6Early = v6Spec("v6early", "v6 task system, early form", v6Keys, taskCounter)

// v6Mid has metadata and a high-water mark besides.
var v6Mid = v6Spec("v6mid", "v6 task system, middle form", v6MetaKeys, taskCounter)

// v6 is the form most copies descend from: the file is named by the id alone.
var v6 = v6Spec("v6", "v6 task system", v6MetaKeys, bareCounter)

// v9 writes the files of v6Early; nothing in them tells the two apart.
var v9 = v6Spec("v9", "v9 agent teams", v6Keys, taskCounter)

func v6Spec(name, title string, ks []key, ids idRule) *spec {
	meta := slices.Contains(ks, keyMetadata)
	sp := &spec{
		traits: tasks.Traits{
			Dialect: name, Title: title, Blocked: tasks.ListNotEmpty, ClearsOnComplete: true, Mirrors: true,
			HasOwner: true, HasActiveForm: true, CachedIDs: true, FixedKeys: true, Mark: meta,
		},
		order:   ks,
		none:    noneEmpty,
		escapes: jsonedit.ASCII,
		ids:     ids,
		reader:  reader{need: v6Need, failsAll: true, pending: true},
		delete:  cleanBoth,
		markNew: meta,
		begin:   `First set its status to "in_progress" and its owner to your name (TaskUpdate {id}).`,
		finish:  `When it is done, set its status to "completed" (TaskUpdate {id}); that also takes it out of the lists of the tasks that wait for it.`,
	}
	if ids == bareCounter {
		sp.reader.glob = globAll
	}
	return sp
}

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

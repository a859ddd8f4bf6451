// Package tasks is one task, of any dialect, and what can be asked of it.
//
// Coding agents keep their tasks as files, one JSON object per file, in a directory they all share. Several
// published designs describe such files; each is a dialect, and they agree on the idea while they differ in
// the name of the file, the type of the id, the spelling of "nobody owns it", who clears a finished blocker
// and who takes which lock. This package holds the words they have in common:
//
//   - Task is the immutable record of one file as it was read.
//   - Traits are the facts about its dialect that a rule or a screen may need.
//   - Delta is what one reading of the directory found: records put, keys gone, files that are in trouble.
//   - Edit is what a person asks for: a Verb on a Key, what was read to allow it (Need), and the Steps, in
//     canonical words, that each touched file takes. Result and Conflict are its two ends.
//
// Nothing here does any input or output, knows a colour, or knows how a file spells any of it: package
// tasks/dialect does the spelling, tasks/store the disk.
//
// # Vocabulary
//
// A task waits for the tasks it names as blockers and is ready when its dialect's own agents would start it,
// blocked otherwise. It is claimed, completed, released and reopened; linked and unlinked. A task that runs
// but whose file has not changed for long is stalled. A task that has parts is a container: its parts are worked on,
// never it. A picture or a lock that is too old is stale.
package tasks

// Package board is the picture of one task directory, and the law of what a person may do to it.
//
// A Board is fed Deltas, what one reading of the directory found after another, and answers from sorted
// indices: which tasks stand in which column and in which order, what each waits for and who waits for it, and
// what just happened, in Events. The rules (Claim, Complete, Release, Reopen, Create, EditFields, Delete, Link,
// Unlink) look at a Board and answer with a tasks.Edit that may be carried out, with a Refusal that says in
// words why not, or with an Ask that a person has to say yes to.
//
// Everything is judged as the agents of the task's own dialect would judge it, by its tasks.Traits: a list that
// is not empty blocks in one dialect even when all it names is completed, and a missing blocker blocks for ever
// in another and not at all in a third.
//
// Where a dialect lets tasks have parts, a task that has some is a container: it stands in the column of its parts,
// counts nowhere, can be folded, and no rule lets anybody work on it.
//
// Nothing here reads a clock or a disk or knows a colour; time comes in with the Delta, or as an argument. A Board
// has one owner: it is not safe for concurrent use. The records it hands out are immutable and may be kept.
//
// # Cost
//
// Applying a Delta costs as much as the tasks it names and their direct dependants, however large the directory
// is; what is transitive (Behind, Stuck) is worked out only when it is asked for, and only for whom.
package board

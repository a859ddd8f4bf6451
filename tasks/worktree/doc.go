// Package worktree knows the git worktrees that tasks are bound to: where they are, what was done in them, and how to
// make, keep and remove one as the agents of a directory do, so that they find it.
//
// A task names its worktree; the worktree is a directory <project>/.worktrees/<name> on the branch wt/<name>. What
// happened to it is a line in .worktrees/events.jsonl, and in old s12 an entry of .worktrees/index.json too. Both are
// written after git has succeeded, never before: what is written there is true. Binding a task is an edit of its file
// and none of this package's business.
//
// git is the one that is installed. It is asked, never guessed at, and it is slow: call everything here from the
// background, with a context that ends.
package worktree

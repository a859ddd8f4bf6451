// Package doctor says what is wrong with a directory of task files, what that does to the agents that work there, and
// what would put it right.
//
// It exists because the faults that stop agents are seldom the ones a board shows: one key too many in one file makes
// the listing of all others fail, an owner left behind keeps a task from ever being picked again, a blocker that
// nobody cleared keeps its dependants waiting for good. What is a fault depends on the dialect, so every finding is
// worded for the dialect of the folder.
//
// Examine is pure: it gets what a store knows (a Case) and the time, and gives findings. A repair is an edit like any
// other, to be carried out by the store under the locks and comparisons of its write protocol; nothing is ever
// written here. A repair is given only where it cannot lose anything. Where somebody must decide it says so (Asks);
// where nobody can without looking at the work itself, there is none, and Hint says what to look for.
//
// # Severity
//
// An Error is a fault by which agents fail, do not see a task, or can never start or complete one. A Warning is one
// that does harm in time or in the hands of another tool. A Note is worth knowing and stops nobody.
package doctor

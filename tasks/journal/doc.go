// Package journal keeps, outside of every task directory, what this program is about to write and what came of it:
// so that an edit can be taken back after agents went on working and after a restart, so that a crash between two
// files is noticed and finished, and so that two boards on one directory know of each other's intents.
//
// Each task directory has a directory of its own, <state>/<hash of its real path>/, readable by its owner alone:
//
//	lock                       taken around every write, so that boards exclude each other where agents lock nothing
//	<time>-<pid>.open.jsonl    what a living process did: one JSON object a line, only ever appended to
//	<time>-<pid>.jsonl         the same of a process that ended
//	kept/<time>-<name>         the bytes of a file that had to give way and are to be found again
//
// A process holds flock(2) on its own file for as long as it lives, so that an open file nobody holds belonged to a
// process that crashed; process ids are for people only. A process that ends without having been able to write how an
// edit ended leaves its file as a crash does. A last line that breaks off is skipped. Every line names
// the directory by device and inode as well: what happened in a directory that was removed is no history of the one
// that took its path.
//
// # Bounds
//
// A journal holds at most MaxBytes in MaxFiles files, none older than MaxAge since its last line; a process begins a
// new file after MaxOwn. What is over is removed oldest first, whenever a process begins a file. The file of a living
// process is never removed, nor is one whose unfinished edits were not looked at yet.
package journal

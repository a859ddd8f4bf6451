// Package log keeps, outside of every task directory, what this program is about to write and what came of it (the Journal), and what
// happened to the tasks (the History): so that an edit can be taken back after agents went on working and after a restart, a crash between
// two files is noticed and finished, two boards on one directory know of each other's intents, and what happened is known after a restart.
//
// Each task directory has a directory of its own, <state>/<hash of its real path>/, readable by its owner alone:
//
//	lock                       taken around every write, so that boards exclude each other where agents lock nothing
//	<time>-<pid>.open.jsonl    the journal of a living process
//	<time>-<pid>.jsonl         the same of a process that ended
//	kept/<time>-<name>         the bytes of a file that had to give way and are to be found again
//	deleted/<time>-<pid>.jsonl files that agents deleted, with their last bytes: a line for each
//	history/events.jsonl       the history
//	history/writer             locked by the one board that writes it
//
// All lines are JSON objects, and are only ever appended. A file is made under another name and gets its own when what it begins with is
// written. A line that breaks off, because its process was killed or the disk was full, is skipped, and the next one begins on a line of
// its own: nothing else is lost.
//
// # The journal
//
// A process holds flock(2) on its own journal for as long as it lives, so that an open file nobody holds belonged to a
// process that crashed; process ids are for people only. A process that ends without having been able to write how an
// edit ended leaves its file as a crash does. Every line names
// the directory by device and inode as well: what happened in a directory that was removed is no history of the one
// that took its path.
//
// # The history
//
// A History is opened without touching the disk. Begin gives it the tasks as they are now and answers, once, a Past: the newest
// Events, oldest first, and since when tasks have been in their state. What happens then is the board's own to remember: it
// hands the same events to Record. An Event holds the State of its task before and after it, so that whoever wants a figure
// goes over them in their order. One that is Found was seen by nobody: it was so when a board began to look, since e.At at least, which is
// the time of its file. A line of tasks.EventLinked is one link of a task, made or removed; they are for whoever reads the files, and in no
// Past.
//
// Of several boards on a directory the first writes; another one that sees something happen after that one has ended goes on
// in its place, and leaves out what stands there already. Somewhere in the file stands what was so then, a line a task, and after it what
// happened since: together that is what is so. Where much was appended the file is written anew, with the newest events and what is so.
//
// # Bounds
//
// A journal, with what was kept and deleted, has at most MaxBytes in MaxFiles files, none older than MaxAge since its last line; a process
// begins a new file after MaxOwn. A history has between MaxEvents and three times as many events, and goes MaxHistoryAge after the last.
// What is over is removed oldest first, whenever a file is begun, and then in the directories of all others what is too old. The journal of
// a living process is never removed, nor is one whose unfinished edits nobody has looked at yet. Of a journal that is larger all the same, the
// last MaxBytes are read, of these the last few thousand lines, and no line that is longer than an edit can be.
package log

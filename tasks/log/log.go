// Package log keeps two logs outside of every task directory: the Journal of what this program is about to write and of
// the result, and the History of what happened to the tasks. With them an edit can be undone after agents went on
// working and after a restart, a crash between two files is noticed and repaired, two boards on one directory know each
// other's intents, and a board shows what happened before it was started.
//
// Each task directory has a directory of its own, <state>/<hash of its real path>/, readable by its owner alone:
//
//	lock                       taken around every write, so that boards exclude each other where agents take no lock
//	<time>-<pid>.open.jsonl    the journal of a living process
//	<time>-<pid>.jsonl         the journal of a process that has ended
//	kept/<time>-<name>         the bytes of a file that were replaced and are to be found again
//	deleted/<time>-<pid>.jsonl files that agents deleted, with their last bytes, one a line
//	history/events.jsonl       the history
//	history/writer             locked by the one board that writes it
//	seen.json                  which tasks that others completed the person has seen
//	graph.json                 the form in which the dependencies were shown last
//	allowed.json               the form of files that a person has allowed to edit
//	putback.json               what serve put back, and where it is kept
//	leases.json                until when owners keep what they claimed over a network
//
// The state directory itself has tokens.json: the names that may use a server, and the sums of their tokens.
//
// All lines are JSON objects, and are only ever appended. A file is written under another name first and renamed when
// its beginning is complete. A line that is cut off, because the process was killed or the disk was full, is skipped,
// and the next one begins on a line of its own: nothing else is lost.
//
// # The journal
//
// A process holds flock(2) on its own journal as long as it lives, so that an open journal without a lock belongs to a
// process that crashed; the process ids are for people. A process that ends without having been able to write how an
// edit ended leaves its journal as a crash does. Every line names the directory by device and inode as well: a
// directory that was removed shares no past with the one that took its path.
//
// # The history
//
// Begin compares the history with the tasks as they are now and returns, once, a Past: the newest Events, oldest first,
// and since when tasks have been in their status. Record appends what happens from then on. An Event has the State of
// its task before and after it. If no board saw it happen it is Found: it has been so since e.At at least, the time of
// its file. A line of tasks.EventLinked is one link of a task that was added or removed; these lines are for readers of
// the files, and are in no Past.
//
// Of several boards on a directory the first one writes. When it has ended, another board goes on when something
// happens. The file has the state of all tasks at one point, one a line, and after it the events since: together they
// give the state now. When the file has grown much, it is written again with the newest events and the present state.
//
// # Bounds
//
// A journal, with kept and deleted files, has at most MaxBytes in MaxFiles files, none older than MaxAge since its last
// line; a process begins a new file after MaxOwn, and of what serve put keeps only the newest lines. A history has
// between MaxEvents and three times as many events, and is removed MaxHistoryAge after the last one. The oldest files
// are removed when a file is begun, and those that are too old also for all other directories. The journal of a living
// process is never removed, nor is one with unfinished edits that no person has seen yet. Of a larger journal only the
// last MaxBytes are read, of these the last few thousand lines, and no line that is longer than an edit can be.
package log

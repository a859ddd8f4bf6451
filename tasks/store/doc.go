// Package store is the disk: it opens task files without ever being led astray by what lies there, keeps the
// newest good record of each, and writes edits so that a file is its old or its new self at every instant. No
// other package writes task files.
//
// # Reading
//
// A name comes only from a directory entry. Before anything is opened it must be a regular file of at most MaxFile
// bytes; it is opened relative to the opened directory, without following links and without blocking, and looked
// at again before and after it is read. Pipes, sockets, devices and directories are never opened. A link that stays
// inside the directory, and a file with several names, are shown and never written; a link that leads out is not
// followed.
//
// Agents write in place: a file that is empty or breaks off is probably being written. For a second its last good
// record stays and Retry asks to look again; then it is told as a Problem, with line and column.
//
// # Writing
//
// An edit is carried out step by step, one edit at a time. Each file is read, every value the edit rests on is
// compared by meaning, the new bytes are made from the current ones and lie complete and synced in a temporary file,
// and a journal outside the directory says what is about to happen. Then a lock of our own keeps other boards out, the
// dialect's own lock its agents, everything is compared once more, and the two names are exchanged in one step. What
// came out must be what was compared: if somebody wrote in the same instant, theirs is put back and the edit is made
// on top of it, or told as a conflict. The first step decides; the steps after it are set operations that only roll
// forward, and one that fails is told as an Unfinished, never taken back.
//
// # Afterwards
//
// Where agents take no lock, one that read a file before an edit may write all of it afterwards. For a quarter of a
// second an edit that was undone whole is made again, at most three times, unless a later intent of ours or of another
// board names the same field; for two seconds its loss is told by Outcomes. No such looking ends with a look that could
// not judge the file: one that is being written then is waited for, and one that stays unreadable is told as Unseen.
// What a process that crashed left half done is finished after Load, or told. History lists what was done, Undo and Redo
// make the edits that take it back, and never touch what somebody else wrote since without being told to: a file that
// nobody wrote to gets every byte it had, any other its values one by one.
//
// A panic of this package ends what was being done, not the program: it is an error of Apply or Load, or an Outcome.
//
// # How it is held
//
// Every operation on the disk and on the journal's fails once and kills once in tests, of every edit and of taking it
// back; with SIDEBOARD_TORTURE=1 the kernel refuses every kind of system call in turn, 10,000 edits meet agents that
// rewrite the same files every 9 ms, and 200 histories of racing processes are checked for being linearizable. The
// parts without which this would not hold are a list (see mutants_test.go): with SIDEBOARD_MUTANTS=1 each is taken away
// in a copy, and a test must fail.
package store

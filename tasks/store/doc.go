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
// compared by meaning, the new bytes are made from the current ones and lie complete and synced in a temporary file
// before the dialect's own lock is taken; under the lock everything is compared once more, then one rename makes the
// change. The first step decides; the steps after it are set operations that only roll forward, and one that fails
// is told as an Unfinished, never taken back.
package store

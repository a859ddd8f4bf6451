// Package dialect knows how each published design of task files spells a task: which files are tasks, which dialect
// a file is written in, what every action must write so that the dialect's own agents can go on working, and what
// a new file looks like. It is pure: it gets bytes and gives bytes, and never opens a file.
//
// A directory is a Codec. The name of a file only hints at its dialect; its keys decide, and every file of a mixed
// directory keeps the shape it has: the order of its keys, the way it says that nobody owns it, its escapes, its
// indentation, its line ends. An edit replaces the bytes of its own fields and nothing else (package span).
//
// No other package knows the name of a key in a task file.
//
// # How a file's dialect is found
//
//   - In Claude Code's own directories every task is Claude Code's.
//   - In a folder .task, and elsewhere by a title and no subject: a workflow file. A flow of control makes it one of
//     five members, relations one of ten, convergence one of the task schema; the rest is free form. A title alone,
//     outside such a folder, is of unknown origin: shown and never edited.
//   - An id that is a number: s07 and what descends from it. A worktree, or times in s12's spelling, make it old
//     s12; a list of blocks s07 as it was first; an owner that is null, or written before the list, s_full.
//   - blocked_by and a text for an id: the v6 family, told apart by the name, the metadata and the high-water mark.
//   - blockedBy and a text for an id: Claude Code's when the name is a bare number, else one of s12's line: by eight
//     hex digits in the name s10, or s13 with a worktree or a lock file beside it; by a worktree s18; else s12.
//
// Descendants of these designs differ from them in spelling and order; they get the rules of the nearest one.
//
// # What an edit means
//
// Expand turns what a person asked for into steps, one for each file it touches. The words are canonical: a status
// is pending, an owner is nobody. Render spells them in one file. The rules, dialect by dialect:
//
//   - claim: in_progress and the owner, where the file keeps one. release and reopen: pending and nobody, spelled "",
//     null or by no key at all as the directory's files do.
//   - complete: completed. Where an empty list is what makes a task ready (s07, s_full, v6, v9), the id is then taken
//     out of the lists of those that wait; ids are compared with their type, because agents compare them so.
//   - link, unlink: the list of the one that waits, and blocks of the other where that file has it.
//   - delete: first the high-water mark where there is one, then the file, then the lists that name it.
//   - every edit of a file that keeps its time of last change sets that too, in the form it has.
//   - workflow files: the status, in the word of the generation or of its folder, and an entry of the status_history
//     where the file has one; dependencies in the list of the generation, wherever that lies. Nobody owns a task there,
//     deleting one leaves every other file alone, and a new one gets the next id or one that a person chose.
package dialect

// Package dialect knows how each published design of task files spells a task: which files are tasks, which dialect
// a file is written in, what every action must write so that the dialect's own agents can go on working, and what
// a new file looks like. It is pure: it gets bytes and gives bytes, and never opens a file.
//
// A directory is a Book. The name of a file only hints at its dialect; its keys decide, and every file of a mixed
// directory keeps the shape it has: the order of its keys, the way it says that nobody owns it, its escapes, its
// indentation, its line ends. An edit replaces the bytes of its own fields and nothing else (package span).
//
// No other package knows the name of a key in a task file.
package dialect

// Package refagents reads a task directory the way the agents of one dialect read it, and creates, claims, completes and
// links in it the way they write. Tests ask it what those agents would make of a file, and the demo's agents act through it.
//
// What sideboard writes is right when the programs it is written for can go on working with it, so the judge
// of that must not share a line with the writer. This package therefore imports neither tasks/dialect nor
// tasks/jsonedit, parses and encodes JSON by itself, and is as intolerant as those agents are: where their code
// would raise, Read returns an error of type *Raised; where their code would pass over a file without a word,
// the file is in Listing.Skipped.
//
// # What the agents have in common
//
// All but Claude Code are Python programs. pathlib's glob does match names that begin with a dot where the
// pattern allows it ("*.json" does, "task_*.json" can not). json.loads raises on a byte order mark, takes NaN
// and Infinity, keeps the last of duplicate keys; read_text raises on bytes that are not UTF-8. A dataclass
// built by Task(**data) raises on an unknown key and on a missing one that has no default, and then the whole
// listing raises. Claude Code is a JavaScript program: it takes every name that ends in ".json", validates
// the object, and a file that fails is simply not there.
//
// Where Python would carry on with a value of a wrong type and fail somewhere later (a null list, a number for
// a subject), Read raises at once: such a file must never be written.
package refagents

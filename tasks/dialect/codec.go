// Package dialect knows the published designs of task files: which files are tasks, which dialect a file is written in,
// what every action must write so that the dialect's own agents can go on working, and what a new file looks like. It
// gets bytes and returns bytes, and never opens a file.
//
// A Codec is of one directory. The keys of a file decide which dialect it is; its name is only a hint. In a mixed
// directory every file keeps its form: the order of its keys, its value for no owner, its escapes, its indentation, its
// line ends. An edit replaces the bytes of its own fields and nothing else (package jsonedit).
//
// No other package knows the name of a key in a task file.
//
// # How the dialect of a file is found
//
//   - In Claude Code's own directories every task is Claude Code's.
//   - In a folder .task, and elsewhere with a title and no subject: a workflow file. A flow of control makes it one of
//     five members, relations one of ten, convergence one of the task schema; anything else is free form. Outside such a
//     folder, a title alone is of unknown origin: the file is shown and never edited.
//   - An id that is a number: s07 and its descendants. A worktree, or times in s12's spelling, make it old s12; a list of
//     blocks the first form of s07; an owner that is null, or before the list, s_full.
//   - blocked_by and a text as id: the v6 family, which differ in the name, the metadata and the high-water mark.
//   - blockedBy and a text as id: Claude Code's if the name is a number, else s12 or a descendant: with eight hex digits
//     in the name s10, or s13 if there is a worktree or a lock file too; with a list of blocks s12 with blocks; with a
//     worktree s18; else s12.
//   - A path, a key or a form of name that no design above has: ClawTeam's, oh-my-claudecode's, oh-my-openagent's; a path of
//     Storybloq's, Trellis' or Gemini CLI's. These are shown and never edited, like anything unknown: see foreign.go.
//
// Descendants of these designs differ in spelling and order. They get the rules of the nearest design, unless its
// agents would not find or read such files: see settle.go.
//
// # What an edit means
//
// Expand turns an edit into steps, one for each file. Their values are canonical: a status is pending, an owner is
// None. Render spells them in one file. The rules, by dialect:
//
//   - claim: in_progress and the owner, if the file has one. release and reopen: pending and no owner, which is "", null or
//     no key at all, as in the other files of the directory.
//   - complete: completed. Where an empty list makes a task ready (s07, s_full, v6, v9), the id is then removed from the
//     lists of those that wait; ids are compared with their type, because agents compare them so.
//   - link, unlink: the list of the task that waits, and blocks of the other if that file has it.
//   - delete: first the high-water mark if there is one, then the file, then the lists that have its id.
//   - every edit of a file with a time of last change sets that too, in its form.
//   - workflow files: the status, in the word of the generation or of its folder, and an entry of the status_history if the
//     file has one; dependencies in the list of the generation, wherever that is. There is no owner, deleting a task changes
//     no other file, and a new one gets the next id or one that a person chose.
package dialect

import (
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// World is all tasks of a directory: the newest valid record of every file.
type World interface {
	Get(tasks.Key) *tasks.Task
	Each(func(*tasks.Task) bool)
}

// location is what the path of a directory says.
type location struct {
	claude   bool  // it is one of Claude Code's
	workflow bool  // it is a .task folder
	tool     *spec // the dialect of all directories with such a path, nil for none
}

// A Codec reads and writes the task files of one directory, and detects their dialect. Its methods are safe for
// concurrent use.
type Codec struct {
	at       atomic.Pointer[location]
	assumed  atomic.Pointer[spec]   // what SetDialect set, nil for nothing
	folder   atomic.Pointer[folder] // the last listing, never nil
	settled  atomic.Pointer[verdicts]
	inferred atomic.Pointer[spec]   // the form of the files of this directory, nil for none
	making   atomic.Pointer[making] // how a new file of that form is made
	shown    atomic.Pointer[spec]   // why its other files are only shown, nil for no reason of their own
	bucket   atomic.Bool            // see OnlyDesigns
	files    sync.Pool              // of *file
	habits   habits

	mu     sync.Mutex // guards what follows
	owners map[string]string
	names  map[string]*tasks.Members // see sharedMembers
	kinds  map[tasks.Key]written     // of at most maxCounted records
	counts map[*spec]int
	top    uint64          // the highest number in any name so far
	stems  map[string]bool // of workflow folders: every name without .json

	evidence    map[lineage]*evidence // see addEvidence
	newEvidence bool                  // there is some since the last Settle
}

// written is the dialect of a record, and a time if that helps to choose between s12 and s18.
type written struct {
	by *spec
	at int64 // nanoseconds since 1970: for s18 the last write, for s12 the time in its id, else 0
}

// folder is what the names in the directory say. It is never changed.
type folder struct {
	lock, mark           bool
	hex, ints, bare, all int  // the number of names of each kind; a name may be of several
	named                int  // the number of names in the form of a known design
	other                bool // there is a name that no known design, no editor and no person leaves there
}

// maxCounted is the largest number of records that Traits counts: the majority of the first thousand is enough.
const maxCounted = 1024

// maxOwners bounds the interned owners, in case every change has a new one.
const maxOwners = 4096

// NewCodec returns a codec for the directory at path. <config>/tasks/<list> belongs to Claude Code if <config> is named
// .claude or is one of configs (absolute paths: $CLAUDE_CONFIG_DIR). Nothing is read.
func NewCodec(path string, configs ...string) *Codec {
	b := &Codec{owners: map[string]string{}, kinds: map[tasks.Key]written{}, counts: map[*spec]int{},
		stems: map[string]bool{}, evidence: map[lineage]*evidence{}}
	b.SetPath(path, configs...)
	b.folder.Store(&folder{})
	b.files.New = func() any { return new(file) }
	return b
}

// SetPath sets the path of the directory, and the configs as NewCodec takes them, where they become known later: before
// the first file is read.
func (c *Codec) SetPath(path string, configs ...string) {
	path = filepath.Clean(path)
	at := &location{workflow: filepath.Base(path) == ".task"}
	for _, dir := range []string{path, filepath.Dir(path)} {
		config := filepath.Dir(dir)
		named := filepath.Base(config) == ".claude" || slices.Contains(configs, config)
		at.claude = at.claude || filepath.Base(dir) == "tasks" && named
	}
	if !at.claude {
		at.tool = toolOfPath(path)
	}
	c.at.Store(at)
}

// SetDialect sets the dialect to assume if the files are ambiguous: v9 writes what v6early does.
func (c *Codec) SetDialect(t *tasks.Traits) { c.assumed.Store(specOf(t)) }

// OnlyDesigns makes the codec infer no form: the files are of a published design or only shown.
func (c *Codec) OnlyDesigns() { c.bucket.Store(true) }

// specOf returns the dialect of a record: the form of this directory, or one of all directories.
func (c *Codec) specOf(t *tasks.Traits) *spec {
	for _, own := range [...]*spec{c.inferred.Load(), c.shown.Load(), otherForm} {
		if own != nil && t == &own.traits {
			return own
		}
	}
	return specOf(t)
}

// open returns a file to be parsed, whose memory may have been used before. Call done when it is not needed any more.
func (c *Codec) open() *file {
	return c.files.Get().(*file)
}

// done gives back what open returned.
func (c *Codec) done(f *file) {
	f.release()
	c.files.Put(f)
}

// intern returns the one copy of an owner's name.
func (c *Codec) intern(name []byte) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.owners[string(name)]; ok {
		return s
	}
	if len(c.owners) >= maxOwners {
		clear(c.owners)
	}
	s := string(name)
	c.owners[s] = s
	return s
}

// owner returns the owner's name, the JSON text of a value that is no string.
func (c *Codec) owner(f *file) string {
	m, _ := f.get(keyOwner)
	switch {
	case f.isNobody(m):
		return ""
	case m.Kind != jsonedit.KindString:
		return string(f.Raw(m))
	}
	text, plain := f.Plain(m.ValStart, m.ValEnd)
	if !plain || len(text) == 0 || len(text) > maxText {
		return f.String(m)
	}
	return c.intern(text)
}

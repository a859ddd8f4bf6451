// Package dialect knows how each published design of task files spells a task: which files are tasks, which dialect
// a file is written in, what every action must write so that the dialect's own agents can go on working, and what
// a new file looks like. It is pure: it gets bytes and gives bytes, and never opens a file.
//
// A directory is a Codec. The name of a file only hints at its dialect; its keys decide, and every file of a mixed
// directory keeps the shape it has: the order of its keys, the way it says that nobody owns it, its escapes, its
// indentation, its line ends. An edit replaces the bytes of its own fields and nothing else (package jsonedit).
//
// No other package knows the name of a key in a task file.
//
// # How a file's dialect is found
//
//   - In Claude Code's own directories every task is Claude Code's.
//   - In a folder .task, and elsewhere by a title and no subject: a workflow file. A flow of control makes it one of
//     five members, relations one of ten, convergence one of the task schema; the rest is free form. A title without
//     any of these, outside such a folder, is of unknown origin: shown and never edited.
//   - An id that is a number: s07 and what descends from it. A worktree, or times in s12's spelling, make it old
//     s12; a list of blocks s07 as it was first; an owner that is null, or written before the list, s_full.
//   - blocked_by and a text for an id: the v6 family, told apart by the name, the metadata and the high-water mark.
//   - blockedBy and a text for an id: Claude Code's when the name is a bare number, else one of s12's line: by eight
//     hex digits in the name s10, or s13 with a worktree or a lock file beside it; by a list of blocks s12 with blocks; by a
//     worktree s18; else s12.
//   - The path, a key of its own or a form of name that no design above has: ClawTeam's, oh-my-claudecode's, oh-my-openagent's.
//     They are shown and never edited, as is what nothing here explains: see foreign.go.
//
// Descendants of these designs differ from them in spelling and order; they get the rules of the nearest one, unless their
// files are such as its code can never write: see settle.go.
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

import (
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// World is what is known of all tasks: the newest good record of every file.
type World interface {
	Get(tasks.Key) *tasks.Task
	Each(func(*tasks.Task) bool)
}

// A Codec reads and writes the task files of one directory, and detects their dialect. Its methods are safe for concurrent use.
type Codec struct {
	claude   bool                   // the path is one of Claude Code's
	workflow bool                   // the path is a .task folder
	home     *spec                  // the tool whose directories have such a path, nil
	told     atomic.Pointer[spec]   // what SetDialect set, nil
	folder   atomic.Pointer[folder] // the last listing, never nil
	settled  atomic.Pointer[verdicts]
	files    sync.Pool // of *file
	habits   habits

	mu       sync.Mutex // guards what follows
	owners   map[string]string
	names    map[string]*tasks.Members // by the names, each with a zero byte after it
	kinds    map[tasks.Key]written     // of at most maxCounted records
	counts   map[*spec]int
	top      uint64             // the highest number in any name that was seen
	stems    map[string]bool    // of workflow folders: every name without its ending
	evidence map[line]*evidence // until it is settled, see weigh
}

// written is by which design a record was written, and when as far as that tells s12 and s18 apart.
type written struct {
	by *spec
	at int64 // nanoseconds since 1970: of s18 the last write, of s12 what its id says, else 0
}

// folder is what one listing of the directory tells. It is never changed.
type folder struct {
	lock, mark           bool
	hex, ints, bare, all int  // how many names are of each kind; a name that is of two counts for both
	named                int  // how many are names that a design known here gives
	other                bool // something lies there that no design known here leaves beside tasks
}

// maxCounted bounds how many records Traits counts: a majority of the first thousand is the majority.
const maxCounted = 1024

// maxOwners bounds the interned owners, against a directory that names a new one in every change.
const maxOwners = 4096

// NewCodec returns a codec for the directory at path, whose names alone hint at the dialect of an empty directory:
// <config>/tasks/<list> belongs to Claude Code where <config> is named .claude or is one of configs (absolute paths:
// $CLAUDE_CONFIG_DIR). Nothing is read.
func NewCodec(path string, configs ...string) *Codec {
	path = filepath.Clean(path)
	b := &Codec{owners: map[string]string{}, kinds: map[tasks.Key]written{}, counts: map[*spec]int{}, stems: map[string]bool{}, evidence: map[line]*evidence{}}
	for _, dir := range []string{path, filepath.Dir(path)} {
		config := filepath.Dir(dir)
		named := filepath.Base(config) == ".claude" || slices.Contains(configs, config)
		b.claude = b.claude || filepath.Base(dir) == "tasks" && named
	}
	b.workflow = filepath.Base(path) == ".task"
	if !b.claude {
		b.home = homeOf(path)
	}
	b.folder.Store(&folder{})
	b.files.New = func() any { return new(file) }
	return b
}

// SetDialect sets which dialect the directory's agents speak where its files leave that open: v9 writes what v6early does.
// Files that say otherwise are still taken at their word.
func (b *Codec) SetDialect(t *tasks.Traits) { b.told.Store(specOf(t)) }

// List learns from a whole listing of the directory: the names hint at the dialect, .highwatermark at a counter, and
// every number in a name counts as taken for a new task. lockFile reports whether the entry .lock is there and is a
// regular file. Call it before the first Decode and whenever the directory was listed again.
func (b *Codec) List(names []string, lockFile bool) {
	d := &folder{lock: lockFile}
	var top uint64
	stems := map[string]bool{}
	for _, name := range names {
		if name == ".highwatermark" {
			d.mark = true
		}
		kind := kindOf(name)
		d.other = d.other || kind&(nameTask|nameBare) == 0 && !Leftover(name)
		if Noise(name) {
			continue
		}
		d.all++
		d.hex += int(kind / nameHex & 1)
		d.ints += int(kind / nameInt & 1)
		d.bare += int(kind / nameBare & 1)
		if kind&(nameTask|nameBare) != 0 {
			d.named++
		}
		if n, ok := countIn(name); ok && kind&(nameInt|nameBare) != 0 {
			top = max(top, n)
		}
		if b.workflow {
			stems[stemOf(name)] = true
		}
	}
	b.folder.Store(d)
	b.mu.Lock()
	b.top, b.stems = top, stems
	if len(b.kinds) == 0 {
		b.kinds = make(map[tasks.Key]written, min(len(names), maxCounted))
	}
	b.mu.Unlock()
}

// AddName counts one more name as taken; Create never gives it again. Call it when Create's name turned out to exist.
func (b *Codec) AddName(name string) {
	if b.workflow {
		b.mu.Lock()
		b.stems[stemOf(name)] = true
		b.mu.Unlock()
	}
	n, ok := countIn(name)
	if ok && kindOf(name)&(nameInt|nameBare) != 0 {
		b.mu.Lock()
		b.top = max(b.top, n)
		b.mu.Unlock()
	}
}

// AddTask counts a record for Traits; RemoveTask takes it back. Both may be called again for the same key.
func (b *Codec) AddTask(t *tasks.Task) {
	now := written{by: specOf(t.Traits)}
	switch now.by {
	case s18:
		now.at = t.Stamp.Mtime
	case s12:
		now.at = clockIn(t.Name)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	old, known := b.kinds[t.Key]
	if !known && len(b.kinds) >= maxCounted {
		return
	}
	if known {
		b.counts[old.by]--
	}
	b.kinds[t.Key] = now
	b.counts[now.by]++
}

// RemoveTask drops a key that is gone.
func (b *Codec) RemoveTask(key tasks.Key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if old, known := b.kinds[key]; known {
		b.counts[old.by]--
		delete(b.kinds, key)
	}
}

// Traits returns the dialect of the directory as a whole: what most of its tasks are written in, or what its path and
// names hint at while it has none. Where agents of s18 took over from those of s12, it is s18, however many files the
// others left. New tasks are written in it.
func (b *Codec) Traits() *tasks.Traits { return &b.own().traits }

func (b *Codec) own() *spec {
	b.mu.Lock()
	best, most := (*spec)(nil), 0
	settled := b.settled.Load()
	for _, sp := range specs() {
		if n := b.counts[sp]; n > most && (sp != unknown || best == nil || settled == nil || !settled.known) {
			best, most = sp, n
		}
	}
	if best == s12 && b.tookOver() {
		best = s18
	}
	b.mu.Unlock()
	if best != nil {
		return best
	}
	return b.hinted()
}

// tookOver reports whether an agent of s18 wrote after the last task of s12 was made. Agents of s12 cannot list such a
// folder any more, those of s18 read both. The caller holds mu.
func (b *Codec) tookOver() bool {
	if b.counts[s18] == 0 {
		return false
	}
	var made, wrote int64
	for _, w := range b.kinds {
		switch w.by {
		case s12:
			made = max(made, w.at)
		case s18:
			wrote = max(wrote, w.at)
		}
	}
	return wrote > made
}

// hinted is the dialect of a directory without tasks.
func (b *Codec) hinted() *spec {
	d := b.folder.Load()
	told := b.told.Load()
	switch {
	case told != nil:
		return told
	case b.home != nil:
		return b.home
	case d.other && !b.workflow:
		return unknown
	case b.claude:
		return claudeCode
	case b.workflow:
		return ccw
	case d.mark:
		return v6
	case d.lock:
		return s13
	}
	return s12
}

// Lock gives the lock the file's own agents take, as the directory is now: a file written in s10's form is under the
// directory's flock as soon as a regular .lock is there.
func (b *Codec) Lock(t *tasks.Task) tasks.LockKind {
	if t.Traits == S10 && b.folder.Load().lock {
		return tasks.FlockLock
	}
	return t.Traits.Lock
}

// intern keeps one copy of every owner's name.
func (b *Codec) intern(name []byte) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, ok := b.owners[string(name)]; ok {
		return s
	}
	if len(b.owners) >= maxOwners {
		clear(b.owners)
	}
	s := string(name)
	b.owners[s] = s
	return s
}

// Broken is the error of Decode: why a file is not shown as a task.
type Broken struct {
	Kind      tasks.ProblemKind // Unparsable, NotATask or NoID
	Text      string            // why, in words; may hold raw text of the file
	Line, Col int               // from 1, 0 when unknown
	CutOff    bool              // the text ends before it is whole
}

func (b *Broken) Error() string { return b.Text }

// broken words an error of the parser.
func broken(err error) *Broken {
	if at, is := errors.AsType[*jsonedit.SyntaxError](err); is {
		return &Broken{Kind: tasks.Unparsable, Text: at.Msg, Line: at.Line, Col: at.Col, CutOff: at.CutOff}
	}
	return &Broken{Kind: tasks.NotATask, Text: "JSON, but not an object"}
}

// Refused is an edit that this file or dialect cannot take, whatever the person wants; nothing was changed.
type Refused struct {
	Key tasks.Key
	Why string
}

func (r *Refused) Error() string {
	if r.Key.Name == "" {
		return r.Why
	}
	return r.Key.Name + ": " + r.Why
}

package dialect

import (
	"errors"
	"sync/atomic"
	"time"

	"sideboard/tasks"
)

// World is what is known of all tasks: the newest good record of every file.
type World interface {
	Get(tasks.Key) *tasks.Task
	Each(func(*tasks.Task) bool)
}

// Broken is the error of Decode: why a file is not shown as a task.
type Broken struct {
	Kind      tasks.ProblemKind // Unparsable, NotATask or NoID
	Text      string            // why, in words; may hold raw text of the file
	Line, Col int               // from 1, 0 when unknown
	Cut       bool              // the text ends too early (or is empty): likely being written
}

func (b *Broken) Error() string { return b.Text }

// Refused is an edit that this file or dialect cannot take, whatever the person wants; nothing was changed.
type Refused struct {
	Key tasks.Key
	Why string
}

func (r *Refused) Error() string { return r.Key.Name + ": " + r.Why }

// Book is one open directory. Its methods are safe for concurrent use.
type Book struct {
	path   string
	folder atomic.Pointer[folder]
}

type folder struct{ lock bool }

var errLater = errors.New("dialect: not built yet")

// NewBook starts a book on the directory at path, whose names alone hint at the dialect of an empty directory:
// <config>/tasks/<list> belongs to Claude Code where <config> is named .claude or is one of configs (absolute paths:
// $CLAUDE_CONFIG_DIR). Nothing is read.
func NewBook(path string, configs ...string) *Book { return &Book{path: path} }

// List learns from a whole listing of the directory: the names hint at the dialect, .highwatermark at a counter, and
// every number in a name counts as taken for a new task. lockFile says that the entry .lock is there and is a regular
// file. Call it before the first Decode and whenever the directory was listed again.
func (b *Book) List(names []string, lockFile bool) {}

// Saw counts one more name as taken; Create never gives it again. Call it when Create's name turned out to exist.
func (b *Book) Saw(name string) {}

// Noise says that a name is never a task and never a problem worth telling: dot-files, temporary files, locks, and
// everything that does not end in .json.
func Noise(name string) bool { return false }

// Decode reads one file. The record's Version is zero: the caller counts. The error is always a *Broken.
func (b *Book) Decode(key tasks.Key, raw []byte, st tasks.Stamp) (*tasks.Task, error) {
	return nil, &Broken{}
}

// Description gives the decoded description of a file, "" where there is none.
func (b *Book) Description(raw []byte) string { return "" }

// Members gives every member of the object in raw, in file order; the Raw slices point into raw.
func (b *Book) Members(raw []byte) ([]tasks.Member, error) { return nil, errLater }

// Traits gives the dialect of the directory as a whole: what most of its tasks are written in, or what its path and
// names hint at while it has none. New tasks are written in it.
func (b *Book) Traits() *tasks.Traits { return nil }

// Learn counts a record for Traits; Forget takes it back. Both may be called again for the same key.
func (b *Book) Learn(t *tasks.Task) {}

// Forget is told of a key that is gone.
func (b *Book) Forget(key tasks.Key) {}

// Lock gives the lock the file's own agents take, as the directory is now: a file written in s10's form is under the
// directory's flock as soon as a regular .lock is there.
func (b *Book) Lock(t *tasks.Task) tasks.LockKind { return tasks.NoLock }

// Expand fills in the steps of an edit: every file it means, in canonical words, the deciding step first (before it
// only a RaiseMark, which harms nobody). Every From of a status, owner, subject, active form and worktree is filled in
// from w; those of a description or a raw member are the caller's, who has read the file. The error is a *Refused.
//
// A created task's id is not known yet: in the steps after a CreateFile, a RaiseMark with Mark 0 means the new id's
// number, and an Add or Drop whose To is a Ref with the empty id means the new id.
func (b *Book) Expand(e tasks.Edit, w World) (tasks.Edit, error) { return e, errLater }

// Value gives the current value of a field of the file in raw, by meaning: equal values are equal with == however
// they are spelled. member names the member for FieldMember, whose value comes with whitespace and escapes normalised
// (Expand normalises the From of such changes the same way). A status outside the dialect's words is StatusValue(Foreign).
func (b *Book) Value(raw []byte, f tasks.Field, member string, t *tasks.Task) (tasks.Value, error) {
	return tasks.Value{}, errLater
}

// Render gives the new bytes of one file: now with the changes made and every other byte as it was; now itself when
// nothing differs. It does not look at From: compare with Value first. The error is a *Refused or a *Broken.
func (b *Book) Render(t *tasks.Task, now []byte, cs []tasks.Change, at time.Time) ([]byte, error) {
	return nil, errLater
}

// Create gives the name and the bytes of a new task in the directory's dialect, in the layout of sib, the newest
// sibling's bytes (nil when there is none). mark is the number in .highwatermark, 0 without one. rnd gives a random
// number in [0,n). When the name turns out to be taken, tell Saw and call again.
func (b *Book) Create(d tasks.Draft, sib []byte, w World, mark uint64, at time.Time, rnd func(n int) int) (name string, raw []byte, err error) {
	return "", nil, errLater
}

// Instruction is a text a person can hand to an agent: the task, what it waits for, and how that dialect completes it.
func Instruction(t *tasks.Task, description string, w World) string { return "" }

// All gives every dialect, in a fixed order.
func All() []*tasks.Traits { return nil }

// ByName finds a dialect by its short name.
func ByName(name string) (*tasks.Traits, bool) { return nil, false }

package board

import (
	"time"

	"sideboard/tasks"
)

// Board is the picture of one directory.
type Board struct{}

// New makes an empty board.
func New() *Board { return &Board{} }

// Apply takes in what one reading of the directory found. Deltas with Loading, and the first one without, are
// the first picture: nothing in them is an Event.
func (b *Board) Apply(d tasks.Delta) Diff { return Diff{} }

// Loaded says that the first picture is complete.
func (b *Board) Loaded() bool { return false }

// Health is how news of the directory reaches us, and why not live.
func (b *Board) Health() (tasks.Health, string) { return tasks.Live, "" }

// SetTraits says which dialect the directory itself has, for what is created in it. Without it the dialect of
// most of its tasks counts.
func (b *Board) SetTraits(t *tasks.Traits) {}

// Traits is the dialect of the directory, nil when nothing is known of it.
func (b *Board) Traits() *tasks.Traits { return nil }

// Len is how many cards of a column the filter shows.
func (b *Board) Len(c Column) int { return 0 }

// At is the card at a place of a column, counted from 0 among those the filter shows.
func (b *Board) At(c Column, i int) tasks.Key { return tasks.Key{} }

// Rank is where a card stands among those the filter shows; false when it is not shown.
func (b *Board) Rank(k tasks.Key) (Column, int, bool) { return 0, 0, false }

// Total is how many cards a column has without the filter.
func (b *Board) Total(c Column) int { return 0 }

// Counts is how many cards of each kind there are.
func (b *Board) Counts() Counts { return Counts{} }

// Has says that there is a card of this key, shown or not.
func (b *Board) Has(k tasks.Key) bool { return false }

// Task is the last good record, nil when there is none.
func (b *Board) Task(k tasks.Key) *tasks.Task { return nil }

// Problem is what is wrong with the newest state of the file, nil when nothing is.
func (b *Board) Problem(k tasks.Key) *tasks.Problem { return nil }

// Problems are all files in trouble, in the order of keys, those that are no card too.
func (b *Board) Problems() []tasks.Problem { return nil }

// State is how a card stands, None when there is no such card.
func (b *Board) State(k tasks.Key) State { return None }

// StartedEarly says that a task runs although what it waits for is not completed.
func (b *Board) StartedEarly(k tasks.Key) bool { return false }

// Leftover says that a task is blocked only because its list still names tasks that are completed: nobody
// will clear them any more, a person can by unlinking.
func (b *Board) Leftover(k tasks.Key) bool { return false }

// Stalled says that a task runs and its file has not changed for the given time.
func (b *Board) Stalled(k tasks.Key, now time.Time, after time.Duration) bool { return false }

// CountStalled is how many tasks are stalled.
func (b *Board) CountStalled(now time.Time, after time.Duration) int { return 0 }

// Since is when the task came into its status. It is exact when the transition was seen; otherwise it is the
// file's own time of last change or its mtime, and the task has been in its status for at least that long.
func (b *Board) Since(k tasks.Key) (t time.Time, exact bool) { return time.Time{}, false }

// WaitsFor are the links to what a task waits for, each id once, in file order.
func (b *Board) WaitsFor(k tasks.Key) []Linked { return nil }

// Unblocks are the links to the tasks that wait for a task, in the order of keys; those that only its own file
// names, in a dialect that keeps links on both sides, come last.
func (b *Board) Unblocks(k tasks.Key) []Linked { return nil }

// Behind is how many unfinished tasks wait for a task, through any number of others, counted up to limit.
func (b *Board) Behind(k tasks.Key, limit int) int { return 0 }

// Newest is the newest change of a task that was not ours, field by field; nil when none was seen.
func (b *Board) Newest(k tasks.Key) *Event { return nil }

// ShowInternal shows the tasks that Claude Code hides, or hides them again. They are hidden at first.
func (b *Board) ShowInternal(show bool) {}

// Reset says that the list was wiped by its agents, and how many tasks of how many were completed then. The
// columns keep showing them until a new task arrives.
func (b *Board) Reset() (done, total int, ok bool) { return 0, 0, false }

// Owners are the names that own a task, in order, each once.
func (b *Board) Owners() []string { return nil }

// ShortID is the id of a task as short as it can be without being mistaken for another of its list: "#2", "#0042".
func (b *Board) ShortID(k tasks.Key) string { return "" }

// Resolve finds the tasks a word names: an id, a short id, or else the beginning of subjects; at most 50.
func (b *Board) Resolve(word string) []tasks.Key { return nil }

// Attention finds the next card after a given one that needs a person, and says why in a word or two: broken
// files first, then unknown words, stalled tasks, those that are stuck or wait for something missing, and what
// is ready and nobody's. It starts again after the last.
func (b *Board) Attention(after tasks.Key, now time.Time, stalled time.Duration) (k tasks.Key, why string, ok bool) {
	return tasks.Key{}, "", false
}

// SetFilter shows only the cards that match; the zero Query shows all.
func (b *Board) SetFilter(q Query) {}

// Filter is the filter in force.
func (b *Board) Filter() Query { return Query{} }

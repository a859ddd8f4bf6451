package tasks

import "time"

// ProblemKind is what is wrong with a file.
type ProblemKind uint8

const (
	BeingWritten ProblemKind = iota + 1 // empty or cut off, for less than a second: read again soon
	Unparsable                          // not JSON, or cut off and nobody goes on writing it
	NotATask                            // JSON, but no task: never touched, listed under problems, no card
	TooLarge                            // over the cap: not read
	NotAFile                            // a pipe, a socket, a device, a directory: not opened
	OutsideLink                         // a link that leads out of the directory: not followed
	Unreadable                          // the system refused to open it
	NoID                                // an object that could be a task but has no id
)

// Problem is a file that cannot be shown as a task, or not in its newest state.
type Problem struct {
	Key       Key
	Kind      ProblemKind
	Text      string // why, in words, may hold raw text of the file: show it only through safetext
	Line, Col int    // where, for Unparsable; from 1, 0 when unknown
	Since     time.Time
}

// Card reports whether the file is shown as a card of its own when no good version of it is known.
func (p Problem) Card() bool { return p.Kind != NotATask && p.Kind != BeingWritten }

// Health is how news of the directory reaches us.
type Health uint8

const (
	Live    Health = iota // the system tells of every change
	Polling               // the directory is compared again and again
	Lost                  // the directory is not there
)

// Delta is what one reading of the directory found, against the reading before.
type Delta struct {
	Put      []*Task   // new or changed; ends an earlier Problem of the key
	Gone     []Key     // no longer there; ends an earlier Problem of the key too
	Problems []Problem // the newest state of these cannot be shown; the last good record stays
	Mine     map[Key]EditID
	Edits    int // so many edits of ours were carried out or refused, and their files read again since
	Health   Health
	Why      string // why Health is not Live
	Mark     uint64 // the high-water mark, 0 where there is none
	Loading  bool   // more of the first reading follows
	Whole    bool   // the whole directory was compared, not only the names that were told
	At       time.Time
}

// Empty reports whether nothing was found.
func (d Delta) Empty() bool { return len(d.Put)+len(d.Gone)+len(d.Problems) == 0 }

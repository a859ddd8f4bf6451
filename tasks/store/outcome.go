package store

import (
	"time"

	"sideboard/tasks"
	"sideboard/tasks/journal"
)

// OutcomeKind is what became of a write after it was carried out.
type OutcomeKind uint8

const (
	Reapplied OutcomeKind = iota + 1 // somebody put the file back without knowing of the edit, and it was made again
	PutBack                          // somebody put the file back, and it stands as it was before
	Lost                             // somebody wrote other values over those of the edit, or removed the file
	Overtook                         // somebody's own write had to give way in the same instant; its bytes are kept
	Finished                         // a process crashed in the middle of the edit, and what it left was finished now
	HalfDone                         // the same, and what it left could not be finished
	Unseen                           // what becomes of the edit cannot be seen any longer
)

// String names it in a word or two.
func (n OutcomeKind) String() string {
	return [...]string{"", "applied again", "put back", "overwritten", "overtook", "finished", "half done", "unseen"}[n]
}

// Outcome is later news of an edit, after Apply answered.
type Outcome struct {
	What    OutcomeKind
	Edit    tasks.Edit // as it was carried out
	Key     tasks.Key  // the file it happened to
	By      string     // the owner the file names now, where that may be who did it
	At      time.Time
	Gone    bool          // Lost: the file is not there any more
	Clashes []tasks.Clash // PutBack, Lost: each value that is not ours any more
	Again   *tasks.Edit   // PutBack, Lost: the edit that makes it so again, for Apply; nil where there is none
	Kept    string        // the file that has the bytes which gave way, "" if they are not kept
	Err     error         // HalfDone, Unseen: why; Overtook: why the bytes are not kept
	Missed  int           // how many older ones were dropped because nobody read them
}

// maxOutcomes is how many are kept for a reader; when they are more, the oldest is dropped.
const maxOutcomes = 64

// Outcomes tells of everything that happens to an edit after Apply answered: within two seconds of it, and what an
// earlier process left half done. The channel holds 64; while nobody reads, the oldest are dropped and the next one
// says how many. It is closed by Close.
func (s *Store) Outcomes() <-chan Outcome { return s.monitor.outcomes }

var journalWords = map[OutcomeKind]journal.What{Reapplied: journal.Reapplied, PutBack: journal.PutBack, Lost: journal.Lost}

// report passes an outcome on, keeps bytes that gave way, and notes it in the journal.
func (k *monitor) report(o Outcome, kept []byte) {
	o.At = k.s.opts.Now()
	if k.s.journal != nil {
		if kept != nil {
			o.Kept, o.Err = k.s.journal.Keep(o.Key.Name, kept)
		}
		if what, ok := journalWords[o.What]; ok || o.Kept != "" {
			if !ok {
				what = journal.Lost
			}
			line := k.s.entry(what, o.Edit.ID)
			line.File, line.Kept = o.Key.Name, o.Kept
			k.s.journal.Append(line, false)
		}
	}
	k.send(o)
}

// send returns an outcome to who reads them. It never waits.
func (k *monitor) send(o Outcome) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	for {
		o.Missed = k.missed
		select {
		case k.outcomes <- o:
			k.missed = 0
			return
		default:
		}
		select {
		case <-k.outcomes:
			k.missed++
		default:
		}
	}
}

package board

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"sideboard/tasks"
)

// NeedKind is the reason why something needs a person, the most urgent first.
type NeedKind uint8

// The reasons.
const (
	NeedsAnswer     NeedKind = iota // an agent waits for an answer or a permission
	Overwritten                     // another process overwrote an edit made here
	OwnerDead                       // the process of its owner ended without a release
	OwnerGone                       // its owner shut down, or left the team
	FileBroken                      // its file cannot be read
	InLoop                          // it is in a loop of tasks that wait for each other
	FileWrong                       // the doctor found an error in it
	TaskFailed                      // its file says that it failed
	StatusUnknown                   // its status is a word that its dialect does not know
	TaskStalled                     // it is in progress, and its file has not changed for long
	BlockerMissing                  // it waits for a task that does not exist
	WorktreeMissing                 // it is bound to a worktree that does not exist
	ToReview                        // others completed it, and the person has not seen it
	NobodyStarts                    // it has been ready for long, and agents are idle
)

// Verb returns what a person can do about it.
func (k NeedKind) Verb() string {
	return [...]string{
		"answer", "apply again", "release", "release", "repair", "unlink", "repair", "reopen", "edit", "release",
		"unlink",
		"make its worktree", "look at", "claim",
	}[k]
}

// A Need is something that needs a person.
type Need struct {
	Kind  NeedKind
	Key   tasks.Key // the task; zero if an agent without one waits for an answer
	Who   string    // the agent it is about, "" for none
	Since time.Time // at the latest; zero if not known
	Idle  int       // of NobodyStarts: the number of idle agents
	why   string    // what the agent or the doctor says, "" for the words of the kind
}

// Reason returns why in words that follow the name of the task, without the time.
func (n Need) Reason() string {
	switch n.Kind {
	case NeedsAnswer:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "waits for your answer")
	case OwnerDead:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "is dead")
	case OwnerGone:
		return cmp.Or(n.Who, "its owner") + " " + cmp.Or(n.why, "is gone")
	case FileWrong:
		return n.why
	case NobodyStarts:
		return "ready, and " + strconv.Itoa(n.Idle) + tasks.Plural(n.Idle, " agent is idle", " agents are idle")
	}
	return [...]string{
		Overwritten: "your edit was overwritten", FileBroken: "cannot be read", TaskFailed: "failed",
		StatusUnknown: "unknown status",
		TaskStalled:   "stalled", BlockerMissing: "waits for a missing task",
		WorktreeMissing: "its worktree is not there",
		ToReview:        "not seen yet", InLoop: "in a loop",
	}[n.Kind]
}

// Circumstances is what Needs depends on besides the task files.
type Circumstances struct {
	Now         time.Time
	Stalled     time.Duration // a task in progress is stalled when its file is unchanged for this long; 0 for never
	Agents      []tasks.Agent
	Overwritten []tasks.Key // the tasks whose edits made here were overwritten
	Errors      []Fault     // found by the doctor
	Review      []tasks.Key // others completed them, and the person wants to look at each
}

// A Fault is an error in the files of tasks: agents fail because of it, or a task can never be started or completed.
type Fault struct {
	Files []tasks.Key // the file with the error, then others it involves
	What  string
}

// readyUnstarted is how long a task has to be ready, and an agent idle, for NobodyStarts.
const readyUnstarted = 5 * time.Minute

// SetOwnerState sets the function that returns the state of a task's owner; owner is "" for an unowned task. The
// function has to be fast.
func (b *Board) SetOwnerState(state func(list, owner string) tasks.Agent) { b.ownerStateFunc = state }

// OwnerState returns the state of the owner of a task in progress, as far as it is known.
func (b *Board) OwnerState(k tasks.Key) tasks.Agent {
	if s := b.slotOf(k); s >= 0 {
		return b.ownerState(s)
	}
	return tasks.Agent{}
}

func (b *Board) ownerState(s int32) tasks.Agent {
	t := b.slots[s].task
	if b.ownerStateFunc == nil || t == nil || t.Status != tasks.InProgress || b.slots[s].container {
		return tasks.Agent{}
	}
	return b.ownerStateFunc(t.List, t.Owner)
}

// Needs returns all that needs a person, without regard to the filter: the most urgent first, equally urgent tasks in
// the order of the columns. A task is in it once, for its most urgent reason. Tasks that only wait for such a task are
// not. The result is in the memory of reuse, an earlier result that nobody needs any more, if that has room.
func (b *Board) Needs(c Circumstances, reuse []Need) []Need {
	if b.wipedCards > 0 {
		return nil
	}
	all, busy := reuse[:0], map[string]bool{}
	for s := range b.columns[InProgressColumn].each {
		t := b.slots[s].task
		if t == nil || b.slots[s].container {
			continue
		}
		busy[t.Owner], busy[b.ownerState(s).Name] = true, true
		if n, ok := b.needOf(s, c.Now, c.Stalled); ok {
			all = append(all, n)
		}
	}
	for _, k := range c.Overwritten {
		if b.Has(k) {
			all = append(all, Need{Kind: Overwritten, Key: k})
		}
	}
	for k, p := range b.problems {
		if p.Kind != tasks.BeingWritten && b.Has(k) {
			all = append(all, Need{Kind: FileBroken, Key: k, Since: p.Since})
		}
	}
	all = b.appendPendingNeeds(all)
	for _, k := range c.Review {
		if b.Has(k) {
			all = append(all, Need{Kind: ToReview, Key: k})
		}
	}
	var idle []tasks.Agent
	for _, a := range c.Agents {
		switch {
		case busy[a.Name]:
		case a.State == tasks.AgentWaiting:
			all = append(all, Need{Kind: NeedsAnswer, Who: a.Name, Since: a.Since, why: a.Why})
		case a.State == tasks.AgentIdle:
			idle = append(idle, a)
		}
	}
	if n, ok := b.unstarted(idle, c.Now); ok {
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(x, y Need) int {
		if x.Kind == FileBroken && y.Kind == FileBroken {
			return x.Key.Compare(y.Key)
		}
		return cmp.Compare(x.Kind, y.Kind)
	})
	seen := b.seenNeeds
	clear(seen)
	all = slices.DeleteFunc(all, func(n Need) bool {
		if n.Key.Name == "" {
			return false
		}
		unchecked := n.Kind == FileBroken || n.Kind == Overwritten || n.Kind == InLoop // needOf has checked the others
		drop := seen[n.Key] || unchecked && b.isOnlyShown(n.Key)
		seen[n.Key] = true
		return drop
	})
	return b.insertFaults(all, c.Errors, seen)
}

// insertFaults inserts the errors of the doctor by their urgency, without those of files that need a person already.
func (b *Board) insertFaults(all []Need, faults []Fault, seen map[tasks.Key]bool) []Need {
	at := slices.IndexFunc(all, func(n Need) bool { return n.Kind > FileWrong })
	if at < 0 {
		at = len(all)
	}
	var found []Need
	for _, f := range faults {
		if len(f.Files) > 0 && !b.isOnlyShown(f.Files[0]) &&
			!slices.ContainsFunc(f.Files, func(k tasks.Key) bool { return seen[k] }) {
			found = append(found, Need{Kind: FileWrong, Key: f.Files[0], why: f.What})
			seen[f.Files[0]] = true
		}
	}
	return slices.Insert(all, at, found...)
}

// isOnlyShown reports whether a task is of a design that is read and never written.
func (b *Board) isOnlyShown(k tasks.Key) bool {
	t := b.Traits(k.List)
	if s := b.slotOf(k); s >= 0 && b.slots[s].task != nil {
		t = b.slots[s].task.Traits
	}
	return t != nil && t.ReadOnly != ""
}

// needOf returns why a task needs a person, as far as that depends on it alone and not on its links or on whether its
// file can be read.
func (b *Board) needOf(s int32, now time.Time, stalled time.Duration) (Need, bool) {
	sl := &b.slots[s]
	t := sl.task
	if t == nil || sl.container || t.Traits.ReadOnly != "" {
		return Need{}, false
	}
	n := Need{Key: t.Key}
	switch {
	case sl.col == InProgressColumn:
		o := b.ownerState(s)
		n.Who, n.Since, n.why = cmp.Or(o.Name, t.Owner), o.Since, o.Why
		switch {
		case o.State == tasks.AgentWaiting:
			n.Kind = NeedsAnswer
		case o.State == tasks.AgentDead:
			n.Kind = OwnerDead
		case o.State == tasks.AgentGone:
			n.Kind = OwnerGone
		case b.silence(s, now, stalled) == Stalled:
			n.Kind, n.Since, n.why = TaskStalled, t.Stamp.Time(), ""
		default:
			return Need{}, false
		}
	case sl.col != PendingColumn:
		return Need{}, false
	case sl.group == groupFailed:
		n.Kind = TaskFailed
	case sl.group == groupUnknown:
		n.Kind = StatusUnknown
	case sl.group == groupBlocked && !b.isBlocked(s):
		n.Kind = WorktreeMissing
	case sl.group == groupBlocked && sl.missing > 0 && t.Traits.Blocked != tasks.UnfinishedOnly:
		n.Kind = BlockerMissing
	default:
		return Need{}, false
	}
	return n, true
}

// noteNeed keeps needy up to date, so that Needs does not have to look at every pending task.
func (b *Board) noteNeed(s int32) {
	if _, ok := b.pendingNeed(s); ok {
		b.needy[s] = true
	} else {
		delete(b.needy, s)
	}
}

// pendingNeed is needOf of a pending task.
func (b *Board) pendingNeed(s int32) (Need, bool) {
	if b.slots[s].col != PendingColumn {
		return Need{}, false
	}
	return b.needOf(s, time.Time{}, 0)
}

// noteLoops keeps unstuckEpoch up to date: a task that became stuck since an epoch was touched, or waits for one that
// was.
func (b *Board) noteLoops(since uint32) {
	if b.unstuckEpoch != since {
		return
	}
	b.unstuckEpoch = b.additionEpoch
	for i := range b.touched {
		if s := b.touched[i].s; !b.slots[s].dead && b.isStuck(s) {
			b.unstuckEpoch = 0
			return
		}
	}
}

// fewNeeds is the number of tasks up to which sorting them is faster than looking for them in their column.
const fewNeeds = 256

// appendPendingNeeds appends the needs of pending tasks.
func (b *Board) appendPendingNeeds(all []Need) []Need {
	add := func(s int32) {
		if n, ok := b.pendingNeed(s); ok {
			all = append(all, n)
		}
	}
	if n := len(b.needy); n > fewNeeds {
		for s := range b.columns[PendingColumn].each {
			if b.needy[s] {
				add(s)
			}
		}
	} else if n > 0 {
		for _, s := range slices.SortedFunc(maps.Keys(b.needy), b.compareFunc) {
			add(s)
		}
	}
	if b.groupCounts[PendingColumn][groupBlocked] == 0 || b.unstuckEpoch == b.additionEpoch {
		return all
	}
	for s := range b.columns[PendingColumn].each {
		if b.slots[s].group == groupBlocked && b.isStuck(s) {
			return b.appendLoops(all)
		}
	}
	b.unstuckEpoch = b.additionEpoch
	return all
}

// appendLoops appends one task of each loop: the blockers of any stuck task lead into a loop. A loop that waits for
// another one is not found until that is gone.
func (b *Board) appendLoops(all []Need) []Need {
	walkOf := map[int32]int32{} // by slot: where the first walk that passed it began
	for s := range b.columns[PendingColumn].each {
		if b.slots[s].group != groupBlocked || b.slots[s].container || !b.isStuck(s) {
			continue
		}
		at := s
		for {
			if from, been := walkOf[at]; been {
				if from == s {
					all = append(all, Need{Kind: InLoop, Key: b.keyOf(at)})
				}
				break
			}
			walkOf[at] = s
			next, holds, more := int32(-1), false, true
			for i := 0; more && !(holds && next >= 0 && b.isStuck(next)); i++ {
				next, holds, more = b.nextBlocker(at, i)
			}
			if !more {
				break
			}
			at = next
		}
	}
	return all
}

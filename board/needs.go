package board

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"sideboard/tasks"
)

// NeedKind is why something needs a person, the most urgent first.
type NeedKind uint8

// The reasons.
const (
	NeedsAnswer     NeedKind = iota // an agent waits for an answer or a permission
	Overwritten                     // somebody overwrote an edit made at this board
	OwnerDead                       // the process of its owner ended without a word
	OwnerGone                       // its owner shut down, or left the team
	FileBroken                      // its file cannot be read
	FileWrong                       // the doctor found an error in it
	TaskFailed                      // its file says that it failed
	StatusUnknown                   // its status is a word that its dialect does not know
	TaskStalled                     // it runs, and its file has not changed for long
	BlockerMissing                  // it waits for a task that is not there
	WorktreeMissing                 // it waits for a worktree that is not there
	InLoop                          // it is one of the tasks of a loop, which wait for each other
	NobodyStarts                    // it has been ready for long, and agents have nothing to do
)

// Verb returns what a person can do about it.
func (k NeedKind) Verb() string {
	return [...]string{
		"answer", "apply again", "release", "release", "repair", "repair", "reopen", "edit", "release", "unlink", "make its worktree", "unlink", "claim",
	}[k]
}

// A Need is something that needs a person.
type Need struct {
	Kind  NeedKind
	Key   tasks.Key // the task; zero where an agent without one waits for an answer
	Who   string    // the agent it is about, "" for none
	Since time.Time // at the latest; zero when not known
	Idle  int       // how many agents have nothing to do, where nobody starts it
	why   string    // the words of who knows about the agent, or of the doctor
}

// Reason returns why in words that follow the name of the task, without since when.
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
		return "ready beside " + strconv.Itoa(n.Idle) + tasks.Plural(n.Idle, " idle agent", " idle agents")
	}
	return [...]string{
		Overwritten: "your edit was overwritten", FileBroken: "cannot be read", TaskFailed: "failed", StatusUnknown: "unknown status",
		TaskStalled: "stalled", BlockerMissing: "waits for a missing task", WorktreeMissing: "its worktree is not there", InLoop: "in a loop",
	}[n.Kind]
}

// Circumstances is what no task file tells and Needs are judged by.
type Circumstances struct {
	Now         time.Time
	Stalled     time.Duration // a running task whose file is unchanged for this long is stalled; 0 for never
	Agents      []tasks.Agent // who works here
	Overwritten []tasks.Key   // the tasks whose edits made here somebody overwrote
	Errors      []Fault       // what the doctor found
}

// A Fault is an error in the files of tasks: agents fail because of it, or a task can never be started or completed.
type Fault struct {
	Files []tasks.Key // the file it is about, then those that have a part in it
	What  string
}

// readyUnstarted is for how long a task is ready beside agents without work before a person is told.
const readyUnstarted = 5 * time.Minute

// SetOwnerState returns how to learn how the owner of a task in a list stands; "" is for a task that nobody owns. No task file
// tells that; who looks after the agents does. It is asked again and again.
func (b *Board) SetOwnerState(state func(list, owner string) tasks.Agent) { b.ownerStateFunc = state }

// OwnerState returns how the owner of a running task stands, as far as it is known.
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

// Needs returns everything that needs a person, whatever the filter shows: the most urgent first, what is alike in the order
// of the columns. A task is in it once, for the most urgent of its reasons; what only waits behind such a task is not. It
// looks at what runs, at what is pending and not ready, and at the first tasks that are ready.
func (b *Board) Needs(c Circumstances) []Need {
	if b.wipedCards > 0 {
		return nil
	}
	var all []Need
	busy := map[string]bool{}
	for s := range b.columns[InProgressColumn].each {
		t := b.slots[s].task
		if t == nil || b.slots[s].container {
			continue
		}
		busy[t.Owner], busy[b.ownerState(s).Name] = true, true
		if n, is := b.needAt(s, b.slots[s].placed(), c.Now, c.Stalled); is {
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
	if n, is := b.unstarted(idle, c.Now); is {
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(x, y Need) int {
		if x.Kind == FileBroken && y.Kind == FileBroken {
			return x.Key.Compare(y.Key)
		}
		return cmp.Compare(x.Kind, y.Kind)
	})
	seen := make(map[tasks.Key]bool, len(all))
	all = slices.DeleteFunc(all, func(n Need) bool {
		drop := n.Key.Name != "" && (seen[n.Key] || b.isOnlyShown(n.Key))
		seen[n.Key] = true
		return drop
	})
	return b.insertFaults(all, c.Errors, seen)
}

// insertFaults puts the errors of the doctor where their urgency is, but for those of files of which all says already that they need
// a person.
func (b *Board) insertFaults(all []Need, faults []Fault, seen map[tasks.Key]bool) []Need {
	at := slices.IndexFunc(all, func(n Need) bool { return n.Kind > FileWrong })
	if at < 0 {
		at = len(all)
	}
	var found []Need
	for _, f := range faults {
		if len(f.Files) > 0 && !b.isOnlyShown(f.Files[0]) && !slices.ContainsFunc(f.Files, func(k tasks.Key) bool { return seen[k] }) {
			found = append(found, Need{Kind: FileWrong, Key: f.Files[0], why: f.What})
			seen[f.Files[0]] = true
		}
	}
	return slices.Insert(all, at, found...)
}

// isOnlyShown reports whether nothing is written to the file of a task, because its design is another tool's.
func (b *Board) isOnlyShown(k tasks.Key) bool {
	t := b.Traits(k.List)
	if s := b.slotOf(k); s >= 0 && b.slots[s].task != nil {
		t = b.slots[s].task.Traits
	}
	return t != nil && t.ReadOnly != ""
}

// needAt returns why a task that stands, or is about to stand, at a place needs a person, as far as it tells alone: whether
// its file can be read and who waits for whom is asked elsewhere. Nobody here can do anything about a task that is only shown.
func (b *Board) needAt(s int32, p place, now time.Time, stalled time.Duration) (Need, bool) {
	t := b.slots[s].task
	if t == nil || p.container || t.Traits.ReadOnly != "" {
		return Need{}, false
	}
	n := Need{Key: t.Key}
	switch {
	case p.col == InProgressColumn:
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
	case p.col != PendingColumn:
		return Need{}, false
	case p.group == groupFailed:
		n.Kind = TaskFailed
	case p.group == groupUnknown:
		n.Kind = StatusUnknown
	case p.group == groupBlocked && !b.isBlocked(s):
		n.Kind = WorktreeMissing
	case p.group == groupBlocked && b.slots[s].missing > 0 && t.Traits.Blocked != tasks.UnfinishedOnly:
		n.Kind = BlockerMissing
	default:
		return Need{}, false
	}
	return n, true
}

// noteNeed keeps whether a pending slot needs a person, so that a change costs what it changes however many tasks wait.
func (b *Board) noteNeed(s int32) {
	if sl := &b.slots[s]; sl.col == PendingColumn {
		if _, is := b.needAt(s, sl.placed(), time.Time{}, 0); is {
			b.needy[s] = true
			return
		}
	}
	delete(b.needy, s)
}

// noteLoops keeps that no pending task is stuck: a loop that came since an epoch, or a way into one, leads through what was
// touched.
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

// fewNeeds is up to how many tasks are sorted rather than looked for in their column.
const fewNeeds = 256

// appendPendingNeeds appends the pending tasks that nobody will start as they are.
func (b *Board) appendPendingNeeds(all []Need) []Need {
	if n := len(b.needy); n > fewNeeds {
		for s := range b.columns[PendingColumn].each {
			if b.needy[s] {
				all = b.appendNeedOf(all, s)
			}
		}
	} else if n > 0 {
		for _, s := range slices.SortedFunc(maps.Keys(b.needy), b.compareFunc) {
			all = b.appendNeedOf(all, s)
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

func (b *Board) appendNeedOf(all []Need, s int32) []Need {
	if n, is := b.needAt(s, b.slots[s].placed(), time.Time{}, 0); is {
		all = append(all, n)
	}
	return all
}

// appendLoops appends one task of each loop that holds others back: from any stuck task on, what each waits for leads into
// one. A loop that waits for another one is found when that is open.
func (b *Board) appendLoops(all []Need) []Need {
	walkOf := map[int32]int32{} // the task whose walk came by first
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

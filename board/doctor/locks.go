package doctor

import (
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

const (
	lockName = ".lock"
	markName = ".highwatermark"
)

// settleTime is how long the mark and the tasks have to be unchanged before they are compared: agents write them one
// after the other.
const settleTime = 2 * time.Second

func (x *exam) key(name string) tasks.Key {
	return tasks.Key{List: x.c.List, Name: name}
}

// isOlder reports whether an entry changed longer ago than that.
func (x *exam) isOlder(e Entry, than time.Duration) bool { return x.c.Now.Sub(e.Changed) > than }

// checkMark reports a high-water mark that would make agents use an id again. Agents of v6 count on from the mark
// without reading the files. Claude Code takes the highest of all, so its mark may be low.
func (x *exam) checkMark() {
	e, ok := x.entries[markName]
	if !ok || !x.own.HasHighWaterMark || !x.isOlder(e, settleTime) {
		return
	}
	raw, err := x.c.Files.Raw(markName)
	if err != nil {
		return
	}
	mark, err := strconv.ParseUint(strings.TrimSpace(string(raw)), 10, 64)
	if err != nil {
		x.add(Finding{
			Severity: Warning, Kind: BrokenMark, Files: []tasks.Key{x.key(markName)}, What: "it holds no number",
			Why:  x.agents() + " cannot count from it",
			Hint: "Write the highest id there is into it, as a plain number.",
		})
		return
	}
	var top *tasks.Task
	var most int64
	for _, t := range x.tasks {
		if n, ok := t.ID.Int(); ok && n > most {
			top, most = t, n
		}
	}
	if top == nil || uint64(most) <= mark || !x.own.CachedIDs || x.c.Now.Sub(top.Stamp.Time()) < settleTime {
		return
	}
	x.add(Finding{
		Severity: Error, Kind: LowMark, Files: []tasks.Key{x.key(markName), top.Key},
		What: "it says " + strconv.FormatUint(mark, 10) + ", and there is a task " + top.ID.Text,
		Why:  x.agents() + " count on from the mark when they start and do not look at the files: a new task overwrites an old one",
		Repair: &Repair{What: "raise it to " + top.ID.Text, Edit: &tasks.Edit{
			Verb: tasks.VerbEdit, Of: top.Key,
			Steps: []tasks.Step{{Kind: tasks.RaiseHighWaterMark, Key: x.key(""), HighWaterMark: uint64(most)}},
		}},
	})
}

// checkOtherFiles reports faults of locks, and files that are no tasks.
func (x *exam) checkOtherFiles() {
	for _, e := range x.c.Entries {
		switch {
		case e.Name == lockName:
			x.checkFolderLock(e)
		case strings.HasSuffix(e.Name, ".lock"):
			x.checkLock(e)
		case strings.HasPrefix(e.Name, ".") && strings.HasSuffix(e.Name, ".tmp"):
			if e.Kind == File && x.isOlder(e, tempAge) {
				x.add(Finding{
					Severity: Note, Kind: LeftTemp, Files: []tasks.Key{x.key(e.Name)},
					What: "a temporary file that nobody finished",
					Why:  "no agent reads it; the program that wrote it was probably killed",
					Hint: "It can be removed.",
				})
			}
		case e.Kind == File && !strings.HasSuffix(e.Name, ".json") && !dialect.Leftover(e.Name) &&
			!dialect.IsNote(e.Name) &&
			x.own.Published():
			x.add(Finding{
				Severity: Note, Kind: ForeignFile, Files: []tasks.Key{x.key(e.Name)}, What: "it is no task file",
				Why: "no agent reads it", Hint: "Keep it in another folder.",
			})
		}
	}
	if x.own.Lock == tasks.FlockLock && x.c.Remote != "" {
		x.add(Finding{
			Severity: Note, Kind: RemoteLock, Files: []tasks.Key{x.key(lockName)},
			What: "flock may not hold between the machines that share this " + x.c.Remote + " directory",
			Why:  x.agents() + " rely on it to keep each other out",
			Hint: "Let only the agents of one machine work here.",
		})
	}
	if b := x.c.OuterLock; b != nil {
		x.add(x.foreignLock(*b, "it is next to the directory"))
	}
}

// checkFolderLock checks the entry .lock: the file that s13 uses with flock, the empty file of Claude Code, or a lock
// of another tool.
func (x *exam) checkFolderLock(e Entry) {
	switch {
	case e.Kind != File && x.own.Lock == tasks.FlockLock:
		x.add(Finding{
			Severity: Error, Kind: WrongLock, Files: []tasks.Key{x.key(e.Name)}, What: "it is " + kindWord(e.Kind) +
				" and must be a plain file",
			Why:  x.agents() + " lock that file around every write, and fail on anything else",
			Hint: "Remove it when nothing else uses it: the agents make the file anew.",
		})
	case e.Kind == File && e.Size > 0:
		x.add(x.foreignLock(e, "it has something in it"))
	case e.Kind == Directory && x.isOlder(e, StaleAge):
		x.add(Finding{
			Severity: Note, Kind: ForeignLock, Files: []tasks.Key{x.key(e.Name)},
			What: "a directory that some tool made as a lock and left",
			Why:  x.agents() + " do not look at it", Hint: "Remove it when nothing else uses it.",
		})
	}
}

// foreignLock returns the finding about a lock of another tool; how says by what it is recognised.
func (x *exam) foreignLock(e Entry, how string) Finding {
	return Finding{
		Severity: Warning, Kind: ForeignLock, Files: []tasks.Key{x.key(e.Name)}, What: "a lock of another tool: " + how,
		Why:  "nothing is edited here while it is there; " + x.agents() + " do not look at it",
		Hint: "Wait until that tool is done. If it is gone, remove the lock.",
	}
}

// checkLock checks a directory NAME.lock, which Claude Code makes to lock NAME.
func (x *exam) checkLock(e Entry) {
	target := strings.TrimSuffix(e.Name, ".lock")
	f := Finding{Severity: Warning, Kind: StaleLock, Files: []tasks.Key{x.key(e.Name)}}
	_, there := x.entries[target]
	there = there || x.byName(target) != nil
	switch {
	case target != lockName && !strings.HasSuffix(target, ".json"):
		return
	case x.own == dialect.S12Blocks && e.Kind == File:
		return // its agents lock every file of a task so, and leave the lock
	case x.own.Lock != tasks.MkdirLock:
		if !x.isOlder(e, StaleAge) {
			return
		}
		f.Severity, f.What, f.Why = Note, "a lock that some other tool left", x.agents()+" take no such lock"
		f.Hint = "Remove it when nothing else uses it."
	case e.Kind != Directory:
		f.Severity, f.Kind, f.What = Error, WrongLock, "it is "+kindWord(e.Kind)+" and must be a directory"
		f.Why, f.Hint = x.agents()+" can never lock "+target+" again, so that they cannot write it", "Remove it."
	case e.Used:
		f.Severity, f.Kind, f.What = Error, WrongLock, "there is something in it"
		f.Why, f.Hint = x.agents()+" can neither give this lock back nor take it over, so that they cannot write "+
			target, "Empty and remove it when no agent runs."
	case !x.isOlder(e, StaleAge):
		return
	default:
		f.What = "nobody has refreshed it for more than 10 seconds: the agent that made it is gone"
		f.Why, f.Hint = x.agents()+" take it over, after a wait", "Remove it."
		if there {
			f.Repair = &Repair{What: "take the lock over and give it back", Lock: target}
		}
	}
	x.add(f)
}

func kindWord(k EntryKind) string {
	switch k {
	case Directory:
		return "a directory"
	case Link:
		return "a link"
	case Special:
		return "a pipe, a socket or a device"
	}
	return "a file"
}

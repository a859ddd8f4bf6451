package board

import (
	"slices"

	"sideboard/tasks"
)

// transition is a change of status or owner, and who made it.
type transition struct {
	kind tasks.EventKind
	who  string
}

// transitionsOf returns the transitions between two records of a task, in their order. There may be several between two
// readings: a task that was free and is completed by a new owner was claimed in between.
func transitionsOf(old, now *tasks.Task) []transition {
	was, is := old.Owner, now.Owner
	taken := func() []transition { // the owner changed
		switch {
		case was == "":
			return []transition{{tasks.EventClaimed, is}}
		case is == "":
			return []transition{{tasks.EventReleased, was}}
		}
		return []transition{{tasks.EventTookOver, is}}
	}
	switch {
	case old.Status == now.Status:
		if was == is {
			return nil
		}
		if now.Status == tasks.InProgress && is != "" || now.Status == tasks.Pending && now.Traits.OwnerIsClaim {
			return taken()
		}
		return nil
	case now.Status == tasks.InProgress:
		var ts []transition
		if old.Status == tasks.Completed {
			ts = append(ts, transition{tasks.EventReopened, was})
		}
		if is == "" || now.Traits.OwnerIsClaim && is == was && old.Status == tasks.Pending {
			return append(ts, transition{tasks.EventStarted, is})
		}
		return append(ts, transition{tasks.EventClaimed, is})
	case now.Status == tasks.Completed:
		var ts []transition
		if is != "" && is != was {
			ts = append(ts, transition{tasks.EventClaimed, is})
			if old.Status == tasks.InProgress && was != "" {
				ts[0].kind = tasks.EventTookOver
			}
		}
		return append(ts, transition{tasks.EventCompleted, is})
	case now.Status == tasks.Pending && old.Status == tasks.InProgress:
		if now.Traits.OwnerIsClaim && is != "" && is != was {
			return []transition{{tasks.EventReleased, was}, {tasks.EventClaimed, is}}
		}
		return []transition{{tasks.EventReleased, was}}
	case now.Status == tasks.Pending && (isFinished(old) || old.Status == tasks.Failed):
		return []transition{{tasks.EventReopened, was}}
	}
	return nil
}

// firstTransitions returns the transitions of a new task between its creation and its first record.
func firstTransitions(t *tasks.Task) []transition {
	if t.Status != tasks.InProgress && t.Status != tasks.Completed && (t.Owner == "" || !t.Traits.OwnerIsClaim) {
		return nil
	}
	fresh := *t
	fresh.Status, fresh.Owner = tasks.Pending, ""
	return transitionsOf(&fresh, t)
}

// changedFields returns the fields in which two records differ. Records keep only checksums of the description and of
// other members. Where no field differs but the size of the file does, its layout changed.
func changedFields(old, now *tasks.Task) []FieldChange {
	var fs []FieldChange
	text := func(f tasks.Field, x, y string) {
		if x != y {
			fs = append(fs, FieldChange{Field: f, Before: tasks.TextValue(x), After: tasks.TextValue(y)})
		}
	}
	if old.Status != now.Status || old.StatusText != now.StatusText {
		fs = append(fs, FieldChange{Field: tasks.FieldStatus, Before: statusOf(old), After: statusOf(now)})
	}
	text(tasks.FieldOwner, old.Owner, now.Owner)
	text(tasks.FieldSubject, old.Subject, now.Subject)
	text(tasks.FieldActiveForm, old.ActiveForm, now.ActiveForm)
	text(tasks.FieldWorktree, old.Worktree, now.Worktree)
	set := func(f tasks.Field, x, y []tasks.ID) {
		if slices.Equal(x, y) {
			return
		}
		if before, after := tasks.RefsValue(x), tasks.RefsValue(y); before != after {
			fs = append(fs, FieldChange{Field: f, Before: before, After: after})
		}
	}
	set(tasks.FieldWaitsFor, old.WaitsFor, now.WaitsFor)
	set(tasks.FieldBlocks, old.Blocks, now.Blocks)
	if old.DescriptionSum != now.DescriptionSum {
		fs = append(fs, FieldChange{Field: tasks.FieldDescription})
	}
	fs = append(fs, changedMembers(old.Members, now.Members)...)
	if len(fs) == 0 && old.Stamp.Size != now.Stamp.Size {
		fs = append(fs, FieldChange{Field: tasks.FieldLayout})
	}
	return fs
}

// lastFields returns the last status and owner of a deleted task.
func lastFields(t *tasks.Task) (fs []FieldChange) {
	if t == nil {
		return nil
	}
	fs = []FieldChange{{Field: tasks.FieldStatus, Before: statusOf(t)}}
	if t.Owner != "" {
		fs = append(fs, FieldChange{Field: tasks.FieldOwner, Before: tasks.TextValue(t.Owner)})
	}
	return fs
}

// changedMembers returns which other members were removed, changed or added. Records do not keep their values: the name
// is used as the value.
func changedMembers(old, now *tasks.Members) []FieldChange {
	if old == now {
		return nil
	}
	var fs []FieldChange
	if old != nil {
		for _, name := range old.Names {
			there := tasks.TextValue(name)
			was, _ := old.Sum(name)
			switch is, ok := now.Sum(name); {
			case !ok:
				fs = append(fs, FieldChange{Field: tasks.FieldMember, Member: name, Before: there})
			case is != was:
				fs = append(fs, FieldChange{Field: tasks.FieldMember, Member: name, Before: there, After: there})
			}
		}
	}
	if now != nil {
		for _, name := range now.Names {
			sum, _ := now.Sum(name)
			if _, ok := old.Sum(name); !ok && sum != 0 {
				fs = append(fs, FieldChange{Field: tasks.FieldMember, Member: name, After: tasks.TextValue(name)})
			}
		}
	}
	return fs
}

// statusOf returns the status for people: the file's own word where no dialect knows it.
func statusOf(t *tasks.Task) tasks.Value {
	if t.Status == tasks.Foreign {
		return tasks.TextValue(t.StatusText)
	}
	return tasks.StatusValue(t.Status)
}

// droppedIDs returns the ids that a list lost, and whether it got any new one.
func droppedIDs(before, after []tasks.ID) (gone []tasks.ID, grew bool) {
	has := make(map[tasks.ID]bool, len(after))
	for _, id := range after {
		has[id] = true
	}
	kept := 0
	seen := make(map[tasks.ID]bool, len(before))
	for _, id := range before {
		if seen[id] {
			continue
		}
		seen[id] = true
		if has[id] {
			kept++
		} else {
			gone = append(gone, id)
		}
	}
	return gone, kept < len(has)
}

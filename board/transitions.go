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

// assignCauses finds the event that made a task ready, the last that can have, or blocked it again, the first that can
// have. Where the completion was in an earlier Delta it adds an EventUnblocked.
func (b *Board) assignCauses(news []pendingEvent, d tasks.Delta, c *eventCauses) []pendingEvent {
	for i := len(news) - 1; i >= 0; i-- {
		b.assignToDependants(&news[i], becameFree)
		if news[i].Kind == tasks.EventCompleted {
			b.assignClearings(&news[i], d)
		}
	}
	for i := range news {
		b.assignToDependants(&news[i], becameBlocked)
	}
	for i := range b.touched {
		e := &b.touched[i]
		if e.change == unchanged || e.reported {
			continue
		}
		if c.eventOf == nil {
			c.eventOf = map[tasks.Key]int{}
			for j := range news {
				c.eventOf[news[j].Key] = j
			}
		}
		news = b.assignToLinks(news, e, c, d)
	}
	return news
}

// eventCauses is what assignCauses needs to find the cause of a change of a list.
type eventCauses struct {
	eventOf map[tasks.Key]int    // the last event of each task
	deleted map[listID]tasks.Key // the ids of deleted files
}

type listID struct {
	list string
	id   tasks.ID
}

// collectDeletions returns the ids of the files that were deleted in this Delta.
func (b *Board) collectDeletions() *eventCauses {
	c := &eventCauses{}
	for i := range b.touched {
		if sl := &b.slots[b.touched[i].s]; sl.dead && sl.task != nil {
			if c.deleted == nil {
				c.deleted = map[listID]tasks.Key{}
			}
			c.deleted[listID{sl.task.List, sl.task.ID}] = sl.task.Key
		}
	}
	return c
}

// taskOfIDOrDeleted returns the task of an id, also one that was deleted in this Delta.
func (b *Board) taskOfIDOrDeleted(c *eventCauses, id listID) (tasks.Key, class) {
	if n := b.lookupNode(id.list, id.id); n >= 0 && b.nodes[n].slot >= 0 {
		return b.keyOf(b.nodes[n].slot), b.nodes[n].class
	}
	return c.deleted[id], classMissing
}

// assignToDependants adds the dependants of its task that had this change to an event.
func (b *Board) assignToDependants(ev *pendingEvent, change blockingChange) {
	if b.touched[ev.touchedAt].class == b.classOf(ev.s) {
		return
	}
	for _, n := range b.idNodes(ev.s) {
		if n < 0 {
			continue
		}
		for _, dep := range b.nodes[n].dependants {
			at := b.slots[dep].touchedAt
			if at < 0 || int(at) >= len(b.touched) || b.touched[at].s != dep {
				continue
			}
			if e := &b.touched[at]; e.change == change && !e.reported {
				ev.addTask(e, b.keyOf(dep))
			}
		}
	}
}

func (ev *pendingEvent) addTask(e *touchedSlot, k tasks.Key) {
	e.reported = true
	if e.change == becameFree {
		ev.Unblocked = append(ev.Unblocked, k)
	} else {
		ev.Blocked = append(ev.Blocked, k)
	}
}

// assignToLinks finds the event for a change that no change of a blocker explains: the task's own list changed.
func (b *Board) assignToLinks(news []pendingEvent, e *touchedSlot, c *eventCauses, d tasks.Delta) []pendingEvent {
	k := b.keyOf(e.s)
	gone, _ := droppedIDs(e.task.WaitsFor, b.slots[e.s].task.WaitsFor)
	if e.change == becameFree {
		for i := len(gone) - 1; i >= 0; i-- {
			of, state := b.taskOfIDOrDeleted(c, listID{k.List, gone[i]})
			if of == (tasks.Key{}) {
				continue
			}
			j, ok := c.eventOf[of]
			switch {
			case ok && (news[j].Kind == tasks.EventCompleted || news[j].Kind == tasks.EventDeleted ||
				news[j].Kind == tasks.EventUnblocked):
				news[j].addTask(e, k)
				return news
			case state == classDone:
				ev := pendingEvent{s: e.s}
				ev.Kind, ev.Key, ev.At, ev.Mine = tasks.EventUnblocked, of, d.At, d.Mine[k]
				if t := b.Task(of); t != nil {
					ev.Subject, ev.Who = t.Subject, t.Owner
				}
				ev.addTask(e, k)
				c.eventOf[of] = len(news)
				return append(news, ev)
			case state == classOpen:
				b.clearings = append(b.clearings, clearing{of: of, freed: k, at: d.At})
				if over := len(b.clearings) - maxClearings; over > 0 {
					b.clearings = slices.Delete(b.clearings, 0, over)
				}
			}
		}
	}
	if j, ok := c.eventOf[k]; ok {
		news[j].addTask(e, k)
		return news
	}
	// An id now refers to another of several files, and none of them changed.
	ev := pendingEvent{s: e.s}
	ev.Kind, ev.Key, ev.At, ev.Mine, ev.Subject = tasks.EventEdited, k, d.At, d.Mine[k], b.slots[e.s].task.Subject
	ev.addTask(e, k)
	c.eventOf[k] = len(news)
	return append(news, ev)
}

// assignClearings adds the tasks whose lists were cleared for a completion just before it.
func (b *Board) assignClearings(ev *pendingEvent, d tasks.Delta) {
	b.clearings = slices.DeleteFunc(b.clearings, func(c clearing) bool {
		if d.At.Sub(c.at) > clearingTimeout {
			return true
		}
		if c.of != ev.Key {
			return false
		}
		if s := b.slotOf(c.freed); s >= 0 && !b.isBlocked(s) && !slices.Contains(ev.Unblocked, c.freed) {
			ev.Unblocked = append(ev.Unblocked, c.freed)
		}
		return true
	})
}

package board

import (
	"slices"

	"sideboard/tasks"
)

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

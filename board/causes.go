package board

import (
	"slices"

	"sideboard/tasks"
)

// assignCauses adds each task that became ready, or was blocked again, to the event that caused it: of several that may
// have made it ready to the last, of several that may have blocked it to the first. Where the completion was in an
// earlier Delta it adds an EventUnblocked.
func (w *eventBuilder) assignCauses() {
	b := w.b
	for i := len(w.news) - 1; i >= 0; i-- {
		w.assignToDependants(&w.news[i], becameFree)
		if w.news[i].Kind == tasks.EventCompleted {
			w.assignClearings(&w.news[i])
		}
	}
	for i := range w.news {
		w.assignToDependants(&w.news[i], becameBlocked)
	}
	for i := range b.touched {
		e := &b.touched[i]
		if e.change == unchanged || e.reported {
			continue
		}
		if w.eventOf == nil {
			w.eventOf = map[tasks.Key]int{}
			for j := range w.news {
				w.eventOf[w.news[j].Key] = j
			}
		}
		w.assignToLinks(e)
	}
}

// collectDeletions notes the ids of the files that were deleted in this Delta.
func (w *eventBuilder) collectDeletions() {
	b := w.b
	for i := range b.touched {
		if sl := &b.slots[b.touched[i].s]; sl.dead && sl.task != nil {
			if w.deleted == nil {
				w.deleted = map[listID]tasks.Key{}
			}
			w.deleted[listID{sl.task.List, sl.task.ID}] = sl.task.Key
		}
	}
}

// taskOfIDOrDeleted returns the task of an id, also one that was deleted in this Delta.
func (w *eventBuilder) taskOfIDOrDeleted(id listID) (tasks.Key, class) {
	b := w.b
	if n := b.lookupNode(id.list, id.id); n >= 0 && b.nodes[n].slot >= 0 {
		return b.keyOf(b.nodes[n].slot), b.nodes[n].class
	}
	return w.deleted[id], classMissing
}

// assignToDependants adds the dependants of its task that had this change to an event.
func (w *eventBuilder) assignToDependants(ev *pendingEvent, change blockingChange) {
	b := w.b
	if b.touched[ev.touchedAt].class == b.classOf(ev.s) { // to others it means what it meant before
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

// addTask adds a task that became ready or was blocked again to the event that caused it.
func (ev *pendingEvent) addTask(e *touchedSlot, k tasks.Key) {
	e.reported = true
	if e.change == becameFree {
		ev.Unblocked = append(ev.Unblocked, k)
	} else {
		ev.Blocked = append(ev.Blocked, k)
	}
}

// assignToLinks finds the event for a change that no change of a blocker explains: the task's own list changed.
func (w *eventBuilder) assignToLinks(e *touchedSlot) {
	b, d := w.b, w.d
	k := b.keyOf(e.s)
	gone, _ := droppedIDs(e.task.WaitsFor, b.slots[e.s].task.WaitsFor)
	if e.change == becameFree {
		for i := len(gone) - 1; i >= 0; i-- {
			of, state := w.taskOfIDOrDeleted(listID{k.List, gone[i]})
			if of == (tasks.Key{}) {
				continue
			}
			j, ok := w.eventOf[of]
			switch {
			case ok && (w.news[j].Kind == tasks.EventCompleted || w.news[j].Kind == tasks.EventDeleted ||
				w.news[j].Kind == tasks.EventUnblocked):
				w.news[j].addTask(e, k)
				return
			case state == classDone:
				ev := pendingEvent{s: e.s}
				ev.Kind, ev.Key, ev.At, ev.Mine = tasks.EventUnblocked, of, d.At, d.Mine[k]
				if t := b.Task(of); t != nil {
					ev.Subject, ev.Who = t.Subject, t.Owner
				}
				ev.addTask(e, k)
				w.eventOf[of] = len(w.news)
				w.news = append(w.news, ev)
				return
			case state == classOpen:
				b.clearings = append(b.clearings, clearing{of: of, freed: k, at: d.At})
				if over := len(b.clearings) - maxClearings; over > 0 {
					b.clearings = slices.Delete(b.clearings, 0, over)
				}
			}
		}
	}
	if j, ok := w.eventOf[k]; ok {
		w.news[j].addTask(e, k)
		return
	}
	// An id now refers to another of several files, and none of them changed.
	ev := pendingEvent{s: e.s}
	ev.Kind, ev.Key, ev.At, ev.Mine, ev.Subject = tasks.EventEdited, k, d.At, d.Mine[k], b.slots[e.s].task.Subject
	ev.addTask(e, k)
	w.eventOf[k] = len(w.news)
	w.news = append(w.news, ev)
}

// assignClearings adds the tasks whose lists were cleared for a completion just before it.
func (w *eventBuilder) assignClearings(ev *pendingEvent) {
	b := w.b
	b.clearings = slices.DeleteFunc(b.clearings, func(c clearing) bool {
		if w.d.At.Sub(c.at) > clearingTimeout {
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

package board

import (
	"cmp"
	"slices"
	"time"

	"sideboard/tasks"
)

// eventBuilder makes the events of a Delta.
type eventBuilder struct {
	b       *Board
	d       tasks.Delta
	news    []pendingEvent
	eventOf map[tasks.Key]int    // the last event of each task, once the causes need it
	deleted map[listID]tasks.Key // the ids of deleted files
}

// build adds to a Diff what the touched slots say: the events, the links, the cards that moved and what was unblocked.
func (w *eventBuilder) build(diff *Diff) {
	b, d := w.b, w.d
	w.collectDeletions()
	for i := range b.touched {
		e := &b.touched[i]
		sl := &b.slots[e.s]
		k := b.keyOf(e.s)
		if sl.wiped || b.isHidden(sl.task) {
			continue
		}
		if e.task != sl.task || sl.dead {
			if links := linkChanges(e.task, sl); len(links) > 0 {
				diff.Links = append(diff.Links, Relinked{k, d.Mine[k], links})
			}
		}
		if !sl.dead && sl.col != e.col {
			diff.Moved = append(diff.Moved, k)
		}
		if e.change = w.blockingChangeOf(e); e.change == becameFree {
			diff.Unblocked = append(diff.Unblocked, k)
		}
		w.addEvents(e, int32(i))
	}
	slices.SortStableFunc(w.news, func(x, y pendingEvent) int {
		if c := cmp.Compare(x.rank, y.rank); c != 0 {
			return c
		}
		return x.Key.Compare(y.Key)
	})
	w.assignCauses()
	news := w.news
	for i := range news {
		slices.SortFunc(news[i].Unblocked, tasks.Key.Compare)
		slices.SortFunc(news[i].Blocked, tasks.Key.Compare)
		diff.Events = append(diff.Events, news[i].Event)
	}
}

// linkChanges returns the links that a task got or lost since its old record. A deleted one has lost all.
func linkChanges(old *tasks.Task, sl *slot) (all []tasks.LinkChange) {
	now := sl.task
	if old == nil {
		old = &tasks.Task{}
	}
	if now == nil || sl.dead {
		now = &tasks.Task{}
	}
	for i, list := range [][2][]tasks.ID{{old.WaitsFor, now.WaitsFor}, {old.Blocks, now.Blocks}} {
		if slices.Equal(list[0], list[1]) {
			continue
		}
		lost, _ := droppedIDs(list[0], list[1])
		got, _ := droppedIDs(list[1], list[0])
		for _, id := range lost {
			all = append(all, tasks.LinkChange{To: id, Blocks: i == 1, Removed: true})
		}
		for _, id := range got {
			all = append(all, tasks.LinkChange{To: id, Blocks: i == 1})
		}
	}
	return all
}

// blockingChangeOf returns whether a card that was there before became free to start, or blocked.
func (w *eventBuilder) blockingChangeOf(e *touchedSlot) blockingChange {
	sl := &w.b.slots[e.s]
	if e.isNew || sl.dead || sl.container || sl.task == nil || e.task == nil || !isWaiting(e.task.Status) {
		return unchanged
	}
	is := w.b.isBlocked(e.s)
	switch {
	case e.wasBlocked && !is && (isWaiting(sl.task.Status) || sl.task.Status == tasks.InProgress):
		return becameFree
	case !e.wasBlocked && is && isWaiting(sl.task.Status):
		return becameBlocked
	}
	return unchanged
}

func isWaiting(s tasks.Status) bool { return s == tasks.Pending || s == tasks.Blocked }

// addEvents adds the events of one touched slot.
func (w *eventBuilder) addEvents(e *touchedSlot, at int32) {
	b := w.b
	sl := &b.slots[e.s]
	now := sl.task
	base := pendingEvent{s: e.s, touchedAt: at}
	base.Key, base.At, base.Mine = b.keyOf(e.s), w.d.At, w.d.Mine[b.keyOf(e.s)]
	if now != nil {
		base.Subject = now.Subject
	}
	if e.prevSince != 0 {
		base.Since = time.Unix(0, e.prevSince)
	}
	add := func(kind tasks.EventKind, who string, fs []FieldChange) {
		ev := base
		base.rank = max(base.rank, kind)
		ev.Kind, ev.Who, ev.Fields, ev.rank = kind, who, fs, base.rank
		w.news = append(w.news, ev)
	}
	switch {
	case sl.dead:
		add(tasks.EventDeleted, "", lastFields(now))
		return
	case e.isNew && now == nil:
		add(tasks.EventBroke, "", nil)
		return
	case e.isNew:
		add(tasks.EventCreated, "", nil)
		for _, t := range firstTransitions(now) {
			add(t.kind, t.who, nil)
		}
	case sl.hasProblem && !e.hadProblem:
		add(tasks.EventBroke, "", nil)
	case !sl.hasProblem && e.hadProblem && now != e.task && e.task == nil:
		// it was never read before
		add(tasks.EventRepaired, "", []FieldChange{{Field: tasks.FieldStatus, After: statusOf(now)}})
	case !sl.hasProblem && e.hadProblem && now != e.task:
		add(tasks.EventRepaired, "", nil)
	}
	if e.isNew || now == nil || e.task == nil || now == e.task {
		return
	}
	fs := changedFields(e.task, now)
	var moves, rest []FieldChange
	turns := transitionsOf(e.task, now)
	cleared := w.onlyCleared(e.task, now)
	for _, f := range fs {
		switch {
		case len(turns) > 0 && (f.Field == tasks.FieldStatus || f.Field == tasks.FieldOwner):
			moves = append(moves, f)
		case f.Field == tasks.FieldBlocks, f.Field == tasks.FieldWaitsFor && cleared:
			// The event of another task says it.
		default:
			rest = append(rest, f)
		}
	}
	if len(rest) > 0 {
		add(tasks.EventEdited, now.Owner, rest)
	}
	for _, t := range turns {
		add(t.kind, t.who, moves)
	}
	if len(rest)+len(turns) == 0 && e.class != b.classOf(e.s) {
		add(tasks.EventEdited, now.Owner, nil) // its agents see it now, or no more, and others wait for it
	}
	if base.Mine == 0 && len(fs) > 0 {
		last := base.Event
		last.Kind, last.Who = tasks.EventEdited, now.Owner
		if len(turns) > 0 {
			last.Kind, last.Who = turns[len(turns)-1].kind, turns[len(turns)-1].who
		}
		last.Fields = fs
		b.rememberChange(e.s, last)
	}
}

// onlyCleared reports whether a list only lost ids of tasks that are completed or deleted in this Delta.
func (w *eventBuilder) onlyCleared(old, now *tasks.Task) bool {
	gone, grew := droppedIDs(old.WaitsFor, now.WaitsFor)
	if grew {
		return false
	}
	for _, id := range gone {
		in := listID{now.List, id}
		switch _, state := w.taskOfIDOrDeleted(in); state {
		case classDone:
			if !now.Traits.ClearsOnComplete {
				return false
			}
		case classMissing:
			if _, ok := w.deleted[in]; !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// maxLastChanges is the number of tasks for which LastChange keeps the newest change.
const maxLastChanges = 4096

// rememberChange keeps the newest change of a slot for LastChange, and forgets the oldest where there are too many.
func (b *Board) rememberChange(s int32, e Event) {
	if _, ok := b.lastChanges[s]; !ok {
		b.lastChangeOrder = append(b.lastChangeOrder, s)
		for len(b.lastChangeOrder) > maxLastChanges {
			delete(b.lastChanges, b.lastChangeOrder[0])
			b.lastChangeOrder = b.lastChangeOrder[1:]
		}
	}
	b.lastChanges[s] = &e
}

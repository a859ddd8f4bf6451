package board

import (
	"slices"

	"sideboard/tasks"
)

// attribute says of each task that became ready, or blocked again, by which event: the last of the batch that
// freed it, the first that blocked it. An event of its own, Unblocked, stands for a completion that was told earlier.
func (b *Board) attribute(news []told, d tasks.Delta, c *causes) []told {
	for i := len(news) - 1; i >= 0; i-- {
		b.follow(&news[i], freed)
		if news[i].What == Completed {
			b.recallClearings(&news[i], d)
		}
	}
	for i := range news {
		b.follow(&news[i], blocked)
	}
	for i := range b.touched {
		e := &b.touched[i]
		if e.flip == steadily || e.told {
			continue
		}
		if c.of == nil {
			c.of = map[tasks.Key]int{}
			for j := range news {
				c.of[news[j].Key] = j
			}
		}
		news = b.trace(news, e, c, d)
	}
	return news
}

// causes finds the events that can have cleared a list.
type causes struct {
	of      map[tasks.Key]int  // the last event of each task
	deleted map[idIn]tasks.Key // ids that went with their files
}

type idIn struct {
	list string
	id   tasks.ID
}

// deletions are the ids that went with their files in this batch.
func (b *Board) deletions() *causes {
	c := &causes{}
	for i := range b.touched {
		if sl := &b.slots[b.touched[i].s]; sl.dead && sl.task != nil {
			if c.deleted == nil {
				c.deleted = map[idIn]tasks.Key{}
			}
			c.deleted[idIn{sl.task.List, sl.task.ID}] = sl.task.Key
		}
	}
	return c
}

// whose gives the task that an id means, or meant until this batch.
func (b *Board) whose(c *causes, id idIn) (tasks.Key, class) {
	if n := b.lookup(id.list, id.id); n >= 0 && b.nodes[n].prime >= 0 {
		return b.keyOf(b.nodes[n].prime), b.nodes[n].class
	}
	return c.deleted[id], lost
}

// follow gives an event the dependants of its task that flipped this way.
func (b *Board) follow(ev *told, way flip) {
	if b.touched[ev.entry].class == b.classOf(ev.s) {
		return
	}
	for _, n := range b.answers(ev.s) {
		if n < 0 {
			continue
		}
		for _, dep := range b.nodes[n].deps {
			at := b.slots[dep].entry
			if at < 0 || int(at) >= len(b.touched) || b.touched[at].s != dep {
				continue
			}
			if e := &b.touched[at]; e.flip == way && !e.told {
				ev.add(e, b.keyOf(dep))
			}
		}
	}
}

func (ev *told) add(e *entry, k tasks.Key) {
	e.told = true
	if e.flip == freed {
		ev.Unblocked = append(ev.Unblocked, k)
	} else {
		ev.Blocked = append(ev.Blocked, k)
	}
}

// trace finds the event for a flip that no change of a blocker explains: the task's own list changed.
func (b *Board) trace(news []told, e *entry, c *causes, d tasks.Delta) []told {
	k := b.keyOf(e.s)
	gone, _ := dropped(e.task.WaitsFor, b.slots[e.s].task.WaitsFor)
	if e.flip == freed {
		for i := len(gone) - 1; i >= 0; i-- {
			of, state := b.whose(c, idIn{k.List, gone[i]})
			if of == (tasks.Key{}) {
				continue
			}
			j, ok := c.of[of]
			switch {
			case ok && (news[j].What == Completed || news[j].What == Deleted || news[j].What == Unblocked):
				news[j].add(e, k)
				return news
			case state == done:
				ev := told{s: e.s}
				ev.What, ev.Key, ev.At, ev.Mine = Unblocked, of, d.At, d.Mine[k]
				if t := b.Task(of); t != nil {
					ev.Subject, ev.Who = t.Subject, t.Owner
				}
				ev.add(e, k)
				c.of[of] = len(news)
				return append(news, ev)
			case state == open:
				b.cleared = append(b.cleared, clearing{of: of, freed: k, at: d.At})
				if over := len(b.cleared) - clearingLimit; over > 0 {
					b.cleared = slices.Delete(b.cleared, 0, over)
				}
			}
		}
	}
	if j, ok := c.of[k]; ok {
		news[j].add(e, k)
		return news
	}
	// Which of several files an id means has changed: nothing happened to any of them that could be told.
	ev := told{s: e.s}
	ev.What, ev.Key, ev.At, ev.Mine, ev.Subject = Edited, k, d.At, d.Mine[k], b.slots[e.s].task.Subject
	ev.add(e, k)
	c.of[k] = len(news)
	return append(news, ev)
}

// recallClearings gives a completion the tasks whose lists were cleared for it just before it was seen.
func (b *Board) recallClearings(ev *told, d tasks.Delta) {
	b.cleared = slices.DeleteFunc(b.cleared, func(c clearing) bool {
		if d.At.Sub(c.at) > clearingKept {
			return true
		}
		if c.of != ev.Key {
			return false
		}
		if s := b.find(c.freed); s >= 0 && !b.held(s) && !slices.Contains(ev.Unblocked, c.freed) {
			ev.Unblocked = append(ev.Unblocked, c.freed)
		}
		return true
	})
}

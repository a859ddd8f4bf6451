package demo

import (
	"errors"
	"io/fs"
	"slices"

	"sideboard/tasks/refagents"
)

// closeLoop has an agent make a pending task wait for one that waits for it.
func (c *Demo) closeLoop(file string) error {
	blocker, waiter, err := c.findLoopPair(file)
	if err != nil {
		return err
	}
	m, err := c.pickAgent("")
	if err != nil {
		return err
	}
	if err := c.linkBothWays(m, blocker, waiter); err != nil {
		return err
	}
	c.caption(m.name, blocker.File, "%s made %s wait for %s, which waits for it: a loop", m.name, blocker.Subject, waiter.Subject)
	c.after(openLoopDelay, func() { c.openLoop(blocker, waiter) })
	return nil
}

func (c *Demo) linkBothWays(m *process, blocker, waiter refagents.Task) error {
	if !slices.Contains(waiter.WaitsFor, blocker.ID) {
		if err := c.send(m, order{Do: doLink, File: waiter.File, Other: blocker.File}); err != nil {
			return err
		}
	}
	return c.send(m, order{Do: doLink, File: blocker.File, Other: waiter.File})
}

// openLoop takes the link out again, if nobody did before.
func (c *Demo) openLoop(blocker, waiter refagents.Task) {
	for c.ctx.Err() == nil {
		now, err := c.reader.Load(blocker.File)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !slices.Contains(now.WaitsFor, waiter.ID) {
			return
		}
		m, err := c.pickAgent("")
		if err == nil && c.send(m, order{Do: doUnlink, File: blocker.File, Other: waiter.File}) == nil {
			c.caption(m.name, blocker.File, "%s opened the loop: %s does not wait for %s any more", m.name, blocker.Subject, waiter.Subject)
			return
		}
		if c.clock.wait(c.ctx, pollInterval) != nil {
			return
		}
	}
}

// findLoopPair returns two pending tasks of which the second waits for the first, or at least could.
func (c *Demo) findLoopPair(file string) (blocker, waiter refagents.Task, err error) {
	l, err := c.reader.Read()
	if err != nil {
		return refagents.Task{}, refagents.Task{}, err
	}
	cards := slices.DeleteFunc(l.Tasks, func(o refagents.Task) bool { return o.Status != "pending" })
	var first, second *refagents.Task
	for i := range cards {
		for j := range cards {
			a, b := &cards[i], &cards[j]
			if i == j || file != "" && a.File != file && b.File != file || slices.Contains(a.WaitsFor, b.ID) {
				continue
			}
			linked := slices.Contains(b.WaitsFor, a.ID)
			if first == nil || linked && !slices.Contains(second.WaitsFor, first.ID) {
				first, second = a, b
			}
		}
	}
	if first == nil {
		return refagents.Task{}, refagents.Task{}, errors.New("a loop needs two pending tasks")
	}
	return *first, *second, nil
}

package demo

import (
	"errors"
	"io/fs"
	"slices"
)

// closeLoop has an agent make a pending task wait for one that waits for it.
func (c *Demo) closeLoop(file string) error {
	blocker, waiter, err := c.looplets(file)
	if err != nil {
		return err
	}
	m, err := c.agent("")
	if err != nil {
		return err
	}
	if err := c.tie(m, blocker, waiter); err != nil {
		return err
	}
	c.say(m.name, blocker.file, "%s made %s wait for %s, which waits for it: a loop", m.name, blocker.subject, waiter.subject)
	c.later(opensAfter, func() { c.openLoop(blocker, waiter) })
	return nil
}

func (c *Demo) tie(m *member, blocker, waiter card) error {
	if !slices.Contains(waiter.waits, blocker.id) {
		if err := c.order(m, order{Do: doLink, File: waiter.file, Other: blocker.file}); err != nil {
			return err
		}
	}
	return c.order(m, order{Do: doLink, File: blocker.file, Other: waiter.file})
}

// openLoop takes the link out again, if nobody did before.
func (c *Demo) openLoop(blocker, waiter card) {
	for c.ctx.Err() == nil {
		now, err := c.folder.load(blocker.file)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !slices.Contains(now.waits, waiter.id) {
			return
		}
		m, err := c.agent("")
		if err == nil && c.order(m, order{Do: doUnlink, File: blocker.file, Other: waiter.file}) == nil {
			c.say(m.name, blocker.file, "%s opened the loop: %s does not wait for %s any more", m.name, blocker.subject, waiter.subject)
			return
		}
		if c.clock.wait(c.ctx, look) != nil {
			return
		}
	}
}

// looplets finds two pending tasks of which the second waits for the first, or at least could.
func (c *Demo) looplets(file string) (blocker, waiter card, err error) {
	cards, err := c.folder.scan()
	if err != nil {
		return card{}, card{}, err
	}
	cards = slices.DeleteFunc(cards, func(o card) bool { return o.status != "pending" })
	var first, second *card
	for i := range cards {
		for j := range cards {
			a, b := &cards[i], &cards[j]
			if i == j || file != "" && a.file != file && b.file != file || slices.Contains(a.waits, b.id) {
				continue
			}
			linked := slices.Contains(b.waits, a.id)
			if first == nil || linked && !slices.Contains(second.waits, first.id) {
				first, second = a, b
			}
		}
	}
	if first == nil {
		return card{}, card{}, errors.New("a loop needs two pending tasks")
	}
	return *first, *second, nil
}

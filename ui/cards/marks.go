package cards

import (
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/style"
)

// A change an agent made fades in three steps; a card that arrives in a column, or that nothing blocks any more, is lit for a
// moment.
const (
	FadeFor  = 3 * fadeStep
	fadeStep = 2 * time.Second
	litFor   = time.Second
	freedFor = 3 * time.Second // a card that nothing blocks any more
)

// marks is what changed lately and by whom.
type marks struct {
	changed map[tasks.Key]mark
	lit     map[tasks.Key]time.Time // until when
	next    time.Time               // when the first of them looks different, zero for never
}

type mark struct {
	at  time.Time
	hue style.Style
}

func newMarks() marks {
	return marks{changed: map[tasks.Key]mark{}, lit: map[tasks.Key]time.Time{}}
}

// see marks what others changed and what moved.
func (k *marks) see(d board.Diff, now time.Time) {
	for _, e := range d.Events {
		if e.Mine == 0 && e.Kind != board.Deleted {
			hue := style.Plain
			if e.Who != "" {
				hue = style.OwnerHue(e.Who)
			}
			k.changed[e.Key] = mark{now, hue}
			k.until(now.Add(fadeStep))
		}
	}
	if len(d.Events) > 0 {
		for _, key := range d.Moved {
			k.light(key, now.Add(litFor))
		}
		for _, key := range d.Unblocked {
			k.light(key, now.Add(freedFor))
		}
	}
}

func (k *marks) until(t time.Time) {
	if k.next.IsZero() || t.Before(k.next) {
		k.next = t
	}
}

// fresh is how new the change of a task is: 3 to 1 while it fades, 0 afterwards.
func (k *marks) fresh(key tasks.Key, now time.Time) (uint8, style.Style) {
	m, ok := k.changed[key]
	if !ok {
		return 0, style.Plain
	}
	age := now.Sub(m.at)
	if age < 0 || age >= FadeFor {
		return 0, style.Plain
	}
	return 3 - uint8(age/fadeStep), m.hue
}

func (k *marks) light(key tasks.Key, until time.Time) {
	k.lit[key] = until
	k.until(until)
}

func (k *marks) isLit(key tasks.Key, now time.Time) bool {
	until, ok := k.lit[key]
	return ok && now.Before(until)
}

// sweep forgets what is over and answers when the next mark changes its look, zero when none will. Until that moment
// it has nothing to do: after a burst there are as many marks as tasks, and it is asked at every message.
func (k *marks) sweep(now time.Time) time.Time {
	if now.Before(k.next) {
		return k.next
	}
	k.next = time.Time{}
	for key, m := range k.changed {
		age := now.Sub(m.at)
		if age < 0 || age >= FadeFor {
			delete(k.changed, key)
			continue
		}
		k.until(m.at.Add((age/fadeStep + 1) * fadeStep))
	}
	for key, until := range k.lit {
		if !now.Before(until) {
			delete(k.lit, key)
			continue
		}
		k.until(until)
	}
	return k.next
}

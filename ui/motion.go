package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/depview"
	"sideboard/ui/style"
)

// A change an agent made fades in three steps; a card that arrives in a column, or that nothing
// blocks any more, is lit for a moment. These are the only
// things that move, and the program sleeps whenever none of them does.
const (
	fadeStep = 2 * time.Second
	fadeFor  = 3 * fadeStep
	litFor   = time.Second
	freedFor = 3 * time.Second // a card that nothing blocks any more

	motionFrame = time.Second / 15 // many marks that end one after the other end together, fifteen times a second
)

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
	if age < 0 || age >= fadeFor {
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
		if age < 0 || age >= fadeFor {
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

// wakeUp sets the alarm for the next moment at which something looks different by itself: a mark fades, a notice ends,
// an age counts a minute up. An alarm that is early enough is left alone.
func (m *Model) wakeUp() tea.Cmd {
	next := m.now.Truncate(time.Minute).Add(time.Minute)
	if t := m.marks.sweep(m.now); !m.o.Still && !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.deps.NextChange(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if m.notice.words != "" && m.notice.until.Before(next) {
		next = m.notice.until
	}
	if soon := m.now.Add(motionFrame); next.Before(soon) {
		next = soon
	}
	if m.deps.Sparking() {
		next = m.now.Add(depview.SparkFrame)
	}
	if !m.wake.at.IsZero() && m.wake.at.After(m.now) && !m.wake.at.After(next) {
		return nil
	}
	m.wake.seq++
	m.wake.at = next
	seq := m.wake.seq
	return tea.Tick(next.Sub(m.now), func(time.Time) tea.Msg { return tickMsg{seq} })
}

func (msg tickMsg) apply(m *Model) tea.Cmd {
	if slices.Contains(m.board.Filter().Is, board.IsStalled) {
		m.filter(m.filterText) // time alone makes tasks match
	}
	if msg.seq == m.wake.seq {
		m.wake.at = time.Time{}
	}
	if m.notice.words != "" && !m.now.Before(m.notice.until) {
		m.notice = notice{}
	}
	return nil
}

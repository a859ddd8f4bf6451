package board

import (
	"time"

	"sideboard/tasks"
)

// Silence grades how long the file of a task in progress has not changed.
type Silence uint8

// The grades.
const (
	Busy    Silence = iota // no longer than is usual, or its agent is active
	Quiet                  // much longer than is usual in its list
	Stalled                // so long that a person has to look
)

// Silence returns how long the file of a task in progress has not changed, Busy for any other task.
func (b *Board) Silence(k tasks.Key, c Circumstances) Silence {
	if s := b.slotOf(k); s >= 0 {
		return b.silence(s, c.Now, c.Stalled)
	}
	return Busy
}

func (b *Board) silence(s int32, now time.Time, stalled time.Duration) Silence {
	t := b.slots[s].task
	if t == nil || t.Status != tasks.InProgress || b.slots[s].container {
		return Busy
	}
	if o := b.ownerState(s); o.Live && o.State == tasks.AgentActive {
		return Busy
	}
	silent, quiet := now.Sub(t.Stamp.Time()), b.lists[t.List].pauses.quiet()
	switch {
	case stalled > 0 && silent >= stalled:
		return Stalled
	case quiet > 0 && silent >= quiet:
		return Quiet
	}
	return Busy
}

// SetOwnerState sets the function that returns the state of a task's owner; owner is "" for an unowned task. The
// function has to be fast.
func (b *Board) SetOwnerState(state func(list, owner string) tasks.Agent) { b.ownerStateFunc = state }

// OwnerState returns the state of the owner of a task in progress, as far as it is known.
func (b *Board) OwnerState(k tasks.Key) tasks.Agent {
	if s := b.slotOf(k); s >= 0 {
		return b.ownerState(s)
	}
	return tasks.Agent{}
}

func (b *Board) ownerState(s int32) tasks.Agent {
	t := b.slots[s].task
	if b.ownerStateFunc == nil || t == nil || t.Status != tasks.InProgress || b.slots[s].container {
		return tasks.Agent{}
	}
	return b.ownerStateFunc(t.List, t.Owner)
}

package workspace

import (
	"fmt"
	"slices"
	"sync"

	"sideboard/tasks"
)

// Lane is one of several lists that are open together.
type Lane struct {
	Name   string // the List of its keys
	Place  Place
	Health tasks.Health // how news of it reached us last
	Why    string       // why Health is not Live
}

// lanes are the lists of a desk, as far as its news was taken. A desk of one list has none.
type lanes struct {
	names  []string
	failed []error

	mu      sync.Mutex
	state   []Lane
	loading []bool
}

// piece is a piece of news of one room.
type piece struct {
	room  int
	delta tasks.Delta
	err   error
}

// merge makes several rooms one desk: what each tells goes into one stream.
func (d *Desk) merge(names []string) {
	d.lanes.names = names
	d.lanes.loading = make([]bool, len(names))
	d.become = make(chan Outcome)
	var open sync.WaitGroup
	for i, r := range d.rooms {
		d.lanes.state = append(d.lanes.state, Lane{Name: names[i], Place: r.place})
		d.lanes.loading[i] = true
		open.Add(1)
		d.goGuarded(func() { d.carry(i, r) })
		d.goGuarded(func() { defer open.Done(); d.carryOutcomes(lane(names[i]), r) })
	}
	d.goGuarded(func() { open.Wait(); close(d.become) })
}

// carry carries the news of a room to who asks, one piece at a time.
func (d *Desk) carry(i int, r *room) {
	for {
		delta, err := r.Next(d.ctx)
		select {
		case d.out <- piece{i, delta, err}:
		case <-d.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (d *Desk) carryOutcomes(l lane, r *room) {
	for o := range r.store.Outcomes() {
		select {
		case d.become <- l.outcome(o):
		case <-d.ctx.Done():
			return // nobody hears of it any more: the journal has it
		}
	}
}

// take puts a piece of news into the words of the whole desk. The first reading is over when that of every list is, and
// all of it is lost only where every list is: what becomes of one is said by its Lane.
func (ls *lanes) take(p piece) (tasks.Delta, error) {
	if p.err != nil {
		return tasks.Delta{}, p.err
	}
	ls.mu.Lock()
	defer ls.mu.Unlock()
	at := &ls.state[p.room]
	at.Health, at.Why = p.delta.Health, p.delta.Why
	if !p.delta.Loading {
		ls.loading[p.room] = false
	}
	d := lane(at.Name).delta(p.delta)
	d.Loading = slices.Contains(ls.loading, true)
	d.Mark = 0 // a counter of one list says nothing of the others
	d.Health, d.Why = tasks.Lost, ""
	for i := range ls.state {
		switch s := &ls.state[i]; {
		case s.Health == tasks.Polling && d.Health != tasks.Polling:
			d.Health, d.Why = tasks.Polling, s.Name+": "+s.Why
		case s.Health == tasks.Live && d.Health == tasks.Lost:
			d.Health, d.Why = tasks.Live, ""
		case s.Health == tasks.Lost && d.Health == tasks.Lost && d.Why == "":
			d.Why = s.Name + ": " + s.Why
		}
	}
	return d, nil
}

// Lanes are the lists that are open together, in their order, as the news that was taken last tells; nil where only
// one is open.
func (d *Desk) Lanes() []Lane {
	d.lanes.mu.Lock()
	defer d.lanes.mu.Unlock()
	return slices.Clone(d.lanes.state)
}

// Unopened says which lists could not be opened with the others, and why.
func (d *Desk) Unopened() []error { return d.lanes.failed }

// Shows says that a directory is open, alone or with others.
func (d *Desk) Shows(dir string) bool {
	return slices.ContainsFunc(d.rooms, func(r *room) bool { return r.place.Dir == dir })
}

// lane is the name of a room's list, "" where it is the only one.
func (d *Desk) lane(i int) lane {
	if len(d.lanes.names) == 0 {
		return ""
	}
	return lane(d.lanes.names[i])
}

// of finds the room of a list.
func (d *Desk) of(list string) (*room, lane, error) {
	for i, r := range d.rooms {
		if string(d.lane(i)) == list {
			return r, lane(list), nil
		}
	}
	return nil, "", fmt.Errorf("no list %q is open", list)
}

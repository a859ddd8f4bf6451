package now

import (
	"cmp"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/team"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// maxFound is the largest number of tasks of a column that are examined.
const maxFound = 500

// lanesOf returns the lanes, one for each owner, from the events; what began before the first event comes from the
// board. Owners with a task in progress come first, then tasks without an owner, then owners whose work has ended, then
// the rest of the team.
func lanesOf(b *board.Board, work *Work, members []team.Member, at time.Time) []Worker {
	var all []Worker
	held := map[tasks.Key]bool{} // in progress according to the events
	for _, w := range work.Workers() {
		var stretches []Stretch
		for _, s := range w.Stretches {
			if !s.To.IsZero() {
				stretches = append(stretches, s)
			} else if holds(b, w.Owner, s.Key) {
				stretches, held[s.Key] = append(stretches, s), true
			}
		}
		all = append(all, Worker{Owner: w.Owner, Stretches: stretches})
	}
	add := func(k tasks.Key, done bool) {
		t := b.Task(k)
		if t == nil || held[k] || done && work.Completed(k) {
			return
		}
		i := slices.IndexFunc(all, func(l Worker) bool { return l.Owner == t.Owner })
		if i < 0 {
			i = len(all)
			all = append(all, Worker{Owner: t.Owner})
		}
		since, exact := b.Since(k)
		if since.IsZero() || since.After(at) {
			since = at
		}
		s := Stretch{Key: k, Subject: t.Subject, From: since, AtLeast: !exact}
		if done {
			s.To, s.Done, s.AtLeast = since, true, true
		}
		l := &all[i]
		l.Stretches = append(l.Stretches, s)
	}
	for _, k := range b.InProgress() {
		add(k, false)
	}
	for i := range min(b.Len(board.CompletedColumn), maxFound) {
		add(b.At(board.CompletedColumn, i), true)
	}
	all = slices.DeleteFunc(all, func(l Worker) bool { return len(l.Stretches) == 0 })
	for _, member := range members {
		if !slices.ContainsFunc(all, func(l Worker) bool {
			return l.Owner == member.Name || l.Owner != "" &&
				l.Owner == member.ID
		}) {
			all = append(all, Worker{Owner: member.Name})
		}
	}
	for i := range all {
		slices.SortFunc(all[i].Stretches, byStart)
	}
	slices.SortStableFunc(all, func(x, y Worker) int {
		if c := cmp.Compare(rank(&x), rank(&y)); c != 0 {
			return c
		}
		return tasks.Natural(x.Owner, y.Owner)
	})
	return all
}

// holds reports whether a task is still in progress and owned by owner. If not, its end was not recorded.
func holds(b *board.Board, owner string, k tasks.Key) bool {
	t := b.Task(k)
	return t != nil && t.Status == tasks.InProgress && t.Owner == owner
}

// byStart orders stretches by their start, then by end and key. The order is total: an unstable sort, which is faster,
// gives the same result in every frame.
func byStart(x, y Stretch) int {
	if c := x.From.Compare(y.From); c != 0 {
		return c
	}
	return cmp.Or(x.To.Compare(y.To), x.Key.Compare(y.Key))
}

// rank orders lanes: owners at work, tasks without an owner, owners whose work has ended, the rest of the team.
func rank(l *Worker) int {
	switch {
	case len(l.InHand()) > 0 && l.Owner != "":
		return 0
	case len(l.InHand()) > 0:
		return 1
	case len(l.Stretches) > 0:
		return 2
	}
	return 3
}

// ticks returns about six round times to name on the axis.
func ticks(at time.Time, span, shift time.Duration) (all []view.Tick) {
	step := span / 6
	for _, round := range []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute,
		30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour} {
		if step <= round {
			step = round
			break
		}
	}
	end := at.Add(-shift)
	_, offset := at.Zone()
	local := time.Duration(offset) * time.Second
	for t := end.Add(-span).Add(local).Truncate(step).Add(-local); !t.After(end); t = t.Add(step) {
		clock := phrase.Clock(t.Local())
		if step >= 24*time.Hour {
			clock = phrase.Day(t.Local())
		}
		all = append(all, view.Tick{Ago: at.Sub(t), Clock: clock})
	}
	return all
}

// doneLastHour returns the number of tasks that were completed in the last hour.
func doneLastHour(lanes []Worker, at time.Time) (n int) {
	for i := range lanes {
		for _, t := range lanes[i].Completed() {
			if at.Sub(t) < time.Hour {
				n++
			}
		}
	}
	return n
}

package now

import (
	"cmp"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// maxFound is how many completed tasks without a history are looked at.
const maxFound = 500

// lanesOf returns the lanes, an owner each: out of what happened, and, where that began after a task was claimed or completed, out of what the
// board knows of it. Who works comes first, then who worked last.
func lanesOf(b *board.Board, events []history.Event, at time.Time) []history.Worker {
	var all []history.Worker
	known := map[tasks.Key]bool{}
	for _, w := range history.Workers(events) {
		w.Stretches = slices.DeleteFunc(w.Stretches, func(s history.Stretch) bool {
			t := b.Task(s.Key)
			return s.To.IsZero() && (t == nil || t.Status != tasks.InProgress || t.Owner != w.Owner) // it ended unseen
		})
		for _, s := range w.Stretches {
			if s.To.IsZero() || s.Done {
				known[s.Key] = true
			}
		}
		all = append(all, w)
	}
	add := func(k tasks.Key, done bool) {
		t := b.Task(k)
		if known[k] || t == nil || done && t.Owner == "" {
			return
		}
		i := slices.IndexFunc(all, func(l history.Worker) bool { return l.Owner == t.Owner })
		if i < 0 {
			i = len(all)
			all = append(all, history.Worker{Owner: t.Owner})
		}
		since, exact := b.Since(k)
		if since.IsZero() || since.After(at) {
			since = at
		}
		s := history.Stretch{Key: k, Subject: t.Subject, From: since, AtLeast: !exact}
		if done {
			s.To, s.Done, s.AtLeast = since, true, true
		}
		l := &all[i]
		l.Stretches = append(l.Stretches, s)
		if len(l.Writes) == 0 || l.Writes[len(l.Writes)-1].Before(t.Stamp.Time()) {
			l.Writes = append(l.Writes, t.Stamp.Time())
		}
	}
	for _, k := range b.InProgress() {
		add(k, false)
	}
	for i := range min(b.Len(board.CompletedColumn), maxFound) {
		add(b.At(board.CompletedColumn, i), true)
	}
	all = slices.DeleteFunc(all, func(l history.Worker) bool { return len(l.Stretches) == 0 })
	for i := range all {
		slices.SortStableFunc(all[i].Stretches, func(x, y history.Stretch) int { return x.From.Compare(y.From) })
		slices.SortStableFunc(all[i].Writes, time.Time.Compare)
	}
	slices.SortStableFunc(all, func(x, y history.Worker) int {
		if c := cmp.Compare(rank(&x), rank(&y)); c != 0 {
			return c
		}
		return tasks.Natural(x.Owner, y.Owner)
	})
	return all
}

func rank(l *history.Worker) int {
	switch {
	case l.Running() != nil && l.Owner != "":
		return 0
	case l.Running() != nil:
		return 1
	}
	return 2
}

// ticks returns the moments that are named on the axis: round ones, about six of them.
func ticks(at time.Time, span, shift time.Duration) (all []view.Tick) {
	step := span / 6
	for _, round := range []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour} {
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

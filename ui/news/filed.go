package news

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/log"
)

// filed returns the latest completions that no board saw but the files show, the oldest first. It leaves out files that
// were written together: their times are those of a copy.
func (m *Model) filed() []log.Event {
	known := map[tasks.Key]bool{}
	for i := range m.record.happened {
		e := &m.record.happened[i]
		known[e.Key] = known[e.Key] || e.To.Status.Finished()
	}
	b := m.Board
	var all []log.Event
	newest := func() {
		slices.SortStableFunc(all, func(x, y log.Event) int { return y.At.Compare(x.At) })
		all = all[:min(len(all), maxFeed)]
	}
	present, _ := b.Present()
	for _, t := range present {
		at, _ := b.Since(t.Key)
		if t.Status != tasks.Completed || known[t.Key] || at.After(m.Now) {
			continue
		}
		all = append(all, log.Event{At: at, Kind: tasks.EventCompleted, Key: t.Key, To: log.StateOf(t), Found: true})
		if len(all) == 2*maxFeed {
			newest()
		}
	}
	newest()
	alone := all[:0]
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end-1].At.Sub(all[end].At) < together {
			end++
		}
		if end-i <= maxSentences {
			alone = append(alone, all[i:end]...)
		}
		i = end
	}
	slices.Reverse(alone)
	return alone
}

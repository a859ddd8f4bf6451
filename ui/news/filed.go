package news

import (
	"slices"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
)

// filed returns the latest completions, claims and starts that no board saw but the files show, the oldest first. It
// leaves out files that were written together: their times are those of a copy.
func (m *Model) filed() []log.Event {
	finished, begun := map[tasks.Key]bool{}, map[tasks.Key]bool{}
	for i := range m.record.happened {
		e := &m.record.happened[i]
		finished[e.Key] = finished[e.Key] || e.To.Status.Finished()
		begun[e.Key] = begun[e.Key] || e.To.Status == tasks.InProgress
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
		kind, known := tasks.EventCompleted, finished[t.Key]
		switch {
		case t.Status == tasks.InProgress && t.Owner != "":
			kind, known = tasks.EventClaimed, begun[t.Key]
		case t.Status == tasks.InProgress:
			kind, known = tasks.EventStarted, begun[t.Key]
		case t.Status != tasks.Completed:
			continue
		}
		if known || at.After(m.Now) {
			continue
		}
		all = append(all, log.Event{At: at, Kind: kind, Key: t.Key, To: log.StateOf(t), Found: true})
		if len(all) == 2*maxFeed {
			newest()
		}
	}
	newest()
	alone := writtenAlone(all)
	slices.Reverse(alone)
	links := maxFiledLinks
	for i := len(alone) - 1; i >= 0 && links > 0; i-- {
		if alone[i].Kind != tasks.EventCompleted {
			continue
		}
		freed := m.freedBy(&alone[i], &links)
		alone[i].Unblocked = freed[:min(len(freed), 2)]
		alone[i].More = len(freed) - len(alone[i].Unblocked)
	}
	return alone
}

// writtenAlone returns the events whose files were not written together with many others, in the memory of all, which
// has the newest first.
func writtenAlone(all []log.Event) []log.Event {
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
	return alone
}

// maxFiledLinks is the number of links after which no more of what completions unblocked is looked for.
const maxFiledLinks = 10_000

// freedBy returns the tasks that could start when a task was completed: by the times of the files it was the last one
// that they waited for. It takes the links that it looks at from links.
func (m *Model) freedBy(e *log.Event, links *int) (freed []tasks.Key) {
	for _, l := range m.Board.Unblocks(e.Key) {
		waits := m.Board.WaitsFor(l.Key)
		if *links -= len(waits) + 1; *links < 0 {
			return nil
		}
		holds := func(w board.LinkEnd) bool {
			at, _ := m.Board.Since(w.Key)
			return !w.Satisfied || at.After(e.At)
		}
		began, _ := m.Board.Since(l.Key)
		early := l.Task != nil && l.Task.Status.Finished() && began.Before(e.At)
		if l.Task != nil && len(waits) > 0 && !early && !slices.ContainsFunc(waits, holds) {
			freed = append(freed, l.Key)
		}
	}
	return freed
}

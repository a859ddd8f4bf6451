package news

import (
	"sideboard/board/replay"
	"sideboard/tasks/log"
	"sideboard/ui/phrase"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// ShowStep makes the news those of a replay after some of its steps: the line says what the last one was.
func (m *Model) ShowStep(run *replay.Run, after int) {
	r := &m.record
	r.happened, r.older, r.from, m.feed = nil, nil, run.Steps[0].At, nil
	m.News = view.News{Line: phrase.Line("before the first event that was recorded", style.Dim)}
	if after == 0 {
		return
	}
	s, first := &run.Steps[after-1], 0
	if after > 1 {
		first = run.Steps[after-2].Happened
	}
	r.happened = run.Events[:s.Happened]
	r.older = m.pastItems(r.happened[max(0, s.Happened-maxFeed):])
	last := run.Events[first:s.Happened] // several of a wiped list
	if len(last) == 0 {
		last = []log.Event{s.Event} // a change of a link
	}
	m.News = m.newsOf(phrase.Clock(s.At), m.pastItems(last)[:1])
}

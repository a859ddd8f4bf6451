package news

import (
	"sideboard/board"
	"sideboard/board/replay"
	"sideboard/tasks"
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
	e := m.eventOf(&s.Event, s.Subject, after)
	for _, c := range s.Changes {
		if c.Key != s.Key || c.Before.Task == nil || c.After.Task == nil || s.Kind != tasks.EventEdited && s.Kind != tasks.EventLinked {
			continue
		}
		e.Kind = tasks.EventEdited
		if before, after := tasks.RefsValue(c.Before.Task.WaitsFor), tasks.RefsValue(c.After.Task.WaitsFor); before != after {
			e.Fields = []board.FieldChange{{Field: tasks.FieldWaitsFor, Before: before, After: after}}
		}
	}
	m.News = view.News{At: phrase.Clock(s.At), Line: m.sentenceOf(e)}
	if s.Happened-first > 1 { // a wiped list
		m.News.Line = m.pastItems(run.Events[first:s.Happened])[0].line
	}
}

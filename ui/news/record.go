package news

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
)

// record is what happened, as the history has it.
type record struct {
	begun    bool
	happened []log.Event // the oldest first
	older    []item      // what of that is told of the time before the program began, the newest first
	from     time.Time   // when the oldest event was, zero where none is known from before
	count    int         // of all that happened while the program ran
	left     time.Time   // since when nobody looks, zero while somebody does
	leftAt   int         // the count then
	at       map[tasks.Key]int32
	steps    []step // of the tasks of a diff, kept for the next one
}

// step is where the events of a task have come to, of those of a diff.
type step struct {
	left int32 // how many are still to come
	is   log.State
}

// mostHappened is how many events are held; the oldest half goes when there are more.
const mostHappened = 2 * log.MaxEvents

// mostSteps is of how many tasks the room is kept.
const mostSteps = 4096

// Happened returns what happened, the oldest first.
func (m *Model) Happened() []log.Event { return m.record.happened }

// begin asks what happened before, once the first picture is complete.
func (m *Model) begin() tea.Cmd {
	b, w := m.Board(), m.Workspace()
	if health, _ := b.Health(); m.record.begun || !b.Loaded() || health == tasks.Lost || w == nil {
		return nil
	}
	m.record.begun = true
	past := effects.AwaitPast(w.BeginHistory(b.Present()), host.Then(m.recall))
	trouble := effects.AwaitTrouble(w, host.Then(func(err error) tea.Cmd { // why what happens is not kept
		m.Warn(phrase.Sentence(err.Error()))
		return nil
	}))
	return tea.Batch(m.OfDirectory(past), m.OfDirectory(trouble))
}

// recall puts what happened before the program began before what happened since, and has ages go on from before.
func (m *Model) recall(past log.Past) tea.Cmd {
	r := &m.record
	r.happened = append(past.Events, r.happened...)
	if len(past.Events) > 0 {
		r.from = past.Events[0].At
	}
	if len(past.Since) > 0 {
		m.Board().RecallSince(past.Since)
		m.Outdate()
	}
	r.older, m.feed = append(m.tellPast(past.Events), m.tellPast(m.filed())...), nil
	slices.SortStableFunc(r.older, func(a, b item) int { return b.at.Compare(a.at) })
	if r.count == 0 {
		m.tellLooked(past.Looked, unseen(past))
	}
	return nil
}

// keep hands what happened to the history.
func (m *Model) keep(d board.Diff) {
	r := &m.record
	if !r.begun || len(d.Events)+len(d.Links) == 0 && !d.Reset {
		return
	}
	events := m.transitions(d)
	m.Workspace().Record(append(slices.Clip(events), m.relinked(d)...))
	r.count += len(events)
	r.happened = append(r.happened, events...)
	if over := len(r.happened) - mostHappened; over > 0 {
		r.happened = slices.Clone(r.happened[over+log.MaxEvents:]) // what was handed out stays as it is
	}
}

// transitions returns the events of a diff as the history has them: what each task was before and after each of them.
func (m *Model) transitions(d board.Diff) []log.Event {
	if d.Reset {
		return m.wiped()
	}
	r := &m.record
	if r.at == nil || len(r.at) > mostSteps {
		r.at, r.steps = map[tasks.Key]int32{}, nil
	}
	clear(r.at)
	r.steps = r.steps[:0]
	for i := len(d.Events) - 1; i >= 0; i-- { // the first of a task says what it was last
		e := &d.Events[i]
		n, known := r.at[e.Key]
		if !known {
			n = int32(len(r.steps))
			r.at[e.Key], r.steps = n, append(r.steps, step{})
			if e.Kind != tasks.EventDeleted {
				r.steps[n].is = log.StateOf(m.Board().Task(e.Key))
			}
		}
		s := &r.steps[n]
		s.left, s.is = s.left+1, before(e, s.is)
	}
	all := make([]log.Event, 0, len(d.Events))
	for i := range d.Events {
		e := &d.Events[i]
		s := &r.steps[r.at[e.Key]]
		s.left--
		t := m.Board().Task(e.Key)
		if t != nil && t.Internal {
			continue
		}
		h := log.Event{At: e.At, Since: e.Since, Kind: e.Kind, Key: e.Key, From: s.is, Ours: e.Mine != 0}
		switch {
		case s.left == 0 && e.Kind != tasks.EventDeleted:
			h.To = log.StateOf(t)
		case e.Kind != tasks.EventDeleted:
			h.To = after(e, h.From)
		}
		s.is = h.To
		if tellsSubject(e) {
			h.Subject = e.Subject
		}
		h.Unblocked = e.Unblocked[:min(len(e.Unblocked), 2)]
		h.More = len(e.Unblocked) - len(h.Unblocked)
		all = append(all, h)
	}
	return all
}

// relinked returns the links of a diff as the history has them. On the screen events tell of them, where that is worth a word.
func (m *Model) relinked(d board.Diff) (all []log.Event) {
	for _, l := range d.Links {
		for _, c := range l.Changes {
			all = append(all, log.Event{At: m.Now(), Kind: tasks.EventLinked, Key: l.Key, Ours: l.Mine != 0, Link: c})
		}
	}
	return all
}

// before returns what a task was before an event, s being what it was after it as far as that is known.
func before(e *board.Event, s log.State) log.State {
	if e.Kind == tasks.EventCreated {
		return log.State{}
	}
	for _, f := range e.Fields {
		switch f.Field {
		case tasks.FieldStatus:
			if f.Before.Kind == tasks.None && e.Kind == tasks.EventRepaired {
				return log.State{} // it was never read
			}
			s.There, s.Status = true, tasks.StatusNamed(f.Before.Text)
		case tasks.FieldOwner:
			s.Owner = f.Before.Text
		}
	}
	return s
}

// after returns what a task was between an event and the next one, which was never seen.
func after(e *board.Event, s log.State) log.State {
	switch e.Kind {
	case tasks.EventCreated, tasks.EventReopened:
		return log.State{There: true, Status: tasks.Pending}
	case tasks.EventReleased:
		s.Status, s.Owner = tasks.Pending, ""
	case tasks.EventClaimed, tasks.EventStarted, tasks.EventTookOver:
		s.Status, s.Owner = tasks.InProgress, e.Who
	}
	return s
}

// tellsSubject reports whether the history learns from an event what its task is called.
func tellsSubject(e *board.Event) bool {
	switch e.Kind {
	case tasks.EventCreated, tasks.EventDeleted, tasks.EventBroke:
		return true
	}
	return slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool { return f.Field == tasks.FieldSubject })
}

// wiped returns the end of a list that its agents emptied.
func (m *Model) wiped() (all []log.Event) {
	for _, t := range m.Board().Wiped() {
		all = append(all, log.Event{At: m.Now(), Kind: tasks.EventWiped, Key: t.Key, Subject: t.Subject, From: log.StateOf(t)})
	}
	return all
}

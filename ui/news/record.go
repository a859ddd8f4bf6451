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
	"sideboard/ui/view"
)

// record holds the events as the log has them.
type record struct {
	begun    bool
	recalled bool        // the log was read
	happened []log.Event // the oldest first
	links    []log.Event // the changes of links, the oldest first
	older    []item      // the items of the time before the program started, the newest first
	from     time.Time   // the time of the oldest event, zero if none is older than the program
	count    int         // the events since the program started
	left     time.Time   // when the terminal lost the focus, zero while it has it
	leftAt   int         // count at that time
	seen     int         // count when the person did something last
	at       map[tasks.Key]int32
	steps    []step // one for each task of a diff; at has their indexes. Both are kept for the next diff
}

// A step is the progress through the events of one task in a diff.
type step struct {
	left int32 // events still to come
	is   log.State
}

// maxHappened is the largest number of events that are kept in memory. The oldest half is dropped when there are more.
const maxHappened = 2 * log.MaxEvents

// maxSteps is the size up to which steps is kept.
const maxSteps = 4096

// Happened returns the events, the oldest first.
func (m *Model) Happened() []log.Event { return m.record.happened }

// Links returns the changes of links, the oldest first.
func (m *Model) Links() []log.Event { return m.record.links }

// begin reads the log, once the board is complete.
func (m *Model) begin() tea.Cmd {
	b, w := m.Board, m.Workspace
	if health, _ := b.Health(); m.record.begun || !b.Loaded() || health == tasks.Lost || w == nil {
		return nil
	}
	m.record.begun = true
	past := effects.AwaitPast(w.BeginHistory(b.Present()), host.OnResult(m.recall))
	trouble := effects.AwaitTrouble(w, host.OnResult(func(err error) tea.Cmd { // the log cannot be written
		m.Remark(phrase.Sentence(err.Error()), view.Warning)
		return nil
	}))
	return tea.Batch(m.OfDirectory(past), m.OfDirectory(trouble))
}

// recall adds the events of the log in front of those since the start, and gives the board the ages it knows.
func (m *Model) recall(past log.Past) tea.Cmd {
	r := &m.record
	r.recalled = true
	r.happened, r.links = append(past.Events, r.happened...), append(past.Links, r.links...)
	if len(past.Events) > 0 {
		r.from = past.Events[0].At
	}
	if len(past.Since) > 0 {
		m.Board.RecallSince(past.Since)
		m.Invalidate()
	}
	r.older, m.feed = append(m.pastItems(past.Events), m.pastItems(m.filed())...), nil
	slices.SortStableFunc(r.older, func(a, b item) int { return b.at.Compare(a.at) })
	m.recallNew(past)
	m.showNewest()
	if r.count == 0 {
		m.showAway(past.LastVisit, unseen(past))
	}
	return nil
}

// Recalled reports whether the events from before the start are known.
func (m *Model) Recalled() bool { return m.record.recalled }

// keep records the events of a change of the board.
func (m *Model) keep(d board.Diff) {
	r := &m.record
	if !r.begun || len(d.Events)+len(d.Links) == 0 && !d.Reset {
		return
	}
	events, links := m.transitions(d), m.relinked(d)
	m.Workspace.Record(append(slices.Clip(events), links...))
	m.noteCompletions(events)
	r.count += len(events)
	r.happened, r.links = append(r.happened, events...), append(r.links, links...)
	r.links = r.links[max(0, len(r.links)-maxHappened):]
	if over := len(r.happened) - maxHappened; over > 0 {
		r.happened = slices.Clone(r.happened[over+log.MaxEvents:]) // a copy, because callers may hold the old slice
	}
}

// transitions returns the events of a diff as the log has them, with the state of the task before and after each.
func (m *Model) transitions(d board.Diff) []log.Event {
	if d.Reset {
		return m.wiped()
	}
	r := &m.record
	if r.at == nil || len(r.at) > maxSteps {
		r.at, r.steps = map[tasks.Key]int32{}, nil
	}
	clear(r.at)
	r.steps = r.steps[:0]
	for i := len(d.Events) - 1; i >= 0; i-- { // backwards, from the present state to the state before the first event
		e := &d.Events[i]
		n, known := r.at[e.Key]
		if !known {
			n = int32(len(r.steps))
			r.at[e.Key], r.steps = n, append(r.steps, step{})
			if e.Kind != tasks.EventDeleted {
				r.steps[n].is = log.StateOf(m.Board.Task(e.Key))
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
		t := m.Board.Task(e.Key)
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
		if hasSubject(e) {
			h.Subject = e.Subject
		}
		h.Unblocked = e.Unblocked[:min(len(e.Unblocked), 2)]
		h.More = len(e.Unblocked) - len(h.Unblocked)
		all = append(all, h)
	}
	return all
}

// relinked returns the changes of links of a diff as the log has them.
func (m *Model) relinked(d board.Diff) (all []log.Event) {
	for _, l := range d.Links {
		for _, c := range l.Changes {
			all = append(all, log.Event{At: m.Now, Kind: tasks.EventLinked, Key: l.Key, Ours: l.Mine != 0, Link: c})
		}
	}
	return all
}

// before returns the state of a task before an event; s is its state after the event as far as known.
func before(e *board.Event, s log.State) log.State {
	if e.Kind == tasks.EventCreated {
		return log.State{}
	}
	for _, f := range e.Fields {
		switch f.Field {
		case tasks.FieldStatus:
			if f.Before.Kind == tasks.None && e.Kind == tasks.EventRepaired {
				return log.State{} // it could not be read before
			}
			s.There, s.Status = true, tasks.StatusNamed(f.Before.Text)
		case tasks.FieldOwner:
			s.Owner = f.Before.Text
		}
	}
	return s
}

// after returns the state of a task between two events of one diff, which was never read.
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

// hasSubject reports whether the log keeps the subject with this event.
func hasSubject(e *board.Event) bool {
	switch e.Kind {
	case tasks.EventCreated, tasks.EventDeleted, tasks.EventBroke:
		return true
	}
	return slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool { return f.Field == tasks.FieldSubject })
}

// wiped returns one event for each task of a list that its agents emptied.
func (m *Model) wiped() (all []log.Event) {
	for _, t := range m.Board.Wiped() {
		all = append(all, log.Event{At: m.Now, Kind: tasks.EventWiped, Key: t.Key, Subject: t.Subject,
			From: log.StateOf(t)})
	}
	return all
}

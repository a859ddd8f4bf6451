// Package now is who works on what, in time: a lane an agent, a block a task from claim to completion, and below them the whole list.
package now

import (
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Program is the program as this view needs it.
type Program interface {
	host.Host
	// ShowPicture shows a picture of the dependencies, or the board; ShownPicture returns which is.
	ShowPicture(view.ViewKind)
	ShownPicture() view.ViewKind
	// Needs returns what needs a person, and NeedWords says one in words.
	Needs() []board.Need
	NeedWords(board.Need) safetext.Text
}

// Model is the view, and where the person is in it.
type Model struct {
	Program
	shown bool
	on    string // the owner of the selected lane
	any   bool   // one is selected
	first int
	span  time.Duration // how much time the lanes show, 0 for as much as there is to see
	shift time.Duration
	drawn drawn
}

// drawn is what was worked out last, and for what.
type drawn struct {
	is          bool
	gen, events int
	minute      int64
	on          string
	span, shift time.Duration
	shown       time.Duration // the span that is shown
	view        *view.Now
	lanes       []history.Worker
	chain       safetext.Text
	chained     bool // there is one
}

// New returns the view of a program. Nothing is worked out before it is shown.
func New(p Program) *Model { return &Model{Program: p} }

// Reset begins anew, for another directory. Whether it is shown stays so.
func (m *Model) Reset() { *m = Model{Program: m.Program, shown: m.shown, span: m.span} }

// Showing reports whether it is shown in place of the board.
func (m *Model) Showing() bool { return m.shown && m.Workspace() != nil }

// Shown returns what is shown in place of the board, or that the board is.
func (m *Model) Shown() view.ViewKind {
	if m.Showing() {
		return view.NowView
	}
	return m.ShownPicture()
}

// Show goes to a view.
func (m *Model) Show(v view.ViewKind) {
	if m.shown = v == view.NowView; m.shown {
		m.any = false
		if t := m.Board().Task(m.UnderCursor()); t != nil && t.Status == tasks.InProgress {
			m.on, m.any = t.Owner, true // its lane, if that is still what its agent works on
		}
		v = view.BoardView
	} else {
		m.drawn = drawn{}
	}
	m.ShowPicture(v)
}

// Next returns what stands so many places behind the view that is shown, in the order of their keys.
func (m *Model) Next(by int) view.ViewKind {
	const n = int(view.NowView) + 1
	return view.ViewKind((int(m.Shown()) + by + n) % n)
}

// spans are how much time the lanes can show.
var spans = []time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour}

// Without having been asked for another, the lanes begin where there is something to see, within these.
const leastSpan, usualSpan = 5 * time.Minute, time.Hour

// fit returns how much time shows what the agents were seen to work on. What was found completed says nothing of when it began.
func fit(lanes []history.Worker, at time.Time) time.Duration {
	span := leastSpan
	for i := range lanes {
		for _, s := range lanes[i].Stretches {
			if s.To.IsZero() || s.To.After(s.From) {
				span = max(span, at.Sub(s.From))
			}
		}
	}
	const step = 5 * time.Minute // it does not change with every minute
	return min((span+step-1)/step*step, usualSpan)
}

// maxShift is how far back the lanes go.
const maxShift = 30 * 24 * time.Hour

// Handle does what an action means here, and reports whether it means something.
func (m *Model) Handle(a keymap.Action) bool {
	lanes := m.Picture()
	at := slices.IndexFunc(m.drawn.lanes, func(l history.Worker) bool { return m.any && l.Owner == m.on })
	shown := m.drawn.shown
	step := shown / 4
	switch a {
	case keymap.Up, keymap.Down, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown:
		switch n := len(lanes.Lanes); {
		case n == 0:
		case at < 0:
			m.choose(0)
		default:
			m.choose(host.Move(at, n, a, max(m.Height()/4, 1)))
		}
	case keymap.Left:
		m.shift = min(m.shift+step, maxShift)
	case keymap.Right:
		m.shift = max(m.shift-step, 0)
	case keymap.ZoomIn:
		m.zoom(slices.IndexFunc(spans, func(d time.Duration) bool { return d >= shown }) - 1)
	case keymap.ZoomOut:
		m.zoom(slices.IndexFunc(spans, func(d time.Duration) bool { return d > shown }))
	default:
		return false
	}
	return true
}

// zoom shows another of the spans, if there is one.
func (m *Model) zoom(i int) {
	if i >= 0 {
		m.span = spans[i]
		m.shift = m.shift.Truncate(m.span / 4)
	}
}

// choose selects a lane, and the task its agent works on.
func (m *Model) choose(i int) {
	l := m.drawn.lanes[i]
	m.on, m.any = l.Owner, true
	if s := l.Running(); s != nil {
		m.Select(s.Key)
	}
}

// Selected returns what the agent of the selected lane works on, which is what a key is about here; false where it works on nothing,
// or no lane is selected: the board's selection is not in sight.
func (m *Model) Selected() (tasks.Key, bool) {
	m.Picture()
	for i := range m.drawn.lanes {
		if l := &m.drawn.lanes[i]; m.any && l.Owner == m.on {
			if s := l.Running(); s != nil {
				return s.Key, true
			}
		}
	}
	return tasks.Key{}, false
}

// Picture returns the view as values. It is worked out anew only when something changed or a minute has passed.
func (m *Model) Picture() *view.Now {
	d := &m.drawn
	on := m.on
	if !m.any {
		on = "\x00"
	}
	now := drawn{is: true, gen: m.Generation(), events: len(m.Happened()), minute: m.Now().Unix() / 60, on: on, span: m.span, shift: m.shift}
	if d.is && d.gen == now.gen && d.events == now.events && d.minute == now.minute && d.on == on && d.span == now.span && d.shift == now.shift {
		return d.view
	}
	now.lanes = lanesOf(m.Board(), m.Happened(), m.Now())
	if now.shown = m.span; m.span == 0 {
		now.shown = fit(now.lanes, m.Now())
	}
	now.chain, now.chained = m.chain(m.Board().Counts())
	*d = now
	d.view = m.picture(d.lanes)
	return d.view
}

// Workers returns who worked on what: the lanes.
func (m *Model) Workers() []history.Worker {
	m.Picture()
	return m.drawn.lanes
}

// LongestChain names the longest chain of unfinished work.
func (m *Model) LongestChain() safetext.Text {
	m.Picture()
	if !m.drawn.chained {
		return m.drawn.chain
	}
	return safetext.Const("longest chain: ").Append(m.drawn.chain)
}

// picture makes the view of lanes.
func (m *Model) picture(lanes []history.Worker) *view.Now {
	at := m.Now()
	v := &view.Now{
		Span: m.drawn.shown, Shift: m.shift, Selected: -1, First: m.first,
		Ticks:   ticks(at, m.drawn.shown, m.shift),
		Instead: safetext.Const("No agent has worked here, as far as it was seen."),
	}
	alarms := map[tasks.Key]board.Need{}
	for _, need := range m.Needs() {
		if need.Key.Name != "" {
			alarms[need.Key] = need
		}
	}
	for i := range lanes {
		l := &lanes[i]
		if m.any && l.Owner == m.on {
			v.Selected = i
		}
		v.Lanes = append(v.Lanes, m.lane(l, alarms, at))
	}
	v.Trends = m.trends(lanes, at)
	v.Next, v.Needs = m.next(), m.needs()
	return v
}

// lane makes the view of one.
func (m *Model) lane(l *history.Worker, alarms map[tasks.Key]board.Need, at time.Time) view.NowLane {
	out := view.NowLane{}
	if out.Name, out.Hue = m.Owner(l.Owner); l.Owner == "" {
		out.Name, out.Hue = safetext.Const("nobody"), style.Dim
	}
	out.Note = safetext.Line(strconv.Itoa(len(l.Completed())) + " done")
	for _, w := range l.Writes {
		out.Writes = append(out.Writes, at.Sub(w))
	}
	for _, s := range l.Stretches {
		b := view.NowBlock{From: at.Sub(s.From), Running: s.To.IsZero(), Done: s.Done, AtLeast: s.AtLeast}
		if !b.Running {
			b.To = at.Sub(s.To)
		}
		if t := m.Board().Task(s.Key); t != nil {
			b.Subject = safetext.Subject(t.Subject)
		} else {
			b.Subject = safetext.Subject(s.Subject)
		}
		out.Blocks = append(out.Blocks, b)
	}
	s := l.Running()
	switch {
	case s != nil:
		since := phrase.Age(at.Sub(s.From))
		if s.AtLeast {
			since += m.Sheet().Glyphs.AtLeast
		}
		out.For, out.On = safetext.Line(since), safetext.Line(m.Board().ShortID(s.Key))
		if need, is := alarms[s.Key]; is {
			out.Alarm = safetext.Line("! " + m.NeedWords(need).String())
		}
	case len(l.Writes) > 0:
		out.For = safetext.Line("idle " + phrase.Age(at.Sub(l.Writes[len(l.Writes)-1])))
	}
	return out
}

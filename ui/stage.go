package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// On the stage the screen is for a room: what is told now stands out, the rest is quiet, and nothing is selected but
// by the story. Whoever acts on the board is back on it.

// staged reports whether the stage is what is shown.
func (m *Model) staged() bool {
	shows := m.board.Counts().Total > 0 || !m.board.Loaded()
	return m.onStage && shows && m.workspace != nil && m.health != tasks.Lost && !m.detail.Open() && !m.deps.Gesturing()
}

// setStage goes to the stage or back to the board.
func (m *Model) setStage(on bool) {
	m.onStage = on
	if on && m.detail.Open() {
		m.detail.Toggle()
	}
	m.showBeat()
	m.enableKeys()
}

// play does what an action means on the stage; false for what means the same as on the board, which any other than those
// that steer a demo or choose a view go back to.
func (m *Model) play(a keymap.Action) (cmd tea.Cmd, done bool) {
	switch a {
	case keymap.PreviousBeat:
		m.turnBack()
		return nil, true
	case keymap.NextBeat:
		m.turnOn()
		return nil, true
	case keymap.Back:
		m.setStage(false)
		return nil, true
	case keymap.Pause, keymap.Faster, keymap.Slower, keymap.Restart, keymap.ShowStage, keymap.Help, keymap.Quit, keymap.Suspend,
		keymap.Redraw, keymap.NextView, keymap.PreviousView, keymap.ShowBoard, keymap.ShowGraph, keymap.ShowFocus, keymap.ShowTimeline:
	default:
		m.setStage(false)
	}
	return nil, false
}

// turnBack shows the beat before again. It has happened, and the files stay as they are: the story waits meanwhile.
func (m *Model) turnBack() {
	if m.beat == 0 {
		return
	}
	if !m.paused {
		m.paused = true
		m.crew.SetPaused(true)
	}
	m.beat--
	m.showBeat()
}

// turnOn shows the next beat, and has it happen where it has not yet.
func (m *Model) turnOn() {
	switch last := len(m.told) - 1; {
	case m.beat < last:
		m.beat++
		m.showBeat()
	case last < 0 || m.told[last].Beat < m.told[last].Of:
		m.paused = true // behind that beat
		m.crew.Step()
	}
}

// tell takes the next beat of the story.
func (m *Model) tell(c demo.Caption) {
	newest := m.beat >= len(m.told)-1
	m.told = append(m.told, c)
	if newest { // else somebody is looking at an earlier one
		m.beat = len(m.told) - 1
		m.showBeat()
	}
}

// catchUp shows the newest beat.
func (m *Model) catchUp() {
	if m.beat < len(m.told)-1 {
		m.beat = len(m.told) - 1
		m.showBeat()
	}
}

// shownBeat returns the beat of a story that is shown, nil where none is told.
func (m *Model) shownBeat() *demo.Caption {
	if m.beat >= len(m.told) {
		return nil
	}
	return &m.told[m.beat]
}

// showBeat goes to where a beat is seen best, and selects there what it is about.
func (m *Model) showBeat() {
	if c := m.shownBeat(); c != nil && m.staged() {
		scene := view.BoardView
		if c.Scene == demo.InGraph || c.Scene == demo.InFinish {
			scene = view.GraphView
		}
		m.deps.ShowFinished(c.Scene == demo.InFinish)
		if m.deps.Shown() != scene {
			m.deps.Show(scene)
		}
		if c.Look != "" {
			m.cards.Select(tasks.Key{Name: c.Look})
		}
	}
	m.gen++
	m.arrange()
}

// spotlit reports whether what is told on the stage is about a task.
func (m *Model) spotlit(k tasks.Key) bool {
	if !m.staged() {
		return false
	}
	if c := m.shownBeat(); c != nil {
		return k.Name != "" && (k.Name == c.File || slices.Contains(c.Also, k.Name))
	}
	e := m.news.Newest()
	return e != nil && e.Key == k
}

// captionView is what is told now, in its bar: a beat of the story, on the stage of another board what happened last.
func (m *Model) captionView() *view.Caption {
	c := m.shownBeat()
	switch {
	case c != nil:
		v := &view.Caption{Text: safetext.Line(c.Text), Step: c.Beat, Of: c.Of}
		switch {
		case m.beat < len(m.told)-1:
			v.Note = safetext.Const("earlier")
		case m.paused && c.Beat < c.Of:
			v.Note = safetext.Const("paused")
		}
		return v
	case m.staged():
		var words strings.Builder
		for _, s := range m.news.News.Line {
			words.WriteString(s.Text.String())
		}
		return &view.Caption{Text: safetext.Line(words.String())}
	}
	return nil
}

// stageView is the stage as values.
func (m *Model) stageView() *view.Stage {
	n := m.board.Counts()
	s := &view.Stage{Project: safetext.Line(m.workspace.Place().Project), Done: n.Done, Total: n.Total, Keys: m.stageKeys()}
	about := func(k tasks.Key) {
		if col, row, ok := m.board.Rank(k); ok && m.spotlit(k) {
			s.Spots[col] = append(s.Spots[col], row)
		}
	}
	if c := m.shownBeat(); c != nil {
		for _, file := range append([]string{c.File}, c.Also...) {
			about(tasks.Key{Name: file})
		}
		if k := (tasks.Key{Name: c.File}); c.Scene == demo.InChange && m.board.Has(k) {
			if s.Change, s.Subject = m.detail.Change(k), m.cards.Card(k).Subject; s.Change != nil && c.Who != "" {
				s.Change.Who, s.Change.Hue = m.cards.Owner(c.Who) // the files do not say
			}
		}
	} else if e := m.news.Newest(); e != nil {
		about(e.Key)
	}
	for _, rows := range s.Spots {
		slices.Sort(rows)
	}
	return s
}

// stageKeys are the keys of the stage for its footer.
func (m *Model) stageKeys() (keys []view.Key) {
	add := func(does string, actions ...keymap.Action) {
		var names []string
		for _, a := range actions {
			names = append(names, m.keys.KeyOf(a))
		}
		name := strings.Join(names, " ")
		if m.o.ASCII {
			name = keymap.ASCII(name)
		}
		keys = append(keys, view.Key{Name: safetext.Line(name), Does: safetext.Line(does)})
	}
	if m.crew != nil {
		if m.paused {
			add("go on", keymap.Pause)
		} else {
			add("pause", keymap.Pause)
		}
		if m.crew.Story() {
			add("beat", keymap.PreviousBeat, keymap.NextBeat)
			add("again", keymap.Restart)
		}
	}
	add("the board", keymap.Back)
	add("help", keymap.Help)
	return keys
}

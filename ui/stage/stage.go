package stage

import (
	"errors"
	"slices"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// Staged reports whether the stage is what is shown.
func (m *Model) Staged() bool {
	if !m.on {
		return false
	}
	shows := m.Board().Counts().Total > 0 || !m.Board().Loaded()
	return shows && m.Workspace() != nil && !m.Lost() && !m.DetailOpen()
}

// Toggle goes to the stage, or back to the board.
func (m *Model) Toggle() { m.set(!m.on) }

func (m *Model) set(on bool) {
	m.on = on
	if on && m.DetailOpen() {
		m.ToggleDetail()
	}
	m.showBeat()
	m.RefreshKeys()
}

// Play does what an action means on the stage, and reports whether it means anything else there than on the board, which any
// other than those that steer a demo or choose a view go back to.
func (m *Model) Play(a keymap.Action) (done bool) {
	switch a {
	case keymap.PreviousBeat:
		m.turnBack()
		return true
	case keymap.NextBeat:
		m.turnOn()
		return true
	case keymap.Back:
		m.set(false)
		return true
	case keymap.Pause, keymap.Faster, keymap.Slower, keymap.Restart, keymap.ShowStage, keymap.Talk, keymap.Help, keymap.Quit, keymap.Suspend,
		keymap.Redraw, keymap.NextView, keymap.PreviousView:
	default:
		if !slices.Contains(keymap.Views, a) {
			m.set(false)
		}
	}
	return false
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
	m.owed = nil
	if c.Press != demo.NoPress {
		m.owed = &c
	}
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
	m.lines = map[tasks.Key]safetext.Text{}
	if c := m.shownBeat(); c != nil && m.Staged() {
		scene := view.BoardView
		if c.Scene == demo.InGraph {
			scene = view.GraphView
		}
		m.ShowFinished(c.Scene == demo.InFinish)
		if s := m.ShownView(); s != scene && !(scene == view.GraphView && s == view.TimelineView) {
			m.ShowView(scene)
		}
		if c.Look != "" {
			m.Select(tasks.Key{Name: c.Look})
		}
	}
	m.BumpGeneration()
	m.Relayout()
}

// Spotlit reports whether what is told on the stage is about a task.
func (m *Model) Spotlit(k tasks.Key) bool {
	if !m.Staged() {
		return false
	}
	if c := m.shownBeat(); c != nil {
		return k.Name != "" && (k.Name == c.File || slices.Contains(c.Also, k.Name))
	}
	e := m.NewestEvent()
	return e != nil && e.Key == k
}

// Told returns the tasks that are told about in the graph, the cause before what follows from it.
func (m *Model) Told() (told []tasks.Key) {
	if c := m.shownBeat(); c != nil && c.Scene == demo.InGraph && m.Staged() {
		for _, file := range append([]string{c.File}, c.Also...) {
			told = append(told, tasks.Key{Name: file})
		}
	}
	return told
}

// Caption returns what is told now, in its bar: a beat of the story, on the stage of another board what happened last.
func (m *Model) Caption() *view.Caption {
	c := m.shownBeat()
	switch {
	case c != nil:
		v := &view.Caption{Text: safetext.Line(m.words(c)), Step: c.Beat, Of: c.Of}
		if m.beat < len(m.told)-1 {
			v.Note = safetext.Const("earlier")
		}
		return v
	case m.Staged():
		var words strings.Builder
		for _, s := range m.News().Line {
			words.WriteString(s.Text.String())
		}
		return &view.Caption{Text: safetext.Line(words.String())}
	}
	return nil
}

// pressed are the actions of a person in the story, and what their keys do.
var pressed = map[demo.Press]struct {
	keymap.Action
	does string
}{
	demo.Release: {keymap.Release, "release"}, demo.Claim: {keymap.Claim, "claim"}, demo.Complete: {keymap.Complete, "complete"},
	demo.Edit: {keymap.Edit, "edit"}, demo.Unlink: {keymap.Unlink, "unlink"},
}

// Act does what a person does in the story, as the person would: the board's rules allow it, and its edit goes to the files. What
// they refuse is asked again when the board has changed: it may not yet show what the edit rests on.
func (m *Model) Act() tea.Cmd {
	if m.owed == nil {
		return nil
	}
	e, err := m.editOf(m.owed)
	if ask, is := errors.AsType[board.Ask](err); is { // the person says yes
		e, err = ask.Edit, nil
	}
	if err != nil || m.WhyNotIn(e.Of.List) != "" {
		return nil
	}
	m.owed = nil
	return m.Submit(e)
}

// editOf returns what the board's rules make of a person's key in the story.
func (m *Model) editOf(c *demo.Caption) (tasks.Edit, error) {
	b, k := m.Board(), tasks.Key{Name: c.File}
	if rule := host.Rules[pressed[c.Press].Action]; rule != nil {
		return rule(b, k, m.Me(), m.Now())
	}
	t := b.Task(k)
	if t == nil || c.Press == demo.Edit && t.Subject == c.Subject { // what it is to be written over has not been seen yet
		return tasks.Edit{}, tasks.Clashing(tasks.Clash{Key: k})
	}
	if c.Press == demo.Edit {
		subject := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(t.Subject), To: tasks.TextValue(c.Subject)}
		return board.EditFields(b, k, []tasks.Change{subject}, m.Me(), m.Now())
	}
	var on tasks.ID
	if other := b.Task(tasks.Key{Name: c.Also[0]}); other != nil {
		on = other.ID
	}
	return board.Unlink(b, k, on, m.Me(), m.Now())
}

// moods are how a beat is to be taken, as it is drawn.
var moods = [...]view.Mood{demo.Plain: view.MoodPlain, demo.Caution: view.MoodCaution, demo.Relief: view.MoodRelief}

// words returns what is said at a beat: where a person acts, with the key that does it.
func (m *Model) words(c *demo.Caption) string {
	if c.Press == demo.NoPress {
		return c.Text
	}
	return "You press " + m.KeyOf(pressed[c.Press].Action) + ": " + c.Text
}

// View returns the stage as values.
func (m *Model) View() *view.Stage {
	n := m.Board().Counts()
	s := &view.Stage{Project: safetext.Line(m.Workspace().Place().Project), Done: n.Done, Total: n.Total, Keys: m.keys()}
	about := func(k tasks.Key) {
		if col, row, ok := m.Board().Rank(k); ok && m.Spotlit(k) {
			s.Spots[col] = append(s.Spots[col], row)
		}
	}
	if c := m.shownBeat(); c != nil {
		for _, file := range append([]string{c.File}, c.Also...) {
			about(tasks.Key{Name: file})
		}
		s.Mood, s.Said = moods[c.Mood], safetext.Line(c.Said)
		if c.Press != demo.NoPress {
			s.Pressed = m.key(pressed[c.Press].does, pressed[c.Press].Action)
		}
		if k := (tasks.Key{Name: c.File}); c.Scene == demo.InChange && m.Board().Has(k) {
			s.Change, s.Subject = m.changeTold(c, k), m.Card(k).Subject
		}
		if c.Scene == demo.InFinish {
			s.Finish = m.Finish()
		}
	} else if e := m.NewestEvent(); e != nil {
		about(e.Key)
	}
	for _, rows := range s.Spots {
		slices.Sort(rows)
	}
	return s
}

// keys are the keys of the stage for its footer.
func (m *Model) keys() (keys []view.Key) {
	add := func(does string, actions ...keymap.Action) { keys = append(keys, m.key(does, actions...)) }
	if m.crew != nil {
		if m.paused {
			add("resume", keymap.Pause)
		} else {
			add("pause", keymap.Pause)
		}
		if m.crew.Story() {
			add("step", keymap.PreviousBeat, keymap.NextBeat)
			add("restart", keymap.Restart)
		}
	}
	add("the board", keymap.Back)
	add("help", keymap.Help)
	return keys
}

// pressedFor is how long a key that was pressed is shown to a room.
const pressedFor = 2 * time.Second

// talk is the board as it is shown while somebody talks about it: with room, with little around it, and with the keys that are pressed.
type talk struct {
	on      bool
	pressed view.Key
	until   time.Time
}

// Talking reports whether somebody talks about the board.
func (m *Model) Talking() bool { return m.talk.on }

// ToggleTalk begins to show the keys that are pressed, or ends it.
func (m *Model) ToggleTalk() {
	m.talk = talk{on: !m.talk.on}
	if !m.talk.on {
		m.Say("No longer for a talk")
	}
	m.Relayout()
}

// Press shows a key that was pressed, by the name it has on the keyboard, and what it does.
func (m *Model) Press(key string, e *keymap.Entry) {
	if m.talk.on && e != nil {
		m.talk.pressed = view.Key{Name: safetext.Line(key), Does: safetext.Line(e.Long)}
		m.talk.until = m.Now().Add(pressedFor)
	}
}

// PressedUntil returns until when a key is shown, the zero time where none is.
func (m *Model) PressedUntil() time.Time {
	if !m.talk.on || !m.Now().Before(m.talk.until) {
		return time.Time{}
	}
	return m.talk.until
}

// TalkView returns what stands at the foot of the screen in a talk, nil where nobody talks.
func (m *Model) TalkView() *view.Talk {
	if !m.talk.on {
		return nil
	}
	t := &view.Talk{}
	if !m.PressedUntil().IsZero() {
		t.Pressed = m.talk.pressed
	}
	return t
}

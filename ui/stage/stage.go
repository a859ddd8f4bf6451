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
}

// Actions returns what the keys do on the stage.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.PreviousBeat: host.Do(m.turnBack),
		keymap.NextBeat:     host.Do(m.turnOn),
		keymap.Back:         host.Do(func() { m.set(false) }),
	}
}

// onStage are the actions that leave the stage as it is: those that turn and steer a demo, choose a view, or are about the program.
var onStage = append([]keymap.Action{
	keymap.PreviousBeat, keymap.NextBeat, keymap.Back, keymap.Pause, keymap.Faster, keymap.Slower, keymap.Restart, keymap.ShowStage, keymap.Talk,
	keymap.OnlyCards, keymap.Help, keymap.Quit, keymap.Suspend, keymap.Redraw, keymap.NextView, keymap.PreviousView,
}, keymap.Views...)

// LeaveFor goes back to the board before an action of the board.
func (m *Model) LeaveFor(a keymap.Action) {
	if m.Staged() && !slices.Contains(onStage, a) {
		m.set(false)
	}
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
	if c := m.shownBeat(); c != nil && m.Staged() {
		scene := view.BoardView
		if c.Scene == demo.InGraph {
			scene = view.GraphView
		}
		if s := m.ShownView(); s != scene && !(scene == view.GraphView && s == view.TreeView) {
			m.ShowView(scene)
		}
		m.look()
	}
	m.BumpGeneration()
	m.Relayout()
}

// look selects what the beat that is shown is about.
func (m *Model) look() {
	if c := m.shownBeat(); c != nil && c.Look != "" && m.Staged() {
		m.Select(tasks.Key{Name: c.Look})
	}
}

// Spotlit reports whether what is told on the stage is about a task.
func (m *Model) Spotlit(k tasks.Key) bool {
	if !m.Staged() {
		return false
	}
	if c := m.shownBeat(); c != nil {
		return k.Name != "" && (k.Name == c.File || slices.Contains(c.Also, k.Name))
	}
	newest, is := m.newest()
	return is && newest == k
}

// newest returns the task to which something happened last; false where nothing is known to have happened.
func (m *Model) newest() (tasks.Key, bool) {
	if e := m.NewestEvent(); e != nil {
		return e.Key, true
	}
	if all := m.Happened(); len(all) > 0 {
		return all[len(all)-1].Key, true
	}
	return tasks.Key{}, false
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
		return &view.Caption{Text: safetext.Line(m.headline())}
	}
	return nil
}

// headline says what happened last, and how long ago where that was before anybody looked.
func (m *Model) headline() string {
	line, ago := m.News().Line, ""
	if items := m.Feed().Items; len(line) == 0 && len(items) > 0 {
		line = items[0].Line
		if age := items[0].Age.String(); age != "now" {
			ago = " (" + age + " ago)"
		}
	}
	if len(line) == 0 {
		return "Nothing has happened yet"
	}
	var words strings.Builder
	for _, s := range line {
		words.WriteString(s.Text.String())
	}
	return words.String() + ago
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
	written := m.Submit(e)
	m.look() // an edit of a person's leads to the next card
	return written
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
	s := &view.Stage{}
	if c := m.shownBeat(); c != nil {
		s.Mood = moods[c.Mood]
		if c.Press != demo.NoPress {
			s.Pressed = m.key(pressed[c.Press].does, pressed[c.Press].Action)
		}
		if k := (tasks.Key{Name: c.File}); c.Scene == demo.InChange && m.Board().Has(k) {
			s.Change = m.changeTold(c, k)
		}
	}
	return s
}

// changeTold returns the change of a task that a beat tells of. The files do not say who made it; and the newest that the board knows of
// is of others, behind which a person's stands.
func (m *Model) changeTold(c *demo.Caption, k tasks.Key) *view.Edit {
	e := m.ChangeOf(k)
	if e == nil || len(e.Fields) == 0 {
		return nil
	}
	who := c.Who
	if c.Press != demo.NoPress {
		who = m.Me()
		if now := m.Card(k).Subject; now == safetext.Line(c.Subject) {
			e.Fields = []view.Change{{Before: e.Fields[0].After, After: now}}
		}
	}
	if who != "" {
		e.Who, e.Hue = m.Owner(who)
	}
	return e
}

// Keys returns the keys of the stage for its footer.
func (m *Model) Keys() (keys []view.Key) {
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

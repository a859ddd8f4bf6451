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

// Staged reports whether the stage is shown. An empty, missing or closed directory and the detail hide it.
func (m *Model) Staged() bool {
	if !m.on {
		return false
	}
	shows := m.Board.Counts().Total > 0 || !m.Board.Loaded()
	return shows && m.Workspace != nil && !m.Lost() && !m.Detail.Open()
}

// Toggle turns the stage on or off.
func (m *Model) Toggle() { m.set(!m.on) }

func (m *Model) set(on bool) {
	m.on = on
	if on && m.Detail.Open() {
		m.Detail.Toggle()
	}
	m.showBeat()
}

// Actions returns what the keys do on the stage.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.PreviousBeat: host.Do(m.previousBeat),
		keymap.NextBeat:     host.Do(m.nextBeat),
		keymap.Back:         host.Do(func() { m.set(false) }),
	}
}

// onStage are the actions that do not leave the stage: they move in the story, control the demo, choose a view or
// concern the program.
var onStage = append([]keymap.Action{
	keymap.PreviousBeat, keymap.NextBeat, keymap.Back, keymap.Pause, keymap.Faster, keymap.Slower, keymap.Restart,
	keymap.ShowStage, keymap.Talk,
	keymap.StepBack, keymap.StepOn, keymap.EarlierEvent, keymap.LaterEvent, keymap.ToNow, keymap.OnlyCards, keymap.Help,
	keymap.Quit, keymap.Suspend, keymap.Redraw, keymap.NextView, keymap.PreviousView,
}, keymap.Views...)

// LeaveFor turns the stage off before an action on the board.
func (m *Model) LeaveFor(a keymap.Action) {
	if m.Staged() && !slices.Contains(onStage, a) {
		m.set(false)
	}
}

// previousBeat shows the beat before the shown one again, and pauses the story. The files do not go back.
func (m *Model) previousBeat() {
	if m.beat == 0 {
		return
	}
	if !m.paused {
		m.paused = true
		m.demo.SetPaused(true)
	}
	m.beat--
	m.showBeat()
}

// nextBeat shows the next beat. After the last one it lets the story play one more.
func (m *Model) nextBeat() {
	switch last := len(m.captions) - 1; {
	case m.beat < last:
		m.beat++
		m.showBeat()
	case last < 0 || m.captions[last].Beat < m.captions[last].Of:
		m.paused = true // Step pauses after that beat
		m.demo.Step()
	}
}

// addBeat adds the next beat of the story, and shows it unless an earlier one is shown.
func (m *Model) addBeat(c demo.Caption) {
	m.pendingStep = nil
	if c.Press != demo.NoPress {
		m.pendingStep = &c
	}
	newest := m.beat >= len(m.captions)-1
	m.captions = append(m.captions, c)
	if newest {
		m.beat = len(m.captions) - 1
		m.showBeat()
	}
}

// catchUp shows the last beat.
func (m *Model) catchUp() {
	if m.beat < len(m.captions)-1 {
		m.beat = len(m.captions) - 1
		m.showBeat()
	}
}

// shownBeat returns the beat of the story that is shown, nil if there is none.
func (m *Model) shownBeat() *demo.Caption {
	if m.beat >= len(m.captions) {
		return nil
	}
	return &m.captions[m.beat]
}

// showBeat goes to the view of the shown beat, and selects its task.
func (m *Model) showBeat() {
	if c := m.shownBeat(); c != nil && m.Staged() {
		scene := view.BoardView
		if c.Scene == demo.InGraph {
			scene = view.GraphView
		}
		if s := m.ShownView(); s != scene && !(scene == view.GraphView && s == view.TreeView) {
			m.ShowView(scene)
		}
		m.selectSubject()
	}
	m.Generation++
	m.Relayout()
}

// selectSubject selects the task of the shown beat.
func (m *Model) selectSubject() {
	if c := m.shownBeat(); c != nil && c.Look != "" && m.Staged() {
		m.Select(tasks.Key{Name: c.Look})
	}
}

// IsSpotlit reports whether the stage lights a task: it belongs to the shown beat or, without a story, to the last
// event.
func (m *Model) IsSpotlit(k tasks.Key) bool {
	if !m.Staged() {
		return false
	}
	if c := m.shownBeat(); c != nil {
		return k.Name != "" && (k.Name == c.File || slices.Contains(c.Also, k.Name))
	}
	newest, ok := m.newest()
	return ok && newest == k
}

// newest returns the task of the last event, false if there is none.
func (m *Model) newest() (tasks.Key, bool) {
	if e := m.NewestEvent(); e != nil {
		return e.Key, true
	}
	if all := m.Happened(); len(all) > 0 {
		return all[len(all)-1].Key, true
	}
	return tasks.Key{}, false
}

// SpotlightTasks returns the tasks of the shown beat that the graph lights, the cause before its effects.
func (m *Model) SpotlightTasks() (keys []tasks.Key) {
	if c := m.shownBeat(); c != nil && c.Scene == demo.InGraph && m.Staged() {
		for _, file := range append([]string{c.File}, c.Also...) {
			keys = append(keys, tasks.Key{Name: file})
		}
	}
	return keys
}

// Caption returns the caption above the board, nil if there is none: the shown beat, or what happened last.
func (m *Model) Caption() *view.Caption {
	c := m.shownBeat()
	switch {
	case c != nil:
		v := &view.Caption{Text: safetext.Line(m.words(c)), Step: c.Beat, Of: c.Of}
		if m.beat < len(m.captions)-1 {
			v.Note = safetext.Const("earlier")
		}
		return v
	case m.Staged():
		return &view.Caption{Text: safetext.Line(m.headline())}
	}
	return nil
}

// headline describes the last event, with its age if it happened before the board was opened.
func (m *Model) headline() string {
	line, ago := m.NewsLine().Line, ""
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

// pressed holds the action and the footer's word for each key of the story.
var pressed = map[demo.Press]struct {
	keymap.Action
	does string
}{
	demo.Release: {keymap.Release, "release"}, demo.Claim: {keymap.Claim, "claim"},
	demo.Complete: {keymap.Complete, "complete"},
	demo.Edit:     {keymap.Edit, "edit"}, demo.Unlink: {keymap.Unlink, "unlink"},
}

// Act presses the key of the story: the action goes through the board's rules, and its edit to the files. If the rules
// refuse it, Act tries again at the next change: the board may not yet show what the edit depends on.
func (m *Model) Act() tea.Cmd {
	if m.pendingStep == nil {
		return nil
	}
	e, err := m.editOf(m.pendingStep)
	if ask, ok := errors.AsType[board.Ask](err); ok { // the story answers yes
		e, err = ask.Edit, nil
	}
	if err != nil || m.WhyNotIn(e.Of.List) != "" {
		return nil
	}
	m.pendingStep = nil
	written := m.Submit(e)
	m.selectSubject() // an edit moves the cursor to the next card
	return written
}

// editOf returns the edit that the board's rules make of a key of the story, or their refusal.
func (m *Model) editOf(c *demo.Caption) (tasks.Edit, error) {
	b, k := m.Board, tasks.Key{Name: c.File}
	if rule := host.Rules[pressed[c.Press].Action]; rule != nil {
		return rule(b, k, m.Me, m.Now)
	}
	t := b.Task(k)
	// the agent's edit that this one overwrites has not arrived
	if t == nil || c.Press == demo.Edit && t.Subject == c.Subject {
		return tasks.Edit{}, tasks.Clashing(tasks.Clash{Key: k})
	}
	if c.Press == demo.Edit {
		subject := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(t.Subject),
			To: tasks.TextValue(c.Subject)}
		return board.EditFields(b, k, []tasks.Change{subject}, m.Me, m.Now)
	}
	var on tasks.ID
	if other := b.Task(tasks.Key{Name: c.Also[0]}); other != nil {
		on = other.ID
	}
	return board.Unlink(b, k, on, m.Me, m.Now)
}

// moods maps the mood of a beat to that of its drawing.
var moods = [...]view.Mood{demo.Plain: view.MoodPlain, demo.Caution: view.MoodCaution, demo.Relief: view.MoodRelief}

// words returns the text of a beat, with the key if there is one to press.
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
		if k := (tasks.Key{Name: c.File}); c.Scene == demo.InChange && m.Board.Has(k) {
			s.Change = m.changeOf(c, k)
		}
	}
	return s
}

// changeOf returns the change of a task that a beat is about, with its author, whom the files do not name. If a person
// made it the agent's change may still be the last one on the board, so it is put in front.
func (m *Model) changeOf(c *demo.Caption, k tasks.Key) *view.Edit {
	e := m.ChangeOf(k)
	if e == nil || len(e.Fields) == 0 {
		return nil
	}
	who := c.Who
	if c.Press != demo.NoPress {
		who = m.Me
		if now := m.Card(k).Subject; now == safetext.Line(c.Subject) {
			e.Fields = []view.Change{{Before: e.Fields[0].After, After: now}}
		}
	}
	if who != "" {
		e.Who, e.Hue = m.Owner(who)
	}
	return e
}

// StageKeys returns the keys of the stage for the footer.
func (m *Model) StageKeys() (keys []view.Key) {
	add := func(does string, actions ...keymap.Action) { keys = append(keys, m.key(does, actions...)) }
	if m.demo != nil {
		if m.paused {
			add("resume", keymap.Pause)
		} else {
			add("pause", keymap.Pause)
		}
		if m.demo.IsStory() {
			add("step", keymap.PreviousBeat, keymap.NextBeat)
			add("restart", keymap.Restart)
		}
	}
	add("the board", keymap.Back)
	add("help", keymap.Help)
	return keys
}

// pressedFor is how long a pressed key is shown.
const pressedFor = 2 * time.Second

// talk is the state of the mode for talks, which shows fewer things and the keys that are pressed.
type talk struct {
	on      bool
	pressed view.Key
	until   time.Time
}

// Talking reports whether the mode for talks is on.
func (m *Model) Talking() bool { return m.talk.on }

// ToggleTalk turns the mode for talks on or off.
func (m *Model) ToggleTalk() {
	m.talk = talk{on: !m.talk.on}
	if !m.talk.on {
		m.Info("No longer for a talk")
	}
	m.Relayout()
}

// Press shows a pressed key and what it does, in a talk.
func (m *Model) Press(key string, e *keymap.Entry) {
	if m.talk.on && e != nil {
		m.talk.pressed = view.Key{Name: safetext.Line(key), Does: safetext.Line(e.Long)}
		m.talk.until = m.Now.Add(pressedFor)
	}
}

// PressedUntil returns when the shown key disappears, the zero time if none is shown.
func (m *Model) PressedUntil() time.Time {
	if !m.talk.on || !m.Now.Before(m.talk.until) {
		return time.Time{}
	}
	return m.talk.until
}

// TalkView returns the foot of the screen in a talk, nil outside of one.
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

// Package stage is the screen for a room, and the demo that plays on it: the board with a caption above it. What that is about is lit
// there, and the other cards are dim. A person who acts on the board leaves the stage.
package stage

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// Program is what the stage asks of the program beside what every feature does: it shows what other features know, where it
// is seen best.
type Program interface {
	host.Host
	Lost() bool // the directory is not there
	DetailOpen() bool
	ShowView(view.ViewKind)
	NewestEvent() *board.Event
	News() view.News
	Feed() *view.Feed              // what happened, the newest first
	ChangeOf(tasks.Key) *view.Edit // what was changed last in the file of a task
	NewestEdited() tasks.Key
	RetellLost(file string) bool // that an edit was overwritten, where one was
	JustDone() bool              // the notice that something was done is still to be read
	StartDemo() tea.Cmd
}

// Model is the stage, and the demo that is played, if one is.
type Model struct {
	Program
	on     bool // the stage is wanted
	crew   *demo.Demo
	paused bool
	speed  float64
	told   []demo.Caption // the beats of the story so far
	beat   int            // which of them is shown
	owed   *demo.Caption  // what a person is still to do in the story, nil for nothing
	mishap demo.Caption   // the newest one
	talk   talk
}

// New returns the stage of a program, which is not wanted yet.
func New(p Program) *Model { return &Model{Program: p, speed: 1} }

// Open takes the demo whose directory was opened, nil for a directory that is none's. A story goes to the stage.
func (m *Model) Open(crew *demo.Demo) {
	*m = Model{Program: m.Program, crew: crew, speed: 1, on: crew != nil && crew.Story(), talk: m.talk}
	m.paused = crew != nil && crew.Waits()
}

// CloseDemo returns the effect that ends the demo, nil where none is played.
func (m *Model) CloseDemo() tea.Cmd {
	if m.crew == nil {
		return nil
	}
	return effects.CloseDemo(m.crew)
}

// Close ends the demo at once.
func (m *Model) Close() {
	if m.crew != nil {
		_ = m.crew.Close() // the cleaner removes what is left
	}
}

// InDemo reports whether a demo is played, InStory whether it tells a story.
func (m *Model) InDemo() bool  { return m.crew != nil }
func (m *Model) InStory() bool { return m.crew != nil && m.crew.Story() }

// TemporaryRoot returns where the files of a demo lie that are gone when it ends; false where the directory is another one.
func (m *Model) TemporaryRoot() (dir string, ok bool) {
	if m.crew == nil || m.crew.Kept() {
		return "", false
	}
	return m.crew.Root(), true
}

// Paused reports whether the agents of a demo wait.
func (m *Model) Paused() bool { return m.crew != nil && m.paused }

// Remark returns how the demo is played where that is not as usual, "" where it is.
func (m *Model) Remark() string {
	if m.crew == nil || m.paused || m.speed == 1 {
		return ""
	}
	return speedWord(m.speed)
}

// MishapBy returns which agent of the demo is behind the newest mishap of a file, "" where none is known.
func (m *Model) MishapBy(file string) string {
	if m.crew == nil || m.mishap.File != file {
		return ""
	}
	return m.mishap.Who
}

// The limits of a demo's speed: slower shows nothing, faster cannot be followed.
const slowest, fastest = 0.25, 16

// Steer does what an action means for the demo's agents.
func (m *Model) Steer(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Restart:
		return m.EnqueueOpening(m.StartDemo())
	case keymap.Pause:
		m.paused = !m.paused
		m.crew.SetPaused(m.paused)
		if !m.paused {
			m.catchUp()
		}
		m.Relayout() // what the caption says of it takes room from its text
	case keymap.Faster, keymap.Slower:
		by := 2.0
		if a == keymap.Slower {
			by = 0.5
		}
		m.speed = min(max(m.speed*by, slowest), fastest)
		m.crew.SetSpeed(m.speed)
		m.Say("Agents work at " + speedWord(m.speed))
	case keymap.Provoke:
		m.SetMode(provoking{m: m})
	}
	return nil
}

// key returns the keys of actions as one, and what they do together.
func (m *Model) key(does string, actions ...keymap.Action) view.Key {
	var names []string
	for _, a := range actions {
		names = append(names, m.KeyOf(a))
	}
	name := strings.Join(names, " ")
	if m.ASCII() {
		name = keymap.ASCII(name)
	}
	return view.Key{Name: safetext.Line(name), Does: safetext.Line(does)}
}

// DemoKeys returns the keys of a demo for the footer: whoever shows it needs them at every width.
func (m *Model) DemoKeys() []view.Key {
	if !m.Browsing() || m.crew == nil || m.Layout().Full {
		return nil
	}
	pause := "pause"
	if m.paused {
		pause = "resume"
	}
	special, does := keymap.Provoke, "trouble"
	if m.crew.Story() {
		special, does = keymap.Restart, "restart"
	}
	keys := []view.Key{m.key(pause, keymap.Pause)}
	for _, k := range []view.Key{m.key(does, special), m.key("speed", keymap.Slower, keymap.Faster)} {
		k.Rank = demoRank
		keys = append(keys, k)
	}
	return keys
}

// demoRank is the place of a demo's other keys in the footer: behind what is done to a task.
const demoRank = 5

// provoking is the menu of what can go wrong in a demo.
type provoking struct{ m *Model }

func (provoking) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ProvokeScope} }

// Handle takes the choice of what is to go wrong.
func (mode provoking) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	m.ToBoard()
	switch a {
	case keymap.ProvokeOverwrite:
		return effects.Provoke(m.crew, demo.Overwrite, m.NewestEdited().Name, host.Then(m.provoked))
	case keymap.ProvokeDeath:
		return effects.Provoke(m.crew, demo.Die, "", host.Then(m.provoked))
	case keymap.ProvokeHalfWritten:
		return effects.Provoke(m.crew, demo.HalfWrite, "", host.Then(m.provoked))
	case keymap.ProvokeLoop:
		return effects.Provoke(m.crew, demo.CloseLoop, "", host.Then(m.provoked))
	}
	return nil
}

// take takes what the demo tells: a beat of the story stands in a bar of its own, a mishap is news.
func (m *Model) take(caption demo.Caption, ok bool) tea.Cmd {
	if !ok || m.crew == nil {
		return nil
	}
	switch {
	case caption.Beat > 0:
		m.tell(caption)
	case caption.Who == "": // all is done, which the board says itself
		if m.NoticeWords() == m.mishap.Text {
			m.ClearNotice()
		}
	default:
		m.mishap = caption
		e := m.NewestEvent()
		completed := e != nil && e.Kind == tasks.EventCompleted && m.Now().Sub(e.At) < host.GlanceFor
		if !m.RetellLost(m.mishap.File) && !m.JustDone() && !completed { // that the edit is lost, or stands again, says more
			m.Mention(caption.Text)
		}
	}
	return tea.Batch(m.Act(), m.AwaitCaption())
}

// Hear gives the line of a mishap back to the news where a task was completed: that is what the board is about.
func (m *Model) Hear(d board.Diff) {
	completed := func(e board.Event) bool { return e.Kind == tasks.EventCompleted }
	if m.mishap.Text != "" && m.NoticeWords() == m.mishap.Text && slices.ContainsFunc(d.Events, completed) {
		m.ClearNotice()
	}
}

// AwaitCaption waits for the next that the demo tells, nil where none is played.
func (m *Model) AwaitCaption() tea.Cmd {
	if m.crew == nil {
		return nil
	}
	return effects.AwaitCaption(m.crew, host.Then2(m.take))
}

func (m *Model) provoked(err error) tea.Cmd {
	if err != nil {
		m.Warn("Not provoked: " + err.Error())
	}
	return nil
}

func speedWord(f float64) string {
	return strconv.FormatFloat(f, 'g', 3, 64) + "x speed"
}

// Overlay is the menu of what can go wrong, one line each.
func (mode provoking) Overlay() view.Overlay {
	m := mode.m
	v := &view.Message{Title: safetext.Const("Make something go wrong")}
	for e := range m.Keymap().Footer(keymap.ProvokeScope) {
		if e.Action == keymap.Back {
			v.Keys = []view.Key{{Name: m.KeyName(e), Does: safetext.Line(e.Short())}}
			continue
		}
		v.Lines = append(v.Lines, view.Line{
			{Text: m.KeyName(e), Style: style.AccentStrong}, {Text: safetext.Line("  " + e.Long), Style: style.Plain},
		})
	}
	return v
}

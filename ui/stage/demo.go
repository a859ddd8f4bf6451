// Package stage shows the board to an audience: a caption above it, the tasks of the caption lit and all others dim. It
// also controls the demo and its story. An action on the board leaves the stage.
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

// Uses is what the stage asks of other features.
type Uses struct {
	Lost              func() bool // the directory is not there
	ShowView          func(view.ViewKind)
	NewestEvent       func() *board.Event
	NewsLine          func() view.News
	Feed              func() *view.Feed          // what happened, the newest first
	ChangeOf          func(tasks.Key) *view.Edit // the last change of a task by others
	NewestEdited      func() tasks.Key
	RemindOverwritten func(file string) bool // says again that an edit of the file was overwritten, if one was
	StartDemo         func() tea.Cmd
}

// Model is the state of the stage and of the demo, if one is played.
type Model struct {
	*host.Program
	Uses
	on          bool // the person wants the stage; see Staged
	demo        *demo.Demo
	paused      bool
	speed       float64
	captions    []demo.Caption // the beats of the story so far
	beat        int            // index of the one that is shown
	pendingStep *demo.Caption  // the last beat with a key to press, until the board lets it be pressed
	mishap      demo.Caption   // the last one
	talk        talk
}

// New returns the stage of a program, turned off.
func New(p *host.Program) *Model { return &Model{Program: p, speed: 1} }

// Open sets the demo of the directory that was opened, nil if it is none. A story turns the stage on.
func (m *Model) Open(d *demo.Demo) {
	*m = Model{Program: m.Program, Uses: m.Uses, demo: d, speed: 1, on: d != nil && d.IsStory(), talk: m.talk}
	m.paused = d != nil && d.WaitsAtStart()
}

// CloseDemo returns the effect that ends the demo, nil if there is none.
func (m *Model) CloseDemo() tea.Cmd {
	if m.demo == nil {
		return nil
	}
	return effects.CloseDemo(m.demo)
}

// Close ends the demo and waits for it.
func (m *Model) Close() {
	if m.demo != nil {
		_ = m.demo.Close() // the cleaner removes what is left
	}
}

// InDemo reports whether a demo is played, InStory whether it is the story.
func (m *Model) InDemo() bool  { return m.demo != nil }
func (m *Model) InStory() bool { return m.demo != nil && m.demo.IsStory() }

// Paused reports whether the agents of the demo are paused.
func (m *Model) Paused() bool { return m.paused }

// Remark returns the speed of the demo if it was changed, otherwise "".
func (m *Model) Remark() string {
	if m.demo == nil || m.paused || m.speed == 1 {
		return ""
	}
	return speedWord(m.speed)
}

// MishapBy returns the agent that caused the last mishap if it was in file, otherwise "".
func (m *Model) MishapBy(file string) string {
	if m.demo == nil || m.mishap.File != file {
		return ""
	}
	return m.mishap.Who
}

// The limits of a demo's speed. Slower looks like nothing happens, and nobody can follow more.
const slowest, fastest = 0.25, 16

// Steer handles an action that controls the demo.
func (m *Model) Steer(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Restart:
		return m.EnqueueOpening(m.StartDemo())
	case keymap.Pause:
		m.paused = !m.paused
		m.demo.SetPaused(m.paused)
		if !m.paused {
			m.catchUp()
		}
		m.Relayout() // the caption says that it is paused, which takes room from its text
	case keymap.Faster, keymap.Slower:
		by := 2.0
		if a == keymap.Slower {
			by = 0.5
		}
		m.speed = min(max(m.speed*by, slowest), fastest)
		m.demo.SetSpeed(m.speed)
		m.Info("Agents work at " + speedWord(m.speed))
	case keymap.Provoke:
		m.SetMode(provoking{m: m})
	}
	return nil
}

// key returns the keys of several actions as one entry of the footer.
func (m *Model) key(does string, actions ...keymap.Action) view.Key {
	var names []string
	for _, a := range actions {
		names = append(names, m.KeyOf(a))
	}
	name := strings.Join(names, " ")
	if m.ASCII {
		name = keymap.ASCII(name)
	}
	return view.Key{Name: safetext.Line(name), Does: safetext.Line(does)}
}

// provoking is the menu of what can go wrong in a demo.
type provoking struct{ m *Model }

func (provoking) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.ProvokeScope} }

// Handle lets the demo's agents do what was chosen.
func (mode provoking) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	m.ToBoard()
	switch a {
	case keymap.ProvokeOverwrite:
		return effects.Provoke(m.demo, demo.Overwrite, m.NewestEdited().Name, host.OnResult(m.provoked))
	case keymap.ProvokeDeath:
		return effects.Provoke(m.demo, demo.Die, "", host.OnResult(m.provoked))
	case keymap.ProvokeHalfWritten:
		return effects.Provoke(m.demo, demo.HalfWrite, "", host.OnResult(m.provoked))
	case keymap.ProvokeLoop:
		return effects.Provoke(m.demo, demo.CloseLoop, "", host.OnResult(m.provoked))
	}
	return nil
}

// showCaption handles the next caption of the demo, false at its end. A beat of the story goes to the bar above the
// board, a mishap to the line of notices.
func (m *Model) showCaption(caption demo.Caption, ok bool) tea.Cmd {
	if !ok || m.demo == nil {
		return nil
	}
	switch {
	case caption.Beat > 0:
		m.addBeat(caption)
	case caption.Who == "": // everything is completed, which the board says itself
		if m.NoticeText() == m.mishap.Text {
			m.ClearNotice()
		}
	default:
		m.mishap = caption
		e := m.NewestEvent()
		completed := e != nil && e.Kind == tasks.EventCompleted && m.Now.Sub(e.At) < host.TransientFor
		if !m.RemindOverwritten(m.mishap.File) && !m.JustDone() && !completed { // each of these says more
			m.Mention(caption.Text)
		}
	}
	return tea.Batch(m.Act(), m.AwaitCaption())
}

// HandleDiff removes the notice of a mishap when a task is completed: the news of that matters more.
func (m *Model) HandleDiff(d board.Diff) {
	completed := func(e board.Event) bool { return e.Kind == tasks.EventCompleted }
	if m.NoticeText() == m.mishap.Text && slices.ContainsFunc(d.Events, completed) {
		m.ClearNotice()
	}
}

// AwaitCaption waits for the next caption of the demo, nil if there is no demo.
func (m *Model) AwaitCaption() tea.Cmd {
	if m.demo == nil {
		return nil
	}
	return effects.AwaitCaption(m.demo, host.OnResult2(m.showCaption))
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

// Overlay returns the menu, one line for each choice.
func (mode provoking) Overlay() view.Overlay {
	m := mode.m
	v := &view.Message{Title: safetext.Const("Make something go wrong")}
	for e := range m.Keys.Footer(keymap.ProvokeScope) {
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

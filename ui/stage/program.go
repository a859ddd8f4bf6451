// Package stage is the screen for a room, and the demo that plays on it. What is told now stands out there, the rest is
// quiet, and nothing is selected but by the story. Whoever acts on the board is back on it.
package stage

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Program is what the stage asks of the program beside what every feature does: it shows what other features know, where it
// is seen best.
type Program interface {
	host.Host
	Lost() bool // the directory is not there
	DetailOpen() bool
	Gesturing() bool // a link is being made or removed
	Supposing() bool // a what if is shown
	ShownView() view.ViewKind
	ShowView(view.ViewKind)
	ShowFinished(bool) // in the graph
	NewestEvent() *board.Event
	News() view.News
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
	mishap demo.Caption   // the newest one
	talk   talk
}

// New returns the stage of a program, which is not wanted yet.
func New(p Program) *Model { return &Model{Program: p, speed: 1} }

// Open takes the demo whose directory was opened, nil for a directory that is none's. A story goes to the stage.
func (m *Model) Open(crew *demo.Demo) {
	*m = Model{Program: m.Program, crew: crew, speed: 1, on: crew != nil && crew.Story(), talk: m.talk}
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
		_ = m.crew.Close() // what could not be removed is the janitor's, which outlives us for that
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

// Remark says how the demo is played where that is not as usual, "" where it is.
func (m *Model) Remark() string {
	switch {
	case m.crew == nil:
		return ""
	case m.paused:
		return "paused"
	case m.speed != 1:
		return speedWord(m.speed)
	}
	return ""
}

// MishapBy returns which agent of the demo is behind the newest mishap of a file, "" where none is known.
func (m *Model) MishapBy(file string) string {
	if m.crew == nil || m.mishap.File != file {
		return ""
	}
	return m.mishap.Who
}

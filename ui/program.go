package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/effects"
	"sideboard/ui/news"
	"sideboard/ui/panels"
	"sideboard/ui/stage"
)

// New makes the model. Nothing is opened yet: Init does.
func New(o Options) *Model {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Stalled <= 0 {
		o.Stalled = 30 * time.Minute
	}
	m := &Model{o: o, keys: keymap.Default(), board: board.New(), title: "sideboard", now: o.Now()}
	m.screen = newScreen(o)
	m.open.readOnly = o.ReadOnly
	m.notice.now = func() time.Time { return m.now }
	m.began = m.now
	h := hosted{&m.notice, m}
	m.cards, m.deps, m.panels, m.editing, m.detail, m.news, m.stage = cards.New(h), depview.New(h), panels.New(h), editing.New(h), detail.New(h), news.New(h), stage.New(h)
	m.toBoard()
	m.start.selected = -1
	m.enableKeys()
	return m
}

// Err is what ended the program, nil when the person did.
func (m *Model) Err() error { return m.fatal }

// Close ends the demo and lets go of the directory. Call it after the program ended, on every path.
func (m *Model) Close() {
	if m.open.workspace != nil {
		unheard, end := context.WithCancel(context.Background())
		m.open.workspace.DiscardNews(unheard)
		m.queue.writeRest()
		end()
	}
	m.stage.Close()
	if m.open.workspace != nil {
		effects.LastLook(m.open.workspace)
		_ = m.open.workspace.Close()
	}
}

// Init opens the directory and asks the terminal for its background.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.o.open())
}

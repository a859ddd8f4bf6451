package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/batch"
	"sideboard/ui/cards"
	"sideboard/ui/commands"
	"sideboard/ui/deleted"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/editing"
	"sideboard/ui/effects"
	"sideboard/ui/needs"
	"sideboard/ui/news"
	"sideboard/ui/now"
	"sideboard/ui/palette"
	"sideboard/ui/panels"
	"sideboard/ui/stage"
	"sideboard/ui/telling"
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
	if err := m.keys.Rebind(o.Wishes.Keys); err != nil {
		m.keys = keymap.Default() // the file was judged when it was read
	}
	for _, own := range o.Wishes.OwnKeys() {
		_ = m.keys.AddCommand(own) // as above
	}
	m.nameSaved()
	if o.Unread != nil {
		m.notice.Alert("Configuration not in force: " + o.Unread.Error())
	}
	h := hosted{&m.notice, m}
	m.cards, m.deps, m.panels, m.editing, m.detail, m.news, m.stage = cards.New(h, o.Wishes.ByOwner), depview.New(h), panels.New(h), editing.New(h), detail.New(h), news.New(h), stage.New(h)
	m.needs, m.palette, m.batch, m.lanes, m.telling = needs.New(h), palette.New(h), batch.New(h), now.New(h), telling.New(h, o.Bell, !o.Wishes.NoStatus, o.OnEvent)
	m.commands, m.deleted = commands.New(h, o.Wishes.Commands), deleted.New(h)
	m.toBoard()
	if o.Talk {
		m.stage.ToggleTalk()
	}
	m.start.selected = -1
	m.enableKeys()
	return m
}

// Err is what ended the program, nil when the person did.
func (m *Model) Err() error { return m.quitting.fatal }

// Close ends the demo and lets go of the directory. Call it after the program ended, on every path.
func (m *Model) Close() {
	m.telling.Close()
	m.commands.Close()
	if m.open.workspace != nil {
		unheard, end := context.WithCancel(context.Background())
		m.open.workspace.DiscardNews(unheard)
		m.queue.writeRest()
		end()
	}
	m.deps.KeepLayout()
	if m.open.workspace != nil {
		effects.LastLook(m.open.workspace)
		_ = m.open.workspace.Close()
	}
	m.stage.Close() // after that: its files are nobody's deletions
}

// Init opens the directory and asks the terminal for its background.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(tea.RequestBackgroundColor, m.o.open())
}

// quit ends the program, after what is being written. Asked twice it ends at once.
func (m *Model) quit() tea.Cmd {
	if m.queue.now == nil && !m.panels.AtWork() || m.quitting.asked {
		return tea.Quit
	}
	m.quitting.asked = true
	m.notice.Say("Your edit is being written; q again leaves at once")
	return nil
}

// quits ends the program that was asked to end, when nothing is left to be written.
func (m *Model) quits() tea.Cmd {
	if m.typed.lent {
		return nil // its editor or shell is still there
	}
	if m.quitting.now || m.quitting.asked && m.queue.now == nil && !m.panels.AtWork() && len(m.typed.held) == 0 {
		return tea.Quit
	}
	return nil
}

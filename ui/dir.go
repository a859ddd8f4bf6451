package ui

import (
	"fmt"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/effects"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// openDirectory is the state of the open directory, or of several that are open together.
type openDirectory struct {
	lanes       []workspace.OpenList // the lists that are open together, nil for one alone
	readOnly    bool                 // the person asked for it
	past        bool                 // it is shown as it was
	epoch       int                  // number of the workspace: answers for an earlier one are dropped
	notWritable error                // why nothing can be written, nil if it can
	health      tasks.Health
	offline     string // which host cannot be reached, and since when; "" if the health is another
	whyOffline  string // the same, and why
	lostAt      time.Time
	newer       *locate.List // a newer list of the project, which a notice offers; nil for none
}

// OfDirectory returns an effect on the open directory. Its answer is dropped if another directory is open by then.
func (d *openDirectory) OfDirectory(effect tea.Cmd) tea.Cmd {
	if effect == nil {
		return nil
	}
	epoch := d.epoch
	return func() tea.Msg {
		if msg := effect(); msg != nil {
			return answerMsg{epoch, msg}
		}
		return nil
	}
}

// awaitDelta waits for rest, in which changes gather, and then for the next change of the directory.
func (m *Model) awaitDelta(rest time.Duration) tea.Cmd {
	return m.open.OfDirectory(effects.AwaitDelta(m.Workspace, rest, func(delta tasks.Delta, err error) tea.Msg {
		return deltaMsg{delta, err}
	}))
}

const notThere = "the directory is not there"

// WhyNotNow returns why nothing can be written, "" if it can.
func (d *openDirectory) WhyNotNow() string {
	switch {
	case d.past:
		return "this is the past, and end returns to now"
	case d.readOnly:
		return "the board is read only"
	case d.health == tasks.Lost:
		return notThere
	case d.health == tasks.Offline:
		return d.offline
	case d.notWritable != nil:
		return d.notWritable.Error()
	}
	return ""
}

// If several lists are open together, each is a lane in every column, and each key contains its list. A verb works in
// the list of its task. An id means a task of the same list, so no link leads into another list.

// setLanes sets the lists of the board.
func (m *Model) setLanes() {
	m.open.lanes = m.Workspace.OpenLists()
	var names []string
	for _, l := range m.open.lanes {
		names = append(names, l.Name)
	}
	m.Board.SetLanes(names)
	m.updateTraits()
}

// updateTraits sets the dialect of each list of the board.
func (m *Model) updateTraits() {
	m.Board.SetTraits("", m.Workspace.Traits(""))
	for _, l := range m.open.lanes {
		m.Board.SetTraits(l.Name, m.Workspace.Traits(l.Name))
	}
}

// refreshLanes updates the states of the lists, which stay in their order. It returns a notice about one that was lost
// or went offline, or is back; about the last of several, "" for none.
func (m *Model) refreshLanes() (news string, level view.Level) {
	was := m.open.lanes
	m.open.lanes = m.Workspace.OpenLists()
	for i, l := range m.open.lanes {
		gone, before := l.Health == tasks.Lost, was[i].Health == tasks.Lost
		switch {
		case l.Health == tasks.Offline && was[i].Health != tasks.Offline:
			news, level = l.Why, view.Warning
		case l.Health != tasks.Offline && was[i].Health == tasks.Offline:
			news, level = "The list "+l.Name+" is online", view.Good
		case gone && !before:
			news, level = "The list "+l.Name+" is gone. It is looked for again and again", view.Warning
		case before && !gone:
			news, level = "The list "+l.Name+" is back", view.Good
		}
	}
	return news, level
}

// SeveralLists reports whether several lists are open.
func (d *openDirectory) SeveralLists() bool { return len(d.lanes) > 0 }

// WhyNotIn returns why nothing can be written in a list although it can in others, "" if it can: its directory is lost,
// or its host is offline.
func (d *openDirectory) WhyNotIn(list string) string {
	for _, l := range d.lanes {
		switch {
		case l.Name != list:
		case l.Health == tasks.Lost:
			return "the directory of " + list + " is not there"
		case l.Health == tasks.Offline:
			return offlineSince(l.Why)
		}
	}
	return ""
}

// Offline returns which host of a list cannot be reached and since when, "" if it can be.
func (d *openDirectory) Offline(list string) string {
	if d.offline != "" {
		return d.offline
	}
	for _, l := range d.lanes {
		if l.Name == list && l.Health == tasks.Offline {
			return offlineSince(l.Why)
		}
	}
	return ""
}

// offlineSince returns why a host cannot be reached, without what ssh said: "devbox is offline since 14:02".
func offlineSince(why string) string {
	short, _, _ := strings.Cut(why, ": ")
	return short
}

// directories says how many lists are open together, and how many of them are gone or offline. If all are gone, the
// header says so elsewhere.
func directories(lanes []workspace.OpenList) string {
	gone, offline := 0, 0
	for _, l := range lanes {
		switch l.Health {
		case tasks.Lost:
			gone++
		case tasks.Offline:
			offline++
		}
	}
	words := fmt.Sprintf("%d %s", len(lanes), phrase.Plural(len(lanes), "list", "lists"))
	if gone > 0 && gone < len(lanes) {
		words += fmt.Sprintf(", %d gone", gone)
	}
	if offline > 0 {
		words += fmt.Sprintf(", %d offline", offline)
	}
	return words
}

package ui

import (
	"errors"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/workspace"
)

// Several lists can be open together: each is a lane in every column, and every key says which list it is of. A verb
// works in the list of its task; an id means a task of the same list, so that no link leads into another.

// setLanes makes the board ready for the lists of the workspace.
func (m *Model) setLanes() {
	m.lanes = m.workspace.OpenLists()
	var names []string
	for _, l := range m.lanes {
		names = append(names, l.Name)
	}
	m.board.SetLanes(names)
	m.updateTraits()
	if failed := m.workspace.OpenErrors(); len(failed) > 0 {
		m.warn("Not opened: " + errors.Join(failed...).Error())
	}
}

// updateTraits tells the board which dialect each list has.
func (m *Model) updateTraits() {
	m.board.SetTraits("", m.workspace.Traits(""))
	for _, l := range m.lanes {
		m.board.SetTraits(l.Name, m.workspace.Traits(l.Name))
	}
}

// tellLostLists tells of a list whose directory went away or came back. The others go on.
func (m *Model) tellLostLists() {
	was := m.lanes
	m.lanes = m.workspace.OpenLists()
	for i, l := range m.lanes {
		gone, before := l.Health == tasks.Lost, was[i].Health == tasks.Lost
		switch {
		case gone && !before:
			m.warn("The list " + l.Name + " is gone. It is looked for again and again")
		case before && !gone:
			m.did("The list " + l.Name + " is back")
		}
	}
}

// severalLists reports whether several lists are open.
func (m *Model) severalLists() bool { return len(m.lanes) > 0 }

// selected returns the selected task; false where nothing is selected, or an id that no file has.
func (m *Model) selected() (tasks.Key, bool) {
	if _, ok := m.deps.Ghost(); ok {
		return tasks.Key{}, false
	}
	k := m.cards.UnderCursor()
	return k, k.Name != ""
}

// listHere is the list that something is made in: that of the selected task, else the first.
func (m *Model) listHere() string {
	k, ok := m.selected()
	if !ok && m.severalLists() {
		return m.lanes[0].Name
	}
	return k.List
}

// lost reports whether the directory of a list is not there, while others are.
func (m *Model) lost(list string) bool {
	return slices.ContainsFunc(m.lanes, func(l workspace.OpenList) bool { return l.Name == list && l.Health == tasks.Lost })
}

// whyNotIn says why nothing can be written in one of several lists, "" when it can.
func (m *Model) whyNotIn(list string) string {
	if m.lost(list) {
		return "the directory of " + list + " is not there"
	}
	return ""
}

// directories returns how many lists are open together.
func directories(lanes []workspace.OpenList) string {
	gone := 0
	for _, l := range lanes {
		if l.Health == tasks.Lost {
			gone++
		}
	}
	words := fmt.Sprintf("%d %s", len(lanes), phrase.Plural(len(lanes), "list", "lists"))
	if gone > 0 && gone < len(lanes) {
		words += fmt.Sprintf(", %d gone", gone)
	}
	return words
}

package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// mode is what is on top of the board, exactly one at a time. Leaving one goes back to the board.
type mode interface {
	// scopes returns the scopes whose keys apply, the first before the others.
	scopes(m *Model) []keymap.Name
	// handle does what an action of those scopes means.
	handle(m *Model, a keymap.Action) tea.Cmd
	// overlay returns what floats over the board, nil where nothing does.
	overlay(m *Model) view.Overlay
}

// textMode is a mode that has a line to type in.
type textMode interface {
	mode
	typeText(m *Model, op field.Op, text string) tea.Cmd
}

// linkMode is a mode that makes or removes links. The picture stays in sight and stands still, and what others change
// meanwhile is counted.
type linkMode interface {
	mode
	candidates() int
	linkView(m *Model) *view.Link
	step(m *Model, a keymap.Action) tea.Cmd // to the next one of the list
	click(m *Model, spot view.Spot, n *board.Net) tea.Cmd
	hold(m *Model) map[tasks.Key]bool // looks again at what changed, and returns where changes are counted
}

type (
	browse    struct{}              // the board itself, or the detail in full
	filtering struct{ line prompt } // typing a filter
	asking    struct {
		ask  board.Ask
		form *form    // it came from: no goes back to it
		copy *outside // the text in $EDITOR it came from
	}
	undoing   struct{ done workspace.Done } // asks before an edit of an earlier session is taken back
	filling   struct{ form *form }
	leaving   struct{ form *form } // asks whether a half-filled form may be thrown away
	helping   struct{ scroll int }
	deciding  struct{ dispute *dispute } // a conflict, field by field
	recalling struct {                   // our edits, to take any of them back
		done            []workspace.Done
		first, selected int
	}
	provoking struct{}
	mending   struct{ file outside } // what came back from $EDITOR is not JSON
)

func (browse) scopes(m *Model) []keymap.Name {
	if m.workspace == nil {
		return []keymap.Name{keymap.Starting}
	}
	in := make([]keymap.Name, 0, 6)
	if m.deps.what.on {
		in = append(in, keymap.Supposing)
	}
	switch {
	case m.layout.Full:
		in = append(in, keymap.Reading, keymap.Viewing, keymap.Acting, keymap.Showing)
	case m.picturing():
		in = append(in, keymap.Viewing, keymap.Acting, keymap.Walking, keymap.Showing)
	default:
		in = append(in, keymap.Moving, keymap.Viewing, keymap.Acting, keymap.Showing)
	}
	if m.crew != nil {
		in = append(in, keymap.Demo)
	}
	return in
}

// handle does what an action means on the board, on the first screen, or in a detail that fills the screen.
func (browse) handle(m *Model, a keymap.Action) tea.Cmd {
	if m.workspace == nil {
		return m.inStart(a)
	}
	if m.layout.Full {
		if done := m.inReader(a); done {
			return nil
		}
	}
	return m.do(a)
}

func (browse) overlay(*Model) view.Overlay    { return nil }
func (filtering) overlay(*Model) view.Overlay { return nil } // it is drawn in the board

func (filtering) scopes(*Model) []keymap.Name { return []keymap.Name{keymap.Typing} }
func (asking) scopes(*Model) []keymap.Name    { return []keymap.Name{keymap.Asking} }
func (undoing) scopes(*Model) []keymap.Name   { return []keymap.Name{keymap.Asking} }
func (leaving) scopes(*Model) []keymap.Name   { return []keymap.Name{keymap.Asking} }
func (mending) scopes(*Model) []keymap.Name   { return []keymap.Name{keymap.Asking} }
func (filling) scopes(*Model) []keymap.Name   { return []keymap.Name{keymap.Filling, keymap.Typing} }
func (helping) scopes(*Model) []keymap.Name   { return []keymap.Name{keymap.Helping, keymap.Listing} }
func (deciding) scopes(*Model) []keymap.Name  { return []keymap.Name{keymap.Deciding} }
func (recalling) scopes(*Model) []keymap.Name { return []keymap.Name{keymap.Listing} }
func (provoking) scopes(*Model) []keymap.Name { return []keymap.Name{keymap.Provoking} }

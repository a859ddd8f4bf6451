package host

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
)

// TextMode is a mode that has a line to type in.
type TextMode interface {
	Mode
	Type(op field.Op, text string) tea.Cmd
}

// Glance is a mode that opens by itself, so that any key may have been pressed for the board: all but those that somebody closes it
// with do what they do there.
type Glance interface {
	Mode
	Glance()
}

// Message is what comes back from an effect of a feature, and knows itself what it means.
type Message interface {
	Apply() tea.Cmd
}

// Pointed is a picture that the mouse reaches.
type Pointed interface {
	Wheel(tea.Mouse)
	Click(tea.Mouse) tea.Cmd // with the left button
	Drag(tea.Mouse)
	Drop(tea.Mouse) tea.Cmd
}

// Point hands a picture what the mouse does over it.
func Point(on Pointed, msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		on.Wheel(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return on.Click(p)
		}
	case tea.MouseMotionMsg:
		on.Drag(p)
	case tea.MouseReleaseMsg:
		return on.Drop(p)
	}
	return nil
}

// DoubleClick is how fast two clicks follow each other to be one gesture, WheelStep how many rows the wheel moves by.
const (
	DoubleClick = 400 * time.Millisecond
	WheelStep   = 2
)

// Clicks tells a double click from two.
type Clicks struct {
	on tasks.Key // what was clicked last, zero for none
	at time.Time
}

// Again reports whether a task is clicked a second time, soon after the first.
func (c *Clicks) Again(k tasks.Key, now time.Time) bool {
	again := k.Name != "" && k == c.on && now.Sub(c.at) < DoubleClick
	*c = Clicks{k, now}
	if again {
		c.Forget()
	}
	return again
}

// Forget makes the next click the first one.
func (c *Clicks) Forget() { c.on = tasks.Key{} }

// Move returns where an action leads the cursor of a list of n lines.
func Move(at, n int, a keymap.Action, page int) int {
	switch a {
	case keymap.Down:
		at++
	case keymap.Up:
		at--
	case keymap.PageDown:
		at += max(1, page)
	case keymap.PageUp:
		at -= max(1, page)
	case keymap.First:
		at = 0
	case keymap.Last:
		at = n - 1
	}
	return max(0, min(at, n-1))
}

// List is where a person is in a list that scrolls: the line under the cursor, and the first one that is visible.
type List struct{ Selected, First int }

// Move does what an action means in the list of n lines, of which as many are visible.
func (l *List) Move(a keymap.Action, n, visible int) {
	l.Select(Move(l.Selected, n, a, visible), visible)
}

// Select puts the cursor on a line, and scrolls so that it is visible.
func (l *List) Select(i, visible int) {
	l.Selected = i
	l.First = min(max(l.First, i-max(1, visible)+1), i)
}

// Typing returns what an action does in a field, false for the actions that mean something else there.
func Typing(a keymap.Action) (field.Op, bool) {
	op, ok := map[keymap.Action]field.Op{
		keymap.CursorLeft: field.Left, keymap.CursorRight: field.Right,
		keymap.CursorUp: field.Up, keymap.CursorDown: field.Down,
		keymap.WordLeft: field.WordLeft, keymap.WordRight: field.WordRight,
		keymap.LineStart: field.Home, keymap.LineEnd: field.End,
		keymap.DeleteBefore: field.Backspace, keymap.DeleteAfter: field.Delete,
		keymap.DeleteWord: field.DeleteWordLeft, keymap.DeleteToEnd: field.DeleteToLineEnd, keymap.DeleteToStart: field.DeleteToLineStart,
		keymap.UndoTyping: field.Undo, keymap.NewLine: field.Newline,
	}[a]
	return op, ok
}

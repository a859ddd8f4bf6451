package host

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// Move returns the line to which an action moves the cursor in a list of n lines. A page has that many lines.
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

// List is the state of a list that scrolls: the line under the cursor, and the first visible one.
type List struct{ Selected, First int }

// Move moves the cursor in a list of n lines.
func (l *List) Move(a keymap.Action, n, visible int) {
	l.Select(Move(l.Selected, n, a, visible), visible)
}

// Select moves the cursor to a line, and scrolls so that it is visible.
func (l *List) Select(i, visible int) {
	l.Selected = i
	l.First = min(max(l.First, i-max(1, visible)+1), i)
}

// ScrollTo makes a line the first one that is visible.
func (l *List) ScrollTo(first int) { l.First = first }

// Skip moves on from a title in the direction of an action; from the first line always down, so the last line must be
// no title. The titles right above the line it reaches stay visible.
func (l *List) Skip(a keymap.Action, title func(i int) bool) {
	for up := a == keymap.Up || a == keymap.PageUp; title(l.Selected); {
		if up = up && l.Selected > 0; up {
			l.Selected--
		} else {
			l.Selected++
		}
	}
	for i := l.Selected - 1; title(i); i-- {
		l.First = min(l.First, i)
	}
}

// Filtered is a list with a filter.
type Filtered struct {
	List
	Line    field.Line
	Typing  bool   // into the filter
	Changed func() // is called when the filter changes

	rows, cells int // the most that its list has needed: a filter does not make it smaller
}

// Filtering reports whether there is a filter, or one is being typed.
func (f *Filtered) Filtering() bool { return f.Typing || f.Line.Value() != "" }

// Scopes returns the keys of the list.
func (f *Filtered) Scopes() []keymap.ScopeName {
	if f.Typing {
		return []keymap.ScopeName{keymap.PickerFilterScope, keymap.TextScope}
	}
	return idleScopes
}

// idleScopes are the scopes of a list whose filter is not being typed.
var idleScopes = []keymap.ScopeName{keymap.PickerScope, keymap.ListScope}

// Type changes the filter while it is being typed.
func (f *Filtered) Type(op field.Op, text string) tea.Cmd {
	if f.Typing && f.Line.Handle(op, text) >= field.Edited {
		f.List = List{}
		f.Changed()
	}
	return nil
}

// Handle handles an action in a list of n lines, and reports whether it did. It leaves Choose to the caller, and Back
// if there is no filter to clear.
func (f *Filtered) Handle(a keymap.Action, n, visible int) bool {
	op, types := Typing(a)
	switch {
	case a == keymap.Choose, a == keymap.Back && !f.Filtering():
		return false
	case a == keymap.Back:
		f.Typing, f.Line, f.List = false, field.Line{}, List{}
		f.Changed()
	case a == keymap.Filter:
		f.Typing = true
	case types && f.Typing:
		f.Type(op, "")
	default:
		f.Move(a, n, visible)
	}
	return true
}

// Show adds the filter to a list, and below it the keys of the list and of other scopes, with the given words. It may
// add to the words.
func (f *Filtered) Show(s *Screen, out *view.Picker, tally string, words map[keymap.Action]string,
	more ...keymap.ScopeName) *view.Picker {
	if f.Filtering() {
		out.Filter, out.Typing, out.Tally = safetext.Line(f.Line.Value()), f.Typing, safetext.Line(tally)
		words[keymap.Back] = "clear the filter"
	}
	out.Keys = f.Keys(s, words, more...)
	if f.Filtering() {
		out.Idle = s.KeysSaying(words, append(more, idleScopes...)...)
	}
	if out.Rows == 0 {
		f.rows = max(f.rows, len(out.Items))
		out.Rows = f.rows
	}
	if out.Cells == 0 {
		f.cells = max(f.cells, out.NeededCells())
		out.Cells = f.cells
	}
	return out
}

// Keys returns the keys of other scopes and of the list; while the filter is typed, only its own.
func (f *Filtered) Keys(s *Screen, words map[keymap.Action]string, more ...keymap.ScopeName) []view.Key {
	if f.Typing {
		return s.KeysSaying(words, f.Scopes()[0])
	}
	return s.KeysSaying(words, append(more, f.Scopes()...)...)
}

// Prompt asks for a line of text. It stays open until the work that it starts is done.
type Prompt struct {
	Line field.Line
	Err  string
	Sent bool // the work has started
}

// Scopes returns the keys of a line of text.
func (*Prompt) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.TextScope} }

// Type changes the line.
func (p *Prompt) Type(op field.Op, text string) tea.Cmd {
	if !p.Sent && p.Line.Handle(op, text) >= field.Edited {
		p.Err = ""
	}
	return nil
}

// Edit handles an action in the line.
func (p *Prompt) Edit(a keymap.Action) tea.Cmd {
	if op, ok := Typing(a); ok {
		return p.Type(op, "")
	}
	return nil
}

// Form returns the line as a form; does says what enter does.
func (p *Prompt) Form(s *Screen, title, label string, note safetext.Text, does string) *view.Form {
	row, x := p.Line.View(max(view.FormWidth(s.Width)-4, 8))
	return &view.Form{
		Title: safetext.Line(title),
		Fields: []view.Field{{Label: safetext.Line(label), Lines: []safetext.Text{row}, Rows: 1, Focused: !p.Sent,
			CursorX: x, Choice: -1,
			Error: safetext.Line(p.Err), Note: note}},
		Keys: s.KeysSaying(map[keymap.Action]string{keymap.Submit: does, keymap.Back: "cancel"}, keymap.TextScope),
	}
}

// Typing returns the operation of an action in a field of text, false if it has none.
func Typing(a keymap.Action) (field.Op, bool) {
	op, ok := map[keymap.Action]field.Op{
		keymap.CursorLeft: field.Left, keymap.CursorRight: field.Right,
		keymap.CursorUp: field.Up, keymap.CursorDown: field.Down,
		keymap.WordLeft: field.WordLeft, keymap.WordRight: field.WordRight,
		keymap.LineStart: field.Home, keymap.LineEnd: field.End,
		keymap.DeleteBefore: field.Backspace, keymap.DeleteAfter: field.Delete,
		keymap.DeleteWord: field.DeleteWordLeft, keymap.DeleteToEnd: field.DeleteToLineEnd,
		keymap.DeleteToStart: field.DeleteToLineStart,
		keymap.UndoTyping:    field.Undo, keymap.NewLine: field.Newline,
	}[a]
	return op, ok
}

package cards

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// prompt is the line a filter is typed in. The board follows every letter.
type prompt struct {
	line   field.Line
	before string // the filter that was in force
	err    string
}

// filtering is typing a filter.
type filtering struct {
	m    *Model
	line prompt
}

// A mode whose Type had another form would silently take no text.
var _ host.TextMode = filtering{}

func (filtering) Scopes() []keymap.ScopeName { return []keymap.ScopeName{keymap.TextScope} }
func (filtering) Overlay() view.Overlay      { return nil } // it is drawn in the board

// Filtering reports whether a filter is being typed.
func (m *Model) Filtering() bool {
	_, typing := m.Mode().(filtering)
	return typing
}

// FilterText returns the filter in force as it was typed.
func (m *Model) FilterText() string { return m.filterText }

// Refilter puts the same filter in force again: time alone can make tasks match.
func (m *Model) Refilter() { m.SetFilter(m.filterText) }

func (m *Model) startFilter() {
	m.SetMode(filtering{m, prompt{line: field.NewLine(m.filterText), before: m.filterText}})
	m.Relayout()
}

func (mode filtering) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Submit:
		m.ToBoard()
		if mode.line.err != "" {
			m.Warn(phrase.Sentence(mode.line.err))
		}
	case keymap.Back:
		m.ToBoard()
		m.SetFilter("")
	default:
		if op, ok := host.Typing(a); ok {
			return mode.Type(op, "")
		}
	}
	m.Relayout()
	return m.RefreshDetail()
}

func (mode filtering) Type(op field.Op, text string) tea.Cmd {
	m := mode.m
	if mode.line.line.Handle(op, text) >= field.Edited {
		mode.line.err = m.SetFilter(mode.line.line.Value())
	}
	m.SetMode(mode)
	return m.RefreshDetail()
}

// SetFilter puts a filter in force and answers what it does not understand of it.
func (m *Model) SetFilter(text string) string {
	q, err := board.ParseQuery(text, m.Me())
	q.Now, q.Stalled = m.Now(), m.Stalled()
	m.filterText = text
	m.Board().SetFilter(q)
	if _, _, shown := m.Board().Rank(m.cursor.key); !shown && m.Pictured() && !q.Empty() {
		m.SelectFirst() // what does not match stays in the picture, dimmed
	}
	m.BoardChanged()
	if err != nil {
		return err.Error()
	}
	return ""
}

// promptView is the line as it is shown.
func (m *Model) promptView(p prompt) *view.Prompt {
	row, x := p.line.View(max(10, m.Width()-24))
	v := &view.Prompt{
		Label: safetext.Const("/"), Text: row, Cursor: x,
		Hint: safetext.Const("text, @owner, @me, @none, is:ready, #id"),
	}
	shown, all := 0, 0
	for c := range board.Column(board.Columns) {
		shown, all = shown+m.Board().Shown(c), all+m.Board().Total(c)
	}
	v.Tally = safetext.Line(fmt.Sprintf("%d of %d", shown, all))
	if p.err != "" {
		v.Error = safetext.Line(p.err)
	}
	return v
}

package ui

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

func (m *Model) startFilter() {
	m.mode = filtering{m, prompt{line: field.NewLine(m.filterText), before: m.filterText}}
	m.arrange()
}

func (mode filtering) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Submit:
		m.toBoard()
		if mode.line.err != "" {
			m.warn(phrase.Sentence(mode.line.err))
		}
	case keymap.Back:
		m.toBoard()
		m.filter("")
	default:
		if op, ok := host.Typing(a); ok {
			return mode.Type(op, "")
		}
	}
	m.arrange()
	return m.detail.Refresh()
}

func (mode filtering) Type(op field.Op, text string) tea.Cmd {
	m := mode.m
	if mode.line.line.Handle(op, text) >= field.Edited {
		mode.line.err = m.filter(mode.line.line.Value())
	}
	m.mode = mode
	return m.detail.Refresh()
}

// filter puts a filter in force and answers what it does not understand of it.
func (m *Model) filter(text string) string {
	q, err := board.ParseQuery(text, m.o.As)
	q.Now, q.Stalled = m.now, m.o.Stalled
	m.filterText = text
	m.board.SetFilter(q)
	if _, _, shown := m.board.Rank(m.cursor.key); !shown && m.deps.Showing() && !q.Empty() {
		m.selectFirst() // what does not match stays in the picture, dimmed
	}
	m.boardChanged()
	if err != nil {
		return err.Error()
	}
	return ""
}

// promptView is the line as it is shown.
func (m *Model) promptView(p prompt) *view.Prompt {
	row, x := p.line.View(max(10, m.w-24))
	v := &view.Prompt{
		Label: safetext.Const("/"), Text: row, Cursor: x,
		Hint: safetext.Const("text, @owner, @me, @none, is:ready, #id"),
	}
	shown, all := 0, 0
	for c := range board.Column(board.Columns) {
		shown, all = shown+m.board.Shown(c), all+m.board.Total(c)
	}
	v.Tally = safetext.Line(fmt.Sprintf("%d of %d", shown, all))
	if p.err != "" {
		v.Error = safetext.Line(p.err)
	}
	return v
}

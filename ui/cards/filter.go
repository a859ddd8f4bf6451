package cards

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// filtering is the mode in which a filter is typed. It applies to the board at every letter.
type filtering struct {
	m     *Model
	line  field.Line
	wrong *board.QueryError // the part that is not understood
	offer offer
	back  int // the number of filters since the recalled one; 0 for the typed one
}

// offer is the completions of the typed word, which tab fills in one after the other.
type offer struct {
	words []string
	next  int
	from  int // where the word begins in the line
}

// Without this check, a Type with another signature would silently take no text.
var _ host.TextMode = filtering{}

func (filtering) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.FilterScope, keymap.TextScope}
}
func (filtering) Overlay() view.Overlay { return nil } // it is drawn in the board

// Filtering reports whether a filter is being typed.
func (m *Model) Filtering() bool {
	_, typing := m.Mode().(filtering)
	return typing
}

// FilterText returns the filter in force as it was typed.
func (m *Model) FilterText() string { return m.filterText }

// Refilter applies the same filter again: time alone can make tasks match.
func (m *Model) Refilter() { m.SetFilter(m.filterText) }

func (m *Model) startFilter() {
	m.SetMode(filtering{m: m, line: field.NewLine(m.filterText)})
	m.Relayout()
}

func (mode filtering) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	switch a {
	case keymap.Submit:
		m.recent.add(mode.line.Value())
		m.ToBoard()
		if mode.wrong != nil {
			m.Warn(phrase.Sentence(mode.wrong.Why))
		}
	case keymap.Back:
		m.ToBoard()
		m.SetFilter("")
	case keymap.Up, keymap.Down:
		return mode.recall(a == keymap.Up)
	case keymap.NextOffer:
		return mode.complete(1)
	case keymap.PreviousOffer:
		return mode.complete(-1)
	default:
		if op, ok := host.Typing(a); ok {
			return mode.Type(op, "")
		}
	}
	m.Relayout()
	return nil
}

// recent is the filters that ↑ recalls, the newest last.
type recent []string

// maxRecent is the largest number of filters that can be recalled.
const maxRecent = 20

// add makes a filter the newest one, unless it is empty.
func (r *recent) add(text string) {
	if text = strings.TrimSpace(text); text != "" {
		all := append(slices.DeleteFunc(*r, func(other string) bool { return other == text }), text)
		*r = all[max(0, len(all)-maxRecent):]
	}
}

// recall replaces the line by the filter used before, or after, the one shown.
func (mode filtering) recall(before bool) tea.Cmd {
	m := mode.m
	text := ""
	switch {
	case before && mode.back < len(m.recent):
		mode.back++
	case !before && mode.back > 0:
		mode.back--
	default:
		return nil
	}
	if mode.back > 0 {
		text = m.recent[len(m.recent)-mode.back]
	}
	mode.line, mode.offer = field.NewLine(text), offer{}
	return mode.show(true)
}

func (mode filtering) Type(op field.Op, text string) tea.Cmd {
	mode.offer = offer{}
	edited := mode.line.Handle(op, text) >= field.Edited
	return mode.show(edited)
}

// show applies the line, if it was edited, and shows it.
func (mode filtering) show(edited bool) tea.Cmd {
	if edited {
		mode.wrong = mode.m.filter(mode.line.Value())
	}
	mode.m.SetMode(mode)
	return nil
}

// complete replaces the word before the cursor by its first completion, or by the next one if it was filled in just
// before.
func (mode filtering) complete(by int) tea.Cmd {
	o := &mode.offer
	if o.words == nil {
		o.from, o.words = mode.completions()
		if len(o.words) == 0 {
			return nil
		}
		o.next = 0
		if by < 0 {
			o.next = len(o.words) - 1
		}
	} else {
		o.next = (o.next + by + len(o.words)) % len(o.words)
	}
	mode.line.Replace(o.from, mode.line.Cursor(), o.words[o.next])
	if len(o.words) == 1 {
		*o = offer{} // the next press completes what follows: after a key, its values
	}
	return mode.show(true)
}

// completions returns those of the word before the cursor, and where that word begins.
func (mode filtering) completions() (from int, words []string) {
	return mode.m.Board.CompleteFilter(mode.line.Value(), mode.line.Cursor(), mode.m.cursor.key)
}

// SetFilter applies a filter and returns what is wrong with it, empty for nothing.
func (m *Model) SetFilter(text string) string {
	if wrong := m.filter(text); wrong != nil {
		return wrong.Why
	}
	return ""
}

func (m *Model) filter(text string) *board.QueryError {
	q, err := board.ParseQuery(text, m.Me)
	q.Circumstances = m.Circumstances()
	m.filterText, m.find = text, q.Words()
	m.Board.SetFilter(q)
	m.forgetPlaces()
	if _, _, shown := m.Board.Rank(m.cursor.key); !shown && m.ShownView() != view.BoardView && !q.Empty() {
		m.SelectFirst() // Dependencies keeps tasks that do not match, dimmed
	}
	m.rearranged()
	wrong, _ := errors.AsType[*board.QueryError](err)
	return wrong
}

// promptView returns the line as values of the view.
func (mode filtering) promptView() *view.Prompt {
	m, w := mode.m, max(10, mode.m.Width-24)
	row, x := mode.line.View(w)
	v := &view.Prompt{
		Label: safetext.Const("/"), Text: row, Cursor: x,
		Hint: safetext.Const("words, @owner, is:ready, changed<10m, waits-for:4, - is not"),
	}
	shown, all := 0, 0
	for c := range board.Column(board.Columns) {
		shown, all = shown+m.Board.Shown(c), all+m.Board.Total(c)
	}
	v.Tally = safetext.Line(fmt.Sprintf("%d found", shown))
	if mode.line.Value() == "" {
		v.Tally = safetext.Line(fmt.Sprintf("%d %s", all, phrase.Plural(all, "task", "tasks")))
	}
	if mode.wrong != nil {
		v.Error = safetext.Line(mode.wrong.Why)
		v.WrongFrom, v.WrongTo = mode.line.CellOf(mode.wrong.At, w), mode.line.CellOf(mode.wrong.End, w)
		return v
	}
	words := mode.offer.words
	if words == nil {
		from, offered := mode.completions()
		words = offered
		if typed := mode.line.Value()[from:mode.line.Cursor()]; len(words) > 0 &&
			mode.line.Cursor() == len(mode.line.Value()) && strings.HasPrefix(words[0], typed) {
			v.Ghost, words = safetext.Line(words[0][len(typed):]), words[1:]
		}
	} else {
		words = append(slices.Clone(words[mode.offer.next+1:]), words[:mode.offer.next]...)
	}
	for _, word := range words[:min(len(words), maxOffers)] {
		if at := strings.IndexByte(word, ':'); at < len(word)-1 {
			word = word[at+1:] // the line has the key already
		}
		v.Offers = append(v.Offers, safetext.Line(word))
	}
	return v
}

// maxOffers is the largest number of completions that are shown at once; tab reaches the others.
const maxOffers = 12

// Package past shows the past in one list with three tabs: what happened, the person's own edits, and the tasks that agents deleted
// or wiped, which it restores.
package past

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// Program is the program as the past needs it.
type Program interface {
	host.Host
	// Propose shows what one action would do to tasks that the board does not have; done says what they are then.
	Propose(verb, done string, all []host.Proposal)
	// Copy hands a text to the clipboard; what says what it is.
	Copy(what, text string) tea.Cmd
	// Feed returns what happened lately: another value whenever something happened or a minute is over.
	Feed() *view.Feed
	// PastNews returns what happened and passes a filter, the newest first, and what of the filter is not understood.
	PastNews(filter string) ([]host.PastRow, error)
	// PastEdits reads the person's edits, the newest first.
	PastEdits(then func([]host.PastRow, error) tea.Cmd) tea.Cmd
}

// Model is the past, and what it knows while it is closed.
type Model struct {
	Program
	last   keymap.Action // the tab that was shown last
	folded folded
	seen   folded // the head of what others deleted when the person read that last
}

// New returns the past of a program.
func New(p Program) *Model { return &Model{Program: p, last: keymap.ShowHappened} }

// Reset begins anew, for another directory.
func (m *Model) Reset() { m.folded, m.seen = folded{}, folded{} }

// tabs are the actions that show the tabs, in their order, the names of the tabs, and what is said of one without rows.
var tabs = [...]struct {
	show          keymap.Action
	name, nothing safetext.Text
}{
	{keymap.ShowHappened, safetext.Const("What happened"), safetext.Const("Nothing yet, since ")},
	{keymap.ShowEdits, safetext.Const("My edits"), safetext.Const("You have edited nothing here yet")},
	{keymap.ShowDeleted, safetext.Const("Deleted"), safetext.Const("Nothing was deleted by others, as far as a board saw it")},
}

// Show opens the tab that was shown last, or the deleted tasks while the board tells of some that the person has not seen.
func (m *Model) Show() tea.Cmd {
	if m.Folded() != nil && m.folded.newest.After(m.seen.newest) {
		return m.ShowTab(keymap.ShowDeleted)
	}
	return m.ShowTab(m.last)
}

// ShowTab opens a tab, once what it shows is read.
func (m *Model) ShowTab(a keymap.Action) tea.Cmd {
	v := &panel{m: m, Filtered: host.Filtered{Changed: func() {}}}
	for v.tab = range tabs {
		if tabs[v.tab].show == a {
			break
		}
	}
	v.nothing = tabs[v.tab].nothing
	switch a {
	case keymap.ShowEdits:
		return m.EnqueueOpening(m.PastEdits(v.open))
	case keymap.ShowDeleted:
		return m.EnqueueOpening(m.OfDirectory(effects.Deleted(m.Workspace(), host.Then2(func(all []store.Deleted, err error) tea.Cmd {
			return v.open(v.describe(all), err)
		}))))
	}
	return v.open(nil, nil)
}

// panel is the list of one tab.
type panel struct {
	m       *Model
	tab     int
	all     []host.PastRow // of the tab; what happened is asked for with the filter
	nothing safetext.Text  // what is said where there are none
	wrong   error          // what of the filter is not understood

	of    shownOf
	rows  []host.PastRow // those that the filter lets through
	items []view.Choice  // as they are shown

	deleted []store.Deleted
	wiped   map[tasks.Key]bool // those that went with their whole list, as its agents wipe it
	batches []batch            // by task, what went together with it
	host.Filtered
}

// shownOf is what the rows of a panel were made of.
type shownOf struct {
	feed   *view.Feed
	filter string
	w, h   int
}

var _ host.TextMode = (*panel)(nil)

// open shows the panel, unless something else was opened while its rows were read.
func (v *panel) open(rows []host.PastRow, err error) tea.Cmd {
	m := v.m
	if _, is := m.Mode().(*panel); !is && !m.Browsing() {
		return nil
	}
	if v.all = rows; err != nil {
		v.nothing = safetext.Line("It cannot be read: " + err.Error())
	}
	if m.last = tabs[v.tab].show; m.last == keymap.ShowDeleted {
		m.Folded()
		m.seen = m.folded
	}
	m.SetMode(v)
	return nil
}

// refresh makes the rows anew where something happened, or the filter or the size is another.
func (v *panel) refresh() {
	m, is := v.m, shownOf{filter: v.Line.Value(), w: v.m.Width(), h: v.m.Height()}
	if v.tab == 0 {
		is.feed = m.Feed()
	}
	if is == v.of {
		return
	}
	was := len(v.rows)
	if v.of, v.rows = is, v.all; v.tab == 0 {
		v.rows, v.wrong = m.PastNews(is.filter)
		if came := len(v.rows) - was; was > 0 && came > 0 && v.Selected > 0 {
			v.Selected, v.First = v.Selected+came, v.First+came
		}
	} else if is.filter != "" {
		typed := strings.ToLower(is.filter)
		v.rows = slices.DeleteFunc(slices.Clone(v.all), func(r host.PastRow) bool {
			return !strings.Contains(strings.ToLower(r.Label.String()+" "+r.Note.String()), typed)
		})
	}
	v.Selected, v.items = max(0, min(v.Selected, len(v.rows)-1)), make([]view.Choice, len(v.rows))
	for i := range v.rows {
		v.items[i] = v.rows[i].Choice
	}
}

// Scopes returns the keys of the tab.
func (v *panel) Scopes() []keymap.ScopeName { return append(v.own(), v.Filtered.Scopes()...) }

// own returns the keys that other lists do not have, none while the filter is typed.
func (v *panel) own() []keymap.ScopeName {
	switch {
	case v.Typing:
		return nil
	case tabs[v.tab].show == keymap.ShowDeleted:
		return []keymap.ScopeName{keymap.DeletedScope, keymap.PastScope}
	}
	return []keymap.ScopeName{keymap.PastScope}
}

// Handle shows another tab, moves in the list, or does with a row what an action means there.
func (v *panel) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	v.refresh()
	switch {
	case a == keymap.ShowHappened, a == keymap.ShowEdits, a == keymap.ShowDeleted:
		return m.ShowTab(a)
	case a == keymap.NextView:
		return m.ShowTab(v.next(1))
	case a == keymap.PreviousView:
		return m.ShowTab(v.next(-1))
	case a == keymap.Restore, a == keymap.RestoreAll, a == keymap.CopyID, a == keymap.Export:
		if len(v.rows) > 0 {
			return v.useDeleted(a, v.rows[v.Selected].Nth)
		}
	case v.Filtered.Handle(a, len(v.rows), m.Height()/2):
	case a == keymap.Choose && len(v.rows) > 0 && v.rows[v.Selected].Do != nil:
		return v.rows[v.Selected].Do()
	case a != keymap.Choose:
		m.ToBoard()
	}
	return nil
}

// next returns the action that shows the tab by steps to the right.
func (v *panel) next(by int) keymap.Action { return tabs[(v.tab+by+len(tabs))%len(tabs)].show }

// Overlay returns the list.
func (v *panel) Overlay() view.Overlay {
	m := v.m
	v.refresh()
	out := &view.Picker{Title: safetext.Const("The past"), Tab: v.tab, First: v.First, Selected: v.Selected, Items: v.items}
	for _, t := range tabs {
		out.Tabs = append(out.Tabs, view.Tab{Key: safetext.Line(m.KeyOf(t.show)), Name: t.name})
	}
	says := map[keymap.Action]string{keymap.NextView: "next tab", keymap.Back: "close"}
	if len(v.rows) > 0 || v.of.filter != "" {
		says[keymap.Filter] = "filter"
	}
	switch {
	case len(v.rows) == 0:
		out.Items, out.Selected = []view.Choice{{Label: v.emptyWords()}}, -1
	case tabs[v.tab].show == keymap.ShowDeleted:
		nth := v.rows[v.Selected].Nth
		out.More = []view.Line{phrase.Line(v.when(nth)+phrase.InList(v.deleted[nth].Task.List), style.Dim)}
		v.sayDeleted(says, nth)
		fallthrough
	default:
		says[keymap.Choose] = v.rows[v.Selected].Does
	}
	if wrong, is := errors.AsType[*board.QueryError](v.wrong); is {
		out.More = []view.Line{phrase.Line(phrase.Sentence(wrong.Why), style.Warning)}
	}
	return v.Show(m, out, strconv.Itoa(len(v.rows))+phrase.Plural(len(v.rows), " row", " rows"), says, v.own()...)
}

// emptyWords returns what is said where there are no rows.
func (v *panel) emptyWords() safetext.Text {
	switch {
	case v.of.filter != "":
		return safetext.Const("Nothing matches")
	case v.of.feed != nil:
		return v.nothing.Append(v.of.feed.Since)
	}
	return v.nothing
}

// Package past shows the past in one list with three tabs: what happened, the person's own edits, and the tasks that
// agents deleted or wiped, which it restores.
package past

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

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
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Uses is what the past asks of other features.
type Uses struct {
	Finder workspace.Finder
	// Propose previews an action on tasks that the board does not have; done says what they are afterwards.
	Propose func(verb, done string, all []host.Proposal)
	Copy    func(what, text string) tea.Cmd // to the clipboard; what names it
	Feed    func() *view.Feed               // the last events: a new value after each event and each minute
	// LookAtAll notes that the person has seen everything that others completed.
	LookAtAll func()
	// PastNews returns the events that pass a filter, the newest first. The error names what is wrong with the filter.
	PastNews    func(filter string) ([]host.PastRow, error)
	ShowBoardAt func(time.Time) tea.Cmd // shows the board as it was
	// PastEdits reads the person's edits, the newest first.
	PastEdits func(then func([]host.PastRow, error) tea.Cmd) tea.Cmd
}

// Model is the state that is kept while the list is closed.
type Model struct {
	*host.Program
	Uses
	last keymap.Action // the tab to open
	head deletedHead
	seen deletedHead // head when the person last opened the deleted tasks
}

// New returns the past of a program.
func New(p *host.Program) *Model { return &Model{Program: p, last: keymap.ShowHappened} }

// Reset forgets the deletions, for another directory.
func (m *Model) Reset() { m.head, m.seen = deletedHead{}, deletedHead{} }

// tabs holds the tabs in their order: the action that shows each, its name, and the text if it has no rows.
var tabs = [...]struct {
	show          keymap.Action
	name, nothing safetext.Text
}{
	{keymap.ShowHappened, safetext.Const("What happened"), safetext.Const("Nothing recorded since ")},
	{keymap.ShowEdits, safetext.Const("My edits"), safetext.Const("You have edited nothing here yet")},
	{keymap.ShowDeleted, safetext.Const("Deleted"), safetext.Const("Nothing was deleted by others, as far as a board saw it")},
}

// Show opens the last tab, or the deleted tasks if the board mentions some that the person has not seen.
func (m *Model) Show() tea.Cmd {
	if m.DeletedHead() != nil && m.head.newest.After(m.seen.newest) {
		return m.ShowTab(keymap.ShowDeleted)
	}
	return m.ShowTab(m.last)
}

// ShowTab opens a tab once its rows are read.
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
		return m.EnqueueOpening(m.OfDirectory(effects.Deleted(m.Workspace,
			host.OnResult2(func(all []store.Deleted, err error) tea.Cmd {
				return v.open(v.describe(all), err)
			}))))
	}
	return v.open(nil, nil)
}

// panel is the list, on one of its tabs.
type panel struct {
	m       *Model
	tab     int
	all     []host.PastRow // of the tab; not used for what happened, which is filtered by PastNews
	nothing safetext.Text  // the text if there are none
	wrong   error          // the error in the filter

	key   rowsKey
	rows  []host.PastRow // those that pass the filter
	items []view.Choice  // the same as choices

	deleted []store.Deleted
	wiped   map[tasks.Key]bool // the tasks that were wiped with their whole list
	groups  []group            // the group of each deleted task
	host.Filtered
}

// rowsKey holds everything the rows depend on.
type rowsKey struct {
	feed   *view.Feed
	filter string
	w, h   int
}

var _ host.TextMode = (*panel)(nil)

// open shows the panel, unless something else was opened meanwhile.
func (v *panel) open(rows []host.PastRow, err error) tea.Cmd {
	m := v.m
	if _, ok := m.Mode().(*panel); !ok && !m.Browsing() {
		return nil
	}
	v.all = rows
	if err != nil {
		v.nothing = safetext.Line("It cannot be read: " + err.Error())
	}
	switch m.last = tabs[v.tab].show; m.last {
	case keymap.ShowDeleted:
		m.DeletedHead()
		m.seen = m.head
	case keymap.ShowHappened:
		m.LookAtAll()
	}
	m.SetMode(v)
	return nil
}

// refresh computes the rows again if something happened or the filter or the size changed.
func (v *panel) refresh() {
	m, key := v.m, rowsKey{filter: v.Line.Value(), w: v.m.Width, h: v.m.Height}
	if v.tab == 0 {
		key.feed = m.Feed()
	}
	if key == v.key {
		return
	}
	was := len(v.rows)
	v.key, v.rows = key, v.all
	if v.tab == 0 {
		v.rows, v.wrong = m.PastNews(key.filter)
		// what just happened is new at the top; the person stays on the row that was selected
		if added := len(v.rows) - was; was > 0 && added > 0 && v.Selected > 0 {
			v.Selected, v.First = v.Selected+added, v.First+added
		}
	} else if key.filter != "" {
		typed := strings.ToLower(key.filter)
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

// own returns the keys that other lists do not have, none while the filter is being typed.
func (v *panel) own() []keymap.ScopeName {
	switch {
	case v.Typing:
		return nil
	case tabs[v.tab].show == keymap.ShowDeleted:
		return []keymap.ScopeName{keymap.DeletedScope, keymap.PastScope}
	}
	return []keymap.ScopeName{keymap.PastScope}
}

// Handle switches tabs, moves in the list, or handles an action on the selected row.
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
	case a == keymap.StepBack:
		if len(v.rows) > 0 && v.replays() {
			m.ToBoard()
			return m.ShowBoardAt(v.rows[v.Selected].At)
		}
	case v.Filtered.Handle(a, len(v.rows), m.Height/2):
	case a == keymap.Choose && len(v.rows) > 0 && v.rows[v.Selected].Do != nil:
		return v.rows[v.Selected].Do()
	case a != keymap.Choose:
		m.ToBoard()
	}
	return nil
}

// next returns the action that shows the tab by steps to the right.
func (v *panel) next(by int) keymap.Action { return tabs[(v.tab+by+len(tabs))%len(tabs)].show }

// recordedWithin is how long after an edit its event may be recorded.
const recordedWithin = 2 * time.Second

// replays reports whether the board can be shown as it was after the selected row: all that happened since is recorded.
func (v *panel) replays() bool {
	at, all := v.rows[v.Selected].At, v.m.Happened()
	return !at.IsZero() && len(all) > 0 && !at.Add(recordedWithin).Before(all[0].At)
}

// pastRows and pastCells are the size of the list on every tab, and pastAbout the rows of the text below it: a sentence
// and what is older.
const pastRows, pastCells, pastAbout = 16, 104, 3

// Overlay returns the list.
func (v *panel) Overlay() view.Overlay {
	m := v.m
	v.refresh()
	out := &view.Picker{Title: safetext.Const("The past"), Tab: v.tab, First: v.First, Selected: v.Selected,
		Items: v.items, Rows: pastRows, Cells: pastCells, About: pastAbout}
	if v.key.feed != nil {
		out.Note = v.count()
	}
	for _, t := range tabs {
		out.Tabs = append(out.Tabs, view.Tab{Key: safetext.Line(m.KeyOf(t.show)), Name: t.name})
	}
	says := map[keymap.Action]string{keymap.NextView: "next tab", keymap.Back: "close"}
	if len(v.rows) > 0 || v.key.filter != "" {
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
		if v.replays() {
			says[keymap.StepBack] = "the board then"
		}
		if line := v.rows[v.Selected].Says; line != nil {
			out.More = []view.Line{line}
		}
	}
	if n := len(v.rows); v.key.feed != nil && v.key.filter == "" && n > 0 && !v.rows[n-1].At.IsZero() {
		out.More = append(out.More, v.older())
	}
	if wrong, ok := errors.AsType[*board.QueryError](v.wrong); ok {
		out.More = []view.Line{phrase.Line(phrase.Sentence(wrong.Why), style.Warning)}
	}
	return v.Show(&m.Screen, out, strconv.Itoa(len(v.rows))+phrase.Plural(len(v.rows), " row", " rows"), says,
		v.own()...)
}

// count returns the number of events that are listed, and how far they go back.
func (v *panel) count() safetext.Text {
	n := len(v.rows)
	words := strconv.Itoa(n) + phrase.Plural(n, " event", " events")
	if n == 0 {
		return safetext.Line(words + " since ").Append(v.key.feed.Since)
	}
	return safetext.Line(words + ", the oldest " + phrase.When(v.m.Now, v.rows[n-1].At))
}

// older says what is before the events that are listed.
func (v *panel) older() view.Line {
	oldest := v.rows[len(v.rows)-1].At
	words := "nothing is recorded before " + phrase.When(v.m.Now, oldest)
	if all := v.m.Happened(); len(all) > 0 && all[0].At.Add(recordedWithin).Before(oldest) {
		words = "more is recorded than is listed"
	}
	return view.Line{{Text: safetext.Const("Older  "), Style: style.Strong},
		{Text: safetext.Line(words), Style: style.Soft}}
}

// emptyWords returns the text of a list without rows.
func (v *panel) emptyWords() safetext.Text {
	switch {
	case v.key.filter != "":
		return safetext.Const("Nothing matches")
	case v.key.feed != nil:
		return v.nothing.Append(v.key.feed.Since)
	}
	return v.nothing
}

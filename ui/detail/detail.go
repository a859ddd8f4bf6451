// Package detail is the detail of the selected task: the contents of its file, its links, and what is known about its
// owner and worktree.
package detail

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Uses is what the detail asks of other features.
type Uses struct {
	DoneBy func(board.Event) string // who caused an event, "" if unknown
	// Sections return what the file of a task does not say: about its owner, about its worktree; nil for nothing.
	Sections []func(*tasks.Task) *view.DetailSection
	// NewsOf returns what happened last to some of the tasks, at most most events.
	NewsOf func(is func(tasks.Key) bool, most int) []view.FeedItem
}

// Model is the state of the detail.
type Model struct {
	*host.Program
	Uses

	open    bool // the person opened it
	scroll  int
	doc     tasks.Document
	docKey  tasks.Key
	version uint64
	problem *tasks.Problem // that of the file when it was read
	reads   int            // the number of files read so far
	reading bool           // a file is being read

	cached *view.Detail
	key    cacheKey
	rows   int // those of the detail, laid out for rowsOf
	rowsOf rowsOf

	chain chain

	members   []view.Fact // the members of the file that the detail does not describe otherwise
	text      []view.Line // the description, laid out for textWidth and textSheet
	textWidth int
	textSheet *style.Sheet
}

// New returns the detail of what a program shows, closed.
func New(p *host.Program) *Model { return &Model{Program: p} }

// Toggle opens the detail, or gives it more room if it is docked, or closes it again.
func (m *Model) Toggle() {
	if _, ok := m.Selected(); !ok && !m.open {
		return
	}
	m.open, m.scroll = !m.open, 0
	m.Relayout()
}

// ScrollBy scrolls the detail by rows.
func (m *Model) ScrollBy(by int) {
	d := m.View()
	if d == nil {
		return
	}
	limit := 0
	if m.Scrolls() {
		limit = m.rows - m.Layout.DetailPage()
	}
	m.scroll = min(max(m.scroll+by, 0), limit)
}

// Scrolls reports whether rows of the detail are hidden.
func (m *Model) Scrolls() bool {
	d := m.View()
	if d == nil {
		return false
	}
	of := rowsOf{d, m.Layout.DetailWidth()}
	if m.rowsOf != of {
		m.rowsOf, m.rows = of, view.DetailRows(m.Layout, d)
	}
	return m.rows > m.Layout.DetailPage()
}

// rowsOf is what the number of rows of a detail depends on.
type rowsOf struct {
	detail *view.Detail
	width  int
}

// Actions returns what the keys do in a detail that fills the screen.
func (m *Model) Actions() host.Actions {
	return host.Actions{
		keymap.ScrollDown: host.Do(func() { m.ScrollBy(max(1, m.Layout.DetailPage()/4)) }),
		keymap.ScrollUp:   host.Do(func() { m.ScrollBy(-max(1, m.Layout.DetailPage()/4)) }),
		keymap.First:      host.Do(m.ToTop),
		keymap.Last:       host.Do(func() { m.ScrollBy(1 << 30) }),
		keymap.Back:       host.Do(m.Toggle),
		keymap.OpenDetail: host.Do(m.Toggle),
	}
}

// Refresh reads the file of the selected task again if the detail shows an older state.
func (m *Model) Refresh() tea.Cmd {
	k, ok := m.Selected()
	if !ok || m.Layout.Detail.Empty() || m.reading {
		return nil
	}
	if m.docKey != k {
		m.scroll = 0
	} else if m.version == m.Board.Version(k) && m.problem == m.Board.Problem(k) {
		return nil
	}
	m.reading = true
	return m.OfDirectory(effects.Read(m.Workspace, k, host.OnResult2(func(doc tasks.Document, _ error) tea.Cmd {
		return m.setDocument(k, doc)
	})))
}

// setDocument sets the file that was read for a task. After an error it has only its bytes and its path.
func (m *Model) setDocument(k tasks.Key, doc tasks.Document) tea.Cmd {
	m.reading = false
	m.reads++
	m.doc, m.docKey, m.version, m.problem, m.textSheet = doc, k, m.Board.Version(k), m.Board.Problem(k), nil
	m.members = nil
	for _, f := range m.doc.Members {
		if member, ok := outlineFact(f.Name, f.Raw); ok && !f.Known {
			m.members = append(m.members, member)
		}
	}
	return m.Refresh() // the selection may have moved meanwhile
}

// Open reports whether the person opened the detail.
func (m *Model) Open() bool { return m.open }

// Shown reports whether the detail is shown. If there is room, it is docked next to the board or below its cards
// without being opened.
func (m *Model) Shown() bool { return m.open || m.CanDock() }

// IsDocked reports whether the detail is shown next to the board without being opened.
func (m *Model) IsDocked() bool { return !m.open && m.CanDock() }

// CanDock reports whether there is room for the detail next to the view. A picture needs all of it.
func (m *Model) CanDock() bool {
	return m.Width >= view.PanelWidth && !m.ShownView().IsPicture() && m.UnderCursor().Name != ""
}

// ToTop scrolls the detail to its beginning.
func (m *Model) ToTop() { m.scroll = 0 }

// Reset closes the detail and forgets what was read.
func (m *Model) Reset() { *m = Model{Program: m.Program, Uses: m.Uses} }

// View returns the detail of the selected task, nil if it is not shown. It is computed again only if something changed:
// docked, it is in every frame.
func (m *Model) View() *view.Detail {
	if !m.Shown() {
		return nil
	}
	k, ok := m.Selected()
	if !ok {
		return nil
	}
	key := cacheKey{k, m.Generation, m.Now.Unix() / 60, m.scroll, m.reads, m.Layout.DetailWidth(), m.Sheet,
		m.Browsing()}
	if m.key != key {
		m.key = key
		// an equal one keeps its pointer, and is not drawn again
		if d := m.detailOf(k); !reflect.DeepEqual(d, m.cached) {
			m.cached = d
		}
	}
	return m.cached
}

// cacheKey is what a detail depends on.
type cacheKey struct {
	key        tasks.Key
	generation int
	minute     int64
	scroll     int
	reads      int
	width      int
	sheet      *style.Sheet
	browsing   bool
}

// detailOf returns the detail of a task as values.
func (m *Model) detailOf(k tasks.Key) *view.Detail {
	card := m.Card(k)
	b, t := m.Board, m.Board.Task(k)
	d := &view.Detail{
		Title: card.Subject, State: card.State, Needy: card.Needy,
		Word: safetext.Line(phrase.Sentence(phrase.StateWord(b.State(k)))), ID: card.ID,
		Owner: card.Owner, Hue: card.Hue, After: card.After, Age: card.Age,
		Warn: card.Warn, Alarm: card.Alarm, Help: card.Help, Doing: card.Doing, Scroll: m.scroll,
	}
	if m.Browsing() { // in other modes the key means something else
		d.Further = view.Key{Name: safetext.Line(m.KeyOf(keymap.ScrollDown)), Does: safetext.Const("scrolls")}
	}
	if p := b.Problem(k); p != nil && p.Damage == tasks.CutOff {
		d.Warn = d.Warn.Append(safetext.Line(": " + p.Text))
	}
	for _, n := range m.Needs() {
		if n.Key == k && n.Kind == board.TaskStalled {
			d.Warn = d.Warn.Append(safetext.Line(": no write for " + phrase.Age(m.Now.Sub(n.Since))))
		}
	}
	if t != nil {
		d.Title = safetext.Title(t.Subject)
		_, exact := b.Since(k)
		d.AtLeast, d.Created = !exact && !d.Age.Empty(), exact && m.isAsCreated(k)
		d.Written, d.Chain = m.writtenAgo(t), m.chainStep(k)
		if card.ID.String() != "#"+t.ID.Text && !strings.Contains(k.Name, t.ID.Text) {
			d.Facts = append(d.Facts, phrase.Fact("id", t.ID.Text))
		}
		if d.Warn.Empty() {
			d.Warn = safetext.Line(t.Why)
		}
		for _, section := range m.Sections {
			if s := section(t); s != nil {
				d.Sections = append(d.Sections, *s)
			}
		}
		if t.List != "" {
			d.Facts = append(d.Facts, phrase.Fact("List", t.List))
		}
		if t.Marks.Has(tasks.Misdated) {
			d.Facts = append(d.Facts, phrase.Fact("changed",
				"in the future, says its file; its age counts from when it was read"))
		}
		d.Format = safetext.Line(t.Traits.Title)
		d.Facts = append(d.Facts, m.containerFacts(k)...)
	}
	open := 0
	for _, l := range b.WaitsFor(k) {
		d.WaitsFor = append(d.WaitsFor, m.listed(l))
		if l.Open {
			open++
		}
	}
	for i, l := range b.Unblocks(k) {
		if i < mostCards {
			d.Unblocks = append(d.Unblocks, m.listed(l))
		} else {
			d.Unblocks = append(d.Unblocks,
				view.Card{ID: safetext.Line(b.ShortID(l.Key)), State: phrase.State(b.State(l.Key)),
					Subject: safetext.Subject(l.Task.Subject)})
		}
	}
	d.Earlier = m.earlier(k)
	if t != nil && !t.Status.Finished() {
		d.Behind = card.Behind
		d.Numbers, d.Brief = numbers(open, d.Behind)
	}
	if d.Behind-len(d.Unblocks) <= maxLater {
		d.Later = m.later(k, d.Behind)
	}
	if d.Edit, d.News = m.Change(k), m.historyOf(k); len(d.News) == 0 {
		if d.News = m.newsOfBlockers(k); len(d.News) > 0 {
			d.NewsOf = safetext.Const("to what it waits for")
		}
	}
	if m.docKey == k {
		d.Path = safetext.Line(shortPath(m.doc.Path))
		d.Body = m.description()
		if p := b.Problem(k); p != nil && p == m.problem {
			d.Fault = excerpt(m.doc.Raw, p, m.Layout.DetailWidth())
		}
		for _, f := range m.doc.Facts {
			d.Facts = append(d.Facts, factOf(f))
		}
		d.Facts = append(d.Facts, m.members...)
	}
	return d
}

// description returns the description, laid out once for a width and a sheet.
func (m *Model) description() []view.Line {
	w := m.Layout.DetailWidth()
	if m.textWidth != w || m.textSheet != m.Sheet {
		m.text, m.textWidth, m.textSheet = markdown.Lines(m.doc.Description, w, m.Sheet), w, m.Sheet
	}
	return m.text
}

// mostCards is the largest number of dependants of which a detail shows all that their cards say; far more than are
// seen at once.
const mostCards = 100

// listed returns the task at an end of a link as a card.
func (m *Model) listed(l board.LinkEnd) view.Card {
	if l.Key.Name == "" {
		return view.Card{ID: safetext.Line(l.ID.Text), State: view.Missing, Subject: safetext.Const("missing"),
			OneSided: l.OneSided}
	}
	c := m.Card(l.Key)
	c.OneSided, c.Find = l.OneSided, ""
	return c
}

// Change returns the last change of a task by others, nil if none is known.
func (m *Model) Change(k tasks.Key) *view.Edit {
	e := m.Board.LastChange(k)
	if e == nil {
		return nil
	}
	return m.newestEdit(e)
}

// newestEdit describes a change field by field.
func (m *Model) newestEdit(e *board.Event) *view.Edit {
	out := &view.Edit{When: m.Since(e.At).Append(safetext.Const(" ago"))}
	if phrase.Age(m.Now.Sub(e.At)) == "now" {
		out.When = safetext.Const("just now")
	}
	out.Who, out.Hue = m.Owner(m.DoneBy(*e)) // "" if unknown
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, view.Change{
			Field: phrase.Field(f), Before: phrase.Value(f.Before), After: phrase.Value(f.After),
		})
	}
	return out
}

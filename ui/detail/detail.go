// Package detail is the detail of the selected task: the contents of its file, its links, and what is known about its owner and worktree.
package detail

import (
	"reflect"
	"slices"

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
	DoneBy   func(board.Event) string               // who caused an event, "" if unknown
	Sections func(*tasks.Task) []view.DetailSection // what the file of a task does not say: about its owner and its worktree
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
	limit := max(0, view.DetailRows(m.Layout, d)-m.Layout.DetailPage())
	m.scroll = min(max(m.scroll+by, 0), limit)
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
	return m.OfDirectory(effects.Read(m.Workspace, k, host.OnResult2(func(doc tasks.Document, _ error) tea.Cmd { return m.setDocument(k, doc) })))
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

// Shown reports whether the detail is shown. If there is room, it is docked next to the board or below its cards without being opened.
func (m *Model) Shown() bool { return m.open || m.CanDock() || m.Layout.Below > 0 }

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

// View returns the detail of the selected task, nil if it is not shown. It is computed again only if something changed: docked, it is in
// every frame.
func (m *Model) View() *view.Detail {
	if !m.Shown() {
		return nil
	}
	k, ok := m.Selected()
	if !ok {
		return nil
	}
	key := cacheKey{k, m.Generation, m.Now.Unix() / 60, m.scroll, m.reads, m.Layout.DetailWidth(), m.Sheet, m.Browsing()}
	if m.key != key {
		m.key = key
		if d := m.detailOf(k); !reflect.DeepEqual(d, m.cached) { // an equal one keeps its pointer, and is not drawn again
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
		Title: card.Subject, State: card.State, Word: safetext.Line(phrase.StateWord(b.State(k))), Short: card.ID,
		Owner: card.Owner, Hue: card.Hue, Age: card.Age,
		Warn: card.Warn, Alarm: card.Alarm, Help: card.Help, Doing: card.Doing, Scroll: m.scroll,
	}
	if m.Browsing() { // in other modes the key means something else
		d.Further = view.Key{Name: safetext.Line(m.KeyOf(keymap.ScrollDown)), Does: safetext.Const("scrolls")}
	}
	if p := b.Problem(k); p != nil && p.CutOff {
		d.Warn = d.Warn.Append(safetext.Line(": " + p.Text))
	}
	if slices.ContainsFunc(m.Needs(), func(n board.Need) bool { return n.Key == k && n.Kind == board.TaskStalled }) {
		d.Warn = d.Warn.Append(safetext.Const(": no change to its file"))
	}
	if t != nil {
		d.Title = safetext.Title(t.Subject)
		_, exact := b.Since(k)
		d.AtLeast = !exact && !d.Age.Empty()
		if short := card.ID.String(); short != "#"+t.ID.Text { // otherwise Short is the whole id
			d.ID = safetext.Line(t.ID.Text)
		}
		if d.Warn.Empty() {
			d.Warn = safetext.Line(t.Why)
		}
		d.Sections = m.Sections(t)
		if t.List != "" {
			d.Facts = append(d.Facts, phrase.Fact("List", t.List))
		}
		d.Format = safetext.Line(t.Traits.Title)
		d.Facts = append(d.Facts, m.containerFacts(k)...)
	}
	for _, l := range b.WaitsFor(k) {
		d.WaitsFor = append(d.WaitsFor, m.dep(l))
	}
	for i, l := range b.Unblocks(k) {
		dep := m.dep(l)
		if i < maxCounted && dep.Note.Empty() {
			dep.Note, dep.Hue = m.others(l.Key, k), style.Dim
		}
		d.Unblocks = append(d.Unblocks, dep)
	}
	d.Earlier = m.earlier(k)
	d.Behind = card.Behind
	if card.Behind-len(d.Unblocks) <= maxLater {
		d.Later = m.later(k, d.Behind)
	}
	d.Edit, d.News = m.Change(k), m.historyOf(k)
	if m.docKey == k {
		d.Path = safetext.Line(m.doc.Path)
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

// dep returns one end of a link.
func (m *Model) dep(l board.LinkEnd) view.Dep {
	d := view.Dep{ID: safetext.Line(l.ID.Text), State: view.Missing, Note: safetext.Const("missing")}
	if l.Key.Name == "" {
		return d
	}
	d.ID, d.State, d.Note = safetext.Line(m.Board.ShortID(l.Key)), phrase.State(m.Board.State(l.Key)), safetext.Text{}
	if l.Task != nil {
		d.Subject = safetext.Subject(l.Task.Subject)
		d.Note, d.Hue = m.Owner(l.Task.Owner)
		d.Age = m.age(l.Key, d.State)
	}
	if l.OneSided {
		d.Note = safetext.Const("one-sided link")
	}
	return d
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

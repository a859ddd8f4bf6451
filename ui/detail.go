package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// reader is the detail of the selected task: whether it is open, what was read for it, and how far it is scrolled.
type reader struct {
	open    bool
	scroll  int
	doc     tasks.Document
	key     tasks.Key
	version uint64
	asked   bool // a reading is under way

	members   []view.Fact // what the file holds beside what is told in words
	body      []view.Line // the description, laid out
	bodyWidth int
	bodySheet *style.Sheet
}

func (m *Model) toggleReader() {
	if _, ok := m.selected(); !ok && !m.reader.open && m.ghostDetail() == nil {
		return
	}
	m.reader.open = !m.reader.open
	m.reader.scroll = 0
	m.arrange()
	m.enableKeys()
}

func (m *Model) scrollReader(by int) {
	d := m.detail()
	if d == nil {
		return
	}
	limit := max(0, view.DetailRows(m.layout, d)-m.layout.DetailPage())
	m.reader.scroll = min(max(m.reader.scroll+by, 0), limit)
}

// inReader takes what scrolls and closes a detail in full; false for everything else.
func (m *Model) inReader(a keymap.Action) bool {
	switch a {
	case keymap.ScrollDown:
		m.scrollReader(max(1, m.layout.DetailPage()/4))
	case keymap.ScrollUp:
		m.scrollReader(-max(1, m.layout.DetailPage()/4))
	case keymap.First:
		m.reader.scroll = 0
	case keymap.Last:
		m.scrollReader(1 << 30)
	case keymap.Back, keymap.OpenDetail:
		m.toggleReader()
	default:
		return false
	}
	return true
}

// refreshReader reads the selected task's file when the detail shows another state of it.
func (m *Model) refreshReader() tea.Cmd {
	k, ok := m.selected()
	if !ok || m.workspace == nil || m.layout.Detail.Empty() || m.reader.asked {
		return nil
	}
	if m.reader.key != k {
		m.reader.scroll = 0
	} else if m.reader.version == m.version(k) {
		return nil
	}
	m.reader.asked = true
	return m.ofDirectory(effects.Read(m.workspace, k, func(doc tasks.Document, err error) tea.Msg { return shownMsg{k, doc, err} }))
}

func (m *Model) version(k tasks.Key) uint64 {
	if t := m.board.Task(k); t != nil {
		return uint64(t.Version)
	}
	return 0
}

// apply takes the file of a task for its detail.
func (msg shownMsg) apply(m *Model) tea.Cmd {
	r := &m.reader
	r.asked = false
	r.doc, r.key, r.version, r.body = msg.doc, msg.key, m.version(msg.key), nil
	if msg.err != nil {
		r.doc = tasks.Document{Path: msg.doc.Path}
	}
	r.members = nil
	for _, f := range r.doc.Members {
		if member, told := outlineFact(f.Name, f.Raw); told && !f.Known {
			r.members = append(r.members, member)
		}
	}
	return m.refreshReader() // the selection may have moved on
}

// detail is everything about the selected task, nil when nothing is selected.
func (m *Model) detail() *view.Detail {
	k, ok := m.selected()
	if !ok {
		return m.ghostDetail()
	}
	card := m.cardOf(k)
	b, t := m.board, m.board.Task(k)
	d := &view.Detail{
		Title: card.Subject, State: card.State, Word: safetext.Line(b.State(k).String()), ID: card.ID,
		Owner: card.Owner, Hue: card.Hue, Age: card.Age, AtLeast: card.AtLeast,
		Warn: card.Warn, Alarm: card.Alarm, Doing: card.Doing, Scroll: m.reader.scroll,
	}
	if t != nil {
		d.ID = safetext.Line(t.ID.Text)
		if t.Why != "" && d.Warn.Empty() {
			d.Warn = safetext.Line(t.Why)
		}
		d.Sections = m.panels.Sections(t)
		if t.List != "" {
			d.Facts = append(d.Facts, phrase.Fact("List", t.List))
		}
		d.Facts = append(d.Facts, phrase.Fact("Files of", t.Traits.Title))
		d.Facts = append(d.Facts, m.containerFacts(k)...)
	}
	for _, l := range b.WaitsFor(k) {
		d.WaitsFor = append(d.WaitsFor, m.dep(l))
	}
	for _, l := range b.Unblocks(k) {
		d.Unblocks = append(d.Unblocks, m.dep(l))
	}
	if e := b.LastChange(k); e != nil {
		d.Edit = m.newestEdit(e)
	}
	if m.reader.key == k {
		d.Path = safetext.Line(m.reader.doc.Path)
		d.Body = m.body()
		for _, f := range m.reader.doc.Facts {
			d.Facts = append(d.Facts, factOf(f))
		}
		d.Facts = append(d.Facts, m.reader.members...)
	}
	return d
}

// ghostDetail is what is known of a selected id that no file has: who waits for it.
func (m *Model) ghostDetail() *view.Detail {
	id, waiting, ok := m.deps.GhostLinks()
	if !ok {
		return nil
	}
	d := &view.Detail{
		Title: safetext.Line(id.Text), ID: safetext.Line(id.Text), State: view.Missing, Word: safetext.Const("missing"),
		Hue: style.Nobody, Warn: safetext.Const("no file has this id: relink or unlink what waits for it"), Scroll: m.reader.scroll,
	}
	for _, l := range waiting {
		d.Unblocks = append(d.Unblocks, m.dep(l))
	}
	return d
}

// body is the description as Markdown, laid out once for a width and a sheet.
func (m *Model) body() []view.Line {
	r, w := &m.reader, m.layout.DetailWidth()
	if r.body == nil || r.bodyWidth != w || r.bodySheet != m.sheet {
		r.body, r.bodyWidth, r.bodySheet = markdown.Lines(r.doc.Description, w, m.sheet), w, m.sheet
	}
	return r.body
}

// dep is one end of a link.
func (m *Model) dep(l board.LinkEnd) view.Dep {
	d := view.Dep{ID: safetext.Line(l.ID.Text), State: view.Missing, Note: safetext.Const("missing")}
	if l.Key.Name == "" {
		return d
	}
	d.ID, d.State, d.Note = safetext.Line(m.board.ShortID(l.Key)), phrase.State(m.board.State(l.Key)), safetext.Text{}
	if l.Task != nil {
		d.Subject = safetext.Subject(l.Task.Subject)
		d.Note, d.Hue = m.owner(l.Task.Owner)
	}
	if l.OneSided {
		d.Note = safetext.Const("one-sided link")
	}
	return d
}

// newestEdit tells the newest change that was not ours, field by field.
func (m *Model) newestEdit(e *board.Event) *view.Edit {
	out := &view.Edit{When: m.since(e.At).Append(safetext.Const(" ago"))}
	if phrase.Age(m.now.Sub(e.At)) == "now" {
		out.When = safetext.Const("just now")
	}
	out.Who, out.Hue = m.owner(m.deedOf(*e).by) // "" where nobody knows
	for _, f := range e.Fields {
		out.Fields = append(out.Fields, view.Change{
			Field: fieldWord(f), Before: phrase.Value(f.Before), After: phrase.Value(f.After),
		})
	}
	return out
}

// containerFacts is what a task is a part of, and the parts that it has.
func (m *Model) containerFacts(k tasks.Key) (fs []view.Fact) {
	if whole, is := m.board.Parent(k); is {
		fs = append(fs, phrase.Fact("part of", m.named(whole)))
	}
	var parts []string
	for _, p := range m.board.Children(k) {
		parts = append(parts, m.named(p))
	}
	if len(parts) > 0 {
		fs = append(fs, phrase.Fact("parts", strings.Join(parts, "; ")))
	}
	return fs
}

// named is the short id and the subject of a task.
func (m *Model) named(k tasks.Key) string {
	name := m.board.ShortID(k)
	if t := m.board.Task(k); t != nil {
		name += " " + t.Subject
	}
	return name
}

// longFact is how long several values may be to stand behind each other.
const longFact = 48

// factOf is what only its own dialect says of a task. What was inherited says from whom.
func factOf(f tasks.Fact) view.Fact {
	text := strings.Join(f.Values, "; ")
	if len(text) > longFact && len(f.Values) > 1 {
		out := phrase.Fact(f.Name, "")
		if f.From != "" {
			out = phrase.Fact(f.Name+" from "+f.From, "")
		}
		for _, v := range f.Values {
			out.Lines = append(out.Lines, view.FactLine{Depth: 1, Item: true, Text: safetext.Line(v), Style: style.Plain})
		}
		return out
	}
	switch {
	case f.From != "" && text != "":
		text = "from " + f.From + ": " + text
	case f.From != "":
		text = "from " + f.From
	}
	return phrase.Fact(f.Name, text)
}

// Package deleted shows the tasks that agents deleted, or wiped when a list was done, and makes them again.
package deleted

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"

	tea "charm.land/bubbletea/v2"
)

// Program is the program as the list needs it.
type Program interface {
	host.Host
	// SubmitAll writes edits as one action; done says what their tasks are then.
	SubmitAll(edits []tasks.Edit, done string) tea.Cmd
	// Copy hands a text to the clipboard; what says what it is.
	Copy(what, text string) tea.Cmd
}

// Model is the list of what was deleted.
type Model struct {
	Program
	folded folded
}

// New returns the list of a program.
func New(p Program) *Model { return &Model{Program: p} }

// Reset begins anew, for another directory.
func (m *Model) Reset() { m.folded = folded{} }

// Show opens the list, once it was read.
func (m *Model) Show() tea.Cmd {
	return m.EnqueueOpening(m.OfDirectory(effects.Deleted(m.Workspace(), host.Then2(m.list))))
}

// list opens the list.
func (m *Model) list(all []workspace.Deleted, err error) tea.Cmd {
	switch {
	case !m.Browsing():
	case len(all) > 0:
		wiped := map[tasks.Key]bool{}
		for _, e := range m.Happened() {
			if e.Kind == history.Wiped {
				wiped[e.Key] = true
			}
		}
		v := &list{m: m, all: all, wiped: wiped}
		v.describe()
		m.SetMode(v)
	case err != nil:
		m.Warn("What was deleted cannot be read: " + err.Error())
	default:
		m.Say("Nothing was deleted by others, as far as a board saw it")
	}
	return nil
}

// list is the tasks, the newest first.
type list struct {
	m   *Model
	all []workspace.Deleted

	wiped   map[tasks.Key]bool // those that went with their whole list, as its agents wipe it
	batches []batch            // by task, what went together with it
	items   []view.Choice      // as they are shown
	host.List
}

// Scopes returns the keys of the list.
func (*list) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.DeletedScope, keymap.ListScope}
}

// Handle moves in the list, reads a task, or makes it again.
func (v *list) Handle(a keymap.Action) tea.Cmd {
	m := v.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.Choose:
		m.SetMode(&text{list: v, of: v.all[v.Selected]})
	case keymap.Restore:
		return v.restore(v.all[v.Selected])
	case keymap.RestoreAll:
		return v.restoreAll()
	case keymap.CopyID:
		return v.copy(v.all[v.Selected])
	case keymap.Export:
		m.SetMode(&exporting{list: v})
	default:
		v.Move(a, len(v.all), m.Height()/2)
	}
	return nil
}

// restore makes a task again, by the rules of its design: pending, and with another id. It waits for what it waited for and
// is still there and not completed.
func (v *list) restore(d workspace.Deleted) tea.Cmd {
	m := v.m
	draft := tasks.Draft{Subject: d.Task.Subject, Description: d.Description, ActiveForm: d.Task.ActiveForm}
	_, _, wiped := m.Board().ResetCounts() // then what is shown is there no more
	for _, id := range d.Task.WaitsFor {
		for _, k := range m.Board().Resolve(d.Task.List, id.Text) {
			if t := m.Board().Task(k); t != nil && t.ID == id && k.List == d.Task.List && !wiped && !t.Status.Finished() {
				draft.WaitsFor = append(draft.WaitsFor, id)
			}
		}
	}
	m.ToBoard()
	return m.CarryOut(board.Create(m.Board(), d.Task.List, draft, m.Me(), m.Now()))
}

// copy hands the file of a task to the clipboard, as it was.
func (v *list) copy(d workspace.Deleted) tea.Cmd {
	return v.m.Copy("the file of "+d.Task.Subject, string(d.Raw))
}

// together is how far apart the tasks of a wiped list go.
const together = 3 * time.Second

// batch is tasks that went together: the range of their places, and how many of them were completed.
type batch struct{ first, end, done int }

// describe finds what went together, and says of each task what the list shows: once, for there may be tens of thousands.
func (v *list) describe() {
	for first := 0; first < len(v.all); first = len(v.batches) {
		of := batch{first: first, end: first}
		for of.end == first || of.end < len(v.all) && v.all[of.end-1].At.Sub(v.all[of.end].At) < together {
			if v.all[of.end].Task.Status.Finished() {
				of.done++
			}
			of.end++
		}
		v.batches = append(v.batches, slices.Repeat([]batch{of}, of.end-first)...)
	}
	for i, d := range v.all {
		c := view.Choice{Label: safetext.Subject(d.Task.Subject), Note: safetext.Short(d.Task.Owner)}
		switch {
		case d.Task.Status == tasks.InProgress:
			c.Note = safetext.Short(strings.TrimSuffix("in progress, "+d.Task.Owner, ", "))
		case !d.Task.Status.Finished():
			c.Note = safetext.Line(d.Task.Status.String())
		}
		if v.batches[i].first == i {
			c.Right = safetext.Line(v.when(i))
		}
		v.items = append(v.items, c)
	}
}

// when returns when a task went, and with how many.
func (v *list) when(at int) string {
	clock := phrase.When(v.m.Now(), v.all[at].At)
	of := v.batches[at]
	switch n := of.end - of.first; {
	case v.wiped[v.all[at].Task.Key]:
		return "wiped " + clock + ", " + strconv.Itoa(of.done) + " of " + strconv.Itoa(n) + " done"
	case n > 1:
		return strconv.Itoa(n) + " deleted " + clock
	}
	return "deleted " + clock
}

// restoreWords returns what restoring all that went together would restore.
func (v *list) restoreWords() string {
	of := v.batches[v.Selected]
	if of.end-of.first == 1 {
		return "restore its file"
	}
	return "restore all " + strconv.Itoa(of.end-of.first)
}

// Overlay returns the list.
func (v *list) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Const("Deleted by others"), First: v.First, Selected: v.Selected, Items: v.items}
	out.More = []view.Line{phrase.Line(v.when(v.Selected)+phrase.InList(v.all[v.Selected].Task.List), style.Dim)}
	out.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Choose: "read", keymap.Restore: "make it again", keymap.RestoreAll: v.restoreWords(), keymap.CopyID: "copy", keymap.Export: "export all", keymap.Back: "close"}, v.Scopes()...)
	return out
}

// text shows a task whole.
type text struct {
	list   *list
	of     workspace.Deleted
	scroll int
}

// Scopes returns the keys of the text.
func (*text) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.DeletedScope, keymap.ListScope}
}

// Handle scrolls, makes the task again, or goes back to the list.
func (t *text) Handle(a keymap.Action) tea.Cmd {
	m := t.list.m
	switch a {
	case keymap.Back, keymap.Choose:
		m.SetMode(t.list)
	case keymap.Restore:
		return t.list.restore(t.of)
	case keymap.RestoreAll:
		return t.list.restoreAll()
	case keymap.CopyID:
		return t.list.copy(t.of)
	case keymap.Export:
		m.SetMode(&exporting{list: t.list})
	default:
		limit := view.DocumentScroll(m.Width(), m.Height(), t.view())
		t.scroll = host.Move(min(t.scroll, limit), limit+1, a, m.Height()/2)
	}
	return nil
}

// Overlay returns the text.
func (t *text) Overlay() view.Overlay {
	v := t.view()
	v.Scroll = min(t.scroll, view.DocumentScroll(t.list.m.Width(), t.list.m.Height(), v))
	return v
}

func (t *text) view() *view.Document {
	m, w := t.list.m, view.DocumentWidth(t.list.m.Width())
	lines := markdown.Lines(t.of.Description, w, m.Sheet())
	if strings.TrimSpace(t.of.Description) == "" {
		lines = []view.Line{phrase.Line("It has no description.", style.Dim)}
	}
	lines = append(lines, view.Line{}, phrase.Line("The file as it was", style.LabelStrong))
	for row := range strings.Lines(string(t.of.Raw)) {
		lines = append(lines, phrase.Line(strings.TrimRight(row, "\n"), style.Dim))
	}
	return &view.Document{
		Title: safetext.Subject(t.of.Task.Subject), Lines: lines,
		Keys: m.KeysSaying(map[keymap.Action]string{keymap.Restore: "make it again", keymap.RestoreAll: t.list.restoreWords(), keymap.CopyID: "copy", keymap.Back: "back"}, t.Scopes()...),
	}
}

// shownFor is how long the board itself tells of what others deleted; the list has it for longer.
const shownFor = 24 * time.Hour

// went is a task that others deleted.
type went struct {
	at    time.Time
	key   tasks.Key
	wiped bool // with its whole list
	done  bool
}

// folded is the head of what others deleted, and what it was made of.
type folded struct {
	events, gen int
	minute      int64
	view        *view.Folded
}

// Folded returns the head of what others deleted and is not there again, nil where there is nothing. It is worked out anew only
// when something happened.
func (m *Model) Folded() *view.Folded {
	if m.Workspace().Undoable() != nil {
		return nil // nothing is kept that it could lead to
	}
	all := m.Happened()
	is := folded{events: len(all), gen: m.Generation(), minute: m.Now().Unix() / 60}
	f := &m.folded
	if f.events == is.events && f.minute == is.minute && (f.view == nil || f.gen == is.gen) {
		return f.view
	}
	gone := m.gone(all)
	if words := m.headWords(gone); words != "" {
		is.view = &view.Folded{Words: safetext.Line(words), Key: view.Key{Name: safetext.Line(m.KeyOf(keymap.ShowDeleted)), Does: safetext.Const("read")}}
	}
	*f = is
	return f.view
}

// gone returns what others deleted lately, the newest first. What was found missing at a start was never read.
func (m *Model) gone(all []history.Event) (gone []went) {
	lost := func(e history.Event) bool {
		return (e.Kind == history.Deleted || e.Kind == history.Wiped) && !e.Ours && !e.Found
	}
	first := len(all)
	for first > 0 && m.Now().Sub(all[first-1].At) < shownFor {
		first--
	}
	if all = all[first:]; !slices.ContainsFunc(all, lost) {
		return nil
	}
	again := map[tasks.Key]bool{} // something happened to it since
	for _, e := range slices.Backward(all) {
		if lost(e) && !again[e.Key] && (!m.Board().Has(e.Key) || m.wiped()) {
			gone = append(gone, went{e.At, e.Key, e.Kind == history.Wiped, e.From.Status.Finished()})
		}
		again[e.Key] = true
	}
	return gone
}

// wiped reports whether what the board shows is a list that is gone.
func (m *Model) wiped() bool {
	_, _, is := m.Board().ResetCounts()
	return is
}

// headWords returns what went last, and how much besides.
func (m *Model) headWords(gone []went) string {
	if len(gone) == 0 {
		return ""
	}
	n, done := 0, 0
	for n < len(gone) && gone[n].wiped == gone[0].wiped && (n == 0 || !gone[0].wiped || gone[n-1].at.Sub(gone[n].at) < together) {
		if gone[n].done {
			done++
		}
		n++
	}
	clock := gone[0].at.In(m.Now().Location()).Format("15:04")
	words := strconv.Itoa(n) + " deleted by others, last " + clock
	if gone[0].wiped {
		words = "wiped " + clock + ", " + strconv.Itoa(done) + " of " + strconv.Itoa(n) + " done"
	}
	if rest := len(gone) - n; rest > 0 {
		words += "  ·  " + strconv.Itoa(rest) + " before"
	}
	return words
}

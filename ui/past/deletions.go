package past

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// useDeleted does with a deleted task what an action means.
func (v *panel) useDeleted(a keymap.Action, nth int) tea.Cmd {
	switch d := v.deleted[nth]; a {
	case keymap.Restore:
		return v.restore(d)
	case keymap.RestoreAll:
		return v.restoreAll(nth)
	case keymap.CopyID: // its file, as it was
		return v.m.Copy("the file of "+d.Task.Subject, string(d.Raw))
	}
	v.m.SetMode(&exporting{list: v})
	return nil
}

// sayDeleted adds what the keys do with a deleted task.
func (v *panel) sayDeleted(says map[keymap.Action]string, nth int) {
	says[keymap.Restore], says[keymap.RestoreAll], says[keymap.CopyID] = "new one like it", "restore its file", "copy"
	if of := v.batches[nth]; of.end-of.first > 1 {
		says[keymap.RestoreAll] = "restore all " + strconv.Itoa(of.end-of.first)
	}
	says[keymap.Export] = "export all"
}

// restore makes a task again, by the rules of its design: pending, and with another id. It waits for what it waited for and
// is still there and not completed.
func (v *panel) restore(d store.Deleted) tea.Cmd {
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

// together is how far apart the tasks of a wiped list go.
const together = 3 * time.Second

// batch is tasks that went together: the range of their places, and how many of them were completed.
type batch struct{ first, end, done int }

// describe finds what went together, and returns a row for each task: once, for there may be tens of thousands.
func (v *panel) describe(all []store.Deleted) (rows []host.PastRow) {
	v.deleted, v.wiped = all, map[tasks.Key]bool{}
	for _, e := range v.m.Happened() {
		if e.Kind == tasks.EventWiped {
			v.wiped[e.Key] = true
		}
	}
	for first := 0; first < len(all); first = len(v.batches) {
		of := batch{first: first, end: first}
		for of.end == first || of.end < len(all) && all[of.end-1].At.Sub(all[of.end].At) < together {
			if all[of.end].Task.Status.Finished() {
				of.done++
			}
			of.end++
		}
		v.batches = append(v.batches, slices.Repeat([]batch{of}, of.end-first)...)
	}
	for i, d := range all {
		r := host.PastRow{Nth: i, Does: "read", Do: func() tea.Cmd { return v.read(i) }}
		r.Label, r.Note = safetext.Subject(d.Task.Subject), safetext.Short(d.Task.Owner)
		switch {
		case d.Task.Status == tasks.InProgress:
			r.Note = safetext.Short(strings.TrimSuffix("in progress, "+d.Task.Owner, ", "))
		case !d.Task.Status.Finished():
			r.Note = safetext.Line(d.Task.Status.String())
		}
		if v.batches[i].first == i {
			r.Right = safetext.Line(v.when(i))
		}
		rows = append(rows, r)
	}
	return rows
}

// when returns when a task went, and with how many.
func (v *panel) when(at int) string {
	clock := phrase.When(v.m.Now(), v.deleted[at].At)
	of := v.batches[at]
	switch n := of.end - of.first; {
	case v.wiped[v.deleted[at].Task.Key]:
		return "wiped " + clock + ", " + strconv.Itoa(of.done) + " of " + strconv.Itoa(n) + " done"
	case n > 1:
		return strconv.Itoa(n) + " deleted " + clock
	}
	return "deleted " + clock
}

// read shows a deleted task whole.
func (v *panel) read(nth int) tea.Cmd {
	says := map[keymap.Action]string{}
	v.sayDeleted(says, nth)
	delete(says, keymap.Export) // of all, which are not shown here
	v.m.SetMode(&host.Reading{
		Host: v.m, Title: safetext.Subject(v.deleted[nth].Task.Subject), Behind: v, In: []keymap.ScopeName{keymap.DeletedScope}, Says: says,
		LayOut: func(w int, sheet *style.Sheet) []view.Line { return deletedLines(&v.deleted[nth], w, sheet) },
		Do:     func(a keymap.Action) tea.Cmd { return v.useDeleted(a, nth) },
	})
	return nil
}

// deletedLines lays out a deleted task and its file.
func deletedLines(d *store.Deleted, w int, sheet *style.Sheet) []view.Line {
	lines := markdown.Lines(d.Description, w, sheet)
	if strings.TrimSpace(d.Description) == "" {
		lines = []view.Line{phrase.Line("It has no description.", style.Dim)}
	}
	lines = append(lines, view.Line{}, phrase.Line("The file as it was", style.LabelStrong))
	for row := range strings.Lines(string(d.Raw)) {
		lines = append(lines, phrase.Line(strings.TrimRight(row, "\n"), style.Dim))
	}
	return lines
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
	newest      time.Time // when the newest of them went
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
		is.newest = gone[0].at
		is.view = &view.Folded{Words: safetext.Line(words), Key: view.Key{Name: safetext.Line(m.KeyOf(keymap.ShowPast) + " " + m.KeyOf(keymap.ShowDeleted)), Does: safetext.Const("read")}}
	}
	*f = is
	return f.view
}

// gone returns what others deleted lately, the newest first. What was found missing at a start was never read.
func (m *Model) gone(all []log.Event) (gone []went) {
	lost := func(e log.Event) bool {
		return (e.Kind == tasks.EventDeleted || e.Kind == tasks.EventWiped) && !e.Ours && !e.Found
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
			gone = append(gone, went{e.At, e.Key, e.Kind == tasks.EventWiped, e.From.Status.Finished()})
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

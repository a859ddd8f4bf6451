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

// useDeleted handles an action on a deleted task.
func (v *panel) useDeleted(a keymap.Action, nth int) tea.Cmd {
	switch d := v.deleted[nth]; a {
	case keymap.Restore:
		return v.restore(d)
	case keymap.RestoreAll:
		return v.restoreAll(nth)
	case keymap.CopyID: // the whole file
		return v.m.Copy("the file of "+d.Task.Subject, string(d.Raw))
	}
	v.m.SetMode(&exporting{list: v})
	return nil
}

// sayDeleted adds what the keys do with a deleted task.
func (v *panel) sayDeleted(says map[keymap.Action]string, nth int) {
	says[keymap.Restore], says[keymap.RestoreAll], says[keymap.CopyID] = "new one like it", "restore its file", "copy"
	if of := v.groups[nth]; of.end-of.first > 1 {
		says[keymap.RestoreAll] = "restore all " + strconv.Itoa(of.end-of.first)
	}
	says[keymap.Export] = "export all"
}

// restore creates a new task like the deleted one, by the rules of its design: pending, with another id. It keeps the
// blockers that still exist and are not finished.
func (v *panel) restore(d store.Deleted) tea.Cmd {
	m := v.m
	draft := tasks.Draft{Subject: d.Task.Subject, Description: d.Description, ActiveForm: d.Task.ActiveForm}
	_, _, wiped := m.Board.ResetCounts() // the board then still shows tasks that are gone
	for _, id := range d.Task.WaitsFor {
		for _, k := range m.Board.Resolve(d.Task.List, id.Text) {
			if t := m.Board.Task(k); t != nil && t.ID == id && k.List == d.Task.List && !wiped && !t.Status.Finished() {
				draft.WaitsFor = append(draft.WaitsFor, id)
			}
		}
	}
	m.ToBoard()
	return m.CarryOut(board.Create(m.Board, d.Task.List, draft, m.Me, m.Now))
}

// groupGap is the longest time between two deletions of a group, such as a wiped list.
const groupGap = 3 * time.Second

// group is a range of tasks that were deleted at one time, and the number of finished ones.
type group struct{ first, end, done int }

// describe groups the deleted tasks and returns a row for each. It runs once: there may be tens of thousands.
func (v *panel) describe(all []store.Deleted) (rows []host.PastRow) {
	v.deleted, v.wiped = all, map[tasks.Key]bool{}
	for _, e := range v.m.Happened() {
		if e.Kind == tasks.EventWiped {
			v.wiped[e.Key] = true
		}
	}
	for first := 0; first < len(all); first = len(v.groups) {
		of := group{first: first, end: first}
		for of.end == first || of.end < len(all) && all[of.end-1].At.Sub(all[of.end].At) < groupGap {
			if all[of.end].Task.Status.Finished() {
				of.done++
			}
			of.end++
		}
		v.groups = append(v.groups, slices.Repeat([]group{of}, of.end-first)...)
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
		if v.groups[i].first == i {
			r.Right = safetext.Line(v.when(i))
		}
		rows = append(rows, r)
	}
	return rows
}

// when returns, in words, when a task was deleted, and the number of tasks deleted at that time.
func (v *panel) when(at int) string {
	clock := phrase.When(v.m.Now, v.deleted[at].At)
	of := v.groups[at]
	switch n := of.end - of.first; {
	case v.wiped[v.deleted[at].Task.Key]:
		return "wiped " + clock + ", " + strconv.Itoa(of.done) + " of " + strconv.Itoa(n) + " done"
	case n > 1:
		return strconv.Itoa(n) + " deleted " + clock
	}
	return "deleted " + clock
}

// read shows a deleted task and its file.
func (v *panel) read(nth int) tea.Cmd {
	says := map[keymap.Action]string{}
	v.sayDeleted(says, nth)
	delete(says, keymap.Export) // it exports all tasks, and only one is shown here
	v.m.SetMode(&host.Reading{
		Program: v.m.Program, Title: safetext.Subject(v.deleted[nth].Task.Subject), Behind: v,
		In: []keymap.ScopeName{keymap.DeletedScope}, Says: says,
		LayOut: func(w int, sheet *style.Sheet) []view.Line { return deletedLines(&v.deleted[nth], w, sheet) },
		Do:     func(a keymap.Action) tea.Cmd { return v.useDeleted(a, nth) },
	})
	return nil
}

// deletedLines returns the lines of a deleted task and its file.
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

// headShownFor is how long the board mentions deletions by others. The list keeps them for longer.
const headShownFor = 24 * time.Hour

// A deletion is a task that others deleted.
type deletion struct {
	at    time.Time
	key   tasks.Key
	wiped bool // with its whole list
	done  bool
}

// deletedHead is the head of the deletions by others, and the state it was made from.
type deletedHead struct {
	events, gen int
	minute      int64
	newest      time.Time // time of the last deletion
	view        *view.DeletedHead
}

// DeletedHead returns the head of the deletions by others, without tasks that exist again; nil if there are none. It is
// computed again only if something changed.
func (m *Model) DeletedHead() *view.DeletedHead {
	if m.Workspace.Undoable() != nil {
		return nil // no deleted task is kept, so there is no list to open
	}
	all := m.Happened()
	fresh := deletedHead{events: len(all), gen: m.Generation, minute: m.Now.Unix() / 60}
	f := &m.head
	if f.events == fresh.events && f.minute == fresh.minute && (f.view == nil || f.gen == fresh.gen) {
		return f.view
	}
	gone := m.gone(all)
	if words := m.headWords(gone); words != "" {
		fresh.newest = gone[0].at
		fresh.view = &view.DeletedHead{Words: safetext.Line(words),
			Key: view.Key{Name: safetext.Line(m.KeyOf(keymap.ShowPast) + " " + m.KeyOf(keymap.ShowDeleted)),
				Does: safetext.Const("read")}}
	}
	*f = fresh
	return f.view
}

// gone returns the recent deletions by others, the newest first. Those only found at a start are left out: their files
// were never read.
func (m *Model) gone(all []log.Event) (gone []deletion) {
	isDeletion := func(e log.Event) bool {
		return (e.Kind == tasks.EventDeleted || e.Kind == tasks.EventWiped) && !e.Ours && !e.Found
	}
	first := len(all)
	for first > 0 && m.Now.Sub(all[first-1].At) < headShownFor {
		first--
	}
	if all = all[first:]; !slices.ContainsFunc(all, isDeletion) {
		return nil
	}
	later := map[tasks.Key]bool{} // the tasks of later events
	for _, e := range slices.Backward(all) {
		if isDeletion(e) && !later[e.Key] && (!m.Board.Has(e.Key) || m.wiped()) {
			gone = append(gone, deletion{e.At, e.Key, e.Kind == tasks.EventWiped, e.From.Status.Finished()})
		}
		later[e.Key] = true
	}
	return gone
}

// wiped reports whether the board still shows a list that was wiped.
func (m *Model) wiped() bool {
	_, _, ok := m.Board.ResetCounts()
	return ok
}

// headWords describes the last deletion or wipe, and counts the earlier ones.
func (m *Model) headWords(gone []deletion) string {
	if len(gone) == 0 {
		return ""
	}
	n, done := 0, 0
	for n < len(gone) && gone[n].wiped == gone[0].wiped &&
		(n == 0 || !gone[0].wiped || gone[n-1].at.Sub(gone[n].at) < groupGap) {
		if gone[n].done {
			done++
		}
		n++
	}
	clock := gone[0].at.In(m.Now.Location()).Format("15:04")
	words := strconv.Itoa(n) + " deleted by others, last " + clock
	if gone[0].wiped {
		words = "wiped " + clock + ", " + strconv.Itoa(done) + " of " + strconv.Itoa(n) + " done"
	}
	if rest := len(gone) - n; rest > 0 {
		words += "  ·  " + strconv.Itoa(rest) + " before"
	}
	return words
}

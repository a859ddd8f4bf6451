package news

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// PastNews returns the items that pass a filter, the newest first. The error names what is wrong with the filter.
func (m *Model) PastNews(filter string) (rows []host.PastRow, wrong error) {
	match := func(board.Event) bool { return true }
	if filter != "" {
		q, err := board.ParseQuery(filter, m.Me)
		q.Now = m.Now
		match, wrong = m.Board.EventFilter(q), err
	}
	for _, it := range m.items() {
		if !it.matches(match) {
			continue
		}
		r := host.PastRow{At: it.event.At, Says: it.whole, Choice: view.Choice{At: m.clockOf(it.at), Line: it.line}}
		if it.found {
			r.Says = append(view.Line{phrase.Dim("before " + phrase.When(m.Now, it.at) + "  ")}, it.whole...)
		}
		if b := it.brief; !b.What.Text.Empty() {
			r.Line, r.End = m.pastLine(b), m.freed(it.event.Unblocked)
		} else {
			r.Line = append(view.Line{phrase.Dim("  ")}, it.line...) // below the names
		}
		if m.Width < narrow { // the row needs the cells
			r.End = nil
		} else if m.Board.Has(it.key) {
			r.Right = safetext.Line(m.Board.ShortID(it.key))
		}
		if m.Board.Has(it.key) {
			r.Does = "go to it"
		}
		r.Do = func() tea.Cmd { return m.goTo(it.key) }
		rows = append(rows, r)
	}
	return rows, wrong
}

// pastNames and pastFreed are the cells of the name of who did something, and of what it unblocked.
const pastNames, pastFreed = 10, 24

// pastLine returns an event in signs, in columns.
func (m *Model) pastLine(b view.Brief) view.Line {
	who := m.cut(b.Who.Text, pastNames)
	who = who.Append(safetext.Spaces(pastNames - who.Width()))
	blank := phrase.Dim(" ")
	return view.Line{b.Sign, blank, {Text: who, Style: b.Who.Style}, blank, b.What}
}

// freed returns the first of the tasks that an event unblocked and the number of the others, in a column.
func (m *Model) freed(unblocked []tasks.Key) view.Line {
	if len(unblocked) == 0 {
		return nil
	}
	name, more := safetext.Line(unblocked[0].Name), ""
	if t := m.Board.Task(unblocked[0]); t != nil {
		name = safetext.Subject(t.Subject)
	}
	if n := len(unblocked) - 1; n > 0 {
		more = " +" + strconv.Itoa(n)
	}
	name = m.cut(name, pastFreed-2-len(more))
	rest := safetext.Line(more).Append(safetext.Spaces(pastFreed - 2 - len(more) - name.Width()))
	return view.Line{{Text: safetext.Line(m.Sheet.Glyphs.Ready + " "), Style: style.Ready},
		{Text: name, Style: style.Soft}, {Text: rest, Style: style.Dim}}
}

// matches reports whether an event of the item passes a filter.
func (it *item) matches(match func(board.Event) bool) bool {
	return match(it.event) || slices.ContainsFunc(it.all, match)
}

// goTo selects a task on the board.
func (m *Model) goTo(k tasks.Key) tea.Cmd {
	switch {
	case k.Name == "":
		m.Info("That is about more than one task")
		return nil
	case !m.Board.Has(k):
		m.Info("Its task is not there any more: " + m.KeyOf(keymap.ShowDeleted) + " shows what others deleted")
		return nil
	}
	m.ToBoard()
	m.Reveal(k)
	return nil
}

// began returns the time of the first known event.
func (m *Model) began() time.Time {
	if !m.record.from.IsZero() {
		return m.record.from
	}
	return m.Began
}

// when formats a time, after "before" if no board saw the event: it happened then or earlier.
func (m *Model) when(at time.Time, found bool) string {
	if found {
		return "before " + phrase.When(m.Now, at)
	}
	return phrase.When(m.Now, at)
}

// pastItems returns the items of events from before the start, the newest first. Events close in time share an item.
func (m *Model) pastItems(all []log.Event) (items []item) {
	subjects := map[tasks.Key]string{} // also of tasks that are gone
	for end := len(all); end > 0 && len(items) < maxPast; {
		first := end - 1
		for first > 0 && all[first-1].Found == all[end-1].Found &&
			(all[first-1].Kind == tasks.EventWiped) == (all[end-1].Kind == tasks.EventWiped) &&
			all[end-1].At.Sub(all[first-1].At).Abs() < together {
			first--
		}
		batch := make([]board.Event, 0, end-first)
		for i := end - 1; i >= first; i-- {
			h := &all[i]
			if h.Subject != "" {
				subjects[h.Key] = h.Subject
			}
			batch = append(batch, m.eventOf(h, subjects[h.Key], i+1))
		}
		at, found, wiped := all[end-1].At, all[end-1].Found, all[end-1].Kind == tasks.EventWiped
		end = first
		slices.SortStableFunc(batch, func(a, b board.Event) int { return rank(a) - rank(b) })
		some := m.itemsOf(batch, maxItems)
		if wiped {
			n := len(batch)
			line := phrase.Line("the list was reset by its agents: "+phrase.Tasks(n), style.Plain)
			some = []item{{line: line, whole: line, event: batch[0], all: batch}}
		}
		for i := range some {
			some[i].at, some[i].found = at, found
		}
		items = append(items, some...)
	}
	return items
}

// eventOf converts an event of the log to one of the board. For an edit made on a board, n makes its id unique.
func (m *Model) eventOf(h *log.Event, subject string, n int) board.Event {
	e := board.Event{At: h.At, Kind: boardKind(h.Kind), Key: h.Key, Subject: subject, Who: h.To.Owner,
		Unblocked: slices.Clone(h.Unblocked)}
	if h.More > 0 {
		e.Unblocked = append(e.Unblocked, make([]tasks.Key, h.More)...) // only counted
	}
	if t := m.Board.Task(h.Key); t != nil && subject == "" {
		e.Subject = t.Subject
	}
	if h.Ours {
		e.Mine = ^tasks.EditID(0) - tasks.EditID(n)
	}
	if h.Kind == tasks.EventReleased || h.Kind == tasks.EventReopened {
		e.Who = h.From.Owner
	}
	if !h.From.There || !h.To.There {
		return e
	}
	if h.From.Status != h.To.Status {
		e.Fields = append(e.Fields, board.FieldChange{Field: tasks.FieldStatus,
			Before: tasks.StatusValue(h.From.Status), After: tasks.StatusValue(h.To.Status)})
	}
	if h.From.Owner != h.To.Owner {
		e.Fields = append(e.Fields, board.FieldChange{Field: tasks.FieldOwner, Before: tasks.TextValue(h.From.Owner),
			After: tasks.TextValue(h.To.Owner)})
	}
	return e
}

// boardKind returns the kind that the board uses for an event it did not see.
func boardKind(k tasks.EventKind) tasks.EventKind {
	switch k {
	case tasks.EventWiped:
		return tasks.EventDeleted
	case tasks.EventChanged, tasks.EventLinked:
		return tasks.EventEdited
	}
	return k
}

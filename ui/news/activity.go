package news

import (
	"errors"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// activity is the list of everything that can be told, the newest first.
type activity struct {
	m     *Model
	wrong error // what of the filter is not understood
	host.Filtered
	shown   []item
	of      *view.Feed // what shown was made of
	matched string
}

var _ host.TextMode = (*activity)(nil)

// ShowActivity opens the list.
func (m *Model) ShowActivity() {
	v := &activity{m: m}
	v.Changed = func() { v.shown = nil }
	m.SetMode(v)
}

// items are those that the filter lets through, made anew when something happened or a minute is over.
func (v *activity) items() []item {
	of := v.m.Feed()
	if v.of == of && v.matched == v.Line.Value() {
		return v.shown
	}
	was := v.shown
	v.shown, v.of, v.matched, v.wrong = v.m.items(), of, v.Line.Value(), nil
	if v.Line.Value() != "" {
		q, err := board.ParseQuery(v.Line.Value(), v.m.Me())
		q.Now = v.m.Now()
		match := v.m.Board().EventFilter(q)
		v.wrong = err
		v.shown = slices.DeleteFunc(v.shown, func(it item) bool { return !it.matches(match) })
	}
	if came := len(v.shown) - len(was); len(was) > 0 && came > 0 && v.Selected > 0 {
		v.Selected, v.First = v.Selected+came, v.First+came
	}
	return v.shown
}

// matches reports whether something that a thing tells of passes a filter.
func (it *item) matches(match func(board.Event) bool) bool {
	return match(it.event) || slices.ContainsFunc(it.all, match)
}

// Handle moves in the list, and goes to the task of what is selected.
func (v *activity) Handle(a keymap.Action) tea.Cmd {
	switch {
	case v.Filtered.Handle(a, len(v.items()), v.m.Height()/2):
	case a == keymap.Choose:
		return v.choose()
	default:
		v.m.ToBoard()
	}
	return nil
}

// choose goes to the task.
func (v *activity) choose() tea.Cmd {
	m, items := v.m, v.items()
	if v.Selected >= len(items) {
		return nil
	}
	switch k := items[v.Selected].key; {
	case k.Name == "":
		m.Say("That is about more than one task")
		return nil
	case !m.Board().Has(k):
		m.Say("Its task is not there any more: " + m.KeyOf(keymap.ShowDeleted) + " shows what others deleted")
		return nil
	default:
		m.ToBoard()
		m.Reveal(k)
	}
	return m.RefreshDetail()
}

// Overlay returns the list.
func (v *activity) Overlay() view.Overlay {
	m, items := v.m, v.items()
	v.Selected = max(0, min(v.Selected, len(items)-1))
	out := &view.Picker{Title: safetext.Const("What happened"), First: v.First, Selected: v.Selected}
	for i := range items {
		c := view.Choice{Line: items[i].line}
		if m.Width() >= narrow || m.Height() > narrow/2 { // else there is no room to read what is cut in its line
			c.Right = safetext.Line(m.when(items[i].at, items[i].found))
		}
		out.Items = append(out.Items, c)
	}
	says := map[keymap.Action]string{keymap.Filter: "filter", keymap.Back: "close"}
	if wrong, is := errors.AsType[*board.QueryError](v.wrong); is {
		out.More = []view.Line{phrase.Line(phrase.Sentence(wrong.Why), style.Warning)}
	}
	switch {
	case len(items) > 0:
		if k := items[v.Selected].key; m.Board().Has(k) {
			says[keymap.Choose] = "go to it"
		}
	case v.Line.Value() != "":
		out.Items, out.Selected = []view.Choice{{Label: safetext.Const("Nothing matches")}}, -1
	default:
		out.Items, out.Selected = []view.Choice{{Label: safetext.Const("Nothing yet, since ").Append(phrase.Clock(m.began()))}}, -1
	}
	return v.Show(m, out, strconv.Itoa(len(items))+phrase.Plural(len(items), " thing", " things"), says)
}

// began returns from when on anything was seen.
func (m *Model) began() time.Time {
	if !m.record.from.IsZero() {
		return m.record.from
	}
	return m.Began()
}

// when returns when something happened: by when, where nobody saw it.
func (m *Model) when(at time.Time, found bool) string {
	if found {
		return "by " + phrase.When(m.Now(), at)
	}
	return phrase.When(m.Now(), at)
}

// tellPast tells what happened before the program began, the newest first: what happened together as one.
func (m *Model) tellPast(all []history.Event) (items []item) {
	called := map[tasks.Key]string{} // by tasks that may not be there any more
	for end := len(all); end > 0 && len(items) < mostPast; {
		first := end - 1
		for first > 0 && all[first-1].Found == all[end-1].Found && (all[first-1].Kind == history.Wiped) == (all[end-1].Kind == history.Wiped) &&
			all[end-1].At.Sub(all[first-1].At).Abs() < together {
			first--
		}
		batch := make([]board.Event, 0, end-first)
		for i := end - 1; i >= first; i-- {
			h := &all[i]
			if h.Subject != "" {
				called[h.Key] = h.Subject
			}
			batch = append(batch, m.eventOf(h, called[h.Key], i+1))
		}
		at, found, wiped := all[end-1].At, all[end-1].Found, all[end-1].Kind == history.Wiped
		end = first
		slices.SortStableFunc(batch, func(a, b board.Event) int { return rank(a) - rank(b) })
		some := m.itemsOf(batch, mostItems)
		if wiped {
			n := len(batch)
			some = []item{{line: phrase.Line("the list was reset by its agents: "+strconv.Itoa(n)+phrase.Plural(n, " task", " tasks"), style.Plain), event: batch[0], all: batch}}
		}
		for i := range some {
			some[i].at, some[i].found = at, found
		}
		items = append(items, some...)
	}
	return items
}

// eventOf returns an event of the history as the board would tell it; n tells its edit from others, where it was made at a board.
func (m *Model) eventOf(h *history.Event, subject string, n int) board.Event {
	e := board.Event{At: h.At, Kind: kindOf(h.Kind), Key: h.Key, Subject: subject, Who: h.To.Owner, Unblocked: slices.Clone(h.Unblocked)}
	if h.More > 0 {
		e.Unblocked = append(e.Unblocked, make([]tasks.Key, h.More)...) // they are counted only
	}
	if t := m.Board().Task(h.Key); t != nil && subject == "" {
		e.Subject = t.Subject
	}
	if h.Ours {
		e.Mine = ^tasks.EditID(0) - tasks.EditID(n)
	}
	if h.Kind == history.Released || h.Kind == history.Reopened {
		e.Who = h.From.Owner
	}
	if !h.From.There || !h.To.There {
		return e
	}
	if h.From.Status != h.To.Status {
		e.Fields = append(e.Fields, board.FieldChange{Field: tasks.FieldStatus, Before: tasks.StatusValue(h.From.Status), After: tasks.StatusValue(h.To.Status)})
	}
	if h.From.Owner != h.To.Owner {
		e.Fields = append(e.Fields, board.FieldChange{Field: tasks.FieldOwner, Before: tasks.TextValue(h.From.Owner), After: tasks.TextValue(h.To.Owner)})
	}
	return e
}

// kindOf returns what a board calls an event of the history.
func kindOf(k history.Kind) board.EventKind {
	if i := slices.Index(kinds[:], k); i > 0 {
		return board.EventKind(i)
	}
	if k == history.Wiped {
		return board.Deleted
	}
	return board.Edited
}

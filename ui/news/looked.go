package news

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// awayFor is how long nobody must have looked for it to be told what happened meanwhile.
const awayFor = time.Minute

// lookedFor is how long that stands over a board that nobody touches: what happened lists it all.
const lookedFor = 20 * time.Second

// narrow is below how many cells of a screen the words of a line need the place of its time.
const narrow = 60

// looked is what changed since somebody looked, a line a task.
type looked struct {
	m       *Model
	since   time.Time // when somebody looked last, zero where nobody knows
	changes []view.Choice
	until   time.Time
}

var _ host.Glance = looked{}

// Focus takes note that a person looks at the screen, or does so no more. Whoever comes back after a while is told what changed.
func (m *Model) Focus(here bool) {
	r := &m.record
	switch {
	case !here && r.left.IsZero():
		r.left, r.leftAt = m.Now(), r.count
	case here && !r.left.IsZero():
		left, n := r.left, r.count-r.leftAt
		r.left = time.Time{}
		if m.Now().Sub(left) >= awayFor {
			m.tellLooked(left, r.happened[max(0, len(r.happened)-n):])
		}
	}
}

// tellLooked shows what changed since somebody looked, where anything did and nothing else is open.
func (m *Model) tellLooked(since time.Time, events []log.Event) {
	if all := m.changes(events); len(all) > 0 && m.Browsing() && !m.InDemo() {
		m.SetMode(looked{m, since, all, m.Now().Add(lookedFor)})
	}
}

// unseen returns the events of a past that happened after a person looked last: what was found, and what other boards saw.
func unseen(past log.Past) []log.Event {
	from := len(past.Events) - past.Found
	for !past.Looked.IsZero() && from > 0 && past.Events[from-1].At.After(past.Looked) {
		from--
	}
	return past.Events[from:]
}

// Scopes returns none: its keys are the board's, see host.Glance.
func (looked) Scopes() []keymap.ScopeName { return nil }

// Handle is never asked.
func (looked) Handle(keymap.Action) tea.Cmd { return nil }

// Glance makes it a host.Glance.
func (v looked) Glance() time.Time { return v.until }

// Overlay returns as many lines as there is room for.
func (v looked) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Const("Since you looked"), Selected: -1, Keys: []view.Key{{Name: safetext.Const("enter"), Does: safetext.Const("close")}}}
	if !v.since.IsZero() {
		out.Title = safetext.Line("Since you looked, " + m.when(v.since, false))
	}
	room := max(1, m.Height()-8)
	out.Items = v.changes[:min(len(v.changes), room)]
	if m.Width() < narrow {
		out.Items = slices.Clone(out.Items)
		for i := range out.Items {
			out.Items[i].Right = safetext.Text{}
		}
	}
	if more := len(v.changes) - len(out.Items); more > 0 {
		out.Items = append(slices.Clone(out.Items[:room-1]), view.Choice{Label: safetext.Line(strconv.Itoa(more+1) + " more: " + m.KeyOf(keymap.ShowPast) + " " + m.KeyOf(keymap.ShowHappened) + " lists all"), Off: true})
	}
	return out
}

// change is what became of one task over a while.
type change struct {
	key     tasks.Key
	subject string
	first   log.State
	last    log.Event
	unread  bool // its file cannot be read
	edited  bool
}

// changes tells what became of tasks, a line each: what was completed first, what went last.
func (m *Model) changes(events []log.Event) []view.Choice {
	at := map[tasks.Key]int{}
	var all []change
	for _, e := range events {
		if e.Ours {
			continue
		}
		i, known := at[e.Key]
		if !known {
			i = len(all)
			at[e.Key] = i
			all = append(all, change{key: e.Key, first: e.From})
		}
		c := &all[i]
		if c.last = e; e.Subject != "" {
			c.subject = e.Subject
		}
		c.edited = c.edited || e.Kind == tasks.EventEdited
		c.unread = e.Kind == tasks.EventBroke || c.unread && e.Kind != tasks.EventRepaired
	}
	var ranked [5][]view.Choice
	for i := range all {
		if line, n, is := m.changeLine(&all[i]); is {
			ranked[n] = append(ranked[n], line)
		}
	}
	return slices.Concat(ranked[:]...)
}

// changeLine tells what became of a task, and how far up that stands; false where it is what it was.
func (m *Model) changeLine(c *change) (line view.Choice, n int, is bool) {
	to, word := c.last.To, ""
	by := func(before, owner, after string) string {
		switch {
		case owner == "":
			return ""
		case owner == m.Me() && after == "'s":
			return before + "yours"
		case owner == m.Me():
			owner = "you"
		}
		return before + owner + after
	}
	isMine := to.Owner == m.Me() && to.Owner != ""
	switch {
	case c.last.Kind == tasks.EventWiped:
		n, word = 4, "wiped with its list"
	case c.unread:
		n, word = 0, "cannot be read"
	case !to.There && !c.first.There:
		return line, 0, false // it came and went
	case !to.There:
		n, word = 4, "deleted"
	case to.Status == tasks.Failed && c.first.Status != tasks.Failed:
		n, word = 0, "failed"+by(", ", to.Owner, "'s")
	case isMine && to.There && c.first.There && (to.Status.Finished() || to.Status == tasks.InProgress):
		return line, 0, false // only the person claims and completes in the person's name
	case to.Status.Finished() && !c.first.Status.Finished():
		if n, word = 1, to.Status.String(); to.Owner != "" { // the mark before the task says completed
			word = by("", to.Owner, "'s")
		}
	case c.first.There && c.first.Status.Finished() && !to.Status.Finished():
		n, word = 2, "reopened"+by(", now with ", to.Owner, "")
	case to.Status == tasks.InProgress && c.first.Status != tasks.InProgress && to.Owner != "":
		n, word = 2, by("claimed by ", to.Owner, "")
	case to.Status == tasks.InProgress && c.first.Status != tasks.InProgress:
		n, word = 2, "started"
	case !c.first.There:
		n, word = 3, "created"+by(", for ", to.Owner, "")
	case c.first.Status == tasks.InProgress && to.Status == tasks.Pending:
		n, word = 2, "released"+by(", was ", c.first.Owner, "'s")
	case c.first.Owner != to.Owner && to.Owner != "":
		n, word = 2, by("given to ", to.Owner, "")+by(", was ", c.first.Owner, "'s")
	case c.first != to:
		n, word = 2, "now "+to.Status.String()
	case c.edited:
		n, word = 3, "edited"
	default:
		return line, 0, false
	}
	subject := c.subject
	line = view.Choice{State: view.Missing, Stated: true}
	if t := m.Board().Task(c.key); t != nil && c.last.Kind != tasks.EventWiped {
		subject, line.State = t.Subject, phrase.State(m.Board().State(c.key))
	}
	if subject == "" {
		subject = c.key.Name
	}
	line.Label, line.Note = safetext.Subject(subject), safetext.Short(word)
	line.Right = safetext.Line(m.when(c.last.At, c.last.Found))
	return line, n, true
}

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

// awayFor is how long the terminal must be out of focus before the summary is shown.
const awayFor = time.Minute

// awayShown is how long the summary stays if no key is pressed. The past lists everything.
const awayShown = 20 * time.Second

// narrow is the width of a screen below which lines leave out their time.
const narrow = 60

// away is the summary of what changed while the person was away, one line a task.
type away struct {
	m       *Model
	since   time.Time // when the person left, zero if unknown
	changes []view.Choice
	until   time.Time
}

var _ host.Transient = away{}

// Focus handles a change of the terminal's focus. It shows the summary to a person who comes back after a while.
func (m *Model) Focus(here bool) {
	r := &m.record
	switch {
	case !here && r.left.IsZero():
		r.left, r.leftAt = m.Now, r.count
	case here && !r.left.IsZero():
		left, n := r.left, r.count-r.leftAt
		r.left, r.seen = time.Time{}, r.count
		if m.Now.Sub(left) >= awayFor {
			m.showAway(left, r.happened[max(0, len(r.happened)-n):])
		}
	}
}

// backAfter is how long the person must have done nothing for a key to mean that the person is back: not every terminal
// reports its focus, and tmux does only with focus-events on.
const backAfter = 10 * time.Minute

// Active notes that the person did something at the board, for the first time since before, or for the first time at
// all if before is zero. It shows the summary after a long pause.
func (m *Model) Active(before time.Time) {
	r := &m.record
	unseen := r.count - r.seen
	r.seen = r.count
	if !before.IsZero() && m.Now.Sub(before) >= backAfter {
		m.showAway(before, r.happened[max(0, len(r.happened)-unseen):])
	}
}

// showAway shows the summary, if anything changed and nothing else is open.
func (m *Model) showAway(since time.Time, events []log.Event) {
	if all := m.changes(events); len(all) > 0 && m.Browsing() && !m.InDemo() {
		m.SetMode(away{m, since, all, m.Now.Add(awayShown)})
	}
}

// unseen returns the events after the last visit: those found in the files, and those that other boards saw.
func unseen(past log.Past) []log.Event {
	from := len(past.Events) - past.Found
	for !past.LastVisit.IsZero() && from > 0 && past.Events[from-1].At.After(past.LastVisit) {
		from--
	}
	return past.Events[from:]
}

// Scopes returns none: the keys of the board apply, see host.Transient.
func (away) Scopes() []keymap.ScopeName { return nil }

// Handle is never called.
func (away) Handle(keymap.Action) tea.Cmd { return nil }

// ClosesAt returns when the summary closes by itself.
func (v away) ClosesAt() time.Time { return v.until }

// Overlay returns the summary, cut to the height of the screen.
func (v away) Overlay() view.Overlay {
	m := v.m
	out := &view.Picker{Title: safetext.Const("Since you looked"), Selected: -1,
		Keys: []view.Key{{Name: safetext.Const("enter"), Does: safetext.Const("close")}}}
	if !v.since.IsZero() {
		out.Title = safetext.Line("Since you looked, " + m.when(v.since, false))
	}
	room := max(1, m.Height-8) // the dialog's edge, title and keys have the other rows
	out.Items = v.changes[:min(len(v.changes), room)]
	if m.Width < narrow {
		out.Items = slices.Clone(out.Items)
		for i := range out.Items {
			out.Items[i].Right = safetext.Text{}
		}
	}
	if more := len(v.changes) - len(out.Items); more > 0 {
		out.Items = append(slices.Clone(out.Items[:room-1]),
			view.Choice{Label: safetext.Line(strconv.Itoa(more+1) + " more: " + m.KeyOf(keymap.ShowPast) + " " +
				m.KeyOf(keymap.ShowHappened) + " lists all"), Off: true})
	}
	return out
}

// A change is the difference between two states of a task.
type change struct {
	key     tasks.Key
	subject string
	first   log.State
	last    log.Event
	unread  bool // its file cannot be read
	edited  bool
}

// changes returns one line for each task that changed: completed tasks first, deleted ones last.
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
		c.last = e
		if e.Subject != "" {
			c.subject = e.Subject
		}
		c.edited = c.edited || e.Kind == tasks.EventEdited
		c.unread = e.Kind == tasks.EventBroke || c.unread && e.Kind != tasks.EventRepaired
	}
	var ranked [5][]view.Choice
	for i := range all {
		if line, n, ok := m.changeLine(&all[i]); ok {
			ranked[n] = append(ranked[n], line)
		}
	}
	return slices.Concat(ranked[:]...)
}

// changeLine returns the line of a task, and its rank n: 0 for trouble, 1 for what was completed, 2 for what changed
// hands, 3 for what is new or edited, 4 for what is gone. It returns false if the task is as it was.
func (m *Model) changeLine(c *change) (line view.Choice, n int, ok bool) {
	to, word := c.last.To, ""
	// by names an owner between two words, nothing if there is no owner; the person is "you" or "yours"
	by := func(before, owner, after string) string {
		switch {
		case owner == "":
			return ""
		case owner == m.Me && after == "'s":
			return before + "yours"
		case owner == m.Me:
			owner = "you"
		}
		return before + owner + after
	}
	isMine := to.Owner == m.Me && to.Owner != ""
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
		return line, 0, false // the person did that
	case to.Status.Finished() && !c.first.Status.Finished():
		if n, word = 1, to.Status.String(); to.Owner != "" { // the glyph shows that it is completed
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
	if t := m.Board.Task(c.key); t != nil && c.last.Kind != tasks.EventWiped {
		subject, line.State = t.Subject, phrase.State(m.Board.State(c.key))
	}
	if subject == "" {
		subject = c.key.Name
	}
	line.Label, line.Note = safetext.Subject(subject), safetext.Short(word)
	line.Right = safetext.Line(m.when(c.last.At, c.last.Found))
	return line, n, true
}

package cards

import (
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// cached is a card as built for one generation of the board and one minute. What changes more often (marks, selection,
// writes in flight) is set on a copy.
type cached struct {
	gen    int
	minute int64
	noNeed bool // it does not need a person
	card   view.Card
	copied view.Card // card with what changes more often
}

// settled is how long after a claim the card begins to say how its owner is: who just began is not idle.
const settled = 30 * time.Second

// mostCached is how many cards are kept before all are dropped: many more than a screen shows.
const mostCached = 4096

// behindLimit is the most tasks that are counted behind one.
const behindLimit = 100

// Card returns the card of a task, whether a column shows it or not.
func (m *Model) Card(k tasks.Key) view.Card {
	minute := m.Now.Unix() / 60
	e := m.cache[k]
	if e == nil {
		if len(m.cache) > mostCached {
			clear(m.cache)
		}
		e = &cached{gen: -1}
		e.card.Key = k.List + "/" + k.Name
		m.cache[k] = e
	}
	if e.gen != m.Generation || e.minute != minute {
		key := e.card.Key
		e.card = m.makeCard(k, e.card.ID.String())
		e.card.Key, e.gen, e.minute, e.noNeed = key, m.Generation, minute, false
	}
	fresh, mark := m.marks.fresh(k, m.Now)
	switch n := m.Board.Counts(); {
	case n.Done == n.Total:
		fresh = 0 // the screen says that everything is done
	case m.Still:
		fresh = min(fresh, 1)
	}
	pending, marked, spot := m.Writing(k), m.Marked(k), m.IsSpotlit(k)
	if e.noNeed && fresh == 0 && !pending && !marked && !spot {
		return e.card // the usual case; writing the copy would be the most expensive part of this function
	}
	card := &e.copied
	*card = e.card
	card.Fresh, card.Mark = fresh, mark
	card.Pending, card.Marked, card.Spot = pending, marked, spot
	e.noNeed = e.noNeed || !m.MarkNeed(card, k)
	return *card
}

// makeCard builds the card of a task, whose short id was shortID the last time.
func (m *Model) makeCard(k tasks.Key, shortID string) view.Card {
	b := m.Board
	t, p, state := b.Task(k), b.Problem(k), b.State(k)
	card := view.Card{State: phrase.State(state), ID: safetext.Line(b.ShortIDLike(k, shortID)),
		Behind: b.Behind(k, behindLimit), Find: m.find}
	card.Away, card.New = m.Offline(k.List) != "", m.IsNew(k)
	if t == nil {
		card.Subject, card.ID, card.Hue = safetext.Line(k.Name), safetext.Text{}, style.Nobody
		if p != nil {
			card.Warn, card.Alarm = safetext.Short(fileWords(p)), true
			if p.Damage == tasks.CutOff {
				card.Warn, card.WarnShort = safetext.Const("half-written, cannot be read"),
					safetext.Const("half-written, unreadable")
			}
			card.Age = safetext.Line(phrase.Age(m.Now.Sub(p.Since)))
		}
		return card
	}
	card.Subject = safetext.Subject(t.Subject)
	card.Owner, card.Hue = m.Owner(t.Owner)
	since, exact := b.Since(k)
	if !since.IsZero() {
		if since := m.Now.Sub(since); exact || since >= time.Minute { // "for at least 0 s" is no information
			card.Age = safetext.Line(phrase.Age(since))
		}
	}
	card.HasWorktree, card.WorktreeName = t.Worktree != "", safetext.Short(t.Worktree)
	card.Note, card.Names, card.After = m.waits(k, t, state)
	if state == board.Stuck {
		if next, ok := b.InLoop(k); ok {
			card.Loop, card.Note = true, safetext.Const("in a loop with")
			card.Names, card.After = m.inLoopWith(k, next), safetext.Line(b.ShortID(next))
		}
	}
	if done, all, ok := b.ContainerProgress(k); ok {
		card.Note = safetext.Line(strconv.Itoa(done) + " of " + strconv.Itoa(all) + " done")
	}
	if state == board.Running {
		if m.Now.Sub(since) >= settled {
			card.Note = m.OwnerNote(t.Owner)
		}
		if m.Hues != nil && m.Hues.Shared(t.Owner) {
			card.Initial = card.Owner.Clip(1, safetext.Text{})
		}
	}
	for _, l := range b.WaitsFor(k) {
		card.OneSided = card.OneSided || l.OneSided
	}
	unseen, remark := b.Unseen(t), safetext.Text{}
	switch {
	case p != nil && p.Kind == tasks.Unparsable:
		card.Warn, card.Alarm = safetext.Line("last good version shown: "+fileWords(p)), true
	case p != nil:
		card.Warn, card.Alarm = safetext.Line(p.Text), true
	case state == board.Unknown:
		card.Warn = safetext.Line(statusWord(t))
	case unseen != "":
		remark = safetext.Line(unseen)
	case t.DroppedLinks > 0:
		remark = safetext.Line(strconv.Itoa(int(t.DroppedLinks)) +
			phrase.Plural(int(t.DroppedLinks), " more link than is shown", " more links than are shown"))
	case b.SaysBlocked(k):
		remark = safetext.Const("says blocked, nothing open")
	case b.StartedEarly(k):
		remark = safetext.Const("started early")
	case state == board.Running && b.Silence(k, m.Circumstances()) == board.Quiet:
		remark = safetext.Const("quiet")
		if since := phrase.Age(m.Now.Sub(t.Stamp.Time())); since != card.Age.String() {
			remark = safetext.Line("quiet " + since)
		}
	case t.Status == tasks.InProgress && t.ActiveForm != "":
		card.Doing = safetext.Short(t.ActiveForm)
	}
	switch {
	case card.Note.Empty():
		card.Note = remark
	case !remark.Empty():
		card.Note = card.Note.Append(safetext.Spaces(2), remark)
	}
	return card
}

// waits returns what a blocked task waits for: names is the subject of a single task or the number of several, after
// the id of the first in the order of its file with the number of the others. The remark is empty if nothing is wrong.
// All are empty for a task that is not blocked.
func (m *Model) waits(k tasks.Key, t *tasks.Task, s board.State) (remark, names, after safetext.Text) {
	if !s.Blocked() {
		return
	}
	if s == board.Missing && m.Board.WorktreeMissing(k) && len(t.WaitsFor) == 0 {
		return safetext.Const("has no"), safetext.Short("worktree " + t.Worktree), after
	}
	if m.Board.BlockedByCompleted(k) {
		return safetext.Const("still lists"), safetext.Const("finished work"), after
	}
	if s == board.Stuck {
		remark = safetext.Const("stuck behind")
	}
	open, missing := 0, 0
	ended, word := false, "" // the last open one ended in a way that does not unblock, which its file calls word
	for _, l := range m.Board.WaitsFor(k) {
		if !l.Open {
			continue
		}
		name, id := safetext.Line(l.ID.Text), safetext.Line(l.ID.Text)
		switch {
		case l.Task == nil:
			missing++
		case l.Key == k:
			name, id = safetext.Const("itself"), safetext.Const("itself")
		default:
			ended = l.Task.Status.Finished() && l.Task.StatusText != ""
			word = l.Task.StatusText
			name, id = safetext.Subject(l.Task.Subject), safetext.Line(m.Board.ShortID(l.Key))
		}
		open++
		if open == 1 {
			names, after = name, id
		}
	}
	switch {
	case open == 1 && ended:
		remark = safetext.Short("waits for " + word)
	case open == 0 && t.DroppedBlockers:
		names = safetext.Const("more than is shown")
	case open > 1:
		after = after.Append(safetext.Line(" +" + strconv.Itoa(open-1)))
		names = safetext.Line(strconv.Itoa(open) + " tasks")
		if missing > 0 {
			names = names.Append(safetext.Line(", " + strconv.Itoa(missing) + " missing"))
		}
	}
	if s == board.Missing {
		names = safetext.Const("a missing task")
	}
	return remark, names, after
}

// inLoopWith returns the subject of the next task in the loop of a task.
func (m *Model) inLoopWith(k, next tasks.Key) safetext.Text {
	if t := m.Board.Task(next); t != nil && next != k {
		return safetext.Subject(t.Subject)
	}
	return safetext.Const("itself")
}

// fileWords returns what is wrong with a file. The position at which it is cut off is only in the detail.
func fileWords(p *tasks.Problem) string {
	if p.Damage == tasks.CutOff {
		return "half-written"
	}
	return p.Text
}

// statusWord returns a status that the dialect does not know, as the file spells it.
func statusWord(t *tasks.Task) string {
	if t.StatusText == "" {
		return "has no status"
	}
	return "status " + strconv.Quote(t.StatusText)
}

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

// behindLimit is the most tasks that are counted behind one.
const behindLimit = 100

// Card returns the card of a task, whether a column shows it or not.
func (m *Model) Card(k tasks.Key) view.Card {
	minute := m.Now.Unix() / 60
	e := m.cache[k]
	if e == nil {
		if len(m.cache) > 4096 {
			clear(m.cache)
		}
		e = &cached{gen: -1}
		e.card.Key = k.List + "/" + k.Name
		m.cache[k] = e
	}
	if e.gen != m.Generation || e.minute != minute {
		key := e.card.Key
		e.card = m.makeCard(k)
		e.card.Key, e.gen, e.minute, e.noNeed = key, m.Generation, minute, false
	}
	fresh, mark := m.marks.fresh(k, m.Now)
	if n := m.Board.Counts(); n.Done == n.Total {
		fresh = 0 // the screen says that everything is done
	}
	lit := m.marks.isLit(k, m.Now)
	pending, marked, spot, open := m.Writing(k), m.Marked(k), m.IsSpotlit(k), k == m.cursor.open
	if e.noNeed && fresh == 0 && !lit && !pending && !marked && !spot && !open {
		return e.card // the usual case; writing the copy would be the most expensive part of this function
	}
	card := &e.copied
	*card = e.card
	card.Fresh, card.Mark, card.Lit = fresh, mark, lit
	card.Pending, card.Marked, card.Spot, card.Open = pending, marked, spot, open
	e.noNeed = e.noNeed || !m.MarkNeed(card, k)
	return *card
}

// makeCard builds the card of a task.
func (m *Model) makeCard(k tasks.Key) view.Card {
	b := m.Board
	t, p, state := b.Task(k), b.Problem(k), b.State(k)
	card := view.Card{State: phrase.State(state), ID: safetext.Line(b.ShortID(k)), Behind: b.Behind(k, behindLimit), Find: m.find}
	card.Away = m.Offline(k.List) != ""
	if t == nil {
		card.Subject, card.ID, card.Note = safetext.Line(k.Name), safetext.Text{}, safetext.Const("cannot be read")
		card.Hue = style.Nobody
		if p != nil {
			card.Warn, card.Alarm = safetext.Short(fileWords(p)), true
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
	card.Note, card.Names, card.Short = m.waits(k, t, state)
	card.Soon = state == board.Waiting && !t.DroppedBlockers && b.WaitsForRunning(k)
	if state == board.Stuck {
		if next, ok := b.InLoop(k); ok {
			card.Loop, card.Note = true, safetext.Const("in a loop with")
			card.Names, card.Short = m.inLoopWith(k, next), safetext.Line(b.ShortID(next))
		}
	}
	if done, all, ok := b.ContainerProgress(k); ok {
		card.Note = safetext.Line(strconv.Itoa(done) + " of " + strconv.Itoa(all) + " done")
	}
	if state == board.Running {
		card.Note, card.Then = m.OwnerNote(t.Owner), m.then(k, card.Behind)
	}
	for _, l := range b.WaitsFor(k) {
		card.OneSided = card.OneSided || l.OneSided
	}
	unseen := b.Unseen(t)
	switch {
	case p != nil && p.Kind == tasks.Unparsable:
		card.Warn, card.Alarm = safetext.Line("last good version shown: "+fileWords(p)), true
	case p != nil:
		card.Warn, card.Alarm = safetext.Line(p.Text), true
	case state == board.Unknown:
		card.Warn = safetext.Line(statusWord(t))
	case unseen != "":
		card.Warn = safetext.Line(unseen)
	case t.DroppedLinks > 0:
		card.Warn = safetext.Line(strconv.Itoa(int(t.DroppedLinks)) + phrase.Plural(int(t.DroppedLinks), " more link than is shown", " more links than are shown"))
	case b.SaysBlocked(k):
		card.Warn = safetext.Const("says blocked, nothing open")
	case b.StartedEarly(k):
		card.Warn = safetext.Const("started early")
	case state == board.Running && b.Silence(k, m.Circumstances()) == board.Quiet:
		card.Warn = safetext.Const("quiet")
		if since := phrase.Age(m.Now.Sub(t.Stamp.Time())); since != card.Age.String() {
			card.Warn = safetext.Line("quiet " + since)
		}
	case t.Status == tasks.InProgress && t.ActiveForm != "":
		card.Doing = safetext.Short(t.ActiveForm)
	}
	return card
}

// waits returns what a pending task waits for: the name and the id of a single task, or the number of several, in words and short. The
// remark is empty if nothing is wrong.
func (m *Model) waits(k tasks.Key, t *tasks.Task, s board.State) (remark, names, short safetext.Text) {
	if !s.Blocked() {
		return
	}
	if s == board.Missing && m.Board.WorktreeMissing(k) && len(t.WaitsFor) == 0 {
		return safetext.Const("has no"), safetext.Short("worktree " + t.Worktree), short
	}
	if s == board.Missing {
		return remark, safetext.Const("a missing task"), short
	}
	if m.Board.BlockedByCompleted(k) {
		return safetext.Const("still lists"), safetext.Const("finished work"), short
	}
	if s == board.Stuck {
		remark = safetext.Const("stuck behind")
	}
	open, missing := 0, 0
	for _, l := range m.Board.WaitsFor(k) {
		if !l.Open {
			continue
		}
		open++
		switch {
		case l.Task == nil:
			missing++
			names = safetext.Line(l.ID.Text)
		case l.Key == k:
			names = safetext.Const("itself")
		default:
			names, short = safetext.Subject(l.Task.Subject), safetext.Line(m.Board.ShortID(l.Key))
		}
	}
	switch {
	case open == 0 && t.DroppedBlockers:
		names = safetext.Const("more than is shown")
	case open > 1:
		short = safetext.Line("x" + strconv.Itoa(open))
		names = safetext.Line(strconv.Itoa(open) + " tasks")
		if missing > 0 {
			short, names = safetext.Text{}, names.Append(safetext.Line(", "+strconv.Itoa(missing)+" missing"))
		}
	}
	return remark, names, short
}

// then says which tasks the completion of a task unblocks: the one with the most work behind it, and how many more.
func (m *Model) then(k tasks.Key, behind int) (words safetext.Text) {
	if behind == 0 || behind == behindLimit {
		return
	}
	most, n, next := -1, 0, (*tasks.Task)(nil)
	for _, l := range m.Board.Unblocks(k) {
		if !l.Open || l.Task == nil {
			continue
		}
		n++
		if behind := m.Board.Behind(l.Key, behindLimit); behind > most {
			most, next = behind, l.Task
		}
	}
	if next == nil {
		return
	}
	words = safetext.Const("unblocks ").Append(safetext.Subject(next.Subject))
	if n > 1 {
		words = words.Append(safetext.Line(" +" + strconv.Itoa(n-1)))
	}
	return words
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
	if p.CutOff {
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

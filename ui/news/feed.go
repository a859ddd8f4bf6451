package news

import (
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// item is one thing that happened.
type item struct {
	at    time.Time
	key   tasks.Key // of the task, zero where it was more than one thing
	line  view.Line
	brief view.Brief // the same where a sentence has no room
	event board.Event
	all   []board.Event // what it tells of, where that is more than the event
	found bool          // nobody saw it: it was so by then

	age  safetext.Text // as it was at a minute, so that it is worded once in it
	then int64
}

const (
	mostPast  = 400 // things that are remembered, and as many of the time before the program began
	mostItems = 8   // sentences about what happened together
	mostFeed  = 60  // things that stand beside a board
)

// recent is what the line of news tells of, the newest batch first.
type recent struct {
	since  time.Time
	events []board.Event
}

// join adds what an earlier completion went on to unblock to that, and returns all other events, in the place of those it was given.
// Clearing a task from many lists is many writes, which come in any number of readings.
func (n *recent) join(events []board.Event) []board.Event {
	rest := events[:0]
	for _, e := range events {
		i := slices.IndexFunc(n.events, func(of board.Event) bool {
			return e.Kind == tasks.EventUnblocked && of.Key == e.Key && of.Mine == e.Mine && (of.Kind == tasks.EventCompleted || of.Kind == tasks.EventUnblocked)
		})
		if i < 0 {
			rest = append(rest, e)
			continue
		}
		of := &n.events[i]
		of.Unblocked = slices.SortedFunc(slices.Values(slices.Concat(of.Unblocked, e.Unblocked)), tasks.Key.Compare)
	}
	return rest
}

func (n *recent) has(id tasks.EditID) bool {
	return slices.ContainsFunc(n.events, func(e board.Event) bool { return e.Mine == id })
}

// turn puts what the line tells of into the past and begins a new line.
func (m *Model) turn() {
	m.past = slices.Insert(m.past, 0, m.present()...)
	m.past = m.past[:min(len(m.past), mostPast)]
	left := mostHappened
	for i := range m.past { // of what is older than that, a filter finds what happened to the first task
		if left -= len(m.past[i].all); left < 0 {
			m.past[i].all = nil
		}
	}
	m.recent, m.feed = recent{since: m.Now()}, nil
}

// present is what the line tells of, thing by thing.
func (m *Model) present() []item {
	items := m.itemsOf(m.recent.events, mostItems)
	for i := range items {
		items[i].at = m.recent.since
	}
	return items
}

// items is everything that can be told, the newest first.
func (m *Model) items() []item { return slices.Concat(m.present(), m.past, m.record.older) }

// Feed returns what happened lately, the newest first. It is made anew only when something happened or an age has changed.
func (m *Model) Feed() *view.Feed {
	if minute := m.Now().Unix() / 60; m.feed == nil || m.minute != minute {
		m.feed, m.told, m.minute = &view.Feed{Since: phrase.Clock(m.began())}, nil, minute
		m.feed.Items = make([]view.FeedItem, 0, mostFeed)
		for _, items := range [][]item{m.present(), m.past, m.record.older} {
			for i := range items[:min(len(items), mostFeed-len(m.feed.Items))] {
				it := &items[i]
				if it.then != minute {
					it.age, it.then = safetext.Line(phrase.Age(m.Now().Sub(it.at))), minute
				}
				m.feed.Items = append(m.feed.Items, view.FeedItem{Age: it.age, Line: it.line, Brief: it.brief})
				m.told = append(m.told, it.key)
			}
		}
	}
	return m.feed
}

// claimWithin is how long after its owner's name a task may be started for both to be one claim: some agents write them one
// after the other.
const claimWithin = 10 * time.Second

// heldFor is how long it is not told that a pending task has an owner: Claude Code's agents write the status a moment after the
// name, and both are one claim.
const heldFor = 700 * time.Millisecond

// held is an event that may be half a claim, and when it was heard of.
type held struct {
	board.Event
	at time.Time
}

// hold keeps back what may be half a claim, and returns the rest: with the other half it is the claim, and whatever else happens
// to its task is told after it.
func (m *Model) hold(events []board.Event) (rest []board.Event) {
	for _, e := range events {
		if e.Kind == tasks.EventClaimed && e.Mine == 0 && !m.startedBy(e) {
			m.held = append(m.held, held{e, m.Now()})
			continue
		}
		if i := slices.IndexFunc(m.held, func(h held) bool { return h.Key == e.Key }); i >= 0 {
			h := m.held[i].Event
			if m.held = slices.Delete(m.held, i, i+1); e.Kind == tasks.EventStarted && e.Who == h.Who && e.Mine == 0 {
				e.Kind, e.Fields = tasks.EventClaimed, slices.Concat(h.Fields, e.Fields)
			} else {
				rest = append(rest, h)
			}
		}
		rest = append(rest, e)
	}
	return rest
}

// Settle tells what was kept back for long enough, and returns when the next of it is due, the zero time for none.
func (m *Model) Settle() time.Time {
	var due []board.Event
	for len(m.held) > 0 && m.Now().Sub(m.held[0].at).Abs() >= heldFor {
		due, m.held = append(due, m.held[0].Event), m.held[1:]
	}
	if m.tell(board.Diff{Events: due}); len(m.held) == 0 {
		return time.Time{}
	}
	return m.held[0].at.Add(heldFor)
}

// joinClaims makes one claim of a start and of what was told when its owner's name was written.
func (m *Model) joinClaims(events []board.Event) []board.Event {
	for i := range events {
		e := &events[i]
		if e.Kind != tasks.EventStarted || e.Who == "" || e.Mine != 0 {
			continue
		}
		half := func(h board.Event) bool {
			return h.Kind == tasks.EventClaimed && h.Key == e.Key && h.Who == e.Who && h.Mine == 0 && !m.startedBy(h) && e.At.Sub(h.At) < claimWithin
		}
		for _, h := range m.recent.events {
			if half(h) {
				e.Kind, e.Fields = tasks.EventClaimed, slices.Concat(h.Fields, e.Fields)
			}
		}
		for _, it := range m.past {
			if half(it.event) {
				e.Kind, e.Fields = tasks.EventClaimed, slices.Concat(it.event.Fields, e.Fields)
			}
		}
		m.recent.events = slices.DeleteFunc(m.recent.events, half)
		m.past = slices.DeleteFunc(m.past, func(it item) bool { return half(it.event) })
	}
	return events
}

// TaskOf returns the task that an item of the feed is about, while it is there.
func (m *Model) TaskOf(item int) (k tasks.Key, ok bool) {
	if item < len(m.told) {
		k = m.told[item]
	}
	return k, m.Board().Has(k)
}

// answerFor is how long news of an edit made here is said where else none is.
const answerFor = 12 * time.Second

// AnswersUntil returns how long the line answers an edit that was made here, the zero time where it tells of others.
func (m *Model) AnswersUntil() time.Time {
	if slices.ContainsFunc(m.recent.events, func(e board.Event) bool { return e.Mine != 0 }) {
		return m.recent.since.Add(answerFor)
	}
	return time.Time{}
}

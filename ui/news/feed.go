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

// An item is one line of the past, about one event or several.
type item struct {
	at    time.Time
	key   tasks.Key // of the task, zero for several
	line  view.Line
	whole view.Line  // with subjects that are not cut
	brief view.Brief // a shorter form of line
	event board.Event
	all   []board.Event // the events, if there are several
	found bool          // no board saw it happen; at is the time by which it had

	age  safetext.Text // formatted in the minute then
	then int64
}

const (
	maxPast  = 400 // items kept since the start, and as many from before it
	maxItems = 8   // sentences about what happened together
	maxFeed  = 60  // items next to a board
)

// recent holds the events of the line, the newest batch first.
type recent struct {
	since  time.Time
	events []board.Event
}

// join adds to an earlier completion the tasks that it unblocked since, and returns the other events in the same slice.
// Clearing a task from many files takes many writes, which may be read in several parts.
func (n *recent) join(events []board.Event) []board.Event {
	rest := events[:0]
	for _, e := range events {
		i := slices.IndexFunc(n.events, func(of board.Event) bool {
			return e.Kind == tasks.EventUnblocked && of.Key == e.Key && of.Mine == e.Mine &&
				(of.Kind == tasks.EventCompleted || of.Kind == tasks.EventUnblocked)
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

// startLine moves the line into the past and starts a new one.
func (m *Model) startLine() {
	m.past = slices.Insert(m.past, 0, m.present()...)
	m.past = m.past[:min(len(m.past), maxPast)]
	left := maxHappened
	for i := range m.past { // in older items a filter finds only the first event
		if left -= len(m.past[i].all); left < 0 {
			m.past[i].all = nil
		}
	}
	m.recent, m.feed = recent{since: m.Now}, nil
}

// present returns the items of the line.
func (m *Model) present() []item {
	items := m.itemsOf(m.recent.events, maxItems)
	for i := range items {
		items[i].at = m.recent.since
	}
	return items
}

// items returns all items, the newest first.
func (m *Model) items() []item { return slices.Concat(m.allItems()...) }

// allItems returns the same in three parts.
func (m *Model) allItems() [][]item { return [][]item{m.present(), m.past, m.record.older} }

// Feed returns the latest items, the newest first. It builds them anew only after an event or a minute.
func (m *Model) Feed() *view.Feed {
	if minute := m.Now.Unix() / 60; m.feed == nil || m.minute != minute {
		m.feed, m.keys, m.minute = &view.Feed{Since: phrase.Clock(m.began())}, nil, minute
		m.feed.Items = make([]view.FeedItem, 0, maxFeed)
		for _, items := range m.allItems() {
			for i := range items[:min(len(items), maxFeed-len(m.feed.Items))] {
				m.feed.Items = append(m.feed.Items, m.feedItem(&items[i]))
				m.keys = append(m.keys, items[i].key)
			}
		}
	}
	return m.feed
}

// NewsOf returns the latest items about some tasks, at most most.
func (m *Model) NewsOf(is func(tasks.Key) bool, most int) (news []view.FeedItem) {
	for _, items := range m.allItems() {
		for i := range items {
			if len(news) == most {
				return news
			}
			if is(items[i].key) {
				news = append(news, m.feedItem(&items[i]))
			}
		}
	}
	return news
}

// feedItem returns an item as it is shown.
func (m *Model) feedItem(it *item) view.FeedItem {
	if minute := m.Now.Unix() / 60; it.then != minute {
		it.age, it.then = safetext.Line(phrase.Age(m.Now.Sub(it.at))), minute
	}
	return view.FeedItem{At: m.clockOf(it.at), Age: it.age, Line: it.line, Brief: it.brief}
}

// clockOf returns the time of day, or the day if that time may come again today.
func (m *Model) clockOf(at time.Time) safetext.Text {
	if m.Now.Sub(at) >= 20*time.Hour {
		return phrase.Day(at.Local())
	}
	return phrase.Clock(at.Local())
}

// claimWithin is how long after an owner was set a start still makes both one claim: some agents write them separately.
const claimWithin = 10 * time.Second

// holdFor is how long the owner of a pending task is held back: Claude Code's agents write the status a moment after
// the owner, and both are one claim.
const holdFor = 700 * time.Millisecond

// halfClaim is an event that may be half a claim, and when it was read.
type halfClaim struct {
	board.Event
	at time.Time
}

// hold keeps back events that may be half a claim, and returns the rest. The other half completes the claim; any other
// event of the task follows the one held back.
func (m *Model) hold(events []board.Event) (rest []board.Event) {
	for _, e := range events {
		if e.Kind == tasks.EventClaimed && e.Mine == 0 && !m.startedBy(e) {
			m.halfClaims = append(m.halfClaims, halfClaim{e, m.Now})
			continue
		}
		if i := slices.IndexFunc(m.halfClaims, func(h halfClaim) bool { return h.Key == e.Key }); i >= 0 {
			h := m.halfClaims[i].Event
			m.halfClaims = slices.Delete(m.halfClaims, i, i+1)
			if e.Kind == tasks.EventStarted && e.Who == h.Who && e.Mine == 0 {
				e.Kind, e.Fields = tasks.EventClaimed, slices.Concat(h.Fields, e.Fields)
			} else {
				rest = append(rest, h)
			}
		}
		rest = append(rest, e)
	}
	return rest
}

// AddDue adds the events that were held back long enough. It returns when the next one is due, the zero time if none
// is.
func (m *Model) AddDue() time.Time {
	var due []board.Event
	for len(m.halfClaims) > 0 && m.Now.Sub(m.halfClaims[0].at).Abs() >= holdFor {
		due, m.halfClaims = append(due, m.halfClaims[0].Event), m.halfClaims[1:]
	}
	m.add(board.Diff{Events: due})
	if len(m.halfClaims) == 0 {
		return time.Time{}
	}
	return m.halfClaims[0].at.Add(holdFor)
}

// joinClaims makes one claim of a start and an earlier event that set the owner.
func (m *Model) joinClaims(events []board.Event) []board.Event {
	for i := range events {
		e := &events[i]
		if e.Kind != tasks.EventStarted || e.Who == "" || e.Mine != 0 {
			continue
		}
		half := func(h board.Event) bool {
			return h.Kind == tasks.EventClaimed && h.Key == e.Key && h.Who == e.Who && h.Mine == 0 && !m.startedBy(h) &&
				e.At.Sub(h.At) < claimWithin
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

// TaskOf returns the task of an item of the feed, false if it is gone.
func (m *Model) TaskOf(item int) (k tasks.Key, ok bool) {
	if item < len(m.keys) {
		k = m.keys[item]
	}
	return k, m.Board.Has(k)
}

// answerFor is how long the line answers an edit made here on a board without news.
const answerFor = 12 * time.Second

// AnswersUntil returns until when the line answers an edit made here, the zero time if it does not.
func (m *Model) AnswersUntil() time.Time {
	if slices.ContainsFunc(m.recent.events, func(e board.Event) bool { return e.Mine != 0 }) {
		return m.recent.since.Add(answerFor)
	}
	return time.Time{}
}

// Package news writes the news: what agents and the person did, and what followed from it. It also keeps the past, and
// shows what happened while the person was away.
package news

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Uses is what the news ask of other features.
type Uses struct {
	InDemo     func() bool
	NewChanged func() // shows that tasks are new, or no longer
}

// A Model holds the news of the open directory.
type Model struct {
	*host.Program
	Uses

	News   view.News
	Unseen Unseen

	recent     recent      // the events of the line
	halfClaims []halfClaim // events that may be half a claim
	finish     finish
	past       []item // the lines before it, the newest first
	feed       *view.Feed
	keys       []tasks.Key // the task of each of its items, zero for several
	minute     int64       // for which its ages were formatted
	record     record
}

// New returns a Model without news.
func New(p *host.Program) *Model { return &Model{Program: p} }

// Reset forgets everything, for another directory.
func (m *Model) Reset() { *m = Model{Program: m.Program, Uses: m.Uses} }

// maxSentences is the largest number of events that the line describes; it counts the others.
const maxSentences = 3

// together is how long the line gathers events after its first one, so that a burst is counted correctly even if it was
// read in several parts.
const together = 2 * time.Second

// By returns the name of the agent or person that caused an event, "" if unknown.
func (m *Model) By(e board.Event) string { return m.groupOf(e).by }

// Newest returns the first event of the line, nil if there is none.
func (m *Model) Newest() *board.Event {
	if len(m.recent.events) == 0 {
		return nil
	}
	return &m.recent.events[0]
}

// HandleDiff adds the events of a change of the board to the line: the newest batch first, and in it claims and
// completions before lesser changes. An edit made here starts a new line, because it answers a key.
func (m *Model) HandleDiff(d board.Diff) tea.Cmd {
	m.keep(d)
	d.Events = m.hold(d.Events)
	m.add(d)
	return m.begin()
}

// add adds events to the line.
func (m *Model) add(d board.Diff) {
	n := &m.recent
	if d.Reset || d.Replaced {
		words := "the list was reset by its agents"
		if d.Replaced {
			words = "the directory was replaced by another: " + phrase.Tasks(m.Board.Counts().Total)
		}
		m.startLine()
		m.News = view.News{At: phrase.Clock(m.Now), Line: phrase.Line(words, style.Plain)}
		m.past = slices.Insert(m.past, 0, item{at: m.Now, line: m.News.Line, whole: m.News.Line})
		return
	}
	if len(d.Events) == 0 {
		return
	}
	age := m.Now.Sub(n.since)
	mine := d.Events[0].Mine
	if mine != 0 && !n.has(mine) || mine == 0 && (age < 0 || age >= together) {
		m.startLine()
	}
	m.feed = nil
	batch := n.join(m.joinClaims(slices.Clone(d.Events)))
	slices.SortStableFunc(batch, func(a, b board.Event) int { return rank(a) - rank(b) })
	n.events = append(batch, n.events...)
	m.News = m.newsOf(phrase.Clock(m.Now), m.itemsOf(n.events, maxSentences))
}

// newsOf returns the line about what happened at one time.
func (m *Model) newsOf(at safetext.Text, items []item) view.News {
	n := view.News{At: at}
	for i, it := range items {
		sign := m.signOf(it.event)
		switch {
		case i == 0:
			n.Sign, n.Line, n.Short, n.Brief = sign, it.whole, it.line, it.brief
		case sign.Text.Empty():
			n.Also = append(n.Also, it.line)
		default:
			n.Also = append(n.Also, append(view.Line{sign, phrase.Dim(" ")}, it.line...))
		}
	}
	return n
}

// showNewest makes the line say what happened last before the program began, if it says nothing yet: of what only the
// files show a completion, because what is in progress is to be seen.
func (m *Model) showNewest() {
	older := m.record.older
	i := slices.IndexFunc(older, func(it item) bool { return !it.found || it.event.Kind == tasks.EventCompleted })
	if len(m.News.Line) == 0 && i >= 0 {
		m.News = m.newsOf(m.clockOf(older[i].at), older[i:i+1])
	}
}

// A group is what events have in common that are described in one sentence.
type group struct {
	verb string
	by   string // who did it, "" if unknown
	to   string // who got the task
}

// itemsOf describes events in their order, in at most most sentences: many of a group in one, the others one by one.
// The last item counts the rest.
func (m *Model) itemsOf(events []board.Event, most int) (items []item) {
	lead := map[tasks.EditID]int{} // for each edit made here, the index of the event that describes it
	for i, e := range events {
		first, seen := lead[e.Mine]
		if e.Mine != 0 && (!seen || events[first].Kind == tasks.EventEdited && e.Kind != tasks.EventEdited) {
			lead[e.Mine] = i
		}
	}
	var also view.Line // what an edit changed in other files
	var order []group
	of := map[group][]board.Event{}
	untold := 0 // the number of events that no sentence describes yet
	for i, e := range events {
		if first, mine := lead[e.Mine]; mine && first != i && e.Kind == tasks.EventEdited {
			also = append(also, m.consequences(e, shortCuts)...)
			continue
		}
		k := m.groupOf(e)
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], e)
		untold++
	}
	one := func(e board.Event) {
		items = append(items, item{key: e.Key, line: m.sentenceOf(e, shortCuts), whole: m.sentenceOf(e, wholeCuts),
			brief: m.briefOf(e), event: e})
	}
	for _, k := range order {
		es := of[k]
		if len(es) > maxSentences && len(items) < most {
			other := func(e board.Event) bool { return e.Key != es[0].Key }
			line := m.sentenceOf(es[0], shortCuts) // if all are of one task, the newest describes them
			if slices.ContainsFunc(es, other) {
				line = m.sentenceForAll(k, es)
			}
			items = append(items, item{key: es[0].Key, line: line, whole: line, event: es[0], all: es})
			untold -= len(es)
			continue
		}
		for _, e := range es {
			if len(items) < most {
				one(e)
				untold--
			}
		}
	}
	if last := len(items) - 1; last >= 0 && len(also) > 0 {
		it := &items[last]
		it.line, it.whole, it.brief = append(it.line, also...), append(slices.Clip(it.whole), also...), view.Brief{}
	}
	// what was claimed, completed and claimed again is told in that order, not by verb
	slices.SortStableFunc(items, func(a, b item) int { return b.event.At.Compare(a.event.At) })
	if untold > 0 {
		rest := view.Line{phrase.Dim(fmt.Sprintf("%d more %s", untold, phrase.Plural(untold, "change", "changes")))}
		items = append(items, item{line: rest, whole: rest})
	}
	return items
}

// rank orders events by their weight on the board, the heaviest first.
func rank(e board.Event) int {
	switch e.Kind {
	case tasks.EventClaimed, tasks.EventStarted, tasks.EventCompleted, tasks.EventTookOver:
		return 0
	case tasks.EventReleased, tasks.EventReopened, tasks.EventBroke, tasks.EventUnblocked:
		return 1
	case tasks.EventCreated, tasks.EventDeleted, tasks.EventRepaired:
		return 2
	}
	return 3
}

// groupOf returns the group of an event. It names the person if the edit was made here, and an agent if the write put
// its own name into the file or completed its own task. The owner of a task that was released or edited need not have
// done so.
func (m *Model) groupOf(e board.Event) group {
	d := group{verb: e.Kind.String()}
	if e.Mine != 0 {
		d.by = m.Me
	}
	before, after, passed := ownersOf(e)
	switch {
	case e.Kind == tasks.EventClaimed && e.Mine == 0 && m.startedBy(e) && e.Who != m.Me:
		d.by = e.Who
	case e.Kind == tasks.EventClaimed && e.Mine == 0 && m.startedBy(e):
		d.verb = "claimed in your name"
	case e.Kind == tasks.EventCompleted && e.Mine == 0 && e.Who != m.Me && m.formerOwner(e).Text.Empty():
		d.by = e.Who
	case (e.Kind == tasks.EventClaimed || e.Kind == tasks.EventTookOver) && (e.Mine == 0 || e.Who != m.Me):
		d.verb, d.to = "given", e.Who
	case e.Kind == tasks.EventEdited && len(e.Fields) == 1 && passed && after != "" && after != before:
		d.verb, d.to = "given", after
	}
	return d
}

// startedBy reports whether a claim also put the task in progress. An owner may also be set alone.
func (m *Model) startedBy(e board.Event) bool {
	if len(e.Fields) == 0 { // the file appeared with it
		t := m.Board.Task(e.Key)
		return t != nil && t.Status != tasks.Pending
	}
	return slices.ContainsFunc(e.Fields, func(f board.FieldChange) bool { return f.Field == tasks.FieldStatus })
}

// ownersOf returns the owner before and after an event, and whether it changed.
func ownersOf(e board.Event) (before, after string, passed bool) {
	for _, f := range e.Fields {
		if f.Field == tasks.FieldOwner {
			return f.Before.Text, f.After.Text, true
		}
	}
	return "", "", false
}

// sentenceForAll describes several events of one group: "12 tasks were deleted".
func (m *Model) sentenceForAll(k group, es []board.Event) view.Line {
	of := map[tasks.Key]bool{}
	var all board.Event
	for _, e := range es {
		of[e.Key] = true
		all.Unblocked = append(all.Unblocked, e.Unblocked...)
		all.Blocked = append(all.Blocked, e.Blocked...)
	}
	many := phrase.Plain(fmt.Sprintf("%d %s", len(of), phrase.Plural(len(of), "task", "tasks")))
	line := m.doneWith(many, phrase.Plural(len(of), " was ", " were "), es[0].Kind, k)
	return append(line, m.consequences(all, shortCuts)...)
}

// sentenceOf describes one event: what was done to which task, by whom if known, and what it unblocked or blocked
// again.
func (m *Model) sentenceOf(e board.Event, c cuts) view.Line {
	var line view.Line
	subject := view.Span{Text: m.cut(safetext.Subject(e.Subject), c.task), Style: style.Subject}
	if e.Subject == "" {
		subject.Text = safetext.Line(m.Board.ShortID(e.Key))
		if subject.Text.Empty() {
			subject.Text = safetext.Line(e.Key.Name)
		}
	}
	d := m.groupOf(e)
	bound := e.Kind == tasks.EventEdited && len(e.Fields) == 1 && e.Fields[0].Field == tasks.FieldWorktree
	if bound {
		line = m.bindingOf(d.by, subject, e.Fields[0])
	} else {
		line = append(m.yours(e), m.doneWith(subject, " was ", e.Kind, d)...)
	}
	switch {
	case e.Kind == tasks.EventBroke && e.Subject != "":
		line = append(line, view.Span{Text: safetext.Const(" any more"), Style: style.Danger})
	case e.Kind == tasks.EventUnblocked:
		line = append(line, phrase.Plain(" from the lists that named it"))
	}
	if was := m.formerOwner(e); !was.Text.Empty() {
		line = append(line, was)
	}
	if e.Key.List != "" {
		line = append(line, phrase.Dim(phrase.InList(e.Key.List)))
	}
	if e.Kind == tasks.EventEdited && len(e.Fields) > 0 && d.to == "" && !bound {
		line = append(line, m.changeOf(e.Key, e.Fields)...)
	}
	return append(line, m.consequences(e, c)...)
}

// doneWith says what was done with one or several tasks, by whom and for whom.
func (m *Model) doneWith(what view.Span, was string, kind tasks.EventKind, d group) view.Line {
	switch {
	case kind == tasks.EventBroke:
		return view.Line{what, {Text: safetext.Const(" cannot be read"), Style: style.Danger}}
	case kind == tasks.EventRepaired:
		return view.Line{what, phrase.Plain(" can be read again")}
	case kind == tasks.EventUnblocked:
		return view.Line{what, phrase.Plain(was + "cleared")}
	case d.to != "" && d.by != "":
		return view.Line{m.whoSpan(d.by), phrase.Dim(" gave "), what, phrase.Dim(" to "), m.whoSpan(d.to)}
	case d.to != "":
		return view.Line{what, phrase.Dim(was + "given to "), m.whoSpan(d.to)}
	case d.by != "":
		return view.Line{m.whoSpan(d.by), phrase.Dim(" " + d.verb + " "), what}
	}
	return view.Line{what, phrase.Dim(was + d.verb)}
}

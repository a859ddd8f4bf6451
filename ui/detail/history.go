package detail

import (
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// historyOf returns what happened to a task as lines, the latest first.
func (m *Model) historyOf(key tasks.Key) (news []view.FeedItem) {
	all := m.Happened()
	var last *log.Event
	for i := len(all) - 1; i >= 0 && len(news) < mostHistory; i-- {
		e := &all[i]
		if e.Key != key || last != nil && isOneMove(e, last) {
			continue
		}
		news, last = append(news, m.historyItem(e)), e
	}
	return news
}

// isAsCreated reports whether a task is pending since it was created.
func (m *Model) isAsCreated(k tasks.Key) bool {
	all := m.Happened()
	for i := len(all) - 1; i >= 0; i-- {
		e := &all[i]
		if e.Key == k && (e.Kind == tasks.EventCreated || e.From.Status != e.To.Status) {
			return e.Kind == tasks.EventCreated && e.To.Status == tasks.Pending && !e.Found
		}
	}
	return false
}

// isOneMove reports whether an owner claimed a task and started it in one go: an agent writes that in two steps.
func isOneMove(claim, start *log.Event) bool {
	together := start.At.Sub(claim.At) < time.Minute && start.To.Owner == claim.To.Owner
	return together && claim.Kind == tasks.EventClaimed && start.Kind == tasks.EventStarted
}

// mostHistory is the largest number of events of a task that are shown.
const mostHistory = 6

// historyItem returns what happened to a task as a line: what was done, who did it, and how many tasks could start.
func (m *Model) historyItem(e *log.Event) view.FeedItem {
	line := phrase.Line(happened[e.Kind], style.Plain)
	who := e.To.Owner
	if e.Kind == tasks.EventReleased || e.Kind == tasks.EventReopened {
		who = e.From.Owner
	}
	switch {
	case e.Ours:
		line = append(line, phrase.Line(" by you", style.Plain)...)
	case who != "" && e.Kind != tasks.EventCreated:
		line = append(line, view.Span{Text: safetext.Line("  " + who), Style: m.HueOf(who)})
	}
	if n := len(e.Unblocked) + e.More; n > 0 {
		line = append(line, phrase.Line("  "+m.Sheet.Glyphs.Arrow+" "+phrase.Tasks(n)+" could start", style.Dim)...)
	}
	return view.FeedItem{At: phrase.Clock(e.At.Local()), Age: safetext.Line(phrase.Age(m.Now.Sub(e.At))), Line: line}
}

// happened are the words for what happened to a task.
var happened = map[tasks.EventKind]string{
	tasks.EventCreated: "created", tasks.EventEdited: "edited", tasks.EventClaimed: "claimed",
	tasks.EventStarted: "started", tasks.EventTookOver: "taken over",
	tasks.EventReleased: "released", tasks.EventReopened: "reopened", tasks.EventCompleted: "completed",
}

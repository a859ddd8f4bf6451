package detail

import (
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// mostCounted is of how many tasks that wait for one it is told what else they wait for; far more than a detail shows.
const mostCounted = 100

// others says for how many tasks beside one a task waits, empty for none.
func (m *Model) others(k, beside tasks.Key) safetext.Text {
	n := 0
	for _, l := range m.Board().WaitsFor(k) {
		if l.Open && l.Key != beside {
			n++
		}
	}
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line("waits for " + strconv.Itoa(n) + phrase.Plural(n, " other", " others"))
}

// age returns how long a task is in hand, or how long ago it was completed; nothing of another, and where it is not known.
func (m *Model) age(k tasks.Key, state view.State) safetext.Text {
	since, exact := m.Board().Since(k)
	ago := m.Now().Sub(since)
	if state != view.Running && state != view.Done || !exact && ago < time.Minute {
		return safetext.Text{}
	}
	return safetext.Line(phrase.Age(ago))
}

// mostLater is how many tasks are listed at most that a task waits for, or that wait for it, through others.
const mostLater = 20

// earlier returns the unfinished tasks that one waits for only through others, the nearest first: the way to what can be finished now.
func (m *Model) earlier(k tasks.Key) (earlier []view.Dep) {
	seen, next := map[tasks.Key]bool{k: true}, []tasks.Key{k}
	for i := 0; i < len(next); i++ {
		for _, l := range m.Board().WaitsFor(next[i]) {
			if !l.Open || l.Key.Name == "" || seen[l.Key] {
				continue
			}
			seen[l.Key], next = true, append(next, l.Key)
			if i == 0 {
				continue
			}
			if len(earlier) == mostLater {
				return nil
			}
			earlier = append(earlier, m.dep(l))
		}
	}
	return earlier
}

// later returns the tasks that wait for one only through others, the nearest first.
func (m *Model) later(k tasks.Key, behind int) (later []view.Dep) {
	next := m.Board().Unblocks(k)
	for _, b := range m.Board().AppendBehind(nil, k, behind) {
		if !slices.ContainsFunc(next, func(l board.LinkEnd) bool { return l.Key == b }) {
			card := m.Card(b)
			later = append(later, view.Dep{State: card.State, ID: card.ID, Subject: card.Subject, Note: card.Owner, Hue: card.Hue})
		}
	}
	return later
}

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

// maxCounted is the largest number of dependants whose other blockers are counted, far more than a detail shows.
const maxCounted = 100

// others returns the number of other tasks that a task waits for, in words; empty for none.
func (m *Model) others(k, except tasks.Key) safetext.Text {
	n := 0
	for _, l := range m.Board.WaitsFor(k) {
		if l.Open && l.Key != except {
			n++
		}
	}
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line("waits for " + strconv.Itoa(n) + phrase.Plural(n, " other", " others"))
}

// age returns how long a task has been in progress, or how long ago it was completed. It is empty for other tasks, and if unknown.
func (m *Model) age(k tasks.Key, state view.State) safetext.Text {
	since, exact := m.Board.Since(k)
	ago := m.Now.Sub(since)
	if state != view.Running && state != view.Done || !exact && ago < time.Minute {
		return safetext.Text{}
	}
	return safetext.Line(phrase.Age(ago))
}

// maxLater is the largest number of indirect blockers or dependants that are listed.
const maxLater = 20

// earlier returns the open tasks that one waits for only through others, the nearest first.
func (m *Model) earlier(k tasks.Key) (earlier []view.Dep) {
	seen, next := map[tasks.Key]bool{k: true}, []tasks.Key{k}
	for i := 0; i < len(next); i++ {
		for _, l := range m.Board.WaitsFor(next[i]) {
			if !l.Open || l.Key.Name == "" || seen[l.Key] {
				continue
			}
			seen[l.Key], next = true, append(next, l.Key)
			if i == 0 {
				continue
			}
			if len(earlier) == maxLater {
				return nil
			}
			earlier = append(earlier, m.dep(l))
		}
	}
	return earlier
}

// later returns the tasks that wait for one only through others, the nearest first.
func (m *Model) later(k tasks.Key, behind int) (later []view.Dep) {
	next := m.Board.Unblocks(k)
	for _, b := range m.Board.AppendBehind(nil, k, behind) {
		if !slices.ContainsFunc(next, func(l board.LinkEnd) bool { return l.Key == b }) {
			card := m.Card(b)
			later = append(later, view.Dep{State: card.State, ID: card.ID, Subject: card.Subject, Note: card.Owner, Hue: card.Hue})
		}
	}
	return later
}

package deleted

import (
	"slices"
	"strconv"
	"time"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// shownFor is how long the board itself tells of what others deleted; the list has it for longer.
const shownFor = 24 * time.Hour

// went is a task that others deleted.
type went struct {
	at    time.Time
	key   tasks.Key
	wiped bool // with its whole list
	done  bool
}

// folded is the head of what others deleted, and what it was made of.
type folded struct {
	events, gen int
	minute      int64
	view        *view.Folded
}

// Folded returns the head of what others deleted and is not there again, nil where there is nothing. It is worked out anew only
// when something happened.
func (m *Model) Folded() *view.Folded {
	if m.Workspace().Undoable() != nil {
		return nil // nothing is kept that it could lead to
	}
	all := m.Happened()
	is := folded{events: len(all), gen: m.Generation(), minute: m.Now().Unix() / 60}
	f := &m.folded
	if f.events == is.events && f.minute == is.minute && (f.view == nil || f.gen == is.gen) {
		return f.view
	}
	gone := m.gone(all)
	if words := m.headWords(gone); words != "" {
		is.view = &view.Folded{Words: safetext.Line(words), Key: view.Key{Name: safetext.Line(m.KeyOf(keymap.ShowDeleted)), Does: safetext.Const("read")}}
	}
	*f = is
	return f.view
}

// gone returns what others deleted lately, the newest first. What was found missing at a start was never read.
func (m *Model) gone(all []history.Event) (gone []went) {
	lost := func(e history.Event) bool {
		return (e.Kind == history.Deleted || e.Kind == history.Wiped) && !e.Ours && !e.Found
	}
	first := len(all)
	for first > 0 && m.Now().Sub(all[first-1].At) < shownFor {
		first--
	}
	if all = all[first:]; !slices.ContainsFunc(all, lost) {
		return nil
	}
	again := map[tasks.Key]bool{} // something happened to it since
	for _, e := range slices.Backward(all) {
		if lost(e) && !again[e.Key] && (!m.Board().Has(e.Key) || m.wiped()) {
			gone = append(gone, went{e.At, e.Key, e.Kind == history.Wiped, e.From.Status.Finished()})
		}
		again[e.Key] = true
	}
	return gone
}

// wiped reports whether what the board shows is a list that is gone.
func (m *Model) wiped() bool {
	_, _, is := m.Board().ResetCounts()
	return is
}

// headWords says what went last, and how much besides.
func (m *Model) headWords(gone []went) string {
	if len(gone) == 0 {
		return ""
	}
	n, done := 0, 0
	for n < len(gone) && gone[n].wiped == gone[0].wiped && (n == 0 || !gone[0].wiped || gone[n-1].at.Sub(gone[n].at) < together) {
		if gone[n].done {
			done++
		}
		n++
	}
	clock := gone[0].at.In(m.Now().Location()).Format("15:04")
	words := strconv.Itoa(n) + " deleted by others, last " + clock
	if gone[0].wiped {
		words = "wiped " + clock + ", " + strconv.Itoa(done) + " of " + strconv.Itoa(n) + " done"
	}
	if rest := len(gone) - n; rest > 0 {
		words += "  ·  " + strconv.Itoa(rest) + " before"
	}
	return words
}

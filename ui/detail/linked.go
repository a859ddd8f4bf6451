package detail

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// numbers returns in words how many tasks one waits for, and how many wait for it, and the same in fewer words.
func numbers(open, behind int) (long, brief safetext.Text) {
	var words, few []string
	if open > 0 {
		words = append(words, "waits for "+strconv.Itoa(open)+phrase.Plural(open, " task", " tasks"))
		few = append(few, "waits for "+strconv.Itoa(open))
	}
	if behind > 0 {
		words = append(words, strconv.Itoa(behind)+phrase.Plural(behind, " task waits", " tasks wait")+" for it")
		few = append(few, strconv.Itoa(behind)+phrase.Plural(behind, " waits", " wait")+" for it")
	}
	return safetext.Line(strings.Join(words, ", ")), safetext.Line(strings.Join(few, ", "))
}

// newsOfBlockers returns what happened last to what a task waits for.
func (m *Model) newsOfBlockers(k tasks.Key) []view.FeedItem {
	blockers := m.Board.WaitsFor(k)
	if len(blockers) == 0 {
		return nil
	}
	return m.NewsOf(func(k tasks.Key) bool {
		return slices.ContainsFunc(blockers, func(l board.LinkEnd) bool { return l.Open && l.Key == k })
	}, mostHistory)
}

// maxLater is the largest number of indirect blockers or dependants that are listed.
const maxLater = 20

// earlier returns the open tasks that one waits for only through others, the nearest first.
func (m *Model) earlier(k tasks.Key) (earlier []view.Card) {
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
			earlier = append(earlier, m.listed(l))
		}
	}
	return earlier
}

// later returns the tasks that wait for one only through others, the nearest first.
func (m *Model) later(k tasks.Key, behind int) (later []view.Card) {
	next := m.Board.Unblocks(k)
	for _, b := range m.Board.AppendBehind(nil, k, behind) {
		if !slices.ContainsFunc(next, func(l board.LinkEnd) bool { return l.Key == b }) {
			later = append(later, m.listed(board.LinkEnd{Key: b}))
		}
	}
	return later
}

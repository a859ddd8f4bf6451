package news

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// finish is what is said when everything is completed, for one generation of the board.
type finish struct {
	gen   int
	lines []view.Line
}

// fewOwners is how many are named at the finish.
const fewOwners = 5

// FinishLines says how long it all took and who did how much, nil while something is left.
func (m *Model) FinishLines() []view.Line {
	n := m.Board().Counts()
	if n.Total == 0 || n.Done < n.Total {
		return nil
	}
	if m.finish.gen != m.Generation() {
		m.finish = finish{m.Generation(), m.tellFinish()}
	}
	return m.finish.lines
}

func (m *Model) tellFinish() (lines []view.Line) {
	var first, last time.Time
	did := map[string]int{}
	for i := range m.Board().Len(board.CompletedColumn) {
		k := m.Board().At(board.CompletedColumn, i)
		if at, _ := m.Board().Since(k); !at.IsZero() {
			if first.IsZero() || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
		if t := m.Board().Task(k); t != nil && t.Owner != "" && t.Status == tasks.Completed {
			did[t.Owner]++
		}
	}
	if took := last.Sub(first); took >= time.Minute {
		lines = append(lines, view.Line{
			{Text: safetext.Line(phrase.Age(took)), Style: style.Strong},
			{Text: safetext.Const(" from the first completed to the last"), Style: style.Dim},
		})
	}
	var owners []string
	for name := range did {
		owners = append(owners, name)
	}
	slices.SortFunc(owners, func(a, b string) int { return cmp.Or(cmp.Compare(did[b], did[a]), cmp.Compare(a, b)) })
	var who view.Line
	for i, name := range owners {
		if i > 0 {
			who = append(who, view.Span{Text: safetext.Const("  ·  "), Style: style.Dim})
		}
		if i == fewOwners {
			who = append(who, view.Span{Text: safetext.Line(strconv.Itoa(len(owners)-i) + " more"), Style: style.Dim})
			break
		}
		called, hue := m.Owner(name)
		who = append(who, view.Span{Text: called, Style: hue}, view.Span{Text: safetext.Line(" " + strconv.Itoa(did[name])), Style: style.Strong})
	}
	if len(who) > 0 {
		lines = append(lines, who)
	}
	return lines
}

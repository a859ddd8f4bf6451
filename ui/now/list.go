package now

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// next says what to start: what most work waits behind.
func (m *Model) next() (rows []view.Line) {
	type choice struct {
		key    tasks.Key
		behind int
	}
	const looked, most = 200, 3
	b := m.Board()
	var all []choice
	for i := range min(b.Len(board.PendingColumn), looked) {
		if k := b.At(board.PendingColumn, i); b.State(k) == board.Ready {
			all = append(all, choice{k, b.Behind(k, 1000)})
		}
	}
	slices.SortStableFunc(all, func(x, y choice) int { return cmp.Compare(y.behind, x.behind) })
	for _, c := range all[:min(len(all), most)] {
		row := view.Line{
			{Text: safetext.Line(m.Sheet().Glyphs.Ready + " "), Style: style.Ready}, {Text: safetext.Line(b.ShortID(c.key) + "  "), Style: style.Dim},
			{Text: safetext.Subject(b.Task(c.key).Subject), Style: style.Subject},
		}
		if c.behind > 0 {
			row = append(row, phrase.Dim("  "+m.Sheet().Glyphs.Behind+strconv.Itoa(c.behind)))
		}
		rows = append(rows, row)
	}
	return rows
}

// needs says what needs a person.
func (m *Model) needs() (rows []view.Line) {
	const most = 3
	all := m.Needs()
	for i, need := range all {
		if i == most-1 && len(all) > most {
			return append(rows, view.Line{phrase.Dim(strconv.Itoa(len(all)-i) + " more: " + m.KeyOf(keymap.GoToAttention))})
		}
		row := view.Line{{Text: safetext.Const("! "), Style: style.Danger}}
		if t := m.Board().Task(need.Key); t != nil {
			row = append(row, phrase.Dim(m.Board().ShortID(need.Key)+"  "), view.Span{Text: safetext.Subject(t.Subject), Style: style.Subject}, phrase.Plain("  "))
		}
		rows = append(rows, append(row, view.Span{Text: m.NeedWords(need), Style: style.Danger}))
	}
	return rows
}

// buckets is how many small bars a curve has at most.
const buckets = 32

// trends says how the whole list came to be what it is.
func (m *Model) trends(lanes []history.Worker, at time.Time) []view.Trend {
	b, span := m.Board(), m.drawn.shown
	n := b.Counts()
	end := at.Add(-m.shift)
	from := end.Add(-span)
	var done []time.Time
	for i := range lanes {
		done = append(done, lanes[i].Completed()...)
	}
	hour := 0
	for _, t := range done {
		if at.Sub(t) < time.Hour {
			hour++
		}
	}
	out := []view.Trend{{Label: safetext.Const("done"), Style: style.Done, Values: history.Tally(done, from, end, buckets), Words: safetext.Line(strconv.Itoa(hour) + " in the last hour")}}
	count := func(kinds ...history.Kind) []int {
		var times []time.Time
		for _, e := range m.Happened() {
			if slices.Contains(kinds, e.Kind) && !e.Found {
				times = append(times, e.At)
			}
		}
		return history.Tally(times, from, end, buckets)
	}
	out = append(out,
		view.Trend{Label: safetext.Const("claimed"), Style: style.Running, Values: count(history.Claimed, history.Started, history.TookOver), Words: safetext.Line(strconv.Itoa(n.Running) + " in progress")},
		view.Trend{Label: safetext.Const("new"), Style: style.Ready, Values: count(history.Created), Words: safetext.Line(strconv.Itoa(n.Ready) + " ready, " + strconv.Itoa(n.Blocked) + " blocked")})
	return append(out, view.Trend{Label: safetext.Const("chain"), Words: m.drawn.chain})
}

// maxChained is among how many tasks the longest chain is worked out here.
const maxChained = 5000

// chain names the longest chain of unfinished work, or says why there is none.
func (m *Model) chain(n board.Counts) (words safetext.Text, is bool) {
	if n.Total > maxChained {
		return safetext.Const("not worked out among so many"), false
	}
	net := m.Board().DepGraph()
	var ids string
	left := 0
	for _, i := range net.Chain() {
		if !net.Live(i) {
			continue
		}
		if left++; left > 4 {
			continue
		}
		if ids != "" {
			ids += " " + m.Sheet().Glyphs.Head + " "
		}
		ids += m.Board().ShortID(net.Keys[i])
	}
	if left < 2 {
		return safetext.Const("no task waits for another"), false
	}
	return safetext.Line(strconv.Itoa(left) + " to go: " + ids), true
}

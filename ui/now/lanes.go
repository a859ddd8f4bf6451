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

// maxFound is how many completed tasks without a history are looked at.
const maxFound = 500

// lanesOf returns the lanes, an owner each: out of what happened, and, where that began after a task was claimed or completed, out of what the
// board knows of it. Who works comes first, then who worked last.
func lanesOf(b *board.Board, events []history.Event, at time.Time) []history.Worker {
	var all []history.Worker
	known := map[tasks.Key]bool{}
	for _, w := range history.Workers(events) {
		w.Stretches = slices.DeleteFunc(w.Stretches, func(s history.Stretch) bool {
			t := b.Task(s.Key)
			return s.To.IsZero() && (t == nil || t.Status != tasks.InProgress || t.Owner != w.Owner) // it ended unseen
		})
		for _, s := range w.Stretches {
			if s.To.IsZero() || s.Done {
				known[s.Key] = true
			}
		}
		all = append(all, w)
	}
	add := func(k tasks.Key, done bool) {
		t := b.Task(k)
		if known[k] || t == nil || done && t.Owner == "" {
			return
		}
		i := slices.IndexFunc(all, func(l history.Worker) bool { return l.Owner == t.Owner })
		if i < 0 {
			i = len(all)
			all = append(all, history.Worker{Owner: t.Owner})
		}
		since, exact := b.Since(k)
		if since.IsZero() || since.After(at) {
			since = at
		}
		s := history.Stretch{Key: k, Subject: t.Subject, From: since, AtLeast: !exact}
		if done {
			s.To, s.Done, s.AtLeast = since, true, true
		}
		l := &all[i]
		l.Stretches = append(l.Stretches, s)
		if len(l.Writes) == 0 || l.Writes[len(l.Writes)-1].Before(t.Stamp.Time()) {
			l.Writes = append(l.Writes, t.Stamp.Time())
		}
	}
	for _, k := range b.InProgress() {
		add(k, false)
	}
	for i := range min(b.Len(board.CompletedColumn), maxFound) {
		add(b.At(board.CompletedColumn, i), true)
	}
	all = slices.DeleteFunc(all, func(l history.Worker) bool { return len(l.Stretches) == 0 })
	for i := range all {
		slices.SortStableFunc(all[i].Stretches, func(x, y history.Stretch) int { return x.From.Compare(y.From) })
		slices.SortStableFunc(all[i].Writes, time.Time.Compare)
	}
	slices.SortStableFunc(all, func(x, y history.Worker) int {
		if c := cmp.Compare(rank(&x), rank(&y)); c != 0 {
			return c
		}
		return tasks.Natural(x.Owner, y.Owner)
	})
	return all
}

func rank(l *history.Worker) int {
	switch {
	case len(l.InHand()) > 0 && l.Owner != "":
		return 0
	case len(l.InHand()) > 0:
		return 1
	}
	return 2
}

// ticks returns the moments that are named on the axis: round ones, about six of them.
func ticks(at time.Time, span, shift time.Duration) (all []view.Tick) {
	step := span / 6
	for _, round := range []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour} {
		if step <= round {
			step = round
			break
		}
	}
	end := at.Add(-shift)
	_, offset := at.Zone()
	local := time.Duration(offset) * time.Second
	for t := end.Add(-span).Add(local).Truncate(step).Add(-local); !t.After(end); t = t.Add(step) {
		clock := phrase.Clock(t.Local())
		if step >= 24*time.Hour {
			clock = phrase.Day(t.Local())
		}
		all = append(all, view.Tick{Ago: at.Sub(t), Clock: clock})
	}
	return all
}

// next returns what to start: what most work waits behind.
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
	all = all[:min(len(all), most)]
	keys := make([]tasks.Key, len(all))
	for i, c := range all {
		keys[i] = c.key
	}
	ids := m.ids(keys)
	for i, c := range all {
		row := view.Line{
			{Text: safetext.Line(m.Sheet().Glyphs.Ready + " "), Style: style.Ready}, ids[i], {Text: safetext.Subject(b.Task(c.key).Subject), Style: style.Subject},
		}
		if c.behind > 0 {
			row = append(row, phrase.Dim("  "+m.Sheet().Glyphs.Behind+strconv.Itoa(c.behind)))
		}
		rows = append(rows, row)
	}
	return rows
}

// ids returns the ids of tasks as wide as the widest.
func (m *Model) ids(keys []tasks.Key) (all []view.Span) {
	w := 0
	for _, k := range keys {
		w = max(w, safetext.Line(m.Board().ShortID(k)).Width())
	}
	for _, k := range keys {
		id := safetext.Line(m.Board().ShortID(k))
		all = append(all, view.Span{Text: id.Append(safetext.Spaces(w - id.Width() + 2)), Style: style.Dim})
	}
	return all
}

// needs returns what needs a person: why, and then which task.
func (m *Model) needs() (rows []view.Line) {
	const most = 3
	all := m.Needs()
	shown := all
	if len(all) > most {
		shown = all[:most-1]
	}
	why := 0
	keys := make([]tasks.Key, len(shown))
	for i, need := range shown {
		keys[i], why = need.Key, max(why, m.NeedWords(need).Width())
	}
	ids := m.ids(keys)
	for i, need := range shown {
		words := m.NeedWords(need)
		row := view.Line{{Text: safetext.Const("! "), Style: style.Danger}, {Text: words, Style: style.Danger}}
		if t := m.Board().Task(need.Key); t != nil {
			row = append(row, view.Span{Text: safetext.Spaces(why - words.Width() + 2)}, ids[i], view.Span{Text: safetext.Subject(t.Subject), Style: style.Subject})
		}
		rows = append(rows, row)
	}
	if more := len(all) - len(shown); more > 0 {
		rows = append(rows, view.Line{phrase.Dim(strconv.Itoa(more) + " more: " + m.KeyOf(keymap.GoToAttention))})
	}
	return rows
}

// buckets is how many small bars a curve has at most.
const buckets = 32

// trends returns how the whole list came to be what it is.
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
		return safetext.Const("none that can be done"), false
	}
	if left > 4 {
		ids += " " + m.Sheet().Glyphs.Ellipsis
	}
	return safetext.Line(strconv.Itoa(left) + " to go: " + ids), true
}

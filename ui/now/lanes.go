package now

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// maxFound is how many completed tasks without a history are looked at.
const maxFound = 500

// lanesOf returns the lanes, an owner each: out of what happened, and, where that began after a task was claimed or completed, out of what the
// board knows of it. Who works comes first, then who worked last.
func lanesOf(b *board.Board, work *history.Work, at time.Time) []history.Worker {
	var all []history.Worker
	held := map[tasks.Key]bool{} // in whose hands is known
	for _, w := range work.Workers() {
		var stretches []history.Stretch
		for _, s := range w.Stretches {
			if !s.To.IsZero() {
				stretches = append(stretches, s)
			} else if holds(b, w.Owner, s.Key) {
				stretches, held[s.Key] = append(stretches, s), true
			}
		}
		all = append(all, history.Worker{Owner: w.Owner, Stretches: stretches, Writes: slices.Clone(w.Writes)})
	}
	add := func(k tasks.Key, done bool) {
		t := b.Task(k)
		if t == nil || held[k] || done && (t.Owner == "" || work.Completed(k)) {
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
		slices.SortFunc(all[i].Stretches, firstBegunFirst)
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

// holds reports whether a task that was last seen in somebody's hands is still there: else it left them unseen.
func holds(b *board.Board, owner string, k tasks.Key) bool {
	t := b.Task(k)
	return t != nil && t.Status == tasks.InProgress && t.Owner == owner
}

// firstBegunFirst compares stretches by when they began, lastEndedFirst by when they ended; of those at one moment the key decides, so that the
// order is the same from frame to frame without a stable sort, which takes longer.
func firstBegunFirst(x, y history.Stretch) int {
	if c := x.From.Compare(y.From); c != 0 {
		return c
	}
	return cmp.Or(x.To.Compare(y.To), x.Key.Compare(y.Key))
}

func lastEndedFirst(x, y history.Stretch) int {
	if c := y.To.Compare(x.To); c != 0 {
		return c
	}
	return cmp.Or(x.From.Compare(y.From), x.Key.Compare(y.Key))
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

// mostListed is how many tasks a list below the lanes shows at most: more are counted.
const mostListed = 20

// blocks returns what stands below the lanes: what else needs a person and what comes next, and beside it the longest chain.
func (m *Model) blocks(lanes []history.Worker) [][]view.NowBlock {
	b := m.Board()
	var pending []tasks.Key
	for i := range min(b.Len(board.PendingColumn), maxFound) {
		pending = append(pending, b.At(board.PendingColumn, i))
	}
	next, then := m.most(pending, func(k tasks.Key) bool { return b.State(k) == board.Ready }), m.most(pending, m.isNextButOne)
	next.Title = safetext.Const("Next up")
	if next.Says = idle(m, lanes); len(next.Rows) == 0 {
		next.Says = safetext.Const("nothing is ready yet")
	}
	next.Ready = len(next.Rows)
	next.Rows, next.More = append(next.Rows, then.Rows...), next.More+then.More
	if over := len(next.Rows) - mostListed; over > 0 {
		next.Rows, next.More = next.Rows[:mostListed], next.More+over
	}
	told := map[tasks.Key]bool{}
	for _, k := range m.drawn.chained {
		told[k] = true
	}
	later := m.most(pending, func(k tasks.Key) bool { return b.State(k) == board.Waiting && !m.isNextButOne(k) && !told[k] })
	later.Title, later.Later = safetext.Const("Later"), true
	return [][]view.NowBlock{{m.needs(), next}, {m.drawn.chain, later}}
}

// idle says who has nothing in hand: who could take what is ready.
func idle(m *Model, lanes []history.Worker) safetext.Text {
	var names []string
	for i := range lanes {
		if len(lanes[i].InHand()) == 0 && lanes[i].Owner != m.Me() {
			names = append(names, lanes[i].Owner)
		}
	}
	switch len(names) {
	case 0:
		return safetext.Text{}
	case 1:
		return safetext.Short(names[0]).Append(safetext.Const(" is idle"))
	}
	return safetext.Line(strconv.Itoa(len(names)) + " agents are idle")
}

// isNextButOne reports whether a task waits for tasks in progress alone.
func (m *Model) isNextButOne(k tasks.Key) bool {
	if m.Board().State(k) != board.Waiting {
		return false
	}
	return !slices.ContainsFunc(m.Board().WaitsFor(k), func(e board.LinkEnd) bool { return e.Open && m.Board().State(e.Key) != board.Running })
}

// most lists those tasks that pass, the one with the most work waiting behind it first.
func (m *Model) most(of []tasks.Key, pass func(tasks.Key) bool) (out view.NowBlock) {
	type choice struct {
		key    tasks.Key
		behind int
	}
	var all []choice
	for _, k := range of {
		if pass(k) {
			all = append(all, choice{k, m.Board().Behind(k, mostBehind)})
		}
	}
	slices.SortStableFunc(all, func(x, y choice) int { return cmp.Compare(y.behind, x.behind) })
	for _, c := range all[:min(len(all), mostListed)] {
		row := m.row(c.key)
		row.Behind, row.Note, row.Named = m.behind(c.key), m.after(c.key, false), m.after(c.key, true)
		out.Rows = append(out.Rows, row)
	}
	out.More = len(all) - len(out.Rows)
	return out
}

// behind returns how much waits for a task, nothing where nothing does.
func (m *Model) behind(k tasks.Key) safetext.Text {
	n := m.Board().Behind(k, mostBehind)
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line(m.Sheet().Glyphs.Behind + strconv.Itoa(n))
}

// mostBehind is up to how many tasks behind one are counted.
const mostBehind = 1000

// after tells by ids what a task waits for, or of a single one its name, too; nothing where it is ready.
func (m *Model) after(k tasks.Key, named bool) safetext.Text {
	var names []string
	var last *tasks.Task
	for _, e := range m.Board().WaitsFor(k) {
		if e.Open {
			names, last = append(names, m.Board().ShortID(e.Key)), e.Task
		}
	}
	switch {
	case len(names) == 0:
		return safetext.Text{}
	case len(names) == 1 && named && last != nil:
		return safetext.Subject("after " + names[0] + " " + last.Subject)
	case len(names) > 2:
		return safetext.Line("after " + phrase.Tasks(len(names)))
	}
	return safetext.Line("after " + strings.Join(names, ", "))
}

// row is a task in a list.
func (m *Model) row(k tasks.Key) view.NowRow {
	card := m.Card(k)
	return view.NowRow{State: card.State, ID: safetext.Line(m.Board().ShortID(k)), Subject: card.Subject}
}

// needs lists what needs a person, but for what the lanes say of a task in somebody's hands.
func (m *Model) needs() view.NowBlock {
	out := view.NowBlock{Title: safetext.Const("Needs you")}
	for _, need := range m.Needs() {
		row := view.NowRow{Subject: m.NeedWords(need)}
		if need.Key.Name != "" {
			if m.Board().State(need.Key) == board.Running {
				continue
			}
			row = m.row(need.Key)
			row.Note = m.NeedWords(need)
		}
		if row.Alarm = true; len(out.Rows) == mostListed {
			out.More++
			continue
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// lately returns how much was done in the last hour.
func lately(lanes []history.Worker, at time.Time) (n int) {
	for i := range lanes {
		for _, t := range lanes[i].Completed() {
			if at.Sub(t) < time.Hour {
				n++
			}
		}
	}
	return n
}

// past returns how much of the list was done over time, nil where not two completions a minute apart are known in the time that is shown.
func (m *Model) past(lanes []history.Worker, at time.Time) *view.NowPast {
	b, ends := m.Board(), map[tasks.Key]time.Time{}
	out := &view.NowPast{Done: b.Counts().Done, Total: b.Counts().Total, Pace: safetext.Line(strconv.Itoa(lately(lanes, at)) + " in the last hour")}
	for i := range lanes {
		n := 0
		for _, s := range lanes[i].Stretches {
			if t := b.Task(s.Key); s.Done && t != nil && t.Status.Finished() && s.To.After(ends[s.Key]) {
				ends[s.Key] = s.To
			}
			if s.Done {
				n++
			}
		}
		if name, hue := m.Owner(lanes[i].Owner); n > 0 && lanes[i].Owner != "" {
			out.Who = append(out.Who, view.NowDone{Name: name, Hue: hue, Tasks: n})
		}
	}
	first, last := time.Duration(0), m.drawn.shown+m.shift
	for k, t := range ends {
		ago := at.Sub(t)
		out.Ends = append(out.Ends, view.NowEnd{Ago: ago, Subject: safetext.Subject(b.Task(k).Subject)})
		if ago >= m.shift && ago <= m.shift+m.drawn.shown {
			first, last = max(first, ago), min(last, ago)
		}
	}
	if first-last < time.Minute {
		return nil
	}
	slices.SortFunc(out.Ends, func(x, y view.NowEnd) int {
		return cmp.Or(cmp.Compare(y.Ago, x.Ago), cmp.Compare(x.Subject.String(), y.Subject.String()))
	})
	slices.SortStableFunc(out.Who, func(x, y view.NowDone) int { return cmp.Compare(y.Tasks, x.Tasks) })
	return out
}

// maxChained is among how many tasks the longest chain is worked out here.
const maxChained = 5000

// chain lists the longest chain of unfinished work, and returns its tasks.
func (m *Model) chain() (out view.NowBlock, all []tasks.Key) {
	out = view.NowBlock{Title: safetext.Const("Longest chain"), Chain: true}
	if m.Board().Counts().Total <= maxChained {
		net := m.Board().DepGraph()
		for _, i := range net.Chain() {
			out.Rows, all = append(out.Rows, m.row(net.Keys[i])), append(all, net.Keys[i])
		}
	}
	return out, all
}

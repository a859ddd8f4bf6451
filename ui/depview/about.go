package depview

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/tasks/history"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// about is the description of the task in focus, as it was read last.
type about struct {
	key     tasks.Key
	version uint64
	asked   bool
	text    string

	view  *view.About // as it was last
	lines memo[laidText, []view.Line]
	far   memo[farFrom, farTasks]
	news  memo[toldOf, []view.FeedItem]
}

// laidText is a text that is laid out for a width and a sheet.
type laidText struct {
	text  string
	width int
	sheet *style.Sheet
}

// farFrom is the task in focus, in a picture of what is near it, on a board as it is.
type farFrom struct {
	net    *board.DepGraph
	at     int32
	layout *graph.Layout
	gen    int
}

// farTasks are those further away than what the picture has, how many of them there are, and what is ready and has nothing to do with it.
type farTasks struct {
	nodes     [2][]int32
	more      [2]int
	elsewhere []int32
}

// toldOf is a task of which is told what happened to it, of so many events, at a minute.
type toldOf struct {
	key    tasks.Key
	events int
	minute int64
}

// mostFar is how many of the tasks further away are named on each side at most.
const mostFar = 24

// readAbout reads the description of the task in focus where it is not known as it is now.
func (m *Model) readAbout() tea.Cmd {
	a, at := &m.about, m.node(m.net)
	if at < 0 || a.asked || m.Workspace() == nil {
		return nil
	}
	k := m.net.Keys[at]
	if k == (tasks.Key{}) || a.key == k && a.version == m.Board().Version(k) {
		return nil
	}
	a.asked = true
	return m.OfDirectory(effects.Read(m.Workspace(), k, host.Then2(func(doc tasks.Document, err error) tea.Cmd {
		if err != nil {
			doc.Description = ""
		}
		a.key, a.version, a.text, a.asked = k, m.Board().Version(k), doc.Description, false
		return nil // the picture is refreshed behind every message: the selection may have moved on
	})))
}

// aboutView is what is said about the task in focus as values. Until its description is read as many rows stay as the last one had.
func (m *Model) aboutView(k *marked) *view.About {
	a := &m.about
	if k.at < 0 || m.Gesturing() {
		return nil
	}
	key := k.net.Keys[k.at]
	lines := m.aboutLines()
	if a.key != key {
		lines = make([]view.Line, len(lines))
	}
	far, farther := a.far.get(farFrom{k.net, k.at, m.focus.layout, k.gen}, func() farTasks { return m.farTasks(k) })
	all := m.Happened()
	news, newer := a.news.get(toldOf{key, len(all), m.Now().Unix() / 60}, func() []view.FeedItem { return m.newsOf(key, all) })
	if a.view == nil || farther || newer || !sameLines(a.view.Lines, lines) { // else the picture that is drawn holds
		a.view = &view.About{News: news, Lines: lines, Far: far.nodes, More: far.more, Elsewhere: far.elsewhere}
	}
	return a.view
}

// farTasks returns the first tasks around the one in focus that the picture does not have.
func (m *Model) farTasks(k *marked) (far farTasks) {
	l := m.focus.layout
	far.more = k.reach
	up, down := k.net.Around(k.at, mostFar)
	for side, steps := range [2][][]int32{up, down} {
		far.more[side] -= k.left[side]
		for _, nodes := range steps {
			for _, i := range nodes {
				near, shown := slices.Contains(k.near[side], i), m.Layout().DrawsBoxes() && drawn(l, i)
				if shown && !near && k.net.Live(i) {
					far.more[side]--
				} else if !near && len(far.nodes[side]) < mostFar {
					far.nodes[side] = append(far.nodes[side], i)
				}
			}
		}
		far.more[side] = max(far.more[side], len(far.nodes[side]))
		slices.SortFunc(far.nodes[side], func(x, y int32) int { return k.net.Rank(x) - k.net.Rank(y) })
	}
	for _, i := range k.start {
		named := slices.Contains(far.nodes[0], i) || slices.Contains(far.nodes[1], i) || slices.Contains(k.near[0], i) || slices.Contains(k.near[1], i)
		if !named && i != k.at && m.Board().State(k.net.Keys[i]) == board.Ready && !(m.Layout().DrawsBoxes() && drawn(l, i)) {
			far.elsewhere = append(far.elsewhere, i)
		}
	}
	return far
}

// newsOf returns what happened to a task, the latest first.
func (m *Model) newsOf(key tasks.Key, all []history.Event) (news []view.FeedItem) {
	var last *history.Event
	for i := len(all) - 1; i >= 0 && len(news) < mostNews; i-- {
		e := &all[i]
		if e.Key != key || last != nil && isOneMove(e, last) {
			continue
		}
		news, last = append(news, m.newsItem(e)), e
	}
	return news
}

// isOneMove reports whether somebody claimed a task and started it in one go: an agent writes that in two steps.
func isOneMove(claim, start *history.Event) bool {
	together := start.At.Sub(claim.At) < time.Minute && start.To.Owner == claim.To.Owner
	return together && claim.Kind == history.Claimed && start.Kind == history.Started
}

// mostNews is how much of what happened to a task is told.
const mostNews = 12

// newsItem returns what happened to the task in focus as a line: what was done, who did it, and what that unblocked.
func (m *Model) newsItem(e *history.Event) view.FeedItem {
	line := phrase.Line(happened[e.Kind], style.Plain)
	who := e.To.Owner
	if e.Kind == history.Released || e.Kind == history.Reopened {
		who = e.From.Owner
	}
	switch {
	case e.Ours:
		line = append(line, phrase.Line(" by you", style.Plain)...)
	case who != "" && e.Kind != history.Created:
		line = append(line, view.Span{Text: safetext.Line("  " + who), Style: style.OwnerHue(who)})
	}
	if n := len(e.Unblocked) + e.More; n > 0 {
		line = append(line, phrase.Line("  unblocked "+strconv.Itoa(n)+phrase.Plural(n, " task", " tasks"), style.Dim)...)
	}
	return view.FeedItem{Age: safetext.Line(phrase.Age(m.Now().Sub(e.At))), Line: line}
}

// sameLines reports whether two descriptions are one.
func sameLines(a, b []view.Line) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// aboutLines returns the description that was read last, laid out for the width it has.
func (m *Model) aboutLines() []view.Line {
	a, w := &m.about, m.Layout().AboutWidth(m.focus.shape)
	lines, _ := a.lines.get(laidText{a.text, w, m.Sheet()}, func() []view.Line { return markdown.Lines(a.text, w, m.Sheet()) })
	return lines
}

// happened are the words for what happened to a task.
var happened = map[history.Kind]string{
	history.Created: "created", history.Edited: "edited", history.Claimed: "claimed", history.Started: "started", history.TookOver: "taken over",
	history.Released: "released", history.Reopened: "reopened", history.Completed: "completed",
}

package depview

import (
	"slices"
	"strconv"

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
	lines []view.Line // of text, laid out for a width and a sheet
	width int
	sheet *style.Sheet

	net    *board.DepGraph // of which far are nodes: those further away than what the layout has
	at     int32
	layout *graph.Layout
	far    [2][]int32
	more   [2]int // how many of them there are

	of     tasks.Key // what happened to this one, of so many events, told at a minute
	events int
	minute int64
	news   []view.FeedItem
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
		a.key, a.version, a.text, a.asked, a.sheet = k, m.Board().Version(k), doc.Description, false, nil
		return nil // the picture is refreshed behind every message: the selection may have moved on
	})))
}

// aboutView is what is said about the task in focus as values. Until its description is read as many rows stay as the last one had.
func (m *Model) aboutView(k *marked) *view.About {
	a := &m.about
	if k.at < 0 || m.Gesturing() {
		return nil
	}
	m.layOutAbout()
	key := k.net.Keys[k.at]
	changed := a.view == nil || a.of != key
	var lines []view.Line
	if lines = a.lines; a.key != key {
		lines = make([]view.Line, len(a.lines))
	}
	if l := m.focus.layout; a.net != k.net || a.at != k.at || a.layout != l {
		changed = true
		a.net, a.at, a.layout, a.far, a.more = k.net, k.at, l, [2][]int32{}, k.reach
		up, down := k.net.Around(k.at, mostFar)
		for side, steps := range [2][][]int32{up, down} {
			a.more[side] -= k.left[side]
			for _, nodes := range steps {
				for _, i := range nodes {
					near, shown := slices.Contains(k.near[side], i), m.Layout().DrawsBoxes() && drawn(l, i)
					if shown && !near && k.net.Live(i) {
						a.more[side]--
					} else if !near && len(a.far[side]) < mostFar {
						a.far[side] = append(a.far[side], i)
					}
				}
			}
			a.more[side] = max(a.more[side], len(a.far[side]))
			slices.SortFunc(a.far[side], func(x, y int32) int { return k.net.Rank(x) - k.net.Rank(y) })
		}
	}
	all, minute := m.Happened(), m.Now().Unix()/60
	if a.of != key || a.events != len(all) || a.minute != minute {
		changed, a.of, a.events, a.minute, a.news = true, key, len(all), minute, nil
		for i := len(all) - 1; i >= 0 && len(a.news) < mostNews; i-- {
			if all[i].Key == key {
				a.news = append(a.news, m.newsItem(&all[i]))
			}
		}
	}
	if changed || !sameLines(a.view.Lines, lines) { // else the picture that is drawn holds
		a.view = &view.About{News: a.news, Lines: lines, Far: a.far, More: a.more}
	}
	return a.view
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

// layOutAbout lays the description out for the width it has, and returns how many lines it has.
func (m *Model) layOutAbout() int {
	a := &m.about
	if w := m.Layout().AboutWidth(m.focus.shape); a.width != w || a.sheet != m.Sheet() {
		a.lines, a.width, a.sheet = markdown.Lines(a.text, w, m.Sheet()), w, m.Sheet()
	}
	return len(a.lines)
}

// happened are the words for what happened to a task.
var happened = map[history.Kind]string{
	history.Created: "created", history.Edited: "edited", history.Claimed: "claimed", history.Started: "started", history.TookOver: "taken over",
	history.Released: "released", history.Reopened: "reopened", history.Completed: "completed",
}

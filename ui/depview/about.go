package depview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
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
	path    view.Text

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

// farTasks are those further away than what the picture has, how many of them there are, and what to start with.
type farTasks struct {
	nodes [2][]int32
	more  [2]int
	start []int32
	frees map[int32][]int32
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
		a.key, a.version, a.text, a.path, a.asked = k, m.Board().Version(k), doc.Description, safetext.Line(doc.Path), false
		return nil // the picture is refreshed behind every message: the selection may have moved on
	})))
}

// aboutView is what is said about the task in focus as values.
func (m *Model) aboutView(k *marked) *view.About {
	a := &m.about
	if k.at < 0 || m.Gesturing() {
		return nil
	}
	far, farther := a.far.get(farFrom{k.net, k.at, m.focus.layout, k.gen}, func() farTasks { return m.farTasks(k) })
	said := m.said(k.net.Keys[k.at])
	if a.view == nil || farther || !sameSaid(&a.view.Said, &said) { // else the picture that is drawn holds
		a.view = &view.About{Said: said, Far: far.nodes, More: far.more, Start: far.start, Frees: far.frees}
	}
	return a.view
}

// said is what the box of a task can say of it. Until its description is read as many rows stay as the last one had.
func (m *Model) said(key tasks.Key) view.Said {
	a, all := &m.about, m.Happened()
	s := view.Said{Lines: m.aboutLines(), File: a.path}
	if a.key != key {
		s.Lines, s.File = make([]view.Line, len(s.Lines)), safetext.Const(" ")
	}
	if key != (tasks.Key{}) {
		s.Doing = m.Card(key).Doing
	}
	s.News, _ = a.news.get(toldOf{key, len(all), m.Now().Unix() / 60}, func() []view.FeedItem { return host.NewsOf(m, key) })
	return s
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
	far.start = k.start
	far.frees = map[int32][]int32{}
	for _, i := range far.start {
		far.frees[i] = slices.DeleteFunc(holding(k.net, i, true), func(j int32) bool { return k.node(j).Waits > 1 })
	}
	return far
}

// sameSaid reports whether two boxes say the same.
func sameSaid(a, b *view.Said) bool {
	return a.Doing == b.Doing && a.File == b.File && isOne(a.Lines, b.Lines) && isOne(a.News, b.News)
}

// isOne reports whether two lists are one and the same.
func isOne[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// aboutLines returns the description that was read last, laid out for the width it has.
func (m *Model) aboutLines() []view.Line {
	a, w := &m.about, m.Layout().AboutWidth(m.focus.shape)
	lines, _ := a.lines.get(laidText{a.text, w, m.Sheet()}, func() []view.Line { return markdown.Lines(a.text, w, m.Sheet()) })
	return lines
}

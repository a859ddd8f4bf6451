package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// timelineRows is what the visible lines of a timeline share: columns that all of them keep.
type timelineRows struct {
	first    int // the first visible line
	rows     []graph.TimelineRow
	nodes    []Node
	also     []waits // what the task of each waits for by links that are not drawn
	columns  timelineColumns
	signed   bool             // no head says what is counted
	parts    []linePart       // what stands in each row of the screen
	reach    map[int32][2]int // of the rails seen so far in this frame: where each begins and ends in reaches
	reaches  []railReach
	blockers []Blocker // those of all lines
}

// linePart is what stands of a line of a timeline in one row of the screen.
type linePart struct {
	line  int  // of those that are visible
	apart bool // the free row above the line
	blank bool // and above a rule in that row
	title Text
	also  waits // what it waits for by links that are not drawn, as far as that stands here
	below bool  // what goes on below its first row
}

// timelineColumns is the cells at which the columns behind the title begin: in which wave the task can be done, how many wait behind the task, how it stands, and what else it
// waits for. One that has no room begins where all end; what else a task waits for has a column of its own only on a wide screen.
type timelineColumns struct{ wave, behind, status, also, end int }

// alsoGap is the cells between how a task stands and what else it waits for.
const alsoGap = 3

// waveWidth is the cells of a wave below its head with the gap before it, behindWidth those of how many wait behind a task below their head with the gap before them, leastStanding those of how a task
// stands at least.
const behindWidth, leastStanding, waveWidth = 6, 16, 7

// alsoNarrow is the cells in which it is said behind how a task stands what else it waits for, at least: "also 99 tasks".
const alsoNarrow = len(wordsAlsoShort) + len("99 tasks")

// lineStep is the cells by which columns take more or less of the width of lines that scroll, so that they seldom move.
const lineStep = 4

// mostAlso is how many that a task waits for are named at most.
const mostAlso = 8

// prepare asks for the lines of a timeline that are visible.
func (s *timelineRows) prepare(l *Layout, dv *DepView, sh *style.Sheet) {
	s.rows, s.nodes, s.also, s.parts = s.rows[:0], s.nodes[:0], s.also[:0], s.parts[:0]
	if s.reach == nil {
		s.reach = map[int32][2]int{}
	}
	clear(s.reach)
	s.reaches, s.blockers = s.reaches[:0], s.blockers[:0]
	g := dv.Timeline
	if g == nil {
		return
	}
	s.first = max(g.First, 0)
	rows, title, behind, standing, also, airy := 0, 0, 0, len(titleAgent), 0, l.isAiry(g)
	s.signed = l.DepView.Titles.Empty()
	for i := s.first; i < g.Len; i++ {
		row := g.Row(i)
		row.Apart = row.Apart && i > s.first && (airy || row.Alone)
		if rows += lineRows(&row); rows > l.DepView.Canvas.H && i > s.first {
			break
		}
		n := dv.Node(row.Node)
		s.rows, s.nodes, s.also = append(s.rows, row), append(s.nodes, n), append(s.also, s.waitsAlso(dv, &row))
		line := len(s.rows) - 1
		title = max(title, s.titleAt(line)+n.titleWidth())
		behind = max(behind, s.behindWidth(n.Behind))
		standing, also = max(standing, n.standingWidth()), max(also, s.also[line].fullWidth())
	}
	end := l.DepView.Canvas.X + l.DepView.Canvas.W - 1
	if g.Len > len(s.rows) {
		for _, w := range [...]*int{&title, &standing} {
			*w += lineStep - 1 - (*w+lineStep-1)%lineStep
		}
	}
	s.columns = timelineColumns{end, end - behindWidth + 2, end, end, end}
	switch room := end - title - behindWidth - 2; {
	case l.DepView.Canvas.W < leastStandingFrom:
		s.columns.behind = end - behind
	case room < leastStanding:
		s.columns.behind, s.columns.status = end-leastStanding-behindWidth, end-leastStanding-2
	default:
		s.columns.behind, s.columns.status = title, title+behindWidth
		at := s.columns.status + 2 + standing + alsoGap
		if wide := l.DepView.Canvas.W >= leastAlsoFrom; !wide && end-at >= waveWidth+alsoNarrow || wide && end-at >= leastAlso+waveWidth {
			s.columns.wave, s.columns.behind, s.columns.status, at = title+1, title+waveWidth, s.columns.status+waveWidth, at+waveWidth
		}
		if l.DepView.Canvas.W >= leastAlsoFrom && end-at >= leastAlso {
			s.columns.also, s.columns.end = at, min(end, at+max(also, len(titleAlso)))
		}
	}
	if s.place(g, len(s.rows) == g.Len); len(s.parts) > l.DepView.Canvas.H {
		s.place(g, false)
	}
	s.parts = s.parts[:min(len(s.parts), l.DepView.Canvas.H)]
}

// behindWidth returns the cells of how many wait behind a task.
func (s *timelineRows) behindWidth(n int) int {
	return max(BehindWidth(n)-b2i(!s.signed), 0)
}

// isAiry reports whether all lines of a timeline have room with free rows between its trees.
func (l *Layout) isAiry(g *Timeline) bool {
	return g.Len <= l.DepView.Canvas.H && l.TimelineRows(g) <= l.DepView.Canvas.H
}

// TimelineRows returns the rows that all lines of a timeline need, with free ones between its trees.
func (l *Layout) TimelineRows(g *Timeline) (rows int) {
	for i := range g.Len {
		row := g.Row(i)
		rows += lineRows(&row)
	}
	return rows
}

// lineRows returns the rows of a line with the free one above it.
func lineRows(row *graph.TimelineRow) int { return 1 + b2i(row.Apart) }

// leastStandingFrom is the cells of a canvas from which on it says how tasks stand, leastAlsoFrom those from which on what else they wait
// for has a column, which then has leastAlso cells.
const leastStandingFrom, leastAlsoFrom, leastAlso = 60, 100, 24

// waitsAlso returns what the task of a line waits for by links that are not drawn.
func (s *timelineRows) waitsAlso(dv *DepView, row *graph.TimelineRow) waits {
	from := len(s.blockers)
	for _, i := range row.Also[:min(len(row.Also), mostAlso)] {
		n := dv.Node(i)
		s.blockers = append(s.blockers, Blocker{i, n.State, n.ID, n.Subject})
	}
	of := s.blockers[from:len(s.blockers):len(s.blockers)]
	return waits{of: of, more: len(row.Also) - len(of)}
}

// titleAt returns the cell at which the title of a line begins.
func (s *timelineRows) titleAt(line int) int {
	n := &s.nodes[line]
	at := 1 + s.rows[line].Mark + 2 + 2*b2i(n.signsLoop())
	if w := min(n.ID.Width(), mostID); w > 0 {
		at += w + 1
	}
	return at
}

// signsLoop reports whether a line has a sign that its task is in a loop: the glyph of one that is stuck says so.
func (n *Node) signsLoop() bool { return n.Loop && n.State != Stuck }

// ownerWidth returns the cells of who is on the task of a line, with the gap before them, where that has no column.
func (s *timelineRows) ownerWidth(line int) int {
	n := &s.nodes[line]
	if s.columns.status < s.columns.end || n.State != Running || n.Owner.Empty() {
		return 0
	}
	return 2 + min(n.Owner.Width(), mostOwner)
}

// mostOwner is the cells of an owner at most where that has no column.
const mostOwner = 9

// titleWidth returns the cells of a title with its mark.
func (n *Node) titleWidth() int { return n.Subject.Width() + 2*b2i(n.Marked) }

// titleRoom returns the cells that the title of a line has, and whether it is said how many wait behind the task: where a title is whole
// only without that, the title goes before.
func (s *timelineRows) titleRoom(line int) (w int, behind bool) {
	n, c := &s.nodes[line], s.columns
	beside, room := s.titleAt(line)+2*b2i(n.Marked), c.end
	if also := s.also[line].count(); also > 0 && c.status >= c.end {
		beside += 2 + lay.Digits(also) // that there are more is said in any case
	}
	beside += s.ownerWidth(line)
	switch {
	case c.wave < c.end:
		return max(c.wave-1-beside, 0), true
	case c.status < c.end:
		return max(c.status-max(s.behindWidth(n.Behind), 1)-1-beside, 0), true
	case n.Behind > 0 && (n.Subject.Width() < c.behind-beside || n.Subject.Width() > c.end-beside):
		room = c.behind - 1
	default:
		return max(room-beside, 0), false
	}
	return max(room-beside, 0), true
}

// place gives the lines of a timeline their rows of the screen: one each, a free one where trees are apart, the selected one what its
// title needs below; where all lines are seen two free ones above the rule of what is alone.
func (s *timelineRows) place(g *Timeline, whole bool) {
	s.parts = s.parts[:0]
	for i := range s.rows {
		if s.rows[i].Apart {
			if s.rows[i].Alone && whole {
				s.parts = append(s.parts, linePart{line: i, apart: true, blank: true})
			}
			s.parts = append(s.parts, linePart{line: i, apart: true})
		}
		first := len(s.parts)
		part := linePart{line: i, title: s.nodes[i].Subject}
		w, _ := s.titleRoom(i)
		if s.first+i != g.At || part.title.Width() <= w || w < wrapLeast {
			s.parts = append(s.parts, part)
		} else {
			for rest := part.title; !rest.Empty(); part.below = true {
				part.title, rest = rest.Break(w)
				s.parts, w = append(s.parts, part), s.columns.end-s.titleAt(i)
			}
		}
		s.parts[first].also = s.also[i]
	}
}

// wrapLeast is the cells of a title that is wrapped at least.
const wrapLeast = 12

package view

// linePart is what stands of a line of a timeline in one row of the screen.
type linePart struct {
	line  int // of those that are visible
	title Text
	row   int  // of the line: the first has the task's glyph, and what stands in one row alone
	blank bool // nothing but lanes: the lines are apart
}

// timelineColumns is the cells at which the columns behind the title begin. One that has no room begins where the next one does.
type timelineColumns struct{ count, who, status, end int }

// columns returns where the columns stand of lines whose titles begin at a cell. What belongs together stays together: the columns end
// where they have what they need. Where not all have that, titles take what they need up to a share.
func (s *timelineRows) columns(at, end int) timelineColumns {
	const gap, count = 2, 4 // with the free cells before it
	switch room := end - at; {
	case room < 16:
		return timelineColumns{end, end, end, end}
	case room < statusFrom:
		return timelineColumns{end - count, end, end, end}
	default:
		room -= s.whoWidth
		title := min(s.subjectWidth, max(room-count-gap-s.statusWidth, (room-count)*3/5))
		status := gap + min(room-count-gap-title, s.statusWidth)
		who := at + title + count
		return timelineColumns{at + title, who, who + s.whoWidth, who + s.whoWidth + status}
	}
}

// timelineEnd returns the cell at which the columns end at the latest.
func (l *Layout) timelineEnd() int { return l.DepView.Canvas.X + l.DepView.Canvas.W - margin - 1 }

// titleAt returns the cell at which the titles begin.
func (s *timelineRows) titleAt() int {
	at := 1 + s.gutter + 1 + s.idWidth + 2
	if s.hasChain {
		at += 2
	}
	return at
}

// besideTitle returns the cells of the first row of a title that are not the title's, with those of the links that are named there.
func (n *Node) besideTitle(linked Text) (w int) {
	if w = 1; n.Marked {
		w += 2
	}
	if !linked.Empty() {
		w += 1 + linked.Width()
	}
	return w
}

// titleRoom returns the cells that a title has of those up to the next column.
func (n *Node) titleRoom(w int, linked Text) int { return max(w-n.besideTitle(linked), 0) }

// wrap gives the lines of a timeline their rows of the screen: one each, and where all are seen even so, what is free to the titles that
// need more, and to what their tasks wait for, the second rows of all first; then each a free row below it where all have one.
func (s *timelineRows) wrap(l *Layout, g *Timeline) {
	at, end := s.titleAt(), l.timelineEnd()
	c, spare := s.columns(at, end), 0
	room, status := c.count-at, c.end-c.status-2
	if g.First <= 0 && len(s.rows) == g.Len && room >= wrapLeast {
		spare = l.DepView.Canvas.H - len(s.rows)
	}
	s.heights, s.waitRows = s.heights[:0], s.waitRows[:0]
	for i := range s.nodes {
		rows := 1
		if spare > 0 && status > 0 {
			rows = s.nodes[i].waitRows(status)
		}
		s.heights, s.waitRows = append(s.heights, 1), append(s.waitRows, rows)
	}
	rest := func(i int) int { // the cells of a title below its first row
		if s.waitRows[i] > 1 {
			return room - 1
		}
		return end - at
	}
	for rows := 2; rows <= mostRows; rows++ {
		for i := range s.nodes {
			more := s.waitRows[i] >= rows || !s.nodes[i].below(rows-2, s.linked[i], room, rest(i)).Empty()
			if spare > 0 && s.heights[i] == rows-1 && more {
				s.heights[i]++
				spare--
			}
		}
	}
	apart := spare >= len(s.nodes)-1
	s.parts = s.parts[:0]
	for i := range s.nodes {
		n := &s.nodes[i]
		for row := range s.heights[i] {
			part := linePart{line: i, title: n.Subject, row: row}
			if row > 0 {
				part.title = n.below(row-1, s.linked[i], room, rest(i))
			}
			if row < s.heights[i]-1 {
				part.title, _ = part.title.Break(n.rowRoom(row, s.linked[i], room, rest(i)))
			}
			s.parts = append(s.parts, part)
		}
		if apart && i < len(s.nodes)-1 {
			s.parts = append(s.parts, linePart{line: i, row: s.heights[i], blank: true})
		}
	}
}

// rowRoom returns the cells of a title in one of its rows: those up to the next column, and below the first all there are.
func (n *Node) rowRoom(row int, linked Text, first, rest int) int {
	if row == 0 {
		return max(n.titleRoom(first, linked), 1)
	}
	return max(rest, 1)
}

// below returns what of a title stands below one of its rows.
func (n *Node) below(row int, linked Text, first, rest int) Text {
	title := n.Subject
	for i := 0; i <= row && !title.Empty(); i++ {
		if title.Width() <= n.rowRoom(i, linked, first, rest) {
			return Text{}
		}
		_, title = title.Break(n.rowRoom(i, linked, first, rest))
	}
	return title
}

// wrapLeast is the cells of a title that is wrapped at least.
const wrapLeast = 12

// lineAt returns the line of a timeline in a row of its canvas, and whether there is one.
func (l *Layout) lineAt(dv *DepView, row int) (int, bool) {
	var s timelineRows
	s.prepare(l, dv, measuring)
	if row < 0 || row >= len(s.parts) {
		return 0, false
	}
	return max(dv.Timeline.First, 0) + s.parts[row].line, true
}

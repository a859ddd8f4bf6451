package view

import (
	"slices"

	"sideboard/ui/style"
)

// neighbour is a line of a focus on a terminal too narrow for boxes.
type neighbour struct {
	title bool
	wave  int   // the part: -1, 0, 1
	node  int32 // -1 for a title or a count
	more  int   // how many further ones are not shown
	row   int   // of the task: those of its title, and one that says how it stands
	rows  int   // that it has
	ids   int   // the cells of the longest id
}

// neighbourRows returns the rows of a narrow focus: titles are whole where all have room, and where rows are left, each task says how
// it stands, and a free row stands between the parts.
func (l *Layout) neighbourRows(dv *DepView) []neighbour {
	room := l.pictureRows()
	lines := neighbours(dv.Focus, dv.Selected, room)
	ids, titles, standing, parts := 0, 0, 0, 0
	for _, k := range [...]paneKind{beforePane, afterPane, chainPane, startPane} { // they stand in the same columns below
		ids = max(ids, dv.Focus.ids(dv, k))
	}
	for i := range lines {
		if lines[i].node >= 0 {
			n := dv.Node(lines[i].node)
			ids = max(ids, min(n.ID.Width(), lineID))
		}
	}
	for i := range lines {
		line := &lines[i]
		line.ids = ids
		if line.title {
			parts++
		}
		if line.rows = 1; line.node >= 0 {
			n := dv.Node(line.node)
			if line.rows = max(len(n.Subject.Wrap(n.besideLine(l.W, ids))), 1); line.node == dv.Selected {
				line.rows++
			} else {
				standing++
			}
		}
		titles += line.rows
	}
	if titles > room {
		for i := range lines {
			lines[i].rows = 1
		}
		return lines
	}
	airy := titles+standing+parts-1 <= room
	var whole []neighbour
	for _, line := range lines {
		switch {
		case airy && line.title && len(whole) > 0:
			whole = append(whole, neighbour{node: -1, rows: 1})
		case airy && line.node >= 0 && line.node != dv.Selected:
			line.rows++
		}
		for line.row = range line.rows {
			whole = append(whole, line)
		}
	}
	return whole
}

// besideLine returns the cells of a title in a narrow focus of w cells.
func (n *Node) besideLine(w, ids int) int {
	w -= 2*margin + 2 + 2 + ids + 2
	if n.Behind > 0 {
		w -= 1 + BehindWidth(n.Behind)
	}
	return max(w, 1)
}

// lineID is the cells of an id in a narrow focus at most.
const lineID = 8

// neighbours returns the lines of a narrow focus in n rows: what is waited for, the task, what waits for it. Where rows
// are few the titles go first, then what is furthest from the top of its list.
func neighbours(f *Focus, selected int32, n int) []neighbour {
	if n < 1 {
		return nil
	}
	before, after := f.Near[0], f.Near[1]
	titles := n >= 6
	room := n - 1
	if titles {
		room -= 3
	}
	half := room / 2
	a := min(len(before), max(half, room-len(after)))
	b := min(len(after), room-a)
	var lines []neighbour
	list := func(wave int, nodes []int32, n int) {
		if titles {
			lines = append(lines, neighbour{title: true, wave: wave, node: -1})
		}
		hidden := len(nodes) - n
		if hidden > 0 && n > 0 {
			n--
			hidden++
		}
		for _, i := range nodes[:min(n, len(nodes))] {
			lines = append(lines, neighbour{wave: wave, node: i})
		}
		if hidden > 0 && n > 0 {
			lines = append(lines, neighbour{wave: wave, node: -1, more: hidden})
		}
	}
	list(-1, before, a)
	if titles {
		lines = append(lines, neighbour{title: true, node: -1})
	}
	lines = append(lines, neighbour{node: selected})
	list(1, after, b)
	return lines[:min(len(lines), n)]
}

// drawNeighbourRow draws one line of a narrow focus.
func (pt *Painter) drawNeighbourRow(l *Layout, dv *DepView, i int) {
	lines := pt.neighbours
	if i >= len(lines) || i < 0 {
		return
	}
	p, line := &pt.p, lines[i]
	p.space(margin)
	switch {
	case line.title:
		p.space(1)
		dv.Focus.drawTitle(p, line.wave)
		if side := b2i(line.wave > 0); line.wave != 0 && len(dv.Focus.Near[side]) == 0 {
			p.space(2)
			p.text(style.Dim, wordNothingThere)
		}
		p.space(1)
		p.end--
		var heading listHeading
		counted := func(n neighbour) bool { return n.node >= 0 && dv.Node(n.node).Behind > 0 }
		if first := slices.IndexFunc(lines, counted); first > i && !slices.ContainsFunc(lines[i+1:first], func(n neighbour) bool { return n.title }) {
			heading.counts = wordBehind
		}
		p.bar(style.Faint, pt.sh.Glyphs.Horizontal, p.remaining()-heading.width())
		heading.draw(p)
		p.end++
		return
	case line.more > 0:
		p.space(3)
		p.plus(line.more)
		p.ascii(style.Dim, " more")
		return
	case line.node < 0:
		return
	}
	n, st := dv.Node(line.node), style.Faint
	rule := pt.sh.Glyphs.Rule
	if line.wave == 0 {
		p.setGround(style.Raised)
		rule, st = pt.sh.Glyphs.RuleSelected, style.Accent
	} else {
		st = sideStyles[b2i(line.wave > 0)]
	}
	p.glyph(st, rule)
	p.space(1)
	p.markTitle(line.wave == 0 && line.row == 0)
	n.drawLine(p, line, n.besideLine(l.W, line.ids), line.rows > 1, dv.Selected)
	p.fill()
	p.setGround(style.Flat)
}

// drawLine draws a row of a task: glyph, id, subject, and how many wait behind it. Of one that has several rows the others are the
// rest of a subject of so many cells, and how the task in focus stands.
func (n *Node) drawLine(p *pen, line neighbour, room int, several bool, selected int32) {
	title, indent := n.Subject, 3+line.ids
	if several {
		rows := title.Wrap(room)
		if line.row >= len(rows) {
			p.space(indent)
			n.drawAlso(p, line.wave, selected)
			return
		}
		title = rows[line.row]
	}
	st := n.subject(line.wave == 0)
	if line.row > 0 {
		p.space(indent)
		p.textUpTo(st, title, p.remaining())
		return
	}
	p.state(n.State)
	right := 0
	if n.Behind > 0 {
		right = BehindWidth(n.Behind) + 1
	}
	id := p.at
	p.textUpTo(style.Dim, n.ID, lineID)
	p.padTo(id + line.ids + 1)
	p.textUpTo(st, title, p.remaining()-right-1)
	if right > 0 && p.remaining() >= right {
		p.padTo(p.end - right)
		p.behind(n.Behind)
	}
}

// drawAlso draws how a neighbour stands: of one that waits, for whom beside the task in focus.
func (n *Node) drawAlso(p *pen, wave int, selected int32) {
	also := n.Waits - b2i(wave > 0)
	switch {
	case n.Loop || !n.tellsWaits():
		n.WaitsFor = nil // in words
		n.drawStanding(p)
	case also == 0:
		p.ascii(style.Dim, "waits for nothing else")
	case wave == 0: // for whom stands above
		p.ascii(style.Blocked, "blocked")
	case n.Waits > len(*n.WaitsFor):
		p.text(style.Dim, wordAlso)
		p.text(style.Dim, taskCount(also))
	default:
		rest := slices.DeleteFunc(slices.Clone(*n.WaitsFor), func(b Blocker) bool { return wave > 0 && b.Node == selected })
		n.Waits, n.WaitsFor = len(rest), &rest
		p.text(style.Dim, wordAlso)
		n.drawStanding(p)
	}
}

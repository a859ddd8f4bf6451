package view

import "sideboard/ui/style"

// neighbour is a line of a focus on a terminal too narrow for boxes.
type neighbour struct {
	title bool
	wave  int   // the part: -1, 0, 1
	node  int32 // -1 for a title or a count
	more  int   // how many further ones are not shown
}

// neighbours returns the lines of a narrow focus in n rows: what is waited for, the task, what waits for it. Where rows
// are few the titles go first, then what is furthest from the top of its list.
func neighbours(f *Focus, selected int32, n int) []neighbour {
	if n < 1 {
		return nil
	}
	before, after := f.Before, f.After
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
	lines := neighbours(dv.Focus, dv.Selected, l.DepView.Canvas.H)
	if i >= len(lines) || i < 0 {
		return
	}
	p, line := &pt.p, lines[i]
	p.space(margin)
	switch {
	case line.title:
		p.space(1)
		pt.drawFocusTitle(p, dv.Focus, line.wave, 0)
		return
	case line.more > 0:
		p.space(3)
		p.plus(line.more)
		p.ascii(style.Dim, " more")
		return
	case line.node < 0:
		return
	}
	n := dv.Node(line.node)
	end := p.end - margin
	p.end = end
	st := style.Faint
	rule := pt.sh.Glyphs.Rule
	if line.wave == 0 {
		p.setGround(style.Raised)
		rule, st = pt.sh.Glyphs.RuleSelected, style.Accent
	} else if n.Chain {
		st = style.Chain
	}
	p.glyph(st, rule)
	p.space(1)
	n.drawLine(p, line.wave == 0)
	p.fill()
	p.setGround(style.Flat)
	p.end = end + margin
}

// drawLine draws a task in a line: glyph, id, subject, and how many wait behind it.
func (n *Node) drawLine(p *pen, selected bool) {
	p.state(n.State)
	right := 0
	if n.Behind > 0 {
		right = 1 + digits(min(n.Behind, 99)) + 1
	}
	p.textUpTo(style.Dim, n.ID, 8)
	p.space(1)
	p.textUpTo(n.subject(selected), n.Subject, p.remaining()-right-1)
	if right > 0 && p.remaining() >= right {
		p.padTo(p.end - right)
		p.behind(n.Behind)
	}
}

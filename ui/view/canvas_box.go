package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// addBoxText adds the block of a task to the rows of the window.
func (c *canvas) addBoxText(b *graph.Box, n Node, ground style.Ground, dv *DepView, win Rect) {
	if !n.Said.Empty() {
		c.addSpotlightBox(b, n, win)
		return
	}
	chosen, lacks := b.Node == dv.Selected, dv.missingOf(b)
	last := b.H - 1
	if len(lacks.names) > 0 {
		last--
	}
	lines := n.blockLines(b.W, max(last, 1))
	for i := range b.H {
		c.put(win, b.Y+i, b.X, b.W, func(p *pen) {
			p.SetGround(ground)
			lay.Draw(p, n.bar(p.Sheet, chosen))
			if p.Space(blockPad - 1); i > last {
				lacks.draw(p, &c.line)
				return
			}
			p.End--
			switch {
			case i == 0 && last == 0:
				n.drawOneRow(p, chosen)
			case i == 0:
				n.drawBlockTop(p, lines, ground, chosen)
			case i == last:
				n.drawBlockNote(p, b)
			case i < len(lines):
				p.MarkTitle(chosen)
				p.Text(n.subject(chosen), lines[i])
			}
			p.End++
			p.SetGround(ground)
		})
	}
}

// drawOneRow draws a block of one row: the sign, the id and the title.
func (n *Node) drawOneRow(p *pen, chosen bool) {
	sign := lay.Bit{Text: n.ID, Style: style.Dim}
	sign.Sign, sign.Hue = n.blockSign(p.Sheet)
	lay.Draw(p, sign)
	p.Space(1)
	p.MarkTitle(chosen)
	p.Text(n.subject(chosen), n.Subject)
}

// drawBlockNote draws the last row of a block: what just happened, what is wrong, or its owner or id; and at the right
// end how many tasks wait for it. In a neighbourhood there are the numbers of links that it does not draw.
func (n *Node) drawBlockNote(p *pen, b *graph.Box) {
	left, right := n.blockName(b), n.blockWeight(true)
	if lay.Width(left...)+1+lay.Width(right) > p.Room() {
		right = n.blockWeight(false)
	}
	end := p.End
	if w := lay.Width(right); w > 0 {
		p.End -= w + 1
	}
	lay.Draw(p, left...)
	p.End = end
	lay.DrawRight(p, 0, right)
}

// blockName returns the beginning of the last row of a block.
func (n *Node) blockName(b *graph.Box) []lay.Bit {
	blank := lay.Bit{Text: wordBlank}
	name := lay.Bit{Text: n.ID, Style: style.Dim}
	if !n.Owner.Empty() {
		name = lay.Bit{Text: n.Owner, Style: n.Hue}
	}
	bits := []lay.Bit{name}
	switch {
	case n.Loop:
		bits = []lay.Bit{{Text: wordLoop, Style: style.Danger}, blank, name}
	case n.Became != Unchanged:
		bits = []lay.Bit{{Text: becameWords[n.Became], Style: style.Ready}}
	case n.State == Broken:
		bits = []lay.Bit{{Text: wordUnreadable, Style: style.DangerStrong}}
	case n.Alarm && n.State == Running:
		bits = []lay.Bit{{Text: wordStalled, Style: style.DangerStrong}, blank, name}
	case n.OneSided:
		bits = append(bits, blank, lay.Bit{Text: wordOneSided, Style: style.Warning})
	}
	switch {
	case n.Before > 0:
		bits = append(bits, blank, lay.Bit{Text: wordPlus.Append(safetext.Number(n.Before)), Style: style.Dim})
	case b.Hidden > 0:
		bits = append(bits, blank, lay.Bit{Text: wordPlus.Append(safetext.Number(b.Hidden)), Style: style.Dim})
	}
	return bits
}

var (
	wordUnreadable = safetext.Const("unreadable")
	wordOneSided   = safetext.Const("one-sided")
	wordPlus       = safetext.Const("+")
)

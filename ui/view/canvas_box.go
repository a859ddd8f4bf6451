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

// blockPad is the cells of a block before its words: its bar and a blank. One is left free at the right end.
const blockPad = 2

// blockLines returns the rows of the title in a block of a width, at most n: in the first one the sign is before it and
// an age behind it.
func (n *Node) blockLines(cells, rows int) []Text {
	w := Words{Subject: n.Subject}
	if n.State == Running {
		w.Age = n.Age.Width()
	}
	lines := w.lines(cells)
	if len(lines) > rows {
		lines[rows-1] = safetext.Join(wordBlank, lines[rows-1:]...)
		lines = lines[:rows]
	}
	return lines
}

// ground returns the ground of a block.
func (n *Node) ground(chosen bool) style.Ground {
	switch {
	case chosen:
		return style.Selected
	case n.Became != Unchanged || n.Fresh > 1:
		return style.Fresh
	case n.Alarm:
		return style.Alarm
	case n.Fresh > 0:
		return style.Low.Fading()
	case n.State == Ready || n.State == Running:
		return style.Card
	}
	return style.Low
}

// otherGround returns the ground of the second of two blocks that touch and would have the same.
func otherGround(g style.Ground) style.Ground {
	switch g {
	case style.Card:
		return style.Card2
	case style.Low:
		return style.Low2
	}
	return g
}

// bar returns the bar at the left of a block.
func (n *Node) bar(sh *style.Sheet, chosen bool) lay.Bit {
	g := sh.Glyphs
	bar := lay.Bit{Sign: g.Rule, Hue: style.StripBlocked}
	switch {
	case n.Marked:
		return lay.Bit{Sign: g.Marked, Hue: style.AccentStrong}
	case chosen:
		return chosenBar(sh)
	case n.Chain:
		return lay.Bit{Sign: g.RuleSelected, Hue: style.Chain}
	case n.Alarm || n.Loop:
		bar.Hue = style.Danger
	case n.State == Running:
		bar.Hue = n.Hue
	case n.State == Ready:
		bar.Hue = style.Ready
	case n.State == Done:
		bar.Hue = style.StripDone
	}
	return bar
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

// drawBlockTop draws the first row of a block: the sign, the beginning of the title, and how long a task is in
// progress.
func (n *Node) drawBlockTop(p *pen, lines []Text, ground style.Ground, chosen bool) {
	sign, hue := n.blockSign(p.Sheet)
	p.Glyph(hue, sign)
	if p.Space(1); n.Pending {
		p.Glyph(style.Pending, p.Sheet.Glyphs.InFlight)
	}
	p.MarkTitle(chosen)
	if len(lines) > 0 {
		p.Text(n.subject(chosen), lines[0])
	}
	p.SetGround(ground)
	if n.State == Running {
		age := lay.Bit{Text: n.Age, Style: style.Dim}
		if n.Alarm {
			age.Style = style.Danger
		}
		lay.DrawRight(p, 0, age)
	}
}

// blockSign returns the sign of a block.
func (n *Node) blockSign(sh *style.Sheet) (string, style.Style) {
	if n.Alarm {
		return sh.Glyphs.Problem, style.Danger
	}
	sign, hue := n.sign(sh)
	if n.State == Done {
		hue = style.Ready
	}
	return sign, hue
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

// blockWeight returns the end of the last row of a block, with its word or without.
func (n *Node) blockWeight(word bool) lay.Bit {
	bit := lay.Bit{Text: safetext.Number(n.Behind), Style: style.Dim}
	switch {
	case n.After > 0 && word:
		bit.Text = safetext.Number(n.After).Append(wordMoreAfter)
		return bit
	case n.After > 0:
		bit.Text = safetext.Number(n.After).Append(wordAfterArrow)
		return bit
	case n.Behind == 0:
		return lay.Bit{}
	case n.Behind > mostBehind:
		bit.Text = textMostBehind
	}
	if word {
		bit.Text = wordBlocksN.Append(bit.Text)
	}
	return bit
}

var (
	wordUnreadable = safetext.Const("unreadable")
	wordOneSided   = safetext.Const("one-sided")
	wordPlus       = safetext.Const("+")
	wordMoreAfter  = safetext.Const(" more →")
	wordAfterArrow = safetext.Const("→")
)

package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// blockLines returns the title of a block wrapped in at most that many rows, for a block of so many cells: in the first
// row there is room for the sign before it, and for the age of a running task behind it.
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

// ground returns the ground of a block by what is most important about it: that it is chosen, that something just
// happened to it, that something is wrong, then its state.
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

var wordMoreAfter, wordAfterArrow = safetext.Const(" more →"), safetext.Const("→")

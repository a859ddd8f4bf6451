package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Caption is the bar in which a story explains its steps.
type Caption struct {
	Text     Text
	Note     Text // before the step: "earlier"
	Step, Of int
}

// tail returns the cells of the step at the right end of a caption.
func (c *Caption) tail() int {
	tail := 2
	if c.Of > 0 {
		tail += lay.Digits(c.Step) + len(" of ") + lay.Digits(c.Of)
	}
	if !c.Note.Empty() {
		tail += c.Note.Width() + 2
	}
	return tail
}

// lines returns the text of a caption, wrapped evenly for a bar of w cells, next to the step.
func (c *Caption) lines(w int) []Text { return wrapEvenly(c.Text, max(w-4-c.tail(), 1)) }

// Rows returns the number of rows that a caption needs in a bar of w cells.
func (c *Caption) Rows(w int) int { return max(len(c.lines(w)), 1) }

// draw draws one row of the bar; the last row holds all text that is left. If the bar has two rows more than the text
// needs, the text is in the middle.
func (c *Caption) draw(p *pen, row, rows int) {
	lines, tail := c.lines(p.End), c.tail()
	if rows >= len(lines)+2 {
		row, rows = row-(rows-len(lines))/2, len(lines)
	}
	var text Text
	if row >= 0 && row < len(lines) {
		text = lines[row]
	}
	if row == rows-1 {
		for _, more := range lines[min(row+1, len(lines)):] {
			text = text.Append(safetext.Spaces(1)).Append(more)
		}
	}
	p.SetGround(style.Bar)
	p.Glyph(style.Accent, p.Sheet.Glyphs.RuleSelected)
	p.Space(1)
	p.TextIn(style.Strong, text, p.Room()-tail-2)
	p.PadTo(p.End - tail)
	if row == 0 {
		c.drawTail(p)
	}
	p.PadTo(p.End - 1)
	p.Bar(style.Plain, " ", 1)
	p.SetGround(style.Flat)
}

// drawTail draws the step that the story is at.
func (c *Caption) drawTail(p *pen) {
	if !c.Note.Empty() {
		p.Text(style.Dim, c.Note)
		p.Space(2)
	}
	if c.Of > 0 {
		p.Number(style.Dim, c.Step)
		p.ASCII(style.Dim, " of ")
		p.Number(style.Dim, c.Of)
	}
}

// wrapEvenly wraps a text in the fewest rows of at most room cells, all about equally long.
func wrapEvenly(t Text, room int) []Text {
	lines, least := t.Wrap(room), widestWord(t)
	for room--; len(lines) > 1 && room >= least; room-- {
		even := t.Wrap(room)
		if len(even) > len(lines) {
			break
		}
		lines = even
	}
	return lines
}

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

// tail returns the cells of a caption's step at its right end.
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

// lines returns a caption's text as it is wrapped in a bar of w cells, next to its step: in as few rows as can be, all about as long.
func (c *Caption) lines(w int) []Text { return wrapEvenly(c.Text, max(w-4-c.tail(), 1)) }

// Rows returns how many rows a caption needs in a bar of w cells.
func (c *Caption) Rows(w int) int { return max(len(c.lines(w)), 1) }

// draw draws one row of the bar in which a story explains its steps; the last of its rows takes what has no row of its own. Where
// there are two rows more than are needed the text is in their middle.
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
	p.ASCII(style.Chip, " ")
	p.SetGround(style.Field) // its tasks are lit; the words are on a quiet ground
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

// drawTail draws how far the story is.
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

// wrapEvenly breaks a text into as few rows of so many cells as can be, all about as long.
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

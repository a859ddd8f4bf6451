package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// mostTitle is the most rows of a title.
const mostTitle = 4

// titleRoom returns the cells of the first row of a title next to an age: one blank between is enough if that saves a
// cut.
func (c *Card) titleRoom(w int) int {
	age := lay.Width(c.ageBit())
	room := w - titleAt - cardRight - age
	switch {
	case age == 0:
		return room
	case c.Subject.Width() == room-1:
		return room - 1
	}
	return room - 2
}

// firstLine returns the first row of the title and the rest.
func (c *Card) firstLine(w int) (line, rest Text) {
	room := max(c.titleRoom(w), 1)
	return c.Subject.Break(room)
}

// restRows returns the number of rows that the rest of a title takes below its first row, at most mostTitle-1; what is
// left then is cut.
func restRows(rest Text, w int) int {
	if rest.Empty() {
		return 0
	}
	n := 0
	for ; !rest.Empty() && n < mostTitle-1; n++ {
		_, rest = rest.Break(max(w-titleAt-cardRight, 1))
	}
	return n
}

// size returns the rows of a card in a list of w cells, by form.
func (c *Card) size(w int) (rows [lay.FormCount]int) {
	_, rest := c.firstLine(w)
	about := c.about(measuring, true)
	second := cellsOf(about[:])+lay.Width(c.behindBit(wordBlocksN)) > 0
	alarm := b2i(c.alarms())
	rows[0] = 1
	rows[1] = 1 + b2i(second || !rest.Empty()) + alarm
	rows[2] = 1 + restRows(rest, w) + b2i(second) + alarm
	rows[2] = max(rows[2], rows[1])
	return rows
}

// draw draws a row of a card.
func (c *Card) draw(p *pen, look *cardLook, row int) {
	on := c.ground(look.selected, look.odd)
	p.SetGround(on)
	end := p.End
	bar, hue := c.bar(p.Sheet, look.selected)
	if on == style.Selected && hue != style.AccentStrong {
		hue = style.Accent
	}
	p.Glyph(hue, bar)
	p.End = end - cardRight
	switch {
	case look.form == 0:
		c.drawBrief(p, look)
	case row == 0:
		c.drawFirst(p, look)
	case look.joined:
		c.drawAlarm(p, true)
	case row == look.rows-1 && c.alarms():
		c.drawAlarm(p, false)
	default:
		c.drawBelow(p, look, row)
	}
	p.End = end
	p.Fill()
	p.SetGround(style.Flat)
}

// drawFirst draws the first row of a card of several.
func (c *Card) drawFirst(p *pen, look *cardLook) {
	c.drawSign(p)
	line, _ := c.firstLine(look.w)
	c.drawTitle(p, look, line)
	lay.DrawRight(p, 0, c.ageBit())
}

// drawBelow draws a row below the first one: the rest of the title, what is said about the task, or both in one.
func (c *Card) drawBelow(p *pen, look *cardLook, row int) {
	p.PadTo(titleAt)
	_, rest := c.firstLine(look.w)
	if look.form > 1 {
		below := restRows(rest, look.w)
		if row > below {
			c.drawAbout(p, look, Text{})
			return
		}
		line := rest
		for i := 1; i <= row; i++ {
			line = rest
			if i < mostTitle-1 {
				line, rest = rest.Break(max(p.Room(), 1))
			}
		}
		c.drawTitle(p, look, line)
		return
	}
	c.drawAbout(p, look, rest)
}

// drawAbout draws the rest of the title, what is said about the task, and at the right end the number of tasks that
// wait for it. What does not fit gives way in an order: the word of that number, the id of a completed task, the rest
// of the title.
func (c *Card) drawAbout(p *pen, look *cardLook, rest Text) {
	behind := c.behindBit(wordBlocksN)
	about := c.about(p.Sheet, true)
	gap := 2 * min(rest.Width(), 1)
	need := func() int {
		w := lay.Width(behind)
		return rest.Width() + gap + cellsOf(about[:]) + w + min(w, 1)
	}
	if need() > p.Room() && !rest.Empty() {
		about[5] = lay.Bit{} // a worktree is only worth the room that is left
		behind = c.behindBit(Text{})
	}
	if need() > p.Room() && !rest.Empty() && c.finished() {
		about = c.about(p.Sheet, false)
	}
	right := lay.Width(behind) + min(lay.Width(behind), 1)
	all := p.End
	p.End -= right
	if !rest.Empty() {
		c.drawTitleIn(p, look, rest, p.Room()-gap-cellsOf(about[:]))
		p.Space(gap)
	}
	drawBits(p, about[:])
	p.End = all
	lay.DrawRight(p, 0, behind)
}

// drawAlarm draws why the task needs a person, as much of it as has room, and the key that helps.
func (c *Card) drawAlarm(p *pen, joined bool) {
	p.PadTo(titleAt)
	help := c.helpBits()
	all := p.End
	if w := lay.Width(help[:]...); w > 0 {
		p.End -= w + 2
	}
	about := c.about(p.Sheet, true)
	if joined && cellsOf(about[:3]) > 0 {
		drawBits(p, about[:3])
		p.Space(1)
	}
	drawBits(p, c.warning(p.Room()))
	p.End = all
	lay.DrawRight(p, 0, help[:]...)
}

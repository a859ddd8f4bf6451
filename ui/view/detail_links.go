package view

import (
	"math"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// formTwo is the number of cells below which the tasks of a detail have two rows, as cards have.
const formTwo = 62

// taskColumns are the columns of a list of tasks: the title, the id, who has it or what is wrong, and its age or how
// many wait for it.
var taskColumns = []lay.Col{
	{Fill: true, Min: 16, Rest: true},
	{Gap: 1, Max: 14},
	{Gap: 1},
	{Gap: 2, Right: true},
}

// drawTasks draws a list of tasks under a title with their number, and those that are further away: of these there are
// further.
func drawTasks(g *page, t *lay.Table, title, more Text, near, far []Card, further int) {
	if len(near) == 0 {
		return
	}
	g.Gap()
	g.Row(func(p *pen) {
		lay.Draw(p, lay.Bit{Text: title, Style: style.TitleStrong}, lay.Bit{Sign: " ", Tight: true},
			lay.Bit{Count: len(near), Style: style.Dim})
		if further > 0 {
			lay.Draw(p, lay.Bit{Text: safetext.Const(", then ").Append(safetext.Number(further), more),
				Style: style.Dim})
		}
		p.Rule()
	})
	t.Reset(taskColumns)
	for _, cards := range [][]Card{near, far} {
		for i := range cards {
			t.Items = append(t.Items, cards[i].listed(t, g))
		}
	}
	g.Table(t, math.MaxInt)
}

// listed returns a card as an item of a list of tasks.
func (c *Card) listed(t *lay.Table, g *page) lay.Item {
	sign, hue := c.sign(g.Pen.Sheet)
	title := lay.Cell{Lead: t.Bits(lay.Bit{Sign: sign, Hue: hue}, lay.Bit{Sign: " "}),
		Bits: t.Bits(lay.Bit{Text: c.Subject, Style: c.subjectStyle(false)})}
	about, right := c.about(g.Pen.Sheet, true), c.ageBit()
	if c.alarms() {
		about[3] = c.warning(g.W / 3)[0]
	}
	if right.Text.Empty() {
		right = c.behindBit(wordBlocksN)
	}
	it := lay.Item{Open: true}
	if g.W < formTwo {
		it.Cells = t.Cells(title)
		it.Below = t.Rows(lay.Ends{Left: lay.Cell{Bits: t.Bits(about[:]...), Gap: 1}, Right: t.Bits(right)})
		return it
	}
	it.Cells = t.Cells(title, lay.Cell{Bits: t.Bits(about[0])},
		lay.Cell{Bits: t.Bits(about[1], about[3], about[4]), Gap: 1}, lay.Cell{Bits: t.Bits(right)})
	return it
}

package view

import (
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// NowPast is how many tasks were completed over time, and by whom.
type NowPast struct {
	Ends        []time.Duration // how long ago the tasks that are completed were, where that is known
	Done, Total int             // of all tasks
	Pace        Text            // how much was done lately: "2 in the last hour"
	Who         []NowDone       // whoever completed most first
}

// NowDone is how many tasks somebody completed.
type NowDone struct {
	Name  Text
	Hue   style.Style
	Tasks int
}

const (
	leastPast, mostPast = 4, 16 // rows of the curve
	leastShare          = 6     // cells of the longest bar of who completed how many
	mostShare           = 24
)

// pastRows returns the rows of the curve, of those that it and the lanes have together: none unless everybody has what it works on beside
// it, whole.
func (v *Now) pastRows(t *nowTable, room int) int {
	if v.Past == nil {
		return 0
	}
	t.lay(v, room, amply)
	left := room - v.least(t) - (len(v.Lanes) - 1) - 1 - b2i(!v.Past.fitsBeside(t)) // an empty row above it
	if rows := min(room/4, left, mostPast); rows >= leastPast {
		return rows
	}
	return 0
}

// headWidth returns the cells of the heading.
func (c *NowPast) headWidth() int {
	return margin + wordDonePast.Width() + 2 + digits(c.Done) + len(" of ") + digits(c.Total) + 3 + c.Pace.Width()
}

// fitsBeside reports whether the heading has room beside the curve and the numbers of its scale.
func (c *NowPast) fitsBeside(t *nowTable) bool {
	return c.headWidth()+2+len(scaleWord)+digits(c.Done)+1 <= t.bars
}

// drawHead draws the heading.
func (c *NowPast) drawHead(p *pen) {
	p.space(margin)
	p.text(style.Label, wordDonePast)
	p.space(2)
	p.number(style.Title, c.Done)
	p.ascii(style.Dim, " of ")
	p.number(style.Dim, c.Total)
	p.space(3)
	p.text(style.Dim, c.Pace)
}

// drawPast draws how much of the whole list was done over time, in at most so many rows below the lanes and on their axis, and beside it
// by whom.
func (pt *Painter) drawPast(g *page, v *Now, t *nowTable, rows int) {
	c, end := v.Past, t.bars+t.barWidth()
	beside := c.fitsBeside(t)
	from, counts := v.counts(2 * t.barWidth())
	rows = min(rows-1-b2i(!beside), mostPast)
	if more := counts[len(counts)-1] - from; more > 0 && more <= rows { // every completion is as high
		rows = max(min(rows-rows%more, 3*more), leastPast)
	}
	g.row(func(p *pen) { p.drawGrid(t, end) })
	if !beside {
		g.row(func(p *pen) { c.drawHead(p); p.drawGrid(t, end) })
	}
	for row := range rows {
		g.row(func(p *pen) {
			switch {
			case row > 0 || !beside:
				c.drawWho(p, t, row-b2i(beside), rows-b2i(beside))
			default:
				c.drawHead(p)
			}
			switch last := counts[len(counts)-1]; row {
			case 0:
				p.drawScale(t, scaleWord, last)
			case rows - 1:
				p.drawScale(t, "", from)
			}
			pt.drawCurve(p, t, counts, from, 4*(rows-1-row), 4*rows)
			p.drawGrid(t, end)
		})
	}
}

// counts returns how many tasks were done at the left end of the time that is shown, and at each of so many moments in it.
func (v *Now) counts(n int) (from int, counts []int) {
	counts = make([]int, max(n, 1))
	from = v.Past.Done
	for _, ago := range v.Past.Ends {
		if at := v.cell(ago, len(counts)); at >= 0 {
			from--
			if at = min(at, len(counts)-1); ago >= v.Shift {
				counts[at]++
			}
		}
	}
	sum := from
	for i, n := range counts {
		sum += n
		counts[i] = sum
	}
	return from, counts
}

// scaleWord is what the numbers of the scale count.
const scaleWord = "done "

// drawScale draws a number of the scale before the curve, behind a word.
func (p *pen) drawScale(t *nowTable, word string, n int) {
	if at := t.bars - 1 - len(word) - digits(n); p.at < at {
		p.padTo(at)
		p.ascii(style.Dim, word)
		p.number(style.Dim, n)
	}
}

// drawCurve draws a row of the curve: the dots from one height on, of so many.
func (pt *Painter) drawCurve(p *pen, t *nowTable, counts []int, from, low, all int) {
	most := max(counts[len(counts)-1]-from, 1)
	for i := 0; i+1 < len(counts); i += 2 {
		var dots uint8
		st := style.BarDone
		for x := range 2 {
			high := ((counts[i+x]-from)*all + most - 1) / most
			for y := range min(max(high-low, 0), 4) {
				dots |= style.BrailleDot(x, 3-y)
			}
			if high > low+4 { // the height of the curve stands out, not what is below it
				st = style.Faint
			}
		}
		if at := t.bars + i/2; dots != 0 && p.at <= at {
			p.drawGrid(t, at)
			p.padTo(at)
			p.rune(st, p.sh.Glyphs.Braille(dots))
		}
	}
}

// drawWho draws in one of so many rows who completed how many, as a number and as a bar; in the last of them how many others there are.
func (c *NowPast) drawWho(p *pen, t *nowTable, row, rows int) {
	if row >= len(c.Who) {
		return
	}
	names, most := widest(c.Who, func(w *NowDone) Text { return w.Name }), c.Who[0].Tasks
	at := margin + 2 + names + 2
	end := t.bars - 1 - len(scaleWord) - digits(c.Done) - 2
	if at+digits(most) > end {
		return
	}
	p.padTo(margin + 2)
	if rest := len(c.Who) - row; row == rows-1 && rest > 1 {
		p.plus(rest)
		p.ascii(style.Dim, " more")
		return
	}
	who := &c.Who[row]
	p.text(who.Hue, who.Name)
	p.padTo(at + digits(most) - digits(who.Tasks))
	p.number(style.Plain, who.Tasks)
	if bar := max(t.subject, p.at+2); end-bar >= leastShare {
		p.padTo(bar)
		p.bar(style.Spent(who.Hue), p.sh.Glyphs.Span, proportion(who.Tasks, most, min(end-bar, mostShare)))
	}
}

var wordDonePast = safetext.Const("Done")

package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// NowPast is how many tasks were completed over time, and by whom.
type NowPast struct {
	Ends        []NowEnd  // of the tasks that are completed, where it is known when, the first one first
	Done, Total int       // of all tasks
	Pace        Text      // how much was done lately: "2 in the last hour"
	Who         []NowDone // whoever completed most first
}

// NowEnd is when a task was completed.
type NowEnd struct {
	Ago     time.Duration
	Subject Text
}

// NowDone is how many tasks somebody completed.
type NowDone struct {
	Name  Text
	Hue   style.Style
	Tasks int
}

const (
	leastPast, mostPast = 4, 16 // rows of the curve
	mostRise            = 2     // rows of one completion
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
	beside := v.Past.fitsBeside(t)
	left := room - v.least(t) - (len(v.Lanes) - 1) - 1 - b2i(!beside) // an empty row above it
	rows := min(room*2/5, left, mostPast)
	if rows < leastPast {
		return 0
	}
	return max(v.curve(t.barWidth(), rows).rows, min(rows, len(v.Past.Who)+b2i(beside)))
}

// headWidth returns the cells of the heading.
func (c *NowPast) headWidth() int {
	return margin + wordDonePast.Width() + 2 + digits(c.Done) + len(" of ") + digits(c.Total) + 3 + c.Pace.Width()
}

// fitsBeside reports whether the heading has room beside the curve and the numbers of its scale.
func (c *NowPast) fitsBeside(t *nowTable) bool {
	return c.headWidth()+2+digits(c.Done)+1 <= t.bars
}

// drawHead draws the heading.
func (c *NowPast) drawHead(p *pen) {
	p.space(margin)
	p.text(style.Head, wordDonePast)
	p.space(2)
	p.number(style.Title, c.Done)
	p.ascii(style.Dim, " of ")
	p.number(style.Dim, c.Total)
	p.space(3)
	p.text(style.Dim, c.Pace)
}

// drawPast draws how much of the whole list was done over time, in so many rows below the lanes and on their axis, and beside it by whom.
func (pt *Painter) drawPast(g *page, v *Now, t *nowTable, rows int) {
	c := v.Past
	beside := c.fitsBeside(t)
	line := v.curve(t.barWidth(), rows)
	g.blank()
	if !beside {
		g.row(func(p *pen) { c.drawHead(p) })
	}
	for row := range rows {
		g.row(func(p *pen) {
			if row == 0 && beside {
				c.drawHead(p)
			} else {
				c.drawWho(p, t, row-b2i(beside), rows-b2i(beside))
			}
			if at := t.bars - 1 - digits(line.from); row == line.rows-1 && p.at < at {
				p.padTo(at)
				p.number(style.Dim, line.from)
			}
			p.drawCurve(t, &line, line.rows-1-row)
			if row == 0 {
				p.padTo(t.since)
				p.number(style.Plain, line.to)
			}
		})
	}
}

// curve is the line of how many tasks were done over time: it goes up a step where one was completed.
type curve struct {
	from, to int   // how many were done at its ends
	rows     int   // that it has
	high     []int // in which of them it is at the end of each cell, counted from the bottom
	rise     int   // rows of a completion, 0 where there are more of them than rows
	ends     []NowEnd
}

// curve lays out the line in so many cells and at most so many rows, of which each completion takes as many.
func (v *Now) curve(w, rows int) (c curve) {
	c.high, c.from, c.rows = make([]int, max(w, 1)), v.Past.Done, rows
	for _, e := range v.Past.Ends {
		if at := v.cell(e.Ago, len(c.high)); at >= 0 {
			c.from--
			if e.Ago >= v.Shift {
				c.high[min(at, len(c.high)-1)]++
				c.ends = append(c.ends, e)
			}
		}
	}
	n := len(c.ends)
	if n > 0 && n < rows {
		c.rise = min((rows-1)/n, mostRise)
		c.rows = n*c.rise + 1
	}
	sum := 0
	for i, more := range c.high {
		sum += more
		c.high[i] = sum * (c.rows - 1) / max(n, 1)
	}
	c.to = c.from + n
	return c
}

// drawCurve draws a row of the line, and beside a step in it which task that is where there is room: behind it, else before.
func (p *pen) drawCurve(t *nowTable, c *curve, row int) {
	if row < 0 {
		return
	}
	step, below := row/max(c.rise, 1), c.rise > 0 && row%c.rise == 0 // the step that begins in this row; one ends in it, too
	at := func(step int) int {
		return t.bars + slices.IndexFunc(c.high, func(high int) bool { return high >= (step+1)*c.rise })
	}
	behind := func(step int) bool { return at(step)+2+c.ends[step].Subject.Width() <= t.end }
	if before := step - 1; below && before >= 0 && !behind(before) {
		subject := c.ends[before].Subject
		if from := at(before) - 1 - subject.Width(); from >= max(t.bars, p.at) {
			p.padTo(from)
			p.text(style.Dim, subject)
		}
	}
	g, was := p.sh.Glyphs, 0
	for i, high := range c.high {
		if glyph := lineGlyph(g, was, high, row); glyph != "" {
			p.padTo(t.bars + i)
			p.glyph(style.BarDone, glyph)
		}
		was = high
	}
	if below && step < len(c.ends) && behind(step) {
		p.space(1)
		p.text(style.Dim, c.ends[step].Subject)
	}
}

// lineGlyph returns what a line that goes from one row to another, which is no lower, has in a row of that cell; nothing where it is not.
func lineGlyph(g *style.Glyphs, from, to, row int) string {
	switch {
	case row < from || row > to:
		return ""
	case from == to:
		return g.Horizontal
	case row == from:
		return g.BottomRight
	case row == to:
		return g.TopLeft
	}
	return g.Vertical
}

// drawWho draws in one of so many rows who completed how many, as a number and as a bar; in the last of them how many others there are.
func (c *NowPast) drawWho(p *pen, t *nowTable, row, rows int) {
	if row >= len(c.Who) {
		return
	}
	names, most := widest(c.Who, func(w *NowDone) Text { return w.Name }), c.Who[0].Tasks
	at := margin + 2 + names + 2
	end := t.bars - 1 - digits(c.Done) - 2
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

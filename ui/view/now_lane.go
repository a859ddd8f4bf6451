package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// nowTable is where the columns of the lanes are, in cells: names, ids and subjects, the bars, and how long.
type nowTable struct {
	below                         bool // subjects have no room beside the bars, and stand below them
	id, subject, bars, since, end int
}

// usualBars is how many cells of bars are enough while a subject is cut beside them.
const usualBars = 28

// tabulate shares w cells among the columns: subjects are whole where the bars have room beside them.
func (v *Now) tabulate(w int) (t nowTable) {
	name, id, subject, since := 0, 0, 0, 0
	for i := range v.Lanes {
		ln := &v.Lanes[i]
		name = max(name, ln.Name.Width(), ln.Note.Width())
		for r := range ln.Tasks {
			task := &ln.Tasks[r]
			id, subject, since = max(id, task.ID.Width()), max(subject, task.Subject.Width()), max(since, task.since(w).Width())
		}
	}
	t.below, t.end = w < MediumWidth, w-margin
	name, since = min(name, max(w/6, 10)), min(since, w/5)
	t.since = t.end - since
	if t.bars = margin + 2 + name + 2; t.below {
		t.id = margin + 2
		t.subject = t.id + 2 + id + 1
		return t
	}
	t.id = t.bars
	t.subject = t.id + 2 + id + 2
	t.bars = t.subject + min(subject, max((t.since-2-t.subject)*3/5, t.since-2-t.subject-usualBars)) + 2
	return t
}

// barWidth returns the cells of the bars.
func (t *nowTable) barWidth() int {
	if t.below {
		return max(t.end-t.bars, 1)
	}
	return max(t.since-2-t.bars, 1)
}

// since returns how long the task is in hand, or why it needs a person where there is room for that.
func (b *NowTask) since(w int) Text {
	if w >= WideWidth && !b.Alarm.Empty() {
		return b.Alarm
	}
	return b.For
}

// least returns the rows an agent must have: what it works on, and where subjects stand below the bars one for those.
func (ln *NowLane) least(t *nowTable) int {
	return max(ln.Working, 1) + b2i(t.below)
}

// share shares rows among the lanes from one on: what everybody works on, then a row between any two, then what they worked on
// before, in turns. It returns the rows of those that have room.
func (v *Now) share(t *nowTable, first, room int) (rows []int, gap int) {
	for i := first; i < len(v.Lanes); i++ {
		n := v.Lanes[i].least(t)
		if n > room && len(rows) > 0 {
			break
		}
		rows, room = append(rows, min(n, room)), room-n
	}
	if gaps := len(rows) - 1; room >= gaps && first+len(rows) == len(v.Lanes) {
		gap, room = 1, room-gaps
	}
	for more := true; more; {
		more = false
		for i := range rows {
			ln := &v.Lanes[first+i]
			if most := max(len(ln.Tasks), 2-b2i(t.below)) + b2i(t.below); room > 0 && rows[i] < most {
				rows[i]++
				room--
				more = true
			}
		}
	}
	return rows, gap
}

// fit returns the first agent that is shown in so many rows, which is no later than the selected one, and the rows of each. One of
// the rows says how many have no room.
func (v *Now) fit(t *nowTable, room int) (first int, rows []int, gap int) {
	if rows, gap = v.share(t, 0, room); len(rows) == len(v.Lanes) {
		return 0, rows, gap
	}
	for ; ; first++ {
		if rows, gap = v.share(t, first, room-1); v.Selected < first+len(rows) {
			return first, rows, gap
		}
	}
}

// drawLanes draws the agents in at most so many rows below the axis of time, and says how many have no room.
func (pt *Painter) drawLanes(g *page, v *Now, room int) {
	t := v.tabulate(g.w)
	g.row(func(p *pen) { drawAxis(p, v, t.bars, t.barWidth()) })
	first, rows, gap := v.fit(&t, room)
	for i, n := range rows {
		if i > 0 && gap > 0 {
			g.blank()
		}
		for row := range n {
			g.row(func(p *pen) { pt.drawLaneRow(p, v, &t, first+i, row, n) })
		}
	}
	if hidden := len(v.Lanes) - len(rows); hidden > 0 {
		g.row(func(p *pen) { pt.drawOutOfSight(p, t.end, first, hidden-first) })
	}
}

// drawLaneRow draws one of so many rows of an agent: a task in its hands, now or before, and beside the first of them its name.
// Where what it works on has not room enough, the selected one is in sight and the last row counts the others.
func (pt *Painter) drawLaneRow(p *pen, v *Now, t *nowTable, lane, row, rows int) {
	ln, g := &v.Lanes[lane], pt.sh.Glyphs
	rows -= b2i(t.below)
	i := row - b2i(t.below)
	if lane == v.Selected && i >= 0 {
		i += max(v.Row-rows+1, 0)
	}
	p.space(margin)
	chosen := lane == v.Selected && i == v.Row
	if chosen {
		p.setGround(style.Raised)
		p.glyph(ln.Hue, g.RuleSelected)
	} else {
		p.glyph(ln.Hue, g.Rule)
	}
	p.space(1)
	name, st := Text{}, style.Dim
	switch hidden := ln.Working - rows; {
	case row == 0:
		name, st = ln.Name, ln.Hue
	case t.below:
	case hidden > 0 && row == rows-1:
		name = safetext.Const("+").Append(safetext.Number(hidden))
	case row == 1:
		name = ln.Note
	}
	p.textUpTo(st, name, t.names()-2-p.at)
	if row == 0 && t.below {
		for k := range slices.Backward(ln.Tasks) {
			drawBar(p, v, ln, &ln.Tasks[k], t.bars, t.barWidth())
		}
	}
	if i >= 0 && i < len(ln.Tasks) {
		drawNowTask(p, v, ln, &ln.Tasks[i], t, chosen)
	}
	p.padTo(t.end)
	p.setGround(style.Flat)
}

// names returns the cell behind the names.
func (t *nowTable) names() int {
	if t.below {
		return t.bars
	}
	return t.id
}

// drawNowTask draws how a task stands, its id and subject, its bar, and since when.
func drawNowTask(p *pen, v *Now, ln *NowLane, b *NowTask, t *nowTable, chosen bool) {
	p.padTo(t.id)
	alarmed := !b.Alarm.Empty()
	if alarmed {
		p.glyph(style.Danger, p.sh.Glyphs.Problem)
		p.space(1)
	} else {
		p.state(b.State)
	}
	p.text(style.Dim, b.ID)
	p.padTo(t.subject)
	st, end := subjectStyle(b.State), t.bars-2
	if t.below {
		end = t.since - 1
	}
	if chosen {
		st = style.SubjectStrong
	}
	p.textUpTo(st, b.Subject, end-p.at)
	if !t.below {
		drawBar(p, v, ln, b, t.bars, t.barWidth())
	}
	since := b.since(p.end)
	p.padTo(t.end - since.Width())
	switch {
	case alarmed:
		p.textUpTo(style.Danger, since, t.end-p.at)
	case b.State == Running:
		p.textUpTo(style.Plain, since, t.end-p.at)
	default:
		p.textUpTo(style.Dim, since, t.end-p.at)
	}
}

// cell returns where a moment is among w cells; it may lie outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

// drawBar draws a task from its beginning to its end, in w cells; one whose beginning nobody saw is dashed.
func drawBar(p *pen, v *Now, ln *NowLane, b *NowTask, left, w int) {
	from, to := v.cell(b.From, w), v.cell(b.To, w)
	if b.State == Running && v.Shift == 0 {
		from, to = min(from, w-1), w // it has begun just now
	}
	if to <= 0 && b.To > v.Shift || from > w {
		return
	}
	to = min(max(to, from+1), w)
	from = max(from, 0, p.at-left)
	if from >= to {
		return
	}
	hue, glyph := ln.Hue, p.sh.Glyphs.BarFull
	if b.State != Running {
		hue = style.Spent(hue)
	}
	if b.AtLeast {
		glyph = p.sh.Glyphs.Dashes
	}
	p.padTo(left + from)
	p.bar(hue, glyph, to-from)
}

// drawAxis names moments above the bars, as many as leave the same room between any two, and now.
func drawAxis(p *pen, v *Now, left, w int) {
	end := w
	if v.Shift == 0 {
		end -= wordNow.Width() + 1
	}
	each := 1
	if n := len(v.Ticks); n > 1 {
		apart := max(v.cell(v.Ticks[1].Ago, w)-v.cell(v.Ticks[0].Ago, w), 1)
		each = (v.Ticks[0].Clock.Width() + 1 + apart) / apart
	}
	for i := 0; i < len(v.Ticks); i++ {
		t := &v.Ticks[i]
		if x := v.cell(t.Ago, w); (len(v.Ticks)-1-i)%each == 0 && x >= 0 && left+x >= p.at && x+t.Clock.Width() <= end {
			p.padTo(left + x)
			p.text(style.Dim, t.Clock)
		}
	}
	if v.Shift == 0 && p.at <= left+end {
		p.padTo(left + w - wordNow.Width())
		p.text(style.Accent, wordNow)
	}
}

// levels draws numbers as a line of small bars, one of most full; nothing for 0.
func (p *pen) levels(st style.Style, values []int, most int) {
	levels := p.sh.Glyphs.Levels
	for _, n := range values {
		if n <= 0 {
			p.space(1)
			continue
		}
		p.glyph(st, levels[(n*len(levels)-1)/most])
	}
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var wordNow = safetext.Const("now")

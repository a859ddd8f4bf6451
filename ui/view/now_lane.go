package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// nowTable is where the columns of the lanes are, in cells: names, ids and subjects, the bars, and how long; and what stands in the rows
// of each lane.
type nowTable struct {
	below                         bool // subjects have no room beside the bars, and stand below them
	id, subject, bars, since, end int
	lanes                         [][]laneRow
}

// laneRow is a row of a lane: a task, or what the row before had no room for of its subject.
type laneRow struct {
	task    int
	subject Text
	rest    bool
}

// usualBars is how many cells of bars are enough while a subject is cut beside them.
const usualBars = 28

// tabulate shares w cells among the columns: subjects are whole where the bars have room beside them.
func (v *Now) tabulate(w int) (t nowTable) {
	name, id, subject, since := 0, 0, 0, 0
	for i := range v.Lanes {
		ln := &v.Lanes[i]
		name = max(name, ln.Name.Width()+ln.countWidth())
		for r := range ln.Tasks {
			task := &ln.Tasks[r]
			id, subject, since = max(id, task.ID.Width()), max(subject, task.Subject.Width()), max(since, task.since(w).Width())
		}
	}
	t.below, t.end = w < MediumWidth, w-margin
	name, since = min(name, max(w/6, 14)), min(since, w/5)
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

// subjectEnd returns the cell behind the subjects.
func (t *nowTable) subjectEnd() int {
	if t.below {
		return t.since - 1
	}
	return t.bars - 2
}

// lay lays out what stands in the rows of the lanes, as far as it can be shown in so many: whole subjects in as many as they need, or
// one row a task.
func (t *nowTable) lay(v *Now, room int, whole bool) {
	t.lanes = make([][]laneRow, len(v.Lanes))
	for i := range v.Lanes {
		for k := range v.Lanes[i].Tasks[:min(len(v.Lanes[i].Tasks), v.Lanes[i].Working+room)] {
			subject := v.Lanes[i].Tasks[k].Subject
			pieces := []Text{subject}
			if whole {
				pieces = subject.Wrap(max(t.subjectEnd()-t.subject, 1))
			}
			for n, piece := range pieces {
				t.lanes[i] = append(t.lanes[i], laneRow{k, piece, n > 0})
			}
		}
	}
}

// countWidth returns the cells of how many tasks an agent completed, behind its name.
func (ln *NowLane) countWidth() int {
	if ln.Done == 0 {
		return 0
	}
	return 3 + digits(ln.Done)
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

// rowsUpTo returns the rows of the first tasks of a lane, at least one, and where subjects stand below the bars one for those.
func (t *nowTable) rowsUpTo(lane, tasks int) int {
	n := 0
	for n < len(t.lanes[lane]) && t.lanes[lane][n].task < max(tasks, 1) {
		n++
	}
	return max(n, 1) + b2i(t.below)
}

// least returns the rows in which every agent has what it works on.
func (v *Now) least(t *nowTable) (n int) {
	for i := range v.Lanes {
		n += t.rowsUpTo(i, v.Lanes[i].Working)
	}
	return n
}

// share shares rows among the lanes from one on: what everybody works on, then a row between any two, then what they worked on
// before, a task each as long as all have room for one more. It returns the rows of those that have room.
func (v *Now) share(t *nowTable, first, room int) (rows []int, gap int) {
	for i := first; i < len(v.Lanes); i++ {
		n := t.rowsUpTo(i, v.Lanes[i].Working)
		if n > room && len(rows) > 0 {
			break
		}
		rows, room = append(rows, min(n, room)), room-n
	}
	if gaps := len(rows) - 1; room >= gaps && first+len(rows) == len(v.Lanes) {
		gap, room = 1, room-gaps
	}
	for n := 1; room > 0; n++ {
		next, more := slices.Clone(rows), 0
		for i := range rows {
			next[i] = max(rows[i], t.rowsUpTo(first+i, v.Lanes[first+i].Working+n))
			more += next[i] - rows[i]
		}
		if more == 0 || more > room {
			break
		}
		rows, room = next, room-more
	}
	return rows, gap
}

// fit lays out the lanes in so many rows, with whole subjects if all have room so. It returns the first agent that is shown, which is no
// later than the selected one, and the rows of each. One of the rows says how many have no room.
func (v *Now) fit(t *nowTable, room int) (first int, rows []int, gap int) {
	if t.lay(v, room, true); v.least(t) > room {
		t.lay(v, room, false)
	}
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

// drawLaneRow draws one of so many rows of an agent: a task in its hands, now or before, and beside the first of them its name and how
// many it completed. Where what it works on has not room enough, the selected one is in sight and the others are counted.
func (pt *Painter) drawLaneRow(p *pen, v *Now, t *nowTable, lane, row, rows int) {
	ln, g := &v.Lanes[lane], pt.sh.Glyphs
	rows -= b2i(t.below)
	i := row - b2i(t.below)
	if lane == v.Selected && i >= 0 {
		i += max(t.rowsUpTo(lane, v.Row+1)-b2i(t.below)-rows, 0)
	}
	var of laneRow
	if of.task = -1; i >= 0 && i < len(t.lanes[lane]) {
		of = t.lanes[lane][i]
	}
	p.space(margin)
	chosen := lane == v.Selected && i >= 0 && (of.task == v.Row || len(ln.Tasks) == 0)
	if chosen {
		p.setGround(style.Raised)
		p.glyph(ln.Hue, g.RuleSelected)
	} else {
		p.glyph(ln.Hue, g.Rule)
	}
	p.space(1)
	names := t.id
	if t.below {
		names = t.bars
	}
	hidden := 0
	if rows < t.rowsUpTo(lane, ln.Working)-b2i(t.below) {
		hidden = ln.Working - rows
	}
	if row == 0 {
		p.textUpTo(ln.Hue, ln.Name, names-2-ln.countWidth()-p.at)
		if ln.Done > 0 {
			p.space(2)
			p.glyph(style.Dim, g.Done)
			p.number(style.Dim, ln.Done)
		}
	}
	if hidden > 0 && (t.below && row == 0 || !t.below && row == rows-1) {
		if row == 0 {
			p.space(2)
		}
		if p.plus(hidden); p.at+len(" more") < names {
			p.ascii(style.Dim, " more")
		}
	}
	if row == 0 && t.below {
		for k := range slices.Backward(ln.Tasks) {
			drawBar(p, v, ln, &ln.Tasks[k], t.bars, t.barWidth())
		}
	}
	if of.task >= 0 {
		drawNowTask(p, v, ln, &of, t, chosen)
	}
	p.padTo(t.end)
	p.setGround(style.Flat)
}

// drawNowTask draws how a task stands, its id and subject, its bar, and since when.
func drawNowTask(p *pen, v *Now, ln *NowLane, of *laneRow, t *nowTable, chosen bool) {
	b := &ln.Tasks[of.task]
	p.padTo(t.id)
	alarmed := !b.Alarm.Empty()
	switch {
	case of.rest:
	case alarmed:
		p.glyph(style.Danger, p.sh.Glyphs.Problem)
		p.space(1)
	default:
		p.state(b.State)
	}
	if !of.rest {
		p.text(style.Dim, b.ID)
	}
	p.padTo(t.subject)
	st := subjectStyle(b.State)
	if chosen {
		st = style.SubjectStrong
	}
	p.textUpTo(st, of.subject, t.subjectEnd()-p.at)
	if of.rest {
		return
	}
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

// drawBar draws a task from its beginning to its end, in w cells; nothing for one that was done and nobody saw begin.
func drawBar(p *pen, v *Now, ln *NowLane, b *NowTask, left, w int) {
	from, to := v.cell(b.From, w), v.cell(b.To, w)
	if b.State == Running && v.Shift == 0 {
		from, to = min(from, w-1), w // it has begun just now
	}
	if b.State != Running && b.From == b.To || to <= 0 && b.To > v.Shift || from > w {
		return
	}
	to = min(max(to, from+1), w)
	from = max(from, 0, p.at-left)
	if from >= to {
		return
	}
	hue := ln.Hue
	if b.State != Running {
		hue = style.Spent(hue)
	}
	p.padTo(left + from)
	p.bar(hue, p.sh.Glyphs.BarFull, to-from)
}

// drawAxis names moments above the bars, as many as leave the same room between any two, and now; beside them, where there is room, it
// says how much is done lately.
func drawAxis(p *pen, v *Now, left, w int) {
	if p.space(margin + 2); p.end >= MediumWidth && v.Pace.Width()+2 <= left+w/2-p.at {
		p.text(style.Dim, v.Pace)
	}
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

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var wordNow = safetext.Const("now")

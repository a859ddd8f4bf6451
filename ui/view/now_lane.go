package view

import (
	"slices"

	"sideboard/ui/style"
)

// nowTable is where the columns of the lanes are, in cells: names, ids and subjects, how much waits for them, the bars, and how long;
// and what stands in the rows of each lane.
type nowTable struct {
	below                                 bool // subjects have no room beside the bars, and stand below them
	terse                                 bool // there is no room for words beside the bars
	headed                                bool // it is said above them what is how much waits
	id, subject, behind, bars, since, end int
	lanes                                 [][]laneRow
	ticks                                 []tickAt
}

// laneRow is a row of a lane: a task, or more about it.
type laneRow struct {
	task int
	text Text
	says laneText
}

// laneText is what a row of a lane says of its task.
type laneText int

const (
	saysSubject laneText = iota
	saysRest             // of its subject
	saysDoing            // what is being done about it
	saysAlarm            // why it needs a person
	saysFacts            // about who has it
)

// laneForm is how much is said of a task.
type laneForm int

const (
	briefly   laneForm = iota // one row a task
	wholly                    // its subject in two where it needs them, and an alarm that has no room beside it
	factually                 // and a row about who has it
	amply                     // and what is being done about it
)

const (
	usualBars  = 28        // cells of bars that are enough while a subject is cut beside them
	wordyWidth = WideWidth // from here on it is said in words how long a task is in hand
)

// tabulate shares w cells among the columns: subjects are whole where the bars have room beside them.
func (v *Now) tabulate(w int) (t nowTable) {
	t.below, t.terse, t.end = w < MediumWidth, w < wordyWidth, w-margin
	name, id, subject, since, behind := 0, 0, 0, 0, 0
	for i := range v.Lanes {
		ln := &v.Lanes[i]
		name = max(name, ln.Name.Width())
		for r := range ln.Tasks {
			task := &ln.Tasks[r]
			id, subject, since = max(id, task.ID.Width()), max(subject, task.Subject.Width()), max(since, task.since(t.terse).Width())
			behind = max(behind, task.Behind.Width())
		}
	}
	name, since = min(name, max(w/6, 14)), min(since, w/5)
	t.since = t.end - since
	if t.bars = margin + 2 + name + 2; t.below {
		t.id = margin + 2
		t.subject = t.id + 2 + id + 1
		t.ticks = v.named(t.bars, t.barWidth())
		return t
	}
	t.id = t.bars
	t.subject = t.id + 2 + id + 2
	if behind > 0 {
		if t.headed = w >= WideWidth; t.headed {
			behind = max(behind, wordBehind.Width())
		}
		behind += 2
	}
	room := t.since - 2 - t.subject - behind
	subject = max(subject, v.headWidth()-t.subject) // what stands above them has room
	t.behind = t.subject + min(subject, max(room*3/5, room-usualBars, min(subject, room*3/4))) + 2
	t.bars = t.behind + behind
	t.ticks = v.named(t.bars, t.barWidth())
	return t
}

// subjectEnd returns the cell behind the subjects.
func (t *nowTable) subjectEnd() int {
	if t.below {
		return t.since - 1
	}
	return t.behind - 2
}

// lay lays out what stands in the rows of the lanes, as far as it can be shown in so many.
func (t *nowTable) lay(v *Now, room int, form laneForm) {
	t.lanes = make([][]laneRow, len(v.Lanes))
	for i := range v.Lanes {
		add := func(task int, says laneText, pieces ...Text) {
			for _, piece := range pieces {
				t.lanes[i] = append(t.lanes[i], laneRow{task, piece, says})
			}
		}
		for k := range v.Lanes[i].Tasks[:min(len(v.Lanes[i].Tasks), v.Lanes[i].Working+room)] {
			task := &v.Lanes[i].Tasks[k]
			if form == briefly {
				add(k, saysSubject, task.Subject)
				continue
			}
			pieces := wrapUpTo(task.Subject, t.subjectEnd()-t.subject, 2)
			add(k, saysSubject, pieces[0])
			add(k, saysRest, pieces[1:]...)
			if t.terse && !task.Brief.Empty() && !t.tellsBeside(task) {
				add(k, saysAlarm, task.Brief)
			}
			if form == amply && !task.Doing.Empty() {
				add(k, saysDoing, task.Doing)
			}
			if form >= factually && k == max(v.Lanes[i].Working, 1)-1 && len(v.Lanes[i].Facts) > 0 {
				add(k, saysFacts, Text{})
			}
		}
		if len(v.Lanes[i].Tasks) == 0 && len(v.Lanes[i].Facts) > 0 {
			add(0, saysFacts, Text{})
		}
	}
}

// tellsBeside reports whether it is said behind the subject of a task why it needs a person, where words have no room beside the bars.
func (t *nowTable) tellsBeside(b *NowTask) bool {
	return t.terse && !b.Brief.Empty() && b.Subject.Width()+2+b.Brief.Width() <= t.subjectEnd()-t.subject
}

// barWidth returns the cells of the bars.
func (t *nowTable) barWidth() int {
	if t.below {
		return max(t.end-t.bars, 1)
	}
	return max(t.since-2-t.bars, 1)
}

// since returns how long the task is in hand or was done ago, or why it needs a person, in as many words as there is room for.
func (b *NowTask) since(terse bool) Text {
	switch {
	case terse:
		return b.For
	case !b.Alarm.Empty():
		return b.Alarm
	}
	return b.Told
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

// fit lays out the lanes in so many rows, with as much of each task as all have room for, what is being done only with air between
// them. It returns the first agent that is shown, which is no later than the selected one, and the rows of each. One of the rows says how
// many have no room.
func (v *Now) fit(t *nowTable, room int) (first int, rows []int, gap int) {
	for form := amply; form >= briefly; form-- {
		gaps := 0
		if form == amply {
			gaps = len(v.Lanes) - 1
		}
		if t.lay(v, room, form); v.least(t)+gaps <= room {
			break
		}
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
func (pt *Painter) drawLanes(g *page, v *Now, t *nowTable, room int) {
	if v.heads(t) > 1 {
		g.Row(func(p *pen) { p.Space(margin); p.Line(v.Done) })
	}
	g.Row(func(p *pen) { drawAxis(p, v, t) })
	first, rows, gap := v.fit(t, room)
	for i, n := range rows {
		if i > 0 && gap > 0 {
			g.Blank()
		}
		for row := range n {
			g.Row(func(p *pen) { pt.drawLaneRow(p, v, t, first+i, row, n) })
		}
	}
	if hidden := len(v.Lanes) - len(rows); hidden > 0 {
		g.Row(func(p *pen) { pt.drawOutOfSight(p, t.end, first, hidden-first) })
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
	p.Space(margin)
	on := p.On // of the screen, or of the panel that the lanes stand in
	chosen := lane == v.Selected && i >= 0 && (of.task == v.Row && of.says != saysFacts || len(ln.Tasks) == 0)
	if chosen {
		p.SetGround(style.Raised)
		p.Glyph(ln.Hue, g.RuleSelected)
	} else {
		p.Glyph(ln.Hue, g.Rule)
	}
	p.Space(1)
	names := t.id
	if t.below {
		names = t.bars
	}
	hidden := 0
	if rows < t.rowsUpTo(lane, ln.Working)-b2i(t.below) {
		hidden = ln.Working - rows
	}
	if row == 0 {
		p.TextIn(ln.Hue, ln.Name, names-2-p.At)
	}
	if hidden > 0 && (t.below && row == 0 || !t.below && row == rows-1) {
		if row == 0 {
			p.Space(2)
		}
		if p.Plus(hidden); p.At+len(" more") < names {
			p.ASCII(style.Dim, " more")
		}
	}
	if row == 0 && t.below {
		for k := range slices.Backward(ln.Tasks) {
			drawBar(p, v, ln, &ln.Tasks[k], t)
		}
		drawTrack(p, t, t.bars+t.barWidth())
	}
	switch {
	case of.says == saysFacts:
		p.PadTo(t.id)
		drawFactsIn(p, ln.Facts, t.end)
	case of.task >= 0:
		drawNowTask(p, v, ln, &of, t, chosen)
	}
	p.PadTo(t.end)
	p.SetGround(on)
}

// leastFact is the cells of the last fact that say something of it.
const leastFact = 16

// drawFactsIn draws facts in a row up to a cell: the first of them, as many as have room.
func drawFactsIn(p *pen, facts []Span, end int) {
	for i, f := range facts {
		room := end - p.At - b2i(i > 0)*3
		if f.Text.Width() > room && (i < len(facts)-1 || room < leastFact) {
			return
		}
		if i > 0 {
			p.Dot()
		}
		p.TextIn(f.Style, f.Text, end-p.At)
	}
}

// drawNowTask draws how a task stands, its id and subject, its bar, and since when; or what more there is to say of it.
func drawNowTask(p *pen, v *Now, ln *NowLane, of *laneRow, t *nowTable, chosen bool) {
	b := &ln.Tasks[of.task]
	alarmed := !b.Alarm.Empty()
	st := subjectStyle(b.State)
	if chosen {
		st = style.SubjectStrong
	}
	end := t.subjectEnd()
	p.PadTo(t.id)
	p.MarkTitle(chosen && of.says == saysSubject)
	switch of.says {
	case saysDoing:
		st, end = style.Doing, t.since-2
	case saysAlarm:
		st, end = style.Danger, t.since-2
	case saysSubject:
		if alarmed {
			p.Glyph(style.Danger, p.Sheet.Glyphs.Problem)
			p.Space(1)
		} else {
			drawState(p, b.State)
		}
		p.Text(style.Dim, b.ID)
	}
	p.PadTo(t.subject)
	p.TextIn(st, of.text, end-p.At)
	if of.says == saysSubject && t.tellsBeside(b) {
		p.Space(2)
		p.Text(style.Danger, b.Brief)
	}
	if chosen { // a bar is no title
		p.SetGround(style.Raised)
	}
	if of.says != saysSubject {
		return
	}
	if !t.below {
		p.PadTo(t.bars - 2 - b.Behind.Width())
		p.Text(style.Dim, b.Behind)
		if drawBar(p, v, ln, b, t); b.State == Running { // one line across each row would outweigh the bars
			drawTrack(p, t, t.bars+t.barWidth())
		}
	}
	since := b.since(t.terse)
	switch st = style.Dim; {
	case alarmed:
		st = style.Danger
	case b.Idle:
		st = style.Warning
	case b.State == Running:
		st = style.Plain
	}
	p.PadTo(t.end - since.Width())
	p.TextIn(st, since, t.end-p.At)
}

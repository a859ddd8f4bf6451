package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// The purposes of the rows of a screen, the most important first. Each gets its rows before the next one.
const (
	inHand     = iota // what each agent works on, and why it needs a person
	theLists          // below the lanes
	latest            // the newest of what happened
	longTitles        // the rows of titles below the first
	theDone           // what agents completed last
	theAir            // between agents
	theFacts          // about agents
	theFeed           // what happened
	theDoing          // what is being done about tasks
	purposes
)

// lanes is who works on what, a card for each agent.
type lanes struct {
	v      *Now
	sh     *style.Sheet
	w      int
	narrow bool
	name   int  // cells of the names
	sign   int  // where the sign of a task is
	title  int  // cells of a title
	line   int  // where the time lines begin
	age    int  // cells of the ages
	whole  bool // titles have rows below the first
	rows   []laneRow
}

// laneRow is a row of a lane.
type laneRow struct {
	lane, purpose int
	begins        bool // it is the first one of its lane
	task          bool // it is the first one of a task, or of an agent without one
	chosen        bool
	draw          func(p *pen)
}

// mostAgent is the most cells of a name, mostLaneTitle those of a title next to its line, and leastLine the fewest of a
// line.
const mostAgent, mostLaneTitle, leastLine = 14, 45, 12

// draw draws the agents below the time axis in at most h rows, of which it reserves lists and feed for the lists and
// the feed.
func (t *lanes) draw(g *page, v *Now, h, lists, feed int) {
	t.v, t.sh, t.w, t.rows = v, g.Pen.Sheet, g.W, t.rows[:0]
	t.fit()
	for i := range v.Lanes {
		t.addLane(i)
	}
	var need [purposes]int
	for _, r := range t.rows {
		need[r.purpose]++
	}
	need[theLists], need[theAir] = lists, len(v.Lanes)-1
	need[latest] = min(feed, 1+leastEvents)
	need[theFeed] = feed - need[latest]
	parts := make([]lay.Part, purposes)
	for i, n := range need {
		parts[i] = lay.Part{Least: n, Want: n}
	}
	for i := inHand; i <= theLists; i++ {
		parts[i].Least, parts[i].Good = min(need[i], leastRows), need[i]
	}
	got := lay.Share(parts, h-1)
	t.rows = slices.DeleteFunc(t.rows, func(r laneRow) bool { return got[r.purpose] == 0 })
	t.whole = got[longTitles] > 0
	above, below := 0, 0
	if n := got[inHand]; n < need[inHand] {
		above, below = t.keepInSight(n - 1)
	}
	g.Row(t.drawHead)
	for i, r := range t.rows {
		if i > 0 && r.begins && got[theAir] > 0 {
			g.Blank()
		}
		t.drawRow(g, &r, got[theAir] == 0)
	}
	if above+below > 0 {
		g.Row(func(p *pen) {
			hidden := hiddenCards(p.Sheet, above, below)
			lay.DrawRight(p, cardRight, hidden[:]...)
		})
	}
}

// fit chooses the columns: the names, the titles and the time lines, which have the rest. On a narrow screen they are
// below one another.
func (t *lanes) fit() {
	titles := 0
	t.name, t.age, t.narrow = 0, 3, breadthOf(t.w) == Narrow
	for i := range t.v.Lanes {
		ln := &t.v.Lanes[i]
		t.name = max(t.name, min(ln.Name.Width(), mostAgent))
		for k := range ln.Tasks[:ln.Working] {
			titles, t.age = max(titles, ln.Tasks[k].Card.Subject.Width()), max(t.age, ln.Tasks[k].For.Width())
		}
		titles = max(titles, ln.Free.Width())
	}
	t.sign = signAt + t.name + 3
	if t.narrow {
		t.sign, t.line, t.title = signAt, signAt, t.w-signAt-2-cardRight
		return
	}
	rest := t.w - t.sign - 2 - 2 - t.age - 2 - cardRight
	t.title = min(titles, mostLaneTitle, rest*3/5)
	t.title = max(t.title, min(titles, rest-max(leastLine, rest/2)))
	t.line = t.sign + 2 + t.title + 2
}

// drawHead draws the number of agents and the time axis.
func (t *lanes) drawHead(p *pen) {
	p.PadTo(signAt)
	lay.Draw(p, lay.Bit{Text: wordAgents, Style: style.TitleStrong},
		lay.Bit{Text: safetext.Number(t.v.Agents), Style: style.Dim})
	p.Space(2)
	p.End = t.lineEnd()
	t.v.drawAxis(p, t.line)
	p.End = t.w
}

// lineEnd returns where the time lines end.
func (t *lanes) lineEnd() int {
	if t.narrow {
		return t.w - cardRight
	}
	return t.w - cardRight - t.age - 2
}

// drawRow draws a row on the ground of its lane, behind the bar of its agent. Every other lane has another ground if
// nothing is between them.
func (t *lanes) drawRow(g *page, r *laneRow, close bool) {
	ln, odd := &t.v.Lanes[r.lane], close && r.lane%2 == 1
	on, bar := style.Card, lay.Bit{Sign: t.sh.Glyphs.Rule, Hue: ln.Hue}
	switch {
	case r.chosen:
		on, bar = style.Selected, chosenBar(t.sh)
	case ln.needy():
		on, bar.Hue = style.Alarm, style.Danger
	case ln.Working == 0 && odd:
		on = style.Low2
	case ln.Working == 0:
		on = style.Low
	case odd:
		on = style.Card2
	}
	g.Row(func(p *pen) {
		p.SetGround(on)
		lay.Draw(p, bar)
		p.End = t.w - cardRight
		if r.begins {
			p.PadTo(signAt)
			p.TextIn(style.Strongly(ln.Hue), ln.Name, min(mostAgent, p.Room()))
		}
		r.draw(p)
		p.End = t.w
		p.Fill()
		p.SetGround(style.Flat)
	})
}

// needy reports whether a task in the hands of the agent needs a person.
func (ln *NowLane) needy() bool {
	return slices.ContainsFunc(ln.Tasks[:ln.Working], func(task NowTask) bool { return task.Card.Needy })
}

// addLane adds the rows of an agent: its tasks, and below them what it completed and the facts about it.
func (t *lanes) addLane(i int) {
	ln := &t.v.Lanes[i]
	chosen, begins := i == t.v.Selected, true
	add := func(r laneRow, draw func(p *pen)) {
		r.lane, r.begins, r.draw = i, begins, draw
		begins = false
		t.rows = append(t.rows, r)
	}
	done := ln.completed()
	if ln.Working == 0 {
		t.addFree(ln, done, func(purpose int, task bool, draw func(p *pen)) {
			add(laneRow{purpose: purpose, task: task, chosen: chosen}, draw)
		})
		return
	}
	for k := range ln.Tasks[:ln.Working] {
		on, last := chosen && k == t.v.Row, k == ln.Working-1
		marks := done
		if k > 0 {
			marks = nil
		}
		t.addTask(ln, k, marks, last, func(purpose int, task bool, draw func(p *pen)) {
			add(laneRow{purpose: purpose, task: task, chosen: on}, draw)
		})
	}
}

// adder adds a row of a purpose; with task set the first one of a task.
type adder func(purpose int, task bool, draw func(p *pen))

// addFree adds the rows of an agent without a task.
func (t *lanes) addFree(ln *NowLane, done []*NowTask, add adder) {
	line := func(p *pen) {
		p.PadTo(t.line)
		p.End = t.lineEnd()
		t.v.drawLine(p, ln.Hue, nil, done)
		p.End = t.w - cardRight
	}
	free := lay.Bit{Text: ln.Free, Style: style.Soft}
	switch {
	case t.narrow:
		add(inHand, true, func(p *pen) { t.drawCount(p, done); lay.DrawRight(p, 0, free) })
		if len(done) > 0 {
			add(theDone, false, line)
		}
	default:
		add(inHand, true, func(p *pen) {
			p.PadTo(t.sign + 2)
			lay.Draw(p, free)
			line(p)
			if len(ln.Tasks) > 0 {
				lay.DrawRight(p, 0, lay.Bit{Text: ln.Tasks[0].For, Style: style.Dim})
			}
		})
		if len(done) > 0 {
			add(theDone, false, func(p *pen) { t.drawDone(p, done) })
		}
	}
	t.addFacts(ln, add)
}

// addTask adds the rows of a task in the hands of an agent; below its last one is what the agent completed.
func (t *lanes) addTask(ln *NowLane, k int, marks []*NowTask, last bool, add adder) {
	task := &ln.Tasks[k]
	card := &task.Card
	room := t.title
	if t.narrow && k > 0 { // the first one has its age next to the name
		room -= t.age + 1
	}
	pieces := lay.WrapLine(Line{{Text: card.Subject, Style: style.SubjectStrong}}, max(room, 1))
	since := lay.Bit{Text: task.For, Style: style.Dim}
	if card.Needy {
		since.Style = style.Danger
	}
	title := func(i int) func(p *pen) {
		return func(p *pen) {
			if p.PadTo(t.sign); i == 0 {
				sign, hue := card.sign(p.Sheet)
				p.Glyph(hue, sign)
			}
			p.PadTo(t.sign + 2)
			end := p.End
			p.End = min(p.At+room, end)
			if t.whole {
				p.Line(pieces[i])
			} else {
				p.Text(style.SubjectStrong, card.Subject)
			}
			p.End = end
		}
	}
	line := func(p *pen) {
		p.PadTo(t.line)
		p.End = t.lineEnd()
		t.v.drawLine(p, ln.Hue, task, marks)
		p.End = t.w - cardRight
	}
	switch {
	case !t.narrow:
		add(inHand, true, func(p *pen) { title(0)(p); line(p); lay.DrawRight(p, 0, since) })
	case k == 0:
		add(inHand, true, func(p *pen) { t.drawCount(p, marks); lay.DrawRight(p, 0, since) })
		add(inHand, false, title(0))
	default:
		add(inHand, true, func(p *pen) { title(0)(p); lay.DrawRight(p, 0, since) })
	}
	for i := range pieces[1:] {
		add(longTitles, false, title(i+1))
	}
	if t.narrow {
		add(longTitles, false, line)
	}
	if card.alarms() {
		add(inHand, false, func(p *pen) { t.drawAlarm(p, card, marks) })
	}
	if !task.Doing.Empty() {
		add(theDoing, false, func(p *pen) { p.PadTo(t.sign + 2); p.Text(style.Doing, task.Doing) })
	}
	if behind := card.behindBit(wordBlocksN); !t.narrow && !card.alarms() &&
		(last && len(ln.completed()) > 0 || behind.Text.Width() > 0) {
		add(theDone, false, func(p *pen) {
			if done := ln.completed(); last && len(done) > 0 {
				t.drawDone(p, done)
			} else {
				p.PadTo(t.sign + 2)
				lay.Draw(p, lay.Bit{Text: card.ID, Style: style.Dim})
			}
			lay.DrawRight(p, 0, behind)
		})
	}
	if last {
		t.addFacts(ln, add)
	}
}

// drawAlarm draws why a task needs a person and what helps, and on a wide screen below the line what the agent
// completed last.
func (t *lanes) drawAlarm(p *pen, card *Card, done []*NowTask) {
	help := card.helpBits()
	p.PadTo(t.sign + 2)
	end := p.End
	p.End -= lay.Width(help[:]...) + 2
	all := p.End
	if !t.narrow {
		p.End = min(t.line-2, p.End)
	}
	words := card.warning(p.Room())
	if len(words) > 1 && t.narrow {
		words[1].Text = wordTwo.Append(card.More)
	} else if len(words) > 1 {
		words[1].Text = safetext.Const(", ").Append(card.More)
	}
	lay.Draw(p, words...)
	if p.End = all; !t.narrow && len(done) > 0 && t.line < p.End {
		p.PadTo(t.line)
		t.drawCompleted(p, done)
	}
	p.End = end
	lay.DrawRight(p, 0, help[:]...)
}

// drawCount draws how much an agent completed, behind its name.
func (t *lanes) drawCount(p *pen, done []*NowTask) {
	if len(done) > 0 {
		p.Space(1)
		p.Text(style.Dim, safetext.Number(len(done)).Append(wordDoneBy))
	}
}

// drawDone draws what an agent completed last.
func (t *lanes) drawDone(p *pen, done []*NowTask) {
	p.PadTo(t.sign)
	end := p.End
	p.End -= leastLine
	t.drawCompleted(p, done)
	p.End = end
}

// drawCompleted draws the newest one of completed tasks, and the number of others.
func (t *lanes) drawCompleted(p *pen, done []*NowTask) {
	if len(done) == 0 {
		return
	}
	more := Text{}
	if len(done) > 1 {
		more = wordAnd.Append(safetext.Number(len(done)-1), wordMore)
	}
	p.Glyph(style.Ready, p.Sheet.Glyphs.Done)
	p.Space(1)
	p.TextIn(style.Soft, done[0].Card.Subject, p.Room()-more.Width())
	p.Text(style.Dim, more)
}

// addFacts adds what is known about an agent.
func (t *lanes) addFacts(ln *NowLane, add adder) {
	if len(ln.Facts) == 0 {
		return
	}
	add(theFacts, false, func(p *pen) {
		p.PadTo(t.sign + 2)
		for i, fact := range ln.Facts {
			if i > 0 {
				lay.Draw(p, lay.Bit{Sign: " "}, lay.Bit{Sign: p.Sheet.Glyphs.Dot, Hue: style.Dim}, lay.Bit{Sign: " "})
			}
			p.Text(fact.Style, fact.Text)
		}
	})
}

// keepInSight keeps n rows, the selected one among them and preferably from the first row of an agent, and returns the
// numbers of tasks above and below.
func (t *lanes) keepInSight(n int) (above, below int) {
	chosen := max(slices.IndexFunc(t.rows, func(r laneRow) bool { return r.chosen }), 0)
	last := chosen
	for last+1 < len(t.rows) && t.rows[last+1].chosen {
		last++
	}
	first := min(max(last-n+1, 0), chosen)
	if i := slices.IndexFunc(t.rows[first:], func(r laneRow) bool { return r.begins }); i >= 0 && first+i <= chosen {
		first += i
	}
	end := min(first+max(n, 0), len(t.rows))
	for i, r := range t.rows {
		if r.task && i < first {
			above++
		}
		if r.task && i >= end {
			below++
		}
	}
	if t.rows = t.rows[first:end]; len(t.rows) > 0 && !t.narrow {
		t.rows[0].begins = true // so that it has the name
	}
	return above, below
}

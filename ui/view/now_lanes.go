package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// laneColumns are the columns of the lanes: the agent, the task, the tasks behind it, its bar, and its age.
var laneColumns = []lay.Col{
	{Max: 14, Priority: 4},
	{Gap: 2, Priority: 5},
	{Gap: 2, Min: 18, Max: 60, Fill: true},
	{Gap: 2, Priority: 1, Right: true},
	{Gap: 2, Priority: 2, Rest: true},
	{Gap: 2, Priority: 3, Right: true},
}

// narrowLanes are the lanes without room for a bar next to a task: it is next to the name, and the tasks run on below both.
var narrowLanes = []lay.Col{
	{Min: 8, Max: 14, Fill: true},
	{Gap: 2, Min: 1, Rest: true},
	{Gap: 1, Right: true},
}

// The columns of laneColumns, and the cells of a bar at least.
const (
	barColumn = 4
	leastBar  = 12
)

// The purposes of the rows of a screen, the most important first. Each gets its rows before the next one.
const (
	inHand     = iota // what each agent works on, or worked on last
	theLists          // below the lanes
	longTitles        // the second rows of titles
	theFacts          // about agents
	theAir            // between agents
	theDoing          // what is being done about tasks
	theFeed           // what happened
	inHandOnce        // what each agent worked on before: a task each, and then another one
)

// lanes is the lanes as a table.
type lanes struct {
	lay.Table
	sh     *style.Sheet
	narrow bool
	heads  int
	rows   []laneRow // of each item
	need   []int     // the rows for each purpose
}

// laneRow is the purpose of an item of the lanes.
type laneRow struct {
	lane, purpose        int
	begins, task, chosen bool
}

// draw draws the agents below the time axis in at most h rows, of which it reserves lists and feed for the lists and the feed.
func (t *lanes) draw(g *page, v *Now, h, lists, feed int) {
	w := g.W - margin
	t.sh = g.Pen.Sheet
	t.lay(v, w)
	t.need[theLists], t.need[theFeed] = lists, feed
	parts := make([]lay.Part, len(t.need))
	for i, n := range t.need {
		parts[i] = lay.Part{Least: n, Want: n}
	}
	for i := inHand; i <= theLists; i++ {
		parts[i].Least, parts[i].Good = min(t.need[i], leastRows), t.need[i]
	}
	got := lay.Share(parts, h-t.heads)
	t.keepGranted(got)
	above, below := 0, 0
	if n := got[inHand]; n < t.need[inHand] {
		above, below = t.keepInSight(v, n-1)
	}
	t.Lay(w, h)
	for y := range t.Len() {
		g.Row(func(p *pen) { p.Space(margin); t.DrawRow(p, y) })
	}
	if above+below > 0 {
		g.Row(func(p *pen) {
			out := outOfSight(p.Sheet, above, below)
			lay.DrawRight(p, margin, out[:]...)
		})
	}
}

// leastRows is the number of rows of the lanes before there is a list, and of a list before the lanes have more.
const leastRows = 3

// lay makes the table of the lanes for w cells, and counts the rows for each purpose.
func (t *lanes) lay(v *Now, w int) {
	t.fill(v, laneColumns)
	if t.Fit(w); !t.Shows(barColumn) {
		t.fill(v, narrowLanes)
		t.Fit(w)
	}
	for i := range t.Items[t.heads:] {
		r, n := &t.rows[t.heads+i], t.Height(t.heads+i)
		if r.purpose == inHand {
			t.need[longTitles] += n - 1
			n = 1
		}
		t.need[r.purpose] += n
	}
	t.need[theAir] = len(v.Lanes) - 1
}

// keepGranted keeps the rows that are granted.
func (t *lanes) keepGranted(got []int) {
	for i := inHandOnce + 1; i < len(got); i++ {
		got[i] *= b2i(got[i-1] > 0) // not an older one before the newest
	}
	items, rows := t.Items[:0], t.rows[:0]
	for i, it := range t.Items {
		r := t.rows[i]
		if got[r.purpose] == 0 && i >= t.heads {
			continue
		}
		it.Open = it.Open && (r.purpose != inHand || got[longTitles] > 0)
		it.Above = b2i(r.begins && r.lane > 0 && got[theAir] > 0)
		items, rows = append(items, it), append(rows, r)
	}
	t.Items, t.rows = items, rows
}

// keepInSight keeps n rows, the selected one among them and preferably from the first row of an agent, and returns the numbers of tasks above
// and below.
func (t *lanes) keepInSight(v *Now, n int) (above, below int) {
	items, rows := t.Items[t.heads:], t.rows[t.heads:]
	chosen := max(slices.IndexFunc(rows, func(r laneRow) bool { return r.chosen }), 0)
	first := min(max(chosen-n+1, 0), len(rows))
	if i := slices.IndexFunc(rows[first:], func(r laneRow) bool { return r.begins }); first+i <= chosen {
		first += max(i, 0)
	}
	end := min(first+max(n, 0), len(rows))
	if first < end && !t.narrow {
		items[first].Cells[0] = t.name(&v.Lanes[rows[first].lane])
	}
	for i, r := range rows {
		above += b2i(r.task && i < first)
		below += b2i(r.task && i >= end)
	}
	t.Items = append(t.Items[:t.heads], items[first:end]...)
	return above, below
}

// fill fills the table of the lanes.
func (t *lanes) fill(v *Now, cols []lay.Col) {
	t.Reset(cols)
	t.Indent, t.Right, t.Wrap, t.narrow, t.rows, t.need = 2, margin, 2, len(cols) == len(narrowLanes), t.rows[:0], make([]int, inHandOnce)
	count := Line{{Text: wordAgents, Style: style.Head}, {Text: safetext.Number(len(v.Lanes)), Style: style.Title}, {Text: safetext.Spaces(3)}}
	t.add(laneRow{}, lay.Item{Cells: t.Cells(lay.Cell{Line: append(count, v.Done...), Short: t.Spans(v.Done), Runs: true})})
	axis := lay.Cell{Draw: v.drawAxis, Wide: leastBar, Runs: t.narrow}
	cells := t.Cells(lay.Cell{}, axis)
	if !t.narrow {
		behind := lay.Cell{Bits: t.Bits(lay.Bit{Text: wordBehind, Style: style.Label}), Short: []lay.Bit{}}
		cells = t.Cells(lay.Cell{}, lay.Cell{}, lay.Cell{}, behind, axis)
	}
	t.add(laneRow{}, lay.Item{Cells: cells})
	t.heads = len(t.Items)
	for i := range v.Lanes {
		t.addLane(v, i)
	}
}

func (t *lanes) add(r laneRow, it lay.Item) {
	t.Items, t.rows = append(t.Items, it), append(t.rows, r)
}

func (t *lanes) name(ln *NowLane) lay.Cell {
	return lay.Cell{Bits: t.Bits(lay.Bit{Text: ln.Name, Style: ln.Hue})}
}

// addLane adds an agent: its name, the tasks in its hands and the words about them, the facts about it, and its earlier tasks.
func (t *lanes) addLane(v *Now, i int) {
	ln, sh := &v.Lanes[i], t.sh
	selected, none, working, begins := i == v.Selected, len(ln.Tasks) == 0, max(ln.Working, 1), true
	add := func(r laneRow, cells []lay.Cell) {
		if r.lane, r.begins = i, begins; begins && !t.narrow {
			cells[0] = t.name(ln)
		}
		it := lay.Item{Edge: t.Bits(lay.Bit{Sign: sh.Glyphs.Rule, Hue: ln.Hue}), Mark: r.chosen && r.task, Open: r.task, Cells: cells}
		if r.chosen {
			it.Edge[0].Sign, it.Ground = sh.Glyphs.RuleSelected, style.Raised
		}
		t.add(r, it)
		begins = false
	}
	if t.narrow {
		bar := lay.Cell{Draw: v.bars(ln.Hue, ln.Tasks, true), Wide: leastBar, Runs: true}
		add(laneRow{chosen: selected && none, task: none}, t.Cells(t.name(ln), bar))
	}
	// text adds a row of text below a task, or for an agent without one.
	text := func(r laneRow, c lay.Cell) {
		if c.Runs = true; t.narrow {
			add(r, t.Cells(c))
		} else {
			add(r, t.Cells(lay.Cell{}, c))
		}
	}
	facts := lay.Cell{Gap: 1, Bits: t.Spans(ln.Facts)}
	for k := range max(len(facts.Bits)-1, 0) {
		facts.Bits[k+1].Sign, facts.Bits[k+1].Hue = sh.Glyphs.Dot, style.Dim
	}
	switch {
	case none && !t.narrow:
		text(laneRow{chosen: selected, task: true}, facts)
	case none && len(facts.Bits) > 0:
		text(laneRow{purpose: theFacts}, facts)
	}
	for k := range ln.Tasks {
		r := laneRow{task: true, chosen: selected && k == v.Row}
		if k >= working {
			r.purpose = inHandOnce + k - working
			t.need = append(t.need, make([]int, max(r.purpose+1-len(t.need), 0))...)
		}
		add(r, t.task(v, ln, k, r.chosen))
		if k >= working {
			continue
		}
		if doing := ln.Tasks[k].Doing; !doing.Empty() {
			blanks := t.Bits(lay.Bit{Sign: " "}, lay.Bit{Sign: " "})
			text(laneRow{purpose: theDoing, chosen: r.chosen}, lay.Cell{Lead: blanks, Bits: t.Bits(lay.Bit{Text: doing, Style: style.Doing})})
		}
		if k == working-1 && len(facts.Bits) > 0 {
			text(laneRow{purpose: theFacts}, facts)
		}
	}
}

// task returns the cells of a task of an agent.
func (t *lanes) task(v *Now, ln *NowLane, k int, chosen bool) []lay.Cell {
	task := &ln.Tasks[k]
	sign, title, since := lay.Bit{Text: task.ID, Style: style.Dim}, subjectStyle(task.State), style.Dim
	sign.Sign, sign.Hue = stateGlyph(t.sh, task.State)
	switch {
	case !task.Alarm.Empty():
		sign.Sign, sign.Hue, since = t.sh.Glyphs.Problem, style.Danger, style.Danger
	case task.Idle:
		since = style.Warning
	case task.State == Running:
		since = style.Plain
	}
	if chosen {
		title = style.SubjectStrong
	}
	subject := subjectCell(&t.Table, task.Subject, title, task.Alarm)
	long := lay.Cell{Bits: t.Bits(lay.Bit{Text: task.For, Style: since})}
	if t.narrow {
		subject.Lead, subject.Runs = t.Bits(sign, lay.Bit{Sign: " "}), true
		return t.Cells(subject, lay.Cell{}, long)
	}
	bar := lay.Cell{Draw: v.bars(ln.Hue, ln.Tasks[k:k+1], task.State == Running), Wide: leastBar}
	return t.Cells(lay.Cell{}, lay.Cell{Bits: t.Bits(sign)}, subject, lay.Cell{Bits: t.Bits(lay.Bit{Text: task.Behind, Style: style.Dim})}, bar, long)
}

// subjectCell returns the title of a task, and why it needs a person, empty if it does not.
func subjectCell(t *lay.Table, subject Text, st style.Style, alarm Text) lay.Cell {
	if alarm.Empty() {
		return lay.Cell{Bits: t.Bits(lay.Bit{Text: subject, Style: st})}
	}
	return lay.Cell{Line: Line{{Text: subject, Style: st}, {Text: safetext.Spaces(2)}, {Text: alarm, Style: style.Danger}}}
}

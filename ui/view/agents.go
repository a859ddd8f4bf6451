package view

import (
	"slices"
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Agent is somebody who works on tasks, and what became of it.
type Agent struct {
	Name    Text
	Hue     style.Style
	State   Text // whether it is alive, and by which sign: "active, heard of 2m ago"
	Style   style.Style
	Role    Text
	On      Text // the id of what it works on, empty for nothing
	Task    Text
	More    Text // "and 2 more"
	For     Text // how long it has worked on it
	Done    int  // tasks it completed today
	Median  Text // how long a task took it
	Wrote   Text // how long ago it wrote last
	Curve   []int
	Message Text // the newest from it: "to lead: Parser is done"
}

// Agents is everybody who works on the tasks of a directory.
type Agents struct {
	Title    Text
	Rows     []Agent
	First    int
	Selected int  // -1 for none
	Since    Text // when the curves of completions begin
	Summary  Text // what all of them did
	Chain    Text // the longest chain that is left
	Note     Text
	Keys     []Key
}

// agentsTable is the cells from which on what an agent did stands beside what it works on.
const agentsTable = 62

// agentColumns are the cells at which the columns of the table begin. A column nobody has something in, or that has no room beside
// the titles of tasks, begins where the next one does.
type agentColumns struct{ task, since, done, median, wrote, curve int }

// box draws who there is, as many as fit.
func (v *Agents) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(112, w), style.Float)
	foot := v.foot(pt, g.w, h)
	if h >= tightHeight {
		g.blank()
	}
	if len(v.Rows) == 0 {
		g.text(style.Dim, safetext.Const("No owner of a task in progress is known, and nothing beside the tasks names a team."))
	}
	height := h - 2 - len(g.rows) - len(foot.rows)
	rows := v.stacked(pt, g.w, true)
	if len(rows)*len(v.Rows) > height {
		rows = v.stacked(pt, g.w, false)
	}
	if g.w >= agentsTable {
		at := v.columns(g.w)
		if len(v.Rows) > 0 && height > 3 {
			g.row(func(p *pen) { v.drawHead(p, at) })
			height--
		}
		rows = v.table(pt, at)
	}
	for len(rows) > 1 && len(rows)*len(v.Rows) > height {
		rows = rows[:len(rows)-1]
	}
	if (len(rows)+1)*len(v.Rows) <= height {
		rows = append(rows, func(p *pen, _ int) { p.setGround(style.Float) })
	}
	g.drawList(scrollList{v.First, v.Selected, len(v.Rows), height, style.Field}, rows...)
	return pt.borderAround(g, foot, h, v.Title)
}

// foot draws what stands below the list: what all of them did, and the newest message of who is selected.
func (v *Agents) foot(pt *Painter, w, h int) *page {
	foot := pt.newPage(w, style.Float)
	if h >= roomyHeight && widest(v.Rows, func(a *Agent) Text { return a.Message }) > 0 {
		foot.blank()
		var message []Line
		if v.Selected >= 0 && v.Selected < len(v.Rows) {
			message = wrapLine(Line{{Text: v.Rows[v.Selected].Message, Style: style.Dim}}, max(w-4, 1))
		}
		rows := 2
		if w < agentsTable {
			rows = 3
		}
		for i := range rows { // whether it says anything or not: the list stays where it is
			foot.row(func(p *pen) {
				if p.space(2); i < len(message) {
					p.line(message[i])
				}
			})
		}
	}
	if h >= tightHeight {
		foot.blank()
	}
	if len(v.Rows) > 0 && h >= newsHeight+2 {
		foot.row(func(p *pen) {
			p.space(2)
			p.text(style.Plain, v.Summary)
			if w >= agentsTable && !v.Chain.Empty() {
				p.dot()
				p.text(style.Dim, v.Chain)
			}
		})
		if w < agentsTable && h >= roomyHeight {
			foot.row(func(p *pen) { p.space(2); p.text(style.Dim, v.Chain) })
		}
	}
	if !v.Note.Empty() {
		foot.row(func(p *pen) { p.space(2); p.text(style.Warning, v.Note) })
	}
	if h >= tightHeight {
		foot.blank()
	}
	foot.keys(pt, v.Keys)
	return foot
}

// columns shares w cells among the columns of the table: what is told in figures gives way to the titles, the curves first.
func (v *Agents) columns(w int) (c agentColumns) {
	names := min(max(widest(v.Rows, func(a *Agent) Text { return a.Name }), wordAgent.Width()), w/4)
	c.task = 2 + names + 2
	column := func(head Text, is func(a *Agent) bool) int {
		for i := range v.Rows {
			if is(&v.Rows[i]) {
				return head.Width() + 2
			}
		}
		return 0
	}
	done := column(wordToday, func(a *Agent) bool { return a.Done > 0 })
	median := column(wordMedian, func(a *Agent) bool { return !a.Median.Empty() })
	wrote := column(wordWrote, func(a *Agent) bool { return !a.Wrote.Empty() })
	curve := 0
	if v.most(1) > 0 {
		if curve = 13; w >= 84 {
			curve = 26
		}
	}
	since := max(widest(v.Rows, func(a *Agent) Text { return a.For }), 3) + 2
	task := 0
	for i := range v.Rows {
		task = max(task, v.Rows[i].taskWidth())
	}
	for _, gives := range []*int{&curve, &median, &done} {
		if c.task+task > w-1-since-done-median-wrote-curve {
			*gives = 0
		}
	}
	c.curve = w - 1 - curve
	c.wrote = c.curve - wrote
	c.median = c.wrote - median
	c.done = c.median - done
	c.since = c.done - since
	return c
}

// taskWidth returns the cells of what an agent works on.
func (a *Agent) taskWidth() int {
	w := a.On.Width() + 1 + a.Task.Width()
	if !a.More.Empty() {
		w += 1 + a.More.Width()
	}
	return w
}

// drawHead names the columns.
func (v *Agents) drawHead(p *pen, c agentColumns) {
	end := p.end - 1
	p.padTo(2)
	p.text(style.Label, wordAgent)
	p.padTo(c.task)
	p.text(style.Label, wordWorksOn)
	for _, head := range []struct {
		from, to int
		text     Text
	}{{c.done - wordFor.Width() - 2, c.done, wordFor}, {c.done, c.median, wordToday}, {c.median, c.wrote, wordMedian}, {c.wrote, c.curve, wordWrote}, {c.curve, end, v.since(end - c.curve - 2)}} {
		if head.from < head.to {
			p.padTo(head.from + 2)
			p.text(style.Label, head.text)
		}
	}
}

// since returns when the curves begin, in w cells.
func (v *Agents) since(w int) Text {
	if long := wordDoneSince.Append(v.Since); long.Width() <= w {
		return long
	}
	return wordSince.Append(v.Since)
}

// table returns what draws the rows of an agent where it has the width of a table: its figures, and how it stands.
func (v *Agents) table(pt *Painter, c agentColumns) []func(p *pen, i int) {
	return []func(p *pen, i int){func(p *pen, i int) {
		a := &v.Rows[i]
		v.drawName(pt, p, i, c.task-4)
		p.padTo(c.task)
		a.drawTask(p, c.since)
		end := p.end - 1
		right := func(st style.Style, t Text, from, to int) {
			if from < to {
				p.padTo(to - t.Width())
				p.text(st, t)
			}
		}
		right(style.Plain, a.For, c.since, c.done)
		if a.Done > 0 {
			right(style.Plain, safetext.Line(strconv.Itoa(a.Done)), c.done, c.median)
		}
		right(style.Dim, a.Median, c.median, c.wrote)
		right(style.Dim, a.Wrote, c.wrote, c.curve)
		if n := end - c.curve - 2; n > 0 {
			p.padTo(c.curve + 2)
			p.levels(a.Hue, thinned(a.Curve, n), v.most(n))
		}
	}, func(p *pen, i int) {
		a := &v.Rows[i]
		p.padTo(c.task)
		today := 0
		if c.done == c.median { // which has no column
			today = a.Done
		}
		a.drawState(p, today)
	}}
}

// stacked returns what draws the rows of an agent where they are narrow, what gives way first last; with titles in two rows where one
// needs them.
func (v *Agents) stacked(pt *Painter, w int, whole bool) []func(p *pen, i int) {
	title := func(a *Agent) []Line {
		if !whole || a.On.Empty() {
			return []Line{nil}
		}
		line := Line{{a.Task, style.Subject}}
		if !a.More.Empty() {
			line = append(line, Span{safetext.Spaces(1), style.Plain}, Span{a.More, style.Dim})
		}
		pieces := wrapLine(line, max(w-1-a.For.Width()-1-a.On.Width()-1-2, 1))
		for len(pieces) > 2 {
			pieces[1] = slices.Concat(pieces[1], Line{{safetext.Spaces(1), style.Plain}}, pieces[2])
			pieces = slices.Delete(pieces, 2, 3)
		}
		return pieces
	}
	most := 1
	for i := range v.Rows {
		most = max(most, len(title(&v.Rows[i])))
	}
	rows := []func(p *pen, i int){func(p *pen, i int) {
		a := &v.Rows[i]
		v.drawName(pt, p, i, min(widest(v.Rows, func(a *Agent) Text { return a.Name }), p.end/2-4))
		p.space(2)
		p.textUpTo(a.Style, a.State, p.end-1-p.at)
	}}
	for k := range most + 1 {
		rows = append(rows, func(p *pen, i int) {
			a := &v.Rows[i]
			p.padTo(2)
			switch pieces := title(a); {
			case k == len(pieces):
				v.drawFacts(p, a)
			case k < len(pieces) && pieces[k] == nil:
				a.drawTask(p, p.end-1-a.For.Width()-1)
			case k < len(pieces):
				if k == 0 {
					p.text(style.Dim, a.On)
				}
				p.padTo(2 + a.On.Width() + 1)
				p.end--
				p.line(pieces[k])
				p.end++
			}
			if k == 0 {
				p.padTo(p.end - 1 - a.For.Width())
				p.text(style.Plain, a.For)
			}
		})
	}
	return rows
}

// drawFacts draws what an agent did today where it has no columns for that.
func (v *Agents) drawFacts(p *pen, a *Agent) {
	fact := func(t Text, unit string) {
		if !t.Empty() {
			p.text(style.Plain, t)
			p.ascii(style.Dim, unit)
		}
	}
	if a.Done > 0 || !a.Wrote.Empty() {
		fact(safetext.Line(strconv.Itoa(a.Done)), " today  ")
	}
	fact(a.Median, " each  ")
	if !a.Wrote.Empty() {
		p.ascii(style.Dim, "wrote ")
		fact(a.Wrote, "  ")
	}
	n := min(p.end-1-p.at, 12)
	p.levels(a.Hue, thinned(a.Curve, n), v.most(n))
}

func (v *Agents) drawName(pt *Painter, p *pen, i, w int) {
	if i == v.Selected {
		p.glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
	}
	p.padTo(2)
	p.textUpTo(v.Rows[i].Hue, v.Rows[i].Name, w)
	p.padTo(2 + w)
}

// drawTask draws what an agent works on, up to a cell.
func (a *Agent) drawTask(p *pen, end int) {
	if a.On.Empty() {
		p.textUpTo(style.Dim, wordNoTask, end-p.at)
		return
	}
	p.text(style.Dim, a.On)
	p.space(1)
	room := end - p.at
	if !a.More.Empty() && room > a.More.Width()+12 {
		room -= a.More.Width() + 1
	}
	p.textUpTo(style.Subject, a.Task, room)
	if !a.More.Empty() && end-p.at > a.More.Width() {
		p.space(1)
		p.text(style.Dim, a.More)
	}
}

// drawState draws how it stands, how much it did today, what it is here, and what it said.
func (a *Agent) drawState(p *pen, today int) {
	p.text(a.Style, a.State)
	if today > 0 {
		p.dot()
		p.number(style.Plain, today)
		p.ascii(style.Dim, " today")
	}
	for _, t := range []Text{a.Role, a.Message} {
		if !t.Empty() && p.remaining() > 8 {
			p.dot()
			p.textUpTo(style.Dim, t, p.end-1-p.at)
		}
	}
}

// most returns the largest count in n bars of any of them, so that their curves can be compared.
func (v *Agents) most(n int) (most int) {
	for i := range v.Rows {
		most = max(most, slices.Max(append(thinned(v.Rows[i].Curve, n), 0)))
	}
	return most
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

// thinned adds counts up into at most n.
func thinned(counts []int, n int) []int {
	if n < 1 || len(counts) <= n {
		return slices.Clone(counts[:max(min(n, len(counts)), 0)])
	}
	out := make([]int, n)
	for i, c := range counts {
		out[i*n/len(counts)] += c
	}
	return out
}

var (
	wordAgent     = safetext.Const("agent")
	wordWorksOn   = safetext.Const("works on")
	wordFor       = safetext.Const("for")
	wordToday     = safetext.Const("today")
	wordMedian    = safetext.Const("median")
	wordWrote     = safetext.Const("wrote")
	wordSince     = safetext.Const("since ")
	wordDoneSince = safetext.Const("done since ")
	wordNoTask    = safetext.Const("nothing")
)

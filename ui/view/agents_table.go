package view

import (
	"slices"

	"sideboard/ui/style"
)

// agentColumns are the cells at which the columns of the table begin. A column nobody has something in, or that has no room beside
// the titles of tasks, begins where the next one does.
type agentColumns struct {
	done, task, since, median, wrote, curve int
	title                                   int // of a task, behind its sign and its id
}

// agentsCurves is the cells from which on there are curves, with what they are of.
const agentsCurves = 84

// columns shares w cells among the columns of the table: what is told in figures gives way to the titles, the curves first.
func (v *Agents) columns(w int) (c agentColumns) {
	c.done = 2 + min(max(widest(v.Rows, func(a *Agent) Text { return a.Name }), wordAgent.Width()), w/4)
	column := func(head Text, is func(a *Agent) bool) int {
		if slices.ContainsFunc(v.Rows, func(a Agent) bool { return is(&a) }) {
			return head.Width() + 2
		}
		return 0
	}
	done := column(wordDoneTasks, func(a *Agent) bool { return a.Done > 0 })
	median := column(wordMedian, func(a *Agent) bool { return !a.Median.Empty() })
	wrote := column(wordWrote, func(a *Agent) bool { return !a.Wrote.Empty() || len(a.Before) > 0 })
	if wrote > 0 {
		wrote = max(wrote, widest(v.Rows, func(a *Agent) Text { return a.Wrote })+2)
	}
	curve := 0
	if v.most(1) > 0 && w >= agentsCurves {
		curve = 26
	}
	since, id, task := max(widest(v.Rows, func(a *Agent) Text { return a.For }), wordFor.Width())+2, v.idCells(), 0
	for i := range v.Rows {
		a := &v.Rows[i]
		task = max(task, 2+id+1+a.taskWidth())
	}
	for _, gives := range []*int{&curve, &median, &done} {
		if c.done+done+2+task > w-1-since-median-wrote-curve {
			*gives = 0
		}
	}
	c.task = c.done + done + 2
	c.title = c.task + 2 + id + 1
	c.curve = w - 1 - curve
	c.wrote = c.curve - wrote
	c.median = c.wrote - median
	c.since = c.median - since
	return c
}

// idCells returns the cells of the ids of what they work on and did before.
func (v *Agents) idCells() int {
	w := widest(v.Rows, func(a *Agent) Text { return a.On })
	for i := range v.Rows {
		w = max(w, widest(v.Rows[i].Before, func(did *AgentDid) Text { return did.On }))
	}
	return w
}

// taskWidth returns the cells of the title of what an agent works on, and of what has to be seen beside it.
func (a *Agent) taskWidth() int {
	w := a.Task.Width()
	if !a.More.Empty() {
		w += 1 + a.More.Width()
	}
	return w + a.alarmWidth()
}

// alarmWidth returns the cells of what has to be seen beside what an agent works on.
func (a *Agent) alarmWidth() int {
	if !a.isAlarm() {
		return 0
	}
	return 2 + 2 + a.State.Width()
}

// drawHead names the columns.
func (v *Agents) drawHead(p *pen, c agentColumns) {
	end := p.end - 1
	p.padTo(2)
	p.text(style.Label, wordAgent)
	for _, head := range []struct {
		from, to int
		text     Text
	}{{c.done, c.task - 2, wordDoneTasks}, {c.task - 2, c.since, wordWorksOn}, {c.median - wordFor.Width() - 2, c.median, wordFor}, {c.median, c.wrote, wordMedian}, {c.wrote, c.curve, wordWrote}, {c.curve, end, wordDoneSince.Append(v.Since)}} {
		if head.from < head.to {
			p.padTo(head.from + 2)
			p.text(style.Label, head.text)
		}
	}
	if c.curve < end {
		p.padTo(end - wordNow.Width())
		p.text(style.Label, wordNow)
	}
}

// table draws an agent where there is the width of a table: what it works on and its figures, how it stands, and what it did before.
func (a *Agent) table(v *Agents, c agentColumns) agentRows {
	right := func(p *pen, st style.Style, t Text, from, to int) {
		if from < to {
			p.padTo(to - t.Width())
			p.text(st, t)
		}
	}
	rows := agentRows{func(p *pen) {
		a.drawName(p, c.done-2)
		if c.done < c.task-2 {
			a.drawDone(p, c.task-2)
		}
		p.padTo(c.task)
		a.drawTask(p, c.title, c.since-a.alarmWidth())
		if a.isAlarm() {
			p.space(2)
			a.drawAlarm(p, c.since)
		}
		right(p, style.Plain, a.For, c.since, c.median)
		right(p, style.Dim, a.Median, c.median, c.wrote)
		right(p, style.Dim, a.Wrote, c.wrote, c.curve)
		if n := p.end - 1 - c.curve - 2; n > 0 {
			p.padTo(c.curve + 2)
			p.levels(a.Hue, a.Curve, n, v.most(n))
		}
	}}
	today := 0
	if c.done == c.task-2 { // which has no column
		today = a.Done
	}
	if a.says(today) {
		rows = append(rows, func(p *pen) {
			if p.padTo(c.task); !a.On.Empty() {
				p.padTo(c.title)
			}
			a.drawState(p, today)
		})
	}
	for i := range a.Before {
		did := &a.Before[i]
		rows = append(rows, func(p *pen) {
			p.padTo(c.task)
			p.glyph(style.Dim, p.sh.Glyphs.Done)
			p.space(1)
			p.text(style.Dim, did.On)
			p.padTo(c.title)
			p.textUpTo(style.Dim, did.Task, c.wrote-p.at)
			right(p, style.Dim, did.Ago, c.wrote, c.curve)
		})
	}
	return rows
}

// levels draws counts as small bars on a line of n cells, one of most full.
func (p *pen) levels(st style.Style, counts []int, n, most int) {
	levels, values := p.sh.Glyphs.Levels, thinned(counts, n)
	for i := range n {
		if i >= len(values) || values[i] <= 0 {
			p.glyph(style.BarRest, p.sh.Glyphs.BarRest)
			continue
		}
		p.glyph(st, levels[(values[i]*len(levels)-1)/most])
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

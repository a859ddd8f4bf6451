package view

import (
	"slices"
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// agentColumns are the cells at which the columns of the table begin. A column nobody has something in, or that has no room beside
// the titles of tasks, begins where the next one does.
type agentColumns struct{ task, since, done, median, wrote, curve int }

// agentsCurves is the cells from which on there are curves, with what they are of.
const agentsCurves = 84

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
	if wrote > 0 {
		wrote = max(wrote, widest(v.Rows, func(a *Agent) Text { return a.Wrote })+2)
	}
	curve := 0
	if v.most(1) > 0 && w >= agentsCurves {
		curve = 26
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
	}{{c.done - wordFor.Width() - 2, c.done, wordFor}, {c.done, c.median, wordToday}, {c.median, c.wrote, wordMedian}, {c.wrote, c.curve, wordWrote}, {c.curve, end, wordDoneSince.Append(v.Since)}} {
		if head.from < head.to {
			p.padTo(head.from + 2)
			p.text(style.Label, head.text)
		}
	}
}

// table draws an agent where there is the width of a table: what it works on and its figures, how it stands, and what it did before.
func (a *Agent) table(v *Agents, c agentColumns) agentRows {
	rows := agentRows{func(p *pen) {
		a.drawName(p, c.task-4)
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
	}}
	today := 0
	if c.done == c.median { // which has no column
		today = a.Done
	}
	if a.says(today) {
		rows = append(rows, func(p *pen) {
			p.padTo(c.task)
			a.drawState(p, today)
		})
	}
	ids := 0
	for i := range a.Before {
		ids = max(ids, a.Before[i].On.Width())
	}
	for i := range a.Before {
		did := &a.Before[i]
		rows = append(rows, func(p *pen) {
			p.padTo(c.task)
			p.glyph(style.Dim, p.sh.Glyphs.Done)
			p.space(1)
			p.text(style.Dim, did.On)
			p.padTo(c.task + 2 + ids + 1)
			p.textUpTo(style.Dim, did.Task, c.done-did.Ago.Width()-2-p.at)
			p.padTo(c.done - did.Ago.Width())
			p.text(style.Dim, did.Ago)
		})
	}
	return rows
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

package view

import (
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// cell returns the cell of a moment among w cells; it may be outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

// drawAxis names moments at equal distances, and now.
func (v *Now) drawAxis(p *pen) {
	at, w := p.At, p.Room()
	end := w - (wordNow.Width()+2)*b2i(v.Shift == 0)
	each := 1
	if len(v.Ticks) > 1 {
		words := time.Duration(v.Ticks[0].Clock.Width()+2) * v.Span / time.Duration(max(w, 1)) // with two blanks between them
		apart := max(v.Ticks[0].Ago-v.Ticks[1].Ago, 1)
		each = max(int((words+apart-1)/apart), 1)
	}
	for i, tick := range v.Ticks {
		if x := v.cell(tick.Ago, w); (len(v.Ticks)-1-i)%each == 0 && x >= 0 && x+tick.Clock.Width() <= end {
			p.PadTo(at + x)
			p.Text(style.Dim, tick.Clock)
		}
	}
	if v.Shift == 0 {
		p.PadTo(at + w - wordNow.Width())
		p.Text(style.Accent, wordNow)
	}
}

// bars returns a function that draws tasks in time, the newest last; on a track, finished work is weaker.
func (v *Now) bars(hue style.Style, tasks []NowTask, track bool) func(p *pen) {
	return func(p *pen) {
		at, w := p.At, p.Room()
		rest := func(end int) {
			if track {
				p.Bar(style.Faint, p.Sheet.Glyphs.Track, end-p.At)
			}
			p.PadTo(end)
		}
		for k := len(tasks) - 1; k >= 0; k-- {
			if from, wrote, to := v.stretch(&tasks[k], w); to > p.At-at {
				rest(at + from)
				st := hue
				if tasks[k].State != Running { // so that work in progress is more visible
					st = style.Spent(hue)
				}
				p.Bar(st, p.Sheet.Glyphs.Span, at+wrote-p.At)
				p.Bar(style.Spent(st), p.Sheet.Glyphs.Hollow, at+to-p.At)
			}
		}
		rest(at + w)
	}
}

// stretch returns the cells of a task among w, from its beginning to its end and at least one: up to where its file was written last, and
// up to its end. There are none if it is outside.
func (v *Now) stretch(task *NowTask, w int) (from, wrote, to int) {
	from, to = v.cell(task.From, w), v.cell(task.To, w)
	if task.State == Running && v.Shift == 0 {
		to = w
	}
	if to <= 0 && task.To > v.Shift || from > w {
		return 0, 0, 0
	}
	from = min(from, w-1) // it began or ended just now
	to = min(max(to, from+1), w)
	from = max(from, 0)
	if wrote = to; task.Silent > 0 {
		wrote = min(max(v.cell(task.Silent, w), from), to)
	}
	return from, wrote, to
}

var (
	wordNow    = safetext.Const("now")
	wordAgents = safetext.Const("Agents ")
	wordBehind = safetext.Const("blocks")
)

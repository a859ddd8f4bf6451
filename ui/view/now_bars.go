package view

import (
	"time"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// cell returns the cell of a moment among w cells; it may be outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

// drawAxis names moments at equal distances, and now, above a line that begins at a cell. The pen may be behind that
// already.
func (v *Now) drawAxis(p *pen, from int) {
	w, end := p.End-from, p.End
	if v.Shift == 0 {
		end -= wordNow.Width() + 2
	}
	each := 1
	if len(v.Ticks) > 1 {
		// with two blanks between them
		words := time.Duration(v.Ticks[0].Clock.Width()+2) * v.Span / time.Duration(max(w, 1))
		apart := max(v.Ticks[0].Ago-v.Ticks[1].Ago, 1)
		each = max(int((words+apart-1)/apart), 1)
	}
	free := p.At // from here on
	for i, tick := range v.Ticks {
		x := from + v.cell(tick.Ago, w)
		if (len(v.Ticks)-1-i)%each == 0 && x >= max(from, free) && x+tick.Clock.Width() <= end {
			p.PadTo(x)
			p.Text(style.Dim, tick.Clock)
			free = p.At + 1
		}
	}
	if v.Shift == 0 {
		p.PadTo(p.End - wordNow.Width())
		p.Text(style.AccentStrong, wordNow)
	}
}

// drawLine draws the line of an agent: a task in its hands, up to where its file was written last, and what it
// completed. Task may be nil.
func (v *Now) drawLine(p *pen, hue style.Style, task *NowTask, done []*NowTask) {
	n, g := p.Room(), p.Sheet.Glyphs
	line := make([]lay.Bit, n)
	for i := range line {
		line[i] = lay.Bit{Sign: g.Track, Hue: style.Baseline}
	}
	if task != nil {
		from, wrote, to := v.stretch(task, n)
		for i := from; i < wrote; i++ {
			line[i] = lay.Bit{Sign: g.Span, Hue: hue}
		}
		for i := wrote; i < to; i++ {
			line[i] = lay.Bit{Sign: g.Hollow, Hue: style.Danger}
		}
	}
	for _, t := range done {
		if x := v.cell(t.To, n); x >= 0 && t.To >= v.Shift && n > 0 {
			line[min(x, n-1)] = lay.Bit{Sign: g.Done, Hue: hue}
		}
	}
	lay.Draw(p, line...)
}

// stretch returns the cells of a task in progress among n, from its beginning to now and at least one: up to where its
// file was written last, and up to its end. There are none if it is outside.
func (v *Now) stretch(task *NowTask, n int) (from, wrote, to int) {
	from, to = v.cell(task.From, n), n
	if from >= n && v.Shift > 0 || n <= 0 {
		return 0, 0, 0
	}
	from = max(min(from, n-1), 0) // it may have begun just now
	wrote = to
	if task.Silent > 0 {
		wrote = max(min(v.cell(task.Silent, n)+1, to), from)
	}
	return from, wrote, to
}

var (
	wordNow    = safetext.Const("now")
	wordAgents = safetext.Const("Agents ")
	wordDoneBy = safetext.Const(" done")
	wordAnd    = safetext.Const(" and ")
)

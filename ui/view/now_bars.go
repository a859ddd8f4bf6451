package view

import (
	"time"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// tickAt is a moment that is named, and the cell it is at.
type tickAt struct {
	at    int
	clock Text
}

// cell returns where a moment is among w cells; it may lie outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

// named returns the moments that are named above w cells of bars, from a cell on: as many as leave the same room between any two.
func (v *Now) named(left, w int) (all []tickAt) {
	end := w
	if v.Shift == 0 {
		end -= wordNow.Width() + 1
	}
	each := 1
	if n := len(v.Ticks); n > 1 {
		apart := max(v.cell(v.Ticks[1].Ago, w)-v.cell(v.Ticks[0].Ago, w), 1)
		each = (v.Ticks[0].Clock.Width() + apart) / apart
	}
	for i := range v.Ticks {
		t := &v.Ticks[i]
		if x := v.cell(t.Ago, w); (len(v.Ticks)-1-i)%each == 0 && x >= 0 && x+t.Clock.Width() <= end {
			all = append(all, tickAt{left + x, t.Clock})
		}
	}
	return all
}

// drawTrack draws what the bars of a row stand on, from where the pen is up to a cell of theirs.
func drawTrack(p *pen, t *nowTable, end int) {
	p.PadTo(min(t.bars, end))
	p.Bar(style.Faint, p.Sheet.Glyphs.Track, end-p.At)
}

// drawBar draws a task from its beginning to its end; only its end for one that nobody saw begin.
func drawBar(p *pen, v *Now, ln *NowLane, b *NowTask, t *nowTable) {
	w := t.barWidth()
	from, to := v.cell(b.From, w), v.cell(b.To, w)
	if b.State == Running && v.Shift == 0 {
		to = w
	}
	if to <= 0 && b.To > v.Shift || from > w {
		return
	}
	from = min(from, w-1) // it has begun, or ended, just now
	to = min(max(to, from+1), w)
	from = max(from, 0, p.At-t.bars)
	if from >= to {
		return
	}
	hue := ln.Hue
	if b.State != Running { // what is going on stands out
		hue = style.Spent(hue)
	}
	if t.below || b.State == Running {
		drawTrack(p, t, t.bars+from)
	}
	p.PadTo(t.bars + from)
	wrote := to
	if b.Silent > 0 { // nothing was heard of it since
		wrote = min(max(v.cell(b.Silent, w), from), to)
	}
	p.Bar(hue, p.Sheet.Glyphs.Span, wrote-from)
	p.Bar(style.Spent(hue), p.Sheet.Glyphs.Hollow, to-wrote)
}

// headWidth returns the cells of what stands next to the moments.
func (v *Now) headWidth() int {
	return margin + wordAgents.Width() + 2 + lay.Digits(len(v.Lanes)) + 3 + v.Done.Width()
}

// heads returns the rows above the lanes: one with the moments, before it one with how much is done where that has no room next to them.
func (v *Now) heads(t *nowTable) int { return 1 + b2i(t.below || v.headWidth()+2 > t.behind) }

// drawAxis names moments above the bars, and now; next to them, where there is room, how many agents there are and how much is done.
func drawAxis(p *pen, v *Now, t *nowTable) {
	w := t.barWidth()
	if p.Space(margin); !t.below {
		p.Text(style.Head, wordAgents)
		p.Space(2)
		p.Number(style.Title, len(v.Lanes))
		if p.Space(3); v.heads(t) == 1 {
			p.Line(v.Done)
		}
		if at := t.bars - 2 - wordBehind.Width(); t.headed && p.At < at {
			p.PadTo(at)
			p.Text(style.Label, wordBehind)
		}
	}
	for _, tick := range t.ticks {
		if tick.at >= p.At {
			p.PadTo(tick.at)
			p.Text(style.Dim, tick.clock)
		}
	}
	if end := t.bars + w - wordNow.Width(); v.Shift == 0 && p.At <= end {
		p.PadTo(end)
		p.Text(style.Accent, wordNow)
	}
}

// b2i returns 1 for true.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var (
	wordNow    = safetext.Const("now")
	wordAgents = safetext.Const("Agents")
	wordBehind = safetext.Const("blocks")
)

package view

import (
	"slices"
	"time"

	"sideboard/ui/style"
)

// cell returns where a moment is on a lane of w cells; it may lie outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

func drawAxis(p *pen, v *Now, left, w int) {
	for _, t := range v.Ticks {
		if x := v.cell(t.Ago, w); x >= 0 && left+x >= p.at && x+t.Clock.Width() <= w {
			p.padTo(left + x)
			p.text(style.Dim, t.Clock)
			p.space(1)
		}
	}
	if v.Shift == 0 && p.at <= left+w-3 {
		p.padTo(left + w - 3)
		p.text(style.Accent, wordNow)
	}
}

// drawLane draws an agent: its tasks, its writes below them, and why it needs a person.
func (pt *Painter) drawLane(g *page, v *Now, i int, at nowPlace, left, w int) {
	ln, glyphs := &v.Lanes[i], pt.sh.Glyphs
	begin := func(p *pen, st style.Style, t Text) {
		p.space(margin)
		if rule := glyphs.Rule; i == v.Selected {
			p.glyph(ln.Hue, glyphs.RuleSelected)
		} else {
			p.glyph(ln.Hue, rule)
		}
		p.space(1)
		p.textUpTo(st, t, at.label-2)
		p.padTo(left)
	}
	end := func(p *pen, st style.Style, t Text) {
		p.padTo(left + w)
		p.glyph(style.Faint, glyphs.Vertical)
		p.space(1)
		p.textUpTo(st, t, max(at.right-2, 0))
	}
	g.row(func(p *pen) {
		name := ln.Hue
		begin(p, name, ln.Name)
		drawBlocks(p, v, ln, left, w)
		end(p, style.Plain, ln.For)
	})
	if at.each == 1 {
		return
	}
	g.row(func(p *pen) {
		begin(p, style.Dim, ln.Note)
		if at.each == 2 && !ln.Alarm.Empty() {
			p.textUpTo(style.Danger, ln.Alarm, w)
		} else {
			writes := v.writes(ln, w)
			p.levels(ln.Hue, writes, slices.Max(writes))
		}
		end(p, style.Dim, ln.On)
	})
	if at.each > 2 {
		g.row(func(p *pen) {
			begin(p, style.Dim, Text{})
			switch task := ln.running(); {
			case !ln.Alarm.Empty():
				p.textUpTo(style.Danger, ln.Alarm, w)
			case task != nil && v.Shift == 0 && (at.right == 0 || v.cell(task.From, w) > w-2-task.Subject.Width()): // cut in its block
				words, room := task.Subject, w
				if at.right == 0 {
					words = ln.On.Append(wordBlank).Append(words)
					room -= ln.For.Width() + 1
				}
				words = cut(words, room, p.sh)
				p.padTo(left + room - words.Width())
				p.text(style.Dim, words)
				if at.right == 0 {
					p.space(1)
					p.text(style.Plain, ln.For)
				}
			}
			end(p, style.Dim, Text{})
		})
	}
	for range at.each - 3 {
		g.blank()
	}
}

// running returns the block of what it works on, nil for nothing.
func (ln *NowLane) running() *NowBlock {
	for i := range slices.Backward(ln.Blocks) {
		if ln.Blocks[i].Running {
			return &ln.Blocks[i]
		}
	}
	return nil
}

// writes counts the writes of a lane by cells.
func (v *Now) writes(ln *NowLane, w int) []int {
	n := make([]int, w)
	for _, ago := range ln.Writes {
		if x := v.cell(ago, w); x >= 0 && x < w {
			n[x]++
		} else if x == w && v.Shift == 0 {
			n[w-1]++
		}
	}
	return n
}

// drawBlocks draws the tasks of an agent. One whose beginning nobody saw is hollow.
func drawBlocks(p *pen, v *Now, ln *NowLane, left, w int) {
	g, on := p.sh.Glyphs, p.on
	for i := range ln.Blocks {
		b := &ln.Blocks[i]
		from, to := v.cell(b.From, w), v.cell(b.To, w)
		if b.Running && v.Shift == 0 {
			from, to = min(from, w-1), w // it has begun just now
		}
		if to <= 0 && b.To > v.Shift || from >= w+1 {
			continue
		}
		to = min(max(to, from+1), w)
		from = max(from, 0, p.at-left)
		if from >= to {
			continue
		}
		p.padTo(left + from)
		text := style.SubjectDone
		if b.Running {
			text = style.Subject
		}
		if to-from == 1 {
			if b.Done {
				p.glyph(ln.Hue, g.Done)
			} else {
				p.glyph(ln.Hue, beginOf(g, b))
			}
			continue
		}
		if !b.AtLeast {
			p.setGround(style.Raised)
		}
		p.glyph(ln.Hue, beginOf(g, b))
		last := left + to
		if b.Done {
			last--
		}
		room := last - p.at
		if b.AtLeast {
			text = style.Dim
			p.textUpTo(text, b.Subject, room)
			if last-p.at > 1 {
				p.space(1)
				p.bar(style.Faint, g.Dashes, last-p.at)
			}
		} else {
			p.textUpTo(text, b.Subject, room)
		}
		p.padTo(last)
		if b.Done {
			p.glyph(ln.Hue, g.BlockEnd)
		}
		p.setGround(on)
	}
}

// beginOf returns the glyph of how a block begins.
func beginOf(g *style.Glyphs, b *NowBlock) string {
	if b.AtLeast {
		return g.BlockOpen
	}
	return g.BlockBegin
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

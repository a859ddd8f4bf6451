package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Way is the time that a replay goes through, from its first event to now.
type Way struct {
	From, To Text
	At       float64 // where the replay is, as a share of that time
	Marks    []WayMark
}

// WayMark is the completion of a task on a way.
type WayMark struct {
	At  float64     // as a share of the time
	Hue style.Style // of its owner
}

// drawnWay is what a way was drawn of besides its marks.
type drawnWay struct {
	from, to Text
	at       float64
}

// draw draws a way: what the replay went through, where it is, and what is to come.
func (w *Way) draw(p *pen) {
	g, to := p.Sheet.Glyphs, lay.Bit{Text: w.To, Style: style.AccentStrong}
	p.PadTo(margin)
	lay.Draw(p, lay.Bit{Text: w.From.Append(wordTwo), Style: style.Dim})
	cells := max(lay.Left(p.Room(), wayGap+margin, to), 1)
	place := func(at float64) int { return min(max(int(at*float64(cells-1)+0.5), 0), cells-1) }
	marks, here := make([]style.Style, cells), place(w.At)
	for _, m := range w.Marks {
		marks[place(m.At)] = m.Hue
	}
	for i := range cells {
		switch hue := marks[i]; {
		case i == here:
			p.Glyph(style.Strong, g.Here)
		case hue != style.Plain && i > here:
			p.Glyph(style.Dim, g.Done)
		case hue != style.Plain:
			p.Glyph(hue, g.Done)
		case i < here:
			p.Glyph(style.StripRunning, g.Span)
		default:
			p.Glyph(style.Baseline, g.Track)
		}
	}
	lay.DrawRight(p, margin, to)
}

// wayGap is the cells between a way and the word at its end.
const wayGap = 3

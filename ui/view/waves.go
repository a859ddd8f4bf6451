package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// waveHeads are the titles of the waves of a picture.
type waveHeads []waveHead

// draw draws the titles above the boxes of their waves, with that of the selected task strong.
func (heads *waveHeads) draw(br *brush, l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p, end := &br.p, br.p.End
	defer func() { p.End = end }()
	if dv.Graph.Near != nil {
		p.Space(blockPad)
		dv.Graph.Near.draw(p, &br.line)
		return
	}
	*heads = appendWaveHeads((*heads)[:0], c.layout)
	chosen := c.layout.ColumnOf(dv.Selected)
	at := func(h *waveHead) int { return c.rect.X + c.layout.Columns[h.first].X - c.x + blockPad }
	for i := range *heads {
		h := &(*heads)[i]
		p.End = end
		p.PadTo(at(h))
		if i+1 < len(*heads) {
			p.End = min(at(&(*heads)[i+1])-2, end)
		}
		br.spots = append(br.spots, Spot{Rect: Rect{X: p.At, Y: p.RowAt, W: p.Room(), H: 1}, Kind: WaveSpot,
			Item: h.first})
		h.draw(p, &br.line, chosen)
	}
}

// waveColumns are a title, the number of tasks in the wave, and an explanation of the title.
var waveColumns = []lay.Col{{Fill: true, Min: 60}, {Gap: 1, Priority: 3}, {Gap: 1, Priority: 2}}

// drawTitle draws the title of waves.
func drawTitle(p *pen, t *lay.Table, title lay.Cell, count, note lay.Bit) {
	after := func(b lay.Bit) lay.Cell {
		b.Sign, b.Hue, b.Style = p.Sheet.Glyphs.Dot, style.Dim, style.Dim
		return lay.Cell{Bits: t.Bits(b)[:b2i(b.Count > 0 || !b.Text.Empty())]}
	}
	t.DrawSingle(p, title, after(count), after(note))
}

var wordAround, wordOpenTasks = safetext.Const("Around "), safetext.Const(" open tasks")

// draw draws the task in the middle of the neighbourhood, and the number of tasks drawn of all.
func (n *Nearby) draw(p *pen, t *lay.Table) {
	t.Reset(waveColumns)
	said := safetext.Number(n.Drawn).Append(safetext.Const(" of "), safetext.Number(n.All), wordOpenTasks)
	drawTitle(p, t, lay.Cell{Bits: t.Bits(lay.Bit{Text: wordAround, Style: style.TitleStrong},
		lay.Bit{Text: n.Middle, Style: style.TitleStrong})}, lay.Bit{Text: said}, lay.Bit{})
}

// waveHead is the title of a wave, or of adjacent ones that are all stuck or all done.
type waveHead struct {
	first, last int // its columns
	word, note  Text
	number      int // of the wave, 0 if the word is enough
	count       int // of its open tasks, or of all if none is open
	stuck       bool
}

var (
	wordStep, wordStuckWave, wordDoneWave = safetext.Const("Step"), safetext.Const("Stuck"), safetext.Const("Done")
	wordStuckMeans, wordDoneMeans         = safetext.Const("in a loop, or behind one"),
		safetext.Const("still waited for")
)

// appendWaveHeads appends the titles of the waves to others.
func appendWaveHeads(heads []waveHead, of *graph.Layout) []waveHead {
	for i := range of.Columns {
		col := &of.Columns[i]
		if col.Count == 0 {
			continue
		}
		h := waveHead{first: i, last: i, count: col.Count - col.Done}
		switch {
		case col.Stuck:
			h.word, h.note, h.stuck = wordStuckWave, wordStuckMeans, true
		case col.Wave == 0:
			h.word, h.count = wordDoneWave, col.Count
		case h.count == 0 && col.Done > 0:
			h.word, h.note, h.count = wordDoneWave, wordDoneMeans, col.Count
		default:
			h.word, h.number = wordStep, col.Wave
		}
		if n := len(heads) - 1; n >= 0 && h.goesOn(&heads[n]) {
			heads[n].last, heads[n].count = i, heads[n].count+h.count
			continue
		}
		heads = append(heads, h)
	}
	return heads
}

// goesOn reports whether a wave shares a title with the one before it.
func (h *waveHead) goesOn(before *waveHead) bool {
	return h.word == before.word && h.note == before.note && (h.stuck || h.word == wordDoneWave)
}

// draw draws the title of a wave.
func (h *waveHead) draw(p *pen, t *lay.Table, chosen int) {
	st := style.Head
	switch {
	case h.first <= chosen && chosen <= h.last:
		st = style.TitleStrong
	case h.stuck:
		st = style.Danger
	}
	t.Reset(waveColumns)
	word, number := lay.Bit{Text: h.word, Style: st}, lay.Bit{Count: h.number, Style: st}
	title := lay.Cell{Bits: t.Bits(word)}
	if h.number > 0 {
		title = lay.Cell{Gap: 1, Bits: t.Bits(word, number), Short: t.Bits(number)}
	}
	drawTitle(p, t, title, lay.Bit{Count: h.count}, lay.Bit{Text: h.note})
}

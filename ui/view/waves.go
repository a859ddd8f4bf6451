package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// titleCells are enough for the title of a wave, titleLeast the fewest in which it is begun.
const titleCells, titleLeast = 14, 8

// drawWaveTitles draws the titles of the waves above their boxes: the one of the selected task strong.
func (pt *Painter) drawWaveTitles(l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p := &pt.p
	p.End -= margin
	if dv.Graph.Near != nil {
		p.Space(margin)
		dv.Graph.Near.draw(p)
		p.End += margin
		return
	}
	all := p.End
	pt.heads = appendWaveHeads(pt.heads[:0], c.layout)
	chosen, counted := c.layout.ColumnOf(dv.Selected), countsWaves(c.layout, pt.heads)
	ruled := !slices.ContainsFunc(pt.heads, func(h waveHead) bool { return !h.ruled(c.layout) })
	for _, h := range pt.heads {
		x, room := c.rect.X+c.layout.Columns[h.first].X-c.x, h.room(c.layout)
		if said := h.width() + 3 + lay.Digits(h.count); x+min(room, said) > all && h.count > 0 && all-said > p.At { // whole a little further left
			x = min(x, all-said)
		}
		if x < p.At || x+min(room, titleLeast) > all {
			continue
		}
		p.PadTo(x)
		p.End = min(x+room, all)
		pt.spots = append(pt.spots, Spot{Rect: Rect{X: p.At, Y: p.RowAt, W: p.Room(), H: 1}, Kind: WaveSpot, Item: h.first})
		h.draw(p, chosen, counted, ruled)
		p.End = all
	}
	p.End += margin
}

var wordAround, wordOpenTasks = safetext.Const("AROUND "), safetext.Const(" open tasks")

// draw draws of what the picture is, and how much of the whole that is.
func (n *Nearby) draw(p *pen) {
	p.Text(style.TitleStrong, wordAround.Append(n.Middle))
	p.Dot()
	p.Number(style.Dim, n.Drawn)
	p.ASCII(style.Dim, " of ")
	p.Number(style.Dim, n.All)
	p.Text(style.Dim, wordOpenTasks)
	if p.Room() > 2 {
		p.Space(1)
		p.Bar(style.Faint, p.Sheet.Glyphs.Horizontal, p.Room())
	}
}

// waveHead is the title of a wave, or of several beside each other that are all stuck or all done.
type waveHead struct {
	first, last int // of its columns
	word, note  Text
	number      int // of the wave, 0 where the word says all
	count       int // of its tasks, where any is left those that are
	stuck       bool
}

var (
	wordNowWave, wordWave, wordStuckWave, wordDoneWave = safetext.Const("NOW"), safetext.Const("WAVE"), safetext.Const("STUCK"), safetext.Const("DONE")
	wordStuckMeans, wordDoneMeans                      = safetext.Const("in a loop, or behind one"), safetext.Const("still waited for")
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
		case col.Wave == 1:
			h.word = wordNowWave
		default:
			h.word, h.number = wordWave, col.Wave
		}
		if n := len(heads) - 1; n >= 0 && h.goesOn(&heads[n]) {
			heads[n].last, heads[n].count = i, heads[n].count+h.count
			continue
		}
		heads = append(heads, h)
	}
	return heads
}

// goesOn reports whether a wave has one title with the one before it.
func (h *waveHead) goesOn(before *waveHead) bool {
	return h.word == before.word && h.note == before.note && (h.stuck || h.word == wordDoneWave)
}

// room returns the cells of a title: where its waves have few, what lies between them and the next is its too, and behind the last all
// that it needs.
func (h *waveHead) room(of *graph.Layout) int {
	x, last := of.Columns[h.first].X, &of.Columns[h.last]
	room := last.X + last.W - x
	switch next := h.last + 1; {
	case next == len(of.Columns):
		if room = max(room, h.width()+3+lay.Digits(h.count)); !h.note.Empty() {
			room = max(room, h.width()+3+lay.Digits(h.count)+3+h.note.Width())
		}
	case room < titleCells:
		room = min(of.Columns[next].X-x-2, titleCells)
	}
	return room
}

// countsWaves reports whether all titles have room for how many tasks these have: where one has not, none says it.
func countsWaves(of *graph.Layout, heads []waveHead) bool {
	return !slices.ContainsFunc(heads, func(h waveHead) bool { return h.room(of) < h.width()+3+lay.Digits(h.count) })
}

// ruled reports whether a title has room for a rule behind it that is one, but for the last, which ends as it must.
func (h *waveHead) ruled(of *graph.Layout) bool {
	return h.last == len(of.Columns)-1 || h.room(of) >= h.width()+3+lay.Digits(h.count)+4
}

// width returns the cells of the word and the number.
func (h *waveHead) width() int {
	if h.number == 0 {
		return h.word.Width()
	}
	return h.word.Width() + 1 + lay.Digits(h.number)
}

// draw draws the title of a wave, with how many tasks it has if that is to be said, and what the word means where there is room, and with a
// rule behind it where all have one.
func (h *waveHead) draw(p *pen, chosen int, counted, ruled bool) {
	st := style.Head
	switch {
	case h.first <= chosen && chosen <= h.last:
		st = style.TitleStrong
	case h.stuck:
		st = style.Danger
	}
	named := h.number == 0 || p.Room() >= h.width()
	if named {
		p.TextIn(st, h.word, p.Room())
	}
	if h.number > 0 {
		p.Space(b2i(named))
		p.Number(st, h.number)
	}
	if counted && h.count > 0 && p.Room() >= 3+lay.Digits(h.count) {
		p.Dot()
		p.Number(style.Dim, h.count)
	}
	if !h.note.Empty() && p.Room() >= 3+h.note.Width() {
		p.Dot()
		p.Text(style.Dim, h.note)
	}
	if ruled && p.Room() > 2 {
		p.Space(1)
		p.Bar(style.Faint, p.Sheet.Glyphs.Horizontal, p.Room())
	}
}

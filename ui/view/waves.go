package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// mapCell is a wave in the map of waves.
type mapCell struct {
	Rect
	column  int
	visible bool // wholly on the screen
}

// mapPlaces returns the cells of the map of waves at the right end of the foot, none while all waves are on the screen.
func (l *Layout) mapPlaces(dv *DepView) []mapCell {
	c, ok := l.viewport(dv)
	r := l.DepView.Foot
	if !ok || r.Empty() {
		return nil
	}
	columns := c.layout.Columns
	wide := 1
	first, last := -1, -1
	for i := range columns {
		wide = max(wide, digits(columns[i].Count))
		if c.seesWave(i) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first == 0 && last == len(columns)-1 {
		return nil
	}
	if first < 0 {
		first, last = 0, 0
	}
	wide += 2
	chips, part := l.chipPlaces(dv), l.partPlace(dv)
	room := r.X + r.W - margin - 1 - max(chips[0].X+chips[0].W, chips[1].X+chips[1].W, part.X+part.W) - len("  waves ")
	above, below := c.hidden()
	for _, n := range [2]int{above, below} {
		if n > 0 {
			room -= 3 + 1 + digits(n) + len(" above")
		}
	}
	n, more := len(columns), 0
	if n*wide > room {
		more = 1 // where the others are
		n = (room - 2*more) / wide
	}
	if n < 2 {
		return nil
	}
	from := max(min((first+last+1-n)/2, len(columns)-n), 0)
	x := r.X + r.W - margin - 1 - n*wide - more
	cells := make([]mapCell, 0, n)
	for i := from; i < from+n; i++ {
		cells = append(cells, mapCell{Rect{x, l.foldRow(dv), wide, 1}, i, i >= first && i <= last})
		x += wide
	}
	return cells
}

// seesWave reports whether the window has all of a wave from left to right, and any of its boxes.
func (c *viewport) seesWave(i int) bool {
	win, _, _ := c.window()
	col := &c.layout.Columns[i]
	return col.X >= win.X && col.X+col.W <= win.X+win.W && slices.ContainsFunc(c.layout.Boxes, func(b graph.Box) bool {
		return b.Column == i && b.Row >= win.Y && b.Row < win.Y+win.H
	})
}

// drawWaveMap draws how many tasks each wave has, those on the screen raised and in brackets.
func (pt *Painter) drawWaveMap(c *viewport, cells []mapCell) {
	p := &pt.p
	label := "waves "
	x := cells[0].X - 1 - len(label)
	if x < p.at+2 {
		return
	}
	p.padTo(x)
	p.ascii(style.Dim, label)
	more := func(hidden bool) {
		if hidden {
			p.glyph(style.Dim, pt.sh.Glyphs.Ellipsis)
		}
	}
	more(cells[0].column > 0)
	p.padTo(cells[0].X)
	for i, cell := range cells {
		n := c.layout.Columns[cell.column].Count
		st, open, end := style.Dim, " ", " "
		if cell.visible {
			p.setGround(style.Raised)
			st = style.TitleStrong
			if i == 0 || !cells[i-1].visible {
				open = "["
			}
			if i == len(cells)-1 || !cells[i+1].visible {
				end = "]"
			}
		}
		p.glyph(style.Accent, open)
		p.bar(st, " ", cell.W-2-digits(n))
		p.number(st, n)
		p.glyph(style.Accent, end)
		p.setGround(style.Flat)
	}
	more(cells[len(cells)-1].column < len(c.layout.Columns)-1)
}

// titleCells are enough for the title of a wave, titleLeast the fewest in which it is begun.
const titleCells, titleLeast = 14, 8

// topBand returns the row of the titles of the waves at the upper edge of the window, which are hidden there; false where the window begins
// between two bands.
func (c *viewport) topBand() (row int, ok bool) {
	win, _, _ := c.window()
	row = -1
	for i := range c.layout.Columns {
		if top := c.layout.Columns[i].Top; top < win.Y {
			row = max(row, top)
		}
	}
	return row, slices.ContainsFunc(c.layout.Boxes, func(b graph.Box) bool {
		return c.layout.Columns[b.Column].Top == row && b.Y+b.H > win.Y
	})
}

// onTop reports whether the title of a wave belongs at the upper edge of the window, which begins in a band: each column of a list has
// its own there.
func (c *viewport) onTop(col *graph.Column, band int) bool {
	if !c.layout.Listed {
		return col.Top == band
	}
	win, _, _ := c.window()
	return col.Top < win.Y && !slices.ContainsFunc(c.layout.Columns, func(k graph.Column) bool {
		return k.X == col.X && k.Top < win.Y && k.Top > col.Top
	})
}

// drawWaveTitles draws the titles of the waves above their boxes: the one of the selected task strong.
func (pt *Painter) drawWaveTitles(l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p := &pt.p
	before, behind := c.besides()
	behind = max(behind, margin)
	p.end -= behind
	all := p.end
	band, ok := c.topBand()
	if !ok && !c.layout.Listed {
		return
	}
	pt.heads = appendWaveHeads(pt.heads[:0], c.layout)
	chosen, counted := c.layout.ColumnOf(dv.Selected), countsWaves(c.layout, pt.heads)
	ruled := c.layout.Listed || !slices.ContainsFunc(pt.heads, func(h waveHead) bool { return !h.ruled(c.layout) })
	for _, h := range pt.heads {
		left := max(p.at, c.rect.X+before)
		for h.first < h.last && c.rect.X+c.layout.Columns[h.first].X-c.x < left { // what is seen of it
			h.first++
		}
		col := &c.layout.Columns[h.first]
		x, room := c.rect.X+col.X-c.x, h.room(c.layout)
		if c.layout.Listed && len(pt.heads) == 1 { // all columns are its own
			room = all - x
		}
		if said := h.width() + 3 + digits(h.count); x+min(room, said) > all && h.count > 0 && all-said > left { // whole a little further left
			x = min(x, all-said)
		}
		if !c.onTop(col, band) || x < left || x+min(room, titleLeast) > all {
			continue
		}
		p.padTo(x)
		p.end = min(x+room, all)
		h.draw(p, c.layout, chosen, counted, ruled, l.Breadth == Narrow && !c.layout.Listed, dv.listHeading(c.layout, col, l.footless(dv)))
		p.end = all
	}
	p.end += behind
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
	wordChainMark                                      = safetext.Const("longest chain")
)

// appendWaveHeads appends the titles of the waves to others.
func appendWaveHeads(heads []waveHead, of *graph.Layout) []waveHead {
	for i := range of.Columns {
		col := &of.Columns[i]
		if col.Count == 0 && col.Top < 0 && !of.Listed {
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
		if n := len(heads) - 1; n >= 0 && h.goesOn(&heads[n]) && of.Columns[heads[n].last].Top == col.Top {
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
	case next == len(of.Columns) || of.Columns[next].X <= last.X:
		if room = max(room, h.width()+3+digits(h.count)); !h.note.Empty() {
			room = max(room, h.width()+3+digits(h.count)+3+h.note.Width())
		}
	case room < titleCells:
		room = min(of.Columns[next].X-x-2, titleCells)
	}
	return room
}

// countsWaves reports whether all titles have room for how many tasks these have: where one has not, none says it.
func countsWaves(of *graph.Layout, heads []waveHead) bool {
	return !slices.ContainsFunc(heads, func(h waveHead) bool { return h.room(of) < h.width()+3+digits(h.count) })
}

// ruled reports whether a title has room for a rule behind it that is one, but for the last, which ends as it must.
func (h *waveHead) ruled(of *graph.Layout) bool {
	return h.last == len(of.Columns)-1 || h.room(of) >= h.width()+3+digits(h.count)+4
}

// width returns the cells of the word and the number.
func (h *waveHead) width() int {
	if h.number == 0 {
		return h.word.Width()
	}
	return h.word.Width() + 1 + digits(h.number)
}

// draw draws the title of a wave, with how many tasks it has if that is to be said, and what the word means where there is room, and with a rule
// behind it where all have one; where
// there is no map of waves it says of how many this is one. A heading stands at its right end.
func (h *waveHead) draw(p *pen, of *graph.Layout, chosen int, counted, ruled, mapless bool, heading listHeading) {
	if w := heading.width(); w > 0 && p.remaining() > h.width()+6+w {
		p.end -= w
		defer func() {
			p.padTo(p.end)
			p.end += w
			heading.draw(p)
		}()
	}
	st := style.Head
	switch {
	case h.first <= chosen && chosen <= h.last:
		st = style.TitleStrong
	case h.stuck:
		st = style.Danger
	}
	named := h.number == 0 || p.remaining() >= h.width()
	if named {
		p.textUpTo(st, h.word, p.remaining())
	}
	if h.number > 0 {
		p.space(b2i(named))
		p.number(st, h.number)
	}
	if counted && h.count > 0 && p.remaining() >= 3+digits(h.count) {
		p.dot()
		p.number(style.Dim, h.count)
	}
	if !h.note.Empty() && p.remaining() >= 3+h.note.Width() {
		p.dot()
		p.text(style.Dim, h.note)
	}
	wave, last := of.Columns[h.first].Wave, of.Columns[len(of.Columns)-1].Wave
	tail := 1 + digits(wave) + len(" of ") + digits(last)
	if !mapless || last < 2 || wave == 0 || h.first < h.last || p.remaining() < tail+4 { // elsewhere a map says it
		tail = 0
	}
	if ruled && p.remaining() > tail+2 {
		p.space(1)
		p.bar(style.Faint, p.sh.Glyphs.Horizontal, p.remaining()-tail)
	}
	if tail > 0 {
		p.space(1)
		p.number(style.Dim, wave)
		p.ascii(style.Dim, " of ")
		p.number(style.Dim, last)
	}
}

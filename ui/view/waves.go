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
	chips, part := l.chipPlaces(dv.Graph), l.partPlace(dv.Graph)
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
		cells = append(cells, mapCell{Rect{x, r.Y, wide, 1}, i, i >= first && i <= last})
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

// drawWaveTitles draws the titles of the waves above their boxes: the one of the selected task strong.
func (pt *Painter) drawWaveTitles(l *Layout, dv *DepView) {
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	p := &pt.p
	chosen := -1
	if b, ok := c.layout.Box(dv.Selected); ok {
		chosen = b.Column
	}
	before, behind := c.besides()
	p.end -= behind
	all, counted := p.end, countsWaves(c.layout)
	band, ok := c.topBand()
	for i := range c.layout.Columns {
		col := &c.layout.Columns[i]
		x, room := c.rect.X+col.X-c.x, titleRoom(c.layout, i)
		if !ok || col.Top != band || col.Count == 0 || x < max(p.at, c.rect.X+before) || x+min(room, titleLeast) > all {
			continue
		}
		p.padTo(x)
		p.end = min(x+room, all)
		drawWaveTitle(p, c.layout, i, i == chosen, counted, l.Breadth == Narrow)
		p.end = all
	}
	p.end += behind
}

// titleRoom returns the cells of the title of a wave: where the wave has few, what lies between it and the next is its too.
func titleRoom(of *graph.Layout, i int) int {
	room := of.Columns[i].W
	if room < titleCells && i+1 < len(of.Columns) && of.Columns[i+1].X > of.Columns[i].X {
		room = min(of.Columns[i+1].X-of.Columns[i].X-2, titleCells)
	}
	return room
}

var wordNowWave, wordWave, wordStuckWave, wordDoneWave = safetext.Const("NOW"), safetext.Const("WAVE"), safetext.Const("STUCK"), safetext.Const("DONE")

// waveTitle returns what a wave is called and its number, 0 for none: what is stuck and what is done have waves of their own, which
// are numbered where there are several.
func waveTitle(of *graph.Layout, i int) (word Text, number int) {
	col := &of.Columns[i]
	switch {
	case !col.Stuck && col.Wave == 1:
		return wordNowWave, 0
	case !col.Stuck && col.Wave > 1:
		return wordWave, col.Wave
	}
	all := 0
	for k := range of.Columns {
		if other := &of.Columns[k]; other.Stuck == col.Stuck && (col.Stuck || other.Wave == 0) {
			all++
			number += b2i(k <= i)
		}
	}
	if all < 2 {
		number = 0
	}
	if col.Stuck {
		return wordStuckWave, number
	}
	return wordDoneWave, number
}

// countsWaves reports whether the titles of all waves have room for how many tasks these have: where one has not, none says it.
func countsWaves(of *graph.Layout) bool {
	for i := range of.Columns {
		word, number := waveTitle(of, i)
		w := word.Width()
		if number > 0 {
			w += 1 + digits(number)
		}
		if n := of.Columns[i].Count; n > 0 && titleRoom(of, i) < w+3+digits(n) {
			return false
		}
	}
	return true
}

// drawWaveTitle draws the title of a wave, with how many tasks it has if that is to be said; where there is no map of waves it says of how
// many this is one.
func drawWaveTitle(p *pen, of *graph.Layout, i int, chosen, counted, mapless bool) {
	col, st := &of.Columns[i], style.Label
	switch {
	case chosen:
		st = style.TitleStrong
	case col.Stuck:
		st = style.Danger
	}
	word, number := waveTitle(of, i)
	named := number == 0 || p.remaining() > word.Width()+digits(number)
	if named {
		p.textUpTo(st, word, p.remaining())
	}
	if number > 0 {
		p.space(b2i(named))
		p.number(st, number)
	}
	if counted && col.Count > 0 && p.remaining() >= 3+digits(col.Count) {
		p.dot()
		p.number(style.Dim, col.Count)
	}
	last := of.Columns[len(of.Columns)-1].Wave
	tail := 1 + digits(col.Wave) + len(" of ") + digits(last)
	if !mapless || last < 2 || col.Wave == 0 || p.remaining() < tail+4 { // elsewhere a map says it
		tail = 0
	}
	if p.remaining() > tail+2 {
		p.space(1)
		p.bar(style.Faint, p.sh.Glyphs.Horizontal, p.remaining()-tail)
	}
	if tail > 0 {
		p.space(1)
		p.number(style.Dim, col.Wave)
		p.ascii(style.Dim, " of ")
		p.number(style.Dim, last)
	}
}

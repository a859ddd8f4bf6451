package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Chip is what is folded away: how many tasks, and the key that unfolds them.
type Chip struct {
	Count    int
	Key      Text
	Open     bool // unfolded now
	Selected bool // the selected task is among what is folded
}

// Graph is the dependencies in waves.
type Graph struct {
	Layout   *graph.Layout
	Scale              // of the layout
	X, Y     int       // the cell of the layout at the corner of the canvas; Layout.ScrollGraph keeps the selected box in it
	Part     *PartLine // what of the dependencies is drawn, nil for all of them
	Finished Chip
	Unlinked Chip
	Preview  *LinkPreview
	Drag     *LinkDrag
	Held     Rect   // where the minimap stands while the pointer holds it
	Finale   []Line // everything is completed: what is to be said of it
	Aside    Line   // and of what is not drawn: at the right end of its first row where that has room
	Tidy     Text   // the key that lays it out anew, where that would make it tidier
}

// PartLine is what of the dependencies is drawn, at length and in few cells, and names the key that draws another part.
type PartLine struct{ Words, Short, Key Text }

// partPlace returns the cells of what is said of a part, empty where that is nothing.
func (l *Layout) partPlace(dv *DepView) Rect {
	r, g := l.DepView.Foot, dv.Graph
	if g.Part == nil || r.Empty() {
		return Rect{}
	}
	w := g.Part.Words.Width()
	if w > r.W/2 {
		w = g.Part.Short.Width()
	}
	return Rect{r.X + margin + 1, l.foldRow(dv), min(2+w+1+g.Part.Key.Width(), r.W-2*margin-1), 1}
}

// foldRow returns the row of what is folded away: the first, below a graph that ends just above it the second where nothing else needs that,
// so that none takes it for a part of the graph.
func (l *Layout) foldRow(dv *DepView) int {
	r := l.DepView.Foot
	if l.footless(dv) {
		return l.DepView.Below.Y
	}
	below := dv.Graph.Layout != nil && dv.Graph.Layout.H >= l.DepView.Canvas.H && l.chainBeside(dv)
	return r.Y + b2i(below && r.H > 1)
}

// chainBeside reports whether the longest chain is explained beside what is folded away: in a list, and in a picture that is wholly seen
// where its titles have no room in a row of its own.
func (l *Layout) chainBeside(dv *DepView) bool {
	g, r := dv.Graph, l.DepView.Canvas
	if g.Layout == nil || len(g.Finale) > 0 || len(dv.Chain) < 2 && !g.listed() {
		return false
	}
	if g.listed() || l.DepView.Foot.H == 1 {
		return true
	}
	const sides = 2*(margin+1) + 2 + 2
	return g.Layout.W <= r.W && g.Layout.H <= r.H && !dv.titlesFit(dv.Chain, l.DepView.Foot.W-sides-len(wordLongest)-digits(len(dv.Chain)))
}

// listed reports whether the graph is a list.
func (g *Graph) listed() bool { return g.Layout != nil && g.Layout.Listed }

// drawGraphFoot draws what is folded away at the left, and at the right what is outside the window; where nothing is and the chain has
// no row of its own, the longest chain.
func (pt *Painter) drawGraphFoot(l *Layout, dv *DepView) {
	p := &pt.p
	if place := l.partPlace(dv); !place.Empty() {
		p.padTo(place.X)
		p.glyph(style.Accent, pt.sh.Glyphs.Folded)
		p.space(1)
		words := dv.Graph.Part.Words
		if room := place.W - 3 - dv.Graph.Part.Key.Width(); words.Width() > room {
			words = dv.Graph.Part.Short
		}
		p.textUpTo(style.Title, words, place.W-3-dv.Graph.Part.Key.Width())
		p.space(1)
		p.text(style.Accent, dv.Graph.Part.Key)
	}
	for i, place := range l.chipPlaces(dv) {
		if !place.Empty() {
			p.padTo(place.X)
			pt.drawChip(p, []*Chip{&dv.Graph.Finished, &dv.Graph.Unlinked}[i], i, place.W)
		}
	}
	if len(dv.Graph.Finale) > 0 && l.DepView.Finale.Empty() && pt.drawFinale(dv.Graph, 0, l.DepView.Foot.H) {
		return
	}
	c, ok := l.viewport(dv)
	if !ok {
		return
	}
	pt.drawHiddenCounts(&c)
	switch {
	case c.layout.Listed && len(dv.Graph.Finale) > 0: // its heading says it
		return
	case c.layout.Listed, len(dv.Graph.Finale) > 0:
		p.drawMarks(dv)
		if dv.Summary != nil && l.DepView.Below.H == 1 {
			p.drawReach(dv.Summary)
		}
		return
	}
	if t := dv.Graph.Tidy; !t.Empty() && p.remaining() > t.Width()+12 {
		p.space(3)
		p.text(style.Accent, t)
		p.ascii(style.Dim, " tidies")
	}
	if cells := l.mapPlaces(dv); len(cells) > 0 {
		pt.drawWaveMap(&c, cells)
		return
	}
	if room := p.remaining() - 2*margin - 2; l.chainBeside(dv) && room > chainLeast {
		p.space(3)
		p.drawLongestChain(dv, dv.Chain, room)
	}
}

// chainLeast is the fewest cells in which the longest chain is named.
const chainLeast = 24

// drawChainFoot draws a row below that of what is folded away: the longest chain, then what is stuck in all rows that are left, or beside
// it where there is no other and nothing below says it. They have rows of their own because a picture that is larger than the screen seldom
// has the whole of either.
func (pt *Painter) drawChainFoot(l *Layout, dv *DepView, row int) {
	p := &pt.p
	if row == 0 || l.footless(dv) || len(dv.Graph.Finale) > 0 {
		return
	}
	p.space(margin + 1)
	p.end -= margin + 1
	held, rows := dv.Held != nil && !dv.Held.Empty(), l.DepView.Foot.H-2
	switch {
	case row == 1 && l.chainBeside(dv):
		if held && rows == 0 && !l.summarizes(dv) {
			p.drawHeld(dv, dv.Held)
		}
	case row == 1:
		room := p.remaining()
		beside := held && rows == 0 && !l.summarizes(dv)
		if beside {
			room /= 2
		}
		if of := dv.Graph.Layout; len(dv.Chain) < 2 && of != nil && len(of.Boxes) > 0 {
			p.ascii(style.Dim, "no chain: nothing that can be done waits")
		}
		p.drawLongestChain(dv, dv.Chain, room)
		if beside {
			if p.at > margin+1 {
				p.space(3)
			}
			p.drawHeld(dv, dv.Held)
		}
	case held && rows == 1:
		p.drawHeld(dv, dv.Held)
	case held:
		said, rest := pt.room.rows, pt.room.rest
		if pt.room.held != dv.Held { // for the cells of a row alone
			said, rest = l.heldRows(dv)
		}
		if i := row - 2; i < len(said) {
			p.drawHeldRow(dv, said[i], i == 0)
			if rest > 0 && i == len(said)-1 {
				p.space(1)
				p.plus(rest)
			}
		}
	}
	p.end += margin + 1
}

var chipWords = [...][2]string{{" done folded", " done"}, {" without links", " unlinked"}}

// chipPlaces returns the cells of the chips of finished and of unlinked tasks, empty where there are none.
func (l *Layout) chipPlaces(dv *DepView) [2]Rect {
	var places [2]Rect
	r, g := l.DepView.Foot, dv.Graph
	if r.Empty() {
		return places
	}
	x := r.X + margin + 1
	if part := l.partPlace(dv); !part.Empty() {
		x = part.X + part.W + 3
	}
	for i, c := range [...]*Chip{&g.Finished, &g.Unlinked} {
		if c.Count == 0 {
			continue
		}
		w := c.width(chipWords[i][0])
		if l.Breadth == Narrow || l.footless(dv) {
			w += len(chipWords[i][1]) - len(chipWords[i][0])
		}
		if x+w > r.X+r.W {
			break
		}
		places[i] = Rect{x, l.foldRow(dv), w, 1}
		x += w + 3
	}
	if l.footless(dv) { // at the right end
		for i := range places {
			places[i].X += r.X + r.W - margin - 1 - (x - 3)
		}
	}
	return places
}

// drawChip draws how many tasks are folded away, and the key that shows them.
func (pt *Painter) drawChip(p *pen, c *Chip, kind, w int) {
	word := chipWords[kind][0]
	if c.Open || c.width(word) > w {
		word = chipWords[kind][1]
	}
	number, words := style.Title, style.Dim
	p.keyCap(&Key{Name: c.Key})
	if c.Selected {
		p.glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
		number, words = style.AccentStrong, style.AccentStrong
	} else {
		p.space(1)
	}
	p.number(number, c.Count)
	p.ascii(words, word)
}

// width returns the cells of a chip: the cap of its key, and how many tasks are what.
func (c *Chip) width(word string) int { return 1 + c.Key.Width() + 1 + 1 + digits(c.Count) + len(word) }

// hidden returns how many boxes of the waves in the window are above and below it.
func (c *viewport) hidden() (above, below int) {
	win, _, _ := c.window()
	for i := range c.layout.Boxes {
		b := &c.layout.Boxes[i]
		if b.X >= win.X+win.W || b.X+b.W <= win.X {
			continue
		}
		if b.Row < win.Y {
			above++
		} else if b.Row >= win.Y+win.H {
			below++
		}
	}
	return above, below
}

// drawHiddenCounts draws how many boxes are hidden above and below the window.
func (pt *Painter) drawHiddenCounts(c *viewport) {
	above, below := c.hidden()
	pt.drawHidden(above, below, 8)
}

// drawHidden draws how much is hidden above and below, where there is room for it and for some cells behind it.
func (pt *Painter) drawHidden(above, below, spare int) {
	p, g := &pt.p, pt.sh.Glyphs
	say := func(n int, glyph, word string) {
		if n > 0 && p.remaining() >= 4+digits(n)+len(word)+spare {
			p.space(3)
			p.glyph(style.Title, glyph)
			p.number(style.Title, n)
			p.ascii(style.Dim, word)
		}
	}
	say(above, g.Up, " above")
	say(below, g.Down, " below")
}

// hiddenWidth returns the cells in which it is said how much is hidden above and below.
func hiddenWidth(above, below int) (w int) {
	for _, n := range [...]int{above, below} {
		if n > 0 {
			w += 4 + digits(n) + len(" above")
		}
	}
	return w
}

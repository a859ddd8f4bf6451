package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawNames draws the ids of tasks in so many cells, with what stands between two of them: where not all have room the first, how many are
// left out, and the last if that is not too much.
func drawNames(p *pen, dv *DepView, nodes []int32, room, gap int, between func()) {
	width := func(k int) int { return dv.namesWidth(nodes[k:k+1], 0) }
	last := len(nodes) - 1
	first, need := 0, 0 // how many are named before the others are counted
	for ; first < last; first++ {
		w := need + width(first) + gap
		if left := last - first - 1; left > 0 && w+1+lay.Digits(left)+gap+width(last) > room || w+width(last) > room {
			break
		}
		need = w
	}
	if first == 0 {
		last = 0 // alone, and all others are counted
	}
	for k := 0; k <= last; k++ {
		if k > 0 {
			between()
		}
		if k == first && k < last {
			p.Plus(last - k)
			k = last - 1
			continue
		}
		n, st, from := dv.Node(nodes[k]), style.Title, p.At
		if nodes[k] == dv.Selected {
			st = style.TitleStrong
		}
		p.Text(st, n.label())
		p.Spot(from, Spot{Kind: TaskSpot, Item: int(nodes[k])})
	}
	if rest := len(nodes) - 1 - last; rest > 0 && p.Room() > 1+lay.Digits(rest) {
		p.Space(1)
		p.Plus(rest)
	}
}

// namesWidth returns the cells of the ids of tasks with so many between two of them.
func (dv *DepView) namesWidth(nodes []int32, gap int) (w int) {
	for k, i := range nodes {
		n := dv.Node(i)
		w += n.label().Width() + min(k, 1)*gap
	}
	return w
}

// labels returns the ids of tasks with blanks between them.
func (dv *DepView) labels(nodes []int32) Text {
	all := make([]Text, len(nodes))
	for k, i := range nodes {
		n := dv.Node(i)
		all[k] = n.label()
	}
	return safetext.Join(safetext.Spaces(1), all...)
}

// drawWay draws tasks of which each waits for the one before it.
func drawWay(p *pen, dv *DepView, nodes []int32, st style.Style, room int) {
	drawNames(p, dv, nodes, room, 3, func() {
		p.Space(1)
		p.Glyph(st, p.Sheet.Glyphs.Head)
		p.Space(1)
	})
}

var wordLongest = safetext.Const("longest chain of")

// drawLongestChain says what the heavy line is, and which tasks are on it where all their titles have room.
func (dv *DepView) drawLongestChain(p *pen) {
	note := dv.chainNote(p.Sheet)
	lay.Draw(p, note[:]...)
	if !dv.titlesFit(dv.Chain, p.Room()-2) { // ids alone would tell less than the picture does
		return
	}
	p.Space(2)
	for k, i := range dv.Chain {
		if k > 0 {
			p.Space(1)
			p.Glyph(style.Chain, p.Sheet.Glyphs.Head)
			p.Space(1)
		}
		n, from := dv.Node(i), p.At
		p.Text(n.subject(i == dv.Selected), n.Subject)
		p.Spot(from, Spot{Kind: TaskSpot, Item: int(i)})
	}
}

// titlesFit reports whether the titles of tasks have room in so many cells, with what stands between them.
func (dv *DepView) titlesFit(nodes []int32, room int) bool {
	for k, i := range nodes {
		n := dv.Node(i)
		if room -= n.Subject.Width() + 3*min(k, 1); room < 0 || n.Subject.Empty() {
			return false
		}
	}
	return true
}

// chainNote says what the colour of the longest chain means, and how long it is.
func (dv *DepView) chainNote(sh *style.Sheet) [3]lay.Bit {
	bar := lay.Bit{Sign: sh.Glyphs.BarFull, Hue: style.Chain}
	named := bar
	named.Text, named.Style = wordLongest, style.Label
	return [...]lay.Bit{bar, named, {Sign: " ", Count: len(dv.Chain), Style: style.Title, Tight: true}}
}

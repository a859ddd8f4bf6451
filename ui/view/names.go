package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// nameSpan is the cells of a row in which a task is named.
type nameSpan struct {
	from, to int
	node     int32
}

// named notes that what was written from a cell on names a task.
func (p *pen) named(node int32, from int) {
	if p.names != nil {
		*p.names = append(*p.names, nameSpan{from, p.at, node})
	}
}

// measuring is the sheet of what is drawn for its cells alone: they are the same in every theme.
var measuring = &style.Sheet{Glyphs: style.GlyphSet(false)}

// namesIn returns the tasks that are named in a row of w cells, in their order.
func namesIn(w int, draw func(pt *Painter)) []nameSpan {
	var names []nameSpan
	pt := &Painter{sh: measuring, p: pen{sh: measuring, names: &names}}
	pt.p.beginRow(w, style.Flat)
	draw(pt)
	return names
}

// namedAt returns the task that is named at a cell of a row of w cells; false where none is.
func namedAt(w, x int, draw func(pt *Painter)) (int32, bool) {
	for _, n := range namesIn(w, draw) {
		if x >= n.from && x < n.to {
			return n.node, true
		}
	}
	return -1, false
}

// drawNames draws the ids of tasks in so many cells, with what stands between two of them: where not all have room the first, how many are
// left out, and the last if that is not too much.
func (p *pen) drawNames(dv *DepView, nodes []int32, room, gap int, between func()) {
	width := func(k int) int { return dv.namesWidth(nodes[k:k+1], 0) }
	last := len(nodes) - 1
	first, need := 0, 0 // how many are named before the others are counted
	for ; first < last; first++ {
		w := need + width(first) + gap
		if left := last - first - 1; left > 0 && w+1+digits(left)+gap+width(last) > room || w+width(last) > room {
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
			p.plus(last - k)
			k = last - 1
			continue
		}
		n, st, from := dv.Node(nodes[k]), style.Title, p.at
		if nodes[k] == dv.Selected {
			st = style.TitleStrong
		}
		p.text(st, n.label())
		p.named(nodes[k], from)
	}
	if rest := len(nodes) - 1 - last; rest > 0 && p.remaining() > 1+digits(rest) {
		p.space(1)
		p.plus(rest)
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
func (p *pen) drawWay(dv *DepView, nodes []int32, st style.Style, room int) {
	p.drawNames(dv, nodes, room, 3, func() {
		p.space(1)
		p.glyph(st, p.sh.Glyphs.Head)
		p.space(1)
	})
}

const wordLongest = " longest chain of "

// drawLongestChain says what the heavy line is, and which tasks are on it where all their titles have room.
func (p *pen) drawLongestChain(dv *DepView, chain []int32, room int) {
	if len(chain) < 2 {
		return
	}
	from := p.at
	p.nameChain(wordLongest, len(chain))
	if !dv.titlesFit(chain, room-(p.at-from)-2) { // ids alone would tell less than the picture does
		return
	}
	p.space(2)
	for k, i := range chain {
		if k > 0 {
			p.space(1)
			p.glyph(style.Chain, p.sh.Glyphs.Head)
			p.space(1)
		}
		n, from := dv.Node(i), p.at
		p.text(n.subject(i == dv.Selected), n.Subject)
		p.named(i, from)
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

// nameChain says what the colour of the longest chain means, and how long it is.
func (p *pen) nameChain(word string, n int) {
	p.bar(style.Chain, p.sh.Glyphs.BarFull, 2)
	p.ascii(style.Label, word)
	p.number(style.Title, n)
}

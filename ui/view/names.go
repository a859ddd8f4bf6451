package view

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/board/graph"
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

// drawWay draws tasks of which each waits for the one before it.
func (p *pen) drawWay(dv *DepView, nodes []int32, st style.Style, room int) {
	p.drawNames(dv, nodes, room, 3, func() {
		p.space(1)
		p.glyph(st, p.sh.Glyphs.Head)
		p.space(1)
	})
}

// drawLongestChain draws the longest chain from its first task to its last.
func (p *pen) drawLongestChain(dv *DepView, chain []int32, room int) {
	if len(chain) < 2 {
		return
	}
	word := " longest chain of "
	if 2+len(word)+digits(len(chain))+2+dv.namesWidth(chain, 3) > room {
		word = " longest "
	}
	from := p.at
	p.bar(style.Chain, p.sh.Glyphs.BarFull, 2)
	p.ascii(style.Label, word)
	p.number(style.Title, len(chain))
	p.space(2)
	p.drawWay(dv, chain, style.Chain, room-(p.at-from))
}

// Held is the work that cannot be done as things are, and why.
type Held struct {
	Loops  [][]int32 // each task waits for the one before it, the first for the last
	Behind []int32   // what is held back by those, or tied up with them
	Lacks  [][]int32 // an id that no file has, and the task that waits for it
}

// Held returns the work of the graph that cannot be done as things are.
func (m *Highlights) Held() *Held { return &m.held }

func heldIn(g *graph.Graph) (h Held) {
	h.Loops = append(h.Loops, g.Loops()...)
	named := g.SetOf(slices.Concat(h.Loops...))
	for _, i := range g.Order() {
		switch {
		case !g.Stuck(i):
			for _, e := range g.In(i) {
				if from := g.Edges()[e].From; g.Edges()[e].Open && g.Node(from).State == graph.Missing {
					h.Lacks = append(h.Lacks, []int32{from, i})
				}
			}
		case named.Has(i):
		case g.HasSelfLink(i) && g.Loop(i) < 0:
			h.Loops = append(h.Loops, []int32{i})
		default:
			h.Behind = append(h.Behind, i)
		}
	}
	return h
}

// Empty reports whether all that is left can be done.
func (h *Held) Empty() bool { return len(h.Loops)+len(h.Behind)+len(h.Lacks) == 0 }

// drawHeld draws which tasks are stuck and by what: the loops with what waits behind them, and what waits for an id that no file has.
// Where goesOn says that there is a row below, what waits is named there from where this one is full.
func (p *pen) drawHeld(dv *DepView, h *Held, goesOn bool) {
	const least = 14 // cells for one more
	p.ascii(style.Danger, "stuck ")
	behind := 0 // cells for what waits behind the loops
	if len(h.Behind) > 0 {
		behind = len("  behind +99") // a loop is named before what only waits for it
	}
	ways := append(h.Loops[:len(h.Loops):len(h.Loops)], h.Lacks...)
	for k, way := range ways {
		rest := len(ways) - k - 1
		if p.space(1); k > 0 && p.remaining() < least {
			p.plus(rest + 1)
			break
		}
		state := Missing
		if k < len(h.Loops) {
			state = Stuck
		}
		p.drawWay(dv, way, p.state(state), max(p.remaining()-behind-min(rest, 1)*least, least-4))
		p.space(1)
		if k == len(h.Loops)-1 && behind > 0 && p.remaining() >= len(" behind +")+digits(len(h.Behind)) {
			p.ascii(style.Danger, " behind ")
			p.drawSet(dv, h.Behind, p.remaining()-min(rest, 1)*least, goesOn)
			p.space(1)
			behind = 0
		}
	}
}

// drawHeldOn draws what of the tasks that wait behind loops the row above, of w cells, has no room for.
func (p *pen) drawHeldOn(dv *DepView, h *Held, w int, above func(pt *Painter)) {
	named := 0
	for _, n := range namesIn(w, above) {
		if slices.Contains(h.Behind, n.node) {
			named++
		}
	}
	if named > 0 && named < len(h.Behind) {
		p.space(len("stuck "))
		p.drawSet(dv, h.Behind[named:], p.remaining(), false)
	}
}

// drawSet draws the ids of tasks in so many cells: each by itself where all have room, else those that follow one another as #7-#12. What
// has no room is counted, unless a row below goes on.
func (p *pen) drawSet(dv *DepView, nodes []int32, room int, goesOn bool) {
	end := p.at + room
	each := dv.namesWidth(nodes, 1) <= room
	for first := true; len(nodes) > 0; first = false {
		n := 1
		if !each {
			n = dv.following(nodes)
		}
		from, to := dv.Node(nodes[0]), dv.Node(nodes[n-1])
		w := b2i(!first) + from.label().Width()
		if n > 1 {
			w += 1 + to.label().Width()
		}
		if rest := len(nodes) - n; rest > 0 && !goesOn {
			w += 2 + digits(rest)
		}
		if p.at+w > end {
			break
		}
		p.space(b2i(!first))
		at, st := p.at, style.Title
		if slices.Contains(nodes[:n], dv.Selected) {
			st = style.TitleStrong
		}
		if p.text(st, from.label()); n > 1 {
			p.ascii(style.Dim, "-")
			p.text(st, to.label())
		}
		for _, i := range nodes[:n] {
			p.named(i, at)
		}
		nodes = nodes[n:]
	}
	if len(nodes) > 0 && !goesOn {
		p.space(1)
		p.plus(len(nodes))
	}
}

// following returns how many tasks are counted on from the first without a gap, 1 where that is less than three.
func (dv *DepView) following(nodes []int32) (n int) {
	number := func(k int) int {
		at := dv.Node(nodes[k])
		id, err := strconv.Atoi(strings.TrimPrefix(at.label().String(), "#"))
		if err != nil {
			return -k - 1 // none is followed by the next
		}
		return id
	}
	for n = 1; n < len(nodes) && number(n) == number(0)+n; n++ {
	}
	if n < 3 {
		return 1
	}
	return n
}

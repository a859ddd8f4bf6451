package view

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

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

// drawHeld draws in one row which tasks are stuck and by what: the loops with what waits behind them, and what waits for an id that no file
// has. Each has its part of the row, and what has no room is counted.
func drawHeld(p *pen, dv *DepView, h *Held) {
	const least = 14 // cells for one more
	p.ASCII(style.Danger, "stuck ")
	behind := 0 // cells for what waits behind the loops
	if len(h.Behind) > 0 {
		behind = len("  behind +99") // a loop is named before what only waits for it
	}
	ways := append(h.Loops[:len(h.Loops):len(h.Loops)], h.Lacks...)
	for k, way := range ways {
		rest := len(ways) - k - 1
		if p.Space(1); k > 0 && p.Room() < least {
			p.Plus(rest + 1)
			break
		}
		state := Missing
		if k < len(h.Loops) {
			state = Stuck
		}
		drawWay(p, dv, way, drawState(p, state), max(p.Room()-behind-min(rest, 1)*least, least-4))
		p.Space(1)
		if k == len(h.Loops)-1 && behind > 0 && p.Room() >= len(" behind +")+lay.Digits(len(h.Behind)) {
			p.ASCII(style.Danger, " behind ")
			drawSet(p, dv, h.Behind, p.Room()-min(rest, 1)*least)
			p.Space(1)
			behind = 0
		}
	}
}

// drawSet draws the ids of tasks in so many cells: each by itself where all have room, else those that follow one another as #7-#12. What
// has no room is counted.
func drawSet(p *pen, dv *DepView, nodes []int32, room int) {
	end := p.At + room
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
		if rest := len(nodes) - n; rest > 0 {
			w += 2 + lay.Digits(rest)
		}
		if p.At+w > end {
			break
		}
		p.Space(b2i(!first))
		drawRun(p, dv, nodes[:n])
		nodes = nodes[n:]
	}
	if len(nodes) > 0 {
		p.Space(1)
		p.Plus(len(nodes))
	}
}

// drawRun draws the id of a task, or the first and the last of several that follow one another.
func drawRun(p *pen, dv *DepView, nodes []int32) {
	first, last := dv.Node(nodes[0]), dv.Node(nodes[len(nodes)-1])
	at, st := p.At, style.Title
	if slices.Contains(nodes, dv.Selected) {
		st = style.TitleStrong
	}
	if p.Text(st, first.label()); len(nodes) > 1 {
		p.ASCII(style.Dim, "-")
		p.Text(st, last.label())
	}
	for _, i := range nodes {
		p.Spot(at, Spot{Kind: TaskSpot, Item: int(i)})
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

package view

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/board/graph"
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
func (p *pen) drawHeld(dv *DepView, h *Held) {
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
			p.drawSet(dv, h.Behind, p.remaining()-min(rest, 1)*least)
			p.space(1)
			behind = 0
		}
	}
}

// drawSet draws the ids of tasks in so many cells: each by itself where all have room, else those that follow one another as #7-#12. What
// has no room is counted.
func (p *pen) drawSet(dv *DepView, nodes []int32, room int) {
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
		if rest := len(nodes) - n; rest > 0 {
			w += 2 + digits(rest)
		}
		if p.at+w > end {
			break
		}
		p.space(b2i(!first))
		p.drawRun(dv, nodes[:n])
		nodes = nodes[n:]
	}
	if len(nodes) > 0 {
		p.space(1)
		p.plus(len(nodes))
	}
}

// drawRun draws the id of a task, or the first and the last of several that follow one another.
func (p *pen) drawRun(dv *DepView, nodes []int32) {
	first, last := dv.Node(nodes[0]), dv.Node(nodes[len(nodes)-1])
	at, st := p.at, style.Title
	if slices.Contains(nodes, dv.Selected) {
		st = style.TitleStrong
	}
	if p.text(st, first.label()); len(nodes) > 1 {
		p.ascii(style.Dim, "-")
		p.text(st, last.label())
	}
	for _, i := range nodes {
		p.named(i, at)
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

// heldPart is a piece of what is said of the work that is stuck that stands in one row.
type heldPart struct {
	gap    int   // the cells before it, but for the first of a row
	state  State // of those that hold each other back, or of the id that no file has: its glyph is before the first
	first  bool
	waits  bool    // for the one before it
	behind bool    // what waits behind the loops begins with it
	nodes  []int32 // one, or several that follow one another
	w      int
}

// parts returns what is said of the work that is stuck: as many tasks together as follow one another.
func (h *Held) parts(width func(node int32) int, following func(nodes []int32) int) (parts []heldPart) {
	add := func(part heldPart) {
		part.w += width(part.nodes[0])
		if last := len(part.nodes) - 1; last > 0 {
			part.w += 1 + width(part.nodes[last])
		}
		parts = append(parts, part)
	}
	ways := func(ways [][]int32, state State) {
		for _, way := range ways {
			for k := range way {
				add(heldPart{gap: 1 + b2i(k == 0), state: state, first: k == 0, waits: k > 0, nodes: way[k : k+1], w: 2})
			}
		}
	}
	ways(h.Loops, Stuck)
	for rest := h.Behind; len(rest) > 0; {
		n, first := following(rest), len(rest) == len(h.Behind)
		add(heldPart{gap: 1 + b2i(first), behind: first, nodes: rest[:n], w: b2i(first) * len("behind ")})
		rest = rest[n:]
	}
	ways(h.Lacks, Missing)
	return parts
}

// flowHeld breaks parts into rows of so many cells, and returns how many tasks these have no room for.
func flowHeld(parts []heldPart, room, most int) (rows [][]heldPart, rest int) {
	for len(parts) > 0 && len(rows) < most {
		n, at := 0, 0
		for ; n < len(parts); n++ {
			next := at + parts[n].w
			if n > 0 {
				next += parts[n].gap
			}
			if n > 0 && next > room {
				break
			}
			at = next
		}
		left := func() (count int) {
			for _, part := range parts[n:] {
				count += len(part.nodes)
			}
			return count
		}
		if rest = 0; len(rows)+1 == most {
			for rest = left(); rest > 0 && n > 1 && at+2+digits(rest) > room; rest = left() {
				n--
				at -= parts[n].gap + parts[n].w
			}
		}
		rows, parts = append(rows, parts[:n]), parts[n:]
	}
	return rows, rest
}

// heldLead is the cells of a row before what is said of the work that is stuck.
const heldLead = len("stuck  ")

// alone lets every task be named by itself.
func alone([]int32) int { return 1 }

// heldRows returns what is said of the work that is stuck in at most so many rows of so many cells: each task by itself where all have
// room, and how many have none.
func (dv *DepView) heldRows(h *Held, w, most int) (rows [][]heldPart, rest int) {
	width := func(i int32) int { return dv.namesWidth([]int32{i}, 0) }
	if rows, rest = flowHeld(h.parts(width, alone), w-heldLead, most); rest > 0 {
		rows, rest = flowHeld(h.parts(width, dv.following), w-heldLead, most)
	}
	return rows, rest
}

// drawHeldRow draws one of several rows of what is said of the work that is stuck.
func (p *pen) drawHeldRow(dv *DepView, parts []heldPart, first bool) {
	if first {
		p.ascii(style.Danger, "stuck")
	}
	p.space(heldLead - b2i(first)*len("stuck"))
	for k, part := range parts {
		if k > 0 {
			p.space(part.gap)
		}
		switch {
		case part.first:
			p.state(part.state)
		case part.waits:
			_, st := stateGlyph(p.sh, part.state)
			p.glyph(st, p.sh.Glyphs.Head)
			p.space(1)
		case part.behind:
			p.ascii(style.Danger, "behind ")
		}
		p.drawRun(dv, part.nodes)
	}
}

// heldShare is the share of a picture's rows that what is stuck has where the picture has none to spare.
const heldShare = 8

// makeRoom gives the foot of a graph rows for the names of what is stuck: those that are blank below the picture, and a few of one that is
// scrolled anyhow. Where nothing is, a list that is seen whole with them has rows of the foot.
func (l *Layout) makeRoom(dv *DepView) {
	r := &l.DepView
	if l.View != GraphView || dv == nil || dv.Graph == nil || dv.Graph.Layout == nil || r.Foot.H < 2 {
		return
	}
	if dv.Held == nil || dv.Held.Empty() {
		if more := dv.Graph.Layout.H - r.Canvas.H; dv.Graph.Layout.Listed && len(dv.Graph.Finale) == 0 && more > 0 && more <= l.listSpare() {
			r.Foot.Y, r.Foot.H, r.Canvas.H = r.Foot.Y+more, r.Foot.H-more, r.Canvas.H+more
		}
		return
	}
	have := r.Foot.H - 2
	most := have + r.Canvas.H - dv.Graph.Layout.H
	if most < have {
		most = max(have, (have+r.Canvas.H)/heldShare)
	}
	rows, _ := dv.heldRows(dv.Held, r.Foot.W-2*(margin+1), most)
	if more := len(rows) - have; more > 0 {
		r.Foot.Y, r.Foot.H, r.Canvas.H = r.Foot.Y-more, r.Foot.H+more, r.Canvas.H-more
	}
}

// heldRoom is what was worked out last: how the foot of a graph and its picture share the screen, and what is said of the work that is stuck.
type heldRoom struct {
	held     *Held
	of       *graph.Layout
	was, now [2]Rect // of the picture and of the foot: without room for it, and with it
	rows     [][]heldPart
	rest     int
}

// make makes room in a layout as it did before, where nothing has changed.
func (r *heldRoom) make(l *Layout, dv *DepView) {
	if l.View != GraphView || dv == nil || dv.Graph == nil {
		return
	}
	d := &l.DepView
	was := [2]Rect{d.Canvas, d.Foot}
	if r.held != dv.Held || r.of != dv.Graph.Layout || r.was != was {
		l.makeRoom(dv)
		*r = heldRoom{held: dv.Held, of: dv.Graph.Layout, was: was, now: [2]Rect{d.Canvas, d.Foot}}
		if dv.Held != nil {
			r.rows, r.rest = l.heldRows(dv)
		}
	}
	d.Canvas, d.Foot = r.now[0], r.now[1]
}

// heldRows returns what the rows of the foot say of the work that is stuck, and how many tasks they have no room for.
func (l *Layout) heldRows(dv *DepView) ([][]heldPart, int) {
	return dv.heldRows(dv.Held, l.DepView.Foot.W-2*(margin+1), max(l.DepView.Foot.H-2, 0))
}

// wantsRows returns how many rows more the foot of a graph is to have for the names of what is stuck, of ids that are so wide.
func (l *Layout) wantsRows(g *graph.Graph, id func(node int32) int) int {
	r := &l.DepView
	if l.View != GraphView || r.Foot.H < 2 {
		return 0
	}
	held, have := heldIn(g), r.Foot.H-2
	rows, _ := flowHeld(held.parts(id, alone), r.Foot.W-2*(margin+1)-heldLead, have+r.Canvas.H/heldShare)
	return max(len(rows)-have, 0)
}

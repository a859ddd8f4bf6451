package graph

import "slices"

// Timeline is the graph as one line per node, what is waited for above what waits for it, with rails for the links.
//
// A rail belongs to one node: it goes down from the node to the last that waits for it, and at the row of each that
// does a branch leads to its mark. Lines of several nodes join in that row only. Where a branch and a rail pass each other the
// branch is interrupted, and a rail that goes on and leads to the mark too has an arm on that side alone: no crossing looks like
// a junction.
// A back edge has a dashed rail of its own, that goes up from the node to what waits for it above, with an arrowhead there.
type Timeline struct {
	g        *Graph
	finished bool
	rows     []int32 // the nodes
	row      []int32 // by node, -1 for none
	columns  int     // for rails and marks at most
	apart    int     // the cells of a column: two, the second free but for branches, or one
	rails    []rail  // by row, those that leave it downwards by their columns
	marks    []int32 // by row, the column of its mark
	width    int     // the columns in use
	chainRow []int32 // by node: the row to which the longest chain goes on from it, -1 for none
}

// Rails is how many columns there are for rails and marks at most, and whether they stand close: one cell each, and half as many more
// of them. Then a branch runs over the rails it passes, which are interrupted in its row, for between them there is no cell to see it in,
// and lines that go up have no heads: they alone come to a mark from below.
type Rails struct {
	Columns int
	Close   bool
}

// UsualRails is where no width says how many there is room for.
var UsualRails = Rails{Columns: 9}

// TimelineRow is one line.
type TimelineRow struct {
	Node     int32
	Mark     int        // the cell of the node's mark
	Cells    []Cell     // the rails; the mark has Text set
	Below    []Cell     // what goes on below, where the row takes several on the screen
	Branches []Branch   // the branches that lead to the mark
	Linked   [2][]int32 // the nodes at the other ends of links without a rail: what it waits for, and what waits for it
}

// Branch leads from a cell of its row to the mark, by an edge. Several share the cells next to the mark.
type Branch struct {
	From int
	Edge int32
}

// Timeline puts the live nodes, and finished ones where wanted, in an order in which nothing stands above what it waits for,
// loops aside. Redundant edges are not drawn. A link for which there is no rail is told in TimelineRow.Linked, at both of its
// ends. Making it costs no more than a pass over the graph; the cells of a row are worked out when they are asked for.
func (g *Graph) Timeline(finished bool, rails Rails) *Timeline {
	l := &Timeline{
		g: g, finished: finished, columns: max(rails.Columns, leastRails), apart: 2,
		rows: g.timelineOrder(finished), row: make([]int32, len(g.nodes)),
	}
	for i := range l.row {
		l.row[i] = -1
	}
	for k, i := range l.rows {
		l.row[i] = int32(k)
	}
	if rails.Close {
		l.apart, l.columns = 1, l.columns*3/2
	}
	l.chainRow = make([]int32, len(g.nodes))
	for i := range l.chainRow {
		l.chainRow[i] = -1
	}
	chain := g.Chain()
	for k := 1; k < len(chain); k++ {
		l.chainRow[chain[k-1]] = l.row[chain[k]]
	}
	l.assignRails()
	return l
}

// Len returns how many rows there are.
func (l *Timeline) Len() int { return len(l.rows) }

// Node returns the node of a row.
func (l *Timeline) Node(i int) int32 { return l.rows[i] }

// RowOf returns the row of a node, -1 for none.
func (l *Timeline) RowOf(node int32) int { return int(l.row[node]) }

// isDrawn reports whether a timeline shows an edge.
func (g *Graph) isDrawn(e int32, finished bool) bool {
	return (finished || g.kind[e]&liveEdge != 0) && !g.Redundant(e)
}

// timelineOrder puts nodes in an order in which nothing stands above what it waits for, back edges aside. What waits comes
// as soon as all it waits for is there: after a node what it waited for is followed up first, so that lines are short.
// Nodes without links come last.
func (g *Graph) timelineOrder(finished bool) []int32 {
	f := g.waveInfo()
	o := &timelineSorter{
		g: g, finished: finished, back: f.back, wave: f.wave, ahead: g.chain.get(g.computeChain).ahead,
		done: newBits(len(g.nodes)), left: make([]int32, len(g.nodes)), rows: make([]int32, 0, len(g.nodes)),
	}
	for e := range int32(len(g.edges)) {
		if !f.back.has(e) && g.isDrawn(e, finished) {
			o.left[g.edges[e].To]++
		}
	}
	var alone []int32
	for _, i := range g.order {
		switch {
		case o.done.has(i) || !finished && !g.live.has(i):
		case !o.isLinked(i):
			alone = append(alone, i)
		default:
			o.placeWithBlockers(i)
			o.placeDependants()
		}
	}
	return append(o.rows, alone...)
}

// timelineSorter is the making of an order.
type timelineSorter struct {
	g        *Graph
	finished bool
	back     bits
	wave     []int32
	ahead    []int32 // as in chain
	done     bits
	left     []int32 // how many that it waits for have no row yet
	rows     []int32
	open     []int32 // nodes whose followers are still to be found, and such followers
	todo     []int32
}

func (o *timelineSorter) isLinked(i int32) bool {
	drawn := func(e int32) bool { return o.g.isDrawn(e, o.finished) }
	return slices.ContainsFunc(o.g.Out(i), drawn) || slices.ContainsFunc(o.g.In(i), drawn)
}

// placeWithBlockers puts a node in a row, and before it all that it waits for and is not there yet; the longest story first, so
// that its beginning need not wait for the short ones.
func (o *timelineSorter) placeWithBlockers(i int32) {
	g := o.g
	o.todo = append(o.todo[:0], i)
	for len(o.todo) > 0 {
		v := o.todo[len(o.todo)-1]
		o.todo = o.todo[:len(o.todo)-1]
		if v < 0 { // all it waits for is there
			v = stacked(v)
			if !o.done.has(v) {
				o.place(v)
			}
			continue
		}
		if o.done.has(v) {
			continue
		}
		o.todo = append(o.todo, stacked(v))
		at := len(o.todo)
		for _, e := range g.In(v) {
			if from := g.edges[e].From; !o.done.has(from) && !o.back.has(e) && g.isDrawn(e, o.finished) {
				o.todo = append(o.todo, from)
			}
		}
		slices.SortFunc(o.todo[at:], func(x, y int32) int { // the last is taken first
			if c := o.wave[x] - o.wave[y]; c != 0 {
				return int(c)
			}
			return int(g.rank[y] - g.rank[x])
		})
	}
}

// place gives a node the next row, and the ones after it to those that wait for nothing else any more and end their
// story: their lines are as short as can be.
func (o *timelineSorter) place(v int32) {
	g := o.g
	o.done.add(v)
	o.rows = append(o.rows, v)
	o.open = append(o.open, v)
	for _, e := range g.Out(v) {
		to := g.edges[e].To
		if o.back.has(e) || !g.isDrawn(e, o.finished) {
			continue
		}
		if o.left[to]--; o.left[to] == 0 && !o.done.has(to) && o.hasNoDependants(to) {
			o.done.add(to)
			o.rows = append(o.rows, to)
		}
	}
}

// hasNoDependants reports whether nothing waits for a node.
func (o *timelineSorter) hasNoDependants(v int32) bool {
	return !slices.ContainsFunc(o.g.Out(v), func(e int32) bool { return o.g.isDrawn(e, o.finished) })
}

// placeDependants goes on with what waits for the newest rows, until nothing is left that hangs together with them; where several
// wait for one, those come first that little waits for: so its line ends where the long story begins.
func (o *timelineSorter) placeDependants() {
	g := o.g
	for len(o.open) > 0 {
		v := o.open[len(o.open)-1]
		o.open = o.open[:len(o.open)-1]
		if v < 0 {
			o.placeWithBlockers(stacked(v))
			continue
		}
		at := len(o.open)
		for _, e := range g.Out(v) {
			if to := g.edges[e].To; !o.done.has(to) && !o.back.has(e) && g.isDrawn(e, o.finished) {
				o.open = append(o.open, stacked(to))
			}
		}
		slices.SortFunc(o.open[at:], func(x, y int32) int { // the last is taken first
			x, y = stacked(x), stacked(y)
			if c := o.ahead[y] - o.ahead[x]; c != 0 {
				return int(c)
			}
			return int(g.rank[y] - g.rank[x])
		})
	}
}

// stacked returns a node as it stands on a stack while it has no row yet, and back.
func stacked(v int32) int32 { return -1 - v }

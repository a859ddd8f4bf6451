package view

import (
	"math"
	"slices"

	"sideboard/board/graph"
)

// Zoom is how large the tasks of a graph are drawn.
type Zoom uint8

// The zooms, from the largest.
const (
	ZoomBoxes Zoom = iota // boxes with a frame around two rows
	ZoomLines             // a row for each task: state, id and subject
	ZoomList              // the same below each other, wave by wave, without the lines of the links
	ZoomDots              // state and id
	zooms
)

// Smallest reports whether nothing can be drawn smaller.
func (z Zoom) Smallest() bool { return z+1 >= zooms }

// Sensible reports whether it is one of the zooms, wherever it comes from.
func (z Zoom) Sensible() bool { return z < zooms }

// Scale is how a graph is laid out: in another one of the same scale its tasks stay where they are as far as they can.
type Scale struct {
	Zoom   Zoom
	Rows   int  // of text in a box at most
	Close  bool // there is no free row between them
	Folded bool // waves stand in bands below each other, or islands side by side
	Long   int  // titles of fewer cells have a row less
	Width  int  // the most cells of a task, 0 for what there is room for
	Wide   bool // the graph is wider than the screen: each task has Width cells
	Tall   int  // a title stands below its id, so many cells right of the bar of its task, in rows of Width cells where those hold it; else 0
	Bare   bool // so, but the title stands in place of the id
	Apart  bool // all upright lines have a free column between them, of what is folded or wider than the screen too
}

// Sensible reports whether a layout can have such a scale, wherever it comes from.
func (s Scale) Sensible() bool {
	return s.Zoom.Sensible() && s.Tall >= 0 && s.Tall <= tallIndent && s.Rows >= 1 && s.Rows <= mostRows && s.Width >= 0 && s.Width < 1<<12 && s.Long >= 0
}

// Whole reports whether the scale is for a graph of which all titles are seen, and no longer for one that has outgrown the screen.
func (s Scale) Whole() bool { return s.Tall > 0 || s.Zoom == ZoomList }

// Holds reports whether a graph is seen as a whole.
func (l Layout) Holds(of *graph.Layout) bool {
	rows := l.DepView.Canvas.H
	if of.Listed {
		rows += l.listSpare()
	}
	return of.W <= l.DepView.Canvas.W && of.H <= rows
}

// listSpare returns how many rows of the foot a list may have: what it shows itself is not said there.
func (l *Layout) listSpare() int {
	if l.View != GraphView {
		return 0
	}
	return max(l.DepView.Foot.H-b2i(l.Breadth == Narrow || l.DepView.Below.H != 1), 0)
}

// LargerThan reports whether tasks are drawn larger than in another scale, or as large and all in one picture.
func (s Scale) LargerThan(other Scale) bool {
	return s.Zoom < other.Zoom || s.Zoom == other.Zoom && !s.Folded && other.Folded
}

// LayoutGraph lays a graph out in the scale it had before.
func (l Layout) LayoutGraph(g *graph.Graph, o graph.Options, words func(node int32) Words, scale Scale) *graph.Layout {
	return l.fitter(g, o, words).lay(scale)
}

// fitter lays one graph out in several ways.
type fitter struct {
	r      Rect
	g      *graph.Graph
	o      graph.Options
	words  func(node int32) Words
	id     int  // the cells of the longest id
	lacks  int  // and of what is said of missing ids beside one, 0 where there are none
	rows   int  // of text in a box
	listed int  // rows of a list
	live   bool // anything is left to do
	keep   int  // rows that are to stay free below a picture that has them
	kept   int  // and do

	last  *graph.Layout // before it was folded
	as    Scale         // of last
	least int           // what a box has where not all fit
	small int           // and what it makes do with where all do
}

func (l *Layout) fitter(g *graph.Graph, o graph.Options, words func(node int32) Words) *fitter {
	all := make([]Words, g.Len())
	f := &fitter{r: l.DepView.Canvas, g: g, o: o, words: func(node int32) Words { return all[node] }, rows: l.textRows(), least: boxLeast}
	if f.r.W < WideWidth {
		f.least = boxLeastNarrow
	}
	if f.small = boxSmall; l.Told {
		f.small = boxTold
	}
	f.o.Orders = &graph.Orders{}
	f.o.Together = l.Stage // a room sees a loop as a whole, at the place where it is told of
	if f.o.MaxPorts = leastPorts; !l.Stage {
		f.o.MaxPorts = max(f.r.H-4, leastPorts)
	}
	for i := range all {
		all[i] = words(int32(i))
		f.id = max(f.id, all[i].ID)
		if missing := all[i].Missing; missing > 0 {
			f.lacks = max(f.lacks, min(2+missing, mostLacks))
		}
	}
	f.keep, f.listed = l.wantsRows(g, func(i int32) int { return all[i].ID }), f.r.H
	for i := range int32(g.Len()) {
		f.live = f.live || g.Live(i)
	}
	if held := heldIn(g); held.Empty() && f.live {
		f.listed += l.listSpare()
	}
	return f
}

// leastPorts is how many lines end in a box on the smallest screen.
const leastPorts = 3

// scales are those a graph can have at a zoom, from the best.
func (f *fitter) scales(z Zoom) [2]Scale {
	scale := Scale{Zoom: z, Rows: f.leastRows(z), Close: z != ZoomBoxes}
	folded := scale
	folded.Folded, folded.Width = true, f.folded(z)
	return [2]Scale{scale, folded}
}

// leastRows returns how many rows of text all boxes have at a zoom; where a scale has more, only titles that need them do.
func (f *fitter) leastRows(z Zoom) int {
	if z == ZoomBoxes {
		return f.rows
	}
	return 1
}

// fewest returns the fewest cells of a task at a zoom.
func (f *fitter) fewest(z Zoom) int {
	switch z {
	case ZoomBoxes:
		return f.small
	case ZoomLines, ZoomList:
		return dotCells + f.id + 1 + lineSubject
	}
	return dotCells + f.id
}

// folded returns the cells of a task where the graph is folded: dots say what they lack.
func (f *fitter) folded(z Zoom) int {
	if z == ZoomDots {
		return f.fewest(z) + f.lacks
	}
	return f.fewest(z)
}

// mostLacks is the most cells beside a folded dot for the names of missing ids.
const mostLacks = 10

// boxSmall is the width of a box that one makes do with to see the whole.
const boxSmall = 16

// boxTold is the same where what is told must be in a box: a word, and how the task stands.
const boxTold = 14

// fits reports whether a layout is seen as a whole.
func (f *fitter) fits(of *graph.Layout) bool {
	if of.Listed {
		return of.W <= f.r.W && of.H <= f.listed
	}
	return of.W <= f.r.W && of.H <= f.r.H-f.kept
}

// holds reports whether a layout is seen as a whole, or from top to bottom where the graph is wider than the screen.
func (f *fitter) holds(of *graph.Layout, scale Scale) bool {
	return f.fits(of) || scale.Wide && of.H <= f.r.H-f.kept
}

// shown returns how many tasks of a layout are seen at once, before it is scrolled.
func (f *fitter) shown(of *graph.Layout) (n int) {
	right := f.r.W
	if of.Names > 0 && of.W > right { // where names stand of what lies there
		right -= of.Names + 4
	}
	for i := range of.Boxes {
		if b := &of.Boxes[i]; b.X+b.W <= right && b.Row < f.r.H {
			n++
		}
	}
	return n
}

// boxesMayFit reports whether the graph could stand on the canvas in boxes: what cannot need not be laid out to see that.
func (f *fitter) boxesMayFit() bool {
	all := 0
	for i := range int32(f.g.Len()) {
		if f.g.Live(i) && (f.o.Unlinked || f.g.Linked(i)) {
			all++
		}
	}
	return all*(f.rows+3)*(boxSmall+columnGap) <= (f.r.H+1)*(f.r.W+columnGap)
}

// lay lays the graph out in a scale.
func (f *fitter) lay(scale Scale) *graph.Layout {
	if f.last == nil || !f.sameRows(scale) {
		o := f.o
		o.TextRows, o.Frameless, o.Close, o.Apart = scale.Rows, scale.Zoom != ZoomBoxes, scale.Close, scale.Apart || !scale.Folded
		fit := graph.Fit{Room: f.r.W, Whole: scale.Zoom == ZoomDots, Names: min(f.id, nameMost), Least: f.fewest(scale.Zoom), Width: func(node int32) int { return f.words(node).cells(scale.Zoom) }}
		grown := scale.Rows > f.leastRows(scale.Zoom)
		if grown {
			fit.Rows = func(node int32) int { return f.textRowsOf(node, scale, scale.Width) }
		}
		switch {
		case scale.Tall > 0:
			fit.Least, fit.Whole, fit.Width = 0, true, func(node int32) int { return f.words(node).tallCells(scale.Width, scale) }
			fit.Breaks = func(node int32, cells int) int { return f.tallCost(node, cells, scale) }
			o.Flush, o.Snug = true, true
			if !scale.Close {
				fit.High = f.r.H - f.kept
			}
			rows, first := func(node int32, cells int) int { return f.tallRows(node, cells, scale) }, fit
			f.settle(o, &first, rows)
			fit.Rows = first.Rows // less rows leave more cells between the waves to be shared
			f.settle(o, &fit, rows)
		case grown && scale.Zoom == ZoomBoxes && !scale.Wide && !scale.Folded:
			fit.Breaks = f.boxRows
			f.settle(o, &fit, func(node int32, cells int) int { return f.textRowsOf(node, scale, cells) })
		case scale.Wide:
			fit.Least, fit.Width = scale.Width, func(int32) int { return scale.Width }
			if scale.Apart {
				fit.Room = math.MaxInt32
			}
		case scale.Folded:
			fit.Least = min(fit.Least, scale.Width)
			fit.Width = func(node int32) int { return min(f.words(node).cells(scale.Zoom), scale.Width) }
			fit.Room = math.MaxInt32
		}
		o.Fit = &fit
		f.last, f.as = f.g.Layout(o), scale
		if scale.Zoom == ZoomDots && cutsLinks(f.last) { // room for the names of what has no line
			fit.Least += f.id + 3
			f.last = f.g.Layout(o)
		}
	}
	if scale.Zoom == ZoomList {
		return f.asList(f.last)
	}
	if scale.Folded {
		return f.last.Fold(f.r.W, f.r.H).Wrap(f.r.W, f.r.H)
	}
	return f.last
}

// settle gives each column the cells it has in a layout in which they share the width by need, and each task the rows that its title has
// there.
func (f *fitter) settle(o graph.Options, fit *graph.Fit, rows func(node int32, cells int) int) {
	shared := *fit
	o.Fit = &shared
	if shared.Rows == nil {
		shared.Rows = func(node int32) int { return rows(node, shared.Width(node)) }
	}
	of := f.g.Layout(o)
	cells := func(node int32) int {
		b, _ := of.Box(node)
		return b.W
	}
	fit.Least, fit.Whole, fit.Breaks, fit.Width = 0, true, nil, cells
	fit.Rows = func(node int32) int { return rows(node, cells(node)) }
}

// cutsLinks reports whether there are links for which there is no line.
func cutsLinks(of *graph.Layout) bool {
	return slices.ContainsFunc(of.Boxes, func(b graph.Box) bool { return b.Hidden > 0 })
}

// sameRows reports whether a scale only folds what was laid out last.
func (f *fitter) sameRows(scale Scale) bool {
	if scale.Width == f.folded(scale.Zoom) && f.last.W > f.r.W { // each column had as little as it can
		scale.Folded, scale.Width = false, 0
	}
	return scale == f.as
}

// share lets as many waves as there is room for share the width, where not all fit, and their titles the rows.
func (f *fitter) share(of *graph.Layout, scale Scale) (*graph.Layout, Scale) {
	if of.W <= f.r.W || scale.Zoom == ZoomDots || len(of.Boxes) > shareLimit {
		return of, scale
	}
	least := f.fewest(scale.Zoom)
	if scale.Zoom == ZoomBoxes {
		least = f.least
	}
	scale.Width, scale.Wide = fittingWidth(of, f.r.W, least, 0), true
	if of = f.lay(scale); len(of.Boxes) > refitLimit {
		return of, scale
	}
	f.kept = max(min(f.keep, f.r.H-of.H), 0)
	return f.spread(f.heighten(of, scale))
}

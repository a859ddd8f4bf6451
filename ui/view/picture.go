package view

import (
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// Scale is how a picture is laid out: in another one of the same scale its tasks stay where they are as far as they can.
type Scale struct {
	Rows  int  // of text in a box at most
	Close bool // there is no free row between the boxes
}

// titleRows is how many rows a title has in a picture at most.
const titleRows = 3

// FitPicture lays out a graph in boxes, and reports whether all of them have room on the screen with their whole titles.
func (l Layout) FitPicture(g *graph.Graph, o graph.Options, words func(node int32) Words) (of *graph.Layout, scale Scale, fits bool) {
	f := l.fitter(g, o, words)
	if !l.Spotlight && !f.mayFit() {
		return nil, scale, false
	}
	for _, f.o.Roomy = range [...]bool{true, false} {
		for _, scale.Close = range [...]bool{false, true} {
			for scale.Rows = f.rows; scale.Rows <= f.rows-1+titleRows; scale.Rows++ {
				if f.o.Roomy && (!l.Spotlight || scale.Close) {
					break // only few tasks are far apart
				}
				if of = f.layOut(scale); !f.fits(of) {
					break
				}
				if f.cutTitles(of) == 0 {
					return of, scale, true
				}
			}
		}
	}
	return of, scale, false
}

// LayoutPicture lays a graph out in the scale it had before, and reports whether all of it has room.
func (l Layout) LayoutPicture(g *graph.Graph, o graph.Options, words func(node int32) Words, scale Scale) (*graph.Layout, bool) {
	f := l.fitter(g, o, words)
	if !l.Spotlight && !f.mayFit() {
		return nil, false
	}
	of := f.layOut(scale)
	return of, f.fits(of) && f.cutTitles(of) == 0
}

// fitter lays one graph out in several ways.
type fitter struct {
	r     Rect
	g     *graph.Graph
	o     graph.Options
	words func(node int32) Words
	rows  int // of text in a box at least
	small int // the cells of a box at least
}

func (l *Layout) fitter(g *graph.Graph, o graph.Options, words func(node int32) Words) *fitter {
	f := &fitter{r: l.DepView.Canvas, g: g, o: o, words: words, rows: l.textRows(), small: boxSmall}
	if l.Spotlight {
		f.small = boxSpotlight
	}
	f.o.Orders = &graph.Orders{}
	f.o.Together = l.Spotlight // a story shows a loop as a whole
	if f.o.MaxPorts = leastPorts; !l.Spotlight {
		f.o.MaxPorts = max(f.r.H-4, leastPorts)
	}
	return f
}

// leastPorts is how many lines end in a box on the smallest screen.
const leastPorts = 3

// boxSmall is the width of a box at least, boxSpotlight the same in a story: a word, and the state of the task.
const boxSmall, boxSpotlight = 16, 14

// fits reports whether a layout is seen as a whole, with every link.
func (f *fitter) fits(of *graph.Layout) bool { return of.W <= f.r.W && of.H <= f.r.H }

// mayFit reports whether the graph may have room on the canvas in boxes: what cannot need not be laid out to see that.
func (f *fitter) mayFit() bool {
	all := 0
	for i := range int32(f.g.Len()) {
		if f.g.Live(i) && (f.o.Unlinked || f.g.Linked(i)) {
			all++
		}
	}
	return all*(f.rows+2)*(boxSmall+columnGap) <= (f.r.H+1)*(f.r.W+columnGap)
}

// layOut lays the graph out in a scale.
func (f *fitter) layOut(scale Scale) *graph.Layout {
	o := f.o
	o.TextRows, o.Close, o.Apart = scale.Rows, scale.Close, true
	fit := graph.Fit{Room: f.r.W, Least: f.small, Width: func(node int32) int { return f.words(node).cells() }}
	if scale.Rows > f.rows {
		fit.Rows = func(node int32) int { return f.textRowsOf(node, scale, f.words(node).cells()) }
		fit.Breaks = f.boxRows
		f.settle(o, &fit, func(node int32, cells int) int { return f.textRowsOf(node, scale, cells) })
	}
	o.Fit = &fit
	return f.g.Layout(o)
}

// settle gives each column the cells it has in a layout in which they share the width by need, and each task the rows that its title has
// there.
func (f *fitter) settle(o graph.Options, fit *graph.Fit, rows func(node int32, cells int) int) {
	shared := *fit
	o.Fit = &shared
	of := f.g.Layout(o)
	cells := func(node int32) int {
		b, _ := of.Box(node)
		return b.W
	}
	fit.Least, fit.Whole, fit.Breaks, fit.Width = 0, true, nil, cells
	fit.Rows = func(node int32) int { return rows(node, cells(node)) }
}

// boxRows returns how many rows a title needs in a box of so many cells, more than any where a word of it or the row below has no room.
func (f *fitter) boxRows(node int32, cells int) int {
	w := f.words(node)
	if cells < boxSides+max(w.note(), widestWord(w.Subject)) {
		return titleRows + 2 + w.titleRows(cells)
	}
	return w.titleRows(cells)
}

// textRowsOf returns how many rows of text a task of so many cells has in a scale: its title's, and one below them.
func (f *fitter) textRowsOf(node int32, scale Scale, cells int) int {
	w := f.words(node)
	return max(min(w.titleRows(min(w.cells(), cells))+f.rows-1, scale.Rows), f.rows)
}

// cutTitles returns how many titles are longer than there is room for.
func (f *fitter) cutTitles(of *graph.Layout) (n int) {
	for i := range of.Boxes {
		if b := &of.Boxes[i]; f.words(b.Node).titleRows(b.W) > max(b.H-2-(f.rows-1), 1) {
			n++
		}
	}
	return n
}

// widestWord returns the cells of the widest word of a text.
func widestWord(t Text) (w int) {
	for word := range strings.FieldsSeq(t.String()) {
		w = max(w, safetext.Line(word).Width())
	}
	return w
}

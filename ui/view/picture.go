package view

import (
	"slices"

	"sideboard/board/graph"
)

// titleRows is the most rows of a title in a picture.
const titleRows = 5

// FitPicture lays out a graph in boxes, and reports whether all of them fit on the screen with uncut titles.
func (l Layout) FitPicture(g *graph.Graph, o graph.Options, words func(node int32) Words) (of *graph.Layout,
	scale Scale, fits bool) {
	f := l.fitter(g, o, words)
	if !l.Spotlight && !f.mayFit() {
		return nil, scale, false
	}
	for _, scale.Blocks = range [...]bool{true, false} { // that word is in all boxes if it can be, else where it fits
		f.measure(words, scale)
		for _, f.o.Roomy = range [...]bool{true, false} {
			for _, scale.Close = range [...]bool{false, true} {
				if f.o.Roomy && (!l.Spotlight || scale.Close) {
					continue // empty rows are for small graphs only
				}
				if of, fits = f.fit(&scale); fits {
					return of, scale, true
				}
			}
		}
	}
	return of, scale, false
}

// measure sets the words of the boxes in a scale.
func (f *fitter) measure(words func(node int32) Words, scale Scale) {
	f.words = words
	if scale.Blocks {
		f.words = func(node int32) Words {
			w := words(node)
			if w.Behind > 0 {
				w.Behind += wordBlocksN.Width()
			}
			return w
		}
	}
}

// fit lays the graph out with more and more rows in a box, and reports whether that fits with uncut titles.
func (f *fitter) fit(scale *Scale) (of *graph.Layout, fits bool) {
	for scale.Rows = f.rows; scale.Rows <= f.rows-1+titleRows; scale.Rows++ {
		if of = f.layOut(*scale); !f.fits(of) {
			return of, false
		}
		if f.cutTitles(of) == 0 && !(scale.Blocks && f.cutNotes(of)) {
			return of, true
		}
	}
	return of, false
}

// LayoutPicture lays out a graph in a given scale, and reports whether it fits with uncut titles.
func (l Layout) LayoutPicture(g *graph.Graph, o graph.Options, words func(node int32) Words,
	scale Scale) (*graph.Layout, bool) {
	f := l.fitter(g, o, words)
	if !l.Spotlight && !f.mayFit() {
		return nil, false
	}
	f.measure(words, scale)
	of := f.layOut(scale)
	return of, f.fits(of) && f.cutTitles(of) == 0
}

// fitter tries several layouts of a graph.
type fitter struct {
	r     Rect
	g     *graph.Graph
	o     graph.Options
	words func(node int32) Words
	rows  int // the fewest rows of text in a box
	small int // the fewest cells of a box
}

// fitter returns what lays a graph out in the canvas of a screen, in one scale after the other.
func (l *Layout) fitter(g *graph.Graph, o graph.Options, words func(node int32) Words) *fitter {
	f := &fitter{r: l.DepView.Canvas, g: g, o: o, words: words, rows: l.textRows(), small: boxSmall}
	if l.Spotlight {
		f.rows++ // for the words of the story
	}
	f.o.Orders = &graph.Orders{}
	f.o.Bare = true
	f.o.Together = l.Spotlight // a story shows a whole loop
	f.o.MaxPorts = leastPorts
	if !l.Spotlight {
		f.o.MaxPorts = max(f.r.H-4, leastPorts)
	}
	return f
}

// leastPorts is the number of lines that can end in a box on the smallest screen.
const leastPorts = 3

// boxSmall is the smallest width of a box: for a word, and the state of the task.
const boxSmall = 16

// fits reports whether a whole layout, with every link, is visible.
func (f *fitter) fits(of *graph.Layout) bool { return of.W <= f.r.W && of.H <= f.r.H }

// mayFit reports whether the graph could fit on the canvas in boxes. It saves the layout of graphs that are much too
// large.
func (f *fitter) mayFit() bool {
	all := 0
	for i := range int32(f.g.Len()) {
		if f.g.Live(i) && (f.o.Unlinked || f.g.Linked(i)) {
			all++
		}
	}
	return all*(f.rows+1)*boxSmall <= (f.r.H+1)*(f.r.W+columnGap)
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

// settle fixes the width of each column to that in a layout in which the columns share the width by need, and the rows
// of each task to those that its title has there.
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

// boxRows returns the rows of a title in a box of a width; if a word of it or the row below does not fit, more than any
// box may have.
func (f *fitter) boxRows(node int32, cells int) int {
	w := f.words(node)
	if cells < w.leastCells() {
		return titleRows + 2 + w.titleRows(cells)
	}
	return w.titleRows(cells)
}

// textRowsOf returns the rows of text of a task in a box of a width: those of its title, and one below them.
func (f *fitter) textRowsOf(node int32, scale Scale, cells int) int {
	w := f.words(node)
	return max(min(w.titleRows(min(w.cells(), cells))+f.rows-1, scale.Rows), f.rows)
}

// cutNotes reports whether the last row of a box has not all of its words.
func (f *fitter) cutNotes(of *graph.Layout) bool {
	return slices.ContainsFunc(of.Boxes, func(b graph.Box) bool {
		return b.Node >= 0 && f.words(b.Node).note()+boxSides > b.W
	})
}

// cutTitles returns the number of titles that are cut.
func (f *fitter) cutTitles(of *graph.Layout) (n int) {
	for i := range of.Boxes {
		if b := &of.Boxes[i]; f.words(b.Node).titleRows(b.W) > max(b.H-(f.rows-1), 1) {
			n++
		}
	}
	return n
}

// textRows returns the fewest lines of text in a box.
func (l *Layout) textRows() int { return 1 + b2i(l.H >= roomyHeight) }

// columnGap is the number of cells that links usually take between two columns.
const columnGap = 6

package view

import (
	"slices"

	"sideboard/board/graph"
)

// grow gives a graph that fits what room is left: more of the titles, or free rows. Dots leave it for the titles that are named below.
func (f *fitter) grow(of *graph.Layout, scale Scale) (*graph.Layout, Scale) {
	if len(of.Boxes) > refitLimit || scale.Zoom == ZoomDots || scale.Tall > 0 {
		return of, scale
	}
	f.kept = max(min(f.keep, f.r.H-of.H), 0)
	wide, wideAt := f.widen(of, scale, f.fits)
	if stubs := len(of.Stubs); f.cutTitles(wide, wideAt) > 0 && scale.Folded { // rather more rows than more places where links are cut
		of, scale = f.heighten(f.widen(of, scale, func(tried *graph.Layout) bool { return f.fits(tried) && len(tried.Stubs) <= stubs }))
		if cut := f.cutTitles(of, scale); cut > 0 {
			if wide, wideAt = f.heighten(wide, wideAt); f.cutTitles(wide, wideAt) < cut {
				of, scale = wide, wideAt
			}
		}
	} else {
		of, scale = f.heighten(wide, wideAt)
	}
	if loose := scale; scale.Close {
		loose.Close = false
		if tried := f.lay(loose); f.fits(tried) {
			of, scale = tried, loose
		}
	}
	return f.spread(of, scale)
}

// spread keeps the lines of a graph apart that is folded, or wider than the screen, at the price of two cells of each title at most.
func (f *fitter) spread(of *graph.Layout, scale Scale) (*graph.Layout, Scale) {
	if !scale.Folded && !scale.Wide {
		return of, scale
	}
	cut := f.cutTitles(of, scale) + len(of.Boxes)/20
	waves, _ := fittingWaves(of, f.r.W, scale.Width)
	for less := range 3 {
		apart := scale
		apart.Apart, apart.Width = true, scale.Width-less
		tried := f.lay(apart)
		fits := tried.W <= f.r.W
		if scale.Wide {
			beside, _ := fittingWaves(tried, f.r.W, apart.Width)
			fits = beside >= waves
		}
		if fits && tried.H <= of.H && len(tried.Stubs) <= len(of.Stubs) && f.cutTitles(tried, apart) <= cut {
			return tried, apart
		}
	}
	return of, scale
}

// boxRows returns how many rows a title needs in a box of so many cells, more than any where a word of it or the row below has no room.
func (f *fitter) boxRows(node int32, cells int) int {
	w := f.words(node)
	if cells < boxSides+max(w.note(), widestWord(w.Subject)) {
		return mostRows + w.titleRows(ZoomBoxes, cells)
	}
	return w.titleRows(ZoomBoxes, cells)
}

// textRowsOf returns how many rows of text a task of so many cells has in a scale: its title's, and in a box one below them.
func (f *fitter) textRowsOf(node int32, scale Scale, cells int) int {
	w, most := f.words(node), scale.Rows
	rows := w.titleRows(scale.Zoom, min(w.cells(scale.Zoom), cells))
	if scale.Zoom == ZoomBoxes {
		rows++
	}
	if w.Subject.Width() < scale.Long {
		most--
	}
	return max(min(rows, most), f.leastRows(scale.Zoom))
}

// widen gives the tasks of a folded graph as many cells as their titles need, as far as what becomes of it may be.
func (f *fitter) widen(of *graph.Layout, scale Scale, may func(tried *graph.Layout) bool) (*graph.Layout, Scale) {
	widest := 0
	for i := range of.Boxes {
		widest = max(widest, f.words(of.Boxes[i].Node).cells(scale.Zoom))
	}
	for by := widening; scale.Folded && by > 0 && scale.Width < widest && f.cutTitles(of, scale) > 0; {
		wider := scale
		wider.Width += by
		if tried := f.lay(wider); may(tried) {
			of, scale = tried, wider
		} else {
			by /= 2
		}
	}
	return of, scale
}

// heighten gives the titles of a graph as many rows as they need and the screen has.
func (f *fitter) heighten(of *graph.Layout, scale Scale) (*graph.Layout, Scale) {
	for f.holds(of, scale) && scale.Rows < mostRows && (scale.Rows > 1 || scale.Zoom != ZoomBoxes) && f.cutTitles(of, scale) > 0 {
		higher := scale
		higher.Rows, higher.Long = higher.Rows+1, 0
		if scale.Width == 0 {
			for _, c := range of.Columns {
				higher.Width = max(higher.Width, c.W)
			}
		}
		tried := f.lay(higher)
		if !f.holds(tried, higher) && !scale.Close {
			higher.Close = true
			tried = f.lay(higher)
		}
		if !f.holds(tried, higher) {
			return f.heightenLongest(of, scale, higher)
		}
		of, scale = tried, higher
	}
	return of, scale
}

// heightenLongest gives the longest titles of a graph that fits more rows, as many of them as there is room for, where not all can
// have them.
func (f *fitter) heightenLongest(of *graph.Layout, scale, higher Scale) (*graph.Layout, Scale) {
	var cut []int // the cells of the titles that are cut
	for i := range of.Boxes {
		if f.cuts(&of.Boxes[i], scale) {
			cut = append(cut, f.words(of.Boxes[i].Node).Subject.Width())
		}
	}
	slices.Sort(cut)
	for lo, hi := 1, len(cut)-1; lo <= hi; {
		at := (lo + hi) / 2
		higher.Long = cut[at]
		if tried := f.lay(higher); f.holds(tried, higher) {
			of, scale, hi = tried, higher, at-1
		} else {
			lo = at + 1
		}
	}
	return of, scale
}

// widening is how many cells a folded graph's tasks are made wider by at first, mostRows how many rows of text one has at most.
const widening, mostRows = 8, 5

// cutTitles returns how many titles are longer than there is room for.
func (f *fitter) cutTitles(of *graph.Layout, scale Scale) (n int) {
	if scale.Zoom == ZoomDots || scale.Tall > 0 {
		return 0
	}
	for i := range of.Boxes {
		if f.cuts(&of.Boxes[i], scale) {
			n++
		}
	}
	return n
}

// cuts reports whether the title of a task is longer than there is room for.
func (f *fitter) cuts(b *graph.Box, scale Scale) bool {
	rows := b.Y + b.H - b.Row
	if scale.Zoom == ZoomBoxes {
		rows = max(b.H-3, 1)
	}
	return f.words(b.Node).titleRows(scale.Zoom, b.W) > rows
}

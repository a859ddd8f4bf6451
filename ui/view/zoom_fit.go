package view

import "sideboard/board/graph"

// FitGraph lays a graph out as large as it is wholly seen. Of one that cannot be seen as a whole it shows a part in which tasks can be
// told by their titles, or most of it where those were only a few.
func (l Layout) FitGraph(g *graph.Graph, o graph.Options, words func(node int32) Words) (*graph.Layout, Scale) {
	f := l.fitter(g, o, words)
	if l.Told && l.Breadth == Wide { // what is told is to fill the stage
		f.o.Roomy = true
		if of := f.lay(f.scales(ZoomBoxes)[0]); len(of.Stubs) > 0 || !f.fits(of) {
			f.o.Roomy, f.last = false, nil
		}
	}
	if l.Stage && !l.Told && !o.Finished { // in a room nothing small is read; a finished graph is looked at as a whole
		boxes := f.scales(ZoomBoxes)[0]
		return f.share(f.lay(boxes), boxes)
	}
	var best, folded, boxes, dots *graph.Layout
	var scale, foldedAt, boxesAt, dotsAt Scale
	lists, narrow := !l.Stage && !l.Told, f.r.W < WideWidth
sizes:
	for _, z := range [...]Zoom{ZoomBoxes, ZoomLines, ZoomDots} {
		if z == ZoomBoxes && !f.boxesMayFit() || z == ZoomDots && lists && narrow {
			continue
		}
		for _, tried := range f.scales(z) {
			f.kept = 0
			of := f.lay(tried)
			if z == ZoomLines && !tried.Folded && lists && f.leavesOut(of, tried) {
				high, at := f.tall()
				crowded := at.Close && !f.live // what is done is rather read than followed from block to block
				if high != nil && !crowded {
					return high, at
				}
				if list := f.lay(listScale); (narrow || crowded) && f.fits(list) { // rather all titles than some lines
					return list, listScale
				}
				if high != nil {
					return high, at
				}
				of = f.lay(tried)
			}
			switch {
			case z == ZoomBoxes && (len(of.Stubs) > 0 || !f.fits(of)): // rather smaller than cut
			case boxes != nil && !f.fits(of):
				return boxes, boxesAt
			case f.fits(of):
				of, tried = f.grow(of, tried)
				cut := f.cutTitles(of, tried)
				if lists && (z == ZoomDots || z == ZoomLines && cut > 0) && len(of.Boxes) <= shortList {
					if list := f.lay(listScale); f.fits(list) {
						return list, listScale
					}
				}
				if z == ZoomBoxes && (cut > len(of.Boxes)/4 || cut > 0 && narrow) && !l.Stage { // rather smaller with more of the titles
					boxes, boxesAt = of, tried
					continue sizes
				}
				if boxes != nil && cut >= f.cutTitles(boxes, boxesAt) {
					return boxes, boxesAt
				}
				return of, tried
			case z == ZoomLines && tried.Folded:
				folded, foldedAt = of, tried
			case z == ZoomLines: // where not all is seen, what is seen has a title
				best, scale = f.share(of, tried)
			case z == ZoomDots && (dots == nil || f.shown(of) > f.shown(dots)):
				dots, dotsAt = of, tried
			}
		}
	}
	best, scale = f.inBands(best, scale, folded, foldedAt)
	if !lists || !narrow {
		if some, all := f.shown(dots), len(dots.Boxes); some > 2*f.shown(best) && 3*some > 2*all { // most of it says more than a few titles
			return dots, dotsAt
		}
		return best, scale
	}
	if list := f.lay(listScale); mostScreens*f.shown(list) >= len(list.Boxes) {
		return list, listScale
	}
	return best, scale
}

// mostScreens is how many screens a list is high at most that is rather scrolled than a picture.
const mostScreens = 3

// shortList is how many tasks are rather a list on a wide screen than cut: of more their lines say more than their titles.
const shortList = 30

// listScale is how a graph is a list.
var listScale = Scale{Zoom: ZoomList, Rows: 1, Close: true}

// inBands returns a graph of which a part is seen in bands below each other, where more of it is to be seen so, whole titles and all.
func (f *fitter) inBands(best *graph.Layout, scale Scale, folded *graph.Layout, at Scale) (*graph.Layout, Scale) {
	if over := folded.W - f.r.W; over > 0 && over <= lineSubject/2 {
		at.Width -= over
		folded = f.lay(at)
	}
	enough, some := 2*f.shown(best), f.shown(folded)
	if folded.W > f.r.W || some <= enough {
		return best, scale
	}
	folded, at = f.widen(folded, at, func(tried *graph.Layout) bool { return tried.W <= f.r.W && f.shown(tried) >= some })
	higher := at
	higher.Rows = mostRows
	if tried := f.lay(higher); f.shown(tried) > enough {
		return tried, higher
	}
	return folded, at
}

// ZoomGraph lays a graph out at a zoom: so that the whole is seen, if it can be at that.
func (l Layout) ZoomGraph(g *graph.Graph, o graph.Options, words func(node int32) Words, z Zoom) (*graph.Layout, Scale) {
	f := l.fitter(g, o, words)
	if z == ZoomList {
		return f.lay(listScale), listScale
	}
	var best *graph.Layout
	var scale Scale
	for _, tried := range f.scales(z) {
		of := f.lay(tried)
		if z == ZoomLines && !tried.Folded && f.leavesOut(of, tried) {
			if high, at := f.tall(); high != nil {
				return high, at
			}
			of = f.lay(tried)
		}
		if f.fits(of) {
			return f.grow(of, tried)
		}
		if best == nil || z == ZoomDots && f.shown(of) > f.shown(best) {
			best, scale = of, tried
		}
	}
	return f.share(best, scale)
}

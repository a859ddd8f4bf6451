package graph

import "slices"

// isotonicFit finds rows for items with a fixed order and least distances, so that the sum of their weighted distances
// from the rows they want is least. It is an L1 isotonic regression: after subtracting the distances, the rows only
// have to be ascending. The best row of each item, with regard to those above it, is the last breakpoint of a convex
// function, whose breakpoints are in a heap; a pass from below then limits each row to the one after it.
type isotonicFit struct {
	heap    []wantedRow // the breakpoints, the last one on top
	weight  int32       // of all wishes of the current item
	offset  int32       // the sum of the distances so far
	best    []int32     // by item: its row without offset
	offsets []int32     // by item
}

// wantedRow is a row that an item wants, with a weight. In the heap of an isotonicFit it is a breakpoint, and the
// weight is by how much the slope of the convex function changes there.
type wantedRow struct {
	y, weight int32
}

func (f *isotonicFit) begin() {
	f.heap, f.best, f.offsets = f.heap[:0], f.best[:0], f.offsets[:0]
	f.offset, f.weight = 0, 0
}

// addWish adds a wanted row of the current item.
func (f *isotonicFit) addWish(y, weight int32) {
	f.weight += weight
	f.heap = append(f.heap, wantedRow{y - f.offset, 2 * weight})
	for i := len(f.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if f.heap[up].y >= f.heap[i].y {
			break
		}
		f.heap[up], f.heap[i] = f.heap[i], f.heap[up]
		i = up
	}
}

// next ends the current item, which must have been given at least one wish. It takes as much slope off the right end of
// the function as the item's wishes have there: the last breakpoint that is left is the item's best row.
func (f *isotonicFit) next() {
	for f.weight > 0 {
		if f.heap[0].weight > f.weight {
			f.heap[0].weight -= f.weight
			f.weight = 0
			break
		}
		f.weight -= f.heap[0].weight
		last := len(f.heap) - 1
		f.heap[0] = f.heap[last]
		f.heap = f.heap[:last]
		for i := 0; ; {
			down := 2*i + 1
			if down >= last {
				break
			}
			if down+1 < last && f.heap[down+1].y > f.heap[down].y {
				down++
			}
			if f.heap[i].y >= f.heap[down].y {
				break
			}
			f.heap[i], f.heap[down] = f.heap[down], f.heap[i]
			i = down
		}
	}
	f.best = append(f.best, f.heap[0].y)
	f.offsets = append(f.offsets, f.offset)
}

// rows returns the rows of all items.
func (f *isotonicFit) rows() []int32 {
	for i := len(f.best) - 2; i >= 0; i-- {
		f.best[i] = min(f.best[i], f.best[i+1])
	}
	for i := range f.best {
		f.best[i] += f.offsets[i]
	}
	return f.best
}

// median returns the weighted median of rows, of two the smaller one; 0 for no rows.
func median(wants []wantedRow) int32 {
	slices.SortFunc(wants, func(a, b wantedRow) int { return int(a.y - b.y) })
	total := int32(0)
	for _, w := range wants {
		total += w.weight
	}
	sum := int32(0)
	for _, w := range wants {
		if sum += w.weight; 2*sum >= total {
			return w.y
		}
	}
	return 0
}

package graph

import "slices"

// isotonicFit finds rows for items with a fixed order and least distances, so that the sum of their weighted distances from
// the rows they want is least. It is an L1 isotonic regression: after subtracting the distances, the rows only have to be
// ascending. The best row of each item, with regard to those above it, is the last breakpoint of a convex function, whose
// breakpoints are in a heap; a pass from below then limits each row to the one after it.
type isotonicFit struct {
	heap    []wantedRow
	weight  int32 // the weight of the current item
	offset  int32 // the sum of the distances so far
	best    []int32
	offsets []int32
}

// wantedRow is a row that an item wants, with a weight.
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

// next ends the current item, which must have been given at least one position.
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

// median returns the weighted median, the upper one of two.
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

// flowNetwork finds a minimum cut by Dinic's algorithm. Vertices gain or lose by being chosen; an arc is the cost of one end
// being chosen and the other not. Flow is sent from vertices with a gain to those with a loss; the vertices that can then
// still be reached from a gain are chosen. Gains and costs can change between runs.
type flowNetwork struct {
	gain  []int32
	from  []int32 // the arcs in the order of addArc
	to    []int32
	head  []int32 // the ends of the half arcs, sorted by their beginnings
	cap   []int32
	twin  []int32
	at    []int32 // by vertex: its first half arc, and the number of half arcs at the end
	half  []int32 // by arc: its first half
	level []int32 // after maximize: -1 for vertices that are not chosen
	next  []int32
	queue []int32
	work  int
}

func (f *flowNetwork) init(n, arcs int) {
	f.from, f.to = make([]int32, 0, arcs), make([]int32, 0, arcs)
	f.gain, f.level, f.next = make([]int32, n), make([]int32, n), make([]int32, n)
	f.queue = make([]int32, 0, n)
}

func (f *flowNetwork) addArc(from, to int32) {
	f.from, f.to = append(f.from, from), append(f.to, to)
}

// index sorts the arcs by their ends.
func (f *flowNetwork) index() {
	n := len(f.gain)
	f.at = make([]int32, n+1)
	for x := range f.from {
		f.at[f.from[x]+1]++
		f.at[f.to[x]+1]++
	}
	prefixSums(f.at)
	fill := slices.Clone(f.at)
	k := 2 * len(f.from)
	f.head, f.cap, f.twin = make([]int32, k), make([]int32, k), make([]int32, k)
	f.half = make([]int32, len(f.from))
	for x := range f.from {
		a, b := fill[f.from[x]], fill[f.to[x]]
		fill[f.from[x]]++
		fill[f.to[x]]++
		f.head[a], f.head[b] = f.to[x], f.from[x]
		f.twin[a], f.twin[b] = b, a
		f.half[x] = a
	}
}

// setCapacities sets the costs of an arc: if only its beginning is chosen, and if only its end is.
func (f *flowNetwork) setCapacities(arc int, there, back int32) {
	a := f.half[arc]
	f.cap[a], f.cap[f.twin[a]] = there, back
}

func (f *flowNetwork) maximize() {
	for f.findLevels() {
		copy(f.next, f.at)
		for _, u := range f.queue {
			if f.level[u] > 0 {
				break
			}
			if f.gain[u] > 0 {
				f.gain[u] -= f.push(u, f.gain[u])
			}
		}
	}
}

// findLevels finds the distance of each vertex from one with a gain, and reports whether one with a loss is reachable.
func (f *flowNetwork) findLevels() bool {
	f.queue = f.queue[:0]
	for i, g := range f.gain {
		f.level[i] = -1
		if g > 0 {
			f.level[i] = 0
			f.queue = append(f.queue, int32(i))
		}
	}
	found := false
	for k := 0; k < len(f.queue); k++ {
		u := f.queue[k]
		if f.gain[u] < 0 {
			found = true
		}
		f.work += int(f.at[u+1] - f.at[u])
		for a := f.at[u]; a < f.at[u+1]; a++ {
			if v := f.head[a]; f.cap[a] > 0 && f.level[v] < 0 {
				f.level[v] = f.level[u] + 1
				f.queue = append(f.queue, v)
			}
		}
	}
	return found
}

// push sends up to most from a vertex to vertices with a loss.
func (f *flowNetwork) push(u, most int32) int32 {
	sent := int32(0)
	if g := f.gain[u]; g < 0 {
		sent = min(most, -g)
		f.gain[u] += sent
		if sent == most {
			return sent
		}
	}
	for ; f.next[u] < f.at[u+1]; f.next[u]++ {
		a := f.next[u]
		v := f.head[a]
		if f.cap[a] <= 0 || f.level[v] != f.level[u]+1 {
			continue
		}
		f.work++
		if k := f.push(v, min(most-sent, f.cap[a])); k > 0 {
			f.cap[a] -= k
			f.cap[f.twin[a]] += k
			if sent += k; sent == most {
				return sent
			}
		}
	}
	return sent
}

package graph

// waveData is the order in which the work can be done.
type waveData struct {
	back      bits
	component []int32 // which tangle of nodes of its kind a node is in, -1 for none
	wave      []int32
	waves     int
	topo      []int32 // the live nodes, each after all it waits for but for back edges
}

func (g *Graph) waveInfo() *waveData { return g.waves.get(g.computeWaves) }

func (g *Graph) computeWaves() waveData {
	n := len(g.nodes)
	f := waveData{wave: make([]int32, n)}
	f.back, f.component = g.findBackEdges()
	left := make([]int32, n)
	for i := range g.edges {
		if g.kind[i]&liveEdge != 0 && !f.back.has(int32(i)) {
			left[g.edges[i].To]++
		}
	}
	f.topo = make([]int32, 0, n)
	for _, i := range g.order {
		if g.live.has(i) && left[i] == 0 {
			f.topo = append(f.topo, i)
			f.wave[i] = 1
		}
	}
	for k := 0; k < len(f.topo); k++ {
		i := f.topo[k]
		f.waves = max(f.waves, int(f.wave[i]))
		for _, e := range g.Out(i) {
			if g.kind[e]&liveEdge == 0 || f.back.has(e) {
				continue
			}
			to := g.edges[e].To
			f.wave[to] = max(f.wave[to], f.wave[i]+1)
			if left[to]--; left[to] == 0 {
				f.topo = append(f.topo, to)
			}
		}
	}
	return f
}

// Wave is in which wave a live node can be done: 1 is now, 2 is after something of wave 1 is finished, and so on; 0 for
// finished ones that hold nothing back. Every live edge but the back ones leads to a later wave.
func (g *Graph) Wave(i int32) int { return int(g.waveInfo().wave[i]) }

// Waves returns the last wave, 0 when nothing is left to do.
func (g *Graph) Waves() int { return g.waveInfo().waves }

// WaveShift is a node whose wave is another in a second graph of the same nodes.
type WaveShift struct {
	Node          int32
	Before, After int // waves
}

// WaveShifts returns the nodes that stand in another wave in after, in the order of their waves before and of names.
func (g *Graph) WaveShifts(after *Graph) []WaveShift {
	was, is := g.waveInfo().wave, after.waveInfo().wave
	if len(was) != len(is) {
		return nil
	}
	count := make([]int32, g.Waves()+2)
	n := 0
	for i := range was {
		if was[i] != is[i] {
			count[was[i]+1]++
			n++
		}
	}
	if n == 0 {
		return nil
	}
	prefixSums(count)
	shifts := make([]WaveShift, n)
	for _, i := range g.order {
		if was[i] != is[i] {
			shifts[count[was[i]]] = WaveShift{i, int(was[i]), int(is[i])}
			count[was[i]]++
		}
	}
	return shifts
}

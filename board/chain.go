package board

import (
	"sideboard/board/graph"
	"sideboard/tasks"
)

// Chain returns the longest chain of DepGraph without making that: from the links that the board has anyway. What is finished is on no chain
// and holds back no task on one.
func (b *Board) Chain() (chain []tasks.Key) {
	held := make([]int32, len(b.slots)) // by how many links, less than 0 for what is no work that is left
	for s := range b.slots {
		if sl := &b.slots[s]; sl.dead || b.isHidden(sl.task) || isFinished(sl.task) {
			held[s] = -1
		}
	}
	holds := func(n, d int32) bool {
		return held[d] >= 0 && (b.holdsBack(n, d) || b.nodes[n].slot >= 0 && b.slots[d].task.Traits.Blocked == tasks.ListNotEmpty)
	}
	for n := range b.nodes {
		if s := b.nodes[n].slot; s < 0 || held[s] >= 0 {
			for _, d := range b.nodes[n].dependants {
				if holds(int32(n), d) {
					held[d]++
				}
			}
		}
	}
	slots, _ := graph.LongestChain(held, func(s int32, f func(d int32)) {
		b.eachDependant(s, func(d, n int32) bool {
			if holds(n, d) {
				f(d)
			}
			return true
		})
	}, func(x, y int32) int {
		kx, ky := b.keyOf(x), b.keyOf(y)
		return graph.CompareNames(nodeName(kx.List, kx.Name), nodeName(ky.List, ky.Name))
	})
	for _, s := range slots {
		chain = append(chain, b.keyOf(s))
	}
	return chain
}

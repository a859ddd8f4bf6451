package board

import (
	"fmt"
	"testing"

	"sideboard/tasks"
)

// What a change costs while a dependency view is open: the graph of everything, made anew.
func BenchmarkNet(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			board.DepGraph()
			b.ReportAllocs()
			for b.Loop() {
				board.DepGraph()
			}
		})
	}
}

// And what the first one costs, when nothing is in order yet.
func BenchmarkFirstDepGraph(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			b.ReportAllocs()
			for b.Loop() {
				board.slotsByName = nil
				board.DepGraph()
			}
		})
	}
}

// What the open view asks of it.
func BenchmarkDepGraphWithWavesLoopsAndChain(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			b.ReportAllocs()
			for b.Loop() {
				net := board.DepGraph()
				net.Waves()
				net.Loops()
				net.Chain()
				net.StartHere(5)
				net.Redundant(0)
			}
		})
	}
}

// One task that holds back all others, by the lists of both sides.
func BenchmarkDepGraphOfAHub(b *testing.B) {
	const n = 10000
	hub := task(claude, "1")
	ts := []*tasks.Task{hub}
	for i := range n {
		id := fmt.Sprint(i + 2)
		hub.Blocks = append(hub.Blocks, tasks.ID{Text: id})
		ts = append(ts, task(claude, id, waitsFor("1")))
	}
	board := loaded(ts)
	b.ReportAllocs()
	for b.Loop() {
		net := board.DepGraph()
		net.Chain()
		net.StartHere(5)
		net.Redundant(0)
	}
}

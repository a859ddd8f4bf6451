package board

import (
	"fmt"
	"testing"
)

// What a change costs while a dependency view is open: the graph of everything, made anew.
func BenchmarkNet(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			board.Net()
			b.ReportAllocs()
			for b.Loop() {
				board.Net()
			}
		})
	}
}

// And what the first one costs, when nothing is in order yet.
func BenchmarkFirstNet(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			b.ReportAllocs()
			for b.Loop() {
				board.byName = nil
				board.Net()
			}
		})
	}
}

// What the open view asks of it.
func BenchmarkNetWithWavesLoopsAndChain(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			board := loaded(project(n))
			b.ReportAllocs()
			for b.Loop() {
				net := board.Net()
				net.Waves()
				net.Loops()
				net.Chain()
				net.StartHere(5)
				net.Redundant(0)
			}
		})
	}
}

package ui

import (
	"fmt"
	"testing"

	"sideboard/keymap"
	"sideboard/ui/view"
)

// pictured measures a picture of n tasks.
func pictured(b *testing.B, p view.Projection, n int, frame func(m *measured)) {
	b.Helper()
	m := measure(b, n, 160, 50)
	m.show(p)
	for cmd := m.project(); cmd != nil; cmd = m.project() {
		m.Update(cmd())
	}
	if m.deps.shown != p {
		b.Fatalf("%s is shown", viewWord(m.deps.shown))
	}
	m.View()
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		frame(m)
	}
}

// BenchmarkWalkInAPicture is a key that moves the selection, and the frame after it.
func BenchmarkWalkInAPicture(b *testing.B) {
	for p, sizes := range map[view.Projection][]int{
		view.GraphProjection: {120, 1000}, view.FocusProjection: {1000, 10_000, 100_000}, view.LogProjection: {1000, 10_000, 100_000},
	} {
		for _, n := range sizes {
			b.Run(fmt.Sprintf("%s/%d", viewWord(p), n), func(b *testing.B) {
				pictured(b, p, n, func(m *measured) {
					m.presses++
					a := keymap.Right
					if m.presses%7 > 3 {
						a = keymap.Down
					} else if m.presses%2 == 0 {
						a = keymap.Left
					}
					m.do(a)
					m.project()
					m.View()
				})
			})
		}
	}
}

// BenchmarkNewsInAPicture is one file that changed, and the frame after it.
func BenchmarkNewsInAPicture(b *testing.B) {
	for p, n := range map[view.Projection]int{view.GraphProjection: 120, view.FocusProjection: 10_000, view.LogProjection: 10_000} {
		b.Run(fmt.Sprintf("%s/%d", viewWord(p), n), func(b *testing.B) {
			pictured(b, p, n, func(m *measured) {
				m.Update(newsMsg{epoch: m.epoch, delta: m.news()})
				m.View()
			})
		})
	}
}

package view

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// manyCards returns a board of n tasks in each column; the cards are made once, as the model keeps them.
func manyCards(n int) Board {
	b := sampleBoard()
	some := make([]Card, 200)
	for i := range some {
		some[i] = owned(State(i%states), fmt.Sprintf("#%04d", i), fmt.Sprintf("Card %d of this column with a subject of usual length", i), fmt.Sprintf("agent-%d", i%5), "12m")
		some[i].Key = fmt.Sprint(i)
		some[i].Behind = i % 7
	}
	for k := range b.Columns {
		mine := make([]Card, len(some))
		copy(mine, some)
		for i := range mine {
			mine[i].Key = fmt.Sprint(k, "-", i)
		}
		b.Columns[k] = Column{Len: n, Total: n, First: n / 2, Selected: n/2 + 1, At: func(i int) Card { return mine[i%len(mine)] }}
	}
	return b
}

func BenchmarkDraw(b *testing.B) {
	sheet := style.New(true, colorprofile.TrueColor)
	for _, size := range [][2]int{{80, 24}, {120, 40}, {300, 100}} {
		for _, change := range []string{"nothing", "one card", "everything"} {
			b.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], change), func(b *testing.B) {
				s := Screen{Board: manyCards(10000)}
				l := Arrange(size[0], size[1], LayoutOptions{})
				pt := NewPainter()
				one := s.Board.Columns[0].At
				n := 0
				ages := [2]Text{safetext.Const("3m"), safetext.Const("4m")}
				if change == "one card" {
					s.Board.Columns[0].At = func(i int) Card {
						c := one(i)
						if i == 5001 {
							c.Age = ages[n&1]
						}
						return c
					}
				}
				b.ReportAllocs()
				for b.Loop() {
					n++
					if change == "everything" {
						clear(pt.cards)
					}
					pt.Draw(l, &s, sheet)
				}
			})
		}
	}
}

func TestDrawingIsFlatInTheNumberOfTasks(t *testing.T) {
	sheet := style.New(true, colorprofile.TrueColor)
	l := Arrange(120, 40, LayoutOptions{})
	var asked [2]int
	for i, n := range []int{1000, 1000000} {
		s := Screen{Board: manyCards(n)}
		for k := range s.Board.Columns {
			at := s.Board.Columns[k].At
			s.Board.Columns[k].At = func(j int) Card { asked[i]++; return at(j) }
			l.Scroll(ColumnKind(k), &s.Board.Columns[k])
		}
		NewPainter().Draw(l, &s, sheet)
	}
	if asked[0] != asked[1] || asked[0] > 300 {
		t.Errorf("asked for %d cards of a thousand, and for %d of a million", asked[0], asked[1])
	}
}

func TestDrawingTheSameAgainCostsNothing(t *testing.T) {
	s := Screen{Board: manyCards(1000)}
	l := Arrange(120, 40, LayoutOptions{})
	sheet := style.New(true, colorprofile.TrueColor)
	pt := NewPainter()
	first := pt.Draw(l, &s, sheet)
	var again Frame
	n := testing.AllocsPerRun(50, func() { again = pt.Draw(l, &s, sheet) })
	if n > 10 {
		t.Errorf("%v allocations", n)
	}
	if again != first {
		t.Error("the frame differs")
	}
}

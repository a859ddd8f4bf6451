package view

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"sideboard/ui/style"
)

// However cards, the theme or the motion change, a painter that draws only those again shows what a new one does.
func TestChangedCardsAreDrawnAsByANewPainter(t *testing.T) {
	sheets := [...]*style.Sheet{style.New(true, colorprofile.TrueColor), style.New(false, colorprofile.TrueColor)}
	random := rand.New(rand.NewPCG(1, 2))
	texts := []Text{{}, txt("9m"), txt("10m"), txt("some words"), txt("a text of so many words that it never has room in a single row of a column, nor in one of a list")}
	for _, size := range [][2]int{{44, 50}, {60, 16}, {84, 30}, {120, 40}, {200, 60}} {
		for _, n := range []int{3, 6, 9, 14, 30} {
			b, l, pt := manyCards(n), Arrange(size[0], size[1], LayoutOptions{}), NewPainter()
			cards := [Columns][]Card{}
			for k := range b.Columns {
				b.Columns[k].Stack.First, b.Columns[k].Stack.Selected = 0, 1
				for i := range n {
					cards[k] = append(cards[k], b.Columns[k].At(i))
				}
				b.Columns[k].At = func(i int) Card { return cards[k][i] }
			}
			b.Stack = stackOf(&b)
			for range 40 {
				c := &cards[random.IntN(Columns)][random.IntN(n)]
				text, on := texts[random.IntN(len(texts))], random.IntN(2) == 0
				switch random.IntN(14) {
				case 0:
					c.Subject = texts[1+random.IntN(4)]
				case 1:
					c.Owner = text
				case 2:
					c.Doing = text
				case 3:
					c.Warn, c.Alarm = text, on
				case 4:
					c.Behind = random.IntN(12)
				case 5:
					c.After, c.More = text, text
				case 6:
					c.Note = text
				case 7:
					c.HasWorktree, c.WorktreeName, c.Spot = on, text, on
				case 8:
					c.Marked, c.Away = on, !on
				case 9:
					c.Needy, c.Help = on, key("f", "fix")
				case 10:
					c.WarnShort = text
				case 11:
					c.State, c.Pending, c.OneSided = State(random.IntN(int(Container+1))), on, !on
				case 12:
					c.Find, c.Hue, c.Mark, c.ID = "car", style.You, style.You, text
				default:
					c.Age, c.Fresh = text, uint8(random.IntN(3))
				}
				sheet := sheets[random.IntN(8)/7]
				b.Stack = stackOf(&b)
				s, fresh := Screen{Board: b}, NewPainter()
				if pt.Draw(l, &s, sheet) != fresh.Draw(l, &s, sheet) || !slices.Equal(pt.spots, fresh.spots) {
					t.Fatalf("%v, %d cards in a column: something old is left", size, n)
				}
			}
		}
	}
}

// manyCards returns a board of n tasks in each column; the cards are made once, as the model keeps them.
func manyCards(n int) Board {
	b := sampleBoard()
	some := make([]Card, 200)
	for i := range some {
		some[i] = owned(State(i%int(Container+1)), fmt.Sprintf("#%04d", i), fmt.Sprintf("Card %d of this column with a subject of usual length", i), fmt.Sprintf("agent-%d", i%5), "12m")
		some[i].Key = fmt.Sprint(i)
		some[i].Behind = i % 7
	}
	for k := range b.Columns {
		mine := make([]Card, len(some))
		copy(mine, some)
		for i := range mine {
			mine[i].Key = fmt.Sprint(k, "-", i)
		}
		b.Columns[k] = Column{Len: n, Total: n, At: func(i int) Card { return mine[i%len(mine)] }}
		b.Columns[k].Stack = Stack{Runs: []Run{{Section: [Columns]SectionKind{ReadySection, NowSection, DoneSection}[k], Column: ColumnKind(k), Len: n}}, First: n / 2, Selected: n/2 + 1}
	}
	return b
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
		}
		NewPainter().Draw(l, &s, sheet)
	}
	if asked[0] != asked[1] || asked[0] > 400 {
		t.Errorf("asked for %d cards of a thousand, and for %d of a million", asked[0], asked[1])
	}
}

func TestAFrameThatDidNotChangeAllocatesNothing(t *testing.T) {
	sheet, board, tree := style.New(true, colorprofile.TrueColor), manyCards(1000), readPlan(plan)
	board.Stack, board.Laid = stackOf(&board), &Cards{}
	for _, size := range [][2]int{{44, 50}, {120, 40}} {
		for view, s := range map[ViewKind]Screen{BoardView: {Board: board}, NowView: {Board: sampleBoard(), Now: sampleNow(), Feed: sampleFeed()}} {
			l, pt := Arrange(size[0], size[1], LayoutOptions{View: view}), NewPainter()
			board.Laid.Lay(&l, &board.Columns, &board.Stack, true)
			first := pt.Draw(l, &s, sheet)
			if n := testing.AllocsPerRun(20, func() { pt.Draw(l, &s, sheet) }); n > 0 || pt.Draw(l, &s, sheet) != first {
				t.Errorf("%v, view %d: %v allocations, or another frame", size, view, n)
			}
		}
		s, l := tree.screen(GraphView, "15", size[0], size[1], LayoutOptions{}, nil)
		pt := NewPainter()
		if pt.Draw(l, &s, sheet); testing.AllocsPerRun(20, func() { pt.Draw(l, &s, sheet) }) > 30 { // of what the sample makes for each frame
			t.Errorf("%v: a picture is drawn again", size)
		}
	}
}

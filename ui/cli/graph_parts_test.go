package cli

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	cards "sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

var somehow = tasks.Traits{Dialect: "s12", Title: "s12 task system"}

// someBoard returns a board of tasks that wait for others at random, for missing ones and around in loops too.
func someBoard(r *rand.Rand, n int, perTask float64) *cards.Board {
	b := cards.New()
	var put []*tasks.Task
	for i := range n {
		t := &tasks.Task{
			Key: tasks.Key{Name: fmt.Sprintf("task_%d.json", i)}, ID: tasks.ID{Text: fmt.Sprintf("task_%d", i)},
			Subject: strings.Repeat("wort 翻訳 ", 1+r.IntN(4)), Traits: &somehow, Status: tasks.Pending,
		}
		if r.IntN(4) == 0 {
			t.Status = tasks.Completed
		}
		for range r.IntN(int(2*perTask) + 1) {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: fmt.Sprintf("task_%d", max(i-12, 0)+r.IntN(15))})
		}
		put = append(put, t)
	}
	b.Apply(tasks.Delta{Put: put})
	return b
}

func TestWhatIsPrintedInPartsSaysTheSameAsTheWhole(t *testing.T) {
	many := uint64(20)
	if testing.Short() {
		many = 5
	}
	for seed := range many {
		r := rand.New(rand.NewPCG(seed, 1))
		b := someBoard(r, 2+r.IntN(50), 1.5)
		for _, width := range []int{40, 41, 60, 80, 120} {
			p := newGraphData(b, "dir", &somehow, seed%2 == 0)
			p.width, p.all, p.redundant = width, seed%3 == 0, seed%5 == 0
			w := graphPrinter{graphData: p}
			boxes, said := map[int32]int{}, map[int32]int{}
			for _, q := range w.splitIntoParts() {
				for _, box := range q.layout.Boxes {
					for _, id := range box.Missing {
						said[w.net.Graph.EdgeBetween(q.nodes[id], q.nodes[box.Node])] = 1
					}
					if !(q.repeatsColumn && box.Column == 0) {
						boxes[q.nodes[box.Node]]++
					}
				}
				for _, l := range q.layout.Lines {
					e := q.Edges()[l.Edge]
					said[w.net.Graph.EdgeBetween(q.nodes[e.From], q.nodes[e.To])]++
				}
				for _, waits := range w.findOutsideBlockers(q) {
					for _, e := range waits.edges {
						said[e]++
					}
				}
			}
			for i := range int32(p.net.Len()) {
				if want := map[bool]int{true: 1}[p.isDrawn(i) && !p.isMissing(i)]; boxes[i] != want {
					t.Errorf("seed %d, width %d: %s is drawn %d times, not %d", seed, width, p.net.Node(i).Name, boxes[i], want)
				}
			}
			for e, of := range p.net.Edges() {
				want := map[bool]int{true: 1}[p.isEdgeDrawn(int32(e)) || p.isMissing(of.From) && (p.all || p.net.LiveEdge(int32(e)))]
				got := said[int32(e)]
				if p.net.Back(int32(e)) {
					got = min(got, 1) // of a loop some link is said in words, and drawn where both ends stand again
				}
				if got != want {
					t.Errorf("seed %d, width %d: the link %s -> %s is said %d times, not %d", seed, width, p.net.Node(of.From).Name, p.net.Node(of.To).Name, got, want)
				}
			}
			for line := range strings.SplitSeq(p.text(), "\n") {
				if n := safetext.Line(line).Width(); n > width {
					t.Errorf("seed %d: a line is %d wide, not %d: %s", seed, n, width, line)
				}
			}
		}
	}
}

func TestAColouredGraphSaysTheSameInTheSamePlaces(t *testing.T) {
	for seed := range uint64(10) {
		b := someBoard(rand.New(rand.NewPCG(seed, 2)), 30, 1.5)
		p := newGraphData(b, "dir", &somehow, seed%2 == 0)
		p.width, p.all = 100, seed%3 == 0
		plain := p.text()
		p.sheet = style.New(true, colorprofile.ANSI)
		coloured := p.text()
		if coloured == plain || ansi.Strip(coloured) != plain {
			t.Fatalf("seed %d: it is\n%s\nwithout its colours, and was\n%s", seed, ansi.Strip(coloured), plain)
		}
	}
}

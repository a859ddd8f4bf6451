package depview

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/view"
)

// planned returns a program over n tasks, most of which wait for one to three earlier tasks or for a missing id.
func planned(r *rand.Rand, n int) *program {
	var all []*tasks.Task
	for i := range n {
		t := &tasks.Task{ID: tasks.ID{Text: fmt.Sprint(i), Num: true}, Subject: fmt.Sprint("task ", i), Status: tasks.Pending, Traits: &tasks.Traits{Title: "s12", HasOwner: true}}
		t.Key = tasks.Key{Name: fmt.Sprintf("task_%d.json", i)}
		for range min(i, r.IntN(4)) {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: fmt.Sprint(max(0, i-1-r.IntN(12))), Num: true})
		}
		if r.IntN(20) == 0 {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: "gone", Num: false})
		}
		all = append(all, t)
	}
	return over(all)
}

// If a plan does not fit, the picture shows the neighbourhood of the selected task. Every link of every box is drawn or counted, wherever
// the selection moves, and the numbers of a task are those of the whole plan.
func TestAPictureThatDoesNotFitShowsTheNeighbourhoodOfTheSelectedTask(t *testing.T) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := planned(r, 40+int(seed)*60)
		d := p.deps
		d.form = formPicture
		p.On = tasks.Key{Name: fmt.Sprintf("task_%d.json", 10+r.IntN(20))}
		p.show(view.GraphView)
		for step := range 12 {
			if d.shown != view.GraphView || d.near.net == nil {
				t.Fatalf("seed %d, step %d: it is the %v, around %v", seed, step, d.shown, d.near.net != nil)
			}
			n, l := d.ShownGraph(), d.picture.layout
			canvas := d.Layout.DepView.Canvas
			if l.W > canvas.W || l.H > canvas.H {
				t.Fatalf("seed %d, step %d: %dx%d cells on %dx%d", seed, step, l.W, l.H, canvas.W, canvas.H)
			}
			at := d.node(n)
			if _, drawn := l.Box(at); !drawn {
				t.Fatalf("seed %d, step %d: the selected task %s is not drawn", seed, step, p.On.Name)
			}
			v := d.Picture()
			for _, b := range l.Boxes {
				node := v.Node(b.Node)
				whole, i := d.inWhole(n, b.Node)
				drawn, links := node.Before+node.After, 0
				for _, out := range [...]bool{false, true} {
					for _, x := range neighbours(whole, i, out) {
						if whole.Node(x).State != graph.Missing {
							links++
						}
						if k, in := d.near.at[x]; in && n.Node(k).State != graph.Missing {
							drawn++
						}
					}
				}
				if drawn != links {
					t.Errorf("seed %d, step %d: of %d links of %s %d are drawn or counted", seed, step, links, whole.Node(i).Name, drawn)
				}
				if node.Behind != whole.Behind(i) || node.Wave != whole.Wave(i) {
					t.Errorf("seed %d: %s has %d behind it in wave %d, in the whole %d in %d", seed, whole.Node(i).Name, node.Behind, node.Wave, whole.Behind(i), whole.Wave(i))
				}
			}
			p.press([...]keymap.Action{keymap.Right, keymap.Down, keymap.Left, keymap.Right, keymap.Up}[r.IntN(5)])
		}
		p.deps.Show(view.GraphView)
		if d.shown != view.TreeView || d.ShownGraph() != d.whole {
			t.Errorf("seed %d: after the picture it is not the tree of the whole", seed)
		}
	}
}

// At the end of a neighbourhood Down goes on to the next task of the tree, and so reaches every task.
func TestDownLeavesANeighbourhood(t *testing.T) {
	p := chained(100) // pairs
	d := p.deps
	d.form = formPicture
	p.show(view.GraphView)
	p.On = d.whole.Keys[d.whole.Tree(false, graph.TreeSteps).Node(0)]
	p.press()
	d.Refresh()
	seen := map[string]bool{}
	for range 100 {
		if d.shown != view.GraphView || d.near.net == nil {
			t.Fatalf("it is the %v", d.shown)
		}
		seen[p.On.Name] = true
		p.press(keymap.Down)
	}
	if len(seen) < 100 {
		t.Errorf("of 100 tasks %d were walked through", len(seen))
	}
}

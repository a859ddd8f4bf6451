package doctor

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/tasks"
)

// loops tells of tasks that wait for themselves through others, once for each knot of them. Which link is too much
// nobody can tell from the files.
func (x *exam) loops() {
	g := &graph{x: x, index: map[*tasks.Task]int{}, low: map[*tasks.Task]int{}, on: map[*tasks.Task]bool{}}
	for _, t := range x.tasks {
		if g.index[t] == 0 && !finished(t) {
			g.walk(t)
		}
	}
	for _, knot := range g.knots {
		slices.SortFunc(knot, func(a, b *tasks.Task) int { return a.Key.Compare(b.Key) })
		way := g.round(knot)
		f := Finding{
			Severity: Error, Kind: Loop, Why: "each waits for the next, so none of them can ever start",
			Hint: "Take one of these links away.",
		}
		var ids []string
		for _, t := range way {
			f.Files = append(f.Files, t.Key)
			ids = append(ids, t.ID.Text)
			if t.Status == tasks.InProgress {
				f.Severity, f.Why = Warning, "one of them runs all the same; if it is released, none can ever start"
			}
		}
		f.What = "they wait for each other: " + spelledWay(append(ids, ids[0]))
		if more := len(knot) - len(way); more > 0 {
			f.What += " (" + strconv.Itoa(more) + plural(more, " more task is", " more tasks are") + " tied up with them)"
		}
		x.add(f)
	}
}

// spelledWay is a way from task to task; of one that is too long for a line, its two ends.
func spelledWay(ids []string) string {
	const most, end = 12, 5
	if len(ids) > most {
		ids = slices.Concat(ids[:end], []string{"…"}, ids[len(ids)-end:])
	}
	return strings.Join(ids, " > ")
}

// graph finds the strongly connected components of the unfinished tasks (Tarjan, SIAM J. Computing 1:146, 1972),
// with a stack of its own: a chain of ten thousand tasks must not become ten thousand calls.
type graph struct {
	x     *exam
	index map[*tasks.Task]int // in order of discovery, from 1
	low   map[*tasks.Task]int
	on    map[*tasks.Task]bool // on the stack
	stack []*tasks.Task
	knots [][]*tasks.Task // of more than one task
}

type frame struct {
	t  *tasks.Task
	to []*tasks.Task // still to be followed
}

// next are the unfinished tasks that a task waits for, without itself.
func (g *graph) next(t *tasks.Task) []*tasks.Task {
	var to []*tasks.Task
	for _, id := range t.WaitsFor {
		if o, _ := g.x.find(t, id); o != nil && o != t && !finished(o) {
			to = append(to, o)
		}
	}
	return to
}

func (g *graph) enter(t *tasks.Task) frame {
	g.index[t] = len(g.index) + 1
	g.low[t] = g.index[t]
	g.stack, g.on[t] = append(g.stack, t), true
	return frame{t, g.next(t)}
}

func (g *graph) walk(from *tasks.Task) {
	for path := []frame{g.enter(from)}; len(path) > 0; {
		top := &path[len(path)-1]
		if len(top.to) > 0 {
			o := top.to[0]
			top.to = top.to[1:]
			switch {
			case g.index[o] == 0:
				path = append(path, g.enter(o))
			case g.on[o]:
				g.low[top.t] = min(g.low[top.t], g.index[o])
			}
			continue
		}
		t := top.t
		if path = path[:len(path)-1]; len(path) > 0 {
			above := path[len(path)-1].t
			g.low[above] = min(g.low[above], g.low[t])
		}
		if g.low[t] == g.index[t] {
			g.cut(t)
		}
	}
}

// cut takes a component off the stack.
func (g *graph) cut(root *tasks.Task) {
	at := len(g.stack) - 1
	for g.stack[at] != root { // from the top: most components are a single task
		at--
	}
	knot := slices.Clone(g.stack[at:])
	g.stack = g.stack[:at]
	for _, t := range knot {
		g.on[t] = false
	}
	if len(knot) > 1 {
		g.knots = append(g.knots, knot)
	}
}

// round is the shortest way from the first task of a knot back to itself.
func (g *graph) round(knot []*tasks.Task) []*tasks.Task {
	start := knot[0]
	in := map[*tasks.Task]bool{}
	for _, t := range knot {
		in[t] = true
	}
	came := map[*tasks.Task]*tasks.Task{}
	for queue := []*tasks.Task{start}; len(queue) > 0; queue = queue[1:] {
		t := queue[0]
		for _, o := range g.next(t) {
			if o == start {
				way := []*tasks.Task{t}
				for t != start {
					t = came[t]
					way = append(way, t)
				}
				slices.Reverse(way)
				return way
			}
			if came[o] == nil && in[o] {
				came[o] = t
				queue = append(queue, o)
			}
		}
	}
	return knot
}

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
	n := 0
	for _, t := range x.tasks {
		if waits(t) {
			n++
		}
	}
	g := &graph{x: x, place: make(map[*tasks.Task]int, n), nodes: make([]node, 0, n)}
	for _, t := range x.tasks {
		if _, known := g.place[t]; !known && waits(t) {
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
	place map[*tasks.Task]int // in nodes
	nodes []node              // in order of discovery
	stack []int               // places
	knots [][]*tasks.Task     // of more than one task
}

// node is a task that was discovered.
type node struct {
	t    *tasks.Task
	next int  // which of those it waits for is to be followed next
	low  int  // the first place on the stack that is known to be reached from it
	on   bool // on the stack
}

// waits reports whether a task can be part of a loop: it is unfinished and waits for something.
func waits(t *tasks.Task) bool { return len(t.WaitsFor) > 0 && !t.Status.Finished() }

// follow returns the task to which an id leads, nil where that cannot be part of a loop with others.
func (g *graph) follow(t *tasks.Task, id tasks.ID) *tasks.Task {
	if o, _ := g.x.find(t, id); o != nil && o != t && waits(o) {
		return o
	}
	return nil
}

func (g *graph) enter(t *tasks.Task) (at int) {
	at = len(g.nodes)
	g.place[t] = at
	g.nodes = append(g.nodes, node{t: t, low: at, on: true})
	g.stack = append(g.stack, at)
	return at
}

func (g *graph) walk(from *tasks.Task) {
	for path := []int{g.enter(from)}; len(path) > 0; {
		at := path[len(path)-1]
		n := &g.nodes[at]
		if n.next < len(n.t.WaitsFor) {
			o := g.follow(n.t, n.t.WaitsFor[n.next])
			n.next++
			if o == nil {
				continue
			}
			if to, known := g.place[o]; !known {
				path = append(path, g.enter(o))
			} else if g.nodes[to].on {
				n.low = min(n.low, to)
			}
			continue
		}
		if path = path[:len(path)-1]; len(path) > 0 {
			above := &g.nodes[path[len(path)-1]]
			above.low = min(above.low, n.low)
		}
		if n.low == at {
			g.cut(at)
		}
	}
}

// cut takes the component off the stack that begins at a place.
func (g *graph) cut(at int) {
	var knot []*tasks.Task
	for on := true; on; {
		top := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		g.nodes[top].on = false
		if on = top != at; on || knot != nil { // most components are a single task
			knot = append(knot, g.nodes[top].t)
		}
	}
	if knot != nil {
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
		for _, id := range t.WaitsFor {
			o := g.follow(t, id)
			if o == nil {
				continue
			}
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

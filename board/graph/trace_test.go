package graph_test

import (
	"fmt"
	"slices"

	"sideboard/board/graph"
)

// arms are the directions in which a cell of a picture has ink.
type arms uint8

const (
	up arms = 1 << iota
	right
	down
	left

	upDown    = up | down
	leftRight = left | right
)

var steps = map[arms][2]int{up: {0, -1}, right: {1, 0}, down: {0, 1}, left: {-1, 0}}

func (a arms) back() arms {
	return map[arms]arms{up: down, down: up, left: right, right: left}[a]
}

// crosses reports whether ink goes straight across a way: what runs that way is interrupted there.
func (a arms) crosses(dir arms) bool {
	return a == upDown && dir&leftRight != 0 || a == leftRight && dir&upDown != 0
}

// tracing follows the lines of a picture as a person does, cell by cell.
type tracing struct {
	g     *graph.Graph
	ink   *graph.Canvas
	owner map[[3]int]int32 // by cell and axis: the box whose line runs there
	seen  map[[2]int]bool
	wrong []string
}

// trace returns, by name, the boxes to which the lines of each box lead, and ink that means nothing: loose ends, lines into
// boxes, heads that point nowhere.
func trace(g *graph.Graph, l *graph.Layout, ink *graph.Canvas) (reached map[string][]string, wrong []string) {
	t := tracing{g: g, ink: ink, owner: map[[3]int]int32{}, seen: map[[2]int]bool{}}
	reached = map[string][]string{}
	for _, b := range l.Boxes {
		reached[g.Node(b.Node).Name] = t.from(b)
	}
	for y := range ink.H {
		for x := range ink.W {
			if _, in := l.At(x, y); !in && !t.seen[[2]int{x, y}] && (t.arms(x, y) != 0 || t.head(x, y) != 0) {
				t.bad(x, y, "ink belongs to nothing")
			}
		}
	}
	return reached, t.wrong
}

func (t *tracing) bad(x, y int, what string) {
	t.wrong = append(t.wrong, fmt.Sprintf("%d,%d: %s", x, y, what))
}

func (t *tracing) cell(x, y int) graph.Cell {
	if x < 0 || y < 0 || x >= t.ink.W || y >= t.ink.H {
		return graph.Cell{Node: -1}
	}
	return *t.ink.At(x, y)
}

// box returns the node of the box in a cell, -1 for none.
func (t *tracing) box(x, y int) int32 { return t.cell(x, y).Node }

func (t *tracing) arms(x, y int) (a arms) {
	c := t.cell(x, y)
	for i, w := range [...]graph.Weight{c.Up, c.Right, c.Down, c.Left} {
		if w != graph.None {
			a |= up << i
		}
	}
	return a
}

// head returns where an arrowhead points, 0 if there is none.
func (t *tracing) head(x, y int) arms {
	switch c := t.cell(x, y); {
	case !c.Arrow:
		return 0
	case c.Right != graph.None:
		return left
	}
	return right
}

// from follows the lines that leave a box: straight over what they cross, every way at a junction, to the sides of boxes.
func (t *tracing) from(b graph.Box) (names []string) {
	name := t.g.Node(b.Node).Name
	type state struct {
		x, y int
		dir  arms
	}
	var ways []state
	been := map[state]bool{}
	add := func(x, y int, dir arms) {
		if s := (state{x + steps[dir][0], y + steps[dir][1], dir}); !been[s] {
			been[s] = true
			ways = append(ways, s)
		}
	}
	for y := b.Y; y < b.Y+b.H; y++ {
		if out := b.X + b.W - 1; t.arms(out, y)&right != 0 && t.head(out+1, y) != left {
			add(out, y, right)
		}
	}
	for ; len(ways) > 0; ways = ways[1:] {
		s := ways[0]
		if in := t.box(s.x, s.y); in >= 0 {
			if to := t.g.Node(in).Name; t.head(s.x-steps[s.dir][0], s.y-steps[s.dir][1]) != s.dir {
				t.bad(s.x, s.y, name+": a line without a head runs into "+to)
			} else if !slices.Contains(names, to) {
				names = append(names, to)
			}
			continue
		}
		t.use(s.x, s.y, s.dir, b.Node)
		switch a, head := t.arms(s.x, s.y), t.head(s.x, s.y); {
		case head == s.dir:
			if t.box(s.x+steps[s.dir][0], s.y+steps[s.dir][1]) < 0 {
				t.bad(s.x, s.y, name+": a head points at nothing")
			}
			add(s.x, s.y, s.dir)
		case head != 0:
			t.bad(s.x, s.y, name+": a line meets a head from the wrong side")
		case a&s.dir.back() != 0 && a != s.dir.back():
			for dir := range steps {
				if a&dir != 0 && dir != s.dir.back() {
					t.use(s.x, s.y, dir, b.Node)
					add(s.x, s.y, dir)
				}
			}
		case a.crosses(s.dir):
			add(s.x, s.y, s.dir)
		default:
			t.bad(s.x, s.y, name+": a line ends in nothing")
		}
	}
	slices.Sort(names)
	return names
}

// use notes that a line of a box runs through a cell along an axis.
func (t *tracing) use(x, y int, dir arms, box int32) {
	t.seen[[2]int{x, y}] = true
	axis := 0
	if dir&leftRight != 0 {
		axis = 1
	}
	if other, used := t.owner[[3]int{x, y, axis}]; used && other != box {
		t.bad(x, y, t.g.Node(box).Name+" and "+t.g.Node(other).Name+" share ink")
	}
	t.owner[[3]int{x, y, axis}] = box
}

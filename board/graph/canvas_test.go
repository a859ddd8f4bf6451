package graph_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"sideboard/board/graph"
)

// small makes a graph of links written as "a>b b>c"; all links hold.
func small(links string) *graph.Graph {
	var nodes []graph.Node
	at := map[string]int32{}
	find := func(name string) int32 {
		i, ok := at[name]
		if !ok {
			i = int32(len(nodes))
			at[name] = i
			nodes = append(nodes, graph.Node{Name: name})
		}
		return i
	}
	var edges []graph.Edge
	for link := range strings.FieldsSeq(links) {
		from, to, _ := strings.Cut(link, ">")
		a := find(from)
		edges = append(edges, graph.Edge{From: a, To: find(to), Open: true})
	}
	return graph.New(nodes, edges)
}

// inked returns a picture with nothing in its boxes but the first letter of a name.
func inked(g *graph.Graph, l *graph.Layout, ascii bool, line func(from, to string) graph.Stroke, frame func(name string) graph.Stroke) string {
	p := graph.TextOptions{ASCII: ascii, Text: func(n int32, row, width int) string {
		s := ""
		if row == 0 {
			s = g.Node(n).Name[:1]
		}
		return s + strings.Repeat(" ", width-len(s))
	}}
	if line != nil {
		p.Line = func(e int32) graph.Stroke {
			x := g.Edges()[e]
			return line(g.Node(x.From).Name, g.Node(x.To).Name)
		}
	}
	if frame != nil {
		p.Frame = func(n int32) graph.Stroke { return frame(g.Node(n).Name) }
	}
	return "\n" + strings.Join(l.Rows(p), "\n") + "\n"
}

func TestAForkOfAHeavyAndALightLineShowsBoth(t *testing.T) {
	g := small("a>b a>c")
	l := g.Layout(graph.Options{BoxWidth: 5})
	heavy := func(from, to string) graph.Stroke {
		if to == "c" {
			return graph.Stroke{Weight: graph.Heavy, Class: 1}
		}
		return graph.Stroke{Weight: graph.Light, Class: 2} // it has a higher class, and must not thin the way that both share
	}
	frame := func(name string) graph.Stroke {
		switch name {
		case "b":
			return graph.Stroke{Weight: graph.Dashed}
		case "c":
			return graph.Stroke{Weight: graph.Double}
		}
		return graph.Stroke{Weight: graph.Heavy}
	}
	want := `
  ┏━━━┓     ╭┄┄┄╮
  ┃a  ┣━━━┱▸┤b  ┆
  ┃   ┃   ┃ ┆   ┆
  ┗━━━┛   ┃ ╰┄┄┄╯
          ┃
          ┃ ╔═══╗
          ┗▸╢c  ║
            ║   ║
            ╚═══╝
`
	if got := inked(g, l, false, heavy, frame); got != want {
		t.Errorf("got %s want %s", got, want)
	}
	plain := `
  .===.     .~~~.
  #a  +===+>+b  :
  #   #   # :   :
  '==='   # '~~~'
          #
          # .===.
          '>+c  #
            #   #
            '==='
`
	if got := inked(g, l, true, heavy, frame); got != plain {
		t.Errorf("got %s want %s", got, plain)
	}
}

func TestWhereLinesCrossTheUprightOneRunsThrough(t *testing.T) {
	g := small("a>c a>d b>c b>d")
	l := g.Layout(graph.Options{BoxWidth: 5})
	over := func(source string) string {
		return inked(g, l, false, func(from, _ string) graph.Stroke {
			if from == source {
				return graph.Stroke{Weight: graph.Heavy, Class: 1}
			}
			return graph.Stroke{Weight: graph.Light}
		}, nil)
	}
	for source, want := range map[string]string{"a": `
  ╭───╮      ╭───╮
  │a  ┝━━━━┳▸┤c  │
  │   │   ╭┃▸┤   │
  ╰───╯   │┃ ╰───╯
          │┃
  ╭───╮   │┃ ╭───╮
  │b  ├───┤┗▸┤d  │
  │   │   ╰─▸┤   │
  ╰───╯      ╰───╯
`, "b": `
  ╭───╮      ╭───╮
  │a  ├────┬▸┤c  │
  │   │   ┏│▸┤   │
  ╰───╯   ┃│ ╰───╯
          ┃│
  ╭───╮   ┃│ ╭───╮
  │b  ┝━━━┫╰▸┤d  │
  │   │   ┗━▸┤   │
  ╰───╯      ╰───╯
`} {
		if got := over(source); got != want {
			t.Errorf("with the lines of %s standing out: got %s want %s", source, got, want)
		}
	}
}

func TestAWindowShowsWhatThePictureShowsThere(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := wild(r, 2+r.IntN(30))
		l := g.Layout(graph.Options{})
		line := func(e int32) graph.Stroke { return graph.Stroke{Weight: graph.Weight(1 + e%4), Class: uint8(e % 3)} }
		frame := func(n int32) graph.Stroke { return graph.Stroke{Weight: graph.Weight(1 + n%4)} }
		whole := l.Draw(-3, -3, l.W+6, l.H+6, line, frame)
		for range 10 {
			x, y, w, h := r.IntN(l.W+6)-3, r.IntN(l.H+6)-3, r.IntN(30), r.IntN(20)
			part := l.Draw(x, y, w, h, line, frame)
			for j := range min(h, l.H+3-y) {
				for i := range min(w, l.W+3-x) {
					if got, want := *part.At(i, j), *whole.At(x+3+i, y+3+j); got != want {
						t.Fatalf("seed %d: cell %d, %d is %+v in a window and %+v in the picture", seed, x+i, y+j, got, want)
					}
				}
			}
		}
	}
}

func TestWhatHasNoWeightIsLeftOut(t *testing.T) {
	g := small("a>b")
	l := g.Layout(graph.Options{BoxWidth: 5})
	none := func(int32) graph.Stroke { return graph.Stroke{} }
	ink := l.Draw(0, 0, l.W, l.H, none, none)
	for _, c := range ink.Cells {
		if c.Rune(false) != ' ' || c.Edge >= 0 {
			t.Fatalf("%+v is drawn", c)
		}
	}
	if b, _ := l.Box(0); !ink.At(b.X+1, b.Y+1).Text || ink.At(b.X, b.Y).Node != 0 {
		t.Error("a box without a frame is no place any more")
	}
}

// inks are the characters of lines and frames, by their arms.
var inks = func() map[rune]arms {
	m := map[rune]arms{}
	for a, chars := range map[arms]string{
		leftRight:             "─━┄┅┈┉╌╍═╼╾",
		upDown:                "│┃┆┇┊┋╎╏║╽╿",
		right | down:          "┌┍┎┏╭╒╓╔",
		left | down:           "┐┑┒┓╮╕╖╗",
		right | up:            "└┕┖┗╰╘╙╚",
		left | up:             "┘┙┚┛╯╛╜╝",
		upDown | right:        "├┝┞┟┠┡┢┣╞╟╠",
		upDown | left:         "┤┥┦┧┨┩┪┫╡╢╣",
		leftRight | down:      "┬┭┮┯┰┱┲┳╤╥╦",
		leftRight | up:        "┴┵┶┷┸┹┺┻╧╨╩",
		leftRight | up | down: "┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╪╫╬",
		left:                  "╴╸", up: "╵╹", right: "╶╺", down: "╷╻",
	} {
		for _, c := range chars {
			m[c] = a
		}
	}
	return m
}()

func TestEveryFourArmsHaveACharacter(t *testing.T) {
	weights := []graph.Weight{graph.None, graph.Dashed, graph.Light, graph.Heavy, graph.Double}
	for _, u := range weights {
		for _, r := range weights {
			for _, d := range weights {
				for _, l := range weights {
					c := graph.Cell{Up: u, Right: r, Down: d, Left: l}
					blank := c == graph.Cell{}
					got, plain := c.Rune(false), c.Rune(true)
					if (got == ' ') != blank || (plain == ' ') != blank || plain > '~' {
						t.Fatalf("%+v is %q, plainly %q", c, got, plain)
					}
					var want arms
					for a, w := range map[arms]graph.Weight{up: u, right: r, down: d, left: l} {
						if w != graph.None {
							want |= a
						}
					}
					// A single double arm has no character; it is drawn through.
					if have := inks[got]; have&want != want || have != want && want&(want-1) != 0 {
						t.Fatalf("%+v is %q, which has other arms", c, got)
					}
				}
			}
		}
	}
}

func TestADraggedLineEndsInAnArrowAndSparesBoxes(t *testing.T) {
	g := small("a>b b>c d>c")
	l := g.Layout(graph.Options{BoxWidth: 5})
	light := func(int32) graph.Stroke { return graph.Stroke{Weight: graph.Light} }
	for from := range int32(4) {
		for to := range int32(4) {
			if from == to {
				continue
			}
			a, _ := l.Box(from)
			b, _ := l.Box(to)
			start, stop := graph.Point{X: a.X + a.W, Y: a.Row}, graph.Point{X: b.X - 1, Y: b.Row}
			way := []graph.Point{start, {X: start.X, Y: stop.Y}, stop}
			before := l.Draw(1, 0, l.W, l.H+2, light, light)
			ink := l.Draw(1, 0, l.W, l.H+2, light, light)
			ink.DrawPath(1, 0, way, graph.Stroke{Weight: graph.Dashed, Class: 9})
			end := way[len(way)-1]
			if c := ink.At(end.X-1, end.Y); !c.Arrow || c.Class != 9 {
				t.Errorf("%d to %d ends in %+v", from, to, c)
			}
			for i, c := range ink.Cells {
				if before.Cells[i].Node >= 0 && c != before.Cells[i] {
					t.Errorf("%d to %d changes a box", from, to)
				}
			}
		}
	}
}

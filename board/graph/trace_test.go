package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// findings are what following the lines of a drawing gave.
type findings struct {
	reached map[string][]string // by name of a box: the boxes its lines lead to, sorted
	wrong   []string            // ink that means nothing: loose ends, lines into boxes, heads that point nowhere
	bridges int                 // cells where one line runs over another
}

// trace follows the lines of every box: from its right side to the right, straight over bridges, every way at a
// junction, to the sides of the boxes they reach.
func (d *drawing) trace() findings {
	f := findings{reached: map[string][]string{}}
	t := tracing{drawing: d, f: &f, bridged: map[[2]int]bool{}, along: map[[3]int]int{}, seen: map[[2]int]bool{}}
	for i, b := range d.boxes {
		name := d.name(b)
		if _, twice := f.reached[name]; twice {
			t.wrong(b.x, b.y, "two boxes are called "+name)
		}
		f.reached[name] = t.from(i)
	}
	f.bridges = len(t.bridged)
	for y, row := range d.cells {
		for x, c := range row {
			if _, in := d.of[[2]int{x, y}]; !in && !t.seen[[2]int{x, y}] && !unicode.IsSpace(c) {
				t.wrong(x, y, fmt.Sprintf("%c belongs to nothing", c))
			}
		}
	}
	return f
}

type tracing struct {
	*drawing
	f       *findings
	bridged map[[2]int]bool
	along   map[[3]int]int // by cell and axis: the box whose line runs there, counted from 1; -1 for several
	seen    map[[2]int]bool
}

func (t *tracing) wrong(x, y int, what string) {
	t.f.wrong = append(t.f.wrong, fmt.Sprintf("%d,%d: %s", x, y, what))
}

// from follows the lines that leave a box.
func (t *tracing) from(box int) []string {
	b := t.boxes[box]
	type state struct {
		x, y int
		dir  arms
	}
	var ways []state
	been := map[state]bool{}
	add := func(x, y int, dir arms) {
		s := state{x + steps[dir][0], y + steps[dir][1], dir}
		if !been[s] {
			been[s] = true
			ways = append(ways, s)
		}
	}
	for y := b.y; y < b.y+b.h; y++ {
		out := b.x + b.w - 1
		if t.arms(out, y)&right != 0 && heads[t.at(out+1, y)] != left {
			add(out, y, right)
		}
	}
	hit := map[string]bool{}
	for len(ways) > 0 {
		s := ways[0]
		ways = ways[1:]
		if in, ok := t.of[[2]int{s.x, s.y}]; ok {
			px, py := s.x-steps[s.dir][0], s.y-steps[s.dir][1]
			if heads[t.at(px, py)] == s.dir {
				hit[t.name(t.boxes[in])] = true
			} else {
				t.wrong(s.x, s.y, t.name(b)+": a line without a head runs into "+t.name(t.boxes[in]))
			}
			continue
		}
		t.use(s.x, s.y, s.dir, box)
		a := t.arms(s.x, s.y)
		switch head := heads[t.at(s.x, s.y)]; {
		case head == s.dir:
			if _, ok := t.of[[2]int{s.x + steps[s.dir][0], s.y + steps[s.dir][1]}]; ok {
				add(s.x, s.y, s.dir)
			} else {
				t.wrong(s.x, s.y, t.name(b)+": a head points at nothing")
			}
		case head != 0:
			t.wrong(s.x, s.y, t.name(b)+": a line meets a head from the wrong side")
		case a&s.dir.back() != 0 && a != s.dir.back():
			for dir := range steps {
				if a&dir != 0 && dir != s.dir.back() {
					t.use(s.x, s.y, dir, box)
					add(s.x, s.y, dir)
				}
			}
		case across(a, s.dir):
			t.bridged[[2]int{s.x, s.y}] = true
			add(s.x, s.y, s.dir)
		default:
			t.wrong(s.x, s.y, t.name(b)+": a line ends in nothing")
		}
	}
	var names []string
	for n := range hit {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// use notes that a box's line runs through a cell along an axis.
func (t *tracing) use(x, y int, dir arms, box int) {
	t.seen[[2]int{x, y}] = true
	axis := 0
	if dir&leftRight != 0 {
		axis = 1
	}
	switch k := [3]int{x, y, axis}; t.along[k] {
	case 0:
		t.along[k] = box + 1
	case box + 1, -1:
	default:
		t.along[k] = -1
		t.wrong(x, y, "a line of "+t.name(t.boxes[box])+" uses the ink of another box")
	}
}

// drawn is a picture written by hand, and what its lines say.
type drawn struct {
	name    string
	picture string
	reach   string // "a:b,c b:"
	bridges int
	wrong   string // what is said of it, "" for nothing
}

var byHand = []drawn{
	{name: "a fork and an in-port each", reach: "a:b,c b: c:", picture: `
╭────╮      ╭────╮
│ a  ├──┬──▸┤ b  │
╰────╯  │   ╰────╯
        │   ┏━━━━┓
        ╰──▸┨ c  ┃
            ┗━━━━┛`},
	{name: "heavy, double and dashed frames", reach: "a:d b:d c:d d:", picture: `
┏━━━━┓
┃ a  ┣━━━┓  ╔════╗
┗━━━━┛   ┗━▸╢ d  ║
╭┄┄┄┄╮   ╭─▸╢    ║
┆ b  ├───╯╭▸╢    ║
╰┄┄┄┄╯    │ ╚════╝
┌────┐    │
│ c  ├────╯
└────┘`},
	{name: "bridges, two side by side", reach: "a:d b:e c:f d: e: f:", bridges: 2, picture: `
╭───╮          ╭───╮
│ a ├────╮╭───▸┤ e │
╰───╯    ││    ╰───╯
╭───╮    ││    ╭───╮
│ b ├────│╯ ╭─▸┤ f │
╰───╯    │  │  ╰───╯
╭───╮    │  │  ╭───╮
│ c ├────│──╯  │   │
╰───╯    ╰────▸┤ d │
               ╰───╯`},
	{name: "a vertical line runs under a horizontal one", reach: "a:c b:d c: d:", bridges: 1, picture: `
╭───╮         ╭───╮
│ a ├──╮      │ d │
╰───╯  │  ╭──▸┤   │
╭───╮  │  │   ╰───╯
│ b ├─────╯   ╭───╮
╰───╯  ╰─────▸┤ c │
              ╰───╯`},
	{name: "a return line", reach: "a:b b:a", picture: `
   ╭───────────────────╮
   │ ╭───╮     ╭───╮   │
   │ │ a ├────▸┤ b ├───╯
   ╰▸┤   │     ╰───╯
     ╰───╯`},
	{name: "a return line that points left", reach: "a:b b:a", picture: `
     ╭───╮     ╭───╮
     │ a ├────▸┤ b ├───╮
     │   ├◂─╮  ╰───╯   │
     ╰───╯  ╰──────────╯`},
	{name: "a join lies", reach: "a:c,d b:c,d c: d:", wrong: "uses the ink of another", picture: `
╭───╮      ╭───╮
│ a ├─╮ ╭─▸┤ c │
╰───╯ ├─┤  ╰───╯
╭───╮ │ │  ╭───╮
│ b ├─╯ ╰─▸┤ d │
╰───╯      ╰───╯`},
	{name: "a line through a box", reach: "a: b: c:", wrong: "without a head runs into b", picture: `
╭───╮  ╭───╮  ╭───╮
│ a ├──┤ b │─▸┤ c │
╰───╯  ╰───╯  ╰───╯`},
	{name: "a loose end", reach: "a: b:", wrong: "ends in nothing", picture: `
╭───╮      ╭───╮
│ a ├──    │ b │
╰───╯      ╰───╯`},
	{name: "a head at nothing", reach: "a: b:", wrong: "points at nothing", picture: `
╭───╮        ╭───╮
│ a ├──▸     │ b │
╰───╯        ╰───╯`},
	{name: "a line from nowhere", reach: "a: b:", wrong: "belongs to nothing", picture: `
╭───╮       ╭───╮
│ a │  ──▸──┤ b │
╰───╯       ╰───╯`},
}

func rowsOf(picture string) []string {
	return strings.Split(strings.TrimPrefix(picture, "\n"), "\n")
}

func said(reached map[string][]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(reached)) {
		words = append(words, name+":"+strings.Join(reached[name], ","))
	}
	return strings.Join(words, " ")
}

func TestTheTracerReadsDrawingsAsAPersonDoes(t *testing.T) {
	for _, p := range byHand {
		t.Run(p.name, func(t *testing.T) {
			f := look(rowsOf(p.picture), nil).trace()
			if got := said(f.reached); got != p.reach {
				t.Errorf("it reads %s, and the picture says %s", got, p.reach)
			}
			if f.bridges != p.bridges {
				t.Errorf("%d bridges", f.bridges)
			}
			all := strings.Join(f.wrong, "\n")
			if p.wrong == "" && all != "" || !strings.Contains(all, p.wrong) {
				t.Errorf("it finds wrong: %q, not %q", all, p.wrong)
			}
		})
	}
}

func TestTheTracerKnowsTheCellsOfWideTitles(t *testing.T) {
	d := look(rowsOf(`
╭─────────╮      ╭────────╮
│ 翻訳 x  ├─────▸┤ 日本   │
╰─────────╯      ╰────────╯`), func(c rune) bool { return c > 0x3000 })
	if got := said(d.trace().reached); got != "日本: 翻訳:日本" {
		t.Error(got)
	}
}

func TestTheTracerSeesWhatBecomesOfADrawingWhenOneCellIsWrong(t *testing.T) {
	// Every cell of ink outside the boxes matters: whichever is wiped, some task is read wrongly or ink lies loose.
	for _, p := range byHand {
		if p.wrong != "" {
			continue
		}
		rows := rowsOf(p.picture)
		whole := look(rows, nil)
		for y, row := range whole.cells {
			for x, c := range row {
				if _, in := whole.of[[2]int{x, y}]; in || c == ' ' {
					continue
				}
				broken := slices.Clone(rows)
				line := []rune(broken[y])
				line[x] = ' '
				broken[y] = string(line)
				f := look(broken, nil).trace()
				if len(f.wrong) == 0 {
					t.Errorf("%s: without the %c at %d,%d nothing is found wrong", p.name, c, x, y)
				}
			}
		}
	}
}

package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// arms are the directions a character has ink in.
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

// inks are the characters lines and frames can be made of, by their arms.
var inks = func() map[rune]arms {
	m := map[rune]arms{}
	for a, chars := range map[arms]string{
		leftRight:             "─━┄┅┈┉╌╍═╼╾-=~",
		upDown:                "│┃┆┇┊┋╎╏║╽╿|#:!",
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

// heads are arrowheads, by where they point.
var heads = func() map[rune]arms {
	m := map[rune]arms{}
	for a, chars := range map[arms]string{right: "▸►▶>", left: "◂◄◀<", up: "▴▲^", down: "▾▼"} {
		for _, c := range chars {
			m[c] = a
		}
	}
	return m
}()

// taken stands in the second cell of a wide character.
const taken = rune(-1)

// drawing is a picture as a person sees it: characters in cells, and nothing that is known of what they stand for.
type drawing struct {
	cells [][]rune
	boxes []rect
	of    map[[2]int]int // the box that covers a cell, frame and all
}

// rect is a box that was found by its frame.
type rect struct{ x, y, w, h int }

// look takes in the rows of a picture. Wide says which characters take two cells, nil that none does.
func look(rows []string, wide func(rune) bool) *drawing {
	d := &drawing{of: map[[2]int]int{}}
	for _, row := range rows {
		var line []rune
		for _, c := range row {
			line = append(line, c)
			if wide != nil && wide(c) {
				line = append(line, taken)
			}
		}
		d.cells = append(d.cells, line)
	}
	for y, row := range d.cells {
		for x := range row {
			if b, ok := d.frame(x, y); ok {
				for j := range b.h {
					for i := range b.w {
						d.of[[2]int{x + i, y + j}] = len(d.boxes)
					}
				}
				d.boxes = append(d.boxes, b)
			}
		}
	}
	return d
}

func (d *drawing) at(x, y int) rune {
	if y < 0 || y >= len(d.cells) || x < 0 || x >= len(d.cells[y]) {
		return ' '
	}
	return d.cells[y][x]
}

// has reports whether a character has ink in all those directions, and none in others. A plain + may be any junction, a plain
// . or ' a corner to either side.
func (d *drawing) has(x, y int, all, none arms) bool {
	switch c := d.at(x, y); c {
	case '+':
		return true
	case '.':
		return all&up == 0 && all != leftRight && none&down == 0
	case '\'':
		return all&down == 0 && all != leftRight && none&up == 0
	default:
		return inks[c]&all == all && inks[c]&none == 0
	}
}

// frame finds the box whose top left corner is here: four corners, and sides without a gap between them.
func (d *drawing) frame(x, y int) (rect, bool) {
	if _, inside := d.of[[2]int{x, y}]; inside || !d.has(x, y, right|down, left|up) {
		return rect{}, false
	}
	for w := 3; d.has(x+w-2, y, leftRight, down); w++ {
		if !d.has(x+w-1, y, left|down, right|up) {
			continue
		}
		for h := 3; d.has(x, y+h-2, upDown, 0) && d.has(x+w-1, y+h-2, upDown, 0); h++ {
			if d.has(x, y+h-1, right|up, left|down) && d.has(x+w-1, y+h-1, left|up, right|down) && d.floor(x, y+h-1, w) {
				b := rect{x, y, w, h}
				return b, strings.TrimSpace(strings.Join(d.text(b), "")) != ""
			}
		}
	}
	return rect{}, false
}

func (d *drawing) floor(x, y, w int) bool {
	for i := 1; i < w-1; i++ {
		if !d.has(x+i, y, leftRight, up) {
			return false
		}
	}
	return true
}

// text returns what is written in a box, row by row.
func (d *drawing) text(b rect) []string {
	var rows []string
	for y := b.y + 1; y < b.y+b.h-1; y++ {
		var s strings.Builder
		for x := b.x + 1; x < b.x+b.w-1; x++ {
			if c := d.at(x, y); c != taken {
				s.WriteRune(c)
			}
		}
		rows = append(rows, s.String())
	}
	return rows
}

// name returns the first word in a box.
func (d *drawing) name(b rect) string {
	if words := strings.Fields(strings.Join(d.text(b), " ")); len(words) > 0 {
		return words[0]
	}
	return ""
}

// arms returns those of a cell. A plain + has them where something reaches for it: directly, or from behind a bridge. A
// plain corner goes to the side from where a line reaches for it; to another corner only if nothing else does.
func (d *drawing) arms(x, y int) arms {
	var a arms
	switch c := d.at(x, y); c {
	case '+':
		for dir := range steps {
			switch n, nx, ny := d.next(x, y, dir); {
			case n == '.' || n == '\'':
				if d.arms(nx, ny)&dir.back() != 0 {
					a |= dir
				}
			case n == '+', inks[n]&dir.back() != 0, heads[n] == dir:
				a |= dir
			}
		}
		return a
	case '.':
		return down | d.side(x, y)
	case '\'':
		return up | d.side(x, y)
	default:
		return inks[c]
	}
}

// next returns the first character in a direction that is not bridged, and where it stands.
func (d *drawing) next(x, y int, dir arms) (rune, int, int) {
	s := steps[dir]
	x, y = x+s[0], y+s[1]
	for across(inks[d.at(x, y)], dir) {
		x, y = x+s[0], y+s[1]
	}
	return d.at(x, y), x, y
}

// side returns the side a plain corner goes to.
func (d *drawing) side(x, y int) arms {
	best, to := 0, arms(0)
	for _, dir := range []arms{left, right} {
		strong := 0
		switch n, _, _ := d.next(x, y, dir); {
		case inks[n]&dir.back() != 0, heads[n] == dir:
			strong = 3
		case n == '+':
			strong = 2
		case n == '.' || n == '\'':
			strong = 1
		}
		switch {
		case strong > best:
			best, to = strong, dir
		case strong == best && strong > 0:
			to |= dir
		}
	}
	return to
}

// across reports whether ink runs straight across a way, as what is bridged does.
func across(a, dir arms) bool {
	return a == upDown && dir&leftRight != 0 || a == leftRight && dir&upDown != 0
}

// findings are what following the lines of a drawing gave.
type findings struct {
	reached map[string][]string // by name of a box: the boxes its lines lead to, sorted
	wrong   []string            // ink that means nothing: loose ends, lines into boxes, heads that point nowhere
	bridges int                 // cells where one line runs over another
	shared  int                 // cells that two boxes' lines use in the same direction
	stray   int                 // cells with ink that belongs to no box's lines
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
				f.stray++
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
		if t.at(out, y) == '+' && (y == b.y || y == b.y+b.h-1) {
			continue // a corner, whatever stands beside it
		}
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
		t.f.shared++
		t.wrong(x, y, "a line of "+t.name(t.boxes[box])+" uses the ink of another box")
	}
}

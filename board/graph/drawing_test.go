package graph_test

import "strings"

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

// heads are arrowheads, by where they point.
var heads = func() map[rune]arms {
	m := map[rune]arms{}
	for a, chars := range map[arms]string{right: "▸►▶", left: "◂◄◀", up: "▴▲", down: "▾▼"} {
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

// has reports whether a character has ink in all those directions, and none in others.
func (d *drawing) has(x, y int, all, none arms) bool {
	a := d.arms(x, y)
	return a&all == all && a&none == 0
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

// arms returns those of a cell.
func (d *drawing) arms(x, y int) arms { return inks[d.at(x, y)] }

// across reports whether ink runs straight across a way, as what is bridged does.
func across(a, dir arms) bool {
	return a == upDown && dir&leftRight != 0 || a == leftRight && dir&upDown != 0
}

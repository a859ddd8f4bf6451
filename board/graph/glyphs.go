package graph

import (
	"iter"
	"strings"
)

// The characters for four arms of none, light or heavy (and of none, light or double), counted up, right, down, left
// from the slowest to the fastest; a space where there is none.
const (
	lightHeavy  = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
	lightDouble = "     ╕ ╖╗      ╓╥   ═╒ ╤╔ ╦  ╛  ╡            ╘ ╧╞ ╪    ╜╝   ║╢╣╙╨    ╟╫ ╚ ╩   ╠ ╬"
)

var (
	heavyRunes  = []rune(lightHeavy)
	doubleRunes = []rune(lightDouble)
)

// Rune returns the character for a cell, a space for none; with ascii one of + - | = # > < and their like, and for corners
// . and ', because two corners of different lines side by side must not read as a link between them.
func (c Cell) Rune(ascii bool) rune {
	if c.Arrow {
		return c.arrowRune(ascii)
	}
	if c.Up == None && c.Right == None && c.Down == None && c.Left == None {
		return ' '
	}
	if ascii {
		return c.asciiRune()
	}
	switch [4]Weight{c.Up, c.Right, c.Down, c.Left} {
	case [4]Weight{None, Dashed, None, Dashed}:
		return '┄'
	case [4]Weight{Dashed, None, Dashed, None}:
		return '┆'
	}
	arms := [4]Weight{max(c.Up, Light), max(c.Right, Light), max(c.Down, Light), max(c.Left, Light)}
	double := false
	for i, w := range [4]Weight{c.Up, c.Right, c.Down, c.Left} {
		if w == None {
			arms[i] = None
		}
		double = double || w == Double
	}
	switch arms {
	case [4]Weight{None, Light, Light, None}:
		return '╭'
	case [4]Weight{None, None, Light, Light}:
		return '╮'
	case [4]Weight{Light, Light, None, None}:
		return '╰'
	case [4]Weight{Light, None, None, Light}:
		return '╯'
	}
	if double {
		return doubleRune(arms)
	}
	return heavyRunes[runeIndex(arms, Heavy)]
}

func (c Cell) arrowRune(ascii bool) rune {
	left := c.Left == None && c.Right != None
	switch {
	case ascii && left:
		return '<'
	case ascii:
		return '>'
	case left:
		return '◂'
	}
	return '▸'
}

// doubleRune returns the character where at least one arm is double. There is none in which a double arm meets a heavy one,
// or two arms of one axis differ: then the heavy one is drawn light, and a whole axis double.
func doubleRune(arms [4]Weight) rune {
	for i, w := range arms {
		if w == Heavy {
			arms[i] = Light
		}
	}
	for axis := range 2 {
		a, b := &arms[axis], &arms[axis+2]
		if *a != None && *b != None {
			*a = max(*a, *b)
			*b = *a
		}
	}
	if r := doubleRunes[runeIndex(arms, Double)]; r != ' ' {
		return r
	}
	// A double arm that just ends.
	if arms[0] != None || arms[2] != None {
		return '║'
	}
	return '═'
}

// runeIndex returns where four arms are in a list of characters whose strong arms are of one weight.
func runeIndex(arms [4]Weight, strong Weight) int {
	at := 0
	for _, w := range arms {
		at *= 3
		switch {
		case w == strong:
			at += 2
		case w != None:
			at++
		}
	}
	return at
}

// asciiRune returns the character where there are no lines to draw with.
func (c Cell) asciiRune() rune {
	level, upright := max(c.Left, c.Right), max(c.Up, c.Down)
	corner := (c.Left == None) != (c.Right == None) && (c.Up == None) != (c.Down == None)
	switch {
	case corner && c.Up == None:
		return '.'
	case corner:
		return '\''
	case level != None && upright != None:
		return '+'
	case level >= Heavy:
		return '='
	case level == Dashed:
		return '~'
	case level != None:
		return '-'
	case upright >= Heavy:
		return '#'
	case upright == Dashed:
		return ':'
	}
	return '|'
}

// TextOptions is how a Layout is written as text, for where there is no screen.
type TextOptions struct {
	ASCII bool
	Text  func(node int32, row, width int) string // what stands in a row of a box, in exactly width cells
	Line  func(edge int32) Stroke                 // nil draws all lines light
	Frame func(node int32) Stroke                 // nil draws all frames light
	Ink   func(class uint8, drawn string) string  // a run of lines and frames of one class; nil leaves it as it is
}

// A large picture never exists as a whole: it is drawn maxStripRows rows at a time, fewer where these are so long that
// they would have more than maxStripCells.
const (
	maxStripRows  = 64
	maxStripCells = 1 << 19
)

// Rows returns the picture from top to bottom, without the blanks at the ends of its rows.
func (l *Layout) Rows(p TextOptions) iter.Seq[string] {
	light := func(int32) Stroke { return Stroke{Weight: Light} }
	if p.Line == nil {
		p.Line = light
	}
	if p.Frame == nil {
		p.Frame = light
	}
	return func(yield func(string) bool) {
		b := painter{strokes: l.strokes(p.Line)}
		rows := max(1, min(maxStripRows, maxStripCells/max(1, l.W)))
		for y := 0; y < l.H; y += rows {
			ink := b.draw(l, 0, y, l.W, min(rows, l.H-y), p.Frame)
			for r := range ink.H {
				if !yield(strings.TrimRight(l.row(ink, y, r, p), " ")) {
					return
				}
			}
		}
	}
}

// row returns one row of a canvas whose first row is at top of the picture.
func (l *Layout) row(ink *Canvas, top, r int, p TextOptions) string {
	var s strings.Builder
	for x := 0; x < ink.W; {
		c := ink.At(x, r)
		if !c.Text {
			run := string(c.Rune(p.ASCII))
			x++
			if p.Ink != nil && run != " " {
				for ; x < ink.W; x++ {
					next := ink.At(x, r)
					if next.Text || next.Class != c.Class || next.Rune(p.ASCII) == ' ' {
						break
					}
					run += string(next.Rune(p.ASCII))
				}
				run = p.Ink(c.Class, run)
			}
			s.WriteString(run)
			continue
		}
		w := 1
		for x+w < ink.W && ink.At(x+w, r).Text && ink.At(x+w, r).Node == c.Node {
			w++
		}
		box, _ := l.Box(c.Node)
		first := box.Y
		if l.Framed {
			first++
		}
		s.WriteString(p.Text(c.Node, top+r-first, w))
		x += w
	}
	return s.String()
}

package graph

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

package graph

// The characters for four arms that are none, light or heavy (or none, light or double): the index is a number in base
// 3 with the digits up, right, down, left. A space means that there is no such character.
const (
	lightHeavy  = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
	lightDouble = "     ╕ ╖╗      ╓╥   ═╒ ╤╔ ╦  ╛  ╡            ╘ ╧╞ ╪    ╜╝   ║╢╣╙╨    ╟╫ ╚ ╩   ╠ ╬"
)

var (
	heavyRunes  = []rune(lightHeavy)
	doubleRunes = []rune(lightDouble)
)

// Rune returns the character for a cell. With ascii it is one of + - | = # > < and the like, and . or ' for corners, so
// that adjacent corners of different lines do not look connected.
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

// doubleRune returns the character for a cell with a double arm. There are none with a heavy arm too or with different
// arms along an axis: the heavy arm becomes light, and the whole axis double.
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
	// A double arm alone.
	if arms[0] != None || arms[2] != None {
		return '║'
	}
	return '═'
}

// runeIndex returns the index of four arms in a list of characters with one strong weight.
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

// asciiRune returns the ASCII character for a cell.
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

package board

import (
	"cmp"

	"sideboard/tasks"
)

// grouping numbers the owners while cards are grouped by owner, so that a slot needs four bytes for its owner.
type grouping struct {
	on      bool
	me      string // the first lane
	numbers map[string]int32
	names   []string
}

// number returns the number of the owner of a task.
func (g *grouping) number(t *tasks.Task) int32 {
	name := ""
	if t != nil {
		name = t.Owner
	}
	n, known := g.numbers[name]
	if !known {
		n = int32(len(g.names))
		g.numbers[name] = n
		g.names = append(g.names, name)
	}
	return n
}

// compare returns the order of two owners: the person at the board first, nobody last.
func (g *grouping) compare(x, y int32) int {
	if x == y {
		return 0
	}
	rank := func(name string) int {
		switch name {
		case "":
			return 2
		case g.me:
			return 0
		}
		return 1
	}
	nx, ny := g.names[x], g.names[y]
	return cmp.Or(cmp.Compare(rank(nx), rank(ny)), tasks.Natural(nx, ny))
}

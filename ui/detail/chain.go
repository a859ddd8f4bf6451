package detail

import (
	"fmt"

	"sideboard/tasks"
	"sideboard/ui/safetext"
)

// chain is the longest chain of one generation of the board.
type chain struct {
	gen   int
	known bool
	step  map[tasks.Key]int // from 1
}

// maxChained is the largest number of tasks whose longest chain a detail names. That of more takes too long to find at
// each change; Dependencies shows it.
const maxChained = 500

// chainStep returns where a task is in the longest chain, empty if it is not in it.
func (m *Model) chainStep(k tasks.Key) safetext.Text {
	c := &m.chain
	if m.Board.Counts().Total > maxChained {
		return safetext.Text{}
	}
	if !c.known || c.gen != m.Generation {
		*c = chain{gen: m.Generation, known: true, step: map[tasks.Key]int{}}
		g := m.Board.DepGraph()
		for i, node := range g.Chain() {
			c.step[g.Keys[node]] = i + 1
		}
	}
	if c.step[k] == 0 {
		return safetext.Text{}
	}
	return safetext.Line(fmt.Sprintf("step %d of %d", c.step[k], len(c.step)))
}

package cli

import (
	"slices"
	"time"

	cards "sideboard/board"
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// graphData is the dependency graph of a directory with all that printing it needs.
type graphData struct {
	dir    string
	traits *tasks.Traits
	board  *cards.Board
	net    *cards.DepGraph
	glyphs *style.Glyphs
	sheet  *style.Sheet // nil without colour

	now          time.Time
	descriptions map[tasks.Key]string // the descriptions that are given to programs

	all, redundant bool
	width          int // the widest line, 0 for as wide as needed

	chain     map[int32]int     // the place of a node in the longest chain, from 0
	loops     [][]int32         // each node waits for the one before it
	loopEdges map[[2]int32]bool // the links of those loops
}

// newGraphData takes down the graph of a board.
func newGraphData(b *cards.Board, dir string, by *tasks.Traits, ascii bool) *graphData {
	p := &graphData{
		dir: dir, traits: by, board: b, now: time.Now(), net: b.DepGraph(), glyphs: style.GlyphSet(ascii),
		chain: map[int32]int{}, loopEdges: map[[2]int32]bool{},
	}
	for at, i := range p.net.Chain() {
		p.chain[i] = at
	}
	p.loops = p.net.Loops()
	for _, loop := range p.loops {
		for at, i := range loop {
			p.loopEdges[[2]int32{loop[(at+len(loop)-1)%len(loop)], i}] = true
		}
	}
	return p
}

// isDrawn reports whether a task has a place in the drawings, and an edge a line.
func (p *graphData) isDrawn(i int32) bool {
	return p.all || p.net.Live(i) && p.net.Graph.Linked(i)
}

func (p *graphData) isEdgeDrawn(e int32) bool {
	of := p.net.Edges()[e]
	if !p.isDrawn(of.From) || !p.isDrawn(of.To) {
		return false
	}
	return (p.all || p.net.LiveEdge(e)) && (p.redundant || !p.net.Redundant(e))
}

// byWave returns all nodes by their waves and names.
func (p *graphData) byWave() []int32 {
	all := make([]int32, p.net.Len())
	for i := range all {
		all[i] = int32(i)
	}
	slices.SortFunc(all, func(x, y int32) int {
		if d := p.net.Wave(x) - p.net.Wave(y); d != 0 {
			return d
		}
		return p.net.Rank(x) - p.net.Rank(y)
	})
	return all
}

// isOnChain reports whether an edge is a step of the longest chain.
func (p *graphData) isOnChain(e graph.Edge) bool {
	from, a := p.chain[e.From]
	to, b := p.chain[e.To]
	return a && b && to == from+1
}

// isOnLoop reports whether an edge is one of a loop that is spelled out.
func (p *graphData) isOnLoop(e graph.Edge) bool { return p.loopEdges[[2]int32{e.From, e.To}] }

func (p *graphData) isMissing(i int32) bool { return p.net.Node(i).State == graph.Missing }

func (p *graphData) task(i int32) *tasks.Task { return p.board.Task(p.net.Keys[i]) }

// id returns what a task is called for short.
func (p *graphData) id(i int32) safetext.Text {
	if p.isMissing(i) {
		return safetext.Short(p.net.IDs[i].Text)
	}
	return safetext.Short(p.board.ShortID(p.net.Keys[i]))
}

// subject returns what a task is about; of what is missing or broken, what is known of it.
func (p *graphData) subject(i int32) safetext.Text {
	if p.isMissing(i) {
		return p.id(i)
	}
	if t := p.task(i); t != nil {
		return safetext.Subject(t.Subject)
	}
	return safetext.Short(p.net.Keys[i].Name)
}

// idAndSubject returns a task's id and subject, the subject in at most room cells where room is given.
func (p *graphData) idAndSubject(i int32, room int) safetext.Text {
	if p.isMissing(i) {
		return p.id(i)
	}
	s := p.subject(i)
	if room > 0 {
		s = p.clip(s, room)
	}
	return safetext.Join(safetext.Const(" "), p.id(i), s)
}

func (p *graphData) clip(t safetext.Text, width int) safetext.Text {
	return t.Clip(width, safetext.Line(p.glyphs.Ellipsis))
}

// state returns how a task stands, in a word and as a symbol.
func (p *graphData) state(i int32) (word, symbol string) {
	if p.isMissing(i) {
		return "missing", p.glyphs.Missing
	}
	s := p.board.State(p.net.Keys[i])
	switch s {
	case cards.Ready:
		symbol = p.glyphs.Ready
	case cards.Running:
		symbol = p.glyphs.Running
	case cards.Done:
		symbol = p.glyphs.Done
	case cards.Missing:
		symbol = p.glyphs.Missing
	case cards.Waiting, cards.Stuck:
		symbol = p.glyphs.Blocked
	default:
		symbol = p.glyphs.Problem
	}
	return s.String(), symbol
}

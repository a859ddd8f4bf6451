package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Stuck returns the tasks of the graph that cannot be done.
func (m *Highlights) Stuck() *StuckTasks { return &m.stuck }

// stuckIn finds the tasks of a graph that cannot be done: loops, what waits for them, and what waits for a missing id.
func stuckIn(g *graph.Graph) (s StuckTasks) {
	s.Loops = append(s.Loops, g.Loops()...)
	named := g.SetOf(slices.Concat(s.Loops...))
	for _, i := range g.Order() {
		switch {
		case !g.Stuck(i):
			for _, e := range g.In(i) {
				if from := g.Edges()[e].From; g.Edges()[e].Open && g.Node(from).State == graph.Missing {
					s.Lacks = append(s.Lacks, []int32{from, i})
				}
			}
		case named.Has(i):
		case g.HasSelfLink(i) && g.Loop(i) < 0:
			s.Loops = append(s.Loops, []int32{i})
		default:
			s.Behind = append(s.Behind, i)
		}
	}
	return s
}

// Empty reports whether all open tasks can be done.
func (s *StuckTasks) Empty() bool { return len(s.Loops)+len(s.Behind)+len(s.Lacks) == 0 }

// stuckColumns are the loops and missing tasks, and the tasks behind them.
var stuckColumns = []lay.Col{{Fill: true, Min: 30}, {Gap: 2, Min: 14}}

var wordStuck, wordStuckBehind = safetext.Const("stuck "), safetext.Const("behind ")

// drawStuck draws in one row which tasks are stuck and why: the loops, each id that no file has with the task that
// waits for it, and the tasks behind the loops. It counts those that do not fit.
func (r *footRow) drawStuck(p *pen, dv *DepView, s *StuckTasks) {
	single(&r.Table, stuckColumns, margin+1)
	r.bits = r.bits[:0]
	for k, ways := range [2][][]int32{s.Loops, s.Lacks} {
		state := Stuck
		if k > 0 {
			state = Missing
		}
		glyph, hue := stateGlyph(p.Sheet, state)
		for _, way := range ways {
			for i, node := range way {
				bit := dv.named(node)
				bit.Sign, bit.Hue = p.Sheet.Glyphs.Head, hue
				if i == 0 {
					bit.Sign = glyph
				}
				r.bits = append(r.bits, bit)
			}
		}
	}
	by := lay.Cell{Lead: r.Bits(lay.Bit{Text: wordStuck, Style: style.Danger}), Bits: r.Bits(r.bits...), Gap: 1,
		List: true}
	r.bits = r.bits[:0]
	for _, node := range s.Behind[:min(len(s.Behind), mostNamed)] {
		r.bits = append(r.bits, dv.named(node))
	}
	behind := lay.Cell{Bits: r.Bits(r.bits...), Gap: 1, List: true, More: len(s.Behind) - len(r.bits)}
	if len(s.Behind) > 0 {
		behind.Lead = r.Bits(lay.Bit{Text: wordStuckBehind, Style: style.Danger})
	}
	r.DrawSingle(p, by, behind)
}

// named returns the id of a task, or its subject if it has none, as a spot that a click finds.
func (dv *DepView) named(node int32) lay.Bit {
	n := dv.Node(node)
	bit := lay.Bit{Text: n.label(), Style: style.Title, Kind: TaskSpot, Item: int(node)}
	if node == dv.Selected {
		bit.Style = style.TitleStrong
	}
	return bit
}

// mostNamed is the most tasks that a row names, so that drawing a row takes the same time for any number of tasks.
const mostNamed = 24

// footRow draws the rows below a picture.
type footRow struct {
	lay.Table
	bits  []lay.Bit
	named []int32 // the tasks without links that are named, the selected one first
}

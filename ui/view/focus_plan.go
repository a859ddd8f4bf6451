package view

import (
	"math"

	"sideboard/board/graph"
)

// planColumns is how many columns a plan below a focus has, the best first.
var planColumns = [...]int{3, 4, 5, 6, 2, 1}

// planSpare is the cells by which a column of a plan is wider than it must be at most, planRows and planOf the part of the rows of a focus
// that it has at most.
const planSpare, planRows, planOf = 12, 3, 5

// LayoutPlans lays out the whole plan below a focus: as lists, wave by wave, with a whole title in a row for each task. The first ones say
// most: below each title how its task stands; the last ones leave out tasks without links. There are none where no list has room.
func (l Layout) LayoutPlans(g *graph.Graph, words func(o graph.Options) func(node int32) Words) (plans []*graph.Layout) {
	if l.Breadth != Wide || l.H < airyHeight || g.Len() > shareLimit {
		return nil
	}
	for _, unlinked := range [...]bool{true, false} {
		o := graph.Options{Unlinked: unlinked}
		f := l.fitter(g, o, words(o))
		f.r.W, f.r.H = f.r.W-2*margin, f.r.H*planRows/planOf-1
		f.listed = f.r.H
		f.lay(Scale{Zoom: ZoomLines, Rows: 1, Close: true})
		for _, form := range [...]struct{ rows, apart int }{{2, 1}, {2, 0}, {1, 0}} {
			fits := false
			of := f.last.List(func(columns []graph.Column, boxes []graph.Box) {
				p := f.placer(columns, boxes)
				p.apart = form.apart
				fits = len(boxes) > 1 && p.placePlan(form.rows)
				for i := range columns { // the titles stand in it
					columns[i].Top++
				}
				for i := range boxes {
					boxes[i].Y++
				}
			})
			if fits {
				plans = append(plans, of)
			}
		}
	}
	return plans
}

// placePlan puts all tasks into columns that are spread over the width, with so many rows each and free ones between them, and reports
// whether that has room.
func (p *listPlacer) placePlan(rows int) bool {
	p.measure(math.MaxInt32, listForm{})
	for i := range p.sections {
		s := &p.sections[i]
		s.rows *= rows + p.apart
		for _, k := range s.boxes {
			p.boxes[k].H = rows
		}
	}
	for _, n := range planColumns {
		parts, fits := p.share(n)
		if !fits {
			continue
		}
		for _, form := range listForms {
			widths, all := p.widths(parts, form)
			if all > p.f.r.W {
				continue
			}
			spare := min((p.f.r.W-all)/len(parts), planSpare)
			for i := range widths {
				widths[i] += spare
			}
			p.put(parts, widths, listGap+(p.f.r.W-all-spare*len(parts))/max(len(parts)-1, 1))
			return true
		}
	}
	return false
}

// unchained is the tasks and links of a focus without the longest chain: there a colour says on which side of the task one lies.
type unchained struct {
	of    Tasks
	tasks Tasks
	dv    DepView
}

// show returns a dependency view without the marks of the longest chain.
func (a *unchained) show(dv *DepView) *DepView {
	if a.of = dv.Tasks; a.tasks.Node == nil {
		a.tasks = Tasks{
			Node: func(i int32) Node {
				n := a.of.Node(i)
				n.Chain = false
				return n
			},
			Edge: func(i int32) Edge {
				e := a.of.Edge(i)
				e.Chain = false
				return e
			},
		}
	}
	a.dv = *dv
	a.dv.Tasks = a.tasks
	return &a.dv
}

// planHead is the rows of the head of a plan, with the free one below it.
const planHead = 2

// plan returns the plan that has most to say in so many rows and leaves those that the list below it needs, nil for none.
func (f *Focus) plan(rows, below int) *graph.Layout {
	for _, of := range f.Plans {
		if of.H+planHead+below <= rows {
			return of
		}
	}
	return nil
}

// plan returns where the rows of the whole plan stand, and whether there are any.
func (s *focusPanes) plan() (viewport, bool) {
	for i := range s.panes {
		if of := &s.panes[i]; of.kind == planPane {
			return viewport{layout: s.planned, rect: Rect{of.X + 2*margin, of.Y + planHead, of.W - 4*margin, of.H - planHead}}, true
		}
	}
	return viewport{}, false
}

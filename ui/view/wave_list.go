package view

import (
	"cmp"
	"math"
	"slices"

	"sideboard/board/graph"
)

// Where not every title has room in a picture the graph is a list, wave by wave: a row for each task, in as few columns as hold them all.

// listGap is the cells between two columns of a list, listSides what a row has beside its words: the mark of a relation and the glyph of the
// state, each with a blank. A title is not broken into rows of less than listTitle cells.
const listGap, listSides, listTitle = 2, 4, 16

// mostListColumns is how many columns stand beside each other at most, listSpare by how many cells one is wider than it must be.
const mostListColumns, listSpare = 3, 8

// listForm is what all rows of a list have beside their titles. Where all tasks are done rows do without their state rather than without who
// did them.
type listForm struct{ ids, owners, stateless bool }

// listForms are those that are tried, from the fullest.
var listForms = [...]listForm{{ids: true, owners: true}, {owners: true}, {owners: true, stateless: true}, {}}

// sides returns the cells of a row beside its words.
func (f listForm) sides() int { return listSides - 2*b2i(f.stateless) }

// listSection is the waves under one title, and their tasks from top to bottom.
type listSection struct {
	columns []int
	boxes   []int
	rows    int // below the title
}

// asList returns a layout as a list; where it is higher than the screen it has one column.
func (f *fitter) asList(of *graph.Layout) *graph.Layout {
	return of.List(func(columns []graph.Column, boxes []graph.Box) {
		if p := f.placer(columns, boxes); len(boxes) > 0 {
			p.place()
		}
	})
}

// placer returns what gives the waves and tasks of a list their places.
func (f *fitter) placer(columns []graph.Column, boxes []graph.Box) *listPlacer {
	p := &listPlacer{f: f, columns: columns, boxes: boxes, sections: f.listSections(columns, boxes)}
	for i := range boxes {
		p.behind = max(p.behind, f.words(boxes[i].Node).Behind-1) // a heading stands for the sign
	}
	return p
}

// listSections returns what stands below each other in a list: the tasks of a wave as they are on the longest chain, or hold back most.
// Where all is done there is one title, and apart from the others where there is room the tasks without links.
func (f *fitter) listSections(columns []graph.Column, boxes []graph.Box) (sections []listSection) {
	kind := func(c *graph.Column) int { // several waves that are stuck or done have one title
		switch {
		case c.Stuck:
			return -1
		case c.Wave == 0 || c.Count > 0 && c.Count == c.Done:
			return 0
		}
		return c.Wave
	}
	chain := f.g.Chain()
	if !f.live {
		chain = f.g.FinishedChain()
	}
	for i := range columns {
		if n := len(sections); n == 0 || kind(&columns[i]) != kind(&columns[sections[n-1].columns[0]]) {
			sections = append(sections, listSection{})
		}
		s := &sections[len(sections)-1]
		s.columns = append(s.columns, i)
		first := len(s.boxes)
		for k := range boxes {
			if boxes[k].Column == i {
				s.boxes = append(s.boxes, k)
			}
		}
		slices.SortStableFunc(s.boxes[first:], func(a, b int) int {
			x, y := boxes[a].Node, boxes[b].Node
			if on := b2i(slices.Contains(chain, y)) - b2i(slices.Contains(chain, x)); on != 0 {
				return on
			}
			return cmp.Or(f.g.Behind(y)-f.g.Behind(x), boxes[a].Y-boxes[b].Y)
		})
	}
	if !f.live && len(sections) == 1 && len(sections[0].boxes)+1 <= f.listed {
		linked, lone := []int(nil), []int(nil)
		for _, k := range sections[0].boxes {
			if i := boxes[k].Node; len(f.g.In(i))+len(f.g.Out(i)) > 0 {
				linked = append(linked, k)
			} else {
				lone = append(lone, k)
			}
		}
		if len(linked) > 0 && len(lone) > 0 {
			return []listSection{{columns: sections[0].columns, boxes: linked}, {boxes: lone}}
		}
	}
	return sections
}

// listPlacer gives the waves and tasks of a list their places.
type listPlacer struct {
	f        *fitter
	columns  []graph.Column
	boxes    []graph.Box
	sections []listSection
	behind   int // the cells of how many wait behind a task, with a blank before that
	apart    int // free rows below each task
}

// listForms returns those that a list of the graph may have.
func (f *fitter) listForms() []listForm {
	forms := slices.Clone(listForms[:])
	if f.live {
		forms = slices.DeleteFunc(forms, func(form listForm) bool { return form.stateless })
	}
	return forms
}

// place tries whole titles in a row each, then broken ones, each in as few columns as can be.
func (p *listPlacer) place() {
	r := p.f.r
	p.measure(math.MaxInt32, listForm{})
	for n := 1; n <= mostListColumns; n++ {
		parts, fits := p.share(n)
		if !fits {
			continue
		}
		for _, form := range p.f.listForms() {
			if widths, all := p.widths(parts, form); all <= r.W {
				p.put(parts, widths, listGap)
				return
			}
		}
	}
	for n := 1; n <= mostListColumns; n++ {
		w := (r.W - (n-1)*listGap) / n
		for _, form := range p.f.listForms() {
			if p.measure(w, form) < listTitle {
				continue
			}
			if parts, fits := p.share(n); fits {
				p.put(parts, slices.Repeat([]int{w}, len(parts)), listGap)
				return
			}
		}
	}
	p.measure(r.W, listForms[0])
	p.put([][]listSection{p.sections}, []int{r.W}, listGap)
}

// measure gives each task its rows in a column of so many cells, and returns the cells of the title that has fewest.
func (p *listPlacer) measure(w int, form listForm) (fewest int) {
	fewest = w
	for i := range p.sections {
		s := &p.sections[i]
		s.rows = 0
		for _, k := range s.boxes {
			b, words := &p.boxes[k], p.f.words(p.boxes[k].Node)
			room := w - p.behind - words.besideListed(form, p.f.id)
			b.H = max(min(len(words.Subject.Wrap(max(room, 1))), mostRows), 1)
			s.rows, fewest = s.rows+b.H, min(fewest, room)
		}
	}
	return fewest
}

// share shares the sections among so many columns, all about as high; false where they are higher than the screen.
func (p *listPlacer) share(n int) (parts [][]listSection, fits bool) {
	sections := p.sections
	if n > 1 {
		sections = p.split(sections)
	}
	for most := 1; most <= p.f.listed; most++ {
		parts = nil
		free, fine := -1, true
		for _, s := range sections {
			if len(parts) == 0 || free < 1+s.rows {
				parts, free = append(parts, nil), most+1 // the first title stands above
			}
			fine = fine && 1+s.rows <= free
			free -= 1 + s.rows
			parts[len(parts)-1] = append(parts[len(parts)-1], s)
		}
		if fine && len(parts) <= n {
			return parts, true
		}
	}
	return nil, false
}

// split returns sections of which none is higher than the screen, the parts of one about as high.
func (p *listPlacer) split(sections []listSection) (split []listSection) {
	for _, s := range sections {
		parts := (s.rows + p.f.listed - 1) / max(p.f.listed, 1)
		most := (s.rows + parts - 1) / max(parts, 1)
		for s.rows > most && len(s.boxes) > 1 {
			n, rows := 1, p.boxes[s.boxes[0]].H+p.apart
			for n < len(s.boxes)-1 && rows+p.boxes[s.boxes[n]].H+p.apart <= most {
				rows += p.boxes[s.boxes[n]].H + p.apart
				n++
			}
			split = append(split, listSection{s.columns, s.boxes[:n], rows})
			s = listSection{nil, s.boxes[n:], s.rows - rows}
		}
		split = append(split, s)
	}
	return split
}

// widths returns the cells of each column in which all titles have room in a form, and of all together.
func (p *listPlacer) widths(parts [][]listSection, form listForm) (widths []int, all int) {
	for _, part := range parts {
		w := titleCells
		for _, s := range part {
			for _, k := range s.boxes {
				words := p.f.words(p.boxes[k].Node)
				w = max(w, words.besideListed(form, p.f.id)+words.Subject.Width()+p.behind)
			}
		}
		widths, all = append(widths, w), all+w+listGap
	}
	all -= listGap
	for spare := min((p.f.r.W-all)/len(parts), listSpare); spare > 0; spare = 0 {
		for i := range widths {
			widths[i], all = widths[i]+spare, all+spare
		}
	}
	return widths, all
}

// besideListed returns the cells beside a title in a row of a list, but for those of how many wait behind its task.
func (w Words) besideListed(form listForm, ids int) int {
	cells := form.sides() + w.lacks()
	if form.ids {
		cells += ids + 1
	}
	if form.owners && w.Owner > 0 {
		cells += 1 + w.Owner
	}
	return cells
}

// put puts the sections into columns of so many cells, so many apart, with a free row between two where there is room for that.
func (p *listPlacer) put(parts [][]listSection, widths []int, gap int) {
	x, free := 0, 1
	for _, part := range parts {
		rows := -1
		for _, s := range part {
			rows += 1 + s.rows
		}
		if rows+len(part)-1 > p.f.listed || p.apart > 0 {
			free = 0
		}
	}
	for i, part := range parts {
		y := -1
		for k, s := range part {
			if k > 0 && len(s.columns) > 0 { // one without a title has its row free
				y += free
			}
			for _, c := range s.columns {
				p.columns[c].X, p.columns[c].W, p.columns[c].Top = x, widths[i], y
			}
			y++
			for _, k := range s.boxes {
				b := &p.boxes[k]
				b.X, b.Y, b.W = x, y, widths[i]
				y += b.H + p.apart
			}
		}
		x += widths[i] + gap
	}
}

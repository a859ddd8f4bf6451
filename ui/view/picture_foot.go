package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// labels returns the ids of tasks with blanks between them.
func (dv *DepView) labels(nodes []int32) Text {
	all := make([]Text, len(nodes))
	for k, i := range nodes {
		n := dv.Node(i)
		all[k] = n.label()
	}
	return safetext.Join(safetext.Spaces(1), all...)
}

var wordLongest = safetext.Const("longest chain of")

// chainNote returns the legend of the longest chain, with its length.
func (dv *DepView) chainNote(sh *style.Sheet) [3]lay.Bit {
	bar := lay.Bit{Sign: sh.Glyphs.BarFull, Hue: style.Chain}
	named := bar
	named.Text, named.Style = wordLongest, style.Label
	return [...]lay.Bit{bar, named, {Sign: " ", Count: len(dv.Chain), Style: style.Title, Tight: true}}
}

// mostNamed is the most tasks that a row names, so that drawing a row takes the same time for any number of tasks.
const mostNamed = 24

// footRow draws the rows below a picture.
type footRow struct {
	lay.Table
	bits []lay.Bit
}

// footColumns are the number of folded tasks, the number out of view, and the longest chain.
var footColumns = []lay.Col{{Priority: 1}, {Priority: 2}, {Gap: 3}, {Fill: true}}

// drawChain draws the numbers of folded and hidden tasks, and the legend of the longest chain, with the titles of all its tasks if these
// are wanted and fit.
func (r *footRow) drawChain(p *pen, dv *DepView, finished *Chip, above, below int, titles bool) {
	single(&r.Table, footColumns, margin+1)
	chip, chain, hidden := lay.Cell{}, lay.Cell{}, hiddenBits(p.Sheet, above, below)
	if bits := finished.bits(p.Sheet); finished.Count > 0 {
		chip.Bits = r.Bits(bits[:]...)
	}
	if note := dv.chainNote(p.Sheet); len(dv.Chain) > 1 {
		chain.Bits = r.Bits(note[:]...)
		if titles && len(dv.Chain) <= mostNamed {
			chain.Short, chain.Bits = chain.Bits, r.Bits(r.titles(p.Sheet, dv, note[:])...)
		}
	}
	r.DrawSingle(p, chip, lay.Cell{Bits: r.Bits(hidden[:]...)}, chain, lay.Cell{})
}

// titles returns a note and the titles of the longest chain.
func (r *footRow) titles(sh *style.Sheet, dv *DepView, note []lay.Bit) []lay.Bit {
	r.bits = append(append(r.bits[:0], note...), lay.Bit{Text: wordTwo})
	for k, i := range dv.Chain {
		n, blank := dv.Node(i), lay.Bit{Text: wordBlank}
		if k > 0 {
			r.bits = append(r.bits, blank, lay.Bit{Sign: sh.Glyphs.Head, Hue: style.Chain}, blank)
		}
		r.bits = append(r.bits, lay.Bit{Text: n.Subject, Style: n.subject(i == dv.Selected), Kind: TaskSpot, Item: int(i)})
	}
	return r.bits
}

// unlinkedColumns is the single column of the tasks without links.
var unlinkedColumns = []lay.Col{{Fill: true}}

// drawUnlinked draws the tasks without links, with as many titles as fit.
func (r *footRow) drawUnlinked(p *pen, dv *DepView) {
	single(&r.Table, unlinkedColumns, margin+1)
	named := dv.Graph.Unlinked[:min(len(dv.Graph.Unlinked), mostNamed)]
	r.bits = r.bits[:0]
	for _, long := range [...]bool{true, false} {
		for _, i := range named {
			n := dv.Node(i)
			bit := lay.Bit{ID: n.label(), Style: style.Dim, Most: subjectEnough, Kind: TaskSpot, Item: int(i)}
			bit.Sign, bit.Hue = n.sign(p.Sheet)
			if long && !n.ID.Empty() {
				bit.Text = n.Subject
			}
			if i == dv.Selected {
				bit.Style = style.SubjectStrong
			}
			r.bits = append(r.bits, bit)
		}
	}
	all := r.Bits(r.bits...)
	half := len(all) / 2
	r.DrawSingle(p, lay.Cell{Lead: r.Bits(lay.Bit{Text: wordUnlinked, Style: style.Label}, lay.Bit{Text: wordTwo}), Bits: all[:half], Short: all[half:], Gap: 2, List: true, More: len(dv.Graph.Unlinked) - len(named)})
}

// selectedColumns are a task, its owner, and a remark.
var selectedColumns = []lay.Col{{Fill: true, Min: 80}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}}

// drawBrief draws the selected task in one row.
func (r *footRow) drawBrief(p *pen, dv *DepView) {
	single(&r.Table, selectedColumns, margin+1)
	n := dv.Node(dv.Selected)
	sign := lay.Bit{Text: n.ID, Style: style.Dim}
	sign.Sign, sign.Hue = n.sign(p.Sheet)
	after := func(text Text, st style.Style) []lay.Bit {
		return r.Bits(lay.Bit{Sign: p.Sheet.Glyphs.Dot, Hue: style.Dim, Text: text, Style: st}, lay.Bit{})[:b2i(!text.Empty())]
	}
	note := style.Dim
	if n.Alarm { // the same look everywhere for what needs a person
		note = style.Danger
	}
	r.DrawSingle(p, lay.Cell{Gap: 1, Bits: r.Bits(sign, lay.Bit{Text: n.Subject, Style: style.SubjectStrong})},
		lay.Cell{Bits: after(n.Owner, n.Hue)}, lay.Cell{Bits: after(dv.Summary.Note, note)})
}

// drawFoot draws one of the rows below a picture. If there are few rows, the first ones are kept.
func (r *footRow) drawFoot(p *pen, dv *DepView, row int) {
	stuck := dv.Stuck != nil && !dv.Stuck.Empty()
	switch {
	case row == 0:
		r.drawChain(p, dv, &dv.Graph.Finished, 0, 0, true)
	case row == 1 && stuck:
		r.drawStuck(p, dv, dv.Stuck)
	case row == 1+b2i(stuck) && len(dv.Graph.Unlinked) > 0:
		r.drawUnlinked(p, dv)
	}
}

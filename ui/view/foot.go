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

// chainNote says what the colour of the longest chain means, and how long it is.
func (dv *DepView) chainNote(sh *style.Sheet) [3]lay.Bit {
	bar := lay.Bit{Sign: sh.Glyphs.BarFull, Hue: style.Chain}
	named := bar
	named.Text, named.Style = wordLongest, style.Label
	return [...]lay.Bit{bar, named, {Sign: " ", Count: len(dv.Chain), Style: style.Title, Tight: true}}
}

// mostNamed is how many tasks a row names at most, so that a row costs the same in any plan.
const mostNamed = 24

// footRow draws the rows below a picture.
type footRow struct {
	lay.Table
	bits []lay.Bit
}

// footColumns are how much is folded away, how much is out of sight, and the longest chain.
var footColumns = []lay.Col{{Priority: 1}, {Priority: 2}, {Gap: 3}, {Fill: true}}

// drawChain draws how much is folded away and out of sight, and what the heavy line is: with the titles of all tasks on it where they are
// asked for and have room.
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

// unlinkedColumns are the one column of what has no links.
var unlinkedColumns = []lay.Col{{Fill: true}}

// drawUnlinked names the tasks that have no links, with their titles as far as there is room.
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

// selectedColumns are a task, who has it, and what is special about it.
var selectedColumns = []lay.Col{{Fill: true, Min: 80}, {Gap: 1, Priority: 1}, {Gap: 1, Priority: 2}}

// drawBrief draws what is said about the selected task in one row.
func (r *footRow) drawBrief(p *pen, dv *DepView) {
	single(&r.Table, selectedColumns, margin+1)
	n := dv.Node(dv.Selected)
	sign := lay.Bit{Text: n.ID, Style: style.Dim}
	sign.Sign, sign.Hue = n.sign(p.Sheet)
	after := func(text Text, st style.Style) []lay.Bit {
		return r.Bits(lay.Bit{Sign: p.Sheet.Glyphs.Dot, Hue: style.Dim, Text: text, Style: st}, lay.Bit{})[:b2i(!text.Empty())]
	}
	note := style.Dim
	if n.Alarm { // what needs a person looks alike everywhere
		note = style.Danger
	}
	r.DrawSingle(p, lay.Cell{Gap: 1, Bits: r.Bits(sign, lay.Bit{Text: n.Subject, Style: style.SubjectStrong})},
		lay.Cell{Bits: after(n.Owner, n.Hue)}, lay.Cell{Bits: after(dv.Summary.Note, note)})
}

// drawFoot draws one of the rows below a picture, the first of them the first to stay.
func (r *footRow) drawFoot(p *pen, dv *DepView, row int) {
	stuck := dv.Held != nil && !dv.Held.Empty()
	switch {
	case row == 0:
		r.drawChain(p, dv, &dv.Graph.Finished, 0, 0, true)
	case row == 1 && stuck:
		r.drawHeld(p, dv, dv.Held)
	case row == 1+b2i(stuck) && len(dv.Graph.Unlinked) > 0:
		r.drawUnlinked(p, dv)
	}
}

package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

var (
	wordWaits = safetext.Const("waits for the selected task")

	wordWhatWaits = safetext.Const("what waits for the selected task")
)

// legendColumns are the longest chain, what waits for the selected task, the finished tasks and the number out of view.
var legendColumns = []lay.Col{{Priority: 4}, {Gap: 3, Priority: 3}, {Gap: 3, Priority: 2}, {Gap: 2, Priority: 5},
	{Fill: true}}

// drawLegend draws the legend of a tree or of a picture, and the numbers of folded and of hidden tasks.
func (r *footRow) drawLegend(p *pen, dv *DepView, finished *Chip, above, below int, waits []lay.Bit) {
	single(&r.Table, legendColumns, margin+1)
	chip, chain, hidden := lay.Cell{}, lay.Cell{}, hiddenBits(p.Sheet, above, below)
	if bits := finished.bits(p.Sheet); finished.Count > 0 {
		chip.Bits = r.Bits(bits[:]...)
	}
	if note := dv.chainNote(p.Sheet); len(dv.Chain) > 1 {
		chain.Bits = r.Bits(note[:]...)
	}
	r.DrawSingle(p, chain, lay.Cell{Bits: r.Bits(waits...)}, chip, lay.Cell{Bits: r.Bits(hidden[:]...)}, lay.Cell{})
}

// unlinkedColumns is the single column of the tasks without links.
var unlinkedColumns = []lay.Col{{Fill: true}}

// drawUnlinked draws the tasks without links, the selected one first, with as many titles as fit.
func (r *footRow) drawUnlinked(p *pen, dv *DepView) {
	single(&r.Table, unlinkedColumns, margin+1)
	r.named = r.named[:0]
	if slices.Contains(dv.Graph.Unlinked, dv.Selected) {
		r.named = append(r.named, dv.Selected)
	}
	for _, i := range dv.Graph.Unlinked {
		if i != dv.Selected && len(r.named) < mostNamed {
			r.named = append(r.named, i)
		}
	}
	r.bits = r.bits[:0]
	for _, long := range [...]bool{true, false} {
		for _, i := range r.named {
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
	r.DrawSingle(p, lay.Cell{Lead: r.Bits(lay.Bit{Text: wordNoOpenLinksOf, Style: style.TitleStrong},
		lay.Bit{Count: len(dv.Graph.Unlinked), Style: style.Dim}, lay.Bit{Text: wordTwo}), Bits: all[:half],
		Short: all[half:], Gap: 2, List: true, More: len(dv.Graph.Unlinked) - len(r.named)})
}

// drawFoot draws one of the rows below a picture. If there are few rows, the first ones are kept.
func (r *footRow) drawFoot(p *pen, dv *DepView, row int) {
	if len(dv.Graph.Unlinked) > 0 {
		if row == 0 {
			r.drawUnlinked(p, dv)
		}
		row--
	}
	if dv.Stuck != nil && !dv.Stuck.Empty() {
		if row == 0 {
			r.drawStuck(p, dv, dv.Stuck)
		}
		row--
	}
	if row == 0 {
		var waits []lay.Bit
		if dv.Selected >= 0 && dv.Node(dv.Selected).Behind > 0 {
			bar := lay.Bit{Sign: p.Sheet.Glyphs.BarFull, Hue: style.Accent}
			said := bar
			said.Text, said.Style = wordWhatWaits, style.Dim
			waits = []lay.Bit{bar, said}
		}
		r.drawLegend(p, dv, &dv.Graph.Finished, 0, 0, waits)
	}
}

var (
	wordNoOpenLinks   = safetext.Const("No open links")
	wordNoOpenLinksOf = wordNoOpenLinks.Append(wordBlank)
)

package view

import (
	"math"
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// depColumns are the columns of a list of tasks: id, title, owner or remark, and age.
var depColumns = []lay.Col{
	{Max: 14},
	{Fill: true, Min: 16, Gap: 2},
	{Gap: 2, Priority: 2, Right: true},
	{Gap: 2, Priority: 1, Right: true},
}

// drawDeps draws a list of tasks under a title with their number and that of later ones, if there are any.
func drawDeps(g *page, t *lay.Table, title Text, deps []Dep, later int) {
	if len(deps) == 0 {
		return
	}
	g.Gap()
	t.Reset(depColumns)
	head := [3]lay.Bit{{Text: title, Style: style.Head}, {Count: len(deps), Style: style.Dim}}
	if later > 0 {
		head[2] = lay.Bit{Text: safetext.Const("and ").Append(safetext.Number(later), safetext.Const(" later")), Style: style.Dim}
	}
	t.Items = append(t.Items, lay.Item{Head: true, Cells: t.Cells(lay.Cell{Bits: t.Bits(head[:]...), Gap: 2})})
	for i := range deps {
		d := &deps[i]
		glyph, hue := stateGlyph(g.Pen.Sheet, d.State)
		t.Items = append(t.Items, lay.Item{Cells: t.Cells(
			lay.Cell{Bits: t.Bits(lay.Bit{Sign: glyph, Hue: hue, Text: d.ID, Style: style.Dim})},
			lay.Cell{Bits: t.Bits(lay.Bit{Text: d.Subject, Style: subjectStyle(d.State)})},
			lay.Cell{Bits: t.Bits(lay.Bit{Text: d.Note, Style: d.Hue})},
			lay.Cell{Bits: t.Bits(lay.Bit{Text: d.Age, Style: style.Dim}), Short: []lay.Bit{}},
		)})
	}
	g.Table(t, math.MaxInt)
}

// drawLinks draws what a task waits for and what waits for it.
func drawLinks(g *page, t *lay.Table, d *Detail) {
	title := safetext.Const("Waits for")
	if !slices.ContainsFunc(d.WaitsFor, func(d Dep) bool { return d.State != Done }) {
		title = safetext.Const("Waited for")
	}
	drawDeps(g, t, title, d.WaitsFor, 0)
	drawDeps(g, t, safetext.Const("Unblocks"), d.Unblocks, d.Behind-len(d.Unblocks))
}

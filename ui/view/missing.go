package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// missing is the ids that a task waits for and no file has, shown in its box because they have no box of their own.
type missing struct {
	names []Text
	style style.Style
}

// missingOf returns the ids that the task of a box waits for and no file has: in the style of a problem if one is.
func (dv *DepView) missingOf(b *graph.Box) (m missing) {
	for _, id := range b.Missing {
		n := dv.Node(id)
		m.names = append(m.names, n.label())
		if m.style != style.Missing {
			m.style = n.lack()
		}
	}
	return m
}

// wordMissing follows the ids.
var wordMissing = safetext.Const(" missing")

// missingColumns are as many ids as fit, and the word after them.
var missingColumns = []lay.Col{{Fill: true, Min: 60}, {}}

// draw draws the ids and the number of the others. A single id that does not fit is cut.
func (m *missing) draw(p *pen, t *lay.Table) {
	t.Reset(missingColumns)
	t.Indent = 1
	bits := make([]lay.Bit, len(m.names))
	for i, name := range m.names {
		bits[i] = lay.Bit{Text: name, Style: m.style}
	}
	t.DrawSingle(p, lay.Cell{Lead: t.Bits(lay.Bit{Sign: p.Sheet.Glyphs.Dashes, Hue: m.style}, lay.Bit{Text: wordBlank}),
		Bits: bits, Gap: 1, List: len(bits) > 1},
		lay.Cell{Bits: t.Bits(lay.Bit{Text: wordMissing, Style: m.style})})
}

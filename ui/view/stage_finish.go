package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStageFinish draws that all is done: as large a mark as there is room for, on the ground of what became ready, and below it who
// did how much.
func (pt *Painter) drawStageFinish(l *Layout, e *Empty) []string {
	g := pt.newPage(l.W-2*(margin+1), style.Flat)
	shares := e.Shares
	if len(shares)+4 > l.Body.H {
		shares = nil
	}
	slab := func(w int, words func(p *pen)) {
		g.row(func(p *pen) {
			p.bar(style.ChipReady, " ", (g.w-w)/2)
			words(p)
			p.bar(style.ChipReady, " ", p.remaining())
		})
	}
	blank := func() { slab(0, func(*pen) {}) }
	blank()
	art := pt.sh.Glyphs.Triumph
	for size := 2; size > 0 && len(art) > 0; size-- {
		mark := squares(art, size)
		if len(mark) > l.Body.H-4-len(shares)-b2i(len(shares) > 0) || len(mark[0])+4 > g.w {
			continue
		}
		for _, row := range mark {
			slab(len(row), func(p *pen) { p.grounded(row, false) })
		}
		blank()
		break
	}
	words := safetext.Number(e.Total).Append(e.completedWords())
	slab(words.Width(), func(p *pen) { p.textUpTo(style.ChipReady, words, p.remaining()) })
	blank()
	if len(shares) > 0 {
		g.blank()
		g.drawShares(shares, 0, g.w, b2i(len(g.rows)+2*len(shares) <= l.Body.H))
	}
	return pt.inMiddle(l, g)
}

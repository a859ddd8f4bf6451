package view

import (
	"slices"

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
	large, rows := doubled(art), l.Body.H-4-len(shares)-b2i(len(shares) > 0)
	switch {
	case len(large) > 0 && len(large) <= rows && len(large[0])+4 <= g.w:
		for _, row := range large {
			slab(len(row), func(p *pen) {
				for _, on := range row {
					if on {
						p.space(1)
					} else {
						p.bar(style.ChipReady, " ", 1)
					}
				}
			})
		}
		blank()
	case len(art) > 0 && len(art) <= rows:
		for _, row := range art {
			line := safetext.Line(row)
			slab(line.Width(), func(p *pen) { p.textUpTo(style.ChipReady, line, p.remaining()) })
		}
		blank()
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

// quarters are the characters of a picture that is drawn in quarters of cells: which of the upper and the lower two are on.
var quarters = map[rune][2][2]bool{
	'█': {{true, true}, {true, true}}, '▀': {{true, true}, {}}, '▄': {{}, {true, true}},
	'▘': {{true, false}, {}}, '▝': {{false, true}, {}}, '▖': {{}, {true, false}}, '▗': {{}, {false, true}},
	'▛': {{true, true}, {true, false}}, '▜': {{true, true}, {false, true}},
	'▙': {{true, false}, {true, true}}, '▟': {{false, true}, {true, true}},
}

// doubled returns a picture with each quarter of a cell as a whole one, which needs no character: between rows of these a line is seen
// in many terminals.
func doubled(art []string) (cells [][]bool) {
	for _, row := range art {
		for _, half := range [2]int{0, 1} {
			var line []bool
			for _, r := range row {
				q := quarters[r][half]
				line = append(line, q[0], q[1])
			}
			cells = append(cells, line)
		}
	}
	for n := len(cells); n > 0 && !slices.Contains(cells[n-1], true); n = len(cells) {
		cells = cells[:n-1]
	}
	return cells
}

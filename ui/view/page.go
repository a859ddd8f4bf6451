package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

func (pt *Painter) newPage(w int, on style.Ground) *page { return lay.NewPage(pt.sh, w, on) }

// drawKeyRows draws keys side by side, in as many rows as they need.
func drawKeyRows(g *page, keys []Key) {
	for len(keys) > 0 {
		n, w := 1, keys[0].width()
		for n < len(keys) && w+2+keys[n].width() <= g.W {
			w += 2 + keys[n].width()
			n++
		}
		g.Row(func(p *pen) {
			for i := range keys[:n] {
				p.Space(2 * min(i, 1))
				drawKey(p, &keys[i])
			}
		})
		keys = keys[n:]
	}
}

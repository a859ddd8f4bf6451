package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

func (pt *Painter) newPage(w int, on style.Ground) *page {
	g := &page{Pen: pen{Sheet: pt.sh}, W: max(w, 0), On: on}
	g.Pen.Spots = &g.Spots
	return g
}

// drawInputRow draws a line of input, and returns where the cursor is in the box that is drawn around the page.
func drawInputRow(g *page, pt *Painter, in *Prompt) (x, y int) {
	g.Row(func(p *pen) { pt.drawInput(p, in) })
	pt.cursor = false // of the frame: the box tells where it is
	return pt.x + boxPad, len(g.Rows)
}

// drawTabsOf draws the names of lists that share a place with the keys that show them.
func drawTabsOf(g *page, all []Tab, at, h int) {
	if len(all) == 0 {
		return
	}
	if h >= roomyHeight {
		g.Blank()
	}
	names := 0
	for i := range all {
		names += all[i].Key.Width() + 1 + all[i].Name.Width()
	}
	gap := max(1, min(4, (g.W-names)/(len(all)-1)))
	g.Row(func(p *pen) {
		for i := range all {
			if i > 0 {
				p.Space(gap)
			}
			from, cap, name := p.At, style.Dim, style.Dim
			if i == at {
				cap, name = style.AccentStrong, style.TitleStrong
			}
			p.Text(cap, all[i].Key)
			p.Space(1)
			p.Text(name, all[i].Name)
			p.Spot(from, Spot{Kind: lay.KeySpot, Key: all[i].Key})
		}
	})
}

// drawKeyRows draws keys side by side, in as many rows as they need.
func drawKeyRows(g *page, keys []Key) {
	for len(keys) > 0 {
		n, w := 0, 0
		for n < len(keys) && (n == 0 || w+keys[n].width() <= g.W) {
			w += keys[n].width() + 2
			n++
		}
		g.Row(func(p *pen) {
			for i := range keys[:n] {
				if i > 0 {
					p.Space(2)
				}
				drawKey(p, &keys[i])
			}
		})
		keys = keys[n:]
	}
}

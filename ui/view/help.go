package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// helpColumn is the cells one column of help takes at least, helpSpace those between two.
const helpColumn, helpSpace = 30, 3

// box draws the keys, as many rows as fit.
func (h *Help) box(pt *Painter, w, height int) box {
	g := h.page(pt, w)
	g.window(h.Scroll, helpRows(height))
	if h.Close.Name.Empty() {
		g.blank()
		return pt.boxed(g, wordHelp, style.TitleStrong)
	}
	return pt.answered(g, []Key{h.Close}, height, wordHelp, style.TitleStrong)
}

// HelpScroll gives how far a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	return max(0, len(help.page(&Painter{sh: uncoloured()}, w).rows)-helpRows(h))
}

// helpRows is how many rows of keys are shown at once.
func helpRows(height int) int { return max(height-5, 1) }

// page draws all keys in as many columns as fit, each scope kept together.
func (h *Help) page(pt *Painter, w int) *page {
	caps, does := 0, 0
	for i := range h.Groups {
		for j := range h.Groups[i].Keys {
			caps = max(caps, h.Groups[i].Keys[j].Name.Width())
			does = max(does, h.Groups[i].Keys[j].Does.Width())
		}
	}
	column := max(helpColumn, caps+2+does)
	columns := max(1, min(3, len(h.Groups), (w-2-2*boxPad+helpSpace)/(column+helpSpace)))
	width := inside(columns*(column+helpSpace)-helpSpace+2*boxPad, w)
	each := (width - (columns-1)*helpSpace) / columns
	caps = min(caps, max(each/2, 3))
	total := 0
	for i := range h.Groups {
		total += len(h.Groups[i].Keys) + 2
	}
	pages := make([]*page, 0, columns)
	now := pt.page(each, style.Float)
	for i := range h.Groups {
		group := &h.Groups[i]
		full := (total + columns - 1) / columns
		if len(now.rows) > 0 && len(pages) < columns-1 && len(now.rows)+(len(group.Keys)+1)/2 > full {
			pages = append(pages, now)
			now = pt.page(each, style.Float)
		}
		if len(now.rows) > 0 {
			now.blank()
		}
		now.text(style.Heading, group.Title)
		for j := range group.Keys {
			pt.helpKey(now, &group.Keys[j], caps)
		}
	}
	pages = append(pages, now)

	g := pt.page(width, style.Float)
	g.blank()
	most := 0
	for _, page := range pages {
		most = max(most, len(page.rows))
	}
	for y := range most {
		g.row(func(p *pen) {
			for i, page := range pages {
				p.to(i * (each + helpSpace))
				if y < len(page.rows) {
					p.raw(page.rows[y], each)
				}
			}
		})
	}
	return g
}

// helpKey draws one key and what it does; what does not apply now is dim.
func (pt *Painter) helpKey(g *page, k *Key, caps int) {
	g.row(func(p *pen) {
		name, st := style.Accent, style.Plain
		if k.Off {
			name, st = style.Dim, style.Dim
		}
		p.upTo(name, k.Name, caps)
		p.to(caps + 2)
		p.text(st, k.Does)
	})
}

var wordHelp = safetext.Const("Keys")

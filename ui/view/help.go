package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// helpColumn is the cells one column of help takes, and the space between two.
const helpColumn, helpSpace = 30, 3

// box draws all keys in as many columns as fit, each scope kept together.
func (h *Help) box(pt *Painter, w, height int) box {
	columns := max(1, min(3, len(h.Groups), (w-6+helpSpace)/(helpColumn+helpSpace)))
	width := inside(columns*(helpColumn+helpSpace)-helpSpace+4, w)
	each := (width - (columns-1)*helpSpace) / columns

	caps := 0
	for i := range h.Groups {
		for j := range h.Groups[i].Keys {
			caps = max(caps, h.Groups[i].Keys[j].Name.Width()+2)
		}
	}
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
	g.blank()
	g.window(h.Scroll, max(height-4, 1))
	return pt.boxed(g, wordHelp, style.TitleStrong)
}

// helpKey draws one key and what it does; what does not apply now is dim.
func (pt *Painter) helpKey(g *page, k *Key, caps int) {
	g.row(func(p *pen) {
		st := style.Plain
		if k.Off {
			st = style.Dim
		}
		capStyle := style.KeyCap
		if k.Off {
			capStyle = style.Dim
		}
		p.sym(capStyle, " ")
		p.upTo(capStyle, k.Name, caps-2)
		p.sym(capStyle, " ")
		p.to(caps + 2)
		p.text(st, k.Does)
	})
}

var wordHelp = safetext.Const("Keys")

package view

import (
	"slices"

	"sideboard/ui/style"
)

// listsKeys reports whether a screen that explains lists its keys in h rows.
func (e *Empty) listsKeys(h int) bool {
	return e.explains() && len(e.Keys) > 0 && h >= newsHeight
}

// unlisted returns those of the footer's keys that a screen of h rows does not list itself.
func (e *Empty) unlisted(keys []Key, h int) []Key {
	if !e.listsKeys(h) {
		return keys
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k Key) bool {
		return slices.ContainsFunc(e.Keys, func(listed Key) bool { return listed.Name == k.Name })
	})
}

// drawHeroes draws below each other what may be done first, with an empty row between where there is room.
func (e *Empty) drawHeroes(pt *Painter, g *page, centred bool) {
	caps := widest(e.Keys, func(k *Key) Text { return k.Name }) + 2
	left := 0
	if centred {
		left = max(g.w-caps-2-widest(e.Keys, func(k *Key) Text { return k.Does }), 0) / 2
	}
	for i := range e.Keys {
		if i > 0 && !e.packed {
			g.blank()
		}
		g.row(func(p *pen) {
			p.padTo(left)
			p.ascii(style.Chip, " ")
			p.text(style.Chip, e.Keys[i].Name)
			p.ascii(style.Chip, " ")
			p.padTo(left + caps + 2)
			p.textUpTo(style.SubjectStrong, e.Keys[i].Does, p.remaining())
			p.spot(left, Spot{Key: e.Keys[i].Name})
		})
	}
}

// drawKeys draws the keys side by side in the middle.
func (e *Empty) drawKeys(pt *Painter, g *page) {
	w := -2
	for i := range e.Keys {
		w += e.Keys[i].width() + 2
	}
	g.row(func(p *pen) {
		p.padTo((g.w - w) / 2)
		pt.drawKeys(p, e.Keys, g.w)
	})
}

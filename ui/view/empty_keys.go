package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
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

// drawHeroes draws below each other what may be done first, apart with an empty row between.
func (e *Empty) drawHeroes(g *page, apart bool) {
	caps := lay.Widest(e.Keys, func(k *Key) Text { return k.Name }) + 2
	left := max(e.left(g.W-caps-2-lay.Widest(e.Keys, func(k *Key) Text { return k.Does })), 0)
	for i, k := range e.Keys {
		if i > 0 && apart {
			g.Blank()
		}
		g.Row(func(p *pen) {
			p.PadTo(left)
			lay.Draw(p, lay.Bit{Text: safetext.Spaces(1).Append(k.Name, safetext.Spaces(1)), Style: style.Chip})
			p.PadTo(left + caps + 2)
			p.Text(style.SubjectStrong, k.Does)
			p.Spot(left, Spot{Kind: lay.KeySpot, Key: k.Name})
		})
	}
}

// drawKeys draws the keys side by side in the middle.
func (e *Empty) drawKeys(g *page) {
	w := -2
	for i := range e.Keys {
		w += e.Keys[i].width() + 2
	}
	g.Row(func(p *pen) {
		p.PadTo((g.W - w) / 2)
		drawKeys(p, e.Keys, g.W)
	})
}

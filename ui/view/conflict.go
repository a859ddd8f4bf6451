package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Dispute is one field that two hands changed: what it was, and what each made of it.
type Dispute struct {
	Field               Text
	Base, Theirs, Yours Text
	By                  Text // who "theirs" is, empty where the file does not tell
	Hue                 style.Style
	Mine                bool // yours is chosen
}

// Conflict lets a person choose, field by field, between their value and the one that is in the file now.
type Conflict struct {
	Title    Text
	Lines    []Line // what happened
	Fields   []Dispute
	Selected int
	Keys     []Key
}

// box draws the fields below one another, each with what it was, theirs and yours; a mark stands before the chosen one.
func (c *Conflict) box(pt *Painter, w, h int) box {
	g := pt.page(inside(78, w), style.Float)
	if h >= tightHeight {
		g.blank()
	}
	for _, l := range c.Lines {
		g.line(l)
	}
	from, to := 0, len(g.rows)
	for i := range c.Fields {
		if h >= tightHeight {
			g.blank()
		}
		if i == c.Selected {
			from = len(g.rows)
		}
		pt.dispute(g, &c.Fields[i], i == c.Selected)
		if i == c.Selected {
			to = len(g.rows)
		}
	}
	foot := pt.page(g.w, g.on)
	foot.blank()
	foot.keys(pt, c.Keys)
	if room := max(h-2-len(foot.rows), 1); len(g.rows) > room {
		first := min(max(to-room, 0), from)
		g.rows = g.rows[first:min(first+room, len(g.rows))]
	}
	g.rows = append(g.rows, foot.rows...)
	return pt.boxed(g, c.Title, style.TitleStrong)
}

// dispute draws one field.
func (pt *Painter) dispute(g *page, d *Dispute, selected bool) {
	label := style.Label
	if selected {
		label = style.LabelStrong
	}
	g.row(func(p *pen) { p.text(label, d.Field) })
	side := func(chosen bool, name, value, by Text, st style.Style) {
		g.row(func(p *pen) {
			p.space(2)
			if chosen {
				p.sym(style.AccentStrong, pt.sh.Glyphs.Cursor)
			}
			p.to(4)
			p.text(style.Dim, name)
			p.to(12)
			p.upTo(st, value, p.left()-by.Width()-2)
			if !by.Empty() {
				p.space(2)
				p.text(d.Hue, by)
			}
		})
	}
	chosen := func(is bool) style.Style {
		if is {
			return style.Strong
		}
		return style.Dim
	}
	side(false, wordWas, d.Base, Text{}, style.Removed)
	side(!d.Mine, wordTheirs, d.Theirs, d.By, chosen(!d.Mine))
	side(d.Mine, wordYours, d.Yours, Text{}, chosen(d.Mine))
}

var (
	wordWas    = safetext.Const("was")
	wordTheirs = safetext.Const("theirs")
	wordYours  = safetext.Const("yours")
)

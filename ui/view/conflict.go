package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// FieldConflict is one field that two hands changed: what it was, and what each made of it.
type FieldConflict struct {
	Field               Text
	Base, Theirs, Yours Text
	By                  Text // who "theirs" is, empty where the file does not tell
	Hue                 style.Style
	Since               Text   // how long ago theirs was written, empty when unknown
	YoursChosen         bool   // yours is chosen
	ManualChosen        bool   // what was put by hand is chosen
	Manual              Text   // what was put by hand
	Input               *Field // where it is being put now, nil while it is not
}

// Conflict lets a person choose, field by field, between their value, the one that is in the file now, and one put by
// hand.
type Conflict struct {
	Title    Text
	Lines    []Line // what happened
	Fields   []FieldConflict
	Selected int
	Keys     []Key
}

// box draws the fields below one another, each with what it was, theirs and yours; a mark stands before the chosen one.
func (c *Conflict) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(78, w), style.Float)
	if h >= tightHeight {
		g.Blank()
	}
	for _, l := range c.Lines {
		g.Line(l)
	}
	from, to := 0, len(g.Rows)
	var x, y int
	var cursor bool
	for i := range c.Fields {
		if h >= tightHeight {
			g.Blank()
		}
		if i == c.Selected {
			from = len(g.Rows)
		}
		cx, cy, has := pt.drawFieldConflict(g, &c.Fields[i], i == c.Selected)
		if i == c.Selected {
			to = len(g.Rows)
			x, y, cursor = cx, cy, has
		}
	}
	foot := pt.newPage(g.W, g.On)
	foot.Blank()
	drawKeyRows(foot, c.Keys)
	room, first := max(h-2-len(foot.Rows), 1), 0
	if len(g.Rows) > room {
		if first = min(max(to-room, 0), from); cursor {
			first = max(to-room, 0) // what is typed is at the end
		}
		g.Rows = g.Rows[first:min(first+room, len(g.Rows))]
	}
	g.Add(foot)
	b := pt.border(g, c.Title, style.TitleStrong)
	b.x, b.y = x+boxPad, y-first+1
	b.cursor = cursor && b.y > 0 && b.y <= room
	return b
}

// drawFieldConflict draws one field, and answers where the cursor is in the page while a value is put by hand.
func (pt *Painter) drawFieldConflict(g *page, d *FieldConflict, selected bool) (x, y int, cursor bool) {
	label := style.Label
	if selected {
		label = style.LabelStrong
	}
	g.Row(func(p *pen) { p.Text(label, d.Field) })
	side := func(chosen bool, name, value, by, since Text, st style.Style) {
		g.Row(func(p *pen) {
			p.Space(2)
			if chosen {
				p.Glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
			}
			p.PadTo(4)
			p.Text(style.Dim, name)
			p.PadTo(13)
			p.TextIn(st, value, p.Room()-by.Width()-since.Width()-4)
			if !by.Empty() {
				p.Space(2)
				p.Text(d.Hue, by)
			}
			if !since.Empty() {
				p.Space(2)
				p.Text(style.Dim, since)
			}
		})
	}
	chosen := func(is bool) style.Style {
		if is {
			return style.Strong
		}
		return style.Dim
	}
	kept := !d.YoursChosen && !d.ManualChosen
	side(false, wordWas, d.Base, Text{}, Text{}, style.Removed)
	side(kept, wordTheirs, d.Theirs, d.By, d.Since, chosen(kept))
	side(d.YoursChosen, wordYours, d.Yours, Text{}, Text{}, chosen(d.YoursChosen))
	if d.Input != nil {
		return pt.drawField(g, d.Input, 0, 0, 0)
	}
	if !d.Manual.Empty() || d.ManualChosen {
		side(d.ManualChosen, wordHand, d.Manual, Text{}, Text{}, chosen(d.ManualChosen))
	}
	return 0, 0, false
}

var (
	wordWas    = safetext.Const("was")
	wordTheirs = safetext.Const("theirs")
	wordYours  = safetext.Const("yours")
	wordHand   = safetext.Const("by hand")
)

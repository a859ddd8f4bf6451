package view

import "sideboard/ui/style"

// formChoices is how many completions are shown at once.
const formChoices = 6

// FormWidth gives the cells the content of a field may take on a screen of w cells.
func FormWidth(w int) int { return max(inside(78, w)-1, 1) }

// box draws a form: for each field a label, what it holds, and what is wrong with it. The cursor stands in the
// field in focus. Where the screen is too low, the fields around the one in focus are shown.
func (f *Form) box(pt *Painter, w, h int) box {
	g := pt.page(inside(78, w), style.Float)
	g.blank()
	at, cursor, from, to := [2]int{}, false, 0, 0
	for i := range f.Fields {
		field := &f.Fields[i]
		if field.Focused {
			from = len(g.rows)
		}
		x, y, has := pt.field(g, field)
		if field.Focused {
			to = len(g.rows)
			at, cursor = [2]int{x, y}, has
		}
		if h >= roomyHeight {
			g.blank()
		}
	}
	foot := pt.page(g.w, g.on)
	if !f.Error.Empty() {
		foot.text(style.Danger, f.Error)
	}
	foot.keys(pt, f.Keys)
	room := max(h-2-len(foot.rows), 1)
	first := 0
	if len(g.rows) > room {
		first = max(0, min(max(to-room, 0), from))
		first = min(first, len(g.rows)-room)
		g.rows = g.rows[first : first+room]
	}
	g.rows = append(g.rows, foot.rows...)
	b := pt.boxed(g, f.Title, style.TitleStrong)
	b.x, b.y = at[0]+boxPad, at[1]-first+1
	b.cursor = cursor && b.y > 0 && b.y <= room
	return b
}

// field draws one field and answers where its cursor is in the page.
func (pt *Painter) field(g *page, f *Field) (x, y int, cursor bool) {
	g.row(func(p *pen) {
		st := style.Label
		if f.Focused {
			st = style.LabelStrong
		}
		p.text(st, f.Label)
		if !f.Remark.Empty() {
			p.space(2)
			p.text(style.Hint, f.Remark)
		}
	})
	top := len(g.rows)
	on := g.on
	g.on = ground(f.Focused)
	room := g.w - 1
	empty := len(f.Lines) == 0 || len(f.Lines) == 1 && f.Lines[0].Empty()
	for i := range max(f.Rows, 1) {
		g.row(func(p *pen) {
			switch n := f.Top + i; {
			case empty && i == 0:
				p.upTo(style.Hint, f.Hint, room)
			case n < len(f.Lines):
				p.text(style.Input, f.Lines[n].Window(f.Left, room))
			}
		})
	}
	g.on = on
	if f.Focused && f.CursorY >= f.Top && f.CursorY < f.Top+max(f.Rows, 1) {
		x, y, cursor = min(max(f.CursorX-f.Left, 0), room), top+f.CursorY-f.Top, true
		if pt.sh.Graphemes && f.CursorY < len(f.Lines) {
			x -= f.Lines[f.CursorY].Window(f.Left, x).Slack()
		}
	}
	if !f.Error.Empty() {
		g.text(style.Danger, f.Error)
	}
	if f.Focused && len(f.Choices) > 0 {
		pt.completions(g, f.Choices, f.Choice)
	}
	return x, y, cursor
}

// completions draws what could stand in the field, indented below it.
func (pt *Painter) completions(g *page, all []Choice, chosen int) {
	first := window(0, chosen, formChoices, len(all))
	for i := first; i < min(first+formChoices, len(all)); i++ {
		c := &all[i]
		g.row(func(p *pen) {
			st := style.SubjectQuiet
			if i == chosen {
				st = style.AccentStrong
				p.sym(st, pt.sh.Glyphs.Cursor)
			}
			p.to(2)
			if c.Stated {
				glyph, look := sign(pt.sh, c.State)
				p.sym(look, glyph)
				p.space(1)
			}
			p.text(st, c.Label)
			p.space(2)
			p.text(style.Dim, c.Remark)
		})
	}
}

// FormArea gives the rows a field of several lines may take in a form of n fields on a screen of h rows, so that the
// whole form is seen where that is possible.
func FormArea(h, n int) int {
	each := 2 // label and line
	if h >= roomyHeight {
		each++
	}
	return min(max(h-6-each*n, 3), 12)
}

package view

import (
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// box draws a question with its details and the keys that answer it.
func (c *Confirm) box(pt *Painter, w, h int) box {
	g := pt.page(inside(64, w), style.Float)
	if h >= tightHeight { // lower than that, the question comes before any air
		g.blank()
	}
	st := style.TitleStrong
	if c.Danger {
		st = style.DangerStrong
	}
	g.text(st, c.Question)
	if len(c.Detail) > 0 {
		g.blank()
		for _, l := range c.Detail {
			g.line(l)
		}
	}
	return pt.answered(g, c.Keys, h, Text{}, st)
}

// box draws a message.
func (m *Message) box(pt *Painter, w, h int) box {
	g := pt.page(inside(72, w), style.Float)
	g.blank()
	for _, l := range m.Lines {
		g.line(l)
	}
	st := [...]style.Style{Info: style.TitleStrong, Good: style.Ready, Warning: style.Warning, Danger: style.DangerStrong}[m.Level]
	return pt.answered(g, m.Keys, h, m.Title, st)
}

// answered closes a dialog with its keys; where it is too high, its middle gives way.
func (pt *Painter) answered(g *page, keys []Key, h int, title Text, st style.Style) box {
	foot := pt.page(g.w, g.on)
	if len(keys) > 0 {
		if h >= tightHeight {
			foot.blank()
		}
		foot.keys(pt, keys)
	}
	g.window(0, max(h-2-len(foot.rows), 1))
	g.rows = append(g.rows, foot.rows...)
	return pt.boxed(g, title, st)
}

// box draws the files that are no tasks, and why.
func (m *Problems) box(pt *Painter, w, h int) box {
	g := pt.page(inside(96, w), style.Float)
	foot := pt.page(g.w, g.on)
	if m.Selected >= 0 && m.Selected < len(m.Items) {
		item := &m.Items[m.Selected]
		foot.blank()
		if item.Why.Width() > g.w-2 { // cut in its line, whole here
			foot.text(style.Plain, item.Why)
		}
		for _, l := range item.More {
			foot.line(l)
		}
	}
	if !m.Error.Empty() {
		foot.text(style.Danger, m.Error)
	}
	foot.blank()
	foot.keys(pt, m.Keys)
	each := 2
	room := max((h-2-1-len(foot.rows))/each, 1)
	g.blank()
	first := window(m.First, m.Selected, room, len(m.Items))
	for i := first; i < min(first+room, len(m.Items)); i++ {
		item := &m.Items[i]
		g.on = ground(i == m.Selected)
		g.row(func(p *pen) {
			st := style.Warning
			if item.Danger {
				st = style.Danger
			}
			p.sym(st, pt.sh.Glyphs.Problem)
			p.space(1)
			p.upTo(style.Subject, item.File, p.left()-item.Since.Width()-2)
			p.to(p.end - 1 - item.Since.Width())
			p.text(style.Dim, item.Since)
		})
		g.row(func(p *pen) {
			p.space(2)
			p.text(style.Dim, item.Why)
		})
	}
	g.on = style.Float
	switch {
	case len(m.Items) == 0 && m.Busy:
		g.text(style.Dim, safetext.Const("Looking ..."))
	case len(m.Items) == 0:
		g.text(style.Dim, safetext.Const("Nothing is wrong here."))
	}
	g.rows = append(g.rows, foot.rows...)
	if len(g.rows) > h-2 {
		g.rows = g.rows[:max(h-2, 1)]
	}
	title := safetext.Const("Problems")
	if !m.Tally.Empty() {
		title = title.Append(safetext.Const(": ")).Append(m.Tally)
	}
	return pt.boxed(g, title, style.TitleStrong)
}

// box draws a list to choose from.
func (m *Picker) box(pt *Painter, w, h int) box {
	g := pt.page(inside(84, w), style.Float)
	foot := pt.page(g.w, g.on)
	if len(m.More) > 0 && h >= roomyHeight {
		foot.blank()
		for _, l := range m.More {
			foot.row(func(p *pen) { p.space(2); p.line(l) })
		}
	}
	if h >= tightHeight {
		foot.blank()
	}
	foot.keys(pt, m.Keys)
	switch {
	case m.Typing || !m.Filter.Empty():
		g.row(func(p *pen) {
			p.word(style.AccentStrong, "/ ")
			p.upTo(style.Input, m.Filter, max(p.left()-m.Tally.Width()-3, 1))
			if m.Typing {
				p.word(style.AccentStrong, "_")
			}
			p.to(p.end - 1 - m.Tally.Width())
			p.text(style.Dim, m.Tally)
		})
	case h >= tightHeight:
		g.blank()
	}
	room := max(h-2-len(g.rows)-len(foot.rows), 1)
	pt.choices(g, m.Items, m.First, m.Selected, room)
	g.rows = append(g.rows, foot.rows...)
	if len(g.rows) > h-2 {
		g.rows = g.rows[:max(h-2, 1)]
	}
	return pt.boxed(g, m.Title, style.TitleStrong)
}

// choices draws lines to choose from, at most n of them, the chosen one raised.
func (pt *Painter) choices(g *page, items []Choice, first, selected, n int) {
	on := g.on
	if n > 2 && len(items) > n {
		n-- // the last row says how many more there are
		defer func() {
			above := window(first, selected, n, len(items))
			g.row(func(p *pen) {
				p.to(2)
				p.word(style.Faint, moreWords(above, len(items)-above-n))
			})
		}()
	}
	first = window(first, selected, n, len(items))
	for i := first; i < min(first+n, len(items)); i++ {
		c := &items[i]
		if i == selected {
			g.on = style.Field
		}
		g.row(func(p *pen) {
			if i == selected {
				p.sym(style.AccentStrong, pt.sh.Glyphs.Cursor)
			}
			p.to(2)
			if c.Stated {
				glyph, st := sign(pt.sh, c.State)
				p.sym(st, glyph)
				p.space(1)
			}
			right := 0
			if !c.Right.Empty() && p.left() > c.Right.Width()+12 {
				right = c.Right.Width() + 3
			}
			label := p.left() - right
			if beside := min(c.Note.Width(), label*2/5); beside > 0 {
				label -= beside + 2
			}
			p.upTo(style.Subject, c.Label, label)
			if !c.Note.Empty() && p.left()-right > 4 {
				p.space(2)
				p.upTo(style.Dim, c.Note, p.left()-right)
			}
			if right > 0 {
				p.to(p.end - 1 - c.Right.Width())
				p.text(style.Dim, c.Right)
			}
		})
		g.on = on
	}
}

// moreWords says how many lines are out of sight.
func moreWords(above, below int) string {
	switch {
	case above == 0:
		return strconv.Itoa(below) + " more below"
	case below == 0:
		return strconv.Itoa(above) + " more above"
	}
	return strconv.Itoa(above) + " more above, " + strconv.Itoa(below) + " below"
}

func ground(chosen bool) style.Ground {
	if chosen {
		return style.Field
	}
	return style.Float
}

// window moves the first visible line so that the chosen one of all is among n.
func window(first, chosen, n, all int) int {
	if chosen >= 0 {
		first = max(min(first, chosen), chosen-n+1)
	}
	return max(0, min(first, all-n))
}

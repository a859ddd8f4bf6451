package view

import (
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// box draws a question with its details and the keys that answer it.
func (c *Confirm) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(64, w), style.Float)
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
	return pt.withKeys(g, c.Keys, h, Text{}, st)
}

// box draws a message.
func (m *Message) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(72, w), style.Float)
	g.blank()
	for _, l := range m.Lines {
		g.line(l)
	}
	st := [...]style.Style{Info: style.TitleStrong, Good: style.Ready, Warning: style.Warning, Danger: style.DangerStrong}[m.Level]
	return pt.withKeys(g, m.Keys, h, m.Title, st)
}

// answered closes a dialog with its keys; where it is too high, its middle gives way.
func (pt *Painter) withKeys(g *page, keys []Key, h int, title Text, st style.Style) floatBox {
	foot := pt.newPage(g.w, g.on)
	if len(keys) > 0 {
		if h >= tightHeight {
			foot.blank()
		}
		foot.keys(pt, keys)
	}
	g.keepRows(0, max(h-2-len(foot.rows), 1))
	g.rows = append(g.rows, foot.rows...)
	return pt.border(g, title, st)
}

// box draws the files that are no tasks, and why.
func (m *Problems) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(96, w), style.Float)
	foot := pt.newPage(g.w, g.on)
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
	first := firstVisible(m.First, m.Selected, room, len(m.Items))
	for i := first; i < min(first+room, len(m.Items)); i++ {
		item := &m.Items[i]
		g.on = rowGround(i == m.Selected)
		g.row(func(p *pen) {
			st := style.Warning
			if item.Danger {
				st = style.Danger
			}
			p.glyph(st, pt.sh.Glyphs.Problem)
			p.space(1)
			p.textUpTo(style.Subject, item.File, p.remaining()-item.Since.Width()-2)
			p.padTo(p.end - 1 - item.Since.Width())
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
	return pt.border(g, title, style.TitleStrong)
}

// box draws a list to choose from.
func (m *Picker) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(84, w), style.Float)
	foot := pt.newPage(g.w, g.on)
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
			p.ascii(style.AccentStrong, "/ ")
			p.textUpTo(style.Input, m.Filter, max(p.remaining()-m.Tally.Width()-3, 1))
			if m.Typing {
				p.ascii(style.AccentStrong, "_")
			}
			p.padTo(p.end - 1 - m.Tally.Width())
			p.text(style.Dim, m.Tally)
		})
	case h >= tightHeight:
		g.blank()
	}
	room := max(h-2-len(g.rows)-len(foot.rows), 1)
	pt.drawChoices(g, m.Items, m.First, m.Selected, room)
	g.rows = append(g.rows, foot.rows...)
	if len(g.rows) > h-2 {
		g.rows = g.rows[:max(h-2, 1)]
	}
	return pt.border(g, m.Title, style.TitleStrong)
}

// choices draws lines to choose from, at most n of them, the chosen one raised.
func (pt *Painter) drawChoices(g *page, items []Choice, first, selected, n int) {
	on := g.on
	if n > 2 && len(items) > n {
		n-- // the last row says how many more there are
		defer func() {
			above := firstVisible(first, selected, n, len(items))
			g.row(func(p *pen) {
				p.padTo(2)
				p.ascii(style.Faint, hiddenWords(above, len(items)-above-n))
			})
		}()
	}
	first = firstVisible(first, selected, n, len(items))
	for i := first; i < min(first+n, len(items)); i++ {
		c := &items[i]
		if i == selected {
			g.on = style.Field
		}
		g.row(func(p *pen) {
			if i == selected {
				p.glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
			}
			p.padTo(2)
			if c.Stated {
				glyph, st := stateGlyph(pt.sh, c.State)
				p.glyph(st, glyph)
				p.space(1)
			}
			right := 0
			if !c.Right.Empty() && p.remaining() > c.Right.Width()+12 {
				right = c.Right.Width() + 3
			}
			label := p.remaining() - right
			if beside := min(c.Note.Width(), label*2/5); beside > 0 {
				label -= beside + 2
			}
			p.textUpTo(style.Subject, c.Label, label)
			if !c.Note.Empty() && p.remaining()-right > 4 {
				p.space(2)
				p.textUpTo(style.Dim, c.Note, p.remaining()-right)
			}
			if right > 0 {
				p.padTo(p.end - 1 - c.Right.Width())
				p.text(style.Dim, c.Right)
			}
		})
		g.on = on
	}
}

// moreWords says how many lines are out of sight.
func hiddenWords(above, below int) string {
	switch {
	case above == 0:
		return strconv.Itoa(below) + " more below"
	case below == 0:
		return strconv.Itoa(above) + " more above"
	}
	return strconv.Itoa(above) + " more above, " + strconv.Itoa(below) + " below"
}

func rowGround(chosen bool) style.Ground {
	if chosen {
		return style.Field
	}
	return style.Float
}

// window moves the first visible line so that the chosen one of all is among n.
func firstVisible(first, chosen, n, all int) int {
	if chosen >= 0 {
		first = max(min(first, chosen), chosen-n+1)
	}
	return max(0, min(first, all-n))
}

package view

import (
	"strconv"

	"sideboard/ui/style"
)

// Choice is one line to choose from.
type Choice struct {
	Label  Text
	Note   Text // dim, behind
	Right  Text // dim, at the right end
	State  State
	Stated bool // draw the state's glyph
}

// Picker chooses one of a list.
type Picker struct {
	Title    Text
	Items    []Choice
	First    int
	Selected int
	More     []Line // about the selected one, below the list
	Filter   Text   // what was typed to find some of them
	Typing   bool   // it is being typed
	Tally    Text   // beside the filter: "3 of 31"
	Keys     []Key
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

// drawChoices draws lines to choose from, at most n of them, the chosen one raised.
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

// hiddenWords returns how many lines are out of sight.
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

// firstVisible moves the first visible line so that the chosen one of all is among n.
func firstVisible(first, chosen, n, all int) int {
	if chosen >= 0 {
		first = max(min(first, chosen), chosen-n+1)
	}
	return max(0, min(first, all-n))
}

// selectedGround returns the ground of a chosen line on another ground.
func selectedGround(on style.Ground) style.Ground {
	if on == style.Float {
		return style.Field
	}
	return style.Raised
}

package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Tab names a view, or the board, with its key.
type Tab struct {
	Key, Name Text
	View      ViewKind
}

// Counts is how many tasks there are of each kind.
type Counts struct {
	Failed, Unclear, Ready, Running, Blocked, Done int
}

// drawTabs draws the names of the views with their keys, the current one strong, and the counts where they have room. Each name is in
// the same cells in every view; where not all fit there are the keys alone.
func (pt *Painter) drawTabs(l *Layout, b *Board) {
	p, h := &pt.p, &b.Header
	p.PadTo(l.lead())
	names, gaps, gap := 0, len(h.Tabs)-1, 3
	for i := range h.Tabs {
		names += h.Tabs[i].Key.Width() + 1 + h.Tabs[i].Name.Width()
	}
	for gap > 1 && (l.W < WideWidth && gap > 2 || names+gaps*gap > p.Room()-margin) {
		gap--
	}
	named := names+gaps*gap <= p.Room()
	for i := range h.Tabs {
		t := &h.Tabs[i]
		w := t.Key.Width()
		if named {
			w += 1 + t.Name.Width()
		}
		before := gap * min(i, 1)
		if before+w > p.Room() {
			break
		}
		p.Space(before)
		from, cap, name := p.At, style.Dim, style.Dim
		if t.View == l.View || t.View == GraphView && l.View == TreeView {
			cap, name = style.AccentStrong, style.TitleStrong
		}
		if p.Text(cap, t.Key); named {
			p.Space(1)
			p.Text(name, t.Name)
		}
		p.Spot(from, Spot{Kind: TabSpot, Item: i})
	}
	if l.W >= wordyStrip {
		pt.drawCounts(&h.Counts)
	}
}

// lead returns the cell the two lines at the top begin in: where the names of columns do, and what stands in a list.
func (l *Layout) lead() int {
	if l.W < wordyStrip {
		return margin
	}
	return margin + 1
}

// drawCounts draws how many tasks there are of each kind at the right end, in the order of the columns: in words, else with
// their glyphs alone, else not at all.
func (pt *Painter) drawCounts(c *Counts) {
	p := &pt.p
	kinds := [...]struct {
		n       int
		section SectionKind
		word    string
	}{
		{c.Failed, FailedSection, " failed"}, {c.Ready, ReadySection, " ready"}, {c.Running, NowSection, " in progress"},
		{c.Blocked, BlockedSection, " blocked"}, {c.Done, DoneSection, " done"},
	}
	plain, worded := -2, -3
	for _, k := range kinds {
		if k.n > 0 {
			plain += 2 + lay.Digits(k.n) + 2
			worded += 2 + lay.Digits(k.n) + len(k.word) + 3
		}
	}
	room, gap := p.End-margin-p.At-3, 3
	words := worded <= room
	if !words {
		worded, gap = plain, 2
	}
	if plain <= 0 || worded > room {
		return
	}
	p.PadTo(p.End - margin - worded)
	first := true
	for _, k := range kinds {
		if k.n == 0 {
			continue
		}
		if !first {
			p.Space(gap)
		}
		first = false
		from := p.At
		glyph, hue := sectionSign(pt.sh, k.section)
		p.Glyph(hue, glyph)
		p.Space(1)
		p.Number(style.Title, k.n)
		if words {
			p.ASCII(style.Dim, k.word)
		}
		p.Spot(from, Spot{Kind: SectionSpot, Item: int(k.section)})
	}
}

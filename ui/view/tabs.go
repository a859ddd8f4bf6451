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

// tabsMost is how many views there are names for.
const tabsMost = 8

// drawTabs draws the names of the views with their keys, the current one strong, and the counts where they have room.
func (pt *Painter) drawTabs(l *Layout, b *Board) {
	p, h := &pt.p, &b.Header
	for i, place := range l.tabPlaces(h.Tabs) {
		if place.Empty() {
			continue
		}
		t := &h.Tabs[i]
		p.PadTo(place.X)
		cap, name := style.Dim, style.Dim
		if t.View == l.View || t.View == GraphView && l.View == TimelineView {
			cap, name = style.AccentStrong, style.TitleStrong
		}
		p.Text(cap, t.Key)
		if t.Key.Width() < place.W {
			p.Space(1)
			p.Text(name, t.Name)
		}
	}
	if l.W >= wordyStrip {
		pt.drawCounts(&h.Counts)
	}
}

// tabPlaces returns the cells of each name, which are the same in every view; where not all fit, those of the keys alone.
func (l *Layout) tabPlaces(tabs []Tab) (places [tabsMost]Rect) {
	r, names := l.Tabs, 0
	tabs = tabs[:min(len(tabs), tabsMost)]
	for i := range tabs {
		names += tabs[i].Key.Width() + 1 + tabs[i].Name.Width()
	}
	x, gap := r.X+l.lead(), 3
	for gap > 1 && (r.W < WideWidth && gap > 2 || x+names+(len(tabs)-1)*gap > r.X+r.W-margin) {
		gap--
	}
	named := x+names+(len(tabs)-1)*gap <= r.X+r.W
	for i := range tabs {
		w := tabs[i].Key.Width()
		if named {
			w += 1 + tabs[i].Name.Width()
		}
		if x+w > r.X+r.W {
			break
		}
		places[i] = Rect{X: x, Y: r.Y, W: w, H: r.H}
		x += w + gap
	}
	return places
}

// lead returns the cell the two lines at the top begin in: where the names of columns do, and what stands in a list.
func (l *Layout) lead() int {
	if l.W < wordyStrip {
		return margin
	}
	return margin + 1
}

// TabAt returns which of the tabs lies at a cell.
func (l Layout) TabAt(tabs []Tab, x, y int) (i int, ok bool) {
	for i, place := range l.tabPlaces(tabs) {
		if place.Contains(x, y) {
			return i, true
		}
	}
	return 0, false
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
		pt.drawSectionSign(p, k.section)
		p.Number(style.Title, k.n)
		if words {
			p.ASCII(style.Dim, k.word)
		}
		pt.spot(from, Spot{Kind: SectionSpot, Item: int(k.section)})
	}
}

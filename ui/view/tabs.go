package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Tab is the name of a view, or of the board, with its key.
type Tab struct {
	Key, Name Text
	View      ViewKind
}

// Counts is the number of tasks in each section of the list, none of them above the others because it needs a person.
type Counts [Sections]int

// tabColumns are the columns of the row of names: the names, which are cut last, and the counts.
var tabColumns = []lay.Col{{Min: 60, Fill: true, Rest: true}, {Gap: 3, Right: true}}

// drawTabs draws the names of the views with their keys, or the keys alone if not all names fit, and the counts. The current view is strong.
func drawTabs(p *pen, t *lay.Table, l *Layout, h *Header) {
	single(t, tabColumns, l.lead())
	var long, short [4 * 8]lay.Bit
	n, m := 0, 0
	for i := range h.Tabs {
		tab := &h.Tabs[i]
		key, name := lay.Bit{Text: tab.Key, Style: style.Dim, Kind: TabSpot, Item: i}, lay.Bit{Text: tab.Name, Style: style.Dim, Kind: TabSpot, Item: i}
		if tab.View == l.View || tab.View == GraphView && l.View == TreeView {
			key.Style, name.Style = style.AccentStrong, style.TitleStrong
		}
		blank, gap := lay.Bit{Text: wordBlank, Kind: TabSpot, Item: i}, lay.Bit{Text: wordGap}
		n += copy(long[n:], []lay.Bit{gap, key, blank, name}[b2i(i == 0):])
		m += copy(short[m:], []lay.Bit{gap, key}[b2i(i == 0):])
	}
	cells := [2]lay.Cell{{Bits: t.Bits(long[:n]...), Short: t.Bits(short[:m]...)}}
	if l.Strip.Empty() {
		counts := h.Counts.inSections()
		cells[1] = countsCell(t, p.Sheet, &counts)
	}
	t.DrawSingle(p, cells[:]...)
}

var wordGap = safetext.Spaces(3)

// lead returns the cell in which the rows below the header begin, as do the titles of columns and the cards of a list.
func (l *Layout) lead() int { return margin + b2i(l.W >= wordyStrip) }

// inSections returns the counts as those of the list, which nothing is filtered out of.
func (c *Counts) inSections() (all [Sections]SectionCount) {
	for section, n := range c {
		all[section] = SectionCount{Shown: n, Total: n}
	}
	return all
}

// countedSections are the sections that are counted above the cards, in the order of the columns.
var countedSections = [...]SectionKind{FailedSection, ReadySection, NowSection, BlockedSection, DoneSection}

// countsCell returns the number of tasks in each section: in words, or, if these do not fit, with signs and one word.
func countsCell(t *lay.Table, sh *style.Sheet, of *[Sections]SectionCount) lay.Cell {
	var long, short [3 * len(countedSections)]lay.Bit
	n, m := 0, 0
	for _, k := range countedSections {
		tasks := &of[k]
		if k == FailedSection && tasks.Total == 0 {
			continue
		}
		count := lay.Bit{Count: tasks.Shown, Style: style.Title, Kind: SectionSpot, Item: int(k)}
		count.Sign, count.Hue = k.sign(sh)
		switch {
		case tasks.Shown != tasks.Total:
			count.Style = style.Accent
		case tasks.Total == 0:
			count.Style = style.Dim
		}
		if tasks.Shown == 0 {
			count.Text = textZero
		}
		word := lay.Bit{Text: sections[k].counted, Style: style.Dim, Kind: SectionSpot, Item: int(k)}
		n += copy(long[n:], []lay.Bit{{Text: wordGap}, count, word}[b2i(n == 0):])
		m += copy(short[m:], []lay.Bit{{Text: wordTwo}, count, word}[b2i(m == 0):2+b2i(k == ReadySection)])
	}
	return lay.Cell{Bits: t.Bits(long[:n]...), Short: t.Bits(short[:m]...)}
}

var wordTwo = safetext.Spaces(2)

// stripColumns are the columns of the row of counts above a list: the counts, the share done with its bar, and the number of hidden cards.
var stripColumns = []lay.Col{{Min: 60, Fill: true, Rest: true}, {Gap: 3, Priority: 1}, {Gap: 1, Min: 3}, {Gap: 3, Priority: 2}}

// drawStrip draws the counts of all sections, the share done, or with a filter the number of its tasks, and, if the sections have no
// heads, the number of hidden cards. Tasks that need a person count in the section of their state.
func (pt *Painter) drawStrip(l *Layout, b *Board) {
	p, t, h := &pt.p, &pt.line, &b.Header
	if h.Total == 0 && b.Stack.Len() == 0 {
		return
	}
	single(t, stripColumns, margin)
	counts := b.Stack.Sections
	if !l.Stacked {
		counts = h.Counts.inSections()
	}
	cells := [...]lay.Cell{{Bits: countsCell(t, pt.sh, &counts).Short}, {}, {}, {}}
	if v := &pt.list; l.Stacked && !b.Stack.hasHeads(l) && v.cards > 0 && v.cards < b.Stack.Len() {
		out := outOfSight(pt.sh, v.first, b.Stack.Len()-v.first-v.cards)
		cells[3].Bits = t.Bits(out[:]...)
	}
	shown, all := 0, 0
	for _, k := range countedSections {
		shown, all = shown+counts[k].Shown, all+counts[k].Total
	}
	if shown != all { // the share done would not be that of the tasks that a filter shows
		cells[1].Bits = t.Bits(countOf(shown, all))
	} else if h.Total > 0 {
		cells[1], cells[2] = h.percent(t, wordPercent), pt.bar.cell(h)
	}
	t.DrawSingle(p, cells[:]...)
}

// outOfSight returns the number of cards of a list that are hidden above and below.
func outOfSight(sh *style.Sheet, above, below int) (bits [3]lay.Bit) {
	if above > 0 {
		bits[0] = lay.Bit{Sign: sh.Glyphs.Up, Hue: style.Dim, Tight: true, Count: above, Style: style.Dim}
	}
	if above > 0 && below > 0 {
		bits[1] = lay.Bit{Sign: " "}
	}
	if below > 0 {
		bits[2] = lay.Bit{Sign: sh.Glyphs.Down, Hue: style.Dim, Tight: true, Count: below, Style: style.Dim}
	}
	return bits
}

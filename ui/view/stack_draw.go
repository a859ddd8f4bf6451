package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// drawStack draws the list into the rows of the body, and returns the row below the last of it.
func (pt *Painter) drawStack(l *Layout, b *Board) (end int) {
	rows := pt.list[:0]
	for range l.Body.H {
		rows = append(rows, "")
	}
	pt.list = rows
	pt.parts, pt.seen = l.appendStack(pt.parts[:0], b), pt.seen[:0]
	s := &b.Stack
	w := l.stackWidth()
	for _, p := range pt.parts {
		if p.index < 0 {
			continue
		}
		r := &s.Runs[p.run]
		pt.seen = append(pt.seen, l.stackCard(b, r, p.index, s.Place(r.Column, p.index)))
	}
	pt.widenAside(l, s, w)
	cards, headed := 0, false
	end = l.Body.Y
	for i, p := range pt.parts {
		r := &s.Runs[p.run]
		at, lies, column := p.row-l.Body.Y, Rect{X: l.Body.X, Y: p.row, W: l.Body.W, H: p.height}, r.Column
		if p.index < 0 && !p.lane {
			column = r.Section.column()
		}
		pt.spots = append(pt.spots, Spot{Rect: lies, Kind: ColumnSpot, Item: int(column)})
		switch {
		case p.lane:
			lane := *b.lane(p.run)
			lane.Shown = r.Len
			for next := p.run + 1; next < len(s.Runs) && !l.beginsStackLane(b, next, 0); next++ {
				lane.Shown += s.Runs[next].Len
			}
			lane.Total = lane.Shown
			rows[at] = pt.drawLaneHead(p.run, &lane, w)
		case p.index < 0:
			counts, waits := 0, r.Section == BlockedSection && w < rowNames && cards < len(pt.seen) && !pt.seen[cards].Told
			if !headed || waits { // said once, above the first of them, and where numbers stand beside them that count something else
				counts = pt.countsBelow(l, s, i, cards, w)
			}
			headed = headed || counts > 0
			rows[at] = pt.drawSectionHead(r.Section, s.Sections[r.Section], p.hidden, counts, waits, w)
			pt.spots = append(pt.spots, Spot{Rect: lies, Kind: HeadSpot, Item: int(r.Section)})
		default:
			card := &pt.seen[cards]
			cards++
			selected := s.Selected >= 0 && s.Selected == s.Place(r.Column, p.index)
			d := pt.drawCard(card, w, l.rowForm(card, r.Section), selected, b.Static)
			for i := range p.height {
				rows[at+i] = d.Rows[i]
			}
			pt.spots = append(pt.spots, Spot{Rect: lies, Kind: CardSpot, Item: p.index, In: int(r.Column)})
			pt.spots = lay.AppendSpots(pt.spots, d.Spots, margin, p.row, p.height)
		}
		end = p.row + p.height
	}
	return end
}

// eachSeen calls do for every card that is seen, with how that is drawn.
func (pt *Painter) eachSeen(l *Layout, s *Stack, do func(card *Card, form cardForm)) {
	i := 0
	for _, p := range pt.parts {
		if p.index >= 0 {
			do(&pt.seen[i], l.rowForm(&pt.seen[i], s.Runs[p.run].Section))
			i++
		}
	}
}

// widenAside widens the column beside the subjects of a narrow list so far that it says in words how many tasks one waits for, if that
// takes none of the cells of a subject. One column holds for all, so that it stays one.
func (pt *Painter) widenAside(l *Layout, s *Stack, w int) {
	if w < rowAside || w >= rowNames {
		return
	}
	aside, fits := rowShort+1, true
	pt.eachSeen(l, s, func(c *Card, form cardForm) {
		if c.Several {
			in := *c
			in.Aside = rowShort
			r := in.planRow(w, form)
			aside = max(aside, in.asideWords(w)+r.behindAt-r.asideEnd)
		}
	})
	pt.eachSeen(l, s, func(c *Card, form cardForm) {
		if r := c.planRow(w, form); r.aside > 0 {
			fits = fits && c.subjectAt(form)+c.Subject.Width()+c.rowMarks(form) < r.behindAt-aside
		}
	})
	if fits {
		pt.eachSeen(l, s, func(c *Card, _ cardForm) { c.Aside = aside })
	}
}

// countsBelow returns the cell in which the counts of tasks behind end in the section with one part as its head and the first of its cards
// that is seen, 0 where it has none.
func (pt *Painter) countsBelow(l *Layout, s *Stack, head, card, w int) int {
	for _, p := range pt.parts[head+1:] {
		switch {
		case p.lane:
			continue
		case p.index < 0:
			return 0
		}
		c := &pt.seen[card]
		if plan := c.planRow(w, l.rowForm(c, s.Runs[p.run].Section)); plan.behind {
			return plan.behindAt
		}
		card++
	}
	return 0
}

// sectionNames are the sections' names on the screen.
var sectionNames = [Sections]string{
	NeedsSection: "Needs you",
	NowSection:   "Now", FailedSection: "Failed", ReadySection: "Ready", BlockedSection: "Blocked", UnclearSection: "Unclear", DoneSection: "Done",
}

// sectionLooks are the colours of their names: those of the states, so that a full list without a free row shows where each begins.
var sectionLooks = [Sections]style.Style{
	NeedsSection: style.DangerStrong, NowSection: style.RunningStrong, FailedSection: style.DangerStrong, ReadySection: style.ReadyStrong,
	BlockedSection: style.BlockedStrong, UnclearSection: style.WarningStrong, DoneSection: style.Head,
}

// drawSectionHead draws glyph, name and count of a section, a thin rule, and how many of its tasks are out of sight; above the column that
// ends in the cell counts that it says how many tasks wait, and beside that, if waits is set, what a task waits for.
func (pt *Painter) drawSectionHead(k SectionKind, c SectionCount, hidden, counts int, waits bool, w int) string {
	in := c.left()
	of := drawnPiece{w: w, n: [5]int{in.Shown, in.Total, hidden, counts}, is: [3]bool{waits}}
	return pt.drawPiece(pieceAt{what: "section", in: int(k)}, of, func(p *pen) {
		end := p.End - 1
		pt.drawSectionSign(p, k)
		p.ASCII(sectionLooks[k], sectionNames[k])
		p.Space(2)
		if in.Shown != in.Total {
			p.Number(style.Accent, in.Shown)
			p.ASCII(style.Dim, " of ")
		}
		p.Number(style.Dim, in.Total)
		const more = " more"
		need := 0
		if n := lay.Digits(hidden) + len(more); hidden > 0 && end-p.At >= n+2 {
			need = n + 1
		}
		p.Space(1)
		label := wordBehind
		if waits && counts-wordsWaitsBehind.Width()-2 > p.At {
			label = wordsWaitsBehind
		}
		if counts <= end-need && counts-label.Width()-2 > p.At {
			p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, counts-label.Width()-1-p.At)
			p.Space(1)
			p.Text(style.Dim, label)
			p.Space(min(1, end-need-p.At))
		}
		p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, end-need-p.At)
		if need > 0 {
			p.Space(1)
			p.Number(style.Dim, hidden)
			p.ASCII(style.Dim, more)
		}
	})
}

// wordsWaitsBehind head the columns beside what is blocked.
var wordsWaitsBehind = wordWaitsForLabel.Append(safetext.Spaces(2), wordBehind)

// drawSectionSign draws the glyph that the tasks of a section have, and a blank.
func (pt *Painter) drawSectionSign(p *pen, k SectionKind) {
	switch k {
	case NeedsSection:
		p.Glyph(style.Danger, pt.sh.Glyphs.Problem)
	case UnclearSection:
		p.Glyph(style.Warning, pt.sh.Glyphs.Problem)
	default:
		drawState(p, sectionStates[k])
		return
	}
	p.Space(1)
}

// wordyStrip is from which width on every count has its word.
const wordyStrip = 72

// drawStrip draws the counts of all sections, one for each state, and the share that is done; where the sections have no heads, how many
// cards are out of sight above and below. Of what is not there it has the usual counts only. What needs a person counts as what it is.
func (pt *Painter) drawStrip(l *Layout, b *Board) {
	p := &pt.p
	if b.Header.Total == 0 && b.Stack.Len() == 0 {
		return
	}
	at, gap := margin, 3
	if l.W < 56 {
		gap = 2
	}
	for _, c := range [...]struct {
		section SectionKind
		word    string
	}{
		{FailedSection, " failed"}, {ReadySection, " ready"}, {NowSection, " in progress"}, {BlockedSection, " blocked"}, {DoneSection, " done"},
	} {
		tasks, st := &b.Stack.Sections[c.section], style.Subject
		switch {
		case c.section == FailedSection && tasks.Total == 0:
			continue
		case tasks.Shown != tasks.Total:
			st = style.Accent
		case tasks.Total == 0:
			st = style.Dim
		}
		if l.W < wordyStrip && (c.section != ReadySection || l.W < 40) {
			c.word = ""
		}
		p.PadTo(at)
		from := p.At
		pt.drawSectionSign(p, c.section)
		p.Number(st, tasks.Shown)
		p.ASCII(style.Dim, c.word)
		p.Spot(from, Spot{Kind: ColumnSpot, Item: int(c.section.column())})
		p.Spot(from, Spot{Kind: HeadSpot, Item: int(c.section)})
		at += 2 + lay.Digits(tasks.Shown) + len(c.word) + gap
	}
	end := l.Strip.W - margin
	if above, below := pt.outOfSight(l, b); above+below > 0 {
		pt.drawOutOfSight(p, end, above, below)
		return
	}
	h := &b.Header
	if h.Total == 0 {
		return
	}
	percent := h.Done * 100 / h.Total
	word := lay.Digits(percent) + 1
	bar := min(end-p.At-3-word-1, 24)
	if bar < 3 {
		bar = -1
	}
	if end-word-1-bar <= p.At {
		return
	}
	p.PadTo(end - word - 1 - bar)
	p.Number(style.Subject, percent)
	p.ASCII(style.Subject, "%")
	if bar > 0 {
		p.Space(1)
		h.drawProgress(p, bar)
	}
}

// outOfSight returns how many cards are hidden above and below where the sections have no heads to say it.
func (pt *Painter) outOfSight(l *Layout, b *Board) (above, below int) {
	if l.hasStackHeads() || len(pt.parts) == 0 {
		return 0, 0
	}
	s := &b.Stack
	seen := 0
	for _, p := range pt.parts {
		if p.index < 0 {
			continue
		}
		if seen == 0 {
			above = s.Place(s.Runs[p.run].Column, p.index)
		}
		seen++
	}
	return above, s.Len() - above - seen
}

// A StackCard is a card of a column.
type StackCard struct {
	Column ColumnKind
	Index  int
}

// Raise takes cards out of their sections and puts them on top of the list, in their order, as what needs a person. The runs
// are made in the room given, which is returned to be used again.
func (s *Stack) Raise(cards []StackCard, room []Run) []Run {
	room = room[:0]
	for _, c := range cards {
		room = append(room, Run{Section: NeedsSection, Column: c.Column, First: c.Index, Len: 1})
	}
	s.Sections[NeedsSection] = SectionCount{Shown: len(cards), Total: len(cards)}
	for _, r := range s.Runs {
		end := r.First + r.Len
		for from := r.First; from < end; {
			next := end // the next card that is raised
			for _, c := range cards {
				if c.Column == r.Column && c.Index >= from {
					next = min(next, c.Index)
				}
			}
			if next > from {
				room = append(room, Run{r.Section, r.Column, from, next - from})
			}
			if next < end {
				s.Sections[r.Section].Above++
			}
			from = next + 1
		}
	}
	s.Runs = room
	return room
}

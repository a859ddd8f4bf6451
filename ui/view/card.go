package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Card is one task on the board. Equal cards are drawn equally; whatever is to be seen must be in here.
type Card struct {
	Key          string // tells cards apart, never shown
	State        State
	Subject      Text
	ID           Text        // shortened, "#07"
	IDs          int         // the cells of the column of ids it stands in, 0 for none: in the list
	Owner        Text        // empty for none
	Hue          style.Style // style.You, style.OwnerHue(name) or style.Nobody
	Note         Text        // second row after the id, dim: "stuck behind"
	Names        Text        // second row after the note: "Wave layout", "2 tasks"; without a note it is what the task waits for
	Short        Text        // for where Names have no room: the id of the one task they name, or how many they are; empty where they say other things
	Soon         bool        // all that it waits for is in progress: its arrow has that colour
	Several      bool        // Names say how many they are, and Short says it as a number
	Aside        int         // the cells of the column of what stands beside subjects in a narrow list, where that has room to say how many in words; else 0
	Age          Text        // "12m"; empty for unknown
	Doing        Text        // third row: the active form
	Warn         Text        // third row instead of Doing: "no write for 31m", "started early"
	Alarm        bool        // Warn is a danger rather than a warning
	Then         Text        // a row below all others where it is roomy: what its completion helps on, "unblocks Link store +2"
	Roomy        bool        // its column has room for that row on all its cards
	Needy        bool        // it needs a person: in the list such a card says why in a row of its own
	Help         Key         // what helps then
	Behind       int         // tasks waiting behind it; above 999 drawn as 999+
	Fresh        uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark         style.Style // hue of the mark: who changed it; Plain means the accent
	Lit          bool        // it just arrived in this column, or became ready
	Marked       bool        // it is one of several that are acted on together
	Spot         bool        // what is told now is about it
	Open         bool        // its subject is shown whole, in as many rows as that takes
	Told         bool        // in a list without room for names beside subjects it names what it waits for in a row of its own
	Find         string      // what is looked for in its subject, a word on each line
	Loop         bool        // it is stuck because it is in a loop itself, not behind one
	Pending      bool        // our own write of it is in flight
	HasWorktree  bool        // it has a worktree
	WorktreeName Text        // its name: second row behind all else where there is room, else a sign on the first row stands for it
	OneSided     bool        // a link of it is written on one side only
}

// hue returns the colour of the owner: finished work steps back.
func (c *Card) hue() style.Style {
	if c.State == Done || c.State == Skipped {
		return style.Spent(c.Hue)
	}
	return c.Hue
}

// rule returns the colour of the rule at the left: the owner's, and of what needs a person in a column that of danger. In the list
// that stands on top.
func (c *Card) rule(form cardForm) style.Style {
	if (c.Alarm || c.Needy) && form == wholeCard {
		return style.Danger
	}
	return c.hue()
}

// hasRule reports whether a rule stands at the left: where there is work to do and somebody has it or has to look at it, and for a moment
// where something just happened. A rule at every card would be a wall.
func (c *Card) hasRule(form cardForm) bool {
	finished := c.State == Done || c.State == Skipped
	return c.State == Running || (c.Alarm || c.Needy) && form == wholeCard || c.Lit || !c.Owner.Empty() && !finished
}

// mostSubjectRows is how many rows a subject that is shown whole may take; almost none needs more.
const mostSubjectRows = 4

// Height returns the rows the card takes in w cells, without the row that separates cards.
func (c *Card) Height(w int) int {
	n := 2
	if c.Open {
		n = 1 + c.subjectRows(c.subjectRoom(w), w-subjectAt-1)
	}
	if c.hasThird() {
		n++
	}
	if c.Roomy && !c.Then.Empty() {
		n++
	}
	return n
}

// hasThird reports whether it says what is wrong or what is being done, in a third row.
func (c *Card) hasThird() bool { return !c.Doing.Empty() || !c.Warn.Empty() }

// subjectAt is the cell a subject begins in: behind the rule, a blank, the glyph of the state and another blank.
const subjectAt = 4

// subjectRows returns how many rows the subject takes: first cells in the first of them, rest in the others.
func (c *Card) subjectRows(first, rest int) int {
	n := 1
	if !c.Open || c.Subject.Width() <= first || first < 1 {
		return n
	}
	for _, t := c.Subject.Break(first); !t.Empty() && n < mostSubjectRows; n++ {
		_, t = t.Break(max(rest, 1))
	}
	return n
}

// drawSubject draws one row of the subject, and in the last one a mark where there is still more of it. The first row takes
// first cells, the others rest.
func (c *Card) drawSubject(p *pen, st style.Style, row, rows, first, rest int) {
	t := c.Subject
	for range row {
		_, t = t.Break(max(first, 1))
		first = rest
	}
	if row < rows-1 {
		t, _ = t.Break(max(first, 1))
	}
	p.Found(st, t, first, c.Find)
}

// drawnCard is what the rows of a card are drawn of.
type drawnCard struct {
	w        int
	form     cardForm
	selected bool
	static   bool
	dim      bool
	sheet    *style.Sheet
	card     Card
}

// drawCard returns the rows of a card, drawing them only if something about it changed since the last time.
func (pt *Painter) drawCard(c *Card, w int, form cardForm, selected, static bool) *lay.Drawn {
	dim := pt.dims && !c.Spot
	d, known := pt.cards.Get(c.Key, &drawnCard{w, form, selected, static, dim, pt.sh, *c})
	if known {
		return d
	}
	on := style.Flat
	switch {
	case selected:
		on = style.Raised
	case c.Lit && !static:
		on = style.Lit
	case c.Alarm && form == wholeCard:
		on = style.Alert
	}
	p := pen{B: pt.scratch[:0], Sheet: pt.sh, Spots: &d.Spots}
	height, room, rest := c.Height(w), c.subjectRoom(w), w-c.subjectAt(form)-1
	if form != wholeCard {
		height, room = c.stackedHeight(w, form), c.stackedRoom(w, form)
	}
	d.Rows = slices.Grow(d.Rows, height)
	titles := c.subjectRows(room, rest) // and below them what else there is
	for i := range height {
		from := len(p.B)
		p.RowAt = i
		p.Begin(w, on)
		p.MarkTitle(selected && i < titles)
		switch {
		case c.Marked && i == 0:
			p.Glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		case p.On != on: // a reversed row is one block
			p.Space(1)
		case selected:
			p.Glyph(style.Accent, pt.sh.Glyphs.RuleSelected)
		case c.Lit && c.State == Ready && !static:
			p.Glyph(style.Ready, pt.sh.Glyphs.Rule)
		case c.hasRule(form):
			p.Glyph(c.rule(form), pt.sh.Glyphs.Rule)
		}
		if i == 0 { // in a cell of its own, where it moves and cuts nothing
			p.Space(1 - p.At)
			c.drawMark(&p, static)
		}
		p.Space(2 - p.At)
		switch {
		case form != wholeCard && i == 0:
			c.drawStackedRow(&p, form, titles, selected)
		case i == 0:
			c.drawFirstRow(&p, titles, selected)
		case i < titles:
			p.PadTo(c.subjectAt(form))
			c.drawSubject(&p, c.subjectStyle(selected), i, titles, room, rest)
		case form != wholeCard && i == titles && c.planRow(w, form).below:
			p.PadTo(c.belowAt())
			c.drawAside(&p, c.Names, w-1)
		case form != wholeCard:
			c.drawStackedWork(&p, selected)
		case i == titles:
			c.drawSecondRow(&p)
		case i == titles+1 && c.hasThird():
			c.drawThirdRow(&p, selected)
		default:
			p.Space(2)
			p.TextIn(style.Dim, c.Then, p.Room()-1)
		}
		if end := on; p.On != on || form != wholeCard { // and ends where rules and columns do
			if form != wholeCard {
				end = style.Flat
			}
			p.PadTo(w - 1)
			p.SetGround(end)
		}
		p.Fill()
		row := string(p.B[from:])
		switch look := lookOf(c.State, c.Alarm); {
		case dim:
			row = inOneStyle(pt.sh, row, style.Dim, w)
		case c.Spot && i < titles:
			row = inOneStyle(pt.sh, row, look.name, w)
		case c.Spot:
			row = inOneStyle(pt.sh, row, look.said, w)
		}
		d.Rows = append(d.Rows, row)
	}
	pt.scratch = p.B
	return d
}

// subjectStyle returns how the subject is drawn.
func (c *Card) subjectStyle(selected bool) style.Style {
	switch {
	case selected:
		return style.SubjectStrong
	case c.Marked:
		return style.Accent
	}
	return subjectStyle(c.State)
}

// marksWidth returns the cells of what stands at the right of a first row of w cells, 0 where the subject has no room beside it.
func (c *Card) marksWidth(w int) int {
	right := 0
	need := func(on bool, w int) {
		if on {
			if right > 0 {
				right++
			}
			right += w
		}
	}
	need(c.HasWorktree && !c.hasRoomForWorktree(w), 1)
	need(c.OneSided, 1)
	need(c.Behind > 0, BehindWidth(c.Behind))
	if w-1-right-1-subjectAt < 8 {
		return 0 // the subject comes first
	}
	return right
}

// subjectRoom returns the cells of a subject in the first row of a card of w cells.
func (c *Card) subjectRoom(w int) int {
	room := w - 1 - subjectAt // a blank at the right end
	if right := c.marksWidth(w); right > 0 {
		room -= right + 1
	}
	return room
}

// drawFirstRow draws glyph, subject, and at the right the count of tasks behind and the marks.
func (c *Card) drawFirstRow(p *pen, titles int, selected bool) {
	g := p.Sheet.Glyphs
	drawState(p, c.State)
	c.drawSubject(p, c.subjectStyle(selected), 0, titles, c.subjectRoom(p.End), p.End-subjectAt-1)
	right := c.marksWidth(p.End)
	if right == 0 {
		return
	}
	end := p.End - 1
	p.PadTo(end - right)
	sep := func() {
		if p.At > end-right {
			p.Space(1)
		}
	}
	if c.HasWorktree && !c.hasRoomForWorktree(p.End) {
		p.Glyph(style.Dim, g.Worktree)
	}
	if c.OneSided {
		sep()
		p.Glyph(style.Warning, g.OneSided)
	}
	if c.Behind > 0 {
		sep()
		drawBehind(p, c.Behind)
	}
}

// drawMark draws the sign of a change, in the colour of who made it and then fading, or that of our own write in flight.
func (c *Card) drawMark(p *pen, static bool) {
	g := p.Sheet.Glyphs
	st, glyph := c.Mark, g.Mark
	switch {
	case c.Pending:
		st, glyph = style.Pending, g.InFlight
	case c.Fresh == 0:
		return
	case !static && c.Fresh == 2:
		st = style.Fresh2
	case !static && c.Fresh == 1:
		st, glyph = style.Fresh1, g.MarkFaint
	case st == style.Plain:
		st = style.Fresh3
	}
	p.Glyph(st, glyph)
}

package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// The cells of a second row.
const (
	waitsInWords     = 48 // from this width of a card on, what it waits for stands behind words, in all others behind an arrow
	namesBehindWords = 16 // what names have at least behind words, and beside an id: else that gives way
	namesBesideID    = 8
	usualAge         = 4 // what an age takes with the blank before it
)

// drawSecondRow draws owner, id, what it waits for, and at the right the age. What there is room for is decided by the width
// of the card more than by its texts, so that the cards of a column look alike.
func (c *Card) drawSecondRow(p *pen) {
	w := p.End
	p.Space(2)
	end := p.End - 1
	age := c.Age.Width()
	if !c.tellsAge(w) || age > 0 && end-p.At-age-1 < 4 {
		age = 0
	}
	stop := end
	if age > 0 {
		stop -= age + 1
	}
	if need := p.At + c.secondRowWidth(w); !c.Names.Empty() && need > stop && need <= end {
		age, stop = 0, end // no name is cut for an age
	}
	look := style.Dim
	switch {
	case c.State == Stuck && c.Loop, c.State == Missing, c.State == Broken:
		look = style.Missing
	case c.State == Unknown:
		look = style.Warning
	}
	from := p.At
	part := func(st style.Style, t Text, gap int) {
		if p.At > from {
			p.Space(min(gap, stop-p.At))
		}
		p.TextIn(st, t, stop-p.At)
	}
	if !c.Owner.Empty() {
		part(c.hue(), c.Owner, 0)
	}
	id, arrow := c.secondRowParts(w)
	if id {
		part(style.Dim, c.ID, 2)
	}
	switch words := c.noteWords(w); {
	case arrow && stop-p.At >= 4:
		if p.At > from {
			p.Space(2)
		}
		p.Glyph(c.arrow(look), p.Sheet.Glyphs.Left)
	case !arrow && !words.Empty():
		part(look, words, 2)
	}
	if !c.Names.Empty() {
		part(c.nameStyle(), c.Names, 1)
	}
	if c.hasRoomForWorktree(w) {
		p.Space(2)
		p.Glyph(style.Dim, p.Sheet.Glyphs.Worktree)
		p.Space(1)
		p.TextIn(style.Dim, c.WorktreeName, stop-p.At)
	}
	if age > 0 {
		p.PadTo(end - age)
		p.Text(style.Dim, c.Age)
	}
}

// tellsAge reports whether a card or a row of w cells says how old its state is: of what waits to be done only a wide one does.
func (c *Card) tellsAge(w int) bool {
	return w >= rowAge || c.State == Running || c.State == Done || c.State == Skipped
}

// noteWords returns the words before the names of a card of w cells; empty where an arrow says the same.
func (c *Card) noteWords(w int) Text {
	if c.Note.Empty() && !c.Names.Empty() && w >= waitsInWords {
		return wordWaitsForLabel
	}
	return c.Note
}

// WaitsFor returns in words what the task waits for; empty where nothing is in its way.
func (c *Card) WaitsFor() Text {
	words := c.noteWords(waitsInWords)
	if !words.Empty() && !c.Names.Empty() {
		words = words.Append(safetext.Spaces(1)).Append(c.Names)
	}
	return words
}

// secondRowParts reports whether the second row of a card of w cells has its id, and an arrow in place of the words before its
// names.
func (c *Card) secondRowParts(w int) (id, arrow bool) {
	room, names, words := w-subjectAt-1-usualAge, c.Names.Width(), c.noteWords(w).Width()
	before := 0
	for _, t := range [...]Text{c.Owner, c.ID} {
		if !t.Empty() {
			before += t.Width() + 2
		}
	}
	if names == 0 {
		return words == 0 && c.Owner.Empty() || before+words <= room+2, false
	}
	if arrow = words == 0 || before+words+1+min(names, namesBehindWords) > room; arrow {
		words = 1
	}
	return before+words+1+namesBesideID <= room, arrow
}

// secondRowWidth returns the cells of all that a second row of w cells says before its age.
func (c *Card) secondRowWidth(w int) int {
	n := c.Owner.Width()
	add := func(cells, gap int) {
		if n > 0 && cells > 0 {
			n += gap
		}
		n += cells
	}
	id, arrow := c.secondRowParts(w)
	if id {
		add(c.ID.Width(), 2)
	}
	if words := c.noteWords(w); !arrow {
		add(words.Width(), 2)
	} else {
		add(1, 2)
	}
	add(c.Names.Width(), 1)
	return n
}

// hasRoomForWorktree reports whether the name of the worktree fits into the second row of a card of w cells, behind all else.
func (c *Card) hasRoomForWorktree(w int) bool {
	if !c.HasWorktree || c.WorktreeName.Empty() {
		return false
	}
	taken := 4 + 1 // the rule, a blank and the indent; the blank at the right end
	for _, t := range []Text{c.Owner, c.ID, c.Note, c.Names} {
		if !t.Empty() {
			taken += t.Width() + 2
		}
	}
	if !c.Age.Empty() {
		taken += c.Age.Width() + 1
	}
	return w-taken >= 2+c.WorktreeName.Width()
}

// drawThirdRow draws the warning and on the selected card what helps, or what the task is doing.
func (c *Card) drawThirdRow(p *pen, selected bool) {
	p.Space(2)
	if c.Warn.Empty() {
		p.TextIn(style.Doing, c.Doing, p.End-1-p.At)
		return
	}
	c.drawWarning(p, p.End-1)
	c.drawHelp(p, selected, p.End-1)
}

// drawHelp draws on the selected card the key that helps, up to a cell.
func (c *Card) drawHelp(p *pen, selected bool, end int) {
	if w := c.Help.width(); selected && !c.Help.Name.Empty() && end-p.At > w {
		p.PadTo(end - w)
		drawKey(p, &c.Help)
	}
}

// nameStyle returns the colour of what the task waits for: of the name of another task none that warns, even where that is in a loop.
func (c *Card) nameStyle() style.Style {
	if c.State == Missing {
		return style.Missing
	}
	return style.Dim
}

// arrow returns the colour of the arrow before what the task waits for, where look is that of others.
func (c *Card) arrow(look style.Style) style.Style {
	if c.Soon {
		return style.Running
	}
	return look
}

// warnStyle returns the colour of the warning.
func (c *Card) warnStyle() style.Style {
	if c.Alarm {
		return style.Danger
	}
	return style.Warning
}

// warns reports whether the glyph before the subject warns already: one sign in its colour is enough, the words beside it are read.
func (s State) warns() bool { return s == Broken || s == Unknown || s == Missing || s == Stuck }

// warnWords returns the style of the words of the warning.
func (c *Card) warnWords() style.Style {
	if c.State.warns() {
		return style.SubjectQuiet
	}
	return c.warnStyle()
}

// drawWarning draws the warning up to a cell, behind a sign where the state has not the same before the subject.
func (c *Card) drawWarning(p *pen, end int) {
	if signed := c.State == Broken || c.State == Unknown; !signed && end-p.At > 2 {
		p.Glyph(c.warnStyle(), p.Sheet.Glyphs.Problem)
		p.Space(1)
	}
	p.TextIn(c.warnWords(), c.Warn, end-p.At)
}

var wordWaitsForLabel = safetext.Const("waits for")

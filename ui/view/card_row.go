package view

import (
	"sideboard/ui/style"
)

// cardForm is how a card is drawn.
type cardForm uint8

// The forms.
const (
	wholeCard    cardForm = iota // in a column
	rowWithGlyph                 // in the list, with the glyph of its state
	rowOfSection                 // in the list, where the head of its section has the glyph
	rowWithSign                  // in the list, where the head has that of the others: what is special about it stands behind the subject
)

// longerID is how many cells more than its column has an id may take of the subject beside it.
const longerID = 4

// idRoom returns the cells of the id in a list: those of its column, a few more of the subject's for an id that is longer than most.
func (c *Card) idRoom() int {
	return min(max(c.IDs, c.ID.Width()), c.IDs+longerID) * b2i(c.IDs > 0)
}

// idsEnd returns the cell behind the id and a blank, or where the column of ids would begin.
func (c *Card) idsEnd() int { return 2 + c.idRoom() + b2i(c.IDs > 0) }

// subjectAt returns the cell its subject begins in: behind the id in a list, and the glyph of its state where no head tells that.
func (c *Card) subjectAt(form cardForm) int {
	return c.idsEnd() + 2*b2i(form == wholeCard || form == rowWithGlyph)
}

// belowAt returns the cell in which what stands below a subject begins.
func (c *Card) belowAt() int { return max(c.idsEnd(), subjectAt) }

// stackedHeight returns the rows the card takes in a list of w cells: one more where somebody works on it, or where why it needs a person,
// or what it waits for and is shown whole, has no room beside the subject.
func (c *Card) stackedHeight(w int, form cardForm) int {
	n := 1
	if c.Open {
		n = c.subjectRows(c.stackedRoom(w, form), w-c.subjectAt(form)-1)
	}
	if c.planRow(w, form).below {
		n++
	}
	if c.Needy {
		n += b2i(c.planRow(w, form).aside == 0)
	} else {
		n += b2i(c.worksBelow(w))
	}
	return n
}

// worksBelow reports whether who works on the task, and what on, has a row below the subject in a list of w cells. An owner alone stands
// beside it where names do.
func (c *Card) worksBelow(w int) bool {
	more := !c.Note.Empty() || !c.Doing.Empty() || !c.Warn.Empty()
	return c.State == Running && (more || !c.Owner.Empty() && w < rowNames)
}

// The widths of a list from which on a row has room for what is less needed, in cells.
const (
	rowAside = 34 // what a task waits for, or who completed it; and its id
	rowAge   = 56 // the age of what is not in progress or done, too
	rowNames = 76 // what it waits for by name: below that by its id

	rowTitles = 60 // of the widest, the cells up to that
	rowShort  = 12 // the cells of that column then, with the tasks behind
	rowTail   = 5  // the cells of a count of tasks behind, and of an age
)

// rowEnd returns the cell in which the words of a row of w cells end: where there is room for that a blank before its ground does.
func rowEnd(w int) int { return w - 1 - b2i(w >= rowAge) }

// rowPlan is what has room at the right of a row of the list, and where.
type rowPlan struct {
	age, behind bool
	behindAt    int  // the end of the count of tasks behind
	aside       int  // the cells of what stands beside the subject, 0 for none
	below       bool // that has a row of its own
	asideEnd    int
	stop        int // the end of the subject and its marks
}

// planRow lays out a row of w cells, from the right: the age, the tasks behind, what stands beside the subject. Where few
// columns fit, one serves for both the tasks behind what is to be done and the ages of what is done.
func (c *Card) planRow(w int, form cardForm) (r rowPlan) {
	busy := c.State == Running
	end := rowEnd(w)
	r.stop, r.behindAt = end, end
	r.age = !c.Age.Empty() && w >= rowAside && c.tellsAge(w) && c.Age.Width() < rowTail
	if w >= rowAge || busy && r.age {
		r.behindAt -= rowTail
	}
	if r.age {
		r.stop = end - c.Age.Width() - 1
	}
	if r.behind = c.Behind > 0 && w >= rowAside-10; r.behind {
		r.stop = r.behindAt - BehindWidth(c.Behind) - 1
	}
	r.asideEnd = r.stop
	if w < rowAside || !c.Needy && (c.worksBelow(w) || busy && c.Owner.Empty()) {
		return r
	}
	words := c.asideWords(w)
	if c.Needy {
		words += c.rowMarks(form)
		r.asideEnd = min(r.stop, r.behindAt-rowTail) // the keys that help end in one column
	}
	named := !c.Names.Empty() && c.Warn.Empty()
	whole := c.subjectAt(form)+c.Subject.Width()+1+words <= r.asideEnd
	if c.Needy && (w < rowNames || !whole) {
		return r // neither a subject nor why it needs a person is cut for want of a row
	}
	r.aside = c.asideWidth(w)
	if r.aside > 0 && (named && w < rowNames && c.Told || c.Open && !whole && !c.isBrief(w)) {
		r.aside, r.below = 0, true
	}
	if r.aside > 0 {
		r.aside = c.shareRow(r, w, form)
		r.stop = r.behindAt - r.aside - 1
	}
	return r
}

// isBrief reports whether what stands beside the subject in a row of w cells is a word of a narrow column: an id, a number, an owner.
func (c *Card) isBrief(w int) bool {
	if w >= rowNames || !c.Warn.Empty() {
		return false
	}
	return !c.Short.Empty() || c.Names.Empty() && !c.Owner.Empty()
}

// shareRow returns the cells of what stands beside the subject: those of its column, fewer where the subject would be cut or would
// take one more row for want of a few, and more where both have room. So no row has blanks beside what is cut. A narrow column
// holds: only a subject in one row takes cells of it, which an id leaves blank, and only to be whole.
func (c *Card) shareRow(r rowPlan, w int, form cardForm) int {
	need := c.asideWords(w) + r.behindAt - r.asideEnd
	least := min(need, rowShort+1) // beside a subject that is shown whole in any case: an id or a number of tasks
	if w >= rowNames {
		least = min(need, 11+r.behindAt-r.asideEnd) // of a name
	}
	free := r.behindAt - r.aside - 1 - c.subjectAt(form) - c.Subject.Width() - c.rowMarks(form)
	switch {
	case free >= 0:
		return max(r.aside, min(need, r.aside+free))
	case c.isBrief(w) && (c.Open || c.Short.Empty() || r.aside+free < need):
		return r.aside
	case !c.Open:
		return max(r.aside+free, min(max(r.aside, least), need))
	case r.aside+free >= least:
		return r.aside + free
	}
	return r.aside
}

// rowMarks returns the cells of the marks behind the subject.
func (c *Card) rowMarks(form cardForm) int {
	return 2 * (b2i(form == rowWithSign) + b2i(c.HasWorktree) + b2i(c.OneSided))
}

// stackedRoom returns the cells of a subject in the first row of a card in a list of w cells.
func (c *Card) stackedRoom(w int, form cardForm) int {
	room := c.planRow(w, form).stop - c.subjectAt(form)
	return max(room-c.rowMarks(form), min(room, 8)) // rather a few letters than a mark
}

// drawStackedRow draws subject and marks, and at the right what stands in columns: what it waits for or who has it, the tasks
// behind it, the age.
func (c *Card) drawStackedRow(p *pen, form cardForm, titles int, selected bool) {
	g := p.Sheet.Glyphs
	w, end := p.End, rowEnd(p.End)
	if c.IDs > 0 {
		p.TextIn(style.Dim, c.ID, c.idRoom())
		p.PadTo(c.idsEnd())
	}
	if form == rowWithGlyph {
		drawState(p, c.State)
	}
	r, room := c.planRow(w, form), c.stackedRoom(w, form)
	stop := r.stop
	before := p.At
	c.drawSubject(p, c.subjectStyle(selected), 0, titles, room, w-c.subjectAt(form)-1)
	if room -= p.At - before; c.IDs == 0 && w >= rowAside && titles == 1 && c.ID.Width()+2 <= room {
		p.Space(2)
		p.Text(style.Dim, c.ID)
	}
	mark := func(on bool, draw func()) {
		if on && p.At+2 <= stop {
			p.Space(1)
			draw()
		}
	}
	mark(form == rowWithSign, func() {
		glyph, st := stateGlyph(p.Sheet, c.State)
		p.Glyph(st, glyph)
	})
	mark(c.HasWorktree, func() { p.Glyph(style.Dim, g.Worktree) })
	mark(c.OneSided, func() { p.Glyph(style.Warning, g.OneSided) })
	if r.aside > 0 {
		p.PadTo(stop + 1)
		if c.Needy {
			c.drawNeed(p, selected, r.asideEnd)
		} else {
			c.drawAside(p, c.names(w), r.asideEnd)
		}
	}
	if r.behind {
		p.PadTo(r.behindAt - BehindWidth(c.Behind))
		drawBehind(p, c.Behind)
	}
	if r.age {
		p.PadTo(end - c.Age.Width())
		p.Text(style.Dim, c.Age)
	}
}

// asideWidth returns the cells of a row of w cells from where it is said what there is to say beside the subject up to the
// column of the tasks behind; 0 where there is nothing.
func (c *Card) asideWidth(w int) int {
	usual := rowShort
	switch {
	case w >= rowNames:
		usual = max(min(w*42/100, 42), w-rowTitles)
	case c.Aside > 0:
		usual = c.Aside
	case c.IDs > 0 && !c.Short.Empty():
		usual = max(c.IDs, min(c.Short.Width(), c.IDs+longerID)) + 6 // with an arrow, and a count of two digits
	}
	switch {
	case c.Needy:
		return usual
	case !c.Warn.Empty():
		return min(max(usual, w*9/20), max(usual, c.Warn.Width()+rowTail))
	case !c.Names.Empty(), !c.Owner.Empty(), c.State == Container && !c.Note.Empty():
		return usual
	}
	return 0
}

// names returns what the task waits for as it is said beside the subject in a row of w cells.
func (c *Card) names(w int) Text {
	if inWords := c.Several && c.Aside > 0; w < rowNames && !c.Short.Empty() && !inWords {
		return c.Short
	}
	return c.Names
}

// asideWords returns the cells of what stands beside the subject in a row of w cells.
func (c *Card) asideWords(w int) int {
	switch {
	case c.Needy:
		return c.Owner.Width() + 2*b2i(!c.Owner.Empty()) + c.Warn.Width()
	case !c.Warn.Empty():
		return 2 + c.Warn.Width()
	case !c.Names.Empty():
		return 2 + c.names(w).Width()
	case !c.Owner.Empty():
		return c.Owner.Width()
	}
	return c.Note.Width()
}

// drawAside draws a warning, the names of what the task waits for, or who has it, up to a cell.
func (c *Card) drawAside(p *pen, names Text, end int) {
	switch {
	case !c.Warn.Empty():
		c.drawWarning(p, end)
	case !names.Empty():
		p.Glyph(c.arrow(style.Dim), p.Sheet.Glyphs.Left)
		p.Space(1)
		p.TextIn(c.nameStyle(), names, end-p.At)
	case !c.Owner.Empty():
		p.TextIn(c.hue(), c.Owner, end-p.At)
	default:
		p.TextIn(style.Dim, c.Note, end-p.At)
	}
}

// drawStackedWork draws below the subject why it needs a person, or who works on the task, and what is wrong with it or what is being
// done.
func (c *Card) drawStackedWork(p *pen, selected bool) {
	end := p.End - 1
	p.PadTo(c.belowAt())
	if c.Needy {
		c.drawNeed(p, selected, rowEnd(p.End))
		return
	}
	from := p.At
	part := func(st style.Style, t Text) {
		if !t.Empty() && p.At < end {
			if p.At > from {
				p.Space(min(2, end-p.At))
			}
			p.TextIn(st, t, end-p.At)
		}
	}
	part(c.hue(), c.Owner)
	part(style.Dim, c.Note)
	if c.Warn.Empty() {
		part(style.Doing, c.Doing)
		return
	}
	if p.At > from {
		p.Space(min(2, end-p.At))
	}
	c.drawWarning(p, end)
}

// drawNeed draws up to a cell whose task it is and why it needs a person, without a sign: that stands before the subject and in the head of
// its section. Beside the selected one stands the key that helps.
func (c *Card) drawNeed(p *pen, selected bool, end int) {
	if !c.Owner.Empty() {
		p.TextIn(c.hue(), c.Owner, end-p.At)
		p.Space(min(2, end-p.At))
	}
	p.TextIn(c.warnWords(), c.Warn, end-p.At)
	c.drawHelp(p, selected, end)
}

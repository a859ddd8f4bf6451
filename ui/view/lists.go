package view

import (
	"slices"
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Choice is one line to choose from.
type Choice struct {
	Key    Text // what chooses it without the list, at the right end
	Label  Text
	Line   Line // in place of the label
	Note   Text // dim, behind
	Right  Text // dim, at the right end, where it has no key
	State  State
	Stated bool // draw the state's glyph
	Marked bool // it is one of several that are meant
	Off    bool // it cannot be chosen now
	Why    Text // why not: beside the label, or below the list while it is selected, and the note beside the label
	Head   bool // it stands above those of its kind
	Title  bool // it is no choice: the label is the title of those below it, or the row is empty
}

// Picker chooses one of a list.
type Picker struct {
	Title    Text
	Tabs     []Tab // the lists that it can be, by the key that shows each
	Tab      int   // the one that it is
	Items    []Choice
	First    int
	Selected int
	More     []Line  // below the list
	Filter   Text    // what was typed to find some of them
	Typing   bool    // it is being typed
	Tally    Text    // beside the filter: "3 of 31"
	Typed    *Prompt // a line that is always there to type in, in place of the filter
	Keys     []Key
}

// pickerWidth is how wide a list to choose from is drawn, unless a row of it needs more.
const pickerWidth = 84

// TypedWidth is how wide a list is drawn that is found by typing: its rows are short, and their ends belong together.
const TypedWidth = 64

// typedApart is the rows of a list that are enough for what is typed to stand apart from it.
const typedApart = 12

// width returns the cells inside the box on a screen of w.
func (m *Picker) width(w int) int {
	if m.Typed != nil {
		return contentWidth(TypedWidth, w)
	}
	widest := pickerWidth
	for i := range m.Items {
		widest = max(widest, m.Items[i].width()+2)
	}
	return contentWidth(widest, w)
}

// about returns what stands below the list: what is said of its items, by the selected one, in as many rows as the longest needs, so
// that the list stays where it is whichever is selected.
func (m *Picker) about(said []Line, w int) (rows []Line) {
	most, need := 2, 0
	if w < MediumWidth {
		most++
	}
	for i := 0; i < len(said) && need < most; i++ {
		if said[i].Width() > 0 {
			need = min(most, max(need, len(wrapLine(said[i], w-2))))
		}
	}
	if m.Selected >= 0 && m.Selected < len(said) {
		rows = wrapLine(said[m.Selected], w-2)
	}
	for len(rows) < need {
		rows = append(rows, Line{})
	}
	return rows[:need]
}

// whole returns the rows in w cells, and what is said below of the selected one: what is cut in its row. Where most notes would be cut
// they are all said there, and the rows are without.
func (m *Picker) whole(w int) (items []Choice, said []Line) {
	items, said = slices.Clone(m.Items), make([]Line, len(m.Items))
	notes, cut := 0, 0
	for i := range items {
		c := &items[i]
		if !c.Why.Empty() {
			short := c.Note
			if c.Note = safetext.Const("(").Append(c.Why, safetext.Const(")")); c.width() > w {
				said[i], c.Note = Line{{wordNotNow, style.Dim}, {c.Why, style.Dim}}, short
			}
		}
		notes += b2i(!c.Note.Empty())
		cut += b2i(!c.Note.Empty() && c.width() > w)
	}
	for i := range items {
		c := &items[i]
		switch note := (Span{c.Note, style.Dim}); {
		case said[i] != nil:
		case 2*cut > notes:
			said[i], c.Note = Line{note}, Text{}
		case c.width() <= w:
		case c.Line != nil:
			said[i] = c.Line
		default:
			said[i] = Line{{c.Label, style.Subject}, {safetext.Spaces(2), style.Plain}, note}
		}
	}
	return items, said
}

var wordNotNow = safetext.Const("Not now: ")

// width returns the cells of the whole row.
func (c *Choice) width() int {
	w := 2 + 2*b2i(c.Stated) + c.Label.Width() + c.Line.Width()
	if !c.Note.Empty() {
		w += 2 + c.Note.Width()
	}
	if end := c.end().Text; !end.Empty() {
		w += 3 + end.Width()
	}
	return w
}

// box draws a list to choose from.
func (m *Picker) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(m.width(w), style.Float)
	g.tabs(m.Tabs, m.Tab, h)
	var x, y int
	switch {
	case m.Typed != nil:
		if h >= roomyHeight {
			g.blank()
		}
		x, y = g.input(pt, m.Typed)
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
	items, more := m.Items, m.More
	if h >= roomyHeight && m.Selected >= 0 && more == nil {
		var said []Line
		items, said = m.whole(g.w)
		more = m.about(said, g.w)
	}
	keys := pt.newPage(g.w, g.on)
	if h >= tightHeight {
		keys.blank()
	}
	keys.keys(m.Keys)
	room := h - 2 - len(g.rows) - len(keys.rows)
	foot := pt.newPage(g.w, g.on)
	if h >= roomyHeight {
		foot.about(more, len(items) > room-1-len(more))
	}
	foot.add(keys)
	rows := room - len(foot.rows) + len(keys.rows)
	if m.Typed != nil && rows > typedApart {
		g.blank()
		rows--
	}
	pt.drawChoices(g, items, m.First, m.Selected, rows, m.Typed)
	b := pt.borderAround(g, foot, h, m.Title)
	b.cursor, b.x, b.y = m.Typed != nil && m.Typed.Cursor >= 0 && y < len(b.rows)-1, x, y
	return b
}

// about draws what there is to say about the selected line. Below a list that fills the screen nothing is kept free for what is not said.
func (g *page) about(more []Line, full bool) {
	for full && len(more) > 0 && more[len(more)-1].Width() == 0 {
		more = more[:len(more)-1]
	}
	if len(more) > 0 {
		g.blank()
	}
	for _, l := range more {
		for _, piece := range wrapLine(l, max(g.w-2, 1)) {
			g.row(func(p *pen) { p.space(2); p.line(piece) })
		}
	}
}

// scrollList is what is seen of a list that may be longer than its place.
type scrollList struct {
	first, selected int // items; selected is -1 for none
	len             int
	height          int              // rows for the items, and for how many there are out of sight
	ground          style.Ground     // under the selected item
	title           func(i int) bool // which are no choice, nil for none
	line            bool             // above it is a line to type in: from there one comes to the items, too
}

// by returns how many choices below the selected one an item is.
func (l *scrollList) by(i int) (n int) {
	for at := min(i, l.selected) + 1; at <= max(i, l.selected); at++ {
		n += b2i(l.title == nil || !l.title(at))
	}
	if i < l.selected {
		return -n
	}
	return n
}

// drawList draws the items around the selected one, each in as many rows as there are functions to draw one, and below
// them how many more there are above and below.
func (g *page) drawList(l scrollList, rows ...func(p *pen, i int)) {
	fits := max(l.height/len(rows), 1)
	counted := l.len > fits && l.height > 2*len(rows)
	if counted {
		fits = max((l.height-1)/len(rows), 1)
	}
	first := firstVisible(l.first, l.selected, fits, l.len)
	last := min(first+fits, l.len)
	on := g.on
	for i := first; i < last; i++ {
		if i == l.selected {
			g.on = l.ground
		}
		if (l.selected >= 0 || l.line) && (l.title == nil || !l.title(i)) {
			g.spots = append(g.spots, Spot{Rect: Rect{1 - boxPad, len(g.rows), g.w + 2*boxPad - 2, len(rows)}, Line: true, By: l.by(i), First: first})
		}
		for _, draw := range rows {
			g.row(func(p *pen) { draw(p, i) })
		}
		g.on = on
	}
	if counted {
		g.row(func(p *pen) {
			p.padTo(2)
			p.ascii(style.Dim, hiddenWords(first, l.len-last))
		})
	}
}

// noteLeast is the cells of a note that is cut at least.
const noteLeast = 11

// drawChoices draws lines to choose from in at most height rows, the selected one raised.
func (pt *Painter) drawChoices(g *page, items []Choice, first, selected, height int, in *Prompt) {
	typed := ""
	if in != nil {
		typed = in.Text.String()
	}
	stated := slices.ContainsFunc(items, func(c Choice) bool { return c.Stated })
	title := func(i int) bool { return items[i].Title }
	g.drawList(scrollList{first, selected, len(items), height, chosenGround(pt.sh), title, in != nil}, func(p *pen, i int) {
		c := &items[i]
		if c.Title {
			if !c.Label.Empty() {
				p.heading(style.Heading, c.Label)
			}
			return
		}
		if i == selected {
			p.drawChosen(true)
		}
		if p.padTo(1); c.Marked {
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		}
		p.padTo(2)
		if c.Stated {
			p.state(c.State)
		} else if stated && !c.Head { // all begin in one line
			p.space(2)
		}
		end, right := c.end(), 0
		if !end.Text.Empty() && p.remaining() > end.Text.Width()+12 {
			right = end.Text.Width() + 3
		}
		label := p.remaining() - right
		most := label * 2 / 5
		beside := min(c.Note.Width(), max(most, label-2-c.Label.Width()))
		if beside < min(c.Note.Width(), noteLeast) { // a word or two say nothing: rather more of the title
			beside = 0
		}
		if beside > 0 {
			label -= beside + 2
		}
		look := style.Subject
		switch {
		case c.Head:
			look = style.LabelStrong
		case c.Off:
			look = style.Dim
		case i == selected:
			look = style.SubjectStrong
		}
		all := p.end
		if p.end = p.at + label; c.Line != nil {
			p.line(c.Line)
		}
		p.end = all
		p.matched(look, c.Label, label, typed)
		if beside > 0 {
			p.space(2)
			p.textUpTo(style.Dim, c.Note, p.remaining()-right)
		}
		if right > 0 {
			p.padTo(p.end - 1 - end.Text.Width())
			p.text(end.Style, end.Text)
		}
	})
}

// end returns what stands at its right end.
func (c *Choice) end() Span {
	switch {
	case c.Key.Empty():
		return Span{c.Right, style.Dim}
	case c.Off:
		return Span{c.Key, style.Dim}
	}
	return Span{c.Key, style.Accent}
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

// firstVisible moves the first visible line so that the chosen one of all is among n.
func firstVisible(first, chosen, n, all int) int {
	if chosen >= 0 {
		first = max(min(first, chosen), chosen-n+1)
	}
	return max(0, min(first, all-n))
}

// drawChosen draws what stands before the rows of a chosen line: the bar of a selected card, and where no colour raises the line its
// sign before the first of them.
func (p *pen) drawChosen(first bool) {
	switch {
	case p.sh.Grounded():
		p.glyph(style.AccentStrong, p.sh.Glyphs.RuleSelected)
	case first:
		p.glyph(style.AccentStrong, p.sh.Glyphs.Cursor)
	}
}

// chosenGround returns the ground of a chosen line: that of a selected card, without colour that of a field.
func chosenGround(sh *style.Sheet) style.Ground {
	if sh.Grounded() {
		return style.Raised
	}
	return style.Field
}

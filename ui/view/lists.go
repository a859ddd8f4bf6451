package view

import (
	"slices"
	"strconv"

	"sideboard/ui/lay"
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
			need = min(most, max(need, len(lay.WrapLine(said[i], w-2))))
		}
	}
	if m.Selected >= 0 && m.Selected < len(said) {
		rows = lay.WrapLine(said[m.Selected], w-2)
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
				said[i], c.Note = Line{{Text: wordNotNow, Style: style.Dim}, {Text: c.Why, Style: style.Dim}}, short
			}
		}
		notes += b2i(!c.Note.Empty())
		cut += b2i(!c.Note.Empty() && c.width() > w)
	}
	for i := range items {
		c := &items[i]
		switch note := (Span{Text: c.Note, Style: style.Dim}); {
		case said[i] != nil:
		case 2*cut > notes:
			said[i], c.Note = Line{note}, Text{}
		case c.width() <= w:
		case c.Line != nil:
			said[i] = c.Line
		default:
			said[i] = Line{{Text: c.Label, Style: style.Subject}, {Text: safetext.Spaces(2), Style: style.Plain}, note}
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
	drawTabsOf(g, m.Tabs, m.Tab, h)
	var x, y int
	switch {
	case m.Typed != nil:
		if h >= roomyHeight {
			g.Blank()
		}
		x, y = drawInputRow(g, pt, m.Typed)
	case m.Typing || !m.Filter.Empty():
		g.Row(func(p *pen) {
			p.ASCII(style.AccentStrong, "/ ")
			p.TextIn(style.Input, m.Filter, max(p.Room()-m.Tally.Width()-3, 1))
			if m.Typing {
				p.ASCII(style.AccentStrong, "_")
			}
			p.PadTo(p.End - 1 - m.Tally.Width())
			p.Text(style.Dim, m.Tally)
		})
	case h >= tightHeight:
		g.Blank()
	}
	items, more := m.Items, m.More
	if h >= roomyHeight && m.Selected >= 0 && more == nil {
		var said []Line
		items, said = m.whole(g.W)
		more = m.about(said, g.W)
	}
	keys := pt.newPage(g.W, g.On)
	if h >= tightHeight {
		keys.Blank()
	}
	drawKeyRows(keys, m.Keys)
	room := h - 2 - len(g.Rows) - len(keys.Rows)
	foot := pt.newPage(g.W, g.On)
	if h >= roomyHeight {
		drawAbout(foot, more, len(items) > room-1-len(more))
	}
	foot.Add(keys)
	rows := room - len(foot.Rows) + len(keys.Rows)
	if m.Typed != nil && rows > typedApart {
		g.Blank()
		rows--
	}
	pt.drawChoices(g, items, m.First, m.Selected, rows, m.Typed)
	b := pt.borderAround(g, foot, h, m.Title)
	b.cursor, b.x, b.y = m.Typed != nil && m.Typed.Cursor >= 0 && y < len(b.rows)-1, x, y
	return b
}

// drawAbout draws what there is to say about the selected line. Below a list that fills the screen nothing is kept free for what is not said.
func drawAbout(g *page, more []Line, full bool) {
	for full && len(more) > 0 && more[len(more)-1].Width() == 0 {
		more = more[:len(more)-1]
	}
	if len(more) > 0 {
		g.Blank()
	}
	for _, l := range more {
		for _, piece := range lay.WrapLine(l, max(g.W-2, 1)) {
			g.Row(func(p *pen) { p.Space(2); p.Line(piece) })
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
func drawList(g *page, l scrollList, rows ...func(p *pen, i int)) {
	fits := max(l.height/len(rows), 1)
	counted := l.len > fits && l.height > 2*len(rows)
	if counted {
		fits = max((l.height-1)/len(rows), 1)
	}
	first := firstVisible(l.first, l.selected, fits, l.len)
	last := min(first+fits, l.len)
	on := g.On
	for i := first; i < last; i++ {
		if i == l.selected {
			g.On = l.ground
		}
		if (l.selected >= 0 || l.line) && (l.title == nil || !l.title(i)) {
			g.Spots = append(g.Spots, Spot{Rect: Rect{X: 1 - boxPad, Y: len(g.Rows), W: g.W + 2*boxPad - 2, H: len(rows)}, Kind: lay.LineSpot, By: l.by(i), First: first})
		}
		for _, draw := range rows {
			g.Row(func(p *pen) { draw(p, i) })
		}
		g.On = on
	}
	if counted {
		g.Row(func(p *pen) {
			p.PadTo(2)
			p.ASCII(style.Dim, hiddenWords(first, l.len-last))
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
	drawList(g, scrollList{first, selected, len(items), height, chosenGround(pt.sh), title, in != nil}, func(p *pen, i int) {
		c := &items[i]
		if c.Title {
			if !c.Label.Empty() {
				drawTitle(p, style.Heading, c.Label)
			}
			return
		}
		if i == selected {
			drawChosen(p, true)
		}
		if p.PadTo(1); c.Marked {
			p.Glyph(style.AccentStrong, pt.sh.Glyphs.Marked)
		}
		p.PadTo(2)
		if c.Stated {
			drawState(p, c.State)
		} else if stated && !c.Head { // all begin in one line
			p.Space(2)
		}
		end, right := c.end(), 0
		if !end.Text.Empty() && p.Room() > end.Text.Width()+12 {
			right = end.Text.Width() + 3
		}
		label := p.Room() - right
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
		all := p.End
		if p.End = p.At + label; c.Line != nil {
			p.Line(c.Line)
		}
		p.End = all
		p.Matched(look, c.Label, label, typed)
		if beside > 0 {
			p.Space(2)
			p.TextIn(style.Dim, c.Note, p.Room()-right)
		}
		if right > 0 {
			p.PadTo(p.End - 1 - end.Text.Width())
			p.Text(end.Style, end.Text)
		}
	})
}

// end returns what stands at its right end.
func (c *Choice) end() Span {
	switch {
	case c.Key.Empty():
		return Span{Text: c.Right, Style: style.Dim}
	case c.Off:
		return Span{Text: c.Key, Style: style.Dim}
	}
	return Span{Text: c.Key, Style: style.Accent}
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
func drawChosen(p *pen, first bool) {
	switch {
	case p.Sheet.Grounded():
		p.Glyph(style.AccentStrong, p.Sheet.Glyphs.RuleSelected)
	case first:
		p.Glyph(style.AccentStrong, p.Sheet.Glyphs.Cursor)
	}
}

// chosenGround returns the ground of a chosen line: that of a selected card, without colour that of a field.
func chosenGround(sh *style.Sheet) style.Ground {
	if sh.Grounded() {
		return style.Raised
	}
	return style.Field
}

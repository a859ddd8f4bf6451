package view

import (
	"slices"
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Choice is one line to choose from.
type Choice struct {
	Key    Text // what chooses it without the list, in a column of its own before the label
	Label  Text
	Line   Line // in place of the label
	Note   Text // dim, behind
	Right  Text // dim, at the right end
	State  State
	Stated bool // draw the state's glyph
	Off    bool // it cannot be chosen now
	Head   bool // it stands above those of its kind
	Title  bool // it is no choice: the label is the title of those below it
}

// Picker chooses one of a list.
type Picker struct {
	Title    Text
	Items    []Choice
	First    int
	Selected int
	More     []Line  // about the selected one, below the list
	Filter   Text    // what was typed to find some of them
	Typing   bool    // it is being typed
	Tally    Text    // beside the filter: "3 of 31"
	Typed    *Prompt // a line that is always there to type in, in place of the filter
	Keys     []Key
}

// pickerWidth is how wide a list to choose from is drawn at most.
const pickerWidth = 84

// MoreAbout returns a line that does not fit into the list as Picker.More on a screen of w cells: in as many rows whatever it says,
// so that the list stays where it is.
func MoreAbout(l Line, w int) []Line {
	room, most := contentWidth(pickerWidth, w)-2, 2
	if room < MediumWidth {
		most++
	}
	rows := wrapLine(l, room)
	for len(rows) < most {
		rows = append(rows, Line{})
	}
	return rows[:most]
}

// box draws a list to choose from.
func (m *Picker) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(pickerWidth, w), style.Float)
	foot := pt.newPage(g.w, g.on)
	if len(m.More) > 0 && h >= roomyHeight {
		foot.blank()
		for _, l := range m.More {
			for _, piece := range wrapLine(l, max(g.w-2, 1)) {
				foot.row(func(p *pen) { p.space(2); p.line(piece) })
			}
		}
	}
	if h >= tightHeight {
		foot.blank()
	}
	foot.keys(pt, m.Keys)
	var x, y int
	switch {
	case m.Typed != nil:
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
	typed := ""
	if m.Typed != nil {
		typed = m.Typed.Text.String()
	}
	pt.drawChoices(g, m.Items, m.First, m.Selected, h-2-len(g.rows)-len(foot.rows), typed)
	b := pt.borderAround(g, foot, h, m.Title)
	b.cursor, b.x, b.y = m.Typed != nil && y < len(b.rows)-1, x, y
	return b
}

// scrollList is what is seen of a list that may be longer than its place.
type scrollList struct {
	first, selected int // items; selected is -1 for none
	len             int
	height          int          // rows for the items, and for how many there are out of sight
	ground          style.Ground // under the selected item
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
func (pt *Painter) drawChoices(g *page, items []Choice, first, selected, height int, typed string) {
	stated := slices.ContainsFunc(items, func(c Choice) bool { return c.Stated })
	keys := 0
	for i := range items {
		if w := items[i].Key.Width(); w > 0 {
			keys = max(keys, min(w, helpCaps)+2)
		}
	}
	g.drawList(scrollList{first, selected, len(items), height, style.Field}, func(p *pen, i int) {
		c := &items[i]
		if c.Title {
			p.heading(style.Heading, c.Label)
			return
		}
		if i == selected {
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
		}
		p.padTo(2)
		if keys > 0 {
			p.helpCap(c.keyStyle(), c.Key, 2+keys)
		}
		if c.Stated {
			p.state(c.State)
		} else if stated && !c.Head { // all begin in one line
			p.space(2)
		}
		right := 0
		if !c.Right.Empty() && p.remaining() > c.Right.Width()+12 {
			right = c.Right.Width() + 3
		}
		label := p.remaining() - right
		most := label * 2 / 5
		if c.Off && c.Note.Width() > noteLeast { // what it is comes before a reason why not
			most = 0
		}
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
		}
		end := p.end
		if p.end = p.at + label; c.Line != nil {
			p.line(c.Line)
		}
		p.end = end
		p.matched(look, c.Label, label, typed)
		if beside > 0 {
			p.space(2)
			p.textUpTo(style.Dim, c.Note, p.remaining()-right)
		}
		if right > 0 {
			p.padTo(p.end - 1 - c.Right.Width())
			p.text(style.Dim, c.Right)
		}
	})
}

// keyStyle returns how its key is drawn.
func (c *Choice) keyStyle() style.Style {
	if c.Off {
		return style.Dim
	}
	return style.Accent
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

// selectedGround returns the ground of a chosen line on another ground.
func selectedGround(on style.Ground) style.Ground {
	if on == style.Float {
		return style.Field
	}
	return style.Raised
}

// Problem is one file that cannot be shown as a task.
type Problem struct {
	File, Why, Since Text
	Danger           bool
	More             []Line // below the list while it is selected: what it means, what helps
}

// Problems is the list of them.
type Problems struct {
	Items    []Problem
	First    int
	Selected int  // -1 for none
	Busy     bool // the directory is still being examined
	Error    Text // above the keys
	Tally    Text // how many of each severity, behind the title
	Keys     []Key
}

// box draws the files that are no tasks, and why.
func (m *Problems) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(96, w), style.Float)
	foot := pt.newPage(g.w, g.on)
	if m.Selected >= 0 && m.Selected < len(m.Items) {
		item := &m.Items[m.Selected]
		foot.blank()
		if item.Why.Width() > g.w-2 { // cut in its line, whole here
			foot.text(style.Plain, item.Why)
		}
		for _, l := range item.More {
			foot.line(l)
		}
	}
	if !m.Error.Empty() {
		foot.text(style.Danger, m.Error)
	}
	foot.blank()
	foot.keys(pt, m.Keys)
	g.blank()
	g.drawList(scrollList{m.First, m.Selected, len(m.Items), h - 3 - len(foot.rows), style.Field}, func(p *pen, i int) {
		item, st := &m.Items[i], style.Warning
		if item.Danger {
			st = style.Danger
		}
		p.glyph(st, pt.sh.Glyphs.Problem)
		p.space(1)
		p.textUpTo(style.Subject, item.File, p.remaining()-item.Since.Width()-2)
		p.padTo(p.end - 1 - item.Since.Width())
		p.text(style.Dim, item.Since)
	}, func(p *pen, i int) {
		p.space(2)
		p.text(style.Dim, m.Items[i].Why)
	})
	switch {
	case len(m.Items) == 0 && m.Busy:
		g.text(style.Dim, safetext.Const("Looking ..."))
	case len(m.Items) == 0:
		g.text(style.Dim, safetext.Const("Nothing is wrong here."))
	}
	title := safetext.Const("Problems")
	if !m.Tally.Empty() {
		title = title.Append(safetext.Const(": ")).Append(m.Tally)
	}
	return pt.borderAround(g, foot, h, title)
}

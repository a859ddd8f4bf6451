package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Choice is one line to choose from.
type Choice struct {
	Key    Text // the key that runs it without the list, at the right end
	Label  Text
	Line   Line // in place of the label
	Brief  Line // in place of Line if that does not fit
	Note   Text // dim, after the label
	Right  Text // dim, at the right end, if it has no key
	State  State
	Stated bool // draw the state's glyph
	Marked bool // it is one of several that were marked
	Off    bool // it cannot be chosen now
	Why    Text // the reason: in place of the note, or below the list while it is selected
	Head   bool // it is at the head of a group
	Title  bool // it cannot be selected: a title for those below it, or an empty row
}

// Picker is a list to choose from.
type Picker struct {
	Title    Text
	Tabs     []Tab // the lists that it can show, each with its key
	Tab      int   // the one that is shown
	Items    []Choice
	First    int
	Selected int
	More     []Line  // below the list, in place of the text that does not fit in the row of the selected item
	Filter   Text    // the typed search
	Typing   bool    // the search is being typed
	Tally    Text    // at the end of the search: "3 of 31"
	Typed    *Prompt // a line that always takes input, in place of Filter
	Keys     []Key
}

// pickerWidth is the width of a list, unless a row needs more.
const pickerWidth = 84

// TypedWidth is the width of a list with a line of input: it is narrow because the rows are short and have text at both ends.
const TypedWidth = 64

// box draws a list to choose from.
func (m *Picker) box(pt *Painter, w, h int) floatBox {
	widest := 0
	for i := range m.Items {
		widest = max(widest, m.Items[i].width())
	}
	cells := max(pickerWidth, widest+2*boxPad)
	if m.Typed != nil {
		cells = TypedWidth
	}
	d := newDialog(pt, cells, w, h)
	d.air(d.page)
	d.tabs(m.Tabs, m.Tab)
	in := m.Typed
	if in == nil && (m.Typing || !m.Filter.Empty()) {
		in = &Prompt{Label: safetext.Const("/"), Text: m.Filter, Tally: m.Tally, Cursor: -1}
		if m.Typing {
			in.Cursor = m.Filter.Width()
		}
	}
	if in != nil {
		d.input(in)
		d.air(d.page)
	}
	d.keys(m.Keys)
	about := pt.newPage(d.W, d.On)
	for _, l := range m.More {
		about.Hang(2, l)
	}
	rows := len(about.Rows) // reserved whichever item is selected, so that the list keeps its height
	if m.More == nil && m.Selected >= 0 && widest > d.W {
		rows = min(1+widest/d.W, mostAbout, d.room()/8)
	}
	cut := drawChoices(d.page, &pt.table, m.Items, lay.Window{First: m.First, Selected: m.Selected}, d.room()-rows-min(rows, 1), m.Typed)
	if m.More == nil && cut {
		about.Hang(2, m.Items[m.Selected].whole())
	}
	for len(about.Rows) < rows {
		about.Blank()
	}
	if about.Rows = about.Rows[:rows]; rows > 0 {
		d.Blank()
	}
	d.Add(about)
	return d.close(m.Title)
}

// mostAbout is the most rows for text that does not fit in the row of the selected item.
const mostAbout = 3

// tabs draws the names of the lists that a picker can show, each with its key.
func (d *dialog) tabs(all []Tab, at int) {
	if len(all) == 0 {
		return
	}
	bits := make([]lay.Bit, 0, 2*len(all))
	for i, tab := range all {
		cap, name := style.Dim, style.Dim
		if i == at {
			cap, name = style.AccentStrong, style.TitleStrong
		}
		bits = append(bits, lay.Bit{Text: tab.Key.Append(safetext.Spaces(1)), Style: cap, Kind: lay.KeySpot, Key: tab.Key},
			lay.Bit{Text: tab.Name, Style: name, Kind: lay.KeySpot, Key: tab.Key})
	}
	gap := max(1, min(4, (d.W-lay.Width(bits...))/max(len(all)-1, 1)))
	d.Row(func(p *pen) {
		for i := range all {
			p.Space(gap * min(i, 1))
			lay.Draw(p, bits[2*i:2*i+2]...)
		}
	})
	d.air(d.page)
}

// choiceColumns are the columns of a list to choose from: the item, and the text at its right end.
var choiceColumns = []lay.Col{{Fill: true, Min: 12, Rest: true}, {Gap: 3, Priority: 1, Right: true}}

// keptNote is the most cells of a note, or of the right end, that are shown uncut even if the label is cut for it.
const keptNote, keptRight = 13, 16

// drawChoices draws the choices that are visible in a number of rows, and reports whether the selected one is cut. In is the
// line of input by which they are found, nil for none.
func drawChoices(g *page, t *lay.Table, items []Choice, w lay.Window, rows int, in *Prompt) (cut bool) {
	typed := ""
	if in != nil {
		typed = in.Text.String()
	}
	w.Skip = func(i int) bool { return items[i].Title || w.Selected < 0 && in == nil }
	from, to := w.Fit(len(items), rows, oneRow)
	stated := slices.ContainsFunc(items, func(c Choice) bool { return c.Stated })
	t.Reset(choiceColumns)
	t.Indent, t.Right = 1, 1
	for i := range items[from:to] {
		t.Items = append(t.Items, choice(t, g.Pen.Sheet, &items[from+i], from+i == w.Selected, stated, typed))
	}
	t.Fit(g.W)
	g.List(w, len(items), rows, oneRow, func(i int) { g.Items(t, i-from, i-from+1) })
	return w.Selected >= from && w.Selected < to && !t.Whole(w.Selected-from)
}

func oneRow(int) int { return 1 }

// choice returns a line to choose from as an item of a table.
func choice(t *lay.Table, sh *style.Sheet, c *Choice, selected, stated bool, typed string) (it lay.Item) {
	if c.Title {
		it.Head = !c.Label.Empty()
		it.Cells = t.Cells(lay.Cell{Bits: t.Bits(lay.Bit{Text: c.Label, Style: style.Heading})})
		return it
	}
	look := style.Subject
	if selected {
		it.Edge, it.Ground, look = chosenEdge(t, sh), chosenGround(sh), style.SubjectStrong
	}
	switch {
	case c.Head:
		look = style.LabelStrong
	case c.Off:
		look = style.Dim
	}
	lead := [3]lay.Bit{{Sign: " "}, {Sign: " "}, {Sign: " "}}
	if c.Marked {
		lead[0] = lay.Bit{Sign: sh.Glyphs.Marked, Hue: style.AccentStrong}
	}
	if c.Stated {
		lead[1].Sign, lead[1].Hue = stateGlyph(sh, c.State)
	}
	what := lay.Cell{Lead: t.Bits(lead[:1+2*b2i(stated && !c.Head)]...), Gap: 2, Keep: keptNote}
	label := lay.Bit{Text: c.Label, Style: look, Find: typed, Typed: typed != ""}
	note := lay.Bit{Text: c.Note, Style: style.Dim}
	switch {
	case c.Line != nil:
		what.Line, what.Gap = c.Line, 0
		for _, s := range c.Brief {
			what.Short = append(what.Short, lay.Bit{Text: s.Text, Style: s.Style})
		}
	case !c.Why.Empty():
		why := lay.Bit{Text: safetext.Const("(").Append(c.Why, safetext.Const(")")), Style: style.Dim}
		what.Bits, what.Short = t.Bits(label, why), t.Bits(label, note)
	default:
		what.Bits = t.Bits(label, note)
	}
	right := lay.Bit{Text: c.Right, Style: style.Dim}
	if !c.Key.Empty() {
		right.Text = c.Key
		if !c.Off {
			right.Style = style.Accent
		}
	}
	end := lay.Cell{Bits: t.Bits(right)}
	if right.Text.Width() > keptRight {
		end.Short = []lay.Bit{}
	}
	what.Runs = right.Text.Empty()
	it.Cells = t.Cells(what, end)
	return it
}

// width returns the cells of the uncut row.
func (c *Choice) width() int {
	note, right := max(c.Note.Width(), c.Why.Width()), max(c.Right.Width(), c.Key.Width())
	return 3 + 2*b2i(c.Stated) + c.Label.Width() + c.Line.Width() + note + 2*min(note, 1) + right + 3*min(right, 1)
}

// whole returns the text of the row uncut.
func (c *Choice) whole() Line {
	switch {
	case !c.Why.Empty():
		return Line{{Text: safetext.Const("Not now: "), Style: style.Dim}, {Text: c.Why, Style: style.Dim}}
	case c.Line != nil:
		return c.Line
	}
	return Line{{Text: c.Label, Style: style.Subject}, {Text: safetext.Spaces(2), Style: style.Plain}, {Text: c.Note, Style: style.Dim}}
}

// chosenEdge returns the left edge of a selected line: the bar of a selected card, or without colour a sign.
func chosenEdge(t *lay.Table, sh *style.Sheet) []lay.Bit {
	sign := sh.Glyphs.Cursor
	if sh.Grounded() {
		sign = sh.Glyphs.RuleSelected
	}
	return t.Bits(lay.Bit{Sign: sign, Hue: style.AccentStrong})
}

// chosenGround returns the ground of a selected line: that of a selected card, or without colour that of a field.
func chosenGround(sh *style.Sheet) style.Ground {
	if sh.Grounded() {
		return style.Raised
	}
	return style.Field
}

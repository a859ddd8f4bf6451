package view

import (
	"cmp"
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Choice is one line to choose from.
type Choice struct {
	Key    Text // the key that runs it without the list, at the right end
	At     Text // when it happened, before all else
	Label  Text
	Line   Line // in place of the label
	Brief  Line // in place of Line if that does not fit
	Note   Text // dim, after the label
	Right  Text // dim, at the right end, if it has no key
	End    Line // before Right, if there is room
	State  State
	Stated bool // draw the state's glyph
	Marked bool // it is one of several that were marked
	Off    bool // it cannot be chosen now
	Why    Text // the reason: in place of the note, or below the list while it is selected
	Head   bool // it is at the head of a group
	Told   bool // it cannot be selected: it is only told
	Title  bool // it cannot be selected: a title for those below it, with a note, or an empty row
}

// Picker is a list to choose from.
type Picker struct {
	Title    Text
	Note     Text  // at the right end of the title
	Tabs     []Tab // the lists that it can show, each with its key
	Tab      int   // the one that is shown
	Rows     int   // of the list, however many items there are; 0 for as many as they need
	Cells    int   // of the dialog, however wide the items are; 0 for as many as they need
	About    int   // rows below the list, more on a narrow screen; 0 for as many as its text needs
	Items    []Choice
	First    int
	Selected int
	Below    []Choice // below the items, in the rows of the list that they leave, as they were before a search
	More     []Line   // below the list, in place of the text that does not fit in the row of the selected item
	Filter   Text     // the typed search
	Typing   bool     // the search is being typed
	Tally    Text     // at the end of the search: "3 of 31"
	Typed    *Prompt  // a line that always takes input, in place of Filter
	Keys     []Key
	Idle     []Key // the keys while nothing is searched, whose rows are kept; nil for Keys
}

// pickerWidth is the width of a list, unless a row needs more.
const pickerWidth = 84

// TypedWidth is the width of a list with a line of input: it is narrow because the rows are short and have text at both
// ends.
const TypedWidth = 76

// box draws a list to choose from.
func (m *Picker) box(br *brush, w, h int) floatBox {
	d := newDialog(br, cmp.Or(m.Cells, m.NeededCells()), w, h)
	d.tabs(m.Tabs, m.Tab)
	in := m.Typed
	if in == nil && (m.Typing || !m.Filter.Empty()) {
		in = &Prompt{Label: safetext.Const("/"), Text: m.Filter, Tally: m.Tally, Cursor: -1}
		if m.Typing {
			in.Cursor = m.Filter.Width()
		}
	}
	switch {
	case m.Typed != nil:
		d.air()
		d.input(in)
		d.air()
	case in != nil: // in place of the free row, so that the list stays where it is
		d.input(in)
	default:
		d.air()
	}
	d.keys(m.Keys)
	d.keepKeyRows(m.Idle)
	about := br.newPage(d.W, d.On)
	for _, l := range m.More {
		about.Line(l)
	}
	rows := m.About // reserved whichever item is selected, so that the list keeps its height
	switch {
	case rows == 0:
		rows = len(about.Rows)
	case labelsIn(w) == 0:
		rows += moreAbout
	}
	if widest := m.widest(); m.More == nil && m.Selected >= 0 && widest > d.W {
		rows = max(rows, min(1+widest/d.W, mostAbout, d.room()/8))
	}
	rows = min(rows, max(d.room()-leastChoices, 0))
	room := d.room() - rows - min(rows, 1)
	if m.Rows > 0 {
		room = min(m.Rows, max(room-2, leastChoices)) // the header stays in sight
	}
	from, end := len(d.Rows), len(d.Rows)+min(m.Rows, room)
	if left := room - min(len(m.Items), leastFound) - 1; len(m.Below) > 0 && left >= leastChoices {
		room -= min(len(m.Below), left) + 1
	}
	cut := drawChoices(d.page, &br.table, m.Items, lay.Window{First: m.First, Selected: m.Selected}, room, m.Typed)
	if rows := end - len(d.Rows) - 1; len(m.Below) > 0 && rows >= leastChoices {
		d.Blank()
		drawChoices(d.page, &br.table, m.Below, lay.Window{Selected: -1}, rows, nil)
	}
	d.Fill(max(end, from))
	if m.More == nil && cut {
		about.Line(m.Items[m.Selected].whole())
	}
	about.Fill(rows)
	about.Rows = about.Rows[:rows]
	if rows > 0 {
		d.Blank()
	}
	d.Add(about)
	return d.closeNoted(m.Title, nil, m.Note)
}

// widest returns the cells of the widest item.
func (m *Picker) widest() (widest int) {
	for i := range m.Items {
		widest = max(widest, m.Items[i].width())
	}
	return widest
}

// NeededCells returns the cells that a dialog needs to show all of the items.
func (m *Picker) NeededCells() int {
	if m.Typed != nil {
		return TypedWidth
	}
	return max(pickerWidth, m.widest()+2*boxPad)
}

// TypedRows is the number of rows of a list in which typing finds something, and leastChoices the fewest rows of any
// list.
const TypedRows, leastChoices = 16, 3

// leastFound is the fewest rows for what was found above other items.
const leastFound = 6

// moreAbout is the rows that text below the list may need more on a narrow screen.
const moreAbout = 2

// mostAbout is the most rows for text that does not fit in the row of the selected item.
const mostAbout = 3

// tabs draws the names of the lists that a picker can show, each with its key.
func (d *dialog) tabs(all []Tab, at int) {
	if len(all) == 0 {
		return
	}
	d.Row(func(p *pen) {
		p.SetGround(style.Bar)
		for i, tab := range all {
			look := style.Soft
			if i == at {
				p.SetGround(style.Panel)
				look = style.TitleStrong
			}
			lay.Draw(p, lay.Bit{Sign: " ", Tight: true},
				lay.Bit{Text: tab.Key.Append(safetext.Spaces(1)), Style: style.AccentStrong, Kind: lay.KeySpot,
					Key: tab.Key},
				lay.Bit{Text: tab.Name, Style: look, Kind: lay.KeySpot, Key: tab.Key}, lay.Bit{Sign: " ", Tight: true})
			p.SetGround(style.Bar)
		}
	})
}

// choiceColumns are the columns of a list to choose from: the item, and the text at its right end.
var choiceColumns = []lay.Col{{Fill: true, Min: 12, Rest: true}, {Gap: 3, Priority: 1, Right: true}}

// keptNote is the most cells of a note, or of the right end, that are shown uncut even if the label is cut for it.
const keptNote, keptRight = 13, 16

// keepsEnd is the width from which on the end of a choice is kept, and the label is cut instead.
const keepsEnd = 64

// drawChoices draws the choices that are visible in a number of rows, and reports whether the selected one is cut. In
// is the line of input by which they are found, nil for none.
func drawChoices(g *page, t *lay.Table, items []Choice, w lay.Window, rows int, in *Prompt) (cut bool) {
	typed := ""
	if in != nil {
		typed = in.Text.String()
	}
	w.Skip = func(i int) bool { return items[i].Title || items[i].Told || w.Selected < 0 && in == nil }
	from, to := w.Fit(len(items), rows, oneRow)
	// below titles, only the items with a sign have room for one
	stated := slices.ContainsFunc(items, func(c Choice) bool { return c.Stated }) &&
		!slices.ContainsFunc(items, func(c Choice) bool { return c.Title })
	t.Reset(choiceColumns)
	t.Indent, t.Right, t.Flush = 1, 1, true
	for i := range items[from:to] {
		it := choice(t, g.Pen.Sheet, &items[from+i], from+i == w.Selected, stated, typed)
		if end := &it.Cells[len(it.Cells)-1]; g.W >= keepsEnd && len(items[from+i].End) > 0 {
			end.Short = nil
		}
		t.Items = append(t.Items, it)
	}
	t.Fit(g.W)
	g.List(w, len(items), rows, oneRow, func(i int) { g.Items(t, i-from, i-from+1) })
	return w.Selected >= from && w.Selected < to && !t.Whole(w.Selected-from)
}

// oneRow is the height of each line of a list of single rows.
func oneRow(int) int { return 1 }

// choice returns a line to choose from as an item of a table.
func choice(t *lay.Table, sh *style.Sheet, c *Choice, selected, stated bool, typed string) (it lay.Item) {
	if c.Title {
		it.Head = !c.Label.Empty()
		it.Cells = t.Cells(lay.Cell{Gap: 1, Bits: t.Bits(lay.Bit{Text: c.Label, Style: style.Strong},
			lay.Bit{Text: c.Note, Style: style.Dim})})
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
	case c.Told:
		look = style.Soft
	}
	lead := [3]lay.Bit{{Sign: " "}, {Sign: " "}, {Sign: " "}}
	if c.Marked {
		lead[0] = lay.Bit{Sign: sh.Glyphs.Marked, Hue: style.AccentStrong}
	}
	if c.Stated {
		lead[1].Sign, lead[1].Hue = stateGlyph(sh, c.State)
	}
	what := lay.Cell{Lead: t.Bits(lead[:1+2*b2i((stated || c.Stated) && !c.Head)]...), Gap: 2, Keep: keptNote}
	if !c.At.Empty() {
		at := lay.Bit{Text: safetext.Spaces(max(clockCells-c.At.Width(), 0)).Append(c.At, safetext.Spaces(2)),
			Style: style.Dim}
		what.Lead = t.Bits(lead[0], at)
	}
	label := lay.Bit{Text: c.Label, Style: look, Find: typed, Typed: typed != ""}
	note := lay.Bit{Text: c.Note, Style: style.Dim}
	switch {
	case c.Line != nil:
		what.Line, what.Gap = c.Line, 0
		for _, s := range c.Brief {
			what.Short = append(what.Short, lay.Bit{Text: s.Text, Style: s.Style})
		}
	case !c.Why.Empty():
		why := lay.Bit{Text: wordNotNow.Append(c.Why), Style: style.Dim}
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
	if len(c.End) > 0 {
		end.Short, end.Bits = end.Bits, append(t.Spans(c.End), lay.Bit{Sign: " "}, lay.Bit{Sign: " ", Tight: true},
			right)
	}
	what.Runs = right.Text.Empty()
	it.Cells = t.Cells(what, end)
	return it
}

var wordNotNow = safetext.Const("not now: ")

// width returns the cells of the uncut row.
func (c *Choice) width() int {
	note, right := max(c.Note.Width(), c.Why.Width()), max(c.Right.Width(), c.Key.Width())
	return 3 + 2*b2i(c.Stated) + c.At.Width() + c.End.Width() + c.Label.Width() + c.Line.Width() + note +
		2*min(note, 1) + right + 3*min(right, 1)
}

// whole returns the text of the row uncut.
func (c *Choice) whole() Line {
	switch {
	case !c.Why.Empty():
		return Line{{Text: safetext.Const("Not now: "), Style: style.Dim}, {Text: c.Why, Style: style.Dim}}
	case c.Line != nil:
		return c.Line
	}
	return Line{{Text: c.Label, Style: style.Subject}, {Text: safetext.Spaces(2), Style: style.Plain},
		{Text: c.Note, Style: style.Dim}}
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
		return style.Selected
	}
	return style.Field
}

package view

import (
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Field is one field of a form.
type Field struct {
	Label Text
	Look  style.Style // of a value in one line; style.Plain for the look of all input
	Lines []Text      // the value; one line in a field of one line
	// the tasks that the initial value names, in place of the text, and in focus as the hint; nil once they are others
	Named   []Choice
	Rows    int  // rows for the value, at least 1
	Top     int  // first line shown
	Hint    Text // what may be typed: in the field while it is empty, in focus at its right end or below it
	Error   Text // below it
	Note    Text // "edit in $EDITOR only": after the label, or below one at the left
	Focused bool
	CursorX int      // cell in its line
	CursorY int      // line
	Choices []Choice // completion, drawn below the field in focus
	Choice  int      // the chosen one, -1 for none
}

// Form edits a task.
type Form struct {
	Title  Text
	State  *State // the state of the edited task, nil for a new one
	Phrase Text   // the same in words
	Fields []Field
	Effect Text // what saving does, below the fields; empty for nothing
	Error  Text // above the keys
	Keys   []Key
}

// formChoices is the most completions that are shown at once.
const formChoices = 6

// FormWidth returns the cells for input in a dialog on a screen of w cells.
func FormWidth(w int) int { return max(contentWidth(78, w)-fieldEdge-1, 1) }

// FieldWidth returns the cells for the value of a form's field on a screen of w cells.
func FieldWidth(w int) int { return max(contentWidth(formWide, w)-labelsIn(w)-fieldEdge-1, 1) }

// formWide is the usual width of a form, and fieldEdge the cells of the edge of a field.
const formWide, fieldEdge = 84, 2

// box draws a form: for each field a label, the value, and what is wrong with it. The cursor is in the field in
// focus. If the screen is too low, fields out of focus show a single line; if that is not enough, only the fields
// around the one in focus are visible.
func (f *Form) box(br *brush, w, h int) floatBox {
	d := newDialog(br, formWide, w, h)
	f.drawEffect(d, w, h)
	if !f.Error.Empty() {
		d.foot.Text(style.Danger, f.Error)
	}
	d.keys(f.Keys)
	d.air()
	fields, focus, cursor := make([]*page, len(f.Fields)), -1, cursorAt{}
	height := func(i int) int { return len(fields[i].Rows) }
	draw := func(folded bool) (rows int) {
		for i := range f.Fields {
			field := f.Fields[i]
			if folded && !field.Focused {
				field.Rows, field.Top = 1, 0
			}
			g, at := br.fieldPage(&field, d.W, labelsIn(w))
			if field.Focused {
				focus, cursor = i, at
			}
			if h >= roomyHeight {
				field.drawHint(g, labelsIn(w))
			}
			fields[i], rows = g, rows+len(g.Rows)
		}
		return rows
	}
	room := d.room()
	if draw(false) > room {
		draw(true)
	}
	d.List(lay.Window{Selected: focus, Skip: func(int) bool { return true }}, len(fields), room, height, func(i int) {
		g := fields[i]
		first := max(min(cursor.y-room+1, len(g.Rows)-room), 0) // the field may be higher than the screen
		if i == focus {
			d.cursor = cursorAt{cursor.x, cursor.y - first + len(d.Rows), cursor.seen}
			g.Rows, g.Spots = g.Rows[first:], lay.AppendSpots(nil, g.Spots, 0, -first, len(g.Rows))
		}
		d.Add(g)
	})
	return d.closeNoted(f.Title, f.State, f.Phrase)
}

// effectRows returns the rows for what saving does on a screen of w by h cells, 0 if there is no room for it.
func effectRows(w, h int) int {
	switch {
	case h < roomyHeight:
		return 0
	case labelsIn(w) == 0:
		return 3
	}
	return 2
}

// drawEffect draws at the foot of a dialog what saving does. Its rows are kept free from the start.
func (f *Form) drawEffect(d *dialog, w, h int) {
	rows, side := effectRows(w, h), labelsIn(w)
	if f.Effect.Empty() || rows == 0 {
		return
	}
	g, what := d.br.newPage(d.W, d.On), Span{Text: f.Effect, Style: style.Soft}
	if side > 0 {
		g.Hang(side, Line{what}, lay.Bit{Text: wordWithThis, Style: style.Strong})
	} else {
		g.Line(Line{{Text: wordWithThis, Style: style.Strong}, {Text: wordTwo, Style: style.Plain}, what})
	}
	g.Keep(0, rows)
	g.Fill(rows)
	d.foot.Add(g)
}

var wordWithThis = safetext.Const("With this")

// empty reports whether a field has no value.
func (f *Field) empty() bool { return len(f.Lines) == 0 || len(f.Lines) == 1 && f.Lines[0].Empty() }

// lineStyles returns the style of each line of a field: the fences of a code block are dim, and the code between them
// looks as in the detail.
func (f *Field) lineStyles() []style.Style {
	looks, code := make([]style.Style, len(f.Lines)), false
	for i, l := range f.Lines {
		fence := len(f.Lines) > 1 && strings.HasPrefix(strings.TrimSpace(l.String()), "```")
		switch {
		case fence:
			looks[i], code = style.Dim, !code
		case code:
			looks[i] = style.CodeBlock
		case f.Look != style.Plain:
			looks[i] = f.Look
		default:
			looks[i] = style.Input
		}
	}
	return looks
}

// hintAtEnd reports whether a field has its hint behind its value, in one row with the label.
func (f *Field) hintAtEnd(side int) bool {
	return f.Focused && side > 0 && f.Rows <= 1 && len(f.Named) == 0
}

// drawHint draws the row below a field: empty, or for the field in focus its hint or the tasks that it names.
func (f *Field) drawHint(g *page, side int) {
	g.Row(func(p *pen) {
		if p.PadTo(side + fieldEdge); !f.Focused || f.empty() || len(f.Choices) > 0 || f.hintAtEnd(side) {
			return // the field has its hint already
		}
		if f.drawNamed(p, style.Hint); len(f.Named) == 0 {
			p.Text(style.Hint, f.Hint)
		}
	})
}

// drawNamed draws the tasks that a field names.
func (f *Field) drawNamed(p *pen, look style.Style) {
	for i := range f.Named {
		lay.Draw(p, f.Named[i].named(p.Sheet, look))
		p.Space(2)
	}
}

// named returns the sign and the label of a task.
func (c *Choice) named(sh *style.Sheet, look style.Style) lay.Bit {
	bit := lay.Bit{Text: c.Label, Style: look}
	if c.Stated {
		bit.Sign, bit.Hue = stateGlyph(sh, c.State)
	}
	return bit
}

// fieldColumns are the value of a field, and what stands at its end.
var fieldColumns = []lay.Col{{Fill: true, Min: 12, Rest: true}, {Gap: 2, Right: true, Priority: 1}}

// drawEnded draws a value, and at the end of the field a text: the hint is left out if it has no room.
func drawEnded(p *pen, t *lay.Table, value, end lay.Bit) {
	t.Reset(fieldColumns)
	t.Right = 1
	right := lay.Cell{Bits: t.Bits(end)}
	if end.Style == style.Hint {
		right.Short = []lay.Bit{}
	}
	t.DrawSingle(p, lay.Cell{Bits: t.Bits(value)}, right)
}

// inputGround returns the ground of the field in focus.
func inputGround(sh *style.Sheet) style.Ground {
	if sh.Grounded() {
		return style.Card
	}
	return style.Field
}

// fieldPage draws one field in w cells, and returns where its cursor is. The label is in the first side cells, or above
// the field if side is 0.
func (br *brush) fieldPage(f *Field, w, side int) (g *page, at cursorAt) {
	g = br.newPage(w, style.Panel)
	label, note := lay.Bit{Text: f.Label, Style: style.Strong}, Line{{Text: f.Note, Style: style.Hint}}
	edge, ground := lay.Bit{Sign: br.sh.Glyphs.Rule, Hue: style.Border}, style.Flat
	if br.sh.Grounded() { // its ground shows where it ends
		edge.Sign, ground = " ", style.Bar
	}
	if f.Focused {
		label.Style, edge, ground = style.LabelStrong, chosenBar(br.sh), inputGround(br.sh)
	}
	if side == 0 {
		g.Hang(f.Label.Width()+2, note, label)
	}
	top, room, looks := len(g.Rows), g.W-side-fieldEdge-1, f.lineStyles()
	for i := range max(f.Rows, 1) {
		g.Row(func(p *pen) {
			if i == 0 && side > 0 {
				lay.Draw(p, label)
			}
			p.PadTo(side)
			p.SetGround(ground)
			lay.Draw(p, edge, lay.Bit{Sign: " "})
			switch n := f.Top + i; {
			case f.empty() && i == 0:
				p.TextIn(style.Hint, f.Hint, room)
			case len(f.Named) == 1 && !f.Focused && !f.Named[0].Right.Empty():
				drawEnded(p, &br.table, f.Named[0].named(p.Sheet, style.Input),
					lay.Bit{Text: f.Named[0].Right, Style: style.Dim})
			case len(f.Named) > 0 && !f.Focused:
				f.drawNamed(p, style.Input)
			case f.hintAtEnd(side):
				drawEnded(p, &br.table, lay.Bit{Text: f.Lines[0].Window(0, room), Style: looks[0]},
					lay.Bit{Text: f.Hint, Style: style.Hint})
			case n < len(f.Lines):
				p.Text(looks[n], f.Lines[n].Window(0, room))
			}
			p.Fill()
		})
	}
	if f.Focused && f.CursorY >= f.Top && f.CursorY < f.Top+max(f.Rows, 1) {
		in := min(max(f.CursorX, 0), room)
		at = cursorAt{side + fieldEdge + in, top + f.CursorY - f.Top, true}
		if br.sh.Graphemes && f.CursorY < len(f.Lines) {
			at.x -= f.Lines[f.CursorY].Window(0, in).Slack()
		}
	}
	if side > 0 && !f.Note.Empty() {
		g.Hang(side+fieldEdge, note)
	}
	if !f.Error.Empty() {
		g.Hang(side+fieldEdge, Line{{Text: f.Error, Style: style.Danger}})
	}
	if f.Focused && len(f.Choices) > 0 {
		offered := br.newPage(g.W-side, g.On)
		drawChoices(offered, &br.table, f.Choices, lay.Window{Selected: f.Choice}, formChoices, nil)
		g.Across(side, 0, offered)
	}
	return g, at
}

// FormTextRows returns the rows for a field of several lines in a form of n fields on a screen of w by h cells, chosen
// so that the whole form is visible if possible.
func FormTextRows(w, h, n int) int {
	each := 1 // its line
	if labelsIn(w) == 0 {
		each++
	}
	if h >= roomyHeight {
		each++
	}
	return min(max(h-6-effectRows(w, h)-each*n, 3), max(12, h/2))
}

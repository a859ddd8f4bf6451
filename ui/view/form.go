package view

import (
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Field is one field of a form.
type Field struct {
	Label   Text
	Look    style.Style // of what it holds in one line; style.Plain for what is typed everywhere
	Lines   []Text      // what it holds; one for a field of one line
	Named   []Choice    // the tasks that it names, while they are those it was opened on: in place of its text, and in focus as its hint
	Rows    int         // rows it is given; at least 1
	Top     int         // first line shown
	Hint    Text        // what it takes: in it while it is empty, below it in focus
	Error   Text        // below it
	Note    Text        // "edit in $EDITOR only": behind the label, or below where that is at the left
	Focused bool
	CursorX int      // cell in its line
	CursorY int      // line
	Choices []Choice // completion, drawn below the field in focus
	Choice  int      // the chosen one, -1 for none
}

// Form edits a task.
type Form struct {
	Title  Text
	State  *State // the state of the task that is edited; nil for a new one
	Phrase Text   // the same in words
	Fields []Field
	Error  Text // above the keys
	Keys   []Key
}

// formChoices is how many completions are shown at once.
const formChoices = 6

// FormWidth returns the cells what is typed may take in a box on a screen of w cells.
func FormWidth(w int) int { return max(contentWidth(78, w)-fieldEdge-1, 1) }

// FieldWidth returns the cells the content of a form's field may take on a screen of w cells.
func FieldWidth(w int) int { return max(contentWidth(formWide, w)-labelsIn(w)-fieldEdge-1, 1) }

// formWide is the cells of a form where there is room, formLabels those of the labels at the left of the fields, fieldEdge those of the
// edge of a field.
const formWide, formLabels, fieldEdge = 84, 14, 2

// labelsIn returns the cells of labels at the left of the fields on a screen of w cells, 0 where they are above them.
func labelsIn(w int) int {
	if w < 64 {
		return 0
	}
	return formLabels
}

// box draws a form: for each field a label, what it holds, and what is wrong with it. The cursor is in the
// field in focus. Where the screen is too low, texts of several lines out of focus keep one of them; where that is not
// enough, the fields around the one in focus are seen.
func (f *Form) box(pt *Painter, w, h int) floatBox {
	d := newDialog(pt, formWide, w, h)
	if !f.Error.Empty() {
		d.foot.Text(style.Danger, f.Error)
	}
	drawKeyRows(d.foot, f.Keys)
	d.air(d.page)
	fields, focus, cursor := make([]*page, len(f.Fields)), -1, cursorAt{}
	height := func(i int) int { return len(fields[i].Rows) }
	draw := func(folded bool) (rows int) {
		for i := range f.Fields {
			field := f.Fields[i]
			if folded && !field.Focused {
				field.Rows, field.Top = 1, 0
			}
			g, at := pt.fieldPage(&field, d.W, labelsIn(w))
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
		first := max(min(cursor.y-room+1, len(g.Rows)-room), 0) // it may be higher than the screen
		if i == focus {
			d.cursor = cursorAt{cursor.x, cursor.y - first + len(d.Rows), cursor.seen}
			g.Rows, g.Spots = g.Rows[first:], lay.AppendSpots(nil, g.Spots, 0, -first, len(g.Rows))
		}
		d.Add(g)
	})
	return d.closeNoted(f.Title, f.State, f.Phrase)
}

// empty reports whether a field holds nothing.
func (f *Field) empty() bool { return len(f.Lines) == 0 || len(f.Lines) == 1 && f.Lines[0].Empty() }

// looks returns how each line of a field is shown: the fences of a block of code are quiet marks, what is between them looks as it does in the
// detail.
func (f *Field) looks() []style.Style {
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

// drawHint leaves a row free below a field, in which what it takes is said of the one in focus, or which tasks it names.
func (f *Field) drawHint(g *page, side int) {
	g.Row(func(p *pen) {
		if p.PadTo(side + fieldEdge); !f.Focused || f.empty() || len(f.Choices) > 0 { // what it takes is said already
			return
		}
		if f.drawNamed(p, style.Hint); len(f.Named) == 0 {
			p.Text(style.Hint, f.Hint)
		}
	})
}

// drawNamed draws the tasks that a field names.
func (f *Field) drawNamed(p *pen, look style.Style) {
	for i := range f.Named {
		c := &f.Named[i]
		bit := lay.Bit{Text: c.Label, Style: look}
		if c.Stated {
			bit.Sign, bit.Hue = stateGlyph(p.Sheet, c.State)
		}
		lay.Draw(p, bit)
		p.Space(2)
	}
}

// fieldPage draws one field in w cells, and returns where its cursor is. Its label is in that many cells at its left, or above it.
func (pt *Painter) fieldPage(f *Field, w, side int) (g *page, at cursorAt) {
	g = pt.newPage(w, style.Float)
	label, note := lay.Bit{Text: f.Label, Style: style.Label}, Line{{Text: f.Note, Style: style.Hint}}
	edge, ground := lay.Bit{Sign: pt.sh.Glyphs.Rule, Hue: style.Border}, style.Flat
	if pt.sh.Grounded() { // it is seen where it ends
		edge.Sign = " "
	}
	if f.Focused {
		label.Style, edge, ground = style.LabelStrong, lay.Bit{Sign: pt.sh.Glyphs.RuleSelected, Hue: style.Accent}, style.Field
	}
	if side == 0 {
		g.Hang(f.Label.Width()+2, note, label)
	}
	top, room, looks := len(g.Rows), g.W-side-fieldEdge-1, f.looks()
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
			case len(f.Named) > 0 && !f.Focused:
				f.drawNamed(p, style.Input)
			case n < len(f.Lines):
				p.Text(looks[n], f.Lines[n].Window(0, room))
			}
			p.Fill()
		})
	}
	if f.Focused && f.CursorY >= f.Top && f.CursorY < f.Top+max(f.Rows, 1) {
		in := min(max(f.CursorX, 0), room)
		at = cursorAt{side + fieldEdge + in, top + f.CursorY - f.Top, true}
		if pt.sh.Graphemes && f.CursorY < len(f.Lines) {
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
		offered := pt.newPage(g.W-side, g.On)
		drawChoices(offered, &pt.table, f.Choices, lay.Window{Selected: f.Choice}, formChoices, nil)
		g.Spots = lay.AppendSpots(g.Spots, offered.Spots, side, len(g.Rows), len(offered.Rows))
		for _, row := range offered.Rows {
			g.Row(func(p *pen) { p.PadTo(side); p.Drawn(row, offered.W) })
		}
	}
	return g, at
}

// FormTextRows returns the rows a field of several lines may take in a form of n fields on a screen of w by h cells, so that the
// whole form is seen where that is possible.
func FormTextRows(w, h, n int) int {
	each := 1 // its line
	if labelsIn(w) == 0 {
		each++
	}
	if h >= roomyHeight {
		each++
	}
	return min(max(h-6-each*n, 3), max(12, h/2))
}

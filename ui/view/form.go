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
	Note    Text        // "edit in $EDITOR only": beside the label, or below where that stands at the side
	Focused bool
	CursorX int      // cell in its line
	CursorY int      // line
	Choices []Choice // completion, drawn below the field in focus
	Choice  int      // the chosen one, -1 for none
}

// Form edits a task.
type Form struct {
	Title  Text
	State  *State // how the task stands that is edited; nil for a new one
	Stands Text   // the same in words
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

// labelsIn returns the cells of labels beside the fields on a screen of w cells, 0 where they stand above them.
func labelsIn(w int) int {
	if w < 64 {
		return 0
	}
	return formLabels
}

// box draws a form: for each field a label, what it holds, and what is wrong with it. The cursor stands in the
// field in focus. Where the screen is too low, texts of several lines out of focus keep one of them; where that is not
// enough, the fields around the one in focus are shown, and their labels say how many are hidden above and below.
func (f *Form) box(pt *Painter, w, h int) floatBox {
	wide := contentWidth(formWide, w)
	foot := pt.newPage(wide, style.Float)
	if !f.Error.Empty() {
		foot.Text(style.Danger, f.Error)
	}
	drawKeyRows(foot, f.Keys)
	room := max(h-2-len(foot.Rows), 1)
	s := formShape{airy: h >= roomyHeight, top: 1, to: len(f.Fields), side: labelsIn(w)}
	g, at := pt.drawFields(f, wide, s)
	if len(g.Rows) > room {
		s.folded = true
		g, at = pt.drawFields(f, wide, s)
	}
	if len(g.Rows) > room {
		s.top = 0
		g, at = pt.drawFields(f, wide, s)
	}
	for len(g.Rows) > room && s.to-s.from > 1 { // whole fields go, first those below, the one in focus never
		if !f.Fields[s.to-1].Focused {
			s.to--
		} else {
			s.from++
		}
		g, at = pt.drawFields(f, wide, s)
	}
	first := 0
	if over := len(g.Rows) - room; over > 0 { // one field is higher than the screen
		first = min(max(at.y-room+1, 0), over)
		g.Rows, g.Spots = g.Rows[first:first+room], lay.AppendSpots(nil, g.Spots, 0, -first, first+room)
	}
	g.Add(foot)
	b := pt.borderNoted(g, f.Title, style.TitleStrong, f.State, f.Stands)
	b.x, b.y = at.x+boxPad, at.y-first+1
	b.cursor = at.seen && b.y > 0 && b.y <= room
	return b
}

// formShape is how much of a form is drawn.
type formShape struct {
	from, to int  // the fields that are shown
	top      int  // rows above the first
	side     int  // cells of the labels at the left of the fields, 0 for labels above them
	airy     bool // a row between two
	folded   bool // of texts of several lines, only the one in focus has more than one
}

// formCursor is where the cursor is in the page of a form, if it is.
type formCursor struct {
	x, y int
	seen bool
}

// drawFields draws the fields of a form that are shown.
func (pt *Painter) drawFields(f *Form, w int, s formShape) (g *page, at formCursor) {
	g = pt.newPage(w, style.Float)
	for range s.top {
		g.Blank()
	}
	for i := s.from; i < s.to; i++ {
		field := f.Fields[i]
		if s.folded && !field.Focused {
			field.Rows, field.Top = 1, 0
		}
		above, below := 0, 0
		if i == s.from {
			above = s.from
		}
		if i == s.to-1 {
			below = len(f.Fields) - s.to
		}
		x, y, has := pt.drawField(g, &field, s.side, above, below)
		if field.Focused {
			at = formCursor{x, y, has}
		}
		switch {
		case !s.airy || i == s.to-1 && s.top == 0:
		case field.Focused && !field.empty() && len(field.Choices) == 0: // else what it takes is told already
			g.Row(func(p *pen) { p.PadTo(s.side + fieldEdge); field.drawHint(p) })
		default:
			g.Blank()
		}
	}
	return g, at
}

// empty reports whether a field holds nothing.
func (f *Field) empty() bool { return len(f.Lines) == 0 || len(f.Lines) == 1 && f.Lines[0].Empty() }

// looks returns how each line of a field is shown: the fences of a block of code are quiet marks, what lies between them looks as it does in the
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

// drawHint draws what a field takes, or which tasks it names.
func (f *Field) drawHint(p *pen) {
	if len(f.Named) > 0 {
		f.drawNamed(p, style.Hint)
		return
	}
	p.Text(style.Hint, f.Hint)
}

// drawNamed draws the tasks that a field names.
func (f *Field) drawNamed(p *pen, look style.Style) {
	for i := range f.Named {
		if c := &f.Named[i]; c.Stated {
			drawState(p, c.State)
		}
		p.TextIn(look, f.Named[i].Label, p.Room()-1)
		p.Space(2)
	}
}

// drawField draws one field and answers where its cursor is in the page. Its label stands in that many cells at its left, or above
// it, and says how many fields are hidden above and below it.
func (pt *Painter) drawField(g *page, f *Field, side, above, below int) (x, y int, cursor bool) {
	label := func(p *pen) {
		st := style.Label
		if f.Focused {
			st = style.LabelStrong
		}
		p.Text(st, f.Label)
		hidden, end := 0, p.End
		for _, n := range [...]int{above, below} {
			if n > 0 {
				hidden += 2 + lay.Digits(n)
			}
		}
		if side > 0 {
			end = side - 1
		} else if !f.Note.Empty() {
			p.Space(2)
			p.TextIn(style.Hint, f.Note, p.Room()-hidden)
		}
		if hidden == 0 || hidden > end-p.At {
			return
		}
		p.PadTo(end - hidden)
		for i, n := range [...]int{above, below} {
			if n > 0 {
				p.Space(1)
				p.Glyph(style.Dim, [...]string{pt.sh.Glyphs.Up, pt.sh.Glyphs.Down}[i])
				p.Number(style.Dim, n)
			}
		}
	}
	if side == 0 {
		g.Row(label)
	}
	top := len(g.Rows)
	field := pt.newPage(g.W-side, style.Flat)
	edge, st := pt.sh.Glyphs.Rule, style.Border
	if pt.sh.Grounded() { // it is seen where it ends
		edge = " "
	}
	if f.Focused {
		field.On, edge, st = style.Field, pt.sh.Glyphs.RuleSelected, style.Accent
	}
	room := field.W - fieldEdge - 1
	looks := f.looks()
	for i := range max(f.Rows, 1) {
		field.Row(func(p *pen) {
			p.Glyph(st, edge)
			p.PadTo(fieldEdge)
			switch n := f.Top + i; {
			case f.empty() && i == 0:
				p.TextIn(style.Hint, f.Hint, room)
			case len(f.Named) > 0 && !f.Focused:
				f.drawNamed(p, style.Input)
			case n < len(f.Lines):
				p.Text(looks[n], f.Lines[n].Window(0, room))
			}
		})
	}
	if f.Focused && f.CursorY >= f.Top && f.CursorY < f.Top+max(f.Rows, 1) {
		in := min(max(f.CursorX, 0), room)
		x, y, cursor = side+fieldEdge+in, top+f.CursorY-f.Top, true
		if pt.sh.Graphemes && f.CursorY < len(f.Lines) {
			x -= f.Lines[f.CursorY].Window(0, in).Slack()
		}
	}
	field.On = g.On
	if side > 0 && !f.Note.Empty() {
		field.TextFrom(fieldEdge, style.Hint, f.Note)
	}
	if !f.Error.Empty() {
		field.TextFrom(fieldEdge, style.Danger, f.Error)
	}
	if f.Focused && len(f.Choices) > 0 {
		pt.drawCompletions(field, f.Choices, f.Choice)
	}
	g.Spots = lay.AppendSpots(g.Spots, field.Spots, side, len(g.Rows), len(field.Rows))
	for i, row := range field.Rows {
		g.Row(func(p *pen) {
			if side > 0 && i == 0 {
				label(p)
			}
			p.PadTo(side)
			p.Drawn(row, field.W)
		})
	}
	return x, y, cursor
}

// drawCompletions draws what could stand in the field, indented below it.
func (pt *Painter) drawCompletions(g *page, all []Choice, chosen int) {
	drawList(g, scrollList{0, chosen, len(all), formChoices, chosenGround(pt.sh), nil, false}, func(p *pen, i int) {
		c := &all[i]
		st := style.SubjectQuiet
		if i == chosen {
			st = style.AccentStrong
			drawChosen(p, true)
		}
		p.PadTo(2)
		if c.Stated {
			drawState(p, c.State)
		}
		p.Text(st, c.Label)
		p.Space(2)
		p.Text(style.Dim, c.Note)
	})
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

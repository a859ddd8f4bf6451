package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Document is a text to scroll through that belongs to the tasks but is not in their files.
type Document struct {
	Title  Text
	Facts  []Fact // above the lines
	Lines  []Line // laid out for DocumentWidth cells
	Scroll int
	Keys   []Key
}

// documentWidth is the greatest width of a document.
const documentWidth = 96

// DocumentWidth returns the cells a line of a document may take on a screen of w cells.
func DocumentWidth(w int) int { return contentWidth(documentWidth, w) }

// box draws a document in a window.
func (v *Document) box(br *brush, w, h int) floatBox {
	d, _ := v.draw(br, w, h)
	return d.close(v.Title)
}

// DocumentScroll returns the largest first row to which a document can be scrolled on a screen of w by h cells.
func DocumentScroll(w, h int, v *Document) int {
	_, limit := v.draw(&brush{sh: measuring}, w, h)
	return limit
}

// draw draws a document from its first visible row, and returns the largest first row to which it can be scrolled.
func (v *Document) draw(br *brush, w, h int) (d *dialog, limit int) {
	d = newDialog(br, documentWidth, w, h)
	d.keys(v.Keys)
	g := br.newPage(d.W, d.On)
	g.Blank()
	if len(v.Facts) > 0 {
		drawFacts(g, v.Facts)
		g.Blank()
	}
	for _, l := range v.Lines {
		g.Line(l)
	}
	return d, d.scroll(g, v.Scroll)
}

// Fact is a label and a value.
type Fact struct {
	Label, Value Text
	Style        style.Style // of the value
	Lines        []FactLine  // the lines of a structured value, below the label
}

// FactLine is a line of a structured value.
type FactLine struct {
	Depth      int  // its indentation, in steps
	Item       bool // a bullet is before it
	Name, Text Text // either may be empty
	Style      style.Style
}

// DetailSection is a part of a detail with a heading of its own.
type DetailSection struct {
	Title Text
	Facts []Fact
}

// drawFacts draws labels and values in two columns, and values of several lines below their label.
func drawFacts(g *page, facts []Fact) {
	wide := min(g.W/3, lay.Widest(facts, func(f *Fact) Text {
		if f.Lines != nil {
			return Text{}
		}
		return f.Label
	}))
	for i := range facts {
		f := &facts[i]
		if f.Lines == nil {
			g.Hang(wide+2, Line{{Text: f.Value, Style: f.Style}},
				lay.Bit{Text: f.Label, Style: style.Label, Most: wide})
			continue
		}
		g.Text(style.Label, f.Label)
		for j := range f.Lines {
			l := &f.Lines[j]
			in := 2 + min(2*l.Depth, g.W/3)
			said := Line{{Text: l.Name, Style: style.Label}, {Text: l.Text, Style: l.Style}}
			if !l.Name.Empty() && !l.Text.Empty() {
				said[0].Text = l.Name.Append(safetext.Spaces(2))
			}
			bullet := lay.Bit{}
			if l.Item {
				bullet = lay.Bit{Sign: g.Pen.Sheet.Glyphs.Bullet, Hue: style.Bullet}
			}
			g.Hang(in, said, lay.Bit{Text: safetext.Spaces(in - 2)}, bullet)
		}
	}
}

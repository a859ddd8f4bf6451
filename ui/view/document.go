package view

import (
	"sideboard/ui/style"
)

// Document is a text to be read, scrolled: what lies beside the tasks and belongs to them.
type Document struct {
	Title  Text
	Facts  []Fact // above the lines
	Lines  []Line // laid out for DocumentWidth cells
	Scroll int
	Keys   []Key
}

// documentWidth is how wide a document is drawn at most.
const documentWidth = 96

// DocumentWidth returns the cells a line of a document may take on a screen of w cells.
func DocumentWidth(w int) int { return contentWidth(documentWidth, w) }

func (v *Document) box(pt *Painter, w, h int) floatBox {
	return pt.scrolled(v.drawPage(pt, w), v.Scroll, v.Keys, h, v.Title)
}

func (v *Document) drawPage(pt *Painter, w int) *page {
	g := pt.newPage(DocumentWidth(w), style.Float)
	g.Blank()
	if len(v.Facts) > 0 {
		pt.drawFacts(g, v.Facts)
		g.Blank()
	}
	for _, l := range v.Lines {
		g.Line(l)
	}
	return g
}

// DocumentScroll returns how far a document can be scrolled on a screen of w by h cells.
func DocumentScroll(w, h int, v *Document) int {
	pt := &Painter{sh: countingSheet()}
	return pt.scrollLimit(v.drawPage(pt, w), v.Keys, h)
}

// scrolled closes a page that is scrolled with its keys.
func (pt *Painter) scrolled(g *page, first int, keys []Key, h int, title Text) floatBox {
	g.Keep(first, pt.pageRows(g, keys, h))
	return pt.withKeys(g, keys, h, title, style.TitleStrong)
}

// scrollLimit returns how far a page can be scrolled.
func (pt *Painter) scrollLimit(g *page, keys []Key, h int) int {
	return max(0, len(g.Rows)-pt.pageRows(g, keys, h))
}

// pageRows returns how many rows of a page are seen above its keys.
func (pt *Painter) pageRows(g *page, keys []Key, h int) int {
	foot := pt.newPage(g.W, g.On)
	drawKeyRows(foot, keys)
	if h >= tightHeight {
		foot.Blank()
	}
	return max(h-2-len(foot.Rows), 1)
}

// Fact is a label and a value.
type Fact struct {
	Label, Value Text
	Style        style.Style // of the value
	Lines        []FactLine  // below the label, in place of the value: what lies in a structured one
}

// FactLine is a line of a structured value.
type FactLine struct {
	Depth      int  // how far in it stands
	Item       bool // a bullet stands before it
	Name, Text Text // either may be empty
	Style      style.Style
}

// Section is what belongs together about a task, under a heading of its own.
type Section struct {
	Title Text
	Facts []Fact
}

// drawFacts draws labels and values, the values below each other.
func (pt *Painter) drawFacts(g *page, facts []Fact) {
	wide := 0
	for i := range facts {
		if facts[i].Lines == nil {
			wide = max(wide, min(facts[i].Label.Width(), g.W/3))
		}
	}
	for i := range facts {
		f := &facts[i]
		if f.Lines != nil {
			pt.drawFactLines(g, f)
			continue
		}
		for j, piece := range f.Value.Wrap(max(g.W-wide-2, 1)) {
			g.Row(func(p *pen) {
				if j == 0 {
					p.TextIn(style.Label, f.Label, wide)
				}
				p.PadTo(wide + 2)
				p.Text(f.Style, piece)
			})
		}
	}
}

// drawFactLines draws a label and the lines of a structured value below it. In a narrow place deep ones stand less far in.
func (pt *Painter) drawFactLines(g *page, f *Fact) {
	g.Text(style.Label, f.Label)
	for i := range f.Lines {
		l := &f.Lines[i]
		in := 2 + min(2*l.Depth, g.W/3)
		name := l.Name.Width()
		if name > 0 && !l.Text.Empty() {
			name += 2
		}
		hang := 0 // a text that does not fit behind its name goes on below it
		if name > 0 {
			hang = 2
		}
		text := l.Text.Wrap(max(g.W-in-name, 1))
		if name > g.W/2 || len(text) > 1 && name > 0 {
			text = append([]Text{{}}, l.Text.Wrap(max(g.W-in-hang, 1))...)
		}
		if l.Text.Empty() {
			text = []Text{{}}
		}
		for j, piece := range text {
			g.Row(func(p *pen) {
				if j == 0 && l.Item {
					p.PadTo(in - 2)
					p.Glyph(style.Bullet, pt.sh.Glyphs.Bullet)
				}
				p.PadTo(in)
				if j > 0 {
					p.PadTo(in + hang)
				} else if name > 0 {
					p.Text(style.Label, l.Name)
					if !piece.Empty() {
						p.PadTo(in + name)
					}
				}
				p.Text(l.Style, piece)
			})
		}
	}
}

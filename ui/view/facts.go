package view

import "sideboard/ui/style"

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
			wide = max(wide, min(facts[i].Label.Width(), g.w/3))
		}
	}
	for i := range facts {
		f := &facts[i]
		if f.Lines != nil {
			pt.drawFactLines(g, f)
			continue
		}
		for j, piece := range f.Value.Wrap(max(g.w-wide-2, 1)) {
			g.row(func(p *pen) {
				if j == 0 {
					p.textUpTo(style.Label, f.Label, wide)
				}
				p.padTo(wide + 2)
				p.text(f.Style, piece)
			})
		}
	}
}

// drawFactLines draws a label and the lines of a structured value below it. In a narrow place deep ones stand less far in.
func (pt *Painter) drawFactLines(g *page, f *Fact) {
	g.text(style.Label, f.Label)
	for i := range f.Lines {
		l := &f.Lines[i]
		in := 2 + min(2*l.Depth, g.w/3)
		name := l.Name.Width()
		if name > 0 && !l.Text.Empty() {
			name += 2
		}
		hang := 0 // a text that does not fit behind its name goes on below it
		if name > 0 {
			hang = 2
		}
		text := l.Text.Wrap(max(g.w-in-name, 1))
		if name > g.w/2 || len(text) > 1 && name > 0 {
			text = append([]Text{{}}, l.Text.Wrap(max(g.w-in-hang, 1))...)
		}
		if l.Text.Empty() {
			text = []Text{{}}
		}
		for j, piece := range text {
			g.row(func(p *pen) {
				if j == 0 && l.Item {
					p.padTo(in - 2)
					p.glyph(style.Bullet, pt.sh.Glyphs.Bullet)
				}
				p.padTo(in)
				if j > 0 {
					p.padTo(in + hang)
				} else if name > 0 {
					p.text(style.Label, l.Name)
					if !piece.Empty() {
						p.padTo(in + name)
					}
				}
				p.text(l.Style, piece)
			})
		}
	}
}

package view

import (
	"sync"

	"github.com/charmbracelet/colorprofile"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// detailPad is the empty cells at each side of a detail.
const detailPad = 2

// DetailRows gives the rows a detail takes on a layout, for clamping Detail.Scroll.
func DetailRows(l Layout, d *Detail) int {
	pt := &Painter{sh: uncoloured()}
	return len(pt.detailPage(&l, d).rows)
}

// uncoloured is a sheet to count rows with.
var uncoloured = sync.OnceValue(func() *style.Sheet { return style.New(true, colorprofile.Ascii) })

// detail draws the detail into the rows of its rectangle.
func (pt *Painter) detail(l *Layout, d *Detail) {
	r := l.Detail
	g := pt.detailPage(l, d)
	first := max(0, min(d.Scroll, len(g.rows)-r.H))
	edge := pt.page(r.W, g.on)
	for y := range r.H {
		edge.row(func(p *pen) {
			if !l.Full && !pt.sh.Grounded() {
				p.sym(style.Border, pt.sh.Glyphs.Vertical)
			}
			p.to(detailPad)
			if first+y < len(g.rows) {
				p.raw(g.rows[first+y], g.w)
			}
			hidden := len(g.rows) - first - r.H
			if y == r.H-1 && hidden > 0 {
				p.to(r.W - detailPad)
				p.sym(style.Dim, pt.sh.Glyphs.Down)
			}
			if y == 0 && first > 0 {
				p.to(r.W - detailPad)
				p.sym(style.Dim, pt.sh.Glyphs.Up)
			}
			if !l.Full && pt.sh.Grounded() && !pt.sh.Glyphs.ASCII { // a half cell of ground leaves a margin
				p.to(r.W - 1)
				p.on = style.Flat
				p.sym(style.PanelEdge, pt.sh.Glyphs.RuleSelected)
				p.on = g.on
			}
		})
	}
	pt.side = edge.rows
}

func (pt *Painter) detailPage(l *Layout, d *Detail) *page {
	on := style.Float
	if l.Full {
		on = style.Flat
	}
	g := pt.page(l.DetailWidth(), on)
	glyph, st := sign(pt.sh, d.State)
	if !l.Full {
		g.blank()
	}
	for i, piece := range d.Title.Wrap(max(g.w-2, 1)) {
		g.row(func(p *pen) {
			if i == 0 {
				p.sym(st, glyph)
			}
			p.to(2)
			p.text(style.SubjectStrong, piece)
		})
	}
	g.row(func(p *pen) {
		p.space(2)
		p.text(st, d.Word)
		sep := func() {
			if p.at > 2 {
				p.space(2)
			}
		}
		if !d.Owner.Empty() {
			sep()
			p.text(d.Hue, d.Owner)
		}
		if !d.Age.Empty() {
			sep()
			p.text(style.Dim, d.Age)
			if d.AtLeast {
				p.sym(style.Dim, pt.sh.Glyphs.AtLeast)
			}
		}
		sep()
		p.text(style.Dim, d.ID)
	})
	if !d.Doing.Empty() {
		g.row(func(p *pen) { p.space(2); p.text(style.Doing, d.Doing) })
	}
	if !d.Warn.Empty() {
		warn := style.Warning
		if d.Alarm {
			warn = style.Danger
		}
		for i, piece := range d.Warn.Wrap(max(g.w-4, 1)) {
			g.row(func(p *pen) {
				p.space(2)
				if i == 0 {
					p.sym(warn, pt.sh.Glyphs.Problem)
				}
				p.to(4)
				p.text(warn, piece)
			})
		}
	}
	pt.deps(g, wordWaitsFor, d.WaitsFor)
	pt.deps(g, wordUnblocks, d.Unblocks)
	for i := range d.Sections {
		g.blank()
		g.text(style.Label, d.Sections[i].Title)
		pt.facts(g, d.Sections[i].Facts)
	}
	if len(d.Body) > 0 {
		g.blank()
		for _, l := range d.Body {
			g.row(func(p *pen) { p.line(l) })
		}
	}
	if d.Edit != nil {
		pt.edit(g, d.Edit)
	}
	if len(d.Facts) > 0 || !d.Path.Empty() {
		g.blank()
	}
	pt.facts(g, d.Facts)
	for _, piece := range wrapPath(d.Path, g.w) {
		g.row(func(p *pen) { p.text(style.Dim, piece) })
	}
	return g
}

// facts draws labels and values, the values below each other.
func (pt *Painter) facts(g *page, facts []Fact) {
	wide := 0
	for i := range facts {
		if facts[i].Lines == nil {
			wide = max(wide, min(facts[i].Label.Width(), g.w/3))
		}
	}
	for i := range facts {
		f := &facts[i]
		if f.Lines != nil {
			pt.factLines(g, f)
			continue
		}
		for j, piece := range f.Value.Wrap(max(g.w-wide-2, 1)) {
			g.row(func(p *pen) {
				if j == 0 {
					p.upTo(style.Label, f.Label, wide)
				}
				p.to(wide + 2)
				p.text(f.Style, piece)
			})
		}
	}
}

// factLines draws a label and the lines of a structured value below it. In a narrow place deep ones stand less far in.
func (pt *Painter) factLines(g *page, f *Fact) {
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
					p.to(in - 2)
					p.sym(style.Bullet, pt.sh.Glyphs.Bullet)
				}
				p.to(in)
				if j > 0 {
					p.to(in + hang)
				} else if name > 0 {
					p.text(style.Label, l.Name)
					if !piece.Empty() {
						p.to(in + name)
					}
				}
				p.text(l.Style, piece)
			})
		}
	}
}

var (
	wordWaitsFor = safetext.Const("Waits for")
	wordUnblocks = safetext.Const("Unblocks")
	wordEdit     = safetext.Const("Changed outside")
	wordNothing  = safetext.Const("(nothing)")
)

// deps draws a list of tasks with their states.
func (pt *Painter) deps(g *page, title Text, deps []Dep) {
	if len(deps) == 0 {
		return
	}
	g.blank()
	g.row(func(p *pen) {
		p.text(style.Label, title)
		p.space(2)
		p.num(style.Dim, len(deps))
	})
	wide := 0
	for i := range deps {
		wide = max(wide, min(deps[i].ID.Width(), g.w/3))
	}
	for i := range deps {
		d := &deps[i]
		g.row(func(p *pen) {
			glyph, st := sign(pt.sh, d.State)
			p.sym(st, glyph)
			p.space(1)
			p.upTo(style.Dim, d.ID, wide)
			p.to(2 + wide + 2)
			room := p.left()
			if !d.Note.Empty() {
				room -= min(d.Note.Width(), g.w/3) + 2
			}
			p.upTo(subjectStyle(d.State), d.Subject, room)
			if !d.Note.Empty() {
				p.to(g.w - min(d.Note.Width(), g.w/3))
				p.text(d.Hue, d.Note)
			}
		})
	}
}

// edit draws the newest outside edit, field by field.
func (pt *Painter) edit(g *page, e *Edit) {
	g.blank()
	g.row(func(p *pen) {
		p.text(style.Label, wordEdit)
		p.space(2)
		p.text(style.Dim, e.When)
		if !e.Who.Empty() {
			p.space(1)
			p.text(e.Hue, e.Who)
		}
	})
	wide := 0
	for i := range e.Fields {
		wide = max(wide, min(e.Fields[i].Field.Width(), g.w/3))
	}
	orNothing := func(t Text) Text {
		if t.Blank() {
			return wordNothing
		}
		return t
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		before, after := orNothing(f.Before), orNothing(f.After)
		room := max(g.w-wide-2-3, 2)
		two := before.Width()+after.Width() > room
		g.row(func(p *pen) {
			p.upTo(style.Label, f.Field, wide)
			p.to(wide + 2)
			p.text(style.Removed, before)
			if !two {
				p.space(1)
				p.sym(style.Dim, pt.sh.Glyphs.Arrow)
				p.space(1)
				p.text(style.Added, after)
			}
		})
		if two {
			g.row(func(p *pen) {
				p.to(wide)
				p.sym(style.Dim, pt.sh.Glyphs.Arrow)
				p.space(1)
				p.text(style.Added, after)
			})
		}
	}
}

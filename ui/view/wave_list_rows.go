package view

import (
	"slices"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// listRows is what the rows of a list that are seen have in common.
type listRows struct {
	listForm
	ids, behind int // the cells of the longest id, and of how many wait behind a task
}

// measureList returns what all the rows that are seen have room for.
func (c *canvas) measureList(of *graph.Layout, dv *DepView) (all listRows) {
	for i := range c.boxes {
		n := &c.nodes[i]
		all.ids, all.behind = max(all.ids, n.ID.Width()), max(all.behind, BehindWidth(n.Behind)) // with a blank in place of the sign
	}
	holds := func(form listForm) bool {
		for i, k := range c.boxes {
			n := &c.nodes[i]
			b := &of.Boxes[k]
			w := Words{Owner: n.Owner.Width()}
			if room := b.W - all.behind - w.besideListed(form, all.ids); len(n.Subject.Wrap(max(room, 1))) > b.H {
				return false
			}
		}
		return true
	}
	done := !slices.ContainsFunc(c.nodes[:len(c.boxes)], func(n Node) bool { return !n.Finale })
	for _, form := range listForms {
		if form.stateless && !done {
			continue
		}
		if all.listForm = form; holds(form) {
			break
		}
	}
	return all
}

// addListRows puts the tasks of a list into the rows of the window.
func (c *canvas) addListRows(of *graph.Layout, dv *DepView, win Rect) {
	all := c.measureList(of, dv)
	for i, k := range c.boxes {
		b, n := &of.Boxes[k], c.nodes[i]
		lacks := dv.missingOf(b)
		for row := range b.H {
			c.put(win, b.Y+row, b.X, b.W, func(p *pen) {
				n.drawListRow(p, row, b, &all, &lacks, b.Node == dv.Selected)
			})
		}
	}
}

// drawListRow draws a row of a task in a list: how it is related to the selected one, its state and title, and at the right who is on it and how
// many wait behind it.
func (n *Node) drawListRow(p *pen, row int, b *graph.Box, all *listRows, lacks *missing, selected bool) {
	end := p.end
	n.drawRelation(p, row, selected)
	switch {
	case row > 0:
		p.space(all.sides() - 1)
	default:
		switch {
		case n.Finale && n.Chain:
			p.rune(style.Chain, graph.Cell{Left: graph.Heavy}.Rune(p.sh.Glyphs.ASCII))
		case n.Fresh > 0:
			n.drawFresh(p)
		default:
			p.space(1)
		}
		if !all.stateless {
			p.stateOf(n)
		}
		p.markTitle(selected)
	}
	p.end -= all.behind
	title := *n
	title.Fresh, title.Finale = 0, n.Finale && n.Chain // it has its cell; beside what is on the chain the others step back
	if all.listForm.ids && n.State != Elsewhere {
		from := p.at
		if row == 0 {
			p.text(style.Dim, n.ID)
		}
		p.padTo(from + all.ids + 1)
	}
	switch {
	case n.State == Elsewhere:
		title.Subject = n.ID.Append(safetext.Spaces(1), n.Subject)
	case b.H > 1:
		room := p.remaining() - n.marks()
		if all.owners && !n.Owner.Empty() {
			room -= 1 + n.Owner.Width()
		}
		switch lines := n.Subject.Wrap(max(room, 1)); {
		case row == b.H-1:
			title.Subject = safetext.Join(safetext.Spaces(1), lines[min(row, len(lines)):]...)
		case row < len(lines):
			title.Subject = lines[row]
		default:
			title.Subject = Text{}
		}
	case n.Subject.Empty() && !n.Ghost:
		title.Subject = n.label()
	}
	if row > 0 {
		p.textUpTo(title.subject(selected), title.Subject, p.remaining())
		p.end = end
		p.fill()
		p.setGround(style.Flat)
		return
	}
	note, look := n.lineNote(&cutLinks{broken: true}, p.remaining()) // what is in a loop is said below: of some rows alone it would mislead
	if note.Empty() && all.owners {
		note, look = n.Owner, n.Hue
	}
	if p.end -= b2i(!note.Empty()) + note.Width(); p.end < p.at+lineSubject {
		p.end = end - all.behind
		note = Text{}
	}
	title.drawBoxSubject(p, selected || n.Finale && n.Chain, wordNoFile, false)
	if w := lacks.width(p.remaining() - 1); w > 0 {
		p.space(1)
		lacks.draw(p, w)
	}
	if p.end = end - all.behind; !note.Empty() {
		p.padTo(p.end - note.Width())
		p.text(look, note)
	}
	p.end = end
	if p.padTo(end - BehindWidth(n.Behind) + 1); n.Behind > 0 {
		p.countBehind(n.Behind)
	}
	p.setGround(style.Flat)
}

// drawRelation draws what a row of a list begins with: what its task is to the selected one, and whether it is on the longest chain.
func (n *Node) drawRelation(p *pen, row int, selected bool) {
	g := p.sh.Glyphs
	switch {
	case selected || n.LinkRole == LinkSource || n.LinkRole == LinkTarget:
		p.setGround(style.Raised)
	case n.Became != Unchanged:
		p.setGround(style.Lit)
	}
	switch {
	case n.Finale && n.Spine != [2]bool{} && (!selected || p.sh.Grounded()): // it runs through: the ground tells what is selected
		n.drawSpine(p, row)
	case selected && p.sh.Grounded():
		p.glyph(style.AccentStrong, g.RuleSelected)
	case row > 0:
		p.space(1)
	case selected:
		p.glyph(style.AccentStrong, g.Cursor)
	case n.LinkRole == LinkSource || n.LinkRole == LinkTarget:
		p.glyph(style.Preview, g.Head)
	case n.Tone == ToneUpstream:
		p.glyph(style.Upstream, g.Left)
	case n.Tone == ToneDownstream:
		p.glyph(style.Downstream, g.Right)
	case n.Chain && n.Tone == ToneDimmed:
		p.glyph(style.ChainAside, g.BarFull)
	case n.Chain:
		p.glyph(style.Chain, g.BarFull)
	default:
		p.space(1)
	}
}

// drawSpine draws the cell of the longest chain beside a row of a list: through its own tasks, and past those of the same wave.
func (n *Node) drawSpine(p *pen, row int) {
	c := graph.Cell{Up: graph.Heavy * graph.Weight(b2i(n.Spine[0])), Down: graph.Heavy * graph.Weight(b2i(n.Spine[1]))}
	switch {
	case row > 0:
		c.Up = c.Down
	case n.Chain:
		c.Right = graph.Heavy
	}
	p.rune(style.Chain, c.Rune(p.sh.Glyphs.ASCII))
}

package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// lineText is the words of a task that is drawn without a frame.
type lineText struct {
	Node
	node     int32
	row      int // of the layout, in which its words begin
	cut      cutLinks
	full     Text // the title, of which Subject is the first row
	title    titleSet
	whole    bool         // no word of it is left out
	tall     bool         // it stands below the id, in all cells of its rows
	head     style.Ground // that of its first row where it stands on a ground that its links end at; Flat for none
	lead     int          // the cells left of the title in the rows below the first
	selected bool
	way      graph.Cell // of the links that leave: they begin right behind the words
	leaves   bool
}

// block reports whether a task stands on a ground of its own.
func (t *lineText) block() bool { return t.head != style.Flat }

// ground returns what the rows below its first stand on.
func (t *lineText) ground() style.Ground {
	if t.block() {
		return style.Block
	}
	return style.Flat
}

// layTitles lays the titles of all tasks that are drawn without a frame, then puts in fewer rows those that can be.
func (c *canvas) layTitles(of *graph.Layout, dv *DepView, free *freeCells, grounded bool) {
	block := style.Flat
	if dv.Graph != nil && dv.Graph.Tall > 0 && grounded {
		if block = style.Block; dv.Graph.Close {
			block = style.Field
		}
	}
	for i, k := range c.boxes {
		b := &of.Boxes[k]
		c.texts = append(c.texts, lineText{
			Node: c.nodes[i], node: b.Node, row: b.Row, full: c.nodes[i].Subject, lead: dotCells - 1, cut: dv.cutOf(b), selected: b.Node == dv.Selected,
		})
		t := &c.texts[i]
		t.cut.lacks, t.cut.lacking = dv.missingOf(b), dv.missingPlace(b, t.label()).W
		t.head = block
		if t.block() && t.cut.lacking == 0 { // whatever row its links leave from, its words begin at the top
			t.row = b.Y
		}
		if !free.dots { // dots have no cells for it: all tasks say it, or none
			t.cut.behind = t.Behind
		}
		if t.tall = dv.Graph != nil && dv.Graph.Tall > 0 && !t.ID.Empty() && t.layTall(b, dv.Graph.Tall, dv.Graph.Bare, free); !t.tall {
			t.row, t.head = b.Row, style.Flat
			t.layTitle(b, free)
		}
	}
	for i, k := range c.boxes {
		if !c.texts[i].tall {
			c.texts[i].gather(&of.Boxes[k], free)
		}
	}
}

// addLineText puts a task that is drawn without a frame into the rows of the window: its words from the row on that its links leave from, those
// of a block from its top. One that is no block has a bar beside the heads of the links that end at it, where these are several.
func (c *canvas) addLineText(b *graph.Box, t *lineText, dv *DepView, free *freeCells) {
	ink, win := free.ink, free.win
	bar, links := t.stroke(t.selected), len(b.Ports) > 1 && !t.block()
	t.Subject, t.cut.broken = t.title[0].Text, t.title.rows(true) > 1
	for y := b.Y; y < max(b.Y+b.H, t.row+t.title.rows(true)); y++ {
		piece := graph.Cell{Class: bar.Class}
		if links && y < b.Y+b.H {
			piece.Up = bar.Weight
		}
		if links && y < b.Y+b.H-1 { // it ends within its last row: the bars of two tasks below each other are not one
			piece.Down = bar.Weight
		}
		switch i := y - t.row; {
		case i > 0 && i < len(t.title) && !t.title[i].Empty():
			c.put(win, y, b.X, b.W+t.title[i].beside, func(p *pen) { t.drawMore(p, i, piece) })
			continue
		case i != 0 && t.block() && y < b.Y+b.H:
			c.put(win, y, b.X, b.W, func(p *pen) { t.drawGround(p, piece) })
			continue
		case i != 0:
			c.put(win, y, b.X, 1, func(p *pen) { drawArms(p, piece) })
			continue
		}
		if x := b.X + b.W - win.X; b.OutRow == y && x >= 0 && x < ink.W && y >= win.Y && y < win.Y+win.H {
			t.way, t.leaves = *ink.At(x, y-win.Y), true
		} else if s, beside := graph.StubAt(free.stubs[1], b.X+b.W, y); beside && b.OutRow == y {
			stroke := dv.Edge(s.Edges[dv.strongest(s)]).stroke()
			t.way, t.leaves = graph.Cell{Left: stroke.Weight, Class: stroke.Class}, true
		}
		c.put(win, y, b.X, b.W+t.title[0].beside, func(p *pen) { t.drawFirst(p, piece) })
	}
}

// drawFirst draws the row in which the words begin.
func (t *lineText) drawFirst(p *pen, bar graph.Cell) {
	end, cut := p.end, &t.cut
	cut.terse = cut.to.Empty() && p.remaining()-4-t.label().Width() < lineSubject+1+cut.width()
	if t.leaves && !t.block() { // else it begins where the ground ends
		p.end -= t.leaderRoom(p, cut)
	}
	if t.Spot {
		t.drawSpotLine(p, cut)
	} else {
		t.drawPlainLine(p, t.selected, t.head, bar, cut)
	}
	p.end = end
	if t.leaves {
		if t.selected { // the ground is one rectangle, whatever begins in it
			p.setGround(style.Raised)
		}
		for p.remaining() > 0 {
			drawArms(p, graph.Cell{Left: t.way.Left, Right: t.way.Left, Class: t.way.Class})
		}
		p.setGround(style.Flat)
	}
}

// drawMore draws a row of the title below the first.
func (t *lineText) drawMore(p *pen, i int, bar graph.Cell) {
	t.drawLineStart(p, t.selected, false, t.ground(), bar)
	if t.title.spreads() { // a ground is one rectangle: the first row is
		p.setGround(style.Flat)
	}
	p.space(t.lead - 1)
	p.textUpTo(t.subject(t.selected), t.title[i].Text, p.remaining()-1)
	p.fill()
	p.setGround(style.Flat)
}

// drawGround draws a row of a task that no words of it stand in.
func (t *lineText) drawGround(p *pen, bar graph.Cell) {
	t.drawLineStart(p, t.selected, false, t.ground(), bar)
	p.fill()
	p.setGround(style.Flat)
}

// drawPlainLine draws a task in one row.
func (n *Node) drawPlainLine(p *pen, selected bool, on style.Ground, bar graph.Cell, cut *cutLinks) {
	n.drawLineStart(p, selected, true, on, bar)
	n.drawInRow(p, selected, cut)
	p.fill()
	p.setGround(style.Flat)
}

// drawLineStart draws what is left of the words of a task: the bar of one that is selected or has links in several rows. A mark that
// stands for a ground stands in the first row alone.
func (n *Node) drawLineStart(p *pen, selected, first bool, on style.Ground, bar graph.Cell) {
	if selected || n.LinkRole == LinkSource || n.LinkRole == LinkTarget {
		p.setGround(style.Raised)
	} else if n.Became != Unchanged {
		p.setGround(style.Lit)
	} else if on != style.Flat {
		p.setGround(on)
	}
	switch {
	case selected && p.sh.Grounded():
		p.glyph(style.AccentStrong, p.sh.Glyphs.RuleSelected)
	case selected && first:
		p.glyph(style.AccentStrong, p.sh.Glyphs.Cursor)
		p.markTitle(true)
	default:
		drawArms(p, bar)
	}
}

// drawSpotLine draws a task that is told about in one row, in the caption's own colour.
func (n *Node) drawSpotLine(p *pen, cut *cutLinks) {
	end, w := p.end, cut.width()
	if w > 0 && p.remaining() > w+lineSubject {
		p.end -= w + 1
	}
	p.bar(toldRunning.name, " ", 1)
	glyph, _ := stateGlyph(p.sh, n.State)
	p.glyph(toldRunning.name, glyph)
	p.bar(toldRunning.name, " ", 1)
	p.textUpTo(toldRunning.name, n.label(), p.remaining())
	if p.remaining() > lineSubject/2 {
		p.bar(toldRunning.name, " ", 1)
		p.textUpTo(toldRunning.name, n.Subject, p.remaining())
	}
	p.bar(toldRunning.name, " ", p.remaining())
	if p.end = end; w > 0 && p.remaining() > w {
		p.space(1)
		cut.draw(p)
	}
}

func drawArms(p *pen, c graph.Cell) { p.rune(classStyles[c.Class], c.Rune(p.sh.Glyphs.ASCII)) }

// leaderRoom returns how many cells behind the words of a task its links can begin in.
func (n *Node) leaderRoom(p *pen, cut *cutLinks) int {
	w := 2 + n.label().Width()
	if cut.lacking > 0 {
		w += 1 + cut.lacking
	}
	if cut.behind > 0 {
		w += 1 + BehindWidth(cut.behind)
	}
	if room := p.remaining() - 2 - w; !n.namesSubject(room, cut) {
		if cut.width() > 0 {
			w += 1 + cut.width()
		}
	} else {
		if w += n.lineMarks(); !n.Subject.Empty() {
			w += 1 + n.Subject.Width()
		}
		if note, _ := n.lineNote(cut, room); !note.Empty() {
			w += 1 + note.Width()
		} else if cut.width() > 0 {
			w += 1 + cut.width()
		}
	}
	return max(p.remaining()-w-2, 0)
}

// namesSubject reports whether there is room behind an id for the subject, or a part of it that says something.
func (n *Node) namesSubject(room int, cut *cutLinks) bool {
	least := min(lineSubject/2, 1+n.Subject.Width())
	if n.Subject.Empty() { // it stands below
		least = max(n.lineMarks(), 1)
	}
	switch w := cut.width(); {
	case w > 0 && cut.terse:
		least += 1 + w
	case w > 0:
		least = min(lineSubject, 1+n.Subject.Width()) + 1 + w
	}
	return room >= least && (!n.ID.Empty() || n.Ghost)
}

// lineNote returns what is special about a task, and its style, where its title has so many cells.
func (n *Node) lineNote(cut *cutLinks, room int) (Text, style.Style) {
	switch {
	case n.Loop && (cut.broken || room < n.Subject.Width()+wordLoop.Width()+2): // its glyph says so too
		return Text{}, style.Danger
	case n.Loop:
		return wordLoop, style.Danger
	case n.Became == Claimed:
		return becameWords[Claimed], style.Running
	}
	return becameWords[n.Became], style.Ready
}

// drawInRow draws a task in one row: glyph, id, how many tasks wait behind it, and where there is room its subject and what is special
// about it.
func (n *Node) drawInRow(p *pen, selected bool, cut *cutLinks) {
	if !n.Finale || !n.ID.Empty() { // else a title alone: all is done
		p.stateOf(n)
	}
	p.end--
	defer func() { p.end++ }()
	st := style.Dim
	switch {
	case n.Ghost:
		st = n.lack()
	case n.Loop || n.Alarm:
		st = style.Danger
	case selected || n.LinkRole == LinkSource || n.LinkRole == LinkTarget:
		st = style.TitleStrong
	case n.Tone == ToneUpstream || n.Tone == ToneDownstream || n.Became != Unchanged || n.Spot || n.Finale && n.ID.Empty():
		st = n.subject(selected)
	}
	p.textUpTo(st, n.label(), p.remaining())
	if cut.lacking > 0 {
		p.space(1)
		cut.lacks.draw(p, cut.lacking)
	}
	if cut.behind > 0 && p.remaining() > BehindWidth(cut.behind) { // beside the id, so that a title which goes on below is read in one
		p.space(1)
		p.behind(cut.behind)
	}
	if !n.namesSubject(p.remaining(), cut) {
		if n.Marked && p.remaining() > 0 {
			p.glyph(style.AccentStrong, p.sh.Glyphs.Marked)
		}
		switch w := cut.width(); {
		case w > 0 && p.remaining() > w:
			p.space(1)
			cut.draw(p)
		case cut.in > 0:
			p.space(1)
			p.plus(cut.in)
		}
		return
	}
	note, noteStyle := n.lineNote(cut, p.remaining())
	right := 0
	switch {
	case !note.Empty():
		right = min(1+note.Width(), p.remaining()-min(n.Subject.Width(), lineSubject/2))
	case cut.width() > 0:
		right = min(1+cut.width(), p.remaining()-lineSubject/2)
	}
	if named := n.Ghost || !n.Subject.Empty(); named || n.lineMarks() > 0 { // a title that stands below leaves its marks here
		if named {
			p.space(1)
		}
		p.end -= right
		n.drawBoxSubject(p, selected, wordNoFile, false)
		p.end += right
	}
	if right == 0 {
		return
	}
	p.space(1)
	if !note.Empty() {
		p.text(noteStyle, note)
	} else {
		cut.draw(p)
	}
}

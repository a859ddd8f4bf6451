package view

import (
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Timeline is the dependencies as a line per task, virtual: Row is asked for visible lines only.
type Timeline struct {
	Len   int
	First int // the first visible line
	At    int // the line of the selected task, -1 for none
	Row   func(i int) graph.TimelineRow
	Tree  *graph.Timeline // what hangs from what

	Finished Chip // what has no lines
}

// drawTimelineRow draws one row of a timeline: the rails, the task's glyph, its id and its title, then in columns how many wait behind it
// and how it stands, or what else it waits for.
func (pt *Painter) drawTimelineRow(dv *DepView, i int) {
	s := &pt.timeline
	if i >= len(s.parts) {
		return
	}
	p, g := &pt.p, pt.sh.Glyphs
	part := &s.parts[i]
	row, n := &s.rows[part.line], &s.nodes[part.line]
	if part.apart {
		if row.Alone && !part.blank {
			p.space(1)
			p.end--
			pt.drawRule(p, func() {
				p.number(style.Dim, dv.Timeline.Len-s.first-part.line)
				p.ascii(style.Dim, wordsUnlinked)
			})
			p.end++
		}
		return
	}
	selected := s.first+part.line == dv.Timeline.At
	all := p.end
	p.space(margin)
	if selected {
		p.setGround(style.Raised)
	}
	if selected && (!part.below || pt.sh.Grounded()) { // one rectangle, or one sign
		p.glyph(style.Accent, g.RuleSelected)
	} else {
		p.space(1)
	}
	pt.drawRails(p, dv, part)
	p.end = all - 1
	p.markTitle(selected && !part.below)
	if part.below {
		p.padTo(s.titleAt(part.line))
		p.textUpTo(n.subject(selected), part.title, p.remaining())
	} else {
		pt.drawTimelineTask(p, dv, part, selected)
	}
	p.end = all
	if selected {
		p.padTo(all)
		p.setGround(style.Flat)
	}
}

// drawTimelineTask draws what stands behind the mark of a task.
func (pt *Painter) drawTimelineTask(p *pen, dv *DepView, part *linePart, selected bool) {
	s, g := &pt.timeline, pt.sh.Glyphs
	n, c := &s.nodes[part.line], s.columns
	p.space(1)
	if n.signsLoop() {
		p.glyph(style.Danger, g.Loop)
		p.space(1)
	}
	look := style.Dim
	switch {
	case n.Chain && n.Tone == ToneDimmed:
		look = style.ChainAside
	case n.Chain:
		look = style.Chain
	}
	p.textUpTo(look, n.ID, mostID)
	p.padTo(s.titleAt(part.line))
	room, behind := s.titleRoom(part.line)
	p.textUpTo(n.subject(selected), part.title, room)
	if n.Marked && room > 0 {
		p.space(1)
		p.glyph(style.AccentStrong, g.Marked)
	}
	if c.status >= c.end && part.also.count() > 0 {
		end := p.end
		if p.end = c.end; behind {
			p.end = c.behind - 1
		}
		p.end -= s.ownerWidth(part.line)
		part.also.drawBeside(p)
		p.end = end
	}
	if w := s.ownerWidth(part.line); w > 0 {
		at := c.end
		if behind {
			at = c.behind - 1
		}
		if p.padTo(at - w + 2); p.at <= at {
			p.textUpTo(n.Hue, n.Owner, at-p.at)
		}
	}
	if !behind {
		return
	}
	if c.wave < c.end && n.Wave > 0 {
		p.padTo(c.behind - 2 - digits(n.Wave))
		p.number(style.Dim, n.Wave)
	}
	if n.Behind > 0 && c.behind < c.end {
		p.padTo(c.status - s.behindWidth(n.Behind))
		if s.signed {
			p.behind(n.Behind)
		} else {
			p.countBehind(n.Behind)
		}
	}
	if c.status < c.end {
		p.padTo(c.status + 2)
		n.drawStanding(p)
		pt.drawTimelineWaits(part)
	}
}

// drawTimelineWaits draws what the task of a line waits for by links that are not drawn.
func (pt *Painter) drawTimelineWaits(part *linePart) {
	p, c := &pt.p, pt.timeline.columns
	switch {
	case part.also.count() == 0:
	case c.also < c.end:
		p.padTo(c.also)
		part.also.draw(p)
	case c.status < c.end:
		p.space(2 * b2i(p.at > c.status+2))
		part.also.drawAlso(p)
	}
}

// drawRails draws the rails of a line up to the mark of its task, which stands in the first of its rows; below that what goes on.
func (pt *Painter) drawRails(p *pen, dv *DepView, part *linePart) {
	s := &pt.timeline
	row, n := &s.rows[part.line], &s.nodes[part.line]
	cells, at := row.Cells, s.first+part.line
	if part.below {
		cells, at = row.Below, at+1
	}
	for k := 1; k < len(cells); k++ { // in place of the first stands what marks the selected line
		c := &cells[k]
		switch {
		case c.Text:
			glyph, st := stateGlyph(pt.sh, n.State)
			p.glyph(st, glyph)
		case c.Node >= 0:
			p.rune(treeStyle(pt.railClass(dv, c.Node, at)), c.Rune(pt.sh.Glyphs.ASCII))
		case c.Edge >= 0:
			p.rune(treeStyle(dv.Edge(c.Edge).stroke().Class), c.Rune(pt.sh.Glyphs.ASCII))
		default:
			p.rune(style.Link, c.Rune(pt.sh.Glyphs.ASCII))
		}
	}
}

// treeStyle returns the style of a line of a class in a tree, where no line is in another's way and none has to step back behind frames.
func treeStyle(class uint8) style.Style {
	if class == classLineAside {
		class = classAside
	}
	return classStyles[class]
}

// railReach is how far down a rail is drawn in the class of a link that leads off it.
type railReach struct {
	class uint8
	to    int
}

// railClass returns the class of a rail in a row: that which stands out most of those of the links that run along it there.
func (pt *Painter) railClass(dv *DepView, from int32, row int) uint8 {
	s, tree := &pt.timeline, dv.Timeline.Tree
	at, known := s.reach[from]
	if !known {
		all := tree.Hanging(from)
		at[0] = len(s.reaches)
		for k := len(all) - 1; k >= 0 && tree.RowOf(all[k]) >= s.first; k-- {
			class := dv.Edge(tree.Edge(all[k])).stroke().Class
			if n := len(s.reaches); n == at[0] || class > s.reaches[n-1].class {
				s.reaches = append(s.reaches, railReach{class, tree.RowOf(all[k])})
			}
		}
		at[1] = len(s.reaches)
		s.reach[from] = at
	}
	class := classNone
	for _, r := range s.reaches[at[0]:at[1]] {
		if r.to >= row {
			class = r.class
		}
	}
	return class
}

// drawTimelineTitles draws the heads of the columns.
func (pt *Painter) drawTimelineTitles(dv *DepView) {
	p, c := &pt.p, pt.timeline.columns
	p.padTo(margin + 1)
	p.ascii(style.Label, titleTask)
	if pt.headsChain(dv) {
		p.space(3)
		p.nameChain(wordLongest, len(dv.Chain))
	}
	if c.wave < c.end {
		p.padTo(c.wave)
		p.ascii(style.Label, titleWave)
	}
	if c.behind < c.end {
		p.padTo(c.status - len(titleBehind))
		p.ascii(style.Label, titleBehind)
	}
	if c.status < c.end {
		p.padTo(c.status + 2)
		p.ascii(style.Label, titleAgent)
	}
	if c.also < c.end {
		p.padTo(c.also)
		p.ascii(style.Label, titleAlso)
	}
	pt.drawTones(dv)
}

// drawTones says at the right end of the heads what the colours mean in which what lies before and behind the selected task stands out.
func (pt *Painter) drawTones(dv *DepView) {
	p, s := &pt.p, &pt.timeline
	if dv.Selected < 0 || pt.sh.SGR(sideStyles[0], style.Flat) == pt.sh.SGR(sideStyles[1], style.Flat) { // there are no colours
		return
	}
	id, w := dv.Node(dv.Selected).ID, -alsoGap
	var tells [2]bool
	for side, words := range sideWords {
		tone := [2]Tone{ToneUpstream, ToneDownstream}[side]
		tells[side] = slices.ContainsFunc(s.rows, func(row graph.TimelineRow) bool {
			n := dv.Node(row.Node)
			return row.Node != dv.Selected && n.subject(false) == sideStyles[side] && n.Tone == tone
		})
		w += b2i(tells[side]) * (alsoGap + 2 + len(words) + id.Width())
	}
	p.end -= margin + 1
	if w > 0 && w+alsoGap <= p.remaining() && !id.Empty() {
		p.padTo(p.end - w - alsoGap)
		for side, words := range sideWords {
			if tells[side] {
				p.space(alsoGap)
				p.bar(sideStyles[side], pt.sh.Glyphs.BarFull, 2)
				p.ascii(style.Label, words)
				p.text(style.Title, id)
			}
		}
	}
	p.end += margin + 1
}

// sideStyles are the colours of what a task waits for, and of what waits for it.
var sideStyles = [2]style.Style{style.Upstream, style.Downstream}

// sideWords stand between a colour and the task before or behind which it means.
var sideWords = [2]string{" before ", " after "}

// headsChain reports whether the longest chain is explained in the heads of the columns: else it is at the foot.
func (pt *Painter) headsChain(dv *DepView) bool {
	c := pt.timeline.columns
	need := margin + 1 + len(titleTask) + 3 + 2 + len(wordLongest) + digits(len(dv.Chain)) + 2
	return len(dv.Chain) > 1 && need <= min(c.wave, c.status, c.end)-len(titleBehind)
}

// The heads of the columns.
const titleTask, titleWave, titleBehind, titleAgent, titleAlso = "TASK", "WAVE", "BLOCKS", "AGENT", "ALSO WAITS FOR"

// linesBelow returns how many lines have no room below those that are seen.
func (pt *Painter) linesBelow(g *Timeline) int {
	s := &pt.timeline
	if len(s.parts) == 0 {
		return 0
	}
	return g.Len - max(g.First, 0) - s.parts[len(s.parts)-1].line - 1
}

// timelineFootRow returns the row of the screen in which it is said what has no line: below all that stands there, with a free one between.
func (pt *Painter) timelineFootRow(l *Layout) int {
	end := l.DepView.Canvas.Y + len(pt.timeline.parts)
	return min(end+1, l.DepView.Foot.Y)
}

// drawTimelineFoot draws what has no line on the screen: what is finished, and the lines above and below.
func (pt *Painter) drawTimelineFoot(dv *DepView) {
	p, g := &pt.p, dv.Timeline
	above, below := max(g.First, 0), pt.linesBelow(g)
	chip := g.Finished.Count > 0
	if room := p.remaining() - margin - 1 - hiddenWidth(above, below); chip && room > g.Finished.width() {
		p.space(margin + 1)
		pt.drawChip(p, &g.Finished)
	}
	pt.drawHidden(above, below, 0)
	for _, words := range [...]int{digits(len(dv.Chain)), -len(" of ")} {
		if len(dv.Chain) < 2 || pt.headsChain(dv) || p.remaining() < margin+1+3+2+len(wordLongest)+words {
			continue
		}
		p.space(3)
		p.bar(style.Chain, pt.sh.Glyphs.BarFull, 2)
		p.ascii(style.Label, strings.TrimSuffix(wordLongest, " of "))
		if words > 0 {
			p.ascii(style.Label, " of ")
			p.number(style.Title, len(dv.Chain))
		}
		break
	}
}

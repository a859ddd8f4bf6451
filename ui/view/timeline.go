package view

import (
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/lay"
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
			p.Space(1)
			p.End--
			pt.drawRule(p, func() {
				p.Number(style.Dim, dv.Timeline.Len-s.first-part.line)
				p.ASCII(style.Dim, wordsUnlinked)
			})
			p.End++
		}
		return
	}
	selected := s.first+part.line == dv.Timeline.At
	all := p.End
	p.Space(margin)
	if selected {
		p.SetGround(style.Raised)
	}
	if selected && (!part.below || pt.sh.Grounded()) { // one rectangle, or one sign
		p.Glyph(style.Accent, g.RuleSelected)
	} else {
		p.Space(1)
	}
	pt.drawRails(p, dv, part)
	p.End = all - 1
	p.MarkTitle(selected && !part.below)
	if part.below {
		p.PadTo(s.titleAt(part.line))
		p.TextIn(n.subject(selected), part.title, p.Room())
	} else {
		pt.drawTimelineTask(p, dv, part, selected)
	}
	p.End = all
	if selected {
		p.PadTo(all)
		p.SetGround(style.Flat)
	}
}

// drawTimelineTask draws what stands behind the mark of a task.
func (pt *Painter) drawTimelineTask(p *pen, dv *DepView, part *linePart, selected bool) {
	s, g := &pt.timeline, pt.sh.Glyphs
	n, c := &s.nodes[part.line], s.columns
	p.Space(1)
	if n.signsLoop() {
		p.Glyph(style.Danger, g.Loop)
		p.Space(1)
	}
	look := style.Dim
	switch {
	case n.Chain && n.Tone == ToneDimmed:
		look = style.ChainAside
	case n.Chain:
		look = style.Chain
	}
	p.TextIn(look, n.ID, mostID)
	p.PadTo(s.titleAt(part.line))
	room, behind := s.titleRoom(part.line)
	p.TextIn(n.subject(selected), part.title, room)
	if n.Marked && room > 0 {
		p.Space(1)
		p.Glyph(style.AccentStrong, g.Marked)
	}
	if c.status >= c.end && part.also.count() > 0 {
		end := p.End
		if p.End = c.end; behind {
			p.End = c.behind - 1
		}
		p.End -= s.ownerWidth(part.line)
		part.also.drawBeside(p)
		p.End = end
	}
	if w := s.ownerWidth(part.line); w > 0 {
		at := c.end
		if behind {
			at = c.behind - 1
		}
		if p.PadTo(at - w + 2); p.At <= at {
			p.TextIn(n.Hue, n.Owner, at-p.At)
		}
	}
	if !behind {
		return
	}
	if c.wave < c.end && n.Wave > 0 {
		p.PadTo(c.behind - 2 - lay.Digits(n.Wave))
		p.Number(style.Dim, n.Wave)
	}
	if n.Behind > 0 && c.behind < c.end {
		p.PadTo(c.status - s.behindWidth(n.Behind))
		if s.signed {
			drawBehind(p, n.Behind)
		} else {
			drawCountBehind(p, n.Behind)
		}
	}
	if c.status < c.end {
		p.PadTo(c.status + 2)
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
		p.PadTo(c.also)
		part.also.draw(p)
	case c.status < c.end:
		p.Space(2 * b2i(p.At > c.status+2))
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
			p.Glyph(st, glyph)
		case c.Node >= 0:
			p.Rune(treeStyle(pt.railClass(dv, c.Node, at)), c.Rune(pt.sh.Glyphs.ASCII))
		case c.Edge >= 0:
			p.Rune(treeStyle(dv.Edge(c.Edge).stroke().Class), c.Rune(pt.sh.Glyphs.ASCII))
		default:
			p.Rune(style.Link, c.Rune(pt.sh.Glyphs.ASCII))
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
	p.PadTo(margin + 1)
	p.ASCII(style.Label, titleTask)
	if pt.headsChain(dv) {
		p.Space(3)
		nameChain(p, wordLongest, len(dv.Chain))
	}
	if c.wave < c.end {
		p.PadTo(c.wave)
		p.ASCII(style.Label, titleWave)
	}
	if c.behind < c.end {
		p.PadTo(c.status - len(titleBehind))
		p.ASCII(style.Label, titleBehind)
	}
	if c.status < c.end {
		p.PadTo(c.status + 2)
		p.ASCII(style.Label, titleAgent)
	}
	if c.also < c.end {
		p.PadTo(c.also)
		p.ASCII(style.Label, titleAlso)
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
	p.End -= margin + 1
	if w > 0 && w+alsoGap <= p.Room() && !id.Empty() {
		p.PadTo(p.End - w - alsoGap)
		for side, words := range sideWords {
			if tells[side] {
				p.Space(alsoGap)
				p.Bar(sideStyles[side], pt.sh.Glyphs.BarFull, 2)
				p.ASCII(style.Label, words)
				p.Text(style.Title, id)
			}
		}
	}
	p.End += margin + 1
}

// sideStyles are the colours of what a task waits for, and of what waits for it.
var sideStyles = [2]style.Style{style.Upstream, style.Downstream}

// sideWords stand between a colour and the task before or behind which it means.
var sideWords = [2]string{" before ", " after "}

// headsChain reports whether the longest chain is explained in the heads of the columns: else it is at the foot.
func (pt *Painter) headsChain(dv *DepView) bool {
	c := pt.timeline.columns
	need := margin + 1 + len(titleTask) + 3 + 2 + len(wordLongest) + lay.Digits(len(dv.Chain)) + 2
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
	if room := p.Room() - margin - 1 - hiddenWidth(above, below); chip && room > g.Finished.width() {
		p.Space(margin + 1)
		pt.drawChip(p, &g.Finished)
	}
	pt.drawHidden(above, below, 0)
	for _, words := range [...]int{lay.Digits(len(dv.Chain)), -len(" of ")} {
		if len(dv.Chain) < 2 || pt.headsChain(dv) || p.Room() < margin+1+3+2+len(wordLongest)+words {
			continue
		}
		p.Space(3)
		p.Bar(style.Chain, pt.sh.Glyphs.BarFull, 2)
		p.ASCII(style.Label, strings.TrimSuffix(wordLongest, " of "))
		if words > 0 {
			p.ASCII(style.Label, " of ")
			p.Number(style.Title, len(dv.Chain))
		}
		break
	}
}

package view

import (
	"sideboard/board/graph"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Tone is what the selection makes of a task or a link.
type Tone uint8

// The tones.
const (
	ToneNone       Tone = iota // nothing is selected, or the selected task has no links: everything alike
	ToneUpstream               // upstream: the selected task waits for it, through any number of others
	ToneDownstream             // downstream: it waits for the selected task, through any number of others
	ToneDimmed                 // neither: dimmed
)

// Became is what has just become of a task: its box says so, lit, for a moment.
type Became uint8

// What may become of a task.
const (
	Unchanged Became = iota
	Claimed
	Completed
	Freed // nothing is in its way any more
)

// becameWords is what a box says.
var becameWords = [...]Text{
	Unchanged: {}, Claimed: safetext.Const("claimed"), Completed: safetext.Const("done"), Freed: safetext.Const("now ready"),
}

// Node is a task in a dependency view. Equal nodes are drawn equally; whatever is to be seen must be in here.
// Highlights.Node fills in all that a graph knows.
type Node struct {
	State    State
	Subject  Text
	ID       Text // shortened
	Owner    Text
	Hue      style.Style
	Age      Text        // "12m"; empty for unknown
	Waits    int         // tasks and missing tasks that hold it back
	Before   int         // links to tasks that it waits for, and that a neighbourhood does not draw
	After    int         // the same of tasks that wait for it
	Behind   int         // tasks waiting behind it; above 999 drawn as 999+
	Wave     int         // as graph.Graph.Wave
	Tone     Tone        // what the selection makes of it
	Chain    bool        // on the longest chain of what can still be done
	Ignored  bool        // no file has this id, and nobody waits for it all the same
	Loop     bool        // tangled in a loop, or waiting for itself
	OneSided bool        // a link of it is written on one side only
	Alarm    bool        // it needs somebody: stalled
	Pending  bool        // our own write of it is in flight
	Marked   bool        // it is one of several that are acted on together
	Fresh    uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark     style.Style // hue of the mark
	Became   Became      // what has just become of it
	Said     Text        // what is told of it, in a picture of what is told and nothing else: in place of all else but its subject
}

// drawBoxRow draws what stands in row i of a box, inside its frame: the pen has exactly the cells there are. Below the
// subject stand glyph, id and owner, and at the right how many tasks wait behind.
func (n *Node) drawBoxRow(p *pen, i, rows int, selected bool) {
	if selected && i == 1 && !p.Sheet.Grounded() {
		p.Glyph(style.AccentStrong, p.Sheet.Glyphs.Cursor) // what a ground says elsewhere
	} else {
		p.Space(1)
	}
	p.End--
	p.MarkTitle(selected && (i < rows || rows < 2))
	switch {
	case i == 1 && rows < 2:
		stateOf(p, n)
		if w := n.ID.Width() + 1; w > 1 && p.Room() >= w+n.Subject.Width()+n.marks() {
			p.Text(style.Dim, n.ID)
			p.Space(1)
		}
		n.drawBoxSubject(p, selected)
	case i == rows:
		n.drawBoxNote(p)
	case rows == 2:
		n.drawBoxSubject(p, selected)
	default:
		n.drawBoxSubjectPart(p, selected, i-1, rows-1)
	}
	if p.End++; i == 1 && n.Fresh > 0 {
		p.PadTo(p.End - 1)
		n.drawFresh(p)
	}
	p.Fill()
}

// drawBoxSubject draws the subject, and at the right end the marks of a change.
func (n *Node) drawBoxSubject(p *pen, selected bool) {
	g := p.Sheet.Glyphs
	right := n.marks()
	p.TextIn(n.subject(selected), n.Subject, p.Room()-right)
	if right == 0 {
		return
	}
	p.PadTo(p.End - right + 1)
	if n.Marked {
		p.Glyph(style.AccentStrong, g.Marked)
	}
	if n.OneSided {
		p.Glyph(style.Warning, g.OneSided)
	}
	if n.Alarm {
		p.Glyph(style.DangerStrong, g.Problem)
	}
	if n.Pending {
		p.Glyph(style.Pending, g.InFlight)
	}
}

// drawBoxSubjectPart draws one of the rows of a subject that is wrapped, with the marks of a change in the first.
func (n *Node) drawBoxSubjectPart(p *pen, selected bool, i, rows int) {
	part := *n
	lines := n.Subject.Wrap(max(p.Room()-n.marks(), 1)) // the same for all rows: none loses a word to another
	switch {
	case i >= max(len(lines), 1):
		return
	case i == rows-1 && len(lines) > rows:
		part.Subject = safetext.Join(safetext.Const(" "), lines[i:]...) // the rest, cut off
	case len(lines) > 0:
		part.Subject = lines[i]
	}
	if i > 0 {
		p.Text(n.subject(selected), part.Subject)
	} else {
		part.drawBoxSubject(p, selected)
	}
}

// drawBoxNote draws the last line of a box.
func (n *Node) drawBoxNote(p *pen) {
	stateOf(p, n)
	right := 0
	if n.Behind > 0 {
		right = BehindWidth(n.Behind)
		if owned := p.At + n.ID.Width() + 1 + n.Owner.Width(); !n.Owner.Empty() && owned <= p.End && owned > p.End-right-1 {
			right = 0 // half a name says nothing, and who is on a task says more than how many wait
		}
	}
	stop := p.End
	if right > 0 {
		stop -= right + 1
	}
	p.TextIn(style.Dim, n.ID, stop-p.At)
	if !n.Owner.Empty() && stop-p.At > 4 {
		p.Space(1)
		p.TextIn(n.Hue, n.Owner, stop-p.At)
	}
	switch {
	case n.Alarm && n.State == Running && stop-p.At > wordStalled.Width():
		p.Space(1)
		p.Text(style.Danger, wordStalled)
	case n.State == Running && !n.Age.Empty() && stop-p.At > n.Age.Width():
		p.Space(1)
		p.Text(style.Dim, n.Age)
	}
	if right > 0 && p.End-right >= p.At {
		p.PadTo(p.End - right)
		drawBehind(p, n.Behind)
	}
}

// frameEdge is the cells of a frame's edge that no words stand in: corners, a piece of line and a blank at each end.
const frameEdge = 6

// frameText returns what is written into the upper or the lower edge of a box's frame, empty for nothing: what is special
// about the task, and the links that are not drawn. Also is how many tasks it waits for that are not in the dependency view; named are
// their names, or of those that a longer way leads to.
func (n *Node) frameText(b *graph.Box, upper bool, named Text) (Text, style.Style) {
	if !n.Said.Empty() {
		return Text{}, style.Plain
	}
	if upper {
		switch {
		case n.Loop:
			return wordLoop, style.Danger
		case n.Became == Claimed:
			return becameWords[Claimed], style.Running
		case n.Became != Unchanged:
			return becameWords[n.Became], style.Ready
		}
		return Text{}, style.Plain
	}
	var t Text
	switch {
	case n.Before+n.After > 0: // said at both ends
	case b.Hidden > 0 && (named.Empty() || wordAlso.Width()+named.Width() > b.W-frameEdge):
		t = andMore(b.Hidden)
	case len(b.Implied) > 0:
		if t = wordImplied.Append(named); t.Width() > b.W-frameEdge {
			t = andMore(len(b.Implied))
		}
	}
	return t, style.Dim
}

// andMore returns that there are so many besides those that are drawn.
func andMore(n int) Text { return safetext.Const("and ").Append(safetext.Number(n), wordMore) }

var (
	wordLoop    = safetext.Const("in a loop")
	wordMore    = safetext.Const(" more")
	wordImplied = safetext.Const("also after ")
	wordAlso    = safetext.Const("waits for ")
)

// lack returns the style of what tells of an id that no file has: a problem where somebody waits for it, else a remark.
func (n *Node) lack() style.Style {
	if n.Ignored {
		return style.Dim
	}
	return style.Missing
}

// stateOf writes the glyph of how a task stands and a blank, and answers its style.
func stateOf(p *pen, n *Node) style.Style {
	if !n.Ignored {
		return drawState(p, n.State)
	}
	glyph, _ := stateGlyph(p.Sheet, n.State)
	p.Glyph(n.lack(), glyph)
	p.Space(1)
	return n.lack()
}

// subject returns the style of the subject of a task in a dependency view: tinted by what the selection makes of it.
func (n *Node) subject(selected bool) style.Style {
	switch {
	case selected:
		return style.SubjectStrong
	case n.Became != Unchanged:
		return style.Subject
	case n.Tone == ToneDimmed && (n.State == Ready || n.State == Running): // what can be done now is looked for, whatever is selected
		return style.Subject
	case n.Tone == ToneDimmed && n.State == Waiting: // read at a glance too; its frame and its lines step back
		return style.SubjectQuiet
	case n.Tone == ToneDimmed:
		return style.Dim
	case n.Tone == ToneUpstream:
		return style.Upstream
	case n.Tone == ToneDownstream:
		return style.Downstream
	}
	return subjectStyle(n.State)
}

package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Tone is what the selection makes of a task or a link.
type Tone uint8

// The tones.
const (
	ToneNone       Tone = iota // nothing is selected, or the selected task has no links
	ToneUpstream               // the selected task waits for it, directly or through others
	ToneDownstream             // it waits for the selected task, directly or through others
	ToneDimmed                 // neither
)

// Became is a change of a task that just happened. Its box is lit and names the change for a moment.
type Became uint8

// The changes.
const (
	Unchanged Became = iota
	Claimed
	Completed
	Freed // nothing blocks it any more
)

// becameWords are the changes in words.
var becameWords = [...]Text{
	Unchanged: {}, Claimed: safetext.Const("claimed"), Completed: safetext.Const("done"), Freed: safetext.Const("now ready"),
}

// Node is a task in a dependency view. Equal nodes are drawn equally, so a node has all that is shown of it.
// Highlights.Node sets what the graph knows.
type Node struct {
	State    State
	Subject  Text
	ID       Text // shortened
	Owner    Text
	Hue      style.Style
	Age      Text        // as in Card
	Waits    int         // tasks and missing tasks that block it
	Before   int         // links to tasks that it waits for and that a neighbourhood does not draw
	After    int         // the same for tasks that wait for it
	Behind   int         // tasks waiting behind it; above 999 drawn as 999+
	Wave     int         // as graph.Graph.Wave
	Tone     Tone        // how the selection tints it
	Chain    bool        // on the longest chain of tasks that can still be done
	Ignored  bool        // no file has this id, and no task waits for it
	Loop     bool        // in a loop, or waiting for itself
	OneSided bool        // a link of it is written on one side only
	Alarm    bool        // it needs a person: stalled
	Pending  bool        // a write of it from here is in flight
	Marked   bool        // it is marked for the next action
	Fresh    uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark     style.Style // hue of the mark
	Became   Became      // the change that just happened
	Said     Text        // the text of a story about it, in place of everything but its subject
}

// titleColumns are the columns of the title of a box: the title, and marks.
var titleColumns = []lay.Col{{Fill: true, Rest: true, Min: 8}, {Gap: 1, Right: true}}

// noteColumns are the columns of the row below: the id, the owner, the state, and how many tasks wait for the task.
var noteColumns = []lay.Col{{Priority: 4}, {Gap: 1, Priority: 3}, {Gap: 1, Priority: 1}, {Fill: true, Rest: true}, {Gap: 1, Priority: 2, Right: true}}

// drawBoxRow draws row i of a box inside its frame; the pen has exactly the cells of the row. A box of one row has the id before the
// title, others have a row below it.
func (n *Node) drawBoxRow(p *pen, t *lay.Table, i, rows int, selected bool) {
	if selected && i == 1 && !p.Sheet.Grounded() {
		p.Glyph(style.AccentStrong, p.Sheet.Glyphs.Cursor) // elsewhere the ground shows the selection
	} else {
		p.Space(1)
	}
	p.End--
	if i == rows && i > 1 {
		n.drawBoxNote(p, t)
	} else {
		p.MarkTitle(selected)
		n.drawBoxTitle(p, t, i-1, rows-1, selected)
	}
	if p.End++; i == 1 && n.Fresh > 0 {
		p.PadTo(p.End - 1)
		n.drawFresh(p)
	}
	p.Fill()
}

// drawBoxTitle draws a row of the title, with the marks of the task in the first one.
func (n *Node) drawBoxTitle(p *pen, t *lay.Table, row, rows int, selected bool) {
	t.Reset(titleColumns)
	t.Wrap = rows
	subject := lay.Bit{Text: n.Subject, Style: n.subject(selected)}
	title := lay.Cell{Bits: t.Bits(subject)}
	if rows < 1 {
		sign := lay.Bit{}
		sign.Sign, sign.Hue = n.sign(p.Sheet)
		title = lay.Cell{Gap: 1, Short: t.Bits(sign, subject)}
		sign.Text, sign.Style = n.ID, style.Dim
		title.Bits = t.Bits(sign, subject)
	}
	g := p.Sheet.Glyphs
	var marks [4]lay.Bit
	for i, m := range [...]struct {
		is   bool
		sign string
		hue  style.Style
	}{{n.Marked, g.Marked, style.AccentStrong}, {n.OneSided, g.OneSided, style.Warning}, {n.Alarm, g.Problem, style.DangerStrong}, {n.Pending, g.InFlight, style.Pending}} {
		if m.is {
			marks[i] = lay.Bit{Sign: m.sign, Hue: m.hue}
		}
	}
	t.Items = append(t.Items, lay.Item{Open: rows > 0, Cells: t.Cells(title, lay.Cell{Bits: t.Bits(marks[:]...)})})
	t.Lay(p.Room(), max(rows, 1))
	t.DrawRow(p, row)
}

// drawBoxNote draws the last row of a box.
func (n *Node) drawBoxNote(p *pen, t *lay.Table) {
	t.Reset(noteColumns)
	id, now := lay.Bit{Text: n.ID, Style: style.Dim}, lay.Bit{}
	id.Sign, id.Hue = n.sign(p.Sheet)
	switch {
	case n.State == Running && n.Alarm:
		now = lay.Bit{Text: wordStalled, Style: style.Danger}
	case n.State == Running:
		now = lay.Bit{Text: n.Age, Style: style.Dim}
	}
	behind := lay.Bit{Sign: p.Sheet.Glyphs.Behind, Hue: style.Dim, Tight: true, Count: min(n.Behind, mostBehind), Style: style.Dim}
	if n.Behind > mostBehind {
		behind.Count, behind.Text = 0, textMostBehind
	}
	cell := lay.Cell{}
	if n.Behind > 0 {
		cell.Bits = t.Bits(behind)
	}
	t.DrawSingle(p, lay.Cell{Bits: t.Bits(id)}, lay.Cell{Bits: t.Bits(lay.Bit{Text: n.Owner, Style: n.Hue})}, lay.Cell{Bits: t.Bits(now)}, lay.Cell{}, cell)
}

// frameEdge is the cells of a frame's edge without words: at each end a corner, a piece of line and a blank.
const frameEdge = 6

// frameText returns the text in the upper or the lower edge of a box's frame, empty for none: a remark about the task, and
// the links that are not drawn. Named has the names of tasks it waits for that are not in the view, or that a longer
// path leads to.
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
	case n.Before+n.After > 0: // putHiddenLinks writes them at both ends
	case b.Hidden > 0:
		t = andMore(b.Hidden)
	case len(b.Implied) > 0:
		if t = wordImplied.Append(named); t.Width() > b.W-frameEdge {
			t = andMore(len(b.Implied))
		}
	}
	return t, style.Dim
}

// andMore returns the words for n more than those that are drawn.
func andMore(n int) Text { return safetext.Const("and ").Append(safetext.Number(n), wordMore) }

var (
	wordLoop    = safetext.Const("in a loop")
	wordMore    = safetext.Const(" more")
	wordImplied = safetext.Const("also after ")
)

// lack returns the style of an id that no file has: a problem if a task waits for it, else a remark.
func (n *Node) lack() style.Style {
	if n.Ignored {
		return style.Dim
	}
	return style.Missing
}

// sign returns the glyph of a task's state, and its style.
func (n *Node) sign(sh *style.Sheet) (glyph string, st style.Style) {
	if glyph, st = stateGlyph(sh, n.State); n.Ignored {
		st = n.lack()
	}
	return glyph, st
}

// subject returns the style of the subject of a task in a dependency view, tinted by its relation to the selected task.
func (n *Node) subject(selected bool) style.Style {
	switch {
	case selected:
		return style.SubjectStrong
	case n.Became != Unchanged:
		return style.Subject
	case n.Tone == ToneDimmed && (n.State == Ready || n.State == Running): // always visible, because people look for what can be done now
		return style.Subject
	case n.Tone == ToneDimmed && n.State == Waiting: // readable, too, between a weaker frame and weaker lines
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

// drawFresh draws the mark of a task that was just changed.
func (n *Node) drawFresh(p *pen) {
	c := Card{Fresh: n.Fresh, Mark: n.Mark}
	if glyph, st := c.mark(p.Sheet, false); glyph != "" {
		p.Glyph(st, glyph)
	}
}

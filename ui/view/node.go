package view

import (
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
	Unchanged: {}, Claimed: safetext.Const("claimed"), Completed: safetext.Const("done"),
	Freed: safetext.Const("can start now"),
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
	Trouble  Trouble     // of a file that cannot be read
	Pending  bool        // a write of it from here is in flight
	Marked   bool        // it is marked for the next action
	Fresh    uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark     style.Style // hue of the mark
	Became   Became      // the change that just happened
	Said     Text        // the text of a story about it, in place of everything but its subject
}

// Trouble is what is wrong with a file that cannot be read, and what helps, in the words of its card.
type Trouble struct {
	Warn, WarnShort Text
	Help            Key
}

// card returns a card with nothing but the trouble.
func (t Trouble) card() *Card {
	return &Card{State: Broken, Alarm: true, Warn: t.Warn, WarnShort: t.WarnShort, Help: t.Help}
}

// drawer returns what draws the trouble, and at the right end the key that helps.
func (t Trouble) drawer() func(p *pen) {
	return func(p *pen) {
		card, end := t.card(), p.End
		help := card.helpBits()
		p.End = p.At + lay.Left(p.Room(), 2, help[:]...)
		drawBits(p, card.warning(p.Room()))
		p.End = end
		lay.DrawRight(p, 0, help[:]...)
	}
}

var (
	wordLoop = safetext.Const("in a loop")
	wordMore = safetext.Const(" more")
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
	glyph, st = stateGlyph(sh, n.State)
	if n.Ignored {
		st = n.lack()
	}
	return glyph, st
}

// subject returns the style of the subject of a task in a dependency view. Lines show its relation to the selected
// task.
func (n *Node) subject(selected bool) style.Style {
	switch {
	case selected, !n.Said.Empty():
		return style.SubjectStrong
	case n.Became != Unchanged:
		return style.Subject
	case n.State == Ready || n.State == Running: // always visible, because people look for what can be done now
		return style.SubjectStrong
	case n.Tone == ToneDimmed && n.State == Waiting: // readable, too, between a weaker frame and weaker lines
		return style.SubjectQuiet
	case n.Tone == ToneDimmed:
		return style.Dim
	}
	return subjectStyle(n.State)
}

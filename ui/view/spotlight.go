package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Mood is how a step of a story is to be taken.
type Mood uint8

// The moods.
const (
	MoodPlain   Mood = iota
	MoodCaution      // look at this
	MoodRelief       // it is right again
)

// spotlightLook is how a task in the spotlight is drawn: a block with its name, what is said of it, and its left edge.
type spotlightLook struct{ name, said, edge style.Style }

var (
	spotlightRunning = spotlightLook{style.SpotlightRunning, style.SpotlightRunningSaid, style.Chip}
	spotlightReady   = spotlightLook{style.SpotlightReady, style.SpotlightReadySaid, style.ChipReady}
	spotlightAlert   = spotlightLook{style.SpotlightAlert, style.SpotlightAlertSaid, style.ChipAlert}
	spotlightCaution = spotlightLook{style.SpotlightCaution, style.SpotlightCautionSaid, style.ChipCaution}
	spotlightDone    = spotlightLook{style.SpotlightQuiet, style.SpotlightQuietSaid, style.ChipReady}
	spotlightQuiet   = spotlightLook{style.SpotlightQuiet, style.SpotlightQuietSaid, style.SpotlightQuiet}
)

// look returns how a task is drawn in a mood; a plain one has no look of its own.
func (m Mood) look(plain spotlightLook) spotlightLook {
	switch m {
	case MoodCaution:
		return spotlightCaution
	case MoodRelief:
		return spotlightReady
	}
	return plain
}

// spotlightClass returns the class of a line between tasks in the spotlight: they are in a loop, the second one is ready, or it still waits.
func spotlightClass(loop, free bool) uint8 {
	switch {
	case loop:
		return classLoop
	case free:
		return classLit
	}
	return classPreview
}

// lookOf returns how a task in the spotlight is drawn: one in progress in the colour of the story, what is ready in its own, what something is
// wrong with in that of danger, and what is done or waits in none; what is done has the edge of what is ready.
func lookOf(state State, alarm bool) spotlightLook {
	switch {
	case alarm || state == Stuck || state == Missing || state == Broken:
		return spotlightAlert
	case state == Ready:
		return spotlightReady
	case state == Done:
		return spotlightDone
	case state == Waiting:
		return spotlightQuiet
	}
	return spotlightRunning
}

// addSpotlightBox puts a task in the spotlight into the rows of the window: a block in one colour, which needs no frame, with the words
// in its middle.
func (c *canvas) addSpotlightBox(b *graph.Box, n Node, win Rect) {
	look := lookOf(n.State, n.Alarm)
	subject := wrapUpTo(n.Subject, b.W-4, max(b.H-2, 1))
	words := len(subject) + 1
	top := (b.H - words) / 2
	for i := range b.H {
		c.put(win, b.Y+i, b.X, b.W, func(p *pen) {
			p.Bar(look.edge, " ", 1)
			p.End--
			switch row := i - top; {
			case row >= 0 && row < len(subject):
				p.Bar(look.name, " ", 1)
				p.TextIn(look.name, subject[row], p.Room()-1)
			case row == len(subject):
				n.drawSaid(p)
			}
			p.End++
			p.Bar(look.name, " ", p.Room())
		})
	}
}

// tip returns the head of a line that a room is to see.
func tip(p *pen, c *graph.Cell) string {
	if c.Left == graph.None {
		return p.Sheet.Glyphs.TipLeft
	}
	return p.Sheet.Glyphs.Tip
}

// drawSaid draws what a story says of a task, below its subject.
func (n *Node) drawSaid(p *pen) {
	glyph, _ := stateGlyph(p.Sheet, n.State)
	words := lookOf(n.State, n.Alarm).said
	p.Bar(words, " ", 1)
	p.Glyph(words, glyph)
	p.Bar(words, " ", 1)
	said := n.Said
	if said.Width() > p.Room()-1 && !n.Owner.Empty() { // the sign says what they did
		said = n.Owner
	}
	p.TextIn(words, said, p.Room()-1)
	p.Bar(words, " ", p.Room())
}

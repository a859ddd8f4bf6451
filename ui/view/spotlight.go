package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Mood is the mood of a step of a story.
type Mood uint8

// The moods.
const (
	MoodPlain   Mood = iota
	MoodCaution      // something to look at
	MoodRelief       // a problem is solved
)

// spotlightLook is the styles of a task in the spotlight, drawn as a block: its name, the text about it, and its left
// edge.
type spotlightLook struct{ name, said, edge style.Style }

var (
	spotlightRunning = spotlightLook{style.SpotlightRunning, style.SpotlightRunningSaid, style.Chip}
	spotlightReady   = spotlightLook{style.SpotlightReady, style.SpotlightReadySaid, style.ChipReady}
	spotlightAlert   = spotlightLook{style.SpotlightAlert, style.SpotlightAlertSaid, style.ChipAlert}
	spotlightCaution = spotlightLook{style.SpotlightCaution, style.SpotlightCautionSaid, style.ChipCaution}
	spotlightDone    = spotlightLook{style.SpotlightQuiet, style.SpotlightQuietSaid, style.ChipReady}
	spotlightQuiet   = spotlightLook{style.SpotlightQuiet, style.SpotlightQuietSaid, style.SpotlightQuiet}
)

// look returns the look of a task in a mood. The plain mood has none of its own.
func (m Mood) look(plain spotlightLook) spotlightLook {
	switch m {
	case MoodCaution:
		return spotlightCaution
	case MoodRelief:
		return spotlightReady
	}
	return plain
}

// spotlightClass returns the class of a line between tasks in the spotlight, which are in a loop, or of which the
// second is free or waits.
func spotlightClass(loop, free bool) uint8 {
	switch {
	case loop:
		return classLoop
	case free:
		return classLit
	}
	return classPreview
}

// lookOf returns the look of a task in the spotlight: in progress in the colour of the story, ready in its own colour,
// with a problem in that of danger, and done or waiting without colour. A done task has the edge of a ready one.
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

// addSpotlightBox adds a task in the spotlight to the rows of the window: a block in one colour, without a frame, with
// the words in the middle.
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

// tip returns the head of a line that an audience is to see.
func tip(p *pen, c *graph.Cell) string {
	if c.Left == graph.None {
		return p.Sheet.Glyphs.TipLeft
	}
	return p.Sheet.Glyphs.Tip
}

// drawSaid draws the text of a story about a task, below its subject.
func (n *Node) drawSaid(p *pen) {
	glyph, _ := stateGlyph(p.Sheet, n.State)
	words := lookOf(n.State, n.Alarm).said
	p.Bar(words, " ", 1)
	p.Glyph(words, glyph)
	p.Bar(words, " ", 1)
	said := n.Said
	if said.Width() > p.Room()-1 && !n.Owner.Empty() { // the sign shows what the owner did
		said = n.Owner
	}
	p.TextIn(words, said, p.Room()-1)
	p.Bar(words, " ", p.Room())
}

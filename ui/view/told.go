package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Mood is how what is told is to be taken.
type Mood uint8

// The moods.
const (
	MoodPlain   Mood = iota
	MoodCaution      // look at this
	MoodRelief       // it is right again
)

// toldLook is how what is told of is drawn: a block with its name, what is said of it, and its left edge.
type toldLook struct{ name, said, edge style.Style }

var (
	toldRunning = toldLook{style.ToldRunning, style.ToldRunningSaid, style.Chip}
	toldReady   = toldLook{style.ToldReady, style.ToldReadySaid, style.ChipReady}
	toldAlert   = toldLook{style.ToldAlert, style.ToldAlertSaid, style.ChipAlert}
	toldCaution = toldLook{style.ToldCaution, style.ToldCautionSaid, style.ChipCaution}
	toldDone    = toldLook{style.ToldQuiet, style.ToldQuietSaid, style.ChipReady}
	toldQuiet   = toldLook{style.ToldQuiet, style.ToldQuietSaid, style.ToldQuiet}
)

// look returns how what is told is drawn in a mood, which has none of its own where it is plain.
func (m Mood) look(plain toldLook) toldLook {
	switch m {
	case MoodCaution:
		return toldCaution
	case MoodRelief:
		return toldReady
	}
	return plain
}

// toldClass returns the class of what is told: it is in a loop, its way is free, or it still waits.
func toldClass(loop, free bool) uint8 {
	switch {
	case loop:
		return classLoop
	case free:
		return classLit
	}
	return classPreview
}

// lookOf returns how what is told of is drawn: what somebody is on in the colour of the story, what is ready in its own, what something is
// wrong with in that of danger, and what is done or waits in none; what is done has the edge of what is ready.
func lookOf(state State, alarm bool) toldLook {
	switch {
	case alarm || state == Stuck || state == Missing || state == Broken:
		return toldAlert
	case state == Ready:
		return toldReady
	case state == Done:
		return toldDone
	case state == Waiting:
		return toldQuiet
	}
	return toldRunning
}

// addToldBox puts a task that is told about into the rows of the window: a block in one colour, which needs no frame, with the words
// in its middle.
func (c *canvas) addToldBox(b *graph.Box, n Node, win Rect) {
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

// drawSaid draws what is told of a task, below its subject.
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

package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
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

// spotlightLook is the styles of a value in the spotlight, drawn as a block: its words, and its left edge.
type spotlightLook struct{ name, edge style.Style }

var (
	spotlightReady   = spotlightLook{style.SpotlightReady, style.ChipReady}
	spotlightAlert   = spotlightLook{style.SpotlightAlert, style.ChipAlert}
	spotlightCaution = spotlightLook{style.SpotlightCaution, style.ChipCaution}
	spotlightQuiet   = spotlightLook{style.SpotlightQuiet, style.SpotlightQuiet}
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

// spotlightGround returns the ground of the block of a task in a story.
func (n *Node) spotlightGround() style.Ground {
	switch n.State {
	case Ready, Done:
		return style.Fresh
	case Running, Waiting: // also what waits stands out as much as the caption that speaks of it
		return style.Card
	}
	return style.Alarm
}

// saidStyle returns the style of the words of a story about a task.
func (n *Node) saidStyle() style.Style {
	switch n.State {
	case Ready, Done:
		return style.ReadyStrong
	case Running:
		return style.RunningStrong
	case Waiting:
		return style.Soft
	}
	return style.DangerStrong
}

// addSpotlightBox adds the block of a task in a story to the rows of the window: as in a picture, with the words of the
// story in its last row.
func (c *canvas) addSpotlightBox(b *graph.Box, n Node, win Rect) {
	ground, said := n.spotlightGround(), b.H-1
	note := said
	if b.H > 2 {
		note--
	}
	lines := n.blockLines(b.W, max(note, 1))
	for i := range b.H {
		c.put(win, b.Y+i, b.X, b.W, func(p *pen) {
			p.SetGround(ground)
			bar := n.bar(p.Sheet, false)
			if ground == style.Alarm {
				bar.Hue = style.Danger
			}
			lay.Draw(p, bar)
			p.Space(blockPad - 1)
			p.End--
			switch {
			case i == said:
				p.Text(n.saidStyle(), n.Said)
			case i == note:
				lay.Draw(p, lay.Bit{Text: n.ID, Style: style.Dim})
				lay.DrawRight(p, 0, n.blockWeight(true))
			case i == 0:
				n.drawBlockTop(p, lines, ground, false)
			case i < len(lines):
				p.Text(n.subject(false), lines[i])
			}
			p.End++
			p.SetGround(ground)
		})
	}
}

// SpotlightWidth returns the fewest cells of text in a box of a story, of which two must fit next to each other. All
// boxes are equally wide, so that nothing moves from one picture to the next.
func (l Layout) SpotlightWidth() int { return min((l.W-28-columnGap*b2i(l.Breadth == Wide))/2, 44) }

package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Chip is what is folded away: how many tasks, and the key that unfolds them.
type Chip struct {
	Count    int
	Key      Text
	Open     bool // unfolded now
	Selected bool // the selected task is among what is folded
}

// Nearby is of what a neighbourhood is the picture.
type Nearby struct {
	Middle     Text // the id of the task it is around
	Drawn, All int  // how many open tasks are in it, and how many there are
}

// Graph is the picture of the dependencies: boxes in waves.
type Graph struct {
	Layout   *graph.Layout
	Scale    // of the layout
	Finished Chip
	Near     *Nearby // it is a neighbourhood, nil where it is the whole
	Unlinked []int32 // the tasks that have no links, and no boxes
	Drag     *LinkDrag
}

// chainLeast is the fewest cells in which the longest chain is named.
const chainLeast = 24

const wordsDone, wordsUnlinked = " done", " without links"

// drawUnlinked names the tasks that have no links, with their titles as far as there is room.
func drawUnlinked(p *pen, dv *DepView, nodes []int32) {
	p.ASCII(style.Label, wordsUnlinked[1:])
	for k, i := range nodes {
		n := dv.Node(i)
		rest := len(nodes) - k - 1
		if need := 2 + 2 + n.label().Width() + b2i(rest > 0)*(2+len("+ more")+lay.Digits(rest)); k > 0 && p.Room() < need {
			p.Space(2)
			p.Plus(rest + 1)
			return
		}
		p.Space(2)
		from := p.At
		stateOf(p, &n)
		p.Text(style.Dim, n.label())
		if room := p.Room() - b2i(rest > 0)*(2+len("+ more")+lay.Digits(rest)) - 1; !n.ID.Empty() && room >= min(n.Subject.Width(), subjectEnough) {
			p.Space(1)
			p.TextIn(n.subject(i == dv.Selected), n.Subject, min(room, subjectEnough))
		}
		p.Spot(from, Spot{Kind: TaskSpot, Item: int(i)})
	}
}

// drawFoot draws one of the rows below a picture, the first of them the first to stay.
func (dv *DepView) drawFoot(p *pen, row int) {
	g, stuck := dv.Graph, dv.Held != nil && !dv.Held.Empty()
	p.Space(margin + 1)
	p.End -= margin + 1
	switch {
	case row == 0:
		if g.Finished.Count > 0 {
			g.Finished.draw(p)
			p.Space(3)
		}
		if p.Room() > chainLeast && len(dv.Chain) > 1 {
			dv.drawLongestChain(p)
		}
	case row == 1 && stuck:
		drawHeld(p, dv, dv.Held)
	case row == 1+b2i(stuck) && len(g.Unlinked) > 0:
		drawUnlinked(p, dv, g.Unlinked)
	}
	p.End += margin + 1
}

// draw draws how many tasks are folded away, and the key that shows them.
func (c *Chip) draw(p *pen) {
	from, number, words := p.At, style.Title, style.Dim
	key := (&Key{Name: c.Key}).bits(p.Sheet)
	lay.Draw(p, key[:3]...)
	if c.Selected {
		p.Glyph(style.AccentStrong, p.Sheet.Glyphs.Cursor)
		number, words = style.AccentStrong, style.AccentStrong
	} else {
		p.Space(1)
	}
	p.Number(number, c.Count)
	p.ASCII(words, wordsDone)
	p.Spot(from, Spot{Kind: FinishedSpot})
}

// drawHidden draws how much is hidden above and below, where there is room for it.
func drawHidden(p *pen, above, below int) {
	g := p.Sheet.Glyphs
	say := func(n int, glyph, word string) {
		if n > 0 && p.Room() >= 4+lay.Digits(n)+len(word) {
			p.Space(3)
			p.Glyph(style.Title, glyph)
			p.Number(style.Title, n)
			p.ASCII(style.Dim, word)
		}
	}
	say(above, g.Up, " above")
	say(below, g.Down, " below")
}

package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Head is a container in a column: its parts stand together under its name, and it has no card itself.
type Head struct {
	Key       string // identifies the container, never shown
	Name      Text
	ID        Text // the whole one: that of a part goes on from it
	Done, All int  // its parts, wherever they are
}

// partsHead is the head of a container as a column shows it.
type partsHead struct {
	Head
	at       int  // its index in Stack.Heads
	brief    bool // without "done", for which the column has no room
	selected bool
}

// headAbove returns the head above the first card of a run, 0 if that has none or stands under one already; with top
// set there is nothing above the card.
func (s *Stack) headAbove(run int, top bool) int {
	r := &s.Runs[run]
	if !top && run > 0 && s.Runs[run-1].Head == r.Head {
		return 0
	}
	return r.Head
}

// briefHeads reports whether a head of a list w cells wide has no room for "done".
func (s *Stack) briefHeads(w int) bool {
	for i := range s.Runs {
		if head := s.headAbove(i, false); head > 0 {
			h := partsHead{Head: s.Heads[head-1]}
			if lay.Left(w, titleAt+cardRight+headGap, append(h.left(), h.right())...) < 0 {
				return true
			}
		}
	}
	return false
}

// headGap is the fewest blanks before the ID of a head.
const headGap = 1

// left returns the name of a head and how many of its parts are done.
func (h *partsHead) left() []lay.Bit {
	count := safetext.Number(h.Done).Append(wordOf, safetext.Number(h.All))
	if !h.brief {
		count = count.Append(wordsDone)
	}
	return []lay.Bit{{Text: h.Name}, {Text: wordTwo}, {Text: count, Style: style.Dim}}
}

// right returns the id.
func (h *partsHead) right() lay.Bit { return lay.Bit{Text: h.ID, Style: style.Dim} }

// draw draws the head.
func (h *partsHead) draw(p *pen) {
	if h.selected {
		p.SetGround(style.Selected)
		lay.Draw(p, chosenBar(p.Sheet))
	}
	p.PadTo(titleAt)
	p.End -= cardRight
	bits := h.left()
	bits[0].Most = max(lay.Left(p.Room(), headGap, append(bits[1:], h.right())...), 1)
	lay.Draw(p, bits...)
	lay.DrawRight(p, 0, h.right())
	p.End += cardRight
}

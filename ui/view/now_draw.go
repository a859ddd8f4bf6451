package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// drawnNow is the values that a picture of who works on what was drawn from.
type drawnNow struct {
	now    *Now
	feed   *Feed
	body   Rect
	news   Rect
	detail bool
}

// drawNow draws all of it into rows of the body: the lanes, and below them the lists and what happened.
func (pt *Painter) drawNow(l *Layout, v *Now, f *Feed) *lay.Drawn {
	of := drawnNow{v, f, l.Body, l.News, !l.Detail.Empty()}
	drawn, known := pt.now.Get(pt.sh, l.Body.W, of)
	if known {
		return drawn
	}
	g, room := pt.newPage(l.Body.W, style.Flat), l.Body.H
	if of.detail { // the panel has it
		f = nil
	}
	if l.Body.Y+room == l.News.Y { // a free row above the news
		room--
	}
	below := layBelow(&pt.happened, pt.sh, v, f, g.W, room)
	if len(v.Lanes) == 0 {
		g.Row(func(p *pen) { p.Space(signAt); p.Text(style.Dim, v.Instead) })
	} else {
		pt.lanes.draw(g, v, room, below.lists, below.more)
	}
	below.draw(g, room-len(g.Rows))
	rows := min(len(g.Rows), l.Body.H)
	drawn.Rows, drawn.Spots = g.Rows[:rows], lay.AppendSpots(drawn.Spots, g.Spots, 0, 0, rows)
	return drawn
}

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

// nowRows is the rows of who works on what, as they were drawn last.
type nowRows struct {
	lay.Last[struct{}, drawnNow]
}

// draw draws Now into rows of the body: the lanes, and below them the lists and what happened.
func (r *nowRows) draw(br *brush, l *Layout, v *Now, f *Feed) *lay.Drawn {
	of := drawnNow{v, f, l.Body, l.News, !l.Detail.Empty()}
	drawn, known := r.Get(br.sh, l.Body.W, of)
	if known {
		return drawn
	}
	g, room := br.newPage(l.Body.W, style.Flat), l.Body.H
	if of.detail { // the panel has it
		f = nil
	}
	if l.Body.Y+room == l.News.Y { // a free row above the news
		room--
	}
	below := layBelow(&br.happened, br.sh, v, f, g.W, room)
	if len(v.Lanes) == 0 {
		g.Row(func(p *pen) { p.Space(signAt); p.Text(style.Dim, v.Instead) })
	} else {
		br.lanes.draw(g, v, room, below.lists, below.more)
	}
	below.draw(g, room-len(g.Rows))
	rows := min(len(g.Rows), l.Body.H)
	drawn.Rows, drawn.Spots = g.Rows[:rows], lay.AppendSpots(drawn.Spots, g.Spots, 0, 0, rows)
	return drawn
}

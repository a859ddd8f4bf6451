package view

import (
	"sort"

	"sideboard/ui/style"
)

// Lane is one of several lists in a column: its cards stand together, under a head with its name.
type Lane struct {
	Name  Text
	First int  // its first card
	Shown int  // cards in it behind the filter, but for containers
	Total int  // the same without the filter
	Gone  bool // its directory is not there
}

// headsFrom is how many rows for cards there must be for lanes to have heads: under one a card has to fit.
const headsFrom = 4

// hasLaneHeads reports whether the lanes of a column have heads.
func (l *Layout) hasLaneHeads(k ColumnKind, c *Column) bool {
	_, rows := l.cardRows(k)
	return len(c.Lanes) > 0 && rows >= headsFrom
}

// laneOf returns which lane a card stands in.
func (c *Column) laneOf(i int) int {
	return max(sort.Search(len(c.Lanes), func(n int) bool { return c.Lanes[n].First > i })-1, 0)
}

// beginsLane reports whether a card is the first of its lane.
func (c *Column) beginsLane(i int) bool { return len(c.Lanes) > 0 && c.Lanes[c.laneOf(i)].First == i }

// drawLaneHead draws what stands above the first card of a lane, and above the first card that is visible: the name of the
// list, how many cards it has in the column, and a thin rule. n counts the heads of the column on this frame.
func (pt *Painter) drawLaneHead(k ColumnKind, n int, lane *Lane, w int) string {
	for len(pt.laneHeads[k]) <= n {
		pt.laneHeads[k] = append(pt.laneHeads[k], "")
	}
	return pt.cachedPiece(&pt.laneHeads[k][n], w, func(p *pen) {
		const gone = "gone"
		end := p.end - 1
		counts := digits(lane.Total)
		if lane.Shown != lane.Total {
			counts += digits(lane.Shown) + len(" of ")
		}
		stop := end
		if lane.Gone {
			stop -= len(gone) + 4
		}
		p.space(1)
		p.textUpTo(style.Project, lane.Name, stop-p.at-counts-2)
		if stop-p.at > counts+1 {
			p.space(2)
			if lane.Shown != lane.Total {
				p.number(style.Accent, lane.Shown)
				p.ascii(style.Dim, " of ")
			}
			p.number(style.Dim, lane.Total)
		}
		if stop-p.at > 1 {
			p.space(1)
			p.bar(style.BarRest, pt.sh.Glyphs.BarRest, stop-p.at)
		}
		if lane.Gone && end-p.at > len(gone)+3 {
			p.space(2)
			p.glyph(style.Danger, pt.sh.Glyphs.Problem)
			p.space(1)
			p.ascii(style.Danger, gone)
		}
	})
}

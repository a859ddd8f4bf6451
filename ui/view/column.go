package view

import (
	"slices"
	"sort"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// ColumnKind names a column.
type ColumnKind uint8

// The columns, from left to right.
const (
	PendingColumn ColumnKind = iota
	InProgressColumn
	CompletedColumn
)

// Columns is how many columns a board has.
const Columns = 3

// columnNames are the columns' names on the screen.
var columnNames = [Columns]Text{
	PendingColumn:    safetext.Const("Pending"),
	InProgressColumn: safetext.Const("In progress"),
	CompletedColumn:  safetext.Const("Completed"),
}

// Column is one column, virtual: At is asked for the cards that are visible and for no other.
type Column struct {
	Len      int  // cards in it, behind the filter
	Total    int  // cards in it without the filter, but for containers
	Parents  int  // of Len, the containers, which count in no total
	Ready    int  // of Total, in the pending column
	Stuck    int  // of Total, in the pending column: in a loop or behind one
	First    int  // the first visible card
	Whole    int  // the first cards, whose subjects are shown whole
	Selected int  // the selected card, -1 for none
	Roomy    bool // its cards say what they unblock, in a row of their own
	Top      bool // a column needs the row above the cards, so that the first card of each begins in it
	At       func(i int) Card
	Lanes    []Lane // of several lists or of owners, those that have a card in it, from the top; the first begins at 0
}

// Lane is one of several lists in a column, or an owner: its cards stand together, under a head with its name.
type Lane struct {
	Name  Text
	Hue   style.Style // of an owner; style.Plain for a list
	First int         // its first card
	Shown int         // cards in it behind the filter, but for containers
	Total int         // the same without the filter
	Gone  bool        // its directory is not there
}

// drawColumn draws one column into its rows: title, share rule, the cards that are visible, and how many are hidden
// above and below.
func (pt *Painter) drawColumn(l *Layout, k ColumnKind, b *Board, bare bool) {
	r := l.Columns[k]
	rows := pt.columns[k][:0]
	for range r.All.H {
		rows = append(rows, "")
	}
	pt.columns[k] = rows
	if r.All.Empty() {
		return
	}
	pt.spots = append(pt.spots, Spot{Rect: r.All, Kind: ColumnSpot, Item: int(k)})
	c := &b.Columns[k]
	pt.seen = pt.seen[:0]
	pt.hits = l.appendHits(pt.hits[:0], &pt.seen, k, c)
	above := max(c.First, 0)
	below := c.Len - above - len(pt.hits)
	if bare {
		above, below = 0, 0
	}
	if r.Title.H > 0 {
		rows[0] = pt.drawColumnTitle(l, k, b, above, below)
	}
	if r.Title.H > 1 {
		rows[1] = pt.drawShare(k, b, r.All.W)
	}
	if bare {
		return
	}
	last := r.Cards.Y
	for i, hit := range pt.hits {
		card := &pt.seen[i]
		if hit.Lane > 0 {
			rows[hit.Row-1-r.All.Y] = pt.drawLaneHead(int(k), &c.Lanes[hit.Lane-1], r.All.W)
		}
		d := pt.drawCard(card, r.All.W, wholeCard, hit.Index == c.Selected && k == b.Focus, b.Static)
		for y := range hit.Height {
			rows[hit.Row-r.All.Y+y] = d.Rows[y]
		}
		pt.spots = append(pt.spots, Spot{Rect: Rect{X: r.All.X, Y: hit.Row, W: r.All.W, H: hit.Height}, Kind: CardSpot, Item: hit.Index, In: int(k)})
		pt.spots = lay.AppendSpots(pt.spots, d.Spots, r.All.X, hit.Row, hit.Height)
		last = hit.Row + hit.Height
	}
	if l.isTight() {
		return
	}
	if top := r.Cards.Y - r.All.Y; above > 0 && top < len(rows) {
		rows[top] = pt.drawHiddenCount(k, above, "above", r.All.W)
	}
	if below > 0 {
		if at := min(last+l.gap(k, c), r.All.Y+r.All.H-1) - r.All.Y; at > 0 {
			rows[at] = pt.drawHiddenCount(k, below, "below", r.All.W)
		}
	}
}

// drawColumnTitle draws glyph, name and count. With rows to spare for nothing, it also says how many cards are hidden.
func (pt *Painter) drawColumnTitle(l *Layout, k ColumnKind, b *Board, above, below int) string {
	c, counts := &b.Columns[k], slices.ContainsFunc(pt.seen, func(c Card) bool { return c.Behind > 0 })
	of := drawnPiece{w: l.Columns[k].All.W, n: [5]int{c.Ready, c.Total, c.Len - c.Parents, above, below}, is: [3]bool{k == b.Focus, counts, l.isTight()}}
	return pt.drawPiece(pieceAt{what: "title", in: int(k)}, of, func(p *pen) {
		glyph, st := c.sign(pt.sh, k)
		p.Space(1)
		p.Glyph(st, glyph)
		p.Space(1)
		name := style.Title
		if k == b.Focus {
			name = style.TitleStrong
		}
		end := p.End - 1
		p.TextIn(name, columnNames[k], end-p.At)
		p.Space(2)
		if p.Room() > lay.Digits(c.Total) {
			if c.Len-c.Parents != c.Total {
				p.Number(style.Accent, c.Len-c.Parents)
				p.ASCII(style.Dim, " of ")
			}
			p.Number(style.Dim, c.Total)
		}
		switch {
		case !l.isTight():
			if counts && end-p.At > 2+wordBehind.Width() { // what the numbers at the right end of the cards are
				p.PadTo(end - wordBehind.Width())
				p.Text(style.Dim, wordBehind)
			}
		case above+below > 0:
			pt.drawOutOfSight(p, end, above, below)
		}
	})
}

// drawOutOfSight draws how many cards are hidden above and below, up to a cell, where there is room for it.
func (pt *Painter) drawOutOfSight(p *pen, end, above, below int) {
	g := pt.sh.Glyphs
	need := 0
	if above > 0 {
		need += 1 + lay.Digits(above)
	}
	if below > 0 {
		need += 1 + lay.Digits(below)
	}
	if above > 0 && below > 0 {
		need++
	}
	if end-p.At <= need {
		return
	}
	p.PadTo(end - need)
	if above > 0 {
		p.Glyph(style.Dim, g.Up)
		p.Number(style.Dim, above)
	}
	if above > 0 && below > 0 {
		p.Space(1)
	}
	if below > 0 {
		p.Glyph(style.Dim, g.Down)
		p.Number(style.Dim, below)
	}
}

// drawShare draws the thin rule whose strong part is the share of all tasks that the column shows: those that match, where there is a filter,
// else all of it, in the pending column by what can be done about them: ready, blocked, stuck.
func (pt *Painter) drawShare(k ColumnKind, b *Board, w int) string {
	c, all := &b.Columns[k], 0
	for i := range b.Columns {
		all += b.Columns[i].Total
	}
	matching := c.Len - c.Parents
	of := drawnPiece{w: w, n: [5]int{c.Ready, c.Total, matching, c.Stuck, all}}
	return pt.drawPiece(pieceAt{what: "share", in: int(k)}, of, func(p *pen) {
		length := max(w-2, 0)
		full := proportion(min(matching, c.Total), all, length)
		p.Space(1)
		if k == PendingColumn && matching >= c.Total {
			stuck := proportion(c.Stuck, c.Total, full)
			ready := min(proportion(c.Ready, c.Total, full), full-stuck)
			p.Bar(style.Ready, pt.sh.Glyphs.BarFull, ready)
			p.Bar(style.Blocked, pt.sh.Glyphs.BarFull, full-ready-stuck)
			p.Bar(style.Danger, pt.sh.Glyphs.BarFull, stuck)
		} else {
			_, st := c.sign(pt.sh, k)
			p.Bar(st, pt.sh.Glyphs.BarFull, full)
		}
		p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, length-full)
	})
}

// drawHiddenCount returns how many cards are hidden.
func (pt *Painter) drawHiddenCount(k ColumnKind, n int, where string, w int) string {
	return pt.drawPiece(pieceAt{what: where, in: int(k)}, drawnPiece{w: w, n: [5]int{n}}, func(p *pen) {
		p.Space(3)
		p.Number(style.Dim, n)
		p.ASCII(style.Dim, " more ")
		p.ASCII(style.Dim, where)
	})
}

// pieceAt is a part of a row: a title, a rule, a count, a head; of which column, section or run, and from which of its cards on.
type pieceAt struct {
	what   string
	in, at int
}

// drawnPiece is what such a part was drawn of.
type drawnPiece struct {
	w     int
	n     [5]int
	is    [3]bool
	lane  Lane
	sheet *style.Sheet
}

// drawPiece returns a part of a row, drawing it only where what it is drawn of has changed.
func (pt *Painter) drawPiece(at pieceAt, of drawnPiece, draw func(p *pen)) string {
	of.sheet = pt.sh
	d, known := pt.pieces.Get(at, &of)
	if !known {
		p := &pt.aux
		p.B, p.Sheet = p.B[:0], pt.sh
		p.Begin(of.w, style.Flat)
		draw(p)
		p.Fill()
		d.Rows = append(d.Rows, string(p.B))
	}
	return d.Rows[0]
}

// sign returns the sign of a column: that of what can be started in it, where anything can.
func (c *Column) sign(sh *style.Sheet, k ColumnKind) (string, style.Style) {
	switch {
	case k == PendingColumn && c.Ready == 0 && c.Total > 0:
		return stateGlyph(sh, Waiting)
	case k == PendingColumn:
		return stateGlyph(sh, Ready)
	case k == InProgressColumn:
		return stateGlyph(sh, Running)
	}
	return stateGlyph(sh, Done)
}

// proportion returns n/all of w cells, at least one where n is not nothing, and all of them only where n is everything.
func proportion(n, all, w int) int {
	if n <= 0 || all <= 0 || w <= 0 {
		return 0
	}
	if n >= all {
		return w
	}
	return max(1, min(n*w/all, w-1))
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
// list or the owner, how many cards it has in the column or the run, and a thin rule.
func (pt *Painter) drawLaneHead(in int, lane *Lane, w int) string {
	return pt.drawPiece(pieceAt{what: "lane", in: in, at: lane.First}, drawnPiece{w: w, lane: *lane}, func(p *pen) {
		const gone = "gone"
		end := p.End - 1
		counts := lay.Digits(lane.Total)
		if lane.Shown != lane.Total {
			counts += lay.Digits(lane.Shown) + len(" of ")
		}
		stop := end
		if lane.Gone {
			stop -= len(gone) + 4
		}
		p.Space(1)
		look := style.Project
		if lane.Hue != style.Plain {
			look = lane.Hue
		}
		p.TextIn(look, lane.Name, stop-p.At-counts-2)
		if stop-p.At > counts+1 {
			p.Space(2)
			if lane.Shown != lane.Total {
				p.Number(style.Accent, lane.Shown)
				p.ASCII(style.Dim, " of ")
			}
			p.Number(style.Dim, lane.Total)
		}
		if stop-p.At > 1 {
			p.Space(1)
			p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, stop-p.At)
		}
		if lane.Gone && end-p.At > len(gone)+3 {
			p.Space(2)
			p.Glyph(style.Danger, pt.sh.Glyphs.Problem)
			p.Space(1)
			p.ASCII(style.Danger, gone)
		}
	})
}

// Folded is the head of what others deleted, which is not on the board any more.
type Folded struct {
	Words Text // "wiped 14:02, 7 of 7 done"
	Key   Key  // what opens it
}

// drawFolded draws the head of what others deleted.
func (pt *Painter) drawFolded(l *Layout, f *Folded) {
	p := &pt.p
	p.End = l.Folded.W - margin
	p.Space(margin)
	p.Glyph(style.Dim, pt.sh.Glyphs.Folded)
	p.Space(1)
	p.TextIn(style.Label, f.Words, p.Room()-f.Key.width()-3)
	p.Space(1)
	p.Bar(style.BarRest, pt.sh.Glyphs.BarRest, p.Room()-f.Key.width()-1)
	p.Space(1)
	drawKey(p, &f.Key)
	p.End = l.W
	pt.spots = append(pt.spots, Spot{Rect: l.Folded, Kind: FoldedSpot})
}

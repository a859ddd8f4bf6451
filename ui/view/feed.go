package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Feed is what happened lately.
type Feed struct {
	Items []FeedItem // the newest first
	Since Text       // from when on anything was seen: "14:02"
	Lanes *Now       // who works on what, above it; nil for nothing
}

// FeedItem is one thing that happened.
type FeedItem struct {
	Age   Text
	Line  Line
	Brief Brief // in its place where the panel is narrow; empty for none
}

// Brief is what is said in one row: a line, of which the last text is cut where it has no room, and what stands behind it.
type Brief struct{ Line, End Line }

const (
	feedRows  = 6  // of a panel must be left for a feed to be worth a head
	feedLines = 3  // of one thing that happened
	feedCells = 60 // below these nearly every line would need two rows, of which few are about the task above

	briefCells = 44 // below these a sentence takes two or three rows: signs say it in one
	feedAge    = 5  // the cells of an age and the blanks behind it
)

// pieces returns the line as rows of w cells have room for it beside the age.
func (it *FeedItem) pieces(w int) []Line {
	if it.isBrief(w) {
		return []Line{it.Brief.Line}
	}
	lines := lay.WrapLine(it.Line, max(w-feedAge, 1))
	return lines[:min(len(lines), feedLines)]
}

// isBrief reports whether it is said in brief in a panel of w cells.
func (it *FeedItem) isBrief(w int) bool { return w < briefCells && len(it.Brief.Line) > 0 }

// draw writes all of it.
func (b *Brief) draw(p *pen) {
	last := len(b.Line) - 1
	p.Line(b.Line[:last])
	p.TextIn(b.Line[last].Style, b.Line[last].Text, p.Room()-b.End.Width())
	p.PadTo(p.End - b.End.Width())
	p.Line(b.End)
}

// rows returns how many rows of w cells as many of the items take as are whole in h rows.
func (f *Feed) rows(w, h int) (n int) {
	for i := range f.Items {
		more := len(f.Items[i].pieces(w))
		if n+more > h {
			break
		}
		n += more
	}
	return n
}

// feedPlace returns the rows of a panel that a feed has below detail rows, none where it has no room.
func (l *Layout) feedPlace(detail int) Rect {
	r := l.Detail
	if detail++; r.Empty() || r.H-detail < feedRows || l.Full && r.W < feedCells {
		return Rect{}
	}
	return Rect{X: r.X, Y: r.Y + detail, W: r.W, H: r.H - detail}
}

// laneRows returns how many rows the lanes take, at most half of the panel.
func (f *Feed) laneRows(l *Layout) int {
	if f.Lanes == nil || l.Full || len(f.Lanes.Lanes) == 0 {
		return 0
	}
	t := f.Lanes.tabulate(l.DetailWidth())
	room := l.Detail.H/2 - laneHeads - f.Lanes.heads(&t)
	if room < 1 {
		return 0
	}
	_, rows, gap := f.Lanes.fit(&t, room)
	all := laneHeads + f.Lanes.heads(&t) + (len(rows)-1)*gap + b2i(len(rows) < len(f.Lanes.Lanes))
	for _, n := range rows {
		all += n
	}
	return all
}

// laneHeads is the rows above the lanes and their heads: an empty one, and the title.
const laneHeads = 2

// drawFeedLanes draws who works on what, in time, where there is room for it.
func (pt *Painter) drawFeedLanes(l *Layout, g *page, f *Feed) {
	rows := f.laneRows(l)
	if rows == 0 {
		return
	}
	v := *f.Lanes
	v.Selected = -1
	g.Gap()
	drawHead(g, wordNowHead)
	t := v.tabulate(g.W)
	pt.drawLanes(g, &v, &t, l.Detail.H/2-laneHeads-v.heads(&t))
}

// drawHead draws a title and a rule behind it.
func drawHead(g *page, title Text) {
	g.Heads = append(g.Heads, len(g.Rows))
	splits(g)
	g.Row(func(p *pen) {
		p.TextIn(headStyle(g), title, g.W)
		p.Rule(g.Apart)
	})
	g.Apart = false
}

// splits notes the row above the next head if that is of the whole board.
func splits(g *page) {
	if g.Apart {
		g.Split = len(g.Rows) - 1
	}
}

// headStyle returns how the title of the next head is drawn.
func headStyle(g *page) style.Style {
	if g.Apart {
		return style.TitleStrong
	}
	return style.Head
}

// drawFeed draws what happened, under its head, below what a panel has already, where there is room for it.
func (pt *Painter) drawFeed(l *Layout, g *page, f *Feed, head Text) {
	place := l.feedPlace(len(g.Rows))
	if f == nil || place.Empty() {
		return
	}
	g.Gap()
	pt.drawFeedRows(g, f, head, place.H-1)
}

// drawFeedRows draws what happened in so many rows, as much of it as is whole there.
func (pt *Painter) drawFeedRows(g *page, f *Feed, head Text, rows int) {
	g.Apart = head == wordHappenedHere
	drawHead(g, head)
	if len(f.Items) == 0 {
		g.Row(func(p *pen) {
			p.Text(style.Dim, wordNothingSince)
			p.Text(style.Dim, f.Since)
		})
	}
	for i, room := 0, rows-1; i < len(f.Items); i++ {
		rows := pt.itemRows(g, f.Items[i])
		if room -= len(rows); room < 0 {
			break
		}
		g.Spots = append(g.Spots, Spot{Rect: Rect{X: -detailPad, Y: len(g.Rows), W: g.W + 2*detailPad, H: len(rows)}, Kind: HappenedSpot, Item: i})
		g.Rows = append(g.Rows, rows...)
	}
}

// drawnItem is what the rows of one thing that happened were drawn of. A line is not changed after it was handed over.
type drawnItem struct {
	age   Text
	line  *Span
	spans int
	w     int
	on    style.Ground
	sheet *style.Sheet
}

func (pt *Painter) itemRows(g *page, it FeedItem) []string {
	if len(it.Line) == 0 {
		return nil
	}
	of := drawnItem{it.Age, &it.Line[0], len(it.Line), g.W, g.On, pt.sh}
	d, known := pt.happened.Get(of, &struct{}{})
	if known {
		return d.Rows
	}
	in := pt.newPage(g.W, g.On)
	for i, piece := range it.pieces(g.W) {
		in.Row(func(p *pen) {
			if i == 0 {
				p.Text(style.Dim, it.Age)
			}
			p.PadTo(feedAge)
			if it.isBrief(g.W) {
				it.Brief.draw(p)
			} else {
				p.Line(piece)
			}
		})
	}
	d.Rows = in.Rows
	return d.Rows
}

var (
	wordNowHead      = safetext.Const("Now")
	wordHappened     = safetext.Const("What happened")
	wordHappenedHere = safetext.Const("What happened on the board") // where it stands below one task
	wordNothingSince = safetext.Const("nothing yet, since ")
)

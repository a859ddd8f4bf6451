package view

import (
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
	lines := wrapLine(it.Line, max(w-feedAge, 1))
	return lines[:min(len(lines), feedLines)]
}

// isBrief reports whether it is said in brief in a panel of w cells.
func (it *FeedItem) isBrief(w int) bool { return w < briefCells && len(it.Brief.Line) > 0 }

// draw writes all of it.
func (b *Brief) draw(p *pen) {
	last := len(b.Line) - 1
	p.line(b.Line[:last])
	p.textUpTo(b.Line[last].Style, b.Line[last].Text, p.remaining()-b.End.Width())
	p.padTo(p.end - b.End.Width())
	p.line(b.End)
}

// feedLine is one row of a feed.
type feedLine struct {
	item int
	line Line
}

// rows lays out as much of the feed as h rows of w cells have room for. What does not fit whole is left out.
func (f *Feed) rows(w, h int) (rows []feedLine) {
	for i := range f.Items {
		lines := f.Items[i].pieces(w)
		if len(rows)+len(lines) > h {
			break
		}
		for _, line := range lines {
			rows = append(rows, feedLine{i, line})
		}
	}
	return rows
}

// feedPlace returns the rows of a panel that a feed has below detail rows, none where it has no room.
func (l *Layout) feedPlace(detail int) Rect {
	r := l.Detail
	if detail++; r.Empty() || r.H-detail < feedRows || l.Full && r.W < feedCells {
		return Rect{}
	}
	return Rect{r.X, r.Y + detail, r.W, r.H - detail}
}

// FeedAt returns which thing that happened lies at a cell.
func (l Layout) FeedAt(d *Detail, f *Feed, x, y int) (i int, ok bool) {
	rows := 0
	if d != nil {
		rows = DetailRows(l, d)
	} else if f != nil {
		rows = f.laneRows(&l)
	}
	place := l.feedPlace(rows)
	if f == nil || !place.Contains(x, y) {
		return 0, false
	}
	lines := f.rows(l.DetailWidth(), place.H-2)
	if row := y - place.Y - 1; row >= 0 && row < len(lines) {
		return lines[row].item, true
	}
	return 0, false
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
	g.gap()
	g.head(wordNowHead)
	t := v.tabulate(g.w)
	pt.drawLanes(g, &v, &t, l.Detail.H/2-laneHeads-v.heads(&t))
}

// head draws a title and a rule behind it.
func (g *page) head(title Text) {
	g.heads = append(g.heads, len(g.rows))
	g.splits()
	g.row(func(p *pen) {
		p.textUpTo(g.headStyle(), title, g.w)
		p.ruleOff(g.apart)
	})
	g.apart = false
}

// splits notes the row above the next head if that is of the whole board.
func (g *page) splits() {
	if g.apart {
		g.split = len(g.rows) - 1
	}
}

// headStyle returns how the title of the next head is drawn.
func (g *page) headStyle() style.Style {
	if g.apart {
		return style.TitleStrong
	}
	return style.Head
}

// ruleOff fills the row of a heading with a rule, a heavy one if it stands apart.
func (p *pen) ruleOff(apart bool) {
	st, glyph := style.BarRest, p.sh.Glyphs.BarRest
	if apart {
		st, glyph = style.Border, p.sh.Glyphs.BarFull
	}
	if p.remaining() > 1 {
		p.space(1)
		p.bar(st, glyph, p.remaining())
	}
}

// drawFeed draws what happened, under its head, below what a panel has already, where there is room for it.
func (pt *Painter) drawFeed(l *Layout, g *page, f *Feed, head Text) {
	place := l.feedPlace(len(g.rows))
	if f == nil || place.Empty() {
		return
	}
	pt.fed = len(f.Items) > 0
	g.gap()
	pt.drawFeedRows(g, f, head, place.H-1)
}

// drawFeedRows draws what happened in so many rows, as much of it as is whole there.
func (pt *Painter) drawFeedRows(g *page, f *Feed, head Text, rows int) {
	g.apart = head == wordHappenedHere
	g.head(head)
	if len(f.Items) == 0 {
		g.row(func(p *pen) {
			p.text(style.Dim, wordNothingSince)
			p.text(style.Dim, f.Since)
		})
	}
	for i, room := 0, rows-1; i < len(f.Items); i++ {
		rows := pt.itemRows(g, f.Items[i])
		if room -= len(rows); room < 0 {
			break
		}
		g.rows = append(g.rows, rows...)
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
	of := drawnItem{it.Age, &it.Line[0], len(it.Line), g.w, g.on, pt.sh}
	rows, known := pt.happened[of]
	if known {
		return rows
	}
	in := pt.newPage(g.w, g.on)
	for i, piece := range it.pieces(g.w) {
		in.row(func(p *pen) {
			if i == 0 {
				p.text(style.Dim, it.Age)
			}
			p.padTo(feedAge)
			if it.isBrief(g.w) {
				it.Brief.draw(p)
			} else {
				p.line(piece)
			}
		})
	}
	if len(pt.happened) >= maxPanelRows {
		clear(pt.happened)
	}
	pt.happened[of] = in.rows
	return in.rows
}

var (
	wordNowHead      = safetext.Const("Now")
	wordHappened     = safetext.Const("What happened")
	wordHappenedHere = safetext.Const("What happened on the board") // where it stands below one task
	wordNothingSince = safetext.Const("nothing yet, since ")
)

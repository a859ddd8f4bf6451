package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Feed is the latest events.
type Feed struct {
	Items []FeedItem // the newest first
	Since Text       // when the recording of events began: "14:02"
	Lanes *Now       // who works on what, above it; nil for nothing
}

// FeedItem is one event, or several in one sentence.
type FeedItem struct {
	At    Text // "19:22"
	Age   Text
	Line  Line
	Brief Brief // in place of Line; empty for none
}

// Brief is an event in signs: what happened, who did it, and the task with what is wrong with it.
type Brief struct {
	Sign, Who, What Span
	End             Line
}

// line returns the event without its sign.
func (b *Brief) line() Line {
	line := append(Line{b.What}, b.End...)
	if !b.Who.Text.Empty() {
		line = append(Line{b.Who, {Text: safetext.Spaces(1)}}, line...)
	}
	return line
}

// happenedColumns are the time, what happened, who did it, and the task.
var happenedColumns = []lay.Col{{}, {Gap: 2}, {Gap: 1}, {Gap: 1, Fill: true, Rest: true}}

// sentenceColumns are the time and a sentence.
var sentenceColumns = []lay.Col{{}, {Gap: 2, Fill: true}}

// feedHead is the title of a feed, and what is said behind it.
type feedHead struct {
	title, says Text
	at          int  // the cells before both and before each event
	narrow      bool // the screen is
}

const (
	clockCells = 5  // of a time of day
	feedRows   = 6  // the fewest free rows of a panel in which a feed is shown
	feedCells  = 60 // in fewer cells few lines are about the task above
)

// feedRoom returns the rows of a panel for a feed below the detail, 0 if there are too few.
func (l *Layout) feedRoom(detail int) int {
	rows := l.Detail.H - detail - 1
	if l.Detail.Empty() || rows < feedRows || l.Full && l.Detail.W < feedCells {
		return 0
	}
	return rows
}

// drawFeedLanes draws who works on what, on a time line, in at most half of the panel.
func drawFeedLanes(t *lanes, l *Layout, g *page, f *Feed) {
	room := l.Detail.H/2 - laneHeads
	if f.Lanes == nil || l.Full || len(f.Lanes.Lanes) == 0 || room < leastRows {
		return
	}
	v := *f.Lanes
	v.Selected = -1
	g.Gap()
	drawHead(g, wordNowHead)
	t.draw(g, &v, room, 0, 0)
}

// laneHeads is the number of rows above the lanes of a panel: an empty row and the title.
const laneHeads = 2

// drawHead draws a title and a rule behind it.
func drawHead(g *page, title Text) {
	g.Row(func(p *pen) {
		p.Text(style.Head, title)
		p.Rule()
	})
}

// drawFeed draws the feed under its title, below the rows that a panel has, if there is room.
func (m *feedMemo) drawFeed(l *Layout, g *page, f *Feed, head Text) {
	if rows := l.feedRoom(len(g.Rows)); f != nil && rows > 0 {
		g.Gap()
		m.drawFeedRows(g, f, feedHead{title: head}, rows-1)
	}
}

// drawFeedRows draws the newest items in a number of rows.
func (m *feedMemo) drawFeedRows(g *page, f *Feed, head feedHead, rows int) {
	shown := max(min(len(f.Items), rows-1), 0)
	at := m.draw(g, f.Items[:shown], head)
	for i := range shown {
		g.Spots = append(g.Spots, Spot{Rect: Rect{X: -detailPad, Y: at + i, W: g.W + 2*detailPad, H: 1},
			Kind: HappenedSpot, Item: i})
	}
	if len(f.Items) == 0 {
		g.Row(func(p *pen) {
			p.PadTo(head.at)
			p.Text(style.Dim, wordNothingSince)
			p.Text(style.Dim, f.Since)
		})
	}
}

// draw draws events under a head, a row each, and returns the row of the first of them.
func (m *feedMemo) draw(g *page, items []FeedItem, head feedHead) int {
	g.Row(func(p *pen) {
		p.PadTo(head.at)
		p.Text(style.TitleStrong, head.title)
		p.Space(1)
		p.Text(style.Soft, head.says)
		p.Rule()
	})
	cols, at := feedCols{at: head.at, gap: 2}, len(g.Rows)
	if head.narrow {
		cols.gap = 1
	}
	for i := range items {
		cols.clock = max(cols.clock, items[i].At.Width())
		cols.names = max(cols.names, min(items[i].Brief.Who.Text.Width(), mostAgent))
	}
	for _, it := range items {
		g.Rows = append(g.Rows, m.itemRows(g, it, cols)...)
	}
	return at
}

// drawnItem is what the row of an item was drawn from. Lines are immutable.
type drawnItem struct {
	cols  feedCols
	at    Text
	line  *Span
	spans int
	w     int
	on    style.Ground
	sheet *style.Sheet
}

// feedCols is where an item begins, and the cells of times, of the gap behind them, and of names.
type feedCols struct{ at, clock, gap, names int }

// feedMemo holds the drawn rows of the feed.
type feedMemo struct {
	lay.Memo[drawnItem]
}

// itemRows returns the row of an item.
func (m *feedMemo) itemRows(g *page, it FeedItem, cols feedCols) []string {
	if len(it.Line) == 0 {
		return nil
	}
	of := drawnItem{cols, it.At, &it.Line[0], len(it.Line), g.W, g.On, g.Pen.Sheet}
	d, known := m.Get(of)
	if known {
		return d.Rows
	}
	clock := lay.Cell{Wide: cols.clock, Draw: func(p *pen) { p.Text(style.Dim, it.At) }}
	cells := []lay.Cell{clock, {Line: it.Line}}
	var t lay.Table
	if b := &it.Brief; !b.What.Text.Empty() {
		t.Reset(happenedColumns)
		cells = []lay.Cell{clock, {Line: Line{b.Sign}}, {}, {Line: append(Line{b.What}, b.End...)}}
		if !b.Who.Text.Empty() { // else there is nothing in place of the name
			who := b.Who.Text.Clip(mostAgent, lay.CutMark(g.Pen.Sheet))
			who = who.Append(safetext.Spaces(max(cols.names-who.Width(), 0)))
			cells[2].Line = Line{{Text: who, Style: b.Who.Style}}
		}
	} else {
		t.Reset(sentenceColumns)
	}
	t.Cols[1].Gap = cols.gap
	t.Items, t.Indent, t.Right = []lay.Item{{Cells: cells}}, cols.at, min(cols.at, margin)
	in := lay.NewPage(g.Pen.Sheet, g.W, g.On)
	in.Table(&t, 1)
	d.Rows = in.Rows
	return d.Rows
}

var (
	wordNowHead      = safetext.Const("Now")
	wordHappened     = safetext.Const("What happened")
	wordHappenedHere = safetext.Const("What happened on the board") // the title if the feed is below a detail
	wordNothingSince = safetext.Const("nothing recorded since ")
)

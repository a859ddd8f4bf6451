package view

import (
	"math"

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
	Age   Text
	Line  Line
	Brief Brief // in place of Line in a narrow panel; empty for none
}

// Brief is text for one row: a line, of which the last text is cut if it does not fit, and the line after it.
type Brief struct{ Line, End Line }

// happenedColumns are an age, the event, and the end of a Brief.
var happenedColumns = []lay.Col{{}, {Gap: 1, Fill: true, Rest: true}, {Gap: 1, Right: true}}

const (
	feedRows  = 6  // the fewest free rows of a panel in which a feed is shown
	feedCells = 60 // in fewer cells nearly every line would need two rows, and few lines are about the task above

	briefCells = 44 // in fewer cells a sentence takes two or three rows, and a Brief takes one
	ageCells   = 4
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

// drawBoardHead draws the title of a part about the whole board, below a part about one task.
func drawBoardHead(g *page, title Text) {
	g.Row(func(p *pen) {
		p.Text(style.TitleStrong, title)
		p.Space(1)
		p.Bar(style.Border, p.Sheet.Glyphs.BarFull, p.Room())
	})
}

// drawFeed draws the feed under its title, below the rows that a panel has, if there is room.
func (m *feedMemo) drawFeed(l *Layout, g *page, f *Feed, head Text) {
	if rows := l.feedRoom(len(g.Rows)); f != nil && rows > 0 {
		g.Gap()
		m.drawFeedRows(g, f, head, rows-1)
	}
}

// drawFeedRows draws the items that fit uncut in a number of rows.
func (m *feedMemo) drawFeedRows(g *page, f *Feed, head Text, rows int) {
	if head == wordHappenedHere {
		drawBoardHead(g, head)
	} else {
		drawHead(g, head)
	}
	if len(f.Items) == 0 {
		g.Row(func(p *pen) {
			p.Text(style.Dim, wordNothingSince)
			p.Text(style.Dim, f.Since)
		})
	}
	n, _ := m.fit(g, f, rows-1)
	for i := range n {
		rows := m.itemRows(g, f.Items[i])
		g.Spots = append(g.Spots, Spot{Rect: Rect{X: -detailPad, Y: len(g.Rows), W: g.W + 2*detailPad, H: len(rows)}, Kind: HappenedSpot, Item: i})
		g.Rows = append(g.Rows, rows...)
	}
}

// fit returns the number of items that fit uncut in a number of rows, and the rows that they take.
func (m *feedMemo) fit(g *page, f *Feed, rows int) (n, used int) {
	for ; n < len(f.Items); n++ {
		h := len(m.itemRows(g, f.Items[n]))
		if used+h > rows {
			break
		}
		used += h
	}
	return n, used
}

// drawnItem is what the rows of an item were drawn from. Lines are immutable.
type drawnItem struct {
	age   Text
	line  *Span
	spans int
	w     int
	on    style.Ground
	sheet *style.Sheet
}

// feedMemo holds the drawn rows of the feed.
type feedMemo struct {
	lay.Memo[drawnItem]
}

func (m *feedMemo) itemRows(g *page, it FeedItem) []string {
	if len(it.Line) == 0 {
		return nil
	}
	of := drawnItem{it.Age, &it.Line[0], len(it.Line), g.W, g.On, g.Pen.Sheet}
	d, known := m.Get(of)
	if known {
		return d.Rows
	}
	age := lay.Cell{Wide: ageCells, Draw: func(p *pen) { p.Text(style.Dim, it.Age) }}
	line, end := lay.Cell{Line: it.Line}, lay.Cell{}
	brief := g.W < briefCells && len(it.Brief.Line) > 0
	if brief {
		line.Line, end.Line = it.Brief.Line, it.Brief.End
	}
	var t lay.Table
	t.Reset(happenedColumns)
	t.Items = []lay.Item{{Open: !brief, Cells: []lay.Cell{age, line, end}}}
	in := lay.NewPage(g.Pen.Sheet, g.W, g.On)
	in.Table(&t, math.MaxInt)
	d.Rows = in.Rows
	return d.Rows
}

var (
	wordNowHead      = safetext.Const("Now")
	wordHappened     = safetext.Const("What happened")
	wordHappenedHere = safetext.Const("What happened on the board") // the title if the feed is below a detail
	wordNothingSince = safetext.Const("nothing recorded since ")
)

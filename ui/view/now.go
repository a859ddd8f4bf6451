package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Now is who works on what, in time, in place of the columns. Times are told by how long ago they are.
type Now struct {
	Span, Shift time.Duration // how much time the lanes show, and how long ago they end
	Ticks       []Tick
	Lanes       []NowLane
	First       int
	Selected    int // -1 for none
	Trends      []Trend
	Next        []Line // what to start
	Needs       []Line // what needs a person
	Instead     Text   // where there are no lanes
}

// Tick is a moment on the axis of time.
type Tick struct {
	Ago   time.Duration
	Clock Text
}

// NowLane is an agent in time.
type NowLane struct {
	Name  Text
	Hue   style.Style
	Note  Text // "2 done"
	For   Text // how long it has worked on what it works on: "12m", or that it is idle
	On    Text // the id of that
	Alarm Text // why it needs a person
	// Blocks are tasks in its hands, in their order.
	Blocks []NowBlock
	// Writes are how long ago its tasks were written.
	Writes []time.Duration
}

// NowBlock is a task in the hands of an agent.
type NowBlock struct {
	From, To time.Duration // ago
	Subject  Text
	Running  bool
	Done     bool
	AtLeast  bool // it may have begun earlier
}

// Trend is how a number came to be what it is.
type Trend struct {
	Label  Text
	Style  style.Style
	Values []int
	Words  Text
}

// nowPlace is where the parts of it are, in rows from its first.
type nowPlace struct {
	top, height    int // of all of it, on the screen
	axis           int // the row of the axis
	lanes, rows    int // the first row of the lanes, and how many rows they have
	each           int // rows of a lane
	trends, lists  int // the rows of their rules; 0 where they have no room
	label, right   int // cells of names, and of what stands behind the lanes
	width          int // of all of it
	shown, columns int
}

// placeNow returns where the parts of it are on a screen.
func placeNow(l *Layout, v *Now) nowPlace {
	p := nowPlace{top: l.Body.Y, height: l.Body.H, width: l.Body.W, columns: 1}
	p.label, p.right = min(max(p.width/7, 9), 18), 0
	if p.width >= MediumWidth {
		p.right = 14
	}
	if p.width >= WideWidth {
		p.columns = 2
	}
	p.lanes = p.axis + 1
	rest := p.height - p.lanes
	trends := 1 + (len(v.Trends)+p.columns-1)/p.columns
	lists := 1 + max(len(v.Next), len(v.Needs))
	if p.columns == 1 {
		lists = 0
		for _, n := range []int{len(v.Next), len(v.Needs)} {
			if n > 0 {
				lists += 1 + n
			}
		}
	}
	least := min(len(v.Lanes), 4) * 2
	if len(v.Next)+len(v.Needs) > 0 && rest-lists-1 >= least {
		p.lists, rest = 1, rest-lists-1
	}
	if len(v.Trends) > 0 && rest-trends-1 >= least {
		p.trends, rest = 1, rest-trends-1
	}
	p.each = 1
	for _, n := range []int{2, 3, 4} {
		if len(v.Lanes)*n <= rest {
			p.each = n
		}
	}
	p.shown = min(len(v.Lanes), max(rest/p.each, 0))
	p.rows = p.shown * p.each
	at := p.lanes + max(p.rows, 1) + 1
	if p.trends > 0 {
		p.trends = at
		at += trends + 1
	}
	if p.lists > 0 {
		p.lists = at
	}
	return p
}

// drawNow draws all of it, into rows of the width it has.
func (pt *Painter) drawNow(l *Layout, v *Now) (place nowPlace, rows []string) {
	at := placeNow(l, v)
	g := pt.newPage(at.width, style.Flat)
	for len(g.rows) < at.axis {
		g.blank()
	}
	lane := max(at.width-margin-1-at.label-at.right-1, 4)
	left := margin + 1 + at.label
	g.row(func(p *pen) { drawAxis(p, v, left, lane) })
	first := firstVisible(v.First, v.Selected, max(at.shown, 1), len(v.Lanes))
	for i := first; i < min(first+at.shown, len(v.Lanes)); i++ {
		pt.drawLane(g, v, i, at, left, lane)
	}
	if len(v.Lanes) == 0 {
		g.row(func(p *pen) { p.space(margin + 1); p.text(style.Dim, v.Instead) })
	}
	fill := func(to int) {
		for len(g.rows) < to {
			g.blank()
		}
	}
	if at.trends > 0 {
		fill(at.trends)
		pt.drawTrends(g, v, at)
	}
	if at.lists > 0 {
		fill(at.lists)
		pt.drawNowLists(g, v, at)
	}
	g.rows = g.rows[:min(len(g.rows), at.height)]
	return at, g.rows
}

// drawTrends draws the whole list in small curves.
func (pt *Painter) drawTrends(g *page, v *Now, at nowPlace) {
	g.row(func(p *pen) {
		p.space(margin)
		p.end -= margin
		pt.drawRule(p, func() { p.text(style.Label, wordWholeList) })
		p.end += margin
	})
	w := at.width / at.columns
	for i := 0; i < len(v.Trends); i += at.columns {
		g.row(func(p *pen) {
			for c := range at.columns {
				if i+c >= len(v.Trends) {
					break
				}
				t := &v.Trends[i+c]
				p.padTo(c*w + margin + 1)
				end := (c + 1) * w
				p.text(style.Dim, t.Label)
				p.padTo(c*w + margin + 1 + 9)
				if len(t.Values) > 0 {
					n := min(len(t.Values), max(end-p.at-t.Words.Width()-4, 0))
					values := t.Values[len(t.Values)-n:]
					p.levels(t.Style, values, slices.Max(append([]int{0}, values...)))
					p.space(2)
				}
				p.textUpTo(style.Plain, t.Words, end-1-p.at)
			}
		})
	}
}

// drawNowLists draws what to start and what needs a person, side by side where there is room.
func (pt *Painter) drawNowLists(g *page, v *Now, at nowPlace) {
	lists := []struct {
		title Text
		rows  []Line
	}{{wordNextUp, v.Next}, {wordNeedsYou, v.Needs}}
	w := at.width / at.columns
	title := func(p *pen, t Text, end int) {
		was := p.end
		p.end = end - margin
		pt.drawRule(p, func() { p.text(style.Label, t) })
		p.end = was
	}
	if at.columns == 1 {
		for _, l := range lists {
			if len(l.rows) == 0 {
				continue
			}
			g.row(func(p *pen) { p.space(margin); title(p, l.title, p.end) })
			for _, row := range l.rows {
				g.row(func(p *pen) { p.space(margin + 1); p.end--; p.line(row); p.end++ })
			}
		}
		return
	}
	for i := range 1 + max(len(v.Next), len(v.Needs)) {
		g.row(func(p *pen) {
			for c, l := range lists {
				if len(l.rows) == 0 {
					continue
				}
				p.padTo(c*w + margin)
				if i == 0 {
					title(p, l.title, (c+1)*w)
				} else if i <= len(l.rows) {
					was := p.end
					p.space(1)
					p.end = (c+1)*w - margin
					p.line(l.rows[i-1])
					p.end = was
				}
			}
		})
	}
}

var (
	wordBlank     = safetext.Const(" ")
	wordNow       = safetext.Const("now")
	wordWholeList = safetext.Const("the whole list")
	wordNextUp    = safetext.Const("next up, most work waiting behind it")
	wordNeedsYou  = safetext.Const("needs you")
)

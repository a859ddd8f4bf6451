package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Now is who works on what, in time, in place of the columns. Times are told by how long ago they are.
type Now struct {
	Span, Shift time.Duration // how much time is shown, and how long ago it ends
	Ticks       []Tick
	Lanes       []NowLane
	Selected    int // -1 for none
	Row         int // which of its tasks
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
	Name    Text
	Hue     style.Style
	Note    Text      // "2 done"
	Tasks   []NowTask // what it works on, and then what it worked on, the newest first
	Working int       // how many it works on
}

// NowTask is a task in the hands of an agent.
type NowTask struct {
	State       State
	ID, Subject Text
	From, To    time.Duration // ago
	AtLeast     bool          // it may have begun earlier
	For         Text          // how long it is in hand, or how long ago it was: "12m"
	Alarm       Text          // why it needs a person
}

// Trend is how a number came to be what it is.
type Trend struct {
	Label  Text
	Style  style.Style
	Values []int
	Words  Text
}

// drawNow draws all of it, into rows of the body.
func (pt *Painter) drawNow(l *Layout, v *Now) []string {
	g := pt.newPage(l.Body.W, style.Flat)
	t := v.tabulate(g.w)
	columns := 1 + b2i(g.w >= WideWidth)
	trends := 1 + (len(v.Trends)+columns-1)/columns
	lists := 1 + max(len(v.Next), len(v.Needs))
	if columns == 1 {
		lists = len(v.Next) + len(v.Needs) + b2i(len(v.Next) > 0) + b2i(len(v.Needs) > 0)
	}
	room, least := l.Body.H-1, 0
	for i := range v.Lanes {
		least += v.Lanes[i].least(&t)
	}
	least = min(least, l.Body.H/2)
	take := func(rows int) bool {
		fits := rows > 1 && room-rows-1 >= least
		if fits {
			room -= rows + 1
		}
		return fits
	}
	listed, told := take(lists), take(trends)
	if len(v.Lanes) == 0 {
		g.row(func(p *pen) { p.space(margin + 1); p.text(style.Dim, v.Instead) })
	} else {
		pt.drawLanes(g, v, room)
	}
	if told {
		g.blank()
		pt.drawTrends(g, v, columns)
	}
	if listed {
		g.blank()
		pt.drawNowLists(g, v, columns)
	}
	return g.rows[:min(len(g.rows), l.Body.H)]
}

// drawTrends draws the whole list in figures and small curves, side by side where there is room.
func (pt *Painter) drawTrends(g *page, v *Now, columns int) {
	g.row(func(p *pen) {
		p.space(margin)
		p.end -= margin
		pt.drawRule(p, func() { p.text(style.Label, wordWholeList) })
		p.end += margin
	})
	w := g.w / columns
	label, words := 0, 0
	for i := range v.Trends {
		t := &v.Trends[i]
		label = max(label, t.Label.Width())
		if len(t.Values) > 0 {
			words = max(words, t.Words.Width())
		}
	}
	for i := 0; i < len(v.Trends); i += columns {
		g.row(func(p *pen) {
			for c := range min(columns, len(v.Trends)-i) {
				t := &v.Trends[i+c]
				from, end := c*w+margin+1, (c+1)*w-margin
				p.padTo(from)
				p.text(style.Dim, t.Label)
				p.padTo(from + label + 2)
				p.textUpTo(style.Plain, t.Words, end-p.at)
				if from += label + 2 + words + 2; len(t.Values) > 0 && from < end {
					p.padTo(from)
					values := t.Values[max(len(t.Values)-(end-from), 0):]
					p.levels(t.Style, values, slices.Max(append([]int{0}, values...)))
				}
			}
		})
	}
}

// drawNowLists draws what to start and what needs a person, side by side where there is room.
func (pt *Painter) drawNowLists(g *page, v *Now, columns int) {
	lists := []struct {
		title Text
		rows  []Line
	}{{wordNextUp, v.Next}, {wordNeedsYou, v.Needs}}
	w := g.w / columns
	title := func(p *pen, t Text, end int) {
		was := p.end
		p.end = end - margin
		pt.drawRule(p, func() { p.text(style.Label, t) })
		p.end = was
	}
	if columns == 1 {
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
	wordWholeList = safetext.Const("the whole list")
	wordNextUp    = safetext.Const("next up, most work waiting behind it")
	wordNeedsYou  = safetext.Const("needs you")
)

package view

import (
	"slices"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Now is who works on what, in time, in place of the columns. Times are told by how long ago they are.
type Now struct {
	Tabs        []Tab
	Counts      Counts
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
	p := nowPlace{top: max(l.Header.Y+l.Header.H, 0), width: l.W, columns: 1}
	bottom := l.H
	for _, r := range []Rect{l.Footer, l.News, l.Caption} {
		if !r.Empty() {
			bottom = min(bottom, r.Y)
		}
	}
	if !l.Detail.Empty() {
		p.width = l.Detail.X
	}
	if l.H >= roomyHeight && !l.Header.Empty() {
		p.top++
		bottom--
	}
	p.height = max(bottom-p.top, 0)
	p.label, p.right = min(max(p.width/7, 9), 18), 0
	if p.width >= MediumWidth {
		p.right = 14
	}
	if p.width >= WideWidth {
		p.columns = 2
	}
	p.axis = 1
	if l.H >= roomyHeight {
		p.axis = 2
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
	for _, n := range []int{2, 3} {
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
	g.row(func(p *pen) { pt.drawNowTabs(l, v, p) })
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

// drawNowTabs draws the names of the views.
func (pt *Painter) drawNowTabs(l *Layout, v *Now, p *pen) {
	on := *l
	on.View, on.DepView.Tabs = NowView, Rect{0, 0, p.end, 1}
	was := pt.p
	pt.p = *p
	pt.drawTabs(&on, &DepView{Tabs: v.Tabs, Counts: v.Counts})
	*p, pt.p = pt.p, was
}

// cell returns where a moment is on a lane of w cells; it may lie outside.
func (v *Now) cell(ago time.Duration, w int) int {
	return w - int((ago-v.Shift)*time.Duration(w)/max(v.Span, 1))
}

func drawAxis(p *pen, v *Now, left, w int) {
	for _, t := range v.Ticks {
		if x := v.cell(t.Ago, w); x >= 0 && left+x >= p.at && x+t.Clock.Width() <= w {
			p.padTo(left + x)
			p.text(style.Dim, t.Clock)
			p.space(1)
		}
	}
	if v.Shift == 0 && p.at <= left+w-3 {
		p.padTo(left + w - 3)
		p.text(style.Accent, wordNow)
	}
}

// drawLane draws an agent: its tasks, its writes below them, and why it needs a person.
func (pt *Painter) drawLane(g *page, v *Now, i int, at nowPlace, left, w int) {
	ln, glyphs := &v.Lanes[i], pt.sh.Glyphs
	begin := func(p *pen, st style.Style, t Text) {
		p.space(margin)
		if rule := glyphs.Rule; i == v.Selected {
			p.glyph(ln.Hue, glyphs.RuleSelected)
		} else {
			p.glyph(ln.Hue, rule)
		}
		p.space(1)
		p.textUpTo(st, t, at.label-2)
		p.padTo(left)
	}
	end := func(p *pen, st style.Style, t Text) {
		p.padTo(left + w)
		p.glyph(style.Faint, glyphs.Vertical)
		p.space(1)
		p.textUpTo(st, t, max(at.right-2, 0))
	}
	g.row(func(p *pen) {
		name := ln.Hue
		begin(p, name, ln.Name)
		drawBlocks(p, v, ln, left, w)
		end(p, style.Plain, ln.For)
	})
	if at.each == 1 {
		return
	}
	g.row(func(p *pen) {
		begin(p, style.Dim, ln.Note)
		if at.each == 2 && !ln.Alarm.Empty() {
			p.textUpTo(style.Danger, ln.Alarm, w)
		} else {
			writes := v.writes(ln, w)
			p.levels(ln.Hue, writes, slices.Max(writes))
		}
		end(p, style.Dim, ln.On)
	})
	if at.each > 2 {
		g.row(func(p *pen) {
			if ln.Alarm.Empty() {
				return
			}
			begin(p, style.Dim, Text{})
			p.textUpTo(style.Danger, ln.Alarm, w)
		})
	}
}

// writes counts the writes of a lane by cells.
func (v *Now) writes(ln *NowLane, w int) []int {
	n := make([]int, w)
	for _, ago := range ln.Writes {
		if x := v.cell(ago, w); x >= 0 && x < w {
			n[x]++
		} else if x == w && v.Shift == 0 {
			n[w-1]++
		}
	}
	return n
}

// drawBlocks draws the tasks of an agent. One whose beginning nobody saw is hollow.
func drawBlocks(p *pen, v *Now, ln *NowLane, left, w int) {
	g, on := p.sh.Glyphs, p.on
	for i := range ln.Blocks {
		b := &ln.Blocks[i]
		from, to := v.cell(b.From, w), v.cell(b.To, w)
		if b.Running && v.Shift == 0 {
			from, to = min(from, w-1), w // it has begun just now
		}
		if to <= 0 && b.To > v.Shift || from >= w+1 {
			continue
		}
		to = min(max(to, from+1), w)
		from = max(from, 0, p.at-left)
		if from >= to {
			continue
		}
		p.padTo(left + from)
		text := style.SubjectDone
		if b.Running {
			text = style.Subject
		}
		if to-from == 1 {
			if b.Done {
				p.glyph(ln.Hue, g.Done)
			} else {
				p.glyph(ln.Hue, beginOf(g, b))
			}
			continue
		}
		if !b.AtLeast {
			p.setGround(style.Raised)
		}
		p.glyph(ln.Hue, beginOf(g, b))
		last := left + to
		if b.Done {
			last--
		}
		room := last - p.at
		if b.AtLeast {
			text = style.Dim
			p.textUpTo(text, b.Subject, room)
			if last-p.at > 1 {
				p.space(1)
				p.bar(style.Faint, g.Dashes, last-p.at)
			}
		} else {
			p.textUpTo(text, b.Subject, room)
		}
		p.padTo(last)
		if b.Done {
			p.glyph(ln.Hue, g.BlockEnd)
		}
		p.setGround(on)
	}
}

// beginOf returns the glyph of how a block begins.
func beginOf(g *style.Glyphs, b *NowBlock) string {
	if b.AtLeast {
		return g.BlockOpen
	}
	return g.BlockBegin
}

// levels draws numbers as a line of small bars, one of most full; nothing for 0.
func (p *pen) levels(st style.Style, values []int, most int) {
	levels := p.sh.Glyphs.Levels
	for _, n := range values {
		if n <= 0 {
			p.space(1)
			continue
		}
		p.glyph(st, levels[(n*len(levels)-1)/most])
	}
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
	wordNow       = safetext.Const("now")
	wordWholeList = safetext.Const("the whole list")
	wordNextUp    = safetext.Const("next up, most work waiting behind it")
	wordNeedsYou  = safetext.Const("needs you")
)

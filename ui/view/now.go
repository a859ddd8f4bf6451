package view

import (
	"time"

	"sideboard/ui/style"
)

// Now is who works on what, in time, in place of the columns. Times are told by how long ago they are.
type Now struct {
	Span, Shift time.Duration // how much time is shown, and how long ago it ends
	Ticks       []Tick
	Done        Line // how much of all tasks is done: "Done 4 of 24, 1 in the last hour"
	Lanes       []NowLane
	Selected    int        // -1 for none
	Row         int        // which of its tasks
	Blocks      []NowBlock // below the lanes
	Instead     Text       // where there are no lanes
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
	Tasks   []NowTask // what it works on, and then what it worked on, the newest first
	Working int       // how many it works on
	Facts   []Span    // about the agent, the most important first: "2 done today"; the last one may be cut
}

// NowTask is a task in the hands of an agent.
type NowTask struct {
	State       State
	ID, Subject Text
	Doing       Text          // what is being done about it, in words
	Behind      Text          // how much waits for it
	From, To    time.Duration // ago; the same where nobody saw when it began
	Silent      time.Duration // how long ago its file was written last, where that is longer than usual; 0 else
	For         Text          // how long it is in hand, or how long ago it was: "12m"
	Told        Text          // the same where there is room: "for 12m", "12m ago"
	Alarm       Text          // why it needs a person
	Brief       Text          // the same beside For, which need not be said twice
	Idle        bool          // nobody has it in hand any more, who could take what is ready
}

// drawNow draws all of it, into rows of the body, and reports whether what happened is among it.
func (pt *Painter) drawNow(l *Layout, v *Now, f *Feed) (rows []string, told bool) {
	g := pt.newPage(l.Body.W, style.Flat)
	columns, widths := pt.nowColumns(l, v, f)
	if len(v.Lanes) == 0 {
		g.Row(func(p *pen) { p.Space(margin + 1); p.Text(style.Dim, v.Instead) })
	} else {
		t := v.tabulate(g.W)
		pt.drawLanes(g, v, &t, v.room(l, columns, &t))
	}
	room := l.Body.H - len(g.Rows)
	if l.Body.Y+l.Body.H == l.News.Y {
		room-- // what stands there is no part of the lists
	}
	told = pt.drawNowColumns(g, columns, widths, room)
	return g.Rows[:min(len(g.Rows), l.Body.H)], told
}

// room returns the rows of the lanes, without those of their head. What everybody works on comes first, then the lists below, as much of
// them as is good where they cannot all be whole. Of what is left, and of half of the rows where that is not enough for both, the lanes make
// the best.
func (v *Now) room(l *Layout, columns [][]nowPart, t *nowTable) int {
	h, best, good, keep, heads := l.Body.H, 0, 0, 0, v.heads(t)
	for _, parts := range columns {
		whole, some := len(parts), len(parts) // an empty row above each
		for i := range parts {
			whole, some = whole+min(parts[i].want, parts[i].best), some+parts[i].good
		}
		best, good = max(best, whole), max(good, some)
	}
	if l.H >= tightHeight {
		keep = 3 // for the first of the lists
	}
	t.lay(v, h, briefly)
	least := v.least(t)
	for _, lists := range []int{best, good} {
		if heads+least+lists <= h {
			return h - lists - heads
		}
	}
	return max(h/2, min(heads+least, h-keep)) - heads
}

package view

import (
	"time"

	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Now shows who works on what, on a time axis, in place of the columns. Times are durations before now.
type Now struct {
	Span, Shift time.Duration // the length of the time that is shown, and how long ago it ends
	Ticks       []Tick
	Agents      int  // the number of lanes that are of an agent
	Done        Text // behind the title of what happened: "3 done in the last hour"
	Lanes       []NowLane
	Selected    int        // the selected lane, -1 for none
	Row         int        // the index of the selected one of its tasks
	Blocks      []NowBlock // below the lanes
	Instead     Text       // if there are no lanes
}

// Tick is a moment on the time axis.
type Tick struct {
	Ago   time.Duration
	Clock Text
}

// NowLane is an agent in time.
type NowLane struct {
	Name    Text
	Hue     style.Style
	Tasks   []NowTask // what it works on, and then what it worked on, the newest first
	Working int       // the number of tasks it works on
	Free    Text      // if it works on none: "free for 3h"
	Facts   []Span    // about the agent, the most important first: "leads"
}

// NowTask is a task in the hands of an agent.
type NowTask struct {
	Card   Card
	Doing  Text          // what is being done about it, in words
	From   time.Duration // ago
	To     time.Duration // ago, equal to From if it is not known when it began
	Silent time.Duration // how long ago its file was written last, if that is longer than usual; else 0
	For    Text          // how long it is in hand, or how long ago it ended
}

// completed returns what an agent completed, the newest first.
func (ln *NowLane) completed() (done []*NowTask) {
	for i := range ln.Tasks {
		if ln.Tasks[i].Card.State == Done {
			done = append(done, &ln.Tasks[i])
		}
	}
	return done
}

// drawnNow is the values that a picture of who works on what was drawn from.
type drawnNow struct {
	now    *Now
	feed   *Feed
	body   Rect
	news   Rect
	detail bool
}

// drawNow draws all of it into rows of the body: the lanes, and below them the lists and what happened.
func (pt *Painter) drawNow(l *Layout, v *Now, f *Feed) *lay.Drawn {
	of := drawnNow{v, f, l.Body, l.News, !l.Detail.Empty()}
	drawn, known := pt.now.Get(pt.sh, l.Body.W, of)
	if known {
		return drawn
	}
	g, room := pt.newPage(l.Body.W, style.Flat), l.Body.H
	if of.detail { // the panel has it
		f = nil
	}
	if l.Body.Y+room == l.News.Y { // a free row above the news
		room--
	}
	below := layBelow(&pt.happened, pt.sh, v, f, g.W, room)
	if len(v.Lanes) == 0 {
		g.Row(func(p *pen) { p.Space(signAt); p.Text(style.Dim, v.Instead) })
	} else {
		pt.lanes.draw(g, v, room, below.lists, below.more)
	}
	below.draw(g, room-len(g.Rows))
	rows := min(len(g.Rows), l.Body.H)
	drawn.Rows, drawn.Spots = g.Rows[:rows], lay.AppendSpots(drawn.Spots, g.Spots, 0, 0, rows)
	return drawn
}

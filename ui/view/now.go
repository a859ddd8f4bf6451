package view

import (
	"time"

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

// leastRows is the number of rows of the lanes before there is a list, and of a list before the lanes have more.
const leastRows = 3

// NowBlock is a list of tasks below who works on what.
type NowBlock struct {
	Title    Text
	Cards    []Card
	More     int  // the number of those that are not listed
	Above    int  // the number of those that lanes show
	Says     Text // behind the title: who could take one
	Selected int  // the index of the selected card, -1 for none
}

package host

import (
	"time"

	"sideboard/tasks"
)

// DoubleClick is the longest time between the two clicks of a double click, WheelStep the number of rows that the wheel
// moves by.
const (
	DoubleClick = 400 * time.Millisecond
	WheelStep   = 2
)

// Clicks recognizes double clicks.
type Clicks struct {
	on tasks.Key // the task that was clicked last, zero for none
	at time.Time
}

// Again notes a click on a task, and reports whether it is the second of a double click.
func (c *Clicks) Again(k tasks.Key, now time.Time) bool {
	again := k.Name != "" && k == c.on && now.Sub(c.at) < DoubleClick
	*c = Clicks{k, now}
	if again {
		c.Forget()
	}
	return again
}

// Forget makes the next click a first one.
func (c *Clicks) Forget() { c.on = tasks.Key{} }

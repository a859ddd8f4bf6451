package host

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/tasks"
)

// Pointed is a picture that the mouse reaches.
type Pointed interface {
	Wheel(tea.Mouse)
	Click(tea.Mouse) tea.Cmd // with the left button
	Drag(tea.Mouse)
	Drop(tea.Mouse) tea.Cmd
}

// Point hands a picture what the mouse does over it.
func Point(on Pointed, msg tea.MouseMsg) tea.Cmd {
	p := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		on.Wheel(p)
	case tea.MouseClickMsg:
		if p.Button == tea.MouseLeft {
			return on.Click(p)
		}
	case tea.MouseMotionMsg:
		on.Drag(p)
	case tea.MouseReleaseMsg:
		return on.Drop(p)
	}
	return nil
}

// DoubleClick is how fast two clicks follow each other to be one gesture, WheelStep how many rows the wheel moves by.
const (
	DoubleClick = 400 * time.Millisecond
	WheelStep   = 2
)

// Clicks tells a double click from two.
type Clicks struct {
	on tasks.Key // what was clicked last, zero for none
	at time.Time
}

// Again reports whether a task is clicked a second time, soon after the first.
func (c *Clicks) Again(k tasks.Key, now time.Time) bool {
	again := k.Name != "" && k == c.on && now.Sub(c.at) < DoubleClick
	*c = Clicks{k, now}
	if again {
		c.Forget()
	}
	return again
}

// Forget makes the next click the first one.
func (c *Clicks) Forget() { c.on = tasks.Key{} }

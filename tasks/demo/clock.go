package demo

import (
	"context"
	"sync"
	"time"
)

// A clock is the demo's own time, which goes faster or slower than real time and can be paused.
type clock struct {
	mu      sync.Mutex
	at      time.Duration // the demo's time at since
	since   time.Time
	speed   float64
	paused  bool
	limit   time.Duration // where it stops by itself, 0 for never
	changed chan struct{} // closed and replaced whenever any of this changes
}

func newClock(speed float64) *clock {
	return &clock{since: time.Now(), speed: speed, changed: make(chan struct{})}
}

// set sets the speed, and pauses or resumes.
func (c *clock) set(speed float64, paused bool) {
	c.change(func() { c.speed, c.paused = speed, paused })
}

// step resumes at a time, or now if that is later, and stops at the limit; 0 is none.
func (c *clock) step(from, limit time.Duration) {
	c.change(func() { c.at, c.limit, c.paused = max(c.at, from), limit, false })
}

// change changes the clock and wakes all waiters.
func (c *clock) change(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at, c.since = c.now(), time.Now()
	do()
	close(c.changed)
	c.changed = make(chan struct{})
}

// now returns the demo's time. The caller holds mu.
func (c *clock) now() time.Duration {
	if c.paused {
		return c.at
	}
	now := c.at + time.Duration(float64(time.Since(c.since))*c.speed)
	if c.limit > 0 {
		return min(now, c.limit)
	}
	return now
}

// read returns the demo's time, how long it is in real time until a point of it, whether the clock stops before, and a
// channel that is closed when these answers no longer hold.
func (c *clock) read(point time.Duration) (now, wait time.Duration, stops bool, changed <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now = c.now()
	return now, time.Duration(float64(point-now) / c.speed), c.paused || c.limit > 0 && point > c.limit, c.changed
}

// wait sleeps for a duration of the demo's time. The error is the context's.
func (c *clock) wait(ctx context.Context, d time.Duration) error {
	now, _, _, _ := c.read(0)
	return c.until(ctx, now+d)
}

// until sleeps until a point of the demo's time. It does not return while the clock is paused.
func (c *clock) until(ctx context.Context, point time.Duration) error {
	for {
		now, wait, stops, changed := c.read(point)
		if now >= point && !stops {
			return ctx.Err()
		}
		var arrived <-chan time.Time
		if !stops { // else only a change ends this
			arrived = time.After(wait)
		}
		select {
		case <-arrived:
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// state returns the speed, and whether the clock is paused.
func (c *clock) state() (speed float64, paused bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.speed, c.paused
}

package demo

import (
	"fmt"
	"slices"
	"time"

	"sideboard/tasks/refagents"
)

// Caption is one line of what is happening, for people.
type Caption struct {
	Beat int    // of the story, from 1; 0 outside it
	Of   int    // how many beats the story has; 0 outside it
	Text string // sentence case, may hold text of a task
	File string // the base name of the task file it is about, "" for none
	Who  string // the agent it is about, "" for none

	Scene Scene    // of the story: where it is seen best
	Also  []string // of the story: the base names of other task files it is about
	Look  string   // of the story: the one of them to look at, "" for none
	Press Press    // of the story: the key of a person that does what Text says, which is for the reader to do
	Mood  Mood     // of the story: how it is to be taken

	Subject string // of the story: what a person's edit makes of the subject
}

// Press is what a person at the board does in the story.
type Press uint8

// What a person does.
const (
	NoPress Press = iota // an agent does it
	Release
	Claim
	Complete
	Edit
	Unlink
)

// Mood is how a beat is to be taken.
type Mood uint8

// The moods.
const (
	Plain   Mood = iota
	Caution      // look at this
	Relief       // it is right again
)

// Scene is what shows a beat of the story best.
type Scene uint8

// The scenes.
const (
	OnBoard  Scene = iota // the columns
	InGraph               // what waits for what
	InChange              // a task before and after its newest change
)

// Captions returns the channel of what happens. A slow reader misses the oldest. The channel is closed by Close.
func (c *Demo) Captions() <-chan Caption { return c.captions }

// caption sends a caption. In a story, each is a beat.
func (c *Demo) caption(who, file, format string, args ...any) {
	c.tell(Caption{Text: fmt.Sprintf(format, args...), Who: who, File: file})
}

// tell sends a caption, and numbers it where it is a beat.
func (c *Demo) tell(caption Caption) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	if c.config.Story {
		c.beat++
		caption.Beat, caption.Of = c.beat, captionCount()
	}
	for {
		select {
		case c.captions <- caption:
			return
		default:
		}
		select {
		case <-c.captions:
		default:
		}
	}
}

// onReport takes in a report of an agent. What the board itself shows well gets no caption.
func (c *Demo) onReport(m *process, r report) {
	c.mu.Lock()
	switch r.What {
	case hasWritten:
		c.lastBytes[r.File] = r.Raw
	case hasClaimed, hasResumed:
		m.state.File, m.state.Subject = r.File, r.Subject
	case hasCompleted, hasLetGo, isIdle:
		m.state.File, m.state.Subject = "", ""
	}
	c.mu.Unlock()
	switch r.What {
	case hasLostRace:
		c.caption(m.name, r.File, "%s wanted %s too, but was too late", m.name, r.Subject)
	case hasLetGo:
		c.caption(m.name, r.File, "%s lets go of %s: it is somebody else's now", m.name, r.Subject)
	case hasStalled:
		c.setFileTimeBack(r.File)
		c.caption(m.name, r.File, "%s has stalled on %s", m.name, r.Subject)
	case hasCreated:
		c.caption(m.name, r.File, "%s found more to do: %s", m.name, r.Subject)
	case hasTidied:
		c.caption(m.name, r.File, "%s saw that %s still waited for %s, which is completed", m.name, r.Subject, r.Text)
	case hasFailedToRead:
		c.caption(m.name, r.File, "%s stumbles over a file it cannot read", m.name)
	}
}

// restartDelay is how long a killed agent is away, in the demo's time.
const restartDelay = 20 * time.Second

// onExit follows the end of an agent's process. Unless the demo is over, it comes back after a while and takes up
// the task it was on, if that is still its own.
func (c *Demo) onExit(m *process) {
	c.mu.Lock()
	m.state.Alive, m.state.PID = false, 0
	file := m.state.File
	c.mu.Unlock()
	if c.ctx.Err() != nil {
		return
	}
	c.after(restartDelay, func() {
		left, err := c.reader.Load(file)
		if owner := left.OwnedBy(); err != nil || left.Status != "in_progress" || owner != "" && owner != m.name {
			file = ""
		}
		c.mu.Lock()
		m.state.File, m.state.Subject = "", ""
		c.mu.Unlock()
		if err := c.startAgent(m, file); err != nil {
			c.caption(m.name, "", "%s does not come back: %v", m.name, err)
			return
		}
		c.caption(m.name, file, "%s is back", m.name)
	})
}

// watchForEnd looks again and again whether everything is completed.
func (c *Demo) watchForEnd() {
	for c.clock.wait(c.ctx, pollInterval) == nil {
		if l, err := c.reader.Read(); err == nil { // else half a file: no news
			c.setDone(allCompleted(l), len(l.Tasks))
		}
	}
}

func (c *Demo) setDone(done bool, of int) {
	c.mu.Lock()
	news := done && !c.done
	c.done = done
	c.mu.Unlock()
	if news {
		end := Caption{Text: fmt.Sprintf("All done: %d of %d", of, of)}
		if last := c.files["ship"]; c.config.Story { // it waited for everything
			end = Caption{Text: "All done. Watch your agents, and step in where one needs you", File: last, Look: last}
		}
		c.tell(end)
	}
}

// allCompleted reports whether there is nothing left to do. A file that is half-written now is not done.
func allCompleted(l refagents.Listing) bool {
	left := slices.ContainsFunc(l.Tasks, func(t refagents.Task) bool { return t.Status != "completed" })
	return !left && len(l.Tasks) > 0 && len(l.Skipped) == 0
}

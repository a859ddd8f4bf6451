package demo

import (
	"fmt"
	"slices"
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
func (d *Demo) Captions() <-chan Caption { return d.captions }

// caption sends a caption. In a story, each is a beat.
func (d *Demo) caption(who, file, format string, args ...any) {
	d.tell(Caption{Text: fmt.Sprintf(format, args...), Who: who, File: file})
}

// tell sends a caption, and numbers it where it is a beat.
func (d *Demo) tell(caption Caption) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	if d.config.Story {
		d.beat++
		caption.Beat, caption.Of = d.beat, captionCount()
	}
	for {
		select {
		case d.captions <- caption:
			return
		default:
		}
		select {
		case <-d.captions:
		default:
		}
	}
}

// watchForEnd looks again and again whether everything is completed.
func (d *Demo) watchForEnd() {
	for d.clock.wait(d.ctx, pollInterval) == nil {
		all, whole := d.read()
		d.setDone(whole && allCompleted(all), len(all))
	}
}

func (d *Demo) setDone(done bool, of int) {
	d.mu.Lock()
	news := done && !d.done
	d.done = done
	d.mu.Unlock()
	if news {
		end := Caption{Text: fmt.Sprintf("All done: %d of %d", of, of)}
		if last := d.files["ship"]; d.config.Story { // it waited for everything
			end = Caption{Text: "All done. Watch your agents, and step in where one needs you", File: last, Look: last}
		}
		d.tell(end)
	}
}

// allCompleted reports whether there is nothing left to do.
func allCompleted(all []task) bool {
	left := slices.ContainsFunc(all, func(t task) bool { return t.Status != completed })
	return !left && len(all) > 0
}

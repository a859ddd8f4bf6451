package demo

import (
	"fmt"
	"slices"
)

// Caption is a line that says what happens.
type Caption struct {
	Beat int    // of the story, from 1; 0 outside it
	Of   int    // the number of beats in the story; 0 outside it
	Text string // sentence case, may have text of a task
	File string // the base name of its task file, "" for none
	Who  string // its agent, "" for none

	Scene Scene    // of the story: the view that shows it best
	Also  []string // of the story: the base names of other task files in it
	Look  string   // of the story: the one of them to look at, "" for none
	Press Press    // of the story: the key that the receiver presses, as a person, to do what Text says
	Mood  Mood     // of the story

	Subject string // of the story: the subject after a person's edit
}

// Press is what a person does at the board in the story.
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

// Mood is whether a beat is good or bad.
type Mood uint8

// The moods.
const (
	Plain   Mood = iota
	Caution      // something is wrong
	Relief       // it is repaired
)

// Scene is the view that shows a beat of the story best.
type Scene uint8

// The scenes.
const (
	OnBoard  Scene = iota // the columns
	InGraph               // the dependencies
	InChange              // a task before and after its newest change
)

// Captions returns the channel of captions. A slow reader misses the oldest. Close closes it.
func (d *Demo) Captions() <-chan Caption { return d.captions }

// caption sends a caption. In a story, each is a beat.
func (d *Demo) caption(who, file, format string, args ...any) {
	d.send(Caption{Text: fmt.Sprintf(format, args...), Who: who, File: file})
}

// send sends a caption, with its number if it is a beat.
func (d *Demo) send(caption Caption) {
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

// watchForEnd checks again and again whether everything is completed.
func (d *Demo) watchForEnd() {
	for d.clock.wait(d.ctx, pollInterval) == nil {
		all, whole := d.read()
		d.setDone(whole && allCompleted(all), len(all))
	}
}

// setDone notes whether everything is completed, and sends a caption when it becomes so.
func (d *Demo) setDone(done bool, of int) {
	d.mu.Lock()
	news := done && !d.done
	d.done = done
	d.mu.Unlock()
	if news {
		end := Caption{Text: fmt.Sprintf("All done: %d of %d", of, of)}
		if last := d.files["ship"]; d.config.Story { // the last task
			end = Caption{Text: "All done. Watch your agents, and step in where one needs you", File: last, Look: last}
		}
		d.send(end)
	}
}

// allCompleted reports whether there are tasks and all are completed.
func allCompleted(all []task) bool {
	left := slices.ContainsFunc(all, func(t task) bool { return t.Status != completed })
	return !left && len(all) > 0
}

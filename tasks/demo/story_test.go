package demo

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// runWholeStory runs a story to its end and returns its captions.
func runWholeStory(t *testing.T, seed uint64) []string {
	t.Helper()
	d := start(t, Config{Seed: seed, Story: true, Speed: fast})
	if err := d.Provoke(Die, ""); err == nil {
		t.Error("a story let itself be interrupted")
	}
	var captions []string
	for caption := range d.Captions() {
		captions = append(captions, caption.Text)
		actAsPerson(t, d, caption)
		if caption.Beat != len(captions) {
			t.Errorf("beat %d came as number %d", caption.Beat, len(captions))
		}
		if strings.HasPrefix(caption.Text, "All done") {
			break
		}
	}
	l, err := witness(d)
	if err != nil || len(l.Skipped) > 0 || len(l.Tasks) != 24 || !d.isDone() {
		t.Errorf("%d tasks, invisible %v, %v", len(l.Tasks), l.Skipped, err)
	}
	for _, task := range l.Tasks {
		if task.Status != completed {
			t.Errorf("%s is %s", task.Subject, task.Status)
		}
	}
	if _, err := os.Stat(filepath.Join(d.ConfigDir(), "teams")); !os.IsNotExist(err) {
		t.Errorf("a story has no team: %v", err)
	}
	return captions
}

// actAsPerson does what a caption has a person do.
func actAsPerson(t *testing.T, d *Demo, caption Caption) {
	t.Helper()
	if caption.Press == NoPress {
		return
	}
	person, err := refagents.New(refagents.ClaudeCode, d.Dir(), "you")
	testdir.Must(t, err)
	task := func(file string) (task refagents.Task) {
		until(t, "a file that can be read", func() bool { task, err = person.Load(file); return err == nil })
		return task
	}
	switch caption.Press {
	case Release:
		person.Name = caption.Who // who is asked for nothing: a person takes the task from its agent
		err = person.Release(caption.File)
	case Claim:
		if err = person.Claim(caption.File); err == nil {
			err = person.Begin(caption.File)
		}
	case Complete:
		err = person.Complete(caption.File)
	case Edit:
		if caption.Subject != "API reference with examples" {
			t.Errorf("the subject to type is %q", caption.Subject)
		}
		err = person.SetSubject(caption.File, caption.Subject)
	case Unlink:
		var other refagents.Task
		until(t, "the loop", func() bool {
			other = task(caption.Also[0])
			return slices.Contains(task(caption.File).WaitsFor, other.ID)
		})
		err = person.Unlink(task(caption.File), other)
	}
	testdir.Must(t, err)
}

func TestTheStoryIsTheSameWithEverySeed(t *testing.T) {
	want := runWholeStory(t, 1)
	if len(want) < 10 || want[len(want)-1] != "All done. Watch your agents, and step in where one needs you" {
		t.Fatalf("the story is %q", want)
	}
	if got := runWholeStory(t, 2); !slices.Equal(got, want) {
		t.Errorf("with another seed the story is %q, want %q", got, want)
	}
}

func TestTheBeatsAreInOrderAndLastLongEnoughToBeRead(t *testing.T) {
	beats := story()
	captions, last := 0, time.Duration(0)
	for _, b := range beats {
		if b.caption == "" {
			continue
		}
		cells := len(b.caption)
		if b.press != NoPress {
			cells += len("You press r: ")
		}
		if cells > 69 { // a recording is made at 80 columns as a rule, where every caption has one row
			t.Errorf("%d cells: %s", cells, b.caption)
		}
		if captions++; captions > 11 && b.at-last < 6*time.Second {
			t.Errorf("beat %d lasts %v", captions-1, b.at-last)
		}
		last = b.at
	}
	for i, b := range beats {
		if i > 0 && b.at <= beats[i-1].at {
			t.Errorf("beat %d is at %v, the one before at %v", i, b.at, beats[i-1].at)
		}
		if b.key != "" && subjectOf(b.key) == "" {
			t.Errorf("beat %d is about %q, which is no task", i, b.key)
		}
	}
	const rounds = 5 // the last ends when its four agents have completed their tasks
	if beats[len(beats)-1].at+roundTime*(rounds-1)+agentGap*4 > 102*time.Second {
		t.Errorf("with %d rounds at the end the story is longer than 102 seconds", rounds)
	}
}

// The clock hardly moves here: what happens was asked for.
func TestTheStoryGoesOnBeatByBeat(t *testing.T) {
	d := start(t, Config{Story: true, Speed: 1e-6})
	next := func() Caption {
		t.Helper()
		d.Step()
		select {
		case caption := <-d.Captions():
			return caption
		case <-t.Context().Done():
			return Caption{}
		}
	}
	n := 0
	for i, b := range story() {
		if b.caption != "" {
			n++
			caption := next()
			actAsPerson(t, d, caption)
			if caption.Beat != n || caption.Text != b.caption || caption.File != d.files[b.key] {
				t.Fatalf("step %d shows %+v", n, caption)
			}
			until(t, "the clearer subject", func() bool {
				task, err := d.load(d.files["docs"])
				return !strings.Contains(b.caption, "a clearer subject") || err == nil && task.Subject == "API reference with examples"
			})
		} else if i < 15 { // a step is all that happens in its beat, however slow the clock is
			until(t, "a later act of beat "+strconv.Itoa(n), func() bool {
				task, err := d.load(d.files[b.key])
				return err == nil && task.Owner != ""
			})
		}
	}
	d.SetSpeed(fast)
	until(t, "the end, by itself", func() bool { return d.isDone() })
}

func TestAPausedStoryWaitsBetweenItsSteps(t *testing.T) {
	now := story()[1].at
	from, limit := nextBeat(now)
	if from <= now || limit <= from {
		t.Fatalf("from %v the story goes on at %v until %v", now, from, limit)
	}
	for _, b := range story() {
		if b.at == from && b.caption == "" {
			t.Errorf("the story goes on at %v, in the middle of a beat", from)
		}
		if b.caption != "" && b.at > from && b.at <= limit {
			t.Errorf("the step to %v goes on to %v, over the beat at %v", from, limit, b.at)
		}
	}
}

func TestAClockStopsAtItsLimit(t *testing.T) {
	k := newClock(1e9)
	k.step(time.Second, 2*time.Second)
	ctx, end := context.WithCancel(t.Context())
	testdir.Must(t, k.until(ctx, 2*time.Second))
	arrived := make(chan error, 1)
	go func() { arrived <- k.until(ctx, 3*time.Second) }()
	if now, _, still, _ := k.read(3 * time.Second); now != 2*time.Second || !still {
		t.Errorf("it is %v, and goes on", now)
	}
	k.step(0, 0)
	if err := <-arrived; err != nil {
		t.Error(err)
	}
	end()
}

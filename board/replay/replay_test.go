package replay_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/board/replay"
	"sideboard/tasks"
	"sideboard/tasks/log"
)

var (
	began  = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	traits = &tasks.Traits{Dialect: "s12", HasOwner: true}
)

// state is what a replay knows of a record.
type state struct {
	log.State
	subject  string
	waitsFor int
}

func states(all map[tasks.Key]replay.Version) map[tasks.Key]state {
	of := map[tasks.Key]state{}
	for k, v := range all {
		of[k] = state{log.StateOf(v.Task), v.Task.Subject, len(v.Task.WaitsFor)}
	}
	return of
}

// world is a directory whose changes are recorded as a board records them.
type world struct {
	now           map[tasks.Key]replay.Version
	at            time.Time
	events, links []log.Event
	deleted       map[tasks.Key][]replay.Deleted
	was           []map[tasks.Key]state // after each event
}

func emptyWorld() *world {
	return &world{now: map[tasks.Key]replay.Version{}, at: began, deleted: map[tasks.Key][]replay.Deleted{}}
}

// change replaces the record of a task, nil for none, and records that.
func (w *world) change(k tasks.Key, kind tasks.EventKind, to *tasks.Task) {
	w.at = w.at.Add(time.Minute)
	old := w.now[k].Task
	e := log.Event{At: w.at, Key: k, Kind: kind, From: log.StateOf(old), To: log.StateOf(to)}
	if e.Subject = ""; to != nil && (old == nil || old.Subject != to.Subject) {
		e.Subject = to.Subject
	}
	var before, after []tasks.ID
	if old != nil {
		before = old.WaitsFor
	}
	if w.now[k] = (replay.Version{Task: to}); to == nil {
		e.Subject = old.Subject
		w.deleted[k] = append(w.deleted[k], replay.Deleted{Task: old, At: w.at.Add(time.Second)})
		delete(w.now, k)
	} else {
		after = to.WaitsFor
	}
	w.events = append(w.events, e)
	for _, id := range before {
		if !slices.Contains(after, id) {
			w.links = append(w.links, log.Event{At: w.at.Add(time.Millisecond), Key: k, Kind: tasks.EventLinked, Link: tasks.LinkChange{To: id, Removed: true}})
		}
	}
	for _, id := range after {
		if !slices.Contains(before, id) {
			w.links = append(w.links, log.Event{At: w.at.Add(time.Millisecond), Key: k, Kind: tasks.EventLinked, Link: tasks.LinkChange{To: id}})
		}
	}
	w.was = append(w.was, states(w.now))
}

// newWorld returns a directory after random changes.
func newWorld(seed uint64, changes int) *world {
	r := rand.New(rand.NewPCG(seed, 0))
	w := emptyWorld()
	w.was = append(w.was, states(w.now))
	for len(w.events) < changes {
		id := tasks.ID{Text: fmt.Sprint(r.IntN(12))}
		k := tasks.Key{Name: "task_" + id.Text + ".json"}
		old := w.now[k].Task
		if old == nil {
			w.change(k, tasks.EventCreated, &tasks.Task{Key: k, ID: id, Traits: traits, Status: tasks.Pending, Subject: fmt.Sprint("Task ", len(w.events))})
			continue
		}
		now := *old
		switch r.IntN(5) {
		case 0:
			w.change(k, tasks.EventDeleted, nil)
			continue
		case 1:
			now.Status, now.Owner = tasks.InProgress, "bob"
			w.change(k, tasks.EventClaimed, &now)
		case 2:
			now.Status = tasks.Completed
			w.change(k, tasks.EventCompleted, &now)
		default:
			to := tasks.ID{Text: fmt.Sprint(r.IntN(12))}
			if i := slices.Index(now.WaitsFor, to); i >= 0 {
				now.WaitsFor = slices.Delete(slices.Clone(now.WaitsFor), i, i+1)
			} else {
				now.WaitsFor = append(slices.Clone(now.WaitsFor), to)
			}
			w.change(k, tasks.EventEdited, &now)
		}
	}
	return w
}

// replay returns the replay of what happened.
func (w *world) replay() *replay.Run {
	now := replay.Present{Deleted: w.deleted, Traits: func(string) *tasks.Traits { return traits }, Since: func(tasks.Key) time.Time { return time.Time{} }}
	for _, v := range w.now {
		now.Tasks = append(now.Tasks, v.Task)
	}
	return replay.New(now, w.events, w.links)
}

// walk applies steps to records: those before and after each change.
func walk(all map[tasks.Key]replay.Version, s replay.Step, back bool) {
	for _, c := range s.Changes {
		v := c.After
		if back {
			v = c.Before
		}
		if all[c.Key] = v; v.Task == nil {
			delete(all, c.Key)
		}
	}
}

// Forwards and backwards, the records at each moment are what they were, and at the end those of today.
func TestEveryMomentIsAsItWas(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(seed, 200)
		run := w.replay()
		if len(run.Steps) != len(w.events) {
			t.Fatalf("%d steps of %d events", len(run.Steps), len(w.events))
		}
		all, then := maps.Clone(run.First), []map[tasks.Key]replay.Version{run.First}
		for i, s := range run.Steps {
			if got := states(all); !maps.Equal(got, w.was[i]) {
				t.Fatalf("seed %d, after %d events:\n%v\nwant\n%v", seed, i, got, w.was[i])
			}
			walk(all, s, false)
			then = append(then, maps.Clone(all))
		}
		if len(all) != len(w.now) {
			t.Errorf("%d records at the end, %d today", len(all), len(w.now))
		}
		for k, v := range all {
			if v.Task != w.now[k].Task {
				t.Errorf("the last record of %s is another", k.Name)
			}
		}
		for i, s := range slices.Backward(run.Steps) {
			if walk(all, s, true); !maps.Equal(all, then[i]) {
				t.Fatalf("seed %d: after %d events the records differ by direction", seed, i)
			}
		}
	}
}

// Without its file a deleted task has its last subject and the id of its name.
func TestADeletedTaskWithoutItsFileIsThere(t *testing.T) {
	w := emptyWorld()
	k := tasks.Key{Name: "task_4.json"}
	w.change(k, tasks.EventCreated, &tasks.Task{Key: k, Traits: traits, Status: tasks.InProgress, Owner: "bob", Subject: "Schema"})
	w.change(k, tasks.EventDeleted, nil)
	clear(w.deleted)
	w.events[1].Since = w.events[0].At
	v := w.replay().Steps[1].Changes[0].Before
	if v.Task == nil || v.Task.Subject != "Schema" || v.Task.Owner != "bob" || v.Task.ID != board.FileID(k.Name, false) || !v.Since.Equal(w.events[0].At) {
		t.Errorf("%+v", v)
	}
}

func TestAWipedListIsOneStep(t *testing.T) {
	w := newWorld(3, 40)
	n, links := len(w.now), w.links
	for k := range w.now {
		w.change(k, tasks.EventWiped, nil)
		w.events[len(w.events)-1].At = w.at.Truncate(24 * time.Hour).Add(20 * time.Hour)
	}
	w.links = links
	run := w.replay()
	if last := run.Steps[len(run.Steps)-1]; len(run.Steps) != 41 || len(last.Changes) != n || last.Happened != 40+n || last.Changes[0].Before.Task == nil || last.Changes[0].After.Task != nil {
		t.Errorf("%d steps, the last one of %d tasks", len(run.Steps), len(last.Changes))
	}
}

// A task found completed has the time of its file, which may be before what a board saw.
func TestAnEventWithTheTimeOfAFileStaysBehindThoseOfItsTask(t *testing.T) {
	w := newWorld(1, 1)
	var k tasks.Key
	for k = range w.now {
	}
	done := *w.now[k].Task
	done.Status = tasks.Completed
	w.change(k, tasks.EventCompleted, &done)
	w.events[1].At, w.events[1].Found = began.Add(-time.Hour), true
	run := w.replay()
	if len(run.First) != 0 || len(run.Steps[0].Changes) != 1 || run.Steps[1].At.Before(run.Steps[0].At) || run.Steps[1].Changes[0].Before.Task.Status != tasks.Pending {
		t.Errorf("%+v", run)
	}
}

package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// TestAnEditThatIsDueToBeAppliedAgainIsCheckedFirst: between the decision and the edit anything may happen.
func TestAnEditThatIsDueToBeAppliedAgainIsCheckedFirst(t *testing.T) {
	made := s12File("task_1", "theirs", "in_progress", "me")
	for what, r := range map[string]struct {
		meanwhile func(b *harness, c *handClock)
		want      string
		reported  []OutcomeKind
	}{
		"the machine was busy with something else": {func(_ *harness, c *handClock) { c.now = c.now.Add(5 * time.Second) }, pending(), []OutcomeKind{PutBack}},
		"somebody made it again":                   {func(b *harness, _ *handClock) { b.write(task1, made) }, made, nil},
	} {
		b, c := timed(t, newDir(t), t.TempDir())
		b.claim()
		b.write(task1, pending())
		for i := 0; i < 100 && !b.s.monitor.rechecks[0].reapplyDue; i++ {
			c.now = c.now.Add(time.Millisecond)
			b.s.monitor.runDue(c.now)
		}
		r.meanwhile(b, c)
		b.advance(c, 3*time.Second)
		var reported []OutcomeKind
		for _, o := range b.outcomes() {
			reported = append(reported, o.What)
		}
		if !slices.Equal(reported, r.reported) || b.read(task1) != r.want {
			t.Errorf("%s: reported %v, wrote %s", what, reported, b.read(task1))
		}
		if len(b.s.monitor.rechecks) > 0 {
			t.Errorf("%s: it is checked for ever", what)
		}
	}
}

// Reported by the race detector: what a later edit takes over changes while the edit is checked.
func TestALaterEditMayTakeAFieldOverDuringACheck(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	id := b.claim()
	b.write(task1, pending())
	k := b.s.monitor
	var ended sync.WaitGroup
	ended.Go(func() { k.yieldTo(id+1, task1, k.stepOf(k.rechecks[0])) })
	k.editAgain(k.rechecks[0], nil)
	ended.Wait()
	b.advance(c, 100*time.Millisecond)
	if all := b.outcomes(); len(all) > 0 || len(k.rechecks) > 0 {
		t.Errorf("a later edit has all fields, and %+v was reported", all)
	}
}

func TestWaitReappliedWaitsWhileAnEditMayBeAppliedAgain(t *testing.T) {
	b, c := timed(t, newDir(t), t.TempDir())
	b.claim()
	b.write(task1, pending())
	end := make(chan error, 1)
	go func() { end <- b.s.WaitReapplied(t.Context()) }()
	for waits := false; !waits; {
		b.s.monitor.mu.Lock()
		waits = len(b.s.monitor.waiters) > 0
		b.s.monitor.mu.Unlock()
	}
	b.advance(c, 240*time.Millisecond)
	if len(end) > 0 {
		t.Error("it did not wait")
	}
	b.advance(c, 20*time.Millisecond)
	if testdir.Must(t, <-end); b.read(task1) != claimed() {
		t.Errorf("wrote %s", b.read(task1))
	}
	testdir.Must(t, b.s.WaitReapplied(t.Context())) // nobody waits for two seconds
}

// A value of the random histories is written once, so that it says who wrote it and when.
type value struct {
	who  string
	text string
}

// TestNoValueOfAnAgentDisappearsUnlessAPersonChoseIt plays random histories of edits, agents' writes and undos on one
// file and holds the file to a model after each of them: an edit or an undo changes what it says and keeps every other
// value; a value of an agent gives way only to an edit that names it, or to a choice.
func TestNoValueOfAnAgentDisappearsUnlessAPersonChoseIt(t *testing.T) {
	fields := []tasks.Field{tasks.FieldSubject, tasks.FieldDescription, tasks.FieldOwner}
	state := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		root, err := os.MkdirTemp(t.TempDir(), "")
		testdir.Must(t, err)
		c := &handClock{time.Now()}
		s, err := Open(root, Options{State: state, Now: c.Now, Disk: &faultDisk{}}) // which syncs nothing
		testdir.Must(t, err)
		defer s.Close()
		s.monitor.manual = true
		path := filepath.Join(root, task1)
		now := map[tasks.Field]value{}
		render := func() string {
			return fmt.Sprintf("{\"id\": 1, \"subject\": %q, \"description\": %q, \"status\": \"pending\", \"blockedBy\": [], \"owner\": %q}",
				now[tasks.FieldSubject].text, now[tasks.FieldDescription].text, now[tasks.FieldOwner].text)
		}
		testdir.Must(t, os.WriteFile(path, []byte(render()), 0o644))
		testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		seen := map[tasks.Field]value{} // by the person, at the last refresh
		look := func() {
			_, err := s.Refresh(t.Context(), []string{task1})
			testdir.Must(t, err)
			maps.Copy(seen, now)
		}
		type did struct {
			id     tasks.EditID
			field  tasks.Field
			before value
			after  value
		}
		var done []did
		key := tasks.Key{Name: task1}
		draw := 0
		fresh := func(who string) value { draw++; return value{who, fmt.Sprintf("%s %d", who, draw)} }
		rt.Repeat(map[string]func(*rapid.T){
			"an agent writes": func(rt *rapid.T) {
				f := rapid.SampledFrom(fields).Draw(rt, "field")
				now[f] = fresh("agent")
				testdir.Must(t, os.WriteFile(path, []byte(render()), 0o644))
			},
			"the person looks": func(*rapid.T) { look() },
			"the person edits": func(rt *rapid.T) {
				f := rapid.SampledFrom(fields).Draw(rt, "field")
				was, to := seen[f], fresh("me")
				_, err := s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbEdit, Of: key, Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: key, Changes: []tasks.Change{
					{Field: f, Op: tasks.Set, From: tasks.TextValue(was.text), To: tasks.TextValue(to.text)}}}}})
				var clash *tasks.ConflictError
				switch {
				case was == now[f]:
					testdir.Must(t, err)
					now[f] = to
				case !errors.As(err, &clash) || clash.Theirs.Text != now[f].text:
					rt.Fatalf("saw %v, is %v, got %v", was, now[f], err)
				}
				if err == nil {
					all, err := s.PastEdits()
					testdir.Must(t, err)
					done = append(done, did{all[0].ID, f, was, to})
					look()
				}
			},
			"the person undoes": func(rt *rapid.T) {
				if len(done) == 0 {
					return
				}
				i := rapid.IntRange(0, len(done)-1).Draw(rt, "which")
				d := done[i]
				mine := rapid.Bool().Draw(rt, "mine")
				e, err := s.Batch().Undo(d.id)
				var clash *tasks.ConflictError
				switch {
				case now[d.field] == d.after || now[d.field] == d.before:
					testdir.Must(t, err)
					now[d.field] = d.before
				case !errors.As(err, &clash) || clash.Theirs.Text != now[d.field].text || clash.Ours.Text != d.before.text:
					rt.Fatalf("is %v, of %v: %v", now[d.field], d, err)
				default:
					e, err = s.Batch().Undo(d.id, Choice{Key: key, Field: d.field, Mine: mine})
					testdir.Must(t, err)
					if mine {
						now[d.field] = d.before
					}
				}
				_, err = s.Apply(t.Context(), e)
				testdir.Must(t, err)
				done = append(done[:i], done[i+1:]...)
				look()
			},
			"time goes on": func(rt *rapid.T) {
				c.now = c.now.Add(3 * time.Second) // what is made again soon after an edit is tested elsewhere
				s.monitor.runDue(c.now)
			},
			"": func(rt *rapid.T) {
				raw, err := os.ReadFile(path)
				testdir.Must(t, err)
				task, err := s.codec.Decode(key, raw, tasks.Stamp{})
				testdir.Must(t, err)
				got := [3]string{task.Subject, s.codec.Description(raw), task.Owner}
				for i, f := range fields {
					if got[i] != now[f].text {
						rt.Fatalf("%s is %q, should be %v", f, got[i], now[f])
					}
				}
			},
		})
	})
}

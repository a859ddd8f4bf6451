package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

// Every value of the random histories is written once, so that it tells who wrote it and when.
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
		must(t, err)
		c := &handClock{time.Now()}
		s, err := Open(root, Options{State: state, Now: c.Now, Disk: &faultDisk{}}) // which syncs nothing
		must(t, err)
		defer s.Close()
		s.monitor.manual = true
		path := filepath.Join(root, task1)
		now := map[tasks.Field]value{}
		render := func() string {
			return fmt.Sprintf("{\"id\": 1, \"subject\": %q, \"description\": %q, \"status\": \"pending\", \"blockedBy\": [], \"owner\": %q}",
				now[tasks.FieldSubject].text, now[tasks.FieldDescription].text, now[tasks.FieldOwner].text)
		}
		must(t, os.WriteFile(path, []byte(render()), 0o644))
		must(t, s.Load(t.Context(), func(tasks.Delta) {}))
		seen := map[tasks.Field]value{} // by the person, at the last refresh
		look := func() {
			_, err := s.Refresh(t.Context(), []string{task1})
			must(t, err)
			for f, v := range now {
				seen[f] = v
			}
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
				must(t, os.WriteFile(path, []byte(render()), 0o644))
			},
			"the person looks": func(*rapid.T) { look() },
			"the person edits": func(rt *rapid.T) {
				f := rapid.SampledFrom(fields).Draw(rt, "field")
				was, to := seen[f], fresh("me")
				_, err := s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbEdit, Of: key, Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: key, Changes: []tasks.Change{
					{Field: f, Op: tasks.Set, From: tasks.TextValue(was.text), To: tasks.TextValue(to.text)}}}}})
				var clash *tasks.Conflict
				switch {
				case was == now[f]:
					must(t, err)
					now[f] = to
				case !errors.As(err, &clash) || clash.Theirs.Text != now[f].text:
					rt.Fatalf("saw %v, stands %v, got %v", was, now[f], err)
				}
				if err == nil {
					all, err := s.History()
					must(t, err)
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
				e, err := s.Undo(d.id)
				var clash *tasks.Conflict
				switch {
				case now[d.field] == d.after || now[d.field] == d.before:
					must(t, err)
					now[d.field] = d.before
				case !errors.As(err, &clash) || clash.Theirs.Text != now[d.field].text || clash.Ours.Text != d.before.text:
					rt.Fatalf("stands %v, of %v: %v", now[d.field], d, err)
				default:
					e, err = s.Undo(d.id, Choice{Key: key, Field: d.field, Mine: mine})
					must(t, err)
					if mine {
						now[d.field] = d.before
					}
				}
				_, err = s.Apply(t.Context(), e)
				must(t, err)
				done = append(done[:i], done[i+1:]...)
				look()
			},
			"time goes on": func(rt *rapid.T) {
				c.now = c.now.Add(3 * time.Second) // what is made again soon after an edit is tested elsewhere
				s.monitor.runDue(c.now)
			},
			"": func(rt *rapid.T) {
				raw, err := os.ReadFile(path)
				must(t, err)
				task, err := s.codec.Decode(key, raw, tasks.Stamp{})
				must(t, err)
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

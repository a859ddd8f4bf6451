package matrix

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/refagents"
)

// ending is how two may come out of it who write at the same time.
type ending uint8

const (
	exclusive ending = iota // one of them
	together                // both
	either
)

// An agent that writes between any two operations of an edit keeps what it wrote, and the edit is carried out too
// or not at all. The one instant that nobody can guard, between the last look and the rename, is inside one operation.
func TestAnAgentThatActsInTheMiddleOfAnEditKeepsWhatItWrote(t *testing.T) {
	scenes := map[string]struct {
		claims int // the task the agent claims meanwhile
		rule   func(d *workspace) (tasks.Edit, error)
		done   func(t refagents.Task) bool // the person's edit of task 6 is there
		ends   ending
	}{
		"both claim": {6, func(d *workspace) (tasks.Edit, error) { return board.Claim(d.board, d.key(6), me, at) },
			func(t refagents.Task) bool { return t.Status == "in_progress" }, exclusive},
		"the person edits the text": {6, func(d *workspace) (tasks.Edit, error) { return d.set(6, tasks.FieldSubject, "Übersetzung", "other") },
			func(t refagents.Task) bool { return t.Subject == "other" }, together},
		"the person completes it": {6, func(d *workspace) (tasks.Edit, error) { return board.Complete(d.board, d.key(6), me, at) },
			func(t refagents.Task) bool { return t.Status == "completed" }, exclusive},
		"the person links it": {6, func(d *workspace) (tasks.Edit, error) { return board.Link(d.board, d.key(6), d.ref(1), me, at) },
			func(t refagents.Task) bool { return len(t.WaitsFor) == 1 }, either},
		"the person completes what others wait for": {5, func(d *workspace) (tasks.Edit, error) { return board.Complete(d.board, d.key(1), me, at) }, nil, together},
		"the person deletes what others wait for":   {5, func(d *workspace) (tasks.Edit, error) { return board.Delete(d.board, d.key(1), me, at) }, nil, together},
		"the person deletes it":                     {6, func(d *workspace) (tasks.Edit, error) { return board.Delete(d.board, d.key(6), me, at) }, nil, exclusive},
		"the person creates": {6, func(d *workspace) (tasks.Edit, error) {
			return board.Create(d.board, "", tasks.Draft{Subject: "n", WaitsFor: []tasks.ID{d.ref(6)}}, me, at)
		}, nil, together},
	}
	stride := 1
	if testing.Short() {
		stride = 3
	}
	for _, f := range played() {
		for name, scene := range scenes {
			t.Run(f.dialect+"/"+name, func(t *testing.T) {
				t.Parallel()
				acted := 0
				for nth := 1; ; nth += stride {
					w := f.world()
					d := sit(t, f, w.files(f))
					claimed := errors.New("not tried")
					d.watch.act = func(n int) {
						if n == nth {
							claimed = refagents.Claim(f.dialect, d.dir, idIn(f.name(scene.claims)), "agent-9")
							acted++
						}
					}
					e, err := ask(scene.rule(d))
					d.must(err)
					d.watch.begin()
					_, err = d.store.Batch().Apply(t.Context(), e)
					sights, faults := d.watch.end()
					for _, fault := range faults {
						t.Error(fault)
					}
					list := d.agents("then")
					i := indexOf(list, f.name(scene.claims))
					var conflict *tasks.ConflictError
					switch {
					case claimed != nil && err != nil:
						t.Errorf("after %d operations nobody succeeds: %v, %v", nth, claimed, err)
					case claimed == nil && scene.ends == exclusive && !errors.As(err, &conflict):
						t.Errorf("after %d operations both succeed: %v", nth, err)
					case claimed == nil && scene.ends == together && err != nil:
						t.Errorf("after %d operations the edit fails: %v", nth, err)
					case claimed == nil && (i < 0 || list.Tasks[i].Status != "in_progress" || !f.unowned() && list.Tasks[i].OwnedBy() != "agent-9"):
						t.Errorf("after %d operations the agent's claim is gone", nth)
					case err == nil && scene.done != nil && !scene.done(list.Tasks[i]):
						t.Errorf("after %d operations the edit is gone: %+v", nth, list.Tasks[i])
					}
					d.refresh()
					d.agree("then")
					over := nth > len(sights)
					d.close()
					if over {
						break
					}
				}
				if acted == 0 && !testing.Short() { // of few instants all may lie under a lock
					t.Error("the agent found no instant to act")
				}
			})
		}
	}
}

// unowned reports whether the agents of a dialect write no owner.
func (f form) unowned() bool { return f.dialect == refagents.S07 || f.dialect == refagents.S07Blocks }

func TestARunningTaskIsGivenToNoBusyOwnerWhereAgentsRunOneAtATime(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		one := d.board.Task(d.key(1)).Traits.BusyCheck
		give := func() (tasks.Edit, error) { return ask(board.Assign(d.board, d.key(1), "bob", me, at)) }
		early, err := give() // while bob runs nothing
		d.must(err)
		d.must(refagents.Claim(f.dialect, d.dir, idIn(f.name(6)), "bob"))
		before := d.shoot()
		want := map[string]string{}
		for name, s := range before {
			want[name] = s.text
		}
		if one {
			var clash *tasks.ConflictError
			if _, err := d.store.Batch().Apply(t.Context(), early); !errors.As(err, &clash) || clash.Key != d.key(6) || clash.By != "bob" {
				t.Errorf("%s: bob began another task meanwhile: %v", f.dialect, err)
			}
			d.refresh()
			var no board.Refusal
			if _, err := give(); !errors.As(err, &no) || !strings.Contains(no.Why, "under bob's name") {
				t.Errorf("%s: bob runs another task: %v", f.dialect, err)
			}
		} else {
			_, err = d.store.Batch().Apply(t.Context(), early)
			d.must(err)
			w.touch(1).owner = "bob"
			want[f.name(1)] = w.files(f)[f.name(1)]
		}
		d.expect(before, want)
		d.close()
	}
}

// hold takes the lock that keeps a task's file from being written: that of its agents, or where they take none that of some
// other tool.
func (d *workspace) hold(key tasks.Key) (release func() error) {
	d.Helper()
	var err error
	switch d.board.Task(key).Traits.Lock {
	case tasks.FlockLock:
		release, err = lock.Flock(d.Context(), filepath.Join(d.dir, ".lock"))
	case tasks.MkdirLock:
		release, err = lock.Mkdir(d.Context(), filepath.Join(d.dir, key.Name))
	default:
		outer := d.dir + ".lock"
		err, release = os.WriteFile(outer, []byte("42"), 0o644), func() error { return os.Remove(outer) }
	}
	d.must(err)
	return release
}

func TestAssigningATaskWhileItsLockIsHeldIsRefusedAndNothingIsWritten(t *testing.T) {
	for _, f := range played() {
		t.Run(f.dialect, func(t *testing.T) {
			t.Parallel()
			w := f.world()
			d := sit(t, f, w.files(f))
			defer d.close()
			e, err := ask(board.Assign(d.board, d.key(6), "bob", me, at))
			d.must(err)
			release := d.hold(e.Of)
			before := d.shoot()
			var held *lock.HeldError
			if _, err := d.store.Batch().Apply(t.Context(), e); !errors.As(err, &held) {
				t.Errorf("while it is held: %v", err)
			}
			want := map[string]string{}
			for name, s := range before {
				want[name] = s.text
			}
			d.expect(before, want)
			d.must(release())
			_, err = d.store.Batch().Apply(t.Context(), e)
			d.must(err)
			w.touch(6)
			w.give(6, "bob", f)
			want = w.files(f)
			if d.board.Task(e.Of).Traits.Lock == tasks.FlockLock {
				want[".lock"] = ""
			}
			d.expect(before, want)
		})
	}
}

func TestALockIsMadeOnlyWhereItsAgentsMakeOne(t *testing.T) {
	for _, c := range []struct {
		dialect       string
		there, remain bool // a file .lock, before and after
	}{
		{refagents.S10, false, false}, {refagents.S13, false, true}, {refagents.S13, true, true},
		{refagents.ClaudeCode, false, false}, {refagents.ClaudeCode, true, true}, {refagents.S12, false, false}, {refagents.V6, false, false},
	} {
		f := formOf(c.dialect)
		w := f.world()
		files := w.files(f)
		if delete(files, ".lock"); c.there {
			files[".lock"] = ""
		}
		d := sit(t, f, files)
		before := d.shoot()
		claim, err := ask(board.Claim(d.board, d.key(6), me, at)) // who has a task in progress already is asked about another
		d.must(err)
		_, err = d.store.Batch().Apply(t.Context(), claim)
		d.must(err)
		w.touch(6).status = "in_progress"
		w.give(6, me, f)
		want := w.files(f)
		if delete(want, ".lock"); c.remain {
			want[".lock"] = ""
		}
		d.expect(before, want)
		d.refresh()
		create, err := board.Create(d.board, "", tasks.Draft{Subject: "new"}, me, at)
		d.must(err)
		_, err = d.store.Batch().Apply(t.Context(), create)
		d.must(err)
		if after := d.shoot(); len(after) != len(want)+1 {
			t.Errorf("%s: creating left %d files, there were %d", c.dialect, len(after), len(want))
		}
		d.workOn()
		d.close()
	}
}

func TestSeveralFieldsAreOneWriteOfTheirFile(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		text := func(field tasks.Field, from, to string) tasks.Change {
			return tasks.Change{Field: field, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}
		}
		e, err := ask(board.EditFields(d.board, d.key(2), []tasks.Change{
			text(tasks.FieldSubject, "endpoints", "Endpunkte — 三"),
			text(tasks.FieldOwner, "", "zoë"),
			text(tasks.FieldDescription, "", talk),
			{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(f.ref(1))},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(f.ref(6))},
		}, me, at))
		d.must(err)
		res, _, err := d.do(e)
		d.must(err)
		r := w.touch(2)
		if r.subject, r.description, r.waits = "Endpunkte — 三", talk, []string{f.id(6)}; f.has("active_form") {
			r.active = "Working on: endpoints"
		}
		w.give(2, "zoë", f)
		if f.mirrors {
			w[1].blocks, w[6].blocks = []string{f.id(3)}, []string{f.id(2)}
		}
		d.expect(before, w.files(f))
		if want := 1 + 2*b2i(f.mirrors); len(res.Applied) != want {
			t.Errorf("%s: %d files were written, want %d", f.dialect, len(res.Applied), want)
		}
		d.agree(f.dialect)
		d.close()
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAnEditWritesNoStatusThatItsAgentsDoNotKnow(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		c := tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Pending), To: tasks.TextValue("done")}
		e, err := ask(board.EditFields(d.board, d.key(6), []tasks.Change{c}, me, at))
		if err == nil {
			_, err = d.store.Batch().Apply(t.Context(), e)
		}
		if err == nil {
			t.Errorf("%s: written", f.dialect)
		}
		d.expect(before, w.files(f))
		d.close()
	}
}

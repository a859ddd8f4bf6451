package dialect

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// agentsRead lets the dialect's own agents read the directory as it is.
func (d *dir) agentsRead(t *testing.T, f form, when string) refagents.Listing {
	t.Helper()
	disk := t.TempDir()
	for name, raw := range d.files {
		testdir.Must(t, os.WriteFile(filepath.Join(disk, name), []byte(raw), 0o600))
	}
	l, err := refagents.Read(f.name, disk)
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	if len(l.Skipped) > 0 {
		t.Errorf("%s: invisible: %v", when, l.Skipped)
	}
	return l
}

func TestItsOwnAgentsReadTheFolderAfterEveryStep(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.step = func(s tasks.Step) {
			l := d.agentsRead(t, f, s.Key.Name)
			if len(l.Tasks) != len(d.tasks) {
				t.Errorf("%s: they see %d of %d tasks", s.Key.Name, len(l.Tasks), len(d.tasks))
			}
		}
		two, three := keyed(f.file(2)), keyed(f.file(3))
		change := func(f tasks.Field, op tasks.Op, to tasks.Value) []tasks.Change {
			return []tasks.Change{{Field: f, Op: op, To: to}}
		}
		for _, e := range []tasks.Edit{
			{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "é", WaitsFor: []tasks.ID{f.ref(1).ID}}},
			{Verb: tasks.VerbComplete, Of: keyed(f.file(1))},
			{Verb: tasks.VerbClaim, Of: two, Who: "mia"},
			{Verb: tasks.VerbRelease, Of: two},
			{Verb: tasks.VerbLink, Of: two, Changes: change(tasks.FieldWaitsFor, tasks.Add, f.ref(4))},
			{Verb: tasks.VerbEdit, Of: two, Changes: change(tasks.FieldSubject, tasks.Set, tasks.TextValue("zwölf\n"))},
			{Verb: tasks.VerbEdit, Of: two, Changes: change(tasks.FieldOwner, tasks.Set, tasks.TextValue("zoé"))},
			{Verb: tasks.VerbReopen, Of: keyed(f.file(4))},
			{Verb: tasks.VerbUnlink, Of: three, Changes: change(tasks.FieldWaitsFor, tasks.Drop, f.ref(2))},
			{Verb: tasks.VerbDelete, Of: two},
		} {
			d.do(t, e)
		}
		l := d.agentsRead(t, f, "at the end")
		for _, task := range l.Tasks {
			ours := d.task(task.File)
			if ours == nil || ours.ID != task.ID || ours.Subject != task.Subject || ours.Owner != task.OwnedBy() ||
				ours.Status.String() != task.Status || !slices.Equal(ours.WaitsFor, task.WaitsFor) {
				t.Errorf("they read %+v, we %+v", task, ours)
			}
		}
	})
}

func TestItsOwnAgentsStartWhatTheTraitsCallReady(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		check := func(when string) {
			for _, task := range d.agentsRead(t, f, when).Tasks {
				ours := d.task(task.File)
				ready := ours.Status == tasks.Pending && ours.Owner == "" && !d.blocked(ours)
				if ready != task.Ready {
					t.Errorf("%s: %s: they say ready %v, the traits %v", when, task.File, task.Ready, ready)
				}
			}
		}
		check("at first")
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(f.file(1))})
		check("after 1 is completed")
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(f.file(2))})
		check("after 2 is completed")
		delete(d.files, f.file(1))
		delete(d.tasks, keyed(f.file(1)))
		check("after 1 vanished")
	})
}

// blocked reports whether a task is blocked by the rule that the traits name.
func (d *dir) blocked(t *tasks.Task) bool {
	for _, id := range t.WaitsFor {
		found, done := false, false
		d.Each(func(o *tasks.Task) bool {
			if o.ID == id {
				found, done = true, o.Status == tasks.Completed
			}
			return true
		})
		switch t.Traits.Blocked {
		case tasks.ListNotEmpty:
			return true
		case tasks.UnfinishedOnly:
			if found && !done {
				return true
			}
		default:
			if !done {
				return true
			}
		}
	}
	return false
}

func TestTheAgentsOwnWritesAreReadBack(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(f.file(1))})
		disk := t.TempDir()
		for name, raw := range d.files {
			testdir.Must(t, os.WriteFile(filepath.Join(disk, name), []byte(raw), 0o600))
		}
		id := f.ref(2).ID.Text
		testdir.Must(t, refagents.Claim(f.name, disk, id, "agent-1"))
		testdir.Must(t, refagents.Complete(f.name, disk, id, "agent-1"))
		for name := range d.files {
			raw, err := os.ReadFile(filepath.Join(disk, name))
			testdir.Must(t, err)
			d.files[name] = string(raw)
			if !Noise(name) {
				d.read(t, name)
			}
		}
		two := d.task(f.file(2))
		if two.Status != tasks.Completed || two.Traits.Dialect != f.name || two.Unseen || two.Limits != 0 {
			t.Errorf("%+v", two)
		}
		if three := d.task(f.file(3)); d.blocked(three) {
			t.Errorf("still waits: %+v", three)
		}
	})
}

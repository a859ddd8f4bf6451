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

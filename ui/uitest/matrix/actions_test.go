package matrix

import (
	"slices"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
)

// action is one row of what a person does, what its agents then read of the task, and which tasks they would start.
type action struct {
	name  string
	of    int // the task; 8 is a new one
	rule  func(d *workspace, k tasks.Key) (tasks.Edit, error)
	reads string // its status and its owner, "" if it is gone
	ready []int
}

func byRule(rule ruleOf) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, k tasks.Key) (tasks.Edit, error) { return rule(d.board, k, me, at) }
}

func assign(to string) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, k tasks.Key) (tasks.Edit, error) { return board.Assign(d.board, k, to, me, at) }
}

func set(field tasks.Field, from, to string) tasks.Change {
	return tasks.Change{Field: field, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}
}

func edit(changes ...tasks.Change) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, k tasks.Key) (tasks.Edit, error) {
		return board.EditFields(d.board, k, changes, me, at)
	}
}

func link(to int) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, k tasks.Key) (tasks.Edit, error) { return board.Link(d.board, k, d.ID(to), me, at) }
}

func unlink(from int) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, k tasks.Key) (tasks.Edit, error) {
		return board.Unlink(d.board, k, d.ID(from), me, at)
	}
}

func create(draft tasks.Draft, waits ...int) func(*workspace, tasks.Key) (tasks.Edit, error) {
	return func(d *workspace, _ tasks.Key) (tasks.Edit, error) {
		draft.WaitsFor = d.IDs(waits...)
		return board.Create(d.board, "", draft, me, at)
	}
}

func (f form) actions() []action {
	reopened := []int{4, 6}
	if f.waitsByList() {
		reopened = []int{4, 5, 6} // what was cleared stays cleared
	}
	all := []action{
		{"claim what waits for nothing", 6, byRule(board.Claim), "in_progress mia", []int{5}},
		{"claim what waits for completed tasks only", 5, func(d *workspace, k tasks.Key) (tasks.Edit, error) { return board.Claim(d.board, k, "日向", at) },
			"in_progress 日向", []int{6}},
		{"claim one's own", 7, byRule(board.Claim), "in_progress mia", []int{5, 6}},
		{"complete another's", 1, byRule(board.Complete), "completed zoë", []int{2, 5, 6}},
		{"complete without claiming", 6, byRule(board.Complete), "completed ", []int{5}},
		{"reopen", 4, byRule(board.Reopen), "pending ", reopened},
		{"release", 1, byRule(board.Release), "pending ", []int{1, 5, 6}},
		{"release what was not begun", 7, byRule(board.Release), "pending ", []int{5, 6, 7}},
		{"link", 6, link(1), "pending ", []int{5}},
		{"link a second", 2, link(6), "pending ", []int{5, 6}},
		{"unlink the only one", 2, unlink(1), "pending ", []int{2, 5, 6}},
		{"unlink one of two", 3, unlink(1), "pending ", []int{5, 6}},
		{"delete what others wait for", 1, byRule(board.Delete), "", []int{2, 5, 6}},
		{"delete the highest", 7, byRule(board.Delete), "", []int{5, 6}},
		{"delete what is done and still named", 4, byRule(board.Delete), "", []int{5, 6}},
		{"edit the subject", 3, edit(set(tasks.FieldSubject, "tests", "Prüfen: "+talk)), "pending ", []int{5, 6}},
		{"empty the description", 1, edit(set(tasks.FieldDescription, talk, "")), "in_progress zoë", []int{5, 6}},
		{"give it to another", 1, assign("bob"), "in_progress bob", []int{5, 6}},
		{"give it to one who may start it", 6, assign("zoë"), "pending zoë", []int{5}},
		{"give it to nobody", 7, assign(""), "pending ", []int{5, 6, 7}},
		{"give it to somebody, in progress", 6, func(d *workspace, k tasks.Key) (tasks.Edit, error) {
			return board.EditAndStart(d.board, k, []tasks.Change{set(tasks.FieldOwner, "", "bob")}, me, at)
		}, "in_progress bob", []int{5}},
		{"edit several fields", 2, func(d *workspace, k tasks.Key) (tasks.Edit, error) {
			return board.EditFields(d.board, k, []tasks.Change{
				set(tasks.FieldSubject, "endpoints", "Endpunkte — 三"), set(tasks.FieldOwner, "", "zoë"), set(tasks.FieldDescription, "", talk),
				{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(d.ID(1))},
				{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(d.ID(6))},
			}, me, at)
		}, "pending zoë", []int{5, 6}},
		{"create", 8, create(tasks.Draft{Subject: "Größe — 三 🚀 </b>", Description: talk}), "pending ", []int{5, 6, 8}},
		{"create what waits for two", 8, create(tasks.Draft{Subject: "after"}, 1, 6), "pending ", []int{5, 6}},
	}
	if f.Has("active_form") || f.Has("activeForm") {
		all = append(all, action{"edit the active form", 1, edit(set(tasks.FieldActiveForm, "Schreibe", "Schließe ab")), "in_progress zoë", []int{5, 6}})
	}
	if !f.waitsByList() { // else nobody would ever clear it
		all = append(all, action{"create what waits for a completed one", 8, create(tasks.Draft{Subject: "after"}, 4), "pending ", []int{5, 6, 8}})
	}
	return all
}

func TestEveryActionWritesOnlyItsFilesAndItsAgentsGoOn(t *testing.T) {
	for _, f := range played() {
		for i, a := range f.actions() {
			if testing.Short() && i%3 != 0 {
				continue
			}
			t.Run(f.Dialect+"/"+a.name, func(t *testing.T) {
				t.Parallel()
				d := openWorkspace(t, f, f.world().files(f))
				defer d.close()
				d.agree("at first")
				before := d.snapshot()
				e, err := ask(a.rule(d, d.key(a.of)))
				d.must(err)
				res, err := d.do(e)
				d.must(err)
				file := d.File(a.of)
				if len(res.Made) > 0 {
					file = res.Made[0].Name
				}
				if len(d.watch.readings) == 0 {
					t.Error("the agents did not look")
				}
				d.wroteOnly(before, res)
				list, reads := d.agents("then"), ""
				if i := indexOf(list, file); i >= 0 {
					reads = list.Tasks[i].Status + " " + list.Tasks[i].OwnedBy()
				}
				if reads != a.reads {
					t.Errorf("its agents read of it %q, want %q", reads, a.reads)
				}
				want := []string{}
				for _, n := range a.ready {
					if want = append(want, d.File(n)); n == 8 {
						want[len(want)-1] = file
					}
				}
				slices.SortFunc(want, tasks.Natural)
				if got := ready(list); !slices.Equal(got, want) {
					t.Errorf("its agents would start %q, want %q", got, want)
				}
				d.agree("then")
				if done := d.workOn(); len(done) == 0 {
					t.Error("the agents found nothing to do")
				}
				d.refresh()
				d.agree("when the agents went on")
			})
		}
	}
}

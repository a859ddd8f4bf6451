package dialect

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// touched is noon as the old s12 writes it.
const touched = "1795219407.25"

// doing returns the edit of one verb.
func doing(verb tasks.Verb, n int, changes ...tasks.Change) func(f form) []tasks.Edit {
	return func(f form) []tasks.Edit {
		return []tasks.Edit{{Verb: verb, Of: keyed(f.File(n)), Who: "mia", Changes: changes}}
	}
}

func setField(field tasks.Field, to tasks.Value) tasks.Change {
	return tasks.Change{Field: field, Op: tasks.Set, To: to}
}

func (f form) waits(op tasks.Op, n int) tasks.Change {
	return tasks.Change{Field: tasks.FieldWaitsFor, Op: op, To: tasks.RefValue(f.ID(n))}
}

// list is a list of ids as a person types it, laid out as its agents do.
func (f form) list(ns ...int) tasks.Value {
	var ids []string
	for _, n := range ns {
		ids = append(ids, refagents.JSON(f.ID(n)))
	}
	return tasks.Value{Kind: tasks.RawVal, Text: "[\n    " + strings.Join(ids, ",\n    ") + "\n  ]"}
}

// typedList returns the edit of a whole list of a task, whose keys are of any spelling.
func (f form) typedList(n int, keys string, from, to tasks.Value) []tasks.Edit {
	for key := range strings.FieldsSeq(keys) {
		if f.Has(key) {
			return doing(tasks.VerbEdit, n, tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: key, From: from, To: to})(f)
		}
	}
	return nil
}

func (f form) complete(rs []row) []int {
	if rs[0].Status = "completed"; f.Clears {
		rs[1].Waits, rs[2].Waits = nil, f.IDs(2)
	}
	return []int{1}
}

// verbs are what a person does to one of the four tasks of a form, and what becomes of their rows. then returns which of them get
// another time.
var verbs = []struct {
	name  string
	edits func(f form) []tasks.Edit
	then  func(f form, rs []row) []int
}{
	{"claim", doing(tasks.VerbClaim, 2), func(f form, rs []row) []int {
		rs[1].Status, rs[1].Owner, rs[1].OwnerLast = "in_progress", "mia", f.Claude
		return []int{2}
	}},
	{"release", doing(tasks.VerbRelease, 1), func(f form, rs []row) []int {
		rs[0].Status, rs[0].Owner = "pending", ""
		return []int{1}
	}},
	{"reopen", doing(tasks.VerbReopen, 4), func(f form, rs []row) []int {
		rs[3].Status, rs[3].Owner = "pending", ""
		return []int{4}
	}},
	{"complete", doing(tasks.VerbComplete, 1), form.complete},
	{"set the status to completed", doing(tasks.VerbEdit, 1, setField(tasks.FieldStatus, tasks.StatusValue(tasks.Completed))), form.complete},
	{"type the status completed", doing(tasks.VerbEdit, 1, tasks.Change{
		Field: tasks.FieldMember, Op: tasks.Set, Member: "status", From: tasks.Value{Kind: tasks.RawVal, Text: `"in_progress"`}, To: tasks.Value{Kind: tasks.RawVal, Text: ` "completed"`},
	}), form.complete},
	{"set the status to pending", doing(tasks.VerbEdit, 1, setField(tasks.FieldStatus, tasks.StatusValue(tasks.Pending))), func(_ form, rs []row) []int {
		rs[0].Status = "pending"
		return []int{1}
	}},
	{"set the subject", doing(tasks.VerbEdit, 2, setField(tasks.FieldSubject, tasks.TextValue("zwölf\n"))), func(f form, rs []row) []int {
		if rs[1].Subject = "zwölf\n"; !f.Claude {
			rs[1].Active = "Working on: endpoints"
		}
		return []int{2}
	}},
	{"set the owner", doing(tasks.VerbEdit, 1, setField(tasks.FieldOwner, tasks.TextValue("zoé"))), func(_ form, rs []row) []int {
		rs[0].Owner = "zoé"
		return []int{1}
	}},
	{"link, twice", func(f form) []tasks.Edit {
		e := doing(tasks.VerbLink, 4, f.waits(tasks.Add, 3))(f)
		return append(e, e...)
	}, func(f form, rs []row) []int {
		if rs[3].Waits = f.IDs(3); f.Mirrors {
			rs[2].Blocks = f.IDs(4)
		}
		return []int{4}
	}},
	{"unlink", func(f form) []tasks.Edit { return doing(tasks.VerbUnlink, 3, f.waits(tasks.Drop, 1))(f) }, func(f form, rs []row) []int {
		if rs[2].Waits = f.IDs(2); f.Mirrors {
			rs[0].Blocks = f.IDs(2)
		}
		return []int{3}
	}},
	{"put a task between two", func(f form) []tasks.Edit {
		e := doing(tasks.VerbLink, 4, f.waits(tasks.Add, 2))(f)
		e[0].Also = []tasks.Step{{Kind: tasks.ChangeFile, Key: keyed(f.File(3)), Changes: []tasks.Change{f.waits(tasks.Drop, 2), f.waits(tasks.Add, 4)}}}
		return e
	}, func(f form, rs []row) []int {
		if rs[3].Waits, rs[2].Waits = f.IDs(2), f.IDs(1, 4); f.Mirrors {
			rs[1].Blocks, rs[3].Blocks = f.IDs(4), f.IDs(3)
		}
		return []int{3, 4}
	}},
	{"type what it waits for", func(f form) []tasks.Edit { return f.typedList(3, "blockedBy blocked_by", f.list(1, 2), f.list(2, 4)) }, func(f form, rs []row) []int {
		if rs[2].Waits = f.IDs(2, 4); f.Mirrors {
			rs[0].Blocks, rs[3].Blocks = f.IDs(2), f.IDs(3)
		}
		return []int{3}
	}},
	{"type what it blocks", func(f form) []tasks.Edit { return f.typedList(1, "blocks", f.list(2, 3), f.list(3, 4)) }, func(f form, rs []row) []int {
		if f.Mirrors {
			rs[0].Blocks, rs[1].Waits, rs[3].Waits = f.IDs(3, 4), nil, f.IDs(1)
		}
		return nil
	}},
	{"delete", doing(tasks.VerbDelete, 1), func(f form, rs []row) []int {
		rs[0].Subject, rs[1].Waits, rs[2].Waits = "", nil, f.IDs(2)
		return nil
	}},
	{"create", func(f form) []tasks.Edit {
		return []tasks.Edit{{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "Größe", WaitsFor: f.IDs(2, 4, 2)}}}
	}, func(f form, rs []row) []int {
		fresh := row{N: 5, Subject: "Größe", Status: "pending", Waits: f.IDs(2, 4), Created: touched}
		switch id := f.ID(1).Text; {
		case strings.HasPrefix(id, "task_1795"):
			fresh.ID = tasks.ID{Text: "task_1795219407_2000"}
		case strings.HasPrefix(id, "task_"):
			fresh.ID = tasks.ID{Text: "task_55555555"}
		}
		if rs[4] = fresh; f.Mirrors {
			rs[1].Blocks, rs[3].Blocks = f.IDs(3, 5), f.IDs(5)
		}
		return []int{5}
	}},
}

// Each verb writes the bytes that the design's own agents would write, and these read the directory after every step. The
// deciding file is the first one, and no file is written without a difference.
func TestEveryVerbWritesWhatItsDesignDoes(t *testing.T) {
	for _, f := range forms() {
		for _, v := range verbs {
			t.Run(f.Dialect+"/"+v.name, func(t *testing.T) {
				d := f.open(t)
				before, rs := maps.Clone(d.files), append(f.rows(), row{})
				for _, n := range v.then(f, rs) {
					if f.Has("updated_at") {
						rs[n-1].Updated = touched
					}
				}
				want := f.files(slices.DeleteFunc(rs, func(r row) bool { return r.Subject == "" }))
				if fresh := rs[len(rs)-1]; !fresh.ID.Empty() {
					delete(want, f.File(5))
					want[fresh.ID.Text+".json"] = f.Text(fresh)
				}
				deleted := len(want) < len(before)
				d.step = func(s tasks.Step) {
					if l := f.read(t, d, s.Key.Name); len(l.Tasks) != len(d.tasks) {
						t.Errorf("after %s its agents see %d of %d tasks", s.Key.Name, len(l.Tasks), len(d.tasks))
					}
					if s.Kind == tasks.DeleteFile && f.Mark != (d.mark == 1) {
						t.Errorf("it was deleted while the mark is %d", d.mark)
					}
				}
				var steps []tasks.Step
				for _, e := range v.edits(f) {
					steps = append(steps, d.do(t, e).Steps...)
				}
				d.expect(t, v.name, want)
				steps = slices.DeleteFunc(steps, func(s tasks.Step) bool { return s.Kind == tasks.RaiseHighWaterMark })
				differ := 0
				for name, text := range want {
					if before[name] != text {
						differ++
					}
				}
				if deleted {
					differ++
				}
				if len(steps) != differ {
					t.Errorf("%d steps, and %d files differ", len(steps), differ)
				}
				if made := len(want) > len(before); made && (steps[0].Kind != tasks.CreateFile || (d.mark == 5) != (f.Mark && !f.Claude)) {
					t.Errorf("the first step is %d, the mark %d", steps[0].Kind, d.mark)
				} else if edits := v.edits(f); !made && len(edits) > 0 && steps[0].Key != edits[0].Of {
					t.Errorf("the first step is of %s", steps[0].Key.Name)
				}
				if now := settled(t, f.path(), f.Dialect == S13.Dialect, d.files); now.codec.Traits().ReadOnly != "" {
					t.Errorf("opened again, the directory is %s", now.codec.Traits().Title)
				}
			})
		}
	}
}

// read lets the dialect's own agents read the directory as it is. They must read of every task what this package does.
func (f form) read(t *testing.T, d *dir, when string) refagents.Listing {
	t.Helper()
	disk := t.TempDir()
	for name, raw := range d.files {
		testdir.Must(t, os.WriteFile(filepath.Join(disk, name), []byte(raw), 0o600))
	}
	l, err := refagents.Read(f.Dialect, disk)
	if err != nil || len(l.Skipped) > 0 {
		t.Fatalf("%s: %v, skipped %v", when, err, l.Skipped)
	}
	for _, task := range l.Tasks {
		ours := d.task(task.File)
		if ours == nil || ours.Traits.Dialect != f.Dialect || ours.Limits != 0 || ours.Unseen || ours.Why != "" || ours.ID != task.ID || ours.Subject != task.Subject ||
			ours.Owner != task.OwnedBy() || ours.Status.String() != task.Status || !slices.Equal(ours.WaitsFor, task.WaitsFor) || !slices.Equal(ours.Blocks, task.Blocks) {
			t.Errorf("%s: they read %+v, we %+v", when, task, ours)
		}
	}
	return l
}

func TestAVerbThatChangesNoTaskFileIsRefusedByName(t *testing.T) {
	d := formOf("s07").open(t)
	e, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbNote, Of: keyed("task_1.json")}, d)
	var no *RefusedError
	if !errors.As(err, &no) || !strings.Contains(no.Why, `"note"`) || len(e.Steps) > 0 {
		t.Errorf("%d steps, %v", len(e.Steps), err)
	}
}

func TestAnEditThatChangesATaskThatIsGoneTooIsRefused(t *testing.T) {
	d := formOf("s07").open(t)
	gone := tasks.Edit{Verb: tasks.VerbLink, Of: keyed("task_4.json"), Also: []tasks.Step{{Key: keyed("nobody.json")}}}
	if _, err := d.codec.Expand(gone, d); err == nil {
		t.Error("it was planned")
	}
}

func TestClaimOfOnesOwnPendingTaskKeepsTheOwnerAsANeed(t *testing.T) {
	d := formOf("claude-code").open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed("2.json"), Changes: []tasks.Change{setField(tasks.FieldOwner, tasks.TextValue("mia"))}})
	e := d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("2.json"), Who: "mia"})
	want := tasks.Need{Key: keyed("2.json"), Field: tasks.FieldOwner, Is: tasks.TextValue("mia")}
	if !slices.Contains(e.Needs, want) || len(e.Steps[0].Changes) != 1 {
		t.Errorf("%+v", e)
	}
}

func TestDeleteOfOneOfTwoWithTheSameIDKeepsTheLists(t *testing.T) {
	f := formOf("s07")
	files := f.files(f.rows())
	files["task_9.json"] = f.Text(f.rows()[0])
	d := open(t, "/p/.tasks", false, files)
	e := d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed("task_9.json")})
	if len(e.Steps) != 1 {
		t.Errorf("%+v", e.Steps)
	}
}

func TestListsOfWhichARecordHasOnlyTheBeginningAreReadInTheFile(t *testing.T) {
	long := strings.Repeat("7, ", tasks.MaxLinks) + "1"
	other := func(id, waits, blocks string) string {
		return strings.NewReplacer(`"id": 1`, `"id": `+id, `"blockedBy": []`, `"blockedBy": [`+waits+`], "blocks": [`+blocks+`]`).Replace(s07File)
	}
	fresh := func() *dir {
		return open(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File, "task_2.json": other("2", "", long), "task_3.json": other("3", long, "")})
	}
	has := func(d *dir, file, id string, want bool) {
		t.Helper()
		if strings.Contains(d.files[file], "7, "+id+"]") != want {
			t.Errorf("%s has %s: %v", file, id, !want)
		}
	}
	link := func(verb tasks.Verb, op tasks.Op, field tasks.Field, file, id string) tasks.Edit {
		return tasks.Edit{Verb: verb, Of: keyed(file), Changes: []tasks.Change{{Field: field, Op: op, To: tasks.RefValue(tasks.ID{Text: id, Num: true})}}}
	}
	d := fresh()
	d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed("task_1.json")})
	has(d, "task_2.json", "1", false)
	has(d, "task_3.json", "1", false)
	d = fresh()
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	has(d, "task_2.json", "1", true)
	has(d, "task_3.json", "1", false)
	ref := tasks.RefValue(tasks.ID{Text: "1", Num: true})
	both := []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: ref}, {Field: tasks.FieldBlocks, Op: tasks.Drop, To: ref}}
	raw := other("2", "3, 1", "1")
	if out, err := d.codec.Render(d.task("task_2.json"), []byte(raw), both, noon); err != nil || string(out) != other("2", "3", "") {
		t.Errorf("an id dropped from both lists: %v\n%s", err, out)
	}
	d = fresh()
	d.do(t, link(tasks.VerbUnlink, tasks.Drop, tasks.FieldWaitsFor, "task_3.json", "1"))
	has(d, "task_3.json", "1", false)
	d = fresh()
	d.do(t, link(tasks.VerbUnlink, tasks.Drop, tasks.FieldWaitsFor, "task_1.json", "2"))
	has(d, "task_2.json", "1", false)
}

func TestOnlyTasksOfItsOwnListThatCanBeEditedAreChangedToo(t *testing.T) {
	waits := strings.NewReplacer(`"id": 1`, `"id": 2`, "[]", "[1]").Replace(s07File)
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File, "task_2.json": waits, "task_3.json": strings.Replace(waits, `"owner"`, `"owner": "", "owner"`, 1)})
	there := *d.task("task_2.json")
	there.List = "another"
	d.tasks[there.Key] = &there
	for _, verb := range []tasks.Verb{tasks.VerbComplete, tasks.VerbDelete} {
		e, err := d.codec.Expand(tasks.Edit{Verb: verb, Of: keyed("task_1.json")}, d)
		if err != nil || len(e.Steps) != 2 || e.Steps[1].Key != keyed("task_2.json") {
			t.Errorf("%s: %+v, %v", verb, e.Steps, err)
		}
	}
	for _, verb := range []tasks.Verb{tasks.VerbComplete, tasks.VerbDelete, tasks.VerbEdit} {
		if e, err := d.codec.Expand(tasks.Edit{Verb: verb, Of: keyed("task_3.json")}, d); err == nil {
			t.Errorf("%s of a file that cannot be edited: %+v", verb, e.Steps)
		}
	}
}

func TestALinkAddsTheOtherSidesListWhereTheDesignHasOne(t *testing.T) {
	file := func(id, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", ` + more + `"blockedBy": []}`
	}
	d := open(t, "/h/.claude/tasks/x", false, map[string]string{"1.json": file("1", ""), "2.json": file("2", "")})
	d.do(t, doing(tasks.VerbLink, 2, formOf("claude-code").waits(tasks.Add, 1))(formOf("claude-code"))[0])
	if got := d.files["1.json"]; got != file("1", `"blocks": ["2"], `) {
		t.Errorf("%s", got)
	}
}

// These are files as two projects have them that bind the tasks of s07 to worktrees: one in Python, one in Java.
const (
	boundTask = "{\n  \"id\": 1,\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"blockedBy\": [],\n  \"blocks\": [\n    2\n  ],\n  \"owner\": \"alice\",\n  \"worktree\": \"auth\",\n  \"updated_at\": 1774445288.5\n}"
	plainTask = "{\n  \"id\": 2,\n  \"subject\": \"b\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blockedBy\": [\n    1\n  ],\n  \"blocks\": [],\n  \"owner\": \"\"\n}"
	javaTask  = "{\n  \"id\" : 1,\n  \"subject\" : \"a\",\n  \"description\" : \"\",\n  \"status\" : \"in_progress\",\n  \"blockedBy\" : [ ],\n  \"blocks\" : [ ],\n  \"owner\" : \"\",\n  \"worktree\" : \"auth\"\n}"
	javaAfter = "{\n  \"id\" : 2,\n  \"subject\" : \"b\",\n  \"description\" : \"\",\n  \"status\" : \"pending\",\n  \"blockedBy\" : [ 1 ],\n  \"blocks\" : [ ],\n  \"owner\" : \"\",\n  \"worktree\" : \"ui\"\n}"
	oldWaits  = "{\n  \"id\": 3,\n  \"subject\": \"c\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": \"\",\n  \"worktree\": \"\",\n  \"blockedBy\": [\n    1\n  ],\n  \"created_at\": 1774445042.25,\n  \"updated_at\": 1774445042.25\n}"
)

func TestCompletingATaskWithAWorktreeLetsGoOfAllThatWaitForIt(t *testing.T) {
	for _, c := range []struct{ what, first, second, third, after, freed, thirdFreed string }{
		{
			what: "among files of s07", first: boundTask, second: plainTask, third: oldWaits,
			after:      replaced(boundTask, "in_progress", "completed", "1774445288.5", "1795219407.25"),
			freed:      replaced(plainTask, "[\n    1\n  ]", "[]"),
			thirdFreed: replaced(oldWaits, "[\n    1\n  ]", "[]"),
		},
		{
			what: "in a port to Java", first: javaTask, second: javaAfter, third: replaced(javaAfter, `"id" : 2`, `"id" : 3`, "[ 1 ]", "[ 2, 1 ]"),
			after:      replaced(javaTask, "in_progress", "completed"),
			freed:      replaced(javaAfter, "[ 1 ]", "[]"),
			thirdFreed: replaced(javaAfter, `"id" : 2`, `"id" : 3`, "[ 1 ]", "[ 2 ]"),
		},
	} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": c.first, "task_2.json": c.second, "task_3.json": c.third})
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
		d.expect(t, c.what, map[string]string{"task_1.json": c.after, "task_2.json": c.freed, "task_3.json": c.thirdFreed})
	}
}

func replaced(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

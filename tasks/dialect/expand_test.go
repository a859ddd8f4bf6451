package dialect

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

// touched is noon as the old s12 writes it.
const touched = "1795219407.25"

func each(t *testing.T, check func(t *testing.T, f form, d *dir)) {
	for _, f := range forms() {
		t.Run(f.name, func(t *testing.T) {
			d := f.open(t)
			for k, task := range d.tasks {
				if task.Traits.Dialect != f.name || task.Limits != 0 || task.Unseen || task.Why != "" {
					t.Errorf("%s is %s, limits %d, %q", k.Name, task.Traits.Dialect, task.Limits, task.Why)
				}
			}
			check(t, f, d)
		})
	}
}

func (f form) touch(r *row) {
	if f.touches {
		r.updated = touched
	}
}

func (f form) ref(n int) tasks.Value {
	raw := f.id(n)
	return tasks.RefValue(tasks.ID{Text: strings.Trim(raw, `"`), Num: raw[0] != '"'})
}

func TestAVerbThatChangesNoTaskFileIsRefusedByName(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		e, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbNote, Of: d.task(f.file(1)).Key}, d)
		var no *RefusedError
		if !errors.As(err, &no) || !strings.Contains(no.Why, `"note"`) || len(e.Steps) > 0 {
			t.Errorf("%d steps, %v", len(e.Steps), err)
		}
	})
}

func TestClaim(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed(f.file(2)), Who: "mia"})
		rs := f.rows()
		rs[1].status, rs[1].owner, rs[1].ownerLast = "in_progress", "mia", f.none == ""
		f.touch(&rs[1])
		d.expect(t, "claim", f.files(rs))
	})
}

func TestClaimOfOnesOwnPendingTaskKeepsTheOwnerAsANeed(t *testing.T) {
	f := forms()[11]
	d := f.open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed("2.json"), Changes: []tasks.Change{{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("mia")}}})
	e := d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("2.json"), Who: "mia"})
	want := tasks.Need{Key: keyed("2.json"), Field: tasks.FieldOwner, Is: tasks.TextValue("mia")}
	if !slices.Contains(e.Needs, want) || len(e.Steps[0].Changes) != 1 {
		t.Errorf("%+v", e)
	}
}

func TestComplete(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		e := d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(f.file(1))})
		rs := f.rows()
		rs[0].status = "completed"
		f.touch(&rs[0])
		steps := 1
		if f.clears {
			rs[1].waits, rs[2].waits = nil, []int{2}
			steps = 3
		}
		if len(e.Steps) != steps || e.Steps[0].Key != keyed(f.file(1)) {
			t.Errorf("steps %+v", e.Steps)
		}
		d.expect(t, "complete", f.files(rs))
	})
}

func TestReleaseAndReopen(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed(f.file(1))})
		d.do(t, tasks.Edit{Verb: tasks.VerbReopen, Of: keyed(f.file(4))})
		rs := f.rows()
		for _, i := range []int{0, 3} {
			rs[i].status, rs[i].owner = "pending", ""
			f.touch(&rs[i])
		}
		d.expect(t, "release and reopen", f.files(rs))
	})
}

func TestLinkAndUnlink(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		link := func(verb tasks.Verb, op tasks.Op, from, to int) {
			d.do(t, tasks.Edit{Verb: verb, Of: keyed(f.file(from)), Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: op, To: f.ref(to)}}})
		}
		link(tasks.VerbLink, tasks.Add, 4, 3)
		link(tasks.VerbUnlink, tasks.Drop, 3, 1)
		rs := f.rows()
		rs[3].waits, rs[2].waits = []int{3}, []int{2}
		if f.blocks {
			rs[2].blocks, rs[0].blocks = []int{4}, []int{2}
		}
		f.touch(&rs[3])
		f.touch(&rs[2])
		d.expect(t, "link and unlink", f.files(rs))

		link(tasks.VerbLink, tasks.Add, 4, 3)
		d.expect(t, "link again", f.files(rs))
	})
}

func TestALinkWithWhatItMeansForAnotherTaskIsOneEdit(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		waits := func(op tasks.Op, n int) tasks.Change {
			return tasks.Change{Field: tasks.FieldWaitsFor, Op: op, To: f.ref(n)}
		}
		e := d.do(t, tasks.Edit{
			Verb: tasks.VerbLink, Of: keyed(f.file(4)), Changes: []tasks.Change{waits(tasks.Add, 2)},
			Also: []tasks.Step{{Kind: tasks.ChangeFile, Key: keyed(f.file(3)), Changes: []tasks.Change{waits(tasks.Drop, 2), waits(tasks.Add, 4)}}},
		})
		rs := f.rows()
		rs[3].waits, rs[2].waits = []int{2}, []int{1, 4}
		files := 2
		if f.blocks {
			rs[1].blocks, rs[3].blocks, files = []int{4}, []int{3}, 3
		}
		f.touch(&rs[3])
		f.touch(&rs[2])
		if len(e.Steps) != files || e.Steps[0].Key != keyed(f.file(4)) {
			t.Errorf("%d steps, the first of %v", len(e.Steps), e.Steps[0].Key)
		}
		d.expect(t, "a task between two", f.files(rs))
		gone := tasks.Edit{Verb: tasks.VerbLink, Of: keyed(f.file(4)), Also: []tasks.Step{{Key: keyed("nobody.json")}}}
		if _, err := d.codec.Expand(gone, d); err == nil {
			t.Error("a task that is gone was changed")
		}
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.mark = 0
		e := d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed(f.file(1))})
		rs := f.rows()[1:]
		rs[0].waits, rs[1].waits = nil, []int{2}
		if f.mark != (d.mark == 1) || f.mark != (e.Steps[0].Kind == tasks.RaiseHighWaterMark) {
			t.Errorf("mark %d, steps %+v", d.mark, e.Steps)
		}
		d.expect(t, "delete", f.files(rs))
	})
}

func TestDeleteOfOneOfTwoWithTheSameIDKeepsTheLists(t *testing.T) {
	f := forms()[0]
	files := f.files(f.rows())
	files["task_9.json"] = f.write(f.rows()[0])
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

func TestTheOtherSideOfALinkIsWrittenWhereTheDesignOrTheFileHasIt(t *testing.T) {
	claude := func(id, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "blockedBy": []` + more + `}`
	}
	for _, c := range []struct{ path, name, first, second, want string }{ // the second waits for the first, which becomes want
		{"/h/.claude/tasks/x", "%d.json", claude("1", ""), claude("2", ""), `{"id": "1", "subject": "a", "description": "", "status": "pending", "blocks": ["2"], "blockedBy": []}`},
		{"/p/.tasks", "task_%d.json", s07File, strings.Replace(s07File, `"id": 1`, `"id": 2`, 1), s07File},
		{"/p/.tasks", "task_%d.json", strings.Replace(s07File, "[],", "[], \"blocks\": [],", 1), strings.Replace(s07File, `"id": 1`, `"id": 2`, 1),
			strings.Replace(s07File, "[],", "[], \"blocks\": [2],", 1)},
	} {
		d := open(t, c.path, false, map[string]string{fmt.Sprintf(c.name, 1): c.first, fmt.Sprintf(c.name, 2): c.second})
		first, second := d.task(fmt.Sprintf(c.name, 1)), d.task(fmt.Sprintf(c.name, 2))
		d.do(t, tasks.Edit{Verb: tasks.VerbLink, Of: second.Key, Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(first.ID)}}})
		if got := d.files[first.Name]; got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

func TestWhatIsEmptyIsWrittenAsTheDesignDoes(t *testing.T) {
	worktree := strings.Replace(s07File, "[]", `[], "worktree": "x"`, 1)
	for _, c := range []struct {
		name, file, old, new string
		field                tasks.Field
	}{
		{"task_1795219400_0001.json", s12File, `"a"`, `""`, tasks.FieldSubject},
		{"task_1795219400_0001.json", strings.Replace(s12File, "[]", `[], "worktree": "x"`, 1), `"x"`, "null", tasks.FieldWorktree},
		{"task_1.json", worktree, `"x"`, `""`, tasks.FieldWorktree},
	} {
		b := NewCodec("/p/.tasks")
		out, err := b.Render(decode(t, "/p/.tasks", c.name, c.file), []byte(c.file), []tasks.Change{{Field: c.field, Op: tasks.Set}}, noon)
		if want := strings.Replace(c.file, c.old, c.new, 1); err != nil || string(out) != want {
			t.Errorf("%v\n%s\nwant\n%s", err, out, want)
		}
	}
}

func TestATimeIsWrittenInTheFormOfTheFileOrItsDesign(t *testing.T) {
	for _, c := range []struct{ path, name, file, was, is string }{
		{"/p/.tasks", "task_1.json", strings.Replace(s07File, "[]", `[], "created": 1, "updatedAt": null`, 1), `"updatedAt": null`, `"updatedAt": 1795219407.25`},
		{session, "IMPL-2.json", flowFile(`"status": "pending", "created_at": 1, "updated_at": null`), `"updated_at": null`, `"updated_at": "2026-11-21T00:03:27.250Z"`},
		{session, "IMPL-2.json", flowFile(`"status": "pending", "updated_at": 1`), `"updated_at": 1`, `"updated_at": 1795219407`},
		{session, "IMPL-2.json", flowFile(`"status": "pending", "created_at": 1`), `"created_at": 1`, `"created_at": 1`},
	} {
		d := open(t, c.path, false, map[string]string{c.name: c.file})
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(c.name)})
		d.expect(t, c.file, map[string]string{c.name: strings.NewReplacer("pending", "completed", c.was, c.is).Replace(c.file)})
	}
}

func TestEveryTextIsEdited(t *testing.T) {
	for _, c := range []struct {
		file, name, old, new string
		change               tasks.Change
	}{
		{v6File, "task_1.json", `"active_form": ""`, `"active_form": "x"`, tasks.Change{Field: tasks.FieldActiveForm}},
		{claudeFile, "1.json", `"pending"`, `"pending"`, tasks.Change{Field: tasks.FieldStatus, To: tasks.StatusValue(tasks.Pending)}},
		{s07File, "task_1.json", `"subject": "a"`, `"subject": "x"`, tasks.Change{Field: tasks.FieldSubject}},
		{s07File, "task_1.json", `"owner": ""`, `"owner": "x"`, tasks.Change{Field: tasks.FieldOwner}},
		{strings.Replace(s12File, "[]", `[], "worktree": null`, 1), "task_1795219400_0001.json", `"worktree": null`, `"worktree": "x"`, tasks.Change{Field: tasks.FieldWorktree}},
		{flowFile(`"description": "a", "relations": {}`), "IMPL-2.json", `"description": "a"`, `"description": "x"`, tasks.Change{Field: tasks.FieldDescription, From: tasks.TextValue("a")}},
		{flowFile(`"description": "all", "depends_on": []`), "IMPL-2.json", `"description": "all"`, `"description": "all", "status": "failed"`, tasks.Change{Field: tasks.FieldStatus, To: tasks.StatusValue(tasks.Failed)}},
		{flowFile(`"status": {"state": "pending", "at": 1}`), "IMPL-2.json", "pending", "cancelled", tasks.Change{Field: tasks.FieldStatus, To: tasks.StatusValue(tasks.Cancelled)}},
		{s12File, "task_1795219400_0001.json", "[]", "[],\n  \"worktree\": \"x\"", tasks.Change{Field: tasks.FieldWorktree, Member: "worktree"}},
	} {
		path := "/p/.tasks"
		if strings.HasPrefix(c.name, "IMPL") {
			path = session
		}
		d := open(t, path, false, map[string]string{c.name: c.file})
		c.change.Op = tasks.Set
		if c.change.To.Kind == tasks.None {
			c.change.To = tasks.TextValue("x")
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(c.name), Changes: []tasks.Change{c.change}})
		d.expect(t, c.change.Field.String(), map[string]string{c.name: strings.Replace(c.file, c.old, c.new, 1)})
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

func TestATaskThatKeepsBlocksIsReadyByTheRuleOfS07(t *testing.T) {
	for name, raw := range map[string]string{"a bound one": boundTask, "a plain one": plainTask, "one of the port": javaAfter} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_2.json": raw})
		if tr := d.task("task_2.json").Traits; tr.Blocked != tasks.ListNotEmpty || !tr.ClearsOnComplete || tr.Mirrors {
			t.Errorf("%s: %+v", name, tr)
		}
	}
	d := open(t, "/p/.tasks", false, map[string]string{"task_3.json": oldWaits})
	if tr := d.task("task_3.json").Traits; tr != &s12wt.traits || tr.Blocked != tasks.UnfinishedOrMissing {
		t.Errorf("old s12 alone: %+v", tr)
	}
}

func replaced(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

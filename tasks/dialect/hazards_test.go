package dialect

import (
	"errors"
	"strings"
	"testing"

	"sideboard/tasks"
)

const (
	s12File    = "{\n  \"id\": \"task_1795219400_0001\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": null,\n  \"blockedBy\": []\n}"
	s07File    = "{\n  \"id\": 1,\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blockedBy\": [],\n  \"owner\": \"\"\n}"
	v6File     = "{\n  \"id\": \"1\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"active_form\": \"\",\n  \"owner\": \"\",\n  \"blocks\": [],\n  \"blocked_by\": []\n}"
	claudeFile = "{\n  \"id\": \"1\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blocks\": [],\n  \"blockedBy\": []\n}"
	s10File    = "{\n  \"id\": \"task_00c0ffe1\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": null,\n  \"blockedBy\": []\n}"
)

func decode(t *testing.T, path, name, raw string) *tasks.Task {
	t.Helper()
	b := NewCodec(path)
	b.List([]string{name}, false)
	task, err := b.Decode(keyed(name), []byte(raw), tasks.Stamp{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, raw)
	}
	return task
}

func TestOtherEncodingsKeepStatusOwnerAndLinksEditable(t *testing.T) {
	// 昞 ends in a byte that is a backslash in ASCII.
	gbk := strings.Replace(s12File, `"a"`, "\"\xc4\xe3\x95\x5c\"", 1)
	for what, c := range map[string]struct{ raw, subject, newline string }{
		"GBK":     {gbk, "你昞", "\n"},
		"CRLF":    {strings.ReplaceAll(s12File, "\n", "\r\n"), "a", "\r\n"},
		"BOM":     {"\xef\xbb\xbf" + s12File, "a", "\n"},
		"Latin-1": {strings.Replace(s12File, `"a"`, "\"caf\xe9\"", 1), "caf\xe9", "\n"},
	} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": c.raw})
		task := d.task("task_1795219400_0001.json")
		if task.Limits != tasks.NoText || task.Why == "" || task.Subject != c.subject {
			t.Errorf("%s: limits %d, %q, subject %q", what, task.Limits, task.Why, task.Subject)
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: task.Key, Who: "zoé"})
		id := tasks.ID{Text: "task_x"}
		d.do(t, tasks.Edit{Verb: tasks.VerbLink, Of: task.Key, Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)}}})
		owner := `"zo\u00e9"`
		want := strings.NewReplacer("pending", "in_progress", "null", owner, "[]", "["+c.newline+`    "task_x"`+c.newline+"  ]").Replace(c.raw)
		if d.files[task.Name] != want {
			t.Errorf("%s:\n%q\nwant\n%q", what, d.files[task.Name], want)
		}
		for _, f := range []tasks.Field{tasks.FieldSubject, tasks.FieldDescription, tasks.FieldMember} {
			change := tasks.Change{Field: f, Op: tasks.Set, Member: "subject", To: tasks.TextValue(`"b"`)}
			var refused *Refused
			if _, err := d.book.Expand(tasks.Edit{Verb: tasks.VerbEdit, Of: task.Key, Changes: []tasks.Change{change}}, d); !errors.As(err, &refused) || refused.Why != task.Why {
				t.Errorf("%s: %s: %v", what, f, err)
			}
			if _, err := d.book.Render(task, []byte(c.raw), []tasks.Change{change}, noon); !errors.As(err, &refused) {
				t.Errorf("%s: %s rendered: %v", what, f, err)
			}
		}
	}
}

func TestTheSameKeyTwiceIsNotEdited(t *testing.T) {
	raw := strings.Replace(s07File, `"owner"`, `"status": "completed", "owner"`, 1)
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": raw})
	task := d.task("task_1.json")
	if task.Limits&tasks.NoEdit == 0 || !strings.Contains(task.Why, "“status” stands twice") {
		t.Errorf("limits %d, %q", task.Limits, task.Why)
	}
	for _, twice := range []string{`"x": 1, "x": 2`, `"": 1, "": 2`, `"x": 1, "\u0078": 2`} {
		if other := decode(t, "/p/.tasks", "task_1.json", strings.Replace(s07File, `"owner"`, twice+`, "owner"`, 1)); other.Limits != tasks.NoEdit {
			t.Errorf("%s: limits %d", twice, other.Limits)
		}
	}
	if _, err := d.book.Expand(tasks.Edit{Verb: tasks.VerbClaim, Of: task.Key, Who: "x"}, d); err == nil {
		t.Error("claimed")
	}
	if _, err := d.book.Render(task, []byte(raw), []tasks.Change{{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("x")}}, noon); err == nil {
		t.Error("rendered")
	}
}

func TestNumbersAndTextsAreDifferentIDs(t *testing.T) {
	files := map[string]string{
		"task_1.json": s07File,
		"task_2.json": strings.NewReplacer(`"id": 1`, `"id": 2`, "[]", `["1"]`).Replace(s07File),
		"task_3.json": strings.NewReplacer(`"id": 1`, `"id": 3`, "[]", `[3, "1", 1]`).Replace(s07File),
	}
	d := open(t, "/p/.tasks", false, files)
	two := files["task_2.json"]
	e := d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	if len(e.Steps) != 2 {
		t.Errorf("steps %+v", e.Steps)
	}
	if d.files["task_2.json"] != two {
		t.Errorf("the text “1” was cleared:\n%s", d.files["task_2.json"])
	}
	if !strings.Contains(d.files["task_3.json"], `[3, "1"]`) {
		t.Errorf("the number was not:\n%s", d.files["task_3.json"])
	}
	link := tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "task_x"})}
	if _, err := d.book.Expand(tasks.Edit{Verb: tasks.VerbLink, Of: keyed("task_1.json"), Changes: []tasks.Change{link}}, d); err == nil {
		t.Error("a text was added to a list of numbers")
	}
	if _, err := d.book.Expand(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{WaitsFor: []tasks.ID{{Text: "task_x"}}}}, d); err == nil {
		t.Error("a new task with numbers waits for a text")
	}
}

func TestBlocksOfACompletedTaskAreKept(t *testing.T) {
	f := forms()[1]
	d := f.open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	if got := d.task("task_1.json").Blocks; len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestADirectoryWithALockIsS13(t *testing.T) {
	d := open(t, "/p/.tasks", true, map[string]string{"task_00c0ffe1.json": s10File})
	if got := d.task("task_00c0ffe1.json").Traits; got != S13 {
		t.Errorf("%s", got.Dialect)
	}
	d = open(t, "/p/.tasks", false, map[string]string{"task_00c0ffe1.json": s10File})
	task := d.task("task_00c0ffe1.json")
	if task.Traits != S10 || d.book.Lock(task) != tasks.NoLock {
		t.Errorf("%s", task.Traits.Dialect)
	}
	d.book.List([]string{"task_00c0ffe1.json"}, true)
	if d.book.Lock(task) != tasks.FlockLock {
		t.Error("no lock although .lock appeared")
	}
}

func TestAHighWaterMarkMakesItV6Mid(t *testing.T) {
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": v6File, ".highwatermark": "1"})
	if got := d.task("task_1.json").Traits; got != V6Mid {
		t.Errorf("%s", got.Dialect)
	}
	if got := decode(t, "/p/.tasks", "task_1.json", v6File).Traits; got != V6Early {
		t.Errorf("%s without a mark", got.Dialect)
	}
}

func TestAWorktreeIsNotAddedWhereItWouldKillAgents(t *testing.T) {
	d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": s12File})
	task := d.task("task_1795219400_0001.json")
	change := []tasks.Change{{Field: tasks.FieldWorktree, Op: tasks.Set, To: tasks.TextValue("x")}}
	if out, err := d.book.Render(task, []byte(s12File), change, noon); err == nil {
		t.Errorf("%s", out)
	}
	change[0].Member = "worktree" // a rule found agents at work that know the key
	want := strings.Replace(s12File, "[]\n}", "[],\n  \"worktree\": \"x\"\n}", 1)
	if out, err := d.book.Render(task, []byte(s12File), change, noon); err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestInternalTasksAreMarked(t *testing.T) {
	for in, want := range map[string]bool{`{"_internal": true}`: true, `{"_internal": false}`: false, `{"k": "_internal"}`: false, `{}`: false} {
		raw := strings.Replace(claudeFile, "[]\n}", "[],\n  \"metadata\": "+in+"\n}", 1)
		if got := decode(t, "/h/.claude/tasks/x", "1.json", raw).Internal; got != want {
			t.Errorf("%s: %v", in, got)
		}
	}
}

func TestFilesWithATitleOfUnknownOriginAreShownAndNotEdited(t *testing.T) {
	for _, raw := range []string{
		`{"id":"x","title":"a","status":"completed"}`, `{"id":7,"title":"a","depends_on":[]}`, `{"task_id":"x","title":"a","context":{}}`,
	} {
		d := open(t, "/p/.tasks", false, map[string]string{"x.json": raw})
		got := d.task("x.json")
		if got.Limits != tasks.NoEdit || got.Why != readOnlyUnknown || got.Traits != Workflow || got.Subject != "a" {
			t.Errorf("%s: %d %q", raw, got.Limits, got.Why)
		}
		for _, verb := range []tasks.Verb{tasks.VerbClaim, tasks.VerbDelete} {
			if e, err := d.book.Expand(tasks.Edit{Verb: verb, Of: got.Key, Draft: &tasks.Draft{}}, d); err == nil {
				t.Errorf("%s: %+v", verb, e)
			}
		}
	}
}

func TestWorkflowStatusesMapToTheirColumns(t *testing.T) {
	for word, want := range map[string]tasks.Status{
		"pending": tasks.Pending, "active": tasks.InProgress, "in_progress": tasks.InProgress, "completed": tasks.Completed,
		"blocked": tasks.Blocked, "failed": tasks.Failed, "skipped": tasks.Skipped, "cancelled": tasks.Cancelled,
		"container": tasks.Container, "done": tasks.Foreign,
	} {
		task := decode(t, "/p/.tasks", "IMPL-1.json", `{"id":"IMPL-1","title":"a","status":"`+word+`"}`)
		if task.Status != want || (task.StatusText != "") != (want == tasks.Foreign) {
			t.Errorf("%s: %s %q", word, task.Status, task.StatusText)
		}
	}
}

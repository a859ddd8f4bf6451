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
	b := NewBook(path)
	b.List([]string{name}, false)
	task, err := b.Decode(keyed(name), []byte(raw), tasks.Stamp{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, raw)
	}
	return task
}

func TestWhatTheAgentsCannotSeeIsSaid(t *testing.T) {
	const all = "fail to list any task"
	for _, c := range []struct {
		what, name, raw, old, new string
		why                       string // "" when they see it
	}{
		{"as it should be", "1.json", claudeFile, "", "", ""},
		{"owner null", "1.json", claudeFile, `"status"`, `"owner": null, "status"`, "“owner” is not a text"},
		{"description null", "1.json", claudeFile, `"description": ""`, `"description": null`, "“description” is not a text"},
		{"description missing", "1.json", claudeFile, `  "description": "",` + "\n", "", "“description” is missing"},
		{"blocks missing", "1.json", claudeFile, `  "blocks": [],` + "\n", "", "“blocks” is missing"},
		{"blockedBy null", "1.json", claudeFile, `"blockedBy": []`, `"blockedBy": null`, "“blockedBy” is not a list"},
		{"a number in blocks", "1.json", claudeFile, `"blocks": []`, `"blocks": [2]`, "more than texts"},
		{"status done", "1.json", claudeFile, "pending", "done", "“done”"},
		{"NaN", "1.json", claudeFile, `"status"`, `"x": NaN, "status"`, "NaN"},
		{"metadata a list", "1.json", claudeFile, `"status"`, `"metadata": [], "status"`, "“metadata” is not an object"},
		{"an unknown key", "1.json", claudeFile, `"status"`, `"x": 1, "status"`, ""},
		{"a number for an id", "1.json", claudeFile, `"id": "1"`, `"id": 1`, "“id” is not a text"},
		{"byte order mark", "1.json", claudeFile, "{", "\xef\xbb\xbf{", "byte order mark"},

		{"as it should be", "task_1795219400_0001.json", s12File, "", "", ""},
		{"an unknown key", "task_1795219400_0001.json", s12File, `"status"`, `"x": 1, "status"`, "“x” is one too many: its agents then " + all},
		{"metadata", "task_1795219400_0001.json", s12File, `"status"`, `"metadata": {}, "status"`, all},
		{"owner missing", "task_1795219400_0001.json", s12File, `  "owner": null,` + "\n", "", "“owner” is missing: its agents then " + all},
		{"worktree", "task_1795219400_0001.json", s12File, "[]\n", "[],\n  \"worktree\": null\n", ""},
		{"status done", "task_1795219400_0001.json", s12File, "pending", "done", ""},
		{"blockedBy null", "task_1795219400_0001.json", s12File, "[]", "null", "“blockedBy” is not a list"},
		{"another name", "schema.json", s12File, "", "", "only files named task_"},
		{"a word for an id", "task_schema.json", s12File, "", "", ""},

		{"as it should be", "task_00c0ffe1.json", s10File, "", "", ""},
		{"status done", "task_00c0ffe1.json", s10File, "pending", "done", all},
		{"another id", "task_00c0ffe2.json", s10File, "", "", "its id is not its file's name"},
		{"an unknown key", "task_00c0ffe1.json", s10File, `"status"`, `"x": 1, "status"`, all},

		{"as it should be", "task_1.json", v6File, "", "", ""},
		{"an unknown key", "task_1.json", v6File, `"status"`, `"x": 1, "status"`, all},
		{"description missing", "task_1.json", v6File, `  "description": "",` + "\n", "", all},
		{"status missing", "task_1.json", v6File, `  "status": "pending",` + "\n", "", ""},
		{"metadata", "task_1.json", v6File, "[]\n}", "[],\n  \"metadata\": {}\n}", ""},

		{"as it should be", "task_1.json", s07File, "", "", ""},
		{"an unknown key", "task_1.json", s07File, `"status"`, `"x": 1, "status"`, ""},
		{"status missing", "task_1.json", s07File, `  "status": "pending",` + "\n", "", all},
		{"a word in the name", "task_a.json", s07File, "", "", "expect a number after task_"},
		{"a copy", "task_1.tmp.json", s07File, "", "", "expect a number after task_"},
		{"another name", "one.json", s07File, "", "", "only files named task_"},
	} {
		path := "/p/.tasks"
		if c.raw == claudeFile {
			path = "/h/.claude/tasks/x"
		}
		task := decode(t, path, c.name, strings.Replace(c.raw, c.old, c.new, 1))
		if task.Unseen != (c.why != "") || !strings.Contains(task.Why, c.why) {
			t.Errorf("%s, %s (%s): unseen %v, %q", c.name, c.what, task.Traits.Dialect, task.Unseen, task.Why)
		}
	}
}

func TestANameThatFailsAnS10FolderIsSaid(t *testing.T) {
	files := map[string]string{"task_1795219400_0001.json": s12File}
	for _, id := range []string{"task_00c0ffe1", "task_00c0ffe2"} {
		files[id+".json"] = strings.Replace(s10File, "task_00c0ffe1", id, 1)
	}
	d := open(t, "/p/.tasks", false, files)
	if task := d.task("task_1795219400_0001.json"); !task.Unseen || task.Traits != S12 || !strings.Contains(task.Why, "eight hex digits") {
		t.Errorf("%s %q", task.Traits.Dialect, task.Why)
	}
	if task := d.task("task_00c0ffe1.json"); task.Unseen {
		t.Error(task.Why)
	}
	delete(files, "task_00c0ffe2.json")
	d = open(t, "/p/.tasks", false, files)
	if task := d.task("task_1795219400_0001.json"); task.Unseen {
		t.Error(task.Why)
	}
}

func TestAStatusOutsideTheSetIsKeptAndCanBeSet(t *testing.T) {
	for in, want := range map[string]string{
		`"done"`:              "done",
		`"Pending"`:           "Pending",
		`{"state": "x"}`:      `{"state": "x"}`,
		`null`:                "null",
		`"w\u00e9ird \u0007"`: "wéird \a",
	} {
		raw := strings.Replace(s12File, `"pending"`, in, 1)
		d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": raw})
		task := d.task("task_1795219400_0001.json")
		if task.Status != tasks.Foreign || task.StatusText != want || task.Unseen || !strings.Contains(task.Why, want) {
			t.Errorf("%s: %s %q", in, task.Status, task.StatusText)
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: task.Key})
		if got := d.files[task.Name]; got != strings.Replace(raw, in, `"completed"`, 1) {
			t.Errorf("%s: %s", in, got)
		}
	}
	if task := decode(t, "/p/.tasks", "task_1795219400_0001.json", strings.Replace(s12File, "pending", `pend\u0069ng`, 1)); task.Status != tasks.Pending {
		t.Errorf("an escape made it %s", task.Status)
	}
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

func TestWhatIsNoTaskIsTold(t *testing.T) {
	b := NewBook("/p/.tasks")
	for _, c := range []struct {
		name, raw string
		kind      tasks.ProblemKind
		line, col int
		cut       bool
	}{
		{"task_1.json", "", tasks.Unparsable, 1, 1, true},
		{"task_1.json", s07File[:40], tasks.Unparsable, 4, 10, true},
		{"task_1.json", s07File + "}", tasks.Unparsable, 8, 2, false},
		{"current_todos.json", "[]", tasks.NotATask, 0, 0, false},
		{"index.json", `{"worktrees": []}`, tasks.NotATask, 0, 0, false},
		{"package.json", `{"id": "x", "name": "y"}`, tasks.NotATask, 0, 0, false},
		{"task_1.json", `{"subject": "x"}`, tasks.NoID, 0, 0, false},
		{"task_1.json", `{"id": null, "subject": "x"}`, tasks.NoID, 0, 0, false},
		{"task_1.json", `{"id": "", "subject": "x"}`, tasks.NoID, 0, 0, false},
		{"other.json", `{"subject": "x", "status": "pending"}`, tasks.NoID, 0, 0, false},
	} {
		_, err := b.Decode(keyed(c.name), []byte(c.raw), tasks.Stamp{})
		var broken *Broken
		if !errors.As(err, &broken) {
			t.Errorf("%s %q: %v", c.name, c.raw, err)
		} else if broken.Kind != c.kind || broken.Line != c.line || broken.Col != c.col || broken.Cut != c.cut || broken.Text == "" {
			t.Errorf("%s %q: %+v", c.name, c.raw, broken)
		}
	}
}

func TestNumbersAndTextsAreDifferentIDs(t *testing.T) {
	files := map[string]string{
		"task_1.json": s07File,
		"task_2.json": strings.NewReplacer(`"id": 1`, `"id": 2`, "[]", `["1"]`).Replace(s07File),
		"task_3.json": strings.NewReplacer(`"id": 1`, `"id": 3`, "[]", `[3, 1]`).Replace(s07File),
	}
	d := open(t, "/p/.tasks", false, files)
	two := files["task_2.json"]
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	if d.files["task_2.json"] != two {
		t.Errorf("the text “1” was cleared:\n%s", d.files["task_2.json"])
	}
	if !strings.Contains(d.files["task_3.json"], "[3]") {
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

func TestDescendantsKeepTheirShape(t *testing.T) {
	rust := "{\n  \"blocked_by\": [\n    2\n  ],\n  \"created_at\": 1774445042,\n  \"description\": \"\",\n  \"id\": 1,\n  \"owner\": null,\n  \"status\": \"pending\",\n  \"subject\": \"a\",\n  \"updated_at\": 1774445042\n}\n"
	iso := "{\n  \"id\": 1,\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"blockedBy\": [2],\n  \"owner\": \"\",\n  \"requiredRole\": \"backend\",\n  \"updatedAt\": \"2026-04-05T15:42:45.396830+00:00\"\n}"
	tabs := "{\n\t\"id\": 1,\n\t\"subject\": \"a\",\n\t\"status\": \"pending\",\n\t\"blockedBy\": [],\n\t\"owner\": \"\",\n\t\"big\": 12345678901234567890,\n\t\"f\": 1.50\n}"
	small := `{"id":1,"subject":"a","status":"pending","blockedBy":[],"owner":""}`
	for _, c := range []struct{ what, raw, claimed, linked, released string }{
		{
			"rust", rust,
			strings.NewReplacer(`"owner": null`, `"owner": "mia"`, "pending", "in_progress", `"updated_at": 1774445042`, `"updated_at": 1795219407`).Replace(rust),
			strings.NewReplacer("    2\n", "    2,\n    3\n", `"updated_at": 1774445042`, `"updated_at": 1795219407`).Replace(rust),
			strings.Replace(rust, `"updated_at": 1774445042`, `"updated_at": 1795219407`, 1),
		},
		{
			"iso", iso,
			strings.NewReplacer(`"owner": ""`, `"owner": "mia"`, "pending", "in_progress", "2026-04-05T15:42:45.396830", "2026-11-21T00:03:27.250000").Replace(iso),
			strings.NewReplacer("[2]", "[2, 3]", "2026-04-05T15:42:45.396830", "2026-11-21T00:03:27.250000").Replace(iso),
			strings.Replace(iso, "2026-04-05T15:42:45.396830", "2026-11-21T00:03:27.250000", 1),
		},
		{
			"tabs", tabs,
			strings.NewReplacer(`"owner": ""`, `"owner": "mia"`, "pending", "in_progress").Replace(tabs),
			strings.Replace(tabs, "[]", "[\n\t\t3\n\t]", 1),
			tabs,
		},
		{
			"minified", small,
			strings.NewReplacer(`"owner":""`, `"owner":"mia"`, "pending", "in_progress").Replace(small),
			strings.Replace(small, "[]", "[3]", 1),
			small,
		},
	} {
		fresh := func() *dir {
			return open(t, "/p/.tasks", false, map[string]string{"task_1.json": c.raw})
		}
		d := fresh()
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("task_1.json"), Who: "mia"})
		d.expect(t, c.what+" claimed", map[string]string{"task_1.json": c.claimed})
		d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed("task_1.json")})
		d.expect(t, c.what+" released", map[string]string{"task_1.json": c.released})
		d = fresh()
		d.do(t, tasks.Edit{Verb: tasks.VerbLink, Of: keyed("task_1.json"), Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "3", Num: true})}}})
		d.expect(t, c.what+" linked", map[string]string{"task_1.json": c.linked})
	}
}

func TestCreateCopiesTheSiblingsShape(t *testing.T) {
	rust := `{"blocked_by":[2],"created_at":1774445042,"description":"","id":1,"layer":"x","owner":null,"status":"pending","subject":"é","updated_at":1774445042}` + "\n"
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": rust})
	name, raw, err := d.book.Create(tasks.Draft{Subject: "ü"}, []byte(rust), d, 0, noon, nil)
	want := `{"blocked_by":[],"created_at":1795219407,"description":"","id":2,"owner":null,"status":"pending","subject":"ü","updated_at":1795219407}` + "\n"
	if err != nil || name != "task_2.json" || string(raw) != want {
		t.Errorf("%s, %v\n%s", name, err, raw)
	}

	gbk := strings.Replace(s07File, `"a"`, "\"\xc4\xe3\xba\xc3\"", 1)
	d = open(t, "/p/.tasks", false, map[string]string{"task_1.json": gbk})
	_, raw, err = d.book.Create(tasks.Draft{Subject: "ü"}, []byte(gbk), d, 0, noon, nil)
	if want := strings.NewReplacer("\"\xc4\xe3\xba\xc3\"", `"\u00fc"`, `"id": 1`, `"id": 2`).Replace(gbk); err != nil || string(raw) != want {
		t.Errorf("%v\n%s", err, raw)
	}

	six := s12File // s18's agents read six keys, s12's die of seven
	d = open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": six, "task_1795219400_0002.json": strings.Replace(six, "[]", "[],\n  \"worktree\": \"x\"", 1)})
	_, raw, err = d.book.Create(tasks.Draft{Subject: "ü"}, []byte(six), d, 0, noon, func(n int) int { return 1 })
	if err != nil || strings.Contains(string(raw), "worktree") {
		t.Errorf("%v\n%s", err, raw)
	}
}

func TestNobodyIsSpelledAsTheFolderDoes(t *testing.T) {
	empty := strings.Replace(s12File, "null", `""`, 1)
	files := map[string]string{
		"task_1795219400_0002.json": strings.Replace(empty, "_0001", "_0002", 1),
		"task_1795219400_0001.json": strings.Replace(empty, `""`+",\n  \"blocked", `"mia"`+",\n  \"blocked", 1),
	}
	d := open(t, "/p/.tasks", false, files)
	d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed("task_1795219400_0001.json")})
	if got := d.files["task_1795219400_0001.json"]; got != empty {
		t.Errorf("%s", got)
	}
}

func TestEscapesFollowTheFileThenItsSiblings(t *testing.T) {
	claim := func(d *dir) string {
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("task_1.json"), Who: "zoé"})
		return d.files["task_1.json"]
	}
	if got := claim(open(t, "/p/.tasks", false, map[string]string{"task_1.json": strings.Replace(s07File, `"a"`, `"\u00fc"`, 1)})); !strings.Contains(got, `"zo\u00e9"`) {
		t.Error(got)
	}
	if got := claim(open(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File})); !strings.Contains(got, `"zoé"`) {
		t.Error(got)
	}
	files := map[string]string{"task_1.json": s07File, "task_2.json": strings.NewReplacer(`"a"`, `"\u00fc"`, `"id": 1`, `"id": 2`).Replace(s07File)}
	if got := claim(open(t, "/p/.tasks", false, files)); !strings.Contains(got, `"zo\u00e9"`) {
		t.Error(got)
	}
}

func TestAnOwnerIsOnlyWrittenWhereTheFileHasOne(t *testing.T) {
	raw := strings.Replace(s07File, ",\n  \"owner\": \"\"", "", 1)
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": raw})
	if tr := d.task("task_1.json").Traits; tr.HasOwner || tr.Dialect != "s07" {
		t.Errorf("%+v", tr)
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("task_1.json"), Who: "mia"})
	d.expect(t, "claim", map[string]string{"task_1.json": strings.Replace(raw, "pending", "in_progress", 1)})
}

func TestMixedFoldersKeepEachFilesDialect(t *testing.T) {
	wt := "{\n  \"id\": 2,\n  \"subject\": \"b\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"blockedBy\": [\n    1\n  ],\n  \"blocks\": [],\n  \"owner\": \"al\",\n  \"worktree\": \"x\",\n  \"updated_at\": 1774445288.5217147\n}"
	files := map[string]string{
		"task_1.json":               strings.Replace(s07File, "[],", "[],\n  \"blocks\": [\n    2\n  ],", 1),
		"task_2.json":               wt,
		"task_1795219400_0001.json": s12File,
	}
	d := open(t, "/p/.tasks", false, files)
	for name, want := range map[string]*tasks.Traits{"task_1.json": S07Blocks, "task_2.json": S12wt, "task_1795219400_0001.json": S12} {
		if got := d.task(name).Traits; got != want {
			t.Errorf("%s is %s", name, got.Dialect)
		}
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	if got := d.files["task_2.json"]; got != strings.Replace(wt, "[\n    1\n  ]", "[]", 1) {
		t.Errorf("%s", got)
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_2.json")})
	if got := d.task("task_2.json"); got.Clock != noon.UnixNano() || got.Worktree != "x" || got.Owner != "al" {
		t.Errorf("%+v", got)
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

func TestAWorktreeIsNotAddedWhereItWouldKillAgents(t *testing.T) {
	d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": s12File})
	task := d.task("task_1795219400_0001.json")
	change := []tasks.Change{{Field: tasks.FieldWorktree, Op: tasks.Set, To: tasks.TextValue("x")}}
	if out, err := d.book.Render(task, []byte(s12File), change, noon); err == nil {
		t.Errorf("%s", out)
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

func TestWorkflowFilesAreShownAndNotEdited(t *testing.T) {
	for raw, want := range map[string]tasks.Task{
		`{"id":"IMPL-1","title":"a","status":"active","depends_on":["IMPL-0"]}`:          {Subject: "a", Status: tasks.InProgress, WaitsFor: []tasks.ID{{Text: "IMPL-0"}}},
		`{"task_id":"IMPL-1","title":"a"}`:                                               {Subject: "a", Status: tasks.Pending},
		`{"id":"x","title":"a","status":"done"}`:                                         {Subject: "a", StatusText: "done"},
		`{"id":"x","title":"a","context":{"depends_on":["y"],"parent":"p"}}`:             {Subject: "a", Status: tasks.Pending, WaitsFor: []tasks.ID{{Text: "y"}}, Parent: tasks.ID{Text: "p"}},
		`{"id":"x","title":"a","relations":{"dependencies":["y"],"parent":null},"k":[]}`: {Subject: "a", Status: tasks.Pending, WaitsFor: []tasks.ID{{Text: "y"}}},
	} {
		d := open(t, "/p/.workflow/active/WFS-x/.task", false, map[string]string{"IMPL-1.json": raw})
		got := d.task("IMPL-1.json")
		if got.Subject != want.Subject || got.Status != want.Status || got.StatusText != want.StatusText ||
			tasks.RefsValue(got.WaitsFor) != tasks.RefsValue(want.WaitsFor) || got.Parent != want.Parent {
			t.Errorf("%s: %+v", raw, got)
		}
		if got.Limits != tasks.NoEdit || got.Why != readOnlyWorkflow || got.Traits != Workflow {
			t.Errorf("%s: %d %q", raw, got.Limits, got.Why)
		}
		for _, verb := range []tasks.Verb{tasks.VerbClaim, tasks.VerbDelete, tasks.VerbCreate} {
			if e, err := d.book.Expand(tasks.Edit{Verb: verb, Of: got.Key, Draft: &tasks.Draft{}}, d); err == nil {
				t.Errorf("%s: %+v", verb, e)
			}
		}
	}
}

func TestNoiseIsNeverATask(t *testing.T) {
	for name, want := range map[string]bool{
		"task_1.json": false, "1.json": false, "tmp.json": false, "IMPL-1.2.json": false,
		".task_1.json": true, ".sideboard-x.tmp": true, "1.json.lock": true, ".lock": true, ".highwatermark": true,
		"4913": true, "1.json~": true, ".1.json.swp": true, "x.tmp": true, ".json": true, "": true,
	} {
		if Noise(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

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
	for name, want := range map[string]*tasks.Traits{"task_1.json": S07Blocks, "task_2.json": &s12wtBlocks.traits, "task_1795219400_0001.json": S12} {
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

package dialect

import (
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

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
	if tr := d.task("task_3.json").Traits; tr != S12wt || tr.Blocked != tasks.UnfinishedOrMissing {
		t.Errorf("old s12 alone: %+v", tr)
	}
}

func TestALinkInS07IsWrittenWhereItsFilesHaveIt(t *testing.T) {
	free := replaced(plainTask, "[\n    1\n  ]", "[]")
	one := replaced(boundTask, ",\n  \"worktree\": \"auth\",\n  \"updated_at\": 1774445288.5", "", "[\n    2\n  ]", "[]")
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": one, "task_2.json": free})
	d.do(t, tasks.Edit{Verb: tasks.VerbLink, Of: keyed("task_2.json"), Changes: []tasks.Change{
		{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "1", Num: true})},
	}})
	d.expect(t, "linked", map[string]string{"task_1.json": replaced(one, `"blocks": []`, "\"blocks\": [\n    2\n  ]"), "task_2.json": plainTask})
}

func replaced(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

// These are files of a project whose agents went from lesson 12 to lesson 18.
const (
	fileOfS12 = "{\n  \"id\": \"task_1781339988_2367\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"completed\",\n  \"owner\": \"Bob\",\n  \"blockedBy\": []\n}"
	fileOfS18 = "{\n  \"id\": \"task_1782370547_9110\",\n  \"subject\": \"b\",\n  \"description\": \"\",\n  \"status\": \"completed\",\n  \"owner\": \"alice\",\n  \"blockedBy\": [],\n  \"worktree\": \"alice-work\"\n}"
)

func TestWhereS18TookOverFromS12TheNewestWriteSaysSo(t *testing.T) {
	before, after := time.Unix(1781339987, 0), time.Unix(1782370600, 0)
	files := map[string]string{
		"task_1781339988_2367.json": fileOfS12,
		"task_1781339989_0001.json": replaced(fileOfS12, "1781339988_2367", "1781339989_0001"),
		"task_1782370547_9110.json": fileOfS18,
	}
	for _, c := range []struct {
		what  string
		wrote time.Time
		is    *tasks.Traits
	}{
		{"s18 wrote last", after, S18},
		{"s12 made a task since", before, S12},
	} {
		d := open(t, "/p/.tasks", false, files)
		worktree := *d.task("task_1782370547_9110.json")
		worktree.Stamp.Mtime = c.wrote.UnixNano()
		d.book.AddTask(&worktree)
		if got := d.book.Traits(); got != c.is {
			t.Errorf("%s: the folder is %s", c.what, got.Title)
		}
		_, raw, err := d.book.Create(tasks.Draft{Subject: "new"}, []byte(fileOfS18), d, 0, after, func(int) int { return 7 })
		if err != nil || strings.Contains(string(raw), `"worktree": null`) != (c.is == S18) {
			t.Errorf("%s: a new task is written as\n%s\n%v", c.what, raw, err)
		}
		d.book.RemoveTask(worktree.Key)
		if got := d.book.Traits(); got != S12 {
			t.Errorf("%s: without its file the folder is %s", c.what, got.Title)
		}
	}
}

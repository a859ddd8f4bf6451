package dialect

import (
	"strings"
	"testing"

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

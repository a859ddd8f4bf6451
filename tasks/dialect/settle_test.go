package dialect

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"sideboard/tasks"
)

// settled opens a directory as a store does: every file is read, and read again if it is of no known design.
func settled(t *testing.T, path string, lock bool, files map[string]string) (d *dir, unknown bool) {
	d = open(t, path, lock, files)
	if unknown = d.codec.Settle(d); unknown {
		for name := range files {
			if !Noise(name) {
				d.read(t, name)
			}
		}
	}
	return d, unknown
}

// What a design's own code can never have written makes a directory unknown. What only one file of several has may be a
// person's or a model's doing.
func TestADesignIsNotChosenWhereItsCodeCouldNotHaveWrittenTheFiles(t *testing.T) {
	task := func(id, status, waits string) string {
		return `{"id": ` + id + `, "subject": "a", "description": "", "status": "` + status + `", "blockedBy": ` + waits + `, "owner": ""}`
	}
	six := func(id, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "owner": null, "blockedBy": []` + more + `}`
	}
	sixth := func(id, owner, waits, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "active_form": "", "owner": ` + owner + `, "blocks": [], "blocked_by": ` + waits + more + `}`
	}
	claude := func(id, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "blockedBy": []` + more + `}`
	}
	const blocks = `, "blocks": []`
	for _, c := range []struct {
		what    string
		files   map[string]string
		unknown bool
	}{
		{"s07 of which a completed task kept its list", map[string]string{"task_1.json": task("1", "pending", "[]"), "task_2.json": task("2", "completed", "[1]")}, false},
		{"s07 of which one of three completed tasks is still waited for", map[string]string{
			"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "completed", "[]"), "task_3.json": task("3", "completed", "[]"), "task_4.json": task("4", "pending", "[1]"),
		}, false},
		{"completed tasks that are waited for", map[string]string{"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "pending", "[1]")}, true},
		{"completed tasks that are waited for, with old s12", map[string]string{
			"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "pending", "[1]"), "task_3.json": task("3", "pending", "[]"),
			"task_0.json": strings.Replace(oldWaits, `"id": 3`, `"id": 0`, 1), "task_9.json": strings.Replace(oldWaits, `"id": 3`, `"id": 9`, 1),
		}, false},
		{"a completed task that waits for a completed one", map[string]string{
			"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "completed", "[1]"), "task_3.json": task("3", "completed", "[]"), "task_4.json": task("4", "completed", "[]"),
		}, true},
		{"a completed task that waits for a completed one, another waited for by an open one", map[string]string{
			"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "completed", "[]"), "task_3.json": task("3", "completed", "[1]"), "task_4.json": task("4", "completed", "[]"),
			"task_5.json": task("5", "completed", "[]"), "task_6.json": task("6", "pending", "[2]"),
		}, true},
		{"a completed task that an open one waits for, and a completed one", map[string]string{
			"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "pending", "[1]"), "task_3.json": task("3", "completed", "[1]"), "task_4.json": task("4", "completed", "[]"),
		}, true},
		{"one of two completed tasks is waited for", map[string]string{"task_1.json": task("1", "completed", "[]"), "task_2.json": task("2", "completed", "[]"), "task_3.json": task("3", "pending", "[1]")}, false},
		{"a completed task that waits for itself", map[string]string{"task_1.json": task("1", "completed", "[1]"), "task_2.json": task("2", "completed", "[]")}, false},
		{"completed tasks that are waited for, with a bound one that keeps blocks", map[string]string{
			"task_1.json": boundTask, "task_2.json": strings.Replace(task("2", "completed", "[]"), `"owner"`, `"blocks": [], "owner"`, 1), "task_3.json": strings.Replace(task("3", "pending", "[2]"), `"owner"`, `"blocks": [], "owner"`, 1),
		}, false},
		{"old s12 with null for nobody", map[string]string{"task_3.json": strings.Replace(oldWaits, `"owner": ""`, `"owner": null`, 1)}, false},
		{"v6 with a null after another", map[string]string{"task_1.json": sixth("1", `""`, "[]", ""), "task_2.json": sixth("2", "null", "[]", "")}, false},
		{"v6 without metadata next to a high-water mark", map[string]string{"task_1.json": sixth("1", `""`, "[]", ""), ".highwatermark": "1"}, false},
		{"numbers in names of another form", map[string]string{"task_001.json": task("1", "pending", "[]"), "task_002.json": task("2", "pending", "[1]")}, true},
		{"one copy among files of s07", map[string]string{"task_1.json": task("1", "pending", "[]"), "task_7.json": task("1", "pending", "[]")}, false},
		{"an owner by another name", map[string]string{"task_1.json": `{"id": 1, "subject": "a", "status": "pending", "blockedBy": [], "assignee": "mia"}`}, true},
		{"blockers by another name", map[string]string{"task_1.json": `{"id": 1, "subject": "a", "status": "pending", "depends_on": [], "owner": ""}`}, true},
		{"s07 with members of a port", map[string]string{"task_1.json": `{"id": 1, "subject": "a", "status": "pending", "priority": 1, "blockedBy": [], "createdAt": 1}`}, false},
		{"s12 with a key too many in every file", map[string]string{"task_a.json": six("task_a", `, "x": 1`), "task_b.json": six("task_b", `, "x": 2`)}, false},
		{"s12 with a key too many in one file", map[string]string{"task_a.json": six("task_a", `, "x": 1`), "task_b.json": six("task_b", "")}, false},
		{"s12 whose ids are not its names", map[string]string{"task_1.json": six("1", ""), "task_2.json": six("2", "")}, true},
		{"s12 with an empty text for nobody", map[string]string{"task_a.json": strings.Replace(six("task_a", ""), "null", `""`, 1)}, true},
		{"v6 with null for nobody", map[string]string{"task_1.json": sixth("1", "null", "[]", ""), "task_2.json": sixth("2", `"mia"`, "[]", "")}, true},
		{"v6 with one null among others", map[string]string{"task_1.json": sixth("1", "null", "[]", ""), "task_2.json": sixth("2", `""`, "[]", "")}, false},
		{"v6 whose ids are its names", map[string]string{"task_1.json": sixth("task_1", `""`, "[]", "")}, true},
		{"v6 with times", map[string]string{"1.json": sixth("1", `""`, "[]", `, "metadata": {}, "created_at": 1`)}, false},
		{"Claude Code's without blocks", map[string]string{"1.json": claude("1", ""), "2.json": claude("2", "")}, true},
		{"Claude Code's of which one lacks blocks", map[string]string{"1.json": claude("1", ""), "2.json": claude("2", blocks)}, false},
		{"Claude Code's with times", map[string]string{"1.json": claude("1", blocks+`, "created_at": 1`)}, false},
		{"Claude Code's with metadata", map[string]string{"1.json": claude("1", blocks+`, "metadata": {}, "activeForm": "a"`)}, false},
	} {
		d, _ := settled(t, "/p/.tasks", false, maps.Clone(c.files))
		if is := d.codec.Traits(); (is == Unknown) != c.unknown {
			t.Errorf("%s: %s", c.what, is.Title)
		}
	}
}

func TestAFileThatComesLaterIsReadOnlyByItself(t *testing.T) {
	d, _ := settled(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File})
	for name, c := range map[string]struct{ raw, why string }{
		"task_2.json":  {`{"id": 2, "title": "b", "status": "pending", "blockedBy": [1]}`, readOnlyUnknown},
		"task_x.json":  {strings.Replace(v6File, `"active_form"`, `"form"`, 1), "the file task_x.json is named by another rule than that of v6"},
		"task_10.json": {strings.Replace(v6File, `"id": "1"`, `"id": "task_10"`, 1), "no design known here writes such files"},
	} {
		d.files[name] = c.raw
		d.read(t, name)
		got := d.task(name)
		if got.Limits != tasks.NoEdit || !strings.Contains(got.Why, c.why) || got.Traits != Unknown {
			t.Errorf("%s: limits %d, %q", name, got.Limits, got.Why)
		}
		var refused *RefusedError
		if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbComplete, Of: got.Key}, d); !errors.As(err, &refused) || refused.Why != got.Why {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := d.codec.Traits(); got != &s07.traits {
		t.Errorf("the directory is %s", got.Title)
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("task_1.json"), Who: "mia"})
}

func TestAWorkflowFileIsKnownByItsFolderUnderAnyName(t *testing.T) {
	d, _ := settled(t, session, false, map[string]string{"IMPL-1.json": `{"id": "IMPL-1", "title": "t", "meta": {}, "context": {}}`})
	d.files["IMPL-2-fix.json"] = `{"id": "IMPL-2", "title": "t", "meta": {}, "context": {}}`
	d.read(t, "IMPL-2-fix.json")
	if got := d.task("IMPL-2-fix.json"); got.Traits != CCW5 || got.Limits != 0 {
		t.Errorf("%s: %q", got.Traits.Title, got.Why)
	}
}

func TestADirectoryIsJudgedByItsOwnFilesAndOnlyIfItIsNotTrusted(t *testing.T) {
	odd := map[string]string{"task_1.json": strings.Replace(s12File, "task_1795219400_0001", "1", 1)} // its id is not its name
	d, _ := settled(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": s12File})
	d.codec.Unsettle()
	another := func(files map[string]string) bool {
		d.files, d.tasks = files, map[tasks.Key]*tasks.Task{}
		for name := range files {
			d.read(t, name)
		}
		return d.codec.Settle(d)
	}
	if !another(odd) {
		t.Error("files of no design are of one, because those of another directory were")
	}
	d.codec.Unsettle()
	if another(map[string]string{"task_1795219400_0002.json": strings.Replace(s12File, "_0001", "_0002", 1)}) {
		t.Error("files of s12 are of no design, because those of another directory were")
	}
	trusted := open(t, "/p/.tasks", false, map[string]string{})
	trusted.codec.Trust()
	trusted.files = odd
	trusted.read(t, "task_1.json")
	if got := trusted.task("task_1.json").Traits; trusted.codec.Settle(trusted) || got != S12 {
		t.Errorf("a file of a known directory is of %s", got.Title)
	}
	if d, unknown := settled(t, "/h/.claude/tasks/x", false, map[string]string{"1.json": strings.Replace(claudeFile, "[]\n}", `[], "owner": ""}`, 1)}); unknown || d.codec.Traits() != &claudeCode.traits {
		t.Errorf("in a directory of Claude Code's: %s", d.codec.Traits().Title)
	}
	mixed := map[string]string{"task_1.json": s07File, "task_a.json": strings.Replace(s12File, "task_1795219400_0001", "b", 1)}
	if d, unknown := settled(t, "/p/.tasks", false, mixed); !unknown || d.task("task_1.json").Traits != &s07.traits || d.task("task_a.json").Traits != Unknown || d.codec.settled.Load().known {
		t.Errorf("of a file of s07 and one of no design: %v", d.codec.Traits().Title)
	}
	if all, err := d.codec.Members([]byte(strings.Replace(s12File, `"owner"`, `"worktree": null, "owner"`, 1))); err != nil || !all[4].Known {
		t.Errorf("without a name, a file of a known design: %+v, %v", all, err)
	}
}

package dialect

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

// settled opens a directory as a store does: every file is read, and read again if the codec changed its mind about it.
func settled(t *testing.T, path string, lock bool, files map[string]string) *dir {
	d := open(t, path, lock, files)
	d.settle(t)
	return d
}

// settle lets the codec decide about what was read, as a store does after each read.
func (d *dir) settle(t *testing.T) {
	t.Helper()
	again := d.codec.Settle()
	if again == nil {
		return
	}
	for _, k := range slices.Collect(maps.Keys(d.tasks)) {
		if again(d.tasks[k]) {
			d.read(t, k.Name)
		}
	}
	if d.codec.Settle() != nil {
		t.Error("files that were read again change the decision about them")
	}
}

// editable returns the names of the files that are not only shown, in order.
func (d *dir) editable() (names []string) {
	d.Each(func(t *tasks.Task) bool {
		if t.Traits.ReadOnly == "" {
			names = append(names, t.Name)
		}
		return true
	})
	return names
}

// Of a published design: what its agents need in order to find and read files. A name, a member, a word: one file that has it is
// enough. Nothing else is asked of a folder.
func TestWhatContradictsADesignAndWhatDoesNot(t *testing.T) {
	const all, none = "all", ""
	number := func(id, status, waits, more string) string {
		return `{"id": ` + id + `, "subject": "a", "description": "", "status": "` + status + `", "blockedBy": ` + waits + more + `}`
	}
	task := func(id, status, waits string) string { return number(id, status, waits, `, "owner": ""`) }
	owned := func(id, owner string) string { return number(id, "pending", "[]", `, "owner": `+owner) }
	six := func(id, owner, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "owner": ` + owner + `, "blockedBy": []` + more + `}`
	}
	v6 := func(id, status, owner, waits, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "` + status + `", "active_form": "", "owner": ` + owner + `, "blocks": [], "blocked_by": ` + waits + more + `}`
	}
	claude := func(id, more string) string {
		return `{"id": "` + id + `", "subject": "a", "description": "", "status": "pending", "blockedBy": []` + more + `}`
	}
	one := func(name, raw string) map[string]string { return map[string]string{name: raw} }
	numbered := func(raws ...string) map[string]string {
		files := map[string]string{}
		for i, raw := range raws {
			files[fmt.Sprintf("task_%d.json", i+1)] = raw
		}
		return files
	}
	for _, c := range []struct {
		what  string
		files map[string]string
		is    string // which files can be edited, in order
	}{
		// Links in any state.
		{"a completed task that is waited for", numbered(task("1", "completed", "[]"), task("2", "pending", "[1]")), all},
		{"a completed task that waits for a completed one", numbered(task("1", "completed", "[]"), task("2", "completed", "[1]")), all},
		{"links to all completed tasks", numbered(task("1", "completed", "[]"), task("2", "completed", "[]"), task("3", "pending", "[1, 2]")), all},
		{"a loop, a link to itself and one to nothing", numbered(task("1", "pending", "[2]"), task("2", "pending", "[1]"), task("3", "completed", "[3, 9]")), all},
		{"a link on one side", numbered(number("1", "pending", "[]", `, "blocks": [7], "owner": ""`), number("2", "pending", "[1]", `, "blocks": [], "owner": ""`)), all},
		{"a link by a text", numbered(task("1", "pending", "[]"), task("2", "pending", `["1"]`)), all},
		{"lists that are null", numbered(task("1", "pending", "null"), task("2", "pending", "[]")), all},
		{"v6 that waits for a completed task", map[string]string{"1.json": v6("1", "completed", `""`, "[]", `, "metadata": {}`), "2.json": v6("2", "completed", `""`, `["1"]`, `, "metadata": {}`)}, all},

		// Members.
		{"the example of the page of s07", numbered(`{"id":1, "status":"completed"}`, `{"id":2, "blockedBy":[1], "status":"pending"}`,
			`{"id":3, "blockedBy":[1], "status":"pending"}`, `{"id":4, "blockedBy":[2,3], "status":"pending"}`), all},
		{"s07 with members of a port", numbered(`{"id": 1, "subject": "a", "status": "pending", "priority": 1, "blockedBy": [], "createdAt": 1}`), all},
		{"s12 with a key too many in every file", map[string]string{"task_a.json": six("task_a", "null", `, "x": 1`), "task_b.json": six("task_b", "null", `, "x": 2`)}, all},
		{"s12 of which one file is whole", map[string]string{"task_a.json": six("task_a", "null", ""), "task_b.json": `{"id": "task_b", "subject": "b", "status": "pending"}`}, all},
		{"s12 of which no file is whole", map[string]string{"task_a.json": `{"id": "task_a", "subject": "b", "status": "pending", "blockedBy": []}`}, none},
		{"v6 without metadata next to a high-water mark", map[string]string{"task_1.json": v6("1", "pending", `""`, "[]", ""), ".highwatermark": "1"}, all},
		{"v6 with times", one("1.json", v6("1", "pending", `""`, "[]", `, "metadata": {}, "created_at": 1`)), all},
		{"Claude Code's without blocks", map[string]string{"1.json": claude("1", ""), "2.json": claude("2", "")}, none},
		{"Claude Code's of which one has blocks", map[string]string{"1.json": claude("1", ""), "2.json": claude("2", `, "blocks": []`)}, all},
		{"Claude Code's with metadata and times", one("1.json", claude("1", `, "blocks": [], "metadata": {}, "activeForm": "a", "created_at": 1`)), all},

		// Names.
		{"numbers in names of another form", map[string]string{"task_001.json": task("1", "pending", "[]"), "task_002.json": task("2", "pending", "[1]")}, none},
		{"one name of the design's form", map[string]string{"task_001.json": task("1", "pending", "[]"), "task_2.json": task("2", "pending", "[1]")}, all},
		{"a copy of a file", map[string]string{"task_1.json": task("1", "pending", "[]"), "task_1.sync-conflict-20261120-101500-ABCDEFG.json": task("1", "pending", "[]")}, all},
		{"s12 whose ids are not its names", map[string]string{"task_1.json": six("1", "null", ""), "task_2.json": six("2", "null", "")}, none},
		{"v6 whose ids are its names", one("task_1.json", v6("task_1", "pending", `""`, "[]", "")), none},
		{"texts as ids where s07 has numbers", numbered(strings.Replace(task("1", "pending", "[]"), "1", `"1"`, 1)), none},
		{"a text as id in one file", numbered(task("1", "pending", "[]"), strings.Replace(task("2", "pending", "[]"), "2", `"2"`, 1)), "task_1.json"},
		{"a number as id where Claude Code has a text", one("1.json", strings.Replace(claude("1", `, "blocks": []`), `"1"`, "1", 1)), none},

		// Members under other names.
		{"an owner by another name", numbered(number("1", "pending", "[]", `, "assignee": "mia"`)), none},
		{"an owner by another name in one file", numbered(number("1", "pending", "[]", `, "assignee": "mia"`), task("2", "pending", "[]")), "task_2.json"},
		{"an owner by another name next to nobody", numbered(number("1", "pending", "[]", `, "owner": "", "claimed_by": "mia"`), task("2", "pending", "[]")), "task_2.json"},
		{"nobody by another name too", numbered(number("1", "pending", "[]", `, "owner": "", "claimed_by": null`)), all},
		{"an owner by two names", numbered(number("1", "in_progress", "[]", `, "owner": "mia", "worker": "w1"`)), all},
		{"blockers by another name", numbered(`{"id": 1, "subject": "a", "status": "pending", "depends_on": [], "owner": ""}`), none},
		{"a status by another name", numbered(`{"id": 1, "subject": "a", "state": "pending", "blockedBy": [], "owner": ""}`), none},
		{"a status by another name in one file of s12", map[string]string{"task_a.json": six("task_a", "null", ""), "task_b.json": strings.Replace(six("task_b", "null", ""), "status", "state", 1)}, "task_a.json"},
		{"a title", numbered(`{"id": 1, "title": "a", "status": "pending", "blockedBy": [], "owner": ""}`, task("2", "pending", "[]")), "task_2.json"},
		{"an id by another name", numbered(`{"taskId": 1, "subject": "a", "status": "pending", "blockedBy": [], "owner": ""}`), none},

		// Nobody.
		{"s07 with every way to say nobody", numbered(owned("1", "null"), owned("2", `""`), owned("3", "[]"), owned("4", "{}"), owned("5", "0"), owned("6", "false"), number("7", "pending", "[]", "")), all},
		{"s12 with an empty text for nobody", one("task_a.json", six("task_a", `""`, "")), none},
		{"s12 with an empty list for nobody", one("task_a.json", six("task_a", `[]`, "")), none},
		{"s12 with one null among others", map[string]string{"task_a.json": six("task_a", `""`, ""), "task_b.json": six("task_b", "null", "")}, all},
		{"s12 in which everybody is named", one("task_a.json", six("task_a", `"mia"`, "")), all},
		{"v6 with null for nobody", numbered(v6("1", "pending", "null", "[]", ""), v6("2", "pending", `"mia"`, "[]", "")), none},
		{"v6 with one null among others", numbered(v6("1", "pending", "null", "[]", ""), v6("2", "pending", `""`, "[]", "")), all},
		{"old s12 with null for nobody", one("task_3.json", strings.Replace(oldWaits, `"owner": ""`, `"owner": null`, 1)), all},

		// Words.
		{"no word of the design", numbered(task("1", "todo", "[]"), task("2", "done", "[]")), none},
		{"one word of the design", numbered(task("1", "todo", "[]"), task("2", "deleted", "[]"), task("3", "pending", "[]")), all},
		{"no status at all", numbered(`{"id": 1, "subject": "a", "blockedBy": []}`), none},

		// How a file is written, and what lies next to it.
		{"one line, CRLF, escapes, a byte order mark", numbered(strings.ReplaceAll(task("1", "pending", "[]"), ", ", ",\r\n"), "\ufeff"+task("2", "pending", "[]"),
			"{\"owner\":\"\",\"blockedBy\":[ ],\"status\":\"\\u0070ending\",\"subject\":\"a\",\"id\":3}\n\n"), all},
	} {
		d := settled(t, "/p/.tasks", false, maps.Clone(c.files))
		want := c.is
		if c.is == all {
			want = strings.Join(slices.DeleteFunc(slices.Sorted(maps.Keys(c.files)), Noise), " ")
		}
		if got := strings.Join(d.editable(), " "); got != want {
			t.Errorf("%s: %q can be edited, not %q", c.what, got, want)
		}
		for _, note := range []string{"README.md", "AGENTS.md", "config.yaml", ".gitkeep", "notes"} {
			c.files[note] = ""
		}
		if noted := settled(t, "/p/.tasks", false, c.files); noted.codec.Traits() != d.codec.Traits() {
			t.Errorf("%s: with notes the directory is %s", c.what, noted.codec.Traits().Title)
		}
	}
	if d := settled(t, "/h/.claude/tasks/x", false, map[string]string{"1.json": strings.Replace(claudeFile, "[]\n}", `[], "owner": ""}`, 1)}); d.codec.Traits() != &claudeCode.traits {
		t.Errorf("in a directory of Claude Code's: %s", d.codec.Traits().Title)
	}
}

// A directory that is open comes to the same answer as one that is opened later.
func TestFilesThatComeLaterAreJudgedWithTheOthers(t *testing.T) {
	d := settled(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File})
	add := func(name, raw string) {
		t.Helper()
		d.files[name] = raw
		d.read(t, name)
		d.settle(t)
		if later := settled(t, "/p/.tasks", false, d.files); !slices.Equal(later.editable(), d.editable()) {
			t.Errorf("with %s %v can be edited, and opened later %v", name, d.editable(), later.editable())
		}
	}
	for _, c := range []struct{ name, raw, why string }{
		{"task_2.json", `{"id": 2, "title": "b", "status": "pending", "blockedBy": [1]}`, "only shown: no published design writes these files"},
		{"task_x.json", v6File, "the file task_x.json is named by another rule than that of v6"},
		{"task_10.json", strings.Replace(v6File, `"id": "1"`, `"id": "task_10"`, 1), "only shown: the file task_x.json is named by another rule"},
	} {
		add(c.name, c.raw)
		got := d.task(c.name)
		if got.Limits != tasks.NoEdit || !strings.Contains(got.Why, c.why) || got.Traits != Unknown {
			t.Errorf("%s: limits %d, %q", c.name, got.Limits, got.Why)
		}
		var refused *RefusedError
		if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbComplete, Of: got.Key}, d); !errors.As(err, &refused) || refused.Why != got.Why {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("task_1.json"), Who: "mia"})
	add("task_1.json", d.files["task_1.json"])
	add("task_7.json", strings.Replace(v6File, `"id": "1"`, `"id": "7"`, 1))
	if got := strings.Join(d.editable(), " "); got != "task_1.json task_7.json task_10.json task_x.json" {
		t.Errorf("after a file of v6 with its name: %s", got)
	}
}

func TestADesignThatFitsIsKeptWhileItsFilesChange(t *testing.T) {
	d := settled(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File})
	d.files["task_1.json"] = strings.Replace(s07File, `"in_progress"`, `"on hold"`, 1)
	d.read(t, "task_1.json")
	d.settle(t)
	if got := d.task("task_1.json"); got.Traits != &s07.traits {
		t.Errorf("%s: %s", got.Traits.Title, got.Why)
	}
}

func TestAWorkflowFileIsKnownByItsFolderUnderAnyName(t *testing.T) {
	d := settled(t, session, false, map[string]string{"IMPL-1.json": `{"id": "IMPL-1", "title": "t", "meta": {}, "context": {}}`})
	d.files["IMPL-2-fix.json"] = `{"id": "IMPL-2", "title": "t", "meta": {}, "context": {}}`
	d.read(t, "IMPL-2-fix.json")
	d.settle(t)
	if got := d.task("IMPL-2-fix.json"); got.Traits != CCW5 || got.Limits != 0 {
		t.Errorf("%s: %q", got.Traits.Title, got.Why)
	}
}

func TestADirectoryIsJudgedByItsOwnFiles(t *testing.T) {
	d := settled(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": s12File})
	another := func(files map[string]string) *tasks.Traits {
		d.codec.Unsettle()
		for k := range d.tasks {
			d.codec.RemoveTask(k)
		}
		d.files, d.tasks = files, map[tasks.Key]*tasks.Task{}
		for name := range files {
			d.read(t, name)
		}
		d.settle(t)
		return d.codec.Traits()
	}
	if is := another(map[string]string{"task_1.json": strings.Replace(s12File, "task_1795219400_0001", "1", 1)}); is != Unknown {
		t.Errorf("files of no design are of %s, because those of another directory were", is.Title)
	}
	if is := another(map[string]string{"task_1795219400_0002.json": strings.Replace(s12File, "_0001", "_0002", 1)}); is != S12 {
		t.Errorf("files of s12 are of %s, because those of another directory were", is.Title)
	}
	mixed := settled(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File, "task_a.json": strings.Replace(s12File, "task_1795219400_0001", "b", 1)})
	if got := mixed.editable(); !slices.Equal(got, []string{"task_1.json"}) || mixed.codec.Traits() != &s07.traits {
		t.Errorf("of a file of s07 and one of no design: %s, %v", mixed.codec.Traits().Title, got)
	}
}

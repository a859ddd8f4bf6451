package dialect

import (
	"errors"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestWhatTheAgentsCannotSeeIsSaid(t *testing.T) {
	const all = "fail to list any task"
	for _, c := range []struct {
		what, name, raw, old, new string
		why                       string // "" if they see it
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
		{"metadata null", "1.json", claudeFile, `"status"`, `"metadata": null, "status"`, "“metadata” is not an object"},
		{"metadata a list", "1.json", claudeFile, `"status"`, `"metadata": [], "status"`, "“metadata” is not an object"},
		{"an unknown key", "1.json", claudeFile, `"status"`, `"x": 1, "status"`, ""},
		{"metadata an object", "1.json", claudeFile, `"status"`, `"metadata": {}, "status"`, ""},
		{"a key of other agents", "1.json", claudeFile, `"status"`, `"worktree": 7, "status"`, ""},
		{"a number for an id", "1.json", claudeFile, `"id": "1"`, `"id": 1`, "“id” is not a text"},
		{"byte order mark", "1.json", claudeFile, "{", "\xef\xbb\xbf{", "byte order mark"},

		{"as it should be", "task_1795219400_0001.json", s12File, "", "", ""},
		{"owner missing", "task_1795219400_0001.json", s12File, `  "owner": null,` + "\n", "", "“owner” is missing: its agents then " + all},
		{"worktree", "task_1795219400_0001.json", s12File, "[]\n", "[],\n  \"worktree\": null\n", ""},
		{"status done", "task_1795219400_0001.json", s12File, "pending", "done", ""},
		{"blockedBy null", "task_1795219400_0001.json", s12File, "[]", "null", "“blockedBy” is not a list: its agents fail on it"},
		{"a number in blockedBy", "task_1795219400_0001.json", s12File, "[]", "[1]", ""},
		{"a word for an id", "task_schema.json", s12File, "", "", ""},

		{"as it should be", "task_00c0ffe1.json", s10File, "", "", ""},
		{"status done", "task_00c0ffe1.json", s10File, "pending", "done", all},
		{"another id", "task_00c0ffe2.json", s10File, "", "", "its id is not its file's name"},

		{"as it should be", "task_1.json", v6File, "", "", ""},
		{"description missing", "task_1.json", v6File, `  "description": "",` + "\n", "", all},
		{"status missing", "task_1.json", v6File, `  "status": "pending",` + "\n", "", ""},
		{"metadata", "task_1.json", v6File, "[]\n}", "[],\n  \"metadata\": {}\n}", ""},
		{"metadata a text", "task_1.json", v6File, "[]\n}", "[],\n  \"metadata\": \"x\"\n}", ""},

		{"as it should be", "task_1.json", s07File, "", "", ""},
		{"an unknown key", "task_1.json", s07File, `"status"`, `"x": 1, "status"`, ""},
		{"status missing", "task_1.json", s07File, `  "status": "pending",` + "\n", "", all},
		{"blockedBy null", "task_1.json", s07File, "[]", "null", "is not a list: its agents then fail to complete any task"},
		{"blockedBy a number", "task_1.json", s07File, "[]", "7", "is not a list: its agents fail on it"},
		{"blocks null", "task_1.json", s07File, "[]", `[], "blocks": null`, ""},
		{"blocks a number", "task_1.json", s07File, "[]", `[], "blocks": 7`, "“blocks” is not a list"},
		{"subject null", "task_1.json", s07File, `"a"`, "null", ""}, // they print it
		{"blockedBy null in old s12", "task_1.json", s07File, "[]", `null, "worktree": ""`, ""},
		{"a word in the name", "task_a.json", s07File, "", "", "expect a number after task_"},
		{"a copy", "task_1.tmp.json", s07File, "", "", "expect a number after task_"},
	} {
		t.Run(c.name+", "+c.what, func(t *testing.T) {
			path := "/p/.tasks"
			if c.raw == claudeFile {
				path = "/h/.claude/tasks/x"
			}
			task := decode(t, path, c.name, strings.Replace(c.raw, c.old, c.new, 1))
			if task.Unseen != (c.why != "") || !strings.Contains(task.Why, c.why) {
				t.Errorf("%s: unseen %v, %q", task.Traits.Dialect, task.Unseen, task.Why)
			}
		})
	}
}

func TestMembersWithoutAPlaceAreKept(t *testing.T) {
	b := NewCodec("/p/.tasks") // one, because files with the same names share them
	for _, c := range []struct {
		name, raw, old, new string
		members, surplus    string
	}{
		{"task_1795219400_0001.json", s12File, "", "", "", ""},
		{"task_1795219400_0001.json", s12File, `"status"`, `"x": 1, "met\u0061data": {}, "status"`, "x metadata", "x metadata"},
		{"task_1795219400_0001.json", s12File, "[]\n", "[],\n  \"worktree\": null\n", "", ""},
		{"task_00c0ffe1.json", s10File, `"status"`, `"x": 1, "status"`, "x", "x"},
		{"task_1.json", v6File, `"status"`, `"x": 1, "status"`, "x", "x"},
		{"task_1.json", v6File, "[]\n}", "[],\n  \"metadata\": {}\n}", "metadata", ""},
		{"task_1.json", s07File, `"status"`, `"x": 1, "status"`, "x", "id subject description x status blockedBy owner"}, // they take any
		{"task_1.json", s07File, `"status"`, `"blocks": [], "x": 1, "status"`, "x", "id subject description blocks x status blockedBy owner"},
		{"1.json", claudeFile, "", "", "", "id subject description status blocks blockedBy"},
		{"1.json", claudeFile, `"status"`, `"owner": "mia", "status"`, "", "id subject description status blocks blockedBy"},
		{"1.json", claudeFile, `"status"`, `"owner": null, "status"`, "", "id subject description owner status blocks blockedBy"},
		{"task_1795219400_0001.json", s12File, `"status"`, `"metadata": {}, "status"`, "metadata", "metadata"},
	} {
		task, err := b.Decode(keyed(c.name), []byte(strings.Replace(c.raw, c.old, c.new, 1)), tasks.Stamp{})
		testdir.Must(t, err)
		members, surplus := "", ""
		if task.Members != nil {
			members = strings.Join(task.Members.Names, " ")
		}
		if keys := task.Surplus(); keys != nil {
			surplus = strings.Join(keys.Names, " ")
		}
		if members != c.members || surplus != c.surplus || task.Why != "" && c.raw != claudeFile {
			t.Errorf("%s with %q (%s): %q, surplus %q, %q", c.name, c.new, task.Traits.Dialect, members, surplus, task.Why)
		}
	}
}

func TestAMemberThatNoFieldHasHasAChecksum(t *testing.T) {
	b := NewCodec("/p/.tasks")
	sum := func(members, name string) uint32 {
		task, err := b.Decode(keyed("task_1.json"), []byte(strings.Replace(s07File, `"owner"`, members+`, "owner"`, 1)), tasks.Stamp{})
		testdir.Must(t, err)
		sum, there := task.Members.Sum(name)
		if !there {
			t.Errorf("%s: no %s", members, name)
		}
		return sum
	}
	for _, name := range []string{"x", "metadata", "agent", "paths", "convergence", "implementation"} {
		one := sum(`"created_at": 1, "`+name+`": {"a": 1}`, name)
		if one == 0 || one != sum(`"created_at": 2, "`+name+`": { "a":1 }`, name) || one == sum(`"created_at": 1, "`+name+`": {"a": 2}`, name) {
			t.Errorf("%s", name)
		}
	}
	if sum(`"created_at": 1, "x": 2`, "created_at") != 0 {
		t.Error("a time has a checksum, and its change is an edit")
	}
}

func TestANameThatTheAgentsOfTheFolderDoNotReadIsReported(t *testing.T) {
	hex := func(id string) string { return strings.Replace(s10File, "task_00c0ffe1", id, 1) }
	files := map[string]string{
		"task_1795219400_0001.json": s12File, "task_1.json": s07File, "task_00c0ffe1.json": s10File, "task_00c0ffe2.json": hex("task_00c0ffe2"),
		"task_00c0ffe3.json": hex("task_00c0ffe3"), "one.json": s07File, "schema.json": s12File,
	}
	reported := func(want map[string]string) {
		t.Helper()
		d := open(t, "/p/.tasks", false, files)
		for name := range files {
			if task := d.task(name); task.Unseen != (want[name] != "") || !strings.Contains(task.Why, want[name]) {
				t.Errorf("%s (%s): unseen %v, %q", name, task.Traits.Dialect, task.Unseen, task.Why)
			}
		}
	}
	reported(map[string]string{"one.json": "only files named task_", "schema.json": "only files named task_"})
	delete(files, "one.json")
	delete(files, "schema.json")
	reported(map[string]string{"task_1795219400_0001.json": "eight hex digits"}) // most are of s10
}

// A word for a task that nobody will do, which the design does not have, is shown as what it means.
func TestAStatusByAnotherWordIsShownByItsMeaning(t *testing.T) {
	for word, want := range map[string]tasks.Status{
		"deleted": tasks.Cancelled, "Cancelled": tasks.Cancelled, "wontfix": tasks.Skipped, "skipped": tasks.Skipped,
	} {
		raw := strings.Replace(s12File, `"pending"`, `"`+word+`"`, 1)
		d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": raw})
		task := d.task("task_1795219400_0001.json")
		if task.Status != want || task.StatusText != word || task.Unseen || !strings.Contains(task.Why, word) {
			t.Errorf("%s: %s %q, %q", word, task.Status, task.StatusText, task.Why)
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbReopen, Of: task.Key})
		if got := d.files[task.Name]; got != s12File {
			t.Errorf("%s reopened: %s", word, got)
		}
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

func TestAFileThatIsNoTaskIsAProblem(t *testing.T) {
	for _, c := range []struct {
		path, name, raw string
		kind            tasks.ProblemKind // 0 for a task
		line, col       int
	}{
		{"/p/.tasks", "task_1.json", "", tasks.Unparsable, 1, 1},
		{"/p/.tasks", "task_1.json", s07File[:40], tasks.Unparsable, 4, 10},
		{"/p/.tasks", "task_1.json", s07File + "}", tasks.Unparsable, 8, 2},
		{"/p/.tasks", "current_todos.json", "[]", tasks.NotATask, 0, 0},
		{"/p/.tasks", "index.json", `{"worktrees": []}`, tasks.NotATask, 0, 0},
		{"/p/.tasks", "package.json", `{"id": "x", "name": "y"}`, tasks.NotATask, 0, 0},
		{"/p/.tasks", "x.json", `{"id": "x", "status": "pending"}`, tasks.NotATask, 0, 0},
		{"/p/.tasks", "x.json", `{"task_id": "x", "status": "pending"}`, tasks.NotATask, 0, 0},
		{"/p/.tasks", "x.json", `{"task_id": "x", "name": "y"}`, 0, 0, 0},
		{"/p/.tasks", "x.json", `{"id": null, "task_id": "x", "title": "y"}`, tasks.NotATask, 0, 0},
		{"/p/.tasks", "task_1.json", `{"id": "x"}`, 0, 0, 0},
		{"/p/.tasks", "task_1.json", `{"status": "pending"}`, tasks.NoID, 0, 0},
		{"/p/.tasks", "task_1.json", `{"subject": "x"}`, tasks.NoID, 0, 0},
		{"/p/.tasks", "task_1.json", `{"id": null, "subject": "x"}`, tasks.NoID, 0, 0},
		{"/p/.tasks", "task_1.json", `{"id": "", "subject": "x"}`, tasks.NoID, 0, 0},
		{"/p/.tasks", "other.json", `{"subject": "x", "status": "pending"}`, tasks.NoID, 0, 0},
		{session, "tmp.json", `{"id": "IMPL-1", "title": "a"}`, tasks.NotATask, 0, 0},
		{session, "temp.json", `{"id": "IMPL-1", "title": "a"}`, tasks.NotATask, 0, 0},
		{session, "x.json", `{"id": "IMPL-1"}`, tasks.NotATask, 0, 0},
		{session, "x.json", `{"id": "IMPL-1", "status": "pending"}`, 0, 0, 0},
	} {
		_, err := NewCodec(c.path).Decode(keyed(c.name), []byte(c.raw), tasks.Stamp{})
		broken, _ := errors.AsType[*BrokenError](err)
		if broken == nil {
			broken = &BrokenError{Text: "none"}
		}
		if broken.Kind != c.kind || broken.Line != c.line || broken.Col != c.col || broken.Text == "" {
			t.Errorf("%s %q: %+v", c.name, c.raw, broken)
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

func TestWhatAgentsDoWithAFaultyFileIsKnownAndItsRepairMakesThemReadIt(t *testing.T) {
	for _, c := range []struct {
		what     string
		as       *spec
		name     string
		raw      string
		old, new string // what is replaced in raw
		take     Take
		repair   string // "member op value" of every change, separated by semicolons
		lossy    bool
	}{
		{"no fault", s12, "task_1795219400_0001.json", s12File, "", "", Taken, "", false},
		{"another name", s12, "1.json", s12File, "", "", Ignored, "", false},
		{"a name without a number", s07, "task_a.json", s07File, "", "", FailsAll, "", false},
		{"not JSON", s12, "task_1795219400_0001.json", s12File, "}", "", FailsAll, "", false},
		{"not JSON", v6Early, "task_1.json", v6File, "}", "", Skipped, "", false},
		{"not UTF-8", s12, "task_1795219400_0001.json", s12File, `"a"`, "\"\xc4\"", FailsAll, "", false},
		{"a byte order mark", claudeCode, "1.json", claudeFile, "{", "\xef\xbb\xbf{", Skipped, "", false},
		{"not UTF-8", claudeCode, "1.json", claudeFile, `"a"`, "\"\xc4\"", Taken, "", false},
		{"not UTF-8", ccw, "IMPL-2.json", flowFile(""), `"t"`, "\"\xc4\"", Skipped, "", false},
		{"no fault", ccw, "IMPL-2.json", flowFile(""), "", "", Taken, "", false},
		{"an array", s12, "task_1795219400_0001.json", "[]", "", "", FailsAll, "", false},
		{"an array", v6Early, "task_1.json", "[]", "", "", FailsAll, "", false},
		{"metadata", v6Mid, "task_1.json", v6File, "[]\n}", "[], \"metadata\": \"x\"\n}", Taken, "", false},
		{"a list as metadata", v6Mid, "task_1.json", v6File, "[]\n}", "[], \"metadata\": [{}]\n}", Taken, "", false},

		{"no list", s12, "task_1795219400_0001.json", s12File, "null,\n  \"blockedBy\": []", "null", FailsAll, "blockedBy set []", false},
		{"a null list", s12, "task_1795219400_0001.json", s12File, "[]", "null", FailsAll, "blockedBy set []", false},
		{"no owner", s12, "task_1795219400_0001.json", s12File, "  \"owner\": null,\n", "", FailsAll, "owner set null", false},
		{"no description", s12, "task_1795219400_0001.json", s12File, "  \"description\": \"\",\n", "", FailsAll, `description set ""`, false},
		{"no subject", s12, "task_1795219400_0001.json", s12File, "  \"subject\": \"a\",\n", "", FailsAll, "", false},
		{"a surplus key", s12, "task_1795219400_0001.json", s12File, `"status"`, `"x": 1, "status"`, FailsAll, "x unset ", true},
		{"two surplus keys", s12, "task_1795219400_0001.json", s12File, `"status"`, `"x": 1, "y": null, "status"`, FailsAll, "x unset ; y unset ", true},
		{"an empty surplus key", s12, "task_1795219400_0001.json", s12File, `"status"`, `"x": {}, "status"`, FailsAll, "x unset ", false},
		{"two faults", s12, "task_1795219400_0001.json", s12File, "[]", `[1, "2"], "x": null`, FailsAll, `blockedBy set ["1", "2"]; x unset `, false},
		{"an object in the list", s12, "task_1795219400_0001.json", s12File, "[]", "[{}]", FailsAll, "", false},
		{"Windows line ends", s12, "task_1795219400_0001.json", strings.ReplaceAll(s12File, "\n", "\r\n"), "[]", "null", FailsAll, "blockedBy set []", false},
		{"a key twice", s12, "task_1795219400_0001.json", s12File, "[]", `null, "status": "pending"`, FailsAll, "", false},

		{"a list under the name of another design", s12, "task_1795219400_0001.json", s12File, "blockedBy", "blocked_by", FailsAll, "", false},
		{"no fault", s10, "task_00c0ffe1.json", s10File, "", "", Taken, "", false},
		{"a name without eight digits", s10, "task_1.json", s10File, "", "", FailsAll, "", false},
		{"another status", s10, "task_00c0ffe1.json", s10File, "pending", "done", FailsAll, "", false},
		{"another id", s10, "task_00c0ffe2.json", s10File, "", "", FailsAll, "", false},
		{"a null list", s07, "task_1.json", s07File, "[]", "null", FailsOver, "blockedBy set []", false},
		{"a null subject", s07, "task_1.json", s07File, `"a"`, "null", FailsAll, "", false},
		{"texts in a list", s07, "task_1.json", s07File, "[]", `["1", {}]`, FailsAll, "", false},
		{"a number as list", s07, "task_1.json", s07File, "[]", "7", FailsAll, "", false},
		{"NaN", s07, "task_1.json", s07File, `"status"`, `"x": NaN, "status"`, Taken, "", false},
		{"a null owner", claudeCode, "1.json", claudeFile, `"status"`, `"owner": null, "status"`, Skipped, "owner unset ", false},
		{"a null owner, not UTF-8", claudeCode, "1.json", claudeFile, `"a"`, "\"\xc4\", \"owner\": null", Skipped, "", false},
		{"a number as owner", claudeCode, "1.json", claudeFile, `"status"`, `"owner": 7, "status"`, Skipped, "", false},
		{"null as active form", claudeCode, "1.json", claudeFile, `"status"`, `"activeForm": null, "status"`, Skipped, `activeForm set ""`, false},
		{"numbers in a list", claudeCode, "1.json", claudeFile, `"blocks": []`, `"blocks": [2]`, Skipped, `blocks set ["2"]`, false},
		{"NaN", claudeCode, "1.json", claudeFile, `"status"`, `"x": NaN, "status"`, Skipped, "", false},
	} {
		t.Run(c.as.traits.Dialect+", "+c.what, func(t *testing.T) {
			b, raw := NewCodec("/p/.tasks"), []byte(strings.Replace(c.raw, c.old, c.new, 1))
			v := b.Judge(&c.as.traits, c.name, raw, nil)
			var repair []string
			for _, r := range v.Repair {
				repair = append(repair, r.Member+" "+r.Op.String()+" "+r.To.Text)
			}
			if got := strings.Join(repair, "; "); v.Take != c.take || got != c.repair || v.Lossy != c.lossy || (v.Why == "") != (v.Take == Taken) {
				t.Errorf("take %d, %q, repair %q, lossy %v", v.Take, v.Why, got, v.Lossy)
			}
			if len(v.Repair) == 0 {
				return
			}
			for _, r := range v.Repair {
				if now, err := b.Value(raw, r.Field, r.Member, nil); err != nil || now != r.From {
					t.Errorf("%s is %v, the repair says %v, %v", r.Member, now, r.From, err)
				}
			}
			repaired, err := b.Render(&tasks.Task{Traits: &c.as.traits}, raw, v.Repair, noon)
			if again := b.Judge(&c.as.traits, c.name, repaired, nil); err != nil || again.Take != Taken {
				t.Errorf("after the repair: %v, %v\n%s", again, err, repaired)
			}
		})
	}
}

func TestAMemberThatEveryFileHasIsNoFault(t *testing.T) {
	with := []byte(strings.Replace(s12File, `"status"`, `"x": 1, "status"`, 1))
	if v := NewCodec("/p/.tasks").Judge(S12, "task_1795219400_0001.json", with, []string{"x"}); v.Take != Taken {
		t.Errorf("%+v", v)
	}
}

func TestAMemberThatEveryFileHasIsRepairedAndNotRemoved(t *testing.T) {
	null := []byte(strings.Replace(claudeFile, `"status"`, `"owner": null, "status"`, 1))
	v := NewCodec("/p/.tasks").Judge(&claudeCode.traits, "1.json", null, []string{"owner"})
	if len(v.Repair) != 1 || v.Repair[0].Op != tasks.Set || v.Repair[0].To.Text != `""` {
		t.Errorf("an owner in every file, null in one: %+v", v)
	}
}

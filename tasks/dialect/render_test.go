package dialect

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// fileName returns the name that the agents of a test's file give it.
func fileName(file string) string {
	_, rest, _ := strings.Cut(file, `"id": `)
	id := strings.Trim(rest[:strings.IndexAny(rest, ",\n")], `"`)
	if number := len(id) == 1; number && (rest[0] != '"' || strings.Contains(file, "blocked_by")) {
		id = "task_" + id
	}
	return id + ".json"
}

// typed is the change of a member to what a person typed, "" if it is gone.
func typed(member, raw string) tasks.Change {
	if raw == "" {
		return tasks.Change{Field: tasks.FieldMember, Op: tasks.Unset, Member: member}
	}
	return tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: member, To: tasks.Value{Kind: tasks.RawVal, Text: raw}}
}

func setText(f tasks.Field, to string) tasks.Change { return setField(f, tasks.TextValue(to)) }

// Each change of a file replaces its own bytes. What agents cannot work with is refused, and it says why.
func TestAnEditOfOneFieldWritesItAndNothingElse(t *testing.T) {
	const contains = ""                      // the file afterwards has the text that was typed
	line := func(file, name string) string { // of the member with a name
		for l := range strings.Lines(file) {
			if strings.Contains(l, `"`+name+`"`) {
				return l
			}
		}
		return ""
	}
	without := func(file, name string) string { return strings.Replace(file, line(file, name), "", 1) }
	done := setField(tasks.FieldStatus, tasks.StatusValue(tasks.Completed))
	withTree := func(file, tree string) string { return strings.Replace(file, "[]", "[],\n  \"worktree\": "+tree, 1) }
	timed := func(members string) string { return flowFile(`"status": "pending", ` + members) }
	v6mid := strings.Replace(v6File, "[]\n}", "[], \"metadata\": {}\n}", 1)
	for _, c := range []struct {
		file   string
		change tasks.Change
		want   string // the file afterwards, or "error: " and a part of the reason
	}{
		{v6File, setText(tasks.FieldActiveForm, "x"), replaced(v6File, `"active_form": ""`, `"active_form": "x"`)},
		{claudeFile, setField(tasks.FieldStatus, tasks.StatusValue(tasks.Pending)), claudeFile},
		{s07File, setText(tasks.FieldSubject, "x"), replaced(s07File, `"a"`, `"x"`)},
		{s07File, setText(tasks.FieldOwner, "x"), replaced(s07File, `"owner": ""`, `"owner": "x"`)},
		{s12File, setText(tasks.FieldSubject, ""), replaced(s12File, `"a"`, `""`)},
		{withTree(s12File, "null"), setText(tasks.FieldWorktree, "x"), withTree(s12File, `"x"`)},
		{withTree(s12File, `"x"`), setText(tasks.FieldWorktree, ""), withTree(s12File, "null")},
		{withTree(s07File, `"x"`), setText(tasks.FieldWorktree, ""), withTree(s07File, `""`)},
		{s12File, setText(tasks.FieldWorktree, "x"), "error: keep no worktree"},
		{s12File, tasks.Change{Field: tasks.FieldWorktree, Op: tasks.Set, Member: "worktree", To: tasks.TextValue("x")}, withTree(s12File, `"x"`)}, // a rule found agents that know it
		{s12File, setText(tasks.FieldActiveForm, "x"), "error: keep no active form"},
		{flowFile(`"description": "a", "relations": {}`), setText(tasks.FieldDescription, "x"), flowFile(`"description": "x", "relations": {}`)},
		{flowFile(`"description": "all", "depends_on": []`), setField(tasks.FieldStatus, tasks.StatusValue(tasks.Failed)), flowFile(`"description": "all", "status": "failed", "depends_on": []`)},
		{flowFile(`"status": {"state": "pending", "at": 1}`), setField(tasks.FieldStatus, tasks.StatusValue(tasks.Cancelled)), flowFile(`"status": {"state": "cancelled", "at": 1}`)},

		// A missing key comes where its design has it.
		{claudeFile, setText(tasks.FieldActiveForm, "x"), replaced(claudeFile, `"description": "",`, "\"description\": \"\",\n  \"activeForm\": \"x\",")},
		{without(v6File, "description"), setText(tasks.FieldDescription, "x"), replaced(v6File, `"description": ""`, `"description": "x"`)},
		{without(v6File, "owner"), setText(tasks.FieldOwner, "x"), replaced(v6File, `"owner": ""`, `"owner": "x"`)},
		{without(v6File, "status"), done, replaced(v6File, "pending", "completed")},
		{without(s12File, "owner"), setText(tasks.FieldOwner, "x"), replaced(s12File, "null", `"x"`)},

		// A time has the form of the file's own, or its design's.
		{strings.Replace(s07File, "[]", `[], "created": 1, "updatedAt": null`, 1), done, replaced(s07File, "pending", "completed", "[]", `[], "created": 1, "updatedAt": 1795219407.25`)},
		{timed(`"created_at": 1, "updated_at": null`), done, flowFile(`"status": "completed", "created_at": 1, "updated_at": "2026-11-21T00:03:27.250Z"`)},
		{timed(`"updated_at": 1`), done, flowFile(`"status": "completed", "updated_at": 1795219407`)},
		{timed(`"created_at": 1`), done, flowFile(`"status": "completed", "created_at": 1`)},

		{s07File, typed("subject", "null"), "error: must be a text"},
		{s07File, typed("subject", ""), "error: the key “subject” must stay"},
		{strings.Replace(s07File, "[]", `[], "title": "b"`, 1), typed("title", ""), contains},
		{s07File, typed("description", "7"), "error: must be a text"},
		{s07File, typed("status", "[]"), "error: must be a text"},
		{s07File, typed("status", `"done"`), contains},
		{s07File, typed("owner", "{}"), "error: must be a text or null"},
		{s07File, typed("owner", "null"), contains},
		{s07File, typed("id", "2"), "error: must stay"},
		{s07File, typed("blockedBy", "null"), "error: must be a list"},
		{s07File, typed("blockedBy", "[[]]"), "error: must be a list of ids"},
		{s07File, typed("blockedBy", `[2, "3"]`), contains},
		{s07File, typed("x", `[{}, NaN]`), contains},
		{s07File, typed("metadata", "7"), contains},
		{s07File, typed("x", "{"), "error: the value of “x”"},
		{strings.Replace(s12File, "[]", `[], "x": 1`, 1), typed("x", "2"), contains},
		{s12File, typed("blockedBy", "[7]"), "error: must be a list of ids: its agents then fail to list any"},
		{s12File, typed("x", "1"), "error: would be one too many"},
		{s10File, typed("status", `"done"`), "error: not one its agents know"},
		{s10File, typed("status", `"completed"`), contains},
		{s10File, typed("subject", `"done"`), contains},
		{v6mid, typed("metadata", "7"), "error: must be an object"},
		{v6mid, typed("metadata", `{"k": 1}`), contains},
		{claudeFile, typed("owner", "null"), "error: must be a text (its key must be absent when there is none): its agents skip the file"},
		{claudeFile, typed("blocks", "[2]"), "error: must be a list of ids"},
		{claudeFile, typed("metadata", "null"), "error: must be an object"},
		{claudeFile, typed("x", "NaN"), "error: NaN and Infinity are not JSON: its agents skip the file"},

		{flowFile(`"convergence": {}`), typed("id", `"x"`), "error: must stay"},
		{flowFile(`"task_id": "IMPL-2"`), typed("task_id", `"x"`), "error: must stay"},
		{flowFile(`"convergence": {}`), typed("title", `7`), "error: must be a text"},
		{flowFile(`"convergence": {}`), typed("title", ``), "error: must stay"},
		{flowFile(`"convergence": {}`), typed("id", ``), "error: must stay"},
		{flowFile(`"convergence": {}, "task_id": "IMPL-2"`), typed("task_id", ``), "error: must stay"},
		{flowFile(`"convergence": {}, "description": ""`), typed("description", `null`), "error: must be a text"},
		{flowFile(`"convergence": {}, "status": "pending"`), typed("status", `"active"`), contains},
		{flowFile(`"convergence": {}, "status": "pending"`), typed("status", `"done"`), "error: the status “done” is not one its agents know"},
		{flowFile(`"convergence": {}, "status": "pending"`), typed("status", `{"state": "done"}`), contains},
		{flowFile(`"convergence": {}, "status": "pending"`), typed("status", `7`), "error: must be a text"},
		{flowFile(`"convergence": {}, "depends_on": []`), typed("depends_on", `{}`), "error: must be a list"},
		{flowFile(`"convergence": {}, "status_history": []`), typed("status_history", `1`), "error: must be a list"},
		{flowFile(`"convergence": {}, "context": {}`), typed("context", `7`), contains},
		{flowFile(`"relations": {}, "context": {}`), typed("context", `7`), "error: must be an object"},
		{flowFile(`"relations": {}, "context": {}`), typed("context", `{"a": 1}`), contains},
		{flowFile(`"convergence": {}, "x": 1`), typed("x", ``), contains},
	} {
		t.Run(fmt.Sprintf("%s %s %s", fileName(c.file), c.change.Field, c.change.Member), func(t *testing.T) {
			path, name := "/p/.tasks", fileName(c.file)
			if strings.HasPrefix(name, "IMPL") {
				path = session
			}
			d := open(t, path, false, map[string]string{name: c.file})
			e, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(name), Changes: []tasks.Change{c.change}}, d)
			testdir.Must(t, err)
			out := []byte(c.file)
			if len(e.Steps) > 0 {
				out, err = d.codec.Render(d.task(name), out, e.Steps[0].Changes, noon)
			}
			why, refused := strings.CutPrefix(c.want, "error: ")
			if refused != (err != nil) || refused && !strings.Contains(err.Error(), why) {
				t.Fatalf("%v, want %s", err, c.want)
			}
			if want := cmp.Or(c.want, string(out)); !refused && (string(out) != want || !strings.Contains(want, c.change.To.Text)) {
				t.Errorf("%s\nwant\n%s", out, want)
			}
		})
	}
}

func TestDescriptionAndMembersAreReadWhenAskedFor(t *testing.T) {
	b := NewCodec("/p/.tasks")
	raw := []byte(strings.Replace(s07File, `"description": ""`, `"description": "a\n\u00e9", "blocks": [], "x\u0079": {"k": 1.50}`, 1))
	if got := b.Description(raw); got != "a\né" {
		t.Errorf("%q", got)
	}
	ms, err := b.Members(raw)
	if err != nil || len(ms) != 8 || !ms[3].Known || ms[4].Known || ms[4].Name != "xy" || string(ms[4].Raw) != `{"k": 1.50}` {
		t.Errorf("%v, %+v", err, ms)
	}
}

func TestHalfAFileHasNoDescriptionAndNoMembers(t *testing.T) {
	b, half := NewCodec("/p/.tasks"), []byte(s07File[:20])
	if got := b.Description(half); got != "" {
		t.Errorf("its description is %q", got)
	}
	if ms, err := b.Members(half); err == nil {
		t.Errorf("its members are %v", ms)
	}
}

func TestChecksumsIgnoreLayout(t *testing.T) {
	sum := checksum([]byte(`{"a":[1,"b c"]}`))
	for raw, same := range map[string]bool{
		"{ \"a\":\n[1,\r\n\t\"b c\"] }": true, "{\"a\":[1,\"b c\"]\t}": true,
		`{"a":[1,"bc"]}`: false, `{"a":[1,"b  c"]}`: false, `{"a":[12,"b c"]}`: false, `{"a":["1","b c"]}`: false, `{"a":[1,"b\" c"]}`: false,
	} {
		if got := checksum([]byte(raw)); (got == sum) != same {
			t.Errorf("%s: %d, %d", raw, got, sum)
		}
	}
	if checksum([]byte(`"a b"`)) == checksum([]byte(`"ab"`)) {
		t.Error("a space in a text does not count")
	}
}

func TestWhatIsEmptyHasAChecksum(t *testing.T) {
	for _, raw := range []string{"", `""`} {
		if checksum([]byte(raw)) == 0 {
			t.Errorf("%q has none", raw)
		}
	}
}

func TestAFieldIsReadWhereTheDesignHasIt(t *testing.T) {
	titled := strings.Replace(s07File, `"owner"`, `"title": "b", "depends_on": [2], "owner"`, 1)
	for _, c := range []struct {
		path, name, raw string
		field           tasks.Field
		want            tasks.Value
	}{
		{"/p/.tasks", "task_1.json", titled, tasks.FieldSubject, tasks.TextValue("a")},
		{"/p/.tasks", "task_1.json", titled, tasks.FieldWaitsFor, tasks.RefsValue(nil)},
		{session, "IMPL-2.json", flowFile(`"subject": "s", "depends_on": ["x"], "blocks": ["y"]`), tasks.FieldSubject, tasks.TextValue("t")},
		{session, "IMPL-2.json", flowFile(`"depends_on": ["x"], "blocks": ["y"]`), tasks.FieldWaitsFor, tasks.RefsValue([]tasks.ID{{Text: "x"}})},
		{session, "IMPL-2.json", flowFile(`"depends_on": ["x"], "blocks": ["y"]`), tasks.FieldBlocks, tasks.RefsValue([]tasks.ID{{Text: "y"}})},
	} {
		if got, err := NewCodec(c.path).Value([]byte(c.raw), c.field, "", decode(t, c.path, c.name, c.raw)); err != nil || got != c.want {
			t.Errorf("%s of %s: %v, %v", c.field, c.raw, got, err)
		}
	}
}

func TestAnOwnerIsWrittenAsTheFileOrItsSiblingsDo(t *testing.T) {
	escaped := replaced(s07File, `"a"`, `"\u00fc"`)
	second := func(file string) string { return replaced(file, `"id": 1`, `"id": 2`, "_0001", "_0002") }
	empty, unowned := strings.Replace(s12File, "null", `""`, 1), strings.Replace(s07File, ",\n  \"owner\": \"\"", "", 1)
	for _, c := range []struct {
		what, file, sibling, want string
		verb                      tasks.Verb
	}{
		{"nobody, as the siblings say it", strings.Replace(empty, `"owner": ""`, `"owner": "mia"`, 1), second(empty), empty, tasks.VerbRelease},
		{"escapes as in the file", escaped, second(s07File), replaced(escaped, `"owner": ""`, `"owner": "zo\u00e9"`, "pending", "in_progress"), tasks.VerbClaim},
		{"escapes as in a sibling", s07File, second(escaped), replaced(s07File, `"owner": ""`, `"owner": "zo\u00e9"`, "pending", "in_progress"), tasks.VerbClaim},
		{"no escapes", s07File, second(s07File), replaced(s07File, `"owner": ""`, `"owner": "zoé"`, "pending", "in_progress"), tasks.VerbClaim},
		{"a file without an owner", unowned, second(unowned), replaced(unowned, "pending", "in_progress"), tasks.VerbClaim},
	} {
		name := fileName(c.file)
		d := open(t, "/p/.tasks", false, map[string]string{name: c.file, fileName(c.sibling): c.sibling})
		d.do(t, tasks.Edit{Verb: c.verb, Of: keyed(name), Who: "zoé"})
		d.expect(t, c.what, map[string]string{name: c.want, fileName(c.sibling): c.sibling})
	}
}

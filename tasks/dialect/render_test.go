package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestEditPutsAMissingKeyWhereItsDialectHasIt(t *testing.T) {
	set := func(f tasks.Field, to string) tasks.Change {
		return tasks.Change{Field: f, Op: tasks.Set, To: tasks.TextValue(to)}
	}
	for _, c := range []struct {
		path, name, raw, behind, line string
		change                        tasks.Change
	}{
		{"/h/.claude/tasks/x", "1.json", claudeFile, `"description": "",`, `"activeForm": "Doing",`, set(tasks.FieldActiveForm, "Doing")},
		{"/p/.tasks", "task_1.json", v6File, `"subject": "a",`, `"description": "b",`, set(tasks.FieldDescription, "b")},
		{"/p/.tasks", "task_1.json", v6File, `"active_form": "",`, `"owner": "mia",`, set(tasks.FieldOwner, "mia")},
		{"/p/.tasks", "task_1.json", v6File, `"description": "",`, `"status": "completed",`, set(tasks.FieldStatus, "completed")},
		{"/p/.tasks", "task_1795219400_0001.json", s12File, `"status": "pending",`, `"owner": "mia",`, set(tasks.FieldOwner, "mia")},
	} {
		want := strings.Replace(c.raw, c.behind, c.behind+"\n  "+c.line, 1)
		name, _, _ := strings.Cut(c.line, ":")
		without := c.raw
		for _, l := range strings.SplitAfter(c.raw, "\n") {
			if strings.Contains(l, name) {
				without, want = strings.Replace(c.raw, l, "", 1), strings.Replace(want, l, "", 1)
			}
		}
		task := decode(t, c.path, c.name, without)
		out, err := NewCodec(c.path).Render(task, []byte(without), []tasks.Change{c.change}, noon)
		if err != nil || string(out) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, out, want)
		}
	}
	task := decode(t, "/p/.tasks", "task_1795219400_0001.json", s12File)
	if out, err := NewCodec("/p/.tasks").Render(task, []byte(s12File), []tasks.Change{set(tasks.FieldActiveForm, "x")}, noon); err == nil {
		t.Errorf("s12 got an active form: %s", out)
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
	if got := b.Description(raw[:20]); got != "" {
		t.Errorf("%q", got)
	}
	if _, err := b.Members(raw[:20]); err == nil {
		t.Error("half a file has members")
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
	if checksum([]byte(`"a b"`)) == checksum([]byte(`"ab"`)) || checksum(nil) == 0 || checksum([]byte(`""`)) == 0 {
		t.Error("texts without a checksum, or two with the same one")
	}
}

func TestATypedValueItsAgentsCannotWorkWithIsRefusedAndSaysWhy(t *testing.T) {
	v6mid := strings.Replace(v6File, "[]\n}", "[], \"metadata\": {}\n}", 1)
	for _, c := range []struct{ name, file, member, raw, why string }{ // why is "" if they can
		{"task_1.json", s07File, "subject", "null", "must be a text"},
		{"task_1.json", s07File, "subject", "", "the key “subject” must stay"},
		{"task_1.json", strings.Replace(s07File, "[]", `[], "title": "b"`, 1), "title", "", ""},
		{"task_1.json", s07File, "description", "7", "must be a text"},
		{"task_1.json", s07File, "status", "[]", "must be a text"},
		{"task_1.json", s07File, "status", `"done"`, ""},
		{"task_1.json", s07File, "owner", "{}", "must be a text or null"},
		{"task_1.json", s07File, "owner", "null", ""},
		{"task_1.json", s07File, "id", "2", "must stay"},
		{"task_1.json", s07File, "blockedBy", "null", "must be a list"},
		{"task_1.json", s07File, "blockedBy", "[[]]", "must be a list of ids"},
		{"task_1.json", s07File, "blockedBy", `[2, "3"]`, ""},
		{"task_1.json", s07File, "x", `[{}, NaN]`, ""},
		{"task_1.json", s07File, "metadata", "7", ""},
		{"task_1.json", s07File, "x", "{", "the value of “x”"},
		{"task_1795219400_0001.json", strings.Replace(s12File, "[]", `[], "x": 1`, 1), "x", "2", ""},
		{"task_1795219400_0001.json", s12File, "blockedBy", "[7]", "must be a list of ids: its agents then fail to list any"},
		{"task_1795219400_0001.json", s12File, "x", "1", "would be one too many"},
		{"task_00c0ffe1.json", s10File, "status", `"done"`, "not one its agents know"},
		{"task_00c0ffe1.json", s10File, "status", `"completed"`, ""},
		{"task_00c0ffe1.json", s10File, "subject", `"done"`, ""},
		{"task_1.json", v6mid, "metadata", "7", "must be an object"},
		{"task_1.json", v6mid, "metadata", `{"k": 1}`, ""},
		{"1.json", claudeFile, "owner", "null", "must be a text (its key must be absent when there is none): its agents skip the file"},
		{"1.json", claudeFile, "blocks", "[2]", "must be a list of ids"},
		{"1.json", claudeFile, "metadata", "null", "must be an object"},
		{"1.json", claudeFile, "x", "NaN", "NaN and Infinity are not JSON: its agents skip the file"},
	} {
		t.Run(c.name+" "+c.member+" "+c.raw, func(t *testing.T) {
			change := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: c.member, To: tasks.Value{Kind: tasks.RawVal, Text: c.raw}}
			if c.raw == "" {
				change.Op, change.To = tasks.Unset, tasks.Value{}
			}
			out, err := NewCodec("/p/.tasks").Render(decode(t, "/p/.tasks", c.name, c.file), []byte(c.file), []tasks.Change{change}, noon)
			if c.why == "" && (err != nil || !strings.Contains(string(out), c.raw)) || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestTheValueOfAField(t *testing.T) {
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

package dialect

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
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
		t.Fatalf("%s: %v\n%.300s", name, err, raw)
	}
	return task
}

// Everything in a file with other line ends, with a byte order mark or on one line can be edited. In another encoding than UTF-8
// texts cannot. Nothing else in the file changes.
func TestEditsKeepTheEncodingAndTheLineEnds(t *testing.T) {
	for what, c := range map[string]struct {
		raw, subject, list string // list is the list of blockers afterwards
		limits             tasks.Limits
	}{
		"GBK":          {strings.Replace(s12File, `"a"`, "\"\xc4\xe3\xba\xc3\\n\"", 1), "\xc4\xe3\xba\xc3\n", "[\n    \"task_x\"\n  ]", tasks.NoText},
		"Latin-1":      {strings.Replace(s12File, `"a"`, "\"caf\xe9\"", 1), "caf\xe9", "[\n    \"task_x\"\n  ]", tasks.NoText},
		"CRLF":         {strings.ReplaceAll(s12File, "\n", "\r\n"), "a", "[\r\n    \"task_x\"\r\n  ]", 0},
		"BOM":          {"\xef\xbb\xbf" + s12File, "a", "[\n    \"task_x\"\n  ]", 0},
		"BOM and CRLF": {"\xef\xbb\xbf" + strings.ReplaceAll(s12File, "\n", "\r\n"), "a", "[\r\n    \"task_x\"\r\n  ]", 0},
		"one line":     {strings.ReplaceAll(s12File, "\n ", "") + "\r\n", "a", `["task_x"]`, 0},
	} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": c.raw})
		task := d.task("task_1795219400_0001.json")
		if task.Limits != c.limits || task.Subject != c.subject {
			t.Errorf("%s: limits %d, %q, subject %q", what, task.Limits, task.Why, task.Subject)
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: task.Key, Who: "zoe"})
		id := tasks.ID{Text: "task_x"}
		d.do(t, tasks.Edit{Verb: tasks.VerbLink, Of: task.Key, Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)}}})
		want := strings.NewReplacer("pending", "in_progress", "null", `"zoe"`, "[]", c.list).Replace(c.raw)
		if d.files[task.Name] != want {
			t.Errorf("%s:\n%q\nwant\n%q", what, d.files[task.Name], want)
		}
		for _, change := range []tasks.Change{setText(tasks.FieldSubject, "x \r\n\"é\""), setText(tasks.FieldDescription, "x"), typed("subject", `"b"`)} {
			if c.limits != 0 {
				var refused *RefusedError
				if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbEdit, Of: task.Key, Changes: []tasks.Change{change}}, d); !errors.As(err, &refused) || refused.Why != task.Why {
					t.Errorf("%s: %s: %v", what, change.Field, err)
				}
				if _, err := d.codec.Render(task, []byte(c.raw), []tasks.Change{change}, noon); !errors.As(err, &refused) {
					t.Errorf("%s: %s rendered: %v", what, change.Field, err)
				}
				continue
			}
			now, to := `"subject": "a"`, `"subject": "b"`
			switch change.Field {
			case tasks.FieldSubject:
				to = `"subject": "x \r\n\"\u00e9\""`
			case tasks.FieldDescription:
				now, to = `"description": ""`, `"description": "x"`
			}
			out, err := d.codec.Render(task, []byte(c.raw), []tasks.Change{change}, noon)
			if testdir.Must(t, err); string(out) != strings.Replace(c.raw, now, to, 1) {
				t.Errorf("%s: %s:\n%q", what, change.Field, out)
			}
		}
	}
}

// In GBK the string may go on behind what looks like an escaped quote, and the members be others; which of two members counts, its
// readers disagree about.
func TestAFileThatItsReadersUnderstandDifferentlyIsNotEdited(t *testing.T) {
	owner := setField(tasks.FieldOwner, tasks.TextValue("x"))
	for members, why := range map[string]string{
		"\"a\": \"\x95\\\" b\"": "not UTF-8", `"status": "completed"`: "“status” occurs twice", `"x": 1, "x": 2`: "“x” occurs twice",
		`"": 1, "": 2`: "“” occurs twice", `"x": 1, "\u0078": 2`: "“x” occurs twice",
	} {
		raw := strings.Replace(s07File, `"owner"`, members+`, "owner"`, 1)
		d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": raw})
		task := d.task("task_1.json")
		if task.Limits != tasks.NoEdit || !strings.Contains(task.Why, why) {
			t.Errorf("%s: limits %d, %q", members, task.Limits, task.Why)
		}
		if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbClaim, Of: task.Key, Who: "x"}, d); err == nil {
			t.Errorf("%s: claimed", members)
		}
		if _, err := d.codec.Render(task, []byte(raw), []tasks.Change{owner}, noon); err == nil && why != "not UTF-8" {
			t.Errorf("%s: rendered", members)
		}
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
	unlink := tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "1"})}
	if d.do(t, tasks.Edit{Verb: tasks.VerbUnlink, Of: keyed("task_2.json"), Changes: []tasks.Change{unlink}}); !strings.Contains(d.files["task_2.json"], `"blockedBy": []`) {
		t.Errorf("the text “1” cannot be unlinked:\n%s", d.files["task_2.json"])
	}
	link := tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "task_x"})}
	if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbLink, Of: keyed("task_1.json"), Changes: []tasks.Change{link}}, d); err == nil {
		t.Error("a text was added to a list of numbers")
	}
	if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{WaitsFor: []tasks.ID{{Text: "task_x"}}}}, d); err == nil {
		t.Error("a new task with numbers waits for a text")
	}
}

func TestAnOwnerIsReadHoweverItIsWritten(t *testing.T) {
	for raw, want := range map[string]string{`"mia"`: "mia", `"m\u0069a"`: "mia", `""`: "", `null`: "", `[]`: "", `[ ]`: "", `{}`: "", `0`: "", `false`: "", `true`: "true", `7`: "7", `42`: "42", `["a", "b"]`: `["a", "b"]`} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": strings.Replace(s07File, "\"\"\n}", raw+"\n}", 1)})
		if got := d.task("task_1.json").Owner; got != want {
			t.Errorf("%s: %q", raw, got)
		}
		d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed("task_1.json")})
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

func TestWorkflowStatusesMapToTheirColumns(t *testing.T) {
	for word, want := range map[string]tasks.Status{
		"pending": tasks.Pending, "active": tasks.InProgress, "in_progress": tasks.InProgress, "completed": tasks.Completed,
		"blocked": tasks.Blocked, "failed": tasks.Failed, "skipped": tasks.Skipped, "cancelled": tasks.Cancelled,
		"container": tasks.Container, "done": tasks.Foreign,
	} {
		task := decode(t, session, "IMPL-1.json", `{"id":"IMPL-1","title":"a","status":"`+word+`"}`)
		if task.Status != want || (task.StatusText != "") != (want == tasks.Foreign) {
			t.Errorf("%s: %s %q", word, task.Status, task.StatusText)
		}
	}
}

func TestATimeIsReadInEveryFormAndWrittenInThatOfTheFile(t *testing.T) {
	for in, like := range map[string]string{
		`"updated_at": 1774445042.2717857`:                "1795219407.25",
		`"updated_at": 1774445042`:                        "1795219407",
		`"updatedAt": 1774445042271`:                      "1795219407250",
		`"updatedAt": "2024-01-01T00:00:00.000Z"`:         `"2026-11-21T00:03:27.250Z"`,
		`"updatedAt": "2024-01-01T00:00:00Z"`:             `"2026-11-21T00:03:27Z"`,
		`"updatedAt": "2026-04-05T15:42:45.396830+00:00"`: `"2026-11-21T00:03:27.250000+00:00"`,
		`"updatedAt": "2026-05-19T00:00:00+01:00"`:        `"2026-11-21T01:03:27+01:00"`,
		`"updated_at": "2026-05-19T00:00:00"`:             `"2026-11-21T00:03:27"`,
		`"updated_at": "2026-05-19 00:00:00.123"`:         `"2026-11-21 00:03:27.250"`,
	} {
		raw := strings.Replace(s07File, `"owner"`, in+`, "owner"`, 1)
		task := decode(t, "/p/.tasks", "task_1.json", raw)
		if y := time.Unix(0, task.Clock).UTC().Year(); y != 2024 && y != 2026 {
			t.Errorf("%s: %v", in, time.Unix(0, task.Clock).UTC())
		}
		_, sample, _ := strings.Cut(in, ": ")
		if got := string(timeLike([]byte(sample), noon)); got != like {
			t.Errorf("%s: %s, want %s", in, got, like)
		}
	}
}

func TestAFileThatOnlySaysWhenItWasCreatedHasThatTime(t *testing.T) {
	raw := strings.Replace(s07File, `"owner"`, `"created_at": 1774445042.2717857, "owner"`, 1)
	if task := decode(t, "/p/.tasks", "task_1.json", raw); task.Clock != 1774445042271785700 {
		t.Errorf("%d", task.Clock)
	}
}

func TestATimeIsWrittenAlsoWhereItsSampleIsNoneOrOdd(t *testing.T) {
	for sample, like := range map[string]string{
		"": "1795219407.25", "null": "1795219407.25", `"soon"`: `"2026-11-21T00:03:27.250Z"`, `"2026-05-19T1:00:00"`: `"2026-11-21T00:03:27.250Z"`, `"2026-05-19T00:00:00,5Z"`: `"2026-11-21T00:03:27,2Z"`,
	} {
		if got := string(timeLike([]byte(sample), noon)); got != like {
			t.Errorf("%s: %s, want %s", sample, got, like)
		}
	}
}

func TestAMemberThatIsNoTimeIsNotReadAsOne(t *testing.T) {
	for _, none := range []string{`"updated_at": null`, `"updated_at": "soon"`, `"updated_at": 1e9`, `"updated_at": 1.5e9`, `"updated_at": 99999999999999999999`, `"x": 1`} {
		if task := decode(t, "/p/.tasks", "task_1.json", strings.Replace(s07File, `"owner"`, none+`, "owner"`, 1)); task.Clock != 0 {
			t.Errorf("%s: %d", none, task.Clock)
		}
	}
}

// A board decodes each of 100,000 files. One that got one more allocation must have a reason.
func TestDecodeAllocatesLittle(t *testing.T) {
	codec := NewCodec("/p/.tasks")
	f := formOf("s12")
	raw, k := []byte(f.Text(f.rows()[2])), keyed(f.File(3))
	got := testing.AllocsPerRun(500, func() {
		if _, err := codec.Decode(k, raw, tasks.Stamp{}); err != nil {
			t.Fatal(err)
		}
	})
	if got > 6 && !testdir.Race {
		t.Errorf("%v allocations", got)
	}
}

func TestOfALongTextTheBeginningIsKeptAndNoEditLosesTheRest(t *testing.T) {
	long := strings.Repeat("ü", maxText)
	for _, c := range []struct {
		file, old, new string // new has one “long”
		limits         tasks.Limits
		why            string
	}{
		{s12File, `"a"`, `"long"`, tasks.NoText, "its subject is longer than the 16 KiB that are shown" + cannotText},
		{s12File, "null", `"long"`, tasks.NoEdit, "its owner is longer than the 16 KiB that are shown"},
		{s12File, "[]", `[], "worktree": "long"`, tasks.NoEdit, "its worktree is longer than the 16 KiB that are shown"},
		{s12File, "pending", "long", 0, "the status"},
		{strings.Replace(v6File, `"1"`, `"task_1795219400_0001"`, 1), `"active_form": ""`, `"active_form": "long"`, tasks.NoText, "its active form is longer"},
		{clawFile, `"a"`, `"long"`, tasks.NoEdit, ClawTeam.ReadOnly},
	} {
		t.Run(c.new, func(t *testing.T) {
			name := "task_1795219400_0001.json"
			if c.file == clawFile {
				name = "task-ab12cd34.json"
			}
			raw := strings.Replace(c.file, c.old, strings.Replace(c.new, "long", long, 1), 1)
			d := open(t, "/p/.tasks", false, map[string]string{name: raw})
			task := d.task(name)
			if longest := max(len(task.Subject), len(task.Owner), len(task.Worktree), len(task.StatusText), len(task.ActiveForm)); longest != maxText+len("…") {
				t.Errorf("%d bytes are kept", longest)
			}
			if task.Limits != c.limits || !strings.HasPrefix(task.Why, c.why) || c.file == clawFile && task.Why != c.why {
				t.Errorf("limits %d, %.300q", task.Limits, task.Why)
			}
			var refused *RefusedError
			text := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("b")}
			if _, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbEdit, Of: task.Key, Changes: []tasks.Change{text}}, d); errors.As(err, &refused) != (c.limits != 0) {
				t.Errorf("its text is edited: %v", err)
			}
			if c.limits == tasks.NoEdit {
				return
			}
			d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: task.Key})
			word := "pending"
			if !strings.Contains(raw, word) {
				word = long
			}
			if d.files[name] != strings.Replace(raw, word, "completed", 1) {
				t.Error("completing it changed more than the status")
			}
		})
	}
}

func TestOfALongTextInAnotherEncodingNoHalfCharacterIsKept(t *testing.T) {
	if got := beginning(strings.Repeat("\x80", 9), 5); got != "…" {
		t.Errorf("%q is kept", got)
	}
}

func TestAFileWhoseIDIsTooLongToBeKeptIsAProblem(t *testing.T) {
	long := strings.Repeat("ü", maxText)
	_, err := NewCodec("/p/.tasks").Decode(keyed("task_1.json"), []byte(strings.Replace(s12File, "task_1795219400_0001", long, 1)), tasks.Stamp{})
	var broken *BrokenError
	if !errors.As(err, &broken) || broken.Kind != tasks.TooLarge {
		t.Errorf("%v", err)
	}
}

func TestOfEveryLongListTheFirstAreKept(t *testing.T) {
	list := `["` + strings.Repeat(`x","`, tasks.MaxLinks+10) + `x"]`
	for name, c := range map[string]struct{ path, name, raw string }{
		"waits":   {"/p/.tasks", "task_1.json", strings.Replace(s12File, "[]", list, 1)},
		"foreign": {"/p/.tasks", "task_a.json", `{"id": "task_a", "name": "a", "status": "open", "depends_on": ` + list + `}`},
		"several": {"/p/.tasks", "task_a.json", `{"id": "task_a", "name": "a", "status": "open", "depends_on": ` + list + `, "requires": []}`},
		"parts":   {"/p/.workflow/active/WFS-a/.task", "IMPL-001.json", `{"id": "IMPL-001", "title": "t", "status": "pending", "subtasks": ` + list + `}`},
	} {
		task := decode(t, c.path, c.name, c.raw)
		if kept := len(task.WaitsFor) + len(task.Children); kept != tasks.MaxLinks || task.DroppedLinks != 11 || task.DroppedBlockers != (len(task.WaitsFor) > 0) {
			t.Errorf("%s: %d of %s are kept, %d more", name, kept, task.Traits.Dialect, task.DroppedLinks)
		}
	}
}

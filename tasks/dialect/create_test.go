package dialect

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestCreateCountsEveryNameAndTheMark(t *testing.T) {
	for _, f := range forms() {
		if f.File(1) != "task_1.json" && f.File(1) != "1.json" {
			continue
		}
		d := f.open(t)
		for _, c := range []struct {
			seen       string // in the directory, from now on
			mark, next int
		}{
			{"", 0, 5}, {f.File(7), 0, 8}, {"", 20, 21}, {"task_99999999999999999999.json", 0, 8}, {"task_9x.json", 0, 8}, {"x99.json", 0, 8},
		} {
			d.codec.AddName(c.seen)
			name, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, d.newest(), d, uint64(c.mark), noon, nil)
			if err != nil || name != f.File(c.next) {
				t.Errorf("%s: after %q with the mark %d the next is %s, %v", f.Dialect, c.seen, c.mark, name, err)
			}
		}
	}
}

func TestTheFirstTaskOfADirectoryIsOfTheDesignThatItHints(t *testing.T) {
	const claude, flow = "/h/.claude/tasks/list", "/p/.workflow/WFS-a/.task"
	for _, c := range []struct {
		path, names string
		is          *tasks.Traits
		file        string // "" if none is created
	}{
		{"/p/.tasks", "", S12, "task_1795219407_2000.json"},
		{"/p/.tasks", ".highwatermark", &v6.traits, "8.json"},
		{"/p/.tasks", ".lock", S13, "task_55555555.json"},
		{"/p/.tasks", ".gitignore .lock 1.json.lock .x.tmp README~", S13, "task_55555555.json"},
		{"/h/.claude/projects/x", "", S12, "task_1795219407_2000.json"},
		{claude, "", &claudeCode.traits, "8.json"},
		{claude, ".lock", &claudeCode.traits, "8.json"},
		{"/h/.claude/tasks", "", &claudeCode.traits, "8.json"},
		{"/cfg/tasks/x", ".lock", &claudeCode.traits, "8.json"},
		{flow, "plan.json", &ccw.traits, "TASK-001.json"},
		{flow, "task_1.json", &ccw.traits, "TASK-001.json"},
		{"/p/.tasks", "current_todos.json", Unknown, ""}, // files of another tool
		{"/p/.tasks", "index.json STATUS.md", Unknown, ""},
		{"/p/.tasks", "T-10-benchmark", Unknown, ""},
		{"/p/.tasks", "task-1.json", Unknown, ""},
		{"/p/.tasks", "task_1.json data.txt", Unknown, ""},
		{"/p/.tasks", "README.md AGENTS.md notes.txt LICENSE .gitkeep", S12, "task_1795219407_2000.json"},
		{"/p/.claude/tasks", "tasks.md", Unknown, ""},
		{"/p/.tasks", "task_1.json", S12, ""}, // nobody knows the design of a file that cannot be read
		{"/h/.clawteam/tasks/demo", "", ClawTeam, ""},
		{"/p/.omc/state/team/demo/tasks", "", OMC, ""},
	} {
		b := NewCodec(c.path, "/cfg")
		b.List(strings.Fields(c.names), strings.HasPrefix(c.names, ".lock") || strings.Contains(c.names, " .lock"))
		if got := b.Traits(); got != c.is {
			t.Errorf("%s with %q: %s, want %s", c.path, c.names, got.Title, c.is.Title)
		}
		name, raw, err := b.Create(tasks.Draft{Subject: "x", Owner: "mia"}, nil, &dir{}, 7, noon, func(n int) int { return n / 3 })
		if name != c.file || (err != nil) != (c.file == "") {
			t.Errorf("%s with %q: %s, %v", c.path, c.names, name, err)
		}
		if err != nil {
			continue
		}
		task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
		if err != nil || task.Traits != c.is || task.Unseen || task.Owner != "mia" && c.is.HasOwner || task.Status != tasks.Pending {
			t.Errorf("%s: %+v, %v\n%s", c.path, task, err, raw)
		}
	}
}

func TestCreateCopiesTheSiblingsShape(t *testing.T) {
	rust := `{"blocked_by":[2],"created_at":1774445042,"description":"","id":1,"layer":"x","owner":null,"status":"pending","subject":"é","updated_at":1774445042}` + "\n"
	gbk := strings.Replace(s07File, `"a"`, "\"\xc4\xe3\xba\xc3\"", 1)
	unowned := strings.Replace(s07File, ",\n  \"owner\": \"\"", "", 1)
	next := func(file string, more ...string) string {
		return strings.NewReplacer(append(more, `"a"`, `"ü"`, `"id": 1`, `"id": 2`)...).Replace(file)
	}
	metadata := []byte(`{"k": 1}`)
	for _, c := range []struct {
		what, name string
		sibling    string
		others     map[string]string
		metadata   []byte
		want       string
	}{
		{what: "another order on one line", name: "task_1.json", sibling: rust,
			want: `{"blocked_by":[],"created_at":1795219407,"description":"","id":2,"owner":null,"status":"pending","subject":"ü","updated_at":1795219407}` + "\n"},
		{what: "another encoding", name: "task_1.json", sibling: gbk, want: strings.NewReplacer("\"\xc4\xe3\xba\xc3\"", `"\u00fc"`, `"id": 1`, `"id": 2`).Replace(gbk)},
		{what: "no owner", name: "task_1.json", sibling: unowned, want: next(unowned)},
		{what: "six keys, which the agents of s12 need and those of s18 read", name: "task_1795219400_0001.json", sibling: s12File,
			others: map[string]string{"task_1795219400_0002.json": strings.Replace(s12File, "[]", "[],\n  \"worktree\": \"x\"", 1)},
			want:   strings.NewReplacer(`"a"`, `"\u00fc"`, "task_1795219400_0001", "task_1795219407_0001").Replace(s12File)},
		{what: "another kind of id", name: "task_1795219400_0001.json", sibling: strings.ReplaceAll(s12File, "  ", "\t"),
			others: map[string]string{"task_1.json": s07File, "task_2.json": next(s07File)}, want: next(s07File, `"id": 1`, `"id": 3`)},
		{what: "a list under another name", name: "1.json", sibling: strings.ReplaceAll(claudeFile, "  ", "\t"),
			others: map[string]string{"task_2.json": next(v6File, `"1"`, `"2"`), "task_3.json": next(v6File, `"1"`, `"3"`)},
			want:   strings.NewReplacer(`"a"`, `"ü"`, `"1"`, `"4"`, `"active_form": ""`, `"active_form": "Working on: ü"`).Replace(v6File)},
		{what: "a key twice and unknown ones", name: "task_1.json", sibling: strings.Replace(s07File, `"owner"`, `"x": 1, "id": 1, "owner"`, 1), want: next(s07File)},
		{what: "old s12 without a worktree and one of the times", name: "task_1.json", sibling: strings.Replace(s07File, `""`+"\n}", `"", "updated_at": 1.5`+"\n}", 1),
			want: next(s07File, `""`+"\n}", `""`+",\n  \"updated_at\": 1795219407.25\n}", `"a"`, `"\u00fc"`)},
		{what: "old s12 without the other time", name: "task_1.json", sibling: strings.Replace(s07File, `""`+"\n}", `"", "created_at": 1.5`+"\n}", 1),
			want: next(s07File, `""`+"\n}", `""`+",\n  \"created_at\": 1795219407.25\n}", `"a"`, `"\u00fc"`)},
		{what: "without an owner and a description", name: "task_1795219400_0001.json", sibling: strings.NewReplacer("  \"description\": \"\",\n", "", "  \"owner\": null,\n", "").Replace(s12File),
			want: strings.NewReplacer(`"a"`, `"\u00fc"`, "task_1795219400_0001", "task_1795219407_0001").Replace(s12File)},
		{what: "without a list", name: "task_1795219400_0001.json", sibling: strings.Replace(s12File, ",\n  \"blockedBy\": []", "", 1),
			want: strings.NewReplacer(`"a"`, `"\u00fc"`, "task_1795219400_0001", "task_1795219407_0001").Replace(s12File)},
		{what: "an empty worktree", name: "task_1795219400_0001.json", sibling: strings.Replace(s12File, "[]", `[],`+"\n"+`  "worktree": ""`, 1),
			want: strings.NewReplacer(`"a"`, `"\u00fc"`, "task_1795219400_0001", "task_1795219407_0001", "[]", `[],`+"\n"+`  "worktree": ""`).Replace(s12File)},
		{what: "no metadata", name: "task_1.json", sibling: s07File, metadata: metadata, want: next(s07File, "\"\"\n}", "\"\",\n  \"metadata\": {\n    \"k\": 1\n  }\n}")},
		{what: "metadata", name: "task_1.json", sibling: next(v6File, "[]\n}", "[],\n  \"metadata\": {}\n}", `"ü"`, `"\u00fc"`), metadata: metadata,
			want: strings.NewReplacer(`"a"`, `"ü"`, `"1"`, `"2"`, `"active_form": ""`, `"active_form": "Working on: ü"`, "[]\n}", "[],\n  \"metadata\": {\n    \"k\": 1\n  }\n}").Replace(v6File)},
	} {
		t.Run(c.what, func(t *testing.T) {
			files := map[string]string{c.name: c.sibling}
			maps.Copy(files, c.others)
			d := open(t, "/p/.tasks", false, files)
			_, raw, err := d.codec.Create(tasks.Draft{Subject: "ü", Metadata: c.metadata}, []byte(c.sibling), d, 0, noon, func(n int) int { return 1 })
			if err != nil || string(raw) != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, raw, c.want)
			}
		})
	}
}

func TestNothingIsCreatedThatLacksAKeyOfAllOthers(t *testing.T) {
	const first, second = "task_1795219400_0001.json", "task_1795219400_0002.json"
	with := strings.Replace(s12File, `"status"`, `"priority": "high", "status"`, 1)
	for want, files := range map[string]map[string]string{
		"every file here has the key “priority”, and nobody can know what it should be in a new one": {first: with, second: with},
		"": {first: with, second: s12File},
	} {
		d := open(t, "/p/.tasks", false, files)
		_, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, nil, d, 0, noon, func(int) int { return 7 })
		if got := fmt.Sprint(err); got != want && (want != "" || err != nil) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func TestANewTaskCountsAsItsSiblingsDo(t *testing.T) {
	file := func(n int, waits, blocks string) string {
		return fmt.Sprintf("{\n  \"id\": \"task_%d\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"owner\": null,\n  \"blockedBy\": %s,\n  \"blocks\": %s\n}", n, waits, blocks)
	}
	files := map[string]string{"task_1.json": file(1, "[]", "[\n    \"task_2\"\n  ]"), "task_2.json": file(2, "[\n    \"task_1\"\n  ]", "[]"), ".highwatermark": "5\n"}
	d := open(t, "/p/.tasks", true, files)
	d.mark = 5
	if got := d.task("task_1.json"); got.Traits != S12Blocks || got.Unseen {
		t.Fatalf("%+v", got)
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "a", WaitsFor: []tasks.ID{{Text: "task_2"}}}})
	d.expect(t, "with blocks", map[string]string{
		".highwatermark": "5\n", "task_1.json": files["task_1.json"], "task_6.json": file(6, "[\n    \"task_2\"\n  ]", "[]"),
		"task_2.json": file(2, "[\n    \"task_1\"\n  ]", "[\n    \"task_6\"\n  ]"),
	})

	six := strings.Replace(s12File, "task_1795219400_0001", "task_3", 1)
	const clock, hex = "task_1795219407_0002.json", "task_00030003.json"
	for _, c := range []struct{ names, next string }{
		{"task_3", "task_4.json"},
		{"task_3 task_a", "task_4.json"},
		{"task_3 task_1795219400_0001", clock},
		{"task_a task_b", clock},
		{"task_12345678", hex},
	} {
		files := map[string]string{}
		for stem := range strings.FieldsSeq(c.names) {
			files[stem+".json"] = strings.Replace(s12File, "task_1795219400_0001", stem, 1)
		}
		d := open(t, "/p/.tasks", false, files)
		if name, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, nil, d, 0, noon, func(n int) int { return 2 + n>>16 }); err != nil || name != c.next {
			t.Errorf("next to %s: %s, %v", c.names, name, err)
		}
	}

	d = open(t, "/p/.tasks", false, map[string]string{"task_3.json": six})
	d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: d.task("task_3.json").Subject}})
	d.expect(t, "six keys", map[string]string{"task_3.json": six, "task_4.json": strings.Replace(six, "task_3", "task_4", 1)})
}

func TestTasksOfOneSecondStayInOrder(t *testing.T) {
	for _, c := range []struct {
		there string // the suffixes of the ids of this second
		rnd   int
		next  string
	}{
		{"", 0, "0000"},
		{"0000", 0, "0001"},
		{"0007 0003", 5, "0013"},
		{"12345 x 7", 0, "0008"},
		{"9998", 0, "9999"},
		{"9999", 3, "0003"}, // there is no room
	} {
		d := open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": s12File})
		for suffix := range strings.FieldsSeq(c.there) {
			name := "task_1795219407_" + suffix
			d.files[name+".json"] = strings.Replace(s12File, "task_1795219400_0001", name, 1)
			d.read(t, name+".json")
		}
		limit := 0
		name, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, nil, d, 0, noon, func(n int) int { limit = n; return min(c.rnd, n-1) })
		if want := "task_1795219407_" + c.next + ".json"; err != nil || name != want || limit == 0 {
			t.Errorf("after %q: %s, %v, want %s", c.there, name, err, want)
		}
	}
}

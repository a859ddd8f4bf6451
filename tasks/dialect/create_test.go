package dialect

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		rs := f.rows()
		fresh := row{n: 5, subject: "Größe", status: "pending", waits: []int{2, 4}, updated: touched}
		want := f.files(rs)
		if f.blocks {
			rs[1].blocks, rs[3].blocks = []int{3, 5}, []int{5}
			want = f.files(rs)
		}
		name, text := f.file(5), f.write(fresh)
		text = strings.Replace(text, `"created_at": 1774445042.2717857`, `"created_at": `+touched, 1)
		if f.ascii {
			text = strings.ReplaceAll(text, "Größe", `Gr\u00f6\u00dfe`)
		}
		switch {
		case strings.HasPrefix(f.id(1), `"task_1795`):
			name, text = "task_1795219407_2000.json", strings.Replace(text, f.id(5), `"task_1795219407_2000"`, 1)
		case strings.HasPrefix(f.id(1), `"task_`):
			name, text = "task_55555555.json", strings.Replace(text, f.id(5), `"task_55555555"`, 1)
		}
		want[name] = text
		e := d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{
			Subject: "Größe", WaitsFor: []tasks.ID{f.ref(2).ID, f.ref(4).ID, f.ref(2).ID},
		}})
		if e.Steps[0].Kind != tasks.CreateFile {
			t.Errorf("%+v", e.Steps)
		}
		d.expect(t, "create", want)
		if wrote := strings.HasPrefix(f.name, "v6") && f.mark; wrote != (d.mark == 5) {
			t.Errorf("mark %d", d.mark)
		}
	})
}

func TestCreateCountsEveryNameAndTheMark(t *testing.T) {
	for _, f := range forms() {
		if f.file(1) != "task_1.json" && f.file(1) != "1.json" {
			continue
		}
		d := f.open(t)
		name := func(mark uint64) string {
			name, _, err := d.codec.Create(tasks.Draft{Subject: "x"}, d.newest(), d, mark, noon, nil)
			testdir.Must(t, err)
			return name
		}
		if got := name(0); got != f.file(5) {
			t.Errorf("%s: %s", f.name, got)
		}
		d.codec.AddName(f.file(7))
		if got := name(0); got != f.file(8) {
			t.Errorf("%s: %s after %s was seen", f.name, got, f.file(7))
		}
		if got := name(20); got != f.file(21) {
			t.Errorf("%s: %s with mark 20", f.name, got)
		}
	}
}

func TestCreateInAnEmptyFolder(t *testing.T) {
	for _, c := range []struct {
		path  string
		names []string
		lock  bool
		want  *tasks.Traits
		file  string
	}{
		{"/p/.tasks", nil, false, S12, "task_1795219407_2000.json"},
		{"/p/.tasks", []string{".highwatermark"}, false, &v6.traits, "8.json"},
		{"/p/.tasks", nil, true, S13, "task_55555555.json"},
		{"/home/p/.claude/tasks/x", nil, false, &claudeCode.traits, "8.json"},
		{"/home/p/.claude/tasks", nil, false, &claudeCode.traits, "8.json"},
		{"/cfg/tasks/x", nil, true, &claudeCode.traits, "8.json"},
	} {
		d := open(t, c.path, c.lock, map[string]string{})
		d.codec = NewCodec(c.path, "/cfg")
		d.codec.List(c.names, c.lock)
		if got := d.codec.Traits(); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.path, c.names, got.Dialect, c.want.Dialect)
		}
		name, raw, err := d.codec.Create(tasks.Draft{Subject: "x", Owner: "mia"}, nil, d, 7, noon, func(n int) int { return n / 3 })
		if err != nil || name != c.file {
			t.Errorf("%s: %s, %v", c.path, name, err)
		}
		task, err := d.codec.Decode(keyed(name), raw, tasks.Stamp{})
		if err != nil || task.Traits != c.want || task.Unseen || task.Owner != "mia" || task.Status != tasks.Pending {
			t.Errorf("%s: %+v, %v\n%s", c.path, task, err, raw)
		}
	}
}

func TestCreateCopiesTheSiblingsShape(t *testing.T) {
	rust := `{"blocked_by":[2],"created_at":1774445042,"description":"","id":1,"layer":"x","owner":null,"status":"pending","subject":"é","updated_at":1774445042}` + "\n"
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": rust})
	name, raw, err := d.codec.Create(tasks.Draft{Subject: "ü"}, []byte(rust), d, 0, noon, nil)
	want := `{"blocked_by":[],"created_at":1795219407,"description":"","id":2,"owner":null,"status":"pending","subject":"ü","updated_at":1795219407}` + "\n"
	if err != nil || name != "task_2.json" || string(raw) != want {
		t.Errorf("%s, %v\n%s", name, err, raw)
	}

	gbk := strings.Replace(s07File, `"a"`, "\"\xc4\xe3\xba\xc3\"", 1)
	d = open(t, "/p/.tasks", false, map[string]string{"task_1.json": gbk})
	_, raw, err = d.codec.Create(tasks.Draft{Subject: "ü"}, []byte(gbk), d, 0, noon, nil)
	if want := strings.NewReplacer("\"\xc4\xe3\xba\xc3\"", `"\u00fc"`, `"id": 1`, `"id": 2`).Replace(gbk); err != nil || string(raw) != want {
		t.Errorf("%v\n%s", err, raw)
	}

	unowned := strings.Replace(s07File, ",\n  \"owner\": \"\"", "", 1)
	d = open(t, "/p/.tasks", false, map[string]string{"task_1.json": unowned})
	_, raw, err = d.codec.Create(tasks.Draft{Subject: "ü"}, []byte(unowned), d, 0, noon, nil)
	if want := strings.NewReplacer(`"a"`, `"ü"`, `"id": 1`, `"id": 2`).Replace(unowned); err != nil || string(raw) != want {
		t.Errorf("%v\n%s", err, raw)
	}

	six := s12File // s18's agents read six keys, s12's die of seven
	d = open(t, "/p/.tasks", false, map[string]string{"task_1795219400_0001.json": six, "task_1795219400_0002.json": strings.Replace(six, "[]", "[],\n  \"worktree\": \"x\"", 1)})
	_, raw, err = d.codec.Create(tasks.Draft{Subject: "ü"}, []byte(six), d, 0, noon, func(n int) int { return 1 })
	if err != nil || strings.Contains(string(raw), "worktree") {
		t.Errorf("%v\n%s", err, raw)
	}
}

func TestNothingIsCreatedIfNoFileCanBeRead(t *testing.T) {
	b := NewCodec("/p/.tasks")
	b.List([]string{"task_1.json", "notes.json"}, false)
	if _, _, err := b.Create(tasks.Draft{Subject: "x"}, nil, &dir{}, 0, noon, nil); err == nil {
		t.Error("a file was made whose design nobody knows")
	}
	for _, path := range []string{"/h/.clawteam/tasks/demo", "/p/.omc/state/team/demo/tasks", "/h/.config/opencode/tasks/demo"} {
		b := NewCodec(path)
		if _, _, err := b.Create(tasks.Draft{Subject: "x"}, nil, &dir{}, 0, noon, nil); err == nil || b.Traits().ReadOnly == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestTheFirstTaskIsCreatedOnlyWithoutFilesOfAnotherTool(t *testing.T) {
	for _, c := range []struct {
		path, others string
		first        bool
	}{
		{"/p/.tasks", "", true}, {"/p/.tasks", ".gitignore .lock .highwatermark 1.json.lock .x.tmp", true},
		{"/p/.tasks", "current_todos.json", false}, {"/p/.tasks", "index.json STATUS.md", false}, {"/p/.tasks", "T-10-benchmark", false},
		{"/p/.claude/tasks", "tasks.md", false}, {"/h/.claude/tasks/list", ".lock", true}, {"/p/.workflow/WFS-a/.task", "plan.json", true},
	} {
		b := NewCodec(c.path)
		b.List(strings.Fields(c.others), false)
		_, _, err := b.Create(tasks.Draft{Subject: "x", ID: "IMPL-1"}, nil, &dir{}, 0, noon, func(int) int { return 7 })
		if (err == nil) != c.first || (b.Traits().ReadOnly == "") != c.first {
			t.Errorf("%s in %s: %v, the directory is %s", c.others, c.path, err, b.Traits().Title)
		}
	}
}

func TestNothingIsCreatedThatLacksAKeyOfAllOthers(t *testing.T) {
	const first, second = "task_1795219400_0001.json", "task_1795219400_0002.json"
	with := strings.Replace(s12File, `"status"`, `"priority": "high", "status"`, 1)
	for want, files := range map[string]map[string]string{
		"every file here has the key “priority”, and no design known here says what a new one has there": {first: with, second: with},
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
	d = open(t, "/p/.tasks", false, map[string]string{"task_3.json": six})
	d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: d.task("task_3.json").Subject}})
	d.expect(t, "six keys", map[string]string{"task_3.json": six, "task_4.json": strings.Replace(six, "task_3", "task_4", 1)})
}

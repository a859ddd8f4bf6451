package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
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
			name, text = "task_1795219407_3333.json", strings.Replace(text, f.id(5), `"task_1795219407_3333"`, 1)
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
			name, _, err := d.book.Create(tasks.Draft{Subject: "x"}, d.newest(), d, mark, noon, nil)
			if err != nil {
				t.Fatal(err)
			}
			return name
		}
		if got := name(0); got != f.file(5) {
			t.Errorf("%s: %s", f.name, got)
		}
		d.book.AddName(f.file(7))
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
		{"/p/.tasks", nil, false, S12, "task_1795219407_3333.json"},
		{"/p/.tasks", []string{".highwatermark"}, false, V6, "8.json"},
		{"/p/.tasks", nil, true, S13, "task_55555555.json"},
		{"/home/p/.claude/tasks/x", nil, false, ClaudeCode, "8.json"},
		{"/home/p/.claude/tasks", nil, false, ClaudeCode, "8.json"},
		{"/cfg/tasks/x", nil, true, ClaudeCode, "8.json"},
	} {
		d := open(t, c.path, c.lock, map[string]string{})
		d.book = NewCodec(c.path, "/cfg")
		d.book.List(c.names, c.lock)
		if got := d.book.Traits(); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.path, c.names, got.Dialect, c.want.Dialect)
		}
		name, raw, err := d.book.Create(tasks.Draft{Subject: "x", Owner: "mia"}, nil, d, 7, noon, func(n int) int { return n / 3 })
		if err != nil || name != c.file {
			t.Errorf("%s: %s, %v", c.path, name, err)
		}
		task, err := d.book.Decode(keyed(name), raw, tasks.Stamp{})
		if err != nil || task.Traits != c.want || task.Unseen || task.Owner != "mia" || task.Status != tasks.Pending {
			t.Errorf("%s: %+v, %v\n%s", c.path, task, err, raw)
		}
	}
}

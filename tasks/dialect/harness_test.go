package dialect

import (
	"maps"
	"slices"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// form is how one dialect's own agents lay out a directory, in code that shares no line with this package.
type form struct{ refagents.Form }

type row = refagents.Row

func formOf(dialect string) form { return form{refagents.FormOf(dialect)} }

// forms returns the forms of all dialects but v9, whose files are those of v6early.
func forms() (all []form) {
	for _, dialect := range refagents.Dialects() {
		if dialect != V9.Dialect {
			all = append(all, formOf(dialect))
		}
	}
	return all
}

func (f form) path() string {
	if f.Claude {
		return "/home/p/.claude/tasks/list"
	}
	return "/p/.tasks"
}

// rows are four tasks: one runs, two wait, one is done.
func (f form) rows() []row {
	rs := []row{
		{N: 1, Subject: "Écrire le schéma 🚀", Status: "in_progress", Owner: "alice"},
		{N: 2, Subject: "endpoints", Status: "pending", Waits: f.IDs(1)},
		{N: 3, Subject: "tests", Status: "pending", Waits: f.IDs(1, 2)},
		{N: 4, Subject: "docs", Status: "completed", Owner: "bob"},
	}
	if f.Mirrors {
		rs[0].Blocks, rs[1].Blocks = f.IDs(2, 3), f.IDs(3)
	}
	return rs
}

func (f form) files(rs []row) map[string]string {
	files := map[string]string{}
	for _, r := range rs {
		files[f.File(r.N)] = f.Text(r)
	}
	if f.Mark {
		files[".highwatermark"] = "4"
	}
	return files
}

func (f form) open(t *testing.T) *dir {
	return open(t, f.path(), f.Dialect == S13.Dialect, f.files(f.rows()))
}

// noon is the time of every edit in these tests: 1795219407.25 seconds.
var noon = time.Unix(1795219407, 250_000_000).UTC()

// dir is a directory in memory: what a store would hold, without any disk.
type dir struct {
	codec *Codec
	files map[string]string
	tasks map[tasks.Key]*tasks.Task
	mark  uint64
	step  func(tasks.Step) // called after every step that was taken
}

func (d *dir) Get(k tasks.Key) *tasks.Task { return d.tasks[k] }

func (d *dir) Each(visit func(*tasks.Task) bool) {
	for _, k := range slices.SortedFunc(maps.Keys(d.tasks), tasks.Key.Compare) {
		if !visit(d.tasks[k]) {
			return
		}
	}
}

func open(t *testing.T, path string, lock bool, files map[string]string) *dir {
	t.Helper()
	d := &dir{codec: NewCodec(path), files: files, tasks: map[tasks.Key]*tasks.Task{}}
	names := slices.Sorted(maps.Keys(files))
	d.codec.List(names, lock)
	for _, name := range names {
		if !Noise(name) {
			d.read(t, name)
		}
	}
	return d
}

func keyed(name string) tasks.Key { return tasks.Key{Name: name} }

func (d *dir) read(t *testing.T, name string) {
	t.Helper()
	task, err := d.codec.Decode(keyed(name), []byte(d.files[name]), tasks.Stamp{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d.tasks[task.Key] = task
	d.codec.AddTask(task)
}

func (d *dir) task(name string) *tasks.Task { return d.tasks[keyed(name)] }

// do carries out an edit as a store does: it expands it, compares what each step rests on, and takes the steps.
func (d *dir) do(t *testing.T, e tasks.Edit) tasks.Edit {
	t.Helper()
	e.At = noon
	e, err := d.codec.Expand(e, d)
	if err != nil {
		t.Fatalf("%s %s: %v", e.Verb, e.Of.Name, err)
	}
	var made tasks.ID
	for _, n := range e.Needs {
		if v, err := d.codec.Value([]byte(d.files[n.Key.Name]), n.Field, "", d.tasks[n.Key]); err != nil || v != n.Is {
			t.Errorf("need %v of %s: %v, %v", n.Field, n.Key.Name, v, err)
		}
	}
	for _, s := range e.Steps {
		switch s.Kind {
		case tasks.RaiseHighWaterMark:
			if s.HighWaterMark == 0 {
				s.HighWaterMark, _ = whole(made.Text)
			}
			d.mark = max(d.mark, s.HighWaterMark)
		case tasks.DeleteFile:
			delete(d.files, s.Key.Name)
			delete(d.tasks, s.Key)
		case tasks.CreateFile:
			name, raw, err := d.codec.Create(*e.Draft, d.newest(), d, d.mark, noon, func(n int) int { return n / 3 })
			testdir.Must(t, err)
			d.files[name] = string(raw)
			d.read(t, name)
			made = d.task(name).ID
		case tasks.ChangeFile:
			d.change(t, s, made)
		}
		if d.step != nil {
			d.step(s)
		}
	}
	return e
}

func (d *dir) change(t *testing.T, s tasks.Step, made tasks.ID) {
	t.Helper()
	now := []byte(d.files[s.Key.Name])
	task := d.tasks[s.Key]
	for i, c := range s.Changes {
		if v, err := d.codec.Value(now, c.Field, c.Member, task); c.Op == tasks.Set && (err != nil || v != c.From) {
			t.Errorf("%s: %s is %v, the edit says %v (%v)", s.Key.Name, c.Field, v, c.From, err)
		}
		if c.Op == tasks.Add && c.To.ID.Empty() {
			s.Changes[i].To.ID = made
		}
	}
	out, err := d.codec.Render(task, now, s.Changes, noon)
	if err != nil {
		t.Fatalf("%s: %v", s.Key.Name, err)
	}
	d.files[s.Key.Name] = string(out)
	d.read(t, s.Key.Name)
}

// newest is the sibling with the last name.
func (d *dir) newest() []byte {
	if len(d.tasks) == 0 {
		return nil
	}
	return []byte(d.files[slices.MaxFunc(slices.Collect(maps.Keys(d.tasks)), tasks.Key.Compare).Name])
}

func (d *dir) expect(t *testing.T, what string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if got, ok := d.files[name]; !ok {
			t.Errorf("%s: %s is gone", what, name)
		} else if got != text {
			t.Errorf("%s: %s is\n%s\nwant\n%s", what, name, got, text)
		}
	}
	for name := range d.files {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s should not be there", what, name)
		}
	}
}

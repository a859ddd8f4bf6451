package dialect

import (
	"slices"
	"testing"
	"time"

	"sideboard/tasks"
)

// noon is the time of every edit in these tests: 1795219407.25 seconds.
var noon = time.Unix(1795219407, 250_000_000).UTC()

// dir is a directory in memory: what a store would hold, without any disk.
type dir struct {
	book  *Codec
	files map[string]string
	tasks map[tasks.Key]*tasks.Task
	mark  uint64
	step  func(tasks.Step) // called after every step that was taken
}

func (d *dir) Get(k tasks.Key) *tasks.Task { return d.tasks[k] }

func (d *dir) Each(visit func(*tasks.Task) bool) {
	for _, t := range d.tasks {
		if !visit(t) {
			return
		}
	}
}

func open(t *testing.T, path string, lock bool, files map[string]string) *dir {
	t.Helper()
	d := &dir{book: NewCodec(path), files: files, tasks: map[tasks.Key]*tasks.Task{}}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	d.book.List(names, lock)
	for name := range files {
		if !Noise(name) {
			d.read(t, name)
		}
	}
	return d
}

func keyed(name string) tasks.Key { return tasks.Key{Name: name} }

func (d *dir) read(t *testing.T, name string) {
	t.Helper()
	task, err := d.book.Decode(keyed(name), []byte(d.files[name]), tasks.Stamp{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d.tasks[task.Key] = task
	d.book.AddTask(task)
}

func (d *dir) task(name string) *tasks.Task { return d.tasks[keyed(name)] }

// do carries out an edit as a store does: it expands it, compares what each step rests on, and takes the steps.
func (d *dir) do(t *testing.T, e tasks.Edit) tasks.Edit {
	t.Helper()
	e.At = noon
	e, err := d.book.Expand(e, d)
	if err != nil {
		t.Fatalf("%s %s: %v", e.Verb, e.Of.Name, err)
	}
	var made tasks.ID
	for _, n := range e.Needs {
		if v, err := d.book.Value([]byte(d.files[n.Key.Name]), n.Field, "", d.tasks[n.Key]); err != nil || v != n.Is {
			t.Errorf("need %v of %s: %v, %v", n.Field, n.Key.Name, v, err)
		}
	}
	for _, s := range e.Steps {
		switch s.Kind {
		case tasks.RaiseMark:
			if s.Mark == 0 {
				s.Mark, _ = whole(made.Text)
			}
			d.mark = max(d.mark, s.Mark)
		case tasks.DeleteFile:
			delete(d.files, s.Key.Name)
			delete(d.tasks, s.Key)
		case tasks.CreateFile:
			name, raw, err := d.book.Create(*e.Draft, d.newest(), d, d.mark, noon, func(n int) int { return n / 3 })
			if err != nil {
				t.Fatal(err)
			}
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
		if v, err := d.book.Value(now, c.Field, c.Member, task); c.Op == tasks.Set && (err != nil || v != c.From) {
			t.Errorf("%s: %s is %v, the edit says %v (%v)", s.Key.Name, c.Field, v, c.From, err)
		}
		if c.Op == tasks.Add && c.To.ID.Empty() {
			s.Changes[i].To.ID = made
		}
	}
	out, err := d.book.Render(task, now, s.Changes, noon)
	if err != nil {
		t.Fatalf("%s: %v", s.Key.Name, err)
	}
	d.files[s.Key.Name] = string(out)
	d.read(t, s.Key.Name)
}

// newest is the sibling with the last name.
func (d *dir) newest() []byte {
	var names []tasks.Key
	for k := range d.tasks {
		names = append(names, k)
	}
	if len(names) == 0 {
		return nil
	}
	return []byte(d.files[slices.MaxFunc(names, tasks.Key.Compare).Name])
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

func (f form) open(t *testing.T) *dir {
	path := f.path
	if path == "" {
		path = "/p/.tasks"
	}
	d := open(t, path, f.lock, f.files(f.rows()))
	if f.mark {
		d.mark = 4
	}
	return d
}

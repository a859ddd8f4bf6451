package dialect

import (
	"testing"

	"sideboard/tasks"
)

// FuzzExpandAndRender lets a person act in every way on any two files: no act makes the program stumble, and what an
// act writes is a task again.
func FuzzExpandAndRender(f *testing.F) {
	for _, form := range forms() {
		rows := form.rows()
		for verb := tasks.VerbClaim; verb < tasks.VerbUndo; verb++ {
			f.Add(form.file(rows[0].n), []byte(form.write(rows[0])), form.file(rows[1].n), []byte(form.write(rows[1])), byte(verb), "mia")
		}
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte, other string, otherRaw []byte, verb byte, word string) {
		d := &dir{book: NewCodec("/p/.tasks"), files: map[string]string{}, tasks: map[tasks.Key]*tasks.Task{}}
		d.book.List([]string{name, other}, verb&0x80 != 0)
		for n, b := range map[string][]byte{other: otherRaw, name: raw} {
			if Noise(n) {
				continue
			}
			if task, err := d.book.Decode(keyed(n), b, tasks.Stamp{}); err == nil {
				d.files[n], d.tasks[keyed(n)] = string(b), task
				d.book.AddTask(task)
			}
		}
		e := tasks.Edit{Verb: tasks.Verb(verb&0x7f)%tasks.VerbUndo + 1, Of: keyed(name), Who: word, At: noon}
		if task := d.tasks[keyed(other)]; task != nil {
			e.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(task.ID)}}
			if e.Verb == tasks.VerbUnlink {
				e.Changes[0].Op = tasks.Drop
			}
		}
		switch e.Verb {
		case tasks.VerbCreate:
			e.Of, e.Changes, e.Draft = tasks.Key{}, nil, &tasks.Draft{Subject: word, Description: word}
		case tasks.VerbEdit:
			e.Changes = []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue(word)}}
		case tasks.VerbLink, tasks.VerbUnlink:
		default:
			e.Changes = nil
		}
		e, err := d.book.Expand(e, d)
		if err != nil {
			return
		}
		if e.Draft != nil {
			name, made, err := d.book.Create(*e.Draft, raw, d, 0, noon, func(int) int { return 0 })
			if err == nil {
				if _, err := d.book.Decode(keyed(name), made, tasks.Stamp{}); err != nil {
					t.Fatalf("created %s, which is no task: %v\n%s", name, err, made)
				}
			}
		}
		for _, st := range e.Steps {
			task := d.tasks[st.Key]
			if st.Kind != tasks.ChangeFile || task == nil || task.Limits&tasks.NoEdit != 0 {
				continue
			}
			for i := range st.Changes { // what the id of a new task would be
				if st.Changes[i].To.Kind == tasks.Ref && st.Changes[i].To.ID.Empty() {
					st.Changes[i].To = tasks.RefValue(tasks.ID{Text: "77"})
				}
			}
			out, err := d.book.Render(task, []byte(d.files[st.Key.Name]), st.Changes, noon)
			if err != nil {
				continue
			}
			if _, err := d.book.Decode(st.Key, out, tasks.Stamp{}); err != nil {
				t.Fatalf("%s made %s no task: %v\n%s\n%s", e.Verb, st.Key.Name, err, d.files[st.Key.Name], out)
			}
		}
	})
}

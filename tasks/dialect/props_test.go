package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// anyFile draws a task file of any dialect in any layout, with members nobody knows.
func anyFile(t *rapid.T) (name, raw string) {
	f := rapid.SampledFrom(forms()).Draw(t, "form")
	r := f.rows()[rapid.IntRange(0, 3).Draw(t, "row")]
	r.subject = strings.NewReplacer("\\", "", `"`, "").Replace(rapid.StringMatching(`[a-zé🚀 ]{0,12}`).Draw(t, "subject"))
	raw = f.write(r)
	if rapid.Bool().Draw(t, "extra") {
		extra := rapid.SampledFrom([]string{`1.50`, `"\ud800"`, `{"id": 7}`, "[ ]", `12345678901234567890`}).Draw(t, "value")
		raw = strings.Replace(raw, "{\n", "{\n  \"extra\": "+extra+",\n", 1)
	}
	switch rapid.IntRange(0, 3).Draw(t, "layout") {
	case 1:
		var b bytes.Buffer
		if json.Compact(&b, []byte(raw)) == nil {
			raw = b.String()
		}
	case 2:
		raw = strings.ReplaceAll(raw, "\n", "\n\t") + "\n"
	}
	return f.file(r.n), raw
}

func anyChange(t *rapid.T) tasks.Change {
	word := rapid.SampledFrom([]string{"", "mia", "zoé \"q\" \n", "a\\b"})
	id := rapid.SampledFrom([]tasks.ID{{Text: "1", Num: true}, {Text: "1"}, {Text: "9"}, {Text: "task_00c0ffe1"}})
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		return tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(rapid.SampledFrom([]tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed}).Draw(t, "status"))}
	case 1:
		return tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue(word.Draw(t, "owner"))}
	case 2:
		f := rapid.SampledFrom([]tasks.Field{tasks.FieldSubject, tasks.FieldDescription}).Draw(t, "field")
		return tasks.Change{Field: f, Op: tasks.Set, To: tasks.TextValue(word.Draw(t, "text"))}
	case 3:
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id.Draw(t, "id"))}
	case 4:
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(id.Draw(t, "id"))}
	}
	return tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch}
}

// rawMembers gives the bytes of every value by name.
func rawMembers(raw []byte) map[string]string {
	o, err := jsonedit.Parse(raw)
	if err != nil {
		return nil
	}
	all := map[string]string{}
	for _, m := range o.Members() {
		all[o.Name(m)] = string(o.Raw(m))
	}
	return all
}

func TestAnEditTouchesOnlyItsFieldsBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, raw := anyFile(t)
		c := anyChange(t)
		holdToItsField(t, name, []byte(raw), c)
	})
}

type failer interface{ Fatalf(string, ...any) }

// holdToItsField makes one change and checks that the file then says it, and that nothing else differs.
func holdToItsField(t failer, name string, raw []byte, c tasks.Change) {
	b := NewCodec("/p/.tasks")
	task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
	if err != nil {
		return
	}
	out, err := b.Render(task, raw, []tasks.Change{c}, noon)
	if err != nil {
		return
	}
	after, err := b.Decode(keyed(name), out, tasks.Stamp{})
	if err != nil {
		t.Fatalf("%v made %q no task: %v", c, raw, err)
	}
	value, err := b.Value(out, c.Field, c.Member, task)
	switch {
	case err != nil:
		t.Fatalf("%v: %v", c, err)
	case c.Op == tasks.Set && value != c.To && !(c.Field == tasks.FieldOwner && !task.Traits.HasOwner):
		t.Fatalf("%v: the file says %v\n%s", c, value, out)
	case c.Op == tasks.Drop && contains(after.WaitsFor, c.To.ID):
		t.Fatalf("%v: still there\n%s", c, out)
	case c.Op == tasks.Add && !contains(after.WaitsFor, c.To.ID):
		t.Fatalf("%v: not there\n%s", c, out)
	}
	if again, err := b.Render(task, out, []tasks.Change{c}, noon); err != nil || !bytes.Equal(again, out) {
		t.Fatalf("%v twice: %v\n%s\n%s", c, err, out, again)
	}
	was, is := rawMembers(raw), rawMembers(out)
	for _, own := range fieldNames[c.Field] {
		delete(was, own)
		delete(is, own)
	}
	if fmt.Sprint(was) != fmt.Sprint(is) {
		t.Fatalf("%v changed others:\n%s\n%s", c, raw, out)
	}
}

func contains(ids []tasks.ID, id tasks.ID) bool {
	for _, have := range ids {
		if have == id {
			return true
		}
	}
	return false
}

// fieldNames are the members that a change of a field may touch.
var fieldNames = map[tasks.Field][]string{
	tasks.FieldStatus: {"status"}, tasks.FieldOwner: {"owner"}, tasks.FieldSubject: {"subject"},
	tasks.FieldDescription: {"description"}, tasks.FieldWaitsFor: {"blockedBy", "blocked_by"},
	tasks.FieldUpdated: {"updated_at", "updatedAt"},
}

func FuzzDecodeEditDecode(f *testing.F) {
	for _, form := range forms() {
		for _, r := range form.rows() {
			f.Add(form.file(r.n), []byte(form.write(r)), "mia")
		}
	}
	f.Add("task_1.json", []byte("{\"id\":1,\"subject\":\"\x95\x5c\",\"status\":{\"state\":1},\"blockedBy\":[null,[],\"\\u0031\"]}"), "é")
	f.Fuzz(func(t *testing.T, name string, raw []byte, word string) {
		if Noise(name) {
			return
		}
		word = strings.ToValidUTF8(word, "")
		for _, c := range []tasks.Change{
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)},
			{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue(word)},
			{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue(word)},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "1"})},
			{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "1"})},
			{Field: tasks.FieldUpdated, Op: tasks.Touch},
		} {
			holdToItsField(t, name, raw, c)
		}
	})
}

func TestDecodingIsSafeFromSeveralSides(t *testing.T) {
	f := forms()[11]
	d := f.open(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 200 {
				name := f.file(i%4 + 1)
				task, err := d.book.Decode(keyed(name), []byte(f.files(f.rows())[name]), tasks.Stamp{})
				if err != nil || task.ID != d.task(name).ID || task.Owner != d.task(name).Owner {
					t.Errorf("%s: %v, %v", name, task, err)
					return
				}
				d.book.AddTask(task)
				d.book.Traits()
				d.book.List([]string{name}, false)
			}
		})
	}
	wg.Wait()
}

func TestTheFoldersDialectIsThatOfMostTasks(t *testing.T) {
	b := NewCodec("/p/.tasks")
	b.AddTask(&tasks.Task{Key: keyed("a"), Traits: S07})
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: S12})
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: S12})
	b.AddTask(&tasks.Task{Key: keyed("c"), Traits: S12})
	if b.Traits() != S12 {
		t.Error(b.Traits().Dialect)
	}
	b.RemoveTask(keyed("c"))
	b.RemoveTask(keyed("c"))
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: S07})
	if b.Traits() != S07 {
		t.Error(b.Traits().Dialect)
	}
	b.RemoveTask(keyed("a"))
	b.RemoveTask(keyed("b"))
	if b.Traits() != S12 {
		t.Error(b.Traits().Dialect)
	}
}

func TestClocksOfEveryForm(t *testing.T) {
	at := time.Date(2026, 11, 21, 0, 3, 27, 250_000_000, time.UTC)
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
		if got := string(timeLike([]byte(sample), at)); got != like {
			t.Errorf("%s: %s, want %s", in, got, like)
		}
	}
	if task := decode(t, "/p/.tasks", "task_1.json", strings.Replace(s07File, `"owner"`, `"created_at": 1774445042.2717857, "owner"`, 1)); task.Clock != 1774445042271785700 {
		t.Errorf("only created: %d", task.Clock)
	}
	for _, none := range []string{`"updated_at": null`, `"updated_at": "soon"`, `"updated_at": 1e9`, `"x": 1`} {
		if task := decode(t, "/p/.tasks", "task_1.json", strings.Replace(s07File, `"owner"`, none+`, "owner"`, 1)); task.Clock != 0 {
			t.Errorf("%s: %d", none, task.Clock)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, f := range forms() {
		if f.name != "s12" && f.name != "claude-code" && f.name != "v6" && f.name != "s12wt" {
			continue
		}
		r := f.rows()[2]
		r.subject = "Add an index for the search over the archive"
		raw := []byte(strings.Replace(f.write(r), `"description": ""`, `"description": "`+strings.Repeat("what to do and why ", 6)+`"`, 1))
		book := NewCodec("/p/.tasks")
		k := keyed(f.file(r.n))
		book.List([]string{k.Name}, f.lock)
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := book.Decode(k, raw, tasks.Stamp{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestDecodeAllocatesLittle(t *testing.T) {
	book := NewCodec("/p/.tasks")
	f := forms()[4]
	raw, k := []byte(f.write(f.rows()[2])), keyed(f.file(3))
	got := testing.AllocsPerRun(500, func() {
		if _, err := book.Decode(k, raw, tasks.Stamp{}); err != nil {
			t.Fatal(err)
		}
	})
	if got > 6 {
		t.Errorf("%v allocations", got)
	}
}

func TestErrorsSayWhichFile(t *testing.T) {
	var err error = &Refused{Key: keyed("x.json"), Why: "no"}
	var broken *Broken
	if err.Error() != "x.json: no" || errors.As(err, &broken) {
		t.Error(err)
	}
	if _, err := NewCodec("/p").Expand(tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("x.json")}, &dir{}); err == nil || !strings.Contains(err.Error(), "gone") {
		t.Error(err)
	}
}

package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
	"sideboard/tasks/testdir"
)

// anyFile draws a task file of any design in any layout, with members nobody knows.
func anyFile(t *rapid.T) (path, name, raw string) {
	if rapid.Bool().Draw(t, "workflow") {
		g := rapid.SampledFrom(generations()).Draw(t, "generation")
		path, name = session, g.file(rapid.IntRange(0, 4).Draw(t, "task"))
		raw = g.files[name]
	} else {
		f := rapid.SampledFrom(forms()).Draw(t, "form")
		r := f.rows()[rapid.IntRange(0, 3).Draw(t, "row")]
		r.Subject = rapid.StringMatching(`[a-zé🚀 ]{0,12}`).Draw(t, "subject")
		path, name, raw = "/p/.tasks", f.File(r.N), f.Text(r)
	}
	if rapid.Bool().Draw(t, "extra") {
		extra := rapid.SampledFrom([]string{`1.50`, `"\ud800"`, `{"status": "x", "id": 7}`, "[ ]", `12345678901234567890`}).Draw(t, "value")
		raw = strings.Replace(raw, "{", `{ "extra": `+extra+",", 1)
	}
	if rapid.Bool().Draw(t, "BOM") {
		defer func() { raw = "\xef\xbb\xbf" + raw }()
	}
	var b bytes.Buffer
	switch rapid.IntRange(0, 4).Draw(t, "layout") {
	case 1:
		testdir.Must(t, json.Compact(&b, []byte(raw)))
		return path, name, b.String()
	case 2:
		return path, name, strings.ReplaceAll(raw, "\n", "\n\t") + "\n"
	case 3:
		testdir.Must(t, json.Indent(&b, []byte(raw), "", "    "))
		return path, name, b.String()
	case 4:
		return path, name, strings.ReplaceAll(raw, "\n", "\r\n") + "\r\n"
	}
	return path, name, raw
}

func anyChange(t *rapid.T, path string) tasks.Change {
	word := rapid.SampledFrom([]string{"", "mia", "zoé \"q\" \n", "a\\b"})
	id := rapid.SampledFrom([]tasks.ID{{Text: "1", Num: true}, {Text: "1"}, {Text: "9"}, {Text: "task_00c0ffe1"}, {Text: "IMPL-1.1"}, {Text: "TASK-003"}, {Text: "neu \"ß\""}})
	last := tasks.Completed
	if path == session {
		last = tasks.Container
	}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		s := rapid.IntRange(int(tasks.Pending), int(last)).Draw(t, "status")
		return tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Status(s))}
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

func TestAnEditTouchesOnlyItsFieldsBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path, name, raw := anyFile(t)
		checkEdit(t, path, name, []byte(raw), anyChange(t, path))
	})
}

type failer interface{ Fatalf(string, ...any) }

// checkEdit makes one change of a file, if its design allows it. The file must then have the value, and nothing else may differ.
func checkEdit(t failer, path, name string, raw []byte, c tasks.Change) {
	b := NewCodec(path)
	task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
	if err != nil || task.Limits&tasks.NoEdit != 0 {
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
	case c.Op == tasks.Drop && slices.Contains(after.WaitsFor, c.To.ID):
		t.Fatalf("%v: still there\n%s", c, out)
	case c.Op == tasks.Add && !slices.Contains(after.WaitsFor, c.To.ID):
		t.Fatalf("%v: not there\n%s", c, out)
	}
	if again, err := b.Render(task, out, []tasks.Change{c}, noon); err != nil || !bytes.Equal(again, out) {
		t.Fatalf("%v twice: %v\n%s\n%s", c, err, out, again)
	}
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(out, mark) != bytes.HasPrefix(raw, mark) {
		t.Fatalf("%v changed the byte order mark:\n%q\n%q", c, raw, out)
	}
	lines, returns := func(text []byte) int { return bytes.Count(text, []byte{'\n'}) }, []byte("\r\n")
	mixed := bytes.Count(raw, returns) == lines(raw) && bytes.Count(out, returns) != lines(out)
	foreign := bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(out, '\r') >= 0
	if mixed || foreign {
		t.Fatalf("%v changed the line ends:\n%q\n%q", c, raw, out)
	}
	was, is := rawMembers(raw), rawMembers(out)
	for _, own := range fieldNames[c.Field] {
		inner, now := rawMembers([]byte(was[own])), rawMembers([]byte(is[own]))
		for _, name := range []string{"depends_on", "dependencies", "state", "value"} {
			delete(inner, name)
			delete(now, name)
		}
		if inner != nil && fmt.Sprint(inner) != fmt.Sprint(now) {
			t.Fatalf("%v changed more of %s:\n%s\n%s", c, own, raw, out)
		}
		delete(was, own)
		delete(is, own)
	}
	if fmt.Sprint(was) != fmt.Sprint(is) {
		t.Fatalf("%v changed others:\n%s\n%s", c, raw, out)
	}
}

// rawMembers returns the bytes of every value of an object by its name, nil for another value. A name without escapes is as in the
// file: what a byte beyond ASCII means depends on the whole file, and an edit of another value may change that.
func rawMembers(raw []byte) map[string]string {
	o, err := jsonedit.Parse(raw)
	if err != nil {
		return nil
	}
	all := map[string]string{}
	for _, m := range o.Members() {
		name := string(o.KeyBytes(m))
		if name == "" {
			name = o.Key(m)
		}
		all[name] = string(o.Raw(m))
	}
	return all
}

// fieldNames are the members that a change of a field may touch.
var fieldNames = map[tasks.Field][]string{
	tasks.FieldStatus: {"status", "status_history"}, tasks.FieldOwner: {"owner"}, tasks.FieldSubject: {"subject", "title"},
	tasks.FieldDescription: {"description"}, tasks.FieldWaitsFor: {"blockedBy", "blocked_by", "depends_on", "dependencies", "context", "relations"},
	tasks.FieldUpdated: {"updated_at", "updatedAt"},
}

func FuzzDecodeEditDecode(f *testing.F) {
	for _, form := range forms() {
		for _, r := range form.rows() {
			f.Add(form.File(r.N), []byte(form.Text(r)), "mia", false)
		}
	}
	for _, g := range generations() {
		for _, name := range g.ids {
			f.Add(name+".json", []byte(g.files[name+".json"]), "IMPL-1", true)
		}
	}
	f.Add("task_1.json", []byte("{\"id\":\"1\",\"subject\":\"\",\"r\x8dption\":\"\",\"status\":\"in_progres\x87\",\"owner\":\"\",\"blocked_by\":[]}"), "mia", false)
	f.Add("task_1.json", []byte("{\"id\":1,\"subject\":\"\x95\x5c\",\"status\":{\"state\":1},\"blockedBy\":[null,[],\"\\u0031\"]}"), "é", false)
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"\x95\x5c\",\"status\":{\"state\":\"pending\",\"state\":1},\"context\":{\"depends_on\":[null,[],\"\\u0031\"]},\"flow_control\":0}"), "é", true)
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"Sign in\",\"status\":\"pe\x80ding\",\"descr\x82ption\":\"\"}"), "a", true)
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"\",\"relations\":{\"dependencies\":[\"a\"],\"dependencies\":[]},\"status_history\":[1,{}]}"), "a", true)
	f.Fuzz(func(t *testing.T, name string, raw []byte, word string, workflow bool) {
		if Noise(name) {
			return
		}
		path := "/p/.tasks"
		if workflow {
			path = session
		}
		word = strings.ToValidUTF8(word, "")
		for _, c := range []tasks.Change{
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.InProgress)},
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)},
			{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue(word)},
			{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue(word)},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: word})},
			{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "IMPL-1"})},
			{Field: tasks.FieldUpdated, Op: tasks.Touch},
		} {
			checkEdit(t, path, name, raw, c)
		}
		NewCodec(path).Facts(raw)
		Wildcards(raw)
		for _, tr := range All() {
			Lacks(tr, raw)
		}
	})
}

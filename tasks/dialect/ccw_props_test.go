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
	"sideboard/tasks/testdir"
)

// anyWorkflowFile draws a file of any generation in any layout, with members nobody knows.
func anyWorkflowFile(t *rapid.T) (name, raw string) {
	g := rapid.SampledFrom(generations()).Draw(t, "generation")
	name = g.file(rapid.IntRange(0, 4).Draw(t, "task"))
	raw = g.files[name]
	if rapid.Bool().Draw(t, "extra") {
		extra := rapid.SampledFrom([]string{`1.50`, `"\ud800"`, `{"status": "x", "depends_on": ["y"]}`, "[ ]", `12345678901234567890`}).Draw(t, "value")
		raw = strings.Replace(raw, "{", `{ "extra": `+extra+",", 1)
	}
	switch rapid.IntRange(0, 3).Draw(t, "layout") {
	case 1:
		var b bytes.Buffer
		if json.Compact(&b, []byte(raw)) == nil {
			raw = b.String()
		}
	case 2:
		raw = strings.ReplaceAll(raw, "\n", "\n\t") + "\n"
	case 3:
		var b bytes.Buffer
		if json.Indent(&b, []byte(raw), "", "    ") == nil {
			raw = b.String()
		}
	}
	return name, raw
}

func anyWorkflowChange(t *rapid.T) tasks.Change {
	id := rapid.SampledFrom([]tasks.ID{{Text: "IMPL-1.1"}, {Text: "impl-3"}, {Text: "IMPL-003"}, {Text: "TASK-003"}, {Text: "neu \"ß\""}})
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		s := rapid.SampledFrom([]tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed, tasks.Blocked, tasks.Failed, tasks.Skipped, tasks.Cancelled, tasks.Container}).Draw(t, "status")
		return tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(s)}
	case 1:
		f := rapid.SampledFrom([]tasks.Field{tasks.FieldSubject, tasks.FieldDescription}).Draw(t, "field")
		return tasks.Change{Field: f, Op: tasks.Set, To: tasks.TextValue(rapid.SampledFrom([]string{"", "mia", "zoé \"q\" \n", "a\\b"}).Draw(t, "text"))}
	case 2:
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id.Draw(t, "id"))}
	case 3:
		return tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(id.Draw(t, "id"))}
	}
	return tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch}
}

func TestAWorkflowEditTouchesOnlyItsFieldsBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, raw := anyWorkflowFile(t)
		holdWorkflowTo(t, name, []byte(raw), anyWorkflowChange(t))
	})
}

// workflowNames are the members that a change of a field may touch, and within the objects among them the one list.
var workflowNames = map[tasks.Field][]string{
	tasks.FieldStatus: {"status", "status_history"}, tasks.FieldSubject: {"title", "subject"}, tasks.FieldDescription: {"description"},
	tasks.FieldWaitsFor: {"depends_on", "dependencies", "context", "relations"}, tasks.FieldUpdated: {"updated_at", "updatedAt"},
}

// holdWorkflowTo makes one change and checks that the file then says it, and that nothing else differs.
func holdWorkflowTo(t failer, name string, raw []byte, c tasks.Change) {
	b := NewCodec(session)
	task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
	if err != nil || task.Limits&tasks.NoEdit != 0 {
		return
	}
	out, err := b.Render(task, raw, []tasks.Change{c}, noon)
	if err != nil {
		return
	}
	after, err := b.Decode(keyed(name), out, tasks.Stamp{})
	if err != nil || after.Traits != task.Traits {
		t.Fatalf("%v made %q another thing: %v\n%s", c, raw, err, out)
	}
	value, err := b.Value(out, c.Field, c.Member, task)
	switch {
	case err != nil:
		t.Fatalf("%v: %v", c, err)
	case c.Op == tasks.Set && value != c.To:
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
	for _, own := range workflowNames[c.Field] {
		if c.Field == tasks.FieldWaitsFor && strings.HasPrefix(was[own], "{") && strings.HasPrefix(is[own], "{") {
			inner, now := rawMembers([]byte(was[own])), rawMembers([]byte(is[own]))
			for _, list := range []string{"depends_on", "dependencies"} {
				delete(inner, list)
				delete(now, list)
			}
			if fmt.Sprint(inner) != fmt.Sprint(now) {
				t.Fatalf("%v changed more of %s:\n%s\n%s", c, own, raw, out)
			}
		}
		delete(was, own)
		delete(is, own)
	}
	if fmt.Sprint(was) != fmt.Sprint(is) {
		t.Fatalf("%v changed others:\n%s\n%s", c, raw, out)
	}
}

func TestAHistoryOnlyGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := generations()[2]
		b, name := NewCodec(g.path), g.file(1)
		raw, entries := []byte(g.files[name]), 1
		was := tasks.InProgress
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
			if err != nil || task.Status != was {
				t.Fatalf("%v %v\n%s", err, task, raw)
			}
			to := rapid.SampledFrom([]tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed}).Draw(t, "to")
			out, err := b.Render(task, raw, []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(to)}}, noon)
			testdir.Must(t, err)
			if to != was {
				entries++
			}
			var file struct {
				History []struct{ From, To, Changed_at string } `json:"status_history"`
			}
			if err := json.Unmarshal(out, &file); err != nil || len(file.History) != entries {
				t.Fatalf("%v, %d entries\n%s", err, entries, out)
			}
			if last := file.History[entries-1]; to != was && (last.From != was.String() || last.To != to.String()) {
				t.Fatalf("%+v\n%s", last, out)
			}
			i := bytes.Index(out, []byte("status_history"))
			j := bytes.Index(raw, []byte("status_history"))
			if old := bytes.TrimRight(raw[j:], "}\n] "); !bytes.HasPrefix(out[i:], old) {
				t.Fatalf("what stood there changed:\n%s\n%s", raw, out)
			}
			raw, was = out, to
		}
	})
}

func FuzzWorkflowDecodeEditDecode(f *testing.F) {
	for _, g := range generations() {
		for _, name := range g.ids {
			f.Add(name+".json", []byte(g.files[name+".json"]), "IMPL-1")
		}
	}
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"\x95\x5c\",\"status\":{\"state\":\"pending\",\"state\":1},\"context\":{\"depends_on\":[null,[],\"\\u0031\"]},\"flow_control\":0}"), "é")
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"Sign in\",\"status\":\"pe\x80ding\",\"descr\x82ption\":\"\"}"), "a")
	f.Add("IMPL-1.json", []byte("{\"id\":\"IMPL-1\",\"title\":\"\",\"relations\":{\"dependencies\":[\"a\"],\"dependencies\":[]},\"status_history\":[1,{}]}"), "a")
	f.Fuzz(func(t *testing.T, name string, raw []byte, word string) {
		if Noise(name) {
			return
		}
		word = strings.ToValidUTF8(word, "")
		for _, c := range []tasks.Change{
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.InProgress)},
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Skipped)},
			{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue(word)},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: word})},
			{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "IMPL-1"})},
			{Field: tasks.FieldUpdated, Op: tasks.Touch},
		} {
			holdWorkflowTo(t, name, raw, c)
		}
		NewCodec(session).Facts(raw)
		Wildcards(raw)
		for _, tr := range []*tasks.Traits{CCW10, CCW5, &ccw.traits, &ccwFree.traits} {
			if !slices.Contains(All(), tr) {
				t.Fatal("a generation is missing")
			}
			Lacks(tr, raw)
		}
	})
}

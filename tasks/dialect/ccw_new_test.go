package dialect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestANewTaskHasWhatItsGenerationDemands(t *testing.T) {
	next := map[*tasks.Traits]string{CCW10: "impl-4", CCW5: "IMPL-4", CCW: "TASK-004", CCWFree: "IMPL-004"}
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		draft := tasks.Draft{Subject: "Prüfen", Description: "Look at it", WaitsFor: []tasks.ID{{Text: g.ids[4]}}}
		before := filesOf(d.files)
		d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &draft})
		name := next[g.dialect] + ".json"
		made := d.task(name)
		if made == nil || made.Subject != "Prüfen" || made.Status != tasks.Pending || !slices.Equal(made.WaitsFor, draft.WaitsFor) {
			t.Fatalf("%s: %+v\n%v", name, made, d.files[name])
		}
		want := g.dialect
		if want == CCWFree { // what has no rules has none for a new one: it gets the newest form
			want = CCW
		}
		if lacks, others := Lacks(made.Traits, []byte(d.files[name])); made.Traits != want || lacks != nil || others != nil {
			t.Errorf("it is %s, lacks %v, has %v:\n%s", made.Traits.Dialect, lacks, others, d.files[name])
		}
		if !strings.Contains(d.files[name], "Look at it") || !json.Valid([]byte(d.files[name])) {
			t.Error(d.files[name])
		}
		before[name] = d.files[name]
		d.expect(t, "create", before)
	})
}

func TestAnIDCanBeChosen(t *testing.T) {
	for _, c := range []struct{ g, id, why string }{
		{"ccw5", "IMPL-9", ""}, {"ccw5", "IMPL-A1", ""}, {"ccw5", "IMPL-AB1", "no id here"}, {"ccw10", "impl-A1", ""}, {"ccw5", "IMPL-3", "already"}, {"ccw5", "impl-3", "already"}, {"ccw5", "TASK-9", "no id here"},
		{"ccw5", "IMPL-2.1", "part of another"}, {"ccw", "FIX-1", ""}, {"ccw", "../x-1", "part of another"}, {"ccw", "a/b-1", "name of a file"}, {"ccw", "nine", "no id here"},
		{"ccw10", "impl-9", ""}, {"ccw10", "IMPL-9", "no id here"},
	} {
		eachGeneration(t, func(t *testing.T, g generation, d *dir) {
			if g.dialect.Dialect != c.g {
				return
			}
			name, _, err := d.book.Create(tasks.Draft{Subject: "x", ID: c.id}, nil, d, 0, noon, nil)
			switch {
			case c.why == "" && (err != nil || name != c.id+".json"):
				t.Errorf("%s: %q, %v", c.id, name, err)
			case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
				t.Errorf("%s: %q, %v", c.id, name, err)
			}
		})
	}
}

func TestANameThatIsTakenIsNotGivenAgain(t *testing.T) {
	g := generations()[1]
	d := g.open(t)
	if id := d.book.NextID(d); id != "IMPL-4" {
		t.Error(id)
	}
	d.book.AddName("IMPL-4.json")
	d.book.AddName("IMPL-5.1.json")
	if id := d.book.NextID(d); id != "IMPL-5" {
		t.Error(id)
	}
	if id := open(t, session, false, map[string]string{}).book.NextID(&dir{}); id != "TASK-001" {
		t.Error(id)
	}
	if id := NewCodec("/p/.tasks").NextID(&dir{}); id != "" {
		t.Error(id)
	}
}

func TestFactsTellWhatOnlyWorkflowFilesKeep(t *testing.T) {
	spell := func(fs []tasks.Fact) string {
		var all []string
		for _, f := range fs {
			line := f.Name + "=" + strings.Join(f.Values, "|")
			if f.From != "" {
				line += " from " + f.From
			}
			all = append(all, line)
		}
		return strings.Join(all, "; ")
	}
	want := map[*tasks.Traits]map[int]string{
		CCW10: {
			0: "agent=code-developer; type=feature; requirements=JWT; paths=src/auth|tests/auth|src/auth/*; attempts=0; inherited= from WFS-login",
			1: "agent=code-developer; type=feature; paths=src/auth/token.ts; acceptance=signs; attempts=2; last attempt=2025-09-08T10:00:00Z; inherited= from impl-1",
		},
		CCW5:    {1: "agent=@code-developer; type=feature; requirements=JWT; paths=src/a.ts:f:1-9; shared context=auth: JWT; inherited=the schema is done from IMPL-1"},
		CCW:     {1: "acceptance=signs; verification=npm test", 3: "agent=@code-developer; acceptance=x"},
		CCWFree: {1: "agent=backend", 3: "acceptance=x"},
	}
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		for n, facts := range want[g.dialect] {
			if got := spell(d.book.Facts([]byte(g.files[g.file(n)]))); got != facts {
				t.Errorf("%s:\n%s\nwant\n%s", g.file(n), got, facts)
			}
		}
		for _, m := range must(d.book.Members([]byte(g.files[g.file(3)]))) {
			if slices.Contains([]string{"title", "status", "depends_on", "acceptance"}, m.Name) && !m.Known {
				t.Errorf("%s is told twice", m.Name)
			}
		}
	})
	one := generations()[1]
	for _, m := range must(NewCodec(one.path).Members([]byte(one.files["IMPL-1.1.json"]))) {
		if !m.Known && m.Name != "updated_at" {
			t.Errorf("%s is told twice", m.Name)
		}
	}
	if NewCodec("/p/.tasks").Facts([]byte(s07File)) != nil {
		t.Error("an s07 file has facts")
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestFamilies(t *testing.T) {
	for id, want := range map[string]string{"IMPL-1.2": "IMPL-1", "IMPL-1.2.3": "IMPL-1.2", "IMPL-1": "", "IMPL-001.3-validation": "IMPL-001", "v1.x": "", ".1": "", "1.": ""} {
		if got := ParentOf(tasks.ID{Text: id}).Text; got != want {
			t.Errorf("%s is part of %q", id, got)
		}
	}
	if Depth(tasks.ID{Text: "IMPL-1.2.3"}) != 3 || Depth(tasks.ID{Text: "IMPL-1"}) != 1 {
		t.Error("depth")
	}
	own := decode(t, session, "X-1.json", `{"id":"X-1","title":"a","parent":"X-1","subtasks":["X-2",{"id":"X-3"}],"context":{"children":["X-4"]}}`)
	if !own.Parent.Empty() || !slices.Equal(own.Children, []tasks.ID{{Text: "X-4"}, {Text: "X-2"}}) {
		t.Errorf("%+v", own)
	}
}

func TestTemporaryFilesOfAgentsAreNoTasks(t *testing.T) {
	b := NewCodec(session)
	if _, err := b.Decode(keyed("tmp.json"), []byte(`{"id":"IMPL-1","title":"a"}`), tasks.Stamp{}); err == nil {
		t.Error("tmp.json is a task")
	}
}

func TestWhatAPersonTypesMustFit(t *testing.T) {
	g := generations()[2]
	d := g.open(t)
	for member, raw := range map[string]string{
		"id": `"x"`, "title": "7", "status": `"done"`, "depends_on": `{}`, "status_history": "1", "description": "null",
	} {
		c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: member, To: tasks.Value{Kind: tasks.RawVal, Text: raw}}
		if out, err := d.book.Render(d.task("TASK-001.1.json"), []byte(d.files["TASK-001.1.json"]), []tasks.Change{c}, noon); err == nil {
			t.Errorf("%s became %s:\n%s", member, raw, out)
		}
	}
	c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Unset, Member: "title"}
	if _, err := d.book.Render(d.task("TASK-001.1.json"), []byte(d.files["TASK-001.1.json"]), []tasks.Change{c}, noon); err == nil {
		t.Error("the title was taken away")
	}
}

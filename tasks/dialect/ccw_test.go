package dialect

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

const session = "/p/.workflow/active/WFS-login/.task"

// generation is one shape of workflow files as its writers leave them: a container, its two parts, a task that waits
// for one of them, and one that is done. The layouts differ on purpose, because their writers are language models.
type generation struct {
	dialect *tasks.Traits
	path    string
	files   map[string]string
	active  string // the word for a task in progress
	ids     [5]string
}

func (g generation) file(n int) string { return g.ids[n] + ".json" }

func (g generation) open(t *testing.T) *dir { return open(t, g.path, false, filesOf(g.files)) }

func filesOf(files map[string]string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, files)
	return out
}

func generations() []generation {
	return []generation{
		{
			dialect: CCW10, path: "/p/.workflow/WFS-login/.task", active: "active", ids: [5]string{"impl-1", "impl-1.1", "impl-1.2", "impl-2", "impl-3"},
			files: map[string]string{
				"impl-1.json":   `{"id":"impl-1","title":"Anmeldung – 登录","status":"container","type":"feature","agent":"code-developer","paths":"src/auth;tests/auth","context":{"requirements":["JWT"],"scope":["src/auth/*"],"acceptance":[],"inherited_from":"WFS-login"},"relations":{"parent":null,"subtasks":["impl-1.1","impl-1.2"],"dependencies":[]},"execution":{"attempts":0,"last_attempt":null},"implementation":{}}`,
				"impl-1.1.json": "{\n  \"id\": \"impl-1.1\",\n  \"title\": \"Token\",\n  \"status\": \"active\",\n  \"type\": \"feature\", \"agent\": \"code-developer\",\n  \"paths\": \"src/auth/token.ts\",\n  \"context\": {\"requirements\": [], \"scope\": [], \"acceptance\": [\"signs\"], \"inherited_from\": \"impl-1\"},\n  \"relations\": {\n    \"parent\": \"impl-1\",\n    \"subtasks\": [],\n    \"dependencies\": []\n  },\n  \"execution\": { \"attempts\": 2, \"last_attempt\": \"2025-09-08T10:00:00Z\" },\n  \"implementation\": {\"files\": []}\n}\n",
				"impl-1.2.json": "{\n\t\"id\": \"impl-1.2\",\n\t\"title\": \"Refresh\",\n\t\"status\": \"blocked\",\n\t\"type\": \"feature\",\n\t\"agent\": \"code-developer\",\n\t\"paths\": \"\",\n\t\"context\": {},\n\t\"relations\": {\n\t\t\"parent\": \"impl-1\",\n\t\t\"subtasks\": [],\n\t\t\"dependencies\": [\"impl-1.1\", \"impl-3\"]\n\t},\n\t\"execution\": {},\n\t\"implementation\": {}\n}",
				"impl-2.json":   "{\n  \"id\": \"impl-2\",\n  \"title\": \"Pages\",\n  \"status\": \"pending\",\n  \"type\": \"feature\",\n  \"agent\": \"code-developer\",\n  \"paths\": \"src/*.ts\",\n  \"context\": {},\n  \"relations\": {\n    \"parent\": null,\n    \"subtasks\": [],\n    \"dependencies\": [\n      \"impl-3\"\n    ]\n  },\n  \"execution\": {},\n  \"implementation\": {}\n}\n",
				"impl-3.json":   "{\r\n  \"id\": \"impl-3\",\r\n  \"title\": \"Schema\",\r\n  \"status\": \"completed\",\r\n  \"type\": \"feature\",\r\n  \"agent\": \"code-developer\",\r\n  \"paths\": \"\",\r\n  \"context\": {},\r\n  \"relations\": {\"parent\": null, \"subtasks\": [], \"dependencies\": []},\r\n  \"execution\": {},\r\n  \"implementation\": {}\r\n}",
			},
		},
		{
			dialect: CCW5, path: session, active: "active", ids: [5]string{"IMPL-1", "IMPL-1.1", "IMPL-1.2", "IMPL-2", "IMPL-3"},
			files: map[string]string{
				"IMPL-1.json":   "{\n  \"id\": \"IMPL-1\",\n  \"title\": \"Sign in\",\n  \"status\": \"container\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\"requirements\": [], \"focus_paths\": [\"src/auth\"], \"acceptance\": []},\n  \"flow_control\": {}\n}\n",
				"IMPL-1.1.json": "{\n  \"id\": \"IMPL-1.1\",\n  \"title\": \"Token \\u00e9\",\n  \"status\": \"active\",\n  \"updated_at\": \"2025-10-01T08:00:00.123Z\",\n  \"meta\": {\n    \"type\": \"feature\",\n    \"agent\": \"@code-developer\"\n  },\n  \"context\": {\n    \"requirements\": [\n      \"JWT\"\n    ],\n    \"parent\": \"IMPL-1\",\n    \"depends_on\": [],\n    \"inherited\": {\"from\": \"IMPL-1\", \"context\": [\"the schema is done\"]},\n    \"shared_context\": {\"auth\": \"JWT\"}\n  },\n  \"flow_control\": {\"pre_analysis\": [], \"implementation_approach\": [], \"target_files\": [\"src/a.ts:f:1-9\"]}\n}",
				"IMPL-1.2.json": "{\n  \"id\": \"IMPL-1.2\",\n  \"title\": \"Refresh\",\n  \"status\": \"blocked\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\n    \"parent\": \"IMPL-1\",\n    \"depends_on\": [\"IMPL-1.1\", \"IMPL-3\"]\n  },\n  \"flow_control\": {}\n}\n",
				"IMPL-2.json":   "{\n  \"id\": \"IMPL-2\",\n  \"title\": \"Pages\",\n  \"status\": \"pending\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\"depends_on\": [\"IMPL-3\"]},\n  \"flow_control\": {},\n  \"status_history\": []\n}\n",
				"IMPL-3.json":   "{\n  \"id\": \"IMPL-3\",\n  \"title\": \"Schema\",\n  \"status\": \"completed\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {},\n  \"flow_control\": {}\n}\n",
			},
		},
		{
			dialect: &ccw.traits, path: "/p/.workflow/.lite-plan/login-2026/.task", active: "in_progress", ids: [5]string{"TASK-001", "TASK-001.1", "TASK-001.2", "TASK-002", "TASK-003"},
			files: map[string]string{
				"TASK-001.json":   "{\n  \"id\": \"TASK-001\",\n  \"title\": \"Sign in\",\n  \"description\": \"Everything to sign in\",\n  \"subtasks\": [\"TASK-001.1\", \"TASK-001.2\"],\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"one can sign in\"]}\n}\n",
				"TASK-001.1.json": "{\n  \"id\": \"TASK-001.1\",\n  \"title\": \"Token\",\n  \"description\": \"\",\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"signs\"], \"verification\": \"npm test\"},\n  \"status\": \"in_progress\",\n  \"status_history\": [\n    {\n      \"from\": \"pending\",\n      \"to\": \"in_progress\",\n      \"changed_at\": \"2026-04-20T15:20:39+08:00\"\n    }\n  ]\n}",
				"TASK-001.2.json": "{\n  \"id\": \"TASK-001.2\",\n  \"title\": \"Refresh\",\n  \"description\": \"\",\n  \"depends_on\": [\"TASK-001.1\", \"TASK-003\"],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"blocked\"\n}\n",
				"TASK-002.json":   "{\n  \"id\": \"TASK-002\",\n  \"title\": \"Pages\",\n  \"description\": \"all of them\",\n  \"depends_on\": [\n    \"TASK-003\"\n  ],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"pending\",\n  \"meta\": {\"agent\": \"@code-developer\"}\n}\n",
				"TASK-003.json":   "{\n  \"id\": \"TASK-003\",\n  \"title\": \"Schema\",\n  \"description\": \"\",\n\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"completed\",\n  \"result\": {\"summary\": \"done\", \"big\": 12345678901234567890.50}\n}\n",
			},
		},
		{
			dialect: &ccwFree.traits, path: session, active: "in_progress", ids: [5]string{"IMPL-001", "IMPL-001.1", "IMPL-001.2", "IMPL-002", "IMPL-003"},
			files: map[string]string{
				"IMPL-001.json":   "{\n  \"task_id\": \"IMPL-001\",\n  \"title\": \"Sign in\",\n  \"status\": \"pending\",\n  \"description\": \"\"\n}\n",
				"IMPL-001.1.json": "{\n  \"task_id\": \"IMPL-001.1\",\n  \"title\": \"Token\",\n  \"status\": {\"state\": \"in_progress\", \"since\": 1.50},\n  \"owner_hint\": \"backend\"\n}\n",
				"IMPL-001.2.json": "{\n  \"task_id\": \"IMPL-001.2\",\n  \"title\": \"Refresh\",\n  \"status\": \"blocked\",\n  \"depends_on\": [\"IMPL-001.1\", \"IMPL-003\"]\n}\n",
				"IMPL-002.json":   "{ \"id\": \"IMPL-002\", \"title\": \"Pages\", \"description\": \"all\", \"depends_on\": [\"IMPL-003\"], \"acceptance\": [ \"x\" ] }",
				"IMPL-003.json":   "{\n  \"id\": \"IMPL-003\",\n  \"title\": \"Schema\",\n  \"status\": \"completed\",\n  \"depends_on\": [\"IMPL-9\"],\n  \"result\": {\"acceptance_met\": true}\n}\n",
			},
		},
	}
}

func eachGeneration(t *testing.T, check func(t *testing.T, g generation, d *dir)) {
	for _, g := range generations() {
		t.Run(g.dialect.Dialect, func(t *testing.T) { check(t, g, g.open(t)) })
	}
}

func TestEveryGenerationIsDecodedByItsOwnRules(t *testing.T) {
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		id := func(n int) tasks.ID { return tasks.ID{Text: g.ids[n]} }
		for n := range g.ids {
			task := d.task(g.file(n))
			if task.Traits != g.dialect || task.ID != id(n) || task.Limits&tasks.NoEdit != 0 || task.Unseen || task.Owner != "" {
				t.Errorf("%s: %s, limits %d, %q", task.Name, task.Traits.Dialect, task.Limits, task.Why)
			}
		}
		one, blocked, free, done := d.task(g.file(1)), d.task(g.file(2)), d.task(g.file(3)), d.task(g.file(4))
		if one.Status != tasks.InProgress || one.Parent != id(0) || blocked.Parent != id(0) || !free.Parent.Empty() {
			t.Errorf("%+v\n%+v", one, free)
		}
		if blocked.Status != tasks.Blocked || !slices.Equal(blocked.WaitsFor, []tasks.ID{id(1), id(4)}) {
			t.Errorf("%+v", blocked)
		}
		if free.Status != tasks.Pending || !slices.Equal(free.WaitsFor, []tasks.ID{id(4)}) || done.Status != tasks.Completed {
			t.Errorf("%+v\n%+v", free, done)
		}
		if got := d.codec.Traits(); got != g.dialect {
			t.Errorf("the folder is %s", got.Dialect)
		}
	})
}

// plan is a task of a run of Maestro Flow.
const plan = `{"_meta": {"kind": "plan-task", "schema": "plan-task/1.0", "role": "attachment"}, "id": "TASK-003", "title": "Pages", "description": "all of them", ` +
	`"requirement_refs": ["R-1"], "deps": ["TASK-001", "TASK-002"], "files": [{"path": "src/a.ts", "action": "create"}], "read_first": ["README.md"], ` +
	`"convergence_criteria": ["renders"], "verify": ["npm test"], "convergence": {"criteria": ["loads"]}, "status": "pending"}`

func TestATaskOfARunIsReadAndNeverWritten(t *testing.T) {
	for _, at := range []string{"/p/.workflow/sessions/S/runs/R/outputs/tasks", session} {
		task := decode(t, at, "TASK-003.json", plan)
		if task.Traits != Maestro || task.Limits&tasks.NoEdit == 0 || !strings.Contains(task.Why, "Maestro Flow") || task.Status != tasks.Pending || task.Subject != "Pages" {
			t.Errorf("%s: %+v", at, task)
		}
		if !slices.Equal(task.WaitsFor, []tasks.ID{{Text: "TASK-001"}, {Text: "TASK-002"}}) {
			t.Errorf("%s: it waits for %v", at, task.WaitsFor)
		}
		b := NewCodec(at)
		for _, m := range must(b.Members([]byte(plan))) {
			if m.Name == "deps" && !m.Known {
				t.Error("deps are shown twice")
			}
		}
		facts := map[string]string{}
		for _, f := range b.Facts([]byte(plan)) {
			facts[f.Name] = strings.Join(f.Values, "|")
		}
		for name, want := range map[string]string{"paths": "src/a.ts", "acceptance": "loads|renders", "verification": "npm test", "read first": "README.md", "requirements": "R-1"} {
			if facts[name] != want {
				t.Errorf("%s: %q, want %q", name, facts[name], want)
			}
		}
		if _, err := b.Render(task, []byte(plan), []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)}}, noon); err == nil {
			t.Error("it was written")
		}
	}
}

func TestANewTaskHasWhatItsGenerationDemands(t *testing.T) {
	next := map[*tasks.Traits]string{CCW10: "impl-4", CCW5: "IMPL-4", &ccw.traits: "TASK-004", &ccwFree.traits: "IMPL-004"}
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
		if want == &ccwFree.traits { // what has no rules has none for a new one: it gets the newest form
			want = &ccw.traits
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
			name, _, err := d.codec.Create(tasks.Draft{Subject: "x", ID: c.id}, nil, d, 0, noon, nil)
			switch {
			case c.why == "" && (err != nil || name != c.id+".json"):
				t.Errorf("%s: %q, %v", c.id, name, err)
			case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
				t.Errorf("%s: %q, %v", c.id, name, err)
			}
		})
	}
}

func TestAPartOfAContainerCanBeMadeByHand(t *testing.T) {
	const members = `, "type": "feature", "agent": "a", "context": {}, "relations": {"parent": null, "subtasks": [], "dependencies": []}, "execution": {}, "implementation": {}}`
	d := open(t, session, false, map[string]string{
		"impl-1.json":   `{"id": "impl-1", "title": "Whole", "status": "container"` + members,
		"impl-2.json":   `{"id": "impl-2", "title": "Alone", "status": "pending"` + members,
		"impl-2.5.json": `{"id": "impl-2.5", "title": "A step", "status": "pending"` + members,
	})
	d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "Part", ID: "impl-1.3"}})
	if made := d.task("impl-1.3.json"); made == nil || made.Parent.Text != "impl-1" || made.ByForm || made.Job() != (tasks.Job{Agent: "a", Type: "feature"}) {
		t.Errorf("%+v in %s", made, d.files["impl-1.3.json"])
	}
	for _, id := range []string{"impl-2.1", "impl-9.1", "impl-1.", "impl-1.x", "impl-1.3"} {
		if _, _, err := d.codec.Create(tasks.Draft{Subject: "x", ID: id}, nil, d, 0, noon, nil); err == nil {
			t.Errorf("%s is made", id)
		}
	}
}

func TestANameThatIsTakenIsNotGivenAgain(t *testing.T) {
	g := generations()[1]
	d := g.open(t)
	gives := func(b *Codec, d *dir, want string) {
		t.Helper()
		if name, _, err := b.Create(tasks.Draft{Subject: "x"}, nil, d, 0, noon, nil); err != nil || name != want {
			t.Errorf("%s, %v", name, err)
		}
	}
	gives(d.codec, d, "IMPL-4.json")
	d.codec.AddName("IMPL-4.json")
	d.codec.AddName("IMPL-5.1.json")
	gives(d.codec, d, "IMPL-5.json")
	gives(open(t, session, false, map[string]string{}).codec, &dir{}, "TASK-001.json")
}

func TestFactsOfEveryGeneration(t *testing.T) {
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
		CCW5:            {1: "agent=@code-developer; type=feature; requirements=JWT; paths=src/a.ts:f:1-9; shared context=auth: JWT; inherited=the schema is done from IMPL-1"},
		&ccw.traits:     {1: "acceptance=signs; verification=npm test", 3: "agent=@code-developer; acceptance=x"},
		&ccwFree.traits: {1: "agent=backend", 3: "acceptance=x"},
	}
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		for n, facts := range want[g.dialect] {
			if got := spell(d.codec.Facts([]byte(g.files[g.file(n)]))); got != facts {
				t.Errorf("%s:\n%s\nwant\n%s", g.file(n), got, facts)
			}
		}
		for _, m := range must(d.codec.Members([]byte(g.files[g.file(3)]))) {
			if slices.Contains([]string{"title", "status", "depends_on", "acceptance"}, m.Name) && !m.Known {
				t.Errorf("%s is shown twice", m.Name)
			}
		}
	})
	one := generations()[1]
	for _, m := range must(NewCodec(one.path).Members([]byte(one.files["IMPL-1.1.json"]))) {
		if !m.Known && m.Name != "updated_at" {
			t.Errorf("%s is shown twice", m.Name)
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
		if out, err := d.codec.Render(d.task("TASK-001.1.json"), []byte(d.files["TASK-001.1.json"]), []tasks.Change{c}, noon); err == nil {
			t.Errorf("%s became %s:\n%s", member, raw, out)
		}
	}
	c := tasks.Change{Field: tasks.FieldMember, Op: tasks.Unset, Member: "title"}
	if _, err := d.codec.Render(d.task("TASK-001.1.json"), []byte(d.files["TASK-001.1.json"]), []tasks.Change{c}, noon); err == nil {
		t.Error("the title was taken away")
	}
}

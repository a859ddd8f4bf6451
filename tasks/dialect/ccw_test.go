package dialect

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

const session = "/p/.workflow/active/WFS-login/.task"

// generation is one shape of workflow files as its writers leave them: a container, its two parts, a task that waits
// for one of them, and one that is done. The layouts differ on purpose, because their writers are language models.
type generation struct {
	dialect *tasks.Traits
	path    string
	files   map[string]string
	ids     [5]string
}

func (g generation) file(n int) string { return g.ids[n] + ".json" }

func (g generation) open(t *testing.T) *dir { return open(t, g.path, false, maps.Clone(g.files)) }

func generations() []generation {
	return []generation{
		{
			dialect: CCW10, path: "/p/.workflow/WFS-login/.task", ids: [5]string{"impl-1", "impl-1.1", "impl-1.2", "impl-2", "impl-3"},
			files: map[string]string{
				"impl-1.json":   `{"id":"impl-1","title":"Anmeldung – 登录","status":"container","type":"feature","agent":"code-developer","paths":"src/auth;tests/auth","context":{"requirements":["JWT"],"scope":["src/auth/*"],"acceptance":[],"inherited_from":"WFS-login"},"relations":{"parent":null,"subtasks":["impl-1.1","impl-1.2"],"dependencies":[]},"execution":{"attempts":0,"last_attempt":null},"implementation":{}}`,
				"impl-1.1.json": "{\n  \"id\": \"impl-1.1\",\n  \"title\": \"Token\",\n  \"status\": \"active\",\n  \"type\": \"feature\", \"agent\": \"code-developer\",\n  \"paths\": \"src/auth/token.ts\",\n  \"context\": {\"requirements\": [], \"scope\": [], \"acceptance\": [\"signs\"], \"inherited_from\": \"impl-1\"},\n  \"relations\": {\n    \"parent\": \"impl-1\",\n    \"subtasks\": [],\n    \"dependencies\": []\n  },\n  \"execution\": { \"attempts\": 2, \"last_attempt\": \"2025-09-08T10:00:00Z\" },\n  \"implementation\": {\"files\": []}\n}\n",
				"impl-1.2.json": "{\n\t\"id\": \"impl-1.2\",\n\t\"title\": \"Refresh\",\n\t\"status\": \"blocked\",\n\t\"type\": \"feature\",\n\t\"agent\": \"code-developer\",\n\t\"paths\": \"\",\n\t\"context\": {},\n\t\"relations\": {\n\t\t\"parent\": \"impl-1\",\n\t\t\"subtasks\": [],\n\t\t\"dependencies\": [\"impl-1.1\", \"impl-3\"]\n\t},\n\t\"execution\": {},\n\t\"implementation\": {}\n}",
				"impl-2.json":   "{\n  \"id\": \"impl-2\",\n  \"title\": \"Pages\",\n  \"status\": \"pending\",\n  \"type\": \"feature\",\n  \"agent\": \"code-developer\",\n  \"paths\": \"src/*.ts\",\n  \"context\": {},\n  \"relations\": {\n    \"parent\": null,\n    \"subtasks\": [],\n    \"dependencies\": [\n      \"impl-3\"\n    ]\n  },\n  \"execution\": {},\n  \"implementation\": {}\n}\n",
				"impl-3.json":   "{\r\n  \"id\": \"impl-3\",\r\n  \"title\": \"Schema\",\r\n  \"status\": \"completed\",\r\n  \"type\": \"feature\",\r\n  \"agent\": \"code-developer\",\r\n  \"paths\": \"\",\r\n  \"context\": {},\r\n  \"relations\": {\"parent\": null, \"subtasks\": [], \"dependencies\": []},\r\n  \"execution\": {},\r\n  \"implementation\": {}\r\n}",
			},
		},
		{
			dialect: CCW5, path: session, ids: [5]string{"IMPL-1", "IMPL-1.1", "IMPL-1.2", "IMPL-2", "IMPL-3"},
			files: map[string]string{
				"IMPL-1.json":   "{\n  \"id\": \"IMPL-1\",\n  \"title\": \"Sign in\",\n  \"status\": \"container\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\"requirements\": [], \"focus_paths\": [\"src/auth\"], \"acceptance\": []},\n  \"flow_control\": {}\n}\n",
				"IMPL-1.1.json": "{\n  \"id\": \"IMPL-1.1\",\n  \"title\": \"Token \\u00e9\",\n  \"status\": \"active\",\n  \"updated_at\": \"2025-10-01T08:00:00.123Z\",\n  \"meta\": {\n    \"type\": \"feature\",\n    \"agent\": \"@code-developer\"\n  },\n  \"context\": {\n    \"requirements\": [\n      \"JWT\"\n    ],\n    \"parent\": \"IMPL-1\",\n    \"depends_on\": [],\n    \"inherited\": {\"from\": \"IMPL-1\", \"context\": [\"the schema is done\"]},\n    \"shared_context\": {\"auth\": \"JWT\"}\n  },\n  \"flow_control\": {\"pre_analysis\": [], \"implementation_approach\": [], \"target_files\": [\"src/a.ts:f:1-9\"]}\n}",
				"IMPL-1.2.json": "{\n  \"id\": \"IMPL-1.2\",\n  \"title\": \"Refresh\",\n  \"status\": \"blocked\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\n    \"parent\": \"IMPL-1\",\n    \"depends_on\": [\"IMPL-1.1\", \"IMPL-3\"]\n  },\n  \"flow_control\": {}\n}\n",
				"IMPL-2.json":   "{\n  \"id\": \"IMPL-2\",\n  \"title\": \"Pages\",\n  \"status\": \"pending\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\"depends_on\": [\"IMPL-3\"]},\n  \"flow_control\": {},\n  \"status_history\": []\n}\n",
				"IMPL-3.json":   "{\n  \"id\": \"IMPL-3\",\n  \"title\": \"Schema\",\n  \"status\": \"completed\",\n  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {},\n  \"flow_control\": {}\n}\n",
			},
		},
		{
			dialect: &ccw.traits, path: "/p/.workflow/.lite-plan/login-2026/.task", ids: [5]string{"TASK-001", "TASK-001.1", "TASK-001.2", "TASK-002", "TASK-003"},
			files: map[string]string{
				"TASK-001.json":   "{\n  \"id\": \"TASK-001\",\n  \"title\": \"Sign in\",\n  \"description\": \"Everything to sign in\",\n  \"subtasks\": [\"TASK-001.1\", \"TASK-001.2\"],\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"one can sign in\"]}\n}\n",
				"TASK-001.1.json": "{\n  \"id\": \"TASK-001.1\",\n  \"title\": \"Token\",\n  \"description\": \"\",\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"signs\"], \"verification\": \"npm test\"},\n  \"status\": \"in_progress\",\n  \"status_history\": [\n    {\n      \"from\": \"pending\",\n      \"to\": \"in_progress\",\n      \"changed_at\": \"2026-04-20T15:20:39+08:00\"\n    }\n  ]\n}",
				"TASK-001.2.json": "{\n  \"id\": \"TASK-001.2\",\n  \"title\": \"Refresh\",\n  \"description\": \"\",\n  \"depends_on\": [\"TASK-001.1\", \"TASK-003\"],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"blocked\"\n}\n",
				"TASK-002.json":   "{\n  \"id\": \"TASK-002\",\n  \"title\": \"Pages\",\n  \"description\": \"all of them\",\n  \"depends_on\": [\n    \"TASK-003\"\n  ],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"pending\",\n  \"meta\": {\"agent\": \"@code-developer\"}\n}\n",
				"TASK-003.json":   "{\n  \"id\": \"TASK-003\",\n  \"title\": \"Schema\",\n  \"description\": \"\",\n\n  \"depends_on\": [],\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status\": \"completed\",\n  \"result\": {\"summary\": \"done\", \"big\": 12345678901234567890.50}\n}\n",
			},
		},
		{
			dialect: &ccwFree.traits, path: session, ids: [5]string{"IMPL-001", "IMPL-001.1", "IMPL-001.2", "IMPL-002", "IMPL-003"},
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
		members, err := b.Members([]byte(plan))
		testdir.Must(t, err)
		for _, m := range members {
			if m.Name == "deps" && !m.Known {
				t.Error("deps are shown twice")
			}
		}
		var facts []string
		for _, f := range b.Facts([]byte(plan)) {
			facts = append(facts, f.Name+" "+strings.Join(f.Values, "|"))
		}
		slices.Sort(facts)
		if got := strings.Join(facts, ", "); got != "acceptance loads|renders, paths src/a.ts, read first README.md, requirements R-1, verification npm test" {
			t.Errorf("its facts are %s", got)
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
		before := maps.Clone(d.files)
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

func TestANewTaskGetsTheNextIDOrTheOneThatWasChosen(t *testing.T) {
	ofGeneration := map[string]string{"ccw": `"convergence": {}`, "ccw5": `"flow_control": {}`, "ccw10": `"relations": {}`}
	const container = `"status": "container"`
	for _, c := range []struct {
		generation string
		there      string // the ids of the tasks that there are
		first      string // members of the first of them
		chosen     string
		want       string // the id, or what is said against the chosen one
	}{
		{"ccw", "T-1", "", "", "T-2"},
		{"ccw", "T-009 T-10", "", "", "T-011"},
		{"ccw", "T-1 A-7 A-3", "", "", "A-8"},
		{"ccw", "T-1 A-7", "", "", "A-8"},
		{"ccw", "T-1 T-A5 T-6.1 T-x T-7-fix", "", "", "T-2"},
		{"ccw5", "IMPL-01", "", "", "IMPL-02"},
		{"ccw5", "X-1 X-2 IMPL-3", "", "", "IMPL-4"},
		{"ccw5", "X-1", "", "", "IMPL-1"},
		{"ccw10", "IMPL-1", "", "", "impl-1"},

		{"ccw", "T-1", "", "FIX-1", "FIX-1"},
		{"ccw", "T-1", "", "nine", "no id here: TASK-<number> is"},
		{"ccw", "T-1", "", "a/b-1", "name of a file"},
		{"ccw", "T-1", "", "../x-1", "part of another"},
		{"ccw", "T-1", "", "t-1", "already"},
		{"ccw5", "IMPL-1", "", "IMPL-9", "IMPL-9"},
		{"ccw5", "IMPL-1", "", "IMPL-A1", "IMPL-A1"},
		{"ccw5", "IMPL-1", "", "IMPL-AB1", "no id here"},
		{"ccw5", "IMPL-1", "", "IMPL-a1", "no id here"},
		{"ccw5", "IMPL-1", "", "TASK-9", "no id here: IMPL-<number> is"},
		{"ccw5", "IMPL-1", "", "impl-9", "no id here"},
		{"ccw10", "impl-1", "", "impl-A1", "impl-A1"},
		{"ccw10", "impl-1", "", "IMPL-9", "no id here: impl-<number> is"},

		{"ccw", "T-1", container, "T-1.3", "T-1.3"},
		{"ccw", "T-1", container, "T-1.x", "part of another"},
		{"ccw", "T-1", container, "T-1.", "part of another"},
		{"ccw", "T-1 T-1.3", container, "T-1.3", "already"},
		{"ccw", "T-1 T-9", container, "T-9.1", "part of another"},
		{"ccw", "T-2 T-2.5", "", "T-2.1", "part of another"}, // a step
		{"ccw", "T-5 T-2", `"parent": "T-2"`, "T-2.1", "T-2.1"},
		{"ccw", "T-5 T-2 T-2.5", `"parent": "T-2"`, "T-2.1", "T-2.1"},
		{"ccw", "T-2", `"subtasks": ["T-5"]`, "T-2.1", "T-2.1"},
		{"ccw", "T-5", `"parent": "T-2"`, "T-2.1", "part of another"}, // the whole has no file
	} {
		t.Run(c.generation+" "+c.there+" "+c.chosen, func(t *testing.T) {
			files := map[string]string{}
			for i, id := range strings.Fields(c.there) {
				members := ofGeneration[c.generation]
				if i == 0 && c.first != "" {
					members += ", " + c.first
				}
				files[id+".json"] = `{"id": "` + id + `", "title": "t", ` + members + `}`
			}
			d := open(t, session, false, files)
			name, _, err := d.codec.Create(tasks.Draft{Subject: "x", ID: c.chosen}, nil, d, 0, noon, nil)
			if refused := c.chosen != "" && c.chosen != c.want; refused != (err != nil) || refused && !strings.Contains(err.Error(), c.want) || !refused && name != c.want+".json" {
				t.Errorf("%q, %v", name, err)
			}
		})
	}
}

func TestAnIDOrANameThatIsTakenIsNotGivenAgain(t *testing.T) {
	next := func(d *dir, chosen, want string) {
		t.Helper()
		name, _, err := d.codec.Create(tasks.Draft{Subject: "x", ID: chosen}, nil, d, 0, noon, nil)
		if err == nil && name != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s, %v, want %s", name, err, want)
		}
	}
	d := open(t, session, false, map[string]string{"IMPL-9.json": `{"id": "IMPL-2", "title": "t", "flow_control": {}}`})
	next(d, "", "IMPL-10.json")
	next(d, "impl-9", "already")
	next(d, "IMPL-2", "already")
	d.codec.AddName("IMPL-12.json")
	next(d, "", "IMPL-13.json")
	d.codec.AddName("IMPL-13.1.json")
	next(d, "", "IMPL-13.json")
	d.codec.List([]string{"IMPL-9.json", "IMPL-20.json"}, false) // which cannot be read
	next(d, "", "IMPL-21.json")
	next(open(t, session, false, map[string]string{}), "", "TASK-001.json")
}

const outside = "/p/.tasks" // of a session

func TestTheMembersOfAFileSayItsGeneration(t *testing.T) {
	for _, c := range []struct {
		path, members string
		is            *tasks.Traits
	}{
		{session, `"flow_control": 0`, CCW5},
		{session, `"meta": {}, "context": {}`, CCW5},
		{session, `"meta": {}`, &ccwFree.traits},
		{session, `"context": {}`, &ccwFree.traits},
		{session, `"relations": {}`, CCW10},
		{session, `"relations": []`, &ccwFree.traits},
		{session, `"execution": 1, "context": 1`, CCW10},
		{session, `"execution": {}`, &ccwFree.traits},
		{session, `"convergence": 1`, &ccw.traits},
		{session, `"convergence": 1, "blockedBy": []`, Unknown},
		{session, `"_meta": {"kind": "plan-task"}`, Maestro},
		{session, `"_meta": {"kind": "plan"}`, &ccwFree.traits},
		{session, `"_meta": "plan-task"`, &ccwFree.traits},
		{session, `"convergence": 1, "subject": "s"`, &ccw.traits},
		{outside, `"convergence": 1`, &ccw.traits},
		{outside, `"convergence": 1, "subject": "s"`, Unknown},
		{outside, `"deps": []`, Unknown},
	} {
		if got := decode(t, c.path, "IMPL-2.json", flowFile(c.members)); got.Traits != c.is || got.Subject != "t" && got.Subject != "s" {
			t.Errorf("%s in %s is %s, “%s”", c.members, c.path, got.Traits.Title, got.Subject)
		}
	}
}

func TestAWorkflowFileMayHaveASubjectANumberOrAStatusAlone(t *testing.T) {
	for raw, is := range map[string]*tasks.Traits{
		`{"id": "a", "subject": "s", "flow_control": {}}`:  CCW5,
		`{"id": 7, "title": "t", "convergence": {}}`:       &ccw.traits,
		`{"id": "a", "status": "failed", "relations": {}}`: CCW10,
	} {
		if got := decode(t, session, "a.json", raw); got.Traits != is {
			t.Errorf("%s is %s", raw, got.Traits.Title)
		}
	}
}

func TestANumberWithATitleIsOfNoGenerationOutsideOfASession(t *testing.T) {
	if got := decode(t, outside, "7.json", `{"id": 7, "title": "t", "convergence": {}}`).Traits; got != Unknown {
		t.Errorf("it is %s", got.Title)
	}
}

func TestATitleGoesBeforeASubject(t *testing.T) {
	if got := decode(t, session, "a.json", `{"id": "a", "subject": "s", "title": "t", "convergence": {}}`).Subject; got != "t" {
		t.Errorf("the record has %s", got)
	}
}

func TestAnIDWithADotIsThatOfAPart(t *testing.T) {
	for id, want := range map[string]string{"IMPL-1.2": "IMPL-1", "IMPL-1.2.3": "IMPL-1.2", "IMPL-1": "", "IMPL-001.3-validation": "IMPL-001", "v1.x": "", ".1": "", "1.": ""} {
		if got := ParentOf(tasks.ID{Text: id}).Text; got != want {
			t.Errorf("%s is part of %q", id, got)
		}
	}
}

func TestTheDepthOfAnIDIsTheNumberOfItsLevels(t *testing.T) {
	for id, want := range map[string]int{"IMPL-1": 1, "IMPL-1.2.3": 3} {
		if got := Depth(tasks.ID{Text: id}); got != want {
			t.Errorf("%s: %d", id, got)
		}
	}
}

func TestATaskIsNoPartOfItselfAndItsPartsAreThoseThatItsFileLists(t *testing.T) {
	own := decode(t, session, "X-1.json", `{"id":"X-1","title":"a","parent":"X-1","subtasks":["X-2",{"id":"X-3"}],"context":{"children":["X-4"]}}`)
	if !own.Parent.Empty() || !slices.Equal(own.Children, []tasks.ID{{Text: "X-4"}, {Text: "X-2"}}) {
		t.Errorf("%+v", own)
	}
}

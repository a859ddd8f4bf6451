package doctor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/testdir"
)

// workshop is a folder of workflow tasks that lies nowhere: bytes by name.
type workshop struct {
	memory
	session *doctor.Session
	at      string
}

const sessionPath = "/p/.workflow/active/WFS-login/.task"

// five is a task of the five-member generation.
func five(id, status, more string, waits ...string) string {
	return fmt.Sprintf(`{"id": %q, "title": "Task %s", "status": %q, "meta": {"type": "feature", "agent": "@code-developer"}, "context": {%s"depends_on": [%s]}, "flow_control": {}}`,
		id, id, status, more, quotedList(waits))
}

func quotedList(ids []string) string {
	var all []string
	for _, id := range ids {
		all = append(all, `"`+id+`"`)
	}
	return strings.Join(all, ", ")
}

func fiveOf(tasks ...string) *workshop {
	w := &workshop{memory: memory{}, at: sessionPath}
	for _, raw := range tasks {
		id := strings.Split(raw, `"`)[3]
		w.memory[id+".json"] = []byte(raw)
	}
	return w
}

// examine gives the findings, and the world they were found in.
func (w *workshop) examine(t *testing.T) ([]doctor.Finding, *dialect.Codec, map[tasks.Key]*tasks.Task) {
	t.Helper()
	c := doctor.Case{Codec: dialect.NewCodec(w.at), Files: w.memory, Session: w.session, Now: time.Now()}
	byKey := map[tasks.Key]*tasks.Task{}
	for _, name := range slices.Sorted(maps.Keys(w.memory)) {
		task, err := c.Codec.Decode(tasks.Key{Name: name}, w.memory[name], tasks.Stamp{})
		testdir.Must(t, err)
		c.Codec.AddTask(task)
		c.Tasks = append(c.Tasks, task)
		byKey[task.Key] = task
		c.Entries = append(c.Entries, doctor.Entry{Name: name, Kind: doctor.File, Changed: time.Now()})
	}
	fs := doctor.Examine(c)
	slices.Reverse(c.Tasks)
	if again := doctor.Examine(c); listed(again) != listed(fs) {
		t.Errorf("in another order of the files: %s", listed(again))
	}
	return fs, c.Codec, byKey
}

type world map[tasks.Key]*tasks.Task

func (k world) Get(key tasks.Key) *tasks.Task { return k[key] }
func (k world) Each(visit func(*tasks.Task) bool) {
	for _, t := range k {
		if !visit(t) {
			return
		}
	}
}

// repair carries out a repair in memory, and gives the names of the files that it changed.
func (w *workshop) repair(t *testing.T, r *doctor.Repair) (changed []string) {
	t.Helper()
	_, codec, known := w.examine(t)
	e, err := codec.Expand(*r.Edit, world(known))
	testdir.Must(t, err)
	for _, step := range e.Steps {
		out, err := codec.Render(known[step.Key], w.memory[step.Key.Name], step.Changes, time.Now())
		testdir.Must(t, err)
		w.memory[step.Key.Name] = out
		changed = append(changed, step.Key.Name)
	}
	return changed
}

func short(fs []doctor.Finding) string {
	var all []string
	for _, f := range fs {
		all = append(all, f.Severity.String()+" "+string(f.Kind)+" "+strings.ReplaceAll(files(f), ".json", ""))
	}
	return strings.Join(all, "; ")
}

func TestASoundSessionHasNothingWrong(t *testing.T) {
	w := fiveOf(
		five("IMPL-1", "container", ""), five("IMPL-1.1", "active", `"parent": "IMPL-1", `), five("IMPL-1.2", "blocked", `"parent": "IMPL-1", `, "IMPL-1.1"),
		five("IMPL-2", "pending", `"focus_paths": ["src/app/[id]/page.tsx"], `, "IMPL-3"), five("IMPL-3", "completed", ""),
	)
	w.session = &doctor.Session{Name: "WFS-login", Todo: []byte("# Tasks\n- ▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token → [📋](./.task/IMPL-1.1.json)\n  - [ ] **IMPL-1.2**\n- [ ] IMPL-1: all\n- [ ] **IMPL-2**: Pages\n- [x] **IMPL-3**: Schema | [✅](./.summaries/IMPL-3.md)\n")}
	if fs, _, _ := w.examine(t); len(fs) != 0 {
		t.Error(listed(fs))
	}
}

func TestWhatAFileLacksIsReportedOnceThoughItLostItsID(t *testing.T) {
	c := doctor.Case{Codec: dialect.NewCodec(sessionPath), Now: time.Now()}
	const raw = `{"id": "IMPL-1", "title": "Sign in", "status": "pending", "context": {"depends_on": []}, "flow_control": {}}`
	task, err := c.Codec.Decode(tasks.Key{Name: "IMPL-1.json"}, []byte(raw), tasks.Stamp{})
	testdir.Must(t, err)
	c.Codec.AddTask(task)
	c.Tasks, c.Problems = []*tasks.Task{task}, []tasks.Problem{{Key: task.Key, Kind: tasks.NoID, Text: "it has no id"}}
	c.Files = memory{task.Name: []byte(strings.Replace(raw, `"id": "IMPL-1", `, "", 1))}
	fs := doctor.Examine(c)
	lacks := func(f doctor.Finding) bool { return f.Kind == doctor.LacksMember }
	if i := slices.IndexFunc(fs, lacks); i < 0 || slices.ContainsFunc(fs[i+1:], lacks) {
		t.Error(listed(fs))
	}
}

func TestWhatIsWrongWithASession(t *testing.T) {
	one := five("IMPL-1", "pending", "")
	var all strings.Builder
	for _, c := range []struct {
		what  string
		tasks []string
		want  string
	}{
		{"a member is missing", []string{`{"id": "IMPL-1", "title": "a", "status": "pending", "context": {}, "flow_control": {}}`}, "warning lacks-member IMPL-1"},
		{"an inner member is missing", []string{`{"id": "IMPL-1", "title": "a", "status": "pending", "meta": {}, "context": {}, "flow_control": {}}`}, "warning lacks-member IMPL-1"},
		{"an id of another form", []string{five("TASK-1", "pending", "")}, "warning misformed-id TASK-1"},
		{"a pattern for a path", []string{five("IMPL-1", "pending", `"focus_paths": ["src/*.ts", "src/a.ts"], `)}, "note wildcard-path IMPL-1"},
		{"the parent is missing", []string{one, five("IMPL-2.1", "pending", `"parent": "IMPL-2", `)}, "warning wrong-parent IMPL-2.1"},
		{"a parent in small letters", []string{five("IMPL-1", "container", ""), five("IMPL-2", "pending", `"parent": "impl-1", `), five("IMPL-1.1", "pending", "")}, "warning wrong-parent IMPL-2"},
		{"a part that nobody has", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1", "IMPL-1.2"], `), five("IMPL-1.1", "pending", "")}, "warning wrong-parent IMPL-1"},
		{"a list that lacks a part", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1"], `), five("IMPL-1.1", "pending", ""), five("IMPL-1.2", "pending", "")}, "warning wrong-parent IMPL-1.2 IMPL-1"},
		{"two containers of one part", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-2", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-3", "pending", `"parent": "IMPL-1", `)}, "warning wrong-parent IMPL-3 IMPL-2"},
		{"three levels", []string{five("IMPL-1", "container", ""), five("IMPL-1.1", "container", ""), five("IMPL-1.1.1", "pending", "")}, "warning too-deep IMPL-1.1.1"},
		{"a container without parts", []string{five("IMPL-1", "container", "")}, "warning empty-container IMPL-1"},
		{"a container that says too much", []string{five("IMPL-1", "completed", ""), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, "warning wrong-container IMPL-1"},
		{"a container that lags behind", []string{five("IMPL-1", "container", ""), five("IMPL-1.1", "completed", "")}, "note wrong-container IMPL-1"},
		{"a container that is none", []string{five("IMPL-1", "pending", ""), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, "warning wrong-container IMPL-1"},
		{"parts in a circle", []string{five("IMPL-1", "container", `"parent": "IMPL-2", `), five("IMPL-2", "container", `"parent": "IMPL-1", `)}, "error wrong-parent IMPL-1; error wrong-parent IMPL-2; note wrong-container IMPL-1; note wrong-container IMPL-2"},
		{"a part waits for its container", []string{five("IMPL-1", "container", ""), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `, "IMPL-1")}, "error part-waits IMPL-1.1 IMPL-1"},
		{"a container waits for a part", []string{five("IMPL-1", "container", "", "IMPL-1.1"), five("IMPL-1.1", "pending", "")}, "warning part-waits IMPL-1 IMPL-1.1"},
		{"begun too early", []string{one, five("IMPL-2", "active", "", "IMPL-1")}, "warning unmet-dependency IMPL-2"},
		{"over too early", []string{one, five("IMPL-2", "completed", "", "IMPL-1")}, "note unmet-dependency IMPL-2"},
		{"waits for a container", []string{five("IMPL-1", "container", ""), five("IMPL-1.1", "completed", ""), five("IMPL-2", "active", "", "IMPL-1")}, "note wrong-container IMPL-1"},
		{"says blocked", []string{five("IMPL-1", "completed", ""), five("IMPL-2", "blocked", "", "IMPL-1")}, "note says-blocked IMPL-2"},
		{"a blocker in small letters", []string{one, five("IMPL-2", "pending", "", "impl-1")}, "error missing-blocker IMPL-2"},
		{"a blocker with other zeros", []string{one, five("IMPL-2", "pending", "", "IMPL-001")}, "error missing-blocker IMPL-2"},
		{"an unknown status", []string{five("IMPL-1", "done", "")}, "error unknown-status IMPL-1"},
		{"an unknown status next to newer", []string{five("IMPL-1", "done", ""), five("IMPL-2", "in_progress", "")}, "error unknown-status IMPL-1"},
		{"a loop", []string{five("IMPL-1", "pending", "", "IMPL-2"), five("IMPL-2", "pending", "", "IMPL-1")}, "error loop IMPL-1 IMPL-2"},
	} {
		w := fiveOf(c.tasks...)
		fs, _, _ := w.examine(t)
		fmt.Fprintf(&all, "%s:\n%s", c.what, inWords(fs))
		if got := short(fs); got != c.want {
			t.Errorf("%s: %s\n%s", c.what, got, listed(fs))
		}
		for _, f := range fs {
			if f.What == "" || f.Why == "" || f.Repair == nil && f.Hint == "" && f.Severity != doctor.Note {
				t.Errorf("%s: %+v says too little", c.what, f)
			}
			if f.Repair != nil && !f.Repair.Asks {
				t.Errorf("%s: nobody is asked: %+v", c.what, f.Repair)
			}
		}
	}
	golden(t, "sessions", all.String())
}

func TestTheIDsOfSeveralModulesAreSound(t *testing.T) {
	w := fiveOf(five("IMPL-A1", "completed", ""), five("IMPL-B2", "pending", "", "IMPL-A1"), five("IMPL-C1", "container", ""), five("IMPL-C1.1", "pending", ""))
	w.session = &doctor.Session{Name: "WFS-login", Todo: []byte("- [x] **IMPL-A1**: Schema\n- [ ] **IMPL-B2**: Pages\n- ▸ **IMPL-C1**: Sign in\n  - [ ] **IMPL-C1.1**: Token\n")}
	if fs, _, _ := w.examine(t); len(fs) != 0 {
		t.Error(listed(fs))
	}
}

// The gates of the test-fix workflow are numbered after the task that they check, and named after what they do.
func TestTheGatesOfATestFixSessionAreSound(t *testing.T) {
	w := fiveOf(five("IMPL-001", "completed", ""), five("IMPL-002", "pending", "", "IMPL-001", "IMPL-001.3", "IMPL-001.5"))
	w.memory["IMPL-001.3-validation.json"] = []byte(five("IMPL-001.3", "pending", "", "IMPL-001"))
	w.memory["IMPL-001.5-review.json"] = []byte(five("IMPL-001.5", "pending", "", "IMPL-001", "IMPL-001.3"))
	if fs, _, _ := w.examine(t); len(fs) != 0 {
		t.Error(listed(fs))
	}
}

func TestRepairsOfASessionPutItRightAndTouchOneFile(t *testing.T) {
	one := five("IMPL-1", "pending", "")
	for _, c := range []struct {
		tasks []string
		kind  doctor.Kind
	}{
		{[]string{one, five("IMPL-2", "pending", "", "impl-1")}, doctor.MissingBlocker},
		{[]string{five("IMPL-1", "pending", ""), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, doctor.WrongContainer},
		{[]string{five("IMPL-1", "completed", ""), five("IMPL-2", "blocked", "", "IMPL-1")}, doctor.SaysBlocked},
		{[]string{five("IMPL-1", "container", ""), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `, "IMPL-1")}, doctor.PartWaits},
		{[]string{five("IMPL-1", "pending", "", "IMPL-1")}, doctor.SelfLink},
	} {
		w := fiveOf(c.tasks...)
		before := maps.Clone(w.memory)
		fs, _, _ := w.examine(t)
		if len(fs) != 1 || fs[0].Kind != c.kind || fs[0].Repair == nil {
			t.Fatalf("%s: %s", c.kind, listed(fs))
		}
		changed := w.repair(t, fs[0].Repair)
		if after, _, _ := w.examine(t); len(after) != 0 {
			t.Errorf("%s: %s left: %s", c.kind, fs[0].Repair.What, listed(after))
		}
		for name, was := range before {
			if string(w.memory[name]) != string(was) && !slices.Equal(changed, []string{name}) {
				t.Errorf("%s: %s changed %s", c.kind, fs[0].Repair.What, name)
			}
		}
	}
}

func TestTheTodoListIsHeldAgainstTheFiles(t *testing.T) {
	w := fiveOf(five("IMPL-1", "completed", ""), five("IMPL-2", "pending", ""), five("IMPL-3", "pending", ""))
	var all strings.Builder
	for _, c := range []struct{ list, want string }{
		{"- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **IMPL-3**: c", ""},
		{"- [X] impl-1: a\n* [ ] IMPL-2\n  - [ ] **IMPL-3** → x", ""},
		{"- [ ] **IMPL-1**\n- [x] **IMPL-2**\n- [ ] **IMPL-3**", "warning todo-differs IMPL-1; warning todo-differs IMPL-2"},
		{"- [x] **IMPL-1**\n- [ ] **IMPL-2**", "note todo-differs IMPL-3"},
		{"- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **IMPL-3**\n- [ ] **IMPL-9**", "note todo-differs TODO_LIST.md"},
		{"no list at all\n- [ ] buy milk", ""},
	} {
		w.session = &doctor.Session{Name: "WFS-x", Todo: []byte(c.list)}
		fs, _, _ := w.examine(t)
		fmt.Fprintf(&all, "%q:\n%s", c.list, inWords(fs))
		if got := short(fs); got != c.want {
			t.Errorf("%s:\n%s, want %s", c.list, got, c.want)
		}
		for _, f := range fs {
			if f.Repair != nil {
				t.Errorf("%+v", f)
			}
		}
	}
	golden(t, "todo", all.String())
}

func TestTheSessionAtWorkIsMarked(t *testing.T) {
	runs, rests := five("IMPL-1", "active", ""), five("IMPL-1", "pending", "")
	var all strings.Builder
	for _, c := range []struct {
		task string
		s    doctor.Session
		want string
	}{
		{runs, doctor.Session{Name: "WFS-a"}, ""},
		{runs, doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-a"}}, ""},
		{runs, doctor.Session{Name: "WFS-a", Marks: true}, "warning inactive-session IMPL-1"},
		{runs, doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-b"}}, "warning inactive-session IMPL-1"},
		{rests, doctor.Session{Name: "WFS-a", Marks: true}, ""},
		{rests, doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-a", "WFS-b"}}, "note inactive-session IMPL-1"},
		{rests, doctor.Session{Name: "WFS-a", Status: "completed"}, "warning inactive-session IMPL-1"},
		{five("IMPL-1", "completed", ""), doctor.Session{Name: "WFS-a", Status: "completed"}, ""},
		{rests, doctor.Session{Name: "WFS-a", Table: "tasks.csv"}, "note foreign-file tasks.csv"},
	} {
		w := fiveOf(c.task)
		w.session = &c.s
		fs, _, _ := w.examine(t)
		fmt.Fprintf(&all, "%+v:\n%s", c.s, inWords(fs))
		if short(fs) != c.want {
			t.Errorf("%+v: %s", c.s, listed(fs))
		}
	}
	golden(t, "marks", all.String())
}

func TestEachGenerationDemandsItsOwnMembers(t *testing.T) {
	for raw, want := range map[string]string{
		`{"id": "impl-1", "title": "a", "status": "pending", "relations": {}}`:                                                      "it lacks type, agent, paths, context, execution, implementation",
		`{"id": "T-1", "title": "a", "convergence": {"criteria": []}}`:                                                              "it lacks description, depends_on; convergence.criteria is empty",
		`{"id": "T-1", "title": "a", "description": "", "depends_on": [], "convergence": "x"}`:                                      "convergence is a text, and the schema wants an object",
		`{"id": "T-1", "title": "a", "description": "", "depends_on": [], "convergence": {"criteria": ["x"]}, "status": "skipped"}`: "",
		`{"task_id": "T-1", "title": "a"}`:                                                                                          "",
	} {
		w := fiveOf(raw)
		fs, _, _ := w.examine(t)
		if want == "" && len(fs) != 0 || want != "" && (len(fs) != 1 || fs[0].Kind != doctor.LacksMember || fs[0].What != want) {
			t.Errorf("%s: %s", raw, listed(fs))
		}
	}
}

// A folder in which everything is wrong is examined like any other.
func TestALargeSessionIsExaminedInTheEnd(t *testing.T) {
	const n = 1000
	w := fiveOf(five("IMPL-1", "container", ""))
	for i := range n {
		id := fmt.Sprintf("IMPL-1.%d", i+1)
		w.memory[id+".json"] = []byte(five(id, "pending", `"subtasks": ["IMPL-1.1"], "parent": "impl-7", `, "IMPL-1", fmt.Sprintf("impl-1.%d", i)))
	}
	fs, _, _ := w.examine(t)
	if len(fs) < n || !slices.ContainsFunc(fs, func(f doctor.Finding) bool { return strings.Contains(f.Hint, "Did you mean") }) {
		t.Errorf("%d findings", len(fs))
	}
}

func TestWordsThatAGenerationDoesNotNameAndAnEmptyImplementationAreNotes(t *testing.T) {
	const whole = `{"id": "impl-1", "title": "a", "status": "pending", "type": "feature", "agent": "code-developer", "paths": "src", "context": {},
		"relations": {}, "execution": {}, "implementation": {"files": [{"path": "a"}], "analysis_source": "manual"}}`
	for what, c := range map[string]struct{ old, new string }{
		"": {}, "agent": {"code-developer", "coder"}, "type": {"feature", "chore"}, "analysis_source": {"manual", "chatgpt"},
		"implementation": {`[{"path": "a"}]`, "[]"},
	} {
		dir := laid(t, sessionPath[1:], map[string]string{"impl-1.json": strings.Replace(whole, c.old, c.new, 1)})
		_, fs := examine(t, dir)
		if is := len(fs) == 1 && fs[0].Severity == doctor.Note && strings.Contains(fs[0].What, what); is != (what != "") || len(fs) > 1 {
			t.Errorf("%q: %s", what, listed(fs))
		}
	}
}

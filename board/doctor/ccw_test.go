package doctor_test

import (
	"errors"
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
	c := doctor.Case{Codec: dialect.NewCodec(w.at), Files: w.memory, Session: w.session, Now: time.Now(), Seen: new(doctor.Seen)}
	byKey := map[tasks.Key]*tasks.Task{}
	for _, name := range slices.Sorted(maps.Keys(w.memory)) {
		task, err := c.Codec.Decode(tasks.Key{Name: name}, w.memory[name], tasks.Stamp{})
		if broken, is := errors.AsType[*dialect.BrokenError](err); is {
			c.Problems = append(c.Problems, tasks.Problem{Key: tasks.Key{Name: name}, Kind: broken.Kind, Text: broken.Text, Line: broken.Line, Col: broken.Col})
			continue
		}
		testdir.Must(t, err)
		c.Codec.AddTask(task)
		c.Tasks = append(c.Tasks, task)
		byKey[task.Key] = task
		c.Entries = append(c.Entries, doctor.Entry{Name: name, Kind: doctor.File, Changed: time.Now()})
	}
	fs := doctor.Examine(c)
	slices.Reverse(c.Tasks)
	if again := doctor.Examine(c); listed(again) != listed(fs) {
		t.Errorf("again, in another order of the files: %s", listed(again))
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
	whole, part := five("IMPL-1", "container", ""), five("IMPL-1.1", "pending", "")
	runs, done := five("IMPL-1", "active", ""), five("IMPL-1", "completed", "")
	twice := strings.Replace(five("IMPL-2", "pending", "", "impl-1"), `"title"`, `"title": "a", "title"`, 1)
	const ten = `{"id": "impl-1", "title": "a", "status": "pending", "type": "feature", "agent": "code-developer", "paths": "src", "context": {}, ` +
		`"relations": {}, "execution": {}, "implementation": {"files": [{"path": "a"}], "analysis_source": "manual"}}`
	const tenPart = `{"id": "impl-1.1", "title": "a", "status": "pending", "type": "feature", "agent": "code-developer", "paths": "src", "context": {}, ` +
		`"relations": {"parent": "impl-1"}, "execution": {}, "implementation": {"files": [{"path": "a"}], "analysis_source": "manual"}}`
	const loose = `{"id": "T-1", "title": "a", "description": "", "depends_on": [], "convergence": {"criteria": ["x"]}}`
	in := func(old, new string) string { return strings.Replace(ten, old, new, 1) }
	three := []string{done, five("IMPL-2", "pending", ""), five("IMPL-3", "pending", "")}
	var all strings.Builder
	for _, c := range []struct {
		what    string
		tasks   []string
		session *doctor.Session
	}{
		{"nothing", []string{
			whole, five("IMPL-1.1", "active", `"parent": "IMPL-1", `), five("IMPL-1.2", "blocked", `"parent": "IMPL-1", `, "IMPL-1.1"),
			five("IMPL-2", "pending", `"focus_paths": ["src/app/[id]/page.tsx"], `, "IMPL-3"), five("IMPL-3", "completed", ""),
		}, &doctor.Session{Name: "WFS-login", Todo: []byte("# Tasks\n- ▸ **IMPL-1**: Sign in\n  - [ ] **IMPL-1.1**: Token → [📋](./.task/IMPL-1.1.json)\n  - [ ] **IMPL-1.2**\n- [ ] IMPL-1: all\n- [ ] **IMPL-2**: Pages\n- [x] **IMPL-3**: Schema | [✅](./.summaries/IMPL-3.md)\n")}},
		{"ids of several modules", []string{five("IMPL-A1", "completed", ""), five("IMPL-B2", "pending", "", "IMPL-A1"), five("IMPL-C1", "container", ""), five("IMPL-C1.1", "pending", "")},
			&doctor.Session{Name: "WFS-login", Todo: []byte("- [x] **IMPL-A1**: Schema\n- [ ] **IMPL-B2**: Pages\n- ▸ **IMPL-C1**: Sign in\n  - [ ] **IMPL-C1.1**: Token\n")}},
		{"ten members", []string{ten}, nil},
		{"the task schema", []string{loose}, nil},
		{"any word in the task schema", []string{strings.Replace(loose, "[]", `[], "status": "skipped"`, 1)}, nil},
		{"a free form", []string{`{"task_id": "T-1", "title": "a"}`}, nil},

		{"a member is missing", []string{`{"id": "IMPL-1", "title": "a", "status": "pending", "context": {}, "flow_control": {}}`}, nil},
		{"an inner member is missing", []string{`{"id": "IMPL-1", "title": "a", "status": "pending", "meta": {}, "context": {}, "flow_control": {}}`}, nil},
		{"one of a completed task", []string{`{"id": "IMPL-1", "title": "a", "status": "completed", "context": {}, "flow_control": {}}`}, nil},
		{"most of ten are missing", []string{`{"id": "impl-1", "title": "a", "status": "pending", "relations": {}}`}, nil},
		{"criteria are missing", []string{`{"id": "T-1", "title": "a", "convergence": {"criteria": []}}`}, nil},
		{"criteria of the wrong kind", []string{strings.Replace(loose, `{"criteria": ["x"]}`, `"x"`, 1)}, nil},
		{"an unknown agent", []string{in("code-developer", "coder")}, nil},
		{"that of a finished task", []string{strings.Replace(in("code-developer", "coder"), "pending", "completed", 1)}, nil},
		{"that of a container", []string{strings.Replace(in("code-developer", "coder"), "pending", "container", 1), tenPart}, nil},
		{"an unknown type", []string{in("feature", "chore")}, nil},
		{"an unknown source", []string{in("manual", "chatgpt")}, nil},
		{"an empty implementation", []string{in(`[{"path": "a"}]`, "[]")}, nil},
		{"an id of another form", []string{five("TASK-1", "pending", "")}, nil},
		{"that of a completed task", []string{five("TASK-1", "completed", "")}, nil},
		{"a pattern for a path", []string{five("IMPL-1", "pending", `"focus_paths": ["src/*.ts", "src/a.ts"], `)}, nil},

		{"the parent is missing", []string{one, five("IMPL-2.1", "pending", `"parent": "IMPL-2", `)}, nil},
		{"a parent in small letters", []string{whole, five("IMPL-2", "pending", `"parent": "impl-1", `), part}, nil},
		{"a parent of its own", []string{five("IMPL-1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"a part of its own", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1"], `)}, nil},
		{"a part of its own and of another", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-2"], `), five("IMPL-2", "container", `"parent": "IMPL-1", "subtasks": ["IMPL-2", "IMPL-3"], `), five("IMPL-3", "pending", `"parent": "IMPL-2", `)}, nil},
		{"a part that nobody has", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1", "IMPL-1.2"], `), part}, nil},
		{"parts that nobody has", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1", "impl-1.1", "IMPL-7"], `), part}, nil},
		{"a part in small letters", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1", "impl-1.2"], `), part, five("IMPL-1.2", "pending", "")}, nil},
		{"a list that lacks a part", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1"], `), part, five("IMPL-1.2", "pending", "")}, nil},
		{"two containers of one part", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-2", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-3", "pending", `"parent": "IMPL-1", `)}, nil},
		{"a part that names no container", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-3", "pending", "")}, nil},
		{"three levels", []string{whole, five("IMPL-1.1", "container", ""), five("IMPL-1.1.1", "pending", "")}, nil},
		{"three levels by name alone", []string{whole, five("IMPL-1.1.1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"a container without parts", []string{whole}, nil},
		{"a container that says too much", []string{done, five("IMPL-1.2", "pending", `"parent": "IMPL-1", `), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"a container that is completed", []string{done, five("IMPL-1.1", "completed", `"parent": "IMPL-1", `)}, nil},
		{"a container that lags behind", []string{whole, five("IMPL-1.1", "completed", "")}, nil},
		{"a container that is none", []string{one, five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"one of ten members", []string{ten, tenPart}, nil},
		{"one of the task schema", []string{loose, strings.NewReplacer("T-1", "T-1.1", `"title"`, `"parent": "T-1", "title"`).Replace(loose)}, nil},
		{"one in progress", []string{runs, five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"one that is not edited", []string{strings.Replace(one, `"title"`, `"title": "a", "title"`, 1), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, nil},
		{"steps that are numbered like parts", []string{one, part}, nil},
		{"a part by its number next to one that names its container", []string{done, five("IMPL-1.1", "completed", `"parent": "IMPL-1", `), five("IMPL-1.2", "pending", "")}, nil},
		{"parts in a circle", []string{five("IMPL-1", "container", `"parent": "IMPL-2", `), five("IMPL-2", "container", `"parent": "IMPL-1", `)}, nil},
		{"a part of parts in a circle", []string{five("IMPL-1", "pending", `"parent": "IMPL-2", `), five("IMPL-2", "container", `"parent": "IMPL-3", `), five("IMPL-3", "container", `"parent": "IMPL-2", `)}, nil},
		{"lists in a circle", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-2"], `), five("IMPL-2", "container", `"subtasks": ["IMPL-3"], `), five("IMPL-3", "container", `"subtasks": ["IMPL-2"], `)}, nil},

		{"a part waits for its container", []string{five("IMPL-1", "container", `"subtasks": ["IMPL-1.1"], `), five("IMPL-1.1", "pending", `"parent": "IMPL-1", `, "IMPL-1")}, nil},
		{"its file is not edited", []string{whole, strings.Replace(five("IMPL-1.1", "pending", `"parent": "IMPL-1", `, "IMPL-1"), `"title"`, `"title": "a", "title"`, 1)}, nil},
		{"a finished part waits for its container", []string{five("IMPL-1", "completed", ""), five("IMPL-1.1", "completed", `"parent": "IMPL-1", `, "IMPL-1")}, nil},
		{"a container waits for a part", []string{five("IMPL-1", "container", "", "IMPL-1.1"), part}, nil},
		{"begun too early", []string{one, five("IMPL-2", "active", "", "IMPL-1")}, nil},
		{"begun and waits for itself", []string{five("IMPL-1", "active", "", "IMPL-1")}, nil},
		{"begun and waits for nobody", []string{five("IMPL-1", "active", "", "IMPL-99")}, nil},
		{"begun although a part is open", []string{whole, part, five("IMPL-2", "active", "", "IMPL-1")}, nil},
		{"over too early", []string{one, five("IMPL-2", "completed", "", "IMPL-1")}, nil},
		{"waits for a container", []string{whole, five("IMPL-1.1", "completed", ""), five("IMPL-2", "active", "", "IMPL-1")}, nil},
		{"says blocked", []string{done, five("IMPL-2", "blocked", "", "IMPL-1")}, nil},
		{"says blocked and is not edited", []string{strings.Replace(five("IMPL-1", "blocked", ""), `"title"`, `"title": "a", "title"`, 1)}, nil},
		{"is blocked by nobody", []string{five("IMPL-1", "blocked", "", "IMPL-99")}, nil},
		{"a blocker in small letters", []string{one, five("IMPL-2", "pending", "", "impl-1")}, nil},
		{"a blocker with other zeros", []string{one, five("IMPL-2", "pending", "", "IMPL-001")}, nil},
		{"one of two in small letters", []string{one, five("IMPL-2", "pending", "", "impl-1", "IMPL-99")}, nil},
		{"one that it waits for already", []string{one, five("IMPL-2", "pending", "", "impl-1", "IMPL-1")}, nil},
		{"one in a file that is not edited", []string{one, twice}, nil},
		{"an unknown status", []string{five("IMPL-1", "done", "")}, nil},
		{"an unknown status next to newer", []string{five("IMPL-1", "done", ""), five("IMPL-2", "in_progress", "")}, nil},
		{"a loop", []string{five("IMPL-1", "pending", "", "IMPL-2"), five("IMPL-2", "pending", "", "IMPL-1")}, nil},
		{"a file of another design", []string{`{"id": "IMPL-9", "subject": "a", "status": "pending", "blockedBy": ["impl-1"], "parent": "IMPL-7"}`, one}, nil},

		{"a list that is right", three, todo("- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **IMPL-3**: c")},
		{"one in other spellings", three, todo("- [X] impl-1: a\n* [ ] IMPL-2\n  - [ ] **IMPL-3** → x")},
		{"one with wrong ticks", three, todo("- [ ] **IMPL-1**\n- [x] **IMPL-2**\n- [ ] **IMPL-3**")},
		{"several wrong ticks", three, todo("- [x] **IMPL-1**\n- [x] **IMPL-2**\n- [x] **IMPL-3**")},
		{"one that lacks a task", three, todo("- [x] **IMPL-1**\n- [ ] **IMPL-2**")},
		{"one with a task too many", three, todo("- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **IMPL-3**\n- [ ] **IMPI-3**")},
		{"one with a task whose file is broken", append(three[:2:2], strings.Replace(three[2], "pending", `\d`, 1)), todo("- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **impl-3**")},
		{"two tasks too many, one twice", three, todo("- [ ] IMPL-9\n- [ ] IMPL-8\n- [ ] IMPL-9\n- [x] **IMPL-1**\n- [ ] **IMPL-2**\n- [ ] **IMPL-3**")},
		{"no list of tasks", three, todo("no list at all\n- [ ] buy milk")},
		{"a container is ticked off before its parts", []string{whole, part}, todo("- [x] **IMPL-1**\n- [ ] **IMPL-1.1**")},
		{"a container is over with its parts", []string{whole, five("IMPL-1.1", "completed", "")}, todo("- [ ] **IMPL-1**\n- [x] **IMPL-1.1**")},
		{"a container in a line without a box", []string{whole, five("IMPL-1.1", "completed", "")}, todo("- ▸ **IMPL-1**\n- [x] **IMPL-1.1**")},

		{"no markers", []string{runs}, &doctor.Session{Name: "WFS-a"}},
		{"its own marker", []string{runs}, &doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-a"}}},
		{"no marker", []string{runs}, &doctor.Session{Name: "WFS-a", Marks: true}},
		{"no marker of a container", []string{runs, five("IMPL-1.1", "pending", `"parent": "IMPL-1", `)}, &doctor.Session{Name: "WFS-a", Marks: true}},
		{"that of another", []string{runs}, &doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-b"}}},
		{"those of two others", []string{runs}, &doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-b", "WFS-c"}}},
		{"no marker and nothing in progress", []string{one}, &doctor.Session{Name: "WFS-a", Marks: true}},
		{"that of another and nothing in progress", []string{one}, &doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-b"}}},
		{"two markers", []string{one}, &doctor.Session{Name: "WFS-a", Marks: true, Markers: []string{"WFS-a", "WFS-b"}}},
		{"open tasks of a completed session", []string{one, five("IMPL-2", "active", ""), five("IMPL-3", "container", "")}, &doctor.Session{Name: "WFS-a", Status: "completed"}},
		{"an open task of an archived session", []string{one}, &doctor.Session{Name: "WFS-a", Status: "archived"}},
		{"an open task of an active session", []string{one}, &doctor.Session{Name: "WFS-a", Status: "active"}},
		{"a completed session", []string{done}, &doctor.Session{Name: "WFS-a", Status: "completed"}},
		{"a table", []string{one}, &doctor.Session{Name: "WFS-a", Table: "tasks.csv"}},
	} {
		w := fiveOf(c.tasks...)
		w.session = c.session
		fs, _, _ := w.examine(t)
		fmt.Fprintf(&all, "%s:\n%s", c.what, inWords(fs))
		for _, f := range fs {
			if f.What == "" || f.Why == "" || f.Repair == nil && f.Hint == "" && f.Severity != doctor.Note {
				t.Errorf("%s: %+v says too little", c.what, f)
			}
			if f.Repair != nil {
				w.repaired(t, f)
			}
		}
	}
	golden(t, "sessions", all.String())
}

func todo(text string) *doctor.Session { return &doctor.Session{Name: "WFS-x", Todo: []byte(text)} }

// repaired repairs a copy of the workshop, in which the fault must then be gone.
func (w *workshop) repaired(t *testing.T, f doctor.Finding) {
	t.Helper()
	twin := workshop{maps.Clone(w.memory), w.session, w.at}
	changed := twin.repair(t, f.Repair)
	same := func(o doctor.Finding) bool { return o.Kind == f.Kind && files(o) == files(f) }
	if fs, _, _ := twin.examine(t); slices.ContainsFunc(fs, same) || !f.Repair.Asks || !slices.Equal(changed, []string{f.Files[0].Name}) {
		t.Errorf("%s: it changes %s, and asks: %v; left: %s", f.Repair.What, changed, f.Repair.Asks, listed(fs))
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

// A folder in which everything is wrong is examined like any other.
func TestALargeSessionIsExaminedInTheEnd(t *testing.T) {
	const n = 1000
	w := fiveOf(five("IMPL-1", "container", ""))
	for i := range n {
		id := fmt.Sprintf("IMPL-1.%d", i+1)
		w.memory[id+".json"] = []byte(five(id, "pending", `"subtasks": ["IMPL-1.1"], "parent": "impl-7", `, "IMPL-1", fmt.Sprintf("impl-1.%d", i)))
	}
	fs, _, _ := w.examine(t)
	guesses := 0 // at most 100, of which the first finds nothing
	for _, f := range fs {
		guesses += strings.Count(f.Hint, "Did you mean")
	}
	if len(fs) < n || guesses != 99 {
		t.Errorf("%d findings, %d guesses", len(fs), guesses)
	}
}

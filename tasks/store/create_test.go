package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// v6File is a task file as v6 writes it.
func v6File(id, subject string) string {
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"active_form\": \"\",\n  \"owner\": \"\",\n  \"blocks\": [],\n  \"blocked_by\": [],\n  \"metadata\": {}\n}", id, subject)
}

// TestAnEditWritesEachFileThatItsDesignAsksFor carries out edits that concern several files, one of which may have appeared after the
// last reading.
func TestAnEditWritesEachFileThatItsDesignAsksFor(t *testing.T) {
	mirrored := strings.Replace(claudeFile(1, "a", "pending"), `"blocks": []`, "\"blocks\": [\n    \"8\"\n  ]", 1)
	ofClaude := func(id int, waits ...string) string {
		return strings.Replace(claudeFile(id, "new", "pending", waits...), `"d"`, `""`, 1)
	}
	create := func(waits ...tasks.ID) tasks.Edit {
		return tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new", Description: "about it", WaitsFor: waits}}
	}
	made := func(e tasks.Edit) tasks.Edit { e.Draft.Description = ""; return e }
	of := func(v tasks.Verb, name string) tasks.Edit { return tasks.Edit{Verb: v, Of: tasks.Key{Name: name}} }
	three := map[string]string{"task_1.json": s07File(1, "a", "in_progress"), "task_2.json": s07File(2, "b", "pending", 1)}
	for what, c := range map[string]struct {
		dir    func(testing.TB) string
		files  map[string]string
		edit   tasks.Edit
		theirs map[string]string
		want   map[string]string // with .highwatermark; "" for a file that is removed
	}{
		"a new task": {newDir, map[string]string{"task_1.json": s07File(1, "a", "pending")}, create(tasks.ID{Text: "1", Num: true}), nil,
			map[string]string{"task_2.json": s07File(2, "new", "pending", 1)}},
		"a new task whose name was taken after the last reading": {newDir, map[string]string{"task_1.json": s07File(1, "a", "pending")}, create(), map[string]string{"task_2.json": "theirs"},
			map[string]string{"task_3.json": s07File(3, "new", "pending")}},
		"a new task above the mark, with a link": {claudeDir, map[string]string{"1.json": claudeFile(1, "a", "pending"), markName: "7", lockName: ""}, made(create(tasks.ID{Text: "1"})), nil,
			map[string]string{"8.json": ofClaude(8, "1"), "1.json": mirrored}},
		"a new task where no lock of the list is kept": {claudeDir, map[string]string{"1.json": claudeFile(1, "a", "pending")}, made(create()), nil,
			map[string]string{"2.json": ofClaude(2)}},
		"a new task of a design that raises the mark": {newDir, map[string]string{"1.json": v6File("1", "a"), markName: "4"}, made(create()), nil,
			map[string]string{"5.json": strings.Replace(v6File("5", "new"), `"active_form": ""`, `"active_form": "Working on: new"`, 1), markName: "5"}},
		"a deletion": {claudeDir, map[string]string{"3.json": claudeFile(3, "a", "pending"), "4.json": claudeFile(4, "b", "pending", "3"), lockName: ""}, of(tasks.VerbDelete, "3.json"), nil,
			map[string]string{"3.json": "", "4.json": claudeFile(4, "b", "pending"), markName: "3"}},
		"a deletion below the mark": {claudeDir, map[string]string{"3.json": claudeFile(3, "a", "pending"), markName: "90"}, of(tasks.VerbDelete, "3.json"), nil,
			map[string]string{"3.json": ""}},
		"a completion": {newDir, three, of(tasks.VerbComplete, "task_1.json"), map[string]string{"task_3.json": s07File(3, "written a moment ago", "pending", 1, 2)},
			map[string]string{"task_1.json": s07File(1, "a", "completed"), "task_2.json": s07File(2, "b", "pending"), "task_3.json": s07File(3, "written a moment ago", "pending", 2)}},
		"a completion of a task that no task waits for any more": {newDir, three, of(tasks.VerbComplete, "task_1.json"), map[string]string{"task_2.json": s07File(2, "b", "pending")},
			map[string]string{"task_1.json": s07File(1, "a", "completed")}},
	} {
		t.Run(what, func(t *testing.T) {
			b := opened(t, scene{dir: c.dir, files: c.files}.set(t), Options{})
			want := maps.Clone(c.files)
			for name, text := range c.theirs {
				b.write(name, text)
				want[name] = text
			}
			maps.Copy(want, c.want)
			_, locked := want[lockName]
			maps.DeleteFunc(want, func(_, text string) bool { return text == "" })
			c.edit.ID = 7
			b.mustApply(c.edit)
			if now := b.filesAndMark(); !maps.Equal(now, want) {
				t.Errorf("it leaves %v\nwant %v", now, want)
			}
			if is := slices.Contains(b.names(), lockName); is != locked {
				t.Errorf("there is a %s: %v", lockName, is)
			}
			d := b.refresh()
			for name := range c.want {
				if name != markName && d.Mine[tasks.Key{Name: name}] != 7 {
					t.Errorf("%s is not reported as ours", name)
				}
			}
		})
	}
}

func TestANameTakenInTheLastInstantLeadsToTheNext(t *testing.T) {
	f := &faultDisk{}
	b := openedWith(t, Options{Disk: f}, s07File(1, "a", "pending"))
	f.before = func(op string) error {
		if name, ok := strings.CutPrefix(op, "place "); ok && len(b.names()) < 5 { // ours, the temporary file and three of theirs
			b.write(name, "theirs")
		}
		return nil
	}
	res := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	if res.Made[0].Name != "task_5.json" {
		t.Errorf("made %v", res.Made)
	}
	for _, name := range []string{"task_2.json", "task_3.json", "task_4.json"} {
		if b.read(name) != "theirs" {
			t.Errorf("%s was overwritten", name)
		}
	}
}

func TestAHalfWrittenMarkIsWaitedFor(t *testing.T) {
	f := &faultDisk{}
	b := opened(t, claudeDir(t), Options{Disk: f})
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.write(markName, "7")
	b.refresh()
	remove := b.edit(tasks.VerbDelete, "1.json", "me")
	marks := []string{"7", "", "7\x00", "torn", "7"}
	f.before = func(op string) error {
		if op == "read "+markName && len(marks) > 0 {
			text := marks[0]
			marks = marks[1:]
			if text == "torn" {
				return errTorn
			}
			b.write(markName, text)
		}
		return nil
	}
	plan, err := b.s.Plan(remove)
	testdir.Must(t, err)
	plan.Steps[0].HighWaterMark = 9
	b.mustApply(plan)
	if b.read(markName) != "9" {
		t.Errorf("the counter is %q", b.read(markName))
	}
}

func TestAMarkWithoutANumberIsOverwrittenAndThatIsReported(t *testing.T) {
	b := opened(t, newDir(t), Options{Now: leaping()})
	b.write("1.json", v6File("1", "a"))
	b.write("9.json", v6File("9", "b"))
	for _, c := range []struct {
		what string
		edit func() tasks.Edit
		says string
	}{
		{"a task is created", func() tasks.Edit {
			return tasks.Edit{ID: 8, Verb: tasks.VerbCreate, Who: "me", Draft: &tasks.Draft{Subject: "c"}}
		}, "10"},
		{"a task below others is deleted", func() tasks.Edit { return b.edit(tasks.VerbDelete, "1.json", "me") }, "10"},
	} {
		b.write(markName, "abc")
		b.refresh()
		plan, err := b.s.Plan(c.edit())
		testdir.Must(t, err)
		res, err := b.s.Apply(t.Context(), plan)
		var half *UnfinishedError
		if !errors.As(err, &half) || half.Error() != "done, but .highwatermark held no number: it says "+c.says+" now" {
			t.Errorf("%s: %+v, %v", c.what, res, err)
		}
		if b.read(markName) != c.says {
			t.Errorf("%s: the counter is %q", c.what, b.read(markName))
		}
	}
}

func TestAMarkThatBecameWholeBeforeTheLastAttemptIsNotOverwritten(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("1.json", v6File("1", "a"))
	b.write(markName, "90")
	b.refresh()
	if err := (&job{s: b.s}).raiseMarkOnce(t.Context(), tasks.Step{HighWaterMark: 5}, true); err != nil || b.read(markName) != "90" {
		t.Errorf("it says %s, %v", b.read(markName), err)
	}
}

func TestAMarkWithASecondNameIsNotWritten(t *testing.T) {
	b := opened(t, newDir(t), Options{Now: leaping()})
	b.write("1.json", v6File("1", "a"))
	b.write(markName, "abc")
	testdir.Must(t, os.Link(b.path(markName), b.path("other-name")))
	b.refresh()
	if _, err := b.s.Apply(t.Context(), tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "d"}}); err == nil || b.read(markName) != "abc" {
		t.Errorf("it says %s, %v", b.read(markName), err)
	}
}

const listBefore, listAfter = "# Tasks\n- [ ] **IMPL-1**: a\n", "# Tasks\n- [x] **IMPL-1**: a\n"

// noting is the edit that ticks the one line.
func noting() tasks.Edit {
	return tasks.Edit{Verb: tasks.VerbNote, Of: tasks.Key{Name: "IMPL-1.json"}, Who: "mia", Steps: []tasks.Step{{Kind: tasks.SetLine, Changes: []tasks.Change{
		{Field: tasks.FieldLine, Op: tasks.Set, From: tasks.TextValue("- [ ] **IMPL-1**: a"), To: tasks.TextValue("- [x] **IMPL-1**: a")},
	}}}}
}

func TestALineOfTodoListIsWrittenAsTasksAre(t *testing.T) {
	for what, c := range map[string]struct {
		list func(t *testing.T, path string)
		why  string // "" for written
		want string
		op   string // at which another process adds a line
	}{
		"as it was read": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o640)) }, "", listAfter, ""},
		"another line changed": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path, []byte(listBefore+"more\n"), 0o644))
		}, "", listAfter + "more\n", ""},
		"the line changed": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listAfter), 0o644)) }, "changed meanwhile", listAfter, ""},
		"there is none":    {func(*testing.T, string) {}, "there is no TODO_LIST.md", "", ""},
		"it has a second name": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o644), os.Link(path, path+".2"))
		}, "several names", listBefore, ""},
		"it is a link": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path+".2", []byte(listBefore), 0o644), os.Symlink(path+".2", path))
		}, "link", listBefore, ""},
		"it is a directory":     {func(t *testing.T, path string) { testdir.Must(t, os.Mkdir(path, 0o755)) }, "a directory", "", ""},
		"it is larger than 1 M": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, make([]byte, MaxFile+1), 0o644)) }, "larger", string(make([]byte, MaxFile+1)), ""},
		"another line changes after it was read": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o640)) }, "",
			listAfter + "more\n", "make"},
		"another line changes in the last instant": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o640)) }, "",
			listAfter + "more\n", "replace TODO_LIST.md"},
	} {
		t.Run(what, func(t *testing.T) {
			dir, f := scene{dir: sessionDir, files: map[string]string{"IMPL-1.json": `{"id": "IMPL-1", "title": "a", "status": "completed"}`}}.set(t), &faultDisk{}
			b := opened(t, dir, Options{State: t.TempDir(), Disk: f})
			c.list(t, b.path(todoPath))
			f.before = func(op string) error {
				if op == c.op {
					f.before = nil
					return os.WriteFile(b.path(todoPath), []byte(listBefore+"more\n"), 0o644)
				}
				return nil
			}
			res, err := b.s.Apply(t.Context(), noting())
			var no *RefusedError
			if c.why == "" && (err != nil || len(res.Applied) != 1) || c.why != "" && (!errors.As(err, &no) || !strings.Contains(no.Why, c.why)) {
				t.Errorf("%+v, %v", res, err)
			}
			if raw, _ := os.ReadFile(b.path(todoPath)); string(raw) != c.want {
				t.Errorf("it says\n%.80s", raw)
			}
			b.expectNoLeftovers()
		})
	}
}

func TestANewTaskHasTheLayoutOfTheNewest(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "a", "pending", "null"), strings.ReplaceAll(s12File("task_2", "b", "pending", "null"), "\n  ", "\n\t"), s12File("task_3", "c", "pending", "null"))
	for i, age := range []time.Duration{2, 1, 3} {
		at := time.Now().Add(-age * time.Hour)
		testdir.Must(t, os.Chtimes(b.path(fmt.Sprintf("task_%d.json", i+1)), at, at))
	}
	b.refresh()
	made := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}).Made
	if text := b.read(made[0].Name); !strings.Contains(text, "\n\t\"subject\"") {
		t.Errorf("wrote %s", text)
	}
}

// A plan that is written at once stays in its order: of designs whose ids are a second and a random ending, each ending is behind those
// that the second has.
func TestTasksOfOneSecondAreInTheOrderInWhichTheyWereMade(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1778000000_0001.json", `{
  "id": "task_1778000000_0001", "subject": "a", "description": "", "status": "pending", "owner": null, "blockedBy": []
}`)
	b.refresh()
	at := time.Unix(1778000100, 0)
	last := ""
	for i := range 30 {
		res := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, At: at, Draft: &tasks.Draft{Subject: fmt.Sprint("part ", i)}})
		if len(res.Made) != 1 || !strings.HasPrefix(res.Made[0].Name, "task_1778000100_") || last != "" && tasks.Natural(last, res.Made[0].Name) >= 0 {
			t.Fatalf("part %d is %v, behind %s", i, res.Made, last)
		}
		last = res.Made[0].Name
	}
}

func TestTheNameOfAFileIsMadeOfLettersDigitsAndSingleDots(t *testing.T) {
	for id, is := range map[string]bool{
		"1": true, "IMPL-1.2": true, "task_0aZ-": true, strings.Repeat("x", 64): true,
		"": false, ".": false, ".x": false, "x.": false, "a..b": false, "a/b": false, "é": false, "a b": false, strings.Repeat("x", 65): false,
	} {
		if isFileName(id) != is {
			t.Errorf("%q: %v", id, !is)
		}
	}
}

// Of a session whose tasks list their parts, a new part is added to the list of its whole; undoing that takes it out again.
func TestANewPartIsListedInItsWhole(t *testing.T) {
	whole := "{\n  \"id\": \"TASK-1\",\n  \"title\": \"whole\",\n  \"status\": \"pending\",\n  \"depends_on\": [],\n  \"convergence\": {},\n  \"subtasks\": [\"TASK-1.1\"]\n}"
	part := "{\n  \"id\": \"TASK-1.1\",\n  \"title\": \"part\",\n  \"status\": \"pending\",\n  \"depends_on\": [],\n  \"convergence\": {}\n}"
	sc := scene{dir: sessionDir, files: map[string]string{"TASK-1.json": whole, "TASK-1.1.json": part}}
	b := journalled(t, sc.set(t), t.TempDir())
	made := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new", ID: "TASK-1.2"}})
	if len(made.Made) != 1 || made.Made[0].Name != "TASK-1.2.json" || !strings.Contains(b.read("TASK-1.json"), `"TASK-1.1", "TASK-1.2"`) {
		t.Errorf("made %v, the whole is %s", made.Made, b.read("TASK-1.json"))
	}
	b.refresh()
	if b.mustUndo(made.Edit); !maps.Equal(b.files(), sc.files) {
		t.Errorf("undone it is %v", b.files())
	}
}

package store

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestCreateNeverTakesANameThatIsThere(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
	testdir.Must(t, os.Mkdir(b.path("task_2.json"), 0o755)) // appears after the last reading
	e := tasks.Edit{ID: 9, Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", Description: "d", WaitsFor: []tasks.ID{{Text: "1", Num: true}}}}
	res := b.mustApply(e)
	if len(res.Made) != 1 || res.Made[0].Name != "task_3.json" {
		t.Fatalf("made %+v", res)
	}
	if got, want := b.read("task_3.json"), strings.Replace(s07File(3, "new", "pending", 1), "about it", "d", 1); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	d := b.refresh("task_3.json")
	if d.Mine[res.Made[0]] != 9 || b.tasks["task_3.json"].Subject != "new" {
		t.Errorf("reported %+v", d)
	}
}

func TestANameTakenInTheLastInstantLeadsToTheNext(t *testing.T) {
	f := &faultDisk{}
	b := opened(t, newDir(t), Options{Disk: f})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh()
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

func TestCreateCountsInTheMarkAndMirrorsItsLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.write(markName, "7")
	b.write(lockName, "")
	b.refresh()
	res := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", WaitsFor: []tasks.ID{{Text: "1"}}}})
	if len(res.Made) != 1 || res.Made[0].Name != "8.json" {
		t.Fatalf("made %+v", res)
	}
	if blocks, _ := b.fields("1.json")["blocks"].([]any); len(blocks) != 1 || blocks[0] != "8" {
		t.Error(b.read("1.json"))
	}
}

func TestDeleteRaisesTheMarkAndCleansTheLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("3.json", claudeFile(3, "a", "pending"))
	b.write("4.json", claudeFile(4, "b", "pending", "3"))
	b.write(lockName, "")
	b.refresh()
	res := b.mustApply(b.edit(tasks.VerbDelete, "3.json", "me"))
	if b.read(markName) != "3" || b.read("4.json") != claudeFile(4, "b", "pending") {
		t.Error(b.read(markName), b.read("4.json"))
	}
	if len(res.Applied) != 3 || res.Applied[0].Kind != tasks.RaiseHighWaterMark {
		t.Errorf("result %+v", res)
	}
	d := b.refresh()
	if len(d.Gone) != 1 || d.Mine[d.Gone[0]] != 7 || d.HighWaterMark != 3 {
		t.Errorf("reported %+v", d)
	}
	b.write(markName, "90")
	b.mustApply(b.edit(tasks.VerbDelete, "4.json", "me"))
	if b.read(markName) != "90" {
		t.Error("the mark went down to " + b.read(markName))
	}
}

func TestAHalfWrittenMarkIsWaitedForAndABrokenOneIsReportedWithTheEdit(t *testing.T) {
	f := &faultDisk{}
	b := opened(t, claudeDir(t), Options{Disk: f})
	b.write("1.json", claudeFile(1, "a", "pending"))
	b.write(markName, "7")
	b.refresh()
	remove := b.edit(tasks.VerbDelete, "1.json", "me")
	marks := []string{"7", "", "7\x00", "7"}
	f.before = func(op string) error {
		if op == "read "+markName && len(marks) > 0 {
			b.write(markName, marks[0])
			marks = marks[1:]
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
	sixth := func(id, subject string) string {
		return fmt.Sprintf("{\n  \"id\": %q,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": \"pending\",\n  \"active_form\": \"\",\n  \"owner\": \"\",\n  \"blocks\": [],\n  \"blocked_by\": [],\n  \"metadata\": {}\n}", id, subject)
	}
	b.write("1.json", sixth("1", "a"))
	b.write("9.json", sixth("9", "b"))
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
	}{
		"as it was read": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o640)) }, "", listAfter},
		"another line changed": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path, []byte(listBefore+"more\n"), 0o644))
		}, "", listAfter + "more\n"},
		"the line changed": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, []byte(listAfter), 0o644)) }, "changed meanwhile", listAfter},
		"there is none":    {func(*testing.T, string) {}, "there is no TODO_LIST.md", ""},
		"it has a second name": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path, []byte(listBefore), 0o644), os.Link(path, path+".2"))
		}, "several names", listBefore},
		"it is a link": {func(t *testing.T, path string) {
			testdir.Must(t, os.WriteFile(path+".2", []byte(listBefore), 0o644), os.Symlink(path+".2", path))
		}, "link", listBefore},
		"it is a directory":     {func(t *testing.T, path string) { testdir.Must(t, os.Mkdir(path, 0o755)) }, "a directory", ""},
		"it is larger than 1 M": {func(t *testing.T, path string) { testdir.Must(t, os.WriteFile(path, make([]byte, MaxFile+1), 0o644)) }, "larger", string(make([]byte, MaxFile+1))},
	} {
		session, state := t.TempDir(), t.TempDir()
		dir, list := filepath.Join(session, ".task"), filepath.Join(session, "TODO_LIST.md")
		testdir.Must(t, os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "IMPL-1.json"), []byte(`{"id": "IMPL-1", "title": "a", "status": "completed"}`), 0o644))
		c.list(t, list)
		b := opened(t, dir, Options{State: state})
		res, err := b.s.Apply(t.Context(), noting())
		var no *RefusedError
		if c.why == "" && (err != nil || len(res.Applied) != 1) || c.why != "" && (!errors.As(err, &no) || !strings.Contains(no.Why, c.why)) {
			t.Errorf("%s: %+v, %v", what, res, err)
		}
		if raw, _ := os.ReadFile(list); string(raw) != c.want {
			t.Errorf("%s: it says\n%.80s", what, raw)
		}
		for _, at := range []string{session, dir} {
			entries, _ := os.ReadDir(at)
			for _, e := range entries {
				if strings.HasPrefix(e.Name(), ".sideboard") {
					t.Errorf("%s: %s was left", what, e.Name())
				}
			}
		}
		if c.why != "" {
			continue
		}
		was, _ := os.Stat(list)
		if what == "as it was read" && was.Mode().Perm() != 0o640 {
			t.Errorf("its mode is %v", was.Mode())
		}
		testdir.Must(t, b.s.Close())
		b = opened(t, dir, Options{State: state}) // undone after a restart
		all, err := b.s.PastEdits()
		testdir.Must(t, err)
		if len(all) != 1 || all[0].Verb != tasks.VerbNote {
			t.Fatalf("%s: %+v", what, all)
		}
		back, err := b.s.Batch().Undo(all[0].ID)
		testdir.Must(t, err)
		_, err = b.s.Apply(t.Context(), back)
		testdir.Must(t, err)
		if raw, _ := os.ReadFile(list); string(raw) != strings.Replace(c.want, "[x]", "[ ]", 1) {
			t.Errorf("%s: undone it says\n%s", what, raw)
		}
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

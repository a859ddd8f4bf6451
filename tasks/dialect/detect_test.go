package dialect

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// These are files of a project whose agents went from lesson 12 to lesson 18.
const (
	fileOfS12 = "{\n  \"id\": \"task_1781339988_2367\",\n  \"subject\": \"a\",\n  \"description\": \"\",\n  \"status\": \"completed\",\n  \"owner\": \"Bob\",\n  \"blockedBy\": []\n}"
	fileOfS18 = "{\n  \"id\": \"task_1782370547_9110\",\n  \"subject\": \"b\",\n  \"description\": \"\",\n  \"status\": \"completed\",\n  \"owner\": \"alice\",\n  \"blockedBy\": [],\n  \"worktree\": \"alice-work\"\n}"
)

func TestWhereS18TookOverFromS12TheNewestWriteSaysSo(t *testing.T) {
	before, after := time.Unix(1781339987, 0), time.Unix(1782370600, 0)
	files := map[string]string{
		"task_1781339988_2367.json": fileOfS12,
		"task_1781339989_0001.json": replaced(fileOfS12, "1781339988_2367", "1781339989_0001"),
		"task_1782370547_9110.json": fileOfS18,
	}
	for _, c := range []struct {
		what  string
		wrote time.Time
		is    *tasks.Traits
	}{
		{"s18 wrote last", after, S18},
		{"s12 made a task since", before, S12},
	} {
		d := open(t, "/p/.tasks", false, files)
		worktree := *d.task("task_1782370547_9110.json")
		worktree.Stamp.Mtime = c.wrote.UnixNano()
		d.codec.AddTask(&worktree)
		if got := d.codec.Traits(); got != c.is {
			t.Errorf("%s: the folder is %s", c.what, got.Title)
		}
		_, raw, err := d.codec.Create(tasks.Draft{Subject: "new"}, []byte(fileOfS18), d, 0, after, func(int) int { return 7 })
		if err != nil || strings.Contains(string(raw), `"worktree": null`) != (c.is == S18) {
			t.Errorf("%s: a new task is written as\n%s\n%v", c.what, raw, err)
		}
		d.codec.RemoveTask(worktree.Key)
		if got := d.codec.Traits(); got != S12 {
			t.Errorf("%s: without its file the folder is %s", c.what, got.Title)
		}
	}
}

func TestTheFirstTasksSayWhichDialectAFolderIs(t *testing.T) {
	b := NewCodec("/p/.tasks")
	is := func(as *tasks.Traits, prefix string, n int, want *tasks.Traits) {
		t.Helper()
		for i := range n {
			b.AddTask(&tasks.Task{Key: keyed(fmt.Sprint(prefix, i)), Traits: as})
		}
		if got := b.Traits(); got != want {
			t.Errorf("with %d of %s it is %s", n, as.Title, got.Title)
		}
	}
	is(&s07.traits, "", maxCounted, &s07.traits)
	is(S12, "later", 2*maxCounted, &s07.traits)
	is(S12, "", maxCounted/2+1, S12)
}

func TestTheDirectoryIsOfTheDesignOfMostTasks(t *testing.T) {
	b := NewCodec("/p/.tasks")
	add := func(name string, as *tasks.Traits) { b.AddTask(&tasks.Task{Key: keyed(name), Traits: as}) }
	is := func(when string, want *tasks.Traits) {
		t.Helper()
		if got := b.Traits(); got != want {
			t.Errorf("%s: %s", when, got.Dialect)
		}
	}
	add("a", &s07.traits)
	add("b", S12)
	add("b", S12)
	is("one each", &s07.traits)
	add("c", S12)
	is("two of s12", S12)
	b.RemoveTask(keyed("c"))
	b.RemoveTask(keyed("c"))
	is("one each again", &s07.traits)
	add("c", S12)
	is("two of s12 again", S12)
	add("b", &s07.traits)
	is("one of them is changed", &s07.traits)
	for _, name := range []string{"a", "b", "c"} {
		b.RemoveTask(keyed(name))
	}
	is("none", S12)
	add("d", &s07.traits)
	add("e", &s07.traits)
	add("task_1700000000_0001.json", S12)
	b.AddTask(&tasks.Task{Key: keyed("g"), Traits: S18, Stamp: tasks.Stamp{Mtime: maxClock * 1e9}})
	is("s18 after s12, and more of s07", &s07.traits)
}

func TestADirectoryIsOfADesignIfAtLeastHalfOfItsFilesAre(t *testing.T) {
	odd := func(n int) string { return fmt.Sprintf(`{"id": "%d", "title": "a", "status": "pending"}`, n) }
	d := settled(t, "/p/.tasks", false, map[string]string{"task_1.json": s07File, "task_2.json": odd(2), "task_3.json": odd(3)})
	if got := d.codec.Traits(); got != Unknown {
		t.Errorf("one of three is of s07, and the directory is %s", got.Title)
	}
	another := map[string]string{"task_4.json": replaced(s07File, `"id": 1`, `"id": 4`, `"owner"`, `"blocks": [], "owner"`)}
	maps.Copy(another, d.files)
	d = settled(t, "/p/.tasks", false, another)
	if got := d.codec.Traits(); got != &s07.traits {
		t.Errorf("two of four are of s07 and a variant, and the directory is %s", got.Title)
	}
	d.codec.RemoveTask(keyed("task_1.json"))
	d.codec.RemoveTask(keyed("task_4.json"))
	if got := d.codec.Traits(); got != Unknown {
		t.Errorf("only others are left, and the directory is %s", got.Title)
	}
}

func TestAnInstructionHasTheTaskItsBlockersAndHowToWorkOnIt(t *testing.T) {
	waiting := strings.NewReplacer("_0001", "_0003", "[]", `["task_1795219400_0001", "task_1795219400_0002", "task_9"]`).Replace(s12File)
	d := open(t, "/p/.tasks", false, map[string]string{
		"task_1795219400_0001.json": s12File, "task_1795219400_0002.json": strings.NewReplacer("_0001", "_0002", "pending", "odd").Replace(s12File), "task_1795219400_0003.json": waiting,
	})
	there := *d.task("task_1795219400_0001.json") // another list has a task with the same id
	there.List, there.Subject = "a list", "b"
	d.tasks[there.Key] = &there
	for _, c := range []struct {
		task              *tasks.Task
		description, want string
	}{
		{d.task("task_1795219400_0003.json"), "Say why.\n", `Task task_1795219400_0003: a
(file task_1795219400_0003.json)

Say why.

It waits for:
- task_1795219400_0001: a (pending)
- task_1795219400_0002: a (odd)
- task_9: no file has this id

Claim it first (claim_task task_1795219400_0003).
When it is done, complete it (complete_task task_1795219400_0003).
`},
		{&tasks.Task{Traits: Unknown, Key: tasks.Key{Name: "a\nb.json"}, ID: tasks.ID{Text: "x\r\nrm"}, Subject: "s\nrm -rf ~\u2028a\u2029b\u0085go"}, " ",
			"Task x  rm: s rm -rf ~ a b go\n(file a b.json)\n\nWhen it is done, complete it with the tool it belongs to.\n"},
	} {
		if got := d.codec.Instruction(c.task, c.description, d); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

func TestV9IsFoundOnlyIfItIsSet(t *testing.T) {
	d := formOf("v6early").open(t)
	d.codec.SetDialect(V9)
	d.read(t, "task_1.json")
	if got := d.task("task_1.json").Traits; got != V9 {
		t.Errorf("%s", got.Dialect)
	}
}

// A file is of the design whose members it has. Its name, and the names of the others, count where several designs have these.
func TestTheMembersAndTheNameOfAFileSayItsDesign(t *testing.T) {
	const numeric, text, both = `"id": 1, "subject": "a", "status": "pending", `, `"id": "task_1", "subject": "a", "status": "pending", `, "task_1.json 1.json 2.json "
	for _, c := range []struct {
		members, names string // the first of the names is that of the file
		is             *spec
	}{
		{numeric + `"blockedBy": [], "owner": ""`, "task_1.json", s07},
		{numeric + `"blocked_by": [], "owner": ""`, "task_1.json", s07},
		{numeric + `"blockedBy": [], "owner": null`, "task_1.json", sFull},
		{numeric + `"owner": "", "blockedBy": []`, "task_1.json", sFull},
		{numeric + `"owner": ""`, "task_1.json", s07},
		{numeric + `"blockedBy": [], "blocks": [], "owner": ""`, "task_1.json", s07Blocks},
		{numeric + `"blockedBy": [], "blocks": []`, "task_1.json", s07BlocksNoOwner},
		{numeric + `"blockedBy": []`, "task_1.json", s07NoOwner},
		{numeric + `"blockedBy": [], "owner": "", "worktree": ""`, "task_1.json", s12wt},
		{numeric + `"blockedBy": [], "owner": "", "worktree": "", "blocks": []`, "task_1.json", s12wtBlocks},
		{numeric + `"blockedBy": [], "owner": "", "updated_at": 1`, "task_1.json", s12wt},
		{numeric + `"blockedBy": [], "owner": "", "created_at": 1`, "task_1.json", s12wt},
		{numeric + `"blockedBy": [], "owner": "", "updatedAt": 1`, "task_1.json", s07},
		{numeric + `"blocked_by": [], "owner": "", "updatedAt": 1`, "task_1.json", s12wt},
		{numeric + `"blocked_by": [], "owner": "", "created": 1`, "task_1.json", s12wt},
		{numeric + `"blockedBy": [], "blocks": [], "owner": "", "updated_at": 1`, "task_1.json", s07Blocks},
		{numeric + `"blockedBy": [], "assignee": ""`, "task_1.json", unknown},
		{numeric + `"depends_on": [], "owner": ""`, "task_1.json", unknown},
		{`"id": 1, "subject": "a", "state": "pending", "owner": ""`, "task_1.json", unknown},

		{text + `"title": "b", "blockedBy": []`, "task_1.json", s12},
		{`"id": "task_1", "status": "pending"`, "task_1.json", s12},
		{`"id": "task_1", "x": {"subject": "a"}`, "task_1.json", s12},
		{`"id": "task_1", "x": {"status": "pending"}`, "task_1.json", s12},
		{text + `"blockedBy": []`, "task_1.json", s12},
		{text + `"blockedBy": [], "assignee": ""`, "task_1.json", unknown},
		{text + `"blockedBy": [], "activeForm": ""`, "task_1.json", s12},
		{text + `"activeForm": ""`, "task_1.json", s12},
		{text + `"blockedBy": [], "worktree": ""`, "task_1.json", s18},
		{text + `"blockedBy": [], "blocks": [], "worktree": ""`, "task_1.json", s12Blocks},
		{text + `"blockedBy": []`, "task_00c0ffe1.json", s10},
		{text + `"blockedBy": []`, "task_00C0FFE1.json", s12},
		{text + `"blockedBy": []`, "task_00c0ffe1.json .lock", s13},
		{text + `"blockedBy": [], "worktree": ""`, "task_00c0ffe1.json", s13},
		{text + `"blocked_by": []`, "task_1.json", v6Early},
		{text + `"active_form": ""`, "task_1.json", v6Early},
		{text + `"blocked_by": [], "metadata": {}`, "task_1.json", v6Mid},
		{text + `"blocked_by": []`, "task_1.json .highwatermark", v6Mid},
		{text + `"blocked_by": [], "metadata": {}`, "1.json", v6},
		{text + `"blocked_by": []`, both, v6Early},
		{text + `"blocked_by": []`, "x.json " + both, v6},
		{text + `"blocked_by": []`, "x.json task_2.json " + both, v6},
		{text + `"blocked_by": []`, "x.json task_2.json task_3.json 1.json", v6Early},
		{text + `"blockedBy": []`, "1.json", claudeCode},
		{text + `"blockedBy": [], "blocks": []`, "x.json 1.json", claudeCode},
		{text + `"blockedBy": [], "activeForm": ""`, "x.json 1.json", claudeCode},
		{text + `"blockedBy": []`, "x.json task_1.json", s12},
		{text + `"blockedBy": []`, "x.json", unknown},
		{text + `"blockedBy": []`, "task-2.json", unknown},
		{text + `"blockedBy": []`, "task-2.json task_1.json", s12},
		{numeric + `"blockedBy": [], "owner": ""`, "task-2.json", unknown},
		{numeric + `"blockedBy": [], "owner": ""`, "task-2.json task_1.json", s07},
		{numeric + `"blockedBy": [], "owner": ""`, "task-2.json 1.json", unknown},
		{text + `"blockedBy": []`, "task-two.json", unknown},
		{text + `"blockedBy": []`, "task-00c0ffe1.json", unknown},
		{text + `"blockedBy": []`, "task-00c0ffeg.json", unknown},
		{text + `"blockedBy": []`, "00c0ffe1.json", unknown},
	} {
		b := NewCodec("/p/.tasks")
		b.List(strings.Fields(c.names), strings.Contains(c.names, ".lock"))
		name, _, _ := strings.Cut(c.names, " ")
		task, err := b.Decode(keyed(name), []byte("{"+c.members+"}"), tasks.Stamp{})
		if err != nil || task.Traits != &c.is.traits {
			t.Errorf("%s among %s: %+v, %v", c.members, c.names, task, err)
		}
	}
}

// The first task of a directory has the form of its design, and an agent learns how to begin it.
func TestTheFirstTaskOfEveryDesignIsAsItsAgentsWriteIt(t *testing.T) {
	const update, claim, take = "task_update 1", "claim_task task_", "owner to your name (TaskUpdate 1)"
	for _, c := range []struct {
		is               *spec
		file, want       string // want is "" if its agents know
		begin, completes string
	}{
		{s07, "task_1.json", "", update, update},
		{s07Blocks, "task_1.json", "", update, update},
		{s07NoOwner, "task_1.json", `{"id": 1, "subject": "ü", "description": "", "status": "pending", "blockedBy": []}`, update, update},
		{sFull, "task_1.json", "", "claim_task 1", update},
		{s12wt, "task_1.json", "", "owner to your name (task_update 1)", update},
		{s12wtBlocks, "task_1.json", `{"id": 1, "subject": "\u00fc", "description": "", "status": "pending", "blockedBy": [], "blocks": [], "owner": "", "worktree": "", "created_at": 1795219407.25, "updated_at": 1795219407.25}`,
			"owner to your name (task_update 1)", update},
		{s12, "task_1795219407_2000.json", "", claim, "complete_task task_"},
		{s12Blocks, "task_1.json", `{"id": "task_1", "subject": "\u00fc", "description": "", "status": "pending", "owner": null, "blockedBy": [], "blocks": []}`, claim, "complete_task task_"},
		{s18, "task_1795219407_2000.json", "", claim, "complete_task task_"},
		{s10, "task_55555555.json", "", claim, "complete_task task_"},
		{s13, "task_55555555.json", "", claim, "complete_task task_"},
		{v6Early, "task_1.json", "", take, "TaskUpdate 1"},
		{v6Mid, "task_1.json", "", take, "TaskUpdate 1"},
		{v6, "1.json", "", take, "TaskUpdate 1"},
		{v9, "task_1.json", "", take, "TaskUpdate 1"},
		{claudeCode, "1.json", "", "owner to your name", "TaskUpdate 1"},
		{ccw10, "impl-1.json", `{"id": "impl-1", "title": "ü", "status": "pending", "type": "feature", "agent": "code-developer", "paths": "", "context": {"requirements": [], "scope": [], "acceptance": [], "inherited_from": ""}, ` +
			`"relations": {"parent": null, "subtasks": [], "dependencies": []}, "execution": {"attempts": 0, "last_attempt": null}, "implementation": {"files": [], "context_notes": {}, "analysis_source": "manual"}}`,
			`status to "active" in its file`, "TODO_LIST.md"},
		{ccw5, "IMPL-1.json", `{"id": "IMPL-1", "title": "ü", "status": "pending", "meta": {"type": "feature", "agent": "@code-developer"}, "context": {"requirements": [], "focus_paths": [], "acceptance": [], "depends_on": []}, ` +
			`"flow_control": {"pre_analysis": [], "implementation_approach": [], "target_files": []}}`, `status to "active" in its file`, "TODO_LIST.md"},
		{ccw, "TASK-001.json", `{"id": "TASK-001", "title": "ü", "description": "", "status": "pending", "depends_on": [], "convergence": {"criteria": ["ü"]}}`, `status to "in_progress" in its file`, "TODO_LIST.md"},
	} {
		t.Run(c.is.traits.Dialect, func(t *testing.T) {
			b := NewCodec("/p/.tasks")
			b.SetDialect(&c.is.traits)
			name, raw, err := b.Create(tasks.Draft{Subject: "ü"}, nil, &dir{}, 0, noon, func(n int) int { return n / 3 })
			testdir.Must(t, err)
			made, err := b.Decode(keyed(name), raw, tasks.Stamp{})
			testdir.Must(t, err)
			if c.want == "" {
				c.want = formOf(c.is.traits.Dialect).Text(row{ID: made.ID, Subject: "ü", Status: "pending", Created: touched, Updated: touched})
			}
			plain := strings.NewReplacer("\n", "", " ", "").Replace
			if name != c.file || plain(string(raw)) != plain(c.want) {
				t.Errorf("%s\n%s\nwant %s\n%s", name, raw, c.file, c.want)
			}
			task := *made
			task.Traits = &c.is.traits
			if begin, end, _ := strings.Cut(b.Instruction(&task, "", &dir{}), "When it is done"); !strings.Contains(begin, c.begin) || !strings.Contains(end, c.completes) {
				t.Errorf("%s\n%s", begin, end)
			}
			task.Status = tasks.InProgress
			if begin, _, _ := strings.Cut(b.Instruction(&task, "", &dir{}), "When it is done"); strings.Contains(begin, c.begin) {
				t.Errorf("of one that is in progress: %s", begin)
			}
		})
	}
}

func TestAllHasEveryNameOnce(t *testing.T) {
	var names []string
	for _, tr := range All() {
		names = append(names, tr.Dialect)
	}
	if got := fmt.Sprint(names); got != "[s07 s07blocks s_full s12wt s12 s12blocks s18 s10 s13 v6early v6mid v6 v9 claude-code ccw10 ccw5 ccw ccwfree]" {
		t.Error(got)
	}
}

func TestFilesOfS10AreLockedWhereTheDirectoryHasALock(t *testing.T) {
	d := open(t, "/p/.tasks", false, map[string]string{"task_00c0ffe1.json": s10File})
	task := d.task("task_00c0ffe1.json")
	if d.codec.Lock(task) != tasks.NoLock {
		t.Error("there is no .lock, and it is taken")
	}
	if d.codec.List([]string{"task_00c0ffe1.json"}, true); d.codec.Lock(task) != tasks.FlockLock {
		t.Error("no lock although .lock appeared")
	}
}

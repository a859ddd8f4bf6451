package dialect

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
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

func TestMixedFoldersKeepEachFilesDialect(t *testing.T) {
	wt := "{\n  \"id\": 2,\n  \"subject\": \"b\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"blockedBy\": [\n    1\n  ],\n  \"blocks\": [],\n  \"owner\": \"al\",\n  \"worktree\": \"x\",\n  \"updated_at\": 1774445288.5217147\n}"
	files := map[string]string{
		"task_1.json":               strings.Replace(s07File, "[],", "[],\n  \"blocks\": [\n    2\n  ],", 1),
		"task_2.json":               wt,
		"task_1795219400_0001.json": s12File,
	}
	d := open(t, "/p/.tasks", false, files)
	for name, want := range map[string]*tasks.Traits{"task_1.json": &s07Blocks.traits, "task_2.json": &s12wtBlocks.traits, "task_1795219400_0001.json": S12} {
		if got := d.task(name).Traits; got != want {
			t.Errorf("%s is %s", name, got.Dialect)
		}
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_1.json")})
	if got := d.files["task_2.json"]; got != strings.Replace(wt, "[\n    1\n  ]", "[]", 1) {
		t.Errorf("%s", got)
	}
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("task_2.json")})
	if got := d.task("task_2.json"); got.Clock != noon.UnixNano() || got.Worktree != "x" || got.Owner != "al" {
		t.Errorf("%+v", got)
	}
}

func TestTheFirstTasksSayWhichDialectAFolderIs(t *testing.T) {
	b := NewCodec("/p/.tasks")
	for i := range maxCounted {
		b.AddTask(&tasks.Task{Key: keyed(fmt.Sprint(i)), Traits: &s07.traits})
	}
	for i := range 2 * maxCounted {
		b.AddTask(&tasks.Task{Key: keyed(fmt.Sprint("later", i)), Traits: S12})
	}
	if got := b.Traits(); got != &s07.traits {
		t.Errorf("with more tasks it is %s", got.Title)
	}
	for i := range maxCounted/2 + 1 {
		b.AddTask(&tasks.Task{Key: keyed(fmt.Sprint(i)), Traits: S12})
	}
	if got := b.Traits(); got != S12 {
		t.Errorf("after most of them have changed it is %s", got.Title)
	}
}

func TestTheFoldersDialectIsThatOfMostTasks(t *testing.T) {
	b := NewCodec("/p/.tasks")
	b.AddTask(&tasks.Task{Key: keyed("a"), Traits: &s07.traits})
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: S12})
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: S12})
	b.AddTask(&tasks.Task{Key: keyed("c"), Traits: S12})
	if b.Traits() != S12 {
		t.Error(b.Traits().Dialect)
	}
	b.RemoveTask(keyed("c"))
	b.RemoveTask(keyed("c"))
	b.AddTask(&tasks.Task{Key: keyed("b"), Traits: &s07.traits})
	if b.Traits() != &s07.traits {
		t.Error(b.Traits().Dialect)
	}
	b.RemoveTask(keyed("a"))
	b.RemoveTask(keyed("b"))
	if b.Traits() != S12 {
		t.Error(b.Traits().Dialect)
	}
}

func TestInstruction(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		got := d.codec.Instruction(d.task(f.file(3)), "Say why.\n", d)
		for _, part := range []string{"tests", "Say why.", "It waits for:", "Écrire le schéma 🚀 (in_progress)", "endpoints (pending)", "When it is done", d.task(f.file(3)).ID.Text} {
			if !strings.Contains(got, part) {
				t.Errorf("no %q in\n%s", part, got)
			}
		}
	})
	breaks := &tasks.Task{Traits: S12, Key: tasks.Key{Name: "a\nb.json"}, ID: tasks.ID{Text: "x\r\nrm"}, Subject: "s\nrm -rf ~\u2028\u0085go"}
	for line := range strings.Lines(NewCodec("/p/.tasks").Instruction(breaks, "", &dir{})) {
		if strings.HasPrefix(line, "rm") || strings.HasPrefix(line, "b.json") || strings.ContainsAny(line, "\r\u2028\u0085") {
			t.Errorf("an id or a subject has a line of its own: %q", line)
		}
	}
	if got := NewCodec("/p/.tasks").Instruction(&tasks.Task{Traits: S12, WaitsFor: []tasks.ID{{Text: "x"}}}, "", &dir{}); !strings.Contains(got, "no file has this id") {
		t.Error(got)
	}
}

func TestV9IsFoundOnlyIfItIsSet(t *testing.T) {
	f := forms()[8]
	d := f.open(t)
	d.codec.SetDialect(V9)
	d.read(t, "task_1.json")
	if got := d.task("task_1.json").Traits; got != V9 {
		t.Errorf("%s", got.Dialect)
	}
}

func TestNamesOfTasksAreOfNoOtherTool(t *testing.T) {
	for names, want := range map[string]*tasks.Traits{
		"": S12, "task_1.json 2.json": S12, ".lock x.tmp README~": S12, "task-1.json": Unknown, "task_1.json notes.txt": Unknown,
	} {
		b := NewCodec("/p/.tasks")
		b.List(strings.Fields(names), false)
		if got := b.Traits(); got != want {
			t.Errorf("%q: %s", names, got.Dialect)
		}
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

func TestADirectoryWithALockIsS13(t *testing.T) {
	d := open(t, "/p/.tasks", true, map[string]string{"task_00c0ffe1.json": s10File})
	if got := d.task("task_00c0ffe1.json").Traits; got != S13 {
		t.Errorf("%s", got.Dialect)
	}
	d = open(t, "/p/.tasks", false, map[string]string{"task_00c0ffe1.json": s10File})
	task := d.task("task_00c0ffe1.json")
	if task.Traits != S10 || d.codec.Lock(task) != tasks.NoLock {
		t.Errorf("%s", task.Traits.Dialect)
	}
	d.codec.List([]string{"task_00c0ffe1.json"}, true)
	if d.codec.Lock(task) != tasks.FlockLock {
		t.Error("no lock although .lock appeared")
	}
}

func TestAHighWaterMarkMakesItV6Mid(t *testing.T) {
	d := open(t, "/p/.tasks", false, map[string]string{"task_1.json": v6File, ".highwatermark": "1"})
	if got := d.task("task_1.json").Traits; got != &v6Mid.traits {
		t.Errorf("%s", got.Dialect)
	}
	if got := decode(t, "/p/.tasks", "task_1.json", v6File).Traits; got != &v6Early.traits {
		t.Errorf("%s without a mark", got.Dialect)
	}
}

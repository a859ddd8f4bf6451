package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func conflict(t *testing.T, err error) *tasks.ConflictError {
	t.Helper()
	var c *tasks.ConflictError
	if !errors.As(err, &c) {
		t.Fatalf("no conflict: %v", err)
	}
	return c
}

func TestClaimWritesItsFieldsAndNoOtherByte(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "caf\\u00e9", "pending", "null"))
	testdir.Must(t, os.Chmod(b.path("task_1.json"), 0o640))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	res := b.mustApply(e)
	if got, want := b.read("task_1.json"), s12File("task_1", "caf\\u00e9", "in_progress", "me"); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	if fi, err := os.Stat(b.path("task_1.json")); err != nil || fi.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", fi.Mode(), err)
	}
	if res.Edit != 7 || len(res.Applied) != 1 || len(res.Applied[0].Changes) != 2 || len(res.Made) > 0 {
		t.Errorf("result %+v", res)
	}
	if b.tasks["task_1.json"].Owner != "" {
		t.Error("the board moved before the file did")
	}
	d := b.refresh("task_1.json")
	if b.tasks["task_1.json"].Owner != "me" || d.Mine[e.Of] != 7 {
		t.Errorf("reported %+v", d)
	}
	b.write("task_1.json", s12File("task_1", "x", "pending", "null"))
	if d := b.refresh("task_1.json"); len(d.Mine) > 0 {
		t.Errorf("an agent's change is reported as ours: %+v", d)
	}
}

func TestAnAgentsLaterChangeIsNotReportedAsOurs(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	b.write("task_1.json", s12File("task_1", "a", "completed", "me"))
	if d := b.refresh("task_1.json"); len(d.Put) != 1 || len(d.Mine) > 0 {
		t.Errorf("reported %+v", d)
	}
}

func TestAConflictNamesWhoWasFirst(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	taken := s12File("task_1", "a", "in_progress", "agent-2")
	b.write("task_1.json", taken)
	c := conflict(t, second(b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me"))))
	if c.By != "agent-2" || c.Key.Name != "task_1.json" || c.Field != tasks.FieldStatus ||
		c.Base != tasks.StatusValue(tasks.Pending) || c.Theirs != tasks.StatusValue(tasks.InProgress) {
		t.Errorf("conflict %+v", c)
	}
	if b.read("task_1.json") != taken {
		t.Error("the agent's claim was overwritten")
	}
	b.expectNoLeftovers()
	// What was read on the way is still reported.
	if b.refresh("task_1.json"); b.tasks["task_1.json"].Owner != "agent-2" {
		t.Error("the newer state was swallowed")
	}
}

func second(_ tasks.Result, err error) error { return err }

func TestOthersChangesToOtherFieldsAreKept(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	b.write("task_1.json", strings.Replace(s12File("task_1", "renamed", "pending", "null"), "{", "{\n  \"extra\": [1,  2],", 1))
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if m := b.fields("task_1.json"); m["subject"] != "renamed" || m["owner"] != "me" || !strings.Contains(b.read("task_1.json"), "[1,  2]") {
		t.Error(b.read("task_1.json"))
	}
}

func TestAValueThatChangedAndIsAskedToChangeIsAConflict(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "base", "pending", "null"))
	b.refresh()
	b.write("task_1.json", s12File("task_1", "theirs", "pending", "null"))
	e := b.edit(tasks.VerbEdit, "task_1.json", "me")
	e.Changes = []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue("base"), To: tasks.TextValue("ours")}}
	c := conflict(t, second(b.s.Apply(t.Context(), e)))
	if c.Base.Text != "base" || c.Ours.Text != "ours" || c.Theirs.Text != "theirs" {
		t.Errorf("conflict %+v", c)
	}
	b.refresh() // the edit's maker may not have seen even what was handed over
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.Theirs.Text != "theirs" {
		t.Errorf("conflict %+v", c)
	}
	e.Changes[0].From = tasks.TextValue("theirs")
	b.mustApply(e)
	if b.fields("task_1.json")["subject"] != "ours" {
		t.Error(b.read("task_1.json"))
	}
}

func TestAFileThatIsGoneIsAConflictAndNotMadeAnew(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	plan, err := b.s.Plan(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	testdir.Must(t, err)
	testdir.Must(t, os.Remove(b.path("task_1.json")))
	if c := conflict(t, second(b.s.Apply(t.Context(), plan))); !c.Gone {
		t.Errorf("conflict %+v", c)
	}
	if len(b.names()) > 0 {
		t.Errorf("left %v", b.names())
	}
}

func TestTheNeedsMustStillHold(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.write("task_2.json", s12File("task_2", "b", "completed", "null"))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: tasks.Key{Name: "task_2.json"}, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Completed)}}
	b.write("task_2.json", s12File("task_2", "b", "pending", "null"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.Key.Name != "task_2.json" || c.Theirs != tasks.StatusValue(tasks.Pending) {
		t.Errorf("conflict %+v", c)
	}
	testdir.Must(t, os.Remove(b.path("task_2.json")))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); !c.Gone {
		t.Errorf("conflict %+v", c)
	}
	b.write("task_2.json", s12File("task_2", "b", "completed", "null"))
	b.mustApply(e)
}

func TestAnOwnerWhoRunsAnotherTaskMeanwhileIsBusy(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write(".lock", "")
	b.write("task_0000000a.json", s13File("task_0000000a", "a", "pending", "null"))
	b.write("task_0000000b.json", s13File("task_0000000b", "b", "pending", "null"))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_0000000a.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Idle: "me"}}
	b.write("task_0000000b.json", s13File("task_0000000b", "b", "in_progress", "me"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.Key.Name != "task_0000000b.json" || c.By != "me" {
		t.Errorf("conflict %+v", c)
	}
	b.write("task_0000000b.json", s13File("task_0000000b", "b", "completed", "me"))
	b.write("task_0000000c.json", s13File("task_0000000c", "c", "in_progress", "another"))
	b.mustApply(e)
	if b.fields("task_0000000a.json")["owner"] != "me" {
		t.Error(b.read("task_0000000a.json"))
	}
}

func TestTheDirectoryBeingSwappedInTheMiddleIsNoticed(t *testing.T) {
	dir := newDir(t)
	swap := &interference{}
	b := opened(t, dir, Options{BeforeWrite: swap.before})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	swap.do = func() {
		testdir.Must(t, os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(s12File("task_1", "a", "pending", "null")), 0o644))
	}
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if err == nil || !strings.Contains(err.Error(), "another directory") {
		t.Fatalf("got %v", err)
	}
	for _, d := range []string{dir, dir + ".old"} {
		raw, err := os.ReadFile(filepath.Join(d, "task_1.json"))
		testdir.Must(t, err)
		if string(raw) != s12File("task_1", "a", "pending", "null") {
			t.Errorf("%s was written", d)
		}
		if all, _ := os.ReadDir(d); len(all) != 1 {
			t.Errorf("left in %s: %v", d, all)
		}
	}
	swap.do = nil
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
}

// interference is what happens just before a file is changed.
type interference struct{ do func() }

func (i *interference) before() {
	if i.do != nil {
		i.do()
	}
}

func TestAChangeBetweenBuildingAndReplacingIsBuiltAnew(t *testing.T) {
	j := &interference{}
	b := opened(t, newDir(t), Options{BeforeWrite: j.before})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	n := 0
	j.do = func() {
		if n++; n <= 5 {
			b.write("task_1.json", s12File("task_1", strings.Repeat("b", n), "pending", "null"))
		}
	}
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if got, want := b.read("task_1.json"), s12File("task_1", "bbbbb", "in_progress", "me"); got != want {
		t.Errorf("wrote %s", got)
	}
	j.do = func() {
		n++
		b.write("task_1.json", s12File("task_1", strings.Repeat("c", n), "in_progress", "me"))
	}
	b.refresh()
	n = 0
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if err == nil || n != attempts || !strings.Contains(err.Error(), "kept changing") || !strings.Contains(err.Error(), "task_1.json") {
		t.Errorf("after %d attempts: %v", n, err)
	}
	b.expectNoLeftovers()
}

func TestTheNeedsOfAFileAreOneReadingOfIt(t *testing.T) {
	reads := func(fields ...tasks.Field) int {
		disk := &countingDisk{}
		dir := newDir(t)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(s07File(1, "a", "pending")), 0o644))
		b := opened(t, dir, Options{Disk: disk})
		b.s.monitor.manual = true
		e := b.edit(tasks.VerbClaim, "task_1.json", "me")
		for _, f := range fields {
			need := tasks.Need{Key: e.Of, Field: f}
			if f == tasks.FieldStatus {
				need.Is = tasks.StatusValue(tasks.Pending)
			}
			e.Needs = append(e.Needs, need)
		}
		disk.reads = 0
		b.mustApply(e)
		return disk.reads
	}
	one := reads(tasks.FieldStatus)
	if three := reads(tasks.FieldStatus, tasks.FieldOwner, tasks.FieldActiveForm); three != one {
		t.Errorf("%d reads for three needs of one file, %d for one", three, one)
	}
}

// oneSided writes n tasks that wait for each other in a ring and are named by nobody's blocks.
func oneSided(t *testing.T, n int) *harness {
	t.Helper()
	dir := claudeDir(t)
	for i := range n {
		path := fmt.Sprintf("%s/%d.json", dir, i+1)
		testdir.Must(t, os.WriteFile(path, []byte(claudeFile(i+1, "in a ring", "pending", fmt.Sprint((i+1)%n+1))), 0o644))
	}
	return opened(t, dir, Options{Disk: &faultDisk{}})
}

// linkAgain makes the edit that writes the missing side of one link of the ring.
func (b *harness) linkAgain(i, n int) tasks.Edit {
	e := b.edit(tasks.VerbLink, fmt.Sprintf("%d.json", i+1), "me")
	e.ID = tasks.EditID(i + 1)
	waits := tasks.RefValue(tasks.ID{Text: fmt.Sprint((i+1)%n + 1)})
	e.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: waits}}
	return e
}

// TestABatchComparesTheDirectoryOnce holds the cost of many edits to a count: what the tenth to the twentieth of a
// batch ask of the disk is the same among a few tasks and among many.
func TestABatchComparesTheDirectoryOnce(t *testing.T) {
	cost := func(n int) (ops int) {
		b := oneSided(t, n)
		f := b.s.opts.Disk.(*faultDisk)
		batch := b.s.Batch()
		for i := range 20 {
			if i == 10 {
				f.done = 0
			}
			_, err := batch.Apply(t.Context(), b.linkAgain(i, n))
			testdir.Must(t, err)
		}
		return f.done
	}
	if few, many := cost(30), cost(300); few != many {
		t.Errorf("ten edits of a batch take %d operations among 30 tasks, %d among 300", few, many)
	}
}

func TestABatchKnowsWhatItsEarlierEditsWrote(t *testing.T) {
	b := oneSided(t, 4)
	batch := b.s.Batch()
	link, unlink := b.linkAgain(0, 4), b.linkAgain(0, 4)
	_, err := batch.Apply(t.Context(), link)
	testdir.Must(t, err)
	unlink.ID, unlink.Verb, unlink.Changes[0].Op = 2, tasks.VerbUnlink, tasks.Drop
	res, err := batch.Apply(t.Context(), unlink)
	testdir.Must(t, err)
	if len(res.Applied) != 2 {
		t.Errorf("unlinking changed %d files, want both", len(res.Applied))
	}
	if text := b.read("2.json"); !strings.Contains(text, `"blocks": []`) {
		t.Errorf("the side that the batch wrote stays: %s", text)
	}
}

// TestABatchSeesWhatOthersWriteBetweenItsEdits: only the comparison is shared, not what an edit rests on.
func TestABatchSeesWhatOthersWriteBetweenItsEdits(t *testing.T) {
	b := oneSided(t, 4)
	batch := b.s.Batch()
	_, err := batch.Apply(t.Context(), b.linkAgain(0, 4))
	testdir.Must(t, err)

	claim := b.edit(tasks.VerbClaim, "3.json", "me")
	b.write("3.json", strings.Replace(b.read("3.json"), `"pending"`, `"completed"`, 1))
	if _, err := batch.Apply(t.Context(), claim); err == nil {
		t.Errorf("a claim of what was completed meanwhile was carried out")
	}
	agents := strings.Replace(b.read("4.json"), "in a ring", "by an agent", 1)
	b.write("4.json", agents)
	if _, err := batch.Apply(t.Context(), b.linkAgain(2, 4)); err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(agents, `"blocks": []`, "\"blocks\": [\n    \"3\"\n  ]", 1); b.read("4.json") != want {
		t.Errorf("an agent's text is lost: %s", b.read("4.json"))
	}
}

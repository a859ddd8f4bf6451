package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
)

func conflict(t *testing.T, err error) *tasks.Conflict {
	t.Helper()
	var c *tasks.Conflict
	if !errors.As(err, &c) {
		t.Fatalf("no conflict: %v", err)
	}
	return c
}

func TestClaimWritesItsFieldsAndNoOtherByte(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "caf\\u00e9", "pending", "null"))
	must(t, os.Chmod(b.path("task_1.json"), 0o640))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	res := b.do(e)
	if got, want := b.read("task_1.json"), twelfth("task_1", "caf\\u00e9", "in_progress", "me"); got != want {
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
		t.Errorf("told %+v", d)
	}
	b.write("task_1.json", twelfth("task_1", "x", "pending", "null"))
	if d := b.refresh("task_1.json"); len(d.Mine) > 0 {
		t.Errorf("an agent's change is told as ours: %+v", d)
	}
}

func TestAnAgentsLaterChangeIsNotToldAsOurs(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	b.do(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	b.write("task_1.json", twelfth("task_1", "a", "completed", "me"))
	if d := b.refresh("task_1.json"); len(d.Put) != 1 || len(d.Mine) > 0 {
		t.Errorf("told %+v", d)
	}
}

func TestWhoWasFirstIsTold(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	taken := twelfth("task_1", "a", "in_progress", "agent-2")
	b.write("task_1.json", taken)
	c := conflict(t, second(b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me"))))
	if c.By != "agent-2" || c.Key.Name != "task_1.json" || c.Field != tasks.FieldStatus ||
		c.Base != tasks.StatusValue(tasks.Pending) || c.Theirs != tasks.StatusValue(tasks.InProgress) {
		t.Errorf("conflict %+v", c)
	}
	if b.read("task_1.json") != taken {
		t.Error("the agent's claim was overwritten")
	}
	b.tidy()
	// What was read on the way is still told.
	if b.refresh("task_1.json"); b.tasks["task_1.json"].Owner != "agent-2" {
		t.Error("the newer state was swallowed")
	}
}

func second(_ tasks.Result, err error) error { return err }

func TestOthersChangesToOtherFieldsAreKept(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	b.write("task_1.json", strings.Replace(twelfth("task_1", "renamed", "pending", "null"), "{", "{\n  \"extra\": [1,  2],", 1))
	b.do(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if m := b.fields("task_1.json"); m["subject"] != "renamed" || m["owner"] != "me" || !strings.Contains(b.read("task_1.json"), "[1,  2]") {
		t.Error(b.read("task_1.json"))
	}
}

func TestAValueThatChangedAndIsAskedToChangeIsAConflict(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "base", "pending", "null"))
	b.refresh()
	b.write("task_1.json", twelfth("task_1", "theirs", "pending", "null"))
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
	b.do(e)
	if b.fields("task_1.json")["subject"] != "ours" {
		t.Error(b.read("task_1.json"))
	}
}

func TestAFileThatIsGoneIsAConflictAndNotMadeAnew(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	plan, err := b.s.Plan(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	must(t, err)
	must(t, os.Remove(b.path("task_1.json")))
	if c := conflict(t, second(b.s.Apply(t.Context(), plan))); !c.Gone {
		t.Errorf("conflict %+v", c)
	}
	if len(b.names()) > 0 {
		t.Errorf("left %v", b.names())
	}
}

func TestWhatARuleReadMustStillHold(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.write("task_2.json", twelfth("task_2", "b", "completed", "null"))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: tasks.Key{Name: "task_2.json"}, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Completed)}}
	b.write("task_2.json", twelfth("task_2", "b", "pending", "null"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.Key.Name != "task_2.json" || c.Theirs != tasks.StatusValue(tasks.Pending) {
		t.Errorf("conflict %+v", c)
	}
	must(t, os.Remove(b.path("task_2.json")))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); !c.Gone {
		t.Errorf("conflict %+v", c)
	}
	b.write("task_2.json", twelfth("task_2", "b", "completed", "null"))
	b.do(e)
}

func TestAnOwnerWhoRunsAnotherTaskMeanwhileIsBusy(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write(".lock", "")
	b.write("task_0000000a.json", thirteenth("task_0000000a", "a", "pending", "null"))
	b.write("task_0000000b.json", thirteenth("task_0000000b", "b", "pending", "null"))
	b.refresh()
	e := b.edit(tasks.VerbClaim, "task_0000000a.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Idle: "me"}}
	b.write("task_0000000b.json", thirteenth("task_0000000b", "b", "in_progress", "me"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.Key.Name != "task_0000000b.json" || c.By != "me" {
		t.Errorf("conflict %+v", c)
	}
	b.write("task_0000000b.json", thirteenth("task_0000000b", "b", "completed", "me"))
	b.do(e)
	if b.fields("task_0000000a.json")["owner"] != "me" {
		t.Error(b.read("task_0000000a.json"))
	}
}

func TestCompleteClearsTheListsOfThoseThatWaitWhereItsDialectDoes(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", seventh(1, "a", "in_progress"))
	b.write("task_2.json", seventh(2, "b", "pending", 1))
	b.refresh()
	b.write("task_3.json", seventh(3, "written a moment ago", "pending", 1, 2))
	res := b.do(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if b.read("task_1.json") != seventh(1, "a", "completed") || b.read("task_2.json") != seventh(2, "b", "pending") ||
		b.read("task_3.json") != seventh(3, "written a moment ago", "pending", 2) {
		t.Error(b.read("task_1.json"), b.read("task_2.json"), b.read("task_3.json"))
	}
	if len(res.Applied) != 3 || res.Applied[0].Key.Name != "task_1.json" {
		t.Errorf("result %+v", res)
	}
	d := b.refresh("task_1.json", "task_2.json", "task_3.json")
	if len(d.Mine) != 3 {
		t.Errorf("ours are %v", d.Mine)
	}
}

func TestALaterStepThatFailsIsToldAndNothingIsTakenBack(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", seventh(1, "a", "in_progress"))
	b.write("task_2.json", seventh(2, "b", "pending", 1))
	b.write("task_3.json", seventh(3, "c", "pending", 1))
	b.refresh()
	plan, err := b.s.Plan(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	must(t, err)
	must(t, os.Remove(b.path("task_2.json")), os.Symlink("task_9.json", b.path("task_2.json")))
	b.write("task_9.json", seventh(9, "elsewhere", "pending", 1))
	res, err := b.s.Apply(t.Context(), plan)
	var u *Unfinished
	if !errors.As(err, &u) || len(u.Left) != 1 || len(u.Done) != 2 || !strings.Contains(err.Error(), "task_2.json") || !strings.Contains(err.Error(), "link") {
		t.Fatalf("got %v", err)
	}
	if len(res.Applied) != 2 || b.read("task_1.json") != seventh(1, "a", "completed") || b.read("task_3.json") != seventh(3, "c", "pending") {
		t.Errorf("result %+v", res)
	}
	if b.read("task_9.json") != seventh(9, "elsewhere", "pending", 1) {
		t.Error("written through a link")
	}
	b.tidy()
}

func TestALaterStepWhoseFileIsGoneHasNothingToDo(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", seventh(1, "a", "in_progress"))
	b.write("task_2.json", seventh(2, "b", "pending", 1))
	b.refresh()
	plan, err := b.s.Plan(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	must(t, err)
	must(t, os.Remove(b.path("task_2.json")))
	if res := b.do(plan); len(res.Applied) != 1 {
		t.Errorf("result %+v", res)
	}
}

func TestCreateNeverTakesANameThatIsThere(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", seventh(1, "a", "pending"))
	b.refresh()
	must(t, os.Mkdir(b.path("task_2.json"), 0o755)) // appears after the last reading
	e := tasks.Edit{ID: 9, Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", Description: "d", WaitsFor: []tasks.ID{{Text: "1", Num: true}}}}
	res := b.do(e)
	if len(res.Made) != 1 || res.Made[0].Name != "task_3.json" {
		t.Fatalf("made %+v", res)
	}
	if got, want := b.read("task_3.json"), strings.Replace(seventh(3, "new", "pending", 1), "about it", "d", 1); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	d := b.refresh("task_3.json")
	if d.Mine[res.Made[0]] != 9 || b.tasks["task_3.json"].Subject != "new" {
		t.Errorf("told %+v", d)
	}
}

func TestANameTakenInTheLastInstantLeadsToTheNext(t *testing.T) {
	disk := &lateDisk{}
	b := opened(t, newDir(t), Options{Disk: disk})
	b.write("task_1.json", seventh(1, "a", "pending"))
	b.refresh()
	disk.before = func(name string) {
		if _, err := os.Lstat(b.path("task_4.json")); errors.Is(err, fs.ErrNotExist) {
			b.write(name, "theirs")
		}
	}
	res := b.do(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}})
	if res.Made[0].Name != "task_5.json" {
		t.Errorf("made %v", res.Made)
	}
	for _, name := range []string{"task_2.json", "task_3.json", "task_4.json"} {
		if b.read(name) != "theirs" {
			t.Errorf("%s was overwritten", name)
		}
	}
}

// lateDisk lets somebody act just before a new file or a new version takes its name.
type lateDisk struct {
	before func(name string)
}

type lateDir struct {
	Dir
	disk *lateDisk
}

func (l *lateDisk) Open(path string) (Dir, error) {
	d, err := osDisk{}.Open(path)
	return lateDir{d, l}, err
}

func (l lateDir) Place(temp, name string) error {
	if l.disk.before != nil {
		l.disk.before(name)
	}
	return l.Dir.Place(temp, name)
}

func TestCreateCountsInTheMarkAndMirrorsItsLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("1.json", claude(1, "a", "pending"))
	b.write(markName, "7")
	b.write(lockName, "")
	b.refresh()
	res := b.do(tasks.Edit{Verb: tasks.VerbCreate, At: time.Now(), Draft: &tasks.Draft{Subject: "new", WaitsFor: []tasks.ID{{Text: "1"}}}})
	if len(res.Made) != 1 || res.Made[0].Name != "8.json" {
		t.Fatalf("made %+v", res)
	}
	if blocks, _ := b.fields("1.json")["blocks"].([]any); len(blocks) != 1 || blocks[0] != "8" {
		t.Error(b.read("1.json"))
	}
}

func TestDeleteRaisesTheMarkAndCleansTheLinks(t *testing.T) {
	b := opened(t, claudeDir(t), Options{})
	b.write("3.json", claude(3, "a", "pending"))
	b.write("4.json", claude(4, "b", "pending", "3"))
	b.write(lockName, "")
	b.refresh()
	res := b.do(b.edit(tasks.VerbDelete, "3.json", "me"))
	if b.read(markName) != "3" || b.read("4.json") != claude(4, "b", "pending") {
		t.Error(b.read(markName), b.read("4.json"))
	}
	if len(res.Applied) != 3 || res.Applied[0].Kind != tasks.RaiseMark {
		t.Errorf("result %+v", res)
	}
	d := b.refresh()
	if len(d.Gone) != 1 || d.Mine[d.Gone[0]] != 7 || d.Mark != 3 {
		t.Errorf("told %+v", d)
	}
	b.write(markName, "90")
	b.do(b.edit(tasks.VerbDelete, "4.json", "me"))
	if b.read(markName) != "90" {
		t.Error("the mark went down to " + b.read(markName))
	}
}

func TestADeleteOfAFileThatChangedMeanwhileIsAConflict(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	e := b.edit(tasks.VerbDelete, "task_1.json", "me")
	e.Needs = []tasks.Need{{Key: e.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	b.write("task_1.json", twelfth("task_1", "a", "in_progress", "agent"))
	if c := conflict(t, second(b.s.Apply(t.Context(), e))); c.By != "agent" {
		t.Errorf("conflict %+v", c)
	}
	if len(b.names()) != 1 {
		t.Error("deleted")
	}
}

func TestALockThatIsHeldIsToldAndNothingIsWritten(t *testing.T) {
	for _, held := range []struct {
		dir, name, text, lock string
	}{
		{newDir(t), "task_0000000a.json", thirteenth("task_0000000a", "a", "pending", "null"), "flock"},
		{claudeDir(t), "1.json", claude(1, "a", "pending"), "mkdir"},
		{newDir(t), "task_1.json", twelfth("task_1", "a", "pending", "null"), "content"},
		{newDir(t), "task_1.json", twelfth("task_1", "a", "pending", "null"), "beside"},
	} {
		t.Run(held.lock, func(t *testing.T) {
			t.Parallel()
			b := opened(t, held.dir, Options{})
			b.write(held.name, held.text)
			var release func() error
			var err error
			switch held.lock {
			case "flock":
				release, err = lock.Flock(t.Context(), b.path(lockName))
			case "mkdir":
				release, err = lock.Mkdir(t.Context(), b.path(held.name))
			case "content":
				b.write(lockName, "another-tool 4711\n")
			case "beside":
				err = os.WriteFile(b.dir+".lock", nil, 0o644)
			}
			must(t, err)
			b.refresh()
			_, err = b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, held.name, "me"))
			var h *lock.Held
			if !errors.As(err, &h) || held.lock == "content" && h.Who != "another-tool 4711" {
				t.Errorf("%s: %v", held.lock, err)
			}
			if b.read(held.name) != held.text {
				t.Errorf("%s: written", held.lock)
			}
			if release != nil {
				must(t, release())
				b.tidy()
				b.do(b.edit(tasks.VerbClaim, held.name, "me"))
			}
		})
	}
}

func TestTheDirectoryBeingSwappedInTheMiddleIsNoticed(t *testing.T) {
	dir := newDir(t)
	swap := &swapJournal{}
	b := opened(t, dir, Options{Journal: swap})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	swap.do = func() {
		must(t, os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755))
		must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(twelfth("task_1", "a", "pending", "null")), 0o644))
	}
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if err == nil || !strings.Contains(err.Error(), "another directory") {
		t.Fatalf("got %v", err)
	}
	for _, d := range []string{dir, dir + ".old"} {
		raw, err := os.ReadFile(filepath.Join(d, "task_1.json"))
		must(t, err)
		if string(raw) != twelfth("task_1", "a", "pending", "null") {
			t.Errorf("%s was written", d)
		}
		if all, _ := os.ReadDir(d); len(all) != 1 {
			t.Errorf("left in %s: %v", d, all)
		}
	}
	swap.do = nil
	b.do(b.edit(tasks.VerbClaim, "task_1.json", "me"))
}

type swapJournal struct{ do func() }

func (s *swapJournal) Prepared(Prepared) error {
	if s.do != nil {
		s.do()
	}
	return nil
}

func (s *swapJournal) Outcome(tasks.Edit, tasks.Result, error) {}

func TestAChangeBetweenBuildingAndReplacingIsBuiltAnew(t *testing.T) {
	j := &swapJournal{}
	b := opened(t, newDir(t), Options{Journal: j})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	n := 0
	j.do = func() {
		if n++; n <= 5 {
			b.write("task_1.json", twelfth("task_1", strings.Repeat("b", n), "pending", "null"))
		}
	}
	b.do(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if got, want := b.read("task_1.json"), twelfth("task_1", "bbbbb", "in_progress", "me"); got != want {
		t.Errorf("wrote %s", got)
	}
	j.do = func() {
		n++
		b.write("task_1.json", twelfth("task_1", strings.Repeat("c", n), "in_progress", "me"))
	}
	b.refresh()
	n = 0
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if err == nil || n != attempts || !strings.Contains(err.Error(), "kept changing") || !strings.Contains(err.Error(), "task_1.json") {
		t.Errorf("after %d attempts: %v", n, err)
	}
	b.tidy()
}

func TestReadOnlyMeansNothingIsWritten(t *testing.T) {
	dir := newDir(t)
	must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(twelfth("task_1", "a", "pending", "null")), 0o644))
	b := opened(t, dir, Options{ReadOnly: true})
	if _, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me")); !refused(err) {
		t.Errorf("got %v", err)
	}
	if b.s.Writable() == nil || opened(t, dir, Options{}).s.Writable() != nil {
		t.Error("told wrongly whether it can be written")
	}
	if b.read("task_1.json") != twelfth("task_1", "a", "pending", "null") {
		t.Error("written")
	}
}

func TestApplyWaitsForTheEditBeforeItOnlyAsLongAsItsContext(t *testing.T) {
	j := &swapJournal{}
	b := opened(t, newDir(t), Options{Journal: j})
	b.write("task_1.json", twelfth("task_1", "a", "pending", "null"))
	b.refresh()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j.do = func() {
		if _, err := b.s.Apply(ctx, b.edit(tasks.VerbDelete, "task_1.json", "me")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	b.do(b.edit(tasks.VerbClaim, "task_1.json", "me"))
}

func TestCompareNamesTheMembersThatDiffer(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	changes, err := b.s.Compare([]byte(`{"a": 1, "b": "é", "c": [1,2], "gone": null}`), []byte(`{"c": [1, 2], "b": "\u00e9", "a": 2, "new": true}`))
	must(t, err)
	if len(changes) != 3 || changes[0].Member != "a" || changes[0].To.Text != "2" || changes[1].Member != "new" || changes[1].From.Kind != tasks.None ||
		changes[2].Member != "gone" || changes[2].Op != tasks.Unset {
		t.Errorf("got %+v", changes)
	}
	for _, bad := range []string{"{", `{"a":1,"a":2}`, "[]"} {
		if _, err := b.s.Compare([]byte(`{}`), []byte(bad)); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

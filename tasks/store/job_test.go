package store

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/testdir"
)

func TestCompleteClearsTheListsOfThoseThatCouldNotBeReadAtFirst(t *testing.T) {
	dir := newDir(t)
	f := &faultDisk{before: func(op string) error {
		if strings.HasPrefix(op, "read ") {
			return errFault
		}
		return nil
	}}
	for i, text := range []string{s07File(1, "a", "in_progress"), s07File(2, "b", "pending", 1)} {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, []string{"task_1.json", "task_2.json"}[i]), []byte(text), 0o644))
	}
	b := opened(t, dir, Options{Disk: f})
	f.before = nil
	b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if b.read("task_1.json") != s07File(1, "a", "completed") || b.read("task_2.json") != s07File(2, "b", "pending") {
		t.Error(b.read("task_1.json"), b.read("task_2.json"))
	}
}

func TestALaterStepThatFailsIsReportedAndNothingIsTakenBack(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "in_progress"), s07File(2, "b", "pending", 1), s07File(3, "c", "pending", 1))
	plan, err := b.s.Plan(b.edit(tasks.VerbComplete, "task_1.json", "me"))
	testdir.Must(t, err)
	testdir.Must(t, os.Remove(b.path("task_2.json")), os.Symlink("task_9.json", b.path("task_2.json")))
	b.write("task_9.json", s07File(9, "elsewhere", "pending", 1))
	res, err := b.s.Apply(t.Context(), plan)
	var u *UnfinishedError
	if !errors.As(err, &u) || !strings.Contains(err.Error(), "task_2.json") || !strings.Contains(err.Error(), "link") {
		t.Fatalf("got %v", err)
	}
	if len(res.Applied) != 2 || b.read("task_1.json") != s07File(1, "a", "completed") || b.read("task_3.json") != s07File(3, "c", "pending") {
		t.Errorf("result %+v", res)
	}
	if b.read("task_9.json") != s07File(9, "elsewhere", "pending", 1) {
		t.Error("written through a link")
	}
	b.expectNoLeftovers()
}

func TestALockThatIsHeldIsReportedAndNothingIsWritten(t *testing.T) {
	for _, held := range []struct {
		dir, name, text, lock string
	}{
		{newDir(t), "task_0000000a.json", s13File("task_0000000a", "a", "pending", "null"), "flock"},
		{claudeDir(t), "1.json", claudeFile(1, "a", "pending"), "mkdir"},
		{newDir(t), "task_1.json", s12File("task_1", "a", "pending", "null"), "content"},
		{newDir(t), "task_1.json", s12File("task_1", "a", "pending", "null"), "outside"},
		{newDir(t), "task_1.json", s12File("task_1", "a", "pending", "null"), "board"},
	} {
		t.Run(held.lock, func(t *testing.T) {
			t.Parallel()
			state := t.TempDir()
			b := opened(t, held.dir, Options{State: state})
			b.write(held.name, held.text)
			other, err := Open(held.dir, Options{State: state})
			testdir.Must(t, err)
			defer other.Close()
			var release func() error
			switch held.lock {
			case "board":
				release, err = other.journal.Lock(t.Context())
			case "flock":
				release, err = lock.Flock(t.Context(), b.path(lockName))
			case "mkdir":
				release, err = lock.Mkdir(t.Context(), b.path(held.name))
			case "content":
				b.write(lockName, "another-tool 4711\n")
			case "outside":
				err = os.WriteFile(b.dir+".lock", nil, 0o644)
			}
			testdir.Must(t, err)
			b.refresh()
			_, err = b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, held.name, "me"))
			var h *lock.HeldError
			if !errors.As(err, &h) || held.lock == "content" && h.Who != "another-tool 4711" {
				t.Errorf("%s: %v", held.lock, err)
			}
			if b.read(held.name) != held.text {
				t.Errorf("%s: written", held.lock)
			}
			if release != nil {
				testdir.Must(t, release())
				b.expectNoLeftovers()
				b.mustApply(b.edit(tasks.VerbClaim, held.name, "me"))
			}
		})
	}
}

func TestReadOnlyMeansNothingIsWritten(t *testing.T) {
	dir := newDir(t)
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(s12File("task_1", "a", "pending", "null")), 0o644))
	b := opened(t, dir, Options{ReadOnly: true})
	if _, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me")); !refused(err) {
		t.Errorf("got %v", err)
	}
	if b.s.Writable() == nil {
		t.Error("it is said to be writable")
	}
	if b.read("task_1.json") != s12File("task_1", "a", "pending", "null") {
		t.Error("written")
	}
}

func TestADirectoryOfOursIsWritable(t *testing.T) {
	testdir.Must(t, opened(t, newDir(t), Options{}).s.Writable())
}

func TestApplyWaitsForTheEditBeforeItOnlyAsLongAsItsContext(t *testing.T) {
	j := &interference{}
	b := openedWith(t, Options{BeforeWrite: j.before}, s12File("task_1", "a", "pending", "null"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j.do = func() {
		if _, err := b.s.Apply(ctx, b.edit(tasks.VerbDelete, "task_1.json", "me")); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
}

func TestCompareNamesTheMembersThatDiffer(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	changes, err := b.s.Compare([]byte(`{"a": 1, "b": "é", "c": [1,2], "gone": null}`), []byte(`{"c": [1, 2], "b": "\u00e9", "a": 2, "new": true}`))
	testdir.Must(t, err)
	if len(changes) != 3 || changes[0].Member != "a" || changes[0].To.Text != "2" || changes[1].Member != "new" || changes[1].From.Kind != tasks.None ||
		changes[2].Member != "gone" || changes[2].Op != tasks.Unset {
		t.Errorf("got %+v", changes)
	}
}

func TestWhatCompareReturnsCanBeApplied(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	text := strings.Replace(pending(), "{", "{\"x\": [1,  2],", 1)
	b.write(task1, text)
	b.refresh()
	e := b.edit(tasks.VerbEdit, task1, "me")
	var err error
	e.Changes, err = b.s.Compare([]byte(text), []byte(strings.Replace(text, "[1,  2]", "3", 1)))
	testdir.Must(t, err)
	if b.mustApply(e); b.fields(task1)["x"] != 3.0 {
		t.Error(b.read(task1))
	}
}

func TestCompareSaysWhatIsNoTaskFile(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	for _, bad := range []string{"{", `{"a":1,"a":2}`, "[]"} {
		if _, err := b.s.Compare([]byte(`{}`), []byte(bad)); err == nil || strings.Contains(err.Error(), "line 0") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// leaping is a clock on which every look is a second after the last.
func leaping() func() time.Time {
	var looks atomic.Int64
	begun := time.Now()
	return func() time.Time { return begun.Add(time.Duration(looks.Add(1)) * time.Second) }
}

func TestAnEditEndsInTheDirectoryItBeganInAndItsLossIsReported(t *testing.T) {
	dir := newDir(t)
	var b *harness
	other := func() {
		testdir.Must(t, os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(s12File("task_1", "a", "pending", "null")), 0o644))
	}
	swap := &interference{do: func() {
		other()
		if _, err := b.s.Refresh(t.Context(), nil); !errors.Is(err, ErrSwapped) {
			t.Errorf("a reading in the middle of the edit: %v", err)
		}
	}}
	b = opened(t, dir, Options{BeforeWrite: swap.before})
	b.write("task_1.json", s12File("task_1", "a", "pending", "null"))
	b.refresh()
	if _, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me")); !errors.Is(err, ErrSwapped) {
		t.Fatalf("got %v", err)
	}
	for _, d := range []string{dir, dir + ".old"} {
		all, _ := os.ReadDir(d)
		if raw, _ := os.ReadFile(filepath.Join(d, "task_1.json")); len(all) != 1 || string(raw) != s12File("task_1", "a", "pending", "null") {
			t.Errorf("left in %s: %v, %s", d, all, raw)
		}
	}
	testdir.Must(t, os.RemoveAll(dir+".old"))
	swap.do = func() { testdir.Must(t, os.Rename(dir, dir+".old")) }
	b.refresh()
	err := second(b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me")))
	if _, clash := errors.AsType[*tasks.ConflictError](err); clash || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is gone, and not the task: %v", err)
	}
	testdir.Must(t, os.Rename(dir+".old", dir))
	swap.do = nil
	b.refresh()
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	other() // in the instant after it
	b.refresh()
	o := <-b.s.Outcomes()
	if o.What != PutBack || o.Key.Name != "task_1.json" || o.Again == nil {
		t.Fatalf("reported %+v", o)
	}
	b.mustApply(*o.Again)
	if b.fields("task_1.json")["owner"] != "me" {
		t.Error(b.read("task_1.json"))
	}
}

// TestAPreviewShowsWhatIsWritten previews every edit and its undo, applies the previews to a store in memory, and then carries the edit out.
func TestAPreviewShowsWhatIsWritten(t *testing.T) {
	for _, sc := range scenes() {
		if strings.HasSuffix(sc.name, createInS12) {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			b := journalled(t, sc.set(t), t.TempDir())
			e := sc.edit
			if sc.undo {
				b.mustApply(e)
				b.refresh()
				var err error
				e, err = b.s.Batch().Undo(e.ID)
				testdir.Must(t, err)
			}
			before := b.filesAndMark()
			previews, err := b.s.Preview(t.Context(), e)
			testdir.Must(t, err)
			if now := b.filesAndMark(); !maps.Equal(now, before) || b.s.ApplyPreview(previews) == nil {
				t.Errorf("a preview wrote %v", now)
			}
			shown := opened(t, b.dir, Options{ReadOnly: true})
			for _, p := range previews {
				testdir.Must(t, shown.s.ApplyPreview([]Preview{p}))
				shown.refresh(p.Name)
			}
			shown.refresh()

			b.mustApply(e)
			b.refresh()
			want, after := maps.Clone(before), b.filesAndMark()
			for _, p := range previews {
				name := p.Name
				if e.Verb == tasks.VerbNote || sc.name == "undo of "+noteScene {
					name = "../" + name
				}
				if string(p.Before) != before[name] {
					t.Errorf("%s is shown as %q before", name, p.Before)
				}
				if want[name] = string(p.After); p.After == nil {
					delete(want, name)
				}
			}
			if !maps.Equal(after, want) {
				t.Errorf("shown is %v\nwritten is %v", want, after)
			}
			if len(shown.tasks) != len(b.tasks) {
				t.Errorf("%d tasks are shown, there are %d", len(shown.tasks), len(b.tasks))
			}
			for name, task := range b.tasks {
				raw, err := shown.s.Raw(name, nil)
				is := shown.tasks[name]
				if err != nil || string(raw) != after[name] || is == nil || is.Status != task.Status || is.Owner != task.Owner || len(is.WaitsFor) != len(task.WaitsFor) {
					t.Errorf("%s is shown as %+v, %q, %v", name, is, raw, err)
				}
			}
		})
	}
}

// filesAndMark returns the files with .highwatermark.
func (b *harness) filesAndMark() map[string]string {
	b.t.Helper()
	all := b.files()
	if raw, err := os.ReadFile(b.path(markName)); err == nil {
		all[markName] = string(raw)
	}
	return all
}

func TestAPreviewFailsAsTheEditWould(t *testing.T) {
	b := openedWith(t, Options{State: t.TempDir()}, s07File(1, "a", "in_progress"), s07File(2, "b", "pending", 1))
	complete := b.edit(tasks.VerbComplete, task1, "me")
	testdir.Must(t, os.Remove(b.path("task_2.json")), os.Symlink(task1, b.path("task_2.json")))
	if _, err := b.s.Preview(t.Context(), complete); err == nil || !strings.Contains(err.Error(), "link") || strings.Contains(err.Error(), "done") {
		t.Errorf("a later step cannot be done: %v", err)
	}
}

func TestAPreviewFailsIfTheTaskChangedSinceTheEditWasAskedFor(t *testing.T) {
	b := openedWith(t, Options{State: t.TempDir()}, s07File(1, "a", "in_progress"))
	complete := b.edit(tasks.VerbComplete, task1, "me")
	b.write(task1, s07File(1, "a", "completed"))
	if _, err := b.s.Preview(t.Context(), complete); err == nil {
		t.Error("somebody else completed it, and the preview shows that it would be")
	}
}

package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func refused(err error) bool {
	var r *RefusedError
	return errors.As(err, &r)
}

func TestOpenSaysThatThereIsNoDirectory(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none"), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestOpenSaysThatAFileIsNoDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testdir.Must(t, os.WriteFile(file, nil, 0o644))
	if _, err := Open(file, Options{}); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), file) {
		t.Errorf("got %v", err)
	}
}

func TestLoadHandsOverEveryTaskInBatches(t *testing.T) {
	dir := newDir(t)
	const n = 3 * filesPerDelta
	for i := range n {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("task_%d.json", i)), []byte(s07File(i, "s", "pending")), 0o644))
	}
	testdir.Must(t, os.WriteFile(filepath.Join(dir, markName), []byte("17"), 0o644))
	batches := 0
	s, err := Open(dir, Options{List: "L"})
	testdir.Must(t, err)
	defer s.Close()
	seen := map[tasks.Key]bool{}
	testdir.Must(t, s.Load(t.Context(), func(d tasks.Delta) {
		batches++
		for _, task := range d.Put {
			if seen[task.Key] || task.List != "L" || task.Version == 0 {
				t.Fatalf("got %+v", task)
			}
			seen[task.Key] = true
		}
		if d.HighWaterMark != 17 {
			t.Fatalf("mark %d", d.HighWaterMark)
		}
	}))
	if len(seen) != n || batches < 3 {
		t.Errorf("%d tasks in %d batches", len(seen), batches)
	}
}

func TestLoadEndsWithItsContext(t *testing.T) {
	s, err := Open(newDir(t), Options{})
	testdir.Must(t, err)
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Load(ctx, func(tasks.Delta) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestRefreshTouchesOnlyTheNamesItIsGiven(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "one", "pending"))
	b.write("task_2.json", s07File(2, "two", "pending"))
	b.write("x.tmp", "[]")
	if d := b.refresh("task_1.json", "nothing.json", ".lock", "x.tmp", "../task_2.json"); len(d.Put) != 1 || d.Whole || len(d.Gone)+len(d.Problems) > 0 {
		t.Fatalf("reported %+v", d)
	}
	if d := b.refresh("task_1.json"); !d.Empty() {
		t.Fatalf("unchanged, and reported %+v", d)
	}
}

func TestRefreshReadsTheMarkIfItIsNamed(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write(markName, "5")
	if d := b.refresh(markName); d.HighWaterMark != 5 {
		t.Errorf("the counter is %d", d.HighWaterMark)
	}
}

func TestEveryStateOfAFileHasAHigherVersion(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "one", "pending"))
	old := b.tasks["task_1.json"]
	b.write("task_1.json", s07File(1, "One", "pending"))
	b.refresh("task_1.json")
	now := b.tasks["task_1.json"]
	if now.Subject != "One" || old.Subject != "one" || now.Version <= old.Version {
		t.Errorf("old %+v, now %+v", old, now)
	}
	testdir.Must(t, os.Remove(b.path("task_1.json")))
	if d := b.refresh("task_1.json"); len(d.Gone) != 1 {
		t.Fatalf("reported %+v", d)
	}
	b.write("task_1.json", s07File(1, "One", "pending"))
	b.refresh("task_1.json")
	if again := b.tasks["task_1.json"]; again == nil || again.Version <= now.Version {
		t.Errorf("come back as %+v", again)
	}
}

func TestRefreshWithoutNamesComparesEverythingAndReadsWhatDiffers(t *testing.T) {
	dir := newDir(t)
	f := &faultDisk{}
	b := opened(t, dir, Options{Disk: f})
	old := time.Now().Add(-time.Hour)
	for i := range 20 {
		name := fmt.Sprintf("task_%d.json", i)
		b.write(name, s07File(i, "s", "pending"))
		testdir.Must(t, os.Chtimes(b.path(name), old, old))
	}
	if d := b.refresh(); len(d.Put) != 20 || !d.Whole {
		t.Fatalf("reported %+v", d)
	}
	f.log = nil
	b.write("task_3.json", s07File(3, "t", "pending"))
	testdir.Must(t, os.Remove(b.path("task_4.json")))
	if d := b.refresh(); len(d.Put) != 1 || len(d.Gone) != 1 {
		t.Fatalf("reported %+v", d)
	}
	if n := f.count("read "); n != 2 { // the file and the mark
		t.Errorf("%d files were read", n)
	}
}

func TestAFileThatIsMadeAgainHalfWrittenIsNoRecord(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	testdir.Must(t, os.Remove(b.path(task1)))
	b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}) // sees that it is gone, and hands nothing over
	b.write(task1, "{")
	if d := b.refresh(task1); len(d.Put) > 0 {
		t.Errorf("reported %+v", d)
	}
}

func TestTheDesignOfADirectoryIsThatOfTheFilesThatAreLeft(t *testing.T) {
	b := openedWith(t, Options{}, pending(), s12File("task_2", "b", "pending", "null"), s07File(3, "c", "pending"))
	before := b.s.Traits()
	testdir.Must(t, os.Remove(b.path(task1)), os.Remove(b.path("task_2.json")))
	b.refresh()
	if now := b.s.Traits(); now == before || now != b.tasks["task_3.json"].Traits {
		t.Errorf("it was %s, and is %s", before.Title, now.Title)
	}
}

func TestAChangeThatLeavesTheStampIsFoundWhenItWasRecent(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "aaa", "pending"))
	fi, err := os.Stat(b.path("task_1.json"))
	testdir.Must(t, err)
	f, err := os.OpenFile(b.path("task_1.json"), os.O_WRONLY, 0)
	testdir.Must(t, err)
	_, err = f.WriteAt([]byte(s07File(1, "bbb", "pending")), 0)
	testdir.Must(t, err, f.Close(), os.Chtimes(b.path("task_1.json"), fi.ModTime(), fi.ModTime()))
	if b.refresh(); b.tasks["task_1.json"].Subject != "bbb" {
		t.Error("the old subject is still shown")
	}
}

func TestAFileThatWasOnlyTouchedHasANewStamp(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	at := time.Now().Add(-time.Minute).Truncate(time.Second)
	testdir.Must(t, os.Chtimes(b.path("task_1.json"), at, at))
	if b.refresh("task_1.json"); !b.tasks["task_1.json"].Stamp.Time().Equal(at) {
		t.Errorf("stamp %v", b.tasks["task_1.json"].Stamp.Time())
	}
}

// Five files are checked in three calls of two each, whichever comes first, and begin anew with the fourth.
func TestASampleComesToEveryFileAndNamesWhatDiffers(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	old := time.Now().Add(-time.Minute)
	for i := range 5 {
		b.write(fmt.Sprintf("task_%d.json", i), s07File(i, "a", "pending"))
		testdir.Must(t, os.Chtimes(b.path(fmt.Sprintf("task_%d.json", i)), old, old))
	}
	b.write("bad.json", "{")
	b.refresh()
	testdir.Must(t, os.Remove(b.path("bad.json")))
	b.refresh()
	if differ := b.s.Sample(100); len(differ) > 0 {
		t.Errorf("%v differ at once", differ)
	}
	b.write("task_1.json", s07File(1, "b", "pending"))
	testdir.Must(t, os.Remove(b.path("task_3.json")))
	for range 2 {
		var differ []string
		for range 3 {
			differ = append(differ, b.s.Sample(2)...)
		}
		if slices.Sort(differ); !slices.Equal(differ, []string{"task_1.json", "task_3.json"}) {
			t.Errorf("%v differ", differ)
		}
	}
	if d := b.refresh("task_1.json", "task_3.json"); len(d.Put) != 1 || len(d.Gone) != 1 {
		t.Errorf("%+v", d)
	}
}

func TestADirectorySwappedForAnotherIsComparedWhole(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "old one", "pending"), s07File(2, "old two", "pending"))
	before, _ := os.ReadDir("/proc/self/fd") // none on other systems
	for range 20 {
		next := b.dir + ".next"
		testdir.Must(t, os.Mkdir(next, 0o755))
		testdir.Must(t, os.WriteFile(filepath.Join(next, "task_2.json"), []byte(s07File(2, "new two", "pending")), 0o644))
		testdir.Must(t, os.Rename(b.dir, b.dir+".old"), os.Rename(next, b.dir), os.RemoveAll(b.dir+".old"))
		d := b.refresh("task_9.json")
		if !d.Whole || len(b.tasks) != 1 || b.tasks["task_2.json"].Subject != "new two" {
			t.Fatalf("reported %+v", d)
		}
	}
	if after, _ := os.ReadDir("/proc/self/fd"); len(after) > len(before) {
		t.Errorf("%d descriptors before, %d after", len(before), len(after))
	}
}

func TestOfADirectoryThatIsGoneTheLastTasksStayUntilItComesBack(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	testdir.Must(t, os.RemoveAll(b.dir))
	if _, err := b.s.Refresh(t.Context(), nil); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), b.dir) {
		t.Fatalf("gone: %v", err)
	}
	if b.s.Task(tasks.Key{Name: task1}) == nil {
		t.Error("the task is gone with the directory")
	}
	testdir.Must(t, os.Mkdir(b.dir, 0o755))
	if d := b.refresh("x.json"); len(d.Gone) != 1 || !d.Whole {
		t.Errorf("after its return: %+v", d)
	}
}

func TestALinkToADirectoryIsADirectory(t *testing.T) {
	dir := newDir(t)
	link := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Symlink(dir, link))
	b := opened(t, link, Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.refresh("task_1.json")
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if b.fields("task_1.json")["owner"] != "me" {
		t.Error(b.read("task_1.json"))
	}
}

func TestTheLockFileAppearingChangesWhatTheFolderIs(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_0a1b2c3d.json", s12File("task_0a1b2c3d", "a", "pending", "null"))
	b.refresh("task_0a1b2c3d.json")
	if kind := b.s.codec.Lock(b.tasks["task_0a1b2c3d.json"]); kind != tasks.NoLock {
		t.Fatalf("lock %d without .lock", kind)
	}
	b.write(".lock", "")
	b.refresh(".lock")
	if kind := b.s.codec.Lock(b.tasks["task_0a1b2c3d.json"]); kind != tasks.FlockLock {
		t.Fatalf("lock %d with .lock", kind)
	}
}

func TestReadGivesTheWholeDocument(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	doc, err := b.s.Read(tasks.Key{Name: "task_1.json"})
	testdir.Must(t, err)
	if doc.Task != b.tasks["task_1.json"] || doc.Description != "about it" || len(doc.Members) != 6 || doc.Path != b.path("task_1.json") || string(doc.Raw) != b.read("task_1.json") {
		t.Errorf("got %+v", doc)
	}
}

func TestReadGivesAFileAsItIsNow(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	b.write("task_1.json", s07File(1, "newer than known", "pending"))
	if doc, err := b.s.Read(tasks.Key{Name: "task_1.json"}); err != nil || doc.Task.Subject != "newer than known" {
		t.Errorf("got %+v, %v", doc, err)
	}
}

func TestReadGivesTheBytesOfAFileThatIsNoTask(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", "{")
	doc, err := b.s.Read(tasks.Key{Name: "task_1.json"})
	if err == nil || string(doc.Raw) != "{" || doc.Path == "" {
		t.Errorf("got %+v, %v", doc, err)
	}
}

// names returns the names of the entries of a survey, sorted.
func (v Survey) names() []string {
	var all []string
	for _, e := range v.Entries {
		all = append(all, e.Name)
	}
	slices.Sort(all)
	return all
}

func TestASurveyNamesEverythingButGoodTasks(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.write("task_2.json", "broken]")
	b.write("notes.txt", "")
	testdir.Must(t, os.MkdirAll(b.path("task_1.json.lock/used"), 0o755), os.MkdirAll(b.path("sub/used"), 0o755))
	known, err := b.s.SurveyKnown()
	if testdir.Must(t, err); known.OuterLock != nil {
		t.Errorf("there is no %+v", known.OuterLock)
	}
	testdir.Must(t, os.Mkdir(b.dir+".lock", 0o755))
	compared, err := b.s.Survey(t.Context())
	testdir.Must(t, err)
	known, err = b.s.SurveyKnown()
	testdir.Must(t, err)
	for _, v := range []Survey{compared, known} {
		if v.OuterLock == nil || v.OuterLock.Name != filepath.Base(b.dir)+".lock" {
			t.Errorf("the lock next to the directory is %+v", v.OuterLock)
		}
		for _, e := range v.Entries {
			if e.Used != (e.Name == "task_1.json.lock") {
				t.Errorf("%s is a lock in use: %v", e.Name, e.Used)
			}
		}
		if want := []string{"notes.txt", "sub", "task_1.json.lock", "task_2.json"}; !slices.Equal(v.names(), want) || len(v.Tasks) != 1 || !v.Torn {
			t.Errorf("%d tasks, and %v, half-written %v", len(v.Tasks), v.names(), v.Torn)
		}
	}
}

func TestAKnownSurveyNamesAFileThatBrokeWhenThatWasRead(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	for _, c := range []struct {
		text   string
		isRead bool
		names  []string
	}{{"broken]", false, nil}, {"[]", true, []string{task1}}} {
		b.write(task1, c.text)
		if c.isRead {
			b.refresh(task1)
		}
		if known, err := b.s.SurveyKnown(); err != nil || !slices.Equal(known.names(), c.names) || len(known.Tasks) != 1 {
			t.Errorf("%s: %v, %d tasks, and %v", c.text, err, len(known.Tasks), known.names())
		}
	}
}

func TestAKnownSurveyFindsNoChangeAndNamesNewFiles(t *testing.T) {
	b := openedWith(t, Options{}, s07File(1, "a", "pending"))
	b.write("task_1.json", s07File(1, "a", "completed"))
	b.write("task_2.json", s07File(2, "b", "pending"))
	known, err := b.s.SurveyKnown()
	testdir.Must(t, err)
	if len(known.Tasks) != 1 || known.Tasks[0] != b.tasks["task_1.json"] || !slices.Equal(known.names(), []string{"task_2.json"}) {
		t.Errorf("%+v", known)
	}
	compared, err := b.s.Survey(t.Context())
	testdir.Must(t, err)
	if len(compared.Tasks) != 2 || len(compared.Entries) != 0 {
		t.Errorf("%+v", compared)
	}
	// What a survey reads is handed over by the next Refresh.
	b.refresh()
	if len(b.tasks) != 2 || b.tasks["task_1.json"].Status.String() != "completed" {
		t.Errorf("what a survey found was not handed over: %v", b.tasks)
	}
}

func TestRawReadsIntoTheMemoryItIsGiven(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	text := s07File(1, "a", "pending")
	b.write("task_1.json", text)
	buf := make([]byte, 0, 4<<10)
	raw, err := b.s.Raw("task_1.json", buf)
	if err != nil || string(raw) != text || &raw[0] != &buf[:1][0] {
		t.Errorf("%q, %v", raw, err)
	}
	if raw, err = b.s.Raw("task_1.json", nil); err != nil || string(raw) != text {
		t.Errorf("%q, %v", raw, err)
	}
	for _, name := range []string{"task_2.json", "../task_1.json", ""} {
		if raw, err = b.s.Raw(name, buf); err == nil {
			t.Errorf("%s: %q", name, raw)
		}
	}
}

// parked returns two files with a status that no known design has.
func parked() map[string]string {
	parked := func(n int) string { return strings.Replace(s07File(n, "a", "pending"), "pending", "parked", 1) }
	return map[string]string{"task_1.json": parked(1), "task_2.json": parked(2)}
}

func TestADirectoryThatNoKnownDesignWroteIsOnlyShownUntilAFileOfOneComes(t *testing.T) {
	files := parked()
	b := opened(t, scene{dir: newDir, files: files}.set(t), Options{})
	for name, text := range files {
		task := b.tasks[name]
		if task.Limits != tasks.NoEdit || b.s.Traits().ReadOnly == "" {
			t.Errorf("%s: limits %d, the directory is %s", name, task.Limits, b.s.Traits().Title)
		}
		for _, e := range []tasks.Edit{{Verb: tasks.VerbClaim, Of: task.Key, Who: "mia"}, {Verb: tasks.VerbDelete, Of: task.Key}, {Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "x"}}} {
			if _, err := b.s.Apply(t.Context(), e); err == nil {
				t.Errorf("%s of %s was carried out", e.Verb, name)
			}
		}
		if b.read(name) != text {
			t.Errorf("%s was written", name)
		}
	}
	testdir.Must(t, os.WriteFile(b.path("task_3.json"), []byte(s07File(3, "c", "pending")), 0o644))
	b.refresh()
	for name, task := range b.tasks {
		if task.Limits != 0 || b.s.Traits().ReadOnly != "" {
			t.Errorf("%s, with a file in the words of s07: limits %d, the directory is %s", name, task.Limits, b.s.Traits().Title)
		}
	}
}

func TestAnEmptyDirectoryIntoWhichAForeignDesignWritesIsOnlyShown(t *testing.T) {
	b := opened(t, newDir(t), Options{}) // of which nothing is known until an agent writes
	for name, text := range parked() {
		testdir.Must(t, os.WriteFile(b.path(name), []byte(text), 0o644))
	}
	b.refresh()
	if b.s.Traits().ReadOnly == "" {
		t.Errorf("what came into an empty directory is %s", b.s.Traits().Title)
	}
}

func TestOfADirectoryOfAKnownDesignOnlyTheForeignFileCannotBeEdited(t *testing.T) {
	b := opened(t, scene{dir: newDir, files: map[string]string{"task_1.json": s07File(1, "a", "pending")}}.set(t), Options{})
	testdir.Must(t, os.WriteFile(b.path("task_2.json"), []byte(`{"id": 2, "title": "b", "status": "todo", "blockedBy": [1]}`), 0o644))
	b.refresh()
	if odd, known := b.tasks["task_2.json"], b.tasks["task_1.json"]; odd.Limits != tasks.NoEdit || known.Limits != 0 || b.s.Traits().ReadOnly != "" {
		t.Errorf("limits %d and %d, the directory is %s", odd.Limits, known.Limits, b.s.Traits().Title)
	}
}

// The clock of another machine was wrong: its files are as old as when they were read, until they change.
func TestATimeInTheFutureIsNotBelieved(t *testing.T) {
	now := time.Now()
	b := opened(t, newDir(t), Options{Now: func() time.Time { return now }})
	const ahead, behind, near, inside = "task_1.json", "task_2.json", "task_3.json", "task_4.json"
	for i, name := range []string{ahead, behind, near, inside} {
		b.write(name, s07File(i+1, "S", "pending"))
	}
	b.write(inside, strings.Replace(b.read(inside), `"blockedBy"`, fmt.Sprintf(`"updated_at": %d, "blockedBy"`, now.Add(time.Hour).Unix()), 1))
	for name, from := range map[string]time.Duration{ahead: 400 * 24 * time.Hour, behind: -time.Hour, near: 20 * time.Second, inside: 0} {
		testdir.Must(t, os.Chtimes(b.path(name), now.Add(from), now.Add(from)))
	}
	b.refresh()
	first, read := b.tasks[ahead], now
	for name, misdated := range map[string]bool{ahead: true, behind: false, near: false, inside: true} {
		task := b.tasks[name]
		if task.Marks.Has(tasks.Misdated) != misdated || name == ahead && task.Stamp.Mtime != read.UnixNano() || name == inside && task.Clock != read.UnixNano() {
			t.Errorf("%s: misdated %v, file %v, member %v", name, task.Marks.Has(tasks.Misdated), task.Stamp.Time(), time.Unix(0, task.Clock))
		}
	}
	now = now.Add(time.Minute)
	b.refresh()
	doc, err := b.s.Read(first.Key)
	if testdir.Must(t, err); doc.Task != first || doc.Task.Stamp.Mtime != read.UnixNano() {
		t.Errorf("a file that did not change is of %v, not of %v", doc.Task.Stamp.Time(), read)
	}
	b.mustApply(b.edit(tasks.VerbClaim, ahead, "me"))
	if b.refresh(); b.tasks[ahead].Marks.Has(tasks.Misdated) {
		t.Error("it stays in the future after an edit")
	}
}

package store

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestAHalfWrittenFileKeepsItsLastGoodVersionUntilItIsWhole(t *testing.T) {
	for _, half := range []string{"", "{\n  \"id\": 1, \"subj", "{\"id\": 1} trailing"} {
		c := &handClock{time.Now()}
		b := openedWith(t, Options{Now: c.Now}, s07File(1, "good", "pending"))
		c.now = time.Now()
		b.write("task_1.json", half)
		if d := b.refresh("task_1.json"); !d.Empty() {
			t.Fatalf("%q: reported at once: %+v", half, d)
		}
		names, after := b.s.Retry()
		if len(names) != 1 || names[0] != "task_1.json" || after <= 0 || after > 2*time.Millisecond {
			t.Fatalf("%q: retry %v after %v", half, names, after)
		}
		if b.s.Task(tasks.Key{Name: "task_1.json"}).Subject != "good" {
			t.Fatalf("%q: the good version is gone", half)
		}
		c.now = c.now.Add(after)
		b.write("task_1.json", s07File(1, "better", "pending"))
		b.refresh(names...)
		if b.tasks["task_1.json"].Subject != "better" || len(b.bad) > 0 {
			t.Fatalf("%q: %+v, %+v", half, b.tasks["task_1.json"], b.bad)
		}
		if names, _ := b.s.Retry(); len(names) > 0 {
			t.Fatalf("%q: still to retry: %v", half, names)
		}
	}
}

func TestAFileThatStaysHalfWrittenIsReportedAsSuchAndThenAsBroken(t *testing.T) {
	c := &handClock{time.Now()}
	b := openedWith(t, Options{Now: c.Now}, s07File(1, "good", "pending"))
	c.now = time.Now()
	b.write("task_1.json", "{\n  \"id\": 1,\n  \"subject\": ]")
	began := c.now
	looks, reported := 0, []tasks.ProblemKind{}
	b.refresh("task_1.json")
	for last := time.Duration(0); ; looks++ {
		names, after := b.s.Retry()
		if len(names) == 0 {
			break
		}
		if after > 50*time.Millisecond || after < last && c.now.Add(after).Before(began.Add(time.Second)) {
			t.Fatalf("look %d after %v, before that %v", looks, after, last)
		}
		last = after
		c.now = c.now.Add(after)
		for _, p := range b.refresh(names...).Problems {
			reported = append(reported, p.Kind)
		}
	}
	if waited := c.now.Sub(began); waited < time.Second || waited > 1100*time.Millisecond {
		t.Errorf("given up after %v", waited)
	}
	if looks < 10 || looks > 40 {
		t.Errorf("checked %d times", looks)
	}
	if len(reported) != 2 || reported[0] != tasks.BeingWritten || reported[1] != tasks.Unparsable {
		t.Errorf("reported kinds %v", reported)
	}
	p := b.bad["task_1.json"]
	if p.Line != 3 || p.Col == 0 || p.Text == "" || !p.Since.Equal(began) {
		t.Errorf("reported %+v", p)
	}
	if b.tasks["task_1.json"] == nil {
		t.Error("the last good version was taken away")
	}
	if d := b.refresh(); !d.Empty() {
		t.Errorf("reported again: %+v", d)
	}
	if b.read("task_1.json") != "{\n  \"id\": 1,\n  \"subject\": ]" {
		t.Error("the broken file was written")
	}
	b.write("task_1.json", s07File(1, "repaired", "pending"))
	if b.refresh("task_1.json"); b.tasks["task_1.json"].Subject != "repaired" || len(b.bad) > 0 {
		t.Errorf("once it is whole: %+v", b.bad)
	}
}

func TestAFileThatWasLeftBrokenLongAgoIsReportedAtOnce(t *testing.T) {
	dir := newDir(t)
	path := dir + "/task_1.json"
	testdir.Must(t, os.WriteFile(path, []byte(`{"id": 1,`), 0o644))
	old := time.Now().Add(-time.Hour)
	testdir.Must(t, os.Chtimes(path, old, old))
	b := opened(t, dir, Options{})
	if p := b.bad["task_1.json"]; p.Kind != tasks.Unparsable || p.Line != 1 || !p.Card() {
		t.Errorf("reported %+v", p)
	}
	if names, _ := b.s.Retry(); len(names) > 0 {
		t.Errorf("to be retried: %v", names)
	}
	since := b.bad["task_1.json"].Since
	if !since.Equal(old.Truncate(0)) {
		t.Errorf("it has been broken since %v, and not since %v", since, old)
	}
	b.write("task_1.json", "[]") // broken in another way
	if b.refresh(); b.bad["task_1.json"].Kind != tasks.NotATask || !b.bad["task_1.json"].Since.Equal(since) {
		t.Errorf("reported %+v, want it since %v", b.bad["task_1.json"], since)
	}
}

// Else it would be read again and again at once, and no change would be noticed any more.
func TestAHalfWrittenFileThatTurnsOutToBeNoTaskIsNotRetried(t *testing.T) {
	for kind, text := range map[tasks.ProblemKind]string{tasks.TooLarge: strings.Repeat("x", MaxFile+1), tasks.NotATask: "[]"} {
		b := openedWith(t, Options{}, "{")
		b.write("task_1.json", text)
		b.refresh("task_1.json")
		if names, after := b.s.Retry(); len(names) > 0 || b.bad["task_1.json"].Kind != kind || b.s.HasTornFiles() {
			t.Errorf("%+v, and %v is read again after %v", b.bad["task_1.json"], names, after)
		}
	}
}

func TestTheFileThatIsDueFirstIsReadFirst(t *testing.T) {
	c := &handClock{time.Now()}
	b := opened(t, newDir(t), Options{Now: c.Now})
	for name, ms := range map[string]time.Duration{"a": 30, "b": 10, "c": 11, "d": 20} {
		b.s.retries[name] = &retry{next: c.now.Add(ms * time.Millisecond)}
	}
	names, after := b.s.Retry()
	if slices.Sort(names); !slices.Equal(names, []string{"b", "c"}) || after != 10*time.Millisecond {
		t.Errorf("%v after %v", names, after)
	}
}

func TestAnEditOfAHalfWrittenFileWaitsForIt(t *testing.T) {
	f, reads := &faultDisk{}, 0
	b := openedWith(t, Options{Disk: f}, s07File(1, "good", "pending"))
	b.write("task_1.json", s07File(1, "good", "pending")[:40])
	f.before = func(op string) error {
		if op == "read "+task1 {
			if reads++; reads == 4 {
				b.write("task_1.json", s07File(1, "finished", "pending"))
			}
		}
		return nil
	}
	b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
	if m := b.fields("task_1.json"); m["owner"] != "me" || m["subject"] != "finished" {
		t.Error(b.read("task_1.json"))
	}
}

func TestAnEditOfAFileThatStaysHalfWrittenIsRefused(t *testing.T) {
	b := opened(t, newDir(t), Options{})
	whole := s07File(1, "good", "pending")
	half := whole[:40]
	frozen := time.Now() // on which no time passes
	for what, c := range map[string]struct {
		now     func() time.Time
		written time.Time
	}{
		"still so after a second": {leaping(), frozen.Add(time.Hour)}, "left so long ago": {func() time.Time { return frozen }, frozen.Add(-time.Hour)},
	} {
		b.write("task_1.json", whole)
		late := opened(t, b.dir, Options{Now: c.now})
		b.write("task_1.json", half)
		testdir.Must(t, os.Chtimes(b.path("task_1.json"), c.written, c.written))
		_, err := late.s.Apply(t.Context(), b.edit(tasks.VerbClaim, "task_1.json", "me"))
		if !refused(err) || !strings.Contains(err.Error(), "line") {
			t.Errorf("%s: got %v", what, err)
		}
		if b.read("task_1.json") != half {
			t.Errorf("%s: the half-written file was written", what)
		}
		for hurry, j := range map[bool]*job{true: {s: late.s}, false: {s: late.s, reapplying: &recheck{}}} {
			if _, err := j.readCurrent(t.Context(), task1, hurry); !errors.Is(err, ErrChanged) {
				t.Errorf("%s, in a hurry %v: %v", what, hurry, err)
			}
		}
	}
}

// denying is a disk that refuses to read task_1.json with the error that why holds, nil for none.
func denying(why *error) *faultDisk {
	return &faultDisk{before: func(op string) error {
		if op == "read "+task1 {
			return *why
		}
		return nil
	}}
}

func TestAFileThatTheSystemRefusesToReadIsReportedAtOnceAndTriedAgainUntilItCanBeRead(t *testing.T) {
	for _, why := range []error{syscall.EMFILE, syscall.EIO, syscall.EACCES, errors.New("stale file handle")} {
		var denied error
		c := &handClock{time.Now()}
		b := openedWith(t, Options{Now: c.Now, Disk: denying(&denied)}, s07File(1, "good", "pending"))
		b.write("task_1.json", s07File(1, "better", "pending"))
		denied = &fs.PathError{Op: "open", Path: task1, Err: why}
		b.refresh("task_1.json")
		if p := b.bad["task_1.json"]; p.Kind != tasks.Unreadable || b.tasks["task_1.json"].Subject != "good" {
			t.Fatalf("%v: reported %+v, %+v", why, p, b.tasks["task_1.json"])
		}
		var tries []time.Duration
		for range 6 {
			names, after := b.s.Retry()
			if len(names) != 1 || names[0] != "task_1.json" {
				t.Fatalf("%v: retry %v", why, names)
			}
			tries = append(tries, after)
			c.now = c.now.Add(after)
			if d := b.refresh(names...); !d.Empty() {
				t.Errorf("%v: reported again: %+v", why, d)
			}
		}
		ms := time.Millisecond
		if want := []time.Duration{50 * ms, 200 * ms, 750 * ms, 5000 * ms, 5000 * ms, 5000 * ms}; !slices.Equal(tries, want) {
			t.Errorf("%v: tried again after %v, want %v", why, tries, want)
		}
		if b.s.HasTornFiles() {
			t.Errorf("%v: who waits for what is half-written would wait for ever", why)
		}
		denied = nil
		names, _ := b.s.Retry()
		b.refresh(names...)
		if names, _ := b.s.Retry(); len(b.bad) > 0 || len(names) > 0 || b.tasks["task_1.json"].Subject != "better" {
			t.Errorf("%v: once it can be read: %+v, %+v, retry %v", why, b.bad, b.tasks["task_1.json"], names)
		}
	}
}

func TestAFileThatIsHalfWrittenOnceItCanBeReadIsWaitedForLikeAnyOther(t *testing.T) {
	var denied error = syscall.EIO
	c := &handClock{time.Now()}
	b := openedWith(t, Options{Now: c.Now, Disk: denying(&denied)}, "{\"id\": 1, \"sub")
	denied = nil
	c.now = time.Now()
	names, _ := b.s.Retry()
	b.refresh(names...)
	if p := b.bad["task_1.json"]; p.Kind != tasks.Unparsable {
		t.Errorf("reported %+v", p)
	}
}

func TestAFileThatIsGoneOnceItCouldBeReadIsNotTriedAgain(t *testing.T) {
	var denied error = syscall.EIO
	b := openedWith(t, Options{Disk: denying(&denied)}, s07File(1, "a", "pending"))
	if names, _ := b.s.Retry(); len(names) != 1 {
		t.Fatalf("it is not tried again: %v", names)
	}
	denied = nil
	testdir.Must(t, os.Remove(b.path("task_1.json")))
	names, _ := b.s.Retry()
	b.refresh(names...)
	if names, _ := b.s.Retry(); len(names) > 0 || len(b.bad) > 0 {
		t.Errorf("it is tried again: %v, %v", names, b.bad)
	}
}

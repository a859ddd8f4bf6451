//go:build unix

package store

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// listenIn puts a socket with a listener into a directory. It is made under a short name first: a socket's may have
// a hundred bytes.
func listenIn(t *testing.T, dir, name string) {
	t.Helper()
	short, err := os.MkdirTemp("", "s")
	testdir.Must(t, err)
	t.Cleanup(func() { testdir.Must(t, os.RemoveAll(short)) })
	socket, err := net.Listen("unix", filepath.Join(short, "s"))
	testdir.Must(t, err)
	t.Cleanup(func() { socket.Close() })
	testdir.Must(t, os.Rename(filepath.Join(short, "s"), filepath.Join(dir, name)))
}

// hostile fills a directory with everything that is no honest file.
func hostile(t *testing.T) *harness {
	t.Helper()
	dir := newDir(t)
	outside := filepath.Join(filepath.Dir(dir), "secret.json")
	write := func(path, text string) { testdir.Must(t, os.WriteFile(path, []byte(text), 0o644)) }
	write(outside, s12File("task_9", "secret", "pending", "null"))
	write(filepath.Join(dir, "task_1.json"), s12File("task_1", "good", "pending", "null"))
	testdir.Must(t, unix.Mkfifo(filepath.Join(dir, "pipe.json"), 0o666))
	testdir.Must(t, os.Mkdir(filepath.Join(dir, "folder.json"), 0o755))
	listenIn(t, dir, "socket.json")
	testdir.Must(t, os.Symlink(outside, filepath.Join(dir, "out.json")))
	testdir.Must(t, os.Symlink("../secret.json", filepath.Join(dir, "up.json")))
	testdir.Must(t, os.Symlink("/dev/zero", filepath.Join(dir, "zero.json")))
	testdir.Must(t, os.Symlink("pipe.json", filepath.Join(dir, "topipe.json")))
	testdir.Must(t, os.Symlink("nowhere.json", filepath.Join(dir, "dangling.json")))
	testdir.Must(t, os.Symlink("loop.json", filepath.Join(dir, "loop.json")))
	testdir.Must(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	write(filepath.Join(dir, "sub", "task_2.json"), s12File("task_2", "linked", "pending", "null"))
	testdir.Must(t, os.Symlink("sub/task_2.json", filepath.Join(dir, "task_2.json")))
	testdir.Must(t, os.Symlink(filepath.Join(dir, "sub", "task_2.json"), filepath.Join(dir, "task_3.json")))
	write(filepath.Join(dir, "task_4.json"), s12File("task_4", "two names", "pending", "null"))
	testdir.Must(t, os.Link(filepath.Join(dir, "task_4.json"), filepath.Join(filepath.Dir(dir), "other-name")))
	write(filepath.Join(dir, "huge.json"), `{"id":"huge","subject":"`+strings.Repeat("x", MaxFile)+`"}`)
	write(filepath.Join(dir, "cap.json"), `{"id":"cap","subject":"`+strings.Repeat("x", MaxFile-25)+`"}`)
	write(filepath.Join(dir, "list.json"), `[1, 2]`)
	write(filepath.Join(dir, "twice.json"), `{"id":"twice","subject":"a","status":"pending","subject":"b","description":"","owner":null,"blockedBy":[]}`)
	for _, noise := range []string{".hidden.json", "x.tmp", "4913", "task_1.json~", ".task_1.json.swp", ".lock", "note.md"} {
		write(filepath.Join(dir, noise), "{}")
	}
	testdir.Must(t, os.Remove(filepath.Join(dir, ".lock"))) // it would be another tool's, with content
	testdir.Must(t, os.Mkdir(filepath.Join(dir, "task_1.json.lock"), 0o755))
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"list.json", "cap.json"} {
		testdir.Must(t, os.Chtimes(filepath.Join(dir, name), old, old))
	}
	var b *harness
	quickly(t, "loading", func(context.Context) { b = opened(t, dir, Options{}) })
	return b
}

func TestNothingInADirectoryBlocksOrLeadsAstray(t *testing.T) {
	b := hostile(t)
	want := map[string]tasks.ProblemKind{
		"pipe.json": tasks.NotAFile, "folder.json": tasks.NotAFile, "socket.json": tasks.NotAFile,
		"out.json": tasks.OutsideLink, "up.json": tasks.OutsideLink, "zero.json": tasks.OutsideLink,
		"topipe.json": tasks.NotAFile, "dangling.json": tasks.Unreadable, "loop.json": tasks.Unreadable,
		"huge.json": tasks.TooLarge, "list.json": tasks.NotATask,
	}
	for name, kind := range want {
		if p, ok := b.bad[name]; !ok || p.Kind != kind || p.Text == "" {
			t.Errorf("%s: reported as %+v, want kind %d", name, p, kind)
		}
	}
	for name := range b.bad {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: reported as %+v", name, b.bad[name])
		}
	}
	for _, name := range []string{"task_1.json", "task_2.json", "task_3.json", "task_4.json", "cap.json", "twice.json"} {
		if b.tasks[name] == nil {
			t.Errorf("%s is not shown", name)
		}
	}
	if len(b.tasks) != 6 {
		t.Errorf("%d tasks are shown", len(b.tasks))
	}
	quickly(t, "comparing", func(context.Context) {
		if d := b.refresh(); !d.Empty() || !d.Whole {
			t.Errorf("nothing changed, and reported was %+v", d)
		}
	})
	for name := range want {
		quickly(t, "reading "+name, func(context.Context) {
			if d := b.refresh(name); !d.Empty() {
				t.Errorf("%s: reported again: %+v", name, d)
			}
		})
	}
}

func TestLinksSeveralNamesAndDoubleMembersAreShownAndNeverWritten(t *testing.T) {
	b := hostile(t)
	for _, name := range []string{"task_2.json", "task_3.json", "task_4.json", "twice.json"} {
		before := b.read(name)
		if b.tasks[name].Limits&tasks.NoEdit == 0 || b.tasks[name].Why == "" {
			t.Errorf("%s: limits %v, %q", name, b.tasks[name].Limits, b.tasks[name].Why)
		}
		for _, verb := range []tasks.Verb{tasks.VerbClaim, tasks.VerbDelete} {
			e := b.edit(verb, name, "me")
			e.Steps = []tasks.Step{{Kind: tasks.ChangeFile, Key: e.Of, Changes: []tasks.Change{{
				Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("me")}}}}
			if verb == tasks.VerbDelete {
				e.Steps = []tasks.Step{{Kind: tasks.DeleteFile, Key: e.Of}}
			}
			if _, err := b.s.Apply(t.Context(), e); !refused(err) {
				t.Errorf("%s: %s: %v", name, verb, err)
			}
		}
		if b.read(name) != before {
			t.Errorf("%s was written", name)
		}
	}
	testdir.Must(t, os.Remove(b.path("task_1.json.lock")))
	b.expectNoLeftovers()
}

func TestOnlyTheNameOfAnEntryIsABaseName(t *testing.T) {
	for name, is := range map[string]bool{"a.json": true, "..a": true, "": false, ".": false, "..": false, "/": false, "a/b": false, "/a": false, "a/": false, "a\x00": false} {
		if isBaseName(name) != is {
			t.Errorf("%q: %v", name, !is)
		}
	}
}

func TestAFileThatGetsASecondNameMeanwhileIsNotWritten(t *testing.T) {
	j := &interference{}
	b := openedWith(t, Options{BeforeWrite: j.before}, pending())
	j.do = func() { os.Link(b.path(task1), b.path("other-name")) }
	if _, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me")); !refused(err) || b.read(task1) != pending() {
		t.Errorf("%v, wrote %s", err, b.read(task1))
	}
}

func TestWhatIsNoTaskIsNeverWritten(t *testing.T) {
	b := hostile(t)
	for _, name := range []string{"pipe.json", "folder.json", "out.json", "zero.json", "topipe.json", "huge.json", "list.json"} {
		e := b.edit(tasks.VerbDelete, name, "me")
		e.Steps = []tasks.Step{{Kind: tasks.DeleteFile, Key: e.Of}}
		quickly(t, "deleting "+name, func(ctx context.Context) {
			if _, err := b.s.Apply(ctx, e); !refused(err) || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "line 0") {
				t.Errorf("%s: %v", name, err)
			}
		})
		if _, err := os.Lstat(b.path(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPathIsNeverTakenForTheNameOfATask(t *testing.T) {
	b := hostile(t)
	for _, name := range []string{"../secret.json", "sub/task_2.json", "..", ".", "", "/etc/passwd"} {
		e := b.edit(tasks.VerbDelete, name, "me")
		e.Steps = []tasks.Step{{Kind: tasks.DeleteFile, Key: e.Of}}
		if _, err := b.s.Apply(t.Context(), e); err == nil {
			t.Errorf("%q was deleted", name)
		}
		if _, err := b.s.Read(tasks.Key{Name: name}); err == nil {
			t.Errorf("%q was read", name)
		}
	}
	if _, err := os.Lstat(filepath.Join(b.dir, "..", "secret.json")); err != nil {
		t.Error(err)
	}
}

func TestAPipeThatTakesAFilesPlaceIsNotOpenedForLong(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "a", "pending", "null"))
	testdir.Must(t, os.Remove(b.path("task_1.json")), unix.Mkfifo(b.path("task_1.json"), 0o666))
	quickly(t, "a listing that says it is a file", func(context.Context) {
		_, _, err := b.s.directory().Read("task_1.json", Regular, nil)
		if _, ok := err.(*UnfitError); !ok {
			t.Errorf("got %v", err)
		}
	})
	quickly(t, "a refresh", func(context.Context) { b.refresh("task_1.json") })
	if b.bad["task_1.json"].Kind != tasks.NotAFile || b.tasks["task_1.json"] == nil {
		t.Errorf("reported %+v, and the last record is %v", b.bad["task_1.json"], b.tasks["task_1.json"])
	}
}

func TestALinkThatTakesAFilesPlaceIsNotFollowed(t *testing.T) {
	b := hostile(t)
	for name, kind := range map[string]tasks.ProblemKind{"out.json": tasks.OutsideLink, "topipe.json": tasks.NotAFile} {
		quickly(t, "a listing that says it is a file", func(context.Context) {
			raw, _, err := b.s.directory().Read(name, Regular, nil)
			if bad, ok := err.(*UnfitError); !ok || bad.Kind != kind || raw != nil {
				t.Errorf("%s: got %q, %v", name, raw, err)
			}
		})
	}
	if raw, info, err := b.s.directory().Read("task_2.json", Regular, nil); err != nil || !info.Linked || len(raw) == 0 {
		t.Errorf("got %q, %+v, %v", raw, info, err)
	}
}

package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/testdir"
)

// hooked opens a directory with one task, on a disk that lets a test in between.
func hooked(t *testing.T, text string) (*harness, *faultDisk) {
	t.Helper()
	dir, f := newDir(t), &faultDisk{}
	testdir.Must(t, os.WriteFile(filepath.Join(dir, task1), []byte(text), 0o644))
	return opened(t, dir, Options{Disk: f, State: t.TempDir()}), f
}

// replaceAsAgentsDo writes a file next to it and renames that.
func (b *harness) replaceAsAgentsDo(name, text string) {
	b.t.Helper()
	temp := b.path("agent.tmp")
	testdir.Must(b.t, os.WriteFile(temp, []byte(text), 0o644), os.Rename(temp, b.path(name)))
}

func TestATruncationInTheLastInstantIsWaitedFor(t *testing.T) {
	b, h := hooked(t, pending())
	var f *os.File
	h.before = func(op string) error {
		switch {
		case op != "replace "+task1:
		case f == nil: // an agent truncates, and is not done
			var err error
			f, err = os.Create(b.path(task1))
			testdir.Must(t, err)
		default: // it writes once its file is back in its place
			f.WriteString(strings.Replace(pending(), `"a"`, `"theirs"`, 1))
			f.Close()
			h.before = nil
		}
		return nil
	}
	b.mustApply(b.edit(tasks.VerbClaim, task1, "me"))
	if got := b.read(task1); got != strings.Replace(claimed(), `"a"`, `"theirs"`, 1) {
		t.Errorf("wrote %s", got)
	}
}

func TestAWriteOverOursWhileTheirsIsPutBackIsTheLastWord(t *testing.T) {
	b, h := hooked(t, pending())
	last := s12File("task_1", "last", "completed", "agent-3")
	h.atChange(1, func() {
		b.replaceAsAgentsDo(task1, s12File("task_1", "first", "in_progress", "agent-2"))
		h.atChange(1, func() { b.replaceAsAgentsDo(task1, last) })
	})
	c := conflict(t, second(b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))))
	if b.read(task1) != last || c.By != "agent-3" {
		t.Errorf("conflict %+v, wrote %s", c, b.read(task1))
	}
	all := b.outcomes()
	if len(all) != 1 || all[0].What != Overtook || all[0].Kept == "" {
		t.Fatalf("reported %+v", all)
	}
	if raw, _ := os.ReadFile(all[0].Kept); !strings.Contains(string(raw), "first") {
		t.Errorf("kept %s", raw)
	}
	b.expectNoLeftovers()
}

func TestWhereNamesCannotBeExchangedAPlainRenameDoes(t *testing.T) {
	b, h := hooked(t, pending())
	b.s.directory().(faultDir).Dir.(*osDir).plain.Store(true)
	for _, v := range []tasks.Verb{tasks.VerbClaim, tasks.VerbRelease, tasks.VerbClaim} {
		b.mustApply(b.edit(v, task1, "me"))
		b.refresh()
	}
	if b.read(task1) != claimed() || !b.s.noExchange.Load() {
		t.Error(b.read(task1))
	}
	// What is written in place in the last instant is seen even so.
	h.atChange(1, func() { b.write(task1, strings.Replace(claimed(), `"a"`, `"theirs"`, 1)) })
	b.mustApply(b.edit(tasks.VerbComplete, task1, "me"))
	if got := b.read(task1); got != s12File("task_1", "theirs", "completed", "me") {
		t.Errorf("wrote %s", got)
	}
}

func TestTheDirectoryIsSyncedAndItsFailureReported(t *testing.T) {
	b, h := hooked(t, pending())
	h.before = func(op string) error {
		if op == "sync directory" {
			return errFault
		}
		return nil
	}
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))
	var late *UnfinishedError
	if !errors.As(err, &late) || b.read(task1) != claimed() {
		t.Errorf("%v, wrote %s", err, b.read(task1))
	}
}

// If their file cannot be put back, or another process made one, it is kept outside of the directory.
func TestAFileThatCannotBePutBackIsKept(t *testing.T) {
	theirs := s12File("task_1", "theirs", "in_progress", "agent-2")
	newer := s12File("task_1", "newer", "completed", "agent-3")
	remove := changing(task1)
	remove.Needs = []tasks.Need{{Key: remove.Of, Field: tasks.FieldStatus, Is: tasks.StatusValue(tasks.Pending)}}
	remove.Steps[0].Kind = tasks.DeleteFile
	for what, c := range map[string]struct {
		edit   tasks.Edit
		second func(b *harness) error
		want   string
		done   bool
	}{
		"the second exchange fails": {changing(task1, setting(tasks.FieldSubject, "a", "b")), func(*harness) error { return errFault }, strings.Replace(pending(), `"a"`, `"b"`, 1), true},
		"it was made again":         {remove, func(b *harness) error { b.write(task1, newer); return nil }, newer, false},
	} {
		t.Run(what, func(t *testing.T) {
			b, h := hooked(t, pending())
			n := 0
			h.before = func(op string) error {
				if verb, name, _ := strings.Cut(op, " "); name != task1 || verb != "replace" && verb != "take" && verb != "place" {
					return nil
				}
				if n++; n == 1 {
					b.replaceAsAgentsDo(task1, theirs)
					return nil
				}
				return c.second(b)
			}
			_, err := b.s.Apply(t.Context(), c.edit)
			if _, half := errors.AsType[*UnfinishedError](err); half != c.done || err == nil {
				t.Errorf("reported as %v", err)
			}
			all := b.outcomes()
			if got := b.read(task1); got != c.want || len(all) != 1 || all[0].What != Overtook || b.readPath(all[0].Kept) != theirs {
				t.Errorf("wrote %s, reported %+v", got, all)
			}
		})
	}
}

// TestTheLastAttemptsRunUnderTheAgentsLock lets an agent change the file each time it has the lock: the last attempts keep it out.
func TestTheLastAttemptsRunUnderTheAgentsLock(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel() // one attempt, no waiting
	const name = "task_0000000a.json"
	for _, verb := range []tasks.Verb{tasks.VerbClaim, tasks.VerbDelete} {
		n := 0
		var b *harness
		b = opened(t, newDir(t), Options{BeforeWrite: func() {
			n++
			release, err := lock.Flock(gone, b.path(lockName))
			if err == nil {
				b.write(name, s13File("task_0000000a", strings.Repeat("x", n), "pending", "null"))
				testdir.Must(t, release())
			}
		}})
		b.write(lockName, "")
		b.write(name, s13File("task_0000000a", "a", "pending", "null"))
		b.refresh()
		b.mustApply(b.edit(verb, name, "me"))
		if n != attempts-attemptsUnderLock+1 {
			t.Errorf("%s: done after %d attempts", verb, n)
		}
	}
}

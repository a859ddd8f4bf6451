package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// asked is an edit of one field, as a board asks for it.
func (b *harness) asked(name string, f tasks.Field, from, to string) tasks.Edit {
	e := b.edit(tasks.VerbEdit, name, "me")
	e.ID, e.Changes = 0, []tasks.Change{{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}}
	return e
}

func TestNothingIsWrittenThatCouldNotBeReadOrEditedAfterwards(t *testing.T) {
	huge, long := strings.Repeat("x", MaxFile), strings.Repeat("x", 17<<10)
	// The task's own file is a few bytes below the limit, so that a link, an owner and a time are too much for it.
	full := strings.Replace(s07File(1, "a", "pending"), "about it", strings.Repeat("x", MaxFile-len(s07File(1, "a", "pending"))+len("about it")-4), 1)
	plain := s07File(1, "a", "pending")
	for what, c := range map[string]struct {
		file string
		edit func(b *harness) tasks.Edit
		says string
	}{
		"a description of a megabyte": {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldDescription, "about it", huge) }, "larger than 1 MiB"},
		"a claim of a full file":      {full, func(b *harness) tasks.Edit { return b.edit(tasks.VerbClaim, "task_1.json", "somebody") }, "larger than 1 MiB"},
		"a subject that is cut":       {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldSubject, "a", long) }, "subject is longer"},
		"an owner that is cut":        {plain, func(b *harness) tasks.Edit { return b.asked("task_1.json", tasks.FieldOwner, "", long) }, "owner is longer"},
		"a new task of a megabyte": {plain, func(b *harness) tasks.Edit {
			return tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "b", Description: huge}}
		}, "larger than 1 MiB"},
		"a new task whose subject is cut": {plain, func(b *harness) tasks.Edit {
			return tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: long}}
		}, "subject is longer"},
	} {
		dir := newDir(t)
		b := journalled(t, dir, t.TempDir())
		b.write("task_1.json", c.file)
		b.refresh()
		before := b.names()
		_, err := b.s.Apply(t.Context(), c.edit(b))
		var no *RefusedError
		if !errors.As(err, &no) || !strings.Contains(no.Why, c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if b.read("task_1.json") != c.file || len(b.names()) != len(before) {
			t.Errorf("%s: wrote %v", what, b.names())
		}
	}
}

func TestALinkThatAnotherFileHasNoRoomForIsSaid(t *testing.T) {
	b := journalled(t, claudeDir(t), t.TempDir())
	blocker := claudeFile(1, "a", "pending")
	blocker = strings.Replace(blocker, `"subject"`, `"more": "`+strings.Repeat("x", MaxFile-len(blocker)-16)+`", "subject"`, 1)
	b.write("1.json", blocker)
	b.write("2.json", claudeFile(2, "b", "pending"))
	b.refresh()
	e := b.edit(tasks.VerbLink, "2.json", "me")
	e.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "1"})}}
	_, err := b.s.Apply(t.Context(), e)
	var half *UnfinishedError
	if !errors.As(err, &half) || !strings.Contains(half.Reasons(), "larger than 1 MiB") || b.read("1.json") != blocker {
		t.Errorf("%v", err)
	}
	b.expectNoLeftovers()
}

// noteEdit notes an edit of one file in the journal, as a version of this program that knew no limit made it.
func (b *harness) noteEdit(name, before string, f tasks.Field, from, to string) tasks.EditID {
	b.t.Helper()
	after := strings.Replace(before, fmt.Sprintf("%q: %q", f, from), fmt.Sprintf("%q: %q", f, to), 1)
	b.write(name, after)
	b.refresh()
	e := b.asked(name, f, from, to)
	e.ID = tasks.EditID(len(b.mustHistory()) + 1)
	e.Steps = []tasks.Step{{Kind: tasks.ChangeFile, Key: e.Of, Changes: e.Changes}}
	p, d := b.s.entry(log.Prepared, e.ID), b.s.entry(log.Done, e.ID)
	p.Edit, p.File, p.Before, p.Sum, d.Applied = e, name, []byte(before), log.Sum([]byte(after)), e.Steps
	testdir.Must(b.t, b.s.journal.Append(p, true), b.s.journal.Append(d, true))
	return e.ID
}

func TestOurOwnBytesAreTakenBackWhateverTheyAre(t *testing.T) {
	before := s07File(1, "a", "pending")
	for what, c := range map[string]struct {
		field    tasks.Field
		from, to string
	}{
		"a file a byte over it":       {tasks.FieldDescription, "about it", strings.Repeat("x", MaxFile-len(before)+len("about it")+1)},
		"an owner that nobody can be": {tasks.FieldOwner, "", strings.Repeat("x", 17<<10)},
	} {
		b := journalled(t, newDir(t), t.TempDir())
		b.mustUndo(b.noteEdit("task_1.json", before, c.field, c.from, c.to))
		if got := b.read("task_1.json"); got != before {
			t.Errorf("%s: it is %.80s", what, got)
		}
		id := b.noteEdit("task_1.json", before, c.field, c.from, c.to)
		b.write("task_1.json", strings.Replace(b.read("task_1.json"), `"a"`, `"theirs"`, 1))
		e, err := b.s.Batch().Undo(id)
		if err == nil {
			_, err = b.s.Apply(t.Context(), e)
		}
		if err == nil || !strings.Contains(b.read("task_1.json"), "theirs") {
			t.Errorf("%s: what somebody else wrote was replaced", what)
		}
	}
}

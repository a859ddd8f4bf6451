package store

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// journalled opens a directory with a journal; state is shared by all stores of one test.
func journalled(t testing.TB, dir, state string) *harness {
	t.Helper()
	b := opened(t, dir, Options{State: state})
	testdir.Must(t, b.s.NoUndo())
	b.s.monitor.manual = true
	return b
}

func (b *harness) set(name string, f tasks.Field, from, to string) tasks.EditID {
	b.t.Helper()
	e := b.edit(tasks.VerbEdit, name, "me")
	e.ID = 0
	e.Changes = []tasks.Change{{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}}
	res := b.mustApply(e)
	b.refresh()
	return res.Edit
}

func (b *harness) mustHistory() []PastEdit {
	b.t.Helper()
	all, err := b.s.Past().Edits()
	testdir.Must(b.t, err)
	return all
}

// mustUndo takes an edit back and answers the new edit.
func (b *harness) mustUndo(id tasks.EditID, choices ...Choice) tasks.EditID {
	b.t.Helper()
	e, err := b.s.Batch().Undo(id, choices...)
	testdir.Must(b.t, err)
	b.mustApply(e)
	b.refresh()
	return e.ID
}

func TestUndoOfTheOldestOfFiveEditsRestoresItsFieldAlone(t *testing.T) {
	dir, state := newDir(t), t.TempDir()
	b := journalled(t, dir, state)
	b.write("task_1.json", s07File(1, "a", "pending"))
	b.write("task_2.json", s07File(2, "b", "pending"))
	b.refresh()
	first := b.set("task_1.json", tasks.FieldSubject, "a", "mine")
	b.set("task_1.json", tasks.FieldDescription, "about it", "more")
	b.set("task_1.json", tasks.FieldStatus, "pending", "in_progress")
	b.set("task_1.json", tasks.FieldOwner, "", "me")
	link := b.edit(tasks.VerbLink, "task_1.json", "me")
	link.ID = 0
	link.Changes = []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "2", Num: true})}}
	b.mustApply(link)
	// The program ends, agents change everything but the subject, and it starts again.
	testdir.Must(t, b.s.Close())
	theirs := strings.NewReplacer(`"more"`, `"theirs"`, `"in_progress"`, `"completed"`, `"me"`, `"agent-2"`, "    2", "    7").Replace(b.read("task_1.json"))
	b.write("task_1.json", theirs)
	b = journalled(t, dir, state)
	if all := b.mustHistory(); len(all) != 5 || all[4].ID != first || all[4].Subject != "a" || all[4].Who != "me" || all[4].Verb != tasks.VerbEdit {
		t.Fatalf("history %+v", all)
	}
	b.mustUndo(first)
	if got, want := b.read("task_1.json"), strings.Replace(theirs, `"mine"`, `"a"`, 1); got != want {
		t.Errorf("wrote %s, want %s", got, want)
	}
	all := b.mustHistory()
	if len(all) != 6 || all[0].Undoes != first || !all[5].Undone || all[4].Undone {
		t.Errorf("history %+v", all)
	}
	if _, err := b.s.Batch().Undo(first); !errors.Is(err, ErrNotInHistory) {
		t.Errorf("undone twice: %v", err)
	}
	redo, err := b.s.Batch().Redo(first)
	testdir.Must(t, err)
	b.mustApply(redo)
	if b.read("task_1.json") != theirs {
		t.Errorf("done again: %s", b.read("task_1.json"))
	}
	if all := b.mustHistory(); all[6].Undone || !all[1].Undone {
		t.Errorf("after doing it again: %+v", all)
	}
	if _, err := b.s.Batch().Redo(first); !errors.Is(err, ErrNotInHistory) {
		t.Errorf("done again twice: %v", err)
	}
}

func TestTheHistoryAnswersActionsWhole(t *testing.T) {
	b := openedWith(t, Options{State: t.TempDir()}, s07File(1, "a", "pending"))
	b.set("task_1.json", tasks.FieldSubject, "a", "first")
	for i := range maxPastActions + 4 { // one action of five, and others
		e := tasks.Edit{ID: tasks.EditID(i + 1), Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}
		if i < 5 {
			e.Group = 1
		}
		b.mustApply(e)
	}
	if all := b.mustHistory(); len(all) != maxPastActions+4 || all[len(all)-1].Group != 1 {
		t.Errorf("%d edits are answered", len(all))
	}
}

func TestWithoutAStateDirectoryEditsWorkAndUndoSaysWhyNot(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testdir.Must(t, os.WriteFile(file, nil, 0o600))
	for _, state := range []string{"", filepath.Join(file, "below")} {
		b := openedWith(t, Options{State: state}, s12File("task_1", "a", "pending", "null"))
		b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
		if b.s.NoUndo() == nil {
			t.Error("undo is promised")
		}
		if _, err := b.s.Batch().Undo(7); err == nil {
			t.Error("undone")
		}
	}
}

func TestAFullDiskOfTheJournalLeavesEditsPossible(t *testing.T) {
	for _, full := range []string{"journal: make a file", "journal: lock", "journal: write"} {
		for _, why := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, fs.ErrPermission} {
			f := &faultDisk{}
			b := opened(t, newDir(t), Options{State: t.TempDir(), JournalDisk: faultJournalDisk{log.System, f}})
			b.s.monitor.manual = true
			b.write("task_1.json", s07File(1, "a", "pending"))
			b.write("task_2.json", s07File(2, "b", "pending", 1))
			b.refresh()
			f.before = func(op string) error {
				if op == full {
					return &fs.PathError{Op: op, Err: why}
				}
				return nil
			}
			b.mustApply(b.edit(tasks.VerbComplete, "task_1.json", "me"))
			if b.read("task_1.json") != s07File(1, "a", "completed") || b.read("task_2.json") != s07File(2, "b", "pending") {
				t.Errorf("%s, %v: wrote %s, %s", full, why, b.read("task_1.json"), b.read("task_2.json"))
			}
			if full != "journal: lock" && !errors.Is(b.s.NoUndo(), why) {
				t.Errorf("%s, %v: undo is promised: %v", full, why, b.s.NoUndo())
			}
			f.before = nil // there is room again
			b.refresh()
			b.mustUndo(b.set("task_2.json", tasks.FieldSubject, "b", "c"))
			testdir.Must(t, b.s.NoUndo(), b.s.Close())
		}
	}
}

func TestAnActionOfManyEditsIsTakenBackWithOneReadingOfTheJournal(t *testing.T) {
	const n = 40
	f := &faultDisk{}
	b := opened(t, newDir(t), Options{State: t.TempDir(), JournalDisk: faultJournalDisk{log.System, f}})
	b.s.monitor.manual = true
	do, back := b.s.Batch(), b.s.Batch()
	for i := range n {
		name := fmt.Sprintf("task_%d.json", i)
		b.write(name, s12File(fmt.Sprintf("task_%d", i), "a", "pending", "null"))
		claim := b.edit(tasks.VerbClaim, name, "me")
		claim.ID, claim.Group = tasks.EditID(i+1), 1
		_, err := do.Apply(t.Context(), claim)
		testdir.Must(t, err)
	}
	f.log = nil
	for i := range n {
		e, err := back.Undo(tasks.EditID(i + 1))
		testdir.Must(t, err)
		_, err = back.Apply(t.Context(), e)
		testdir.Must(t, err)
		if text := b.read(fmt.Sprintf("task_%d.json", i)); text != s12File(fmt.Sprintf("task_%d", i), "a", "pending", "null") {
			t.Errorf("undone it says %s", text)
		}
	}
	if read := f.count("journal: open a file"); read != 1 {
		t.Errorf("the journal was read %d times for %d edits", read, n)
	}
}

// portFile is a task file that keeps the time of its last change, as real projects have them.
func portFile(id int, owner, waits string) string {
	return fmt.Sprintf("{\n  \"blockedBy\": %s,\n  \"created_at\": 1779095615,\n  \"description\": \"\",\n  \"id\": %d,\n  \"owner\": %s,\n  \"status\": \"pending\",\n  \"subject\": \"a\",\n  \"updated_at\": 1779095615,\n  \"worktree\": \"\"\n}",
		waits, id, owner)
}

var aTime = regexp.MustCompile(`("updated_at": )[0-9.]+`)

func TestUndoLeavesEveryByteButTheTimeAsItWas(t *testing.T) {
	of := func(name string, v tasks.Verb, cs ...tasks.Change) tasks.Edit {
		return tasks.Edit{Verb: v, Of: tasks.Key{Name: name}, Who: "me", Changes: cs}
	}
	edits := []tasks.Edit{
		of("task_5.json", tasks.VerbClaim), of("task_3.json", tasks.VerbClaim), of("task_5.json", tasks.VerbRelease),
		of("task_2.json", tasks.VerbComplete), of("task_4.json", tasks.VerbLink, linking(tasks.Add, "5")),
		of("task_4.json", tasks.VerbUnlink, linking(tasks.Drop, "5")), of("task_4.json", tasks.VerbUnlink, linking(tasks.Drop, "3")),
	}
	before := map[string]string{
		"task_2.json": portFile(2, `""`, "[]"), "task_3.json": portFile(3, `""`, "[]"),
		"task_4.json": portFile(4, `""`, "[2, 3]"), "task_5.json": portFile(5, "null", "[]"),
	}
	dir, state := scene{dir: newDir, files: before}.set(t), t.TempDir()
	for i, e := range edits { // each by a command of its own, a minute after the one before
		b := journalled(t, dir, state)
		e.At = time.Now().Add(time.Duration(i-len(edits)) * time.Minute)
		b.mustApply(e)
		testdir.Must(t, b.s.Close())
	}
	b := journalled(t, dir, state)
	for range edits {
		all := b.mustHistory()
		b.mustUndo(all[slices.IndexFunc(all, func(d PastEdit) bool { return !d.Undone && d.Undoes == 0 })].ID)
	}
	for name, text := range before {
		if got := aTime.ReplaceAllString(b.read(name), "${1}1779095615"); got != text {
			t.Errorf("%s is\n%s", name, got)
		}
	}
}

// undoing is an edit, what others do to its files then, and what is left when it is taken back.
type undoing struct {
	what    string
	claude  bool              // the directory is one of Claude Code
	files   map[string]string // before
	edit    tasks.Edit
	theirs  map[string]string // files that others write then, "" for one that they remove
	choices []Choice
	want    map[string]string // where a file is not as before the edit, "" for none
	clashes string            // "name field member: base, ours, theirs; ...", if it cannot be taken back without a choice
	taken   bool              // or its name is taken
	gone    bool              // or its file is gone
}

func changing(name string, changes ...tasks.Change) tasks.Edit {
	key := tasks.Key{Name: name}
	return tasks.Edit{Verb: tasks.VerbEdit, Of: key, Who: "me", Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: key, Changes: changes}}}
}

func setting(f tasks.Field, from, to string) tasks.Change {
	return tasks.Change{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}
}

func linking(op tasks.Op, id string) tasks.Change {
	return tasks.Change{Field: tasks.FieldWaitsFor, Op: op, To: tasks.RefValue(tasks.ID{Text: id, Num: true})}
}

func member(op tasks.Op, name string, from, to tasks.Value) tasks.Change {
	return tasks.Change{Field: tasks.FieldMember, Member: name, Op: op, From: from, To: to}
}

func undoings() []undoing {
	const t1, t2 = "task_1.json", "task_2.json"
	waits := func(ids ...int) map[string]string { return map[string]string{t1: s07File(1, "a", "pending", ids...)} }
	only := func(text string) map[string]string { return map[string]string{t1: text} }
	of := func(v tasks.Verb, name string) tasks.Edit {
		return tasks.Edit{Verb: v, Of: tasks.Key{Name: name}, Who: "me"}
	}
	key := tasks.Key{Name: t1}
	with := func(status, member string) string {
		return strings.Replace(s07File(1, "a", status), "\n  \"owner", "\n  "+member+"\n  \"owner", 1)
	}
	touched := tasks.Change{Field: tasks.FieldUpdated, Op: tasks.Touch}
	three := map[string]string{t1: s07File(1, "a", "in_progress"), t2: s07File(2, "b", "pending", 1), "task_3.json": s07File(3, "c", "pending", 1)}
	other := rawValue([]byte("1.50"))
	odd := strings.Replace(claudeFile(1, "caf\\u00e9", "pending"), "{", "{ \"extra\" :  [1.50],", 1)
	linked := map[string]string{"1.json": odd, "2.json": claudeFile(2, "b", "pending", "1")}
	made := s07File(2, "new", "pending")
	made = strings.Replace(made, "about it", "", 1)
	started := strings.Replace(made, "pending", "in_progress", 1)
	create := tasks.Edit{Verb: tasks.VerbCreate, Who: "me", Draft: &tasks.Draft{Subject: "new"}}
	whole := Choice{Key: tasks.Key{Name: t2}, Field: tasks.FieldMember, Mine: true}
	claimed, theirs := s12File("task_1", "a", "pending", "null"), s12File("task_1", "a", "completed", "agent")
	mine, text := Choice{Key: key, Field: tasks.FieldStatus, Mine: true}, tasks.TextValue("both")
	return []undoing{
		{what: "a value", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b"))},
		{what: "a value that others put back", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b")), theirs: waits()},
		{what: "a value next to those of others", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b")),
			theirs: only(s07File(1, "b", "completed")), want: only(s07File(1, "a", "completed"))},
		{what: "a value that others changed", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b")),
			theirs: only(s07File(1, "c", "pending")), want: only(s07File(1, "c", "pending")), clashes: "task_1.json subject: b, a, c"},
		{what: "the same, with choices for others", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b")), theirs: only(s07File(1, "c", "pending")),
			choices: []Choice{{Key: tasks.Key{Name: t2}, Field: tasks.FieldSubject, Mine: true}, {Key: key, Field: tasks.FieldOwner, Mine: true}, {Key: key, Field: tasks.FieldSubject, Member: "x", Mine: true}},
			want:    only(s07File(1, "c", "pending")), clashes: "task_1.json subject: b, a, c"},
		{what: "the same, put by choice", files: waits(), edit: changing(t1, setting(tasks.FieldSubject, "a", "b")),
			theirs: only(s07File(1, "c", "pending")), choices: []Choice{{Key: key, Field: tasks.FieldSubject, Put: &text}}, want: only(s07File(1, "both", "pending"))},
		{what: "two values of which others changed both", files: only(claimed), edit: of(tasks.VerbClaim, t1), theirs: only(theirs), want: only(theirs),
			clashes: "task_1.json status: in_progress, pending, completed; task_1.json owner: me, , agent"},
		{what: "the same, one by choice", files: only(claimed), edit: of(tasks.VerbClaim, t1), theirs: only(theirs),
			choices: []Choice{mine, {Key: key, Field: tasks.FieldOwner}}, want: only(s12File("task_1", "a", "pending", "agent"))},
		{what: "an owner that was null, next to a value of others", files: only(strings.Replace(s07File(1, "a", "pending"), `""`, "null", 1)), edit: of(tasks.VerbClaim, t1),
			theirs: only(strings.Replace(s07File(1, "b", "in_progress"), `""`, `"me"`, 1)), want: only(strings.Replace(s07File(1, "b", "pending"), `""`, "null", 1))},
		{what: "a subject that is the word for a foreign status", files: only(s07File(1, tasks.Foreign.String(), "pending")), edit: changing(t1, setting(tasks.FieldSubject, tasks.Foreign.String(), "b")),
			theirs: only(s07File(1, "b", "completed")), want: only(s07File(1, tasks.Foreign.String(), "completed"))},
		{what: "a status that no design knows", files: map[string]string{"task_1.json": s12File("task_1", "a", "parked", "null"), "task_2.json": s12File("task_2", "b", "pending", "null")},
			edit: changing(t1, tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Foreign), To: tasks.StatusValue(tasks.Pending)})},
		{what: "a status by another word, next to a value of others", files: map[string]string{"task_1.json": s07File(1, "a", "deleted"), "task_2.json": s07File(2, "b", "pending")}, edit: of(tasks.VerbReopen, t1),
			theirs: only(s07File(1, "b", "pending")), want: only(s07File(1, "b", "deleted"))},

		{what: "a link that was added", files: waits(2), edit: changing(t1, linking(tasks.Add, "3")), theirs: waits(4, 3), want: waits(4)},
		{what: "a link that was added and others removed", files: waits(2), edit: changing(t1, linking(tasks.Add, "3")), theirs: waits(4), want: waits(4)},
		{what: "a link that was removed", files: waits(2, 3), edit: changing(t1, linking(tasks.Drop, "3")), theirs: waits(2, 4), want: waits(2, 4, 3)},
		{what: "a link that was removed and others added", files: waits(2, 3), edit: changing(t1, linking(tasks.Drop, "3")), theirs: waits(3, 2), want: waits(3, 2)},
		{what: "links that were there, and not there, before", files: waits(2), edit: changing(t1, linking(tasks.Add, "2"), linking(tasks.Drop, "7"), setting(tasks.FieldSubject, "a", "b")),
			theirs: only(s07File(1, "b", "completed", 2)), want: only(s07File(1, "a", "completed", 2))},
		{what: "a link that others removed, of a file with a time", files: only(portFile(1, "null", "[2]")), edit: changing(t1, linking(tasks.Add, "3"), touched),
			theirs: only(portFile(1, "null", "[]")), want: only(portFile(1, "null", "[]"))},
		{what: "a link that others added, of a file with a time", files: only(portFile(1, "null", "[2]")), edit: changing(t1, linking(tasks.Drop, "2"), touched),
			theirs: only(portFile(1, "null", "[3, 2]")), want: only(portFile(1, "null", "[3, 2]"))},

		{what: "a member that was changed", files: only(with("pending", `"x": [1,  2.50],`)), edit: changing(t1, member(tasks.Set, "x", rawValue([]byte("[1,2.50]")), other)),
			theirs: only(with("completed", `"x": 1.50,`)), want: only(with("completed", `"x": [1,  2.50],`))},
		{what: "a member that was removed", files: only(with("pending", `"x": 1.50,`)), edit: changing(t1, member(tasks.Unset, "x", other, tasks.Value{}))},
		{what: "a member that was added", files: waits(), edit: changing(t1, member(tasks.Set, "x", tasks.Value{}, other)),
			theirs: only(with("completed", `"x": 1.50,`)), want: only(s07File(1, "a", "completed"))},

		{what: "a completion of three files", files: three, edit: of(tasks.VerbComplete, t1)},
		{what: "a completion of which one file is gone", files: three, edit: of(tasks.VerbComplete, t1), theirs: map[string]string{t2: ""}, want: map[string]string{t2: ""}},
		{what: "a completion of a task that is gone", files: three, edit: of(tasks.VerbComplete, t1), theirs: map[string]string{t1: ""}, gone: true,
			want: map[string]string{t1: "", t2: s07File(2, "b", "pending"), "task_3.json": s07File(3, "c", "pending")}},

		{what: "a creation", files: waits(), edit: create},
		{what: "a creation of what is gone", files: waits(), edit: create, theirs: map[string]string{t2: ""}},
		{what: "a creation of what others changed", files: waits(), edit: create, theirs: map[string]string{t2: started}, want: map[string]string{t2: started},
			clashes: `task_2.json member status: "pending", , "in_progress"`},
		{what: "a creation of what others added to", files: waits(), edit: create, theirs: map[string]string{t2: "{\"x\": 1," + made[1:]}, want: map[string]string{t2: "{\"x\": 1," + made[1:]},
			clashes: "task_2.json member x: , , 1"},
		{what: "a creation of what others took from", files: waits(), edit: create, theirs: map[string]string{t2: strings.Replace(made, ",\n  \"owner\": \"\"", "", 1)},
			want: map[string]string{t2: strings.Replace(made, ",\n  \"owner\": \"\"", "", 1)}, clashes: `task_2.json member owner: "", , `},
		{what: "the same, by choice", files: waits(), edit: create, theirs: map[string]string{t2: started}, choices: []Choice{whole}},
		{what: "the same, left by choice", files: waits(), edit: create, theirs: map[string]string{t2: started}, choices: []Choice{{Key: whole.Key, Field: tasks.FieldMember}}, want: map[string]string{t2: started}},

		{what: "a deletion", claude: true, files: linked, edit: of(tasks.VerbDelete, "1.json")},
		{what: "a deletion of what others made again as it was", claude: true, files: linked, edit: of(tasks.VerbDelete, "1.json"), theirs: map[string]string{"1.json": odd}},
		{what: "a deletion whose name is taken", claude: true, files: linked, edit: of(tasks.VerbDelete, "1.json"), theirs: map[string]string{"1.json": claudeFile(1, "another", "pending")}, taken: true,
			want: map[string]string{"1.json": claudeFile(1, "another", "pending"), "2.json": claudeFile(2, "b", "pending")}},
	}
}

// clashWords returns the values that were changed meanwhile, in words.
func clashWords(c *tasks.ConflictError) string {
	var all []string
	for _, one := range c.Clashes {
		name := one.Key.Name + " " + strings.TrimSpace(one.Field.String()+" "+one.Member)
		all = append(all, fmt.Sprintf("%s: %s, %s, %s", name, one.Base.Text, one.Ours.Text, one.Theirs.Text))
	}
	return strings.Join(all, "; ")
}

func TestUndoTakesBackWhatIsOursAndAsksAboutTheRest(t *testing.T) {
	for _, u := range undoings() {
		t.Run(u.what, func(t *testing.T) {
			dir := newDir
			if u.claude {
				dir = claudeDir
			}
			b := journalled(t, scene{dir: dir, files: u.files}.set(t), t.TempDir())
			before := b.files()
			id := b.mustApply(u.edit).Edit
			for name, text := range u.theirs {
				if text == "" {
					testdir.Must(t, os.Remove(b.path(name)))
				} else {
					b.write(name, text)
				}
			}
			b.refresh()
			infos := b.infos()
			e, err := b.s.Batch().Undo(id, u.choices...)
			if c, ok := errors.AsType[*tasks.ConflictError](err); ok {
				if got := clashWords(c); got != u.clashes || c.Taken != u.taken || c.Gone != u.gone {
					t.Errorf("conflict %q, taken %v, gone %v", got, c.Taken, c.Gone)
				}
			} else if testdir.Must(t, err); u.clashes != "" || u.taken || u.gone {
				t.Error("it is taken back without a choice")
			} else {
				b.mustApply(e)
				if all := b.mustHistory(); len(all) != 2 || !all[1].Undone || all[0].Undoes != id {
					t.Errorf("history %+v", all)
				}
			}
			want := maps.Clone(before)
			for name, text := range u.want {
				if want[name] = text; text == "" {
					delete(want, name)
				}
			}
			now := b.files()
			if !maps.Equal(now, want) {
				t.Errorf("it leaves %v\nwant %v", now, want)
			}
			if _, err := os.Lstat(b.path(markName)); err == nil && !u.claude {
				t.Errorf("it makes %s, which its agents do not know", markName)
			}
			for name, was := range infos {
				if is, err := os.Stat(b.path(name)); err == nil && u.theirs[name] == now[name] && !os.SameFile(was, is) {
					t.Errorf("%s was written, and nothing in it changed", name)
				}
			}
		})
	}
}

func TestAnUndoWritesThroughNoLinkAndNoSecondName(t *testing.T) {
	for what, share := range map[string]func(from, to string) error{
		"link": func(from, to string) error {
			return errors.Join(os.Rename(from, to), os.Symlink(filepath.Base(to), from))
		},
		"second name": os.Link,
	} {
		b := journalled(t, scene{dir: newDir, files: map[string]string{task1: pending()}}.set(t), t.TempDir())
		id := b.mustApply(b.edit(tasks.VerbClaim, task1, "me")).Edit
		testdir.Must(t, share(b.path(task1), b.path("other.txt")))
		e, err := b.s.Batch().Undo(id)
		if err == nil {
			_, err = b.s.Apply(t.Context(), e)
		}
		if !refused(err) || b.read(task1) != claimed() {
			t.Errorf("a %s: %v, wrote %s", what, err, b.read(task1))
		}
	}
}

func (b *harness) infos() map[string]os.FileInfo {
	b.t.Helper()
	all := map[string]os.FileInfo{}
	for name := range b.files() {
		fi, err := os.Stat(b.path(name))
		testdir.Must(b.t, err)
		all[name] = fi
	}
	return all
}

func TestAnOwnerWhoWorksOnAnotherTaskGetsNoTaskBackInProgress(t *testing.T) {
	b := journalled(t, newDir(t), t.TempDir())
	b.write(lockName, "")
	b.write("task_0000000c.json", s13File("task_0000000c", "c", "in_progress", "null"))
	b.write("task_0000000d.json", s13File("task_0000000d", "d", "in_progress", "dan"))
	b.refresh()
	release := b.edit(tasks.VerbRelease, "task_0000000c.json", "me")
	release.ID = 0
	unlocked := openedWith(t, Options{State: t.TempDir()}, s12File("task_1", "a", "in_progress", "ann"))
	for what, undo := range map[string]func() (tasks.Edit, error){
		"a task without an owner": func() (tasks.Edit, error) { return b.s.Batch().Undo(b.mustApply(release).Edit) },
		"a subject": func() (tasks.Edit, error) {
			return b.s.Batch().Undo(b.set("task_0000000d.json", tasks.FieldSubject, "d", "e"))
		},
		"a design without that rule": func() (tasks.Edit, error) {
			return unlocked.s.Batch().Undo(unlocked.mustApply(unlocked.edit(tasks.VerbRelease, task1, "me")).Edit)
		},
	} {
		if e, err := undo(); err != nil || len(e.Needs) > 0 {
			t.Errorf("%s: it needs %+v, %v", what, e.Needs, err)
		}
	}
	b.write("task_0000000a.json", s13File("task_0000000a", "a", "in_progress", "ann"))
	b.refresh()
	id := b.mustApply(b.edit(tasks.VerbRelease, "task_0000000a.json", "me")).Edit
	b.write("task_0000000b.json", s13File("task_0000000b", "b", "in_progress", "ann"))
	b.refresh()
	e, err := b.s.Batch().Undo(id)
	if testdir.Must(t, err); len(e.Needs) != 1 || e.Needs[0].Idle != "ann" {
		t.Fatalf("it needs %+v", e.Needs)
	}
	if c := as[*tasks.ConflictError](t, second(b.s.Apply(t.Context(), e))); c.Key.Name != "task_0000000b.json" {
		t.Errorf("conflict %+v", c)
	}
}

// A release gives back how the file said that nobody has the task, by the journal; without one as the other files say it.
func TestAReleaseGivesBackNobodyInTheFormOfTheFile(t *testing.T) {
	of := func(n int, nobody string) string { return strings.Replace(s07File(n, "a", "pending"), `""`, nobody, 1) }
	for _, nobody := range []string{`""`, "null", "[]", "{}", "0", "false"} {
		for _, others := range []string{`""`, "null", "[]"} {
			for _, journal := range []bool{true, false} {
				state := Options{}
				if journal {
					state.State = t.TempDir()
				}
				files := map[string]string{"task_1.json": of(1, nobody), "task_2.json": of(2, others), "task_3.json": of(3, others)}
				dir := scene{dir: newDir, files: files}.set(t)
				b := opened(t, dir, state)
				b.mustApply(b.edit(tasks.VerbClaim, "task_1.json", "me"))
				if got := b.read("task_1.json"); got != strings.Replace(of(1, `"me"`), "pending", "in_progress", 1) {
					t.Errorf("%s claimed: %s", nobody, got)
				}
				testdir.Must(t, b.s.Close())
				b = opened(t, dir, state)
				b.mustApply(b.edit(tasks.VerbRelease, "task_1.json", "me"))
				want := of(1, others)
				if journal {
					want = of(1, nobody)
				}
				if got := b.read("task_1.json"); got != want {
					t.Errorf("%s among %s, with a journal %v: %s", nobody, others, journal, got)
				}
				testdir.Must(t, b.s.Close())
			}
		}
	}
}

package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
	"sideboard/tasks/testdir"
)

// meeting is an edit, and what others write in the middle of it.
type meeting struct {
	what   string
	files  map[string]string // before
	edit   tasks.Edit
	theirs map[string]string // "" for a file that they remove
	want   map[string]string // afterwards, nil if the edit is a conflict
	clash  tasks.Clash
	gone   bool
	early  bool // seen until the last check, and not in the instant after it
}

func meetings() []meeting {
	const t1, t2 = "task_1.json", "task_2.json"
	s12 := func(subject, status, owner string) map[string]string {
		return map[string]string{t1: s12File("task_1", subject, status, owner)}
	}
	two := func(status, owner, otherStatus, otherOwner string) map[string]string {
		return map[string]string{t1: s12File("task_1", "a", status, owner), t2: s12File("task_2", "b", otherStatus, otherOwner)}
	}
	of := func(v tasks.Verb, needs ...tasks.Need) tasks.Edit {
		return tasks.Edit{ID: 7, Verb: v, Of: tasks.Key{Name: t1}, Who: "me", Needs: needs}
	}
	need := func(name string, s tasks.Status) tasks.Need {
		return tasks.Need{Key: tasks.Key{Name: name}, Field: tasks.FieldStatus, Is: tasks.StatusValue(s)}
	}
	clash := func(name string, f tasks.Field, base, ours, theirs tasks.Value, by string) tasks.Clash {
		return tasks.Clash{Key: tasks.Key{Name: name}, Field: f, Base: base, Ours: ours, Theirs: theirs, By: by}
	}
	pending, running, done := tasks.StatusValue(tasks.Pending), tasks.StatusValue(tasks.InProgress), tasks.StatusValue(tasks.Completed)
	renamed := strings.Replace(s12File("task_1", "theirs", "pending", "null"), "{", "{\n  \"extra\": [1,  2, \"caf\\u00e9\"],", 1)
	edited := of(tasks.VerbEdit)
	edited.Changes = []tasks.Change{setting(tasks.FieldSubject, "a", "ours")}
	needing := edited
	needing.Needs = []tasks.Need{need(t1, tasks.Pending)}
	idle := tasks.Need{Key: tasks.Key{Name: t1}, Idle: "me"}
	return []meeting{
		{what: "other values", files: s12("a", "pending", "null"), edit: of(tasks.VerbClaim), theirs: map[string]string{t1: renamed},
			want: map[string]string{t1: strings.NewReplacer("pending", "in_progress", "null", `"me"`).Replace(renamed)}},
		{what: "a claim", files: s12("a", "pending", "null"), edit: of(tasks.VerbClaim), theirs: s12("a", "in_progress", "agent-2"),
			clash: clash(t1, tasks.FieldStatus, pending, running, running, "agent-2")},
		{what: "the same value", files: s12("a", "pending", "null"), edit: edited, theirs: s12("theirs", "pending", "null"),
			clash: clash(t1, tasks.FieldSubject, tasks.TextValue("a"), tasks.TextValue("ours"), tasks.TextValue("theirs"), "")},
		{what: "a removal", files: s12("a", "pending", "null"), edit: of(tasks.VerbClaim), theirs: map[string]string{t1: ""}, clash: tasks.Clash{Key: tasks.Key{Name: t1}}, gone: true},
		{what: "a status that an edit needs", files: s12("a", "pending", "null"), edit: needing, theirs: s12("a", "in_progress", "agent-2"),
			clash: clash(t1, tasks.FieldStatus, pending, tasks.Value{}, running, "agent-2")},
		{what: "a status that a deletion needs", files: s12("a", "pending", "null"), edit: of(tasks.VerbDelete, need(t1, tasks.Pending)), theirs: s12("a", "in_progress", "agent-2"),
			clash: clash(t1, tasks.FieldStatus, pending, tasks.Value{}, running, "agent-2")},
		{what: "a status of another task that an edit needs", files: two("pending", "null", "completed", "null"), edit: of(tasks.VerbClaim, need(t2, tasks.Completed)), early: true,
			theirs: map[string]string{t2: s12File("task_2", "b", "pending", "null")}, clash: clash(t2, tasks.FieldStatus, done, tasks.Value{}, pending, "")},
		{what: "a removal of another task that an edit needs", files: two("pending", "null", "completed", "null"), edit: of(tasks.VerbClaim, need(t2, tasks.Completed)), early: true,
			theirs: map[string]string{t2: ""}, clash: clash(t2, tasks.FieldStatus, done, tasks.Value{}, tasks.Value{}, ""), gone: true},
		{what: "another task for an owner who must be idle", files: two("pending", "null", "pending", "null"), edit: of(tasks.VerbClaim, idle), early: true,
			theirs: map[string]string{t2: s12File("task_2", "b", "in_progress", "me")}, clash: clash(t2, tasks.FieldStatus, pending, tasks.Value{}, running, "me")},
		{what: "another task for somebody else", files: two("pending", "null", "pending", "null"), edit: of(tasks.VerbClaim, idle), early: true,
			theirs: map[string]string{t2: s12File("task_2", "b", "in_progress", "agent-2")}, want: two("in_progress", "me", "in_progress", "agent-2")},
		{what: "nothing, and its own task keeps no owner busy", files: s12("a", "in_progress", "me"), edit: of(tasks.VerbComplete, idle), want: s12("a", "completed", "me")},
	}
}

// TestWhatOthersWriteMeanwhileIsMergedOrAConflict plays each meeting with the others writing before the edit, also where another edit
// reads that and hands nothing over; while it is prepared; and between its last check and the change.
func TestWhatOthersWriteMeanwhileIsMergedOrAConflict(t *testing.T) {
	for _, m := range meetings() {
		for _, moment := range []string{"before", "before another edit", "prepared", "in place", "by rename"} {
			if m.early && (moment == "in place" || moment == "by rename") {
				continue
			}
			t.Run(m.what+" "+moment, func(t *testing.T) {
				f, written := &faultDisk{}, false
				b := opened(t, scene{dir: newDir, files: m.files}.set(t), Options{Disk: f, State: t.TempDir()})
				write := func() {
					for name, text := range m.theirs {
						switch {
						case written:
						case text == "":
							testdir.Must(t, os.Remove(b.path(name)))
						case moment == "by rename":
							b.replaceAsAgentsDo(name, text)
						default:
							b.write(name, text)
						}
					}
					written = true
				}
				plan, err := b.s.Plan(m.edit)
				testdir.Must(t, err)
				switch moment {
				case "before":
					write()
				case "before another edit":
					write()
					made := b.mustApply(tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: "new"}}).Made
					testdir.Must(t, os.Remove(b.path(made[0].Name)))
				case "prepared":
					b.s.opts.BeforeWrite = write
				default:
					f.atChange(1, write)
				}
				res, err := b.s.Apply(t.Context(), plan)
				want, changes := m.want, 1
				if m.want == nil {
					c := as[*tasks.ConflictError](t, err)
					c.Since = time.Time{}
					if !reflect.DeepEqual(c.Clash, m.clash) || c.Gone != m.gone || len(res.Applied) > 0 {
						t.Errorf("conflict %+v\nwant %+v\ngone %v, applied %v", c.Clash, m.clash, c.Gone, res.Applied)
					}
					want, changes = maps.Clone(m.files), 0
					maps.Copy(want, m.theirs)
					maps.DeleteFunc(want, func(_, text string) bool { return text == "" })
				} else if testdir.Must(t, err); len(res.Applied) != 1 {
					t.Errorf("applied %v", res.Applied)
				}
				if now := b.files(); !maps.Equal(now, want) {
					t.Errorf("it leaves %v\nwant %v", now, want)
				}
				if n := f.count("replace "); !m.early && n != changes && (moment == "before" || moment == "prepared") {
					t.Errorf("the file was replaced %d times", n)
				}
				b.expectNoLeftovers()
				if m.edit.Verb == tasks.VerbDelete {
					testdir.Must(t, os.Remove(b.path(task1))) // then they delete it
				}
				if d := b.refresh(); (d.Mine[m.edit.Of] == 7) != (m.want != nil) {
					t.Errorf("reported as ours: %v", d.Mine)
				}
				if testdir.Must(t, b.s.Close()); len(f.held) > 0 {
					t.Errorf("%d files stay open", len(f.held))
				}
			})
		}
	}
}

func second(_ tasks.Result, err error) error { return err }

func TestAValueThatChangedSinceAnEditWasAskedForIsAConflict(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "base", "pending", "null"))
	b.write("task_1.json", s12File("task_1", "theirs", "pending", "null"))
	e := b.asked("task_1.json", tasks.FieldSubject, "base", "ours")
	for range 2 {
		c := as[*tasks.ConflictError](t, second(b.s.Apply(t.Context(), e)))
		if c.Base.Text != "base" || c.Ours.Text != "ours" || c.Theirs.Text != "theirs" {
			t.Errorf("conflict %+v", c)
		}
		b.refresh() // the edit's maker may not have seen even what was handed over
	}
}

func TestAnEditOfTheValueThatIsThereOrOfNoneThatItSawIsNoConflict(t *testing.T) {
	b := openedWith(t, Options{}, s12File("task_1", "theirs", "pending", "null"))
	e := b.asked("task_1.json", tasks.FieldSubject, "", "ours")
	for _, from := range []tasks.Value{tasks.TextValue("theirs"), {}} { // the second does not say what it saw
		e.Changes[0].From = from
		if b.mustApply(e); b.fields("task_1.json")["subject"] != "ours" {
			t.Error(b.read("task_1.json"))
		}
		b.write("task_1.json", s12File("task_1", "newer", "pending", "null"))
		b.refresh()
	}
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
	b := openedWith(t, Options{BeforeWrite: j.before}, s12File("task_1", "a", "pending", "null"))
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
}

func TestAnEditOfAFileThatKeepsChangingIsGivenUp(t *testing.T) {
	j := &interference{}
	b := openedWith(t, Options{BeforeWrite: j.before}, s12File("task_1", "a", "in_progress", "me"))
	n := 0
	j.do = func() {
		n++
		b.write("task_1.json", s12File("task_1", strings.Repeat("c", n), "in_progress", "me"))
	}
	_, err := b.s.Apply(t.Context(), b.edit(tasks.VerbComplete, "task_1.json", "me"))
	if err == nil || n != attempts || !strings.Contains(err.Error(), "kept changing") || !strings.Contains(err.Error(), "task_1.json") {
		t.Errorf("after %d attempts: %v", n, err)
	}
	b.expectNoLeftovers()
}

func TestTheNeedsOfAFileAreOneReadingOfIt(t *testing.T) {
	reads := func(fields ...tasks.Field) int {
		f := &faultDisk{}
		dir := newDir(t)
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(s07File(1, "a", "pending")), 0o644))
		b := opened(t, dir, Options{Disk: f})
		e := b.edit(tasks.VerbClaim, "task_1.json", "me")
		for _, f := range fields {
			need := tasks.Need{Key: e.Of, Field: f}
			if f == tasks.FieldStatus {
				need.Is = tasks.StatusValue(tasks.Pending)
			}
			e.Needs = append(e.Needs, need)
		}
		f.log = nil
		b.mustApply(e)
		return f.count("read ")
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
	c := as[*tasks.ConflictError](t, second(b.s.Apply(t.Context(), b.edit(tasks.VerbClaim, task1, "me"))))
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
	if lines, err := b.s.journal.Read(); err != nil || !slices.ContainsFunc(lines, func(l log.Entry) bool { return l.Kept == all[0].Kept }) {
		t.Errorf("the journal does not say where the bytes are: %+v, %v", lines, err)
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
			b.expectNoLeftovers()
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

// Whoever waits for a completed task in a file that cannot be read keeps its id: by the rules of its agents it never starts.
func TestAnEditSaysWhichFilesItCouldNotReadThatMayWaitForItsTask(t *testing.T) {
	half := s07File(2, "b", "pending", 1)[:60]
	for what, c := range map[string]struct {
		verb  tasks.Verb
		files map[string]string
		want  string // what is said, "" for nothing
	}{
		"complete": {tasks.VerbComplete, map[string]string{"task_2.json": half}, "done, but task_2.json could not be read: if it waits for 1, take that out of its list"},
		"delete":   {tasks.VerbDelete, map[string]string{"task_2.json": half}, "done, but task_2.json could not be read: if it waits for 1, take that out of its list"},
		"claim":    {tasks.VerbClaim, map[string]string{"task_2.json": half}, ""},
		"others":   {tasks.VerbComplete, map[string]string{"notes.json": half, "task_3.json": "[]"}, ""},
		"two": {tasks.VerbComplete, map[string]string{"task_2.json": half, "task_3.json": "{"},
			"done, but task_2.json could not be read: if it waits for 1, take that out of its list; task_3.json could not be read: if it waits for 1, take that out of its list"},
	} {
		b := openedWith(t, Options{}, s07File(1, "a", "pending"))
		for name, text := range c.files {
			b.write(name, text)
		}
		_, err := b.s.Apply(t.Context(), b.edit(c.verb, "task_1.json", "me"))
		got := ""
		if part, is := errors.AsType[*UnfinishedError](err); is {
			got = part.Error()
			if !part.Missed {
				t.Errorf("%s: nothing is missed", what)
			}
		} else if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if got != c.want {
			t.Errorf("%s: %q", what, got)
		}
	}
}

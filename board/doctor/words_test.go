package doctor_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

func of(t *testing.T, name string) *folder {
	t.Helper()
	for _, f := range forms() {
		if f.name == name {
			return newFolder(t, f)
		}
	}
	t.Fatalf("no dialect %s", name)
	return nil
}

var update = flag.Bool("update", false, "write the words of the findings anew")

// golden compares the words of findings with those in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		testdir.Must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	testdir.Must(t, err)
	lines, old := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(lines), len(old)) {
		if i >= len(lines) || i >= len(old) || lines[i] != old[i] {
			t.Fatalf("line %d of %s is another: read the difference after -update\n got %s\nwant %s", i+1, path, strings.Join(lines[i:min(i+1, len(lines))], ""), strings.Join(old[i:min(i+1, len(old))], ""))
		}
	}
}

// inWords returns all that a person is shown of findings.
func inWords(fs []doctor.Finding) string {
	var b strings.Builder
	for _, f := range fs {
		fmt.Fprintf(&b, "  %s %s %s: %s. %s | %s |", f.Severity, f.Kind, files(f), f.What, f.Why, f.Hint)
		if f.Repair != nil {
			fmt.Fprintf(&b, " %s%s%s", map[bool]string{true: "asks: "}[f.Repair.Asks], f.Repair.What, inSteps(f.Repair))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// inSteps returns what a repair does, as the journal has it.
func inSteps(r *doctor.Repair) string {
	if r.Edit == nil {
		return " | " + r.Lock
	}
	raw, err := json.Marshal(struct {
		*tasks.Edit
		Changes []tasks.Change `json:"changes,omitempty"`
	}{r.Edit, r.Edit.Changes})
	if err != nil {
		return err.Error()
	}
	return " | " + string(raw)
}

func files(f doctor.Finding) string {
	var names []string
	for _, k := range f.Files {
		names = append(names, k.Name)
	}
	return strings.Join(names, " ")
}

func TestFindingsSayInWordsWhatIsWrongInEachDesign(t *testing.T) {
	blocking := slices.DeleteFunc(refagents.Dialects(), func(name string) bool { return name == refagents.ClaudeCode })
	claude, clearing := []string{refagents.ClaudeCode}, []string{refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9}
	set := func(key, value string) func(*folder) {
		return func(o *folder) { o.tasks[4] = o.tasks[4].set(key, value) }
	}
	mark := func(text string) func(*folder) {
		return func(o *folder) { o.write(".highwatermark", text) }
	}
	var all strings.Builder
	for _, c := range []struct {
		what    string
		designs []string
		change  func(o *folder)
	}{
		{"nothing", refagents.Dialects(), func(*folder) {}},
		{"no task", []string{refagents.S12}, func(o *folder) { o.tasks = nil }},
		{"missing blockers", blocking, func(o *folder) { o.wait(4, 9).wait(3, 8) }},
		{"a broken blocker", refagents.Dialects(), func(o *folder) { o.write(o.file(2), "{") }},
		{"a shorter way round", []string{refagents.S07}, func(o *folder) { o.wait(4, 5).wait(3, 5).wait(4, 3).wait(5, 4) }},
		{"several ways round", []string{refagents.S07}, func(o *folder) { o.wait(2, 3).wait(3, 2).wait(4, 3).wait(3, 4).wait(5, 4).wait(4, 5) }},
		{"links that were satisfied", append(clearing, refagents.S07Blocks), func(o *folder) { o.lists(1, "blocks", o.raw(4), o.raw(3), o.raw(99)) }},
		{"one of a running task", []string{refagents.V6}, func(o *folder) { o.wait(2, 1) }},
		{"a link only the blocker has, to a running task", claude, func(o *folder) { o.lists(4, "blocks", o.raw(2)) }},
		{"one that would close a loop", claude, func(o *folder) { o.lists(5, "blocks", o.raw(3)) }},
		{"one to a completed task", claude, func(o *folder) { o.lists(2, "blocks", o.raw(1)) }},
		{"one of a completed task", claude, func(o *folder) { o.lists(1, "blocks", o.raw(4)) }},
		{"what completing and reopening leaves behind", clearing, func(o *folder) { o.lists(4, "blocks", o.raw(2)) }},
		{"an id that is sanitised in the name of its file", []string{refagents.V6}, func(o *folder) { o.write("re-lease-1.json", o.task(4).set("id", `"re.lease 1"`).String()) }},
		{"an id in another file", []string{refagents.V6}, func(o *folder) { o.write("re-lease-2.json", o.task(4).set("id", `"re.lease"`).String()) }},
		{"that of a completed task", []string{refagents.V6}, func(o *folder) { o.write("7.json", o.task(8).set("status", `"completed"`).String()) }},
		{"an empty list", []string{refagents.S12}, set("extra", "[]")},
		{"an empty text", []string{refagents.S12}, set("extra", `""`)},
		{"an empty object", []string{refagents.S12}, set("extra", "{ }")},
		{"a key too many with a value", []string{refagents.S12}, set("extra", "1")},
		{"a list with a value", []string{refagents.S12}, set("extra", "[7]")},
		{"a key too many behind a link", []string{refagents.S12}, func(o *folder) {
			o.write("kept.txt", o.tasks[4].set("extra", "1").String())
			testdir.Must(o.t, os.Symlink("kept.txt", o.path(o.file(4))))
		}},
		{"a key that no file has", []string{refagents.S12}, func(o *folder) { o.tasks = map[int]record{4: o.tasks[4].drop("owner")} }},
		{"a worktree in a folder of agents without", []string{refagents.S12, refagents.S10}, set("worktree", `"wt"`)},
		{"a list that is null and a word for a status", []string{refagents.S07}, func(o *folder) { set("blockedBy", "null")(o); set("status", `"done"`)(o) }},
		{"a copy with a list that is null", []string{refagents.S07}, func(o *folder) { set("blockedBy", "null")(o); o.write(o.file(7), o.tasks[4].String()) }},
		{"a pattern for a path in a file of no workflow", claude, set("context", `{"focus_paths": ["*"]}`)},
		{"a blocker of the other type", []string{refagents.S07, refagents.S12wt}, func(o *folder) { o.lists(4, "blockedBy", `"2"`) }},
		{"a completed one", []string{refagents.S07, refagents.S12wt}, func(o *folder) { o.lists(4, "blockedBy", `"1"`) }},
		{"a blocker in a file of another name", []string{refagents.S12wt}, func(o *folder) { o.write(o.file(7), o.task(8).String()); o.lists(4, "blockedBy", "8") }},
		{"a self-link by the name of its file", []string{refagents.S12wt}, func(o *folder) { o.write(o.file(7), o.task(8).set("blockedBy", "[7]").String()) }},
		{"a self-link of a copy", []string{refagents.V6}, func(o *folder) {
			o.write("7.json", o.task(4).set("blocked_by", `["4"]`).set("blocks", `["4"]`).String())
		}},
		{"a self-link of one side", []string{refagents.V6, refagents.ClaudeCode}, func(o *folder) { o.lists(4, o.waitsKey(), o.raw(4)) }},
		{"blocks of its own", claude, func(o *folder) { o.lists(4, "blocks", `"4"`) }},
		{"a missing blocker that is named twice", []string{refagents.V6}, func(o *folder) { o.lists(4, "blocked_by", `"9"`, `"9"`, `"8"`) }},
		{"faults in a file that no agent reads", []string{refagents.S12}, func(o *folder) {
			o.write("copy.json", o.task(8).set("blockedBy", "["+o.raw(9)+"]").set("status", `"done"`).String())
		}},
		{"one-sided links of a file that no agent reads", []string{refagents.S07Blocks}, func(o *folder) { o.write("copy.json", o.task(8).set("blockedBy", "[2]").set("blocks", "[3]").String()) }},
		{"a loop through a completed task", []string{refagents.S12}, func(o *folder) { o.wait(3, 5).status(3, "completed") }},
		{"a broken dependant", clearing, func(o *folder) { o.write(o.file(3), "{") }},
		{"a dependant that no agent sees", claude, func(o *folder) { o.status(3, "Done") }},
		{"a blocker that no agent sees, and a copy", claude, func(o *folder) { o.status(2, "Done").write("7.json", o.task(2).set("blocks", `["3"]`).String()) }},
		{"a link of one side to a completed task", []string{refagents.V6}, func(o *folder) { o.lists(4, "blocked_by", `"1"`) }},
		{"a link of one side behind a loop", claude, func(o *folder) { o.wait(2, 3).lists(5, "blocks", o.raw(4)) }},
		{"faults behind a link", []string{refagents.V6}, func(o *folder) {
			o.wait(4, 4).wait(4, 1).wait(4, 9).lists(2, "blocks", o.raw(4)).lists(4, "blocks", `"8"`).lists(5, o.waitsKey(), o.raw(4))
			o.write("kept.txt", o.tasks[4].String())
			testdir.Must(o.t, os.Symlink("kept.txt", o.path(o.file(4))))
		}},
		{"a status behind a link", []string{refagents.V6}, func(o *folder) {
			o.write("kept.txt", o.tasks[4].set("status", `"done"`).String())
			testdir.Must(o.t, os.Symlink("kept.txt", o.path(o.file(4))))
		}},
		{"a status that means nothing", []string{refagents.V6}, func(o *folder) { o.status(4, "purple") }},
		{"an id in another file that no agent lists", []string{refagents.V6}, func(o *folder) {
			o.write("re-lease-2.json", o.task(4).set("id", `"re.lease"`).set("extra", "1").String())
		}},
		{"copies that no agent lists", []string{refagents.V6}, func(o *folder) { set("extra", "1")(o); o.write("7.json", o.tasks[4].String()) }},
		{"a mark and no task", []string{refagents.V6}, func(o *folder) { o.tasks = nil }},
		{"an id that is too large for a mark", []string{refagents.V6}, func(o *folder) {
			o.write("99999999999999999999.json", o.task(4).set("id", `"99999999999999999999"`).String())
		}},
		{"files that other tools leave", []string{refagents.V6}, func(o *folder) {
			o.write("notes.tmp", "")
			o.write(".notes", "")
			for _, name := range []string{"sub", ".sub.tmp", "notes.txt.lock", ".lock.lock"} {
				testdir.Must(o.t, os.Mkdir(o.path(name), 0o755))
				o.age(name)
			}
		}},
		{"a lock of a file that is gone", claude, func(o *folder) { testdir.Must(o.t, os.Mkdir(o.path("9.json.lock"), 0o755)); o.age("9.json.lock") }},
		{"more links than are shown", []string{refagents.S12, refagents.V6}, func(o *folder) {
			o.wait(4, 2).wait(4, 3)
			o.tasks[4] = o.tasks[4].set(o.waitsKey(), "["+strings.Repeat(o.raw(2)+", ", tasks.MaxLinks)+o.raw(3)+"]")
		}},
		{"more blocks than are shown", []string{refagents.V6}, func(o *folder) {
			o.tasks[2] = o.tasks[2].set("blocks", "["+strings.Repeat(`"3", `, tasks.MaxLinks)+`"3"]`)
			o.lists(4, "blocked_by", `"2"`)
		}},
		// Two real folders have this list: their agents print it, and fail when the next task is completed.
		{"a list that is null", []string{refagents.S07, refagents.SFull, refagents.S12wt}, set("blockedBy", "null")},
		{"a key of a single file", []string{refagents.S12}, func(o *folder) { o.tasks = map[int]record{4: o.tasks[4].set("priority", `"high"`)} }},
		{"a loop through a copy", claude, func(o *folder) {
			o.status(2, "completed").write("7.json", o.task(2).set("blockedBy", `["3"]`).set("blocks", `["3"]`).String())
		}},
		{"a loop next to a completed copy", claude, func(o *folder) {
			o.wait(2, 3).write("7.json", o.task(2).set("status", `"completed"`).String())
		}},
		{"a lock that is held", refagents.Dialects(), func(o *folder) { testdir.Must(o.t, os.Mkdir(o.path(o.file(4)+".lock"), 0o755)) }},
		{"an empty mark", []string{refagents.V6}, mark("")},
		{"a mark in words", []string{refagents.V6}, mark("five")},
		{"a mark below zero", []string{refagents.V6}, mark("-1")},
		{"a lock of another tool", []string{refagents.S12}, func(o *folder) { o.write(".lock", "somebody 4711") }},
		{"an old file of another tool", []string{refagents.S12}, func(o *folder) { o.write("notes.csv", "") }},
		{"the grave first", []string{refagents.V6}, func(o *folder) {
			o.own(4, "alice").lists(2, "blocks", o.raw(4)).write("notes.csv", "")
			o.tasks[5] = o.tasks[5].set("status", `"done"`)
		}},
	} {
		for _, design := range c.designs {
			o := of(t, design)
			c.change(o)
			o.lay()
			_, fs := examine(t, o.dir)
			fmt.Fprintf(&all, "%s, %s:\n%s", c.what, design, inWords(fs))
		}
	}
	golden(t, "findings", all.String())
}

func TestNoRepairRestsOnWhatIsNoLongerSo(t *testing.T) {
	o := of(t, refagents.V6)
	o.wait(4, 1)
	o.lay()
	s, fs := examine(t, o.dir)
	o.write("1.json", o.status(1, "pending").tasks[1].String()) // reopened since
	before, _ := os.ReadFile(o.path("4.json"))
	if err := carryOut(t.Context(), s, *fs[0].Repair); err == nil {
		t.Error("it was cleared all the same")
	}
	if now, _ := os.ReadFile(o.path("4.json")); string(now) != string(before) {
		t.Errorf("task 4 became %s", now)
	}
}

func TestWhatIsBeingWrittenAtThisMomentIsNoFault(t *testing.T) {
	o := of(t, refagents.V6)
	o.lay()
	s, _ := examine(t, o.dir)
	v, err := s.Survey(t.Context())
	testdir.Must(t, err)
	c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: torn{}, Now: time.Now()}
	for n := range o.tasks {
		c.Entries = append(c.Entries, doctor.Entry{Name: o.file(n), Kind: doctor.File})
	}
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Errorf("half-written since they were read: %s", listed(fs))
	}
	c.Files = gone{}
	c.Entries = nil
	for _, task := range c.Tasks {
		c.Tasks = append(c.Tasks, &tasks.Task{Key: tasks.Key{Name: "x" + task.Name}, ID: task.ID, Traits: task.Traits, Status: tasks.Foreign, Limits: tasks.NoEdit})
	}
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Errorf("deleted since they were read: %s", listed(fs))
	}
	o.write(".highwatermark", "2")
	if _, fs := examine(t, o.dir); len(fs) != 0 {
		t.Errorf("the mark is being written: %s", listed(fs))
	}
	o.write(".highwatermark", "5")
	o.age(".highwatermark")
	o.write("6.json", o.task(6).set("blocks", "[]").String()) // created, and the mark not yet written
	o.write(".sideboard-1.tmp", "{")
	testdir.Must(t, os.Mkdir(o.path(".lock"), 0o755))
	s, fs := examine(t, o.dir)
	if len(fs) != 0 {
		t.Error(listed(fs))
	}
	o.write("4.json", o.tasks[4].set("blocked_by", `["9"]`).String())
	_, err = s.Refresh(t.Context(), nil)
	testdir.Must(t, err)
	v, err = s.Survey(t.Context())
	testdir.Must(t, err)
	c = doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Files: raws{s}, Now: time.Now()}
	if fs := doctor.Examine(c); len(fs) != 1 || fs[0].Kind != doctor.MissingBlocker {
		t.Errorf("without its file: %s", listed(fs))
	}
	c.Entries = []doctor.Entry{{Name: "9.json", Kind: doctor.File, Changed: time.Now()}}
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Errorf("created since the tasks were read: %s", listed(fs))
	}
}

// torn are files that are all half-written.
type torn struct{}

func (torn) Raw(string) ([]byte, error) { return []byte("{"), nil }

// gone are files that were all deleted.
type gone struct{}

func (gone) Raw(string) ([]byte, error) { return nil, fs.ErrNotExist }

func TestLocksThatAgentsDoNotTakeAreReported(t *testing.T) {
	o := of(t, refagents.S12)
	testdir.Must(t, os.Mkdir(o.dir+".lock", 0o755))
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) != 0 { // the case of this test has nothing next to the directory
		t.Error(listed(fs))
	}
	fs := doctor.Examine(doctor.Case{Codec: knownFrom(o.dir), OuterLock: &doctor.Entry{Name: ".tasks.lock", Kind: doctor.Directory}})
	for _, f := range forms() { // only those of s13 rely on a flock, which other machines may not see
		o := of(t, f.name)
		o.lay()
		s, _ := examine(t, o.dir)
		for _, remote := range []string{"", "NFS"} {
			fs = append(fs, doctor.Examine(doctor.Case{Codec: s.Codec(), Remote: remote})...)
		}
	}
	golden(t, "locks", inWords(fs))
}

func TestFilesThatCannotBeReadAreReported(t *testing.T) {
	var all strings.Builder
	for _, design := range []string{refagents.S12, refagents.V6, refagents.ClaudeCode} {
		o := of(t, design)
		o.lay()
		s, _ := examine(t, o.dir)
		for kind := tasks.BeingWritten; kind <= tasks.NoID; kind++ {
			for _, name := range []string{o.file(9), "notes.json"} {
				for _, is := range []doctor.EntryKind{doctor.File, doctor.Special} {
					key := tasks.Key{Name: name}
					fmt.Fprintf(&all, "%s, %d, %s, %d:\n%s", design, kind, name, is, inWords(doctor.Examine(doctor.Case{
						Codec: s.Codec(), Problems: []tasks.Problem{{Key: key, Kind: kind, Text: "why"}}, Files: gone{}, Entries: []doctor.Entry{{Name: name, Kind: is}},
					})))
				}
			}
		}
	}
	golden(t, "problems", all.String())
}

func TestCountsTellProblemsFromNotes(t *testing.T) {
	c := doctor.Count([]doctor.Finding{{Severity: doctor.Error}, {Severity: doctor.Warning}, {Severity: doctor.Note}})
	if c.Errors != 1 || c.Warnings != 1 || c.Notes != 1 || c.Problems() != 2 {
		t.Errorf("%+v", c)
	}
}

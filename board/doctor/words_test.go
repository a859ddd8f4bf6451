package doctor_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
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

// only is the one finding of a folder.
func only(t *testing.T, o *folder) doctor.Finding {
	t.Helper()
	o.lay()
	_, fs := examine(t, o.dir)
	if len(fs) != 1 {
		t.Fatalf("%s: %d findings: %s", o.name, len(fs), listed(fs))
	}
	return fs[0]
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
			fmt.Fprintf(&b, " %s%s", map[bool]string{true: "asks: "}[f.Repair.Asks], f.Repair.What)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func files(f doctor.Finding) string {
	var names []string
	for _, k := range f.Files {
		names = append(names, k.Name)
	}
	return strings.Join(names, " ")
}

// summary is what is found in a folder, a line each: severity, kind, files by the numbers of their tasks, and "asks" or "repairs"
// where there is a repair.
func (o *folder) summary(fs []doctor.Finding) string {
	var lines []string
	for _, f := range fs {
		line := f.Severity.String() + " " + string(f.Kind)
		for _, k := range f.Files {
			name := k.Name
			for n := range 10 {
				if name == o.file(n) {
					name = count(n)
				}
			}
			line += " " + name
		}
		if f.Repair != nil {
			line += map[bool]string{true: ", asks", false: ", repairs"}[f.Repair.Asks]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestFindings(t *testing.T) {
	blocking := slices.DeleteFunc(refagents.Dialects(), func(name string) bool { return name == refagents.ClaudeCode })
	claude, clearing := []string{refagents.ClaudeCode}, []string{refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9}
	set := func(key, value string) func(*folder) {
		return func(o *folder) { o.tasks[4] = o.tasks[4].set(key, value) }
	}
	mark := func(text string) func(*folder) {
		return func(o *folder) { o.write(".highwatermark", text) }
	}
	for _, c := range []struct {
		what    string
		designs []string
		change  func(o *folder)
		want    string
		says    string // in one of the findings
	}{
		{"nothing", refagents.Dialects(), func(*folder) {}, "", ""},
		{"no task", []string{refagents.S12}, func(o *folder) { o.tasks = nil }, "", ""},
		{"missing blockers", blocking, func(o *folder) { o.wait(4, 9).wait(3, 8) }, "error missing-blocker 3, asks; error missing-blocker 4, asks", "which no file has"},
		{"a broken blocker", refagents.Dialects(), func(o *folder) { o.write(o.file(2), "{") }, "error broken-file 2", "the text ends too early"},
		{"a shorter way round", []string{refagents.S07}, func(o *folder) { o.wait(4, 5).wait(3, 5).wait(4, 3).wait(5, 4) }, "error loop 3 5", "1 more task is in a loop with them"},
		{"several ways round", []string{refagents.S07}, func(o *folder) { o.wait(2, 3).wait(3, 2).wait(4, 3).wait(3, 4).wait(5, 4).wait(4, 5) }, "warning loop 2 3", "2 more tasks are in a loop with them"},
		{"links that were satisfied", append(clearing, refagents.S07Blocks), func(o *folder) { o.lists(1, "blocks", o.raw(4), o.raw(3), o.raw(99)) }, "", ""},
		{"one of a running task", []string{refagents.V6}, func(o *folder) { o.wait(2, 1) }, "warning finished-blocker 2 1, asks", "it runs already"},
		{"a link only the blocker has, to a running task", claude, func(o *folder) { o.lists(4, "blocks", o.raw(2)) }, "warning one-sided 4 2", "which does not wait for it"},
		{"one that would close a loop", claude, func(o *folder) { o.lists(5, "blocks", o.raw(3)) }, "warning one-sided 5 3", "which does not wait for it"},
		{"one to a completed task", claude, func(o *folder) { o.lists(2, "blocks", o.raw(1)) }, "note one-sided 2 1", "does not matter any more"},
		{"one of a completed task", claude, func(o *folder) { o.lists(1, "blocks", o.raw(4)) }, "note one-sided 1 4", "does not matter any more"},
		{"what completing and reopening leaves behind", clearing, func(o *folder) { o.lists(4, "blocks", o.raw(2)) }, "note one-sided 4 2", "leaves that behind"},
		{"an id that is sanitised in the name of its file", []string{refagents.V6}, func(o *folder) { o.write("re-lease-1.json", o.task(4).set("id", `"re.lease 1"`).String()) }, "", ""},
		{"an id in another file", []string{refagents.V6}, func(o *folder) { o.write("re-lease-2.json", o.task(4).set("id", `"re.lease"`).String()) }, "error misnamed-id re-lease-2.json", "belongs in re-lease.json"},
		{"that of a completed task", []string{refagents.V6}, func(o *folder) { o.write("7.json", o.task(8).set("status", `"completed"`).String()) }, "error low-mark .highwatermark 7, repairs; warning misnamed-id 7", "belongs in 8.json"},
		{"an empty list", []string{refagents.S12}, set("extra", "[]"), "error fails-all 4, repairs", ""},
		{"an empty text", []string{refagents.S12}, set("extra", `""`), "error fails-all 4, repairs", ""},
		{"an empty object", []string{refagents.S12}, set("extra", "{ }"), "error fails-all 4, repairs", ""},
		{"a key too many with a value", []string{refagents.S12}, set("extra", "1"), "error fails-all 4, asks", ""},
		{"a list with a value", []string{refagents.S12}, set("extra", "[7]"), "error fails-all 4, asks", ""},
		{"an empty mark", []string{refagents.V6}, mark(""), "warning broken-mark .highwatermark", "it holds no number"},
		{"a mark in words", []string{refagents.V6}, mark("five"), "warning broken-mark .highwatermark", ""},
		{"a mark below zero", []string{refagents.V6}, mark("-1"), "warning broken-mark .highwatermark", ""},
		{"a lock of another tool", []string{refagents.S12}, func(o *folder) { o.write(".lock", "somebody 4711") }, "warning foreign-lock .lock", "it has something in it"},
		{"an old file of another tool", []string{refagents.S12}, func(o *folder) { o.write("notes.txt", "") }, "note foreign-file notes.txt", "no agent reads it"},
		{"the grave first", []string{refagents.V6}, func(o *folder) {
			o.own(4, "alice").lists(2, "blocks", o.raw(4)).write("notes.txt", "")
			o.tasks[5] = o.tasks[5].set("status", `"done"`)
		}, "error owner-on-pending 4, repairs; error unknown-status 5, asks; note one-sided 2 4; note foreign-file notes.txt", "alice"},
	} {
		for _, design := range c.designs {
			t.Run(c.what+", "+design, func(t *testing.T) {
				o := of(t, design)
				c.change(o)
				o.lay()
				_, fs := examine(t, o.dir)
				if got := o.summary(fs); got != c.want || !strings.Contains(listed(fs), c.says) {
					t.Errorf("%s, want %s%s", got, c.want, listed(fs))
				}
			})
		}
	}
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
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Errorf("half-written since they were read: %s", listed(fs))
	}
	o.write("6.json", o.task(6).set("blocks", "[]").String()) // created, and the mark not yet written
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

func TestCountsTellProblemsFromNotes(t *testing.T) {
	c := doctor.Count([]doctor.Finding{{Severity: doctor.Error}, {Severity: doctor.Warning}, {Severity: doctor.Note}})
	if c.Errors != 1 || c.Warnings != 1 || c.Notes != 1 || c.Problems() != 2 {
		t.Errorf("%+v", c)
	}
}

// Two real folders have this list: their agents print it, and fail when the next task is completed.
func TestAListThatIsNullIsSaidToStopCompletingAndNotListing(t *testing.T) {
	for _, name := range []string{refagents.S07, refagents.S07Blocks, refagents.SFull} {
		o := of(t, name)
		o.lists(4, o.waitsKey())
		o.tasks[4] = o.tasks[4].set(o.waitsKey(), "null")
		f := only(t, o)
		if f.Kind != doctor.FailsOver || f.Severity != doctor.Error || !strings.Contains(f.Why, "list it, and then fail to complete any task") || f.Repair == nil || f.Repair.Asks {
			t.Errorf("%s: %+v", name, f)
		}
		if _, err := refagents.Read(name, o.dir); err != nil {
			t.Errorf("%s: they do not list it: %v", name, err)
		}
		if err := refagents.Complete(name, o.dir, o.id(2), "alice"); err == nil {
			t.Errorf("%s: they complete another task", name)
		}
		s, fs := examine(t, o.dir)
		if fs = repair(t, s, fs, false); len(fs) > 0 {
			t.Errorf("%s: after the repair: %s", name, listed(fs))
		}
	}
	o := of(t, refagents.S12wt)
	o.tasks[4] = o.tasks[4].set("blockedBy", "null")
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) > 0 {
		t.Errorf("agents that never look at a list: %s", listed(fs))
	}
}

func TestABlockerThatNoAgentSeesIsNotCalledMissing(t *testing.T) {
	o := of(t, refagents.ClaudeCode)
	o.wait(4, 2)
	o.tasks[2] = o.tasks[2].set("status", `"Done"`)
	o.lay()
	s, fs := examine(t, o.dir)
	var skipped *doctor.Repair
	for _, f := range fs {
		switch {
		case strings.Contains(f.What+f.Why, "no file has"), f.Kind == doctor.MissingBlocker && (f.Repair != nil || !strings.Contains(f.What, "Done")):
			t.Errorf("%s", listed(fs))
		case f.Kind == doctor.SkippedFile:
			skipped = f.Repair
		}
	}
	if skipped == nil || !skipped.Asks {
		t.Fatalf("nothing offers the status that is meant: %s", listed(fs))
	}
	if fs = repair(t, s, fs, true); len(fs) != 0 {
		t.Errorf("with the status that is meant: %s", listed(fs))
	}
}

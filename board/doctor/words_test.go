package doctor_test

import (
	"os"
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
		t.Fatalf("%s: %d findings: %s", o.name, len(fs), told(fs))
	}
	return fs[0]
}

func files(f doctor.Finding) string {
	var names []string
	for _, k := range f.Files {
		names = append(names, k.Name)
	}
	return strings.Join(names, " ")
}

func TestWhatAMissingBlockerMeansDependsOnTheDialect(t *testing.T) {
	for _, name := range refagents.Dialects() {
		o := of(t, name)
		o.wait(4, 9).wait(3, 8)
		o.lay()
		_, fs := examine(t, o.dir)
		want := doctor.Error
		if name == refagents.ClaudeCode {
			want = doctor.Note
		}
		if len(fs) != 2 || fs[0].Severity != want || fs[0].Kind != doctor.MissingBlocker || !strings.Contains(fs[0].What, o.id(8)) {
			t.Errorf("%s: %s", name, told(fs))
		}
		for _, f := range fs {
			if f.Repair != nil && !f.Repair.Asks {
				t.Errorf("%s: nobody is asked before a task may start: %+v", name, f.Repair)
			}
		}
	}
}

func TestABlockerWhoseFileIsBrokenIsNotCalledMissing(t *testing.T) {
	for _, name := range refagents.Dialects() {
		o := of(t, name)
		o.write(o.file(2), "{")
		if f := only(t, o); f.Kind != doctor.BrokenFile || files(f) != o.file(2) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestSatisfiedLinksAreLeftAlone(t *testing.T) {
	for _, name := range []string{refagents.S07Blocks, refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9} {
		o := of(t, name)
		o.lists(1, "blocks", o.raw(4), o.raw(3), o.raw(99))
		o.lay()
		if _, fs := examine(t, o.dir); len(fs) != 0 {
			t.Errorf("%s: %s", name, told(fs))
		}
	}
}

func TestALinkToACompletedTaskIsNotOneSided(t *testing.T) {
	o := of(t, refagents.ClaudeCode)
	o.lists(4, o.waitsKey(), o.raw(1))
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) != 0 {
		t.Error(told(fs))
	}
}

func TestANumberIsNotTheTextThatLooksLikeIt(t *testing.T) {
	for _, name := range []string{refagents.S07, refagents.S12wt} {
		o := of(t, name)
		o.lists(4, o.waitsKey(), `"1"`)
		if f := only(t, o); f.Kind != doctor.MistypedBlocker || f.Severity != doctor.Error || files(f) != "task_4.json task_1.json" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestClearingALeftoverKeepsTheOtherFileAsItIs(t *testing.T) {
	o := of(t, refagents.V6)
	o.wait(4, 1)
	before := o.tasks[1].String()
	f := only(t, o)
	if f.Kind != doctor.FinishedBlocker || f.Repair == nil || !f.Repair.Asks {
		t.Fatalf("%+v", f)
	}
	s, fs := examine(t, o.dir)
	if fs = mend(t, s, fs, true); len(fs) != 0 {
		t.Error(told(fs))
	}
	if now, _ := os.ReadFile(o.path("1.json")); string(now) != before {
		t.Errorf("the completed task became %s", now)
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

func TestASanitisedIDIsNoDisagreement(t *testing.T) {
	o := of(t, refagents.V6)
	r := o.task(4).set("id", `"re.lease 1"`)
	o.write("re-lease-1.json", r.String())
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) != 0 {
		t.Error(told(fs))
	}
	o.write("re-lease-2.json", o.task(4).set("id", `"re.lease"`).String())
	if f := only(t, o); f.Kind != doctor.MisnamedID || f.Severity != doctor.Error || f.Repair != nil {
		t.Errorf("%+v", f)
	}
}

func TestKeysWithAValueAreTakenAwayOnlyAfterAsking(t *testing.T) {
	for value, asks := range map[string]bool{"null": false, "[]": false, `""`: false, "{ }": false, "1": true, "[7]": true} {
		o := of(t, refagents.S12)
		o.tasks[4] = o.tasks[4].set("extra", value)
		f := only(t, o)
		if f.Kind != doctor.FailsAll || f.Repair == nil || f.Repair.Asks != asks {
			t.Errorf("%s: %+v", value, f)
		}
	}
}

func TestAMarkThatIsNoNumberIsTold(t *testing.T) {
	for _, text := range []string{"", "five", "-1"} {
		o := of(t, refagents.V6)
		o.write(".highwatermark", text)
		if f := only(t, o); f.Kind != doctor.BrokenMark || f.Severity != doctor.Warning || f.Repair != nil {
			t.Errorf("%q: %+v", text, f)
		}
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
		t.Errorf("half-written since they were read: %s", told(fs))
	}
	o.write("6.json", o.task(6).set("blocks", "[]").String()) // created, and the mark not yet written
	s, fs := examine(t, o.dir)
	if len(fs) != 0 {
		t.Error(told(fs))
	}
	s.Close()
	c = doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Entries: []doctor.Entry{{Name: "9.json", Kind: doctor.File}}, Files: torn{}, Now: time.Now()}
	o.tasks[4] = o.tasks[4].set("blocked_by", `["9"]`)
	if fs := doctor.Examine(c); len(fs) != 0 {
		t.Errorf("created since the tasks were read: %s", told(fs))
	}
}

// torn are files that are all half-written.
type torn struct{}

func (torn) Raw(string) ([]byte, error) { return []byte("{"), nil }

func TestAForeignLockIsRespectedAndTold(t *testing.T) {
	o := of(t, refagents.S12)
	o.write(".lock", "somebody 4711")
	if f := only(t, o); f.Kind != doctor.ForeignLock || f.Severity != doctor.Warning || f.Repair != nil {
		t.Errorf("%+v", f)
	}
	o = of(t, refagents.S12)
	testdir.Must(t, os.Mkdir(o.dir+".lock", 0o755))
	o.lay()
	_, fs := examine(t, o.dir)
	if len(fs) != 0 { // the case of this test does not look beside the directory
		t.Error(told(fs))
	}
	c := doctor.Case{Codec: codecOf(t, o), OuterLock: &doctor.Entry{Name: ".tasks.lock", Kind: doctor.Directory}}
	if fs := doctor.Examine(c); len(fs) != 1 || fs[0].Kind != doctor.ForeignLock {
		t.Error(told(fs))
	}
}

func TestAFlockOverTheNetworkIsNotedWhereAgentsRelyOnIt(t *testing.T) {
	for _, f := range forms() {
		o := of(t, f.name)
		o.lay()
		s, _ := examine(t, o.dir)
		c := doctor.Case{Codec: s.Codec(), Remote: "NFS"}
		fs := doctor.Examine(c)
		if f.name != refagents.S13 {
			if len(fs) > 0 {
				t.Error(f.name, told(fs))
			}
			continue
		}
		if len(fs) != 1 || fs[0].Kind != doctor.RemoteLock || fs[0].Severity != doctor.Note || !strings.Contains(fs[0].What, "NFS") {
			t.Error(f.name, told(fs))
		}
		if c.Remote = ""; len(doctor.Examine(c)) > 0 {
			t.Error(f.name, told(doctor.Examine(c)))
		}
	}
}

func TestGraveFindingsComeFirst(t *testing.T) {
	o := of(t, refagents.V6)
	o.own(4, "alice").lists(2, "blocks", o.raw(4)).write("notes.txt", "")
	o.tasks[5] = o.tasks[5].set("status", `"done"`)
	o.lay()
	_, fs := examine(t, o.dir)
	got := make([]string, len(fs))
	for i, f := range fs {
		got[i] = f.Severity.String() + " " + string(f.Kind)
	}
	want := []string{"error owner-on-pending", "error unknown-status", "note one-sided", "note foreign-file"}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestARepairThatWouldCloseALoopIsNotOffered(t *testing.T) {
	o := of(t, refagents.V6)
	o.lists(5, "blocks", o.raw(3)) // 5 waits for 3
	if f := only(t, o); f.Kind != doctor.OneSided || f.Repair != nil {
		t.Errorf("%+v", f)
	}
}

func TestAnEmptyDirectoryIsWell(t *testing.T) {
	o := of(t, refagents.S12)
	o.tasks = nil
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) != 0 {
		t.Error(told(fs))
	}
}

func TestCountsTellProblemsFromNotes(t *testing.T) {
	c := doctor.Count([]doctor.Finding{{Severity: doctor.Error}, {Severity: doctor.Warning}, {Severity: doctor.Note}})
	if c.Errors != 1 || c.Warnings != 1 || c.Notes != 1 || c.Problems() != 2 {
		t.Errorf("%+v", c)
	}
}

func TestALinkThatS07KeepsOnOneSideIsNoFault(t *testing.T) {
	for _, change := range []func(*folder){
		func(o *folder) { o.lists(4, o.waitsKey(), o.raw(2)) },
		func(o *folder) { o.lists(2, "blocks", o.raw(4)) },
	} {
		o := of(t, refagents.S07Blocks)
		change(o)
		o.lay()
		if _, fs := examine(t, o.dir); len(fs) != 0 {
			t.Error(told(fs))
		}
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
		if fs = mend(t, s, fs, false); len(fs) > 0 {
			t.Errorf("%s: after mending: %s", name, told(fs))
		}
	}
	o := of(t, refagents.S12wt)
	o.tasks[4] = o.tasks[4].set("blockedBy", "null")
	o.lay()
	if _, fs := examine(t, o.dir); len(fs) > 0 {
		t.Errorf("agents that never look at a list: %s", told(fs))
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
			t.Errorf("%s", told(fs))
		case f.Kind == doctor.SkippedFile:
			skipped = f.Repair
		}
	}
	if skipped == nil || !skipped.Asks {
		t.Fatalf("nothing offers the status that is meant: %s", told(fs))
	}
	if fs = mend(t, s, fs, true); len(fs) != 0 {
		t.Errorf("with the status that is meant: %s", told(fs))
	}
}

func TestWhatCompletingAndReopeningLeavesBehindIsNoWarning(t *testing.T) {
	for _, design := range []string{refagents.V6Early, refagents.V6Mid, refagents.V6, refagents.V9} {
		o := of(t, design)
		o.lists(4, "blocks", o.raw(2))
		o.lay()
		_, fs := examine(t, o.dir)
		for _, f := range fs {
			if f.Severity != doctor.Note {
				t.Errorf("%s: %+v", design, f)
			}
		}
	}
}

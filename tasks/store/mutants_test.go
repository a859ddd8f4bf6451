//go:build unix

package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// mutant is one part of the protocol taken away, and the test that goes red without it.
type mutant struct {
	what     string
	file     string // from the root of the module
	old, new string // old occurs once in the file
	test     string // of the package of the file, unless in names another
	in       string
}

// mutants are the parts of what keeps edits safe. The list is true: each old text is in its file and each test exists,
// which every run holds; and with SIDEBOARD_MUTANTS=1 each is taken away in a copy, and its test must fail.
var mutants = []mutant{
	{"other boards are not kept out", "tasks/store/locks.go", "if g.j.s.journal != nil {", "if g.j.s.journal != nil && false {",
		"TestABoardKeepsOtherBoardsOutFromItsLastLookToItsChange", ""},
	{"the dialect's lock is not taken", "tasks/store/locks.go", "release, err := theirs()", "var release func() error; var err error; _ = theirs",
		"TestALockThatIsHeldIsReportedAndNothingIsWritten", ""},
	{"a directory that was swapped is written into", "tasks/store/write.go", "if err == nil && !same {\n\t\terr = ErrSwapped", "if err == nil && !same && false {\n\t\terr = ErrSwapped",
		"TestAnEditEndsInTheDirectoryItBeganInAndItsLossIsReported", ""},
	{"the directory is let go of in the middle of an edit", "tasks/store/store.go", "if err == nil && s.pinned.Load() {", "if false {",
		"TestAnEditEndsInTheDirectoryItBeganInAndItsLossIsReported", ""},
	{"the lock of a crash stays", "tasks/store/crash.go", "c.removeLocks()", "",
		"TestTheNextStartFinishesWhatACrashLeft", ""},
	{"what an edit rests on is not compared", "tasks/store/write.go", "if err := base.checkChanges(j.s.codec, st.Changes); err != nil {", "if err := base.checkChanges(j.s.codec, nil); err != nil {",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"what a rule read is not compared", "tasks/store/compare.go", "for _, n := range j.edit.Needs {", "for _, n := range j.edit.Needs[:0] {",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"what a rule read is not compared under the lock", "tasks/store/write.go", "if err := j.checkNeeds(ctx, base, false, true); err != nil {", "if err := error(nil); err != nil {",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"no last look before the exchange", "tasks/store/write.go", "if !bytes.Equal(raw, base.raw) || info.Stamp != base.info.Stamp || info.Names > 1 {", "if raw == nil && info.Names > 99 {",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"a link or a file of several names is written", "tasks/store/write.go", "if base.task.Limits&tasks.NoEdit != 0 && (shared || j.originalBytes(st, base) == nil) {", "if shared && false {",
		"TestLinksSeveralNamesAndDoubleMembersAreShownAndNeverWritten", ""},
	{"a plain rename instead of an exchange", "tasks/store/osdisk.go", "if !d.plain.Load() {", "if false {",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"what came out of the exchange is not checked", "tasks/store/replace.go", "case raw != nil && !bytes.Equal(raw, w.base):", "case raw != nil && !bytes.Equal(raw, w.base) && false:",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"a late write into what was displaced is not seen", "tasks/store/recheck.go", "if held != nil {", "if false {",
		"TestALateWriteIntoTheDisplacedFileIsBroughtInOrKept", ""},
	{"what is to be deleted is not checked", "tasks/store/replace.go", "case w.next == nil && (err != nil || !bytes.Equal(raw, w.base)):", "case w.next == nil && err != nil:",
		"TestWhatOthersWriteMeanwhileIsMergedOrAConflict", ""},
	{"an edit that was undone is not made again", "tasks/store/recheck.go", "if what == PutBack && unknown == nil && m.canReapply(r, now) {", "if false {",
		"TestAnEditThatAStaleWriterUndidIsAppliedAgain", ""},
	{"an edit is made again for ever", "tasks/store/recheck.go", "r.tries < maxReapplies && ", "",
		"TestAnEditThatAStaleWriterUndidIsAppliedAgain", ""},
	{"an edit is made again though its agents lock", "tasks/store/recheck.go", "return !r.locks && ", "return ",
		"TestALossThatIsNotMadeAgainIsReported", ""},
	{"an edit is made again after the computer slept", "tasks/store/monitor.go", "return max(now.Sub(r.writtenAt), now.Round(0).Sub(r.writtenAt.Round(0)))", "return now.Sub(r.writtenAt)",
		"TestALossThatIsNotMadeAgainIsReported", ""},
	{"a loss is not reported", "tasks/store/recheck.go", "if m.end(r) {\n\t\tm.report(o, nil)", "if m.end(r) && false {\n\t\tm.report(o, nil)",
		"TestALossThatIsNotMadeAgainIsReported", ""},
	{"the loss of an edit that cannot be applied again is not reported", "tasks/store/recheck.go", "if due {\n\t\tm.reapply(r)\n\t}", "if due {\n\t\tm.reapply(r)\n\t\treturn\n\t}",
		"TestAnEditThatIsDueToBeAppliedAgainIsCheckedFirst", ""},
	{"another board's intent is fought", "tasks/store/recheck.go", "r.yieldTo(l.Edit.Steps[l.Step])", "_ = r",
		"TestAnotherBoardsIntentIsNotFought", ""},
	{"an own undo is fought", "tasks/store/journal.go", "j.s.monitor.yieldTo(j.edit.ID, p.Name, p.Step)", "_ = p",
		"TestOwnUndoIsNotFought", ""},
	{"what others meant is reported by the clock of the disk", "tasks/log/read.go", "if known && seen.size == fi.Size() && seen.newest.Before(at) {", "if known = known && seen.size < 0; known || fi.ModTime().Before(at.Add(-2*time.Second)) {",
		"TestTheLastIntentOfTwoBoardsWins", "./tasks/store"},
	{"a panic ends the looking after", "tasks/store/monitor.go", "err := catchPanic(\"check a written file again\", func() error { m.check(r, m.s.opts.Now()); return nil })", "m.check(r, m.s.opts.Now()); var err error",
		"TestAPanicInARecheckIsReportedAndTheOthersGoOn", ""},
	{"the directory is not synced", "tasks/store/apply.go", "if j.touched {", "if false {",
		"TestTheDirectoryIsSyncedAndItsFailureReported", ""},
	{"the new bytes are not synced", "tasks/store/replace.go", "if err := f.Sync(); err != nil {", "if err := error(nil); err != nil {",
		"TestTheOrderOfAWrite", ""},
	{"the journal is not synced", "tasks/store/journal.go", "if err := j.s.note(e, true); err != nil {", "if err := j.s.note(e, false); err != nil {",
		"TestTheOrderOfAWrite", ""},
	{"what a crash left is not finished", "tasks/store/load.go", "s.finishCrashes(ctx)", "",
		"TestTheNextStartFinishesWhatACrashLeft", ""},
	{"how an edit ended is forgotten on a full disk", "tasks/log/journal.go", "j.pendingEnds = append(j.pendingEnds, e)", "",
		"TestHowAnEditEndedIsNotForgottenOnAFullDisk", ""},
	{"a journal that does not say how an edit ended counts as ended", "tasks/log/journal.go", "if sure {", "if sure || true {",
		"TestHowAnEditEndedIsNotForgottenOnAFullDisk", ""},
	{"an undo puts back what others changed", "tasks/store/undo.go", "if !isApplied(c, now) {", "if false {",
		"TestUndoTakesBackWhatIsOursAndAsksAboutTheRest", ""},
	{"an undo writes old bytes over what others wrote", "tasks/store/write.go", "if before == nil || !j.isAsEditLeft(name, now) {", "if before == nil {",
		"TestUndoOfTheOldestOfFiveEditsRestoresItsFieldAlone", ""},
	{"a repair is taken back value by value", "tasks/store/write.go", "if next = j.originalBytes(st, base); next != nil {", "if false {",
		"TestUndoTakesBackWhatIsOursAndAsksAboutTheRest", ""},
	{"a pipe is waited for", "tasks/store/osdisk_unix.go", "unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY", "unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY",
		"TestAPipeThatTakesAFilesPlaceIsNotOpenedForLong", ""},
	{"a link is followed", "tasks/store/osdisk_unix.go", "unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC|unix.O_NOCTTY", "unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC|unix.O_NOCTTY",
		"TestALinkThatTakesAFilesPlaceIsNotFollowed", ""},
	{"a huge file is read", "tasks/store/osdisk_unix.go", "if before.Size > MaxFile && before.Size >= int64(len(buf)) {", "if false {",
		"TestNothingInADirectoryBlocksOrLeadsAstray", ""},
	{"a file is written that is too large to be read", "tasks/store/write.go", "if len(next) > MaxFile {", "if false {",
		"TestNothingIsWrittenThatCouldNotBeReadOrEditedAfterwards", ""},
	{"a lock is taken over at first sight", "tasks/lock/lock.go", "if !os.SameFile(was, now) || !was.ModTime().Equal(now.ModTime()) {", "if was == nil && false {",
		"TestMkdirLeavesALockThatIsBeingRefreshed|TestMkdirTakesOverOnlyWhatIsOldAndStill", ""},
	{"a lock that somebody took over is removed", "tasks/lock/lock.go", "if !os.SameFile(seen, now) || !seen.ModTime().Equal(now.ModTime()) {", "if (!os.SameFile(seen, now) || !seen.ModTime().Equal(now.ModTime())) && false {",
		"TestReleaseLeavesALockThatSomebodyTookOver", ""},
	{"C1 control characters are shown", "ui/safetext/text.go", "return standIn // C1", "return r // C1",
		"TestNoDangerousCharacterPassesTheMap|TestHostileCharactersBecomeVisible", ""},
	{"the board quits before an edit is written", "ui/model.go", "if m.queue.current == nil && !m.worktrees.AtWork() || m.quitting.asked {", "if true {",
		"TestQuittingWaitsUntilAnEditIsWritten", ""},
	{"a command ends before the last look", "ui/cli/doctor.go", "err := d.WaitReapplied(ctx)", "var err error",
		"TestDoctorDoesNotCallRepairedWhatAnAgentPutsBack", ""},
}

const module = "../.."

func (m mutant) dir() string {
	if m.in != "" {
		return m.in
	}
	return "./" + filepath.Dir(m.file)
}

func TestEveryMutantIsOfCodeThatIsThereAndOfATestThatIs(t *testing.T) {
	testdir.InOneGoroutine(t)
	tests := map[string]string{}
	for _, m := range mutants {
		raw, err := os.ReadFile(filepath.Join(module, m.file))
		testdir.Must(t, err)
		if n := strings.Count(string(raw), m.old); n != 1 {
			t.Errorf("%s: %q occurs %d times in %s", m.what, m.old, n, m.file)
		}
		if tests[m.dir()] == "" {
			files, err := filepath.Glob(filepath.Join(module, m.dir(), "*_test.go"))
			testdir.Must(t, err)
			for _, f := range files {
				raw, err := os.ReadFile(f)
				testdir.Must(t, err)
				tests[m.dir()] += string(raw)
			}
		}
		for name := range strings.SplitSeq(m.test, "|") {
			if !regexp.MustCompile(`(?m)^func ` + name + `\(t \*testing\.T\) \{`).MatchString(tests[m.dir()]) {
				t.Errorf("%s: there is no %s in %s", m.what, name, m.dir())
			}
		}
	}
}

// TestNoMutantSurvives takes each part away in a copy of the module and runs its test.
func TestNoMutantSurvives(t *testing.T) {
	if os.Getenv("SIDEBOARD_MUTANTS") == "" {
		t.Skip("takes minutes: SIDEBOARD_MUTANTS=1")
	}
	root, err := filepath.Abs(module)
	testdir.Must(t, err)
	copied := filepath.Join(t.TempDir(), "copy")
	testdir.Must(t, os.CopyFS(copied, os.DirFS(root)))
	run := func(m mutant) ([]byte, error) {
		c := exec.Command("go", "test", "-count=1", "-timeout=90s", "-run", "^("+m.test+")$", m.dir())
		c.Dir, c.WaitDelay = copied, 5*time.Second
		c.Env = append(os.Environ(), "TMPDIR="+t.TempDir()) // one that is killed in the middle leaves its files
		return c.CombinedOutput()
	}
	for _, m := range mutants {
		t.Run(m.what, func(t *testing.T) {
			path := filepath.Join(copied, m.file)
			raw, err := os.ReadFile(path)
			testdir.Must(t, err)
			defer func() { testdir.Must(t, os.WriteFile(path, raw, 0o644)) }()
			testdir.Must(t, os.WriteFile(path, []byte(strings.Replace(string(raw), m.old, m.new, 1)), 0o644))
			out, err := run(m)
			switch {
			case err == nil:
				t.Errorf("%s passes without it", m.test)
			case strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]"):
				t.Errorf("it does not compile: %s", out)
			}
		})
	}
}

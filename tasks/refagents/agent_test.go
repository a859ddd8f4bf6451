package refagents_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// newAgent returns an agent in a directory made by its dialect.
func newAgent(t *testing.T, dialect, dir string) *refagents.Agent {
	t.Helper()
	a, err := refagents.New(dialect, dir, "ann")
	testdir.Must(t, err)
	testdir.Must(t, a.MakeDir())
	return a
}

func create(t *testing.T, a *refagents.Agent, subject string, waits ...refagents.Task) refagents.Task {
	t.Helper()
	task, err := a.Create(refagents.Draft{Subject: subject, Description: "– \"x\"\n", ActiveForm: "Doing", WaitsFor: waits})
	testdir.Must(t, err)
	return task
}

// readyOnes returns the subjects of the ready tasks; nothing may be skipped.
func readyOnes(t *testing.T, a *refagents.Agent) string {
	t.Helper()
	l, err := a.Read()
	if err != nil || len(l.Skipped) > 0 {
		t.Fatalf("%s: skipped %v, %v", a.Dialect, l.Skipped, err)
	}
	var ready []string
	for _, task := range l.Tasks {
		if task.Ready {
			ready = append(ready, task.Subject)
		}
	}
	return strings.Join(ready, " ")
}

func claimAndComplete(a *refagents.Agent, file string) error {
	err := a.Claim(file)
	if err == nil && a.Dialect == refagents.ClaudeCode {
		err = a.Begin(file)
	}
	if err != nil {
		return err
	}
	return a.Complete(file)
}

func TestAgentsOfEachDialectCreateLinkAndFinishTasks(t *testing.T) {
	for _, d := range refagents.Dialects() {
		t.Run(d, func(t *testing.T) {
			a := newAgent(t, d, t.TempDir())
			one := create(t, a, "one")
			two := create(t, a, "two", one)
			if got := readyOnes(t, a); got != "one" {
				t.Errorf("ready after creating: %s", got)
			}
			testdir.Must(t, errors.Join(a.Unlink(two, one), a.SetSubject(two.File, "zwei")))
			if got := readyOnes(t, a); len(got) != len("one zwei") {
				t.Errorf("ready after the unlinking: %s", got)
			}
			testdir.Must(t, errors.Join(a.Link(two, one), a.Link(two, one), claimAndComplete(a, one.File)))
			if got := readyOnes(t, a); got != "zwei" {
				t.Errorf("ready after completing: %s", got)
			}
			testdir.Must(t, claimAndComplete(a, two.File))
			now, err := a.Load(two.File)
			if left := len(now.WaitsFor); err != nil || now.Status != "completed" || (left == 0) != a.Clears() || left > 1 {
				t.Errorf("at the end it is %+v, %v", now, err)
			}
			if one, _ := a.Load(one.File); len(one.Blocks) > 1 {
				t.Errorf("it blocks %v", one.Blocks)
			}
		})
	}
}

func TestAnAgentsStepsWriteWhatClaimAndCompleteWrite(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		one := create(t, a, "one")
		create(t, a, "two", one)
		twin := t.TempDir()
		testdir.Must(t, os.CopyFS(twin, os.DirFS(a.Dir)))
		id := one.ID.Text
		if err := errors.Join(claimAndComplete(a, one.File), refagents.Claim(d, twin, id, "ann"), refagents.Complete(d, twin, id, "ann")); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		l, _ := a.Read()
		for _, task := range l.Tasks {
			if ours, theirs := withoutTime(read(t, a.Dir, task.File)), withoutTime(read(t, twin, task.File)); ours != theirs {
				t.Errorf("%s: %s is\n%s\nits own agents write\n%s", d, task.File, ours, theirs)
			}
		}
	}
}

// withoutTime cuts out when a file was written, the only thing two writers of the same differ in.
func withoutTime(text string) string {
	before, _, _ := strings.Cut(text, `"updated_at": `)
	return before
}

func TestAClaimThatLooksAgainLosesTheRace(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		task := create(t, a, "one")
		testdir.Must(t, a.Claim(task.File))
		bob := newAgent(t, d, a.Dir)
		bob.Name = "bob"
		var refused *refagents.RefusedError
		err := bob.Claim(task.File)
		looks := !map[string]bool{refagents.V6Early: true, refagents.V6Mid: true, refagents.V6: true, refagents.V9: true}[d]
		if errors.As(err, &refused) != looks || err != nil && refused == nil {
			t.Errorf("%s: the second claim gave %v", d, err)
		}
		if now, _ := a.Load(task.File); !looks && a.Owns(now) {
			t.Errorf("%s: the second claim did not take the task", d)
		}
	}
}

func TestCreatingNeverOverwrites(t *testing.T) {
	for _, d := range refagents.Dialects() {
		a := newAgent(t, d, t.TempDir())
		for range 20 {
			create(t, a, "more")
		}
		if l, err := a.Read(); err != nil || len(l.Tasks) != 20 {
			t.Errorf("%s: %d tasks, %v", d, len(l.Tasks), err)
		}
		if _, err := os.Stat(filepath.Join(a.Dir, ".highwatermark")); (err == nil) != (d == refagents.V6 || d == refagents.V6Mid) {
			t.Errorf("%s and .highwatermark: %v", d, err)
		}
	}
}

func TestClaimingWritesTheWholeFileAsTheDialectDoes(t *testing.T) {
	const s07 = "{\n  \"id\": 1,\n  \"subject\": \"S\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n"
	want := map[string]string{
		refagents.S07:       s07 + "  \"blockedBy\": [],\n  \"owner\": \"\"\n}",
		refagents.S07Blocks: s07 + "  \"blockedBy\": [],\n  \"blocks\": [],\n  \"owner\": \"\"\n}",
		refagents.SFull:     s07 + "  \"owner\": \"ann\",\n  \"blockedBy\": []\n}",
		refagents.S12:       "{\n  \"id\": \"task_1795219407_0001\",\n  \"subject\": \"S\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"owner\": \"ann\",\n  \"blockedBy\": []\n}",
		refagents.S13:       "{\n  \"id\": \"task_00000001\",\n  \"subject\": \"S\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"owner\": \"ann\",\n  \"blockedBy\": [],\n  \"worktree\": null\n}",
		refagents.V6:        "{\n  \"id\": \"1\",\n  \"subject\": \"S\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"active_form\": \"\",\n  \"owner\": \"ann\",\n  \"blocks\": [],\n  \"blocked_by\": [],\n  \"metadata\": {}\n}",
		// A newly set owner is at the end until the next write gives it its place in the schema.
		refagents.ClaudeCode: "{\n  \"id\": \"1\",\n  \"subject\": \"S\",\n  \"description\": \"\",\n  \"status\": \"in_progress\",\n  \"blocks\": [],\n  \"blockedBy\": [],\n  \"owner\": \"ann\"\n}",
	}
	for d, text := range want {
		dir := t.TempDir()
		name := put(t, dir, d, 1, "pending", "", "")
		if err := refagents.Claim(d, dir, idText(d, 1), "ann"); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if got := read(t, dir, name); got != text {
			t.Errorf("%s wrote\n%s\nwant\n%s", d, got, text)
		}
	}
}

func TestUnknownKeysSurviveWhereTheDialectKeepsThem(t *testing.T) {
	for d, kept := range map[string]bool{refagents.S07: true, refagents.SFull: true, refagents.S12wt: true, refagents.ClaudeCode: false} {
		dir := t.TempDir()
		name, text := sample(d, 1, "pending", "", "")
		write(t, dir, name, strings.Replace(text, `{"id"`, `{"extra":[1.50,"é"],"id"`, 1))
		if err := refagents.Claim(d, dir, "1", "ann"); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if got := strings.Contains(read(t, dir, name), `"extra"`); got != kept {
			t.Errorf("%s: the unknown key is there: %v, want %v", d, got, kept)
		}
	}
}

func TestCompletingClearsOnlyWhereTheDialectClears(t *testing.T) {
	clears := map[string]bool{refagents.S07: true, refagents.S07Blocks: true, refagents.SFull: true, refagents.V6Early: true, refagents.V6Mid: true, refagents.V6: true, refagents.V9: true}
	for _, d := range refagents.Dialects() {
		dir := t.TempDir()
		put(t, dir, d, 1, "in_progress", "ann", "")
		put(t, dir, d, 2, "pending", "", ref(d, 1)+","+ref(d, 3))
		put(t, dir, d, 3, "completed", "ann", "")
		put(t, dir, d, 4, "pending", "", ref(d, 1))
		if err := refagents.Complete(d, dir, idText(d, 1), "ann"); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		l, err := refagents.Read(d, dir)
		if err != nil {
			t.Fatalf("%s: its own agents can not go on: %v", d, err)
		}
		one, _ := l.Task(idText(d, 1))
		two, _ := l.Task(idText(d, 2))
		four, _ := l.Task(idText(d, 4))
		if one.Status != "completed" || !four.Ready {
			t.Errorf("%s: completed %s, the dependant is ready: %v", d, one.Status, four.Ready)
		}
		left := 2
		if clears[d] {
			left = 1
		}
		if len(two.WaitsFor) != left {
			t.Errorf("%s: %d blockers are left in the list, want %d", d, len(two.WaitsFor), left)
		}
	}
}

func TestEachDialectRefusesInItsOwnWay(t *testing.T) {
	var refused *refagents.RefusedError
	for _, d := range refagents.Dialects() {
		dir := t.TempDir()
		put(t, dir, d, 1, "pending", "", "")
		put(t, dir, d, 2, "pending", "", ref(d, 1))
		put(t, dir, d, 3, "in_progress", "ann", "")
		if err := refagents.Claim(d, dir, idText(d, 2), "bob"); !errors.As(err, &refused) {
			t.Errorf("%s claimed a blocked task: %v", d, err)
		}
		if err := refagents.Claim(d, dir, idText(d, 3), "bob"); !errors.As(err, &refused) {
			t.Errorf("%s claimed a running task: %v", d, err)
		}
		if err := refagents.Claim(d, dir, idText(d, 1), "ann"); errors.As(err, &refused) != (d == refagents.S13) {
			t.Errorf("%s, ann already runs a task: %v", d, err)
		}
		owned := d == refagents.S10 || d == refagents.S13
		if err := refagents.Complete(d, dir, idText(d, 3), "bob"); errors.As(err, &refused) != owned {
			t.Errorf("%s, bob completes what ann runs: %v", d, err)
		}
	}
	for _, d := range []string{refagents.S12, refagents.S18, refagents.S10, refagents.S13} {
		dir := t.TempDir()
		put(t, dir, d, 1, "pending", "ann", "")
		if err := refagents.Complete(d, dir, idText(d, 1), "ann"); !errors.As(err, &refused) {
			t.Errorf("%s completed a task that does not run: %v", d, err)
		}
	}
}

func TestUpdatedAtIsSetWhereTheDialectKeepsIt(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "task_1.json", `{"id":1,"subject":"S","description":"","status":"pending","owner":"","worktree":"","blockedBy":[],"created_at":1774445042.2717857,"updated_at":1774445042.2717857}`)
	testdir.Must(t, refagents.Claim(refagents.S12wt, dir, "1", "ann"))
	got := read(t, dir, "task_1.json")
	if !strings.Contains(got, `"created_at": 1774445042.2717857`) || strings.Contains(got, `"updated_at": 1774445042.2717857`) {
		t.Errorf("the times are\n%s", got)
	}
}

// Files that the agents' own programs wrote are kept outside the project: SIDEBOARD_SAMPLES names the folder that holds them.
func TestWhatTheAgentsThemselvesWroteIsReadAndWrittenAlike(t *testing.T) {
	root := filepath.Join(os.Getenv("SIDEBOARD_SAMPLES"), "generated")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Skip("SIDEBOARD_SAMPLES names no folder of samples")
	}
	as := map[string]string{"s07bidir": refagents.S07, "s11": refagents.SFull, "s17": refagents.S12, "s20": refagents.S18}
	skipped := 0
	for _, f := range folders {
		d := f.Name()
		if other, ok := as[d]; ok {
			d = other
		}
		l, err := refagents.Read(d, filepath.Join(root, f.Name()))
		if err != nil || len(l.Skipped) > 0 || len(l.Tasks) < 3 {
			t.Errorf("%s: %d tasks, invisible %v, %v", f.Name(), len(l.Tasks), l.Skipped, err)
			continue
		}
		for _, task := range l.Tasks {
			raw := read(t, filepath.Join(root, f.Name()), task.File)
			if task.Internal || !task.Ready {
				skipped++
				continue
			}
			dir := t.TempDir()
			testdir.Must(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, f.Name()))))
			testdir.Must(t, refagents.Claim(d, dir, task.ID.Text, "ann"))
			// Only the two fields of a claim differ; everything else is spelled as it was.
			before, after := withoutClaim(raw), withoutClaim(read(t, dir, task.File))
			if before != after {
				t.Errorf("%s/%s was\n%s\nis\n%s", f.Name(), task.File, before, after)
			}
		}
	}
	t.Logf("%d samples skipped: not ready to be claimed", skipped)
}

func withoutClaim(text string) string {
	var kept []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, `  "owner"`) || strings.HasPrefix(line, `  "status"`) || strings.HasPrefix(line, `  "updated_at"`) {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, name))
	testdir.Must(t, err)
	return string(raw)
}

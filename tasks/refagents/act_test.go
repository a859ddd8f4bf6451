package refagents_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
)

func read(t *testing.T, dir, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
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
		// A newly set owner stands at the end until the next write gives it its place in the schema.
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
	var refused *refagents.Refused
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
	if err := refagents.Claim(refagents.S12wt, dir, "1", "ann"); err != nil {
		t.Fatal(err)
	}
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
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, f.Name()))); err != nil {
				t.Fatal(err)
			}
			if err := refagents.Claim(d, dir, task.ID.Text, "ann"); err != nil {
				t.Fatal(err)
			}
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

package verbs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

const parse = `{"id": 1, "subject": "Parse", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`

// waiting is a task that waits for parse.
const waiting = `{"id": 2, "subject": "Draw", "description": "", "status": "pending", "blockedBy": [1], "owner": ""}`

func TestATaskThatNobodyCouldReadIsNotAdded(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	s := open(t, dir, false)
	for what, d := range map[string]verbs.Draft{
		"would be larger than 1 MiB": {ID: "big", Subject: "Big", Description: strings.Repeat("x", 1<<20)},
		"could not be edited":        {ID: "long", Subject: strings.Repeat("x", 1<<15)},
		"at most 256 bytes":          {ID: "owner", Subject: "a", Owner: strings.Repeat("x", 300)},
		"one line of plain":          {ID: "lines", Subject: "a", Owner: "bob\nann"},
	} {
		_, err := s.Add(context.Background(), []verbs.Draft{d, {Subject: "After it", BlockedBy: []string{d.ID}}}, false)
		if err == nil || !strings.Contains(s.Explain(err).Sentence(), what) || s.Explain(err).Exit != verbs.ExitRefused {
			t.Errorf("%s: %v", what, err)
		}
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("there are %v, %v", all, err)
	}
}

func TestANewTaskHasItsIDInTheAnswerWhateverAnAgentDoesToItsFile(t *testing.T) {
	for what, spoil := range map[string]func(path string) error{
		"spoils it":  func(path string) error { return os.WriteFile(path, []byte("{"), 0o644) },
		"deletes it": os.Remove,
	} {
		dir := project(t, map[string]string{"task_1.json": parse})
		s := open(t, dir, false)
		end := make(chan struct{})
		go func() {
			defer close(end)
			for _, err := os.Stat(filepath.Join(dir, "task_2.json")); err != nil; _, err = os.Stat(filepath.Join(dir, "task_2.json")) {
			}
			_ = spoil(filepath.Join(dir, "task_2.json"))
		}()
		c, err := s.Add(context.Background(), []verbs.Draft{{ID: "first", Subject: "First"}}, false)
		<-end
		testdir.Must(t, err)
		if len(c.Tasks) != 1 || c.Tasks[0].ID != "2" || c.Tasks[0].Subject != "First" {
			t.Errorf("an agent %s: %+v", what, c.Tasks)
		}
	}
}

func TestManyTasksAreAddedWithinALimitAndCanBeInterrupted(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	ctx, cancel := context.WithCancel(context.Background())
	s, err := verbs.Open(context.Background(), verbs.Options{
		Finder: workspace.Finder{Env: locate.Env{Cwd: dir}, Arg: dir, Options: workspace.Options{State: t.TempDir()}}, Who: "ann",
		OnAdded: func(made, _ int) {
			if made == 3 {
				cancel()
			}
		},
	})
	testdir.Must(t, err)
	defer s.Close()
	drafts := make([]verbs.Draft, verbs.MaxDrafts+1)
	for i := range drafts {
		drafts[i].Subject = "Task"
	}
	files := func() int {
		all, err := os.ReadDir(dir)
		testdir.Must(t, err)
		return len(all)
	}
	if _, err := s.Add(ctx, drafts, false); s.Explain(err).Exit != verbs.ExitUsage || files() != 1 {
		t.Errorf("%v, and %d files", err, files())
	}
	c, err := s.Add(ctx, drafts[:8], false)
	if f := s.Explain(err); f.Exit != verbs.ExitInterrupted || !strings.Contains(f.Reason, "4 of 8 tasks were created") {
		t.Errorf("it says %+v", f)
	}
	if len(c.Tasks) != 4 || files() != 5 {
		t.Errorf("%d are said, and there are %d files", len(c.Tasks), files())
	}
}

// What add reads is JSON lines or a plan.
func TestDraftsAreReadFromLinesOfJSONOrAPlan(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for name, c := range map[string]struct{ in, want string }{
		"a plan":            {"a\n  b", "a [] b [line 1]"},
		"ticked lines":      {"a\n  - [x] b\n    c", "a [] c [line 1]"},
		"JSON":              {" \n{\"subject\": \"a\", \"blockedBy\": [\"b\"]}\n\n{\"subject\": \"b\"}", "a [b] b []"},
		"a long line":       {`{"subject": "` + long + `"}`, long + " []"},
		"nothing":           {"\n", "there is no task to add: give a subject, or tasks on standard input"},
		"only ticked":       {"[x] a", "there is no task to add: give a subject, or tasks on standard input"},
		"unknown members":   {`{"subjekt": "a"}`, `line 1: json: unknown field "subjekt"`},
		"two in a line":     {"{\"subject\": \"a\"}\n{\"subject\": \"b\"} {}", "line 2: more than one JSON object"},
		"no subject":        {`{"subject": " "}`, "line 1: it has no subject"},
		"as much as may be": {"a" + strings.Repeat(" ", 16<<20-1), "a []"},
		"too much":          {strings.Repeat("x", 16<<20+1), "more than 16 MB of new tasks"},
	} {
		t.Run(name, func(t *testing.T) {
			drafts, err := verbs.ReadDrafts(strings.NewReader(c.in))
			var words []string
			for _, d := range drafts {
				words = append(words, fmt.Sprint(d.Subject, " ", d.BlockedBy))
			}
			got := strings.Join(words, " ")
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("it reads %.200q, want %.200q", got, c.want)
			}
		})
	}
}

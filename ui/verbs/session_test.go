package verbs_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
	"sideboard/ui/workspace"
)

// openOptions opens a directory with options, as ann.
func openOptions(t *testing.T, dir string, o verbs.Options) *verbs.Session {
	t.Helper()
	o.Who = cmp.Or(o.Who, "ann")
	o.Finder = workspace.Finder{Env: locate.Env{Cwd: dir}, Arg: dir, Options: o.Finder.Options}
	if o.Finder.Options.State == "" {
		o.Finder.Options.State = t.TempDir()
	}
	s, err := verbs.Open(t.Context(), o)
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

// Where no history is kept nothing is known to be new: with review on, everything else that needs a person is still said.
func TestTheStatusOfAListWithoutAHistory(t *testing.T) {
	dir := project(t, map[string]string{"task_2.json": waiting}) // for a task that is not there
	s, err := verbs.Open(t.Context(), verbs.Options{Finder: workspace.Finder{Env: locate.Env{Cwd: dir}, Arg: dir}, Who: "ann", Review: true})
	testdir.Must(t, err)
	t.Cleanup(func() { s.Close() })
	status, err := s.Status(t.Context())
	if err != nil || len(status.Needs) != 1 {
		t.Errorf("%d need ann, %v", len(status.Needs), err)
	}
}

// An event names what changed, and what can start because of it.
func TestWatchReturnsEvents(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse, "task_2.json": waiting})
	path := filepath.Join(dir, "task_2.json")
	s := openOptions(t, dir, verbs.Options{})
	change := func(from, to string) error {
		raw, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(path, []byte(strings.Replace(string(raw), from, to, 1)), 0o644))
	}
	for _, step := range []struct {
		do   func() error
		want string
	}{
		{func() error { return change(`"subject": "Draw"`, `"subject": "Draw it", "extra": 1`) }, "edited #2 Draw it: [subject extra] []"},
		{func() error { return change("[1]", "[]") }, "edited #2 Draw it: [waits for] [#2]"},
		{func() error { return os.Remove(path) }, "deleted #2 Draw it: [status] []"},
	} {
		testdir.Must(t, step.do())
		enough := errors.New("enough")
		err := s.Watch(t.Context(), func(e verbs.Event) error {
			unblocked := []string{}
			for _, r := range e.Unblocked {
				unblocked = append(unblocked, r.Short)
			}
			if got := fmt.Sprint(e.Event, " ", e.Task.Short, " ", e.Task.Subject, ": ", e.Fields, " ", unblocked); got != step.want {
				t.Errorf("it is %q, want %q", got, step.want)
			}
			return enough
		})
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
	}
}

func TestADryRunLeavesNothing(t *testing.T) {
	o := verbs.Options{DryRun: true}
	o.Finder.Options.State = t.TempDir()
	s := openOptions(t, project(t, map[string]string{"task_1.json": parse}), o)
	_, err := s.Do(t.Context(), tasks.VerbClaim, "1", true)
	left, errRead := os.ReadDir(o.Finder.Options.State)
	if testdir.Must(t, err, s.Close(), errRead); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
}

func TestAWatchWhoseTimeIsOverEnds(t *testing.T) {
	s := openOptions(t, project(t, map[string]string{"task_1.json": parse}), verbs.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if err := s.Watch(ctx, func(e verbs.Event) error { return errors.New(e.Event) }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
}

// How changes are noticed is reported if it is not by the system, and once whenever that changes.
func TestASessionReportsHowChangesAreNoticed(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	var health []string
	ctx, cancel := context.WithCancel(t.Context())
	o := verbs.Options{OnHealth: func(e verbs.Event) {
		switch health = append(health, e.Event); e.Event {
		case "polling":
			testdir.Must(t, os.RemoveAll(dir))
		case "lost":
			testdir.Must(t, os.Mkdir(dir, 0o755))
			cancel()
		}
	}}
	o.Finder.Options.Poll = true
	if err := openOptions(t, dir, o).Watch(ctx, func(verbs.Event) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if want := []string{"polling", "lost"}; !slices.Equal(health, want) {
		t.Errorf("its health was %q", health)
	}
}

// An agent whose answer was lost asks again.
func TestAnAgentMayCompleteItsTaskTwice(t *testing.T) {
	done := strings.NewReplacer(`"in_progress"`, `"completed"`).Replace(byBob)
	for _, c := range []struct {
		who, text string
		agent     bool
		verb      tasks.Verb
		want      string
	}{
		{"bob", done, true, tasks.VerbComplete, "it was completed already"},
		{"bob", done, false, tasks.VerbComplete, "not completed: it is completed already"},
		{"ann", done, true, tasks.VerbComplete, "not completed: it is completed already"},
		{"bob", done, true, tasks.VerbClaim, "not claimed: it is completed"},
		{"bob", byBob, true, tasks.VerbComplete, ""},
		{"bob", "{oops}", true, tasks.VerbComplete, "not completed: the file is half-written or broken"},
	} {
		s := openOptions(t, project(t, map[string]string{"task_1.json": c.text}), verbs.Options{Who: c.who, Agent: c.agent})
		change, err := s.Do(t.Context(), c.verb, "1", false)
		got := change.Notice
		if err != nil {
			got = s.Explain(err).Reason
		} else if len(change.Tasks) != 1 || change.Tasks[0].Status != "completed" {
			t.Errorf("%+v: it returns %+v", c, change.Tasks)
		}
		if got != c.want {
			t.Errorf("%s, an agent: %v, gets %q, want %q", c.who, c.agent, got, c.want)
		}
	}
}

func TestATaskIsTakenWhenTheLeaseOfItsOwnerHasEnded(t *testing.T) {
	for name, c := range map[string]struct {
		lasts  time.Duration // of bob's lease, 0 for none
		who    string
		lapsed bool
		want   string
	}{
		"it has ended": {-time.Hour, "ann", true, "claimed 1 ann"},
		"it lasts":     {time.Hour, "ann", true, "nothing is ready: 1 in progress, 1 blocked"},
		"nobody asks": {-time.Hour, "ann", false,
			"nothing is ready: 1 in progress, 1 blocked; --take-expired takes #1 Parse: the lease of bob has ended"},
		"it is his own":  {-time.Hour, "bob", true, "nothing is ready: 1 in progress, 1 blocked"},
		"there are none": {0, "ann", true, "nothing is ready: 1 in progress, 1 blocked"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, o := project(t, map[string]string{"task_1.json": byBob, "task_2.json": waiting}), verbs.Options{Who: "bob"}
			o.Finder.Options.State = t.TempDir()
			for _, who := range []string{"eve", "bob"} {
				o.Who = who
				if c.lasts == 0 {
					continue
				}
				until, err := openOptions(t, dir, o).RenewLease(t.Context(), c.lasts)
				if testdir.Must(t, err); until.IsZero() != (who == "eve") {
					t.Errorf("the lease of %s lasts until %v", who, until)
				}
			}
			o.Who, o.Lapsed = c.who, c.lapsed
			dry := o
			dry.DryRun = true
			would, _ := openOptions(t, dir, dry).ClaimNext(t.Context(), false, false)
			if (would.Verb == "released") != (name == "it has ended") {
				t.Errorf("a dry run would do %+v", would)
			}
			barred := o
			barred.Finder.Options.ReadOnly = true
			if _, err := openOptions(t, dir, barred).ClaimNext(t.Context(), false, false); err == nil {
				t.Error("a task is taken by who may only read")
			}
			s := openOptions(t, dir, o)
			change, err := s.ClaimNext(t.Context(), false, false)
			got := ""
			if no, ok := errors.AsType[board.Refusal](err); ok {
				got = no.Why
			} else if err == nil {
				got = fmt.Sprint(change.Verb, " ", change.Tasks[0].ID, " ", change.Tasks[0].Owner)
			}
			if got != c.want {
				t.Errorf("%s gets %q, want %q, %v", c.who, got, c.want, err)
			}
		})
	}
}

// Each road names its own words for the way out.
func TestATaskIsTakenByItsIDWhenTheLeaseOfItsOwnerHasEnded(t *testing.T) {
	for name, c := range map[string]struct {
		lasts  time.Duration // of bob's lease
		via    tasks.Via
		lapsed bool
		claim  string
		other  string // what a release and a deletion of another's task say
	}{
		"it has ended":           {-time.Hour, "", true, "", ""},
		"nobody asks":            {-time.Hour, "", false, "its lease has ended: --take-expired takes it", "leave it to its owner"},
		"nobody asks over MCP":   {-time.Hour, tasks.ViaMCP, false, "its lease has ended: takeExpired takes it", "leave it to its owner"},
		"it lasts":               {time.Hour, "", true, "its lease runs until", "claim with --take-expired takes it"},
		"it lasts, and over MCP": {time.Hour, tasks.ViaMCP, true, "its lease runs until", "claim with takeExpired takes it"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, o := project(t, map[string]string{"task_1.json": byBob}), verbs.Options{Who: "bob"}
			o.Finder.Options.State = t.TempDir()
			_, err := openOptions(t, dir, o).RenewLease(t.Context(), c.lasts)
			testdir.Must(t, err)
			o.Who, o.Agent, o.Via, o.Lapsed = "ann", true, c.via, c.lapsed
			says := func(err error, words string) {
				t.Helper()
				if f := openOptions(t, dir, o).Explain(err); !strings.Contains(f.Sentence(), words) {
					t.Errorf("ann gets %q, want %q", f.Sentence(), words)
				}
			}
			if c.other != "" {
				_, err = openOptions(t, dir, o).Do(t.Context(), tasks.VerbRelease, "1", c.lasts > 0)
				says(err, c.other)
			}
			dry := o
			dry.DryRun = true
			would, err := openOptions(t, dir, dry).Do(t.Context(), tasks.VerbClaim, "1", false)
			if (would.Verb == "released") != (c.claim == "") || (err == nil) != (c.claim == "") {
				t.Errorf("a dry run would do %+v, %v", would, err)
			}
			change, err := openOptions(t, dir, o).Do(t.Context(), tasks.VerbClaim, "1", false)
			if c.claim != "" {
				says(err, c.claim)
			} else if testdir.Must(t, err); change.Tasks[0].Owner != "ann" {
				t.Errorf("the claim is %+v", change)
			}
		})
	}
}

// An agent of Claude Code has one task at a time, also if it began another one since the directory was read. A person is asked, and an agent
// of most other designs may have several.
func TestAnAgentWithATaskClaimsNoSecondOne(t *testing.T) {
	const one = `{"id":"1","subject":"A","description":"","status":"pending","blocks":[],"blockedBy":[]}`
	const claude = ".claude/tasks/list"
	for _, c := range []struct {
		path, file, text string // of the first task
		since, agent     bool   // the second is begun since the directory was read, by an agent
		verb             tasks.Verb
		yes              bool
		want             string
	}{
		{claude, "1.json", one, false, true, tasks.VerbClaim, true, "not claimed: ann has B open, and an agent of Claude Code works on one task at a time (agent_busy)"},
		{claude, "1.json", one, false, false, tasks.VerbClaim, false, "not claimed: Claim A as well? You have B open, and an agent of Claude Code works on one task at a time."},
		{claude, "1.json", one, false, false, tasks.VerbClaim, true, ""},
		{claude, "1.json", one, false, true, tasks.VerbComplete, true, ""},
		{claude, "1.json", one, true, true, tasks.VerbClaim, true, "ann was first"},
		{claude, "1.json", one, true, false, tasks.VerbClaim, true, ""},
		{".tasks", "task_1.json", parse, true, true, tasks.VerbClaim, true, ""},
	} {
		dir := filepath.Join(t.TempDir(), c.path)
		testdir.Must(t, os.MkdirAll(dir, 0o755))
		other := strings.Replace(c.file, "1", "2", 1)
		second := strings.NewReplacer(`"1"`, `"2"`, `"id": 1`, `"id": 2`, `"A"`, `"B"`).Replace(c.text)
		begun := strings.NewReplacer(`"owner": ""`, `"owner": "ann"`, `"pending",`, `"in_progress",`, `"blocks"`, `"owner":"ann","blocks"`).Replace(second)
		put(t, dir, c.file, c.text)
		put(t, dir, other, map[bool]string{false: begun, true: second}[c.since])
		s := openOptions(t, dir, verbs.Options{Agent: c.agent})
		put(t, dir, other, begun)
		got := ""
		if _, err := s.Do(t.Context(), c.verb, "1", c.yes); err != nil {
			got = s.Explain(err).Reason
		}
		if got != c.want {
			t.Errorf("in %s an agent, %v, gets %q, want %q", c.path, c.agent, got, c.want)
		}
		if next := s.Next(0).Next; got != "" && len(next) != 1 {
			t.Errorf("another task can be started: %+v", next)
		}
	}
}

func TestATaskThatOthersDeletedIsNamedWithTheTime(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse, "task_2.json": waiting})
	s := openOptions(t, dir, verbs.Options{})
	testdir.Must(t, os.Remove(filepath.Join(dir, "task_2.json")))
	seen := errors.New("seen")
	if err := s.Watch(t.Context(), func(verbs.Event) error { return seen }); !errors.Is(err, seen) {
		t.Fatal(err)
	}
	for _, word := range []string{"2", "#2", "task_2.json"} {
		_, err := s.Do(t.Context(), tasks.VerbClaim, word, false)
		none, _ := errors.AsType[*verbs.NotFoundError](err)
		if none == nil || time.Since(none.Deleted) > time.Minute || !strings.HasPrefix(err.Error(), word+" was deleted at ") {
			t.Errorf("%s: %v", word, err)
		}
	}
}

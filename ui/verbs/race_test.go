package verbs_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/testdir"
	"sideboard/ui/verbs"
)

// byBob is parse after bob claimed it.
var byBob = strings.NewReplacer(`"pending"`, `"in_progress"`, `"owner": ""`, `"owner": "bob"`).Replace(parse)

// put writes a task file as an agent does.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

// The board of a session is older than the file that an agent has just written or removed.
func TestAClaimOfWhatAnAgentHasJustChangedSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		rival    func(path string) error
		code     string
		sentence string
	}{
		"claimed": {func(path string) error { return os.WriteFile(path, []byte(byBob), 0o644) }, "conflict", "bob was first; #1 (bob works on it); check and repeat"},
		"gone":    {os.Remove, "refused", "task_1.json: the task is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := project(t, map[string]string{"task_1.json": parse})
			s := open(t, dir, false)
			testdir.Must(t, c.rival(filepath.Join(dir, "task_1.json")))
			_, err := s.Do(t.Context(), tasks.VerbClaim, "1", true)
			if f := s.Explain(err); f.Code != c.code || f.Sentence() != c.sentence {
				t.Errorf("it is %s: %s", f.Code, f.Sentence())
			}
		})
	}
}

// A task that was given back is free: a claim that follows at once overwrites nothing, and is reported.
func TestAClaimOfWhatWasJustGivenBackIsReported(t *testing.T) {
	byAnn := strings.ReplaceAll(byBob, "bob", "ann")
	for want, c := range map[string]struct {
		verb         tasks.Verb
		before, then string // then is what an agent writes, "" for nothing
	}{
		"released, and bob has claimed it since": {tasks.VerbRelease, byAnn, byBob},
		"reopened, and bob has claimed it since": {tasks.VerbReopen, strings.ReplaceAll(byAnn, "in_progress", "completed"), byBob},
		"":                                       {tasks.VerbRelease, byAnn, ""},
	} {
		dir := project(t, map[string]string{"task_1.json": c.before})
		s := open(t, dir, false)
		_, err := s.Do(t.Context(), c.verb, "1", false)
		testdir.Must(t, err)
		if c.then != "" {
			put(t, dir, "task_1.json", c.then)
		}
		testdir.Must(t, s.WaitReapplied(t.Context()))
		if got := s.ClaimedSince(); got != want {
			t.Errorf("it reports %q, want %q", got, want)
		}
	}
}

// A claim of the best task takes the next one if another process was faster.
func TestTheNextTaskIsClaimedIfAnotherProcessWasFaster(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse, "task_2.json": waiting, "task_3.json": strings.ReplaceAll(parse, `"id": 1`, `"id": 3`)})
	s := open(t, dir, false)
	put(t, dir, "task_1.json", byBob)
	if c, err := s.ClaimNext(t.Context(), false, false); err != nil || len(c.Tasks) != 1 || c.Tasks[0].ID != "3" {
		t.Errorf("it claims %+v, %v", c.Tasks, err)
	}
}

// While a claim waits, others have their turn; it gives up when its time is over.
func TestAWaitingClaimLetsOthersHaveTheirTurn(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": byBob, "task_2.json": waiting})
	var turn sync.Mutex
	s := openOptions(t, dir, verbs.Options{Turn: &turn})
	turn.Lock()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	had := make(chan bool, 1)
	go func() { turn.Lock(); had <- true; turn.Unlock() }()
	_, err := s.ClaimNext(ctx, true, false)
	<-had
	if turn.TryLock() {
		t.Error("it ends without its turn")
	}
	if no, ok := errors.AsType[board.Refusal](err); !ok || no.Why != "nothing is ready: 1 in progress, 1 blocked" {
		t.Errorf("it ends with %v", err)
	}
}

// An agent that read a file before a claim may write its own claim afterwards.
func TestAClaimThatIsOverwrittenAtOnceIsLost(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	s := open(t, dir, false)
	_, err := s.Do(t.Context(), tasks.VerbClaim, "1", false)
	testdir.Must(t, err)
	put(t, dir, "task_1.json", byBob)
	lost, ok := errors.AsType[*verbs.LostError](s.WaitReapplied(t.Context()))
	if !ok || lost.Error() != "claimed, but bob overwrote it at once: read task_1.json again" || lost.OnlyLink {
		t.Errorf("it is lost: %+v", lost)
	}
}

// An agent may write a task of its own over a new one, which is then lost, and not only a link to it.
func TestANewTaskThatIsOverwrittenAtOnceIsLost(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	s := open(t, dir, false)
	_, err := s.Add(t.Context(), []verbs.Draft{{Subject: "Draw"}}, false)
	testdir.Must(t, err)
	put(t, dir, "task_2.json", strings.ReplaceAll(byBob, `"id": 1`, `"id": 2`))
	if lost, ok := errors.AsType[*verbs.LostError](s.WaitReapplied(t.Context())); !ok || lost.OnlyLink {
		t.Errorf("it is lost: %+v", lost)
	}
}

// What an edit unblocks is in its answer, and not in that of the next.
func TestEachEditSaysWhatItUnblocks(t *testing.T) {
	third := strings.ReplaceAll(parse, `"id": 1`, `"id": 3`)
	s := open(t, project(t, map[string]string{"task_1.json": parse, "task_2.json": waiting, "task_3.json": third}), false)
	for i, want := range []int{1, 0} {
		c, err := s.Do(t.Context(), tasks.VerbComplete, []string{"1", "3"}[i], true)
		if err != nil || len(c.Unblocked) != want {
			t.Errorf("edit %d unblocks %+v, %v", i, c.Unblocked, err)
		}
	}
}

// What was done before an error stopped several new tasks is in the error.
func TestTasksThatWereCreatedBeforeAnErrorAreNamed(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	s := openOptions(t, dir, verbs.Options{OnAdded: func(made, _ int) {
		if made == 1 {
			testdir.Must(t, os.RemoveAll(dir))
		}
	}})
	c, err := s.Add(t.Context(), []verbs.Draft{{Subject: "A"}, {Subject: "B"}}, false)
	part, ok := errors.AsType[*verbs.PartError](err)
	if !ok || len(part.Tasks) != 1 || len(c.Tasks) != 1 || s.Explain(err).Exit == verbs.ExitDone {
		t.Errorf("after one task it says %v", err)
	}
}

// An edit is made although it cannot be undone, and says so.
func TestAnEditThatCannotBeUndoneSaysSo(t *testing.T) {
	dir := project(t, map[string]string{"task_1.json": parse})
	o := verbs.Options{}
	o.Finder.Options.State = filepath.Join(dir, "task_1.json") // no directory
	s := openOptions(t, dir, o)
	c, err := s.Do(t.Context(), tasks.VerbClaim, "1", false)
	if err != nil || len(c.Left) != 1 || !strings.HasPrefix(c.Left[0], "no undo: ") {
		t.Errorf("it leaves %q, %v", c.Left, err)
	}
}

// A task is created although the mark cannot be raised, and what is left to do is said.
func TestWhatCouldNotBeFinishedIsSaid(t *testing.T) {
	dir := project(t, map[string]string{"1.json": `{"id":"1","subject":"A","description":"","status":"pending","active_form":"","owner":"","blocks":[],"blocked_by":[],"metadata":{}}`})
	testdir.Must(t, os.Mkdir(filepath.Join(dir, ".highwatermark"), 0o755))
	c, err := openOptions(t, dir, verbs.Options{}).Add(t.Context(), []verbs.Draft{{Subject: "B"}}, false)
	if err != nil || len(c.Tasks) != 1 || len(c.Left) != 1 || !strings.Contains(c.Left[0], "highwatermark") {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestMetadataIsMergedWhereTheFormatHasIt(t *testing.T) {
	const file = `{"id":"1","subject":"A","description":"","status":"pending","blocks":[],"blockedBy":[],"metadata":{"a":1,"b":2}}`
	for patch, want := range map[string]string{
		`{"b":null,"c":[3]}`: `"metadata":{"a":1,"c":[3]}`, `{"a":1}`: "nothing was changed", `[`: "expected a value", `{"a":2}`: `"metadata":{"a":2,"b":2}`,
	} {
		dir := filepath.Join(t.TempDir(), ".claude", "tasks", "list")
		testdir.Must(t, os.MkdirAll(dir, 0o755))
		put(t, dir, "1.json", file)
		_, err := openOptions(t, dir, verbs.Options{}).Edit(t.Context(), "1", verbs.Fields{Metadata: &patch}, false)
		raw, unread := os.ReadFile(filepath.Join(dir, "1.json"))
		testdir.Must(t, unread)
		switch {
		case strings.HasPrefix(want, `"`) && (err != nil || !strings.Contains(string(raw), want)):
			t.Errorf("%s makes %s, %v", patch, raw, err)
		case !strings.HasPrefix(want, `"`) && (err == nil || !strings.Contains(err.Error(), want) || string(raw) != file):
			t.Errorf("%s makes %s, %v", patch, raw, err)
		}
	}
	s := open(t, project(t, map[string]string{"task_1.json": parse}), false)
	patch := "{}"
	if _, err := s.Edit(t.Context(), "1", verbs.Fields{Metadata: &patch}, false); !strings.Contains(s.Explain(err).Sentence(), "keeps no metadata; leave it out") {
		t.Errorf("a format without metadata says %v", err)
	}
}

package demo

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// fast is how much faster than the world's the demo's time goes in tests.
const fast = 400

func TestADemoEndsWithEverythingCompletedAndGoesOnWithWhatIsReopened(t *testing.T) {
	for seed := range uint64(3) {
		if testing.Short() && seed != 1 {
			continue
		}
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			d := start(t, Config{Seed: seed, Speed: fast, Agents: 4 + int(seed)})
			last := ""
			until(t, "all done", func() bool {
				// The files are read while they are written: a torn file is the only trouble there may be.
				l, err := witness(d)
				testdir.Must(t, err)
				for _, hidden := range l.Skipped {
					if !strings.Contains(hidden.Why, "SyntaxError") {
						t.Fatal(hidden)
					}
				}
				select {
				case caption := <-d.Captions():
					last = caption.Text
				default:
				}
				return strings.HasPrefix(last, "All done: ")
			})
			l, err := witness(d)
			if err != nil || len(l.Skipped) > 0 || len(l.Tasks) <= 24 || last != fmt.Sprintf("All done: %d of %d", len(l.Tasks), len(l.Tasks)) {
				t.Fatalf("with follow-ups there are %d tasks at the end, invisible %v, %v: %s", len(l.Tasks), l.Skipped, err, last)
			}
			for _, task := range l.Tasks {
				if task.Status != completed {
					t.Errorf("%s is %s", task.Subject, task.Status)
				}
			}
			person, err := refagents.New(refagents.ClaudeCode, d.Dir(), "mira")
			testdir.Must(t, err)
			file := d.files["schema"]
			testdir.Must(t, person.Release(file))
			until(t, "a reopened task is completed again", func() bool {
				now, err := d.load(file)
				return err == nil && now.Status == completed && d.isDone()
			})
		})
	}
}

func TestTheProjectIsWrittenAsClaudeCodeWrites(t *testing.T) {
	d := atRest(t)
	l, err := witness(d)
	if err != nil || len(l.Skipped) > 0 || len(l.Tasks) != 24 {
		t.Fatalf("%d tasks, skipped %v, %v", len(l.Tasks), l.Skipped, err)
	}
	all, whole := d.read()
	if !whole || len(all) != 24 {
		t.Fatalf("the demo reads %d tasks itself", len(all))
	}
	other, err := refagents.New(refagents.ClaudeCode, d.Dir(), "agent-1")
	testdir.Must(t, err)
	for i, it := range projectItems() {
		saw := l.Tasks[i]
		if want := cmp.Or(it.status, pending); saw.Status != want || saw.Subject != it.subject {
			t.Errorf("%s is %s, want %s", saw.Subject, saw.Status, want)
		}
		here := slices.ContainsFunc(readyTasks(all), func(t task) bool { return t.File == saw.File })
		if ready := it.key == "codes" || it.key == "auth"; saw.Ready != ready || here != ready {
			t.Errorf("%s is ready: %v", saw.Subject, saw.Ready)
		}
		// Its bytes are those that an agent writes who changes nothing.
		before := read(t, d, saw.File)
		if testdir.Must(t, other.SetSubject(saw.File, saw.Subject)); read(t, d, saw.File) != before {
			t.Errorf("the file is written otherwise:\n%s", before)
		}
	}
}

func TestOneOfManyAgentsGetsATask(t *testing.T) {
	d := atRest(t)
	won := make(chan bool, 16)
	for range cap(won) {
		go func() { won <- d.claim(&agent{name: "agent-" + rand.Text()}, d.files["auth"]) == nil }()
	}
	winners := 0
	for range cap(won) {
		if <-won {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d agents have the same task", winners)
	}
}

func TestNoAgentClaimsWhatAPersonRuns(t *testing.T) {
	d := atRest(t)
	file := d.files["codes"]
	testdir.Must(t, refagents.Claim(refagents.ClaudeCode, d.Dir(), idOf(file), "mira"))
	if err := d.claim(d.agents[0], file); !errors.Is(err, errRefused) {
		t.Errorf("an agent claims it: %v", err)
	}
}

func TestClosingRemovesEverything(t *testing.T) {
	d := start(t, Config{Speed: fast})
	if !strings.HasSuffix(filepath.ToSlash(d.Dir()), "/my-service/.claude/tasks/my-service") || !strings.Contains(d.Dir(), scratchPrefix) {
		t.Errorf("it is in %s", d.Dir())
	}
	testdir.Must(t, d.Close())
	if _, err := os.Stat(d.Root()); !os.IsNotExist(err) {
		t.Errorf("the scratch directory is still there: %v", err)
	}
	for range d.Captions() { // what is left can still be read, then the channel ends
	}
	d.SetPaused(true)
	if err := d.Provoke(CloseLoop, ""); err == nil {
		t.Error("a closed demo can still be provoked")
	}
}

func TestADemoEndsWithItsContext(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	d, err := Start(ctx, Config{Exe: executable()})
	testdir.Must(t, err)
	end()
	until(t, "the scratch directory is gone", func() bool {
		_, err := os.Stat(d.Root())
		return os.IsNotExist(err)
	})
	testdir.Must(t, d.Close())
}

func TestKeepKeepsTheDirectory(t *testing.T) {
	d := start(t, Config{Keep: true, Agents: 1})
	testdir.Must(t, d.Close())
	_ = d.Provoke(HalfWrite, "") // whatever it does, nobody listens any more
	testdir.Must(t, d.write(d.files["migrations"], d.lastWritten(d.files["migrations"])))
	if l, err := witness(d); err != nil || len(l.Tasks) != 24 {
		t.Errorf("%d tasks are kept, %v", len(l.Tasks), err)
	}
	if err := os.RemoveAll(d.root); err != nil {
		t.Error(err)
	}
}

func TestWhatAConfigDoesNotSayHasADefault(t *testing.T) {
	for config, want := range map[Config]Config{
		{}: {Agents: 4, Speed: 1}, {Agents: 7, Speed: 2}: {Agents: 7, Speed: 2}, {Story: true, Agents: 7, Speed: -1}: {Story: true, Agents: 4, Speed: 1},
	} {
		if got := config.withDefaults(); got != want {
			t.Errorf("%+v means %+v", config, got)
		}
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	for want, config := range map[string]Config{
		"1 to 64 agents":    {Exe: executable(), Agents: 1000},
		"start the cleaner": {Exe: filepath.Join(t.TempDir(), "nothing")},
	} {
		if _, err := Start(t.Context(), config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error that says %q, have %v", want, err)
		}
	}
}

func TestNothingIsWrittenWhilePaused(t *testing.T) {
	d := start(t, Config{Speed: fast, Seed: 3})
	now := func() string { return fmt.Sprint(d.read()) }
	before := now()
	until(t, "something happens", func() bool { return now() != before })
	d.SetPaused(true)
	still := now()
	d.SetSpeed(500)
	for range 300 {
		if now() != still {
			t.Fatal("a file changed while paused")
		}
	}
	d.SetPaused(false)
	until(t, "work goes on", func() bool { return now() != still })
}

func TestATaskThatIsGivenToAnAgentIsFinishedByIt(t *testing.T) {
	d := startPaused(t)
	file := d.files["codes"]
	person, err := refagents.New(refagents.ClaudeCode, d.Dir(), "agent-3")
	testdir.Must(t, err)
	testdir.Must(t, person.Claim(file)) // sets the owner alone
	d.SetPaused(false)
	until(t, "the task is completed", func() bool {
		now, err := d.load(file)
		return err == nil && now.Status == completed && now.Owner == "agent-3"
	})
}

package demo

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// fast is how much faster than the world's the demo's time goes in tests.
const fast = 400

func TestADemoOfEachDialectEndsWithEverythingCompleted(t *testing.T) {
	for _, d := range testedDialects() {
		t.Run(d, func(t *testing.T) {
			t.Parallel()
			c := start(t, Config{Dialect: d, Seed: 7, Speed: fast})
			defer func() {
				if t.Failed() {
					l, err := refagents.Read(d, c.Dir())
					t.Logf("the demo: %+v; the directory: %+v, %v", c.State(), l, err)
				}
			}()
			until(t, "all done", func() bool {
				// The files are looked at while they are written. A torn file is the only trouble there may be, and
				// where the dialect replaces files, a new one that is still empty.
				l, err := refagents.Read(d, c.Dir())
				if raised, is := errors.AsType[*refagents.Raised](err); is && raised.Exception != "JSONDecodeError" && raised.Exception != "FileNotFoundError" || err != nil && raised == nil {
					t.Fatal(err)
				}
				for _, hidden := range l.Skipped {
					if !strings.Contains(hidden.Why, "SyntaxError") && !strings.Contains(hidden.Why, "JSONDecodeError") {
						t.Fatal(hidden)
					}
				}
				return c.State().Done
			})
			l, err := refagents.Read(d, c.Dir())
			if err != nil || len(l.Skipped) > 0 || len(l.Tasks) <= 24 {
				t.Fatalf("%d tasks at the end, invisible %v, %v", len(l.Tasks), l.Skipped, err)
			}
			for _, task := range l.Tasks {
				if task.Status != "completed" {
					t.Errorf("%s is %s", task.Subject, task.Status)
				}
			}
		})
	}
}

func TestTheScratchDirectoryLooksLikeAProject(t *testing.T) {
	for d, end := range map[string]string{"s12": "/my-service/.tasks", "claude-code": "/my-service/.claude/tasks/my-service"} {
		c := start(t, Config{Dialect: d})
		if !strings.HasSuffix(filepath.ToSlash(c.Dir()), end) || !strings.Contains(c.Dir(), scratchPrefix) {
			t.Errorf("%s is in %s", d, c.Dir())
		}
	}
}

func TestClosingRemovesEverything(t *testing.T) {
	c := start(t, Config{Speed: fast})
	testdir.Must(t, c.Close())
	if _, err := os.Stat(c.Root()); !os.IsNotExist(err) {
		t.Errorf("the scratch directory is still there: %v", err)
	}
	for _, a := range c.State().Agents {
		if a.Alive {
			t.Errorf("%s is still alive", a.Name)
		}
	}
	for range c.Captions() { // what is left can still be read, then the channel ends
	}
	c.SetPaused(true)
	if err := c.Provoke(CloseLoop, ""); err == nil {
		t.Error("a closed demo can still be provoked")
	}
}

func TestKeepKeepsTheDirectory(t *testing.T) {
	c := start(t, Config{Keep: true, Agents: 1})
	testdir.Must(t, c.Close())
	if l, err := refagents.Read(DefaultDialect, c.Dir()); err != nil || len(l.Tasks) != 24 {
		t.Errorf("%d tasks are kept, %v", len(l.Tasks), err)
	}
	if err := os.RemoveAll(c.root); err != nil {
		t.Error(err)
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	for want, config := range map[string]Config{
		"no dialect":        {Exe: executable(), Dialect: "klingon"},
		"1 to 64 agents":    {Exe: executable(), Agents: 1000},
		"start the cleaner": {Exe: filepath.Join(t.TempDir(), "nothing")},
	} {
		if _, err := Start(t.Context(), config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error that says %q, have %v", want, err)
		}
	}
}

// readFiles reads the whole directory.
func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	testdir.Must(t, err)
	files := map[string]string{}
	for _, e := range entries {
		raw, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		files[e.Name()] = string(raw)
	}
	return files
}

func equalFiles(a, b map[string]string) bool {
	for name, text := range a {
		if b[name] != text {
			return false
		}
	}
	return len(a) == len(b)
}

func TestNothingIsWrittenWhilePaused(t *testing.T) {
	c := start(t, Config{Speed: fast, Seed: 3})
	before := readFiles(t, c.Dir())
	until(t, "something happens", func() bool { return !equalFiles(before, readFiles(t, c.Dir())) })
	c.SetPaused(true)
	// An agent answers orders one by one: once it has answered, it has heard of the pause before.
	ask := func() {
		for _, m := range c.agents {
			testdir.Must(t, c.send(m, order{Do: doPause, Speed: 1000}))
		}
	}
	ask()
	still := readFiles(t, c.Dir())
	for range 300 {
		ask()
	}
	if !equalFiles(still, readFiles(t, c.Dir())) {
		t.Error("a file changed while paused")
	}
	if s := c.State(); !s.Paused || s.Speed != fast {
		t.Errorf("the state says %+v", s)
	}
	c.SetSpeed(500)
	ask()
	if !equalFiles(still, readFiles(t, c.Dir())) || !c.State().Paused {
		t.Error("changing the speed ended the pause")
	}
	c.SetPaused(false)
	until(t, "work goes on", func() bool { return !equalFiles(still, readFiles(t, c.Dir())) })
}

func TestTwoSeedsDifferInWhoDoesWhat(t *testing.T) {
	owners := func(seed uint64) (who []string) {
		c := start(t, Config{Speed: fast, Seed: seed})
		until(t, "14 of the 24 tasks have an owner", func() bool {
			who = nil
			l, _ := c.reader.Read() // half a file: look again
			for _, task := range l.Tasks {
				if task.OwnedBy() != "" {
					who = append(who, task.Subject+" "+task.OwnedBy())
				}
			}
			return len(who) >= 14
		})
		slices.Sort(who)
		return who[:14]
	}
	if slices.Equal(owners(1), owners(2)) {
		t.Error("seeds 1 and 2 did the same")
	}
}

func TestWhenAllIsDoneItIsSaid(t *testing.T) {
	c := start(t, Config{Dialect: "s12", Speed: fast, Seed: 9}) // whose bytes are changed below
	last := ""
	until(t, "all done", func() bool {
		select {
		case caption := <-c.Captions():
			last = caption.Text
		default:
		}
		return strings.HasPrefix(last, "All done: ")
	})
	// A person who adds a task keeps it going.
	l, err := c.reader.Read()
	testdir.Must(t, err)
	file := l.Tasks[0].File
	raw := bytes.Replace([]byte(read(t, c, file)), []byte(`"completed"`), []byte(`"pending"`), 1)
	raw = bytes.Replace(raw, []byte(`"owner": "agent-1"`), []byte(`"owner": null`), 1)
	testdir.Must(t, os.WriteFile(filepath.Join(c.Dir(), file), raw, 0o644))
	until(t, "a reopened task is noticed", func() bool {
		now, err := c.reader.Load(file)
		return err == nil && now.Status == "in_progress"
	})
	until(t, "all done again", func() bool { return c.State().Done })
}

func TestATaskThatWasClaimedButNotBegunIsFinished(t *testing.T) {
	c := startPaused(t, "claude-code")
	file := c.files["codes"]
	c.reader.Name = "agent-3"
	testdir.Must(t, c.reader.Claim(file))
	c.SetPaused(false)
	until(t, "the task is completed", func() bool {
		now, err := c.reader.Load(file)
		return err == nil && now.Status == "completed" && now.OwnedBy() == "agent-3"
	})
}

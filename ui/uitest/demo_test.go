package uitest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/demo"
	"sideboard/tasks/testdir"
	"sideboard/ui"
)

// openDemo opens the board over a demo. Its cleaner is this test program, started again.
func openDemo(t *testing.T, now bool, c demo.Config) (*Driver, func() string) {
	t.Helper()
	return openDemoOf(t, Options{}, now, c)
}

func openDemoOf(t *testing.T, opts Options, now bool, c demo.Config) (*Driver, func() string) {
	t.Helper()
	exe, err := os.Executable()
	testdir.Must(t, err)
	c.Exe = exe
	dir := make(chan string, 4)
	opts.NoDir = true
	opts.Board = func(o *ui.Options) {
		o.DemoNow = now
		o.Demo = func(ctx context.Context) (*demo.Demo, error) {
			crew, err := demo.Start(ctx, c)
			if err == nil {
				dir <- crew.Dir()
			}
			return crew, err
		}
	}
	h := Open(t, opts)
	return h, func() string { return <-dir }
}

func TestScenarioTheDemoIsControlledByKeysAndCleanedUp(t *testing.T) {
	t.Parallel()
	h, where := openDemo(t, true, demo.Config{Agents: 3, Seed: 5})
	h.Dir = where()
	h.Sees("my-service", "In progress", "agent-1").Press("space").Sees("paused")
	h.Press(">").Sees("2x speed").Press("<", "<").Sees("0.5x speed").Press("?").Sees("make something go wrong").Press("esc")
	h.Press("p").Sees("Make something go wrong", "write half of a file").Press("esc").SeesNot("Make something go wrong")
	h.Press("space").SeesNot("paused").Press("/").Type("is:stuck").Press("enter").Sees("filter is:stuck")
	h.Press("p").Sees("Make something go wrong").Press("l").SeesRow("↺").Press("esc").SeesNot("filter is:stuck")
	h.Press("space").Sees("paused").Press("p").Sees("Make something go wrong").Press("h").SeesNot("Make something go wrong").Sees("2 need you") // the loop is one
	if !filepath.IsAbs(h.Dir) {
		t.Fatalf("the demo is in %q", h.Dir)
	}
	h.Press("q").Ended()
	h.Await("the scratch directory to be removed", func() bool { _, err := os.Stat(h.Dir); return os.IsNotExist(err) })
}

func TestScenarioTheFirstScreenStartsTheDemo(t *testing.T) {
	t.Parallel()
	h, _ := openDemo(t, false, demo.Config{Agents: 2})
	h.Sees("A live board of", "demo").Press("d").Sees("live", "In progress").SeesNot("A live board of")
	h.Press("esc", "esc").Sees("In progress") // esc never quits
}

func TestScenarioTheStoryHasNoTroubleMenuAndCanBeRestarted(t *testing.T) {
	t.Parallel()
	h, where := openDemoOf(t, Options{W: 80, H: 24}, true, demo.Config{Story: true, Speed: 1e-6}) // beats come by keys alone
	first := where()
	h.Sees("Migrations that roll").Press("right").SeesRow("1 of 18").Press("p").Sees("The story tells itself").SeesNot("Make something go wrong")
	h.Press("esc").SeesRow("space", "resume").Press("f5", "right", "right").SeesRow("3 of 18")
	h.Press("0").SeesNot("3 of 18").Press("right").SeesRow("1 of 18")
	if second := where(); second == first {
		t.Errorf("it goes on in %s", first)
	}
	h.Await("the first scratch directory to be removed", func() bool { _, err := os.Stat(first); return os.IsNotExist(err) })
}

func TestScenarioTheStoryWaitsForAKeyAtItsFirstCaption(t *testing.T) {
	t.Parallel()
	h, _ := openDemoOf(t, Options{W: 80, H: 24}, true, demo.Config{Story: true, WaitAtStart: true})
	h.SeesRow("Four agents work in one folder", "1 of ").SeesRow("space", "resume").Press("space", ">", ">", ">").SeesRow("2 of 18")
}

// The journal for undo is removed with the demo.
func TestScenarioADemoLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	h, where := openDemo(t, true, demo.Config{Agents: 2})
	scratch, _, _ := strings.Cut(where(), "/my-service/")
	h.Sees("live").Press("space", "n").Sees("New task").Type("Mine").Press("ctrl+s").SeesRow("Mine").Press("u").SeesNot("● Mine").Press("q").Ended()
	h.Await("the scratch directory to be removed", func() bool { _, err := os.Stat(scratch); return os.IsNotExist(err) })
	if left, err := os.ReadDir(filepath.Join(filepath.Dir(h.Cwd), "state")); !os.IsNotExist(err) {
		t.Errorf("there is left in the state directory: %v, %v", left, err)
	}
}
